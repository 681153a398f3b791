"""Who goes first. Rules: CFV-INIT-01 to -09."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.dice import Modifier
from wargame.engine.events import Rolled, Said
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.fascist_vipers import overrides
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

CRISIS = ("run_away", "surrendered")


def roll_initiative(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: both throw, the winner says whether he goes first or second. Rules: CFV-TURN-01, CFV-INIT-01."""
    state = state_of(battle)
    _new_turn(battle)
    sure = battle.setup.first_player
    if state.turn == 1 and sure:
        _take_order(battle, sure, "the scenario says so")
        return NEXT
    winner = _throw(battle)
    order = yield Choose(
        side=winner,
        purpose="initiative",
        prompt="You have the initiative. Go first or second this turn?",
        options=(
            Option(id="first", text="Go first", consequence="You move and attack before the enemy."),
            Option(id="second", text="Go second", consequence="The enemy moves first; you answer."),
        ),
        rules=(cite("CFV-INIT-01"),),
    )
    first = winner if order.option == "first" else state.other(winner)
    won = "it has the initiative" if first == winner else "the other side has the initiative and wants to go second"
    _take_order(battle, first, won)
    return NEXT


def _new_turn(battle: Battle) -> None:
    state = state_of(battle)
    state.player_a = state.player_b = state.go = ""
    state.tentacle_used = ()
    overrides.of_this_turn(battle)


def _take_order(battle: Battle, first: str, why: str) -> None:
    state = state_of(battle)
    state.player_a, state.player_b = first, state.other(first)
    names = (("first", state.sides[first].name), ("why", why))
    battle.happen(Said(key="order_of_play", side=first, data=names, rules=(cite("CFV-TURN-01"),)))


def _throw(battle: Battle) -> str:
    """Throws until the totals differ; the side with the higher one. Rules: CFV-INIT-01, -02."""
    state = state_of(battle)
    sides = order_of_throwing(state)
    modified = {side: modifiers(battle, side) for side in sides}
    while True:
        totals = {side: _one(battle, side, modified[side]) for side in sides}
        if totals[sides[0]] != totals[sides[1]]:
            return max(sides, key=lambda side: totals[side])
        battle.happen(Said(key="initiative_tie", rules=(cite("CFV-INIT-02"),)))
        modified = dict.fromkeys(sides, ())


def order_of_throwing(state: VipersState) -> tuple[str, ...]:
    """The attacker throws first, in an encounter battle the first side."""
    if state.attacker:
        return state.attacker, state.defender
    return tuple(state.sides)


def _one(battle: Battle, side: str, reasons: tuple[Modifier, ...]) -> float:
    dice = battle.throw(1, 20)
    total = dice[0] + sum(m.add for m in reasons)
    rules = (cite("CFV-INIT-01"),)
    battle.happen(
        Rolled(
            purpose="initiative", who=side, side=side, dice=dice, sides=20, modifiers=reasons, total=total, rules=rules
        )
    )
    return total


# ---------------------------------------------------------------- modifiers


def modifiers(scene: Scene, side: str) -> tuple[Modifier, ...]:
    """What a side adds to its die. Rules: CFV-INIT-03 to -07."""
    table = tables()["initiative_modifiers"]
    primary, secondary, kept = objectives_of(scene, side)
    falter, crisis = shaken_enemies(state_of(scene), side)
    rows = (
        (primary, table["attacker_per_primary_captured"], "primary objective captured", "CFV-INIT-03"),
        (secondary, table["attacker_per_secondary_captured"], "secondary objective captured", "CFV-INIT-04"),
        (kept, table["defender_per_objective_held"], "objective still held", "CFV-INIT-05"),
        (falter, table["per_enemy_group_faltering"], "enemy group faltering", "CFV-INIT-06"),
        (crisis, table["per_enemy_group_in_crisis_on_table"], "enemy group in crisis", "CFV-INIT-07"),
    )
    return tuple(
        Modifier(f"{count} x {words}", add=count * worth, rule=cite(rule))
        for count, worth, words, rule in rows
        if count
    )


def objectives_of(scene: Scene, side: str) -> tuple[int, int, int]:
    """Primary and secondary objectives captured as attacker, and objectives kept as defender.

    Rules: CFV-INIT-03 to -05.
    """
    primary = secondary = kept = 0
    for objective in scene.state.objectives.values():
        if objective.holder != side:
            continue
        if defends(scene, side, objective.id):
            kept += 1
        elif objective.primary:
            primary += 1
        else:
            secondary += 1
    return primary, secondary, kept


def defends(scene: Scene, side: str, objective: str) -> bool:
    """Is the side the defender for this objective? In an encounter battle: if it lies in its own half.

    Rule: CFV-INIT-09.
    """
    state = state_of(scene)
    if state.defender:
        return side == state.defender
    cite("CFV-INIT-09")
    place = state.objectives[objective]
    centres = {s: _ground_of(scene, s) for s in state.sides}
    return min(centres, key=lambda s: (centres[s][0] - place.x) ** 2 + (centres[s][1] - place.y) ** 2) == side


def _ground_of(scene: Scene, side: str) -> tuple[float, float]:
    corners = [p for zone in scene.setup.zones if zone.side == side for p in zone.polygon]
    corners = corners or [(s.x, s.y) for s in scene.state.stands.values() if s.side == side]
    return sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)


def shaken_enemies(state: VipersState, side: str) -> tuple[int, int]:
    """Enemy groups that falter, and that are in crisis and on the table. Rules: CFV-INIT-06 to -08."""
    falter = crisis = 0
    for group in state.groups.values():
        if group.side == side or group.parent:
            continue
        if in_crisis(state, group):
            crisis += 1
        elif group.state == "falter":
            falter += 1
    return falter, crisis


def in_crisis(state: VipersState, group: VipersGroup) -> bool:
    """Runs away or has surrendered and is still on the table, not yet on the line it was told to hold.

    Rule: CFV-INIT-08.
    """
    cite("CFV-INIT-08")
    if group.state not in CRISIS or group.on_line:
        return False
    return any((s.on_table or s.carrier) and not s.gone for s in state.command(group.id))
