"""The chapters that come with this rulebook, found among its packages."""

from __future__ import annotations

from wargame.engine.chapters import Chapters, chapters_of


def CHAPTERS() -> Chapters:
    """All chapters."""
    assert __package__ is not None
    return chapters_of(__package__)
