"""Who may be fired at, and fire discipline.

Rules: LW2-ARC-05, -06, -08, LW2-LOS-07, LW2-INF-01, -05, LW2-HMG-03, LW2-SNIP-02, LW2-IAT-01, -07, LW2-CAS-03.
"""

from __future__ import annotations

import math

from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.lightning_war import armour, clock, firing, units
from wargame.rulesets.lightning_war.features import kind_of, range_between, state_of
from wargame.rulesets.lightning_war.firing import bears
from wargame.rulesets.lightning_war.ground import TOWN
from wargame.rulesets.lightning_war.location import against_locating, kept_by, known_enemies, line_between
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import AP, FLAME, HE, HEAT, HMG, MEN, RIFLE, SNIPER, Weapon, weapon

_TOO_FAR = {HMG: "LW2-HMG-03", SNIPER: "LW2-SNIP-02", HEAT: "LW2-IAT-01", RIFLE: "LW2-IAT-07"}


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why a direct shot may not be fired, or None: shots left, target, fire discipline."""
    firer = state_of(scene).stands[order.stand]
    found = weapon(firer, order.weapon)
    if found is None:
        return Refusal(text=f"{firer.name} has no weapon {order.weapon!r}.", kind="malformed")
    if order.mode not in ("", firing.MOVING):
        return Refusal(text=f"There is no way of firing called {order.mode!r}.", kind="malformed")
    if len(order.targets) != 1 or order.targets[0].shots != 1:
        return Refusal(text="A shot is fired at one target.", kind="malformed")
    target = state_of(scene).stands.get(order.targets[0].target)
    if target is None or target.side == firer.side or not target.in_play:
        return Refusal(text="Name an enemy on the table as the target.", kind="malformed")
    return (
        firing.against_firing(scene, firer, found, order.mode)
        or against_target(scene, firer, found, target)
        or against_discipline(scene, firer, found, target)
    )


def against_target(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand) -> Refusal | None:
    """Why a weapon cannot fire at this enemy at all, fire discipline aside, or None; kept with a view."""
    kept, key = kept_by(scene), ("against target", firer.id, arm, target.id)
    if key not in kept:
        kept[key] = _against_target(scene, firer, arm, target)
    found: Refusal | None = kept[key]
    return found


def _against_target(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand) -> Refusal | None:
    if units.is_staff(target):
        cite("LW2-CAS-06")
        return _no(f"{target.name} is a headquarters; it is no target of fire.", target, cite("LW2-CAS-03"))
    if arm.kind == FLAME and (units.is_vehicle(target) or kind_of(scene, target) not in TOWN):
        return _no(f"Flame is for men in a built-up area, {target.name} is none.", target, cite("LW2-INF-07"))
    refusal = _against_kind(arm, target) or _against_range(scene, firer, arm, target)
    if refusal is not None:
        return refusal
    refusal = against_locating(scene, firer, target)
    if refusal is not None:
        cite("LW2-LOS-07")
        return refusal
    if line_between(scene, firer, target).dead:
        text = f"{target.name} is in the dead ground in front of {firer.name}."
        return _no(text, target, cite("LW2-TERR-11"))
    if arm.kind != HMG and not bears(firer, arm, target.x, target.y):
        text = f"{target.name} is outside the arc of {firer.name}: {arm.arc_deg} degrees to each side."
        return _no(text, target, cite("LW2-ARC-04"))
    return None


def _against_kind(arm: Weapon, target: WarStand) -> Refusal | None:
    """Weapons against what they cannot hurt. Rules: LW2-INF-05, LW2-IAT-07."""
    armoured = units.is_afv(target)
    if arm.kind in MEN and armoured:
        return _no(f"Small arms do nothing to {target.name}.", target, cite("LW2-INF-05"))
    if arm.kind in (AP, RIFLE) and not units.is_vehicle(target):
        rule = cite("LW2-IAT-07") if arm.kind == RIFLE else cite("LW2-PEN-01")
        return _no(f"Armour-piercing shot is for vehicles, {target.name} is none.", target, rule)
    return None


def _against_range(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand) -> Refusal | None:
    """Range is counted in features. Rules: LW2-INF-01, LW2-HMG-03, LW2-SNIP-02, LW2-IAT-01, -07, LW2-TIME-06."""
    reach = arm.reach
    if clock.is_dim(scene) and (reach is None or reach > 1):
        cite("LW2-TIME-06")
        reach = 1
    if reach is None:
        return None
    away = range_between(scene, firer, target)
    if away == 0:
        cite("LW2-TERR-17")
    rule = cite(_TOO_FAR.get(arm.kind, "LW2-INF-01"))
    if away <= reach:
        return None
    text = f"{target.name} is {away} features away; {arm.name} reaches {reach}."
    return _no(text, target, rule if arm.reach is not None else cite("LW2-TIME-06"))


# ---------------------------------------------------------------- discipline


def harms(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand) -> bool:
    """Can this ammunition do something to the target? Rule: LW2-ARC-08."""
    if arm.kind in (AP, RIFLE, HEAT) and units.is_vehicle(target):
        cite("LW2-ARC-08")
        found = armour.disabling(scene, firer, arm, target)
        return found.score != armour.NEVER or found.crew_tests
    if arm.kind == HE and units.is_afv(target):
        return arm.he_only
    return True


def legal_targets(scene: Scene, firer: WarStand, arm: Weapon) -> list[WarStand]:
    """Enemies that a weapon can fire at and harm, fire discipline aside, nearest first."""
    found = [
        e
        for e in known_enemies(scene, firer.side)
        if against_target(scene, firer, arm, e) is None and harms(scene, firer, arm, e)
    ]
    return sorted(found, key=lambda e: math.dist((e.x, e.y), (firer.x, firer.y)))


def against_discipline(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand) -> Refusal | None:
    """Who was shot at answers that enemy first; otherwise the nearest is the target.

    Rules: LW2-ARC-05, -06, -08, LW2-SNIP-02.
    """
    if arm.kind == SNIPER:
        cite("LW2-SNIP-02")
        return None
    able = legal_targets(scene, firer, arm)
    owed = [e for e in able if e.id in firer.shot_at_by]
    if owed:
        cite("LW2-ARC-05")
        if target.id in {e.id for e in owed}:
            return None
        text = f"{firer.name} has been fired at by {owed[0].name} in this game turn and has to answer that first."
        return _no(text, owed[0], "LW2-ARC-05")
    rule = cite("LW2-ARC-06") if arm.kind in MEN else cite("LW2-ARC-08")
    if not able or target.id == able[0].id:
        return None
    nearest = math.dist((able[0].x, able[0].y), (firer.x, firer.y))
    if math.dist((target.x, target.y), (firer.x, firer.y)) <= nearest + 0.0005:
        return None
    return _no(f"{able[0].name} is nearer; {firer.name} has to take the nearest enemy.", able[0], rule)


def targets(scene: Scene, firer: WarStand, name: str = "") -> list[Target]:
    """Known enemies as targets of a weapon, nearest first, refused ones with the reason."""
    arm = weapon(firer, name)
    if arm is None or not firer.in_play:
        return []
    rows = []
    for enemy in known_enemies(scene, firer.side):
        refusal = against_target(scene, firer, arm, enemy) or against_discipline(scene, firer, arm, enemy)
        away = math.dist((enemy.x, enemy.y), (firer.x, firer.y))
        rows.append(Target(stand=enemy.id, range_in=round(away, 3), refusal=refusal))
    return sorted(rows, key=lambda row: row.range_in)


def _no(text: str, about: WarStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(rule,), about=about.id, at=(about.x, about.y))
