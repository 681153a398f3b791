"""Where a battle under way is kept: a save that is written anew at each phase, a journal beside it, fault reports."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import filelock
import msgspec

from wargame.engine import record as records
from wargame.engine.faults import FaultReport
from wargame.engine.record import Record
from wargame.engine.waypoints import Answer
from wargame.scenario import Journal, SaveFault, Scenario, saves_folder, write_save

if TYPE_CHECKING:
    from wargame.tabletop.session import Session

SUFFIX = ".save"
QUICK = "quick"
MOST_AT_ONCE = 20
"""Programs that may play one battle, each with a save of its own."""


class SaveKeeper:
    """Keeps one battle: `<scenario>-<seed>.save` and its journal, other names beside it.

    While it is played its save is locked; a second program that plays the same battle keeps it as `...-also-2`.
    """

    def __init__(self, scenario: Scenario, seed: int, program: str, folder: Path | None = None, mark: str = "") -> None:
        self.scenario, self.program = scenario, program
        self.folder = folder or saves_folder()
        self.stem = plain_name("-".join(filter(None, (scenario.setup.name, str(seed), mark))))
        self._journal: Journal | None = None
        self._lock: filelock.BaseFileLock | None = None
        self._told: set[str] = set()

    @property
    def path(self) -> Path:
        """The automatic save."""
        return self.folder / f"{self.stem}{SUFFIX}"

    def path_of(self, name: str) -> Path:
        """A save of this battle under a name."""
        return self.folder / f"{self.stem}-{plain_name(name)}{SUFFIX}" if name else self.path

    def journal(self, session: Session, entry: Answer) -> None:
        """Write an answer down before it is carried out; the first one writes the save it stands beside."""
        try:
            if self._journal is None:
                self._begin(session)
            if self._journal is not None:
                self._rewind(session)
                self._journal.append(entry)
        except SaveFault as error:
            self._lose(session, error)

    def refused(self, session: Session) -> None:
        """Strike the answer that was written down last: it was refused."""
        try:
            self._rewind(session)
        except SaveFault as error:
            self._lose(session, error)

    def keep(self, session: Session, name: str) -> str:
        """Save under a name, or the automatic save; a sentence that says where, or why not."""
        self._hold()
        path = self.path_of(name)
        record = self.record(session)
        try:
            write_save(path, record)
            if not name:
                self._after_saving(session, record)
        except SaveFault as error:
            if not name:
                self._tell(session, error)
            return str(error)
        self._told.clear()
        return "" if not name else f"Saved as {path.stem}."

    def fault(self, session: Session, report: FaultReport) -> str:
        """Write a fault report beside the saves; a sentence that names it."""
        path = self.folder / "faults" / f"{self.stem}-{len(report.answers)}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(report))
        except OSError as error:
            return f"A fault in the program; its report could not be written: {error.strerror or error}."
        return f"This order hit a fault in the program; report in {path}."

    def record(self, session: Session) -> Record:
        """The battle as a save holds it."""
        s = self.scenario
        record = records.save(session.battle, session.seats, s.scenario_text, s.map_text, self.program)
        record.standing = dict(session.standing)
        record.practice = session.practice
        return record

    def let_go(self) -> None:
        """The battle has left the table: others may play it on."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _hold(self) -> None:
        """Lock the automatic save, or another name where a second program plays this battle."""
        if self._lock is not None:
            return
        first = self.stem
        for n in range(1, MOST_AT_ONCE + 1):
            self.stem = first if n == 1 else f"{first}-also-{n}"
            lock = filelock.FileLock(self.path.with_name(f".{self.path.name}.lock"))
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                lock.acquire(timeout=0)
            except filelock.Timeout:
                continue
            except (OSError, NotImplementedError):  # a file system without locks, or one that cannot be written
                return
            self._lock = lock
            return

    def _rewind(self, session: Session) -> None:
        """Strike what the journal holds beyond the battle."""
        if self._journal is not None and self._journal.count > len(session.battle.answers):
            self._journal.rewind(len(session.battle.answers))

    def _lose(self, session: Session, error: SaveFault) -> None:
        """A journal that broke off is not written on: the next answer begins with a new save."""
        if self._journal is not None:
            self._journal.close()
        self._journal = None
        self._tell(session, error)

    def _tell(self, session: Session, error: SaveFault) -> None:
        """One sentence, once: a full disk stays full for the answers after."""
        if str(error) not in self._told:
            self._told.add(str(error))
            session.notices.append(str(error))

    def _begin(self, session: Session) -> None:
        self._hold()
        record = self.record(session)
        write_save(self.path, record)
        self._journal = Journal(self.path, record)

    def _after_saving(self, session: Session, record: Record) -> None:
        if session.over:
            if self._journal is not None:
                self._journal.close(remove=True)
                self._journal = None
        elif self._journal is not None:
            self._journal.restart(record)


def plain_name(text: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.")[:80] or "battle"
