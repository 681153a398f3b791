"""The parts of the battle screen: where each lies, and how the ground is painted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from wargame.tabletop.kit import Ui
from wargame.tabletop.theme import Size, panel_lengths


@dataclass(frozen=True, slots=True)
class Painting:
    """How the ground is painted: where pictures are kept, the finer size in px per inch, in the background or not."""

    cache: Path | None = None
    fine_px: int = 16
    background: bool = True
    patient: bool = False
    """Bake every miniature before the frame is shown (pictures for tests and files)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rectangles of a frame in px."""

    top: pygame.Rect
    left: pygame.Rect
    right: pygame.Rect
    minimap: pygame.Rect
    log: pygame.Rect
    table: pygame.Rect


def layout_of(ui: Ui, alone: bool) -> Layout:
    """The rectangles of a frame; with `alone` the table has all the room below the top bar."""
    window = ui.window
    left_w, right_w, bottom_h = (ui.px(v) for v in panel_lengths(window.w / ui.k))
    top = pygame.Rect(0, 0, window.w, ui.px(Size.TOP_BAR))
    if alone:
        nothing = pygame.Rect(0, window.h, 0, 0)
        table = pygame.Rect(0, top.bottom, window.w, window.h - top.bottom)
        return Layout(top, nothing, nothing, nothing, nothing, table)
    height = window.h - top.bottom - bottom_h
    left = pygame.Rect(0, top.bottom, left_w, height)
    right = pygame.Rect(window.w - right_w, top.bottom, right_w, height)
    minimap = pygame.Rect(0, left.bottom, left_w, bottom_h)
    log = pygame.Rect(left_w, left.bottom, window.w - left_w, bottom_h)
    table = pygame.Rect(left_w, top.bottom, window.w - left_w - right_w, height)
    return Layout(top, left, right, minimap, log, table)
