"""What lies on the table besides stands: objectives, zones, lines, areas, markers and fresh changes of the ground."""

from __future__ import annotations

import math

import pygame

from wargame.board import AddFeature
from wargame.engine.state import Area, Marker
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.minis import flag, marker
from wargame.tabletop.theme import Colour, Ink, Overlay, rgb

Point = tuple[float, float]
NEAR_IN = 1.5
"""Inches from the pointer within which a place tells its name."""
FEW_PLACES = 3
"""So many places with markers tell their texts without being pointed at."""
_AREA_INK = {"minefield": rgb("#E86A5C")}
_CHANGE_INK = {
    "smoke": rgb("#C9CCC8"),
    "fire": rgb("#F0843C"),
    "crater": rgb("#4A3A2A"),
    "wreck": rgb("#3A3634"),
    "lane": rgb("#E8DCB8"),
    "barricade": rgb("#8A7350"),
}


class PlacesLayer:
    """Draws the standing features of a battle."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def draw_under(self, canvas: Canvas, brush: Brush, labels: Labels, painted: frozenset[str]) -> None:
        """Below the stands: changes not yet in the painting, areas, zones while deploying, objective circles."""
        self._draw_changes(brush, painted)
        for area in self.desk.state.areas.values():
            self._draw_area(brush, labels, area)
        if "objectives" in self.desk.on:
            self._draw_circles(brush)

    def draw_over(self, canvas: Canvas, brush: Brush, labels: Labels) -> None:
        """Above the stands: flags and markers."""
        if "objectives" in self.desk.on:
            self._draw_flags(canvas, labels)
        self._draw_markers(brush, labels)

    def _draw_circles(self, brush: Brush) -> None:
        for o in self.desk.state.objectives.values():
            colour = self.desk.look_of_side(o.holder).colour if o.holder else Overlay.NO_OWNER
            centre = self.desk.camera.to_screen((o.x, o.y))
            if o.radius_in > 0:
                brush.dashes(circle(centre, o.radius_in * self.desk.camera.ppi), colour, 1.4, (3, 7), closed=True)

    def _draw_flags(self, canvas: Canvas, labels: Labels) -> None:
        size = canvas.px(30)
        for o in self.desk.state.objectives.values():
            side = self.desk.side_index(o.holder) if o.holder else 9
            image = flag(side, round(o.points), size)
            x, y = self.desk.camera.to_screen((o.x, o.y))
            rect = image.get_rect(topleft=(round(x - 0.23 * size), round(y - 0.90 * size)))
            canvas.surface.blit(image, rect, special_flags=pygame.BLEND_PREMULTIPLIED)
            labels.keep_free(rect)
            near = self.desk.pointer is not None and math.dist(self.desk.pointer, (o.x, o.y)) < NEAR_IN
            if near or "names_all" in self.desk.on:
                held = f" · {self.desk.state.sides[o.holder].name}" if o.holder else ""
                labels.say((x, y), f"{o.name}{held}", rank=3, away=16)

    def _draw_area(self, brush: Brush, labels: Labels, area: Area) -> None:
        points = [self.desk.camera.to_screen(p) for p in area.polygon]
        if len(points) < 3:
            return
        colour = _AREA_INK.get(area.kind, Overlay.ARC)
        brush.area([points], colour, 34)
        brush.hatched(points, colour, 70, 12)
        brush.dashes(points, colour, 1.6, (4, 4), closed=True)
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        if self.desk.camera.ppi >= 14 or "names_all" in self.desk.on:
            labels.say(middle, area.name or area.kind.replace("_", " "), colour, rank=0, away=2)

    def draw_zone(self, brush: Brush, polygon: tuple[Point, ...], colour: Colour, alpha: int = 40) -> None:
        """A region lit up: where something may be placed."""
        points = [self.desk.camera.to_screen(p) for p in polygon]
        brush.area([points], colour, alpha)
        brush.dashes(points, colour, 2.0, (8, 5), closed=True)

    def _draw_markers(self, brush: Brush, labels: Labels) -> None:
        """One cross for all markers of a place; many places tell their texts only when pointed at."""
        places: dict[tuple[float, float, str], list[Marker]] = {}
        for mark in self.desk.state.markers.values():
            if mark.stand is None:
                places.setdefault((mark.x, mark.y, mark.side), []).append(mark)
        for (x, y, side), marks in places.items():
            colour = self.desk.look_of_side(side).colour if side else Overlay.NEUTRAL
            place = self.desk.camera.to_screen((x, y))
            self._draw_cross(brush, place, colour)
            near = self.desk.pointer is not None and math.dist(self.desk.pointer, (x, y)) < NEAR_IN
            lines = tuple(Line(mark.text) for mark in marks if mark.text)
            if lines and (near or len(places) <= FEW_PLACES or "names_all" in self.desk.on):
                labels.add(Label(place, lines, colour, rank=1, away=14))

    @staticmethod
    def _draw_cross(brush: Brush, place: Point, colour: Colour) -> None:
        x, y = place
        brush.ring((x, y), 9, colour, 1.8)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            brush.line((x + dx * 5, y + dy * 5), (x + dx * 13, y + dy * 13), colour, 1.6)

    def _draw_changes(self, brush: Brush, painted: frozenset[str]) -> None:
        """Changes of the ground that the painting does not show yet, in plain colours."""
        for change in self.desk.state.ground:
            if not isinstance(change, AddFeature) or change.id in painted:
                continue
            board = self.desk.scene.board
            if not board.has_feature(change.id):
                continue
            feature = board.feature(change.id)
            colour = _CHANGE_INK.get(feature.kind, Ink.DIM)
            points = [self.desk.camera.to_screen(p) for p in feature.rings[0]]
            if feature.geometry == "point":
                brush.disc(points[0], 0.5 * self.desk.camera.ppi, colour, 170)
            elif feature.geometry == "line":
                brush.path(points, colour, max(3.0, feature.width_in * self.desk.camera.ppi))
            else:
                self._draw_cloud(brush, points, colour, feature.kind)

    def _draw_cloud(self, brush: Brush, points: list[Point], colour: Colour, kind: str) -> None:
        brush.area([points], colour, 150 if kind == "smoke" else 120)
        brush.dashes(points, (214, 214, 208), 1.4, (5, 4), closed=True)


def draw_status_marker(canvas: Canvas, kind: str, place: Point, size: int) -> None:
    """One status marker centred at a place."""
    image = marker(kind, size)
    spot = image.get_rect(center=(round(place[0]), round(place[1])))
    canvas.surface.blit(image, spot, special_flags=pygame.BLEND_PREMULTIPLIED)
