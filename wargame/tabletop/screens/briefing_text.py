"""A scenario's briefing as lines of text, and the filters by which battles are found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from wargame.scenario import Entry, Scenario
from wargame.tabletop.armies import army_name
from wargame.tabletop.kit import Ui
from wargame.tabletop.theme import Ink, Size

Line = tuple[str, float, tuple[int, int, int], str]
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Filter:
    """One drop-down: its id, its choices (id, caption), and whether a scenario passes a choice."""

    id: str
    choices: tuple[tuple[str, str], ...]
    passes: Callable[[Scenario, str], bool]


def filters(entries: Sequence[Entry], titles: dict[str, str]) -> tuple[Filter, ...]:
    """By rulebook, period, size and length; a choice that no battle has is left out."""
    scenarios = [e.scenario for e in entries if e.scenario is not None]
    books = dict.fromkeys(s.setup.ruleset for s in scenarios)
    wanted = (
        Filter(
            "ruleset",
            ((ALL, "All rulebooks"), *((name, titles.get(name, name)) for name in books)),
            lambda s, choice: s.setup.ruleset == choice,
        ),
        Filter("period", ((ALL, "All periods"), *PERIODS), lambda s, choice: period_of(s) == choice),
        Filter("size", ((ALL, "Any size"), *SIZES), lambda s, choice: size_of(s) == choice),
        Filter("length", ((ALL, "Any length"), *LENGTHS), lambda s, choice: length_of(s) == choice),
    )
    return tuple(
        Filter(f.id, tuple(c for c in f.choices if c[0] == ALL or any(f.passes(s, c[0]) for s in scenarios)), f.passes)
        for f in wanted
    )


PERIODS: Final = (("early", "1939-1942"), ("late", "1943-1945"), ("cold", "1946-1990"), ("modern", "from 1991"))
SIZES: Final = (
    ("small", "up to 30 stands"),
    ("medium", "31 to 60 stands"),
    ("large", "more than 60"),
    ("free", "mustered"),
)
LENGTHS: Final = (("short", "up to 1 hour"), ("evening", "1 to 2 hours"), ("long", "more than 2 hours"))


def period_of(scenario: Scenario) -> str:
    """Which of the periods its year lies in."""
    year = scenario.setup.year
    return "early" if year <= 1942 else "late" if year <= 1945 else "cold" if year <= 1990 else "modern"


def size_of(scenario: Scenario) -> str:
    """By its stands of all sides; `free` where a side musters its own."""
    counts = list(scenario.meta.stands.values())
    if any(not count for count in counts):
        return "free"
    whole = sum(count or 0 for count in counts)
    return "small" if whole <= 30 else "medium" if whole <= 60 else "large"


def length_of(scenario: Scenario) -> str:
    """By its playing time; what has none counts four minutes a turn and side."""
    minutes = scenario.meta.playing_time_min or 8 * scenario.meta.turns
    return "short" if minutes <= 60 else "evening" if minutes <= 120 else "long"


def briefing_lines(ui: Ui, scenario: Scenario, width: int) -> list[Line]:
    """The briefing broken into lines: text, size, ink, face."""
    b = scenario.briefing
    lines: list[Line] = []

    def head(text: str) -> None:
        lines.append(("", 1, Ink.TEXT, "regular"))
        found = ui.canvas.wrap(text.upper(), width, Size.BODY, "semi")
        lines.extend((line, Size.BODY, Ink.BRASS, "semi") for line in found)

    def text(words: str, ink: tuple[int, int, int] = Ink.TEXT) -> None:
        for part in words.split("\n"):
            lines.extend(
                (line, Size.BODY, ink, "regular") for line in ui.canvas.wrap(part, width, Size.BODY, "regular")
            )

    text(b.history)
    for side_id, name, role in b.sides:
        head(f"{army_name(side_id)} · {name} · {role}" if role else f"{army_name(side_id)} · {name}")
        text(b.aims.get(side_id, ""))
        for group in b.forces:
            if group.side == side_id:
                rows = ", ".join(f"{row.count} × {row.name}" if row.count > 1 else row.name for row in group.rows)
                comes = f" ({group.comes})" if group.comes else ""
                leader = f", {group.leader}" if group.leader else ""
                text(f"{group.name}{leader}{comes}: {rows}", Ink.DIM)
    head("Victory")
    text(b.victory)
    for level, winner, words in b.ladder:
        text(
            f"{level.capitalize()} ({army_name(winner)}): {words}" if winner else f"{level.capitalize()}: {words}",
            Ink.DIM,
        )
    head("Conditions")
    for caption, words in b.conditions:
        text(f"{caption}: {words}", Ink.DIM)
    if b.special_rules:
        head("Special rules")
        for rule in b.special_rules:
            mark = " (left out)" if rule.kind == "left_out" else ""
            text(f"{rule.title}{mark}: {rule.text}" if rule.text else f"{rule.title}{mark}", Ink.DIM)
    if b.outcome:
        head("What happened then")
        text(b.outcome)
    return lines
