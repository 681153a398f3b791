"""A view: a copy of the state from which everything that a side does not know has been taken out."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Base, Board
from wargame.engine.conditions import Judge
from wargame.engine.dice import Chance, Dice
from wargame.engine.events import AnyEvent, seen
from wargame.engine.setup import Setup
from wargame.engine.state import Known, Stand, State

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.engine.ruleset import Ruleset

CONTACT_BASE = Base.circle(1.0)


class View:
    """What one side may know. It has the same questions as a battle, and no way to change anything."""

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        side: str,
        state: State,
        ground: Board,
        events: tuple[AnyEvent, ...] = (),
        at_round_start: bool = False,
    ) -> None:
        self.ruleset, self.setup, self.side, self.state = ruleset, setup, side, state
        self.ground, self._source, self.at_round_start = ground, events, at_round_start

    @staticmethod
    def of(battle: Battle, side: str) -> View:
        """The view of a side on a running battle."""
        state = known_state(battle.state, side)
        battle.ruleset.conceal(state, side)
        events = battle.story_of(side).follow(battle.events)
        return View(battle.ruleset, battle.setup, side, state, battle.ground, events, battle.at_round_start)

    @property
    def judge(self) -> Judge:
        """The ruleset's words for conditions."""
        return self.ruleset.judge

    @functools.cached_property
    def board(self) -> Board:
        """The ground as the side knows it."""
        return self.ground.with_changes(self.state.ground)

    @functools.cached_property
    def kept(self) -> dict[Any, Any]:
        """What a ruleset has worked out from this view and may be asked for again; a view never changes."""
        return {}

    @functools.cached_property
    def events(self) -> tuple[AnyEvent, ...]:
        """The events that the side saw, numbered anew so that no gap betrays a secret."""
        numbers = {event.n: new for new, event in enumerate(self._source, start=1)}
        return tuple(
            msgspec.structs.replace(e, n=numbers[e.n], cause=numbers.get(e.cause, 0), seen_by=None, instead=None)
            for e in self._source
        )

    def imagine(self, chance: Chance) -> Battle:
        """A playable battle that agrees with all the side has seen, with dice of its own.

        Raises ValueError in the middle of a round: there a player decides from appraisals.
        """
        from wargame.engine.battle import Battle

        if not self.at_round_start:
            raise ValueError("look-ahead exists at the first request of a round only")
        state = self.ruleset.guess(self, chance)
        dice = Dice(chance.die(2**31))
        return Battle(self.ruleset, self.setup, dice=dice, state=state, ground=self.ground, digests=False)


class Story:
    """The events of a battle as one side saw them, kept up to date bit by bit."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._seen: list[AnyEvent] = []
        self._count = 0
        self._last: AnyEvent | None = None

    def follow(self, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
        """What was seen of these events, which are those of the last call or others and what came after them."""
        if self._count > len(events) or (self._count and events[self._count - 1] is not self._last):
            self._seen, self._count, self._last = [], 0, None
        for event in events[self._count :]:
            other = seen(event, self.side)
            if other is not None:
                self._seen.append(_in_place_of(event, other))
            self._last = event
        self._count = len(events)
        return tuple(self._seen)


def _in_place_of(event: AnyEvent, other: AnyEvent) -> AnyEvent:
    """What a side sees of an event, under the number of the event."""
    return event if other is event else msgspec.structs.replace(other, n=event.n, cause=event.cause)


def known_state(state: State, side: str) -> State:
    """A copy of the state with what the side does not know taken out.

    Of the others' knowledge it keeps what concerns its own stands: which of them are still hidden.
    """
    twin = state.copy()
    known = twin.knowledge.get(side, {})
    for stand in list(twin.stands.values()):
        if stand.side != side:
            _cut_stand(twin, stand, known.get(stand.id))
    mine = {name for name, stand in twin.stands.items() if stand.side == side}
    twin.knowledge = {
        other: {s: e for s, e in rows.items() if s in mine} for other, rows in twin.knowledge.items() if other != side
    }
    twin.knowledge[side] = {e.alias or s: e for s, e in known.items() if e.level != "unknown"}
    twin.areas = {k: a for k, a in twin.areas.items() if a.known_to is None or side in a.known_to}
    twin.markers = {k: m for k, m in twin.markers.items() if m.known_to is None or side in m.known_to}
    populated = {s.group for s in twin.stands.values()}
    twin.groups = {k: g for k, g in twin.groups.items() if g.side == side or g.arrived or k in populated}
    for group in twin.groups.values():
        if group.leader not in twin.stands:
            group.leader = None
    twin.dice_count = twin.event_count = 0
    twin.triggered = twin.arrived = ()
    return twin


def _cut_stand(twin: State, stand: Stand, entry: Known | None) -> None:
    carrier = twin.stands.get(stand.carrier) if stand.carrier else None
    absent = not stand.gone and not stand.on_table and (carrier is None or not carrier.on_table)
    if absent or (entry is not None and entry.level == "unknown"):
        del twin.stands[stand.id]
    elif entry is not None and entry.level == "contact":
        del twin.stands[stand.id]
        twin.stands[entry.alias] = _contact(stand, entry)


def _contact(stand: Stand, entry: Known) -> Stand:
    """A stand of which only a place is known."""
    return Stand(
        id=entry.alias,
        name="Contact",
        side=stand.side,
        group="",
        line="",
        base=CONTACT_BASE,
        x=entry.x if entry.x is not None else stand.x,
        y=entry.y if entry.y is not None else stand.y,
        on_table=True,
    )
