"""A small picture of the whole table spread over the view at any zoom; scaled only when zoom or picture change."""

from __future__ import annotations

import pygame

from wargame.tabletop.camera import Camera
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.ground import part_in_view

WHOLE_UP_TO_PX = 3_000_000
"""A table of more pixels is scaled only for the part in view."""


class Spread:
    """Keeps the picture as it was scaled last."""

    def __init__(self) -> None:
        self._kept: tuple[object, pygame.Surface] | None = None

    def lay(self, brush: Brush, camera: Camera, small: pygame.Surface) -> None:
        """Lay down a picture (premultiplied, of the whole table)."""
        per_in, height = small.get_width() / camera.table[0], camera.table[1]
        part = small.get_rect()
        if camera.table[0] * camera.table[1] * camera.ppi**2 > WHOLE_UP_TO_PX:
            part = part_in_view(camera, per_in).clip(part)
            if part.w < 1 or part.h < 1:
                return
        scale = camera.ppi / per_in
        size = (max(1, round(part.w * scale)), max(1, round(part.h * scale)))
        key = (small, tuple(part), size)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, pygame.transform.smoothscale(small.subsurface(part), size))
        x, y = camera.to_screen((part.x / per_in, height - part.y / per_in))
        brush.lay(self._kept[1], (round(x), round(y)))
