"""Questions about a stand by itself: what it is, how large, how it moves.

Rules: FFT-VEH-02 to -10, FFT-INF-01 to -05.
"""

from __future__ import annotations

import math

from wargame.board import Base, Footprint
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Stand
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.state import FistStand, FistState, state_of

FOOT = ("infantry", "fo", "towed")
VEHICLES = ("mbt", "light", "soft", "heli")


def footprint(stand: Stand) -> Footprint:
    """Its base where it stands. Rules: FFT-GEN-05, -06."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def base_of(kind: str) -> Base:
    """The size of a base: frontage, depth. Rule: FFT-GEN-05."""
    cite("FFT-GEN-05")
    row = {"heli": "helicopter", "infantry": "infantry", "towed": "towed", "fo": "fo"}.get(kind, "vehicle")
    length, width = tables()["footprint"][row]
    return Base.rectangle(width, length)


def halved(value: float) -> int:
    """Half of a value, rounded up. Rule: FFT-GEN-02."""
    cite("FFT-GEN-02")
    return math.ceil(value / 2 - 1e-9)


def quartered(value: float) -> int:
    """A quarter of an allowance, rounded up. Rule: FFT-GEN-04."""
    cite("FFT-GEN-04")
    return math.ceil(value / 4 - 1e-9)


def is_foot(stand: FistStand) -> bool:
    """Infantry, FO or towed: spotted, chosen and shelled as infantry. Rule: FFT-INF-05."""
    return stand.ratings.kind in FOOT


def is_infantry(stand: FistStand) -> bool:
    """Men on foot (FO included): leg class. Rule: FFT-INF-01."""
    return stand.ratings.kind in ("infantry", "fo")


def is_vehicle(stand: FistStand) -> bool:
    """A vehicle, helicopters included."""
    return stand.ratings.kind in VEHICLES


def is_heli(stand: FistStand) -> bool:
    """A helicopter."""
    return stand.ratings.kind == "heli"


def is_afv(stand: FistStand) -> bool:
    """An armoured vehicle (armour 0 or more)."""
    return stand.ratings.kind in ("mbt", "light")


def is_soft(stand: FistStand) -> bool:
    """A vehicle without armour. Rule: FFT-VEH-09."""
    return stand.ratings.kind == "soft"


def is_light_infantry(stand: FistStand) -> bool:
    """Paratroops, mountain, marine, commando and light infantry. Rule: FFT-INF-04."""
    cite("FFT-INF-04")
    return "li" in stand.ratings.equip


def is_recon(stand: FistStand) -> bool:
    """A reconnaissance stand. Rule: FFT-VEH-10."""
    return "rec" in stand.ratings.equip or stand.ratings.role == "recon"


def has(stand: FistStand, code: str) -> bool:
    """Does its line carry this code? Rules: FFT-VEH-07, -10."""
    return code in stand.ratings.equip


def in_force(state: FistState, side: str, item: str) -> bool:
    """Does the scenario give this high technology to the side? Rule: FFT-HT-01."""
    cite("FFT-HT-01")
    return item in str(state.options.get(f"technology_{side}", state.options.get("technology", ""))).split()


def has_thermal(scene: Scene, stand: FistStand) -> bool:
    """A thermal sight; a CITV counts as one where it is in force. Rules: FFT-VEH-07, FFT-HT-03."""
    if has(stand, "t"):
        return True
    if has(stand, "v") and in_force(state_of(scene), stand.side, "citv"):
        cite("FFT-HT-03")
        return True
    return False


def has_citv(scene: Scene, stand: FistStand) -> bool:
    """Splits its shots without loss. Rules: FFT-AV-09, FFT-HT-01."""
    return has(stand, "v") and in_force(state_of(scene), stand.side, "citv")


def move_class(stand: FistStand) -> str:
    """The column of the terrain table that it moves by. Rules: FFT-MOVE-04, -05."""
    ratings = stand.ratings
    if ratings.kind == "heli":
        return "high" if stand.high else "noe"
    if ratings.move_class == "leg" or ratings.kind in ("infantry", "fo"):
        return "climber" if stand.touched_cliff and is_light_infantry(stand) else "leg"
    if ratings.amphibious:
        cite("FFT-MOVE-05")
    name = {"t": "tracked", "w": "wheeled", "x": "towed"}[ratings.move_class]
    return f"{name}_amphibious" if ratings.amphibious and name != "towed" else name


def allowance(stand: FistStand, mode: str = "") -> float:
    """Inches of a Movement Phase. Rules: FFT-VEH-02, FFT-STRAT-01, FFT-HELO-03, FFT-CARRY-07."""
    base = float(stand.ratings.move)
    cite("FFT-VEH-02")
    if mode == "strategic":
        cite("FFT-STRAT-01")
        row = tables()["strategic"]
        if is_foot(stand):
            return base * row["infantry_factor"]
        return float(max(base * row["vehicle_factor"], row["vehicle_minimum"]))
    if is_heli(stand) and stand.high:
        cite("FFT-HELO-03")
        return base * float(tables()["helicopter"]["high_move_factor"])
    if is_heli(stand):
        cite("FFT-HELO-02")
    if stand.ratings.kind == "towed":
        cite("FFT-CARRY-07")
        return float(tables()["movement"]["crew_push_towed"])
    return base


def half_move(stand: FistStand) -> int:
    """Half the listed allowance, as eligibility and overwatch count it. Rule: FFT-ELIG-09."""
    cite("FFT-ELIG-09")
    return halved(stand.ratings.move)


def moved_over_half(stand: FistStand) -> bool:
    """Has it spent more than half its allowance on moving? Rule: FFT-ELIG-09."""
    return stand.moved_spent > half_move(stand) + 0.0005


def points(stand: FistStand) -> int:
    """What it is worth at its quality. Rule: FFT-PV-01."""
    cite("FFT-PV-01")
    return math.floor(stand.ratings.pv * float(quality(stand.quality)["pv_factor"]) + 0.5)


def riders(scene: Scene, carrier: Stand) -> list[FistStand]:
    """Who is aboard."""
    return [s for s in state_of(scene).stands.values() if s.carrier == carrier.id and not s.gone]


def on_table(scene: Scene, side: str) -> list[FistStand]:
    """Stands of a side that stand on the table, in file order."""
    return [s for s in state_of(scene).stands.values() if s.side == side and s.in_play]


def enemies(scene: Scene, side: str) -> list[FistStand]:
    """Enemy stands on the table that the scene knows, in file order."""
    state = state_of(scene)
    hidden = {n for n, e in state.knowledge.get(side, {}).items() if e.level == "unknown"}
    return [s for s in state.stands.values() if s.side != side and s.in_play and s.id not in hidden]


def true_enemies(scene: Scene, side: str) -> list[FistStand]:
    """Every enemy stand on the table, whether the side knows of it or not."""
    return [s for s in state_of(scene).stands.values() if s.side != side and s.in_play]


def is_armed(stand: FistStand) -> bool:
    """Has it any weapon?"""
    return bool(stand.ratings.weapons)
