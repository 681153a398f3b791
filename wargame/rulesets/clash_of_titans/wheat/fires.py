"""Wheat that burns: explosions set patches alight and the wind drives them on.

What a fire does to who is in it, and that crops burn out, is the core's (`fires`); so is that flames always light
crops.
Rules: COT-SCN-10, -11.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

import msgspec

from wargame.board import AddFeature, RemoveFeature, snap
from wargame.engine.events import Event, GroundChanged, TemplateLanded
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import fires, throws
from wargame.rulesets.clash_of_titans.state import ClashState, Fire
from wargame.rulesets.clash_of_titans.wheat.charts import burning
from wargame.rulesets.clash_of_titans.wheat.ground import is_in_wheat

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
Steps = Generator[AnyRequest, Any, None]
WIND = "wheat.wind_deg"
PATCH = "wheat-fire-"
CORNERS = 16
FULL_CIRCLE = 360


def after_burst(battle: Battle, event: TemplateLanded) -> Steps | None:
    """An explosion may set the wheat that it strikes alight. Rule: COT-SCN-10."""
    if event.shape != "circle" or not is_in_wheat(battle, (event.x, event.y)):
        return None
    return _maybe(battle, event)


def _maybe(battle: Battle, event: TemplateLanded) -> Steps:
    least = int(burning()["burns_from"])
    rules = (cite("COT-SCN-10"),)
    die = throws.read_die(battle, "wheat_fire", needed=f"{least}+", rules=rules, cause=event)
    if die.passed >= least:
        ignite(battle, (event.x, event.y), event.width_in, die.event)
    return
    yield


def ignite(battle: Battle, at: Point, circle_in: float, cause: Event | None = None) -> str:
    """A burning patch as large as the circle; it blocks sight. Gives its id. Rule: COT-SCN-11."""
    state = cast(ClashState, battle.state)
    state.next_id += 1
    name = f"{PATCH}{state.next_id}"
    rules = (cite("COT-SCN-11"),)
    battle.happen(GroundChanged(added=(_patch(name, at, circle_in / 2),), why="fire", rules=rules), cause)
    until = state.turn + fires.CROP_TURNS
    state.fires += (Fire(id=name, x=snap(at[0]), y=snap(at[1]), since_turn=state.turn, until_turn=until),)
    return name


def _patch(name: str, at: Point, radius: float) -> AddFeature:
    turn = 2.0 * math.pi / CORNERS
    ring = tuple(
        (snap(at[0] + radius * math.cos(turn * n)), snap(at[1] + radius * math.sin(turn * n))) for n in range(CORNERS)
    )
    return AddFeature(id=name, kind="fire", rings=(ring,), name="Burning wheat")


def wind(battle: Battle) -> float:
    """Where the wind blows, degrees: drawn when the first fire asks. Rule: COT-SCN-11."""
    state = cast(ClashState, battle.state)
    if WIND not in state.notes:
        (drawn,) = battle.throw(1, FULL_CIRCLE)
        state.notes[WIND] = drawn - 1
    return float(state.notes[WIND] or 0.0)


def spread(battle: Battle) -> Directive:
    """At the end of the turn each fire in wheat may creep an inch downwind. Rule: COT-SCN-11."""
    state = cast(ClashState, battle.state)
    least = int(burning()["grows_from"])
    for fire in [f for f in state.fires if f.id.startswith(PATCH)]:
        rules = (cite("COT-SCN-11"),)
        die = throws.read_die(battle, "wheat_fire_spreads", needed=f"{least}+", rules=rules)
        if die.passed >= least:
            _creep(battle, fire, die.event)
    return NEXT


def _creep(battle: Battle, fire: Fire, cause: Event | None) -> None:
    patch = _shape(battle, fire.id)
    if patch is None:
        return
    angle, step = math.radians(wind(battle)), float(burning()["grows_in"])
    moved = tuple((snap(x + step * math.cos(angle)), snap(y + step * math.sin(angle))) for x, y in patch.rings[0])
    grown = msgspec.structs.replace(patch, rings=(hull((*patch.rings[0], *moved)),))
    changes = (RemoveFeature(id=fire.id), grown)
    battle.happen(GroundChanged(added=changes, why="fire", rules=(cite("COT-SCN-11"),)), cause)


def _shape(battle: Battle, name: str) -> AddFeature | None:
    """The patch of a fire as it was last entered, None if it is out."""
    found = [c for c in battle.state.ground if c.id == name]
    last = found[-1] if found else None
    return last if isinstance(last, AddFeature) else None


def hull(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The convex hull of points, counter-clockwise."""
    rows = sorted(set(points))
    halves: list[list[Point]] = [[], []]
    for half, order in zip(halves, (rows, rows[::-1]), strict=True):
        for p in order:
            while len(half) >= 2 and _turn(half[-2], half[-1], p) <= 0.0:
                half.pop()
            half.append(p)
    return (*halves[0][:-1], *halves[1][:-1])


def _turn(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
