"""What a vehicle hides behind: hull down, solid cover, concealment. Rules: NUT-VMOV-12, NUT-ATW-01."""

from __future__ import annotations

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import lines, solids
from wargame.rulesets.clash_of_titans.cover import Cover, cover
from wargame.rulesets.clash_of_titans.solids import Solid
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.terrain import sight_rows
from wargame.rulesets.clash_of_titans.vehicle_data import number, whole

Point = tuple[float, float]


def is_hull_down(scene: Scene, target: ClashStand, origin: ClashStand | Point) -> bool:
    """Do at least two sight lines cross low cover close to the vehicle, so that its turret alone stays visible?

    Rule: NUT-VMOV-12.
    """
    if not target.is_afv:
        return False
    cite("NUT-VMOV-12")
    found = _crossed(scene, target, origin)
    low = [any(_is_low(scene, solid) for solid in line) for line in found]
    return sum(low) >= whole("hull_down", "lines")


def vehicle_cover(scene: Scene, target: ClashStand, origin: ClashStand | Point) -> Cover:
    """Cover of a vehicle against AT weapons: only hull down or behind something solid; ground that would cover men
    conceals it. Rule: NUT-ATW-01."""
    rules = (cite("NUT-ATW-01"),)
    found = cover(scene, target, origin)
    if not found.in_cover:
        return found
    behind = _crossed(scene, target, origin)
    if solids.any_two(behind):
        return Cover(solids.best_dv(behind), True, found.concealed, False, found.why, (*found.rules, *rules))
    return Cover(concealed=True, why=found.why, rules=(*found.rules, *rules))


def _crossed(scene: Scene, target: ClashStand, origin: ClashStand | Point) -> tuple[tuple[Solid, ...], ...]:
    """Solid things close before the vehicle on each of the three lines."""
    start = lines.pose_of(scene, origin) if isinstance(origin, ClashStand) else lines.pose_at(scene, origin)
    end = lines.pose_of(scene, target)
    drawn = lines.bundle(scene.board, lines.columns([start]), lines.columns([end]))
    return solids.solids_near(scene, scene.board, drawn, end, start, lines.blocks_of(scene))


def _is_low(scene: Scene, solid: Solid) -> bool:
    """Is a thing high enough to hide the hull and too low to hide the turret?"""
    if solid.dv < whole("hull_down", "least_dv") or solid.kind == "vehicle":
        return False
    feature = next((f for f in scene.board.features if f.id == solid.what), None)
    if feature is None:
        return False
    rise = sight_rows()[feature.kind].rise(feature, scene.board.profile.inches_per_level)
    return number("hull_down", "least_height_in") - 0.0005 <= rise < number("hull_down", "below_height_in")
