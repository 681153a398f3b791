"""What the charts say of vehicles, guns and their mounts. Rules: NUT-VEH-01, -02, NUT-VGUN-01, -06, -08, NUT-CREW-01.

Armour ratings and penetration ratings are plain numbers of one scale; speeds and lengths are inches.
"""

from __future__ import annotations

import functools
import re
import tomllib
from typing import Any

import msgspec

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.state import ClashStand, VehicleSpec

NONE = "-"
FACES = ("front", "side", "rear", "top", "bottom")
PLAIN_STATIONS = ("commander", "gunner", "loader", "driver", "hull_gunner")
SECOND = "second_gunner"
"""Station of the man at the second gun of the few vehicles that have one."""


class Barrel(msgspec.Struct, frozen=True, kw_only=True):
    """A main or towed gun. `rating`, `impact`, `range_in` count for guns that are always loaded; range 0: no limit."""

    name: str
    apr: int = 0
    he_circle_in: float = 0.0
    he_impact: int = 0
    two_piece: bool = False
    auto: bool = False
    """Always loaded, fires as an automatic weapon (NUT-VGUN-01)."""
    flame: bool = False
    mortar: bool = False
    rating: int = 1
    impact: int = 0
    range_in: float = 0.0
    rank: int = 0
    """Outgunned rank."""

    @property
    def has_he(self) -> bool:
        """Fires high explosive shells."""
        return self.he_circle_in > 0

    @property
    def single(self) -> bool:
        """A gun that is loaded round by round."""
        return not (self.auto or self.flame or self.mortar)


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """A machine gun of a vehicle (NUT-VGUN-08)."""

    id: str
    """Unique in its vehicle: "coax", "hull", "pintle", "pintle_2" …"""
    kind: str
    """Row of mg_mounts: coax, turret MG, rear MG, hull, pintle or aa."""
    weapon: str
    """Short name of the weapon."""
    rating: int
    arc_deg: float
    exposed: bool


# ---------------------------------------------------------------- numbers and charts


@functools.cache
def numbers() -> dict[str, Any]:
    """The numbers of armour.toml; never change what it gives."""
    return tomllib.loads(data.text_of("armour.toml"))


def number(section: str, name: str) -> float:
    """One number of armour.toml."""
    return float(numbers()[section][name])


def whole(section: str, name: str) -> int:
    """One whole number of armour.toml."""
    return int(numbers()[section][name])


@functools.cache
def own_rows(table: str) -> tuple[dict[str, Any], ...]:
    """The rows of a chart of armour.toml."""
    found = numbers()[table]
    return tuple(dict(zip(found["columns"], row, strict=True)) for row in found["rows"])


@functools.cache
def by_key(table: str) -> dict[Any, dict[str, Any]]:
    """The rows of a chart, of either file, by their first column."""
    source = own_rows(table) if table in numbers() else data.rows(table)
    return {next(iter(row.values())): row for row in source}


def reaction_dice(test: str) -> int:
    """How many dice a reaction test rolls."""
    return int(data.reaction_test(test)["dice"])


@functools.cache
def of_die(table: str, column: str, face: int) -> str:
    """The entry of a chart whose first column holds a face ("5") or faces ("3-6") of one die."""
    for key, row in by_key(table).items():
        low, _, high = str(key).partition("-")
        if int(low) <= face <= int(high or low):
            return str(row[column])
    raise KeyError(f"table {table!r} has no row for a die of {face}")


# ---------------------------------------------------------------- guns


def barrel(name: str) -> Barrel:
    """A gun by its name in the lists. Raises KeyError for a name that no chart has. Rule: NUT-VGUN-01."""
    cite("NUT-VGUN-01")
    return _barrel(name)


@functools.cache
def _barrel(name: str) -> Barrel:
    if name in data.blast_weapons():
        burst = data.blast_weapons()[name]
        return Barrel(
            name=name,
            apr=burst.apr,
            he_circle_in=burst.circle_in,
            he_impact=burst.impact,
            mortar=True,
            range_in=burst.range_in,
            rank=_big_rank(),
        )
    row = data.guns().get(name)
    if row is None or row.auto:
        return _as_weapon(name)
    return Barrel(
        name=name,
        apr=row.apr,
        he_circle_in=row.he_circle_in,
        he_impact=row.he_impact,
        two_piece=row.two_piece,
        rank=_big_rank(),
    )


def _as_weapon(name: str) -> Barrel:
    weapon = data.weapon(numbers()["automatic"].get(name, name))
    flame = "flamethrower" in weapon.name
    return Barrel(
        name=name,
        apr=weapon.apr,
        auto=not flame,
        flame=flame,
        rating=weapon.targets,
        impact=weapon.impact,
        range_in=weapon.range_in,
        rank=weapon.rank,
    )


def _big_rank() -> int:
    """Outgunned rank of a main gun or manned gun: the highest of the chart."""
    return max(int(row["rank"]) for row in data.rows("outgunned"))


def main_gun(stand: ClashStand) -> Barrel | None:
    """The main gun of a vehicle, or the gun of a gun stand; None without one."""
    name = stand.gun or (stand.spec.gun if stand.spec is not None else "")
    return barrel(name) if name else None


@functools.cache
def _second(text: str) -> tuple[str, str]:
    name, _, place = text.partition(" in ")
    return name, place


def second_gun(spec: VehicleSpec) -> tuple[Barrel, str] | None:
    """A second gun and where it sits ("turret"), for the few vehicles with two."""
    if not spec.second_gun:
        return None
    name, place = _second(spec.second_gun)
    return barrel(name), place


# ---------------------------------------------------------------- machine gun mounts

_ENTRY = re.compile(r"(?:(\d) )?(coax|turret MG|rear MG|hull|pintle|aa)(?: (HMG|MMG))?")


def machine_guns(spec: VehicleSpec) -> tuple[Mount, ...]:
    """The machine guns of a vehicle, in the order of its list. Rule: NUT-VGUN-08."""
    cite("NUT-VGUN-08")
    return _mounts(spec.mgs, _lone_turrets(spec))


def _lone_turrets(spec: VehicleSpec) -> bool:
    """Do its turret machine guns sit one to a turret (two men in table crew_exceptions)?"""
    row = data.rows("crew_exceptions")
    return any(r["vehicle"] == spec.name and "turret MGs" in r["hull_gunner"] for r in row)


@functools.cache
def _mounts(words: tuple[str, ...], lone_turrets: bool) -> tuple[Mount, ...]:
    found: list[Mount] = []
    for entry in words:
        match = _ENTRY.fullmatch(entry.strip())
        if match is None:
            raise ValueError(f"{entry!r} is no machine gun of a vehicle; expected a word of mg_mounts")
        count, kind, named = int(match[1] or 1), match[2], match[3] or "plain"
        separate = kind == "pintle" or (kind == "turret MG" and lone_turrets)
        for _ in range(count if separate else 1):
            found.append(_mount(kind, named, count > 1 and not separate, sum(m.kind == kind for m in found)))
    return tuple(found)


def _mount(kind: str, named: str, twin: bool, before: int) -> Mount:
    row = by_key("mg_mounts")[kind]
    weapon = data.weapon(numbers()["mg_weapon"][named])
    name = kind.replace(" ", "_").lower()
    return Mount(
        id=f"{name}_{before + 1}" if before else name,
        kind=kind,
        weapon=weapon.name,
        rating=whole("machine_gun", "twin_rating") if twin else weapon.targets,
        arc_deg=float(row["arc"]),
        exposed=bool(row["exposed"]),
    )


# ---------------------------------------------------------------- vehicles, armour, size, class


def vehicle(line: str) -> VehicleSpec:
    """A vehicle of the list. Raises KeyError. Rules: NUT-VEH-01, NUT-LIST-07."""
    cite("NUT-VEH-01")
    cite("NUT-LIST-07")
    return data.vehicles()[line]


def towed_gun(line: str) -> data.GunLine:
    """A gun on wheels of the list. Raises KeyError. Rule: NUT-GUNS-01."""
    cite("NUT-GUNS-01")
    return data.towed_guns()[line]


def armour(spec: VehicleSpec, face: str, location: str = "hull") -> int:
    """AR of a face (front, side, rear, top, bottom) and location (hull, turret).

    Rear is as the side, bottom as the top; the turret changes the face struck. Rules: NUT-VEH-02, NUT-GEO-07,
    NUT-VGUN-06.
    """
    if face in ("top", "bottom"):
        cite("NUT-VEH-02")
        rating = spec.ar_top
    else:
        cite("NUT-GEO-07")
        rating = spec.ar_front if face == "front" else spec.ar_side
    if location == "turret" and spec.turreted:
        cite("NUT-VGUN-06")
        rating += spec.turret_ar
    return rating


def top_by_side(side: int) -> int:
    """Top AR by side AR, where no list gives one: two less, at least 1; a softskin has none. Rule: NUT-VEH-02."""
    cite("NUT-VEH-02")
    return max(whole("vehicle", "least_top"), side - whole("vehicle", "top_below_side")) if side else 0


@functools.cache
def outline(size: str) -> tuple[float, float]:
    """Length and width in inches of the model of a class of vehicle or gun. Rule: NUT-GEO-01."""
    row = data.row("vehicle_sizes", size)
    return float(row["length"]), float(row["width"])


@functools.cache
def class_row(size: str) -> dict[str, Any]:
    """Driver's bonus, highest DV, run-over Impact and Bash of a class (table over_run_class)."""
    return data.row("over_run_class", size)


# ---------------------------------------------------------------- crews


@functools.cache
def stations(name: str, crew: int, second: str = "", only_twin_turret: bool = False) -> tuple[tuple[str, ...], ...]:
    """The stations of each crewman, man by man (the first man first).

    `second`: name of a second gun; `only_twin_turret`: an AFV whose only weapon is "2 turret MG". Men beyond the chart
    help the loader. Rule: NUT-CREW-01.
    """
    exceptions = by_key("crew_exceptions")
    row = exceptions.get(name)
    if row is None and only_twin_turret and crew == 2:
        row = next(r for key, r in exceptions.items() if "only" in key)
    if row is None:
        row = by_key("crew_positions")[min(crew, max(by_key("crew_positions")))]
    men: list[list[str]] = [[] for _ in range(crew)]
    for station in PLAIN_STATIONS:
        for man, label in re.findall(r"\b(\d)\b(?: \(([^)]*)\))?", str(row[station])):
            if int(man) <= crew:
                men[int(man) - 1].append(SECOND if label and second.startswith(label) else station)
    return tuple(tuple(found) if found else ("loader",) for found in men)


def crew_stations(spec: VehicleSpec) -> tuple[tuple[str, ...], ...]:
    """The stations of each crewman of a vehicle. Rule: NUT-CREW-01."""
    cite("NUT-CREW-01")
    twin = spec.mgs == ("2 turret MG",) and not spec.gun
    return stations(spec.name, spec.crew, spec.second_gun, twin)
