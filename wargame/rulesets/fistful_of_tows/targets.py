"""Who may be fired at, with what, and when.

Rules: FFT-ELIG-01 to -10, FFT-TGT-01 to -10, FFT-MSL-02 to -04, FFT-HELO-09, -10.
"""

from __future__ import annotations

from wargame.board import gap
from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.fistful_of_tows import attack, cover, spotting, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Weapon, phase_key, state_of

Rows = list[tuple[float, FistStand]]
"""Enemies with their distances."""
EQUAL_IN = 0.25
"""Distances that differ by no more count as equal (FFT-TGT-07)."""


def kind_of_fire(weapon: Weapon, target: FistStand) -> str:
    """armour, men, or "" where the weapon cannot hurt it. Rules: FFT-CBT-01, FFT-INF-05, FFT-SA-07, FFT-VEH-12."""
    cite("FFT-CBT-01")
    if weapon.id == "direct":
        cite("FFT-DIR-01")
    if target.ratings.kind in ("infantry", "fo"):
        return attack.MEN if weapon.to_hit else ""
    if target.ratings.kind == "towed" or units.is_soft(target):
        cite("FFT-INF-05")
        return attack.MEN if weapon.to_hit else attack.ARMOUR if weapon.pen is not None else ""
    if units.is_heli(target):
        return _at_helicopter(weapon)
    cite("FFT-SA-07")
    if weapon.pen is None:
        cite("FFT-VEH-12")
        return ""
    return attack.ARMOUR if weapon.id not in ("sam", "aam") else ""


def _at_helicopter(weapon: Weapon) -> str:
    """Rules: FFT-HELO-09, -11, FFT-AA-01."""
    cite("FFT-HELO-09")
    if weapon.id in ("sam", "aam"):
        return attack.ARMOUR
    if weapon.id in ("gun", "direct"):
        return attack.ARMOUR if weapon.pen is not None else attack.MEN
    return attack.MEN if weapon.id == "small" else ""


def weapons_of(stand: FistStand) -> tuple[Weapon, ...]:
    """Weapons of direct fire."""
    return tuple(w for w in stand.ratings.weapons if w.id not in ("mortar", "rockets"))


# ---------------------------------------------------------------- may it fire at all


def may_use(scene: Scene, stand: FistStand, weapon: Weapon, *, now: str = "fire") -> Refusal | None:
    """Why it may not fire this weapon now, or None. `now`: fire, hold, overwatch, own (in one's own turn), combat.

    Rules: FFT-ELIG-01, -02, -04, -06 to -10, FFT-STRAT-03, FFT-MOVE-06, FFT-CBT-06, FFT-MSL-03, FFT-FO-02, FFT-HELO-05.
    """
    state = state_of(scene)
    if stand.carrier is not None and (refusal := _from_carrier(scene, stand, weapon)) is not None:
        return refusal
    if stand.ratings.kind == "fo":
        return _no(f"{stand.name} only observes.", stand, "FFT-FO-02")
    if weapon.is_missile and missiles_left(stand, weapon) == 0:
        return _no(f"{stand.name} has no missile left.", stand, "FFT-MSL-03")
    if stand.strategic:
        return _no(f"{stand.name} moved strategically.", stand, "FFT-STRAT-03")
    if stand.designates:
        return _no(f"{stand.name} is designating a target.", stand, "FFT-LAS-01")
    if _on_water(scene, stand) and now != "combat":
        return _no(f"{stand.name} is in the water.", stand, "FFT-MOVE-06")
    used = dict(stand.used) if stand.used_in == state.player_turn else {}
    if units.is_vehicle(stand) or stand.ratings.kind == "towed":
        other = next((name for name in used if name != weapon.id), None)
        if other is not None:
            return _no(f"{stand.name} has fired its {other}; one weapon system at a time.", stand, "FFT-ELIG-02")
    if used.get(weapon.id, 0) and now in ("fire", "own"):
        return _no(f"{stand.name} has fired in this turn.", stand, "FFT-ELIG-10")
    if used.get(weapon.id, 0) >= weapon.rof:
        return _no(f"{stand.name} has fired all its shots.", stand, "FFT-OW-06")
    if now == "fire" and stand.closing_ow:
        return _no(f"{stand.name} fired on overwatch in its own Movement Phase.", stand, "FFT-OW-04")
    return _after_moving(stand, weapon, now)


def _after_moving(stand: FistStand, weapon: Weapon, now: str) -> Refusal | None:
    """What movement forbids. Rules: FFT-ELIG-03, -04, -06, -07, -08, FFT-CC-05, FFT-CC-06, FFT-HELO-05."""
    if units.is_infantry(stand):
        if weapon.is_missile and weapon.id == "maw" and stand.moved:
            return _no(f"{stand.name} moved; its missile needs it still.", stand, "FFT-ELIG-04")
        cite("FFT-ELIG-03")
        return None
    if stand.ratings.kind == "towed":
        return _no(f"{stand.name} moved.", stand, "FFT-ELIG-04") if stand.moved else None
    if now == "combat":
        cite("FFT-CC-05")
        return None
    if weapon.is_missile and units.moved_over_half(stand):
        return _no(
            f"{stand.name} moved more than half.", stand, "FFT-HELO-05" if units.is_heli(stand) else "FFT-ELIG-07"
        )
    return None


def may_at(stand: FistStand, weapon: Weapon, kind: str) -> Refusal | None:
    """Anti-vehicle gun fire after more than half a move needs a stabilised gun.

    Rules: FFT-ELIG-06, -08, FFT-HELO-05.
    """
    if kind == attack.MEN or weapon.is_missile or units.is_heli(stand) or not units.is_vehicle(stand):
        cite("FFT-ELIG-08")
        return None
    if units.moved_over_half(stand) and not (units.has(stand, "s") or units.has(stand, "ss")):
        return _no(f"{stand.name} moved more than half and its gun is not stabilised.", stand, "FFT-ELIG-06")
    return None


def _from_carrier(scene: Scene, stand: FistStand, weapon: Weapon) -> Refusal | None:
    """Rule: FFT-CBT-06."""
    carrier = state_of(scene).stands[stand.carrier or ""]
    if not carrier.in_play or not units.is_infantry(stand) or units.is_heli(carrier):
        return _no(f"{stand.name} cannot fire from where it rides.", stand, "FFT-CBT-06")
    if weapon.is_missile or weapon.id == "sam":
        return _no("No missiles are fired out of a carrier.", stand, "FFT-CBT-06")
    cite("FFT-CBT-06")
    return None


def _on_water(scene: Scene, stand: FistStand) -> bool:
    return not units.is_heli(stand) and scene.board.terrain_at(stand.x, stand.y)[0] == "river_impassable"


def missiles_left(stand: FistStand, weapon: Weapon) -> int:
    """Shots of limited supply; -1: no limit. Rule: FFT-MSL-03."""
    if weapon.id == "sam":
        return stand.sams if weapon.limited else -1
    if not weapon.is_missile and not weapon.limited:
        return -1
    return stand.missiles if weapon.limited or stand.missiles == 0 else -1


def shots_left(scene: Scene, stand: FistStand, weapon: Weapon, *, mode: str = "", fighting: bool = False) -> int:
    """Dice that the weapon may still throw. Rules: FFT-SNS-01, FFT-OW-06, FFT-MSL-04, FFT-CC-07, FFT-INF-03."""
    state = state_of(scene)
    rof = weapon.rof
    if weapon.id in ("law", "maw"):
        cite("FFT-INF-03")
    if mode == "scoot":
        cite("FFT-SNS-01")
        rof = max(1, rof // 2)
    if fighting and weapon.id == "small":
        cite("FFT-CC-07")
        rof += int(tables()["rof"]["close_combat_infantry_small_arms_bonus"])
    used = dict(stand.used).get(weapon.id, 0) if stand.used_in == state.player_turn and not fighting else 0
    left = rof - used
    supply = missiles_left(stand, weapon)
    if supply >= 0:
        cite("FFT-MSL-04")
        left = min(left, supply)
    return max(0, left)


def shots_for(scene: Scene, stand: FistStand, weapon: Weapon, count: int, total: int) -> int:
    """Shots in all for so many targets. Rules: FFT-AV-08, -09, -11, -12."""
    if count <= 1:
        return total
    if units.has_citv(scene, stand):
        cite("FFT-AV-09")
        return total
    cite("FFT-AV-08")
    cite("FFT-AV-12")
    return total - (count - 1) * int(tables()["rof"]["loss_per_extra_target"])


# ---------------------------------------------------------------- which target


def candidates(scene: Scene, stand: FistStand) -> Rows:
    """Spotted enemies in its line of sight, nearest first. Rules: FFT-TGT-07, -10, FFT-FO-03, FFT-LOS-01."""
    cite("FFT-TGT-07")
    body = spotting.place_of(scene, stand)
    here = units.footprint(body)
    found = []
    for enemy in units.enemies(scene, stand.side):
        if not spotting.is_spotted(scene, enemy) or is_safe_observer(scene, enemy):
            continue
        if spotting.has_sight(scene, body, enemy):
            found.append((gap(here, units.footprint(enemy)), enemy))
    return sorted(found, key=lambda row: (round(row[0], 3), row[1].id))


def is_safe_observer(scene: Scene, stand: FistStand) -> bool:
    """An FO stand near a friendly unit can be neither targeted nor shelled. Rules: FFT-FO-03, FFT-TGT-10."""
    if stand.ratings.kind != "fo":
        return False
    limit = float(tables()["artillery"]["fo_safe_distance"])
    here = units.footprint(stand)
    cite("FFT-FO-03")
    cite("FFT-TGT-10")
    return any(
        s.id != stand.id and s.ratings.kind != "fo" and gap(here, units.footprint(s)) <= limit + 0.0005
        for s in units.on_table(scene, stand.side)
    )


def may_ignore(scene: Scene, firer: FistStand, nearer: FistStand, target: FistStand) -> str:
    """The rule under which a nearer enemy may be passed over for this target, or "".

    Rules: FFT-TGT-02 to -05, -08, FFT-HT-02.
    """
    state = state_of(scene)
    if any(t == nearer.id and side == firer.side and by != firer.id for t, side, by in state.engaged):
        return cite("FFT-TGT-02")
    if units.is_foot(nearer) != units.is_foot(target):
        return cite("FFT-TGT-03")
    here = units.footprint(spotting.place_of(scene, firer))
    if _is_protected(scene, nearer, here) and not _is_protected(scene, target, here):
        return cite("FFT-TGT-04")
    if target.ratings.kind == "mbt" and nearer.ratings.kind in ("light", "soft"):
        return cite("FFT-TGT-05")
    if units.is_heli(nearer) and not units.is_heli(target) and not units.is_heli(firer):
        return cite("FFT-TGT-08")
    if units.is_heli(target) and not units.is_heli(nearer) and firer.ratings.aa:
        return cite("FFT-TGT-08")
    if units.in_force(state, firer.side, "ivis") and units.has(firer, "iv"):
        return cite("FFT-HT-02")
    return ""


def _is_protected(scene: Scene, stand: FistStand, enemy: object) -> bool:
    return cover.in_cover_from(scene, stand, enemy)  # type: ignore[arg-type]


def check_target(
    scene: Scene,
    firer: FistStand,
    weapon: Weapon,
    target: FistStand,
    *,
    fighting: bool = False,
    rows: Rows | None = None,
) -> Refusal | None:
    """Why this enemy may not be the target, or None. `rows`: the firer's `candidates`, where they are known.

    Rules: FFT-TGT-01, -09.
    """
    if target.side == firer.side or not target.in_play:
        return _no(f"{target.name} is no target.", firer, "FFT-TGT-01")
    cite("FFT-VEH-11")
    if firer.ratings.aa and not units.is_heli(target):
        cite("FFT-AA-04")
    kind = kind_of_fire(weapon, target)
    if not kind:
        return _no(f"{weapon.name} cannot hurt {target.name}.", firer, "FFT-CBT-01")
    if target.high and not _is_anti_aircraft(firer, weapon):
        return _no(f"{target.name} flies high; only anti-aircraft weapons reach it.", firer, "FFT-HELO-10")
    if weapon.id == "nlos":
        return _check_nlos(scene, firer, target)
    if weapon.laser and (refusal := _check_laser(scene, firer, target)) is not None:
        return refusal
    if not fighting and (refusal := may_at(firer, weapon, kind)) is not None:
        return refusal
    if fighting:
        cite("FFT-CC-04")
        return None
    if (refusal := _check_carl(scene, firer, target)) is not None:
        return refusal
    rows = candidates(scene, firer) if rows is None else rows
    own = next((d for d, s in rows if s.id == target.id), None)
    if own is None and weapon.laser and units.is_heli(firer) and spotting.is_spotted(scene, target):
        cite("FFT-LAS-02")
        return None
    if own is None:
        return _no(f"{target.name} is not spotted and in sight.", firer, "FFT-TGT-07")
    cite("FFT-TGT-01")
    cite("FFT-TGT-09")
    for distance, nearer in rows:
        if distance >= own - EQUAL_IN or nearer.id == target.id:
            continue
        if not may_ignore(scene, firer, nearer, target):
            return _no(f"{nearer.name} is nearer and has to be fired at first.", firer, "FFT-TGT-01", nearer.id)
    return None


def _check_carl(scene: Scene, firer: FistStand, target: FistStand) -> Refusal | None:
    """With the Carl rule a vehicle at the edge of cover fires, and is fired at, through its own front arc only.

    Rule: FFT-LOS-03.
    """
    if not scene.state.options.get("carl"):
        return None
    for one, other in ((firer, target), (target, firer)):
        if units.is_foot(one) or units.is_heli(one) or not cover.area_row(scene, one):
            continue
        if not attack.strikes_front(one, units.footprint(spotting.place_of(scene, other))):
            return _no(f"{one.name} stands at the edge of cover; only through its front arc.", firer, "FFT-LOS-03")
    cite("FFT-LOS-03")
    return None


def _check_nlos(scene: Scene, firer: FistStand, target: FistStand) -> Refusal | None:
    """A carrier that did not move fires at any spotted enemy without a line of sight. Rule: FFT-HT-07."""
    cite("FFT-HT-07")
    reach = float(tables()["high_technology"]["nlos"]["range"])
    away = gap(units.footprint(firer), units.footprint(target))
    if firer.moved or away > reach + 0.0005 or not spotting.is_spotted(scene, target):
        return _no(
            f"{firer.name} has to stand still, {target.name} to be spotted within {reach:g} in.", firer, "FFT-HT-07"
        )
    return None


def _check_laser(scene: Scene, firer: FistStand, target: FistStand) -> Refusal | None:
    """A laser-guided missile needs a designated target. Rules: FFT-LAS-02, -03, -04."""
    cite("FFT-LAS-04")
    friends = [s for s in units.on_table(scene, firer.side) if s.designates == target.id]
    if friends or (units.has(firer, "d") and spotting.has_sight(scene, firer, target)):
        cite("FFT-LAS-03")
        return None
    return _no(f"Nobody designates {target.name}.", firer, "FFT-LAS-03")


def _is_anti_aircraft(firer: FistStand, weapon: Weapon) -> bool:
    return weapon.id in ("sam", "aam") or (weapon.id == "gun" and firer.ratings.aa in ("gun", "gunsam"))


def targets(
    scene: Scene, stand: FistStand, weapon: Weapon, *, fighting: bool = False, seen: Rows | None = None
) -> list[Target]:
    """Known enemies as targets of a weapon, nearest first, refused ones with the reason. `seen`: its `candidates`."""
    here = units.footprint(spotting.place_of(scene, stand))
    rows = []
    if seen is None and not fighting:
        seen = candidates(scene, stand)
    for enemy in units.enemies(scene, stand.side):
        if spotting.is_spotted(scene, enemy):
            away = gap(here, units.footprint(enemy))
            refusal = check_target(scene, stand, weapon, enemy, fighting=fighting, rows=seen)
            rows.append(Target(stand=enemy.id, range_in=round(away, 3), refusal=refusal))
    return sorted(rows, key=lambda t: (t.range_in, t.stand))


def check_split(
    scene: Scene, stand: FistStand, weapon: Weapon, order: Fire, *, fighting: bool = False
) -> Refusal | None:
    """Why the shots may not be divided like this, or None. Rules: FFT-AV-08, -11, FFT-ELIG-05."""
    names = [s.target for s in order.targets]
    if len(set(names)) != len(names) or any(s.shots < 1 for s in order.targets):
        return _no("Every target once, with at least one shot.", stand, "FFT-AV-11")
    total = shots_left(scene, stand, weapon, mode=order.mode, fighting=fighting)
    allowed = shots_for(scene, stand, weapon, len(names), total)
    if (
        stand.used_in == state_of(scene).player_turn
        and dict(stand.used).get(weapon.id)
        and not units.has_citv(scene, stand)
    ):
        cite("FFT-OW-07")
    if sum(s.shots for s in order.targets) > allowed:
        return _no(f"{allowed} shots may be fired at {len(names)} targets.", stand, "FFT-AV-08")
    return None


def is_engaged(scene: Scene, target: str, side: str) -> bool:
    """Has somebody of this side fired at it in this phase?"""
    return any(t == target and s == side for t, s, _ in state_of(scene).engaged)


def fired_now(scene: Scene, stand: FistStand) -> bool:
    """Has it fired in the phase that is being played?"""
    return stand.fired_in == phase_key(state_of(scene))


def _no(text: str, stand: FistStand, rule: str, about: str | None = None) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=about or stand.id)
