"""Legal answers to every request: all where they can be counted, else a spread of them."""

from __future__ import annotations

from collections.abc import Iterable

from wargame.engine.dice import Chance
from wargame.engine.orders import Act, Assault, Fire, Move, Order, Placed, Shot
from wargame.engine.requests import Command, Pick, Place
from wargame.engine.sampling import Sampler, jostled
from wargame.engine.view import View
from wargame.rulesets.lightning_war import (
    acts,
    assault,
    deployment,
    firing,
    indirect,
    legal,
    morale,
    movement,
    probing,
    setup,
    targets,
    units,
    ways,
)
from wargame.rulesets.lightning_war.features import ground, spot_of, state_of
from wargame.rulesets.lightning_war.ground import CLOSE
from wargame.rulesets.lightning_war.location import is_located, known_enemies
from wargame.rulesets.lightning_war.reactions import PURPOSES
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import weapons

MOST_MOVES = 12
FEW_MOVES = 3


def fires(view: View, stand: WarStand, about: tuple[str, ...] = ()) -> Iterable[Order]:
    """Shots that a stand may fire now, by weapon; with `about` only at these."""
    if stand.off_board:
        yield from indirect.orders(view, stand)
        return
    for arm in weapons(stand):
        if firing.against_firing(view, stand, arm, "") is not None:
            continue
        for enemy in known_enemies(view, stand.side):
            if about and enemy.id not in about:
                continue
            order = Fire(stand=stand.id, weapon=arm.id, targets=(Shot(enemy.id),))
            if targets.check(view, order) is None:
                yield order


def _assaults(view: View, request: Command, stand: WarStand) -> Iterable[Order]:
    """Assaults with all the armour of the platoon that can support them."""
    for row in assault.targets(view, stand):
        if row.refusal is None:
            helpers = tuple(s.id for s in morale.squads(view, stand.group) if s.in_play and units.is_afv(s))
            yield Assault(stand=stand.id, target=row.stand, supports=helpers)


def _acts(view: View, stand: WarStand) -> Iterable[Order]:
    """Acts that need nothing, and probes of places where an enemy may lie."""
    for row in acts.rows(view, stand) if not stand.off_board else ():
        if row.refusal is not None:
            continue
        if row.id != probing.ACT:
            yield Act(stand=stand.id, act=row.id)
            continue
        for at in _suspicious(view, stand):
            order = Act(stand=stand.id, act=row.id, at=at)
            if acts.check(view, order) is None:
                yield order


def _suspicious(view: View, stand: WarStand) -> list[tuple[float, float]]:
    """Places within two features: where an enemy is known but not located, else points of close ground."""
    made = ground(view.board)
    here = spot_of(view, stand).place
    found = [(e.x, e.y) for e in known_enemies(view, stand.side) if not is_located(view, stand, e)]
    for place in made.graph.places:
        if place.kind in CLOSE and 0 < made.graph.steps(here, place.number) <= 1:
            x, y = made.index.near(place.number, stand.x, stand.y, 4)[0]
            found.append((round(x, 3), round(y, 3)))
    return found


def _may_move(view: View, request: Command, stand: WarStand) -> bool:
    if not stand.in_play or movement.may_move(view, stand) is not None:
        return False
    return bool(ways.legal_ways(view, stand, 1))


def _moves(view: View, request: Command, stand: WarStand, chance: Chance | None) -> list[Order]:
    """Legal moves into the place where it stands and the adjoining ones."""
    if not stand.in_play or movement.may_move(view, stand) is not None:
        return []
    rows = ways.legal_ways(view, stand, MOST_MOVES if chance is None else FEW_MOVES, chance)
    return [Move(stand=stand.id, path=path) for path in rows]


def _places(view: View, request: Place, chance: Chance | None) -> list[Order]:
    if not isinstance(request.suggestion, Placed):
        return []
    found: list[Order] = [request.suggestion]
    if chance is not None and request.purpose in (setup.DEPLOY, setup.ENTER):
        stands = [state_of(view).stands[t.id] for t in request.things]
        moved = jostled(request.suggestion, lambda order: deployment.check(view, stands, order) is None, chance)
        found += [moved] if legal.check(view, request, moved) is None else []
    return found


def _picks(view: View, request: Pick, chance: Chance | None) -> list[Order]:
    return [request.suggestion] if request.suggestion is not None else []


class _Sampler(Sampler[WarStand]):
    """Shots of a reaction are at who gave cause for it."""

    def _orders(self, view: View, request: Command, stand: WarStand, kind: str) -> Iterable[Order]:
        if kind == "fire" and request.purpose in PURPOSES:
            return fires(view, stand, request.about)
        return super()._orders(view, request, stand, kind)


_SAMPLER = _Sampler(
    kind=WarStand,
    fires=fires,
    assaults=_assaults,
    acts=_acts,
    moves=_moves,
    may_move=_may_move,
    places=_places,
    picks=_picks,
    most_subjects=4,
)
sample_kinds = _SAMPLER.kinds
samples = _SAMPLER.samples
