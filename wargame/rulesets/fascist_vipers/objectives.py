"""Objectives, the end of a battle and the default ladder. Rules: CFV-OBJ-01 to -03, CFV-TURN-07."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap_to_point, within
from wargame.engine.conditions import Holds, Lead
from wargame.engine.events import ObjectiveTaken
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.engine.setup import LevelRow, ObjectiveSetup, ScoreRow, SideSetup, Victory
from wargame.engine.state import Objective
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.observation import on_table, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DEFAULT_RADIUS_IN = 3.0
POINTS = {True: 3.0, False: 1.0}
"""Points of a primary and of a secondary objective where the scenario has no ladder (CFV-OBJ-03)."""


def capture(battle: Battle) -> None:
    """At the end of a go: whoever's teeth-arm unit is alone within the radius holds the objective.

    Rules: CFV-OBJ-01, -02.
    """
    for objective in battle.state.objectives.values():
        near = sides_near(battle, objective)
        holder = near[0] if len(near) == 1 else objective.holder
        contested = len(near) > 1
        if (holder, contested) != (objective.holder, objective.contested):
            rules = (cite("CFV-OBJ-01"), cite("CFV-OBJ-02"))
            battle.happen(ObjectiveTaken(objective=objective.id, side=holder, contested=contested, rules=rules))


def sides_near(scene: Scene, objective: Objective) -> list[str]:
    """Sides with a teeth-arm unit within the objective's radius. Rule: CFV-OBJ-02."""
    radius = objective.radius_in or DEFAULT_RADIUS_IN
    return [
        side
        for side in scene.state.sides
        if any(
            units.is_teeth(s) and within(gap_to_point(units.footprint(s), objective.x, objective.y), radius)
            for s in on_table(scene, side)
        )
    ]


def sides_without_teeth(battle: Battle) -> list[str]:
    """Sides that have no teeth-arm unit left, on the table or still to come. Rule: CFV-TURN-07."""
    state = state_of(battle)
    return [
        side
        for side in state.sides
        if not any(s.side == side and units.is_teeth(s) and not s.gone for s in state.stands.values())
    ]


def look_for_the_end(battle: Battle) -> None:
    """Ends the battle when a side has no teeth-arm unit left. Rule: CFV-TURN-07."""
    bare = sides_without_teeth(battle)
    ever = {s.side for s in state_of(battle).stands.values() if units.is_teeth(s)}
    lost = [side for side in bare if side in ever]
    if lost:
        cite("CFV-TURN-07")
        names = " and ".join(battle.state.sides[side].name for side in lost)
        battle.end("annihilation", f"{names} has no teeth-arm unit left.")


def end_of_turn(battle: Battle) -> Directive:
    """The last step: objectives once more, and the end. Rules: CFV-OBJ-02, CFV-TURN-07."""
    capture(battle)
    look_for_the_end(battle)
    return NEXT


def default_victory(sides: tuple[SideSetup, ...], objectives: tuple[ObjectiveSetup, ...]) -> Victory:
    """The ladder of a scenario that has none: points for objectives held at the end. Rule: CFV-OBJ-03."""
    cite("CFV-OBJ-03")
    scores = tuple(
        ScoreRow(
            side=side.id,
            points=POINTS[objective.primary],
            when="end",
            condition=Holds(objectives=(objective.id,), side=side.id),
            text=f"{objective.name} held",
        )
        for side in sides
        for objective in objectives
    )
    won = tuple(
        LevelRow(level="marginal", side=s.id, condition=Lead(side=s.id, at_least=0.25), text="more points")
        for s in sides
    )
    level = LevelRow(level="draw", side="draw", condition=None, text="equal points")
    return Victory(ladder=(*won, level), scores=scores, text="Points for objectives held at the end.")
