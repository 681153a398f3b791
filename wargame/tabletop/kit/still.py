"""Panels whose picture is kept: drawn again only when what they show, or what the player does to them, has changed.

A kept panel registers the same widgets and notes the same texts as if it were drawn, so clicks, Tab, tooltips and the
map of the screen know no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import pygame

from wargame.tabletop.kit.canvas import TextMark
from wargame.tabletop.kit.spot import Spot, Touch
from wargame.tabletop.kit.ui import Ui

T = TypeVar("T")
Hands = tuple[tuple[str, ...], str | None, bool]
"""What the player has on a panel: widgets under the pointer, the focused one, whether its ring shows."""


@dataclass(frozen=True, slots=True)
class Still:
    """A panel as it was drawn last: for what, with which hands on it, its picture, widgets and texts."""

    key: object
    hands: Hands
    picture: pygame.Surface
    spots: dict[str, Spot]
    marks: tuple[TextMark, ...]


def still(ui: Ui, name: str, rect: pygame.Rect, key: object, draw: Callable[[], T]) -> T | None:
    """Draw an opaque panel that fills `rect`, or lay down its kept picture; what `draw` returned, None if kept.

    `key` is everything that the panel shows besides the hands on it. After a click, a key or a wheel in the panel it
    is drawn afresh.
    """
    here = (key, tuple(rect), ui.k)
    kept: Still | None = ui.stills.get(name)
    if (
        kept is not None
        and not ui.canvas.audit
        and kept.key == (here, ui.changes)
        and kept.hands == _hands(ui, kept.spots)
    ):
        ui.canvas.surface.blit(kept.picture, rect)
        ui.spots.update(kept.spots)
        ui.canvas.marks.extend(kept.marks)
        return None
    before, first, first_mark = ui.changes, len(ui.spots), len(ui.canvas.marks)
    answer = draw()
    spots = dict(list(ui.spots.items())[first:])
    hands = _hands(ui, spots)
    room = rect.clip(ui.canvas.surface.get_rect())
    if hands is None or ui.changes != before or room != rect or not rect.w or not rect.h:
        ui.stills.pop(name, None)
        return answer
    picture = ui.canvas.surface.subsurface(rect).copy()
    ui.stills[name] = Still((here, before), hands, picture, spots, tuple(ui.canvas.marks[first_mark:]))
    return answer


def _hands(ui: Ui, spots: dict[str, Spot]) -> Hands | None:
    """The hands on these widgets; None when something is being done to one of them."""
    hot: list[str] = []
    for spot_id, touch in ui.touches.items():
        if spot_id in spots:
            if _acts(touch):
                return None
            if touch.hot:
                hot.append(spot_id)
    if ui.focus not in spots:
        return tuple(hot), None, False
    if spots[ui.focus].takes_text:
        return None
    return tuple(hot), ui.focus, ui.focus_seen


def _acts(touch: Touch) -> bool:
    return bool(touch.held or touch.clicked or touch.right or touch.wheel or touch.keys or touch.texts)
