"""Burst attacks of batteries and mortars. Rules: CFV-BRST-01 to -20, CFV-AMMO-01 to -05.

`plan_step` and `fire_programmed` are steps of the turn; `fire_burst` carries out a unit's order.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import gap_to_point, in_arc, off_table, within
from wargame.engine.orders import Fire, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import fire, observation, spotting, targets, units
from wargame.rulesets.fascist_vipers.burst_odds import appraise_burst
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.plots import check_plots, fire_programmed, plan_step, sample_plots
from wargame.rulesets.fascist_vipers.shooting import shoot
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

__all__ = [
    "appraise_burst",
    "check_burst",
    "check_plots",
    "fire_burst",
    "fire_programmed",
    "has_bursts",
    "plan_step",
    "sample_plots",
]


def has_bursts(stand: VipersStand) -> bool:
    """Attacks with bursts: a battery, rocket launcher or mortar."""
    return stand.ratings.burst > 0 and not units.is_aircraft(stand)


def check_burst(scene: Scene, order: Fire) -> Refusal | None:
    """Why this burst may not be fired now, or None. Rules: CFV-BRST-17, -18, CFV-GEN-03, -05."""
    stand, at = observation.state_of(scene).stands[order.stand], order.at
    refusal = targets.may_fire(scene, stand)
    if refusal is not None:
        return refusal
    if not has_bursts(stand) or at is None:
        return Refusal(text=f"{stand.name} has no burst, or no aim point was named.", rules=(cite("CFV-BRST-01"),))
    if stand.programmed:
        text = f"{stand.name} fires only what was written down before play."
        return Refusal(text=text, rules=(cite("CFV-BRST-18"),))
    if off_table(scene.board.table, at):
        return Refusal(text="The aim point lies off the table.", rules=(cite("CFV-BRST-17"),), at=at)
    reason = _cannot_reach(scene, stand, at)
    if reason is None and spotting.observed(scene, stand, at) is None:
        text = "No unit that observes for the battery sees the aim point; aim where one of them sees."
        reason = Refusal(text=text, rules=(cite("CFV-BRST-17"),), at=at)
    return reason


def fire_burst(battle: Battle, order: Fire) -> Generator[AnyRequest, Any, None]:
    """Carries out a legal burst: facing, deviation, attack, ammunition."""
    stand, at = observation.state_of(battle).stands[order.stand], order.at
    assert at is not None
    if stand.in_play:
        observation.reveal(battle, stand, (cite("CFV-OBS-02"),))
        fire.turn_to(battle, stand, order.facing_deg, at)
    fire.note_attack(battle, stand)
    shoot(battle, stand, at, observed=True)
    return
    yield  # a generator that asks nothing


def _cannot_reach(scene: Scene, stand: VipersStand, at: Point) -> Refusal | None:
    limit = stand.ratings.indirect_range
    if stand.off_board:
        distance = math.dist(edge_middle(scene.setup, stand.side), at)
    else:
        distance = gap_to_point(units.footprint(stand), *at)
    if not within(distance, limit):
        text = f"Out of range: {distance:.1f} in, its bursts reach {limit:g} in."
        return Refusal(text=text, rules=(cite("CFV-FIRE-25"),), at=at)
    arc = units.arc_of(stand) + 2 * fire.pivot_allowed(stand)
    if stand.in_play and not in_arc(units.footprint(stand), at, min(360.0, arc)):
        text = f"The aim point is outside the arc of {stand.name}; turn it with a move."
        return Refusal(text=text, rules=(cite("CFV-GEN-03"),), at=at)
    return None
