"""What an aircraft may attack. Rules: CFV-AIR-02 to -04, -28, -29, -31, -34 to -37."""

from __future__ import annotations

import math

from wargame.board import bearing, snap_facing
from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import cover, fire, observation, sorties, units
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

GUNS, BOMBS = "guns", "bombs"
ON_CENTRE_IN = 0.01
_FAR_IN = 100.0


def check_air(scene: Scene, order: Fire) -> Refusal | None:
    """Why this air attack may not be made, or None. Rules: CFV-AIR-02, -04, -28."""
    aircraft = state_of(scene).stands[order.stand]
    if len(order.targets) > 1 or order.weapon not in ("", GUNS, BOMBS):
        return Refusal(text="Name one target, and guns or bombs.", rules=(cite("CFV-AIR-02"),), kind="malformed")
    if not sorties.may_attack_ground(scene, aircraft):
        text = f"{aircraft.name} cannot attack the ground this turn (again)."
        return _no(text, "CFV-AIR-28", aircraft)
    target = target_of(scene, order)
    if target is None:
        text = "Name an enemy unit, or aim bombs at the centre of one."
        return Refusal(text=text, rules=(cite("CFV-AIR-02"),), about=aircraft.id, at=order.at)
    return refusal(
        scene, aircraft, target, weapon_of(aircraft, order), approach(scene, aircraft, target, order.facing_deg)
    )


def refusal(
    scene: Scene, aircraft: VipersStand, target: VipersStand, weapon: str, approach_deg: float
) -> Refusal | None:
    """Why an aircraft may not attack this unit with this weapon on this approach, or None."""
    if weapon == BOMBS:
        reason = (
            None if aircraft.ratings.bomb_burst > 0 else _no(f"{aircraft.name} has no bombs.", "CFV-AIR-28", aircraft)
        )
    else:
        reason = _guns_cannot(aircraft, target, approach_deg)
    if reason is None and not may_choose(scene, aircraft, target):
        text = f"{target.name} is in cover and halted; a fighter-bomber needs a tentacle that sees it."
        return _no(text, "CFV-AIR-02", target)
    return reason


def may_choose(scene: Scene, aircraft: VipersStand, target: VipersStand) -> bool:
    """In the open, moving, or directed by a tentacle? The rule binds fighter-bombers. Rules: CFV-AIR-02, -31."""
    return needs_no_tentacle(scene, aircraft, target) or directed_by(scene, aircraft, target) is not None


def needs_no_tentacle(scene: Scene, aircraft: VipersStand, target: VipersStand) -> bool:
    """May it be attacked without a tentacle: it is in the open, or moved in its own last go? Rules: CFV-AIR-02, -31."""
    if aircraft.ratings.air_role != sorties.FIGHTER_BOMBER:
        return True
    cite("CFV-AIR-02")
    cite("CFV-AIR-31")
    return target.moved or not cover.in_cover(scene, target)


def directed_by(scene: Scene, aircraft: VipersStand, target: VipersStand) -> VipersStand | None:
    """The unit that may direct an aircraft against a target this turn, or None. Rules: CFV-AIR-29, -37."""
    state = state_of(scene)
    ground = [s for s in state.stands.values() if s.side == aircraft.side and not units.is_aircraft(s)]
    teams = [s for s in ground if s.ratings.tentacle]
    if teams:
        cite("CFV-AIR-29")
    elif aircraft.ratings.tentacle:
        cite("CFV-AIR-37")
        teams = [s for s in ground if units.is_hq(s)]
    free = [s for s in teams if s.in_play and s.id not in state.tentacle_used]
    return next((s for s in free if observation.sees(scene, s, target)), None)


def lowers_class(aircraft: VipersStand) -> bool:
    """Does its gun meet one armour class less? A fighter-bomber's cannon does. Rules: CFV-AIR-03, -35, -36."""
    return aircraft.ratings.air_role == sorties.FIGHTER_BOMBER and aircraft.ratings.air_gun == "cannon"


def target_of(scene: Scene, order: Fire) -> VipersStand | None:
    """The known enemy unit that the order names, or whose centre it aims at."""
    aircraft = state_of(scene).stands[order.stand]
    known = observation.known_enemies(scene, aircraft.side)
    if order.targets:
        return next((s for s in known if s.id == order.targets[0].target), None)
    if order.at is None:
        return None
    at = order.at
    return next((s for s in known if math.dist((s.x, s.y), at) <= ON_CENTRE_IN), None)


def weapon_of(aircraft: VipersStand, order: Fire) -> str:
    """Guns or bombs: as named, else bombs for a place, else what it has."""
    if order.weapon in (GUNS, BOMBS):
        return order.weapon
    return BOMBS if order.at is not None or aircraft.ratings.air_gun == "none" else GUNS


def approach(scene: Scene, aircraft: VipersStand, target: VipersStand, facing_deg: float | None) -> float:
    """Direction of flight: as announced, else straight from the middle of the owner's edge. Rule: CFV-BRST-11."""
    if facing_deg is not None:
        return snap_facing(facing_deg)
    return snap_facing(bearing(*edge_middle(scene.setup, aircraft.side), target.x, target.y))


def coming_from(target: VipersStand, approach_deg: float) -> Point:
    """A place far off from which an approach in this direction comes."""
    angle = math.radians(approach_deg)
    return target.x - math.cos(angle) * _FAR_IN, target.y - math.sin(angle) * _FAR_IN


def _guns_cannot(aircraft: VipersStand, target: VipersStand, approach_deg: float) -> Refusal | None:
    """Rules: CFV-AIR-04, -34, -35."""
    if aircraft.ratings.air_gun == "none":
        return _no(f"{aircraft.name} has no guns for the ground.", "CFV-AIR-28", aircraft)
    real = fire.treated_as(target, "front")
    cite("CFV-AIR-34")
    cite("CFV-AIR-35")
    if aircraft.ratings.air_gun == "mg" and units.rank(real) >= units.rank("tank"):
        return _no(f"Machine guns are useless against {real} armour.", "CFV-AIR-04", target)
    if fire.attack_dice(aircraft, target).dice <= 0:
        return _no(f"{aircraft.name} has no attack against that.", "CFV-AIR-34", target)
    side_hit = cover.struck_side(target, coming_from(target, approach_deg))
    met = fire.treated_as(target, side_hit, lowers_class(aircraft))
    if units.rank(real) > 0 and units.rank(met) > max(0, units.rank(aircraft.ratings.penetrates)):
        text = f"Its guns penetrate {aircraft.ratings.penetrates}, the target counts as {met}."
        return _no(text, "CFV-FIRE-26", target)
    return None


def _no(text: str, rule: str, about: VipersStand) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=about.id)
