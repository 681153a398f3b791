"""Objectives, victory points and the end of a battle. Rules: LW2-OBJ-04, -05, LW2-VP-01 to -05, LW2-ABAN-03."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap_to_point, within
from wargame.engine.events import Event, ObjectiveTaken, Scored
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Objective, State
from wargame.rulesets.lightning_war import clock, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand, WarState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

POINTS_TO_WIN, HELD_AT_START = "points_to_win", "held_objectives_count_at_the_end"
LOST = frozenset({"destroyed", "abandoned", "withdrawn", "surrendered"})
"""Reasons of leaving that give the enemy a point."""


# ---------------------------------------------------------------- kills


def note_kill(battle: Battle, stand: WarStand, cause: Event | None) -> None:
    """A point for the enemy for a squad or vehicle that is eliminated. Rules: LW2-VP-02, LW2-CB-05, LW2-MOR-17."""
    if units.is_staff(stand) or (stand.off_board and units.is_aircraft(stand)):
        return
    side = state_of(battle).other(stand.side)
    worth = float(tables()["victory"]["per_squad_or_vehicle"])
    battle.happen(Scored(side=side, points=worth, why=stand.name, rules=(cite("LW2-VP-02"),)), cause)


# ---------------------------------------------------------------- objectives


def radius(objective: Objective) -> float:
    """Inches within which a stand occupies an objective. Rule: LW2-OBJ-05."""
    return objective.radius_in or float(tables()["objectives"]["occupy_radius_inches"])


def near(scene: Scene, objective: Objective, side: str) -> list[WarStand]:
    """Squads and vehicles of a side within the radius. Rule: LW2-OBJ-05."""
    reach = radius(objective)
    return [
        s
        for s in state_of(scene).stands.values()
        if s.side == side
        and s.in_play
        and not units.is_staff(s)
        and not state_of(scene).groups[s.group].in_flight
        and within(gap_to_point(units.footprint(s), objective.x, objective.y), reach)
    ]


def look_at_objectives(battle: Battle) -> None:
    """After each segment: who occupies what, and the points for it. Rules: LW2-OBJ-04, -05, LW2-VP-04."""
    state = state_of(battle)
    for objective in state.objectives.values():
        present = {side: near(battle, objective, side) for side in state.sides}
        there = [side for side, stands in present.items() if stands]
        holder = _holder(state, objective, there, present)
        contested = len(there) > 1
        if (holder, contested) != (objective.holder, objective.contested):
            rules = (cite("LW2-OBJ-05"),)
            battle.happen(ObjectiveTaken(objective=objective.id, side=holder, contested=contested, rules=rules))
        _count(battle, objective)


def _holder(state: WarState, objective: Objective, there: list[str], present: dict[str, list[WarStand]]) -> str:
    if len(there) == 1:
        keeper = state.taken_by.get(objective.id, "")
        if there[0] != objective.holder or not _is_there(state, keeper):
            state.taken_by[objective.id] = present[there[0]][0].id
        return there[0]
    keeper = state.taken_by.get(objective.id, "")
    if keeper and not _is_there(state, keeper):
        del state.taken_by[objective.id]
        return ""
    return objective.holder


def _is_there(state: WarState, stand: str) -> bool:
    found = state.stands.get(stand)
    return found is not None and not found.gone and (found.on_table or bool(found.carrier))


def _count(battle: Battle, objective: Objective) -> None:
    """Points while it is held; what a side held from the start without occupying it counts at the end only."""
    state = state_of(battle)
    had = state.counted.get(objective.id, "")
    waits = objective.id not in state.taken_by or _waits_for_the_end(battle, objective)
    has = "" if waits else objective.holder
    if had == has:
        return
    rules = (cite("LW2-OBJ-04"), cite("LW2-VP-04"))
    if had:
        battle.happen(Scored(side=had, points=-worth(objective), why=f"{objective.name} lost", rules=rules))
    if has:
        battle.happen(Scored(side=has, points=worth(objective), why=objective.name, rules=rules))
    state.counted[objective.id] = has


def _waits_for_the_end(battle: Battle, objective: Objective) -> bool:
    """Does the scenario count what a side held from the start only when the battle is over?"""
    if not battle.state.options.get(HELD_AT_START):
        return False
    first = next((o.holder for o in battle.setup.objectives if o.id == objective.id), "")
    return bool(first) and first == objective.holder


def worth(objective: Objective) -> float:
    """Points of an objective: the scenario's, else the rulebook's. Rule: LW2-OBJ-04."""
    return objective.points or float(tables()["objectives"]["points"])


# ---------------------------------------------------------------- strength and the end


def strength(state: State, side: str) -> int:
    """Squads, guns and vehicles of a side that are in the battle or still to come."""
    return sum(
        isinstance(s, WarStand) and s.side == side and units.counts(s) and not s.gone for s in state.stands.values()
    )


def note_strength(battle: Battle) -> None:
    """Before turn 1: the larger force begins as many points behind as it has more squads and vehicles.

    Rule: LW2-VP-03.
    """
    state = state_of(battle)
    state.first_strength = {side: strength(state, side) for side in state.sides}
    for side in state.sides:
        more = state.first_strength[side] - state.first_strength[state.other(side)]
        if more > 0:
            rule = cite("LW2-VP-03")
            battle.happen(Scored(side=side, points=-float(more), why="the larger force", rules=(rule,)))


def points_to_win(scene: Scene) -> float:
    """Points that win at once, after the handicap. Rule: LW2-VP-01."""
    cite("LW2-VP-01")
    return float(scene.state.options.get(POINTS_TO_WIN) or tables()["victory"]["points_to_win"])


def needed(scene: Scene, side: str) -> float:
    """Points that a side must gain to win, handicap included. Rules: LW2-VP-01, -03."""
    state = state_of(scene)
    first = state.first_strength or {name: strength(state, name) for name in state.sides}
    cite("LW2-VP-03")
    return points_to_win(scene) + max(0, first[side] - first[state.other(side)])


def look_for_the_end(battle: Battle) -> None:
    """After each segment: points are counted, and enough of them end the game there. Rules: LW2-VP-01, -04, -05."""
    state = state_of(battle)
    if battle.over or state.turn == 0:
        return
    look_at_objectives(battle)
    winner = next((s for s in state.sides if state.scores.get(s, 0.0) >= points_to_win(battle)), None)
    if winner is not None:
        finish(battle, "victory", f"{state.sides[winner].name}: {state.scores[winner]:g} points.")
        return
    bare = [side for side in state.sides if not strength(state, side)]
    if bare and any(state.first_strength.values()):
        cite("LW2-VP-05")
        finish(battle, "annihilation", f"No squad of {state.sides[bare[0]].name} is left.")


def finish(battle: Battle, ended_by: str, reason: str) -> None:
    """The battle is over: what was held from the start counts now. Rules: LW2-VP-04, -05, LW2-OBJ-04."""
    state = state_of(battle)
    cite("LW2-VP-04")
    for objective in state.objectives.values():
        had = state.counted.get(objective.id, "")
        keeps = objective.holder and not objective.contested and strength(state, objective.holder) > 0
        if not had and keeps:
            rules = (cite("LW2-OBJ-04"),)
            battle.happen(Scored(side=objective.holder, points=worth(objective), why=objective.name, rules=rules))
            state.counted[objective.id] = objective.holder
    battle.end(ended_by, reason)


def end_of_time(battle: Battle) -> bool:
    """At a Command Phase: has the clock run out? Rule: LW2-VP-05."""
    if clock.has_run_out(battle):
        finish(battle, "limit", "The hour at which the battle ends has come.")
        return True
    return False
