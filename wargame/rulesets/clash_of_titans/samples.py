"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from wargame.board import bearing
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
    Picked,
    Placed,
    Placement,
    Shot,
    Wait,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick, Place
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    act_table,
    deployment,
    legal,
    movement,
    shots,
    special_fire,
    targets,
)
from wargame.rulesets.clash_of_titans.foes import enemies
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]
DIRECTIONS = 6
MOST_SUBJECTS = 2
"""Stands that one call looks at for moves, when all cannot be counted."""
MOST_TARGETS = 4
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
        return any(legal.check_move(view, request, _stay(s)) is None for s in stands)
    return any(next(iter(_orders(view, request, s, kind)), None) is not None for s in stands)


def _stay(stand: ClashStand) -> Move:
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


def _subjects(view: View, request: Command) -> list[ClashStand]:
    stands = state_of(view).stands
    return [stands[name] for name in request.subjects if name in stands]


def _command(view: View, request: Command, kind: str, chance: Chance | None) -> list[Order]:
    stands = _subjects(view, request)
    if kind == "wait":
        return [Wait(stand=s.id) for s in stands]
    if kind == "move":
        found: list[Order] = []
        for stand in _some(stands, chance):
            found += moves(view, request, stand, chance)
        found = found or [order for s in stands for order in moves(view, request, s, chance)]
        return found or [turn for s in stands if legal.check_move(view, request, turn := _stay(s)) is None]
    return [order for stand in stands for order in _orders(view, request, stand, kind)]


def _some(stands: list[ClashStand], chance: Chance | None) -> list[ClashStand]:
    if chance is None or len(stands) <= MOST_SUBJECTS:
        return stands
    left = list(stands)
    return [left.pop(chance.index(len(left))) for _ in range(MOST_SUBJECTS)]


def _orders(view: View, request: Command, stand: ClashStand, kind: str) -> Iterable[Order]:
    if kind == "fire":
        yield from fires(view, stand)
    elif kind == "assault":
        yield from assaults(view, stand)
    elif kind == "act":
        yield from _acts(view, stand)


def fires(view: View, stand: ClashStand) -> Iterable[Fire]:
    """Shots of a stand: each weapon at the nearest of its targets, all its dice as they fall by the plain order."""
    if shots.may_shoot(view, stand) is not None:
        return
    yield from (o for o in special_fire.samples(view, stand) if legal.check_fire(view, o) is None)
    if not stand.is_man:
        yield from _gun_fires(view, stand)
        return
    for weapon in dict.fromkeys((stand.in_hand, *stand.weapons)):
        if targets.unfit(view, stand, weapon) is not None:
            continue
        for enemy in targets.able_targets(view, stand, weapon)[:MOST_TARGETS]:
            yield shots.plain(view, stand, weapon, enemy)


def _gun_fires(view: View, body: ClashStand) -> Iterable[Fire]:
    from wargame.rulesets.clash_of_titans import gun_targets

    for weapon in gun_targets.weapons_of(body):
        for enemy in sorted(enemies(view, body.side), key=lambda e: (math.dist((e.x, e.y), (body.x, body.y)), e.id)):
            order = Fire(stand=body.id, weapon=weapon, targets=(Shot(enemy.id),))
            if legal.check_fire(view, order) is None:
                yield order
                break


def assaults(view: View, stand: ClashStand) -> Iterable[Assault]:
    """Charges of one man at the enemies within his reach, and of him with those beside him."""
    from wargame.rulesets.clash_of_titans import charge

    for row in charge.targets(view, stand):
        if row.refusal is None:
            yield Assault(stand=stand.id, target=row.stand)
            others = charge.possible_supports(view, stand, row.stand)
            if others:
                yield Assault(stand=stand.id, target=row.stand, supports=tuple(others[:2]))


def _acts(view: View, stand: ClashStand) -> Iterable[Act]:
    for row in act_table.rows(view, stand):
        if row.refusal is not None:
            continue
        if row.needs == "stand":
            for target in act_table.targets(view, stand, row.id):
                order = Act(stand=stand.id, act=row.id, target=target)
                if act_table.check(view, order) is None:
                    yield order
        elif row.needs == "point":
            for at in act_table.points(view, stand, row.id):
                order = Act(stand=stand.id, act=row.id, at=at)
                if act_table.check(view, order) is None:
                    yield order
        else:
            yield Act(stand=stand.id, act=row.id)


# ---------------------------------------------------------------- moves


def moves(view: View, request: Command, stand: ClashStand, chance: Chance | None) -> list[Order]:
    """Legal moves: up to the nearest enemies, towards objectives, and all round, walking and fast."""
    if not stand.in_play or legal.may_move(view, stand) is not None:
        return []
    if not stand.is_man:
        from wargame.rulesets.clash_of_titans import vehicle_samples

        return list(vehicle_samples.moves(view, stand, chance))
    found: list[Order] = []
    modes = [m for m in movement.modes(view, stand) if m.refusal is None and m.allowance > 0.1]
    for mode in modes:
        for goal_deg, inches in _aims(view, stand, mode.allowance, chance):
            path = straight(view, stand, goal_deg, inches, mode.id)
            if path is not None:
                found.append(Move(stand=stand.id, path=path, mode=mode.id))
    return found


def _aims(view: View, stand: ClashStand, spare: float, chance: Chance | None) -> list[tuple[float, float]]:
    here = (stand.x, stand.y)
    goals = sorted(((e.x, e.y) for e in enemies(view, stand.side)), key=lambda g: (math.dist(g, here), g))[:2]
    goals += [(o.x, o.y) for o in view.state.objectives.values()]
    shift = chance.die(360) if chance is not None else 0
    aims = [(bearing(*here, *goal), min(spare, math.dist(goal, here))) for goal in goals if math.dist(goal, here) > 0.1]
    return aims + [((shift + n * 360.0 / DIRECTIONS) % 360.0, spare * 0.95) for n in range(DIRECTIONS)]


def straight(
    view: Scene, stand: ClashStand, direction_deg: float, inches: float, mode: str
) -> tuple[Point, ...] | None:
    """A legal straight path as far as so many inches of move lead; None if there is none."""
    angle = math.radians(direction_deg)
    end = (round(stand.x + math.cos(angle) * inches, 3), round(stand.y + math.sin(angle) * inches, 3))
    plan = movement.foot_plan(view, stand, (end,), mode)
    for _ in range(2):
        if plan.refusal is None:
            return plan.path[1:] or None
        if plan.price.legal_to is None:
            return None
        plan = movement.foot_plan(view, stand, (plan.price.legal_to,), mode)
    return plan.path[1:] if plan.refusal is None and len(plan.path) > 1 else None


# ---------------------------------------------------------------- places and picks


def _places(view: View, request: Place, chance: Chance | None) -> list[Order]:
    found: list[Order] = [request.suggestion] if request.suggestion is not None else []
    if request.purpose in (deployment.DEPLOY, deployment.ENTER) and chance is not None and found:
        moved = _jostled(view, request, found[0], chance)
        found += [moved] if legal.check(view, request, moved) is None else []
    return found


def _jostled(view: Scene, request: Place, order: Order, chance: Chance) -> Placed:
    """The suggestion with each placement moved a little, where that stays legal."""
    assert isinstance(order, Placed)
    stands = {s.id: s for s in deployment.state_stands(view, (t.id for t in request.things))}
    kept = list(order.placements)
    for n, p in enumerate(kept):
        dx, dy = (chance.die(401) - 201) / 100, (chance.die(401) - 201) / 100
        new = Placement(thing=p.thing, x=round(p.x + dx, 3), y=round(p.y + dy, 3), facing_deg=p.facing_deg)
        trial = Placed(placements=(*kept[:n], new, *kept[n + 1 :]))
        if deployment.check(view, stands.values(), trial, entering=request.purpose == deployment.ENTER) is None:
            kept[n] = new
    return Placed(placements=tuple(kept))


def _picks(view: View, request: Pick, chance: Chance | None) -> list[Order]:
    """The suggestion, the least, the most, and something drawn between them; only what the rules allow."""
    found: list[Order] = [request.suggestion] if request.suggestion is not None else []
    names = [item.id for item in request.items if item.most > 0]
    most = len(names) if request.at_most is None else min(len(names), request.at_most)
    counts = {request.at_least, most}
    if chance is not None and most > request.at_least:
        counts.add(request.at_least + chance.index(most - request.at_least + 1))
    for count in sorted(counts):
        left = list(names)
        drawn = [left.pop(chance.index(len(left)) if chance is not None else 0) for _ in range(min(count, len(left)))]
        found.append(Picked(items=tuple((name, 1) for name in names if name in drawn)))
    from wargame.engine import form

    return [
        o
        for o in found
        if form.check(view.state, request, o) is None and legal.check(view, request, o) is None  # type: ignore[arg-type]
    ]
