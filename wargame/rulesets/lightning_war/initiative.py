"""Who has the initiative, and how a game turn begins and ends. Rules: LW2-INIT-01 to -04, LW2-STAT-03, -06, -10."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Rolled, Said, StandChanged
from wargame.engine.knowledge import seen_by_for
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.lightning_war import morale, points
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MOST_TIES = 200


def army_rating(scene: Scene, side: str) -> int:
    """Mean of the basic ratings of a side's platoons on the table, halves up; lower is better. Rule: LW2-INIT-03."""
    cite("LW2-INIT-03")
    groups = [g for g in state_of(scene).groups.values() if g.side == side and morale.squads(scene, g.id)]
    if not groups:
        return morale.basic("battle_hardened")
    return math.floor(sum(morale.basic(g.quality) for g in groups) / len(groups) + 0.5)


def advantage(scene: Scene, side: str) -> int:
    """What a side adds to its die: the difference of the ratings, if its morale is better. Rule: LW2-INIT-02."""
    cite("LW2-INIT-02")
    other = state_of(scene).other(side)
    return max(0, army_rating(scene, other) - army_rating(scene, side))


def roll_initiative(battle: Battle) -> Directive:
    """The start of a game turn. Rules: LW2-INIT-01, -02, -04."""
    state = state_of(battle)
    state.lost = False
    first = battle.setup.first_player
    if state.turn == 1 and first:
        _give(battle, first)
        return NEXT
    sides = list(state.sides)
    for _ in range(MOST_TIES):
        totals = {side: _throw(battle, side) for side in sides}
        if totals[sides[0]] != totals[sides[1]]:
            _give(battle, max(sides, key=lambda side: totals[side]))
            return NEXT
        cite("LW2-INIT-04")
    _give(battle, sides[0])
    return NEXT


def _throw(battle: Battle, side: str) -> int:
    plus = advantage(battle, side)
    dice = battle.throw(1)
    rows = (Modifier("better army morale", plus, rule="LW2-INIT-02"),) if plus else ()
    battle.happen(
        Rolled(
            purpose="initiative",
            who=side,
            side=side,
            dice=dice,
            modifiers=rows,
            total=dice[0] + plus,
            rules=(cite("LW2-INIT-01"),),
        )
    )
    return dice[0] + plus


def _give(battle: Battle, side: str) -> None:
    state_of(battle).initiative = side
    battle.happen(Said(key="initiative", side=side, rules=(cite("LW2-INIT-01"),)))


def end_of_turn(battle: Battle) -> Directive:
    """The game turn is over: pins end, suppression may end. Rules: LW2-STAT-03, -06, -10."""
    state = state_of(battle)
    for stand in list(state.stands.values()):
        stand.shot_at_by = ()
        if stand.gone:
            continue
        if stand.pinned:
            _change(battle, stand, ("pinned", False), "unpinned", cite("LW2-STAT-06"))
        if stand.suppressed_turn and suppression_ends(battle, stand):
            cite("LW2-STAT-03")
            _change(battle, stand, ("suppressed_turn", 0), "recovered", cite("LW2-STAT-10"))
    state.selected = ""
    points.look_for_the_end(battle)
    if not battle.over and state.turn >= battle.setup.turn_limit:
        points.finish(battle, "limit", f"Game turn {battle.setup.turn_limit} was the last.")
    return NEXT


def suppression_ends(scene: Scene, stand: WarStand) -> bool:
    """Does suppression end with this game turn?

    It does with the first later one in which the enemy had the initiative, or with the second later one.
    Rules: LW2-STAT-03, -10.
    """
    state = state_of(scene)
    cite("LW2-STAT-03")
    cite("LW2-STAT-10")
    later = state.turn - stand.suppressed_turn
    return later >= 2 or (later >= 1 and state.initiative != stand.side)


def _change(battle: Battle, stand: WarStand, change: tuple[str, object], why: str, rule: str) -> None:
    seen = seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=(change,), why=why, rules=(rule,), seen_by=seen))
