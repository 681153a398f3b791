"""One vocabulary to play the tabletop: real pygame events through `App.step`, errors that name what exists.

d.click(widget="new_battle").expect(state="scenarios")
d.key("m").hover(at=(36.9, 31.2)).expect(text="of 9″")
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import pygame

from wargame.tabletop.app import App
from wargame.tabletop.keys import Chord

FRAME_S = 1 / 60
MASKS = {"ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT, "shift": pygame.KMOD_LSHIFT}
MODIFIER_KEYS = {"ctrl": pygame.K_LCTRL, "alt": pygame.K_LALT, "shift": pygame.K_LSHIFT}


class Driver:
    """Plays an App. Places are a widget id, a stand id, a table place `at` in inches, or a screen place `px`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.mouse = (0, 0)
        self.tick()

    @property
    def map(self) -> dict[str, Any]:
        return self.app.ui_map()

    def tick(self, frames: int = 1, events: tuple[pygame.event.Event, ...] = ()) -> Driver:
        """Step some frames of 1/60 s; the events come with the first."""
        for n in range(frames):
            self.app.step(FRAME_S, events if n == 0 else ())
        return self

    def wait(self, seconds: float) -> Driver:
        return self.tick(round(seconds / FRAME_S))

    def settle(self, limit_s: float = 20) -> Driver:
        """Step until nothing moves any more."""
        for _ in range(round(limit_s / FRAME_S)):
            if not self.map["busy"]:
                return self
            self.tick()
        raise AssertionError(f"still busy after {limit_s} s in state {self.map['state']!r}")

    def where(
        self,
        widget: str | None = None,
        *,
        stand: str | None = None,
        at: tuple[float, float] | None = None,
        px: tuple[int, int] | None = None,
    ) -> tuple[int, int]:
        """The screen place in px of what is named."""
        if px is not None:
            return px
        if widget is not None:
            x, y, w, h = self._find("widgets", widget, "widget")
            return (x + w // 2, y + h // 2)
        if stand is not None:
            x, y = self._find("stands", stand, "stand")["px"]
            return (round(x), round(y))
        assert at is not None, "name a widget, a stand, at=(x, y) in inches or px=(x, y)"
        view = self._find("views", "table", "view")
        return (
            round(view["x"] + (at[0] - view["left_in"]) * view["ppi"]),
            round(view["y"] + (view["top_in"] - at[1]) * view["ppi"]),
        )

    def _find(self, kind: str, name: str, word: str) -> Any:
        known = self.map.get(kind, {})
        if name not in known:
            near = get_close_matches(name, known, 3) or sorted(known)
            raise AssertionError(f"no {word} {name!r} in state {self.map['state']!r}; there are {', '.join(near)}")
        return known[name]

    # Mouse

    def hover(self, widget: str | None = None, **place: Any) -> Driver:
        return self._move(self.where(widget, **place))

    def click(self, widget: str | None = None, *, button: int = 1, **place: Any) -> Driver:
        """Press and release in one place. A widget that is greyed out is refused with its reason."""
        if widget is not None:
            self._find("widgets", widget, "widget")
            reason = self.map["disabled"].get(widget)
            assert reason is None, f"widget {widget!r} cannot be pressed: {reason}"
        return self.press(widget, button=button, **place).release(button=button)

    def right_click(self, widget: str | None = None, **place: Any) -> Driver:
        return self.click(widget, button=3, **place)

    def double_click(self, widget: str | None = None, **place: Any) -> Driver:
        return self.click(widget, **place).click(widget, **place)

    def press(self, widget: str | None = None, *, button: int = 1, **place: Any) -> Driver:
        self.hover(widget, **place)
        return self.tick(1, (pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=self.mouse, touch=False),))

    def release(self, *, button: int = 1) -> Driver:
        up = pygame.event.Event(pygame.MOUSEBUTTONUP, button=button, pos=self.mouse, touch=False)
        return self.tick(1, (up,)).tick()

    def drag(self, start: dict[str, Any], end: dict[str, Any], *, button: int = 1, steps: int = 6) -> Driver:
        """Press at `start`, move in some steps, release at `end`; each is the keywords of `where`."""
        self.press(button=button, **start)
        (x, y), (u, v) = self.mouse, self.where(**end)
        for n in range(1, steps + 1):
            self._move((round(x + (u - x) * n / steps), round(y + (v - y) * n / steps)), button)
        return self.release(button=button)

    def wheel(self, notches: int, widget: str | None = None, **place: Any) -> Driver:
        if widget is not None or place:
            self.hover(widget, **place)
        for _ in range(abs(notches)):
            self.tick(1, (pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1 if notches > 0 else -1, flipped=False),))
        return self.tick()

    def roll_to(self, list_id: str, widget: str) -> None:
        """Turn the wheel over a list until a row of it is fully there."""
        for way in (-1, 1):
            for _ in range(60):
                if self._in_list(list_id, widget):
                    return
                seen = self.map["widgets"]
                self.wheel(way, list_id)
                if seen == self.map["widgets"]:
                    break
        assert self._in_list(list_id, widget), f"no row {widget}; there are {sorted(self.map['widgets'])}"

    def _in_list(self, list_id: str, widget: str) -> bool:
        found = self.map["widgets"]
        if widget not in found or list_id not in found:
            return False
        y, height = found[list_id][1], found[list_id][3]
        middle = found[widget][1] + found[widget][3] // 2
        return bool(y <= middle < y + height)

    def _move(self, place: tuple[int, int], held: int = 0) -> Driver:
        rel = (place[0] - self.mouse[0], place[1] - self.mouse[1])
        self.mouse = place
        buttons = tuple(int(n == held) for n in (1, 2, 3))
        return self.tick(1, (pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=rel, buttons=buttons),))

    # Keys

    def key(self, *chords: str) -> Driver:
        """Press and release keys as the key table writes them: "m", "shift+n", "ctrl+enter"."""
        for chord in chords:
            self._down(Chord.parse(chord))._up(Chord.parse(chord))
        return self.tick()

    def hold(self, chord: str) -> Driver:
        """Press a key, or one of "ctrl", "alt", "shift", and keep it down."""
        if chord in MODIFIER_KEYS:
            return self.tick(1, (pygame.event.Event(pygame.KEYDOWN, key=MODIFIER_KEYS[chord], mod=0, unicode=""),))
        return self._down(Chord.parse(chord))

    def let_go(self, chord: str) -> Driver:
        if chord in MODIFIER_KEYS:
            return self.tick(1, (pygame.event.Event(pygame.KEYUP, key=MODIFIER_KEYS[chord], mod=0),))
        return self._up(Chord.parse(chord))

    def type(self, text: str) -> Driver:
        for letter in text:
            self.tick(1, (pygame.event.Event(pygame.TEXTINPUT, text=letter),))
        return self.tick()

    def _down(self, chord: Chord) -> Driver:
        mod = sum(MASKS[m] for m in chord.mods)
        for name in chord.mods:
            self.tick(1, (pygame.event.Event(pygame.KEYDOWN, key=MODIFIER_KEYS[name], mod=mod, unicode=""),))
        letter = chr(chord.key) if 32 <= chord.key < 127 else ""
        events = [pygame.event.Event(pygame.KEYDOWN, key=chord.key, mod=mod, unicode=letter)]
        if letter and not chord.mods & {"ctrl", "alt"}:
            text = letter.upper() if "shift" in chord.mods else letter
            events.append(pygame.event.Event(pygame.TEXTINPUT, text=text))
        return self.tick(1, tuple(events))

    def _up(self, chord: Chord) -> Driver:
        self.tick(1, (pygame.event.Event(pygame.KEYUP, key=chord.key, mod=0),))
        for name in chord.mods:
            self.tick(1, (pygame.event.Event(pygame.KEYUP, key=MODIFIER_KEYS[name], mod=0),))
        return self

    # Window

    def resize(self, width: int, height: int) -> Driver:
        event = pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)
        return self.tick(1, (event,)).tick()

    def shot(self, path: Any) -> Driver:
        pygame.image.save(self.app.surface, str(path))
        return self

    # What should be

    def expect(self, *, text: str | None = None, no_text: str | None = None, **facts: Any) -> Driver:
        """Check the map: `state="title"`, `focus="quit"`; `text` is part of something shown, `no_text` of nothing."""
        found = self.map
        if text is not None:
            assert any(text in shown for shown in found["texts"]), f"no text {text!r}; shown are {found['texts']}"
        if no_text is not None:
            hits = [shown for shown in found["texts"] if no_text in shown]
            assert not hits, f"{no_text!r} is shown: {hits}"
        for name, wanted in facts.items():
            assert name in found, f"the map has no {name!r}; it has {', '.join(sorted(found))}"
            assert found[name] == wanted, f"{name} is {found[name]!r}, not {wanted!r}"
        return self
