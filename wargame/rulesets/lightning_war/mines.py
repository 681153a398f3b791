"""Minefields: entering, clearing, laying. Rules: LW2-MINE-01 to -13."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wargame.board import gap_to_point, region_contains
from wargame.engine.events import AreaChanged, Event, Rolled
from wargame.engine.knowledge import seen_by_for
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Area
from wargame.rulesets.lightning_war import damage, geometry, units
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground, kind_at, spot_of, state_of
from wargame.rulesets.lightning_war.state import Point, WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

KIND = "minefield"
CLEAR = "clear_mines"
CONTACT_IN = 0.5


def fields(scene: Scene) -> list[Area]:
    """The minefields that the scene knows."""
    return [a for a in scene.state.areas.values() if a.kind == KIND]


def is_safe(area: Area, side: str) -> bool:
    """Has the side a passage, or laid the field itself? Rule: LW2-MINE-12."""
    cite("LW2-MINE-12")
    return side == area.owner or side in str(area.get("cleared", "")).split()


def ring_of(area: Area) -> tuple[Point, ...]:
    """Its outline, closed. Rule: LW2-MINE-13."""
    cite("LW2-MINE-13")
    return (*area.polygon, area.polygon[0])


# ---------------------------------------------------------------- entering


def entries(scene: Scene, side: str, path: tuple[Point, ...]) -> list[tuple[float, str]]:
    """Where a path first moves inside each uncleared field, in inches along it. Rule: LW2-MINE-10."""
    found = []
    for area in fields(scene):
        if is_safe(area, side):
            continue
        walked = 0.0
        for a, b in pairwise(path):
            runs = geometry.runs(ring_of(area), a, b)
            if runs:
                found.append((walked + runs[0][0], area.id))
                break
            walked += ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    return sorted(found)


def result(face: int) -> str:
    """What the die of a field does. Rule: LW2-MINE-10."""
    cite("LW2-MINE-10")
    row = tables()["mines"]
    if face >= int(row["entry_disabled"]):
        return damage.DISABLED
    return damage.SUPPRESSED if face == int(row["entry_suppressed"]) else "missed"


def spring(battle: Battle, stand: WarStand, area_id: str, cause: Event | None) -> None:
    """A stand moves in a field: it is known from now on, and the stand rolls. Rules: LW2-MINE-10, LW2-MOR-16."""
    area = battle.state.areas[area_id]
    if area.known_to is not None:
        known = _changed(area, known_to=None)
        battle.happen(AreaChanged(area=known, why="found", rules=(cite("LW2-MINE-03"),)), cause)
    dice = battle.throw(1)
    word = result(dice[0])
    seen = seen_by_for(battle.state, stand.id)
    event = battle.happen(
        Rolled(
            purpose="mines",
            who=stand.id,
            side=stand.side,
            dice=dice,
            needed="5+",
            outcome=word,
            rules=("LW2-MINE-10",),
            seen_by=seen,
        ),
        cause,
    )
    tests = Tests()
    if word == damage.DISABLED:
        damage.disable(battle, stand, tests, None, event)
    elif word == damage.SUPPRESSED:
        damage.suppress(battle, stand, tests, event)
    tests.take(battle, event)


def _changed(area: Area, **fields_: Any) -> Area:
    row = {name: getattr(area, name) for name in area.__struct_fields__}
    return Area(**{**row, **fields_})


# ---------------------------------------------------------------- clearing


def field_at(scene: Scene, stand: WarStand) -> Area | None:
    """An uncleared field that the base is in or touches. Rule: LW2-MINE-04."""
    cite("LW2-MINE-04")
    base = units.footprint(stand)
    for area in fields(scene):
        if is_safe(area, stand.side):
            continue
        inside = region_contains(area.polygon, stand.x, stand.y)
        x, y = _nearest(area, (stand.x, stand.y))
        if inside or gap_to_point(base, x, y) <= CONTACT_IN:
            return area
    return None


def _nearest(area: Area, at: Point) -> Point:
    """The point of an outline nearest to a place, to a hundredth of its legs."""
    ring = ring_of(area)
    rows = [
        (a[0] + (b[0] - a[0]) * n / 100, a[1] + (b[1] - a[1]) * n / 100) for a, b in pairwise(ring) for n in range(101)
    ]
    return min(rows, key=lambda p: (p[0] - at[0]) ** 2 + (p[1] - at[1]) ** 2)


def may_clear(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not clear mines now, or None. Rules: LW2-MINE-04, -07, -11."""
    state = state_of(scene)
    if not (units.is_infantry(stand) or stand.mine_clearer):
        return Refusal(text=f"{stand.name} cannot clear mines.", rules=(cite("LW2-MINE-04"),))
    if field_at(scene, stand) is None:
        return Refusal(text=f"{stand.name} touches no uncleared minefield.", rules=(cite("LW2-MINE-04"),))
    used = state.cycle in (stand.moved_cycle, stand.shot_cycle, stand.busy_cycle)
    if used or stand.suppressed_turn:
        text = f"{stand.name} does nothing else in the hour in which it clears mines."
        return Refusal(text=text, rules=(cite("LW2-MINE-11"),))
    return None


def clear(battle: Battle, stand: WarStand) -> None:
    """One attempt: the rolls of one squad add up to 6. Rules: LW2-MINE-04 to -07, -11, -12."""
    area = field_at(battle, stand)
    if area is None:
        return
    for rule in ("LW2-MINE-05", "LW2-MINE-06", "LW2-MINE-11"):
        cite(rule)
    state = state_of(battle)
    dice = battle.throw(1)
    total = dict(stand.cleared).get(area.id, 0) + dice[0] + stand.clearing_bonus
    needed = int(tables()["mines"]["clear_total"])
    done = total >= needed
    event = battle.happen(
        Rolled(
            purpose="clearing",
            who=stand.id,
            side=stand.side,
            dice=dice,
            total=total,
            needed=f"{needed}+",
            outcome="cleared" if done else "going_on",
            rules=("LW2-MINE-05",),
        )
    )
    stand.busy_cycle = max(1, state.cycle)
    stand.cleared = (*((k, v) for k, v in stand.cleared if k != area.id), (area.id, total))
    if stand.mine_clearer and units.is_vehicle(stand) and dice[0] == int(tables()["mines"]["tank_disabled_on"]):
        cite("LW2-MINE-07")
        tests = Tests()
        damage.disable(battle, stand, tests, None, event)
        tests.take(battle, event)
        return
    if done:
        sides = f"{area.get('cleared', '')} {stand.side}".strip()
        data = (*((k, v) for k, v in area.data if k != "cleared"), ("cleared", sides))
        opened = _changed(area, data=tuple(sorted(data)))
        battle.happen(AreaChanged(area=opened, why="a passage is open", rules=(cite("LW2-MINE-12"),)), event)


# ---------------------------------------------------------------- laying


def outline(scene: Scene, place: int) -> tuple[Point, ...]:
    """The outline of a place as a field fills it. Rule: LW2-MINE-13."""
    cite("LW2-MINE-13")
    shape = ground(scene.board).graph.places[place].shape
    parts = sorted(getattr(shape, "geoms", [shape]), key=lambda part: -part.area)
    return tuple((round(x, 3), round(y, 3)) for x, y in parts[0].exterior.coords[:-1])


def against_laying(scene: Scene, at: Point) -> Refusal | None:
    """Why no field may be laid here, or None. Rules: LW2-MINE-01, -02."""
    cite("LW2-MINE-01")
    if kind_at(scene, *at) in tables()["mines"]["forbidden_terrain"]:
        return Refusal(text="No mines are laid in dense woods.", rules=("LW2-MINE-01",), at=at)
    return None


def against_scattering(scene: Scene, at: Point) -> Refusal | None:
    """Why no scatter mines may be laid here, or None: only on empty ground. Rule: LW2-MINE-09."""
    cite("LW2-MINE-09")
    place = ground(scene.board).spot(*at).place
    if any(spot_of(scene, s).place == place for s in state_of(scene).in_play()):
        return Refusal(text="Scatter mines are laid on empty ground only.", rules=("LW2-MINE-09",), at=at)
    return against_laying(scene, at)


def lay(battle: Battle, name: str, side: str, at: Point, *, hidden: bool, why: str, cause: Event | None = None) -> None:
    """Lays a field over one feature or field. Rules: LW2-MINE-01, -03, -08, -13."""
    cite("LW2-MINE-08" if why == "scattered" else "LW2-MINE-03")
    place = ground(battle.board).spot(*at).place
    known = (side,) if hidden else None
    area = Area(id=name, kind=KIND, polygon=outline(battle, place), owner=side, known_to=known, name="Minefield")
    battle.happen(AreaChanged(area=area, why=why, rules=("LW2-MINE-13",), seen_by=known), cause)
