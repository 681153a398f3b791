"""The charts of this rulebook, read once when first asked for. Ranges and sizes in inches."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from wargame.engine.rules import cite
from wargame.rulesets import files
from wargame.rulesets.clash_of_titans.state import VehicleSpec

PACKAGE = __name__.rpartition(".")[0]
FILES = (
    "rules.toml",
    "tables.toml",
    "armour.toml",
    "vehicles.csv",
    "men.csv",
    "lists.toml",
    "regions.toml",
    "solo.toml",
    "words.toml",
    "looks.toml",
    "ground.toml",
    "cover.toml",
)
Row = dict[str, Any]
NATIONS = {
    "Germany": "GE",
    "USSR": "SU",
    "Finland": "FI",
    "Hungary": "HU",
    "Italy": "IT",
    "Romania": "RO",
    "Partisan": "PA",
}
"""Nations of the vehicle list and their codes; "all" stands for every one of them."""


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A row of table `weapons`: what one man fires (a vehicle's machine gun too)."""

    name: str
    range_in: float
    targets: int
    """Target Rating: To Hit dice of one shooting, and width of the swath in inches."""
    impact: int
    apr: int
    """Armour Piercing Rating; 0: cannot hurt armour."""
    rank: int
    """Outgunned rank."""
    loader: bool
    notes: str = ""


class BlastWeapon(msgspec.Struct, frozen=True, kw_only=True):
    """A row of table `blast_weapons`: what bursts. `circle_in` is the diameter."""

    name: str
    range_in: float
    circle_in: float
    impact: int
    apr: int
    base: int
    delivery: str
    notes: str = ""


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """A row of table `guns`: a main gun or towed gun. HE as circle and impact, 0 if it has none."""

    name: str
    apr: int
    he_circle_in: float
    he_impact: int
    two_piece: bool
    auto: bool
    """Fires as an automatic weapon with its row of `weapons`."""


class ManLine(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of man: his weapons (the first in hand), class and look."""

    id: str
    name: str
    nation: str
    weapons: tuple[str, ...]
    years: tuple[int, int]
    class_: str
    look: str
    role: str


class GunLine(msgspec.Struct, frozen=True, kw_only=True):
    """A gun on wheels; `push_in` is how far its crew pushes it in an activation."""

    id: str
    name: str
    gun: str
    size: str
    crew: int
    push_in: float
    dual: str
    notes: str
    nation: str = "all"
    years: tuple[int, int] = (1939, 1945)


text_of = functools.partial(files.text, PACKAGE)
"""A data file of this package as text."""
tables = functools.partial(files.toml, PACKAGE, "tables.toml")
"""The charts of tables.toml as they stand there; never change what it gives."""
words_file = functools.partial(files.toml, PACKAGE, "words.toml")
"""How events are told."""
looks_file = functools.partial(files.toml, PACKAGE, "looks.toml")
"""Silhouettes."""
ground_file = functools.partial(files.toml, PACKAGE, "ground.toml")
"""Map kinds, sight and heights."""
catalogue = functools.partial(files.catalogue, PACKAGE)
"""The rules in our own words."""
data_hash = functools.partial(files.digest, PACKAGE, FILES)
"""Hash of all data files."""


@functools.cache
def rows(table: str) -> tuple[Row, ...]:
    """The rows of a chart as dictionaries by column name. Raises KeyError for an unknown chart."""
    found = tables()[table]
    return tuple(dict(zip(found["columns"], row, strict=True)) for row in found["rows"])


@functools.cache
def row(table: str, key: str | int) -> Row:
    """The row of a chart whose first column is `key`. Raises KeyError with chart and key."""
    first = tables()[table]["columns"][0]
    found = next((r for r in rows(table) if r[first] == key), None)
    if found is None:
        raise KeyError(f"table {table!r} has no row {key!r}")
    return found


@functools.cache
def meta() -> Row:
    """Single numbers of the game: group distance, level height, contact tolerance …"""
    found: Row = tables()["meta"]
    return found


@functools.cache
def reaction_test(test: str) -> Row:
    """A reaction test: dice, ld, modifiers, what each number of passed dice means. Raises KeyError."""
    found = next((r for r in tables()["reaction_test"] if r["id"] == test), None)
    if found is None:
        raise KeyError(f"no reaction test {test!r}")
    return dict(found)


@functools.cache
def height(piece: str) -> float:
    """Inches of a piece above its own level (table `heights`)."""
    return float(row("heights", piece)["height"])


# ---------------------------------------------------------------- weapons


def short_name(name: str) -> str:
    """A weapon's name without the examples in brackets: "LMG, pan (DP)" is "LMG, pan"."""
    return name.split(" (")[0]


@functools.cache
def weapons() -> dict[str, Weapon]:
    """Direct fire weapons by short name."""
    found = {}
    for r in rows("weapons"):
        name = short_name(r["weapon"])
        found[name] = Weapon(
            name=name,
            range_in=float(r["range"]),
            targets=r["targets"],
            impact=r["impact"],
            apr=r["apr"],
            rank=r["ogun_rank"],
            loader=r["loader"],
            notes=r["notes"],
        )
    return found


@functools.cache
def blast_weapons() -> dict[str, BlastWeapon]:
    """Grenades, charges, mines, mortars and shells by name."""
    found = {}
    for r in rows("blast_weapons"):
        found[r["weapon"]] = BlastWeapon(
            name=r["weapon"],
            range_in=float(r["range"]),
            circle_in=float(r["circle"]),
            impact=r["impact"],
            apr=r["apr"],
            base=r["base"],
            delivery=r["delivery"],
            notes=r["notes"],
        )
    return found


@functools.cache
def guns() -> dict[str, Gun]:
    """Main guns and towed guns by name."""
    found = {}
    for r in rows("guns"):
        circle, _, impact = str(r["he"]).partition("/")
        has_he = bool(impact)
        found[r["gun"]] = Gun(
            name=r["gun"],
            apr=r["apr"],
            he_circle_in=float(circle) if has_he else 0.0,
            he_impact=int(impact) if has_he else 0,
            two_piece=r["two_piece"],
            auto=r["auto"],
        )
    return found


def weapon(name: str) -> Weapon:
    """A direct fire weapon by its name, with or without the examples in brackets. Raises KeyError."""
    return weapons()[short_name(name)]


# ---------------------------------------------------------------- unit lines


@functools.cache
def men() -> dict[str, ManLine]:
    """All kinds of men by line id: nation code and role ("GE_rifleman")."""
    found = {}
    for r in files.csv_rows(PACKAGE, "men.csv"):
        for nation in _nations(r["nations"]):
            line = f"{nation}_{r['role']}"
            found[line] = ManLine(
                id=line,
                name=r["name"],
                nation=nation,
                weapons=tuple(r["weapons"].split("/")) if "/82mm" not in r["weapons"] else _mortar(r["weapons"]),
                years=(int(r["year_from"]), int(r["year_to"])),
                class_=r["class"],
                look=r["look"],
                role=r["role"],
            )
    return found


def _mortar(words: str) -> tuple[str, ...]:
    """The 81/82 mm mortar's own stroke parts no weapons."""
    return tuple(word.replace("|", "/") for word in words.replace("81/82mm", "81|82mm").split("/"))


def _nations(words: str) -> tuple[str, ...]:
    return tuple(NATIONS.values()) if words == "all" else tuple(words.split("/"))


@functools.cache
def towed_guns() -> dict[str, GunLine]:
    """Guns on wheels by line id; those without one of the vehicle list are called after their name."""
    found = {}
    for r in rows("towed_guns"):
        line = r["id"] if r["id"] != "-" else r["name"].lower().replace(" ", "_").replace("-", "_")
        nation, years = _service(line)
        found[line] = GunLine(
            id=line,
            name=r["name"],
            gun=r["gun"],
            size=r["size"],
            crew=r["crew"],
            push_in=float(r["push"]),
            dual=r["dual"],
            notes=r["notes"],
            nation=nation,
            years=years,
        )
    return found


@functools.cache
def vehicle_csv() -> dict[str, dict[str, str]]:
    """The vehicle list of the supplement by id, in file order: it leads (NUT-LIST-07)."""
    return {r["id"]: dict(r) for r in files.csv_rows(PACKAGE, "vehicles.csv")}


def _service(line: str) -> tuple[str, tuple[int, int]]:
    """Nation and years of a line: from the vehicle list, else from the list of other guns, else everybody's."""
    listed = vehicle_csv().get(line)
    if listed is not None:
        return listed["nation"], (int(listed["year_from"]), int(listed["year_to"]))
    others = files.toml(PACKAGE, "armour.toml")["towed"]["rows"]
    return next(
        ((nation, (first, last)) for name, nation, first, last in others if name == line), ("all", (1939, 1945))
    )


@functools.cache
def vehicles() -> dict[str, VehicleSpec]:
    """All vehicles of table `vehicles` by id, with the values of the vehicle list where it has the line."""
    cite("NUT-LIST-07")
    return {r["id"]: _vehicle(r) for r in rows("vehicles")}


def _vehicle(r: Row) -> VehicleSpec:
    listed = vehicle_csv().get(r["id"], {})
    nation, years = _service(r["id"])

    def said(listed_name: str, own_name: str) -> str:
        return str(listed.get(listed_name) or r[own_name])

    return VehicleSpec(
        id=r["id"],
        name=said("name", "vehicle"),
        nation=nation,
        years=years,
        drive=r["drive"],
        class_=r["class"],
        open=r["open"],
        road_in=float(said("speed", "road")),
        off_in=float(said("speed_off", "off")),
        turns=int(said("turns", "turns")),
        ar_front=int(said("front_ar", "ar_front")),
        ar_side=int(said("side_ar", "ar_side")),
        ar_top=int(said("top_ar", "ar_top")),
        gun="" if r["gun"] == "-" else r["gun"],
        mount="" if r["mounts"] == "-" else r["mounts"],
        turret_ar=0 if r["turret"] == "-" else int(r["turret"]),
        turreted=r["turret"] != "-",
        second_gun="" if r["second_gun"] == "-" else r["second_gun"],
        mgs=() if r["mgs"] == "-" else tuple(r["mgs"].split(",")),
        crew=int(said("crew", "crew")),
        seats=int(said("seats", "seats")),
        kind=str(listed.get("type") or "truck"),
    )


def nations_of(words: str) -> tuple[str, ...]:
    """Nation codes of the vehicle list's words: "Germany/Hungary" or "all"."""
    if words == "all":
        return tuple(NATIONS.values())
    return tuple(NATIONS[word] for word in words.split("/") if word in NATIONS)


def up_to(face: int) -> str:
    """The faces of a die up to one, in words: "1", "1-3"."""
    return "1" if face == 1 else f"1-{face}"
