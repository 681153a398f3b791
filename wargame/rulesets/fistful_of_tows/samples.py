"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

from wargame.board import bearing, snap_facing, turn_between
from wargame.engine.dice import Chance
from wargame.engine.orders import Act, Move, Order, Picked, Placed
from wargame.engine.requests import AnyRequest, Command, Pick, Place
from wargame.engine.sampling import Sampler, jostled
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import (
    acts,
    barrage,
    deployment,
    direct_acts,
    firing,
    landing,
    legal,
    losses,
    movement,
    overwatch,
    pivots,
    units,
    watch_acts,
)
from wargame.rulesets.fistful_of_tows.state import FistStand, Point

DIRECTIONS, MOST = 10, 12
TURNS = ("pivot", "combat_turn")


def _acts(view: View, request: Command, stand: FistStand) -> Iterable[Order]:
    if request.purpose == overwatch.PURPOSE:
        yield from watch_acts.orders(view, stand)
        return
    fires = request.purpose in (firing.FIRE, firing.HOLD)
    rows = direct_acts.rows(view, stand) if fires else acts.rows(view, stand) if stand.in_play else ()
    for row in rows:
        if row.refusal is None and (row.id != acts.EXIT or losses.is_exit(view, stand.side, acts.edge_of(view, stand))):
            if row.needs == "stand":
                yield from direct_acts.orders(view, stand, row.id)
            else:
                yield Act(stand=stand.id, act=row.id)


def _may_move(view: View, request: Command, stand: FistStand) -> bool:
    if request.purpose in TURNS:
        return True
    if request.purpose == overwatch.SCOOT:
        return bool(_moves(view, request, stand, None))
    return stand.in_play and movement.may_move(view, stand) is None


def _moves(view: View, request: Command, stand: FistStand, chance: Chance | None) -> list[Order]:
    """Legal moves: towards enemies and objectives, and all round."""
    if request.purpose in TURNS:
        return _turns(view, request, stand)
    if not stand.in_play:
        return []
    found: list[Order] = []
    modes = [movement.SCOOT] if request.purpose == overwatch.SCOOT else _modes(view, stand, chance)
    for mode in modes:
        for path in _paths(view, stand, mode, chance):
            order = Move(stand=stand.id, path=path, mode="" if mode == movement.SCOOT else mode)
            if legal.check_move(view, request, order) is None:
                found.append(order)
            if len(found) >= MOST:
                return found
    return found


def _modes(view: View, stand: FistStand, chance: Chance | None) -> list[str]:
    found = [
        m.id for m in movement.modes(view, stand) if m.refusal is None and movement.may_move(view, stand, m.id) is None
    ]
    if chance is not None and len(found) > 1:
        return [found[chance.index(len(found))], found[0]]
    return found


def _turns(view: View, request: Command, stand: FistStand) -> list[Order]:
    foes = pivots.flankers(view, stand) if request.purpose == pivots.PURPOSE else units.enemies(view, stand.side)
    near = sorted(foes, key=lambda e: math.dist((e.x, e.y), (stand.x, stand.y)))[:3]
    orders = [
        Move(stand=stand.id, path=(), facing_deg=snap_facing(bearing(stand.x, stand.y, e.x, e.y)))
        for e in near
        if turn_between(stand.facing_deg, bearing(stand.x, stand.y, e.x, e.y)) > 1.0
    ]
    return [o for o in orders if legal.check_move(view, request, o) is None]


def _paths(view: View, stand: FistStand, mode: str, chance: Chance | None) -> Iterable[tuple[Point, ...]]:
    spare = movement.left(stand, mode)
    if spare <= 0.05:
        return
    here = (stand.x, stand.y)
    if mode == movement.REVERSE:
        back = (stand.facing_deg + 180.0) % 360.0
        yield from _straight(view, stand, [(back, spare / 4 * share) for share in (0.95, 0.5)], mode)
        return
    goals = sorted(((e.x, e.y) for e in units.enemies(view, stand.side)), key=lambda g: math.dist(g, here))[:2]
    goals += [(o.x, o.y) for o in view.state.objectives.values()]
    shift = chance.die(360) if chance is not None else 0
    tries = [(bearing(*here, *goal), min(spare, math.dist(goal, here))) for goal in goals if goal != here]
    tries += [((shift + n * 360.0 / DIRECTIONS) % 360.0, spare * s) for s in (0.95, 0.45) for n in range(DIRECTIONS)]
    yield from _straight(view, stand, tries, mode)


def _straight(
    view: View, stand: FistStand, tries: Iterable[tuple[float, float]], mode: str
) -> Iterable[tuple[Point, ...]]:
    """Straight paths as far as they are legal."""
    for direction, inches in tries:
        angle = math.radians(direction)
        end = (stand.x + math.cos(angle) * inches, stand.y + math.sin(angle) * inches)
        plan = movement.plan(view, stand, (end,), mode)
        if plan.price.refusal is None:
            if math.dist(plan.path[0], plan.path[-1]) > 0.05:
                yield (plan.path[-1],) if plan.halted_by else (end,)
        elif plan.price.legal_to is not None:
            x, y = plan.price.legal_to
            away = math.dist((x, y), (stand.x, stand.y))
            if away > 0.2:
                share = (away - 0.02) / away
                yield ((round(stand.x + (x - stand.x) * share, 3), round(stand.y + (y - stand.y) * share, 3)),)


def _places(view: View, request: Place, chance: Chance | None) -> list[Order]:
    if request.purpose == barrage.PURPOSE:
        return barrage.samples(view, request, chance)
    if request.purpose in landing.PURPOSES:
        return landing.samples(view, request, chance)
    found: list[Order] = [request.suggestion] if isinstance(request.suggestion, Placed) else []
    if chance is not None and found and isinstance(found[0], Placed):
        moved = jostled(found[0], functools.partial(_fits, view, request), chance)
        if legal.check(view, request, moved) is None:
            found.append(moved)
    return found


def _fits(view: View, request: Place, order: Placed) -> bool:
    stands = deployment.state_stands(view, (t.id for t in request.things))
    return deployment.check(view, stands, order, entering=request.purpose == "enter") is None


def _picks(view: View, request: Pick, chance: Chance | None) -> list[Order]:
    found: list[Order] = [request.suggestion] if request.suggestion is not None else []
    if chance is not None and request.cost_at_most is None:
        limits = dict.fromkeys((i.kind for i in request.items), 0)
        rows = []
        for item in request.items:
            if chance.die(2) == 1 and (not item.kind or not limits[item.kind]):
                limits[item.kind] += 1
                rows.append((item.id, 1))
        found.append(Picked(items=tuple(rows)))
    return found or [Picked()]


class _RequestSampler(Sampler[FistStand]):
    """Fire and acts depend on what is asked, not on the stand alone."""

    def _orders(self, view: View, request: Command, stand: FistStand, kind: str) -> Iterable[Order]:
        if kind == "fire":
            return legal.fires_of(view, request, stand.id)
        return _acts(view, request, stand) if kind == "act" else ()


_SAMPLER = _RequestSampler(
    kind=FistStand,
    fires=lambda view, stand: (),
    assaults=lambda view, request, stand: (),
    acts=lambda view, stand: (),
    moves=_moves,
    may_move=_may_move,
    places=_places,
    picks=_picks,
    most_subjects=4,
)


def sample_kinds(view: View, request: AnyRequest) -> tuple[str, ...]:
    """Kinds of order that have at least one legal answer."""
    return _SAMPLER.kinds(view, request)


def samples(view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
    """Legal answers of a kind."""
    return _SAMPLER.samples(view, request, kind, chance)
