"""Orders given to several stands at once and carried out one after the other, until something speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wargame.engine.events import AnyEvent, Fired, Sighted, StandRemoved, TemplateLanded
from wargame.engine.orders import AnyOrder, Refusal
from wargame.engine.requests import Command
from wargame.tabletop.desk import Desk

Renew = Callable[[AnyOrder], AnyOrder]
"""Works an order out again for the table as it is now."""


class OrderQueue:
    """What is still to be done, and why it stopped.

    It gives an order only when the viewer is asked for one and everything before has been shown. An order that is
    refused now waits for the others: whoever stands in its way may be one of them. It stops when every order left is
    refused, when anything else is asked, when the enemy fires, and when something new is seen. All of this is judged by
    what the viewer sees: a secret never stops it.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.waiting: list[AnyOrder] = []
        self.done = 0
        self.total = 0
        self.stopped = ""
        self._running = False
        self._renew: Renew = lambda order: order
        self._viewer: str | None = None
        self._told = 0

    @property
    def running(self) -> bool:
        """Whether orders are being given by it now."""
        return self._running

    @property
    def shown(self) -> bool:
        """Whether there is anything to say to whoever looks on: it runs, or it stopped before its end."""
        return self._viewer == self.desk.session.viewer and (self._running or bool(self.stopped))

    @property
    def words(self) -> str:
        """How far it is: `3 of 12`."""
        return f"{self.done} of {self.total}"

    @property
    def next_name(self) -> str:
        """Whose turn it is in the queue."""
        return self.desk.name(_stand_of(self.waiting[0])) if self.waiting else ""

    def begin(self, orders: Sequence[AnyOrder], renew: Renew | None = None) -> None:
        """Carry out these orders, in this order as far as it can be kept."""
        self.waiting, self.done, self.total = list(orders), 0, len(orders)
        self._renew = renew or (lambda order: order)
        self.go_on()

    def go_on(self) -> None:
        """Carry out what is left after a stop."""
        self.stopped = ""
        self._running = bool(self.waiting)
        self._viewer = self.desk.session.viewer
        self._told = len(self.desk.session.story.events)

    def cancel(self) -> bool:
        """Drop what is left; whether there was anything to drop."""
        had = self.shown
        self.waiting, self.stopped, self._running = [], "", False
        return had

    def update(self) -> bool:
        """Give the next order if it is time; whether one was given. Called when nothing is being shown."""
        if not self._running:
            return False
        why = self._reason_to_stop()
        if why:
            self._stop(why)
            return False
        request = self.desk.request
        if not isinstance(request, Command):
            return False
        return self._give_next(request)

    def _reason_to_stop(self) -> str:
        session, request = self.desk.session, self.desk.request
        if session.viewer != self._viewer or session.curtain:
            return "The other player was asked."
        if session.over:
            return "The battle is over."
        for event in session.story.events[self._told :]:
            why = self._news(event)
            if why:
                return why
        if request is None:
            return "" if self._is_short_wait() else "The other side acts now."
        if request.interrupt or not isinstance(request, Command):
            return f"You are asked: {request.prompt}"
        return ""

    def _is_short_wait(self) -> bool:
        """Somebody else answers for what the last order has set off; then it goes on, or stops for what is seen."""
        asked = self.desk.session.battle.request
        return asked is not None and bool(asked.interrupt)

    def _news(self, event: AnyEvent) -> str:
        """What an event says against going on, as far as the viewer saw it."""
        mine = self.desk.session.viewer
        stand = self.desk.stand(getattr(event, "stand", ""))
        if isinstance(event, Fired) and (stand is None or stand.side != mine):
            return f"{stand.name if stand is not None else 'Somebody'} fires."
        if isinstance(event, Sighted) and event.side in (mine, "") and (stand is None or stand.side != mine):
            return f"{stand.name if stand is not None else 'Something'} has come into sight."
        if isinstance(event, StandRemoved) and stand is not None and stand.side == mine and event.why != "left":
            return f"{stand.name} is gone."
        return "A burst has landed." if isinstance(event, TemplateLanded) else ""

    def _give_next(self, request: Command) -> bool:
        """The first order that is allowed now; if none is, it stops with the reason of the first one."""
        self._told = len(self.desk.session.story.events)
        first: tuple[AnyOrder, Refusal] | None = None
        for n, kept in enumerate(self.waiting):
            order = self._renew(kept)
            why = self._refusal(request, order)
            if why is None:
                why = self.desk.session.answer(order)
                if why is None:
                    del self.waiting[n]
                    self.done += 1
                    self._running = bool(self.waiting)
                    return True
            first = first or (order, why)
        if first is not None:
            stand = _stand_of(first[0])
            self._stop(f"{self.desk.name(stand)}: {first[1].text}", first[1])
            self.desk.select(stand)
        return False

    def _refusal(self, request: Command, order: AnyOrder) -> Refusal | None:
        if order.kind not in request.orders or _stand_of(order) not in request.subjects:
            return Refusal(text="It cannot be given an order now.")
        return self.desk.check(order)

    def _stop(self, why: str, refusal: Refusal | None = None) -> None:
        rule = f" (§ {refusal.rules[0]})" if refusal is not None and refusal.rules else ""
        self.stopped, self._running = f"{why}{rule}", False


def _stand_of(order: AnyOrder) -> str:
    return str(getattr(order, "stand", ""))
