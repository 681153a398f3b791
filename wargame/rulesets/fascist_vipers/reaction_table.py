"""The tables of nerve: quality, modifiers, results. Rules: CFV-REAC-05 to -09, -18, -19, -21, -22."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import cover, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand


@dataclass(frozen=True, slots=True)
class Read:
    """A result read from a table, with the rules that led to it."""

    result: str
    rules: tuple[str, ...]


def teeth_left(scene: Scene, group: str) -> list[VipersStand]:
    """Teeth-arm units of a command group that are still in the battle."""
    return [s for s in state_of(scene).command(group) if units.is_teeth(s) and not s.gone]


def group_quality(scene: Scene, group: VipersGroup) -> str:
    """Quality of most of the surviving teeth-arm units, the lower on a tie. Rules: CFV-REAC-05, -09."""
    cite("CFV-REAC-05")
    cite("CFV-REAC-09")
    counts = Counter(s.ratings.quality for s in teeth_left(scene, group.id))
    if not counts:
        return group.quality
    most = max(counts.values())
    return min((q for q, n in counts.items() if n == most), key=units.grade)


def modifiers(scene: Scene, group: VipersGroup) -> tuple[Modifier, ...]:
    """What weighs on a group's test now. Rule: CFV-REAC-07."""
    chart = tables()["reaction_modifiers"]
    rule = cite("CFV-REAC-07")
    found = []
    extra = max(0, group.losses_this_go - 1)
    if extra:
        words = f"{extra} further unit{'s' if extra > 1 else ''} lost"
        found.append(Modifier(words, add=extra * chart["per_extra_teeth_arm_loss_this_go"], rule=rule))
    found += _strength(scene, group, rule)
    members = state_of(scene).command(group.id)
    if any(units.is_hq(s) for s in members) and not any(units.is_hq(s) and not s.gone for s in members):
        found.append(Modifier("HQ lost", add=chart["hq_lost"], rule=rule))
    if any(s.air_attacked_turn == scene.state.turn for s in members):
        found.append(Modifier("attacked from the air", add=chart["air_attack_this_turn"], rule=rule))
    teeth = teeth_left(scene, group.id)
    sheltered = sum(s.in_play and cover.in_cover(scene, s) for s in teeth)
    if teeth and 2 * sheltered >= len(teeth):
        found.append(Modifier("half of it in cover", add=chart["half_of_teeth_arm_in_cover"], rule=rule))
    return tuple(found)


def _strength(scene: Scene, group: VipersGroup, rule: str) -> list[Modifier]:
    chart = tables()["reaction_modifiers"]
    left = len(teeth_left(scene, group.id))
    if 4 * left <= group.original_teeth:
        return [Modifier("a quarter or fewer left", add=chart["quarter_or_fewer_teeth_arm_left"], rule=rule)]
    if 2 * left <= group.original_teeth:
        return [Modifier("half or fewer left", add=chart["half_or_fewer_teeth_arm_left"], rule=rule)]
    return []


def read_test(quality: str, natural: int, total: float, last_result: str) -> Read:
    """Result of a test: the natural die decides at 1 and 20; a Falter that follows a Falter is a Crisis.

    last_result: what the group's test before this one gave, however long ago.
    Rules: CFV-REAC-06, -08, -18, -19.
    """
    chart = tables()["reaction"]
    if natural in (1, 20):
        rules = (cite("CFV-REAC-08"),)
        result = str(chart[f"unmodified_{natural}"])
    else:
        rules = (cite("CFV-REAC-06"),)
        line = chart[quality]
        result = next((r for r in chart["order"] if r in line and total >= line[r]), "crisis")
    if result == "falter" and last_result == "falter":
        return Read(str(chart["second_consecutive_falter"]), (*rules, cite("CFV-REAC-18"), cite("CFV-REAC-19")))
    return Read(result, rules)


def crisis_faces(quality: str, fanaticism: int) -> tuple[int, int]:
    """Top faces of Fight Fanatic and of Surrender (0 where it has vanished); every higher face is Run Away.

    Rules: CFV-REAC-21, -22.
    """
    line = tables()["crisis"][quality]
    cite("CFV-REAC-22")
    fanatic = max(0, int(line["fight_fanatic"]) + fanaticism)
    surrender = int(line["surrender"])
    return fanatic, surrender if surrender > fanatic else 0


def read_crisis(quality: str, natural: int, fanaticism: int, no_quarter: bool) -> Read:
    """Result of the second die: fanatic, surrender or run_away; where no quarter is given nobody surrenders.

    Rules: CFV-REAC-21, -22, -31.
    """
    fanatic, surrender = crisis_faces(quality, fanaticism)
    rules = (cite("CFV-REAC-21"), cite("CFV-REAC-22"))
    if natural <= fanatic:
        return Read("fanatic", rules)
    if natural <= surrender:
        if no_quarter:
            return Read("fanatic", (*rules, cite("CFV-REAC-31")))
        return Read("surrender", rules)
    return Read("run_away", rules)
