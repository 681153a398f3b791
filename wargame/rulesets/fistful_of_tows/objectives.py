"""Who holds what, and the end of a battle. Rules: FFT-HELO-12, FFT-VIC-01, -02, FFT-SEQ-02."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap_to_point, within
from wargame.engine.events import ObjectiveTaken
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.engine.setup import Setup
from wargame.engine.state import Objective
from wargame.rulesets.fistful_of_tows import units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

RADIUS_IN = 2.0


def holds_ground(stand: FistStand) -> bool:
    """Can it hold or contest an objective? Rule: FFT-HELO-12."""
    cite("FFT-HELO-12")
    return not units.is_heli(stand) and stand.ratings.kind != "fo"


def sides_near(scene: Scene, objective: Objective) -> list[str]:
    """Sides with a ground stand within the radius."""
    radius = objective.radius_in or RADIUS_IN
    return [
        side
        for side in scene.state.sides
        if any(
            holds_ground(s) and within(gap_to_point(units.footprint(s), objective.x, objective.y), radius)
            for s in units.on_table(scene, side)
        )
    ]


def capture(battle: Battle) -> None:
    """Whoever is alone within the radius holds the objective."""
    for objective in battle.state.objectives.values():
        near = sides_near(battle, objective)
        holder = near[0] if len(near) == 1 else objective.holder
        contested = len(near) > 1
        if (holder, contested) != (objective.holder, objective.contested):
            rules = (cite("FFT-VIC-01"),)
            battle.happen(ObjectiveTaken(objective=objective.id, side=holder, contested=contested, rules=rules))


def look_for_the_end(battle: Battle) -> None:
    """Ends the battle when a side has no stand left, on the table or to come."""
    state = state_of(battle)
    for side in state.sides:
        mine = [s for s in state.stands.values() if s.side == side and not s.off_board]
        if mine and all(s.gone for s in mine):
            battle.end("annihilation", f"{state.sides[side].name} has no stand left.")
            return


def end_of_turn(battle: Battle) -> Directive:
    """The last step of a game turn. Rule: FFT-SEQ-02."""
    cite("FFT-SEQ-02")
    look_for_the_end(battle)
    return NEXT


def ratio_level(ours: float, theirs: float) -> str:
    """draw, marginal or decisive by the ratio of the scores. Rule: FFT-VIC-02."""
    cite("FFT-VIC-02")
    chart = tables()["victory"]
    high, low = max(ours, theirs), min(ours, theirs)
    if high == low:
        return "draw"
    if low <= 0:
        return "decisive"
    ratio = high / low
    if ratio < float(chart["draw_below"]):
        return "draw"
    return "marginal" if ratio <= float(chart["marginal_up_to"]) else "decisive"


def default_turns(setup: Setup) -> int:
    """Length of a game. Rule: FFT-SEQ-02."""
    return setup.turn_limit or int(tables()["game"]["default_game_turns"])
