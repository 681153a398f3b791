"""What a row of the log unfolds into: the dice, each modifier by itself, the sum, and the rules in our words."""

from __future__ import annotations

from typing import Final

import pygame

from wargame.engine.dice import Modifier
from wargame.engine.events import Rolled
from wargame.engine.rules import Catalogue
from wargame.tabletop.kit import Ui, label
from wargame.tabletop.panels.log_model import DetailLine, LogRow
from wargame.tabletop.theme import Ink, Size

INDENT: Final = 56
MOST_RULES: Final = 4


def steps_of(event: Rolled, modifier_words: tuple[str, ...]) -> tuple[str, ...]:
    """How a roll came about: the natural dice, each modifier with its rule, and what they come to."""
    if not event.dice:
        return ()
    natural = " + ".join(str(face) for face in event.dice)
    count = f"{len(event.dice)}d{event.sides}"
    whole = f" = {sum(event.dice)}" if len(event.dice) > 1 and event.total is not None else ""
    steps = [f"Natural dice ({count}): {natural}{whole}"]
    for modifier, words in zip(event.modifiers, modifier_words, strict=True):
        steps.append(f"{words}{_cited(modifier)}")
    if event.total is not None and (event.modifiers or len(event.dice) > 1):
        against = f" against {event.needed}" if event.needed else ""
        steps.append(f"Total: {event.total:g}{against}")
    elif event.needed:
        steps.append(f"Needed: {event.needed}")
    return tuple(steps)


def _cited(modifier: Modifier) -> str:
    return f" (§ {modifier.rule})" if modifier.rule else ""


def details(ui: Ui, row: LogRow, width: int, catalogue: Catalogue | None) -> tuple[DetailLine, ...]:
    """The lines that a row unfolds into, broken to a width in px."""
    lines = [DetailLine(part) for step in row.steps for part in ui.canvas.wrap(step, width, Size.DENSE, "regular")]
    for rule in row.all_rules[:MOST_RULES]:
        if catalogue is None or rule not in catalogue:
            continue
        found = catalogue[rule]
        text = f"§ {rule} · {found.title}: {found.text}"
        lines += [DetailLine(part, True) for part in ui.canvas.wrap(text, width, Size.DENSE, "regular")]
    return tuple(lines) or (DetailLine("No dice were thrown and no rule is named here."),)


def draw_detail(ui: Ui, row: pygame.Rect, line: DetailLine) -> None:
    """One line below a row of the log."""
    ui.canvas.surface.fill(Ink.WELL, row)
    ui.canvas.surface.fill(
        Ink.LINK if line.is_rule else Ink.BRASS, (row.x + ui.px(INDENT - 12), row.y, ui.px(2), row.h)
    )
    room = pygame.Rect(row.x + ui.px(INDENT), row.y, row.w - ui.px(INDENT + 8), row.h)
    label(ui, room, line.text, Size.DENSE, Ink.DIM if line.is_rule else Ink.TEXT, "regular")
