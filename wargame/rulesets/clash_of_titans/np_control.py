"""A non-player group's activation: it looks, rolls its tactics, and does one thing after another.

The same orders are carried out as a player gives; what they set off is resolved like his. Nobody is asked.
Rules: NUT-NP-01, -03, -05 to -09, -13, NUT-CHAIN-13.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing, snap_facing
from wargame.engine.events import GroupChanged
from wargame.engine.orders import Act, Assault, Fire, Move, Order, Shot
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    act_table,
    activation,
    chain,
    charts,
    edges,
    fast_moves,
    groups,
    hidden,
    involuntary,
    leaders,
    movement,
    np_draft,
    np_ground,
    np_orders,
    np_plans,
    np_situation,
    np_tactics,
    np_targets,
    orders,
    rally,
    refuge,
    shots,
    status,
    steps,
    throws,
)
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
from wargame.rulesets.clash_of_titans.causes import FireOrder, Newcomers, Volley
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState, NpTask, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]


def act(battle: Battle, active: Activation) -> Steps:
    """One round of a non-player group's activation: its tactics are drawn, or the next thing on its plan is done.

    Rule: NUT-NP-01.
    """
    state = cast(ClashState, battle.state)
    group = state.groups[active.group]
    cite("NUT-NP-01")
    if group.drawn_turn < state.turn:
        begin(battle, group)
        return
    if not group.tasks:
        yield from _finish(battle, active, group)
        return
    task, group.tasks = group.tasks[0], group.tasks[1:]
    yield from perform(battle, active, task)


# ---------------------------------------------------------------- drawing


def begin(battle: Battle, group: ClashGroup) -> None:
    """The group looks about, rolls on the tactics table and makes its plan. Rules: NUT-NP-03, -04, -13, -17."""
    state = cast(ClashState, battle.state)
    group.drawn_turn = state.turn
    np_situation.look(battle, group.side)
    leader = leaders.acting(state, group.id)
    if leader is None:
        group.tasks = ()
        return
    situation = np_situation.read(battle, group.id)
    order = group.intention or np_orders.HOLD
    drawn = np_tactics.test(battle, leader, order, situation)
    draft = np_draft.draft_of(battle, group.id, situation, goal_of(battle, group))
    result, tasks = np_plans.make(draft, drawn.result)
    changes = (("procedure", result), ("ambush", result == np_tactics.AMBUSH))
    told = GroupChanged(group=group.id, changes=changes, why="procedure", rules=_rules(result), seen_by=(group.side,))
    battle.happen(told, cause=drawn.event)
    if result == np_tactics.BOUNDS:
        group.bound += 1
    group.tasks = (*_rally(battle, leader), *_reload(draft), *_set_up(draft, result), *tasks)


def _rules(result: str) -> tuple[str, ...]:
    rules = {
        np_tactics.ADVANCE: "NUT-NP-05",
        np_tactics.BOUNDS: "NUT-NP-05",
        np_tactics.FLANK: "NUT-NP-06",
        np_tactics.ASSAULT: "NUT-NP-07",
        np_tactics.HOLD: "NUT-NP-08",
        np_tactics.FIRE: "NUT-NP-08",
        np_tactics.AMBUSH: "NUT-NP-08",
    }
    return (cite(rules.get(result, "NUT-NP-09")),)


def _rally(battle: Battle, leader: ClashStand) -> tuple[NpTask, ...]:
    """A leader rallies first if two or more men near him can profit. Rule: NUT-NP-13."""
    cite("NUT-NP-13")
    state = cast(ClashState, battle.state)
    if len(rally.in_reach(state, leader)) < int(charts.number("rally_least")):
        return ()
    return (NpTask(do="act", stands=(leader.id,), word="rally"),)


def _reload(draft: np_draft.Draft) -> tuple[NpTask, ...]:
    """Men whose weapon has run dry reload it. Rule: NUT-AMMO-03."""
    dry = [man for man in draft.men if man.in_hand in man.dry]
    if dry:
        cite("NUT-AMMO-03")
    return tuple(NpTask(do="act", stands=(man.id,), word="reload") for man in dry)


def _set_up(draft: np_draft.Draft, result: str) -> tuple[NpTask, ...]:
    """A heavy machine gun or mortar is set up where its team is, or at the place near by that sees most.

    Rule: NUT-NP-13.
    """
    from wargame.rulesets.clash_of_titans import np_guns

    return np_guns.set_up(draft, result)


def goal_of(battle: Battle, group: ClashGroup) -> Point:
    """Where a group wants to go: its objective, the nearest enemy it knows of, an objective of the scenario that its
    side does not hold, or the enemy's edge. Rules: NUT-NP-05, NUT-SOLO-03."""
    state = cast(ClashState, battle.state)
    cite("NUT-NP-05")
    here = middle_of(state, group.id)
    goal = group.objective or _enemy_or_objective(battle, group, here)
    return _by_flank(battle, group, here, goal)


def middle_of(state: ClashState, group: str) -> Point:
    """The middle of a group's men."""
    men = [groups.place(state, s) for s in groups.members(state, group)]
    return (sum(p[0] for p in men) / len(men), sum(p[1] for p in men) / len(men)) if men else (0.0, 0.0)


def _enemy_or_objective(battle: Battle, group: ClashGroup, here: Point) -> Point:
    state = cast(ClashState, battle.state)
    known = np_situation.remembered(state, group.side)
    wanted = [(o.x, o.y) for o in state.objectives.values() if o.primary and o.holder != group.side]
    if wanted:
        return min(wanted, key=lambda p: (round(math.dist(p, here), 3), p))
    if known:
        return min((e.at for e in known), key=lambda p: (round(math.dist(p, here), 3), p))
    own = state.edges[group.side]
    table = battle.board.table
    x, y = edges.nearest_point(table, edges.OPPOSITE[own], here)
    return min(max(x, 1.0), table.width_in - 1.0), min(max(y, 1.0), table.height_in - 1.0)


def _by_flank(battle: Battle, group: ClashGroup, here: Point, goal: Point) -> Point:
    """A group that goes by a flank makes for a point beside the objective first. Rule: NUT-SOLO-03."""
    if not group.by_flank:
        return goal
    off = 2 * charts.number("flank_in")
    far = math.dist(here, goal)
    if far <= off:
        group.by_flank = 0
        return goal
    ux, uy = (goal[0] - here[0]) / far, (goal[1] - here[1]) / far
    table = battle.board.table
    x, y = goal[0] - uy * off * group.by_flank, goal[1] + ux * off * group.by_flank
    return min(max(x, 2.0), table.width_in - 2.0), min(max(y, 2.0), table.height_in - 2.0)


# ---------------------------------------------------------------- doing


def perform(battle: Battle, active: Activation, task: NpTask) -> Steps:
    """Do one thing of a plan with those who still can."""
    state = cast(ClashState, battle.state)
    men = [state.stands[name] for name in task.stands]
    men = [s for s in men if s.group == active.group and takes_orders(state, s)]
    if not men:
        return
    activation.set_stage(battle, activation.RALLY if task.word == "rally" else activation.ACT)
    if task.do == "volley":
        yield from _volley(battle, active, men)
    elif task.do == "charge":
        yield from _charge(battle, active, men, task.word.split(","))
    elif task.do == "fast":
        fast_moves.test(battle, men)
    elif task.do in ("duck", "retire"):
        yield from _involuntary(battle, active, men[0], task.do)
    elif task.do == "face":
        facing = snap_facing(bearing(men[0].x, men[0].y, *task.path[0])) if task.path else men[0].facing_deg
        if (men[0].x, men[0].y) != task.path[0]:
            steps.turn(battle, men[0], facing)
    elif task.do == "move":
        yield from _move(battle, active, men[0], task)
    elif task.do == "leave":
        yield from _act(battle, active, men[0], "leave")
    elif task.do == "grenade":
        yield from _grenade(battle, active, men[0], task)
    else:
        yield from _act(battle, active, men[0], task.word)


def _give(battle: Battle, active: Activation, order: Order) -> Steps:
    yield from orders.carry_out(battle, active, order)


def _act(battle: Battle, active: Activation, man: ClashStand, word: str) -> Steps:
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
        order = _anti_tank(battle, man) or np_targets.fire_order(battle, man)
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


# ---------------------------------------------------------------- ending


def _finish(battle: Battle, active: Activation, group: ClashGroup) -> Steps:
    """The plan is done: men in the open and in view lie down, men out of sight hide. Rules: NUT-NP-08, -14."""
    state = cast(ClashState, battle.state)
    enemies = np_situation.remembered(state, group.side)
    for man in [s for s in groups.members(state, group.id, able_only=True) if s.is_man and s.in_play]:
        if takes_orders(state, man) and _lies_down(battle, man, enemies):
            cite("NUT-NP-14")
            yield from _act(battle, active, man, "prone")
        elif group.procedure in (np_tactics.HOLD, np_tactics.AMBUSH) and hidden.may_go_hidden(battle, man):
            cite("NUT-NP-08")
            hidden.hide(battle, man)
    np_situation.look(battle, group.side)
    activation.end(battle)


def _lies_down(battle: Battle, man: ClashStand, enemies: Sequence[np_ground.Enemy]) -> bool:
    """Has he moved and stands in the open in view of a known enemy?"""
    if man.prone or man.moved_in <= 0.0 or man.melee_with or not status.ready(man) or not enemies:
        return False
    watching = [e.stand for e in enemies if status.ready(e.stand) and e.stand.in_play]
    if not watching or np_ground.is_covered(battle, man, enemies):
        return False
    return refuge.is_seen(battle, man, (man.x, man.y), watching)
