"""The heart of the kit: who is under the pointer, who has the focus, what was clicked, and what is on the screen.

Widgets are drawn anew every frame. Each one asks for a `Touch` by telling its id and rectangle (`Ui.spot`). Pointer and
keys are resolved at the start of a frame against the spots of the frame before, topmost first, so whatever lies on top
takes the click, and what no widget wants goes to the screen below. A click counts on release, inside the spot where
the button was pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pygame

from wargame.tabletop.keys import ANYWHERE, HeldKeys, KeyMap
from wargame.tabletop.kit.canvas import Canvas
from wargame.tabletop.kit.clipboard import Clipboard
from wargame.tabletop.kit.spot import BUTTON_KEYS, LIST_KEYS, ROW_KEYS, Spot, Touch

__all__ = ["BUTTON_KEYS", "LIST_KEYS", "ROW_KEYS", "Spot", "Touch", "Ui"]

TOOLTIP_AFTER_S = 0.35
DOUBLE_CLICK_S = 0.4


class Ui:
    """One per window. `begin` a frame with its events, draw widgets, `end` it."""

    def __init__(self, canvas: Canvas, keys: KeyMap | None = None) -> None:
        self.canvas = canvas
        self.keymap = keys or KeyMap()
        self.held_keys = HeldKeys(self.keymap)
        self.clipboard = Clipboard()
        self.contexts: tuple[str, ...] = (ANYWHERE,)
        self.tab_enters = True
        self.mouse: tuple[int, int] = (-1, -1)
        self.mouse_moved = False
        self.focus: str | None = None
        self.focus_seen = False
        self.spots: dict[str, Spot] = {}
        self.now_s = 0.0
        self.stills: dict[str, Any] = {}
        self.changes = 0
        """Grows whenever something that widgets keep between frames has changed."""
        self._before: list[Spot] = []
        self.touches: dict[str, Touch] = {}
        """What the player did since the last frame, by widget."""
        self._pressed: str | None = None
        self._outside: set[int] = set()
        self._memory: dict[str, Any] = {}
        self._later: list[Callable[[], None]] = []
        self._layer = self._top_layer = 0
        self._focus_below: dict[int, str | None] = {}
        self._region = ""
        self._hover: tuple[str | None, float] = (None, 0.0)
        self._focus_since = 0.0
        self._last_click: tuple[str, float] = ("", -1.0)
        self._refused: str | None = None

    def use_keys(self, keymap: KeyMap) -> None:
        """Use another key table from now on."""
        self.keymap = keymap
        self.held_keys = HeldKeys(keymap)
        self.changes += 1

    # Lengths

    @property
    def k(self) -> float:
        """The interface scale."""
        return self.canvas.k

    def px(self, length: float) -> int:
        """A length at k = 1 as whole pixels at the present scale."""
        return self.canvas.px(length)

    @property
    def window(self) -> pygame.Rect:
        """The whole window in px."""
        return self.canvas.surface.get_rect()

    # A frame

    def begin(self, events: Sequence[pygame.event.Event], dt: float) -> list[pygame.event.Event]:
        """Take the events of a frame; the events that no widget wanted. `dt` is in seconds."""
        self.now_s += dt
        self._before = [s for s in self.spots.values() if s.layer == self._top_layer]
        self.touches = {}
        self.mouse_moved = False
        unused = [event for event in events if not self._takes(event)]
        self._rest_pointer()
        self.spots, self._later = {}, []
        self._layer = self._top_layer = 0
        self._region = ""
        return unused

    def end(self) -> None:
        """Finish the frame: draw what was put off (menus, tooltip) and settle the focus."""
        for draw in self._later:
            draw()
        self._settle_focus()

    def later(self, draw: Callable[[], None]) -> None:
        """Draw this above everything else, at the end of the frame."""
        self._later.append(draw)
        self.changes += 1

    def spot(self, spot_id: str, rect: pygame.Rect, **facts: Any) -> Touch:
        """Register a widget for this frame; what happened to it. Raises ValueError on an id used twice.

        `facts` are the other fields of `Spot`. The rectangle is cut to what can be seen of it.
        """
        if spot_id in self.spots:
            raise ValueError(f"widget id {spot_id!r} is drawn twice in one frame")
        seen = rect.clip(self.canvas.surface.get_clip())
        spot = Spot(spot_id, seen, layer=self._layer, region=self._region, **facts)
        self.spots[spot_id] = spot
        touch = self.touches.get(spot_id, Touch())
        if self._layer != self._top_layer or not spot.enabled:
            return Touch(hot=touch.hot)
        touch.focused = self.focus == spot_id
        touch.shows_focus = touch.focused and (self.focus_seen or spot.takes_text)
        return touch

    def add_tip(self, spot_id: str, tip: str) -> None:
        """Give a widget its tooltip after it was drawn, when only then it is known what had no room."""
        self.spots[spot_id] = replace(self.spots[spot_id], tip=tip)

    def shield(self, spot_id: str, rect: pygame.Rect, through: bool = False) -> Touch:
        """Register an area that stops the pointer but is no widget: a panel's ground.

        With `through` only the left button is stopped: wheel, pointer and the other buttons still move the view.
        """
        return self.spot(spot_id, rect, focusable=False, through=through)

    def memory(self, key: str, first: Any) -> Any:
        """What a widget kept under this key since the last frame; `first` when there is nothing yet."""
        return self._memory.setdefault(key, first)

    def remember(self, key: str, value: Any) -> None:
        """Keep a value for a widget until the next frame."""
        self.changes += self._memory.get(key) != value
        self._memory[key] = value

    def forget(self) -> None:
        """Drop everything kept between frames: scroll places, focus, tooltip, pressed buttons (at hand-over)."""
        self._memory.clear()
        self.stills.clear()
        self.focus = self._pressed = self._refused = None
        self._hover = (None, self.now_s)

    @contextmanager
    def region(self, name: str) -> Iterator[None]:
        """Widgets drawn inside belong to this part of the screen: Tab walks inside it, F6 goes on to the next."""
        before, self._region = self._region, name
        try:
            yield
        finally:
            self._region = before

    def new_layer(self) -> None:
        """What is drawn from here on lies above and alone answers pointer and keys (a dialog)."""
        self._layer += 1
        self._top_layer = self.canvas.layer = self._layer

    # Pointer

    def over_widget(self) -> bool:
        """Whether the pointer is over a widget or panel, not over the table."""
        spot = self._hit(self.mouse)
        return spot is not None and not spot.through

    def hovered(self) -> str | None:
        """The id of the widget under the pointer."""
        spot = self._hit(self.mouse)
        return spot.id if spot else None

    def is_held(self, spot_id: str) -> bool:
        """Whether the left button went down on this widget and is still down."""
        return self._pressed == spot_id

    def _hit(self, place: tuple[int, int]) -> Spot | None:
        return next((s for s in reversed(self._before) if s.rect.collidepoint(place)), None)

    def _touch(self, spot_id: str) -> Touch:
        return self.touches.setdefault(spot_id, Touch())

    def _takes(self, event: pygame.event.Event) -> bool:
        """Let the widgets have an event; whether one of them wanted it."""
        self.held_keys.feed(event)
        if event.type == pygame.MOUSEMOTION:
            self.mouse_moved = self.mouse_moved or event.pos != self.mouse
            self.mouse = event.pos
            return self._pressed is not None or (self.over_widget() and not self._outside)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self._type(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._pressed = None
            self._outside.clear()
        return False

    def _press(self, event: pygame.event.Event) -> bool:
        self.mouse = event.pos
        self._refused = None
        spot = self._hit(event.pos)
        if spot is None or (spot.through and event.button != 1):
            self._outside.add(event.button)
            if event.button == 1:
                self.focus = None
            return False
        if event.button == 1:
            self._pressed = spot.id
            self._focus_by_pointer(event.pos)
        return True

    def _focus_by_pointer(self, place: tuple[int, int]) -> None:
        """The topmost widget there that can have the focus gets it: a button, or the list under its row."""
        under = (s for s in reversed(self._before) if s.rect.collidepoint(place) and s.focusable and s.enabled)
        found = next(under, None)
        if found is not None:
            self.focus, self.focus_seen = found.id, False

    def _release(self, event: pygame.event.Event) -> bool:
        self.mouse = event.pos
        if event.button in self._outside:
            self._outside.discard(event.button)
            return False
        spot = self._hit(event.pos)
        if event.button == 1 and self._pressed is not None:
            if spot is not None and spot.id == self._pressed and spot.enabled:
                self._click(spot.id)
            self._pressed = None
        elif event.button == 3 and spot is not None:
            self._touch(spot.id).right = True
        return True

    def _click(self, spot_id: str) -> None:
        touch = self._touch(spot_id)
        touch.clicked = True
        touch.mods = self.held_keys.mods
        touch.double = self._last_click[0] == spot_id and self.now_s - self._last_click[1] <= DOUBLE_CLICK_S
        self._last_click = (spot_id, self.now_s)

    def _wheel(self, event: pygame.event.Event) -> bool:
        for spot in reversed(self._before):
            if spot.wheels and spot.rect.collidepoint(self.mouse):
                self._touch(spot.id).wheel += event.y
                return True
        return self.over_widget()

    def _rest_pointer(self) -> None:
        """After all events: what is hot, what is held, and since when the pointer rests on it."""
        spot = self._hit(self.mouse)
        if self._hover[0] != (spot.id if spot else None):
            self._hover = (spot.id if spot else None, self.now_s)
        if spot is not None and (self._pressed in (None, spot.id)):
            self._touch(spot.id).hot = spot.enabled
        if self._pressed is not None:
            self._touch(self._pressed).held = True

    # Keys

    def _focused(self) -> Spot | None:
        return next((s for s in self._before if s.id == self.focus and s.enabled), None)

    def _type(self, event: pygame.event.Event) -> bool:
        spot = self._focused()
        if spot is None or not spot.takes_text:
            return False
        self._touch(spot.id).texts.append(event)
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        self._refused = None
        spot = self._focused()
        if spot is not None and self._key_for(spot, event):
            return True
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._tab(backwards=bool(event.mod & pygame.KMOD_SHIFT))
        return self._hot_key(event)

    def _key_for(self, spot: Spot, event: pygame.event.Event) -> bool:
        if event.key in spot.wants and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._touch(spot.id).keys.append(event)
            return True
        if spot.takes_text:
            return self._key_for_text(spot, event)
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT)
        if event.key in spot.presses and self.focus_seen and plain:
            self._touch(spot.id).clicked = True
            return True
        return False

    def _key_for_text(self, spot: Spot, event: pygame.event.Event) -> bool:
        leaves = event.key in (pygame.K_TAB, pygame.K_ESCAPE) or pygame.K_F1 <= event.key <= pygame.K_F12
        if not leaves:
            self._touch(spot.id).keys.append(event)
        return not leaves

    def _hot_key(self, event: pygame.event.Event) -> bool:
        action = self.keymap.action(event, self.contexts)
        if action == "next_region":
            return self.focus_next_region()
        spot = next((s for s in self._before if action and s.action == action), None)
        if spot is None:
            return False
        if spot.enabled:
            self._touch(spot.id).clicked = True
        else:
            self._refused = spot.id
        return True

    # Focus

    def _ring(self, region: str | None = None) -> list[str]:
        return [s.id for s in self._before if s.focusable and s.enabled and s.rect.w and region in (None, s.region)]

    def _tab(self, backwards: bool) -> bool:
        spot = self._focused()
        if spot is None and not self.tab_enters:
            return False
        ids = self._ring(spot.region if spot and not self.tab_enters else None)
        if not ids:
            return False
        if spot is None:
            self._focus_on(ids[-1 if backwards else 0])
        else:
            here = ids.index(spot.id) if spot.id in ids else -1
            self._focus_on(ids[(here + (-1 if backwards else 1)) % len(ids)])
        return True

    def focus_next_region(self) -> bool:
        """Move the focus to the first widget of the next region; after the last one to none (the table)."""
        names = list(dict.fromkeys(s.region for s in self._before if s.focusable and s.enabled))
        spot = self._focused()
        after = names.index(spot.region) + 1 if spot and spot.region in names else 0
        if after < len(names):
            self._focus_on(self._ring(names[after])[0])
        else:
            self.focus = None
        return True

    def _focus_on(self, spot_id: str) -> None:
        self.focus, self.focus_seen = spot_id, True
        self._focus_since = self.now_s

    def move_focus(self, spot_id: str) -> None:
        """Give the keyboard's focus to a widget, shown with its ring."""
        self._focus_on(spot_id)

    def _settle_focus(self) -> None:
        """A layer that opens takes the focus; one that closes gives it back; a widget that is gone loses it."""
        top = [s for s in self.spots.values() if s.layer == self._top_layer]
        below = self._before[0].layer if self._before else 0
        if self._top_layer > below:
            self._focus_below[below] = self.focus
            self.focus, self._pressed = None, None
        elif self._top_layer < below:
            self.focus = self._focus_below.pop(self._top_layer, None)
        if self.focus is not None and not any(s.id == self.focus and s.enabled for s in top):
            self.focus = None
        first = next((s.id for s in top if s.first and s.enabled), None)
        if self.focus is None and first is not None and self._top_layer > below:
            self.focus, self.focus_seen = first, True

    # Tooltip

    def tip(self) -> tuple[str, pygame.Rect] | None:
        """The tooltip to show now and the rectangle it belongs to, or None."""
        if self._refused in self.spots:
            spot = self.spots[self._refused]
            return spot.reason, spot.rect
        pointed = self._tip_of(*self._hover)
        return pointed or (self._tip_of(self.focus, self._focus_since) if self.focus_seen else None)

    def _tip_of(self, spot_id: str | None, since: float) -> tuple[str, pygame.Rect] | None:
        spot = self.spots.get(spot_id or "")
        if spot is None or spot.layer != self._top_layer or self.now_s - since < TOOLTIP_AFTER_S:
            return None
        text = spot.tip if spot.enabled else spot.reason or spot.tip
        return (text, spot.rect) if text else None

    @property
    def layer(self) -> int:
        """How many layers lie above the ground so far in this frame."""
        return self._layer
