"""The window: a stack of screens and one heart, `App.step`.

No wall clock runs in here: time is the sum of the `dt` handed in, so a test that steps 1/60 s sees what a player sees.
"""

from __future__ import annotations

import contextlib
import itertools
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pygame

from wargame.tabletop.keys import KeyMap
from wargame.tabletop.kit import Canvas, Ui, draw_tooltip
from wargame.tabletop.screen import Screen
from wargame.tabletop.settings import Settings, save_settings
from wargame.tabletop.sound import Sounds
from wargame.tabletop.theme import GAME_NAME, ColourPair, Ink, colour_pair, first_scale, offered_scales
from wargame.tabletop.toasts import Toasts

FRAMES_PER_S = 60
SMALLEST_WINDOW = (960, 540)
_VIEW_BUTTONS = (2, 3)


class Crash(Exception):
    """The program hit a fault and had to stop; holds the traceback. What was played is saved."""


class App:
    """Opens the window (size in px) and shows the topmost screens of its stack.

    Settings are saved at `settings_path` when they change; screenshots go to `pictures`. Without these nothing is
    written. Raises pygame.error when there is no display.
    """

    def __init__(
        self,
        size: tuple[int, int] = (1440, 900),
        *,
        settings: Settings | None = None,
        settings_path: Path | None = None,
        pictures: Path | None = None,
    ) -> None:
        pygame.display.init()
        pygame.key.set_repeat(350, 40)
        pygame.display.set_caption(GAME_NAME)
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.settings = settings or Settings()
        self.settings_path = settings_path
        self.pictures = pictures
        self.keymap = KeyMap(self.settings.keys)
        self.ui = Ui(Canvas(self.surface, self.scale), self.keymap)
        self.sounds = Sounds(self.settings.volume)
        self.toasts = Toasts()
        self.screens: list[Screen] = []
        self.frame = 0
        self.time_s = 0.0
        self.running = True
        self._windowed = size

    # Settings

    @property
    def scale(self) -> float:
        """The interface scale in use: the player's, or one that suits the window, and never one too large for it."""
        size = self.surface.get_size()
        wish = self.settings.scale or first_scale(size[0])
        return max(k for k in offered_scales(size) if k <= wish or k == 1.0)

    @property
    def pair(self) -> ColourPair:
        """The two side colours the player chose."""
        return colour_pair(self.settings.pair)

    def change(self, settings: Settings) -> None:
        """Use other settings from the next frame on, and keep them."""
        self.settings = settings
        self.keymap = KeyMap(settings.keys)
        self.ui.use_keys(self.keymap)
        self.sounds.volume = settings.volume
        if self.settings_path is not None:
            try:
                save_settings(settings, self.settings_path)
            except OSError as error:
                self.toasts.say(f"The settings could not be saved: {error.strerror}.")

    # Screens

    @property
    def top(self) -> Screen:
        """The screen that has the player's attention. Raises IndexError when there is none."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the stack."""
        self.screens.append(screen)
        screen.entered(self)

    def pop(self, screen: Screen | None = None) -> None:
        """Take a screen off the stack, the top one by default; the program ends with its last screen."""
        gone = screen or self.top
        if gone in self.screens:
            self.screens.remove(gone)
            gone.left()
        if self.screens:
            self.top.shown_again()
        else:
            self.running = False

    def replace(self, screen: Screen) -> None:
        """Show a screen instead of the whole stack."""
        for old in reversed(self.screens):
            old.left()
        self.screens = []
        self.ui.forget()
        self.push(screen)

    def ask_to_close(self) -> None:
        """End the program, unless the top screen wants a word first."""
        if not self.screens or self.top.closing():
            self.running = False

    # One frame

    def step(self, dt: float, events: Iterable[pygame.event.Event]) -> None:
        """Let `dt` seconds pass, act on the events, and draw the frame."""
        self.frame += 1
        self.time_s += dt
        wanted = [event for event in events if not self._window_event(event)]
        self.ui.canvas.start(self.surface, self.scale)
        if self.screens:
            self.ui.contexts, self.ui.tab_enters = self.top.contexts, self.top.tab_enters
        for event in self.ui.begin(wanted, dt):
            self._hand_down(event)
        for screen in tuple(self.screens):
            screen.update(dt)
        self.toasts.update(dt)
        self._draw()

    def _draw(self) -> None:
        first = max((n for n, screen in enumerate(self.screens) if screen.opaque), default=0)
        if not self.screens or not self.screens[first].opaque:
            self.surface.fill(Ink.BACK)
        shown = tuple(self.screens[first:])
        for n, screen in enumerate(shown):
            if all(above.name != screen.name for above in shown[n + 1 :]):
                screen.draw(self.surface, self.ui)
        self.toasts.draw(self.ui)
        self.ui.end()
        draw_tooltip(self.ui)

    def _hand_down(self, event: pygame.event.Event) -> None:
        """Give an event to the top screen, and what it leaves to the screens that lie in sight below it."""
        for screen in reversed(tuple(self.screens)):
            if screen.handle(event) or not screen.lets_view or not _moves_view(event):
                return

    def _window_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.QUIT:
            self.ask_to_close()
            return True
        if event.type == pygame.VIDEORESIZE:
            self._resized(event.size)
            return True
        if event.type == pygame.KEYDOWN:
            action = self.keymap.action(event, ("anywhere",))
            if action in ("full_screen", "screenshot"):
                (self.toggle_full_screen if action == "full_screen" else self.screenshot)()
                return True
        return False

    def _resized(self, size: tuple[int, int]) -> None:
        if min(size[0] - SMALLEST_WINDOW[0], size[1] - SMALLEST_WINDOW[1]) < 0:
            size = (max(size[0], SMALLEST_WINDOW[0]), max(size[1], SMALLEST_WINDOW[1]))
            pygame.display.set_mode(size, pygame.RESIZABLE)
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != size:
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.surface = surface or self.surface

    def toggle_full_screen(self) -> None:
        """Go to full screen, or back to the window as it was."""
        if pygame.display.is_fullscreen():
            self.surface = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
        else:
            self._windowed = self.surface.get_size()
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)

    def screenshot(self) -> Path | None:
        """Save the frame as the next free `picture-0001.png`; where, or None when there is nowhere to save."""
        if self.pictures is None:
            self.toasts.say("There is no folder for screenshots.")
            return None
        try:
            path = _free_name(self.pictures)
            pygame.image.save(self.surface, path)
        except (OSError, pygame.error) as error:
            self.toasts.say(f"The screenshot could not be saved: {getattr(error, 'strerror', None) or error}.")
            return None
        self.toasts.say(f"Saved {path.name}.")
        return path

    # What is on the screen

    def ui_map(self) -> dict[str, Any]:
        """What the screen shows, as plain data: state, widgets, texts, focus, whether it is busy.

        For tests, for the text line, and for screen readers; only for the present viewer.
        """
        spots = self.ui.spots.values()
        return {
            "state": self.top.name if self.screens else "",
            "screens": [screen.name for screen in self.screens],
            "frame": self.frame,
            "size": self.surface.get_size(),
            "k": self.scale,
            "busy": any(screen.busy for screen in self.screens),
            "focus": self.ui.focus,
            "widgets": {spot.id: tuple(spot.rect) for spot in spots if spot.rect.w and spot.rect.h},
            "captions": {spot.id: spot.text for spot in spots},
            "disabled": {spot.id: spot.reason for spot in spots if not spot.enabled},
            "on": sorted(spot.id for spot in spots if spot.on),
            "texts": [mark.text for mark in self.ui.canvas.marks],
            **(self.top.ui_map() if self.screens else {}),
        }


def _free_name(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    taken = {path.name for path in folder.glob("picture-*.png")}
    return folder / next(name for n in itertools.count(1) if (name := f"picture-{n:04}.png") not in taken)


def _moves_view(event: pygame.event.Event) -> bool:
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        return event.button in _VIEW_BUTTONS
    return event.type in (pygame.MOUSEWHEEL, pygame.MOUSEMOTION)


def run(app: App) -> None:
    """Play until the player closes the window. Raises Crash, after saving, when the program hits a fault."""
    clock = pygame.time.Clock()
    try:
        while app.running:
            app.step(clock.tick(FRAMES_PER_S) / 1000, pygame.event.get())
            pygame.display.flip()
    except Exception as error:
        for screen in tuple(app.screens):
            with contextlib.suppress(Exception):
                screen.closing()
        raise Crash(traceback.format_exc()) from error
