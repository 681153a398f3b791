"""Ambush, counter and return fire: who may interrupt, and asking him.

Rules: LW2-TURN-04, -06, -11, -12, -15, LW2-ASLT-04, LW2-MOR-15.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Fire, Shot
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import firing, location, points, shots, targets, units
from wargame.rulesets.lightning_war.features import range_between, state_of
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import weapons

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

COUNTER, RETURN = "counter_fire", "return_fire"
PURPOSES = frozenset({COUNTER, RETURN})


def shots_at(scene: Scene, firer: WarStand, target: WarStand) -> list[Fire]:
    """Shots that a stand could fire at this enemy now, by weapon; discipline of fire included."""
    found = []
    for arm in weapons(firer):
        order = Fire(stand=firer.id, weapon=arm.id, targets=(Shot(target.id),))
        if firing.against_firing(scene, firer, arm, "") is not None:
            continue
        if targets.against_target(scene, firer, arm, target) is not None or not targets.harms(
            scene, firer, arm, target
        ):
            continue
        if targets.against_discipline(scene, firer, arm, target) is None:
            found.append(order)
    return found


def may_react(scene: Scene, firer: WarStand, target: WarStand) -> bool:
    """Units in flight fire in self-defence only: at a contiguous enemy. Rule: LW2-MOR-15."""
    if not state_of(scene).groups[firer.group].in_flight:
        return True
    cite("LW2-MOR-15")
    return range_between(scene, firer, target) <= 1


def able(scene: Scene, side: str, target: WarStand, group: str = "") -> list[str]:
    """Stands of a side (of one platoon) that could fire at this enemy now."""
    return [
        s.id
        for s in location.on_table(scene, side)
        if (not group or s.group == group)
        and not units.is_staff(s)
        and may_react(scene, s, target)
        and shots_at(scene, s, target)
    ]


def counter_fire(battle: Battle, mover: WarStand, offered: set[str]) -> Generator[AnyRequest, Any, None]:
    """At a point of a move: the other side may fire at the mover, as long as it has shots and is not asked in vain.

    offered: stands that have been offered this move before and declined. Rules: LW2-TURN-04, -06, -12, -17.
    """
    state = state_of(battle)
    side = state.other(mover.side)
    while not battle.over and not mover.gone and not state.lost:
        view = battle.view(side)
        target = view.state.stands.get(mover.id)
        if not isinstance(target, WarStand) or not target.in_play:
            return
        subjects = [name for name in able(view, side, target) if name not in offered]
        if not subjects:
            return
        rules = (cite("LW2-TURN-04"), cite("LW2-TURN-06"), cite("LW2-TURN-12"), cite("LW2-TURN-11"))
        order = yield _request(side, COUNTER, f"Fire at {mover.name} while it moves?", subjects, mover, rules, view)
        if order.is_done:
            offered.update(subjects)
            return
        shots.fire(battle, order)
        points.look_for_the_end(battle)


def return_fire(battle: Battle, firer: WarStand, group: str) -> Generator[AnyRequest, Any, None]:
    """Right after a shot of the initiating side: the platoon shot at may answer the firer, out of the same allowance.

    Rule: LW2-TURN-15.
    """
    state = state_of(battle)
    side = state.other(firer.side)
    while not battle.over and not firer.gone and firer.in_play:
        view = battle.view(side)
        target = view.state.stands.get(firer.id)
        if not isinstance(target, WarStand) or not target.in_play:
            return
        subjects = able(view, side, target, group)
        if not subjects:
            return
        rules = (cite("LW2-TURN-15"), cite("LW2-TURN-11"))
        order = yield _request(side, RETURN, f"Answer the fire of {firer.name}?", subjects, firer, rules, view)
        if order.is_done:
            return
        shots.fire(battle, order)
        points.look_for_the_end(battle)


def _request(
    side: str, purpose: str, prompt: str, subjects: list[str], target: WarStand, rules: tuple[str, ...], view: Scene
) -> Command:
    first = view.state.stands[subjects[0]]
    assert isinstance(first, WarStand)
    enemy = view.state.stands[target.id]
    assert isinstance(enemy, WarStand)
    return Command(
        side=side,
        purpose=purpose,
        prompt=prompt,
        subjects=tuple(subjects),
        orders=("fire",),
        interrupt=purpose,
        about=(target.id,),
        suggestion=shots_at(view, first, enemy)[0],
        rules=rules,
    )
