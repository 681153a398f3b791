"""What a screen is: one layer of the stack that `App` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from wargame.tabletop.keys import ANYWHERE

if TYPE_CHECKING:
    from wargame.tabletop.app import App
    from wargame.tabletop.kit import Ui


class Screen:
    """The defaults of every screen; a screen overrides what it needs.

    `name` is told to tests as the state. `opaque` screens hide the ones below. `contexts` are the parts of the key
    table that count here, first one first. With `tab_enters` Tab moves into the widgets by itself; a screen with a
    table of its own uses F6 for that. `lets_view` leaves wheel, middle and right button to the screen below.
    """

    name = "screen"
    opaque = True
    contexts: tuple[str, ...] = (ANYWHERE,)
    tab_enters = True
    lets_view = False
    app: App

    def entered(self, app: App) -> None:
        """Called once when the screen is put on the stack."""
        self.app = app

    def shown_again(self) -> None:
        """Called when the screen above was taken away."""

    def left(self) -> None:
        """Called once when the screen is taken off the stack."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that no widget wanted; whether it was used."""
        return False

    def update(self, dt: float) -> None:
        """Let `dt` seconds go by."""

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the screen and act on what its widgets return."""

    @property
    def busy(self) -> bool:
        """Whether something moves that a player would wait for."""
        return False

    def closing(self) -> bool:
        """Whether the program may end now; a screen that must ask first asks and says no."""
        return True

    def ui_map(self) -> dict[str, Any]:
        """What this screen adds to the map of the user interface: plain data, for the present viewer only."""
        return {}
