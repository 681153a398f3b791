"""Drawing the battle screen: the layers of the table in their order, then the panels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from wargame.tabletop.kit import Canvas, Ui, label, still
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.effects import draw_beat, draw_moment
from wargame.tabletop.layers.hidden import HiddenGround
from wargame.tabletop.layers.labels import Edges, Label, Labels, Line
from wargame.tabletop.layers.plots import PlotsLayer
from wargame.tabletop.layers.ranges import draw_sight_line
from wargame.tabletop.layers.recipe import Recipe, Underlay, Underneath
from wargame.tabletop.layers.threat import ThreatLayer
from wargame.tabletop.panels.action_bar import bar_rect, draw_action_bar, entries_for
from wargame.tabletop.panels.chain import ChainCalls, draw_chain, is_chain
from wargame.tabletop.panels.hint import Hints
from wargame.tabletop.panels.log import ShowMoment, ShowRule, draw_log
from wargame.tabletop.panels.queue import draw_queue, queue_rect
from wargame.tabletop.panels.resolution import draw_resolution
from wargame.tabletop.panels.topbar import draw_topbar
from wargame.tabletop.theme import Ink, Size

if TYPE_CHECKING:
    from wargame.tabletop.screens.battle import BattleScreen, Layout

SWITCH_WORDS = (
    ("sight", "sight", "sight"),
    ("threat", "enemy threat", "threat"),
    ("links", "command links", "links"),
    ("bases", "bases", "bases"),
    ("counters", "counters", "counters"),
    ("names_all", "all names", "names"),
    ("names_off", "names off", "names"),
    ("no_panels", "panels away", "panels"),
)


class Picture:
    """Draws everything that the battle screen shows."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.desk = screen.desk
        self._edges: Edges = {}
        self._under = Underlay()
        self._threat = ThreatLayer(screen.desk, screen.stands)
        self._plots = PlotsLayer(screen.desk)
        self._hidden = HiddenGround(screen.desk, screen.painting.patient)
        self._hints = Hints(screen.desk)

    def draw(self, ui: Ui, place: Layout) -> None:
        """The whole frame."""
        labels = Labels(place.table, self._edges)
        with ui.canvas.clipped(place.table):
            self._draw_table(ui, place, labels)
            self._draw_labels(ui, place, labels)
        self._draw_panels(ui, place)
        self._draw_on_table(ui, place, labels)

    # -- the table

    def _bold(self) -> float:
        return self.screen.app.scale * (2.0 if self.desk.settings.high_contrast else 1.0)

    def _draw_table(self, ui: Ui, place: Layout, labels: Labels) -> None:
        screen, surface, canvas = self.screen, ui.canvas.surface, ui.canvas
        brush = Brush(surface, self._bold())
        stage = screen.stage
        stage.shots.begin_frame()
        stage.seen_from.begin_frame()
        table = self._table_rect().clip(place.table)
        self._draw_under(canvas, labels, (place.table, table))
        screen.stands.draw(canvas)
        with canvas.clipped(table):
            if "links" in self.desk.on:
                self._draw_links(brush)
            if "hidden" not in self.desk.on:
                screen.stands.draw_marks(canvas, labels)
            stage.places.draw_over(canvas, brush, labels)
            if screen.moment is not None:
                story = self.desk.session.story.events
                draw_moment(self.desk, brush, labels, screen.stands, screen.moment, story)
            if "sight" in self.desk.on:
                self._draw_sight_line(brush, labels)
            if "threat" in self.desk.on:
                self._threat.draw_over(brush, labels)
            stage.mode.draw_over(brush, labels)
            self._plots.draw_over(labels)
            beat = screen.motion.beat
            if beat is not None:
                draw_beat(self.desk, brush, labels, screen.stands, beat)

    def _draw_under(self, canvas: Canvas, labels: Labels, rects: tuple[pygame.Rect, pygame.Rect]) -> None:
        """Ground, and what lies on it below the stands."""
        screen, camera = self.screen, self.desk.camera
        recipe = Recipe(canvas.surface, self._bold())
        screen.stage.places.draw_under(canvas, recipe, labels, screen.ground.painted)
        if "sight" in self.desk.on:
            self._draw_sight(recipe)
        if "threat" in self.desk.on:
            self._threat.draw(recipe)
        self._plots.draw_under(recipe)
        screen.stage.mode.draw_under(recipe, labels)
        dim = self.desk.settings.high_contrast
        key = (camera.ppi, screen.ground.version, dim, canvas.k)

        def ground() -> None:
            screen.ground.draw(canvas, camera)
            if dim:
                canvas.shade(rects[1], Ink.WELL, 56)

        self._under.draw(canvas, Underneath(*rects, recipe, key, camera.to_screen((0.0, 0.0)), ground))

    def _table_rect(self) -> pygame.Rect:
        camera = self.desk.camera
        x0, y0 = camera.to_screen((0.0, camera.table[1]))
        x1, y1 = camera.to_screen((camera.table[0], 0.0))
        return pygame.Rect(round(x0), round(y0), round(x1 - x0), round(y1 - y0))

    def _observer(self) -> tuple[tuple[float, float], int] | None:
        """From where sight is shown: the ghost, else the selected stand."""
        eye = self.screen.stage.mode.eye
        inner = getattr(self.screen.stage.mode, "preview", None)
        eye = eye or (inner.eye if inner is not None else None)
        if eye is not None:
            return eye
        stand = self.desk.stand(self.desk.selected)
        pose = self.screen.stands.pose(self.desk.selected or "")
        return ((pose.x, pose.y), stand.floor) if stand is not None and pose is not None else None

    def _draw_sight(self, brush: Brush) -> None:
        found = self._observer()
        if found is not None:
            self._hidden.draw(brush, *found)

    def _draw_sight_line(self, brush: Brush, labels: Labels) -> None:
        """From the ghost, else the selected stand, to the stand under the pointer, else to the place itself."""
        hover, selected = self.desk.hover, self.desk.selected
        eye, place = self.screen.stage.mode.eye, self.desk.pointer
        if selected is None or hover == selected or (hover is None and (place is None or eye is not None)):
            return
        end = hover if hover is not None else place
        assert end is not None
        words = draw_sight_line(self.desk, brush, labels, eye[0] if eye else selected, end)
        pose = self.screen.stands.pose(hover) if hover is not None else None
        at = (pose.x, pose.y) if pose is not None else place
        if words and at is not None:
            labels.say(self.desk.camera.to_screen(at), words, rank=7, away=18)

    def _draw_links(self, brush: Brush) -> None:
        """From each leader to the stands of the group."""
        for group in self.desk.state.groups.values():
            leader = self.screen.stands.pose(group.leader or "")
            if leader is None:
                continue
            start = self.desk.camera.to_screen((leader.x, leader.y))
            colour = self.desk.look_of_side(group.side).colour
            for stand in self.desk.state.stands_of(group.id):
                pose = self.screen.stands.pose(stand.id)
                if pose is not None and stand.id != group.leader:
                    brush.line(start, self.desk.camera.to_screen((pose.x, pose.y)), colour, 1.4)

    def _draw_labels(self, ui: Ui, place: Layout, labels: Labels) -> None:
        desk = self.desk
        if entries_for(desk):
            labels.keep_free(bar_rect(ui, place.table))
        labels.keep_free(pygame.Rect(place.table.x, place.table.y, place.table.w, ui.px(46)))
        panel = self.screen.stage.mode.covers(ui)
        if panel is not None:
            labels.keep_free(panel)
        if self.screen.stage.queue.shown:
            labels.keep_free(queue_rect(ui, place.table, self.screen.stage))
        if desk.refusal is not None:
            at = desk.camera.to_screen(desk.refused_at) if desk.refused_at else place.table.center
            rule = f" · {desk.refusal.rules[0]}" if desk.refusal.rules else ""
            wide = place.table.w // 2
            texts = ui.canvas.wrap(desk.refusal.text + rule, wide, 13, "bold")
            lines = tuple(Line(text, 13, "bold", Ink.REFUSAL) for text in texts)
            labels.add(Label(at, lines, Ink.REFUSAL, rank=12, away=20))
        labels.draw(ui.canvas)

    # -- panels

    def _draw_panels(self, ui: Ui, place: Layout) -> None:
        screen, desk, session = self.screen, self.desk, self.desk.session
        now = (session.changed, session.viewer, desk.settings)
        who = (
            session.acting,
            session.thinking,
            session.stuck,
            session.curtain,
            session.practice,
            *session.seats.items(),
        )
        pressed = still(ui, "top", place.top, (now, who), lambda: draw_topbar(ui, place.top, desk)) or ""
        if "no_panels" not in desk.on:
            oob = (now, desk.request is None, desk.selected, desk.party, *screen.oob.shown)
            clicked, opened = still(ui, "oob", place.left, oob, lambda: screen.oob.draw(ui, place.left)) or ("", "")
            if clicked:
                screen.hands.choose(clicked)
            if opened:
                screen.hands.zoom_to(opened)
            if screen.oob.group:
                group, screen.oob.group = screen.oob.group, ""
                screen.hands.gather_group(group)
            weapon = self._draw_card(ui, place, now)
            if weapon:
                self._use_weapon(weapon)
            screen.minimap.draw(ui, place.minimap, screen.ground)
            self._draw_log(ui, place)
        if pressed == "menu":
            screen.menu.open()
        elif pressed == "end_phase":
            screen.menu.end_phase()
        elif pressed == "measure":
            self._allow_measuring()

    def _draw_card(self, ui: Ui, place: Layout, now: object) -> str:
        """The unit card; the weapon clicked, or ""."""
        screen, desk = self.screen, self.desk
        shown, preview = self._card_of(), screen.preview()
        key = (
            now,
            desk.request is None,
            shown,
            desk.selected,
            desk.weapon,
            preview,
            screen.ground.version,
            screen.shelf.version,
        )
        draw = partial(screen.card.draw, ui, place.right, shown, screen.ground, preview)
        return still(ui, "card", place.right, key, draw) or ""

    def _card_of(self) -> str | None:
        """The stand whose card is shown: the selected one, else the one under the pointer."""
        return self.desk.selected or self.desk.hover

    def _use_weapon(self, weapon: str) -> None:
        entry = next((e for e in entries_for(self.desk) if e.what == "fire" and e.id == weapon), None)
        if entry is not None and not entry.reason:
            self.screen.hands.order_entry(entry)

    def _allow_measuring(self) -> None:
        import msgspec

        settings = self.desk.settings
        self.screen.app.change(msgspec.structs.replace(settings, measure_freely=not settings.measure_freely))

    def _draw_log(self, ui: Ui, place: Layout) -> None:
        screen, model = self.screen, self.screen.chronicle.model
        unit = self.desk.selected or ""
        filtered = unit if model.filter == "unit" else ""
        key = (self.desk.settings, len(model.entries), len(model.lines), filtered, self.desk.session.viewer)
        rules = self.desk.session.battle.ruleset.rules
        draw = partial(draw_log, ui, place.log, model, self.desk.pair, unit, rules)
        for intent in still(ui, "log", place.log, key, draw) or ():
            if isinstance(intent, ShowRule):
                screen.open_rules(intent.rule)
            elif isinstance(intent, ShowMoment):
                self._show_moment(intent.moment)

    def _show_moment(self, number: int) -> None:
        """Show the geometry of a line of the log on the table."""
        events = self.screen.session.story.events
        found = next((e for e in events[number - 1 : number] if e.n == number), None)
        self.screen.moment = None if found is self.screen.moment else found
        stand = getattr(found, "stand", None) or getattr(found, "who", None)
        if stand and self.screen.stands.pose(stand) is not None:
            self.screen.stage.look_at(stand)

    def _draw_on_table(self, ui: Ui, place: Layout, labels: Labels) -> None:
        """What floats above the table: prompt, chips, action bar, cards."""
        screen, mode = self.screen, self.screen.stage.mode
        self._draw_prompt(ui, place)
        self._draw_chips(ui, place)
        if mode.name not in ("watching", "asking", "place", "film"):
            on = self._entry_on()
            entry = draw_action_bar(ui, place.table, self.desk, on)
            if entry is not None:
                screen.hands.order_entry(entry)
        near = screen.stands.pose(screen.chronicle.at)
        spot = self.desk.camera.to_screen((near.x, near.y)) if near is not None else None
        if mode.name in ("watching", "select", "asking", "interrupt", "film") and is_chain(screen.chronicle):
            go_on = screen.motion.go_on
            calls = ChainCalls(lambda: go_on(True), lambda: go_on(False), screen.skip)
            draw_chain(ui, place.table, screen.chronicle, screen.motion, spot, self.desk.pair, calls, labels.taken)
        elif mode.name in ("watching", "select", "asking", "interrupt", "film"):
            rule = draw_resolution(
                ui, place.table, screen.chronicle, screen.motion.beat, spot, self.desk.pair, labels.taken
            )
            if rule:
                screen.open_rules(rule)
        draw_queue(ui, place.table, screen.stage)
        mode.draw_panel(ui)
        if mode.name not in ("watching", "asking", "film"):
            self._hints.draw(ui, place.right, folded=screen.preview() is not None)

    def _entry_on(self) -> tuple[str, str]:
        mode = self.screen.stage.mode
        if mode.name == "move":
            return "move", getattr(mode, "way_of_moving", "")
        if mode.name in ("fire", "burst"):
            return "fire", getattr(mode, "weapon", "")
        if mode.name == "act":
            return "act", mode.row.id if hasattr(mode, "row") else ""
        return mode.name, ""

    def _draw_prompt(self, ui: Ui, place: Layout) -> None:
        """Who is asked what, always in sight, and what a click would do."""
        session, mode = self.screen.session, self.screen.stage.mode
        request = self.desk.request
        side = self.desk.state.sides.get(session.acting)
        prompt = request.prompt if request is not None else mode.title
        hint = mode.hint if not (self.screen.paused and not session.persons) else "Paused · Space goes on"
        width = max(ui.canvas.width(prompt, Size.BODY, "bold"), ui.canvas.width(hint, Size.CAPTION, "regular"))
        box = pygame.Rect(0, place.table.y + ui.px(4), min(width + ui.px(48), place.table.w - ui.px(16)), ui.px(40))
        box.centerx = place.table.centerx
        ui.canvas.shade(box, Ink.WELL, 205)
        if side is not None:
            look = self.desk.look_of_side(side.id)
            pygame.draw.rect(ui.canvas.surface, look.colour, (box.x, box.y, ui.px(4), box.h))
        inner = box.inflate(-ui.px(24), 0)
        label(
            ui,
            pygame.Rect(inner.x, box.y + ui.px(3), inner.w, ui.px(19)),
            prompt,
            Size.BODY,
            Ink.TEXT,
            "bold",
            "centre",
        )
        label(
            ui,
            pygame.Rect(inner.x, box.y + ui.px(21), inner.w, ui.px(16)),
            hint,
            Size.CAPTION,
            Ink.DIM,
            "regular",
            "centre",
        )

    def _draw_chips(self, ui: Ui, place: Layout) -> None:
        """A chip at the lower left for everything that is switched on."""
        words = [(w, key) for name, w, key in SWITCH_WORDS if name in self.desk.on]
        if "objectives" not in self.desk.on:
            words.append(("objectives off", "objectives"))
        y = place.table.bottom - ui.px(58 + 24)
        for word, key in words:
            text = f"{word} · {ui.keymap.caption(key)}"
            box = pygame.Rect(place.table.x + ui.px(8), y, ui.canvas.width(text, Size.CAPTION) + ui.px(14), ui.px(20))
            touch = ui.spot(f"chip/{key}", box, text=text, tip="Click to switch it off", focusable=False)
            ui.canvas.shade(box, Ink.WELL, 215)
            label(ui, box, text, Size.CAPTION, Ink.BRASS if touch.hot else Ink.TEXT, "semi", "centre")
            if touch.clicked:
                self.screen.hands.act(key)
            y -= ui.px(24)
