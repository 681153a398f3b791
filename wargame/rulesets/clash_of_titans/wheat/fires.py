"""Wheat that burns: explosions and flames set patches alight, the wind drives them on, two turns later all is stubble.

Rules: COT-SCN-10, -11; what a fire does to who is in it: NUT-COLL-04, -05.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

import msgspec

from wargame.board import AddFeature, snap
from wargame.engine.events import Fired, GroundChanged, Rolled, TemplateLanded
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans.state import ClashState, Fire
from wargame.rulesets.clash_of_titans.wheat.charts import burning
from wargame.rulesets.clash_of_titans.wheat.ground import is_in_wheat

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
WIND = "wheat.wind_deg"
PATCH = "wheat-fire-"
SIDES = 16
FULL_CIRCLE = 360


def after_burst(battle: Battle, event: TemplateLanded) -> Steps | None:
    """An explosion may set the wheat where it strikes alight. Rule: COT-SCN-10."""
    if event.shape != "circle" or not is_in_wheat(battle, (event.x, event.y)):
        return None
    return _maybe(battle, event)


def after_flame(battle: Battle, event: Fired) -> Steps | None:
    """A flamethrower always sets wheat alight that it strikes. Rule: COT-SCN-10."""
    if "flamethrower" not in event.weapon:
        return None
    state = cast(ClashState, battle.state)
    places = [event.at] if event.at is not None else []
    places += [(state.stands[t].x, state.stands[t].y) for t in event.targets if t in state.stands]
    struck = [at for at in places if is_in_wheat(battle, at)]
    return _flames(battle, event, struck) if struck else None


def _maybe(battle: Battle, event: TemplateLanded) -> Steps:
    (face,) = battle.throw(1)
    burns = face >= int(burning()["burns_from"])
    rolled = battle.happen(
        Rolled(
            purpose="wheat_fire",
            dice=(face,),
            total=face,
            needed=f"{burning()['burns_from']}+",
            outcome="burns" if burns else "nothing",
            rules=(cite("COT-SCN-10"),),
        ),
        event,
    )
    if burns:
        ignite(battle, (event.x, event.y), event.width_in, rolled)
    return
    yield


def _flames(battle: Battle, event: Fired, places: list[tuple[float, float]]) -> Steps:
    cite("COT-SCN-10")
    for at in places:
        ignite(battle, at, float(burning()["flame_in"]), event)
    return
    yield


def ignite(battle: Battle, at: tuple[float, float], circle_in: float, cause: Any) -> None:
    """A burning patch as large as the circle; it blocks sight. Rules: COT-SCN-11, NUT-COLL-05."""
    state = cast(ClashState, battle.state)
    state.next_id += 1
    name = f"{PATCH}{state.next_id}"
    rules = (cite("COT-SCN-11"),)
    battle.happen(GroundChanged(added=(_patch(name, at, circle_in / 2),), why="fire", rules=rules), cause)
    state.fires += (Fire(id=name, x=snap(at[0]), y=snap(at[1]), since_turn=state.turn, until_turn=state.turn + 1),)


def _patch(name: str, at: tuple[float, float], radius: float) -> AddFeature:
    turn = 2.0 * math.pi / SIDES
    ring = tuple(
        (snap(at[0] + radius * math.cos(turn * n)), snap(at[1] + radius * math.sin(turn * n))) for n in range(SIDES)
    )
    return AddFeature(
        id=name, kind="fire", rings=(ring,), name="Burning wheat", height=float(burning()["smoke_levels"])
    )


def wind(battle: Battle) -> float:
    """Where the wind blows, degrees: drawn when the first fire asks. Rule: COT-SCN-11."""
    state = cast(ClashState, battle.state)
    if WIND not in state.notes:
        (drawn,) = battle.throw(1, FULL_CIRCLE)
        state.notes[WIND] = drawn - 1
    return float(state.notes[WIND] or 0.0)


def spread(battle: Battle) -> Directive:
    """At the end of the turn each fire in wheat may creep an inch downwind; a patch is burnt out after two turns.

    Rules: COT-SCN-11, NUT-COLL-05.
    """
    state = cast(ClashState, battle.state)
    for fire in [f for f in state.fires if f.id.startswith(PATCH)]:
        if fire.until_turn <= state.turn:
            _burn_out(battle, fire)
        else:
            _creep(battle, fire)
    return NEXT


def _burn_out(battle: Battle, fire: Fire) -> None:
    state = cast(ClashState, battle.state)
    keep = tuple(c for c in state.ground if c.id != fire.id)
    state.fires = tuple(f for f in state.fires if f.id != fire.id)
    battle.happen(GroundChanged(keep=keep, why="burnt_out", rules=(cite("NUT-COLL-05"),)))


def _creep(battle: Battle, fire: Fire) -> None:
    state = cast(ClashState, battle.state)
    (face,) = battle.throw(1)
    grows = face >= int(burning()["grows_from"])
    rolled = battle.happen(
        Rolled(
            purpose="wheat_fire_spreads",
            dice=(face,),
            total=face,
            needed=f"{burning()['grows_from']}+",
            outcome="spreads" if grows else "stays",
            rules=(cite("COT-SCN-11"),),
        )
    )
    old = next((c for c in state.ground if c.id == fire.id and isinstance(c, AddFeature)), None)
    if not grows or old is None:
        return
    angle, step = math.radians(wind(battle)), float(burning()["grows_in"])
    moved = tuple((snap(x + step * math.cos(angle)), snap(y + step * math.sin(angle))) for x, y in old.rings[0])
    grown = msgspec.structs.replace(old, rings=(_hull((*old.rings[0], *moved)),))
    keep = tuple(c for c in state.ground if c.id != fire.id)
    battle.happen(GroundChanged(added=(grown,), keep=keep, why="fire", rules=(cite("COT-SCN-11"),)), rolled)


def _hull(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """The convex hull of points, counter-clockwise."""
    rows = sorted(set(points))
    lower: list[tuple[float, float]] = []
    upper: list[tuple[float, float]] = []
    for half, order in ((lower, rows), (upper, rows[::-1])):
        for p in order:
            while len(half) >= 2 and _turn(half[-2], half[-1], p) <= 0.0:
                half.pop()
            half.append(p)
    return (*lower[:-1], *upper[:-1])


def _turn(o: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
