"""Where a vehicle can drive with what is left of its move and its turns, for drawing. Rules: NUT-VMOV-01, -03."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wargame.board import Footprints
from wargame.board.routes import Reach, reach
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import movement, standing, vehicle_moves
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.steering import PIVOT, REVERSE, spec_of
from wargame.rulesets.clash_of_titans.vehicle_data import number

Floats = NDArray[np.float64]
SLIGHT_DEG = 0.5
HALF_TURN, FULL_TURN = 180.0, 360.0


def reach_of(scene: Scene, stand: ClashStand, mode: str = "", cell_in: float = 0.25) -> Reach:
    """Where its allowance and its turns suffice to go; a proposal, the price decides. Rules: NUT-VMOV-01, -03."""
    spare = 0.0
    if mode != PIVOT and vehicle_moves.may_move(scene, stand) is None:
        spare = vehicle_moves.allowance(scene, stand, mode)
    half = stand.base.width_in / 2
    wide = [movement.grown(s, half) for s in standing.blocking(scene, stand)]
    found = reach(
        scene.board,
        stand.x,
        stand.y,
        spare,
        standing.movement_class(stand),
        cell_in,
        obstacles=Footprints.of(wide) if wide else None,
        start_free=True,
    )
    rows, columns = found.costs.shape
    x = found.x0 + (np.arange(columns) + 0.5) * found.cell
    y = found.y0 + (np.arange(rows) + 0.5) * found.cell
    open_ = steered(stand, mode, x[None, :] + np.zeros((rows, 1)), y[:, None] + np.zeros((1, columns)), found.cell)
    costs = np.where(open_, found.costs, np.float32(np.inf))
    return replace(found, costs=costs, margin=np.where(open_, found.margin, np.float32(-found.cell)))


def steered(stand: ClashStand, mode: str, x: Floats, y: Floats, slack_in: float) -> NDArray[np.bool_]:
    """Which places its turns lead to: ahead within one turn; beyond the first corner within the second, and so on."""
    heading = stand.facing_deg + (HALF_TURN if mode == REVERSE else 0.0)
    step, apart = number("move", "turn_deg"), number("move", "between_turns_in")
    left = spec_of(stand).turns - stand.turned
    found = np.hypot(x - stand.x, y - stand.y) <= slack_in
    for hand in (1.0, -1.0):
        px, py, course = stand.x, stand.y, heading
        for _ in range(max(0, left)):
            off = hand * (np.degrees(np.arctan2(y - py, x - px)) - course)
            off = (off + HALF_TURN) % FULL_TURN - HALF_TURN
            found |= (off >= -SLIGHT_DEG) & (off <= step + SLIGHT_DEG)
            course += hand * step
            px += apart * math.cos(math.radians(course))
            py += apart * math.sin(math.radians(course))
    if left <= 0:
        off = np.degrees(np.arctan2(y - stand.y, x - stand.x)) - heading
        found |= np.abs((off + HALF_TURN) % FULL_TURN - HALF_TURN) <= 2.0 * SLIGHT_DEG
    return np.asarray(found)
