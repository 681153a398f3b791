"""What protects a stand: terrain, lines that it touches, bunkers, smoke.

Rules: FFT-SAVE-01 to -05, FFT-SPOT-07 to -09.
"""

from __future__ import annotations

import numpy as np

from wargame.board import Footprint, template_hits
from wargame.board.bases import Footprints
from wargame.board.templates import Template
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import lines, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.ground import kinds_that, profile, row
from wargame.rulesets.fistful_of_tows.state import FistStand

OBSTACLES = (("ridge", "ridges"), ("stream", "streams"), ("trench", "trenches"))
"""Terrain rows of lines that protect whoever touches them, and their kinds on the map."""


def area_row(scene: Scene, stand: FistStand) -> str:
    """Terrain row of the cover that its centre lies in, or "". Rule: FFT-GEN-09."""
    return area_row_at(scene, stand.x, stand.y)


def area_row_at(scene: Scene, x: float, y: float) -> str:
    """Terrain row of the cover at a place, or "". Rule: FFT-GEN-09."""
    kept: dict[tuple[float, float], str] = scene.board.part("cover at", lambda _: {})
    if (x, y) not in kept:
        if len(kept) > lines.KEPT:
            kept.clear()
        kind = lines.in_area(scene.board, x, y, kinds_that("cover"))
        kept[(x, y)] = (profile().terrain.get(kind) or "") if kind else ""
    return kept[(x, y)]


def in_bunker(scene: Scene, stand: FistStand) -> bool:
    """Does a bunker hold it? Rule: FFT-TERR-26."""
    if stand.ratings.kind not in ("infantry", "towed"):
        return False
    found = bool(lines.in_area(scene.board, stand.x, stand.y, kinds_that("bunkers")))
    if found:
        cite("FFT-TERR-26")
    return found


def in_smoke(scene: Scene, stand: FistStand) -> bool:
    """Does its centre lie in smoke? Rule: FFT-SMK-09."""
    return bool(scene.state.ground) and bool(lines.in_area(scene.board, stand.x, stand.y, frozenset({"smoke"})))


def obstacles(scene: Scene, stand: FistStand, enemy: Footprint) -> list[str]:
    """Ridge, stream or trench that it touches and that the line between the centres crosses.

    Rules: FFT-SPOT-07, -08, -09.
    """
    found = []
    for name, kinds in OBSTACLES:
        for segments in _touched(scene, stand, kinds):
            if lines.crossings_of(segments, (enemy.x, enemy.y), (stand.x, stand.y)):
                cite("FFT-SPOT-09")
                cite({"ridge": "FFT-SPOT-07", "stream": "FFT-SPOT-08"}.get(name, "FFT-SPOT-09"))
                found.append(name)
                break
    return found


def _touched(scene: Scene, stand: FistStand, kinds: str) -> list[lines.Floats]:
    kept: dict[object, list[lines.Floats]] = scene.board.part("touched lines", lambda _: {})
    key = (stand.x, stand.y, stand.facing_deg, stand.base, kinds)
    if key not in kept:
        if len(kept) > lines.KEPT:
            kept.clear()
        kept[key] = lines.touched_lines(scene.board, units.footprint(stand), kinds_that(kinds))
    return kept[key]


def touches_trench(scene: Scene, stand: FistStand) -> bool:
    """Does it touch a trench? Rule: FFT-ARTY-11."""
    return bool(_touched(scene, stand, "trenches"))


def in_cover_from(scene: Scene, stand: FistStand, enemy: Footprint) -> bool:
    """Is it in cover for spotting by this enemy? Rules: FFT-SPOT-04, -07, -08, FFT-SMK-09."""
    return bool(area_row(scene, stand)) or in_bunker(scene, stand) or bool(obstacles(scene, stand, enemy))


def save_number(
    scene: Scene, target: FistStand, enemy: Footprint, *, missile: bool, top: bool
) -> tuple[int, tuple[str, ...]]:
    """The die that cancels a hit by anti-vehicle fire, 0 if there is none, and the rules.

    Rules: FFT-SAVE-01 to -05, FFT-PDEF-01 to -03, FFT-HELO-11.
    """
    if units.is_heli(target):
        return _heli_save(target, missile)
    chart = tables()["saves"]
    best, bonus, rules = 0, 0, [cite("FFT-SAVE-01")]
    where = area_row(scene, target)
    names = [where] if where else []
    names += ["bunker"] if in_bunker(scene, target) else []
    names += ["smoke"] if in_smoke(scene, target) else []
    for name in obstacles(scene, target, enemy):
        if top and name in chart["top_attack_denies"]:
            rules.append(cite("FFT-SAVE-05"))
        else:
            names.append(name)
    for name in names:
        need = int(row(name).get("save", 0))
        if need and (best == 0 or need < best):
            best = need
            rules.append(cite("FFT-SAVE-02" if need == 5 else "FFT-SAVE-03"))
    if missile and where in chart["missile_bonus_in"] and best:
        bonus += int(chart["missile_bonus"])
        rules.append(cite("FFT-SAVE-04"))
    if missile and units.has(target, "p"):
        rules += [cite("FFT-PDEF-01"), cite("FFT-PDEF-02"), cite("FFT-PDEF-03")]
        if not best:
            return int(chart["point_defence_alone"]), tuple(rules)
        bonus += int(chart["point_defence_bonus"])
    if not best:
        return 0, ()
    cite("FFT-SAVE-05")
    return max(2, best - bonus), tuple(rules)


def _heli_save(target: FistStand, missile: bool) -> tuple[int, tuple[str, ...]]:
    if target.high:
        return 0, ()
    chart = tables()["saves"]
    return int(chart["heli_noe_missile" if missile else "heli_noe_gun"]), (cite("FFT-HELO-11"),)


def small_arms_cover(scene: Scene, target: FistStand, enemy: Footprint) -> str:
    """soft, hard or none: cover against small arms. Rules: FFT-SA-09, -10."""
    where = area_row(scene, target)
    if where == "town" or in_bunker(scene, target) or obstacles(scene, target, enemy):
        return "hard"
    return str(row(where)["cover"]) if where else "none"


def under(template: Template, x: float, y: float, stands: list[FistStand]) -> list[tuple[FistStand, bool]]:
    """Stands that a template touches, and whether it covers each completely. Rule: FFT-ARTY-09."""
    if not stands:
        return []
    hits = template_hits(template, x, y, Footprints.of(units.footprint(s) for s in stands))
    touched = np.flatnonzero(hits.touched).tolist()
    return [(stands[n], bool(hits.wholly_in[n])) for n in touched]
