"""Dogfights. Rules: CFV-AIR-17 to -23, -26, -32."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.appraisal import duel
from wargame.engine.dice import Modifier
from wargame.engine.events import Fired, StandChanged
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fascist_vipers import fire, sorties
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.pool import Pool
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "dogfight"
STAY_OUT = "stay_out"
_DICE_RULES = {sorties.FIGHTER: "CFV-AIR-19", sorties.FIGHTER_BOMBER: "CFV-AIR-20", sorties.BOMBER: "CFV-AIR-21"}


def dogfights(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: one dogfighter engages; A's come first, then B's. Rule: CFV-AIR-26."""
    state = state_of(battle)
    for side in (state.player_a, state.player_b):
        hunter = next(iter(_hunters(battle, side)), None)
        if hunter is not None:
            _mark(battle, hunter)
            prey = [s for enemy in state.enemies_of(side) for s in sorties.present(battle, enemy)]
            if prey:
                order = yield _request(battle, hunter, prey)
                if order.option != STAY_OUT:
                    engage(battle, hunter, state.stands[order.option])
            return AGAIN
    sorties.judge_superiority(battle)
    return NEXT


def engage(battle: Battle, hunter: VipersStand, prey: VipersStand) -> None:
    """A fighter goes for an enemy aircraft; an escort that is free has to be fought first. Rules: CFV-AIR-18, -32."""
    escort = next(iter(free_escorts(battle, prey)), None)
    if escort is not None:
        _mark(battle, escort)
        fight(battle, hunter, escort, (cite("CFV-AIR-17"), cite("CFV-AIR-18"), cite("CFV-AIR-32")))
        if hunter.gone:
            return
    fight(battle, hunter, prey, (cite("CFV-AIR-26"),))


def free_escorts(scene: Scene, prey: VipersStand) -> list[VipersStand]:
    """Escorts of an aircraft that have met no enemy fighter yet this turn. Rule: CFV-AIR-32."""
    cite("CFV-AIR-32")
    turn = state_of(scene).turn
    return [
        s
        for s in sorties.present(scene, prey.side, sorties.FIGHTER)
        if sorties.role_of(scene, s) == sorties.ESCORT and s.escorts == prey.id and s.engaged_turn != turn
    ]


def pool(scene: Scene, stand: VipersStand, opponent: VipersStand) -> Pool:
    """Dice of an aircraft in a dogfight with this opponent. Rules: CFV-AIR-19 to -22."""
    rules = [cite(_DICE_RULES[stand.ratings.air_role])]
    dice = stand.ratings.dogfight_dice
    modifiers: tuple[Modifier, ...] = ()
    reason = outclassed(scene, stand, opponent)
    if reason:
        step = int(tables()["air"]["outclassed_dice"])
        modifiers = (Modifier(reason, dice=step, rule=cite("CFV-AIR-22")),)
        dice += step
    return Pool(max(1, dice), modifiers, rules=tuple(rules))


def outclassed(scene: Scene, stand: VipersStand, opponent: VipersStand) -> str:
    """Why it rolls one die fewer: obsolete, or past its years of service; else empty. Rule: CFV-AIR-22."""
    cite("CFV-AIR-22")
    if stand.ratings.obsolete:
        return "obsolete"
    year = state_of(scene).year
    past = stand.ratings.year_to < year and not (opponent.ratings.obsolete or opponent.ratings.year_to < year)
    return "inferior to its opponent" if past else ""


def odds(scene: Scene, stand: VipersStand, opponent: VipersStand) -> tuple[float, float, float]:
    """Chances that it shoots the opponent down, that nothing happens, that it is shot down."""
    return duel(pool(scene, stand, opponent).dice, pool(scene, opponent, stand).dice)


def fight(battle: Battle, one: VipersStand, other: VipersStand, rules: tuple[str, ...]) -> None:
    """One round of a dogfight: the higher total shoots the other down, a tie does nothing. Rule: CFV-AIR-23."""
    fired = battle.happen(Fired(stand=one.id, targets=(other.id,), weapon="guns", manner="dogfight", rules=rules))
    first = fire.roll(battle, "dogfight", one, pool(battle, one, other), fired)
    second = fire.roll(battle, "dogfight", other, pool(battle, other, one), fired)
    rule = cite("CFV-AIR-23")
    if first > second:
        sorties.shoot_down(battle, other, one.id, fired, (rule,))
    elif second > first:
        sorties.shoot_down(battle, one, other.id, fired, (rule,))


def _hunters(battle: Battle, side: str) -> list[VipersStand]:
    fighters = sorties.present(battle, side, sorties.FIGHTER)
    turn = battle.state.turn
    return [f for f in fighters if sorties.role_of(battle, f) == sorties.DOGFIGHT and f.engaged_turn != turn]


def _mark(battle: Battle, stand: VipersStand) -> None:
    changes = (("engaged_turn", battle.state.turn),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="engages", rules=(cite("CFV-AIR-01"),)))


def _request(battle: Battle, hunter: VipersStand, prey: list[VipersStand]) -> Choose:
    options = [Option(id=s.id, text=s.name, consequence=_told(battle, hunter, s)) for s in prey]
    return Choose(
        side=hunter.side,
        purpose=PURPOSE,
        prompt=f"{hunter.name}: which enemy aircraft does it attack?",
        options=(*options, Option(id=STAY_OUT, text="None of them")),
        about=(hunter.id,),
        rules=(cite("CFV-AIR-18"), cite("CFV-AIR-26")),
    )


def _told(battle: Battle, hunter: VipersStand, prey: VipersStand) -> str:
    escort = next(iter(free_escorts(battle, prey)), None)
    won, _, lost = odds(battle, hunter, escort or prey)
    first = f"escorted by {escort.name}, which it has to fight first; " if escort else ""
    return f"{first}{won:.0%} to shoot down, {lost:.0%} to be shot down"
