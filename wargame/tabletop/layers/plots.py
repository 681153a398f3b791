"""The ground as pieces that count, for the selected stand: where it can go, what it can fire at, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.engine.ruleset import Plot, Surveyor
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.theme import Colour, Ink, Overlay

Point = tuple[float, float]
SMALL_PX = 46
"""A piece narrower than this on the screen has no word of its own until it is pointed at."""


class PlotsLayer:
    """Draws the pieces of ground of a rulebook that counts in them; nothing for the others."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def draw_under(self, brush: Brush) -> None:
        """Borders of all pieces: bright where the stand can go, red where it can fire, thin where neither."""
        for plot in self._plots():
            self._border(brush, plot)

    def draw_over(self, labels: Labels) -> None:
        """A word on each feature, and all about the piece under the pointer."""
        pointed = self._pointed()
        for plot in self._plots():
            if plot is not pointed and not plot.open and self._is_large(plot):
                place = self.desk.camera.to_screen(plot.middle)
                labels.add(Label(place, (Line(_word(plot), 11, "semi", _ink(plot)),), boxed=False, rank=1, away=2))
        if pointed is not None:
            place = self.desk.camera.to_screen(self.desk.pointer or pointed.middle)
            labels.add(Label(place, tuple(_lines(pointed)), _ink(pointed), rank=6, away=26))

    def _plots(self) -> tuple[Plot, ...]:
        desk, stand = self.desk, self.desk.stand(self.desk.selected)
        if stand is None or stand.side != desk.session.viewer or not isinstance(desk.scene.ruleset, Surveyor):
            return ()
        surveyor, name = desk.scene.ruleset, stand.id
        return desk.kept(("plots", name), lambda: surveyor.plots(desk.scene, name))

    def _pointed(self) -> Plot | None:
        at = self.desk.pointer
        if at is None or self.desk.hover is not None:
            return None
        return next((plot for plot in self._plots() if _is_in(plot, at)), None)

    def _is_large(self, plot: Plot) -> bool:
        xs, ys = [p[0] for p in plot.rings[0]], [p[1] for p in plot.rings[0]]
        return min(max(xs) - min(xs), max(ys) - min(ys)) * self.desk.camera.ppi >= SMALL_PX

    def _border(self, brush: Brush, plot: Plot) -> None:
        to = self.desk.camera.to_screen
        rings = [[to(p) for p in ring] for ring in plot.rings]
        if plot.open:
            for ring in rings:
                brush.dashes(ring, Overlay.NEUTRAL, 1.0, (2, 7), closed=True, casing=False)
            return
        if not plot.why_not_move:
            brush.area(rings[:1], Overlay.MOVE, 40)
        if not plot.why_not_fire:
            brush.hatched(rings[0], Overlay.TARGET, 190, 11.0)
        ink = _ink(plot)
        for ring in rings:
            if plot.why_not_move and plot.why_not_fire:
                brush.dashes(ring, ink, 1.4, (5, 5), closed=True)
            else:
                brush.path(ring, ink, 2.0, closed=True)


def _ink(plot: Plot) -> Colour:
    if plot.here:
        return Overlay.ARC
    if not plot.why_not_move:
        return Overlay.MOVE
    return Overlay.TARGET if not plot.why_not_fire else Overlay.NO_OWNER


def _word(plot: Plot) -> str:
    words = ["move"] * (not plot.why_not_move and not plot.here) + ["fire"] * (not plot.why_not_fire)
    return "here" if plot.here else " · ".join([*words, plot.note.removesuffix(" away")])


def _lines(plot: Plot) -> list[Line]:
    """Name and distance, then what can be done there, or why not."""
    found = [Line(f"{plot.name} · {plot.note}", 13, "bold")]
    found.append(Line(plot.why_not_move or "It can go there.", 12, "semi", _tone(plot.why_not_move)))
    found.append(Line(plot.why_not_fire or "It can fire there.", 12, "semi", _tone(plot.why_not_fire)))
    return found


def _tone(why_not: str) -> Colour:
    return Ink.REFUSAL if why_not else Ink.TEXT


def _is_in(plot: Plot, at: Point) -> bool:
    """By the rule of even and odd: holes are among the rings."""
    return sum(_crossings(ring, at) for ring in plot.rings) % 2 == 1


def _crossings(ring: Sequence[Point], at: Point) -> int:
    count = 0
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y0 > at[1]) != (y1 > at[1]) and at[0] < x0 + (at[1] - y0) / (y1 - y0) * (x1 - x0):
            count += 1
    return count
