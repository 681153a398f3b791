"""Mustering for a mission: the player's squad, a team, what support is at hand. Ordinary requests before the battle.

Rules: NUT-MISN-01 to -05, NUT-LIST-01, -02, -05, NUT-CHAR-02, NUT-REIN-02, NUT-SOLO-02.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.orders import Chosen
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import (
    characters,
    charts,
    lists,
    player_orders,
    raising,
    reinforcements,
    teams,
    throws,
)
from wargame.rulesets.clash_of_titans.lists import Unit
from wargame.rulesets.clash_of_titans.state import ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SQUAD, TEAM = "muster", "muster_team"
Steps = Generator[AnyRequest, Any, None]


def muster(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the forces of a mission come into being. Rules: NUT-MISN-01 to -05."""
    state = cast(ClashState, battle.state)
    if not state.mission.mission:
        return NEXT
    yield from own_squad(battle)
    row = charts.mission_row(state.mission.mission)
    if "one team" in row["player_force"]:
        yield from _team(battle)
    if "reinforcement rolls" in row["player_force"]:
        _support(battle, state.mission.player, state.mission.sl)
    if state.mission.enemy not in state.ruled:
        _enemy(battle)
    return NEXT


# ---------------------------------------------------------------- the player's


def own_squad(battle: Battle) -> Steps:
    """The player's own squad: its kind is chosen, its men are rolled one by one and led by his Star.

    A side that the rules run has an ordinary squad without a Star. Rules: NUT-LIST-01, -02, NUT-CHAR-02, NUT-ATTR-01.
    """
    state = cast(ClashState, battle.state)
    side = state.mission.player
    nation, year = state.sides[side].nation, state.year
    kinds = kinds_for(state, side)
    order = yield Choose(
        side=side,
        purpose=SQUAD,
        prompt="Which squad do you lead?",
        options=tuple(Option(id=key, text=text) for key, text in kinds),
        suggestion=Chosen(option=kinds[0][0]),
        rules=(cite("NUT-LIST-01"),),
    )
    rules = (cite("NUT-LIST-01"), cite("NUT-MISN-01"))
    roll = raising.roller(battle, side, rules)
    troops, _, special = order.option.partition(":")
    unit = lists.squad(nation, year, roll, troops, special)
    if side in state.ruled:
        unit = lists.with_unit_rep(unit, year, roll)
        raising.raise_group(battle, side, unit, np_group=True, own_squad=True, rules=rules)
        return
    quality = dict(state.mission.quality).get(side, "line")
    unit = characters.with_own_reps(unit, quality, roll)
    group = raising.raise_group(battle, side, unit, name="Own squad", own_squad=True, star="1", rules=rules)
    yield from characters.hand_out(battle, group)


def kinds_for(state: ClashState, side: str) -> list[tuple[str, str]]:
    """Kinds of squad that a side may choose from: id ("troops:row of table squads") and name, the usual one first."""
    troops = reinforcements.troops_of(state, side)
    nation = state.sides[side].nation
    found = [(f"{troops}:", f"{lists.nation_name(nation)} {troops} squad")]
    for offer in lists.words()["squad_offers"]:
        first, last = offer["years"]
        if nation in offer["nations"] and first <= state.year <= last and offer["troops"] != troops:
            found.append((f"{offer['troops']}:{offer.get('row', '')}", offer["name"]))
    return found


def _team(battle: Battle) -> Steps:
    """One team of the player's choice. Rule: NUT-LIST-05."""
    state = cast(ClashState, battle.state)
    side = state.mission.player
    rules = (cite("NUT-LIST-05"), cite("NUT-MISN-04"))
    names = lists.words()["team_offers"]
    order = yield Choose(
        side=side,
        purpose=TEAM,
        prompt="Which team is with you?",
        options=tuple(Option(id=name, text=f"{name} team") for name in names),
        suggestion=Chosen(option=names[0]),
        rules=rules,
    )
    roll = raising.roller(battle, side, rules)
    made = teams.team(state.sides[side].nation, state.year, order.option, roll, reinforcements.troops_of(state, side))
    _raise(battle, side, lists.with_unit_rep(made, state.year, roll), rules)


def _support(battle: Battle, side: str, level: int) -> None:
    """One roll on the reinforcement table for two points of the level. Rule: NUT-MISN-03."""
    rules = (cite("NUT-MISN-03"),)
    for _ in range(level // 2):
        for unit in reinforcements.rolled(battle, side, level):
            _raise(battle, side, unit, rules)


def _raise(battle: Battle, side: str, unit: Unit, rules: tuple[str, ...]) -> str:
    by_rules = player_orders.of_the_rules(cast(ClashState, battle.state), side)
    return raising.raise_group(battle, side, unit, np_group=by_rules, rules=rules)


# ---------------------------------------------------------------- an enemy who is played


def _enemy(battle: Battle) -> None:
    """Head to head the enemy is no marker: a squad, and a roll for two points of his level. Rule: NUT-SOLO-02."""
    state = cast(ClashState, battle.state)
    side = state.mission.enemy
    rules = (cite("NUT-SOLO-02"),)
    roll = raising.roller(battle, side, rules)
    troops = reinforcements.troops_of(state, side)
    unit = lists.squad(state.sides[side].nation, state.year, roll, troops)
    _raise(battle, side, lists.with_unit_rep(unit, state.year, roll), rules)
    for _ in range(throws.halved(state.mission.eal)):
        for found in reinforcements.rolled(battle, side, state.mission.eal):
            _raise(battle, side, found, rules)
