"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

from wargame.board import bearing
from wargame.engine.dice import Chance
from wargame.engine.orders import Act, Assault, Fire, Move, Order, Picked, Placed, Shot
from wargame.engine.requests import Command, Pick, Place
from wargame.engine.ruleset import Scene
from wargame.engine.sampling import Sampler, jostled, stay
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    act_table,
    deployment,
    geometry,
    legal,
    movement,
    shots,
    special_fire,
    targets,
)
from wargame.rulesets.clash_of_titans.foes import enemies
from wargame.rulesets.clash_of_titans.state import ClashStand

Point = tuple[float, float]
DIRECTIONS = 6
MOST_TARGETS = 4


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

    geometry.seen_among(view, body, list(targets.enemies(view, body.side)))  # all at once; kept with the view
    for weapon in gun_targets.weapons_of(body):
        for enemy in sorted(enemies(view, body.side), key=lambda e: (math.dist((e.x, e.y), (body.x, body.y)), e.id)):
            order = Fire(stand=body.id, weapon=weapon, targets=(Shot(enemy.id),))
            if legal.check_fire(view, order) is None:
                yield order
                break


def assaults(view: View, request: Command, stand: ClashStand) -> Iterable[Assault]:
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


def _may_move(view: View, request: Command, stand: ClashStand) -> bool:
    return legal.check_move(view, request, stay(stand)) is None


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
    suggested = request.suggestion
    if (
        request.purpose in (deployment.DEPLOY, deployment.ENTER)
        and chance is not None
        and isinstance(suggested, Placed)
    ):
        moved = jostled(suggested, functools.partial(_fits, view, request), chance)
        found += [moved] if legal.check(view, request, moved) is None else []
    return found


def _fits(view: View, request: Place, order: Placed) -> bool:
    stands = deployment.state_stands(view, (t.id for t in request.things))
    return deployment.check(view, stands, order, entering=request.purpose == deployment.ENTER) is None


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


_SAMPLER = Sampler(
    kind=ClashStand,
    fires=fires,
    assaults=assaults,
    acts=_acts,
    moves=moves,
    may_move=_may_move,
    places=_places,
    picks=_picks,
    most_subjects=2,
)
sample_kinds = _SAMPLER.kinds
samples = _SAMPLER.samples
