"""A non-player group's activation: it looks, rolls its tactics, and does one thing after another.

The same orders are carried out as a player gives; what they set off is resolved like his. Nobody is asked.
Rules: NUT-NP-01, -03, -05 to -09, -13, NUT-CHAIN-13.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.events import Event, GroupChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    activation,
    burning,
    charts,
    driven_out,
    edges,
    fires,
    geometry,
    groups,
    hidden,
    leaders,
    mission_aims,
    movement,
    np_close,
    np_doing,
    np_draft,
    np_ground,
    np_orders,
    np_plans,
    np_situation,
    np_tactics,
    np_vehicles,
    rally,
    refuge,
    status,
    transport,
)
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
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
    yield from np_doing.perform(battle, active, task, goal_of(battle, group))


# ---------------------------------------------------------------- drawing


def begin(battle: Battle, group: ClashGroup) -> None:
    """The group looks about, rolls on the tactics table and makes its plan. Rules: NUT-NP-03, -04, -13, -17."""
    state = cast(ClashState, battle.state)
    group.drawn_turn = state.turn
    np_situation.look(battle, group.side)
    for man in groups.members(state, group.id):
        # Who holds still is out of sight for the whole activation if he is at both its ends.
        man.unseen_activation = man.is_man and man.in_play and not geometry.seen_by(battle, man)
    situation = np_situation.read(battle, group.id)
    group.tasks = (*_men(battle, group, situation), *_vehicles(battle, group, situation))


def _men(battle: Battle, group: ClashGroup, situation: np_situation.Situation) -> tuple[NpTask, ...]:
    """The test and the plan of the men on foot of a group, and of its guns."""
    state = cast(ClashState, battle.state)
    leader = leaders.acting(state, group.id)
    draft = np_draft.draft_of(battle, group.id, situation, goal_of(battle, group))
    aboard = _get_out(battle, group, situation)
    if leader is None or not (draft.men or draft.guns):
        return aboard
    drawn = np_tactics.test(battle, leader, group.intention or np_orders.HOLD, situation)
    fled = _out_of_the_fire(draft)
    heroes = np_close.heroes(draft, drawn.result)
    result, tasks = np_plans.make(draft, drawn.result)
    _tell(battle, group, result, drawn.event)
    if result == np_tactics.BOUNDS:
        group.bound += 1
    first = (*_rally(battle, leader), *heroes, *_reload(draft), *_set_up(draft, result), *np_close.ready(draft, result))
    return (*aboard, *fled, *first, *tasks, *_then_fire(fled))


def _out_of_the_fire(draft: np_draft.Draft) -> tuple[NpTask, ...]:
    """Men in burning places leave them, before all else; the plan is made for the others. Rule: NUT-COLL-04."""
    tasks = []
    for man in [m for m in draft.men if fires.must_leave(draft.scene, m)]:
        to = burning.way_out(draft.scene, man, movement.allowance(draft.scene, man))
        if to is not None and movement.may_move(draft.scene, man) is None:
            tasks.append(NpTask(do="move", stands=(man.id,), path=(to,)))
            draft.men.remove(man)
    return tuple(tasks)


def _then_fire(fled: Sequence[NpTask]) -> tuple[NpTask, ...]:
    """Who had to run from the fire may still shoot. Rule: NUT-ACT-01."""
    return (NpTask(do="volley", stands=tuple(task.stands[0] for task in fled)),) if fled else ()


def _tell(battle: Battle, group: ClashGroup, result: str, cause: Event) -> None:
    """The procedure that a test came to; the other side is not told. Rule: NUT-SOLO-04."""
    changes = (("procedure", result), ("ambush", result == np_tactics.AMBUSH))
    rules = (*_rules(result), cite("NUT-SOLO-04"))
    told = GroupChanged(group=group.id, changes=changes, why="procedure", rules=rules, seen_by=(group.side,))
    battle.happen(told, cause=cause)


def _vehicles(battle: Battle, group: ClashGroup, situation: np_situation.Situation) -> tuple[NpTask, ...]:
    """The tests and plans of the vehicles of a group. Rule: NUT-NP-12."""
    state = cast(ClashState, battle.state)
    tasks: list[NpTask] = []
    for stand in groups.members(state, group.id):
        if stand.is_vehicle and takes_orders(state, stand):
            found = np_vehicles.draw(battle, stand, group.intention or np_orders.HOLD, situation)
            tasks += found[1] if found is not None else ()
    return tuple(tasks)


def _get_out(battle: Battle, group: ClashGroup, situation: np_situation.Situation) -> tuple[NpTask, ...]:
    """Men who ride get off when an enemy is known within 24 in. Rule: NUT-TRAN-01."""
    state = cast(ClashState, battle.state)
    riders = [s for s in groups.members(state, group.id, able_only=True) if s.carrier and takes_orders(state, s)]
    near = charts.number("button_in")
    known = [state.stands[name] for name in situation.known]
    if not any(np_situation.nearest_distance(state, riders, enemy) <= near for enemy in known):
        return ()
    cite("NUT-TRAN-01")
    return tuple(NpTask(do="act", stands=(man.id,), word=transport.DISMOUNT) for man in riders)


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
    goal = group.objective or mission_aims.place_for_friends(battle, group, here)
    goal = goal or _enemy_or_objective(battle, group, here)
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


# ---------------------------------------------------------------- ending


def _finish(battle: Battle, active: Activation, group: ClashGroup) -> Steps:
    """The plan is done: men in the open and in view lie down, men out of sight hide. Rules: NUT-NP-08, -14."""
    state = cast(ClashState, battle.state)
    enemies = np_situation.remembered(state, group.side)
    for man in [s for s in groups.members(state, group.id, able_only=True) if s.is_man and s.in_play]:
        if takes_orders(state, man) and _lies_down(battle, man, enemies):
            cite("NUT-NP-14")
            yield from np_doing.act(battle, active, man, "prone")
        elif group.procedure in (np_tactics.HOLD, np_tactics.AMBUSH) and hidden.may_go_hidden(battle, man):
            cite("NUT-NP-08")
            hidden.hide(battle, man)
    yield from driven_out.drive_out(battle)
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
