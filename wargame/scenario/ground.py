"""Lint of places: zones, objectives and lines lie on the table, zones are apart and hold their stands."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wargame.board import Board, Profile, Table, contains_many
from wargame.engine.setup import GroupSetup, Setup
from wargame.engine.state import State
from wargame.scenario.faults import Findings, quoted
from wargame.scenario.maps import polygon_fault
from wargame.scenario.models import ScenarioForm

CELL_IN = 0.5
ROOM_FOR_A_STAND = 1.0
"""Square inches that a stand needs where its base is not known yet."""
LOOSE = 1.3
"""How much more room than their bases stands need to be placed side by side."""
SHARED = 1.0
"""Square inches that zones of enemies may share by accident of rounding."""


def check_places(form: ScenarioForm, table: Table, findings: Findings) -> None:
    """Note points off the table and zones that are no polygons."""
    for n, zone in enumerate(form.zone):
        _points(f"zone[{n}].polygon", zone.polygon, table, findings)
        wrong = polygon_fault(zone.polygon, table)
        if wrong:
            findings.add(f"zone[{n}].polygon", f"zone {quoted(zone.id)}: {wrong}")
    for n, line in enumerate(form.line):
        _points(f"line[{n}].points", line.points, table, findings)
    for n, area in enumerate(form.area):
        if area.polygon is not None:
            wrong = polygon_fault(area.polygon, table)
            if wrong:
                findings.add(f"area[{n}].polygon", f"area {quoted(area.id)}: {wrong}")
    for name in ("objective", "action"):
        for n, row in enumerate(getattr(form, name)):
            _points(f"{name}[{n}]", [[row.x, row.y]], table, findings)
    for s, side in enumerate(form.side):
        for g, group in enumerate(side.group):
            for i, stand in enumerate(group.stands):
                if stand.place is not None:
                    _points(f"side[{s}].group[{g}].stands[{i}].place", [stand.place], table, findings)


def check_zones(setup: Setup, findings: Findings) -> None:
    """Note deployment zones of enemies that overlap, and zones too small for the stands that share them."""
    grid = _grid(setup.table)
    inside = {zone.id: contains_many(zone.polygon, grid) for zone in setup.zones}
    for a, b in itertools.combinations(setup.zones, 2):
        if not a.side or not b.side or a.side == b.side or "place" in (a.kind, b.kind):
            continue
        shared = float((inside[a.id] & inside[b.id]).sum()) * CELL_IN**2
        if shared > SHARED and a.kind == b.kind == "deploy":
            findings.add(
                f"zone ({a.id})",
                f"overlaps zone {quoted(b.id)} of the enemy by {shared:.0f} square inches",
                "zones of enemies lie apart",
            )
        elif shared > SHARED:
            findings.warn(f"zone ({a.id})", f"overlaps zone {quoted(b.id)} of the enemy by {shared:.0f} square inches")
    for zones, stands in _crowds(setup).items():
        room = (
            float(np.logical_or.reduce([inside[z] for z in zones if z in inside] or [grid[:, 0] < 0]).sum())
            * CELL_IN**2
        )
        if room < len(stands) * ROOM_FOR_A_STAND:
            found = f"{room:.0f} square inches for {len(stands)} stands"
            findings.add(f"zone ({', '.join(zones)})", found, f"expected at least {len(stands) * ROOM_FOR_A_STAND:.0f}")


def check_ground(setup: Setup, state: State, profile: Profile, findings: Findings) -> None:
    """The same with the bases of the stands and only the ground that one of the zone's stands may enter."""
    board = Board.build(setup.table, setup.features, profile)
    grid = _grid(setup.table)
    rows, names = board.terrain_many(grid)
    barred = np.array([_bars_all(profile, name) for name in names], dtype=bool)[rows]
    for zones, stands in _crowds(setup).items():
        polygons = [zone.polygon for zone in setup.zones if zone.id in zones]
        inside = np.logical_or.reduce([contains_many(polygon, grid) for polygon in polygons])
        room = float((inside & ~barred).sum()) * CELL_IN**2
        bases = [state.stands[stand].base for stand in stands if stand in state.stands]
        needed = sum(base.width_in * base.depth_in for base in bases) * LOOSE
        if room < needed:
            found = f"{room:.0f} square inches of passable ground for {len(bases)} stands"
            findings.add(f"zone ({', '.join(zones)})", found, f"their bases need {needed:.0f}")
        if inside.any() and (inside & barred).sum() > 0.5 * inside.sum():
            findings.warn(f"zone ({', '.join(zones)})", "more than half of it is impassable")


def _crowds(setup: Setup) -> dict[tuple[str, ...], list[str]]:
    """Stands that are placed in the same zones at the same time."""
    crowds: dict[tuple[str, ...], list[str]] = {}
    for group in setup.groups:
        arrival = setup.arrival_of(group.id)
        zones = group.zones if arrival is None else arrival.zones
        if zones and arrival is None:
            crowds.setdefault(tuple(zones), []).extend(_on_table(group))
    return crowds


def _on_table(group: GroupSetup) -> list[str]:
    return [s.id for s in group.stands if not s.off_board and s.place is None and s.aboard is None]


def _bars_all(profile: Profile, row: str) -> bool:
    costs = profile.costs.get(row)
    return bool(costs) and all(cost < 0 for cost in (costs or {}).values())


def _grid(table: Table) -> npt.NDArray[np.float64]:
    xs = np.arange(CELL_IN / 2, table.width_in, CELL_IN)
    ys = np.arange(CELL_IN / 2, table.height_in, CELL_IN)
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def _points(place: str, points: Sequence[Sequence[float]], table: Table, findings: Findings) -> None:
    for point in points:
        if not (0.0 <= point[0] <= table.width_in and 0.0 <= point[1] <= table.height_in):
            size = f"{table.width_in:g} by {table.height_in:g} inches"
            findings.add(place, f"the point ({point[0]:g}, {point[1]:g}) is off the table", f"the table is {size}")
            return
