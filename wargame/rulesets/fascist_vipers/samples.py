"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

from wargame.board import bearing, point_at_cost
from wargame.engine.dice import Chance
from wargame.engine.orders import Act, Assault, Fire, Move, Order, Placed, Shot
from wargame.engine.requests import Command, Pick, Place
from wargame.engine.ruleset import Scene
from wargame.engine.sampling import Sampler, jostled, stay
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


def _assaults(view: View, request: Command, stand: VipersStand) -> Iterable[Assault]:
    return (order for order in _all_assaults(view, stand) if legal.check(view, request, order) is None)


def _all_assaults(view: View, stand: VipersStand) -> Iterable[Assault]:
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


def _may_move(view: View, request: Command, stand: VipersStand) -> bool:
    return legal.check_move(view, request, stay(stand)) is None or bool(_moves(view, request, stand, None))


def _moves(view: View, request: Command, stand: VipersStand, chance: Chance | None) -> list[Order]:
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
        if len(found) >= DIRECTIONS:
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
        found = [request.suggestion] if isinstance(request.suggestion, Placed) else []
        if chance is not None and found:
            moved = jostled(found[0], functools.partial(_fits, view, request), chance)
            found += [moved] if legal.check(view, request, moved) is None else []
        return list(found)
    return [request.suggestion] if request.suggestion is not None else []


def _fits(view: View, request: Place, order: Placed) -> bool:
    stands = deployment.state_stands(view, (t.id for t in request.things))
    return deployment.check(view, stands, order, entering=request.purpose == "enter") is None


def _picks(view: Scene, request: Pick, chance: Chance | None) -> list[Order]:
    return air.samples(view, request, chance)


_SAMPLER = Sampler(
    kind=VipersStand,
    fires=_fires,
    assaults=_assaults,
    acts=_acts,
    moves=_moves,
    may_move=_may_move,
    places=_places,
    picks=_picks,
    most_subjects=6,
)
sample_kinds = _SAMPLER.kinds
samples = _SAMPLER.samples
