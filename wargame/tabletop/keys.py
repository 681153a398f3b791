"""The one key table: what each key does, where, and how it is written.

Labels on buttons, the sheet behind F1 and the dispatch of key presses all read this table, so a key that is shown is
the key that works. A chord is text such as `m`, `shift+n` or `ctrl+enter`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

ANYWHERE: Final = "anywhere"
BATTLE: Final = "battle"
FILM: Final = "film"
DIALOG: Final = "dialog"
MENU: Final = "menu"

_MODIFIERS: Final = (("ctrl", pygame.KMOD_CTRL), ("alt", pygame.KMOD_ALT), ("shift", pygame.KMOD_SHIFT))
_NAMED: Final = {
    "enter": pygame.K_RETURN,
    "esc": pygame.K_ESCAPE,
    "tab": pygame.K_TAB,
    "space": pygame.K_SPACE,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "pageup": pygame.K_PAGEUP,
    "pagedown": pygame.K_PAGEDOWN,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "backspace": pygame.K_BACKSPACE,
    "delete": pygame.K_DELETE,
    "plus": pygame.K_PLUS,
    **{f"f{n}": pygame.K_F1 + n - 1 for n in range(1, 13)},
}
_WRITTEN: Final = {"pageup": "PgUp", "pagedown": "PgDn", "plus": "+"}
_KEYPAD: Final = {
    pygame.K_KP_ENTER: pygame.K_RETURN,
    pygame.K_KP_PLUS: pygame.K_PLUS,
    pygame.K_KP_MINUS: pygame.K_MINUS,
    **{getattr(pygame, f"K_KP{n}"): pygame.K_0 + n for n in range(10)},
}


@dataclass(frozen=True, slots=True)
class Chord:
    """One key with its modifiers. `key` is SDL's key code, `mods` a set of "ctrl", "alt", "shift"."""

    key: int
    mods: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Chord:
        """The chord that `text` names. Raises ValueError quoting the text when there is no such key."""
        *mods, name = text.lower().split("+")
        unknown = [m for m in mods if m not in {"ctrl", "alt", "shift"}]
        code = _NAMED.get(name, ord(name) if len(name) == 1 else None)
        if unknown or code is None:
            raise ValueError(f"no key named {text!r}; try a letter, a digit, or one of {', '.join(_NAMED)}")
        return cls(code, frozenset(mods))

    @classmethod
    def of(cls, event: pygame.event.Event) -> Chord:
        """The chord that a KEYDOWN event stands for; the key pad counts as the main keys."""
        mods = frozenset(name for name, mask in _MODIFIERS if getattr(event, "mod", 0) & mask)
        return cls(_KEYPAD.get(event.key, event.key), mods)

    def caption(self) -> str:
        """The chord as written on a button: `Ctrl+Enter`, `M`, `F11`."""
        name = next((n for n, code in _NAMED.items() if code == self.key), None)
        name = name or (chr(self.key) if self.key < 0x10000 else pygame.key.name(self.key))
        parts = [m.capitalize() for m, _ in _MODIFIERS if m in self.mods]
        return "+".join([*parts, _WRITTEN.get(name, name.capitalize() if len(name) > 1 else name.upper())])


@dataclass(frozen=True, slots=True)
class Binding:
    """One line of the key table. `key` is the default chord; two bindings of one context never share a chord."""

    id: str
    key: str
    caption: str
    group: str
    context: str = BATTLE
    held: bool = False


def _rows(group: str, context: str, *rows: tuple[str, str, str]) -> tuple[Binding, ...]:
    return tuple(Binding(action, key, caption, group, context) for action, key, caption in rows)


ORDERS: Final = "Orders"
PLANNING: Final = "Planning"
TABLE: Final = "Table"
SHOWING: Final = "Show and hide"
REPLAY: Final = "Replay"
PROGRAM: Final = "Program"

BINDINGS: Final[tuple[Binding, ...]] = (
    *_rows(
        ORDERS,
        BATTLE,
        ("move", "m", "Move"),
        ("fire", "f", "Shoot"),
        ("assault", "a", "Assault"),
        ("watch", "o", "Overwatch"),
        ("rally", "r", "Rally"),
        ("smoke", "s", "Smoke"),
        ("dig", "g", "Dig in"),
        ("dash", "d", "Dash"),
        ("more_orders", "x", "More orders"),
        ("end_phase", "ctrl+enter", "End the phase"),
    ),
    *_rows(PLANNING, ANYWHERE, ("commit", "enter", "Do it"), ("back", "esc", "One step back")),
    *_rows(
        PLANNING,
        BATTLE,
        ("next_unit", "n", "Next unit that can act"),
        ("previous_unit", "shift+n", "Previous unit that can act"),
        ("add_unit", "ctrl+n", "Next unit as well: move several together"),
        ("whole_group", "shift+g", "The whole group of the selected unit"),
        ("all_units", "ctrl+a", "All units that can act"),
        ("next_target", "tab", "Next target or option"),
        ("previous_target", "shift+tab", "Previous target or option"),
        ("fire_way", "z", "Next way of firing"),
        ("turn_left", "q", "Turn left 15°"),
        ("turn_right", "e", "Turn right 15°"),
        ("turn_left_fine", "shift+q", "Turn left 5°"),
        ("turn_right_fine", "shift+e", "Turn right 5°"),
        ("undo", "u", "Take back"),
        ("undo_too", "ctrl+z", "Take back"),
        ("redo", "ctrl+y", "Do again"),
    ),
    *(Binding(f"option_{n}", str(n), f"Weapon or option {n}", PLANNING, ANYWHERE) for n in range(1, 10)),
    *_rows(
        TABLE,
        BATTLE,
        ("whole_table", "home", "Whole table"),
        ("whole_table_too", "0", "Whole table"),
        ("zoom_in", "plus", "Closer"),
        ("zoom_in_too", "=", "Closer"),
        ("zoom_out", "-", "Farther"),
        ("cursor_left", "left", "Pan or move the ghost 1″ left"),
        ("cursor_right", "right", "Pan or move the ghost 1″ right"),
        ("cursor_up", "up", "Pan or move the ghost 1″ up"),
        ("cursor_down", "down", "Pan or move the ghost 1″ down"),
        ("cursor_left_fine", "shift+left", "Ghost 0.1″ left"),
        ("cursor_right_fine", "shift+right", "Ghost 0.1″ right"),
        ("cursor_up_fine", "shift+up", "Ghost 0.1″ up"),
        ("cursor_down_fine", "shift+down", "Ghost 0.1″ down"),
        ("skip", "space", "Skip the animation, pause when watching"),
        ("chain_step", ".", "Next step of what is shown, then pause"),
        ("chain_play", ",", "Show the rest without pauses"),
    ),
    *_rows(
        SHOWING,
        BATTLE,
        ("sight", "l", "Line of sight"),
        ("threat", "v", "Enemy threat"),
        ("tape", "t", "Tape measure"),
        ("links", "k", "Command links"),
        ("bases", "b", "Bases and arcs"),
        ("names", "y", "Names: off, selected, all"),
        ("counters", "c", "Miniatures or counters"),
        ("objectives", "j", "Objectives"),
        ("panels", "f4", "Panels away"),
        ("dice_stats", "i", "Dice: expected and rolled"),
    ),
    Binding("hide_units", "h", "Hide units while held", SHOWING, BATTLE, held=True),
    *_rows(
        REPLAY,
        FILM,
        ("film_play", "space", "Play or pause"),
        ("film_back", ",", "One answer back"),
        ("film_on", ".", "One answer on"),
        ("film_phase_back", "[", "To the phase before"),
        ("film_phase_on", "]", "To the next phase"),
        ("film_turn_back", "pageup", "To the turn before"),
        ("film_turn_on", "pagedown", "To the next turn"),
        ("film_eyes", "w", "Through whose eyes"),
    ),
    *_rows(
        PROGRAM,
        ANYWHERE,
        ("key_sheet", "f1", "This list of keys"),
        ("search_rules", "f2", "Search the rules"),
        ("rule_here", "f3", "The rule under the cursor"),
        ("next_region", "f6", "Focus the next part of the screen"),
        ("full_screen", "f11", "Full screen"),
        ("screenshot", "f12", "Screenshot"),
    ),
    *_rows(PROGRAM, BATTLE, ("quick_save", "f5", "Quick save"), ("quick_load", "f9", "Quick load")),
)


class KeyMap:
    """The key table with a player's own keys laid over the defaults (`changes`: action id -> chord)."""

    def __init__(self, changes: Mapping[str, str] | None = None, bindings: Iterable[Binding] = BINDINGS) -> None:
        self.bindings = {b.id: b for b in bindings}
        self.changes: dict[str, str] = {}
        self._chords = {b.id: Chord.parse(b.key) for b in self.bindings.values()}
        for action, key in (changes or {}).items():
            if action in self.bindings:
                self.remap(action, key)

    def chord(self, action: str) -> Chord:
        """The chord of an action. Raises KeyError naming the action when the table does not hold it."""
        if action not in self._chords:
            raise KeyError(f"no action {action!r} in the key table")
        return self._chords[action]

    def caption(self, action: str) -> str:
        """The key of an action as written on its button."""
        return self.chord(action).caption()

    def action(self, event: pygame.event.Event, contexts: Iterable[str]) -> str | None:
        """What a KEYDOWN event means in these contexts, or None; the first context listed wins."""
        return self.action_of(Chord.of(event), contexts)

    def action_of(self, chord: Chord, contexts: Iterable[str]) -> str | None:
        """What a chord means in these contexts, or None."""
        for context in contexts:
            for action, binding in self.bindings.items():
                if binding.context == context and self._same(self._chords[action], chord):
                    return action
        return None

    @staticmethod
    def _same(bound: Chord, pressed: Chord) -> bool:
        if bound == pressed:
            return True
        symbol = bound.key < 128 and not chr(bound.key).isalnum() and bound.key > 32
        return symbol and bound.key == pressed.key and pressed.mods - bound.mods == {"shift"}

    def clash(self, action: str, key: str) -> str | None:
        """The action that already has this chord where `action` works, or None."""
        chord, mine = Chord.parse(key), self.bindings[action].context
        for other, binding in self.bindings.items():
            overlaps = binding.context == mine or ANYWHERE in (binding.context, mine)
            if other != action and overlaps and self._chords[other] == chord:
                return other
        return None

    def remap(self, action: str, key: str) -> None:
        """Give an action another chord. Raises ValueError naming the action that already has it."""
        taken = self.clash(action, key)
        if taken is not None:
            raise ValueError(f"{key!r} already means {self.bindings[taken].caption!r}")
        self._chords[action] = Chord.parse(key)
        self.changes[action] = key

    def groups(self) -> dict[str, list[Binding]]:
        """The table by group, in its own order, for the sheet of keys."""
        found: dict[str, list[Binding]] = {}
        for binding in self.bindings.values():
            found.setdefault(binding.group, []).append(binding)
        return found


class HeldKeys:
    """Keys read as levels: which held actions are down now. Cleared when the window loses the keyboard."""

    def __init__(self, keys: KeyMap) -> None:
        self._keys = keys
        self._down: set[int] = set()

    def feed(self, event: pygame.event.Event) -> None:
        """Take note of a key press, a release, or the loss of the keyboard."""
        if event.type == pygame.KEYDOWN:
            self._down.add(event.key)
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()

    @property
    def mods(self) -> int:
        """The modifiers held now, as a mask of pygame's KMOD values."""
        pairs = (
            (pygame.K_LSHIFT, pygame.KMOD_SHIFT),
            (pygame.K_LCTRL, pygame.KMOD_CTRL),
            (pygame.K_LALT, pygame.KMOD_ALT),
        )
        right = {pygame.K_LSHIFT: pygame.K_RSHIFT, pygame.K_LCTRL: pygame.K_RCTRL, pygame.K_LALT: pygame.K_RALT}
        return sum(mask for key, mask in pairs if self._down & {key, right[key]})

    def is_down(self, action: str) -> bool:
        """Whether the key of this action is held."""
        return self._keys.chord(action).key in self._down
