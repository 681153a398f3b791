"""A clumsy hand at the tabletop: random clicks, drags, keys, letters, wheels and windows, all through `App.step`."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame

from wargame.tabletop.app import App
from wargame.tabletop.keys import BINDINGS, Chord
from wargame.tabletop.screens.battle import BattleScreen

CHORDS = [Chord.parse(binding.key) for binding in BINDINGS]
ODD_KEYS = [0, pygame.K_F12, pygame.K_PAUSE, pygame.K_LSUPER, 0x40000100, pygame.K_CAPSLOCK, pygame.K_AC_BACK, 0xFFFF]
LETTERS = ["a", "Z", "7", " ", "é", "Ж", "‮", "😀", "漢字", "́", "\t", "[/]", "W" * 300]
SIZES = [(1280, 800), (960, 540), (1600, 700), (1000, 1000), (1, 1), (0, 0), (400, 3000), (961, 541)]
MODS = [0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_LCTRL | pygame.KMOD_RSHIFT]
Event = pygame.event.Event


class Monkey:
    """Acts on an app, the same for the same seed. `quits` False: never closes the window nor leaves the program."""

    def __init__(self, app: App, seed: int, quits: bool = False) -> None:
        self.app, self.quits = app, quits
        self.chance = random.Random(seed)
        self.mouse = (10, 10)
        self.done: list[str] = []

    def play(self, acts: int) -> None:
        """Do so many things, with time going by as it likes."""
        for _ in range(acts):
            if not self.app.running:
                return
            self.act()

    def act(self) -> None:
        """Do one thing."""
        wanted = list(self._one())
        if self.chance.random() < 0.1:
            wanted += self._one()
        self.done.append(" ".join(f"{pygame.event.event_name(e.type)}{e.dict}" for e in wanted))
        del self.done[:-12]
        self.app.step(self.chance.choice((0.0, 1 / 60, 1 / 60, 1 / 60, 0.3, 5.0)), wanted)
        if self.chance.random() < 0.05:
            self.app.ui_map()

    @property
    def battle(self) -> BattleScreen | None:
        """The battle on the table, if there is one."""
        return next((s for s in reversed(self.app.screens) if isinstance(s, BattleScreen)), None)

    def _one(self) -> Iterator[Event]:
        acts = (self._click, self._drag, self._key, self._text, self._wheel, self._window, self._stray)
        yield from self.chance.choices(acts, (12, 3, 10, 1, 2, 0.7, 1))[0]()

    def _somewhere(self) -> tuple[int, int]:
        spots = [s.rect for s in self.app.ui.spots.values() if s.rect.w > 0 and s.rect.h > 0]
        if spots and self.chance.random() < 0.55:
            return self.chance.choice(spots).center
        battle = self.battle
        if battle is not None and self.chance.random() < 0.6:
            stands = list(self.app.ui_map().get("stands", {}).values())
            if stands:
                x, y = self.chance.choice(stands)["px"]
                return (round(x) + self.chance.randint(-30, 30), round(y) + self.chance.randint(-30, 30))
        width, height = self.app.surface.get_size()
        return (self.chance.randint(-50, width + 50), self.chance.randint(-50, height + 50))

    def _move(self, buttons: tuple[int, int, int] = (0, 0, 0)) -> Event:
        place = self._somewhere()
        rel = (place[0] - self.mouse[0], place[1] - self.mouse[1])
        self.mouse = place
        return Event(pygame.MOUSEMOTION, pos=place, rel=rel, buttons=buttons, touch=False)

    def _button(self, kind: int, button: int) -> Event:
        return Event(kind, button=button, pos=self.mouse, touch=False)

    def _click(self) -> Iterator[Event]:
        yield self._move()
        button = self.chance.choices((1, 2, 3, 4, 7), (80, 3, 15, 1, 1))[0]
        for _ in range(self.chance.choice((1, 1, 1, 2))):
            yield self._button(pygame.MOUSEBUTTONDOWN, button)
            yield self._button(pygame.MOUSEBUTTONUP, button)

    def _drag(self) -> Iterator[Event]:
        button = self.chance.choice((1, 1, 2, 3))
        yield self._move()
        yield self._button(pygame.MOUSEBUTTONDOWN, button)
        for _ in range(self.chance.randint(1, 4)):
            yield self._move((int(button == 1), int(button == 2), int(button == 3)))
        if self.chance.random() < 0.9:
            yield self._button(pygame.MOUSEBUTTONUP, button)

    def _key(self) -> Iterator[Event]:
        if self.chance.random() < 0.3:
            key, mod = self.chance.choice((pygame.K_RETURN, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE)), 0
        elif self.chance.random() < 0.85:
            chord = self.chance.choice(CHORDS)
            key, mod = chord.key, sum(getattr(pygame, f"KMOD_L{name.upper()}") for name in chord.mods)
        else:
            key = self.chance.choice([*ODD_KEYS, *range(32, 127)])
            mod = self.chance.choice(MODS)
        letter = chr(key) if 32 <= key < 127 and not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else ""
        yield Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, scancode=0)
        if letter:
            yield Event(pygame.TEXTINPUT, text=letter)
        if self.chance.random() < 0.9:
            yield Event(pygame.KEYUP, key=key, mod=mod, unicode=letter, scancode=0)

    def _text(self) -> Iterator[Event]:
        word = self.chance.choice(LETTERS)
        if self.chance.random() < 0.5:
            yield Event(pygame.TEXTEDITING, text=word, start=self.chance.randint(0, 5), length=0)
        yield Event(pygame.TEXTINPUT, text=word)

    def _wheel(self) -> Iterator[Event]:
        if self.chance.random() < 0.6:
            yield self._move()
        x, y = self.chance.choice((0, 0, 1, -2)), self.chance.choice((1, -1, 1, -1, 40, -40, 0))
        yield Event(pygame.MOUSEWHEEL, x=x, y=y, flipped=False, precise_x=float(x), precise_y=float(y), touch=False)

    def _window(self) -> Iterator[Event]:
        if self.chance.random() < 0.4:
            width, height = self.chance.choice(SIZES)
            yield Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)
            return
        kinds = [pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE, pygame.WINDOWMINIMIZED]
        yield Event(self.chance.choice(kinds), window=None)
        if self.quits and self.chance.random() < 0.05:
            yield Event(pygame.QUIT)

    def _stray(self) -> Iterator[Event]:
        """Halves of what belongs together."""
        kind = self.chance.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
        yield self._button(kind, self.chance.choice((1, 2, 3)))
        yield Event(pygame.KEYUP, key=self.chance.choice(CHORDS).key, mod=0, unicode="", scancode=0)
