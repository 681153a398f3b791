"""Which drawing belongs to a look: the table of silhouettes and the way to the nearest one for an unknown name."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from wargame.tabletop.minis import armour, gear, modern, wheels, wings
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import Pen

Draw = Callable[[Pen, Livery, dict[str, Any], float], None]
FORMS: Mapping[str, Draw] = {
    "tank": armour.tank, "casemate": armour.casemate, "open_mount": armour.open_mount,
    "charge_carrier": armour.charge_carrier, "half_track": wheels.half_track, "armoured_car": wheels.armoured_car,
    "lorry": wheels.lorry, "car": wheels.car, "tractor": wheels.tractor, "aeroplane": wings.aeroplane,
    "helicopter": wings.helicopter, "stand": gear.stand, "carrier": modern.carrier, "bare_gun": modern.bare_gun,
    "turreted_howitzer": modern.turreted_howitzer, "prime_mover": wheels.prime_mover, "aerosan": wheels.aerosan,
    "boat": wheels.boat,
}  # fmt: skip
USUAL = (2.45, 1.22)
"""Length and width in drawing units of the vehicle that exactly fills the model's size: a medium tank."""
OVERHANG = 1.16
LONGER = 1.35
"""A vehicle on a square base hangs over it before and behind, up to so many times its breadth."""
AIR = ("aeroplane", "helicopter")
STAND_UNITS = 1.44
GUN_STAND_UNITS = 1.7
GUNS = frozenset(
    (
        "at_gun",
        "field_gun",
        "infantry_gun",
        "aa_gun",
        "quad",
        "bike",
        "solo_bike",
        "bicycle",
        "horse",
        "howitzer",
        "flak88",
        "nebelwerfer",
        "heavy_mortar",
        "recoilless",
        "wagon",
    )
)
# Words found in names of looks and what they most likely mean; the first that fits wins.
_WORDS = (
    ("anti_tank_gun", "at_gun"), ("anti_aircraft", "aa_gun"), ("machine_gun", "heavy_mg"),
    ("fighter_bomber", "aircraft_ground_attack"), ("headquarters", "hq"),
    ("bomber", "aircraft_bomber"), ("sturmovik", "aircraft_ground_attack"), ("stuka", "aircraft_ground_attack"),
    ("fighter", "aircraft_fighter"), ("helicopter", "helicopter"), ("jet", "aircraft_jet"),
    ("aircraft", "aircraft_fighter"), ("plane", "aircraft_fighter"), ("half", "half_track"),
    ("rocket", "rocket_launcher"),
    ("katyusha", "rocket_launcher"), ("demolition", "demolition_carrier"), ("goliath", "demolition_carrier"),
    ("armoured_car", "armoured_car"), ("armored_car", "armoured_car"), ("superheavy", "tank_superheavy"),
    ("assault_gun", "stug"), ("tank_destroyer", "casemate_medium"), ("casemate", "casemate_heavy"),
    ("ferdinand", "casemate_rear"), ("elefant", "casemate_rear"), ("isu", "casemate_heavy"),
    ("su152", "casemate_heavy"),
    ("su85", "casemate_medium"), ("su100", "casemate_medium"), ("su76", "assault_gun_open"),
    ("marder", "assault_gun_open"), ("nashorn", "assault_gun_open"), ("howitzer", "howitzer"),
    ("wespe", "spg_howitzer"), ("hummel", "spg_howitzer"), ("spg", "spg_howitzer"), ("apc", "apc_tracked"),
    ("ifv", "apc_tracked"), ("light_tank", "tank_light"), ("medium_tank", "tank_medium"), ("heavy_tank", "tank_heavy"),
    ("tank_hunter", "at_team"), ("anti_tank_team", "at_team"), ("tank", "tank_medium"), ("truck", "truck"),
    ("lorry", "truck"), ("tractor", "tractor"), ("jeep", "car"), ("car", "car"), ("motor", "motorcycle"),
    ("bike", "motorcycle"), ("cavalry", "cavalry"), ("horse", "cavalry"), ("quad", "aa_quad"), ("flak", "aa_gun"),
    ("aa", "aa_gun"), ("at_gun", "at_gun"), ("anti_tank", "at_gun"), ("infantry_gun", "infantry_gun"),
    ("field", "field_gun"), ("artillery", "field_gun"), ("mortar", "mortar"), ("gun", "at_gun"), ("hmg", "heavy_mg"),
    ("machine", "heavy_mg"), ("mg", "heavy_mg"), ("smg", "smg"), ("engineer", "engineers"), ("pioneer", "engineers"),
    ("sapper", "engineers"), ("flame", "engineers"), ("panzerfaust", "at_team"), ("bazooka", "at_team"),
    ("piat", "at_team"), ("at", "at_team"), ("hq", "hq"), ("command", "hq"), ("leader", "hq"), ("recon", "recon_foot"),
    ("scout", "recon_foot"), ("observer", "observer"), ("sniper", "sniper"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Silhouette:
    """One look: how to draw it and how long and wide it is in drawing units (a stand fills its base)."""

    name: str
    form: str
    numbers: Mapping[str, Any]

    @property
    def on_base(self) -> bool:
        """Drawn on a base of exactly the stand's size (people, guns), not as a bare vehicle."""
        return self.form == "stand"

    def scale(self, depth_in: float, frontage_in: float) -> float:
        """Inches per drawing unit: stands fill their base; vehicles half keep their size beside each other."""
        if self.on_base:
            pieces = [p[0] for p in self.numbers.get("pieces", ())]
            units = GUN_STAND_UNITS if any(name in GUNS for name in pieces) else STAND_UNITS
            return max(0.05, (depth_in * frontage_in) ** 0.5 / units)
        if self.form not in AIR:
            depth_in = max(depth_in, LONGER * frontage_in)
        fit = min(depth_in / self.numbers["length"], frontage_in / self.numbers["width"])
        if self.form in AIR:
            return max(0.05, fit)
        usual = min(depth_in / USUAL[0], frontage_in / USUAL[1])
        return max(0.05, min(OVERHANG * fit, (fit * usual) ** 0.5))

    def reach(self, scale: float, depth_in: float, frontage_in: float) -> float:
        """Side of the square, in drawing units, that holds it however it is turned."""
        if self.on_base:
            return (depth_in**2 + frontage_in**2) ** 0.5 / scale * 1.25
        ahead = self.numbers["length"] / 2 + self.numbers.get("gun", 0.0) + 0.5
        return 2 * float((max(ahead, self.numbers["width"] * 0.6) ** 2 + 0.4) ** 0.5)

    def draw(self, pen: Pen, look: Livery, size_units: tuple[float, float], is_round: bool, turret_deg: float) -> None:
        """Draw it; `size_units` is (frontage, depth) of the base in drawing units."""
        numbers = dict(self.numbers)
        numbers.update(frontage=size_units[0], depth=size_units[1], round=is_round)
        FORMS[self.form](pen, look, numbers, turret_deg)


@cache
def _table() -> Mapping[str, Silhouette]:
    text = resources.files("wargame.tabletop.minis").joinpath("silhouettes.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)
    return {name: Silhouette(name, row["form"], row) for name, row in rows.items()}


def looks_available() -> tuple[str, ...]:
    """Every look that has a drawing of its own."""
    return tuple(_table())


def silhouette(look: str) -> Silhouette:
    """The drawing for a look. An unknown name falls back by what it begins or ends with, at last on riflemen."""
    table = _table()
    plain = look.strip().lower().replace("-", "_").replace(" ", "_").replace("/", "_")
    if plain in table:
        return table[plain]
    parts = plain.split("_")
    for n in range(len(parts) - 1, 0, -1):
        for short in ("_".join(parts[:n]), "_".join(parts[-n:])):
            if short in table:
                return table[short]
    run = "_".join(parts)
    squeezed = run.replace("_", "")
    for word, name in _WORDS:
        if (len(word) > 3 and (word in run or word in squeezed)) or word in parts:
            return table[name]
    return table["infantry"]
