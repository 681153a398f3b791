"""Who sees whom, and who has been spotted.

Rules: FFT-LOS-01, FFT-SPOT-01 to -12, FFT-THERM-01 to -03, FFT-SMK-01, -02.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from wargame.board import Board, Footprint, crossed, gap, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import cover, lines, many_lines, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, phase_key, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


BASES_IN = 2.0
"""Edges of bases are nearer to each other than their centres by no more."""


def place_of(scene: Scene, stand: FistStand) -> FistStand:
    """The stand on whose base it is: its carrier if it rides, else itself."""
    carrier = state_of(scene).stands.get(stand.carrier) if stand.carrier else None
    return carrier if carrier is not None else stand


def raised(stand: FistStand) -> float:
    """Levels that a stand is raised above the ground. Rule: FFT-HELO-06."""
    return float(tables()["helicopter"]["pop_up_levels"]) if stand.popped else 0.0


def has_sight(scene: Scene, viewer: FistStand, target: FistStand) -> bool:
    """An unblocked line between them, by eye or by the viewer's own thermal sight.

    Rules: FFT-LOS-01, FFT-HELO-03, -14, FFT-SMK-01, -02, FFT-THERM-02.
    """
    cite("FFT-LOS-01")
    a, b = units.footprint(viewer), units.footprint(target)
    if viewer.high or target.high:
        return _sight_of_high(scene, viewer, target)
    up = (raised(viewer), raised(target))
    if lines.visible(scene.board, a, b, up=up, edge_in=soft_edge(scene)):
        return True
    return units.has_thermal(scene, viewer) and through_smoke(scene, a, b, up)


def soft_edge(scene: Scene) -> float:
    """Inches that everybody sees into and out of cover; 0 without the option. Rule: FFT-LOS-09."""
    if not scene.state.options.get("soft_edge"):
        return 0.0
    cite("FFT-LOS-09")
    return float(tables()["los"]["optional_soft_edge"])


def _sight_of_high(scene: Scene, viewer: FistStand, target: FistStand) -> bool:
    """Nothing between blocks sight to or from a helicopter in high mode. Rules: FFT-HELO-03, -14."""
    cite("FFT-HELO-03")
    for stand in (viewer, target):
        if (
            not stand.high
            and cover.area_row(scene, stand)
            and not lines.touches_edge(scene.board, units.footprint(stand))
        ):
            cite("FFT-HELO-14")
            return False
    return True


def smoke_of(board: Board) -> dict[str, str]:
    """Smoke on the board: id and kind (normal, incendiary, spectral). Rule: FFT-SMK-06."""

    def make(made: Board) -> dict[str, str]:
        return {f.id: str(f.props.get("smoke", "normal")) for f in made.features if f.kind == "smoke"}

    return board.part("smoke by kind", make, frozenset({"smoke"}))


def through_smoke(scene: Scene, a: Footprint, b: Footprint, up: tuple[float, float] = (0.0, 0.0)) -> bool:
    """Does a thermal sight at A reach B through smoke? Rules: FFT-SMK-02, -06, FFT-THERM-01, -02, -03."""
    board, limit = scene.board, float(tables()["spotting"]["thermal_limit"])
    smoke = smoke_of(board)
    if not smoke:
        return False
    if "spectral" in smoke.values():
        cite("FFT-SMK-06")
    ignored = frozenset(name for name, kind in smoke.items() if kind != "spectral")
    distance = gap(a, b)
    if not ignored or not within(distance, limit):
        return False
    if not lines.visible(board, a, b, ignored, up):
        return False
    cite("FFT-SMK-02")
    cite("FFT-THERM-01")
    cite("FFT-THERM-02")
    return within(_thermal_inches(board, a, b, distance), limit)


def _thermal_inches(board: Board, a: Footprint, b: Footprint, distance: float) -> float:
    """What the line counts against the reach of a thermal sight. Rule: FFT-THERM-03."""
    hot = [board.index_of(name) for name, kind in smoke_of(board).items() if kind == "incendiary"]
    if not hot:
        return distance
    line = lines.nine_points(a)[:1], lines.nine_points(b)[:1]
    found = crossed(board, frozenset({"smoke"}), np.hstack(line))
    whole = math.dist((a.x, a.y), (b.x, b.y))
    start = (whole - distance) / 2
    far = [float(leave) * whole - start for i, leave in zip(found.feature, found.leave, strict=True) if int(i) in hot]
    if not far:
        return distance
    cite("FFT-THERM-03")
    beyond = float(tables()["smoke"]["thermal_multiplier_beyond_incendiary"])
    leaves = min(distance, max(far))
    return leaves + beyond * (distance - leaves)


def column(scene: Scene, target: FistStand, viewer: Footprint, *, optical: bool) -> str:
    """Column of the spotting table. Rules: FFT-SPOT-04, -05, -07, -08, FFT-SMK-09."""
    covered = cover.in_cover_from(scene, target, viewer)
    if optical and not covered and cover.in_smoke(scene, target):
        cite("FFT-SMK-09")
        covered = True
    fired = target.fired_in == phase_key(state_of(scene)) or target.popped
    if fired:
        cite("FFT-SPOT-05")
    return ("cover" if covered else "open") + ("_fired" if fired else "")


def kind_row(target: FistStand) -> str:
    """Row of the spotting table."""
    if units.is_heli(target):
        return "heli_high" if target.high else "heli_noe"
    return "infantry" if units.is_foot(target) else "vehicle"


def spotting_range(scene: Scene, viewer: FistStand, target: FistStand) -> float:
    """Inches at which the viewer spots the target where the two are now.

    Rules: FFT-SPOT-04 to -06, -10, -11, FFT-CC-01.
    """
    chart, here = tables()["spotting"], units.footprint(viewer)
    name, kind = column(scene, target, here, optical=True), kind_row(target)
    cite("FFT-SPOT-04")
    reach = float(chart["optical"][kind][name])
    recon = float(chart["recon_factor"]) if units.is_recon(viewer) else 1.0
    if recon != 1.0:
        cite("FFT-SPOT-10")
    reach = math.ceil(reach * recon - 1e-9)
    limit = scene.state.visibility_in
    if limit is not None:
        cite("FFT-SPOT-11")
        reach = min(reach, limit * (float(chart["visibility_fired_factor"]) if name.endswith("fired") else 1.0))
    if units.has_thermal(scene, viewer):
        cite("FFT-SPOT-06")
        name = column(scene, target, here, optical=False)
        heat = min(math.ceil(float(chart["thermal"][kind][name]) * recon - 1e-9), float(chart["thermal_limit"]))
        reach = max(reach, heat)
    return max(reach, float(tables()["close_combat"]["range"]))


def farthest(scene: Scene) -> float:
    """Inches between centres beyond which nobody spots anybody: the chart's longest, or what the weather leaves."""
    chart = tables()["spotting"]
    limit = scene.state.visibility_in
    longest = math.ceil(max(max(row.values()) for row in chart["optical"].values()) * float(chart["recon_factor"]))
    if limit is not None:
        longest = min(longest, limit * float(chart["visibility_fired_factor"]))
    return max(float(longest), float(chart["thermal_limit"])) + BASES_IN


def spots(scene: Scene, viewer: FistStand, target: FistStand) -> bool:
    """Does the viewer spot the target from where it stands? Rules: FFT-SPOT-01, -04."""
    if not viewer.in_play or not target.in_play:
        return False
    if math.dist((viewer.x, viewer.y), (target.x, target.y)) > farthest(scene) or not has_sight(scene, viewer, target):
        return False
    distance = gap(units.footprint(viewer), units.footprint(target))
    return within(distance, spotting_range(scene, viewer, target))


def seen_by_any(scene: Scene, target: FistStand, viewers: Iterable[FistStand]) -> bool:
    """Has any of these a free line to it, at whatever range? Rule: FFT-SPOT-03."""
    return any(has_sight(scene, viewer, target) for viewer in viewers if viewer.in_play)


def is_spotted(scene: Scene, target: FistStand) -> bool:
    """May it be fired at? Rules: FFT-LOS-01, FFT-SPOT-02."""
    cite("FFT-SPOT-02")
    return target.spotted


# ---------------------------------------------------------------- what happens


def spot(battle: Battle, target: FistStand, by: FistStand | None, cause: Event | None = None) -> None:
    """The target is spotted for the whole enemy side. Rules: FFT-SPOT-01, -02, -12."""
    rules = (cite("FFT-SPOT-01"), cite("FFT-SPOT-02"))
    for name in (target.id, *(r.id for r in units.riders(battle, target))):
        for side in battle.state.enemies_of(target.side):
            if knowledge.is_hidden(battle.state, name, side):
                cite("FFT-SPOT-12")
                knowledge.reveal(battle, name, side, by=by.id if by else None, rules=rules, cause=cause)
    if not target.spotted:
        battle.happen(StandChanged(stand=target.id, changes=(("spotted", True),), why="spotted", rules=rules), cause)


def look_round(battle: Battle, mover: FistStand | None = None, cause: Event | None = None) -> list[FistStand]:
    """Spot whatever is in sight and range now: of one mover and round it, or of everybody. Who is newly spotted."""
    state = state_of(battle)
    stands = [s for s in state.stands.values() if s.in_play]
    if mover is None:
        _prepare(battle, stands)
    found = []
    for target in stands:
        if target.spotted:
            continue
        viewers = [mover] if mover is not None and mover is not target else stands
        by = next((v for v in viewers if v.side != target.side and spots(battle, v, target)), None)
        if by is not None:
            spot(battle, target, by, cause)
            found.append(target)
    return found


def begin_phase(battle: Battle) -> None:
    """Spotted stands that nobody can see are lost from sight; then everybody looks round. Rules: FFT-SPOT-01, -03."""
    state = state_of(battle)
    stands = [s for s in state.stands.values() if s.in_play]
    _prepare(battle, stands)
    for target in stands:
        foes = [s for s in stands if s.side != target.side]
        if target.spotted and not seen_by_any(battle, target, foes):
            _lose(battle, target)
    look_round(battle)


def _prepare(battle: Battle, stands: list[FistStand]) -> None:
    """Sight between all stands of the two sides, worked out at once."""
    first = next(iter(battle.state.sides), "")
    mine = [units.footprint(s) for s in stands if s.side == first]
    many_lines.everybody(battle.board, mine, [units.footprint(s) for s in stands if s.side != first])


def _lose(battle: Battle, target: FistStand) -> None:
    rules = (cite("FFT-SPOT-03"),)
    battle.happen(StandChanged(stand=target.id, changes=(("spotted", False),), why="unspotted", rules=rules))
    if state_of(battle).options.get("hidden"):
        for name in (target.id, *(r.id for r in units.riders(battle, target))):
            for side in battle.state.enemies_of(target.side):
                if not knowledge.is_hidden(battle.state, name, side):
                    knowledge.hide(battle, name, side, rules=(cite("FFT-SPOT-12"),))
