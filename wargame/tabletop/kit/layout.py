"""Cutting rectangles into rows and columns; all lengths in px."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame


def rows(rect: pygame.Rect, heights: Sequence[int], gap: int = 0) -> list[pygame.Rect]:
    """Rectangles of these heights from the top of `rect` down; one height of 0 takes what is left."""
    return [pygame.Rect(rect.x, rect.y + start, rect.w, size) for start, size in _share(rect.h, heights, gap)]


def columns(rect: pygame.Rect, widths: Sequence[int], gap: int = 0) -> list[pygame.Rect]:
    """Rectangles of these widths from the left of `rect` on; one width of 0 takes what is left."""
    return [pygame.Rect(rect.x + start, rect.y, size, rect.h) for start, size in _share(rect.w, widths, gap)]


def evenly(rect: pygame.Rect, count: int, gap: int = 0) -> list[pygame.Rect]:
    """`count` columns of equal width that fill `rect`."""
    edges = [rect.x + round((rect.w + gap) * i / count) for i in range(count + 1)]
    return [pygame.Rect(a, rect.y, b - a - gap, rect.h) for a, b in pairwise(edges)]


def inset(rect: pygame.Rect, x: int, y: int | None = None) -> pygame.Rect:
    """`rect` made smaller by `x` px left and right and `y` px (or `x`) above and below."""
    y = x if y is None else y
    return pygame.Rect(rect.x + x, rect.y + y, max(0, rect.w - 2 * x), max(0, rect.h - 2 * y))


def _share(total: int, sizes: Sequence[int], gap: int) -> list[tuple[int, int]]:
    left = max(0, total - sum(sizes) - gap * (len(sizes) - 1))
    start, found = 0, []
    for size in sizes:
        size = size or left
        found.append((start, size))
        start += size + gap
    return found
