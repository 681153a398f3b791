"""What kind of unit a stand is: categories, arcs, armour. Rules: CFV-GEN-01 to -05, -12, -15, -17, -18, CFV-MOVE-07."""

from __future__ import annotations

import functools

from wargame.board import Base, Footprint, gap, within
from wargame.engine.rules import cite
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.state import Ratings, VipersStand

FOOT = frozenset({"infantry", "engineer", "hmg", "mortar", "at_team"})
"""Men on foot: they have no flank and count as infantry for cover and in assaults (CFV-GEN-18, CFV-FIRE-23)."""
GUNS = frozenset({"at_gun", "inf_gun", "artillery", "rocket", "aaa"})
AIRCRAFT = frozenset({"fighter", "fighter_bomber", "bomber"})
RIDERS = frozenset({"cavalry", "motorcycle"})
_CLASSES = ("soft", "light", "tank", "heavy", "superheavy")
_QUALITIES = ("reservist", "green", "veteran", "elite")


def rank(armour_class: str) -> int:
    """Place of an armour class on the ladder, soft = 0; "none" is below it. Rule: CFV-FIRE-02."""
    cite("CFV-FIRE-02")
    return _CLASSES.index(armour_class) if armour_class in _CLASSES else -1


def grade(quality: str) -> int:
    """Place of a quality on the ladder, reservist = 0. Rule: CFV-FIRE-29."""
    return _QUALITIES.index(quality)


def is_aircraft(stand: VipersStand) -> bool:
    """A flight of aircraft."""
    return stand.ratings.category == "aircraft"


def is_off_table(stand: VipersStand) -> bool:
    """A gun that fires from behind the table, or an aircraft: it has no place."""
    return stand.off_board or stand.ratings.move_type in ("off_table", "air")


def is_teeth(stand: VipersStand) -> bool:
    """A teeth-arm unit. Rule: CFV-GEN-12."""
    cite("CFV-GEN-12")
    return stand.ratings.category == "teeth_arm"


def is_support(stand: VipersStand) -> bool:
    """A support unit (anti-aircraft guns included). Rule: CFV-GEN-12."""
    return stand.ratings.category in ("support", "aa")


def is_recce(stand: VipersStand) -> bool:
    """A reconnaissance unit."""
    return stand.ratings.category == "reconnaissance"


def is_hq(stand: VipersStand) -> bool:
    """An HQ element. Rule: CFV-GEN-13."""
    return stand.ratings.category == "hq"


def _moves_on_foot(ratings: Ratings) -> bool:
    return ratings.move_type == "foot" or ratings.move_type.startswith("manhandled")


def is_gun(stand: VipersStand) -> bool:
    """A gun without a vehicle of its own: manhandled, towed or fixed."""
    ratings = stand.ratings
    return ratings.troop_type in GUNS and not ratings.self_propelled and ratings.armour_class == "soft"


def is_moved_by_hand(stand: VipersStand) -> bool:
    """A gun that its crew pushes: manhandled and not limbered."""
    return is_gun(stand) and stand.ratings.move_type.startswith("manhandled") and not stand.limbered


def is_deployed_gun(stand: VipersStand) -> bool:
    """A gun that stands unlimbered on the table. Rule: CFV-GEN-18."""
    cite("CFV-GEN-18")
    return is_gun(stand) and not stand.limbered and stand.in_play


def is_infantry(stand: VipersStand) -> bool:
    """Men on foot: rifle, SMG, engineer, machine-gun, mortar and anti-tank teams. Rule: CFV-ASLT-15."""
    ratings = stand.ratings
    return ratings.troop_type in FOOT and ratings.armour_class == "soft" and _moves_on_foot(ratings)


def is_rider(stand: VipersStand) -> bool:
    """Cavalry or motorcycles: soft, mobile, without a flank."""
    return stand.ratings.troop_type in RIDERS


def is_on_foot(stand: VipersStand) -> bool:
    """Has no vehicle, gun or horse: infantry, or an HQ on foot."""
    return (
        is_infantry(stand)
        or (is_hq(stand) and stand.ratings.move_type == "foot")
        or (_moves_on_foot(stand.ratings) and not is_gun(stand) and stand.ratings.armour_class == "soft")
    )


def is_vehicle(stand: VipersStand) -> bool:
    """A vehicle of any class, trucks included; no aircraft, gun, foot unit or rider."""
    return not (is_aircraft(stand) or is_gun(stand) or is_on_foot(stand) or is_rider(stand))


def is_armed(stand: VipersStand) -> bool:
    """Carries a weapon of its own."""
    ratings = stand.ratings
    return ratings.dice_soft > 0 or ratings.dice_armour > 0


def is_afv(stand: VipersStand) -> bool:
    """A vehicle of Light class or better with its own weapon. Rule: CFV-MOVE-07."""
    return is_vehicle(stand) and rank(stand.ratings.armour_class) >= 1 and is_armed(stand) and not is_transport(stand)


def is_transport(stand: VipersStand) -> bool:
    """An unarmed carrier, or a tow. Rule: CFV-MOVE-07."""
    return stand.ratings.category == "transport" and not is_armed(stand)


def is_soft_transport(stand: VipersStand) -> bool:
    """A soft carrier, or a limbered gun (CFV-MOVE-12)."""
    if is_gun(stand):
        return stand.limbered
    return stand.ratings.category == "transport" and stand.ratings.armour_class == "soft"


def is_apc(stand: VipersStand) -> bool:
    """An armoured carrier that infantry may fight from."""
    return stand.ratings.troop_type in ("apc", "halftrack") and rank(stand.ratings.armour_class) >= 1


def is_tank_or_sp_gun(stand: VipersStand) -> bool:
    """A tank or a self-propelled assault gun or tank hunter, for combined arms. Rule: CFV-ASLT-08."""
    return stand.ratings.troop_type in ("tank", "assault_gun", "tank_hunter") and is_vehicle(stand)


def has_flank(stand: VipersStand) -> bool:
    """Vehicles of every class and deployed guns have one; men and riders have none, nor has a bunker.

    Rules: CFV-FIRE-23, CFV-FIRE-31.
    """
    return not (is_on_foot(stand) or is_rider(stand) or is_bunker(stand) or is_aircraft(stand))


def is_bunker(stand: VipersStand) -> bool:
    """A fortification that fights as a unit of its own. Rule: CFV-FIRE-31."""
    return stand.ratings.move_type == "fixed"


def arc_of(stand: VipersStand) -> float:
    """Width of its arc of fire in degrees. Rules: CFV-GEN-02, -03, -17."""
    cite("CFV-GEN-17")
    return float(stand.ratings.arc)


def front_sector() -> float:
    """Width of the front sector in degrees. Rule: CFV-FIRE-23."""
    return float(tables()["arcs"]["front_sector_degrees"])


def footprint(stand: VipersStand) -> Footprint:
    """Its base where it stands."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def apart(a: VipersStand, b: VipersStand) -> float:
    """Inches from base edge to base edge. Rule: CFV-FIRE-25."""
    return _gap(a.base, a.x, a.y, a.facing_deg, b.base, b.x, b.y, b.facing_deg)


@functools.lru_cache(maxsize=65536)
def _gap(a: Base, ax: float, ay: float, af: float, b: Base, bx: float, by: float, bf: float) -> float:
    return gap(Footprint(a, ax, ay, af), Footprint(b, bx, by, bf))


def are_within(a: VipersStand, b: VipersStand, limit_in: float) -> bool:
    """Is the gap between two bases no more than so much?"""
    spare = limit_in + a.base.radius + b.base.radius + 0.001
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy <= spare * spare and within(apart(a, b), limit_in)


def movement_class(stand: VipersStand) -> str:
    """Column of the terrain table it pays by: foot, cavalry, wheels, half_track or track."""
    kind = stand.ratings.move_type
    if stand.limbered:
        return "wheels"
    if kind == "foot" or kind.startswith("manhandled"):
        return "foot"
    return {"cavalry": "cavalry", "half_track": "half_track"}.get(
        kind, "track" if kind.startswith("track") else "wheels"
    )
