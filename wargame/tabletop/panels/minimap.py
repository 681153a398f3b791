"""The minimap: ground, circles and squares by side, the part in view; press or drag to look elsewhere."""

from __future__ import annotations

import pygame

from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Touch, Ui, still
from wargame.tabletop.layers.ground import GroundLayer
from wargame.tabletop.layers.motion import Motion
from wargame.tabletop.theme import Ink, Overlay


class Minimap:
    """Draws only what the viewer may know: the same stands as on the table."""

    def __init__(self, desk: Desk, motion: Motion) -> None:
        self.desk, self.motion = desk, motion
        self._picture: tuple[object, pygame.Surface] | None = None

    def draw(self, ui: Ui, rect: pygame.Rect, ground: GroundLayer) -> None:
        """Draw the panel and move the view when it is pressed."""
        camera = self.desk.camera
        room = rect.inflate(-ui.px(16), -ui.px(16))
        scale = min(room.w / camera.table[0], room.h / camera.table[1])
        box = pygame.Rect(0, 0, round(camera.table[0] * scale), round(camera.table[1] * scale))
        box.center = room.center
        key = (self.desk.session.changed, self.motion.version, self.desk.selected, self.desk.settings, ground.version)
        touch = still(ui, "minimap", rect, key, lambda: self._draw_still(ui, rect, box, scale, ground)) or Touch()
        surface = ui.canvas.surface
        self._draw_view(surface, box, scale)
        pygame.draw.rect(surface, Ink.TEXT, box.inflate(2, 2), 1)
        if touch.held or touch.clicked:
            x, y = ui.mouse
            camera.centre_on(((x - box.x) / scale, (box.bottom - y) / scale))

    def _draw_still(self, ui: Ui, rect: pygame.Rect, box: pygame.Rect, scale: float, ground: GroundLayer) -> Touch:
        """Everything but the view."""
        ui.canvas.surface.fill(Ink.BACK, rect)
        with ui.region("minimap"):
            ui.shield("minimap/panel", rect)
            touch = ui.spot("minimap", box, text="Minimap", focusable=False)
        key = (box.size, ground.version)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, ground.thumbnail(box.size))
        ui.canvas.surface.blit(self._picture[1], box)
        self._draw_marks(ui, box, scale)
        return touch

    def _draw_marks(self, ui: Ui, box: pygame.Rect, scale: float) -> None:
        surface, size = ui.canvas.surface, max(3, ui.px(3.4))
        for o in self.desk.state.objectives.values():
            colour = self.desk.look_of_side(o.holder).colour if o.holder else Overlay.NO_OWNER
            x, y = box.x + o.x * scale, box.bottom - o.y * scale
            pygame.draw.polygon(
                surface, Overlay.CASING, [(x - 1, y + 2), (x - 1, y - 9), (x + 8, y - 6), (x + 1, y - 3)]
            )
            pygame.draw.polygon(surface, colour, [(x, y - 8), (x + 6, y - 6), (x, y - 4)])
        for stand_id, pose in self.motion.poses.items():
            stand = self.desk.stand(stand_id)
            if stand is None:
                continue
            place = (round(box.x + pose.x * scale), round(box.bottom - pose.y * scale))
            look = self.desk.look_of_side(stand.side)
            chosen = stand_id == self.desk.selected
            edge = (255, 255, 255) if chosen else Overlay.CASING
            if look.pattern == "solid":
                pygame.draw.circle(surface, edge, place, size + 1)
                pygame.draw.circle(surface, look.colour, place, size)
            else:
                square = pygame.Rect(0, 0, 2 * size, 2 * size)
                square.center = place
                surface.fill(edge, square.inflate(2, 2))
                surface.fill(look.colour, square)

    def _draw_view(self, surface: pygame.Surface, box: pygame.Rect, scale: float) -> None:
        left, low, right, high = self.desk.camera.visible()
        view = pygame.Rect(0, 0, round((right - left) * scale), round((high - low) * scale))
        view.topleft = (round(box.x + left * scale), round(box.bottom - high * scale))
        if view.w < box.w - 2 or view.h < box.h - 2:
            pygame.draw.rect(surface, (255, 255, 255), view, 1)
