"""The battle screen: the table in the middle, panels round it, one mode at a time, events shown as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from wargame.engine.appraisal import Appraisal
from wargame.engine.events import AnyEvent, Fired, Rolled, TemplateLanded
from wargame.engine.orders import Fire, Move
from wargame.engine.requests import Choose, Command, Confirm, Pick, Place
from wargame.tabletop.camera import Camera
from wargame.tabletop.desk import Desk
from wargame.tabletop.keys import ANYWHERE, BATTLE
from wargame.tabletop.kit import Ui
from wargame.tabletop.layers.ground import GroundLayer
from wargame.tabletop.layers.motion import Motion
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.modes.base import Mode
from wargame.tabletop.modes.deploy import PlaceThings
from wargame.tabletop.modes.interrupt import Interrupt
from wargame.tabletop.modes.rest import Asking, Watching
from wargame.tabletop.modes.select import Select
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.panels.chronicle import Chronicle
from wargame.tabletop.panels.minimap import Minimap
from wargame.tabletop.panels.order_of_battle import OrderOfBattle
from wargame.tabletop.panels.unit_card import Preview, UnitCard
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.answers import question_screen
from wargame.tabletop.screens.battle_layout import Layout, Painting, layout_of
from wargame.tabletop.screens.battle_map import map_of
from wargame.tabletop.screens.battle_picture import Picture
from wargame.tabletop.screens.hand_over import draw_curtain
from wargame.tabletop.screens.hands import Hands
from wargame.tabletop.screens.menu import BattleMenu
from wargame.tabletop.screens.rules import RulesScreen
from wargame.tabletop.session import PERSON, Session
from wargame.tabletop.theme import Size

__all__ = ["BattleScreen", "Layout", "Painting"]

STEPS_A_FRAME = 40
SOUNDS: tuple[tuple[type, str], ...] = ((Fired, "shot"), (TemplateLanded, "blast"), (Rolled, "dice"))


class BattleScreen(Screen):
    """Plays one session. `on_leave` goes back to where the battle came from, `on_result` shows how it ended,
    `on_load` goes back to the last quick save (None: nothing is kept)."""

    name = "battle"
    contexts: tuple[str, ...] = (BATTLE, ANYWHERE)
    tab_enters = False

    def __init__(
        self,
        session: Session,
        *,
        on_leave: Callable[[], None],
        on_result: Callable[[Session], None],
        on_load: Callable[[], None] | None = None,
        painting: Painting | None = None,
    ) -> None:
        self.session = session
        self.on_leave, self.on_result, self.on_load = on_leave, on_result, on_load
        self.painting = painting or Painting()
        self.motion = Motion()
        self.moment: AnyEvent | None = None
        self.paused = False
        self._adopted: tuple[int, str | None, str] | None = None
        self.shown_to: str | None = None
        self._sounded: AnyEvent | None = None
        self._result_shown = False
        self.recaps = False
        """Whether a recap is being read: until then nothing is shown on the table."""

    # -- life

    def entered(self, app: Any) -> None:
        """Build everything that needs the window."""
        super().entered(app)
        table = self.session.battle.setup.table
        view = self.layout(app.ui).table
        camera = Camera((table.width_in, table.height_in), view, self._covered(app.ui))
        self.desk = Desk(self.session, app, camera)
        setup = self.session.battle.setup
        p = self.painting
        seed = sum(ord(c) for c in setup.name) % 997
        self.ground = GroundLayer(self.session.battle.ground, setup.palette, seed, p.cache, p.fine_px, p.background)
        self.shelf = Shelf(self.desk, setup.palette, p.patient)
        self.stands = StandsLayer(self.desk, self.motion, self.shelf)
        self.stage = Stage(self.desk, self.stands, self.shelf, app.ui)
        self.stage.rest = self.resting_mode
        self.chronicle = Chronicle(self.desk)
        self.oob = OrderOfBattle(self.desk, self.shelf)
        self.card = UnitCard(self.desk, self.shelf)
        self.minimap = Minimap(self.desk, self.motion)
        self.hands = Hands(self)
        self.menu = BattleMenu(self)
        self.stage.edit_standing = self.menu.standing
        self.picture = Picture(self)
        self.shown_to = self.session.viewer
        self.retell()
        self.motion.settle(self.desk.state)
        self.stage.relax()

    def left(self) -> None:
        """Let painter and computer player go."""
        self.ground.close()
        self.session.close()

    def closing(self) -> bool:
        """The window is closed in the middle: the battle is saved first."""
        if not self.session.over:
            self.session.keep("")
        return True

    def leave(self) -> None:
        """Go back to where the battle came from."""
        self.on_leave()

    # -- modes

    def resting_mode(self) -> Mode:
        """The mode in which nothing is planned, for what is asked now."""
        request = self.desk.request
        if (
            self.stage.queue.running
            or request is None
            or self.motion.busy
            or self.session.story.read < len(self.session.story.events)
        ):
            return Watching(self.stage)
        if isinstance(request, Command):
            return Interrupt(self.stage, request) if request.interrupt else Select(self.stage)
        if isinstance(request, Place):
            return PlaceThings(self.stage, request)
        return Asking(self.stage)

    def idle_mode(self) -> Mode:
        """The mode while something is being shown."""
        return Watching(self.stage)

    def resting_name(self) -> str:
        """The name of the resting mode, without making one."""
        request = self.desk.request
        if request is None:
            return "watching"
        if isinstance(request, Command):
            return "interrupt" if request.interrupt else "select"
        return "place" if isinstance(request, Place) else "asking"

    def _adopt(self) -> None:
        """Turn to what is asked now, once everything before it has been shown."""
        here = (self.session.changed, self.session.viewer, self.session.curtain)
        if here == self._adopted or self.app.top is not self:
            return
        self._adopted = here
        if self.session.curtain:
            draw_curtain(self)
            return
        if self.session.viewer != self.shown_to:
            self.change_viewer()
        selected = self.desk.stand(self.desk.selected)
        if selected is None or selected.gone:
            self.desk.select(None)
        self.desk.keep_party()
        self.stage.relax()
        request = self.desk.request
        if isinstance(request, Choose | Pick | Confirm):
            self._adopted = None
            self.app.push(question_screen(self.desk, request, self.stage.give, self.open_rules))
            self._adopted = here
        elif self.session.over and not self._result_shown:
            self.show_result()

    def change_viewer(self) -> None:
        """Another person looks on: tell what he knows already, show what he has not seen yet."""
        self.shown_to = self.session.viewer
        self.desk.select(None)
        self.motion.clear(self.desk.state)
        self.retell()
        side = self.session.viewer
        if side is not None and self.session.hotseat:
            self.app.toasts.say(f"{self.desk.state.sides[side].name} to act")

    def retell(self) -> None:
        """Write the log anew from what the viewer has been shown."""
        self.chronicle.clear()
        story = self.session.story
        for event in story.events[: story.read]:
            self.chronicle.tell(event)
        self.chronicle.flush()
        self.chronicle.close_card()

    def went_back(self) -> None:
        """After undo: everything as it was."""
        self.session.story.read = min(self.session.story.read, len(self.session.story.events))
        self.motion.clear(self.desk.state)
        self.retell()
        self._adopted = None
        self._result_shown = False

    def show_result(self) -> None:
        """Show how the battle ended, once at a time."""
        self._result_shown = True
        if self.app.top is self:
            self.on_result(self.session)

    def open_rules(self, rule: str) -> None:
        """Open the rulebook at a rule, or at its search."""
        self.app.push(RulesScreen(self.session.battle.ruleset.title, self.session.battle.ruleset.rules, rule))

    def skip(self) -> None:
        """Space: finish what is being shown, or pause when watching."""
        if self.motion.busy:
            self.motion.skip(self.desk.state)
        elif not self.session.persons:
            self.paused = not self.paused
            self.app.toasts.say("Paused." if self.paused else "Goes on.")

    def drop_moment(self) -> bool:
        """Put away the picture of a line of the log; whether there was one."""
        had, self.moment = self.moment is not None, None
        return had

    # -- time

    def handle(self, event: pygame.event.Event) -> bool:
        """Events that no widget wanted."""
        return self.hands.handle(event)

    def update(self, dt: float) -> None:
        """Show what has happened; when nothing is left to show, let the next thing happen."""
        for text in self.session.fetch_notices():
            self.app.toasts.say(text)
        if "hidden" in self.desk.on or self.app.ui.held_keys.is_down("hide_units"):
            self.desk.on = (self.desk.on - {"hidden"}) | (
                {"hidden"} if self.app.ui.held_keys.is_down("hide_units") else set()
            )
        self._follow_settings()
        self._show(dt)
        steps = 0
        while not self.motion.busy and not self.paused and steps < STEPS_A_FRAME and self.app.top is self:
            steps += 1
            if not self.session.advance():
                break
            self._show(0.0)
        if not self.motion.busy and not self._work_off_orders():
            self._adopt()
        places = ((pose.x, pose.y) for pose in self.motion.poses.values())
        self.ground.follow(self.desk.scene.board)
        self.ground.shine(self.shelf.light)
        self.ground.update(places, at_rest=not self.motion.busy)
        self.shelf.begin_frame()

    def _follow_settings(self) -> None:
        """Counters as the settings say, and scrolling at the window's edge where it is wished for."""
        settings = self.desk.settings
        if settings.counters != ("counters" in self.desk.on):
            self.desk.on ^= {"counters"}
        if settings.edge_scrolling and self.app.top is self:
            self.hands.scroll_at_edge()

    def _work_off_orders(self) -> bool:
        """Give the next order of the queue; whether one was given. At its end what is asked now is turned to anew."""
        queue = self.stage.queue
        if not queue.running or self.app.top is not self or self.session.thinking:
            return False
        given = queue.update()
        if not queue.running:
            self.desk.keep_party()
            self._adopted = None
        if given:
            self._show(0.0)
        return given

    def _show(self, dt: float) -> None:
        fresh = [] if self.recaps else self.session.fresh_events()
        if fresh:
            by_computer = self._last_by() != PERSON
            if not by_computer:
                self.chronicle.close_card()
            settings = self.desk.settings
            speed = settings.computer_speed if by_computer else settings.own_speed
            if not self.motion.busy:
                self.motion.stepping = settings.reactions == "step"
            self.motion.show(fresh, speed, announce=by_computer, brief=settings.reactions == "all")
            if self.motion.busy and (speed > 0 or self.motion.stepping):
                self.stage.go(self.idle_mode())
        self._sound()
        self.motion.update(dt, self.desk.state)
        self._follow_action()
        for event in self.motion.take_told():
            self.chronicle.tell(event)
        if not self.motion.busy:
            self.chronicle.flush()

    def _last_by(self) -> str:
        answers = self.session.battle.answers
        if not answers or self.session.viewer is None:
            return ""
        return PERSON if answers[-1].side == self.session.viewer else "other"

    def _sound(self) -> None:
        beat = self.motion.beat
        if beat is None or beat.event is self._sounded or beat.lasts_s <= 0:
            return
        self._sounded = beat.event
        for kind, sound in SOUNDS:
            if isinstance(beat.event, kind):
                self.app.sounds.play(sound)

    def _follow_action(self) -> None:
        """What the other side does off the screen is brought into view first."""
        beat = self.motion.beat
        if beat is None or beat.done_s > 0.05 or self._last_by() == PERSON or beat.lasts_s <= 0:
            return
        stand = getattr(beat.event, "stand", "")
        if stand and self.stands.pose(stand) is not None and isinstance(beat.event, Fired):
            self.stage.look_at(stand)

    @property
    def busy(self) -> bool:
        """Whether something moves or somebody thinks."""
        waits = self.session.thinking or (self.session.acting and self.desk.request is None and not self.session.stuck)
        return (
            self.motion.busy
            or self.stage.queue.running
            or bool(waits and not self.session.curtain and not self.paused)
            or self.shelf.bare
        )

    # -- pictures

    def layout(self, ui: Ui) -> Layout:
        """The rectangles of this frame."""
        return layout_of(ui, hasattr(self, "desk") and "no_panels" in self.desk.on)

    @staticmethod
    def _covered(ui: Ui) -> tuple[int, int]:
        """What prompt and action bar float over."""
        return ui.px(46), ui.px(Size.ACTION_BAR + 10)

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw the table, then the panels, and act on them."""
        place = self.layout(ui)
        if place.table != self.desk.camera.view:
            self.desk.camera.covered = self._covered(ui)
            self.desk.camera.resize(place.table)
        self.picture.draw(ui, place)

    def plan_odds(self) -> Appraisal | None:
        """The appraisal of the planned order, where it may be shown."""
        mode = self.stage.mode
        inner = getattr(mode, "preview", None) or mode
        order = inner.order
        if order is None or not self.desk.may_measure or isinstance(order, Move):
            return None
        if isinstance(order, Fire) and not order.targets and order.at is None:
            return None
        return self.stage.shots.odds(order)

    def preview(self) -> Preview | None:
        """The plan in hand for the unit card."""
        mode = self.stage.mode
        inner = getattr(mode, "preview", None) or mode
        if not inner.readout or inner.name in ("watching", "asking", "place", "tape"):
            return None
        order = inner.order
        reactions = self.desk.reactions(order) if isinstance(order, Move) and inner.ready else ()
        refused = getattr(inner, "refusal", None) is not None
        odds = None if refused else self.plan_odds()
        return Preview(f"{inner.title or 'Plan'} preview", inner.readout, odds, reactions, refused)

    def ui_map(self) -> dict[str, Any]:
        """What is shown, as plain data, for the present viewer only."""
        return map_of(self)
