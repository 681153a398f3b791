"""The tape measure: base edge to base edge, with bends; it never changes the battle."""

from __future__ import annotations

import math
from itertools import pairwise

from wargame.board import Footprint, closest_points, gap
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.measures import in_all, inches
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]


class Tape(Mode):
    """Click where to measure from, then bends; the pointer is the other end."""

    name = "tape"
    title = "Tape measure"
    hint = "Click the start, then bends · Esc takes the last one back · T puts the tape away"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.points: list[Point] = []
        self.first: str | None = None
        self.end: Point | None = None
        selected = stage.stands.pose(stage.desk.selected or "")
        if selected is not None:
            self.points, self.first = [(selected.x, selected.y)], stage.desk.selected

    def point(self, place: Point | None) -> None:
        """The free end follows the pointer."""
        if place is not None:
            self.end = place

    def click(self, click: Click) -> None:
        """Set the start or a bend."""
        if not self.points and click.stands:
            self.first = click.stands[0]
            pose = self.stage.stands.pose(self.first)
            self.points = [(pose.x, pose.y) if pose else click.place]
        else:
            self.points.append(click.place)

    def action(self, action: str) -> bool:
        """Arrows move the free end."""
        if not action.startswith("cursor_"):
            return False
        step = 0.1 if action.endswith("_fine") else 1.0
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
        x, y = self.end or (self.points[-1] if self.points else (0.0, 0.0))
        self.end = (x + dx * step, y + dy * step)
        self.desk.by_keys = True
        return True

    def commit(self) -> None:
        """A bend at the free end."""
        if self.end is not None:
            self.points.append(self.end)

    def back(self) -> bool:
        """The last bend goes."""
        if not self.points:
            return False
        self.points.pop()
        if not self.points:
            self.first = None
        return True

    def _ends(self) -> tuple[list[Point], float]:
        """The line as it is drawn, and its length in inches."""
        if not self.points or self.end is None:
            return [], 0.0
        hover = self.desk.hover
        whole = [*self.points, self.end]
        shapes = [self._footprint(self.first, whole[0]), self._footprint(hover, whole[-1])]
        if len(whole) == 2:
            a, b = closest_points(shapes[0], shapes[1])
            return [a, b], gap(shapes[0], shapes[1])
        whole[0] = closest_points(shapes[0], _spot(whole[1]))[0]
        whole[-1] = closest_points(shapes[1], _spot(whole[-2]))[0]
        return whole, sum(math.dist(a, b) for a, b in pairwise(whole))

    def _footprint(self, stand_id: str | None, place: Point) -> Footprint:
        stand = self.desk.stand(stand_id)
        pose = self.stage.stands.pose(stand_id or "")
        if stand is None or pose is None:
            return _spot(place)
        return self.stage.stands.footprint(stand, pose)

    @property
    def readout(self) -> str:
        """The whole length in inches, centimetres and metres of ground."""
        line, length = self._ends()
        if not line:
            return "Click where to measure from"
        legs = f" · {len(line) - 1} legs" if len(line) > 2 else ""
        return f"{in_all(length, self.desk.scene.setup.table.scale_m_per_in)}{legs}"

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """The tape with its ends and bends marked, each leg with its own length."""
        line, _ = self._ends()
        if not line:
            return
        points = [self.desk.camera.to_screen(p) for p in line]
        brush.path(points, Overlay.ARC, 2.0)
        for place in (points[0], points[-1]):
            brush.ring(place, 3, Overlay.ARC, 2.0)
        for place in points[1:-1]:
            brush.ring(place, 2, Overlay.ARC, 1.6)
        if len(line) > 2:
            for (a, b), (p, q) in zip(pairwise(line), pairwise(points), strict=True):
                labels.say(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), inches(math.dist(a, b)), rank=8, away=4)
        labels.add(Label(points[-1], (Line(self.readout, 15, "bold", Ink.TEXT),), Overlay.ARC, rank=9, away=14))


def _spot(place: Point) -> Footprint:
    from wargame.board import Base

    return Footprint(Base.circle(0.001), place[0], place[1], 0.0)
