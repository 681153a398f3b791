"""The journal of a battle being played: every answer is on disk before it is carried out.

Beside `x.save` lies `x.save.journal`: a head line, then one line for each answer since, and one for each
undo. After a kill `recover` joins the newest save that can be read and the journal; nothing that was answered is lost.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import BinaryIO

import msgspec

from wargame.engine.record import Record
from wargame.engine.waypoints import Answer
from wargame.scenario.save import SaveFault, read_newest, save_fault

JOURNAL_BYTES = 64 * 1024 * 1024


class _Head(msgspec.Struct, tag="battle"):
    battle: str


class _Line(msgspec.Struct, tag="answer"):
    """Answer number `n`, counted from 0."""

    n: int
    answer: Answer


class _Rewound(msgspec.Struct, tag="rewound"):
    """The battle was put back to when `n` answers had been given."""

    n: int


def journal_of(path: Path) -> Path:
    """The journal that belongs to a save."""
    return path.with_name(f"{path.name}.journal")


def battle_mark(record: Record) -> str:
    """What tells one battle from another: seed, scenario and map."""
    text = f"{record.seed}\n{record.scenario_text}\n{record.map_text}".encode()
    return hashlib.blake2b(text, digest_size=12).hexdigest()


class Journal:
    """Appends answers to the journal beside a save; opened once the save is written."""

    def __init__(self, save: Path, record: Record) -> None:
        """Begin anew: `record` is what the save holds. Raises SaveFault."""
        self.save = save
        self.count = len(record.answers)
        self._mark = battle_mark(record)
        self._file: BinaryIO | None = None
        self._begin()

    def append(self, answer: Answer) -> None:
        """Write an answer down, before it is carried out. Raises SaveFault."""
        self._write(_Line(n=self.count, answer=answer))
        self.count += 1

    def rewind(self, answers: int) -> None:
        """Write down that the battle went back to this many answers (undo, or an answer that was refused)."""
        self._write(_Rewound(n=answers))
        self.count = answers

    def restart(self, record: Record) -> None:
        """Begin anew after the save was written."""
        self.count = len(record.answers)
        self._begin()

    def close(self, remove: bool = False) -> None:
        """Close it; `remove` when the battle is over and saved."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
        if remove:
            with contextlib.suppress(OSError):
                journal_of(self.save).unlink(missing_ok=True)

    def _begin(self) -> None:
        self.close()
        path = journal_of(self.save)
        partial = path.with_name(f"{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(msgspec.json.encode(_Head(battle=self._mark)) + b"\n")
            partial.replace(path)
            self._file = path.open("ab")
        except OSError as error:
            raise save_fault(
                path, "", f"the journal cannot be written ({(error.strerror or str(error)).lower()})"
            ) from None

    def _write(self, line: _Line | _Rewound) -> None:
        if self._file is None:
            raise ValueError("the journal is closed")
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise save_fault(journal_of(self.save), "", f"the answer could not be written down ({reason})") from None


def recover(path: Path) -> Record:
    """The record of a battle after a kill: the newest readable save, the answers of the journal. Raises SaveFault."""
    record, _ = read_newest(path)
    lines = _journal_lines(journal_of(path), battle_mark(record))
    first_open = len(record.answers) - len(record.since)
    answers = list(record.answers)
    for line in lines:
        if isinstance(line, _Rewound):
            if line.n < first_open or line.n > len(answers):
                break
            del answers[line.n :]
        elif line.n == len(answers):
            answers.append(line.answer)
        elif line.n > len(answers):
            break
    return msgspec.structs.replace(record, answers=answers, since=answers[first_open:])


def is_interrupted(path: Path) -> bool:
    """True if the journal beside a save holds answers that the save does not."""
    try:
        record, _ = read_newest(path)
        return len(recover(path).answers) != len(record.answers)
    except SaveFault:
        return False


def _journal_lines(path: Path, mark: str) -> list[_Line | _Rewound]:
    """Whole lines of this battle's journal, up to the first that is damaged (the one cut off by the kill)."""
    try:
        with path.open("rb") as source:
            raw = source.read(JOURNAL_BYTES)
    except OSError:
        return []
    rows = raw.split(b"\n")[:-1]
    found: list[_Line | _Rewound] = []
    for n, row in enumerate(rows):
        try:
            line = msgspec.json.decode(row, type=_Head | _Line | _Rewound)
        except (msgspec.DecodeError, RecursionError, ValueError):
            break
        if isinstance(line, _Head):
            if n > 0 or line.battle != mark:
                break
        elif n == 0:
            break
        else:
            found.append(line)
    return found
