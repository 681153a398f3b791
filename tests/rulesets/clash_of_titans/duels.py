"""Vehicles, guns and men on a table, and what they do to each other with written dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.rulesets.clash_of_titans import build, field
from tests.rulesets.clash_of_titans.build import Unit
from wargame.engine.events import Rolled
from wargame.rulesets.clash_of_titans import chain
from wargame.rulesets.clash_of_titans.causes import Cause, FireOrder, Newcomers, Toll, Volley
from wargame.rulesets.clash_of_titans.chain import Outcome
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN

PANZER_IV_G, PANZER_IV_H, TIGER, TIGER_II, STUG = "panzer_iv_g", "panzer_iv_h", "tiger_i", "tiger_ii", "stug_iii_g"
T34, T34_85, T60, IS_2, TRUCK = "t_34_76", "t_34_85", "t_60", "is_2", "truck"
PAK_40 = "pak_40"


class Duel(field.Field):
    """A field on which chains can be resolved."""

    over = False


def german(id: str, line: str, x: float, y: float, facing: float = 0.0, **fields: Any) -> Unit:
    """A German vehicle or gun, a group of its own."""
    return build.red(id, x, y, line=line, facing=facing, group=f"{id}-group", **fields)


def russian(id: str, line: str, x: float, y: float, facing: float = 180.0, **fields: Any) -> Unit:
    """A Soviet vehicle or gun, a group of its own."""
    return build.blue(id, x, y, line=line, facing=facing, group=f"{id}-group", **fields)


def crewed(line: str = "", men: int = 3, x: float = 30.0, y: float = 24.0, **fields: Any) -> list[Unit]:
    """A German gun that looks right; gun.1 commands it, gun.2 lays it, gun.3 loads."""
    return [build.red("gun", x, y, line=line or PAK_40, group="crew", crew=men, **fields)]


def duel(*units: Unit, dice: Iterable[int] = (), active: str = "", **more: Any) -> Duel:
    """The table with these units; the group of `active` (the first by default) is acting."""
    made = field.field(*units, **more)
    made.__class__ = Duel
    made.state.active_group = made.state.stands[active or units[0].id].group
    made.state.phasing = made.state.groups[made.state.active_group].side
    with_dice(made, *dice)
    return made  # type: ignore[return-value]


def with_dice(battle: Any, *faces: int) -> Any:
    """The same battle with these faces to come."""
    return build.with_dice(battle, *faces)


def resolve(battle: Any, *causes: Cause, answers: Mapping[str, Any] | None = None) -> Outcome:
    """Resolve a chain to its end; requests get these answers by purpose, otherwise the suggestion."""
    left = {name: list(given) if isinstance(given, list) else given for name, given in (answers or {}).items()}
    active = [s.id for s in battle.state.stands.values() if s.group == battle.state.active_group]
    steps = chain.resolve(battle, causes, active)
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


def resolve_written(battle: Any, *causes: Cause, answers: Mapping[str, Any] | None = None) -> None:
    """Resolve a chain until the written dice are used up."""
    try:
        resolve(battle, *causes, answers=answers)
    except ValueError as error:
        assert "are written down" in str(error)


def fires(who: str, target: str, weapon: str = MAIN_GUN, dice: int = 1, **more: Any) -> Volley:
    """A voluntary shot at a target."""
    return Volley(orders=(FireOrder(stand=who, weapon=weapon, targets=((target, dice),), **more),))


def sees(*pairs: tuple[str, str], **more: Any) -> Newcomers:
    """Newcomers: pairs of who sees and whom."""
    return Newcomers(pairs=pairs, **more)


def toll_of(battle: Any, act: Any) -> Toll:
    """What an act notes in a toll."""
    toll = Toll()
    act(toll)
    return toll


def purposes(battle: Any) -> list[str]:
    """Purposes of all rolls so far."""
    return [e.purpose for e in battle.events if isinstance(e, Rolled)]


def thrown(battle: Any, purpose: str) -> list[tuple[int, ...]]:
    """Faces of all rolls of a purpose so far."""
    return [e.dice for e in battle.events if isinstance(e, Rolled) and e.purpose == purpose]


def no_dice_left(battle: Any) -> bool:
    """Were all written dice thrown?"""
    return build.dice_left(battle) == 0
