"""What kind of unit a stand is. Rules: LW2-GEN-03, LW2-CAS-03, -06."""

from __future__ import annotations

from wargame.board import Footprint
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war.ground import FOOT, VEHICLE
from wargame.rulesets.lightning_war.state import Ratings, WarStand

SQUADS = frozenset({"infantry", "engineer"})
TEAMS = frozenset({"sniper", "hmg", "at_rifle", "heat"})
STAFF = frozenset({"hq", "observer"})
GUNS = frozenset({"at_gun", "field_gun", "infantry_gun", "howitzer", "aa_gun", "tank_gun", "mortar", "rockets"})


def is_infantry(stand: WarStand) -> bool:
    """A squad or team on foot that fights: no headquarters, no gun."""
    return stand.ratings.troop in SQUADS or stand.ratings.troop in TEAMS


def is_staff(stand: WarStand) -> bool:
    """A headquarters or observer base of figures, or in an unarmed car: never a target of fire. Rule: LW2-CAS-06."""
    if stand.ratings.troop in STAFF:
        return True
    return stand.is_hq and not is_armed_vehicle(stand)


def is_gun(stand: WarStand) -> bool:
    """A gun, mortar or launcher with its crew."""
    return stand.ratings.troop in GUNS


def is_on_foot(stand: WarStand) -> bool:
    """Men without gun or vehicle, headquarters included."""
    return stand.ratings.troop in SQUADS | TEAMS | STAFF


def is_vehicle(stand: WarStand) -> bool:
    """A vehicle, armoured or not."""
    return not (is_on_foot(stand) or is_gun(stand) or is_aircraft(stand))


def is_afv(stand: WarStand) -> bool:
    """A vehicle with armour."""
    return is_vehicle(stand) and (stand.ratings.def_front or 0) >= 1


def is_armed_vehicle(stand: WarStand) -> bool:
    """A vehicle with an AP value or HE dice. Rule: LW2-CAS-06."""
    ratings = stand.ratings
    return is_vehicle(stand) and (ratings.ap is not None or ratings.he_dice > 0)


def is_aircraft(stand: WarStand) -> bool:
    """Aircraft of one strike."""
    return stand.ratings.troop == "aircraft"


def is_armour(stand: WarStand) -> bool:
    """A tank, assault gun, tank destroyer or other fighting vehicle with a gun; carriers are not meant."""
    return is_afv(stand) and stand.ratings.troop != "armoured_carrier"


def is_battery(stand: WarStand) -> bool:
    """Guns behind the table."""
    return stand.off_board and not is_aircraft(stand)


def is_turreted(ratings: Ratings) -> bool:
    """Fires in any direction without turning."""
    return ratings.arc_deg >= 180


def counts(stand: WarStand) -> bool:
    """A squad, gun or vehicle: what victory points and strength are counted in; staff does not. Rule: LW2-GEN-03."""
    cite("LW2-GEN-03")
    return not stand.off_board and not is_staff(stand)


def movement_class(stand: WarStand) -> str:
    """Column of the movement costs: foot or vehicle."""
    return FOOT if is_on_foot(stand) else VEHICLE


def footprint(stand: WarStand) -> Footprint:
    """Its base where it stands."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def has_front(stand: WarStand) -> bool:
    """Has a facing that matters: vehicles, guns and heavy machine guns."""
    return is_vehicle(stand) or is_gun(stand) or stand.ratings.troop == "hmg"


def size_of(stand: WarStand) -> str:
    """The row of looks.toml for bases and models."""
    if is_vehicle(stand):
        return "vehicle"
    if is_gun(stand):
        return "gun"
    return "small" if stand.ratings.troop in STAFF or stand.ratings.troop == "sniper" else "foot"


def classes_of(stand: WarStand) -> tuple[str, ...]:
    """Words for conditions: troop and quality, and infantry, foot, gun, vehicle, afv, tank, hq, counted."""
    rows = (
        ("infantry", is_infantry(stand)),
        ("foot", is_on_foot(stand)),
        ("gun", is_gun(stand)),
        ("vehicle", is_vehicle(stand)),
        ("afv", is_afv(stand)),
        ("armour", is_armour(stand)),
        ("hq", stand.is_hq),
        ("staff", is_staff(stand)),
        ("counted", not stand.off_board and not is_staff(stand)),
    )
    found = [stand.ratings.troop, stand.quality, *(word for word, holds in rows if holds)]
    return tuple(dict.fromkeys(found))
