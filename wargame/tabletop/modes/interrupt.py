"""An interrupt: the other side has done something, and some of one's stands may react, here and now."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargame.engine.orders import AnyOrder, Assault, Done, Fire, Move
from wargame.engine.requests import Command
from wargame.tabletop.kit import Ui, button, key_cap, label
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.shots import Aim, short_odds
from wargame.tabletop.modes.base import Click
from wargame.tabletop.modes.select import Select
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Ink, Overlay, Size

MOST_OPTIONS = 9


@dataclass(frozen=True, slots=True)
class Reply:
    """One way to react."""

    order: AnyOrder
    text: str


class Interrupt(Select):
    """A card with the legal reactions and their odds; the table still answers to clicks as in any Command."""

    name = "interrupt"

    def __init__(self, stage: Stage, request: Command) -> None:
        super().__init__(stage)
        self.request = request
        self.replies = self._replies()
        self.chosen: int | None = None
        if request.subjects:
            stage.desk.select(next((s for s in request.subjects if stage.desk.stand(s)), stage.desk.selected))

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question."""
        return self.request.prompt

    @property
    def hint(self) -> str:  # type: ignore[override]
        """How to answer."""
        return "1-9 choose · Enter does it · Esc or Ctrl+Enter holds"

    def _replies(self) -> list[Reply]:
        orders: list[AnyOrder] = []
        if self.request.suggestion is not None and not self.request.suggestion.is_done:
            orders.append(self.request.suggestion)
        for kind in self.request.orders:
            orders += [o for o in self.desk.samples(kind)[:MOST_OPTIONS] if not o.is_done]
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
        """As at rest; a click on the enemy marks a reaction against it."""
        for n, reply in enumerate(self.replies):
            if set(_targets(reply.order)) & set(click.stands):
                self._mark(n)
                return
        super().click(click)

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
        for target in _targets(order):
            aim = Aim(getattr(order, "stand", ""), target, self.stage.shots.odds(order, now=True), planned=True)
            self.stage.shots.draw_aim(brush, labels, aim)

    def covers(self, ui: Ui) -> pygame.Rect:
        """Where the card is."""
        view = self.desk.camera.view
        height = ui.px(46) + ui.px(34) * len(self.replies) + ui.px(92)
        rect = pygame.Rect(view.x + ui.px(14), 0, min(ui.px(430), view.w - ui.px(28)), height)
        rect.bottom = view.bottom - ui.px(14)
        return rect

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
            label(ui, words, self.request.prompt, Size.BODY, Ink.TEXT, "bold")
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
        odds = short_odds(self.stage.shots.odds(reply.order))
        right = ui.canvas.text((cap.x - ui.px(10), row.centery), odds, 15, Ink.TEXT, "bold", "midright", box=row).x
        label(ui, pygame.Rect(row.x + ui.px(10), row.y, right - row.x - ui.px(18), row.h), reply.text)
        if touch.clicked:
            self._mark(n)

    def _draw_foot(self, ui: Ui, rect: pygame.Rect) -> None:
        half = pygame.Rect(rect.x, rect.y, rect.w // 2 - ui.px(3), ui.px(34))
        reason = "" if self.chosen is not None else "Choose a reaction first."
        key = "commit" if not reason else ""
        if button(ui, "interrupt/do", half, "Do it", key=key, primary=True, reason=reason):
            self.commit()
            return
        no = "" if self.request.may_be_done else "You have to react."
        hold = pygame.Rect(half.right + ui.px(6), rect.y, rect.w - half.w - ui.px(6), half.h)
        if button(ui, "interrupt/hold", hold, "Hold", key="end_phase", reason=no):
            self.stage.give(Done())
            return
        rest = pygame.Rect(rect.x, half.bottom + ui.px(6), rect.w, ui.px(30))
        if button(ui, "interrupt/hold_move", rest, "Hold for the rest of this move", reason=no, centred=True):
            refusal = self.desk.session.hold_for_this_move()
            if refusal is not None:
                self.desk.refuse(refusal)
            else:
                self.stage.relax()


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
