"""Wrecks on roads and bridges. Rules: FFT-TERR-18 to -20, -27, -32, -33."""

from __future__ import annotations

import math

from wargame.board import Footprint, gap
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Marker
from wargame.rulesets.fistful_of_tows import lines, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.ground import kinds_that
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

REACH_IN = 0.3
PUSHERS = {"mbt": ("mbt",), "light": ("mbt", "light"), "soft": ("mbt", "light", "soft")}
"""Kinds of vehicle that push a wreck of each kind off (FFT-TERR-19, -27)."""


def on_roads(scene: Scene) -> list[Marker]:
    """Wrecks that block a road or bridge. Rules: FFT-TERR-18, -32."""
    found = []
    for marker in state_of(scene).markers.values():
        if marker.kind == "wreck" and is_on_road(scene, marker):
            cite("FFT-TERR-18")
            found.append(marker)
    return found


def is_on_road(scene: Scene, marker: Marker) -> bool:
    """Does its centre lie in the strip of a road or bridge? Rule: FFT-TERR-32."""
    cite("FFT-TERR-32")
    reach = float(tables()["terrain"]["road"]["half_width"])
    return _distance(scene, marker.x, marker.y, kinds_that("roads")) <= reach


def is_on_bridge(scene: Scene, marker: Marker) -> bool:
    """Does it lie on a bridge?"""
    return _distance(scene, marker.x, marker.y, frozenset({"bridge"})) <= 0.5


def _distance(scene: Scene, x: float, y: float, kinds: frozenset[str]) -> float:
    """Inches to the nearest line of these kinds, kept with the board: wrecks do not move."""
    kept: dict[object, float] = scene.board.part("inches to lines", lambda _: {})
    if (x, y, kinds) not in kept:
        kept[(x, y, kinds)] = _measured(scene, x, y, kinds)
    return kept[(x, y, kinds)]


def _measured(scene: Scene, x: float, y: float, kinds: frozenset[str]) -> float:
    best = math.inf
    for segments in lines.lines_of(scene.board, kinds):
        for x0, y0, x1, y1 in segments.tolist():
            dx, dy = x1 - x0, y1 - y0
            square = dx * dx + dy * dy
            t = 0.0 if square == 0 else max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / square))
            best = min(best, math.dist((x, y), (x0 + dx * t, y0 + dy * t)))
    return best


def place(marker: Marker) -> Footprint:
    """The base of a wreck where it lies."""
    facts = dict(marker.data)
    return Footprint(
        units.base_of(str(facts.get("kind", "light"))), marker.x, marker.y, float(facts.get("facing") or 0.0)
    )


def in_reach(scene: Scene, stand: FistStand) -> Marker | None:
    """A blocking wreck that the stand touches."""
    if not units.is_vehicle(stand) or units.is_heli(stand):
        return None
    here = units.footprint(stand)
    near = [(gap(here, place(m)), m.id, m) for m in on_roads(scene)]
    near = [row for row in near if row[0] <= REACH_IN]
    return min(near)[2] if near else None


def push_cost(stand: FistStand) -> float:
    """Half the pusher's allowance. Rule: FFT-TERR-19."""
    return float(units.halved(units.allowance(stand)))


def bypass_cost() -> float:
    """What it costs to pass a wreck on a road. Rule: FFT-TERR-20."""
    cite("FFT-TERR-20")
    return float(tables()["terrain"]["road"]["wreck_bypass_cost"])


def may_push(pusher: str, wreck: str) -> bool:
    """May a vehicle of this kind push a wreck of that kind? Rules: FFT-TERR-19, -27."""
    cite("FFT-TERR-27" if wreck == "soft" else "FFT-TERR-19")
    return pusher in PUSHERS.get(wreck, ())


def check_push(scene: Scene, stand: FistStand) -> Refusal | None:
    """Why it may not push a wreck now, or None."""
    marker = in_reach(scene, stand)
    if marker is None:
        return Refusal(text="No wreck within reach.", rules=(cite("FFT-TERR-19"),), about=stand.id)
    if not may_push(stand.ratings.kind, str(dict(marker.data).get("kind", ""))):
        text = f"{stand.name} cannot push this wreck."
        return Refusal(text=text, rules=(cite("FFT-TERR-19"),), about=stand.id)
    if stand.spent + push_cost(stand) > units.allowance(stand) + 0.0005:
        return Refusal(text=f"Pushing costs {push_cost(stand):g}.", rules=(cite("FFT-TERR-19"),), about=stand.id)
    return None
