"""One attack as numbers: range band, number to hit, modifiers, save, penetration dice. Both dice and odds use it.

Rules: FFT-AV-01 to -12, FFT-MSL-01 to -06, FFT-PEN-01 to -09, FFT-SA-01 to -12, FFT-IAT-01, -04.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from wargame.board import Base, Footprint, gap, in_arc, within
from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import cover, lines, units
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Weapon, state_of

CLOSE, EFFECTIVE, LONG, OUT, ANY = "close", "effective", "long", "out", "any"
ARMOUR, MEN = "armour", "men"


@dataclass(frozen=True, slots=True)
class Attack:
    """What one die of an attack needs, and what a hit does. `need` of 0: it cannot hit (out of reach)."""

    weapon: Weapon
    kind: str
    """armour or men."""
    band: str
    need: int
    modifiers: tuple[Modifier, ...]
    save: int = 0
    pen_dice: int = 0
    pen_modifier: int = 0
    face: str = ""
    rules: tuple[str, ...] = ()

    @property
    def add(self) -> int:
        """Sum of the modifiers to each die."""
        return int(sum(m.add for m in self.modifiers))


def half_range(reach: float) -> int:
    """Close range. Rules: FFT-AV-05, FFT-GEN-02."""
    cite("FFT-GEN-02")
    return math.ceil(reach * float(tables()["to_hit"]["close_fraction"]) - 1e-9)


def long_range(reach: float) -> int:
    """One and a half times a range, rounded up. Rule: FFT-GEN-04."""
    cite("FFT-GEN-04")
    return math.ceil(reach * float(tables()["to_hit"]["long_factor"]) - 1e-9)


def band_of(weapon: Weapon, distance: float, *, mounted: bool = False) -> str:
    """Range band of a weapon. Rules: FFT-AV-05, FFT-MSL-01, -02, FFT-GEN-11, FFT-CBT-02, FFT-IAT-01."""
    cite("FFT-GEN-11")
    if weapon.is_missile:
        cite("FFT-MSL-02")
        return ANY if within(distance, weapon.rng) and distance >= weapon.least - 0.0005 else OUT
    reach = float(weapon.rng)
    if mounted:
        cite("FFT-CBT-02")
        reach = float(units.halved(reach))
    cite("FFT-IAT-01" if weapon.id in ("law", "maw") else "FFT-AV-05")
    if within(distance, half_range(reach)):
        return CLOSE
    if within(distance, reach):
        return EFFECTIVE
    return LONG if within(distance, long_range(reach)) else OUT


def need_of(weapon: Weapon, band: str) -> int:
    """Number to hit armour. Rules: FFT-AV-05, -06, FFT-MSL-01, FFT-IAT-04."""
    if weapon.is_missile:
        cite("FFT-MSL-01")
        return int(tables()["to_hit"]["missile"]["any"])
    if band == OUT:
        return 0
    if weapon.h:
        cite("FFT-IAT-04" if weapon.id in ("law", "maw") else "FFT-AV-06")
    return int(tables()["to_hit"]["gun_h" if weapon.h else "gun"][band])


def strikes_front(target: FistStand, attacker: Footprint) -> bool:
    """Is some part of the attacker in the target's front arc? Rules: FFT-AV-02, -03, FFT-MEAS-03."""
    cite("FFT-AV-02")
    cite("FFT-AV-03")
    cite("FFT-MEAS-03")
    arc = float(tables()["arcs"]["front_degrees"])
    place = (target.x, target.y, target.facing_deg)
    points = lines.nine_points(attacker).tolist()
    if any(in_arc(place, (x, y), arc) for x, y in points):
        return True
    return _ray_meets(target, attacker, arc / 2) or _ray_meets(target, attacker, -arc / 2)


def _ray_meets(target: FistStand, attacker: Footprint, turn: float) -> bool:
    angle = math.radians(target.facing_deg + turn)
    reach = math.dist((target.x, target.y), (attacker.x, attacker.y)) + attacker.base.radius
    end = (target.x + math.cos(angle) * reach, target.y + math.sin(angle) * reach)
    probe = Footprint(Base.circle(0.0), target.x, target.y, 0.0)
    from wargame.board import sweep_gap

    return sweep_gap(probe, (target.x, target.y), end, attacker) <= 1e-9


def penetration(weapon: Weapon, band: str, armour: int, flags: str) -> tuple[int, int, tuple[str, ...]]:
    """Dice and modifier to each for a hit. Rules: FFT-PEN-01, -02, -04, -06 to -08, FFT-MSL-06."""
    chart, rules = tables()["penetration"], [cite("FFT-PEN-01")]
    pen = int(weapon.pen or 0)
    if not weapon.is_missile and not weapon.h:
        if band == CLOSE and pen >= chart["close_modifier_min_pen"]:
            pen += int(chart["close_modifier_non_h"])
            rules.append(cite("FFT-PEN-02"))
        elif band == CLOSE:
            cite("FFT-PEN-02")
        elif band == LONG:
            pen += int(chart["long_modifier_non_h"])
            rules.append(cite("FFT-PEN-02"))
    if weapon.h and "c" in flags:
        pen = math.ceil(pen * float(chart["h_vs_c_factor"]))
        rules.append(cite("FFT-PEN-06"))
    if weapon.h and "r" in flags:
        if weapon.tandem:
            rules.append(cite("FFT-MSL-06"))
        else:
            pen -= int(chart["h_vs_r_loss"])
            rules += [cite("FFT-PEN-07"), cite("FFT-PEN-08")]
    over = pen - armour
    if over <= 0:
        rules.append(cite("FFT-PEN-04"))
        return int(chart["min_dice"]), over, tuple(rules)
    return min(over, int(chart["max_dice"])), 0, tuple(rules)


def armour_of(target: FistStand, *, front: bool) -> tuple[int, str]:
    """Armour and its marks on the face that is struck. Rules: FFT-VEH-03, FFT-AV-04, FFT-PEN-05."""
    ratings = target.ratings
    cite("FFT-VEH-03")
    if not units.is_afv(target) and not units.is_heli(target):
        cite("FFT-PEN-05")
        return int(tables()["penetration"]["soft_armour"]), ""
    if front:
        return ratings.front, ratings.front_flags
    cite("FFT-AV-04")
    return ratings.flank, ratings.flank_flags


def attack(
    scene: Scene,
    firer: FistStand,
    weapon: Weapon,
    target: FistStand,
    *,
    kind: str,
    mode: str = "",
    fighting: str = "",
) -> Attack:
    """The attack of a stand with a weapon at a target, from where the two are now.

    kind: armour or men. mode: "scoot" for shoot and scoot. fighting: "attacker" or "defender" in close combat.
    """
    body = _body(scene, firer)
    here = units.footprint(body)
    distance = gap(here, units.footprint(target))
    cite("FFT-GEN-06")
    mounted = firer.carrier is not None
    band = band_of(weapon, distance, mounted=mounted)
    if fighting and not weapon.is_missile:
        cite("FFT-CC-04")
        band = CLOSE
    if kind == MEN:
        return _at_men(scene, firer, weapon, target, band, here, fighting)
    need = need_of(weapon, band)
    modifiers = armour_modifiers(scene, firer, weapon, target, mode, fighting)
    front = not weapon.top and strikes_front(target, here)
    rules: list[str] = [cite("FFT-AV-01"), cite("FFT-AV-10")]
    if weapon.top:
        rules.append(cite("FFT-MSL-05" if weapon.is_missile else "FFT-INF-06"))
        cite("FFT-VEH-05")
    if fighting and units.is_infantry(firer) and _hampered(scene, target):
        rules.append(cite("FFT-CC-08"))
        front = False
    armour, flags = armour_of(target, front=front)
    dice, minus, more = penetration(weapon, band, armour, flags)
    save, saved = cover.save_number(scene, target, here, missile=weapon.is_missile, top=weapon.top)
    return Attack(
        weapon=weapon,
        kind=ARMOUR,
        band=band,
        need=0 if band == OUT else need,
        modifiers=modifiers,
        save=save,
        pen_dice=dice,
        pen_modifier=minus,
        face="front" if front else "flank",
        rules=(*rules, *more, *saved),
    )


def _body(scene: Scene, firer: FistStand) -> FistStand:
    carrier = state_of(scene).stands.get(firer.carrier) if firer.carrier else None
    return carrier if carrier is not None else firer


def _hampered(scene: Scene, target: FistStand) -> bool:
    return cover.area_row(scene, target) in tables()["close_combat"]["infantry_hits_flank_in"]


def quality_modifier(firer: FistStand) -> list[Modifier]:
    """What the quality of the firer adds. Rules: FFT-QUAL-01 to -04, FFT-AV-07."""
    name = firer.quality
    rule = {"green": "FFT-QUAL-01", "average": "FFT-QUAL-02", "veteran": "FFT-QUAL-03", "elite": "FFT-QUAL-04"}[name]
    cite(rule)
    cite("FFT-AV-07")
    add = int(quality(name)["to_hit"])
    return [Modifier(f"{name} firer", add, rule=rule)] if add else []


def armour_modifiers(
    scene: Scene, firer: FistStand, weapon: Weapon, target: FistStand, mode: str, fighting: str
) -> tuple[Modifier, ...]:
    """All modifiers to each die of anti-vehicle fire. Rules: FFT-AV-10, FFT-GEN-07."""
    cite("FFT-GEN-07")
    chart = tables()["to_hit_modifiers"]
    found = quality_modifier(firer)

    def add(name: str, reason: str, rule: str) -> None:
        found.append(Modifier(reason, int(chart[name]), rule=cite(rule)))

    if target.strategic:
        add("target_strategic", "moved strategically", "FFT-STRAT-06")
    if firer.carrier is not None:
        add("firer_mounted", "fires from its carrier", "FFT-CBT-02")
    if mode == "scoot" and weapon.rof <= 1:
        add("shoot_and_scoot_rof_1", "shoot and scoot", "FFT-SNS-01")
    if fighting == "attacker" and units.is_vehicle(firer) and firer.moved and not _is_stabilised(firer):
        add("close_combat_unstabilised_mover", "moved without a stabilised gun", "FFT-CC-05")
    if units.is_heli(target):
        found += helicopter_modifiers(firer, weapon, target)
    return tuple(found)


def _is_stabilised(stand: FistStand) -> bool:
    return units.has(stand, "s") or units.has(stand, "ss")


def helicopter_modifiers(firer: FistStand, weapon: Weapon, target: FistStand) -> list[Modifier]:
    """Against helicopters. Rules: FFT-HELO-09, FFT-AA-01."""
    chart = tables()["to_hit_modifiers"]
    if weapon.is_missile:
        cite("FFT-AA-01")
        return []
    if weapon.id == "gun" and firer.ratings.aa in ("gun", "gunsam"):
        rule = cite("FFT-AA-01")
        if units.has(firer, "rad"):
            return [Modifier("radar-laid", int(chart["radar_aa_at_helicopter"]), rule=rule)]
        return []
    return [Modifier("at a helicopter", int(chart["non_aa_at_noe_helicopter"]), rule=cite("FFT-HELO-09"))]


# ---------------------------------------------------------------- small arms


def _at_men(
    scene: Scene, firer: FistStand, weapon: Weapon, target: FistStand, band: str, here: Footprint, fighting: str
) -> Attack:
    """Small-arms fire. Rules: FFT-SA-01, -02, FFT-VEH-06, FFT-DIR-02."""
    rules = [cite("FFT-SA-01"), cite("FFT-SA-02")]
    rules.append(cite({"gun": "FFT-VEH-06", "direct": "FFT-DIR-02"}.get(weapon.id, "FFT-SA-02")))
    if band == LONG and (not units.is_vehicle(firer) or units.is_heli(target)):
        band = OUT
    modifiers = _small_modifiers(scene, firer, weapon, target, band, here)
    return Attack(
        weapon=weapon,
        kind=MEN,
        band=band,
        need=0 if band == OUT else weapon.to_hit,
        modifiers=modifiers,
        rules=tuple(rules),
    )


def _small_modifiers(
    scene: Scene, firer: FistStand, weapon: Weapon, target: FistStand, band: str, here: Footprint
) -> tuple[Modifier, ...]:
    """Rules: FFT-SA-01, -09 to -11, FFT-CBT-02, FFT-CC-14, FFT-STRAT-06."""
    chart = tables()["small_arms"]
    found = quality_modifier(firer)
    if band == LONG:
        found.append(Modifier("long range", int(chart["long_range"]), rule=cite("FFT-SA-01")))
    if units.is_heli(target):
        return (*found, *helicopter_modifiers(firer, weapon, target))
    if target.moved:
        found.append(Modifier("the target moved", int(chart["target_moved"]), rule=cite("FFT-SA-11")))
        cite("FFT-CC-14")
    else:
        kind = cover.small_arms_cover(scene, target, here)
        if kind == "soft":
            found.append(Modifier("soft cover", int(chart["soft_cover_stationary"]), rule=cite("FFT-SA-09")))
        elif kind == "hard":
            found.append(Modifier("hard cover", int(chart["hard_cover_stationary"]), rule=cite("FFT-SA-10")))
    if target.strategic:
        add = int(tables()["to_hit_modifiers"]["target_strategic"])
        found.append(Modifier("moved strategically", add, rule=cite("FFT-STRAT-06")))
    if firer.carrier is not None:
        found.append(Modifier("fires from its carrier", int(chart["mounted_firer"]), rule=cite("FFT-CBT-02")))
    return tuple(found)
