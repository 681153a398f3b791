"""Faults of files: one sentence each, saying where, what was found and what was expected."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file. `place` is a path into it (`side[0].group[2].stands[1].line`)."""

    file: str
    place: str
    found: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}: " if self.place else f"{self.file}: "
        text = where + self.found + (f"; {self.expected}" if self.expected else "")
        return "".join(letter if letter.isprintable() else " " for letter in text)


class ScenarioFault(Exception):
    """A file that cannot be used: `faults` says all that is wrong with it, in file order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[ScenarioFault], tuple[tuple[Fault, ...]]]:
        """From one process to another it goes as its faults."""
        return type(self), (self.faults,)


class Findings:
    """Collects what is wrong with one file: faults (it cannot be used) and warnings (it can)."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []

    def add(self, place: str, found: str, expected: str = "") -> None:
        """Note a fault; the same place is noted once for the same reason."""
        fault = Fault(self.file, place, found, expected)
        if fault not in self.faults:
            self.faults.append(fault)

    def warn(self, place: str, found: str, expected: str = "") -> None:
        """Note something doubtful."""
        self.warnings.append(Fault(self.file, place, found, expected))

    def unknown(self, place: str, what: str, name: str, names: Iterable[str]) -> None:
        """Note a name that nothing has, with the nearest one that something has."""
        self.add(place, f"unknown {what} {quoted(name)}", nearest(name, names))

    def raise_if_any(self) -> None:
        """Raises ScenarioFault if there is a fault."""
        if self.faults:
            raise ScenarioFault(self.faults)

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)


def nearest(name: str, names: Iterable[str]) -> str:
    """`nearest: 'x'` for the valid name most like this one; a hint that there is none otherwise."""
    known = sorted(set(names))
    if not known:
        return "there is none"
    close = difflib.get_close_matches(name[:80], known, 1, 0.0)
    return f"nearest: {quoted(close[0])}" if close else f"one of {', '.join(known[:8])}"


def quoted(value: object) -> str:
    """The value as it stands in a message: in quotes, shortened, without line breaks."""
    text = repr(value)
    return text if len(text) <= 60 else text[:56] + "..." + text[-1]
