"""The list beside the table while things are placed: what is still to come, its questions, and the way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wargame.engine.requests import Thing
from wargame.tabletop.kit import Ui, button, label, virtual_list
from wargame.tabletop.theme import Ink, Size

if TYPE_CHECKING:
    from wargame.tabletop.modes.deploy import PlaceThings

HEAD, FOOT, ANSWER, MOST_ROWS = 40, 86, 32, 9


def list_rect(ui: Ui, mode: PlaceThings) -> pygame.Rect:
    """Over the order of battle, so that it hides nothing of the table; without panels at the table's right edge."""
    view = mode.desk.camera.view
    fixed = HEAD + ANSWER * ((len(mode.answers()) + 1) // 2) + FOOT
    if view.x >= ui.px(200):
        height = ui.px(fixed + Size.ROW * len(list_rows(mode)) + 8)
        return pygame.Rect(ui.px(4), view.y + ui.px(4), view.x - ui.px(8), min(height, view.h - ui.px(8)))
    height = ui.px(fixed + Size.ROW * min(MOST_ROWS, len(mode.things)))
    top = view.y + ui.px(52)
    return pygame.Rect(view.right - ui.px(268), top, ui.px(256), min(height, view.bottom - top - ui.px(10)))


def list_rows(mode: PlaceThings) -> list[Thing | str]:
    """The things in order, with the name of a group before its first one where there are several."""
    groups = [_group_of(mode, thing) for thing in mode.things.values()]
    if len(set(groups)) < 2:
        return list(mode.things.values())
    rows: list[Thing | str] = []
    for n, (thing, group) in enumerate(zip(mode.things.values(), groups, strict=True)):
        if group and (n == 0 or groups[n - 1] != group):
            rows.append(group)
        rows.append(thing)
    return rows


def _group_of(mode: PlaceThings, thing: Thing) -> str:
    stand = mode.desk.stand(thing.id)
    return mode.desk.name(stand.group) if stand is not None and stand.group else ""


def draw_list(ui: Ui, mode: PlaceThings) -> None:
    """Draw the list and act on it."""
    rows, flat, rect = list_rows(mode), mode.answers(), list_rect(ui, mode)
    with ui.region("place"):
        ui.shield("place/panel", rect)
        ui.canvas.shadow(rect, 8)
        ui.canvas.box(rect, Ink.PANEL, Ink.BRASS, 5)
        head = pygame.Rect(rect.x + ui.px(10), rect.y + ui.px(6), rect.w - ui.px(20), ui.px(24))
        label(ui, head, f"TO BE PLACED · {mode.still} LEFT", 15, Ink.BRASS, "title")
        foot = rect.bottom - ui.px(82)
        answers = pygame.Rect(rect.x + ui.px(8), foot - ui.px(ANSWER) * ((len(flat) + 1) // 2), rect.w - ui.px(16), 0)
        body = pygame.Rect(rect.x + ui.px(6), head.bottom + ui.px(4), rect.w - ui.px(12), 0)
        body.h = answers.y - body.y - ui.px(4)

        def draw(n: int, row: pygame.Rect) -> None:
            found = rows[n]
            if isinstance(found, str):
                inner = pygame.Rect(row.x + ui.px(6), row.y, row.w - ui.px(10), row.h)
                label(ui, inner, found.upper(), Size.CAPTION, Ink.BRASS, "semi")
            else:
                _draw_row(ui, mode, found, row)

        virtual_list(ui, "place/list", body, len(rows), ui.px(Size.ROW), draw, text="Things to be placed")
        _draw_answers(ui, mode, answers, flat)
        _draw_foot(ui, mode, pygame.Rect(rect.x + ui.px(8), foot, rect.w - ui.px(16), ui.px(74)))


def _draw_row(ui: Ui, mode: PlaceThings, thing: Thing, row: pygame.Rect) -> None:
    chosen = thing.id == mode.in_hand
    touch = ui.spot(f"place/{thing.id}", row, text=thing.text, focusable=False, on=chosen)
    if chosen or touch.hot:
        ui.canvas.surface.fill(Ink.CHOSEN if chosen else Ink.HOVER, row)
    if thing.id in mode.placed:
        ui.canvas.icon("check", (row.x + ui.px(10), row.centery), 11, Ink.SUCCESS)
    inner = pygame.Rect(row.x + ui.px(22), row.y, row.w - ui.px(26), row.h)
    text = thing.text
    if not thing.must:
        inner.w = label(ui, inner, "optional", Size.CAPTION, Ink.DIM, "regular", "right").x - inner.x - ui.px(6)
        text = f"{thing.text}: may stay out"
    label(ui, inner, thing.text, Size.DENSE)
    if not thing.must or ui.canvas.width(thing.text, Size.DENSE) > inner.w:
        ui.add_tip(f"place/{thing.id}", text)
    if touch.clicked:
        mode.take_up(thing.id)


def _draw_answers(ui: Ui, mode: PlaceThings, rect: pygame.Rect, flat: list[tuple[str, str]]) -> None:
    thing = mode.thing
    if thing is None:
        return
    width = rect.w // 2 - ui.px(3)
    for n, (name, value) in enumerate(flat):
        x, y = rect.x + (n % 2) * (width + ui.px(6)), rect.y + (n // 2) * ui.px(ANSWER)
        place = pygame.Rect(x, y, width, ui.px(28))
        on = mode.choices[thing.id][name] == value
        key = f"option_{n + 1}" if n < 9 else ""
        text = value if len({name for name, _ in flat}) > 1 or not value.isdigit() else f"{name} {value}"
        if button(ui, f"place/answer/{name}/{value}", place, text, key=key, on=on, tip=f"{name}: {value}"):
            mode.choices[thing.id][name] = value


def _draw_foot(ui: Ui, mode: PlaceThings, rect: pygame.Rect) -> None:
    half = pygame.Rect(rect.x, rect.y, rect.w, ui.px(34))
    reason = "" if mode.still else "Everything is placed."
    if button(ui, "place/rest", half, "Place the rest for me", reason=reason, icon="hand"):
        mode.place_rest()
    done = half.move(0, ui.px(40))
    reason = "" if mode.ready else f"{mode.still} still to be placed."
    if button(ui, "place/done", done, "Done", primary=True, reason=reason, centred=True):
        mode.stage.give(mode.order)
