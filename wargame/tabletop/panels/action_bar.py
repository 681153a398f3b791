"""The action bar: what the selected stand can be ordered, with keys and, where it cannot, the reason."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargame.engine.orders import Fire
from wargame.engine.requests import Command
from wargame.engine.ruleset import ActRow, Choices
from wargame.tabletop.desk import Desk
from wargame.tabletop.keys import BATTLE, Chord
from wargame.tabletop.kit import Ui, button
from wargame.tabletop.theme import Ink, Size

MOST_BUTTONS = 8
FEWEST_BUTTONS = 4
"""So many are shown even where their captions have to be cut."""
_ICONS = (
    ("watch", "eye"),
    ("smoke", "cloud"),
    ("dig", "spade"),
    ("rally", "flag"),
    ("load", "hand"),
    ("mount", "hand"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be ordered. `what` is move, fire, assault, act, wait or more; `id` the ruleset's word."""

    what: str
    id: str
    caption: str
    key: str = ""
    icon: str = ""
    reason: str = ""
    tip: str = ""
    act: ActRow | None = None

    @property
    def widget(self) -> str:
        """The id of its button."""
        return f"act/{self.what}/{self.id}" if self.id else f"act/{self.what}"


def entries_for(desk: Desk) -> list[Entry]:
    """Everything that the selected stand can be ordered now, refused things included."""
    request = desk.request
    subject = desk.subject_of(desk.selected)
    if not isinstance(request, Command) or subject is None:
        return []
    return desk.kept(("entries", subject, desk.selected), lambda: _entries(desk, request, desk.choices(subject)))


def _entries(desk: Desk, request: Command, choices: Choices) -> list[Entry]:
    used: set[str] = set()

    def key(action: str) -> str:
        if action in used:
            return ""
        used.add(action)
        return action

    found: list[Entry] = []
    if "move" in request.orders:
        keys = ["move", "dash"]
        for n, mode in enumerate(choices.modes):
            reason = mode.refusal.text if mode.refusal else ""
            icon = "arrow_right" if n == 0 else "double_arrow"
            tip = f"{mode.name}: {mode.allowance:g}″"
            found.append(Entry("move", mode.id, mode.name, key(keys[n]) if n < 2 else "", icon, reason, tip))
    if "fire" in request.orders:
        for n, weapon in enumerate(choices.weapons):
            reason = weapon.refusal.text if weapon.refusal else ""
            caption = weapon.name if len(choices.weapons) > 1 else "Burst" if weapon.manner == "burst" else "Fire"
            icon = "burst" if weapon.manner == "burst" else "target"
            found.append(Entry("fire", weapon.id, caption, key("fire") if n == 0 else "", icon, reason, weapon.name))
        found += _unlisted(desk, choices)
    if "assault" in request.orders and choices.assault:
        near = [t for t in choices.assault if t.refusal is None]
        why = choices.assault[0].refusal
        reason = "" if near or why is None else why.text
        found.append(Entry("assault", "", "Assault", key("assault"), "blade", reason))
    if "act" in request.orders:
        found += [_act(desk, row, key) for row in choices.acts]
    if "wait" in request.orders and choices.may_wait:
        found.append(Entry("wait", "", "Wait", "", "pause", tip="Do nothing with it, and do not ask again."))
    return found


def _unlisted(desk: Desk, choices: Choices) -> list[Entry]:
    """What a stand off the table may fire besides the weapons of its card (mines that are scattered …)."""
    stand = desk.stand(desk.selected)
    subject = desk.subject_of(desk.selected)
    if stand is None or stand.on_table or subject is None:
        return []
    known = {weapon.id for weapon in choices.weapons}
    found = dict.fromkeys(o.weapon for o in desk.samples_of(subject, "fire") if isinstance(o, Fire))
    return [
        Entry("fire", name, name.replace("_", " ").capitalize(), "", "burst", tip="At a place of the table.")
        for name in found
        if name not in known
    ]


def _act(desk: Desk, row: ActRow, key: object) -> Entry:
    reason = row.refusal.text if row.refusal else ""
    action = _action_of(desk, row.key) if row.key else ""
    icon = next((icon for word, icon in _ICONS if word in row.id.lower() or word in row.name.lower()), "star")
    shown = key(action) if action and callable(key) else ""
    return Entry("act", row.id, row.name, shown, icon, reason, row.hint, row)


def _action_of(desk: Desk, letter: str) -> str:
    """The action of the key table that this letter stands for, or ""."""
    try:
        return desk.app.keymap.action_of(Chord.parse(letter), (BATTLE,)) or ""
    except ValueError:
        return ""


def bar_rect(ui: Ui, view: pygame.Rect) -> pygame.Rect:
    """Where the bar floats: on the lower edge of the table."""
    height = ui.px(Size.ACTION_BAR)
    return pygame.Rect(view.x + ui.px(6), view.bottom - height - ui.px(6), view.w - ui.px(12), height)


def draw_action_bar(ui: Ui, view: pygame.Rect, desk: Desk, on: tuple[str, str]) -> Entry | None:
    """Draw the bar; the entry pressed. `on` is (what, id) of the mode that is on."""
    entries = entries_for(desk)
    if not entries:
        return None
    rect = bar_rect(ui, view)
    gap = ui.px(6)
    shown, widths, icons = _fitted(ui, entries, rect.w - gap, gap)
    whole = sum(widths) + gap * (len(widths) + 1)
    rect = pygame.Rect(rect.centerx - whole // 2, rect.y, whole, rect.h)
    pressed: Entry | None = None
    with ui.region("orders"):
        ui.shield("orders/panel", rect)
        ui.canvas.shadow(rect, 8)
        ui.canvas.box(rect, Ink.PANEL, Ink.LINE, 5)
        x = rect.x + gap
        for entry, width in zip(shown, widths, strict=True):
            place = pygame.Rect(x, rect.y + ui.px(5), width, rect.h - ui.px(10))
            icon, is_on = entry.icon if icons else "", on == (entry.what, entry.id)
            why, tip = entry.reason, entry.tip
            if button(ui, entry.widget, place, entry.caption, key=entry.key, icon=icon, on=is_on, reason=why, tip=tip):
                pressed = entry
            x = place.right + gap
    return pressed


def _fitted(ui: Ui, entries: list[Entry], room: int, gap: int) -> tuple[list[Entry], list[int], bool]:
    """As many buttons as have room for their whole captions, their widths, and whether with icons; the rest of the
    orders is behind "More"."""
    more = Entry("more", "", "More", "more_orders", "plus", tip="All orders of this stand as a list.")
    for count in range(min(MOST_BUTTONS, len(entries)), 0, -1):
        shown = entries if count == len(entries) else [*entries[: count - 1], more]
        for icons in (True, False):
            needs = [_need(ui, entry, icons) for entry in shown]
            spare = room - sum(needs) - gap * len(needs)
            if spare >= 0 or count == 1 or (count <= FEWEST_BUTTONS and not icons):
                wide = ui.px(Size.ACTION_BUTTON_WIDEST)
                each = max(0, spare) // len(needs)
                most = max(1, room // len(needs) - gap)
                return shown, [max(min(n, most), min(wide, n + each)) for n in needs], icons
    return entries[:1], [min(room, _need(ui, entries[0], False))], False


def _need(ui: Ui, entry: Entry, icons: bool) -> int:
    """The width of a button whose caption is not cut, in px."""
    cap = 0
    if entry.key:
        cap = max(ui.canvas.width(ui.keymap.caption(entry.key), Size.CAPTION, "bold") + ui.px(9), ui.px(19)) + ui.px(6)
    return ui.canvas.width(entry.caption, Size.BODY) + cap + ui.px(22 + (24 if icons and entry.icon else 0))
