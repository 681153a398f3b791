"""Shots left, firing on the move, arcs. Rules: LW2-TURN-05, -10, -11, -14, LW2-GUN-06, -07, LW2-STAT-04, LW2-ARC-03."""

from __future__ import annotations

from wargame.board import bearing, turn_between
from wargame.engine.dice import Modifier
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.location import is_halted
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import Weapon

MOVING = "moving"
"""Mode of a shot of a unit that means to move later in the cycle (LW2-TURN-14)."""
ARC_SLACK_DEG = 0.05


def shots_fired(scene: Scene, stand: WarStand) -> int:
    """Shots of this cycle."""
    return stand.shots if stand.shot_cycle and stand.shot_cycle == state_of(scene).cycle else 0


def shots_allowed(scene: Scene, stand: WarStand, weapon: Weapon, mode: str) -> int:
    """Shots that it has in a cycle: one; two for an unmoved gun or tank. Rules: LW2-TURN-10, -11, LW2-GUN-06, -07."""
    cite("LW2-TURN-10" if stand.side == state_of(scene).initiative else "LW2-TURN-11")
    if not weapon.is_gun and weapon.kind != "mg":
        return 1
    if units.is_vehicle(stand) or units.is_gun(stand):
        moves = mode == MOVING or not is_halted(scene, stand) or _fired_moving(scene, stand)
        cite("LW2-GUN-06" if moves else "LW2-GUN-07")
        return int(tables()["at_accuracy"]["shots_after_moving" if moves else "shots_without_moving"])
    return 1


def _fired_moving(scene: Scene, stand: WarStand) -> bool:
    return bool(stand.on_the_move_cycle) and stand.on_the_move_cycle == state_of(scene).cycle


def is_on_the_move(scene: Scene, stand: WarStand, weapon: Weapon, mode: str, target: tuple[float, float]) -> bool:
    """Does the shot take the penalty of a moving firer: it has moved, means to, or (an HMG) has to turn beyond its arc?

    Rules: LW2-TURN-05, -14, LW2-ARC-02, -03.
    """
    moving = mode == MOVING or not is_halted(scene, stand) or _fired_moving(scene, stand)
    if moving:
        cite("LW2-TURN-05")
        cite("LW2-TURN-14")
        return True
    return weapon.kind == "hmg" and not bears(stand, weapon, *target)


def bears(stand: WarStand, weapon: Weapon, x: float, y: float) -> bool:
    """Does a point lie in the arc of a weapon as the stand faces now? Rules: LW2-ARC-01, -02, -04, -07."""
    if weapon.arc_deg >= 180:
        cite("LW2-ARC-01")
        cite("LW2-ARC-07")
        return True
    cite("LW2-ARC-04")
    return turn_between(stand.facing_deg, bearing(stand.x, stand.y, x, y)) <= weapon.arc_deg + ARC_SLACK_DEG


def against_firing(scene: Scene, stand: WarStand, weapon: Weapon, mode: str) -> Refusal | None:
    """Why a stand has no shot now, or None."""
    state = state_of(scene)
    if not stand.in_play:
        return _no(f"{stand.name} is being carried; riders do not fire.", stand, cite("LW2-RIDE-06"))
    if state.groups[stand.group].higher and not stand.attacked:
        text = f"{stand.name} belongs to a higher headquarters and fires only after it has been attacked."
        return _no(text, stand, cite("LW2-FORCE-18"))
    if stand.busy_cycle and stand.busy_cycle == state.cycle:
        return _no(f"{stand.name} is busy with something else in this cycle.", stand, cite("LW2-TURN-10"))
    allowed = shots_allowed(scene, stand, weapon, mode)
    if shots_fired(scene, stand) >= allowed:
        rule = "LW2-TURN-10" if stand.side == state.initiative else "LW2-TURN-11"
        return _no(f"{stand.name} has fired its {allowed} shot{'s' * (allowed > 1)} of this cycle.", stand, cite(rule))
    if mode == MOVING and stand.stays_cycle and stand.stays_cycle == state.cycle:
        text = f"{stand.name} has fired without moving and stays where it is."
        return _no(text, stand, cite("LW2-TURN-14"))
    if units.is_gun(stand) and not is_halted(scene, stand):
        return _no(f"{stand.name} has been moved and does not fire in this cycle.", stand, cite("LW2-ARC-03"))
    return None


def modifiers(scene: Scene, stand: WarStand, weapon: Weapon, mode: str, target: tuple[float, float]) -> list[Modifier]:
    """What the firer's own state does to his dice. Rules: LW2-TURN-05, LW2-STAT-04, -06."""
    rows = tables()["direct_fire_modifiers"]
    found = []
    if is_on_the_move(scene, stand, weapon, mode, target):
        found.append(Modifier("fired on the move", int(rows["fired_on_the_move"]), rule=cite("LW2-TURN-05")))
    if stand.suppressed_turn:
        found.append(Modifier("suppressed", int(rows["suppressed_firer"]), rule=cite("LW2-STAT-04")))
    if stand.pinned:
        cite("LW2-STAT-06")
    return found


def spend(scene: Scene, stand: WarStand, weapon: Weapon, mode: str, target: tuple[float, float]) -> None:
    """Enters one shot of this cycle, and whether the firer stays where it is. Rule: LW2-TURN-14."""
    state = state_of(scene)
    stand.shots = shots_fired(scene, stand) + 1
    stand.shot_cycle = stand.fired_cycle = max(1, state.cycle)
    if is_on_the_move(scene, stand, weapon, mode, target):
        stand.on_the_move_cycle = max(1, state.cycle)
    else:
        stand.stays_cycle = max(1, state.cycle)


def _no(text: str, stand: WarStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(rule,), about=stand.id)
