"""Chains of reactions by hand: a cause goes in, requests are answered, and the dice have to come out even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.rulesets.clash_of_titans import build
from wargame.board import Feature
from wargame.engine.battle import Battle
from wargame.engine.events import Rolled
from wargame.engine.orders import Chosen, Picked
from wargame.rulesets.clash_of_titans import chain
from wargame.rulesets.clash_of_titans.causes import Cause, FireOrder, Newcomers, Volley
from wargame.rulesets.clash_of_titans.chain import Outcome

SMG = "GE_smg"
MG34 = "GE_mg34"
MG42 = "GE_mg42"
ALL_DICE = 10


def wall(x: float, y0: float, y1: float, name: str = "wall", **props: object) -> Feature:
    """A low wall across the table, stone unless told otherwise."""
    return build.strip(name, "wall", (x, y0), (x, y1), **props)


def resolve(battle: Battle, causes: Iterable[Cause], answers: Mapping[str, Any] | None = None) -> Outcome:
    """Resolve a chain while the acting group of the battle is active; `answers` as in `answering`."""
    active = [s.id for s in battle.state.stands.values() if s.group == build.state(battle).active_group]
    return answering(chain.resolve(battle, causes, active), answers or {})


def answering(steps: Any, answers: Mapping[str, Any]) -> Any:
    """Play a generator of the rules to its end; gives what it returns.

    `answers` by purpose: an order, or a list of orders used up in turn; otherwise the suggestion.
    """
    left = {name: list(given) if isinstance(given, list) else given for name, given in answers.items()}
    try:
        request = next(steps)
        while True:
            given = left.get(request.purpose, request.suggestion)
            if isinstance(given, list):
                given = given.pop(0) if given else request.suggestion
            assert given is not None, f"no answer at hand: {request}"
            request = steps.send(given)
    except StopIteration as stop:
        return stop.value


def seen(*pairs: tuple[str, str], **more: Any) -> Newcomers:
    """Newcomers: pairs of who sees and whom."""
    return Newcomers(pairs=pairs, **more)


def volley(*shots: FireOrder) -> Volley:
    """A voluntary volley."""
    return Volley(orders=shots)


def shot(who: str, *targets: str | tuple[str, int], weapon: str = "") -> FireOrder:
    """A voluntary shot: targets with their dice, one each unless told otherwise."""
    rows = tuple((t, 1) if isinstance(t, str) else t for t in targets)
    return FireOrder(stand=who, weapon=weapon, targets=rows)


def allot(*rows: tuple[str, str, int]) -> Picked:
    """An allotment: shooter with weapon ("X:SMG"), target, dice."""
    return Picked(items=tuple((f"{who}>{target}", dice) for who, target, dice in rows))


def rifle(who: str, target: str) -> tuple[str, str, int]:
    """A rifle's one die in an allotment."""
    return f"{who}:bolt action rifle", target, 1


def everybody(*names: str) -> Picked:
    """All of these."""
    return Picked(items=tuple((name, 1) for name in names))


def passes(n: int) -> Chosen:
    """Free Will."""
    return Chosen(option=f"pass_{n}")


def told(battle: Battle) -> list[str]:
    """Purposes of all rolls so far."""
    return [e.purpose for e in battle.events if isinstance(e, Rolled)]


def hits(battle: Battle) -> list[int]:
    """How many dice of each To Hit roll struck."""
    return [int(r.outcome.removeprefix("hits_")) for r in build.rolls(battle, "to_hit")]


def statuses(battle: Battle, names: Sequence[str]) -> list[str]:
    """How stands are: their status, or why they are gone."""
    return [build.stand(battle, name).gone or build.stand(battle, name).status for name in names]
