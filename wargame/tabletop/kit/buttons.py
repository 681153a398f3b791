"""Labels, buttons, toggles and tabs."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargame.tabletop.kit.layout import columns
from wargame.tabletop.kit.ui import ROW_KEYS, Touch, Ui
from wargame.tabletop.theme import Colour, Ink, Size


def label(
    ui: Ui,
    rect: pygame.Rect,
    text: str,
    size: float = Size.BODY,
    ink: Colour = Ink.TEXT,
    face: str = "semi",
    align: str = "left",
) -> pygame.Rect:
    """Text on one line, centred on the height of `rect`, shortened to its width; `align` left, centre or right."""
    anchor = {"left": "midleft", "centre": "center", "right": "midright"}[align]
    place = {"left": rect.midleft, "centre": rect.center, "right": rect.midright}[align]
    return ui.canvas.text(place, text, size, ink, face, anchor, room=rect.w, box=rect)


def key_cap(ui: Ui, right_middle: tuple[int, int], caption: str, ink: Colour = Ink.BRASS) -> pygame.Rect:
    """The little key that shows a hot key, its right edge at `right_middle`; its rectangle."""
    width = max(ui.canvas.width(caption, Size.CAPTION, "bold") + ui.px(9), ui.px(19))
    rect = pygame.Rect(0, 0, width, ui.px(18))
    rect.midright = right_middle
    ui.canvas.box(rect, Ink.WELL, ink if ink != Ink.BRASS else Ink.OFF, 3)
    ui.canvas.text(rect.center, caption, Size.CAPTION, ink, "bold", "center", box=rect)
    return rect


def button(
    ui: Ui,
    button_id: str,
    rect: pygame.Rect,
    text: str,
    *,
    key: str = "",
    icon: str = "",
    on: bool = False,
    primary: bool = False,
    reason: str = "",
    tip: str = "",
    centred: bool = False,
    first: bool = False,
    focusable: bool = True,
) -> bool:
    """A button; True in the frame after it was pressed, by pointer, focus or hot key.

    `key` is an action of the key table: its key is shown and works. `reason` says why the button cannot be pressed
    now; it greys the button and becomes its tooltip. `primary` is for the one thing to do next.
    A button inside a list is not `focusable` where the list's own keys do the same.
    """
    enabled = not reason
    touch = ui.spot(
        button_id,
        rect,
        text=text,
        enabled=enabled,
        reason=reason,
        tip=tip,
        action=key,
        on=on,
        first=first,
        focusable=focusable,
    )
    _ground(ui, rect, touch, enabled, on, primary)
    ink = Ink.OFF if not enabled else Ink.ON_PRIMARY if primary else Ink.TEXT
    inner = rect.inflate(-ui.px(20), 0)
    if key:
        cap = key_cap(
            ui, (rect.right - ui.px(8), rect.centery), ui.keymap.caption(key), Ink.BRASS if enabled else Ink.OFF
        )
        inner.w = cap.x - ui.px(6) - inner.x
    _caption(ui, inner, text, icon, ink, centred and not key)
    return touch.clicked


def _ground(ui: Ui, rect: pygame.Rect, touch: Touch, enabled: bool, on: bool, primary: bool) -> None:
    fill: Colour = Ink.RAISED
    if primary and enabled:
        fill = Ink.PRIMARY_HOVER if touch.hot else Ink.PRIMARY
    elif on:
        fill = Ink.CHOSEN
    elif touch.hot:
        fill = Ink.HOVER
    border = Ink.BRASS if touch.hot or on else Ink.LINE
    ui.canvas.box(rect, fill, border, 4)
    if enabled and not on and not touch.held:
        shine = Ink.SHINE if not primary else Ink.PRIMARY_HOVER
        ui.canvas.surface.fill(shine, (rect.x + ui.px(4), rect.y + 1, rect.w - ui.px(8), 1))
    if touch.shows_focus:
        ui.canvas.ring(rect)


def _caption(ui: Ui, inner: pygame.Rect, text: str, icon: str, ink: Colour, centred: bool) -> None:
    if icon and not text:
        ui.canvas.icon(icon, inner.center, 16, ink)
        return
    if icon:
        ui.canvas.icon(icon, (inner.x + ui.px(8), inner.centery), 16, ink)
        inner = pygame.Rect(inner.x + ui.px(24), inner.y, inner.w - ui.px(24), inner.h)
    label(ui, inner, text, Size.BODY, ink, "semi", "centre" if centred else "left")


def toggle(ui: Ui, toggle_id: str, rect: pygame.Rect, text: str, on: bool, *, key: str = "", tip: str = "") -> bool:
    """A switch with its caption; the new state (the old one turned over in the frame after a press)."""
    touch = ui.spot(toggle_id, rect, text=text, tip=tip, action=key, on=on)
    on = on != touch.clicked
    track = pygame.Rect(rect.x, 0, ui.px(34), ui.px(18))
    track.centery = rect.centery
    ui.canvas.box(track, Ink.CHOSEN if on else Ink.WELL, Ink.BRASS if on or touch.hot else Ink.LINE, 9)
    knob = (track.right - ui.px(9) if on else track.x + ui.px(9), track.centery)
    ui.canvas.icon("circle", knob, 13, Ink.TEXT if on else Ink.DIM)
    if on:
        ui.canvas.icon("check", knob, 7, Ink.CHOSEN)
    rest = pygame.Rect(track.right + ui.px(9), rect.y, rect.right - track.right - ui.px(9), rect.h)
    label(ui, rest, text, Size.BODY, Ink.TEXT)
    if touch.shows_focus:
        ui.canvas.ring(rect)
    return on


def check_mark(ui: Ui, centre: tuple[int, int], on: bool, hot: bool, round_: bool = False) -> None:
    """The mark before an option: a box with a check for "some of these", a ring with a dot for "one of these"."""
    rect = pygame.Rect(0, 0, ui.px(17), ui.px(17))
    rect.center = centre
    ui.canvas.box(rect, Ink.CHOSEN if on else Ink.WELL, Ink.BRASS if on or hot else Ink.OFF, 9 if round_ else 3)
    if on:
        ui.canvas.icon("dot" if round_ else "check", rect.center, 12 if round_ else 11, Ink.TEXT)


def tabs(ui: Ui, tabs_id: str, rect: pygame.Rect, captions: Sequence[tuple[str, str]], chosen: str) -> str:
    """A row of tabs (id, caption); the id chosen now. Left, Right, Home and End move between them."""
    widths = [ui.canvas.width(caption, Size.DENSE) + ui.px(18) for _, caption in captions]
    ids = [tab_id for tab_id, _ in captions]
    for (tab_id, caption), place in zip(captions, columns(rect, widths, ui.px(6))):
        on = tab_id == chosen
        touch = ui.spot(f"{tabs_id}/{tab_id}", place, text=caption, wants=ROW_KEYS, on=on)
        ui.canvas.box(place, Ink.CHOSEN if on else Ink.HOVER if touch.hot else Ink.RAISED, Ink.LINE, 4)
        label(ui, place, caption, Size.DENSE, Ink.TEXT if on or touch.hot else Ink.DIM, "semi", "centre")
        if touch.shows_focus:
            ui.canvas.ring(place, gap=1)
        if touch.clicked:
            chosen = tab_id
        for event in touch.keys:
            chosen = _step(ids, tab_id, event.key)
            ui.move_focus(f"{tabs_id}/{chosen}")
    return chosen


def _step(ids: Sequence[str], here: str, key: int) -> str:
    last = len(ids) - 1
    place = ids.index(here)
    return ids[
        {
            pygame.K_LEFT: max(0, place - 1),
            pygame.K_RIGHT: min(last, place + 1),
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }[key]
    ]
