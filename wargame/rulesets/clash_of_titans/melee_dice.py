"""How many dice a man fights with hand to hand, and what a round does.

Rules: NUT-MELE-02, -03, -04, -06 to -08, -10 to -12.

The odds of a charge use the same functions as the melee itself.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from wargame.board import in_arc
from wargame.engine.chapters import Occasion
from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import attributes, cover, data, rooms
from wargame.rulesets.clash_of_titans.extensions import CHAPTERS
from wargame.rulesets.clash_of_titans.lines import Point
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand

BAYONET = "bayonet"
OBSTACLES = ("wall", "hedge", "fence", "barricade", "trench", "building", "bunker")
"""What a man may defend: obstacles, windows, trenches (table `melee_mods`)."""
EVEN, WON, WON_WELL = "even", "won", "won_well"


@dataclass(frozen=True, slots=True)
class Facts:
    """What counts for one fighter in one round besides himself."""

    first_round: bool = False
    charging: bool = False
    helpers: int = 0
    """Extra attackers whose dice he gets."""
    beset: bool = False
    """Attacked from behind, or while in another melee."""
    behind_obstacle: bool = False
    bonus: int = 0
    """Dice for an opponent who failed to break off."""


@functools.cache
def _mods() -> dict[str, Modifier]:
    return {r["id"]: Modifier(r["case"], 0, r["dice"], r["rule"]) for r in data.rows("melee_mods")}


def _mod(name: str, times: int = 1) -> Modifier:
    found = _mods()[name]
    cite(found.rule)
    return Modifier(found.reason, 0, found.dice * times, found.rule)


# ---------------------------------------------------------------- weapons


def weapon_row(stand: ClashStand) -> data.Row:
    """The row of table `melee_weapons` that a man fights with: a bayonet only if he has one. Rule: NUT-MELE-08."""
    cite("NUT-MELE-08")
    rows = data.rows("melee_weapons")
    found = next((r for r in rows if data.short_name(stand.in_hand) in r["in_hand"]), None)
    plain = next(r for r in rows if not r["in_hand"])
    if found is None or (found["weapon"] == BAYONET and not stand.bayonet):
        return plain
    return found


def impact(stand: ClashStand) -> int:
    """Impact of what he fights with. Rule: NUT-MELE-08."""
    return int(weapon_row(stand)["impact"])


def has_blade(stand: ClashStand) -> bool:
    """Bayonet, sabre or lance: a die more. Rule: NUT-MELE-02."""
    row = weapon_row(stand)
    return int(row["impact"]) == max(int(r["impact"]) for r in data.rows("melee_weapons"))


def is_unarmed(stand: ClashStand) -> bool:
    """Nothing in his hands. Rule: NUT-MELE-02."""
    return int(weapon_row(stand)["impact"]) == min(int(r["impact"]) for r in data.rows("melee_weapons"))


def is_automatic(stand: ClashStand) -> bool:
    """SMG, assault rifle or semi-automatic pistol in hand. Rule: NUT-MELE-12."""
    return any(r["weapon"] == data.short_name(stand.in_hand) for r in data.rows("automatic_arms"))


# ---------------------------------------------------------------- dice


def modifiers(scene: Scene, stand: ClashStand, facts: Facts) -> tuple[Modifier, ...]:
    """Dice added to and taken from one for each point of Rep. Rules: NUT-MELE-02, -04, -06, -07, -10, -12."""
    cite("NUT-MELE-02")
    found = []
    ducked = stand.status == DUCKED and facts.first_round and not facts.charging
    if facts.charging and facts.first_round:
        found.append(_mod("charging"))
    if has_blade(stand):
        found.append(_mod("blade"))
    if facts.first_round and is_automatic(stand):
        found.append(_mod("automatic"))
    if is_unarmed(stand):
        found.append(_mod("unarmed"))
    if facts.helpers:
        found.append(_mod("extra", facts.helpers))
    if facts.beset:
        found.append(_mod("beset"))
    if ducked:
        found.append(_mod("ducked"))
    elif facts.behind_obstacle and facts.first_round:
        found.append(_mod("obstacle"))
    if stand.melee_recovered:
        found.append(_mod("recovered"))
    if attributes.has(stand, "Brawler"):
        found.append(_mod("brawler"))
    if facts.bonus:
        found.append(_mod("broke_off", facts.bonus))
    told = {"first_round": facts.first_round, "charging": facts.charging}
    return (*found, *CHAPTERS().modifiers(scene, Occasion("melee", stand.id, told)))


def dice_of(scene: Scene, stand: ClashStand, facts: Facts) -> tuple[int, tuple[Modifier, ...]]:
    """Dice before modifiers (one for each point of Rep) and the modifiers. Rule: NUT-MELE-02."""
    return stand.rep, modifiers(scene, stand, facts)


def verdict(ours: int, theirs: int) -> tuple[str, str]:
    """Who wins by successes: "even", "won" or "won_well" for the higher, and the rule. Rule: NUT-MELE-03."""
    rule = cite("NUT-MELE-03")
    margin = abs(ours - theirs)
    steps = sorted(int(r["winner_by"]) for r in data.rows("melee"))
    if margin < steps[1]:
        return EVEN, rule
    return (WON if margin < steps[2] else WON_WELL), rule


def blow(winner_impact: int, outcome: str) -> int:
    """Impact of the winner's blow: one more if he won by two or more. Rule: NUT-MELE-03."""
    return winner_impact + (outcome == WON_WELL)


# ---------------------------------------------------------------- ground


def defends_obstacle(scene: Scene, defender: ClashStand, attacker: Point) -> bool:
    """Is an obstacle between a man and where his attacker comes from, or is he in a trench or behind a window?

    Rule: NUT-MELE-02.
    """
    cite("NUT-MELE-02")
    board = scene.board
    found = cover.cover(scene, defender, attacker)
    if not found.in_cover:
        return False
    if defender.dug_in:
        return True
    kinds = {f.id: f.kind for f in board.features}
    if kinds.get(found.why) in OBSTACLES:
        return True
    if any(f.kind in OBSTACLES for f in board.features_at(defender.x, defender.y)):
        return True
    return rooms.is_built(board) and rooms.room_at(board, defender.x, defender.y, defender.floor) is not None


def is_behind(defender: ClashStand, attacker: Point) -> bool:
    """Does the attack come from outside the defender's front?"""
    return not in_arc((defender.x, defender.y, defender.facing_deg), attacker, 180.0)
