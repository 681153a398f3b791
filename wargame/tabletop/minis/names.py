"""The drawing that a unit line's own name calls for, where the rulebook tells no more than its class."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from wargame.tabletop.minis.silhouettes import AIR, GUNS, Silhouette, silhouette


@cache
def _rows() -> Mapping[str, tuple[tuple[str, str], ...]]:
    text = resources.files("wargame.tabletop.minis").joinpath("names.toml").read_text(encoding="utf-8")
    return {family: tuple(rows.items()) for family, rows in tomllib.loads(text).items()}


def names_known() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Words of line ids and their drawings, by family."""
    return _rows()


def family_of(drawing: Silhouette) -> str:
    """Which table of names holds for a class drawn so: man, people, gun, vehicle or air."""
    if drawing.form in AIR:
        return "air"
    if not drawing.on_base:
        return "vehicle"
    if drawing.name.startswith("figure") or len(drawing.numbers.get("people", ())) == 1:
        return "man"
    pieces = {row[0] for row in drawing.numbers.get("pieces", ())}
    return "gun" if pieces & (GUNS - {"bike", "horse"}) or "mortar" in pieces else "people"


@lru_cache(maxsize=4096)
def drawn_as(look: str, line: str) -> str:
    """The drawing for a stand: its class's look, made particular by the words of its unit line."""
    drawing = silhouette(look)
    words = "_" + re.sub(r"[^a-z0-9]+", "_", line.lower()).strip("_") + "_"
    for wanted, found in _rows()[family_of(drawing)]:
        if (f"_{wanted[:-1]}" if wanted.endswith("*") else f"_{wanted}_") in words:
            return found
    return drawing.name
