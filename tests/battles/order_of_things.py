"""What holds in every battle at every moment; each function lists, in words, what does not."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from wargame.board import Footprint, inside_table, overlaps, snap, snap_facing
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent, Rolled, seen
from wargame.engine.orders import Refusal
from wargame.engine.requests import Command
from wargame.engine.state import Stand, State

GROUP_STATES = {
    "fascist_vipers": {"", "go_to_ground", "falter", "run_away", "surrendered", "fanatic", "reordering", "destroyed"}
}


class Watched(Battle):
    """A battle that looks after every event whether all is in order; what is not stands in `wrong`."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.wrong: list[str] = []
        self._dice_before = 0
        self._told: list[tuple[int, str, set[str]]] = []
        super().__init__(*args, **more)

    def happen(self, event: Any, cause: Any = None) -> Any:
        """As every battle; then look."""
        happened = super().happen(event, cause)
        self.wrong += [f"event {happened.n} ({type(happened).__name__}): {w}" for w in wrong_with_event(self, happened)]
        if self.state.dice_count < self._dice_before:
            self.wrong.append(f"event {happened.n}: the count of dice went back")
        self._dice_before = self.state.dice_count
        self._told += [(happened.n, side, ids) for side, ids in told(self.state, happened)]
        return happened

    def told_too_much(self) -> list[str]:
        """Events of the last answer that told a side of stands it still knows nothing of."""
        found = [
            f"event {n} tells {side} of {ids & hidden_from(self.state, side)}"
            for n, side, ids in self._told
            if ids & hidden_from(self.state, side)
        ]
        self._told.clear()
        return found


def wrong_with_event(battle: Battle, event: AnyEvent) -> Iterator[str]:
    """After an event: numbers, rules, faces, the place of its stand, and who is told of whom."""
    if not event.n == len(battle.events) == battle.state.event_count:
        yield f"it is event {len(battle.events)} and the state has counted {battle.state.event_count}"
    if not 0 <= event.cause < event.n:
        yield f"its cause is event {event.cause}"
    yield from (f"unknown rule {rule}" for rule in event.rules if rule not in battle.ruleset.rules)
    if isinstance(event, Rolled) and not all(1 <= face <= event.sides for face in event.dice):
        yield f"faces {event.dice} of a d{event.sides}"
    stand = battle.state.stands.get(getattr(event, "stand", None) or "")
    if stand is not None:
        yield from wrong_with_place(battle, stand)


def wrong_with_place(battle: Battle, stand: Stand) -> Iterator[str]:
    """Is a stand on the grid and on the table, and gone when it is gone?"""
    numbers = (stand.x, stand.y, stand.facing_deg)
    if not all(math.isfinite(v) for v in numbers):
        yield f"{stand.id} stands at {numbers}"
        return
    if (snap(stand.x), snap(stand.y), snap_facing(stand.facing_deg)) != numbers:
        yield f"{stand.id} stands off the grid at {numbers}"
    table = battle.board.table
    if stand.in_play and not inside_table(footprint(stand), table.width_in, table.height_in):
        yield f"{stand.id} stands over the edge at {numbers}"
    if stand.gone and (stand.on_table or stand.in_play):
        yield f"{stand.id} is gone ({stand.gone}) and still on the table"


def told(state: State, event: AnyEvent) -> Iterator[tuple[str, set[str]]]:
    """Sides that are told ids of stands that they know nothing of (yet), and which."""
    for side in state.knowledge:
        unknown = hidden_from(state, side)
        shown = seen(event, side) if unknown else None
        if shown is not None:
            bare = msgspec.structs.replace(shown, seen_by=None, instead=None)
            ids = unknown & set(strings(msgspec.to_builtins(bare)))
            if ids:
                yield side, ids


def strings(data: Any) -> Iterator[str]:
    """All strings in plain data, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings(key)
            yield from strings(value)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from strings(item)


def footprint(stand: Stand) -> Footprint:
    """Where its base lies."""
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def wrong_with(battle: Battle) -> list[str]:
    """After an answer: places, bases, carriers, groups, objectives, the open request, the views."""
    found = [wrong for stand in battle.state.stands.values() for wrong in wrong_with_place(battle, stand)]
    found += wrong_with_carriers(battle.state)
    found += wrong_with_groups(battle)
    found += wrong_with_request(battle)
    if battle.over or battle.at_round_start:
        found += overlapping(battle.state)
    for side in battle.state.sides:
        found += wrong_with_view(battle, side)
    if isinstance(battle, Watched):
        found += battle.told_too_much()
    return found


def overlapping(state: State) -> list[str]:
    """Pairs of bases that lie on each other."""
    standing = sorted(state.in_play(), key=lambda s: s.x)
    found = []
    for n, a in enumerate(standing):
        for b in standing[n + 1 :]:
            if b.x - a.x > 2 * max(3.0, a.base.radius):
                break
            if a.floor == b.floor and overlaps(footprint(a), footprint(b)):
                found.append(f"{a.id} at ({a.x}, {a.y}) and {b.id} at ({b.x}, {b.y}) overlap")
    return found


def wrong_with_carriers(state: State) -> Iterator[str]:
    """Who is carried has a carrier of its own side that is not itself carried; nobody carries more than fits."""
    load: dict[str, int] = {}
    for stand in state.stands.values():
        if stand.carrier is None or stand.gone:
            continue
        carrier = state.stands.get(stand.carrier)
        if carrier is None or carrier.side != stand.side or carrier.carrier or carrier.gone:
            yield f"{stand.id} is carried by {stand.carrier}, which cannot be"
            continue
        load[carrier.id] = load.get(carrier.id, 0) + 1
    for name, count in load.items():
        room = getattr(getattr(state.stands[name], "ratings", None), "capacity", count)
        if count > room:
            yield f"{name} carries {count}, room for {room}"


def wrong_with_groups(battle: Battle) -> Iterator[str]:
    """Groups have a side, parents that exist and lead upwards, a state that the rulebook knows."""
    state = battle.state
    for stand in state.stands.values():
        if stand.group not in state.groups or state.groups[stand.group].side != stand.side:
            yield f"{stand.id} belongs to {stand.group!r}"
    allowed = GROUP_STATES.get(battle.ruleset.name)
    for group in state.groups.values():
        if group.side not in state.sides or (group.parent and group.parent not in state.groups):
            yield f"group {group.id} of {group.side}, part of {group.parent}"
        if allowed is not None and getattr(group, "state", None) not in allowed:
            yield f"group {group.id} is {getattr(group, 'state', None)!r}"
        battle.judge.group_states(state, group.id)
    for objective in state.objectives.values():
        if objective.holder and objective.holder not in state.sides:
            yield f"{objective.id} is held by {objective.holder!r}"


def wrong_with_request(battle: Battle) -> Iterator[str]:
    """Something is asked or the battle is over; what is asked is asked of the right side, in words, by known rules."""
    request = battle.request
    if (request is None) != battle.over:
        yield f"request {request}, over: {battle.over}"
    if request is None:
        return
    if request.number != len(battle.answers) + 1 or request.side not in battle.state.sides or not request.prompt:
        yield f"request {request.number} of {request.side!r}: {request.prompt!r}"
    yield from (f"request cites unknown rule {rule}" for rule in request.rules if rule not in battle.ruleset.rules)
    if isinstance(request, Command):
        if not request.subjects:
            yield f"{request.purpose}: nobody to command"
        for name in request.subjects:
            stand, group = battle.state.stands.get(name), battle.state.groups.get(name)
            if getattr(stand or group, "side", None) != request.side or (stand is not None and stand.gone):
                yield f"{request.purpose}: {request.side} is asked about {name}"
    if request.suggestion is not None:
        refusal = battle.ruleset.check(battle.view(request.side), request, request.suggestion)
        if isinstance(refusal, Refusal):
            yield f"{request.purpose}: the suggestion {request.suggestion} is refused: {refusal.text}"
    named = hidden_from(battle.state, request.side) & set(strings(msgspec.to_builtins(request)))
    yield from (f"{request.purpose}: the request names {name}" for name in sorted(named))


def hidden_from(state: State, side: str) -> set[str]:
    """Ids of stands on the table or aboard that the side knows nothing of."""
    return {name for name, entry in state.knowledge.get(side, {}).items() if entry.level == "unknown"}


def wrong_with_view(battle: Battle, side: str) -> Iterator[str]:
    """A view holds nobody hidden, no dice, no seed, and events numbered without a gap."""
    view = battle.view(side)
    hidden = hidden_from(battle.state, side)
    named = hidden & set(strings(msgspec.to_builtins(view.state))) if hidden else set()
    yield from (f"the view of {side} names {name}" for name in sorted(named))
    if view.state.dice_count or view.state.event_count:
        yield f"the view of {side} counts dice or events"
    for number, event in enumerate(view.events, start=1):
        if event.n != number or not 0 <= event.cause < number:
            yield f"the view of {side} numbers event {number} as {event.n}, set off by {event.cause}"
            break
