"""The charts and lists of this rulebook, read once when first asked for."""

from __future__ import annotations

import functools
from typing import Any

from wargame.rulesets import files
from wargame.rulesets.fistful_of_tows.state import Battery, Ratings, Sheaf, Weapon

PACKAGE = __name__.rpartition(".")[0]
FILES = (
    "rules.toml", "tables.toml", "vehicles.csv", "infantry.csv", "artillery.csv", "words.toml", "looks.toml",
    "ground.toml", "formations.toml",
)  # fmt: skip
Row = dict[str, str]


text_of = functools.partial(files.text, PACKAGE)
"""A data file of this package as text."""
tables = functools.partial(files.toml, PACKAGE, "tables.toml")
"""The charts of tables.toml; never change what it gives."""
words_file = functools.partial(files.toml, PACKAGE, "words.toml")
"""How events are told."""
looks_file = functools.partial(files.toml, PACKAGE, "looks.toml")
"""Bases and silhouettes."""
ground_file = functools.partial(files.toml, PACKAGE, "ground.toml")
"""Map kinds, sight and heights."""
catalogue = functools.partial(files.catalogue, PACKAGE)
"""The rules in our own words."""
data_hash = functools.partial(files.digest, PACKAGE, FILES)
"""Hash of all data files."""


@functools.cache
def lines() -> dict[str, Ratings]:
    """All unit lines by id, in file order. Rules: FFT-VEH-01, FFT-INF-01, FFT-ARTR-01."""
    found = [_vehicle(row) for row in files.csv_rows(PACKAGE, "vehicles.csv")]
    found += [_infantry(row) for row in files.csv_rows(PACKAGE, "infantry.csv")]
    found += [_artillery(row) for row in files.csv_rows(PACKAGE, "artillery.csv")]
    return {line.id: line for line in found}


@functools.cache
def quality(name: str) -> dict[str, Any]:
    """Row of the quality table: number, to_hit, cohesion, pv_factor. Rules: FFT-QUAL-01 to -04."""
    return next(row for row in tables()["quality"] if row["id"] == name)


def national_quality(nation: str, kind: str, year: int, own: str = "", given: str = "") -> str:
    """Quality of troops: the scenario's, the row of their kind, the line's own, the nation's.

    Rules: FFT-QUAL-05, -08, -09.
    """
    if given:
        return given
    year = min(max(year, 1973), 1998)
    rows = [r for r in tables()["nation_quality"] if r["nation"] == nation and r["from"] <= year <= r["to"]]
    special = next((str(r["quality"]) for r in rows if kind != "*" and r["kind"] == kind), "")
    general = next((str(r["quality"]) for r in rows if r["kind"] == "*"), "average")
    return special or own or general


def _int(row: Row, key: str, otherwise: int = 0) -> int:
    return int(float(row[key])) if row.get(key) else otherwise


def _pen(row: Row, key: str) -> int | None:
    return int(row[key]) if row.get(key) else None


def _common(row: Row, name: str) -> dict[str, Any]:
    return {
        "id": row["id"],
        "name": row[name],
        "nations": tuple(row["nations"].split(";")),
        "year_from": int(row["from"]),
        "year_to": int(row["to"]),
        "pv": int(row["pv"]),
        "move": _int(row, "move"),
        "move_class": row["mclass"],
        "amphibious": row.get("amph") == "1",
        "equip": tuple(row["equip"].split()),
        "notes": row["notes"],
    }


def _vehicle(row: Row) -> Ratings:
    kind, defaults = row["kind"], tables()["penetration"]
    bare = kind in ("soft", "towed")
    flank = defaults["default_flank_mbt"] if kind == "mbt" else defaults["default_flank_other"]
    return Ratings(
        **_common(row, "name"),
        kind=kind,
        role=row["role"],
        front=0 if bare else _int(row, "front"),
        front_flags=row["front_flags"],
        flank=0 if bare else _int(row, "flank", flank),
        flank_flags=row["flank_flags"],
        weapons=tuple(_vehicle_weapons(row)),
        aa=row["aa"],
        carry=_int(row, "carry"),
        tow=row["tow"] == "1",
        rockets=_int(row, "rkt_af"),
    )


def _vehicle_weapons(row: Row) -> list[Weapon]:
    found = []
    if row["gun"]:
        found.append(
            Weapon(
                id="gun",
                name=row["gun"],
                pen=_pen(row, "pen"),
                h=row["pen_h"] == "1",
                rof=_int(row, "rof", 1),
                rng=_int(row, "rng"),
                to_hit=_int(row, "inf"),
            )
        )
    if row["msl"]:
        found.append(
            Weapon(
                id="missile",
                name=row["msl"],
                pen=_pen(row, "msl_pen"),
                h=row["msl_h"] == "1",
                rof=_int(row, "msl_rof", 1),
                rng=_int(row, "msl_max"),
                least=_int(row, "msl_min"),
                top=row["msl_top"] == "1",
                tandem=row["msl_tandem"] == "1",
                laser=row["msl_laser"] == "1",
                limited=row["msl_ammo"] == "limited",
                is_missile=True,
            )
        )
    if row["sam"]:
        found.append(_sam(row, "sam_rof", "sam_max"))
    if _int(row, "rkt_af"):
        found.append(Weapon(id="rockets", name="Rockets", rng=int(tables()["helicopter"]["rocket_range"])))
    return found


def _sam(row: Row, rof: str, reach: str) -> Weapon:
    return Weapon(
        id="sam",
        name=row["sam"],
        pen=_pen(row, "sam_pen"),
        rof=_int(row, rof, 1) if rof else 1,
        rng=_int(row, reach),
        least=_int(row, "sam_min"),
        limited=row["sam_ammo"] == "limited",
        is_missile=True,
    )


def _infantry(row: Row) -> Ratings:
    fo = row["role"] == "fo"
    return Ratings(
        **_common(row, "name"),
        kind="fo" if fo else "infantry",
        role=row["role"],
        weapons=() if fo else tuple(_infantry_weapons(row)),
        aa="sam" if row["sam"] else "",
        default_quality=row["default_quality"],
    )


def _infantry_weapons(row: Row) -> list[Weapon]:
    found = []
    if row["sa_hit"]:
        rof, reach, to_hit = _int(row, "sa_rof"), _int(row, "sa_rng"), _int(row, "sa_hit")
        found.append(Weapon(id="small", name="Small arms", rof=rof, rng=reach, to_hit=to_hit))
    if row["law"]:
        found.append(
            Weapon(id="law", name=row["law"], pen=_pen(row, "law_pen"), h=row["law_h"] == "1", rng=_int(row, "law_rng"))
        )
    if row["maw"]:
        found.append(
            Weapon(
                id="maw",
                name=row["maw"],
                pen=_pen(row, "maw_pen"),
                h=row["maw_h"] == "1",
                rng=_int(row, "maw_rng"),
                least=_int(row, "maw_min"),
                top=row["maw_top"] == "1",
                tandem=row["maw_tandem"] == "1",
                limited=row["maw_ammo"] == "limited",
                is_missile=row["maw_missile"] == "1",
            )
        )
    if row["sam"]:
        found.append(_sam(row, "", "sam_rng"))
    if row["mortar60"] == "1":
        found.append(Weapon(id="mortar", name="Light mortar", rng=int(tables()["artillery"]["light_mortar_range"])))
    return found


def _artillery(row: Row) -> Ratings:
    armoured = row["mode"] == "SP" and bool(row["front"])
    kind = {"SP": "light" if armoured else "soft", "towed": "towed", "foot": "infantry"}[row["mode"]]
    direct = _pen(row, "df_pen")
    weapons: tuple[Weapon, ...] = ()
    if direct is not None:
        weapons = (
            Weapon(
                id="direct",
                name=f"{row['cal_mm']} mm direct",
                pen=direct,
                h=row["df_h"] == "1",
                rof=_int(row, "df_rof", 1),
                rng=_int(row, "df_rng"),
                to_hit=_int(row, "inf", int(tables()["small_arms"]["artillery_direct_to_hit"])),
            ),
        )
    return Ratings(
        **_common(row, "type"),
        kind=kind,
        role="artillery",
        front=_int(row, "front"),
        flank=_int(row, "flank"),
        weapons=weapons,
        battery=Battery(
            calibre=_int(row, "cal_mm"),
            kind=row["kind"],
            board=row["board"],
            least_in=float(row["range_min_in"] or 0),
            reach_in=float(row["range_in"] or 0),
            reach_km=float(row["range_km"] or 0),
            converged=_sheaf(row, "conv"),
            dispersed=_sheaf(row, "disp"),
            shells=("he", *(_SHELLS[code] for code in row["ammo"].split() if code in _SHELLS)),
            reload_turns=_int(row, "reload_turns"),
            shots=_int(row, "shots"),
        ),
    )


_SHELLS = {"s": "smoke", "c": "chemical", "i": "improved", "l": "guided"}


def _sheaf(row: Row, name: str) -> Sheaf | None:
    if not row.get(f"{name}_af"):
        return None
    size = (float(row[f"{name}_tw"]), float(row[f"{name}_tl"]))
    return Sheaf(int(row[f"{name}_af"]), row[f"{name}_L"] == "1", *size)
