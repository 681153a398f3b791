"""The sheet of keys, drawn from the key table; a click on a line lets the player give it another key."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import msgspec
import pygame

from wargame.tabletop.keys import ANYWHERE, DIALOG, Binding, Chord, KeyMap
from wargame.tabletop.kit import Ui, button, dialog, key_cap, label, virtual_list
from wargame.tabletop.screen import Screen
from wargame.tabletop.theme import Ink, Size

ROW = 25
_COLUMN = 312
_MOUSE = (
    ("Left click", "Select, plan; again to commit"),
    ("Right click", "One step back"),
    ("Shift + click", "A corner in the path"),
    ("Drag a unit", "Pick it up and see the price"),
    ("Right or middle drag", "Pan"),
    ("Wheel", "Closer or farther"),
    ("Shift + wheel", "Turn the ghost 15°"),
    ("Double click", "Centre and come closer"),
)
_MODIFIER_KEYS = frozenset(
    getattr(pygame, f"K_{name}") for name in ("LSHIFT", "RSHIFT", "LCTRL", "RCTRL", "LALT", "RALT", "LMETA", "RMETA")
)
Line = str | Binding | tuple[str, str] | None


class KeySheet(Screen):
    """All keys by group. Choosing a line waits for the key it shall have; Esc leaves it as it was."""

    name = "keys"
    opaque = False
    contexts: tuple[str, ...] = (DIALOG, ANYWHERE)

    def __init__(self) -> None:
        self.waiting: str = ""
        self.refused = ""

    def handle(self, event: pygame.event.Event) -> bool:
        """While a line waits, the next key becomes its key."""
        if event.type != pygame.KEYDOWN or not self.waiting or event.key in _MODIFIER_KEYS:
            return False
        if event.key != pygame.K_ESCAPE:
            self._give(Chord.of(event).caption().lower())
        self._wait_for("")
        return True

    def _wait_for(self, action: str) -> None:
        """While waiting no key may mean anything else."""
        self.waiting = action
        self.contexts = () if action else (DIALOG, ANYWHERE)
        self.tab_enters = not action
        if action:
            self.app.ui.focus = None
            self.refused = ""

    def _give(self, key: str) -> None:
        key = {"pgup": "pageup", "pgdn": "pagedown", "+": "plus"}.get(key, key)
        keymap = KeyMap(self.app.settings.keys)
        try:
            keymap.remap(self.waiting, key)
        except ValueError as error:
            self.refused = f"{error}.".replace("'", "“", 1).replace("'", "”", 1)
            return
        defaults = {b.id: b.key for b in keymap.bindings.values()}
        changes = {action: k for action, k in keymap.changes.items() if defaults[action] != k}
        self.app.change(msgspec.structs.replace(self.app.settings, keys=changes))

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the groups in as many columns as have room."""
        count = max(1, min(3, (ui.window.w - ui.px(60)) // ui.px(_COLUMN)))
        columns = self._columns(ui, count)
        tallest = max(len(column) for column in columns)
        wanted = ui.px(72 + 46) + tallest * ui.px(ROW)
        room = dialog(ui, "keys", (count * ui.px(_COLUMN) + ui.px(50), wanted), "KEYS AND MOUSE")
        body = pygame.Rect(room.x, room.y, room.w, room.h - ui.px(44))

        def draw(n: int, row: pygame.Rect) -> None:
            width = row.w // count
            for c, column in enumerate(columns):
                if n < len(column):
                    self._draw_line(ui, column[n], pygame.Rect(row.x + c * width, row.y, width - ui.px(18), row.h))

        virtual_list(ui, "keys/list", body, tallest, ui.px(ROW), draw, text="Keys")
        self._draw_foot(ui, room)

    def _columns(self, ui: Ui, count: int) -> list[list[Line]]:
        """Whole groups side by side, in order, so that the tallest column is as low as can be."""
        groups: list[list[Line]] = []
        for group, bindings in ui.keymap.groups().items():
            kept = [b for b in bindings if not b.id.endswith("_too") and (b.id == "option_1" or "option_" not in b.id)]
            groups.append([group, *kept])
        groups.append(["Mouse", *_MOUSE])
        cuts = min(combinations(range(1, len(groups)), count - 1), key=lambda cut: self._tallest(groups, cut))
        edges = (0, *cuts, len(groups))
        return [self._joined(groups[a:b]) for a, b in pairwise(edges)]

    @staticmethod
    def _joined(groups: list[list[Line]]) -> list[Line]:
        lines: list[Line] = []
        for group in groups:
            lines += [None, *group] if lines else group
        return lines

    def _tallest(self, groups: list[list[Line]], cuts: tuple[int, ...]) -> int:
        return max(len(self._joined(groups[a:b])) for a, b in pairwise((0, *cuts, len(groups))))

    def _draw_line(self, ui: Ui, line: Line, row: pygame.Rect) -> None:
        if line is None:
            return
        if isinstance(line, str):
            label(ui, row, line.upper(), 15, Ink.BRASS, "title")
            ui.canvas.surface.fill(Ink.LINE, (row.x, row.bottom - 1, row.w, 1))
        elif isinstance(line, tuple):
            label(ui, row, line[0], Size.DENSE, Ink.TEXT, "semi")
            label(ui, row, line[1], Size.DENSE, Ink.DIM, "regular", "right")
        else:
            self._draw_binding(ui, line, row)

    def _draw_binding(self, ui: Ui, line: Binding, row: pygame.Rect) -> None:
        if line.id == "option_1":
            cap = key_cap(ui, (row.right - ui.px(3), row.centery), "1-9")
            self._draw_words(ui, row, cap, "Weapon or option 1 to 9")
            return
        waits, changed = line.id == self.waiting, line.id in ui.keymap.changes
        caption = "press a key" if waits else ui.keymap.caption(line.id)
        tip = "Click to give it another key." + (f" It was {Chord.parse(line.key).caption()}." if changed else "")
        touch = ui.spot(f"keys/{line.id}", row, text=f"{caption}: {line.caption}", tip=tip, on=waits)
        if touch.clicked:
            self._wait_for(line.id)
        if touch.shows_focus:
            ui.canvas.ring(row, gap=0)
        if touch.hot or waits:
            ui.canvas.box(row, Ink.CHOSEN if waits else Ink.HOVER, None, 3)
        cap = key_cap(ui, (row.right - ui.px(3), row.centery), caption, Ink.WARNING if changed or waits else Ink.BRASS)
        if f"{line.id}_too" in ui.keymap.bindings:
            cap = key_cap(ui, (cap.x - ui.px(4), row.centery), ui.keymap.caption(f"{line.id}_too"))
        self._draw_words(ui, row, cap, line.caption)

    def _draw_words(self, ui: Ui, row: pygame.Rect, cap: pygame.Rect, words: str) -> None:
        rest = pygame.Rect(row.x + ui.px(4), row.y, cap.x - row.x - ui.px(8), row.h)
        label(ui, rest, words, Size.DENSE, Ink.TEXT, "regular")

    def _draw_foot(self, ui: Ui, room: pygame.Rect) -> None:
        place = pygame.Rect(room.right - ui.px(130), room.bottom - ui.px(34), ui.px(130), ui.px(34))
        reset = place.move(-ui.px(190), 0)
        reset.w = ui.px(180)
        reason = "" if self.app.settings.keys else "Every key is as it was at first."
        if button(ui, "keys/reset", reset, "All as at first", icon="undo", reason=reason):
            self.app.change(msgspec.structs.replace(self.app.settings, keys={}))
        if button(ui, "keys/done", place, "Done", key="back", primary=True):
            self.app.pop(self)
        words = self.refused or "Click a line to give it another key."
        note = pygame.Rect(room.x, place.y, reset.x - room.x - ui.px(10), place.h)
        label(ui, note, words, Size.DENSE, Ink.REFUSAL if self.refused else Ink.DIM, "regular")

    def ui_map(self) -> dict[str, Any]:
        """Which action waits for its key."""
        return {"waiting": self.waiting}
