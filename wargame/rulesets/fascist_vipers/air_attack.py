"""Attacks from the air: one aircraft after another, through the defence and at its target.

Rules: CFV-AIR-02 to -06, -10, -26, -28 to -31, -34 to -37, CFV-BRST-05, -11.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import bearing, deviate, snap_facing
from wargame.engine.events import Event, Fired, Said, StandChanged
from wargame.engine.orders import Fire
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fascist_vipers import (
    air_defence,
    air_targets,
    burst_attack,
    fire,
    plots,
    shooting,
    sorties,
)
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.pool import Pool
from wargame.rulesets.fascist_vipers.state import Plot, Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "air"
Asking = Generator[AnyRequest, Any, None]


def air_attacks(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a bomber flies its plot, or the owner sends one of his other aircraft. Rule: CFV-AIR-26."""
    state = state_of(battle)
    bomber = next(
        (s for s in sorties.present(battle, state.phasing, sorties.BOMBER) if s.flew_turn != state.turn), None
    )
    if bomber is not None:
        yield from fly_plot(battle, bomber)
        return AGAIN
    ready = [s.id for s in state.stands.values() if s.side == state.phasing and sorties.may_attack_ground(battle, s)]
    if not ready:
        return NEXT
    order = yield Command(
        side=state.phasing,
        purpose=PURPOSE,
        prompt="Send an aircraft against a ground target: guns at a unit, or bombs on the centre of one.",
        subjects=tuple(ready),
        orders=("fire",),
        rules=(cite("CFV-AIR-26"), cite("CFV-AIR-28")),
    )
    if order.is_done:
        return NEXT
    yield from attack(battle, order)
    return AGAIN


def attack(battle: Battle, order: Fire) -> Asking:
    """Carries out an air attack that was ordered. Rules: CFV-AIR-06, -10, -28 to -30."""
    aircraft = state_of(battle).stands[order.stand]
    target = air_targets.target_of(battle, order)
    assert target is not None
    approach = air_targets.approach(battle, aircraft, target, order.facing_deg)
    said = _set_off(battle, aircraft)
    _direct(battle, aircraft, target, said)
    if (yield from air_defence.penetrate(battle, aircraft, target, said)) != air_defence.THROUGH:
        return
    if air_targets.weapon_of(aircraft, order) == air_targets.BOMBS:
        bomb(battle, aircraft, (target.x, target.y), approach, said)
    else:
        strafe(battle, aircraft, target, approach, said)
    _use_up(battle, aircraft)


def fly_plot(battle: Battle, bomber: VipersStand) -> Asking:
    """A bomber makes its programmed pass; driven off, it tries again next turn. Rules: CFV-AIR-05, -10, -30."""
    plot = sorties.plot_of(battle, bomber)
    assert plot is not None
    aim = (plot.x, plot.y)
    said = _set_off(battle, bomber)
    result = yield from air_defence.penetrate(battle, bomber, aim, said)
    if result == air_defence.ABORT:
        _again_next_turn(battle, plot)
        return
    plots.close(battle, plot)
    if result == air_defence.THROUGH:
        bomb(battle, bomber, aim, _plotted_approach(battle, plot), said)
        sorties.fly_home(battle, bomber)


def strafe(battle: Battle, aircraft: VipersStand, target: VipersStand, approach_deg: float, cause: Event) -> None:
    """A run with guns: a fire exchange that risks only the target. Rules: CFV-AIR-03, -34, -36, CFV-FIRE-20."""
    origin = air_targets.coming_from(target, approach_deg)
    rules = (cite("CFV-AIR-28"), cite("CFV-FIRE-20"))
    fired = battle.happen(
        Fired(
            stand=aircraft.id,
            targets=(target.id,),
            weapon=air_targets.GUNS,
            manner="strafe",
            origin=origin,
            rules=rules,
        ),
        cause,
    )
    changes = (("air_attacked_turn", battle.state.turn),)
    marked = (cite("CFV-ASLT-24"),)
    battle.happen(StandChanged(stand=target.id, changes=changes, why="air_attacked_turn", rules=marked), fired)
    cannon = air_targets.lowers_class(aircraft)
    defending = fire.defence(battle, target, aircraft.ratings.quality, origin, cannon=cannon, air=True)
    dice = fire.attack_dice(aircraft, target)
    attacking = Pool(dice.dice, dice.modifiers, rules=(*dice.rules, cite("CFV-AIR-34")))
    score = fire.roll(battle, "defence", target, defending, fired)
    total = fire.roll(battle, "attack", aircraft, attacking, fired, (score, False))
    fire.judge(battle, aircraft, target, total, score, False, fired)


def bomb(battle: Battle, aircraft: VipersStand, aim: Point, approach_deg: float, cause: Event) -> None:
    """Drops a bomb load: a burst with programmed distances along the approach. Rules: CFV-AIR-28, CFV-BRST-05, -11."""
    behind = _behind(aim, approach_deg)
    rules = (cite("CFV-AIR-28"), cite("CFV-BRST-11"))
    fired = battle.happen(
        Fired(stand=aircraft.id, weapon=air_targets.BOMBS, manner="bomb", at=aim, origin=behind, rules=rules), cause
    )
    along, right, on_target = shooting.throw_deviation(battle, aircraft, False, fired)
    at = aim if on_target else deviate(aim, behind, along, right)
    burst_attack.come_down(battle, aircraft, burst_attack.bomb_of(aircraft), aim, at, fired)


def _set_off(battle: Battle, aircraft: VipersStand) -> Event:
    """The aircraft tries to attack: it has had its attempt of this turn."""
    changes = (("flew_turn", battle.state.turn),)
    told: Event = battle.happen(
        StandChanged(stand=aircraft.id, changes=changes, why="flies", rules=(cite("CFV-AIR-26"),))
    )
    return told


def _direct(battle: Battle, aircraft: VipersStand, target: VipersStand, cause: Event) -> None:
    """Uses up the tentacle that the attack needs. Rules: CFV-AIR-29, -37."""
    if air_targets.needs_no_tentacle(battle, aircraft, target):
        return
    team = air_targets.directed_by(battle, aircraft, target)
    if team is not None:
        state_of(battle).tentacle_used += (team.id,)
        rule = cite("CFV-AIR-29") if team.ratings.tentacle else cite("CFV-AIR-37")
        battle.happen(Said(key="tentacle", side=team.side, about=(team.id, aircraft.id), rules=(rule,)), cause)


def _use_up(battle: Battle, aircraft: VipersStand) -> None:
    """One attack fewer; a fighter-bomber without one leaves. Rules: CFV-AIR-28, -30."""
    if aircraft.gone or aircraft.ratings.air_role != sorties.FIGHTER_BOMBER:
        return
    changes = (("attacks_left", aircraft.attacks_left - 1),)
    battle.happen(StandChanged(stand=aircraft.id, changes=changes, why="attacked", rules=(cite("CFV-AIR-28"),)))
    if aircraft.attacks_left <= 0:
        sorties.fly_home(battle, aircraft)


def _again_next_turn(battle: Battle, plot: Plot) -> None:
    """A bomber that was driven off comes again next turn, at the same target. Rule: CFV-AIR-10."""
    plots.close(battle, plot)
    plots.write_plot(battle, msgspec.structs.replace(plot, turn=plot.turn + 1, done=False))
    cite("CFV-AIR-10")


def _plotted_approach(battle: Battle, plot: Plot) -> float:
    if plot.approach_deg is not None:
        return plot.approach_deg
    return snap_facing(bearing(*edge_middle(battle.setup, plot.side), plot.x, plot.y))


def _behind(aim: Point, approach_deg: float) -> Point:
    angle = math.radians(approach_deg)
    return aim[0] - math.cos(angle) * 10.0, aim[1] - math.sin(angle) * 10.0
