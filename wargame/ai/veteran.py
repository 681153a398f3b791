"""A player that plans a go: what costs nothing first, then good odds, then better places; each order looked at again.

It knows a side's view and the questions of the ruleset protocol, nothing of any rulebook. What it has weighed for its
last answer stands in `last_thoughts`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from wargame.ai import answers, moves
from wargame.ai.thoughts import Plan, Skill, Thought
from wargame.engine.appraisal import Appraisal
from wargame.engine.dice import Chance
from wargame.engine.orders import Done, Move, Order
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.state import Stand
from wargame.engine.view import View

NEAR_SHARE = 3.5
"""What happens within this part of the table's width of a stand makes it think again."""
LOOKS = 4
"""Stored orders of each stand that are looked at again, at most, for one answer."""


@runtime_checkable
class Watcher(Protocol):
    """A ruleset in which enemies change without moving."""

    def mood(self, view: View, enemy: Stand) -> object:
        """What of an enemy, if it changes, makes others think again (it is suppressed, it has turned …)."""
        ...


@runtime_checkable
class Timekeeper(Protocol):
    """A ruleset in which a step comes again within a turn, for a fresh set of orders."""

    def moment(self, view: View) -> object:
        """What, if it changes, begins a new plan (the hour, the activation …)."""
        ...


class Thinker(Protocol):
    """A ruleset that knows which orders are worth weighing: without it all samples are appraised."""

    def ideas(self, view: View, request: Command, kind: str) -> Sequence[tuple[Order, Appraisal]]:
        """Legal orders of a kind, each with what it is worth to a player who has many to weigh."""
        ...


class Veteran:
    """Plans a whole go and gives its orders one by one."""

    def __init__(self, chance: Chance, skill: Skill | None = None) -> None:
        self.chance, self.skill = chance, skill or Skill()
        self.plan = Plan()
        self.last_thoughts: tuple[Thought, ...] = ()
        self.looked_at = 0
        """Orders weighed so far: the measure of effort."""

    def decide(self, request: AnyRequest, view: View) -> Order:
        """The answer to a request; always one that the rules take."""
        if not isinstance(request, Command):
            self.last_thoughts = answers.weigh(view, request, self.chance)
            self.looked_at += len(self.last_thoughts)
            return answers.first_legal(view, request, self.last_thoughts, self.chance)
        advised = answers.advised(view, request) if request.interrupt else []
        if advised:
            self.last_thoughts = tuple(advised)
            return answers.first_legal(view, request, advised, self.chance)
        if len(request.subjects) == 1 or not request.may_be_done:
            return self._one(view, request)
        return self._command(view, request)

    # -- one stand

    def _one(self, view: View, request: Command) -> Order:
        """An order for the only stand that is asked for, or the least that may be done."""
        thoughts = [t for name in request.subjects for t in self._think(view, request, name)]
        thoughts.sort(key=lambda t: -t.worth)
        if request.suggestion is not None:
            thoughts.append(Thought(request.suggestion, 0.0, "as suggested"))
        thoughts += answers.idle(request)
        self.last_thoughts = tuple(thoughts)
        return answers.first_legal(view, request, self.last_thoughts, self.chance)

    # -- a go

    def _command(self, view: View, request: Command) -> Order:
        plan = self._current(view, request)
        for name in request.subjects:
            if name not in plan.thoughts:
                plan.thoughts[name] = self._think(view, request, name)
                plan.stale.discard(name)
        for _ in range(LOOKS * len(request.subjects) + LOOKS):
            first = self._next(view, request)
            if first is None and self.plan.looks < self.skill.looks_at_idle:
                self._think_of_the_idle(view, request)
                first = self._next(view, request)
            if first is None and isinstance(view.ruleset, Watcher):
                first = next((name for name in request.subjects if name in plan.stale), None)
            if first is None:
                break
            if first in plan.stale:
                plan.thoughts[first] = self._think(view, request, first)
                plan.stale.discard(first)
                continue
            if view.ruleset.check(view, request, plan.thoughts[first][0].order) is None:
                here = view.state.stands[first]
                plan.given[first] = (plan.thoughts[first][0].order, here.x, here.y)
                return self._give(first, request)
            self._after_refusal(view, request, first)
        self.last_thoughts = tuple(t for rows in plan.thoughts.values() for t in rows[:1])
        if request.may_be_done:
            return Done()
        return answers.first_legal(view, request, (), self.chance)

    def _current(self, view: View, request: Command) -> Plan:
        """The plan of this go; its thoughts go stale with every answer."""
        state = view.state
        moment = view.ruleset.moment(view) if isinstance(view.ruleset, Timekeeper) else None
        key = (state.turn, state.step, request.purpose, moment)
        if self.plan.key != key:
            self.plan = Plan(key=key)
        known = {s.id: (s.x, s.y, _mood(view, s)) for s in state.stands.values() if s.side != view.side and s.in_play}
        if self.skill.looks_again:
            self._forget_near(view, [*(known.items() ^ self.plan.enemies.items())])
        self.plan.enemies = known
        return self.plan

    def _forget_near(self, view: View, changed: list[tuple[str, tuple[float, float, object]]]) -> None:
        """Thoughts of stands near an enemy that came, went, moved or changed have to be thought again."""
        near = math.inf if isinstance(view.ruleset, Watcher) else view.board.table.width_in / NEAR_SHARE
        for name in self.plan.thoughts:
            stand = view.state.stands.get(name)
            if changed and (
                stand is None
                or not stand.in_play
                or any(math.dist(at[:2], (stand.x, stand.y)) < near for _, at in changed)
            ):
                self.plan.stale.add(name)

    def _next(self, view: View, request: Command) -> str | None:
        """The subject whose best order comes first now: what costs nothing, attacks, then moves from the front back, so
        that nobody stands in the way of those behind."""
        found: tuple[tuple[float, float], str] | None = None
        for name in request.subjects:
            thought = self.plan.best(name)
            if thought is not None and thought.worth > self.skill.least:
                rank = self._rank(view, name, thought)
                if found is None or rank > found[0]:
                    found = (rank, name)
        return found[1] if found else None

    def _rank(self, view: View, name: str, thought: Thought) -> tuple[float, float]:
        if not isinstance(thought.order, Move):
            return (2.0 if thought.safe else 1.0), thought.worth
        stand = view.state.stands[name]
        aims = [(x, y) for x, y, _ in self.plan.enemies.values()]
        aims += [(o.x, o.y) for o in view.state.objectives.values() if o.holder != view.side]
        return 0.0, -min((math.dist(at, (stand.x, stand.y)) for at in aims), default=0.0)

    def _after_refusal(self, view: View, request: Command, name: str) -> None:
        """A stored order that has become impossible: a friend is there now. It thinks anew, a few times in a go."""
        again = self.plan.refused.get(name, 0) + 1
        self.plan.refused[name] = again
        if again <= self.skill.rethinks:
            self.plan.thoughts[name] = self._think(view, request, name)
        else:
            self.plan.thoughts[name] = self.plan.thoughts[name][1:]

    def _think_of_the_idle(self, view: View, request: Command) -> None:
        """Those with nothing to do think again: friends that stood in their way have gone."""
        self.plan.looks += 1
        for name in request.subjects:
            if not self.plan.thoughts.get(name):
                self.plan.thoughts[name] = self._think(view, request, name)

    def _give(self, name: str, request: Command) -> Order:
        rows = self.plan.thoughts.pop(name)
        others = [t for s in request.subjects if (t := self.plan.best(s)) is not None]
        self.last_thoughts = (*rows, *others)
        return rows[0].order

    def _think(self, view: View, request: Command, name: str) -> tuple[Thought, ...]:
        """Everything a stand could do that is better than nothing, best first."""
        stand = view.state.stands.get(name)
        if stand is None:
            return ()
        one = msgspec.structs.replace(request, subjects=(name,))
        found: list[Thought] = []
        for kind in ("fire", "assault", "act"):
            if kind in request.orders:
                found += self._weighed(view, one, kind)
        if "move" in request.orders:
            found += moves.moves(view, one, stand, self.skill)
        self.looked_at += len(found)
        vain = self.plan.given.get(name)
        found = [t for t in found if not isinstance(t.order, Move) or vain != (t.order, stand.x, stand.y)]
        kept = [t for t in (self._err(t) for t in found) if t.worth > 0.0]
        return tuple(sorted(kept, key=lambda t: -t.worth))

    def _weighed(self, view: View, request: Command, kind: str) -> list[Thought]:
        found = []
        for order, appraisal in _ideas(view, request, kind):
            safe = bool(appraisal.outcomes) and all(o.worth >= 0.0 for o in appraisal.outcomes if o.chance > 0.0)
            found.append(Thought(order, appraisal.worth, appraisal.headline, safe))
        return found

    def _err(self, thought: Thought) -> Thought:
        """A less able player misjudges what an order is worth."""
        if self.skill.noise <= 0.0:
            return thought
        error = (self.chance.die(201) - 101) / 100.0 * self.skill.noise
        worth = thought.worth * (1.0 + error) + error
        return Thought(thought.order, worth, thought.why, thought.safe)


def _mood(view: View, enemy: Stand) -> object:
    """What of an enemy besides its place makes others think again, where the ruleset says so."""
    mood = getattr(view.ruleset, "mood", None)  # asked for every enemy: isinstance of a protocol is slow
    return mood(view, enemy) if mood is not None else None


def _ideas(view: View, request: Command, kind: str) -> Iterable[tuple[Order, Appraisal]]:
    """The orders of a kind that are weighed, with their appraisals."""
    ideas = getattr(view.ruleset, "ideas", None)
    if ideas is not None:
        found: Sequence[tuple[Order, Appraisal]] = ideas(view, request, kind)
        return found
    return ((order, view.ruleset.appraise(view, order)) for order in view.ruleset.samples(view, request, kind))


def make(chance: Chance) -> Veteran:
    """A veteran."""
    return Veteran(chance)
