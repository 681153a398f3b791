"""Mouse and keyboard on the table of the battle screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import pygame

from wargame.engine.orders import Wait
from wargame.tabletop.keys import ANYWHERE, BATTLE
from wargame.tabletop.modes.base import Click
from wargame.tabletop.modes.burst import PlanAct
from wargame.tabletop.modes.fire import PlanAssault, plan_weapon
from wargame.tabletop.modes.formation import Formation
from wargame.tabletop.modes.move import PlanMove
from wargame.tabletop.modes.select import Select
from wargame.tabletop.modes.tape import Tape
from wargame.tabletop.panels.action_bar import Entry

if TYPE_CHECKING:
    from wargame.tabletop.screens.battle import BattleScreen

DRAG_PX = 6
PAN_STEP_PX = 60
EDGE_STEP_PX = 14
CLOSE_PPI = 24.0
TURNS = {"turn_left": 15.0, "turn_right": -15.0, "turn_left_fine": 5.0, "turn_right_fine": -5.0}
SWITCHES = {
    "sight": "sight",
    "threat": "threat",
    "links": "links",
    "bases": "bases",
    "counters": "counters",
    "objectives": "objectives",
    "panels": "no_panels",
}


class Hands:
    """Turns what mouse and keys do over the table into calls of the current mode."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.desk, self.stage = screen.desk, screen.stage
        self._pressed: tuple[int, tuple[int, int]] | None = None
        self._dragging = ""
        self._last_stand = self._last_actor = ""
        self._last_click_s = -1.0

    @property
    def free(self) -> bool:
        """Whether orders are taken now: nothing is being shown, and no queue of orders is being carried out."""
        return not self.screen.motion.busy and not self.stage.queue.running

    # -- mouse

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that no widget wanted."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            action = self.desk.app.keymap.action(event, (BATTLE, ANYWHERE))
            return action is not None and self.act(action)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._pressed, self._dragging = None, ""
        return False

    def _click_at(self, px: tuple[int, int]) -> Click:
        place = self.desk.camera.to_table(px)
        shift = bool(self.screen.app.ui.held_keys.mods & pygame.KMOD_SHIFT)
        return Click(place, tuple(self.stage.stands.at(place)), shift)

    def _move(self, event: pygame.event.Event) -> bool:
        inside = self.desk.camera.view.collidepoint(event.pos)
        self.desk.by_keys = False
        if self._pressed is not None and not self._dragging and math.dist(self._pressed[1], event.pos) > DRAG_PX:
            self._begin_drag()
        if self._dragging == "pan":
            self.desk.camera.pan(*event.rel)
            return True
        self.point(event.pos if inside or self._dragging else None)
        return inside

    def point(self, px: tuple[int, int] | None) -> None:
        """The pointer is here now."""
        if px is None:
            self.desk.pointer, self.desk.hover = None, None
        else:
            self.desk.pointer = self.desk.camera.to_table(px)
            stands = self.stage.stands.at(self.desk.pointer)
            self.desk.hover = stands[0] if stands else None
        if self.free:
            self.stage.mode.point(self.desk.pointer)

    def _begin_drag(self) -> None:
        assert self._pressed is not None
        button, start = self._pressed
        space = self.screen.app.ui.held_keys.is_down("skip")
        if button in (2, 3) or space:
            self._dragging = "pan"
        elif self.free and self.stage.mode.grab(self._click_at(start)):
            self._dragging = "stand"
        else:
            self._dragging = "nothing"

    def _press(self, event: pygame.event.Event) -> bool:
        if not self.desk.camera.view.collidepoint(event.pos) or event.button not in (1, 2, 3):
            return False
        self._pressed, self._dragging = (event.button, event.pos), ""
        self.desk.by_keys = False
        return True

    def _release(self, event: pygame.event.Event) -> bool:
        if self._pressed is None or event.button != self._pressed[0]:
            return False
        dragging, self._dragging, self._pressed = self._dragging, "", None
        if dragging == "stand":
            self.stage.mode.drop(self._click_at(event.pos))
        elif not dragging and event.button == 3 and self.screen.app.top is self.screen:
            self.back()
        elif not dragging and event.button == 1:
            self._click(event.pos)
        return True

    def _click(self, px: tuple[int, int]) -> None:
        if not self.free:
            return
        self.point(px)
        click = self._click_at(px)
        now = self.screen.app.time_s
        first = click.stands[0] if click.stands else ""
        double = bool(first) and first == self._last_stand and now - self._last_click_s < 0.4
        self._last_stand, self._last_click_s = first, now
        ready_before = self.stage.mode.ready
        self.stage.mode.click(click)
        if double and not ready_before and not self.stage.mode.ready and first == self.desk.selected:
            self.zoom_to(first)
        self.desk.weapon = getattr(self.stage.mode, "weapon", self.desk.weapon)

    def zoom_to(self, stand_id: str) -> None:
        """Centre on a stand at a close zoom."""
        pose = self.stage.stands.pose(stand_id)
        if pose is not None:
            self.desk.camera.set_zoom(max(CLOSE_PPI, self.desk.camera.fit_ppi()), self.desk.camera.view.center)
            self.desk.camera.centre_on((pose.x, pose.y))

    def _wheel(self, event: pygame.event.Event) -> bool:
        ui = self.screen.app.ui
        if not self.desk.camera.view.collidepoint(ui.mouse):
            return False
        mods = ui.held_keys.mods
        if mods & pygame.KMOD_SHIFT:
            degrees = 5.0 if mods & pygame.KMOD_CTRL else 15.0
            return self.stage.mode.turn(degrees if event.y > 0 else -degrees)
        self.desk.camera.zoom(1 if event.y > 0 else -1, ui.mouse)
        self.point(ui.mouse)
        return True

    def scroll_at_edge(self) -> None:
        """Move the view while the pointer touches the edge of the window."""
        window, (x, y) = self.screen.app.ui.window, self.screen.app.ui.mouse
        if window.collidepoint((x, y)):
            dx = (x <= 1) - (x >= window.right - 2)
            dy = (y <= 1) - (y >= window.bottom - 2)
            if dx or dy:
                self.desk.camera.pan(dx * EDGE_STEP_PX, dy * EDGE_STEP_PX)

    # -- keys

    def act(self, action: str) -> bool:
        """An action of the key table."""
        if action in SWITCHES:
            self.desk.on ^= {SWITCHES[action]}
            if action == "counters":
                shown = "counters" in self.desk.on
                self.screen.app.change(msgspec.structs.replace(self.screen.app.settings, counters=shown))
            return True
        if action == "names":
            self._next_names()
            return True
        if action in ("commit", "back"):
            (self.commit if action == "commit" else self.back)()
            return True
        return self._view_action(action) or self.screen.menu.act(action) or self._order_action(action)

    def _next_names(self) -> None:
        now = next((n for n in ("names_all", "names_off") if n in self.desk.on), "")
        self.desk.on -= {"names_all", "names_off"}
        after = {"": "names_all", "names_all": "names_off", "names_off": ""}[now]
        self.desk.on |= {after} - {""}

    def _view_action(self, action: str) -> bool:
        camera = self.desk.camera
        if action in ("whole_table", "whole_table_too"):
            camera.fit()
        elif action in ("zoom_in", "zoom_in_too", "zoom_out"):
            about = camera.view.center
            camera.zoom(-1 if action == "zoom_out" else 1, about)
        elif action == "skip":
            self.screen.skip()
        elif action in ("chain_step", "chain_play"):
            self.screen.motion.go_on(stepping=action == "chain_step")
        elif action == "tape":
            self._toggle_tape()
        else:
            return False
        return True

    def _toggle_tape(self) -> None:
        if isinstance(self.stage.mode, Tape):
            self.stage.relax()
        elif not self.desk.may_measure:
            self.screen.app.toasts.say("This rulebook forbids measuring before an order is given (the lock above).")
        else:
            self.stage.go(Tape(self.stage))

    def _order_action(self, action: str) -> bool:
        if action in ("next_unit", "previous_unit"):
            self.next_unit(1 if action == "next_unit" else -1)
            return True
        if not self.free:
            return False
        if action in ("add_unit", "whole_group", "all_units"):
            return self._gather(action)
        if action in TURNS:
            return self.stage.mode.turn(TURNS[action])
        if self.stage.mode.action(action):
            self._follow_ghost()
            return True
        if action.startswith("cursor_"):
            dx, dy = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
            self.desk.camera.pan(dx * PAN_STEP_PX, dy * PAN_STEP_PX)
            return True
        return False

    def _follow_ghost(self) -> None:
        """Slide the view so that what the keys moved stays in sight."""
        place = getattr(self.stage.mode, "end", None) or getattr(self.stage.mode, "at", None)
        if place is not None and self.desk.by_keys:
            x, y = place
            self.desk.camera.keep_visible((x - 2, y - 2, x + 2, y + 2), self.desk.camera.view.inflate(-60, -160))

    def next_unit(self, step: int) -> None:
        """Select the next stand that can act."""
        actors = [a for a in self.desk.actors if self.stage.stands.pose(a) is not None] or list(self.desk.actors)
        if not actors:
            return
        last = self.desk.selected or self._last_actor
        here = actors.index(last) if last in actors else (-1 if step > 0 else 0)
        self._last_actor = actors[(here + step) % len(actors)]
        self.choose(self._last_actor)

    def _gather(self, action: str) -> bool:
        """Put a party together by keys."""
        desk = self.desk
        mode = self.stage.mode
        if not isinstance(mode, Select) or not mode.may_gather:
            return False
        if action == "all_units":
            self.gather(desk.actors)
        elif action == "whole_group":
            stand = desk.stand(desk.selected)
            if stand is not None:
                self.gather_group(stand.group)
        else:
            now = desk.party or tuple(name for name in (desk.selected,) if name)
            rest = [name for name in desk.actors if name not in now]
            self.gather([*now, *rest[:1]])
        return True

    def gather(self, stands: Sequence[str]) -> None:
        """Select several stands, as far as they are on the table and can act now."""
        found = [name for name in stands if name in self.desk.actors and self.stage.stands.pose(name) is not None]
        if found and self.free:
            self.desk.select_party(found)
            self.stage.relax()
            self.point(None)

    def gather_group(self, group: str) -> None:
        """Select everybody of a group who can act."""
        self.gather([s.id for s in self.desk.state.stands_of(group)])

    def choose(self, stand_id: str) -> None:
        """Select a stand from elsewhere than the table, and bring it into view; with Shift it joins the party."""
        shift = bool(self.screen.app.ui.held_keys.mods & pygame.KMOD_SHIFT)
        if shift and self.free and stand_id in self.desk.actors and getattr(self.stage.mode, "may_gather", False):
            self.desk.toggle_in_party(stand_id)
            self.stage.relax()
            return
        self.desk.select(stand_id)
        self.desk.hover = None
        if self.free:
            self.stage.relax()
        self.stage.look_at(stand_id)

    def commit(self) -> None:
        """Do what is planned."""
        if self.free:
            self.stage.mode.commit()

    def back(self) -> None:
        """One step back: queue, refusal, plan, mode, card, selection, menu."""
        if self.stage.queue.cancel():
            self.stage.relax()
            return
        if self.desk.refusal is not None:
            self.desk.refusal = None
            if not self.stage.mode.ready:
                self.stage.mode.back()
            return
        if self.stage.mode.back():
            return
        if self.stage.mode.name not in (self.screen.resting_name(), "asking"):
            self.stage.relax()
        elif not (self.screen.chronicle.close_card() or self.screen.drop_moment()):
            self.screen.menu.open()

    # -- the action bar

    def order_entry(self, entry: Entry) -> None:
        """A button of the action bar: begin (or go on with) planning that."""
        stand, subject = self.desk.selected, self.desk.subject_of(self.desk.selected)
        if stand is None or subject is None or not self.free:
            return
        if entry.what == "move" and self.desk.party and getattr(self.stage.mode, "may_gather", True):
            ways = [m.id for m in self.desk.choices(subject).modes if m.refusal is None]
            self.stage.go(Formation(self.stage, self.desk.party, ways.index(entry.id) if entry.id in ways else 0))
        elif entry.what == "move":
            self.stage.go(PlanMove(self.stage, stand, entry.id))
        elif entry.what == "fire":
            self.desk.weapon = entry.id
            self.stage.go(plan_weapon(self.stage, stand, entry.id))
        elif entry.what == "assault":
            self.stage.go(PlanAssault(self.stage, stand))
        elif entry.what == "wait":
            self.stage.give(Wait(stand=subject))
        elif entry.what == "act" and entry.act is not None:
            self._plan_act(stand, subject, entry)
        elif entry.what == "more":
            self.screen.menu.all_orders()

    def _plan_act(self, stand: str, subject: str, entry: Entry) -> None:
        assert entry.act is not None
        mode = self.stage.mode
        again = isinstance(mode, PlanAct) and mode.row.id == entry.id and mode.stand == stand
        if again and entry.act.needs == "nothing":
            mode.commit()
            return
        self.stage.go(PlanAct(self.stage, stand, subject, entry.act))
