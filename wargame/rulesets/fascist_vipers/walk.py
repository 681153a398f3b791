"""A move as it is carried out: the truth stops or changes it on the way. Rules: CFV-MOVE-04 to -06, CFV-OBS-02 to -10.

Everything that waits on the path (a hidden enemy found, being seen oneself, a Soft unit driven over, a minefield) is
taken in the order of the path, at its exact place, however the path is cut into legs.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from wargame.board import Footprint, gap, path_length, price, within
from wargame.board.sight import eyes, sight_matrix
from wargame.engine import knowledge, paths
from wargame.engine.events import Event, StandChanged, StandTurned
from wargame.engine.orders import Move
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.rulesets.fascist_vipers import mines, movement, overrun, reaction, units
from wargame.rulesets.fascist_vipers.observation import (
    close_range,
    is_hidden,
    line_is_clear,
    on_table,
    reveal,
    state_of,
)
from wargame.rulesets.fascist_vipers.standing_ground import place
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, None]
GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something on the path: `kind` found, seen, overrun or mine, about a stand or a field."""

    inches: float
    kind: str
    about: str


def move(battle: Battle, order: Move, mode: str = "") -> Asking:
    """Carries out a legal move order, with all that it meets. Rules: CFV-TURN-04, CFV-MOVE-10."""
    stand = state_of(battle).stands[order.stand]
    mode = mode or order.mode
    plan = movement.plan(battle, stand, order.path, mode, order.facing_deg)
    _note_start(battle, stand, plan, mode)
    if len(plan.path) < 2:
        _turn(battle, stand, plan.facing_deg)
        return
    yield from _walk(battle, stand, plan, mode)


def _note_start(battle: Battle, stand: VipersStand, plan: movement.Plan, mode: str) -> None:
    moved = len(plan.path) > 1 or not movement.is_free_pivot(stand, plan.facing_deg)
    changes = (("activated", True), ("moved", stand.moved or moved), ("road_move", mode == movement.ROAD))
    battle.happen(
        StandChanged(
            stand=stand.id,
            changes=changes,
            why="move",
            rules=(cite("CFV-TURN-04"),),
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        )
    )
    stand.walked = ((stand.x, stand.y),)


def _turn(battle: Battle, stand: VipersStand, facing_deg: float) -> None:
    if facing_deg != stand.facing_deg:
        seen = knowledge.seen_by_for(battle.state, stand.id)
        rules = (cite("CFV-MOVE-10"),)
        battle.happen(StandTurned(stand=stand.id, facing_deg=facing_deg, rules=rules, seen_by=seen))


def _walk(battle: Battle, stand: VipersStand, plan: movement.Plan, mode: str) -> Asking:
    ahead, facing = plan.path, plan.facing_deg
    done: set[tuple[str, str]] = set()
    while True:
        next_one = _next(battle, stand, ahead, done)
        upto = path_length(ahead) if next_one is None else next_one.inches
        piece = paths.cut(ahead, upto)
        ahead = paths.rest(ahead, upto)
        finished = next_one is None or path_length(ahead) < 0.001
        moved = _step(battle, stand, piece, facing if finished else None, mode)
        if next_one is None:
            return
        done.add((next_one.kind, next_one.about))
        _meet(battle, stand, next_one, moved)
        if stand.gone or battle.over:
            return
        if next_one.kind == "found" and not finished:
            order = yield _ask_to_go_on(battle, stand, next_one, ahead, facing, mode)
            if not isinstance(order, Move):
                return
            again = movement.plan(battle, stand, order.path, mode, order.facing_deg)
            ahead, facing = again.path, again.facing_deg
            if len(ahead) < 2:
                _turn(battle, stand, facing)
                return


def _step(
    battle: Battle, stand: VipersStand, piece: tuple[Point, ...], facing: float | None, mode: str
) -> Event | None:
    """Walks a piece of the path; a facing of None is along its last leg."""
    if len(piece) < 2:
        return None
    cost = price(battle.board, piece, units.movement_class(stand), start_free=True).cost
    end = facing if facing is not None else movement.last_facing(stand, piece)
    moved = place(battle, stand, piece, end, mode, _rules_of(battle, stand, mode), cost=cost)
    stand.spent = round(stand.spent + cost, 3)
    stand.walked = (*stand.walked, *piece[1:])
    return moved


def _rules_of(battle: Battle, stand: VipersStand, mode: str) -> tuple[str, ...]:
    """The rules that let, or make, a unit move now."""
    kind = {movement.ROAD: "CFV-MOVE-03", movement.BREAKTHROUGH: "CFV-ASLT-22"}.get(mode, "CFV-MOVE-01")
    demanded = mode != movement.BREAKTHROUGH and reaction.movement_limits(battle, stand).must_move
    return (cite(kind), cite("CFV-MOVE-02"), *((cite("CFV-REAC-12"),) if demanded else ()))


def _ask_to_go_on(
    battle: Battle, stand: VipersStand, found: Happening, ahead: tuple[Point, ...], facing: float, mode: str
) -> Command:
    rest = Move(stand=stand.id, path=ahead[1:], facing_deg=facing, mode=mode)
    good = movement.plan(battle, stand, rest.path, mode, facing).price.refusal is None
    return Command(
        side=stand.side,
        purpose=GO_ON,
        prompt=f"{battle.state.stands[found.about].name} is found. Go on, or halt here?",
        subjects=(stand.id,),
        orders=("move",),
        about=(found.about,),
        suggestion=rest if good else None,
        rules=(cite("CFV-OBS-04"),),
    )


# ---------------------------------------------------------------- what waits on the path


def _next(battle: Battle, stand: VipersStand, ahead: tuple[Point, ...], done: set[tuple[str, str]]) -> Happening | None:
    found = [*_found(battle, stand, ahead), *_seen(battle, stand, ahead), *_driven_over(battle, stand, ahead)]
    found += [Happening(inches, "mine", area) for inches, area in mines.along_path(battle, stand, ahead)]
    order = {"mine": 0, "seen": 1, "found": 2, "overrun": 3}
    new = [h for h in found if (h.kind, h.about) not in done]
    return min(new, key=lambda h: (round(h.inches, 3), order[h.kind], h.about), default=None)


def _found(battle: Battle, stand: VipersStand, ahead: tuple[Point, ...]) -> list[Happening]:
    """Hidden enemies that the mover comes close to. Rules: CFV-OBS-04, -06."""
    found = []
    for hidden in state_of(battle).stands.values():
        if hidden.side != stand.side and hidden.in_play and is_hidden(battle, hidden):
            limit = close_range(battle.board, hidden, stand)
            other = units.footprint(hidden)
            if paths.comes_within(stand.base, ahead, other, limit) is None and not _is_near(stand, other, limit):
                continue
            inches = paths.first_time(stand.base, ahead, _finder(battle, hidden, limit))
            if inches is not None:
                found.append(Happening(inches, "found", hidden.id))
    return found


def _is_near(stand: VipersStand, other: Footprint, limit: float) -> bool:
    return within(gap(units.footprint(stand), other), limit + stand.base.radius)


def _finder(battle: Battle, hidden: VipersStand, limit: float) -> paths.Test:
    return lambda mover: _finds(battle, mover, hidden, limit)


def _finds(battle: Battle, mover: Footprint, hidden: VipersStand, limit: float) -> bool:
    distance = gap(mover, units.footprint(hidden))
    if not within(distance, limit):
        return False
    return within(distance, 1.0) or line_is_clear(battle, (mover.x, mover.y), (hidden.x, hidden.y))


def _seen(battle: Battle, stand: VipersStand, ahead: tuple[Point, ...]) -> list[Happening]:
    """Where a hidden mover comes into sight of an enemy, or close to one. Rules: CFV-OBS-03, -10."""
    if not is_hidden(battle, stand):
        return []
    watchers = [s for side in battle.state.enemies_of(stand.side) for s in on_table(battle, side)]
    inches = _first_in_sight(battle, stand, ahead, watchers)
    for watcher in watchers:
        at = paths.comes_within(stand.base, ahead, units.footprint(watcher), 1.0)
        inches = at if inches is None else min(inches, at if at is not None else inches)
    if inches is None:
        cite("CFV-OBS-10")
        return []
    return [Happening(inches, "seen", stand.id)]


def _first_in_sight(
    battle: Battle, stand: VipersStand, ahead: tuple[Point, ...], watchers: list[VipersStand]
) -> float | None:
    if not watchers:
        return None
    stations = paths.stations(ahead)
    places = [paths.place_at(stand.base, ahead, inches) for inches in stations]
    lines = sight_matrix(
        battle.board,
        eyes(battle.board, np.array([(p.x, p.y) for p in places])),
        eyes(battle.board, np.array([(w.x, w.y) for w in watchers])),
    )
    for n, row in enumerate(lines.tolist()):
        for watcher, code in zip(watchers, row, strict=True):
            spot = (places[n].x, places[n].y)
            if code < 0 and line_is_clear(battle, spot, (watcher.x, watcher.y)):
                return _exactly(battle, stand, ahead, stations[max(0, n - 1)], stations[n], watcher)
    return None


def _exactly(
    battle: Battle, stand: VipersStand, ahead: tuple[Point, ...], low: float, high: float, watcher: VipersStand
) -> float:
    while high - low > paths.PRECISION_IN:
        middle = (low + high) / 2
        here = paths.place_at(stand.base, ahead, middle)
        clear = line_is_clear(battle, (here.x, here.y), (watcher.x, watcher.y))
        low, high = (low, middle) if clear else (middle, high)
    return high


def _driven_over(battle: Battle, stand: VipersStand, ahead: tuple[Point, ...]) -> list[Happening]:
    """Soft enemies that an armoured fighting vehicle touches. Rule: CFV-MOVE-04."""
    if not units.is_afv(stand):
        return []
    found = []
    for side in battle.state.enemies_of(stand.side):
        for enemy in on_table(battle, side):
            if movement.passes(stand, enemy):
                inches = paths.touches(stand.base, ahead, units.footprint(enemy))
                if inches is not None:
                    found.append(Happening(inches, "overrun", enemy.id))
    return found


def _meet(battle: Battle, stand: VipersStand, what: Happening, cause: Event | None) -> None:
    """Carries out what waits at a place of the path."""
    state = state_of(battle)
    if what.kind == "found":
        reveal(battle, state.stands[what.about], (cite("CFV-OBS-04"), cite("CFV-OBS-06")), by=stand.id, cause=cause)
    elif what.kind == "seen":
        reveal(battle, stand, (cite("CFV-OBS-03"),), cause=cause)
    elif what.kind == "overrun":
        overrun.free_attack(battle, stand, state.stands[what.about], cause)
    else:
        mines.attack(battle, stand, what.about)
