"""The one transform between the table in inches and the screen in pixels."""

from __future__ import annotations

from typing import Final

import pygame

from wargame.board import snap_point

Point = tuple[float, float]
ZOOM_STEPS: Final = (12.0, 16.0, 20.0, 24.0, 32.0, 48.0)
_MARGIN_PX: Final = 20


class Camera:
    """Which part of the table the view shows, and how large.

    `view` is the view's rectangle on the screen in px, `table` the size of the table in inches, `ppi` pixels per inch,
    `left_in` and `top_in` the table place at the view's upper left corner. Inches grow right and up, pixels down.
    `covered` are the px at the view's top and bottom edge that something floats over: the whole table fits between.
    """

    def __init__(self, table: Point, view: pygame.Rect, covered: tuple[int, int] = (0, 0)) -> None:
        self.table = table
        self.view = pygame.Rect(view)
        self.covered = covered
        self.ppi = self.fit_ppi()
        self.left_in = self.top_in = 0.0
        self.fit()

    def to_screen(self, point: Point) -> Point:
        """The screen place in px of a table place in inches."""
        return (
            self.view.x + (point[0] - self.left_in) * self.ppi,
            self.view.y + (self.top_in - point[1]) * self.ppi,
        )

    def to_table(self, pixel: Point) -> Point:
        """The table place in inches of a screen place in px."""
        return (
            (pixel[0] - self.view.x) / self.ppi + self.left_in,
            self.top_in - (pixel[1] - self.view.y) / self.ppi,
        )

    def on_table(self, place: Point) -> Point:
        """The table place in whole thousandths nearest to a place in inches that may lie beside the table."""
        width, height = self.table
        return snap_point(max(0.0, min(width, place[0])), max(0.0, min(height, place[1])))

    def visible(self) -> tuple[float, float, float, float]:
        """Left, low, right and high edge of the part of the table in view, in inches, cut to the table's edge."""
        left, high = self.to_table(self.view.topleft)
        right, low = self.to_table(self.view.bottomright)
        return max(0.0, left), max(0.0, low), min(self.table[0], right), min(self.table[1], high)

    def fit_ppi(self) -> float:
        """Pixels per inch at which the whole table fits the view."""
        width = max(1, self.view.w - 2 * _MARGIN_PX)
        height = max(1, self.view.h - sum(self.covered) - 2 * _MARGIN_PX)
        return min(width / self.table[0], height / self.table[1])

    def steps(self) -> list[float]:
        """The zoom steps of this view in px per inch: fit, then every fixed step that is closer than fit."""
        fit = self.fit_ppi()
        return [fit, *(step for step in ZOOM_STEPS if step > fit * 1.02)]

    def fit(self) -> None:
        """Show the whole table in the middle of the view."""
        self.ppi = self.fit_ppi()
        self.centre_on((self.table[0] / 2, self.table[1] / 2))

    def centre_on(self, point: Point) -> None:
        """Bring a table place to the middle of the view, as far as the table's edge allows."""
        self.left_in = point[0] - self.view.w / 2 / self.ppi
        self.top_in = point[1] + self.view.h / 2 / self.ppi
        self._keep_on_table()

    def zoom(self, steps: int, about: Point) -> None:
        """Go `steps` zoom steps closer (or farther, when negative), keeping the place under the pixel `about`."""
        ladder = self.steps()
        now = min(range(len(ladder)), key=lambda i: abs(ladder[i] - self.ppi))
        self.set_zoom(ladder[max(0, min(len(ladder) - 1, now + steps))], about)

    def set_zoom(self, ppi: float, about: Point) -> None:
        """Show the table at `ppi` px per inch, keeping the place under the pixel `about`."""
        held = self.to_table(about)
        self.ppi = ppi
        after = self.to_table(about)
        self.left_in += held[0] - after[0]
        self.top_in += held[1] - after[1]
        self._keep_on_table()

    def pan(self, right_px: float, down_px: float) -> None:
        """Slide the table under the view by so many pixels, as a dragging hand does."""
        self.left_in -= right_px / self.ppi
        self.top_in += down_px / self.ppi
        self._keep_on_table()

    def resize(self, view: pygame.Rect) -> None:
        """Take a new view rectangle: a table shown whole stays whole, else the middle stays in the middle."""
        whole = abs(self.ppi - self.fit_ppi()) < 1e-6
        middle = self.to_table(self.view.center)
        self.view = pygame.Rect(view)
        if whole:
            self.fit()
        else:
            self.ppi = max(self.ppi, self.fit_ppi())
            self.centre_on(middle)

    def keep_visible(self, rect_in: tuple[float, float, float, float], free: pygame.Rect | None = None) -> bool:
        """Slide as little as needed so that a table rectangle (left, low, right, high) lies in the `free` px.

        `free` is the part of the view no panel covers; the whole view by default. True when the view moved.
        """
        free = free or self.view
        left, bottom = self.to_screen(rect_in[:2])
        right, top = self.to_screen(rect_in[2:])
        dx = _slide(left, right, free.left, free.right)
        dy = _slide(top, bottom, free.top, free.bottom)
        before = (self.left_in, self.top_in)
        self.left_in -= dx / self.ppi
        self.top_in += dy / self.ppi
        return (self.left_in, self.top_in) != before

    def _keep_on_table(self) -> None:
        """Half a view of bare frame at most; a table smaller than the view sits in its middle."""
        self.left_in = _within(self.left_in, self.view.w / self.ppi, self.table[0])
        span, free = self.view.h / self.ppi, (self.view.h - sum(self.covered)) / self.ppi
        if free >= self.table[1]:
            self.top_in = self.table[1] + (free - self.table[1]) / 2 + self.covered[0] / self.ppi
        else:
            self.top_in = _within(self.top_in - span, span, self.table[1], centred=False) + span


def _slide(low: float, high: float, free_low: float, free_high: float) -> float:
    if high - low > free_high - free_low:
        return (free_low + free_high) / 2 - (low + high) / 2
    if low < free_low:
        return free_low - low
    return min(0.0, free_high - high)


def _within(start: float, span: float, length: float, centred: bool = True) -> float:
    if span >= length and centred:
        return (length - span) / 2
    return min(max(start, -span / 2), length - span / 2)
