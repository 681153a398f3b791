"""How this rulebook reads the ground. Rules: FFT-MOVE-04, -05, -07, FFT-TERR-01 to -26, FFT-LOS-04 to -10."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from wargame.board import Profile, SightRow
from wargame.board.features import Feature
from wargame.rulesets.fistful_of_tows.data import ground_file, tables

CLASSES = (
    "leg", "climber", "raft_2", "raft_3", "raft_4", "tracked", "wheeled", "towed", "tracked_amphibious",
    "wheeled_amphibious", "noe", "high",
)  # fmt: skip
_LIKE = {
    "climber": "leg",
    "raft_2": "leg",
    "raft_3": "leg",
    "raft_4": "leg",
    "tracked_amphibious": "tracked",
    "wheeled_amphibious": "wheeled",
}


@functools.cache
def row(name: str) -> Mapping[str, Any]:
    """A row of the terrain table; clear ground where it has none."""
    found: Mapping[str, Any] = tables()["terrain"].get(name, tables()["terrain"]["clear"])
    return found


@functools.cache
def kinds_that(name: str) -> frozenset[str]:
    """A named set of map kinds of ground.toml: cover, ridges, streams, trenches, roads, crossings …"""
    return frozenset(ground_file()["kinds"][name])


@functools.cache
def profile() -> Profile:
    """What geometry needs to know about the kinds of ground."""
    data = ground_file()
    relief = data["relief"]
    return Profile(
        relief=relief["kind"],
        inches_per_level=relief["inches_per_level"],
        eye_in=float(tables()["los"]["eye_height_levels"]),
        hill_rule="line",
        sight=_sight(),
        terrain=dict(data["rows"]) | dict.fromkeys(data["nothing"]["kinds"]),
        costs={name: _costs(name) for name in tables()["terrain"]},
        terrain_if=tuple((r["kind"], r["field"], r["value"], r["row"]) for r in data["row_if"]),
        covers=frozenset({"ridge", "stream", "trench"}),
        foot_classes=frozenset({"leg", "climber", "raft_2", "raft_3", "raft_4"}),
        open_row="clear",
        road_row="road",
        hill_top_open=True,
    )


def row_of(feature: Feature) -> str:
    """The terrain row of a feature, "clear" where it means nothing to movement."""
    return profile().row_of(feature) or "clear"


def _sight() -> Mapping[str, SightRow]:
    """Cover and smoke block the line below their tops; ridge lines are dealt with by `lines`.

    Rules: FFT-LOS-06, -10, -11.
    """
    high = float(tables()["los"]["cover_height_levels"])
    rows = {kind: SightRow(0.0, 0.0, "feature", plain_in=high) for kind in kinds_that("cover") | {"smoke"}}
    return {"hill": SightRow(0.0, 0.0, "feature"), **rows}


def _costs(name: str) -> dict[str, float]:
    """Inches of allowance for an inch of ground; -1: may not enter. Rule: FFT-MOVE-07."""
    data = tables()["terrain"][name]
    return {c: _cost(name, data, c) for c in CLASSES}


def _cost(name: str, data: Mapping[str, Any], movement_class: str) -> float:
    like = _LIKE.get(movement_class, movement_class)
    if movement_class.startswith("raft_") and "raft_inches_per_turn" in data:
        return float(movement_class.removeprefix("raft_")) / float(data["raft_inches_per_turn"])
    if name == "cliff":
        return 1.0 if movement_class in ("climber", "noe", "high") else -1.0
    if name == "trench":
        return -1.0 if like in ("wheeled", "towed") else 1.0
    if movement_class.endswith("_amphibious") and "amphibious" in data:
        return 1.0 / float(data["amphibious"])
    rate = float(data.get(like, 1.0))
    return -1.0 if rate <= 0.0 else 1.0 / rate
