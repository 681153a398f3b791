"""The orders that a computer player weighs: what is surely worth nothing is not asked after in full.

Everything given here is legal, as samples are; it is less than all that is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargame.board import within
from wargame.engine.appraisal import Appraisal
from wargame.engine.orders import Assault, Order
from wargame.engine.requests import Command
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import appraise, charge_targets, geometry, movement, samples
from wargame.rulesets.clash_of_titans import targets as aims
from wargame.rulesets.clash_of_titans.foes import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

Idea = tuple[Order, Appraisal]
CHARGES = 2
"""The nearest enemies that a man thinks of charging."""
HELPERS = 2
"""Comrades whom he takes along."""
LEAST = 0.5
"""A charge worth less is none."""


def ideas(view: View, request: Command, kind: str) -> Sequence[Idea]:
    """Legal orders of a kind with what they are worth to a computer player, roughly for what bursts."""
    if kind == "assault":
        return [idea for stand in _subjects(view, request) for idea in _charges(view, stand)]
    return [(order, appraise.roughly(view, order)) for order in samples.samples(view, request, kind)]


def _subjects(view: View, request: Command) -> list[ClashStand]:
    stands = state_of(view).stands
    return [stands[name] for name in request.subjects if name in stands]


def _charges(view: View, stand: ClashStand) -> Iterator[Idea]:
    """Charges on the nearest enemies that are worth it, alone and with comrades. The way, which is dear, comes last."""
    if charge_targets.may_charge(view, stand) is not None:
        return
    for enemy in _in_reach(view, stand):
        helpers = _helpers(view, stand, enemy)
        for men in ([stand], [stand, *helpers]) if helpers else ([stand],):
            found = _charge(view, men, enemy)
            if found is not None:
                yield found


def _charge(view: View, men: Sequence[ClashStand], enemy: ClashStand) -> Idea | None:
    order = Assault(stand=men[0].id, target=enemy.id, supports=tuple(s.id for s in men[1:]))
    found = appraise.roughly(view, order)
    if found.worth < LEAST or any(charge_targets.refusal(view, man, enemy) is not None for man in men):
        return None
    return order, found


def _in_reach(view: View, stand: ClashStand) -> list[ClashStand]:
    """Enemies near enough to think of, nearest first."""
    reach = movement.allowance(view, stand, movement.WALK) + 1.2
    rows = []
    for enemy in aims.enemies(view, stand.side):
        if enemy.carrier or enemy.is_gun:
            continue
        away = geometry.distance(view, stand, enemy)
        if within(away, reach) and charge_targets.is_known_here(view, stand, enemy):
            rows.append((round(away, 3), enemy.id, enemy))
    return [enemy for _, _, enemy in sorted(rows, key=lambda row: row[:2])][:CHARGES]


def _helpers(view: View, stand: ClashStand, enemy: ClashStand) -> list[ClashStand]:
    """Men of his group near enough to go with him, the nearest to the enemy first."""
    rows = []
    for man in state_of(view).stands.values():
        if man.group != stand.group or man.id == stand.id or charge_targets.may_charge(view, man) is not None:
            continue
        away = geometry.distance(view, man, enemy)
        if within(away, movement.allowance(view, man, movement.WALK) + 1.2):
            rows.append((away, man.id, man))
    return [man for _, _, man in sorted(rows, key=lambda row: row[:2])][:HELPERS]
