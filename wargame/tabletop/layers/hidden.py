"""The ground that a stand cannot see, dimmed: worked out a share each frame, kept until the observer moves."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pygame

from wargame.board.sight import eye, eyes, sight_matrix
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.spread import Spread
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]
Share = Generator[None, None, pygame.Surface | None]
CELL_IN = 0.5
CELLS_A_FRAME = 5000
DIM_ALPHA = 118
SOFT = 2
"""How many pixels of the soft-edged picture a cell has a side."""


class HiddenGround:
    """Draws the dimming for one observer at a time. While a new one is worked out the one before is still shown.

    A `patient` one works out everything before the frame is shown.
    """

    def __init__(self, desk: Desk, patient: bool = False) -> None:
        self.desk, self.patient = desk, patient
        self._work: Share | None = None
        self._work_for: tuple[object, ...] = ()
        self._shown: pygame.Surface | None = None
        self._shown_for: tuple[object, ...] = ()
        self._spread = Spread()

    def draw(self, brush: Brush, place: Point, floor: int = 0) -> None:
        """Dim what cannot be seen from a place."""
        session = self.desk.session
        wanted = (session.viewer, session.changed, round(place[0] * 4), round(place[1] * 4), floor)
        if self._shown_for[:1] != wanted[:1]:
            self._work, self._shown, self._shown_for = None, None, (session.viewer,)
        if self._work is None and self._shown_for != wanted:
            self._work, self._work_for = self._shares(place, floor), wanted
        while self._work is not None:
            self._go_on(self._work)
            if not self.patient:
                break
        if self._shown is not None:
            self._spread.lay(brush, self.desk.camera, self._shown)

    def _go_on(self, work: Share) -> None:
        try:
            next(work)
        except StopIteration as end:
            self._shown, self._shown_for = end.value, self._work_for
            self._work = None

    def _shares(self, place: Point, floor: int) -> Share:
        """A frame's share of work between each two yields; in the end the picture, soft at its edges."""
        desk, board = self.desk, self.desk.scene.board
        table, far = board.table, self.desk.state.visibility_in
        columns, rows = round(table.width_in / CELL_IN), round(table.height_in / CELL_IN)
        xs, ys = (np.arange(columns) + 0.5) * CELL_IN, (np.arange(rows) + 0.5) * CELL_IN
        points = np.stack([np.tile(xs, rows), np.repeat(ys, columns)], axis=1)
        goals = desk.kept("hidden ground's eyes", lambda: eyes(board, points))
        here = np.array([eye(board, place[0], place[1], floor * board.profile.inches_per_level)], float)
        blocked = np.zeros(len(points), bool)
        for first in range(0, len(points), CELLS_A_FRAME):
            yield
            part = slice(first, first + CELLS_A_FRAME)
            try:
                blocked[part] = sight_matrix(board, here, goals[part])[0] >= 0
            except (ValueError, TypeError):
                return None
        yield
        if far is not None:
            blocked |= np.hypot(points[:, 0] - place[0], points[:, 1] - place[1]) > far
        return _soft_picture(blocked.reshape(rows, columns)[::-1])


def _soft_picture(hidden: Any) -> pygame.Surface:
    rows, columns = hidden.shape
    pixels = np.zeros((rows, columns, 4), np.uint8)
    pixels[hidden] = [*(DIM_ALPHA * value // 255 for value in Overlay.HIDDEN_GROUND), DIM_ALPHA]
    image = pygame.image.frombuffer(pixels.tobytes(), (columns, rows), "RGBA").convert_alpha()
    return pygame.transform.gaussian_blur(pygame.transform.smoothscale(image, (columns * SOFT, rows * SOFT)), SOFT // 2)
