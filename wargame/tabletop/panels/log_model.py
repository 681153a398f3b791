"""The event log as data: what is in it, what the filter leaves, what is folded, and as text to copy."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wargame.tabletop.kit import Die, Run, plain

COMBAT: Final = "combat"
MORALE: Final = "morale"
FILTERS: Final = (("all", "All"), (COMBAT, "Combat"), (MORALE, "Morale"), ("unit", "This unit"))
HEAD: Final = -1
DETAIL: Final = 10_000
"""Row numbers from here on are lines below a row: DETAIL + DETAIL * row + n."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One roll or consequence: what for, what was needed, the natural dice, the result in words, the modifiers.

    `total` is what the dice came to after the modifiers, where the rulebook adds; `rules` are rule ids.
    """

    purpose: str
    need: str = ""
    dice: tuple[Die, ...] = ()
    result: str = ""
    modifiers: str = ""
    total: str = ""
    rules: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """How the roll came about, line by line, for whoever unfolds the row."""
    cited: tuple[str, ...] = ()
    """All rules behind it, where `rules` holds only the first."""

    @property
    def all_rules(self) -> tuple[str, ...]:
        """Every rule behind it, once."""
        return tuple(dict.fromkeys((*self.rules, *self.cited)))

    def text(self) -> str:
        """The row in words, for copying, the tooltip and search."""
        dice = ", ".join(die.spoken() for die in self.dice)
        parts = (f"{self.purpose} {self.need}".strip(), dice, self.modifiers, self.total, self.result)
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return " · ".join(part for part in parts if part) + rules


@dataclass(frozen=True, slots=True)
class DetailLine:
    """One line below an unfolded row; `is_rule`: it is the rulebook that speaks."""

    text: str
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action: its head line and the rows below it.

    `time` as shown, `side` 0 or 1 (or None for neither), `tags` for the filters ("combat", "morale"), `units` the ids
    that "This unit" looks for, `moment` what the table is asked to show when a row is clicked.
    """

    head: tuple[Run, ...]
    time: str = ""
    side: int | None = None
    folded: bool = False
    rows: tuple[LogRow, ...] = ()
    tags: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    moment: int = 0

    def text(self) -> str:
        """The head line in words."""
        return f"{self.time}  {plain(self.head)}".strip()


@dataclass(frozen=True, slots=True)
class ShowMoment:
    """The player clicked a line: show the table as it was then. `row` is -1 for the head line."""

    moment: int
    entry: int
    row: int


@dataclass(frozen=True, slots=True)
class ShowRule:
    """The player clicked a rule: show its text and origin."""

    rule: str


Intent = ShowMoment | ShowRule


class LogModel:
    """The log of one battle for one viewer. Adding an entry costs the same however long the log is."""

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self.entries: list[LogEntry] = []
        self.lines: list[tuple[int, int]] = []
        self.filter = "all"
        self.unit = ""
        self.search = ""
        self._turned: set[int] = set()
        self.details: dict[tuple[int, int], tuple[DetailLine, ...]] = {}
        """Rows that are unfolded (entry, row), with the lines below them."""
        for entry in entries:
            self.append(entry)

    def append(self, entry: LogEntry) -> None:
        """Add the newest entry."""
        self.entries.append(entry)
        self._show(len(self.entries) - 1)

    def clear(self) -> None:
        """Forget everything, as at hand-over to another viewer."""
        self.entries, self.lines = [], []
        self._turned.clear()
        self.details.clear()

    def show_only(self, chosen: str, unit: str = "", search: str = "") -> None:
        """Use another filter ("all", "combat", "morale", "unit"), unit or search text."""
        if (chosen, unit, search) == (self.filter, self.unit, self.search):
            return
        same_unit = unit == self.unit or chosen != "unit"
        rebuild = (chosen, search) != (self.filter, self.search) or not same_unit
        self.filter, self.unit, self.search = chosen, unit, search
        if rebuild:
            self._rebuild()

    def is_folded(self, number: int) -> bool:
        """Whether the rows of entry `number` are hidden."""
        return self.entries[number].folded != (number in self._turned)

    def fold(self, number: int) -> None:
        """Fold an entry, or unfold it."""
        self._turned ^= {number}
        self._rebuild()

    def unfold_row(self, number: int, row: int, lines: tuple[DetailLine, ...]) -> None:
        """Show these lines below a row, or put them away if they are shown."""
        if self.details.pop((number, row), None) is None:
            self.details[number, row] = lines
        self._rebuild()

    def detail(self, number: int, code: int) -> DetailLine:
        """The line below a row that a line number above `DETAIL` stands for."""
        row, n = divmod(code - DETAIL, DETAIL)
        return self.details[number, row][n]

    def fold_all(self, folded: bool) -> None:
        """Fold or unfold every entry."""
        self._turned = {n for n, entry in enumerate(self.entries) if entry.folded != folded}
        self._rebuild()

    def _rebuild(self) -> None:
        self.lines = []
        for number in range(len(self.entries)):
            self._show(number)

    def _show(self, number: int) -> None:
        entry = self.entries[number]
        if not self._passes(entry):
            return
        self.lines.append((number, HEAD))
        if not self.is_folded(number):
            for row in range(len(entry.rows)):
                self.lines.append((number, row))
                below = len(self.details.get((number, row), ()))
                self.lines.extend((number, DETAIL + DETAIL * row + n) for n in range(below))

    def _passes(self, entry: LogEntry) -> bool:
        if self.filter == "unit" and self.unit not in entry.units:
            return False
        if self.filter in (COMBAT, MORALE) and self.filter not in entry.tags:
            return False
        wanted = self.search.casefold()
        return not wanted or any(wanted in text.casefold() for text in (entry.text(), *(r.text() for r in entry.rows)))

    def as_text(self) -> str:
        """What the filter leaves, folded or not, as plain text."""
        return "\n".join(self._told(lambda entry: [entry.text(), *(f"    {row.text()}" for row in entry.rows)]))

    def as_csv(self) -> str:
        """What the filter leaves as a table: one line per roll, with its dice, modifiers and rules."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["time", "action", "purpose", "need", "dice", "modifiers", "total", "result", "rules"])
        for entry in self.entries:
            if self._passes(entry):
                writer.writerows([entry.time, plain(entry.head), *_cells(row)] for row in entry.rows)
        return out.getvalue()

    def _told(self, tell: Callable[[LogEntry], Sequence[str]]) -> list[str]:
        return [line for entry in self.entries if self._passes(entry) for line in tell(entry)]


def _cells(row: LogRow) -> list[str]:
    dice = " ".join(str(die.value) for die in row.dice)
    return [row.purpose, row.need, dice, row.modifiers, row.total, row.result, " ".join(row.rules)]
