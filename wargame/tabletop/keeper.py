"""What a session wants of whoever keeps it, and the one who keeps nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from wargame.engine.faults import FaultReport
from wargame.engine.waypoints import Answer

if TYPE_CHECKING:
    from wargame.tabletop.session import Session


class Keeping(Protocol):
    """Where answers, saves and fault reports go; every call says in a sentence what came of it ("" for nothing)."""

    def journal(self, session: Session, entry: Answer) -> None:
        """Note an answer before it is carried out."""
        ...

    def refused(self, session: Session) -> None:
        """Strike the answer that was noted last: it was refused."""
        ...

    def keep(self, session: Session, name: str) -> str:
        """Save the battle under a name ("" for the automatic save)."""
        ...

    def fault(self, session: Session, report: FaultReport) -> str:
        """Write a fault report."""
        ...


class NothingKept:
    """Keeps nothing (tests, practice)."""

    def journal(self, session: Session, entry: Answer) -> None:
        """Note nothing."""

    def refused(self, session: Session) -> None:
        """Strike nothing."""

    def keep(self, session: Session, name: str) -> str:
        """Save nothing."""
        return "This battle is not kept."

    def fault(self, session: Session, report: FaultReport) -> str:
        """Write nothing."""
        return ""
