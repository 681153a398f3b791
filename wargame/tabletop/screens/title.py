"""The first screen: the name of the game and what can be done from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pygame

from wargame.tabletop.keys import ANYWHERE, MENU
from wargame.tabletop.kit import Ui, label
from wargame.tabletop.kit.buttons import key_cap
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.backdrop import paint_backdrop
from wargame.tabletop.screens.keysheet import KeySheet
from wargame.tabletop.screens.settings import SettingsScreen
from wargame.tabletop.theme import GAME_MOTTO, GAME_NAME, ColourPair, Ink, Size

CONTINUE, NEW, LEARN, SAVED, WATCH, SETTINGS, QUIT = "continue", "new", "learn", "saved", "watch", "settings", "quit"
_ITEMS = (
    (CONTINUE, "Continue", "play", ""),
    (NEW, "New battle", "flag", "Choose a scenario, a rulebook and who plays"),
    (LEARN, "Learn to play", "star", "Short battles with hints, one for each rulebook"),
    (SAVED, "Saved battles", "save", "Go back to a battle, or replay one"),
    (WATCH, "Watch", "eye", "The computer plays both sides"),
    (SETTINGS, "Settings", "gear", "Size of text, speed, sound, colours, keys"),
    (QUIT, "Quit", "door", ""),
)


@dataclass(frozen=True, slots=True)
class TitleModel:
    """What the title shows: the battle that can be continued, and why an item cannot be chosen (id -> reason)."""

    continues: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


class TitleScreen(Screen):
    """The title. `on` is called with "continue", "new", "learn", "saved" or "watch"; the rest it does itself.

    `backdrop(size, pair)` paints the picture behind; a staff map by default. `progress()` is asked each frame for a
    line about work behind the title, "" for none.
    """

    name = "title"
    contexts = (MENU, ANYWHERE)

    def __init__(
        self,
        on: Callable[[str], None],
        model: TitleModel | None = None,
        backdrop: Callable[[tuple[int, int], ColourPair], pygame.Surface] = paint_backdrop,
        progress: Callable[[], str] = str,
    ) -> None:
        self.on = on
        self.model = model or TitleModel()
        self._backdrop = backdrop
        self._progress, self._told = progress, ""
        self._picture: pygame.Surface | None = None
        self._painted: tuple[object, ...] = ()

    def handle(self, event: pygame.event.Event) -> bool:
        """Up and Down walk the menu; F1 and F3 open the sheet of keys."""
        if event.type != pygame.KEYDOWN:
            return False
        if self.app.keymap.action(event, self.contexts) in ("rule_here", "key_sheet"):
            self.app.push(KeySheet())
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self._walk(-1 if event.key == pygame.K_UP else 1)
            return True
        return False

    def update(self, dt: float) -> None:
        """Hear how far the work behind the title is."""
        self._told = self._progress()

    def _walk(self, step: int) -> None:
        ids = [f"title/{item}" for item, *_ in _ITEMS if not self._reason(item)]
        here = ids.index(self.app.ui.focus) if self.app.ui.focus in ids else (-1 if step > 0 else 0)
        self.app.ui.move_focus(ids[(here + step) % len(ids)])

    def _reason(self, item: str) -> str:
        if item == CONTINUE and not self.model.continues:
            return "No battle has been begun yet."
        return self.model.reasons.get(item, "")

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the picture, the name and the menu."""
        surface.blit(self._behind(surface.get_size()), (0, 0))
        left = max(ui.px(56), round(surface.get_width() * 0.062))
        tall = surface.get_height() >= ui.px(690)
        top = max(ui.px(52), round(surface.get_height() * (0.13 if tall else 0.085)))
        top = self._draw_name(ui, left, top)
        self._draw_menu(ui, left, top + ui.px(30 if tall else 14), 56 if tall else 48)
        self._draw_foot(ui, left)

    def _behind(self, size: tuple[int, int]) -> pygame.Surface:
        wanted = (size, self.app.pair.id)
        if self._picture is None or self._painted != wanted:
            self._picture, self._painted = self._backdrop(size, self.app.pair), wanted
        return self._picture

    def _draw_name(self, ui: Ui, left: int, top: int) -> int:
        canvas = ui.canvas
        room = ui.window.w - left - ui.px(30)
        shade = canvas.text((left + ui.px(2), top + ui.px(3)), GAME_NAME.upper(), 66, Ink.WELL, "title", room=room)
        name = canvas.text((left, top), GAME_NAME.upper(), 66, Ink.BRASS, "title", room=room)
        rule = pygame.Rect(left, shade.bottom + ui.px(2), ui.px(330), max(1, ui.px(1.5)))
        canvas.surface.fill(Ink.BRASS, rule)
        for inch in range(13):
            tick = ui.px(10 if inch % 6 == 0 else 6 if inch % 3 == 0 else 4)
            canvas.surface.fill(Ink.BRASS, (rule.x + (rule.w - 1) * inch // 12, rule.bottom, max(1, ui.px(1)), tick))
        motto = canvas.text((left, rule.bottom + ui.px(14)), GAME_MOTTO, 17, Ink.TEXT, "regular", room=room)
        return max(name.bottom, motto.bottom)

    def _draw_menu(self, ui: Ui, left: int, top: int, step: int) -> None:
        chosen = ""
        with ui.region("menu"):
            for n, (item, caption, icon, note) in enumerate(_ITEMS):
                rect = pygame.Rect(left, top + n * ui.px(step), ui.px(330), ui.px(step - 8))
                note = self.model.continues if item == CONTINUE else note
                if self._item(ui, rect, item, caption, icon, note):
                    chosen = item
        if chosen:
            self.app.sounds.play("knock")
            self._choose(chosen)

    def _item(self, ui: Ui, rect: pygame.Rect, item: str, caption: str, icon: str, note: str) -> bool:
        """One line of the menu: an icon, a name in the title face, and what it does."""
        reason = self._reason(item)
        primary = item == (CONTINUE if self.model.continues else NEW)
        touch = ui.spot(f"title/{item}", rect, text=caption, enabled=not reason, reason=reason)
        lit = touch.hot or touch.shows_focus
        fill = (Ink.PRIMARY_HOVER if lit else Ink.PRIMARY) if primary else Ink.HOVER if lit else Ink.BACK
        ui.canvas.box(rect, fill, Ink.BRASS if lit else Ink.LINE, 4)
        if lit:
            ui.canvas.surface.fill(Ink.BRASS, (rect.x, rect.y + ui.px(4), ui.px(3), rect.h - ui.px(8)))
        ink = Ink.OFF if reason else Ink.ON_PRIMARY if primary else Ink.TEXT
        ui.canvas.icon(icon, (rect.x + ui.px(26), rect.centery), 20, ink if primary or reason else Ink.BRASS)
        text = pygame.Rect(rect.x + ui.px(52), rect.y, rect.w - ui.px(62), rect.h)
        if note and rect.h >= ui.px(44):
            label(ui, pygame.Rect(text.x, rect.y + ui.px(3), text.w, ui.px(25)), caption, 17, ink, "title")
            small = pygame.Rect(text.x, rect.y + ui.px(26), text.w, ui.px(18))
            label(ui, small, note, Size.DENSE, ink if primary or reason else Ink.DIM, "regular")
        else:
            name = label(ui, text, caption, 17, ink, "title")
            if item == CONTINUE and note:
                rest = pygame.Rect(name.right + ui.px(12), rect.y, text.right - name.right - ui.px(12), rect.h)
                label(ui, rest, note, Size.DENSE, ink, "regular", "right")
        if touch.shows_focus:
            ui.canvas.ring(rect)
        return touch.clicked

    def _choose(self, item: str) -> None:
        if item == QUIT:
            self.app.ask_to_close()
        elif item == SETTINGS:
            self.app.push(SettingsScreen())
        else:
            self.on(item)

    def _draw_foot(self, ui: Ui, left: int) -> None:
        y = ui.window.bottom - max(ui.px(46), round(ui.window.h / 42) + ui.px(22))
        x = left
        for action, caption in (("key_sheet", "Keys"), ("full_screen", "Full screen"), ("screenshot", "Screenshot")):
            width = ui.canvas.width(ui.keymap.caption(action), Size.CAPTION, "bold") + ui.px(9)
            cap = key_cap(ui, (x + width, y), ui.keymap.caption(action))
            x = ui.canvas.text((cap.right + ui.px(7), y), caption, Size.DENSE, Ink.DIM, "regular", "midleft").right
            x += ui.px(18)
        right = ui.window.right - left
        if self.model.version:
            right = ui.canvas.text((right, y), self.model.version, Size.CAPTION, Ink.DIM, "regular", "midright").left
        if self._told:
            ui.canvas.text((right - ui.px(18), y), self._told, Size.CAPTION, Ink.DIM, "regular", "midright")

    def ui_map(self) -> dict[str, Any]:
        """Which battle can be continued."""
        return {"continues": self.model.continues}
