"""Where bases may stand. Rules: LW2-MOVE-09 to -11."""

from __future__ import annotations

import math

from wargame.board import Footprint, gap, inside_table, overlaps, snap
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.location import kept_by, known_enemies
from wargame.rulesets.lightning_war.state import Point, WarStand

NOBODY: frozenset[str] = frozenset()
ENEMY_GAP_IN = 1.0
"""Only who assaults comes nearer to an enemy than this (LW2-MOVE-11)."""


def standing(scene: Scene) -> list[WarStand]:
    """All stands on the table that the scene knows."""
    kept = kept_by(scene)
    if "standing" not in kept:
        kept["standing"] = [s for s in state_of(scene).stands.values() if s.in_play and isinstance(s, WarStand)]
    found: list[WarStand] = kept["standing"]
    return found


def may_stand(
    scene: Scene, stand: WarStand, x: float, y: float, facing_deg: float, *, contact: frozenset[str] = NOBODY
) -> Refusal | None:
    """Why a base may not end here, or None: on the table, on nobody, on ground it may enter, not too near to enemies.

    contact: the enemies that it assaults. Rules: LW2-MOVE-09, -10, -11.
    """
    placed = Footprint(stand.base, x, y, facing_deg)
    if not inside_table(placed, scene.board.table.width_in, scene.board.table.height_in):
        return Refusal(text="The base would stand over the edge of the table.", at=(x, y))
    own = stand.base.radius
    for other in standing(scene):
        if other.id == stand.id or math.dist((other.x, other.y), (x, y)) > own + other.base.radius:
            continue
        if overlaps(placed, units.footprint(other)):
            return Refusal(text=f"The base would stand on {other.name}.", at=(x, y), about=other.id)
    row = scene.board.terrain_at(x, y)[0]
    if scene.board.profile.cost_of(row, units.movement_class(stand)) < 0.0:
        rule = cite("LW2-MOVE-10" if row == "river" else "LW2-MOVE-09")
        text = f"{stand.name} may not enter {row.replace('_', ' ')}."
        return Refusal(text=text, rules=(rule,), at=(x, y))
    enemy = too_near(scene, stand, placed, contact)
    if enemy is None:
        return None
    text = f"{stand.name} would stand within an inch of {enemy.name}; only an assault goes so near."
    return Refusal(text=text, rules=(cite("LW2-MOVE-11"),), at=(x, y), about=enemy.id)


def too_near(scene: Scene, stand: WarStand, placed: Footprint, contact: frozenset[str] = NOBODY) -> WarStand | None:
    """A known enemy within an inch of a base, that it does not assault. Rule: LW2-MOVE-11."""
    own = ENEMY_GAP_IN + stand.base.radius
    for enemy in known_enemies(scene, stand.side):
        if enemy.id in contact or math.dist((enemy.x, enemy.y), (placed.x, placed.y)) > own + enemy.base.radius:
            continue
        if gap(placed, units.footprint(enemy)) < ENEMY_GAP_IN - 0.0005:
            return enemy
    return None


def beside(scene: Scene, carrier: WarStand, stand: WarStand) -> Point | None:
    """A free place beside a carrier for who gets off, the rear first; None if there is none."""
    reach = carrier.base.radius + stand.base.radius + 0.05
    for ring in (reach, reach + 0.6, reach + 1.4):
        for turn in (180, 150, 210, 120, 240, 90, 270, 60, 300, 30, 330, 0):
            angle = math.radians(carrier.facing_deg + turn)
            x, y = snap(carrier.x + math.cos(angle) * ring), snap(carrier.y + math.sin(angle) * ring)
            if may_stand(scene, stand, x, y, carrier.facing_deg) is None:
                return x, y
    return None
