"""Answers that are no orders to stands: choices, picks, places, yes or no. And the last resort for every request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from wargame.ai.thoughts import Thought
from wargame.engine.dice import Chance
from wargame.engine.orders import Confirmed, Done, Order, Wait
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm
from wargame.engine.view import View


@runtime_checkable
class AnswerAdviser(Protocol):
    """A ruleset that can tell its computer players what answers are worth."""

    def worth_of_answers(self, view: View, request: AnyRequest) -> list[tuple[Order, float, str]]:
        """Answers with their worth and a reason, in any order; empty: no opinion."""
        ...


def weigh(view: View, request: AnyRequest, chance: Chance) -> tuple[Thought, ...]:
    """Answers to a request that is no Command, best first: the ruleset's advice, then the suggestion."""
    found = advised(view, request)
    if request.suggestion is not None:
        found.append(Thought(request.suggestion, 0.0, "as suggested"))
    if not found and isinstance(request, Confirm):
        found.append(Thought(Confirmed(yes=True), 0.0, "yes"))
    if not found and not isinstance(request, Choose):
        found = [Thought(order, 0.0, "sample") for order in _samples(view, request, chance)]
    return tuple(found)


def advised(view: View, request: AnyRequest) -> list[Thought]:
    """What the ruleset advises, best first; empty where it has no opinion."""
    if not isinstance(view.ruleset, AnswerAdviser):
        return []
    found = [Thought(order, worth, why) for order, worth, why in view.ruleset.worth_of_answers(view, request)]
    return sorted(found, key=lambda t: -t.worth)


def idle(request: Command) -> list[Thought]:
    """Doing nothing, where that is an answer."""
    found: list[Thought] = []
    if "wait" in request.orders:
        found = [Thought(Wait(stand=name), 0.0, "waits") for name in request.subjects[:1]]
    return [*found, Thought(Done(), 0.0, "done")] if request.may_be_done else found


def first_legal(view: View, request: AnyRequest, thoughts: Sequence[Thought], chance: Chance) -> Order:
    """The first of these orders that the rules take, else any that they take. Raises ValueError if there is none."""
    for thought in thoughts:
        if view.ruleset.check(view, request, thought.order) is None:
            return thought.order
    for order in _samples(view, request, chance):
        if view.ruleset.check(view, request, order) is None:
            return order
    if request.suggestion is not None:
        return request.suggestion
    raise ValueError(f"the ruleset knows no legal answer to {request.purpose!r} of {request.side!r}")


def _samples(view: View, request: AnyRequest, chance: Chance) -> list[Order]:
    found: list[Order] = []
    for kind in view.ruleset.sample_kinds(view, request):
        found += [Done()] if kind == "done" else view.ruleset.samples(view, request, kind, chance)
    return found
