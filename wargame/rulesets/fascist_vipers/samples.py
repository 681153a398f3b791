"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from wargame.board import bearing, point_at_cost
from wargame.engine.dice import Chance
from wargame.engine.orders import (
    Act,
    Assault,
    Chosen,
    Confirmed,
    Done,
    Fire,
    Move,
    Order,
    Placed,
    Placement,
    Shot,
    Wait,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick, Place
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import (
    activation,
    acts,
    air,
    assault,
    assault_dice,
    bursts,
    clearing,
    deployment,
    legal,
    marches,
    movement,
    reaction,
    targets,
    units,
)
from wargame.rulesets.fascist_vipers.observation import known_enemies, state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

DIRECTIONS = 12
MOST_SUBJECTS = 6
"""Stands that one call looks at for moves, when all cannot be counted."""
_KINDS = ("fire", "assault", "move", "act", "wait")
_ANSWERS = {Choose: "chosen", Pick: "picked", Place: "placed", Confirm: "confirmed"}


def sample_kinds(view: View, request: AnyRequest) -> tuple[str, ...]:
    """Kinds of order that have at least one legal answer."""
    if not isinstance(request, Command):
        return (_ANSWERS[type(request)],)
    found = [kind for kind in _KINDS if kind in request.orders and _has_any(view, request, kind)]
    return (*found, "done") if request.may_be_done else tuple(found)


def _has_any(view: View, request: Command, kind: str) -> bool:
    if kind == "wait":
        return True
    stands = _subjects(view, request)
    if kind == "move":
        return any(_may_move(view, request, s) for s in stands)
    return any(next(iter(_orders(view, request, s, kind)), None) is not None for s in stands)


def _may_move(view: View, request: Command, stand: VipersStand) -> bool:
    return legal.check_move(view, request, _stay(stand)) is None or bool(_moves(view, request, stand, DIRECTIONS, None))


def _stay(stand: VipersStand) -> Move:
    """A move that goes nowhere."""
    return Move(stand=stand.id, path=(), facing_deg=stand.facing_deg)


def samples(view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
    """Legal answers of a kind; with `chance` the spread is drawn, without it it is the same every time."""
    if kind == "done":
        return [Done()]
    if isinstance(request, Command):
        return _command(view, request, kind, chance)
    if isinstance(request, Choose):
        return [Chosen(option=option.id) for option in request.options]
    if isinstance(request, Confirm):
        return [Confirmed(yes=True), Confirmed(yes=False)]
    if isinstance(request, Place):
        return _places(view, request, chance)
    return _picks(view, request, chance)


# ---------------------------------------------------------------- commands


def _subjects(view: View, request: Command) -> list[VipersStand]:
    stands = state_of(view).stands
    return [stands[name] for name in request.subjects if name in stands]


def _command(view: View, request: Command, kind: str, chance: Chance | None) -> list[Order]:
    stands = _subjects(view, request)
    if kind == "wait":
        return [Wait(stand=s.id) for s in stands]
    if kind == "move":
        found: list[Order] = []
        for stand in _some(stands, chance):
            found += _moves(view, request, stand, DIRECTIONS, chance)
        found = found or [order for s in stands for order in _moves(view, request, s, DIRECTIONS, chance)]
        return found or [turn for s in stands if legal.check_move(view, request, turn := _stay(s)) is None]
    return [order for stand in stands for order in _orders(view, request, stand, kind)]


def _some(stands: list[VipersStand], chance: Chance | None) -> list[VipersStand]:
    if chance is None or len(stands) <= MOST_SUBJECTS:
        return stands
    left = list(stands)
    return [left.pop(chance.index(len(left))) for _ in range(MOST_SUBJECTS)]


def _orders(view: View, request: Command, stand: VipersStand, kind: str) -> Iterable[Order]:
    if kind == "fire":
        yield from _fires(view, stand)
    elif kind == "assault":
        for order in _assaults(view, stand):
            if legal.check(view, request, order) is None:
                yield order
    elif kind == "act":
        yield from _acts(view, stand)


def _fires(view: View, stand: VipersStand) -> Iterable[Order]:
    if units.is_aircraft(stand):
        yield from air.legal_attacks(view, stand)
        return
    if targets.may_fire(view, stand) is not None:
        return
    if reaction.may_attack(view, stand) is not None:
        return
    if stand.in_play:
        for row in targets.targets(view, stand):
            if row.refusal is None:
                yield Fire(stand=stand.id, weapon="gun", targets=(Shot(row.stand),))
    if bursts.has_bursts(stand):
        for enemy in known_enemies(view, stand.side):
            order = Fire(stand=stand.id, weapon="burst", at=(enemy.x, enemy.y))
            if bursts.check_burst(view, order) is None:
                yield order


def _assaults(view: View, stand: VipersStand) -> Iterable[Assault]:
    if not stand.in_play:
        return
    for row in assault.targets(view, stand):
        yield Assault(stand=stand.id, target=row.stand)
        supports = assault.possible_supports(view, stand, state_of(view).stands[row.stand])
        if assault_dice.is_combined(assault_dice.fighter(view, stand), tuple(supports)):
            helper = next(s for s in supports if assault_dice.is_combined(assault_dice.fighter(view, stand), (s,)))
            yield Assault(stand=stand.id, target=row.stand, supports=(helper.id,))


def _acts(view: View, stand: VipersStand) -> Iterable[Order]:
    for row in acts.rows(view, stand):
        if row.id == acts.CLEAR:
            for point in clearing.sample_points(view, stand):
                order = Act(stand=stand.id, act=row.id, at=point)
                if acts.check(view, order) is None:
                    yield order
        elif row.refusal is None:
            yield Act(stand=stand.id, act=row.id)


# ---------------------------------------------------------------- moves


def _moves(view: View, request: Command, stand: VipersStand, most: int, chance: Chance | None) -> list[Order]:
    """Legal moves: what compulsory movement demands, up to enemies, towards objectives, and all round."""
    if not stand.in_play:
        return []
    found: list[Order] = []
    if request.purpose == activation.ACTIVATE:
        if movement.may_move(view, stand) is not None:
            return []
        found += reaction.complying_moves(view, stand)
        if found:
            return found
        roads = marches.road_paths(view, stand)
        found += [Move(stand=stand.id, path=path, mode=movement.ROAD) for path in roads]
    for path in _paths(view, request, stand, chance):
        found.append(Move(stand=stand.id, path=path))
        if len(found) >= most:
            break
    return found


def _paths(view: View, request: Command, stand: VipersStand, chance: Chance | None) -> Iterable[tuple[Point, ...]]:
    """Legal straight paths: up to the nearest enemies, towards objectives, and all round."""
    mode = legal.mode_of(view, request, Move(stand=stand.id, path=()))
    spare = movement.left(stand, mode)
    if spare <= 0.05:
        return
    goals = [(e.x, e.y) for e in known_enemies(view, stand.side)]
    goals.sort(key=lambda g: math.dist(g, (stand.x, stand.y)))
    goals = goals[:3] + [(o.x, o.y) for o in view.state.objectives.values()]
    shift = chance.die(360) if chance is not None else 0
    tries = [(bearing(stand.x, stand.y, *goal), min(spare, math.dist(goal, (stand.x, stand.y)))) for goal in goals]
    tries += [
        ((shift + n * 360.0 / DIRECTIONS) % 360.0, spare * share) for share in (0.95, 0.5) for n in range(DIRECTIONS)
    ]
    for direction, points in tries:
        path = straight(view, stand, direction, points, mode)
        if path is not None:
            yield path


def straight(
    view: View, stand: VipersStand, direction_deg: float, points: float, mode: str
) -> tuple[Point, ...] | None:
    """A legal straight path as far as so many points lead, cut at the first base that stops it; None if there is
    none."""
    angle = math.radians(direction_deg)
    end = (stand.x + math.cos(angle) * points, stand.y + math.sin(angle) * points)
    path = ((stand.x, stand.y), end)
    reached = point_at_cost(view.board, path, units.movement_class(stand), max(0.0, points - 0.01))
    price = movement.plan(view, stand, (reached,), mode).price
    if price.refusal is None:
        return (reached,)
    if price.legal_to is None:
        return None
    return (price.legal_to,) if movement.plan(view, stand, (price.legal_to,), mode).price.refusal is None else None


# ---------------------------------------------------------------- places and picks


def _places(view: View, request: Place, chance: Chance | None) -> list[Order]:
    if request.purpose == "plan":
        return bursts.sample_plots(view, request, chance or Chance(0))
    if request.purpose in ("deploy", "enter"):
        found: list[Order] = [request.suggestion] if isinstance(request.suggestion, Placed) else []
        if chance is not None and found:
            moved = _jostled(view, request, found[0], chance)
            found += [moved] if legal.check(view, request, moved) is None else []
        return found
    return [request.suggestion] if request.suggestion is not None else []


def _jostled(view: Scene, request: Place, order: Order, chance: Chance) -> Placed:
    """The suggestion with each placement moved a little, where that stays legal."""
    assert isinstance(order, Placed)
    stands = {s.id: s for s in deployment.state_stands(view, (t.id for t in request.things))}
    kept = list(order.placements)
    for n, p in enumerate(kept):
        dx, dy = (chance.die(401) - 201) / 100, (chance.die(401) - 201) / 100
        new = Placement(thing=p.thing, x=round(p.x + dx, 3), y=round(p.y + dy, 3), facing_deg=p.facing_deg)
        trial = Placed(placements=(*kept[:n], new, *kept[n + 1 :]))
        if deployment.check(view, stands.values(), trial, entering=request.purpose == "enter") is None:
            kept[n] = new
    return Placed(placements=tuple(kept))


def _picks(view: Scene, request: Pick, chance: Chance | None) -> list[Order]:
    return air.samples(view, request, chance)
