"""The settings: each change counts at once and is kept."""

from __future__ import annotations

import msgspec
import pygame

from wargame.tabletop.keys import ANYWHERE, DIALOG
from wargame.tabletop.kit import Ui, button, dialog, drop_down, evenly, label, slider, tabs, toggle
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.keysheet import KeySheet
from wargame.tabletop.settings import REACTIONS, SPEEDS, TAIL_BADGES, Settings
from wargame.tabletop.theme import PAIRS, ColourPair, Ink, Size, offered_scales

_VOLUMES = tuple(n / 20 for n in range(21))
_SWITCHES = (
    ("reduce_motion", "Reduce motion", "No pulses, no sliding view; dice appear as faces."),
    ("high_contrast", "High contrast", "Overlays twice as wide, the ground paler and darker."),
    ("single_click_commits", "One click commits", "The first click acts at once instead of planning."),
    ("measure_freely", "Allow measuring", "Show distances and odds that the rulebook keeps secret until declared."),
    ("counters", "Counters", "Cardboard counters with symbols instead of miniatures."),
    ("edge_scrolling", "Scroll at the edge", "The view moves when the pointer touches the window's edge."),
)
_ROW = 40
_CAPTION = 190


class SettingsScreen(Screen):
    """The window of settings over whatever is shown."""

    name = "settings"
    opaque = False
    contexts = (DIALOG, ANYWHERE)

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw all rows and apply what was changed."""
        room = dialog(ui, "settings", (ui.px(640), ui.px(72 + 7 * _ROW + 108 + 54)), "SETTINGS")
        settings = self.app.settings
        changes: dict[str, object] = {}
        self._draw_scale(ui, self._row(ui, room, 0, "Interface size"), settings, changes)
        for n, (field, caption) in enumerate((("own_speed", "My animations"), ("computer_speed", "The computer's"))):
            self._draw_speed(ui, self._row(ui, room, 1 + n, caption), field, getattr(settings, field), changes)
        self._draw_volume(ui, self._row(ui, room, 3, "Sound"), settings, changes)
        self._draw_pair(ui, self._row(ui, room, 4, "Side colours"), settings, changes)
        badges = drop_down(
            ui, "settings/tail_badges", self._row(ui, room, 5, "Tail badges"), TAIL_BADGES, settings.tail_badges
        )
        changes["tail_badges"] = badges
        shown = self._row(ui, room, 6, "Chains of reactions")
        changes["reactions"] = drop_down(ui, "settings/reactions", shown, REACTIONS, settings.reactions)
        self._draw_switches(ui, room.move(0, ui.px(7 * _ROW + 6)), settings, changes)
        self._apply(settings, changes)
        self._draw_foot(ui, room)

    def _row(self, ui: Ui, room: pygame.Rect, n: int, caption: str) -> pygame.Rect:
        row = pygame.Rect(room.x, room.y + n * ui.px(_ROW), room.w, ui.px(30))
        label(ui, pygame.Rect(row.x, row.y, ui.px(_CAPTION), row.h), caption, Size.BODY, Ink.TEXT)
        return pygame.Rect(row.x + ui.px(_CAPTION), row.y, row.w - ui.px(_CAPTION), row.h)

    def _draw_scale(self, ui: Ui, rect: pygame.Rect, settings: Settings, changes: dict[str, object]) -> None:
        choices = [("0.0", "By window"), *((str(k), f"{k * 100:.0f} %") for k in offered_scales(ui.window.size))]
        row = pygame.Rect(rect.x, rect.y + ui.px(2), rect.w, ui.px(26))
        chosen = tabs(ui, "settings/scale", row, choices, str(float(settings.scale)))
        changes["scale"] = float(chosen)

    def _draw_speed(self, ui: Ui, rect: pygame.Rect, field: str, value: float, changes: dict[str, object]) -> None:
        options = [(str(speed), caption) for speed, caption in SPEEDS]
        changes[field] = float(drop_down(ui, f"settings/{field}", rect, options, str(float(value))))

    def _draw_volume(self, ui: Ui, rect: pygame.Rect, settings: Settings, changes: dict[str, object]) -> None:
        icon = "speaker" if settings.volume > 0 else "mute"
        ui.canvas.icon(icon, (rect.x + ui.px(10), rect.centery), 18, Ink.BRASS)
        bar = pygame.Rect(rect.x + ui.px(26), rect.y, rect.w - ui.px(76), rect.h)
        volume = slider(ui, "settings/volume", bar, settings.volume, _VOLUMES, text="Sound volume")
        words = f"{volume * 100:.0f} %" if volume else "off"
        label(ui, pygame.Rect(bar.right, rect.y, ui.px(50), rect.h), words, Size.BODY, Ink.TEXT, "bold", "right")
        changes["volume"] = volume
        if volume != settings.volume:
            self.app.sounds.volume = volume
            self.app.sounds.play("knock")

    def _draw_pair(self, ui: Ui, rect: pygame.Rect, settings: Settings, changes: dict[str, object]) -> None:
        for pair, place in zip(PAIRS, evenly(rect, len(PAIRS), ui.px(8))):
            on = pair.id == settings.pair
            touch = ui.spot(f"settings/pair/{pair.id}", place, text=pair.caption, tip=pair.caption, on=on)
            ui.canvas.box(place, Ink.CHOSEN if on else Ink.RAISED, Ink.BRASS if on or touch.hot else Ink.LINE, 4)
            draw_pair(ui, place, pair)
            if touch.shows_focus:
                ui.canvas.ring(place)
            if touch.clicked:
                changes["pair"] = pair.id

    def _draw_switches(self, ui: Ui, room: pygame.Rect, settings: Settings, changes: dict[str, object]) -> None:
        ui.canvas.surface.fill(Ink.LINE, (room.x, room.y - ui.px(6), room.w, 1))
        left, right = evenly(pygame.Rect(room.x, room.y, room.w, ui.px(30)), 2, ui.px(20))
        for n, (field, caption, tip) in enumerate(_SWITCHES):
            place = (left, right)[n % 2].move(0, n // 2 * ui.px(34))
            changes[field] = toggle(ui, f"settings/{field}", place, caption, getattr(settings, field), tip=tip)

    def _draw_foot(self, ui: Ui, room: pygame.Rect) -> None:
        place = pygame.Rect(room.right - ui.px(140), room.bottom - ui.px(34), ui.px(140), ui.px(34))
        if button(ui, "settings/keys", pygame.Rect(room.x, place.y, ui.px(140), place.h), "Keys", key="key_sheet"):
            self.app.push(KeySheet())
        if button(ui, "settings/done", place, "Done", key="back", primary=True):
            self.app.pop(self)

    def _apply(self, settings: Settings, changes: dict[str, object]) -> None:
        changed = msgspec.structs.replace(settings, **changes)
        if changed != settings:
            self.app.change(changed)


def draw_pair(ui: Ui, rect: pygame.Rect, pair: ColourPair) -> None:
    """Both sides of a pair side by side as they look on the table: hue, rim pattern and tail badge."""
    for index, x in ((0, rect.x + rect.w // 4), (1, rect.x + rect.w * 3 // 4)):
        look = pair.side(index)
        box = pygame.Rect(0, 0, rect.w // 2 - ui.px(16), ui.px(16))
        box.center = (x, rect.centery)
        ui.canvas.box(box, look.dark, look.colour, 4, 2.5)
        if look.pattern == "notched":
            for notch in range(box.x + ui.px(5), box.right - ui.px(4), max(4, ui.px(7))):
                for y in (box.y, box.bottom - ui.px(2.5)):
                    ui.canvas.surface.fill(Ink.WELL, (notch, y, max(1, ui.px(1.5)), ui.px(2.5)))
        ui.canvas.icon(look.badge, box.center, 9, look.colour)
