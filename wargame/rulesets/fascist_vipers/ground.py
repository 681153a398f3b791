"""How this rulebook reads the ground. Rules: CFV-MOVE-02, -14, -15, CFV-OBS-07."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from wargame.board import Profile, SightRow
from wargame.rulesets.fascist_vipers.data import ground_file, tables

CLASSES = ("foot", "cavalry", "wheels", "half_track", "track")


@functools.cache
def terrain_rows() -> Mapping[str, Mapping[str, Any]]:
    """Rows of the terrain table by id."""
    return {row["id"]: row for row in tables()["terrain"]}


@functools.cache
def rows_that(name: str) -> frozenset[str]:
    """A named set of terrain rows of ground.toml: cover_rows, obstacle_rows, close_rows …"""
    return frozenset(ground_file()["crossing"][name])


@functools.cache
def profile() -> Profile:
    """What geometry needs to know about the kinds of ground."""
    data = ground_file()
    relief = data["relief"]
    return Profile(
        relief=relief["kind"],
        inches_per_level=relief["inches_per_level"],
        eye_in=relief["eye_in"],
        hill_rule=relief["hill_rule"],
        sight=_sight(data["sight"]),
        terrain=_kinds(),
        costs={row_id: {c: float(row[c]) for c in CLASSES} for row_id, row in terrain_rows().items()},
        terrain_if=tuple((r["kind"], r["field"], r["value"], r["row"]) for r in data["row_if"]),
        covers=rows_that("cover_rows") | rows_that("obstacle_rows"),
        foot_classes=frozenset({"foot"}),
    )


def row_of_kind(kind: str) -> str:
    """The terrain row of a map kind, "open" where it means nothing. Rule: CFV-MOVE-14."""
    return _kinds().get(kind) or "open"


@functools.cache
def _kinds() -> Mapping[str, str | None]:
    named: dict[str, str | None] = {k: row for k, row in tables()["map_kinds"].items() if k != "status"}
    named.update(ground_file()["also"])
    named.update(dict.fromkeys(ground_file()["nothing"]["kinds"]))
    return named


def _sight(data: Mapping[str, Any]) -> Mapping[str, SightRow]:
    rows: dict[str, SightRow] = {"hill": SightRow(0.0, 0.0, "feature")}
    for kind in data["edge_kinds"]:
        depth = float(terrain_rows()[row_of_kind(kind)]["edge_depth"])
        rows[kind] = SightRow(depth, depth, "infinite")
    for kind in data["opaque_kinds"]:
        rows[kind] = SightRow(0.0, 0.0, "infinite")
    return rows
