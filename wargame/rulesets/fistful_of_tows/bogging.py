"""Swamp: who bogs, where, and who is pulled out. Rules: FFT-TERR-07 to -10, -28, -30, -31."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import gap, path_length, snap
from wargame.engine.events import Event, Rolled, StandPlaced
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import lines, movement, overwatch, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def applies(scene: Scene) -> bool:
    """Are the bogging rules in force? Rule: FFT-TERR-11."""
    cite("FFT-TERR-11")
    return not scene.state.options.get("swamp_impassable")


def roll_one(battle: Battle) -> Directive:
    """One round: a stand that moved in swamp rolls; recovery vehicles first, then whom they pull out.

    Rules: FFT-TERR-07, -09, -31.
    """
    state = state_of(battle)
    waiting = [s for s in state.stands.values() if s.in_swamp and s.in_play]
    stand = min(waiting, key=lambda s: not units.has(s, "arv"), default=None)
    if stand is None:
        return NEXT
    cite("FFT-TERR-31")
    change(battle, stand, "bog_roll", in_swamp=False)
    if not applies(battle):
        return AGAIN
    stuck_on = tables()["terrain"]["swamp"]["bog_roll_stuck_on"]
    dice = battle.throw(1)
    stuck = dice[0] in stuck_on
    rolled = battle.happen(
        Rolled(
            purpose="bogging",
            who=stand.id,
            side=stand.side,
            dice=dice,
            total=dice[0],
            needed=f"{max(stuck_on) + 1}+",
            outcome="stuck" if stuck else "through",
            rules=(cite("FFT-TERR-07"),),
        )
    )
    if stuck:
        _bog(battle, stand, rolled)
    elif units.has(stand, "arv"):
        _recover(battle, stand, rolled)
    return AGAIN


def _bog(battle: Battle, stand: FistStand, cause: Event) -> None:
    """It sticks where half its allowance had been spent. Rules: FFT-TERR-08, -30."""
    x, y = bog_place(battle, stand)
    if (x, y) != (stand.x, stand.y):
        seen = overwatch.seen_by(battle, stand)
        rules = (cite("FFT-TERR-08"),)
        event = StandPlaced(
            stand=stand.id, x=x, y=y, facing_deg=stand.facing_deg, why="bogged", rules=rules, seen_by=seen
        )
        battle.happen(event, cause)
    else:
        cite("FFT-TERR-30")
    change(battle, stand, "stuck", (cite("FFT-TERR-07"),), cause, stuck=True, move_done=True)


def bog_place(scene: Scene, stand: FistStand) -> tuple[float, float]:
    """Where a stand that bogs is put: half its allowance along its path, else the nearest swamp edge on it.

    Rules: FFT-TERR-08, -30.
    """
    half = float(units.half_move(stand))
    if len(stand.walked) < 2 or stand.moved_spent < half - 0.0005:
        return stand.x, stand.y
    made = movement.course_of(scene, stand, stand.walked, "")
    at = made.inches_for(half)
    if not _wet(scene, made.point(at)):
        swamp = [(p.start, p.end) for p in made.pieces if p.ground == "swamp"]
        if not swamp:
            return stand.x, stand.y
        edges = [edge for row in swamp for edge in row]
        at = min(edges, key=lambda e: abs(e - at))
    at = min(at, path_length(stand.walked))
    x, y = made.point(at)
    return snap(x), snap(y)


def _wet(scene: Scene, point: tuple[float, float]) -> bool:
    return bool(lines.in_area(scene.board, *point, frozenset({"swamp"})))


def _recover(battle: Battle, vehicle: FistStand, cause: Event) -> None:
    """A recovery vehicle in contact frees a stuck stand. Rules: FFT-TERR-09, -10."""
    here = units.footprint(vehicle)
    friends = [s for s in units.on_table(battle, vehicle.side) if s.stuck and s.id != vehicle.id]
    friend = next((s for s in friends if gap(here, units.footprint(s)) <= lines.touch_in() + 0.0005), None)
    if friend is None:
        return
    free_on = tables()["terrain"]["swamp"]["recovery_frees_on"]
    dice = battle.throw(1)
    freed = dice[0] in free_on
    rolled = battle.happen(
        Rolled(
            purpose="recovery",
            who=vehicle.id,
            side=vehicle.side,
            dice=dice,
            total=dice[0],
            needed=f"1-{max(free_on)}",
            outcome="freed" if freed else "not_freed",
            rules=(cite("FFT-TERR-09"),),
        ),
        cause,
    )
    if freed:
        change(battle, friend, "freed", (cite("FFT-TERR-09"), cite("FFT-TERR-10")), rolled, stuck=False)
