"""Who handles which cause, who rolls for weapons that are no simple shot, who answers for vehicles.

The one place that knows all chapters with reactions; `chain`, `volley` and `in_sight` look here.
Rules: NUT-CHAIN-02, -15.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    being_charged,
    clank,
    close_assault,
    crew_loss,
    gun_fire,
    gun_targets,
    in_sight,
    man_down,
    overrun,
    received_fire,
    softskins,
    special_fire,
    vehicle_sight,
    volley,
)
from wargame.rulesets.clash_of_titans.causes import (
    Aftermath,
    Broke,
    Cause,
    ChargeMade,
    FireOrder,
    Newcomers,
    Toll,
    Volley,
)
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.overrun import DrivenAt
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import (
    Assaulted,
    BailOut,
    Clanked,
    CommanderLost,
    DriverTested,
    Missed,
)

HANDLERS: Mapping[type[Cause], Callable[..., Steps]] = MappingProxyType(
    {
        Newcomers: in_sight.resolve,
        Volley: volley.resolve,
        Aftermath: received_fire.resolve,
        Broke: man_down.resolve,
        Missed: vehicle_sight.missed,
        ChargeMade: being_charged.resolve,
        Clanked: clank.resolve,
        BailOut: crew_loss.bail_out,
        CommanderLost: crew_loss.replace_commander,
        DriverTested: softskins.test_driver,
        Assaulted: close_assault.react,
        DrivenAt: overrun.resolve,
    }
)


def roller_of(scene: Scene, order: FireOrder) -> volley.Roller | None:
    """Who rolls for a weapon that is no simple shot: main guns, flamethrowers, thrown things. None: To Hit dice."""
    body = state_of(scene).stands[order.stand]
    if not body.is_man and gun_targets.is_single(body, order.weapon):
        return gun_fire.roll
    return special_fire.roller_of(scene, order)


def vehicle_in_sight(chain: Chain, vehicle: ClashStand, seen: Sequence[ClashStand], cause: Newcomers) -> Steps:
    """An armed vehicle takes its own In Sight test. Rule: NUT-VEH-07."""
    yield from vehicle_sight.in_sight(chain, vehicle, seen, cause)


def missed_vehicles(chain: Chain, toll: Toll) -> list[Cause]:
    """Tests of AFVs that were missed by what could have pierced them, of drivers of softskins, of crews that lost their
    commander. Rules: NUT-VEH-08, -09, NUT-CREW-05."""
    crews = crew_loss.commanders_lost(chain, toll)
    return [*vehicle_sight.missed_vehicles(chain, toll), *softskins.shot_at(chain, toll), *crews]
