"""Things on the plan of a non-player group, done one by one with those who still can.

The same orders are carried out as a player gives; what they set off is resolved like his. Nobody is asked.
Rules: NUT-NP-01, -07, -09 to -12, NUT-CHAIN-13.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, snap_facing
from wargame.engine.orders import Act, Assault, Fire, Move, Order, Shot
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    act_table,
    activation,
    chain,
    fast_moves,
    involuntary,
    movement,
    np_crews,
    np_draft,
    np_situation,
    np_targets,
    np_weapons,
    orders,
    refuge,
    shots,
    steps,
    throws,
)
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
from wargame.rulesets.clash_of_titans.causes import FireOrder, Newcomers, Volley
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, NpTask, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]


def perform(battle: Battle, active: Activation, task: NpTask, goal: Point) -> Steps:
    """Do one thing of a plan with those who still can; `goal` is where the group wants to go."""
    state = cast(ClashState, battle.state)
    stands = [state.stands[name] for name in task.stands]
    men = [s for s in stands if s.group == active.group and takes_orders(state, s)]
    if not men:
        return
    activation.set_stage(battle, activation.RALLY if task.word == "rally" else activation.ACT)
    one = men[0]
    if task.do == "volley":
        yield from _volley(battle, active, men)
    elif task.do == "charge":
        yield from _charge(battle, active, men, task.word.split(","))
    elif task.do == "fast":
        fast_moves.test(battle, men)
    elif task.do in ("duck", "retire"):
        yield from _involuntary(battle, active, one, task.do)
    elif task.do == "face":
        if task.path and (one.x, one.y) != task.path[0]:
            steps.turn(battle, one, snap_facing(bearing(one.x, one.y, *task.path[0])))
    elif task.do == "move":
        yield from _move(battle, active, one, task)
    elif task.do == "grenade":
        yield from _grenade(battle, active, one, task)
    elif task.do == "vehicle":
        yield from np_crews.perform(battle, active, one, task.word, goal)
    elif task.do == "gun":
        yield from np_weapons.fire(battle, active, one)
    else:
        yield from act(battle, active, one, task.word or task.do)


def _give(battle: Battle, active: Activation, order: Order) -> Steps:
    yield from orders.carry_out(battle, active, order)


def act(battle: Battle, active: Activation, man: ClashStand, word: str) -> Steps:
    """An other action, if it is open to him."""
    order = Act(stand=man.id, act=word)
    if act_table.check(battle, order) is None:
        yield from _give(battle, active, order)


def _move(battle: Battle, active: Activation, man: ClashStand, task: NpTask) -> Steps:
    """Go to a place, as far as the way and the allowance lead; then lie down if that is in the open and in view."""
    path = way_to(battle, man, task.path[-1])
    if not path:
        return
    yield from _give(battle, active, Move(stand=man.id, path=path))


def way_to(battle: Battle, man: ClashStand, end: Point) -> tuple[Point, ...]:
    """A legal path to a place or as near to it as he may come, without its start; empty if there is none."""
    if math.dist((man.x, man.y), end) < 0.05 or movement.may_move(battle, man) is not None:
        return ()
    path: Sequence[Point] = refuge.way(battle, man, end)[1:]
    for _ in range(3):
        plan = movement.plan(battle, man, path)
        if plan.refusal is None:
            return tuple(plan.path[1:])
        if plan.price.legal_to is None:
            return ()
        path = _cut_at(plan.path, plan.price.legal_to)
        if not path:
            return ()
    return ()


def _cut_at(path: Sequence[Point], end: Point) -> tuple[Point, ...]:
    """A path up to a point on it, without its start."""
    kept: list[Point] = []
    for a, b in pairwise(path):
        length = math.dist(a, b)
        if abs(math.dist(a, end) + math.dist(end, b) - length) < 1e-3:
            return (*kept, end) if math.dist(a, end) > 1e-3 else tuple(kept)
        kept.append(b)
    return ()


def _volley(battle: Battle, active: Activation, men: Sequence[ClashStand]) -> Steps:
    """All who can shoot do so together, at targets by the table; men with anti-tank weapons at vehicles first.

    Rules: NUT-CHAIN-13, NUT-NP-10, -11.
    """
    cite("NUT-CHAIN-13")
    found: list[FireOrder] = []
    for man in men:
        if man.mans or shots.may_shoot(battle, man) is not None:
            continue
        order = _anti_tank(battle, man) or np_targets.fire_order(battle, man) or _special(battle, man)
        if order is not None:
            found.append(order)
    if found:
        yield from chain.resolve(battle, [Volley(orders=tuple(found))], active.active)


def _anti_tank(battle: Battle, man: ClashStand) -> FireOrder | None:
    """A shot at a vehicle, unless he lets it come nearer. Rule: NUT-NP-11."""
    order = np_targets.anti_tank_order(battle, man)
    if order is None or not np_targets.waits_in_ambush(battle, man, order, True):
        return order
    found = throws.passes(battle, 1, man.rep, "np_wait", stand=man, rules=(cite("NUT-NP-11"),))
    return None if found.passed else order


def _special(battle: Battle, man: ClashStand) -> FireOrder | None:
    """A flamethrower, mortar or rocket. Rule: NUT-NP-10."""
    order = np_weapons.special_shot(battle, man)
    return shots.fire_order(battle, order) if order is not None else None


def _charge(battle: Battle, active: Activation, men: Sequence[ClashStand], names: Sequence[str]) -> Steps:
    """Wanting to Charge: each takes the nearest enemy in reach, Ducked Back or Stunned ones last, then the one with
    fewest chargers. Rules: NUT-NP-07, -14."""
    from wargame.rulesets.clash_of_titans import charge

    cite("NUT-NP-07")
    cite("NUT-NP-14")
    for man in men:
        if not takes_orders(cast(ClashState, battle.state), man):
            continue
        open_ = [row.stand for row in charge.targets(battle, man) if row.refusal is None and row.stand in names]
        if not open_:
            continue
        target = min(open_, key=lambda name: _charge_rank(battle, man, name))
        supports = [s.id for s in men if s.id in charge.possible_supports(battle, man, target)]
        order = Assault(stand=man.id, target=target, supports=tuple(supports))
        if charge.check(battle, order) is None:
            yield from _give(battle, active, order)
            return


def _charge_rank(battle: Battle, man: ClashStand, name: str) -> tuple[bool, float, str]:
    enemy = cast(ClashState, battle.state).stands[name]
    return enemy.status in np_draft.SUPPRESSED, round(math.dist((man.x, man.y), (enemy.x, enemy.y)), 3), name


def _grenade(battle: Battle, active: Activation, man: ClashStand, task: NpTask) -> Steps:
    """Throw the readied grenade at an enemy. Rule: NUT-NP-07."""
    cite("NUT-NP-07")
    order = Fire(stand=man.id, weapon=man.readied, at=task.path[0])
    if shots.check(battle, order) is not None:
        order = Fire(stand=man.id, weapon=man.readied, targets=(Shot(task.word),))
    if shots.check(battle, order) is None:
        yield from _give(battle, active, order)


def _involuntary(battle: Battle, active: Activation, man: ClashStand, how: str) -> Steps:
    """Duck back or retire of his own will; whoever newly sees him reacts. Rules: NUT-NP-09, NUT-SIGHT-09."""
    state = cast(ClashState, battle.state)
    cite("NUT-NP-09")
    known = [state.stands[name] for name in np_situation.known_enemies(state, man.side)]
    if how == "duck":
        moved = involuntary.duck_back(battle, man, known)
    else:
        moved = involuntary.retire(battle, man)
    activation.finish(battle, man)
    pairs = tuple(pair for m in moved for pair in involuntary.new_eyes(battle, m))
    if pairs:
        yield from chain.resolve(battle, [Newcomers(event=moved[0].event, pairs=pairs)], active.active)
