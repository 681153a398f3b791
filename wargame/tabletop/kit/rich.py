"""Lines made of runs: pieces of text, dice, icons and links in one row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from wargame.tabletop.kit.dice import Die
from wargame.tabletop.kit.ui import Ui
from wargame.tabletop.theme import Colour, Ink, Size


@dataclass(frozen=True, slots=True)
class Run:
    """One piece of a line. Text, or a die, or an icon; with `link` it can be clicked and the link is returned."""

    text: str = ""
    face: str = "semi"
    ink: Colour = Ink.TEXT
    size: float = Size.BODY
    icon: str = ""
    die: Die | None = None
    link: str = ""
    tip: str = ""
    gap: float = 6


def plain(runs: Iterable[Run]) -> str:
    """The line in words: what is copied, spoken and tested."""
    words = (run.die.spoken() if run.die else run.text for run in runs)
    return " ".join(word for word in words if word)


def run_width(ui: Ui, run: Run) -> int:
    """Width of one run in px, without the gap behind it."""
    if run.die is not None:
        return ui.px(run.size + 6)
    if run.icon:
        return ui.px(run.size + 2)
    return ui.canvas.width(run.text, run.size, run.face)


def rich_line(ui: Ui, line_id: str, rect: pygame.Rect, runs: Iterable[Run]) -> str:
    """Draw runs from the left of `rect`, centred on its height; the link clicked, or "".

    The last run that fits is shortened; links are widgets named `line_id/link`.
    """
    x, clicked = rect.x, ""
    for n, run in enumerate(runs):
        room = rect.right - x
        if room < ui.px(14):
            break
        width = min(run_width(ui, run), room)
        place = pygame.Rect(x, rect.y, width, rect.h)
        ink = run.ink
        if run.link:
            touch = ui.spot(f"{line_id}/{n}:{run.link}", place, text=run.text, tip=run.tip)
            ink = Ink.LINK if run.ink == Ink.TEXT else run.ink
            if touch.hot or touch.shows_focus:
                bottom = place.centery + ui.px(run.size * 0.55)
                pygame.draw.line(ui.canvas.surface, ink, (place.x, bottom), (place.right, bottom))
            clicked = run.link if touch.clicked else clicked
        _draw(ui, run, place, ink)
        x += width + ui.px(run.gap)
    return clicked


def _draw(ui: Ui, run: Run, place: pygame.Rect, ink: Colour) -> None:
    if run.die is not None:
        ui.canvas.die(run.die, place.center, run.size + 4)
    elif run.icon:
        ui.canvas.icon(run.icon, place.center, run.size, ink)
    else:
        ui.canvas.text(place.midleft, run.text, run.size, ink, run.face, "midleft", room=place.w, box=place)
