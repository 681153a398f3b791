"""An interrupt: the other side has done something, and some of one's stands may react, here and now."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargame.engine.orders import AnyOrder, Assault, Done, Fire, Move
from wargame.engine.requests import Command
from wargame.engine.standing import StandingOrder
from wargame.tabletop.kit import Ui, button, key_cap, label
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.shots import Aim, short_odds
from wargame.tabletop.modes.base import Click
from wargame.tabletop.modes.move import PlanMove
from wargame.tabletop.modes.select import Select
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.panels.action_bar import bar_rect
from wargame.tabletop.theme import Ink, Overlay, Size

MOST_OPTIONS = 6
"""Rows of the card; whatever else is allowed is ordered on the table and with the action bar."""
CARD_WIDTH = 400


@dataclass(frozen=True, slots=True)
class Reply:
    """One way to react."""

    order: AnyOrder
    text: str


class Interrupt(Select):
    """A card with the reactions that need no place, and their odds. The table answers to clicks as in any Command:
    there one moves, takes another stand, or aims at what the card does not list."""

    name = "interrupt"

    def __init__(self, stage: Stage, request: Command) -> None:
        super().__init__(stage)
        self.request = request
        self.replies = self._replies()
        self.chosen: int | None = None
        self._corner = -1
        if request.subjects and stage.desk.selected not in stage.desk.actors:
            stage.desk.select(next((s for s in request.subjects if stage.desk.stand(s)), stage.desk.selected))

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question."""
        return self.request.prompt

    @property
    def hint(self) -> str:  # type: ignore[override]
        """How to answer."""
        ways = ["1-9 choose · Enter does it"] if self.replies else []
        if "move" in self.request.orders:
            ways.insert(0, "Click a stand, then the ground to move it")
        return " · ".join([*ways, "Esc or Ctrl+Enter holds"])

    def _replies(self) -> list[Reply]:
        """What is suggested, then one reaction of each stand, then more; none that a place on the table says best."""
        orders: list[AnyOrder] = []
        if self.request.suggestion is not None and not self.request.suggestion.is_done:
            orders.append(self.request.suggestion)
        found = [
            o for kind in self.request.orders for o in self.desk.samples(kind) if not o.is_done and not _at_place(o)
        ]
        first = {getattr(o, "stand", ""): o for o in reversed(found)}
        orders += [o for o in found if first[getattr(o, "stand", "")] is o] + found
        unique = list(dict.fromkeys(orders))[:MOST_OPTIONS]
        return [Reply(order, told(self.stage, order)) for order in unique]

    @property
    def order(self) -> AnyOrder | None:
        """The reaction that is marked."""
        return self.replies[self.chosen].order if self.chosen is not None else super().order

    @property
    def ready(self) -> bool:
        """Whether a reaction is marked."""
        return self.chosen is not None

    @property
    def readout(self) -> str:
        """The marked reaction in words."""
        return self.replies[self.chosen].text if self.chosen is not None else super().readout

    def action(self, action: str) -> bool:
        """1-9 and Tab mark a reaction."""
        if action.startswith("option_"):
            n = int(action.removeprefix("option_")) - 1
            if n < len(self.replies):
                self._mark(n)
            return True
        if action in ("next_target", "previous_target") and self.replies:
            step = 1 if action == "next_target" else -1
            self._mark(((self.chosen if self.chosen is not None else -1 if step > 0 else 0) + step) % len(self.replies))
            return True
        return super().action(action)

    def _mark(self, n: int) -> None:
        if self.chosen == n:
            self.commit()
            return
        self.chosen = n
        stand = getattr(self.replies[n].order, "stand", None)
        if stand is not None and self.desk.stand(stand) is not None:
            self.desk.select(stand)
            self.stage.look_at(stand)

    def click(self, click: Click) -> None:
        """As at rest; a click on the enemy marks a reaction against it, of the selected stand if it has one."""
        against = [n for n, r in enumerate(self.replies) if set(_targets(r.order)) & set(click.stands)]
        mine = [n for n in against if getattr(self.replies[n].order, "stand", "") == self.desk.selected]
        if self.chosen in against:
            self.commit()
        elif mine:
            self._mark(mine[0])
        elif against and not any(self._can_attack(stand) for stand in click.stands):
            self._mark(against[0])
        else:
            self.chosen = None
            super().click(click)

    def _can_attack(self, stand: str) -> bool:
        return self._actor is not None and self._attack(self._actor, stand) is not None

    def commit(self) -> None:
        """React as marked; with nothing marked, mark the first."""
        if self.chosen is None:
            if self.replies:
                self._mark(0)
            return
        self.stage.give(self.replies[self.chosen].order)

    def back(self) -> bool:
        """First the mark, then hold."""
        if self.chosen is not None:
            self.chosen = None
            return True
        if self.request.may_be_done:
            self.stage.give(Done())
        return True

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """The line of the marked reaction, a pause mark on whom it is about."""
        for name in self.request.about:
            pose, stand = self.stage.stands.pose(name), self.desk.stand(name)
            if pose is not None and stand is not None:
                centre = self.desk.camera.to_screen((pose.x, pose.y))
                brush.ring(centre, self.stage.stands.radius_px(stand) + 7, Overlay.ARC, 2.0, "dashed")
        order = self.order if self.chosen is not None else None
        if order is None:
            super().draw_over(brush, labels)
            return
        if isinstance(order, Move):
            self._draw_move(brush, labels, order)
        for target in _targets(order):
            aim = Aim(getattr(order, "stand", ""), target, self.stage.shots.odds(order, now=True), planned=True)
            self.stage.shots.draw_aim(brush, labels, aim)

    def _draw_move(self, brush: Brush, labels: Labels, order: Move) -> None:
        """Where a marked move would go."""
        plan = PlanMove(self.stage, order.stand, order.mode)
        plan.corners, plan.end = list(order.path[:-1]), order.path[-1] if order.path else None
        plan.facing_deg, plan.planned = order.facing_deg, True
        plan.draw_over(brush, labels)

    def covers(self, ui: Ui) -> pygame.Rect:
        """Where the card is: in the corner of the table that hides the fewest stands, above the action bar."""
        view = self.desk.camera.view
        height = ui.px(46) + ui.px(34) * len(self.replies) + ui.px(86)
        width = min(ui.px(CARD_WIDTH), view.w - ui.px(28))
        left, right = view.x + ui.px(14), view.right - ui.px(14) - width
        low, high = bar_rect(ui, view).y - ui.px(8) - height, view.y + ui.px(54)
        corners = [pygame.Rect(x, y, width, height) for y in (low, high) for x in (left, right)]
        if self._corner < 0:
            hidden = [self._hides(corner) for corner in corners]
            self._corner = hidden.index(min(hidden))
        return corners[self._corner]

    def _hides(self, rect: pygame.Rect) -> int:
        """How many stands lie below, those that may react and those it is about counted more."""
        poses = self.stage.stands.motion.poses
        weights = dict.fromkeys((*self.desk.actors, *self.request.about), 10)
        to = self.desk.camera.to_screen
        return sum(weights.get(name, 1) for name, p in poses.items() if rect.collidepoint(to((p.x, p.y))))

    def draw_panel(self, ui: Ui) -> None:
        """The card."""
        row = ui.px(34)
        rect = self.covers(ui)
        with ui.region("interrupt"):
            ui.shield("interrupt/panel", rect)
            ui.canvas.shadow(rect, 12)
            ui.canvas.box(rect, Ink.PANEL, Ink.WARNING, 6)
            head = pygame.Rect(rect.x + ui.px(14), rect.y + ui.px(8), rect.w - ui.px(28), ui.px(30))
            ui.canvas.icon("pause", (head.x + ui.px(9), head.centery), 15, Ink.WARNING)
            words = pygame.Rect(head.x + ui.px(26), head.y, head.w - ui.px(26), head.h)
            label(ui, words, "What do your stands do?", Size.BODY, Ink.TEXT, "bold")
            y = head.bottom + ui.px(4)
            for n, reply in enumerate(self.replies):
                self._draw_reply(ui, n, reply, pygame.Rect(rect.x + ui.px(8), y, rect.w - ui.px(16), row - ui.px(3)))
                y += row
            self._draw_foot(ui, pygame.Rect(rect.x + ui.px(8), y + ui.px(4), rect.w - ui.px(16), ui.px(76)))

    def _draw_reply(self, ui: Ui, n: int, reply: Reply, row: pygame.Rect) -> None:
        on = n == self.chosen
        touch = ui.spot(f"interrupt/{n}", row, text=reply.text, on=on)
        ui.canvas.box(
            row, Ink.CHOSEN if on else Ink.HOVER if touch.hot else Ink.RAISED, Ink.BRASS if on else Ink.LINE, 4
        )
        cap = key_cap(ui, (row.right - ui.px(8), row.centery), str(n + 1))
        inner = pygame.Rect(row.x + ui.px(10), row.y, cap.x - row.x - ui.px(20), row.h)
        odds = short_odds(self.stage.shots.odds(reply.order))
        if odds:
            half = pygame.Rect(inner.centerx, row.y, inner.right - inner.centerx, row.h)
            inner.w = label(ui, half, odds, Size.BODY, Ink.TEXT, "bold", "right").x - inner.x - ui.px(8)
        label(ui, inner, reply.text)
        ui.add_tip(f"interrupt/{n}", f"{reply.text}: {odds}" if odds else reply.text)
        if touch.clicked:
            self._mark(n)

    def _draw_foot(self, ui: Ui, rect: pygame.Rect) -> None:
        gap = ui.px(6)
        half = pygame.Rect(rect.x, rect.y, rect.w // 2 - gap // 2 if self.replies else -gap, ui.px(34))
        reason = "" if self.chosen is not None else "Choose a reaction first."
        key = "commit" if not reason else ""
        if self.replies and button(ui, "interrupt/do", half, "Do it", key=key, primary=True, reason=reason):
            self.commit()
            return
        no = "" if self.request.may_be_done else "You have to react."
        hold = pygame.Rect(half.right + gap, rect.y, rect.w - half.w - gap, half.h)
        if button(ui, "interrupt/hold", hold, "Hold", key="end_phase", reason=no):
            self.stage.give(Done())
            return
        rest = pygame.Rect(rect.x, half.bottom + gap, (rect.w - gap) * 3 // 5, ui.px(30))
        always = pygame.Rect(rest.right + gap, rest.y, rect.right - rest.right - gap, rest.h)
        tip = "A line for your standing orders that answers such questions from now on."
        if button(ui, "interrupt/always", always, "Standing order …", tip=tip, centred=True):
            self.stage.edit_standing(self._line())
            return
        if button(ui, "interrupt/hold_move", rest, "Hold for the rest of this move", reason=no, centred=True):
            refusal = self.desk.session.hold_for_this_move()
            if refusal is not None:
                self.desk.refuse(refusal)
            else:
                self.stage.relax()

    def _line(self) -> StandingOrder:
        """The standing order that one would write after this question."""
        return StandingOrder(do="hold", interrupt=(self.request.interrupt,))


def _at_place(order: AnyOrder) -> bool:
    return isinstance(order, Move) or getattr(order, "at", None) is not None


def _targets(order: AnyOrder) -> tuple[str, ...]:
    if isinstance(order, Fire):
        return tuple(shot.target for shot in order.targets)
    return (order.target,) if isinstance(order, Assault) else ()


def told(stage: Stage, order: AnyOrder) -> str:
    """An order in a few plain words: who, what, at whom."""
    desk = stage.desk
    who = desk.name(getattr(order, "stand", ""))
    at = ", ".join(desk.name(t) for t in _targets(order))
    if isinstance(order, Fire):
        rows = desk.choices(desk.subject_of(order.stand)).weapons
        weapon = next((row.name for row in rows if row.id == order.weapon), "")
        return f"{who}: {weapon} at {at or 'a place'}" if weapon else f"{who} fires at {at or 'a place'}"
    if isinstance(order, Assault):
        return f"{who} assaults {at}"
    if isinstance(order, Move):
        price = desk.price(order.stand, order.path, order.mode)
        return f"{who} moves {price.inches:.1f}″" if price is not None else f"{who} moves"
    act = getattr(order, "act", "")
    return f"{who}: {act}" if act else f"{who}: {order.kind}"
