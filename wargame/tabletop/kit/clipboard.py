"""The clipboard, with a memory of its own where the system has none to offer."""

from __future__ import annotations

import pygame


class Clipboard:
    """Text copied here can be pasted here, and elsewhere if the system has a clipboard."""

    def __init__(self) -> None:
        self._own = ""

    def copy(self, text: str) -> None:
        """Keep a text, and offer it to other programs."""
        self._own = text
        try:
            pygame.scrap.put_text(text)
        except (pygame.error, NotImplementedError):
            return

    def paste(self) -> str:
        """The text last copied, here or in another program."""
        try:
            return str(pygame.scrap.get_text()) or self._own
        except (pygame.error, NotImplementedError):
            return self._own
