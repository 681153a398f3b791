"""Choosing a battle: the list, the briefing with its map, who plays, and the seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from wargame.ai.players import RULEBOOK
from wargame.scenario import Entry, Scenario
from wargame.tabletop.armies import army_name
from wargame.tabletop.keys import ANYWHERE, MENU
from wargame.tabletop.kit import Ui, button, drop_down, evenly, label, scroll_to, tabs, text_field, virtual_list
from wargame.tabletop.kit.canvas import shortened
from wargame.tabletop.layers.sketch import sketch
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.briefing_text import ALL, Line, briefing_lines, filters
from wargame.tabletop.theme import Ink, Size

HOTSEAT, WATCH = "hotseat", "watch"
ROW = 46


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: the scenario, who plays each side, and the seed ("" for a new one)."""

    scenario: Scenario
    seats: dict[str, str]
    seed: str = ""


class ChooseScenario(Screen):
    """`levels` are the grades of computer players, weakest first; `titles` the names of rulebooks by id; `solo` the ids
    of those whose own rules can play a side."""

    name = "scenarios"
    contexts = (MENU, ANYWHERE)

    def __init__(
        self,
        entries: Sequence[Entry],
        levels: Sequence[str],
        titles: dict[str, str],
        on_begin: Callable[[Choice], None],
        on_back: Callable[[], None],
        watch: bool = False,
        solo: Collection[str] = (),
    ) -> None:
        self.solo = frozenset(solo)
        self.entries = list(entries)
        self.levels, self.titles = tuple(levels), titles
        self.on_begin, self.on_back = on_begin, on_back
        self.chosen = next((n for n, e in enumerate(self.entries) if e.scenario is not None), 0)
        tutorial = [n for n, e in enumerate(self.entries) if e.scenario and e.scenario.meta.kind == "tutorial"]
        self.chosen = tutorial[0] if tutorial and not watch else self.chosen
        self.level = self.levels[-1]
        self.seed = ""
        self.search = ""
        self.filters = filters(self.entries, self.titles)
        self.wanted = {f.id: ALL for f in self.filters}
        self.seat = ""
        self._watch_first = watch
        self._lines: dict[tuple[str, int, float], list[Line]] = {}
        self._maps: dict[tuple[str, tuple[int, int], str], pygame.Surface] = {}
        self._suggest()

    # -- what is chosen

    @property
    def entry(self) -> Entry | None:
        """The line of the list that is marked."""
        return self.entries[self.chosen] if 0 <= self.chosen < len(self.entries) else None

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is marked, if its files are sound."""
        return self.entry.scenario if self.entry is not None else None

    def _suggest(self) -> None:
        """The seat that the scenario suggests."""
        if self.scenario is None:
            return
        if self._watch_first:
            self.seat = WATCH
            return
        sides = [s.id for s in self.scenario.setup.sides]
        wish = self.scenario.meta.suggested_side
        self.seat = wish if wish in sides else sides[0]

    def opponents(self) -> tuple[str, ...]:
        """Who can play for the computer here: its grades, and the rulebook itself if it has solo rules."""
        has_rules = self.scenario is not None and self.scenario.setup.ruleset in self.solo
        return (*self.levels, RULEBOOK) if has_rules else self.levels

    def seats(self) -> dict[str, str]:
        """Who plays each side."""
        if self.scenario is None:
            return {}
        if self.level not in self.opponents():
            self.level = self.levels[-1]
        sides = [s.id for s in self.scenario.setup.sides]
        if self.seat == HOTSEAT:
            return dict.fromkeys(sides, "person")
        if self.seat == WATCH:
            return dict.fromkeys(sides, self.level)
        return {side: "person" if side == self.seat else self.level for side in sides}

    def begin(self) -> None:
        """Begin the battle."""
        if self.scenario is not None:
            self.on_begin(Choice(self.scenario, self.seats(), self.seed.strip()))

    def handle(self, event: pygame.event.Event) -> bool:
        """Enter begins, Esc goes back, arrows walk the list."""
        if event.type != pygame.KEYDOWN:
            return False
        action = self.app.keymap.action(event, self.contexts)
        if action == "back":
            self.on_back()
        elif action == "commit":
            self.begin()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._step(1 if event.key == pygame.K_DOWN else -1)
        else:
            return False
        return True

    def shown(self) -> list[int]:
        """Numbers of the battles that filters and search leave; faulty files only where nothing is asked for."""
        return [n for n, entry in enumerate(self.entries) if self._passes(entry)]

    def _passes(self, entry: Entry) -> bool:
        words, scenario = self.search.casefold().split(), entry.scenario
        if scenario is None:
            return not words and all(choice == ALL for choice in self.wanted.values())
        text = f"{scenario.meta.title} {scenario.meta.place} {scenario.meta.date} {entry.name}".casefold()
        choices = ((f, self.wanted[f.id]) for f in self.filters)
        return all(w in text for w in words) and all(c == ALL or f.passes(scenario, c) for f, c in choices)

    def _step(self, step: int) -> None:
        shown = self.shown()
        if shown:
            here = shown.index(self.chosen) if self.chosen in shown else (-1 if step > 0 else len(shown))
            self._choose(shown[max(0, min(len(shown) - 1, here + step))])

    def _choose(self, n: int) -> None:
        if self.entries:
            self.chosen = max(0, min(len(self.entries) - 1, n))
            self._suggest()

    def _refilter(self) -> None:
        """What is marked stays marked while it is shown; else the first that is."""
        shown = self.shown()
        if shown and self.chosen not in shown:
            self._choose(shown[0])

    # -- pictures

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw list, briefing and choices."""
        surface.fill(Ink.BACK)
        window = ui.window
        head = pygame.Rect(ui.px(24), ui.px(10), window.w - ui.px(48), ui.px(44))
        label(ui, head, "CHOOSE A BATTLE", 22, Ink.BRASS, "title")
        surface.fill(Ink.BRASS, (0, head.bottom + ui.px(4), window.w, 1))
        foot = ui.px(124)
        top = head.bottom + ui.px(18)
        body = pygame.Rect(ui.px(24), top, window.w - ui.px(48), window.h - foot - top)
        left = pygame.Rect(body.x, body.y, max(ui.px(300), body.w * 3 // 10), body.h)
        right = pygame.Rect(left.right + ui.px(20), body.y, body.right - left.right - ui.px(20), body.h)
        self._draw_list(ui, left)
        self._draw_briefing(ui, right)
        self._draw_choices(ui, pygame.Rect(body.x, window.h - foot + ui.px(12), body.w, foot - ui.px(24)))

    def _draw_filters(self, ui: Ui, rect: pygame.Rect) -> pygame.Rect:
        """Search field and drop-downs; the room left below them."""
        before = (self.search, tuple(self.wanted.values()))
        field = pygame.Rect(rect.x, rect.y, rect.w, ui.px(28))
        self.search, _ = text_field(ui, "scenarios/search", field, self.search, hint="Find a battle")
        y = field.bottom + ui.px(6)
        for n, f in enumerate(self.filters):
            row = pygame.Rect(rect.x, y + (n // 2) * ui.px(34), rect.w, ui.px(28))
            place = evenly(row, 2, ui.px(6))[n % 2]
            self.wanted[f.id] = drop_down(ui, f"scenarios/{f.id}", place, f.choices, self.wanted[f.id])
        if before != (self.search, tuple(self.wanted.values())):
            self._refilter()
        top = y + ui.px(34) * ((len(self.filters) + 1) // 2) + ui.px(2)
        return pygame.Rect(rect.x, top, rect.w, rect.bottom - top)

    def _draw_list(self, ui: Ui, rect: pygame.Rect) -> None:
        with ui.region("list"):
            rect = self._draw_filters(ui, rect)
            ui.canvas.box(rect, Ink.WELL, Ink.LINE, 5)
            height, shown = ui.px(ROW), self.shown()
            inner = rect.inflate(-2, -2)

            def draw(n: int, row: pygame.Rect) -> None:
                self._draw_entry(ui, shown[n], row)

            moved = virtual_list(
                ui,
                "scenarios/list",
                inner,
                len(shown),
                height,
                draw,
                cursor=shown.index(self.chosen) if self.chosen in shown else -1,
                first=True,
                text="Scenarios",
                other_keys=lambda key: self.begin() if key == pygame.K_RETURN else None,
            )
            if moved is not None and shown:
                self._choose(shown[min(moved, len(shown) - 1)])
                scroll_to(ui, "scenarios/list", moved, height, inner.h)
            if not shown:
                words = "There is no scenario." if not self.entries else "No battle is like that."
                label(ui, rect, words, ink=Ink.DIM, align="centre")

    def _draw_entry(self, ui: Ui, n: int, row: pygame.Rect) -> None:
        entry, on = self.entries[n], n == self.chosen
        touch = ui.spot(f"scenario/{entry.name}", row, text=entry.name, focusable=False, on=on)
        if on or touch.hot:
            ui.canvas.surface.fill(Ink.CHOSEN if on else Ink.HOVER, row)
        if on:
            ui.canvas.surface.fill(Ink.BRASS, (row.x, row.y, ui.px(3), row.h))
        inner = row.inflate(-ui.px(20), -ui.px(6))
        upper = pygame.Rect(inner.x, inner.y, inner.w, inner.h // 2)
        lower = pygame.Rect(inner.x, inner.centery, inner.w, inner.h // 2)
        if entry.scenario is None:
            label(ui, upper, entry.name, Size.BODY, Ink.OFF, "bold")
            label(ui, lower, "cannot be played: its file is faulty", Size.CAPTION, Ink.REFUSAL, "regular")
        else:
            meta = entry.scenario.meta
            label(ui, upper, meta.title, Size.BODY, Ink.TEXT, "bold")
            time = f"{meta.playing_time_min} min" if meta.playing_time_min else ""
            words = [meta.date, self.titles.get(meta.ruleset, meta.ruleset), meta.difficulty, time]
            label(ui, lower, " · ".join(w for w in words if w), Size.CAPTION, Ink.TEXT if on else Ink.DIM, "regular")
        if touch.clicked:
            self._choose(n)
            if touch.double:
                self.begin()

    def _draw_briefing(self, ui: Ui, rect: pygame.Rect) -> None:
        entry, scenario = self.entry, self.scenario
        if entry is None:
            return
        if scenario is None:
            self._draw_faults(ui, rect, entry)
            return
        map_w = min(rect.w * 45 // 100, ui.px(520))
        size = (map_w, min(rect.h * 62 // 100, ui.px(420)))
        picture = self._map(scenario, size)
        spot = picture.get_rect(topright=rect.topright)
        ui.canvas.surface.blit(picture, spot)
        self._draw_facts(ui, pygame.Rect(spot.x, spot.bottom + ui.px(10), spot.w, rect.bottom - spot.bottom), scenario)
        room = pygame.Rect(rect.x, rect.y, spot.x - rect.x - ui.px(20), rect.h)
        title = ui.canvas.paragraph(pygame.Rect(room.x, room.y, room.w, 0), scenario.meta.title, 21, Ink.BRASS, "title")
        place = f"{scenario.meta.place}, {scenario.meta.date}" if scenario.meta.place else scenario.meta.date
        below = ui.canvas.paragraph(pygame.Rect(room.x, room.y + title, room.w, 0), place, Size.BODY, Ink.DIM, "italic")
        y = room.y + title + below + ui.px(8)
        self._draw_text(ui, pygame.Rect(room.x, y, room.w, room.bottom - y), scenario)

    def _draw_text(self, ui: Ui, room: pygame.Rect, scenario: Scenario) -> None:
        key = (scenario.name, room.w, ui.k)
        if key not in self._lines:
            self._lines[key] = briefing_lines(ui, scenario, room.w - ui.px(20))
        lines = self._lines[key]

        def draw(n: int, row: pygame.Rect) -> None:
            text, size, ink, face = lines[n]
            if text:
                label(ui, row, text, size, ink, face)

        with ui.region("briefing"):
            virtual_list(ui, f"briefing/{scenario.name}", room, len(lines), ui.px(20), draw, text="Briefing")

    def _draw_facts(self, ui: Ui, rect: pygame.Rect, scenario: Scenario) -> None:
        meta, y = scenario.meta, rect.y
        table = f"{meta.table_in[0]:g} × {meta.table_in[1]:g} in · {meta.turns} turns"
        label(ui, pygame.Rect(rect.x, y, rect.w, ui.px(20)), table, Size.BODY, Ink.TEXT, "bold")
        y += ui.px(24)
        for n, side in enumerate(scenario.setup.sides):
            if y > rect.bottom - ui.px(22):
                return
            row = pygame.Rect(rect.x, y, rect.w, ui.px(20))
            ui.canvas.surface.fill(self.app.pair.side(n).colour, (row.x, row.y + ui.px(3), ui.px(5), ui.px(14)))
            count = meta.stands.get(side.id)
            words = f"{army_name(side.id)} ({side.role})" if side.role else army_name(side.id)
            note = f"{count} stands" if count else ""
            right = label(ui, row, note, Size.DENSE, Ink.DIM, "regular", "right").x if note else row.right
            label(ui, pygame.Rect(row.x + ui.px(12), row.y, right - row.x - ui.px(20), row.h), words, Size.BODY)
            y += ui.px(22)

    def _draw_faults(self, ui: Ui, rect: pygame.Rect, entry: Entry) -> None:
        y = rect.y + ui.canvas.paragraph(rect, f"{entry.name} cannot be played.", 18, Ink.REFUSAL, "semi") + ui.px(8)
        for fault in entry.faults[:12]:
            room = pygame.Rect(rect.x, y, rect.w, 0)
            y += ui.canvas.paragraph(room, str(fault), Size.DENSE, Ink.TEXT) + ui.px(4)
            if y > rect.bottom - ui.px(30):
                break

    def _map(self, scenario: Scenario, size: tuple[int, int]) -> pygame.Surface:
        key = (scenario.name, size, self.app.pair.id)
        if key not in self._maps:
            if len(self._maps) > 24:
                self._maps.clear()
            self._maps[key] = sketch(scenario.setup, size, self.app.pair)
        return self._maps[key]

    def _draw_choices(self, ui: Ui, rect: pygame.Rect) -> None:
        ui.canvas.surface.fill(Ink.LINE, (0, rect.y - ui.px(12), ui.window.w, 1))
        with ui.region("choices"):
            upper = pygame.Rect(rect.x, rect.y, rect.w, ui.px(32))
            lower = pygame.Rect(rect.x, upper.bottom + ui.px(14), rect.w, ui.px(36))
            self._draw_seats(ui, upper)
            self._draw_level(ui, lower)
            begin = pygame.Rect(rect.right - ui.px(190), lower.y - ui.px(2), ui.px(190), ui.px(40))
            reason = "" if self.scenario is not None else "This scenario cannot be played."
            if button(ui, "begin", begin, "Begin", key="commit", primary=True, reason=reason):
                self.begin()
            back = pygame.Rect(begin.x - ui.px(134), begin.y, ui.px(120), begin.h)
            if button(ui, "back", back, "Back", key="back"):
                self.on_back()

    def _draw_seats(self, ui: Ui, row: pygame.Rect) -> None:
        label(ui, pygame.Rect(row.x, row.y, ui.px(90), row.h), "You play", Size.BODY, Ink.DIM)
        if self.scenario is None:
            return
        room = pygame.Rect(row.x + ui.px(90), row.y, row.w - ui.px(90), row.h)
        whole = [(HOTSEAT, "both: two players, one screen"), (WATCH, "neither: watch")]
        rest = sum(ui.canvas.width(text, Size.DENSE) + ui.px(24) for _, text in whole)
        each = max(ui.px(90), (room.w - rest) // len(self.scenario.setup.sides) - ui.px(24))
        font = ui.canvas.fonts.font("semi", ui.canvas.size_px(Size.DENSE))
        names = [(s.id, f"{army_name(s.id)}: {s.name}") for s in self.scenario.setup.sides]
        seats = [(side, shortened(font, name, each)) for side, name in names] + whole
        self.seat = tabs(ui, "seat", room, seats, self.seat)

    def _draw_level(self, ui: Ui, row: pygame.Rect) -> None:
        x = row.x
        label(ui, pygame.Rect(x, row.y, ui.px(90), row.h), "Computer", Size.BODY, Ink.DIM)
        place = pygame.Rect(x + ui.px(90), row.y, ui.px(150), row.h)
        if self.seat == HOTSEAT:
            label(ui, place, "does not play", Size.BODY, Ink.OFF)
        else:
            options = [(level, level.capitalize()) for level in self.opponents()]
            self.level = self.level if self.level in self.opponents() else self.levels[-1]
            self.level = drop_down(ui, "level", place, options, self.level)
        x = place.right + ui.px(24)
        caption = "Dice number"
        label(ui, pygame.Rect(x, row.y, ui.px(90), row.h), caption, Size.BODY, Ink.DIM)
        field = pygame.Rect(x + ui.px(94), row.y + ui.px(2), ui.px(190), row.h - ui.px(4))
        self.seed, _ = text_field(ui, "seed", field, self.seed, hint="new dice each time")
        ui.add_tip("seed", "Empty: new dice each time. The same number brings the same dice again (seed).")
        self.seed = "".join(c for c in self.seed if c.isdigit())[:12]

    def ui_map(self) -> dict[str, Any]:
        """What is chosen."""
        return {
            "scenario": self.entry.name if self.entry is not None else "",
            "playable": self.scenario is not None,
            "seats": self.seats(),
            "seed": self.seed,
        }
