"""Forces by points and nation."""

from __future__ import annotations

import dataclasses

import pytest

from tests.rulesets.fistful_of_tows import sketch
from tests.rulesets.fistful_of_tows.sketch import M60, T55, blue, order, red
from wargame.engine.battle import Battle
from wargame.engine.orders import Picked
from wargame.engine.setup import GroupSetup, Zone
from wargame.rulesets import ruleset
from wargame.scenario.formations import formations_of


def mustering():
    made = sketch.setup_of(red("r", T55, 20, 20), blue("b", M60, 60, 20), year=1990)
    own = GroupSetup(id="force", side="blue", name="Task force", stands=(), fields={"muster": True, "points": 1000})
    zone = Zone(id="z", name="Zone", polygon=((40.0, 5.0), (70.0, 5.0), (70.0, 45.0), (40.0, 45.0)), side="blue")
    setup = dataclasses.replace(made, groups=(*made.groups, own), zones=(zone,))
    return Battle(ruleset("fistful_of_tows"), setup, seed=1, kernels="plain", digests=False)


@pytest.mark.rule("FFT-PV-01", "FFT-VEH-01", "FFT-UNIT-01")
def test_a_force_is_picked_within_its_points_and_deployed():
    battle = mustering()
    request = battle.request
    assert request.purpose == "muster" and request.cost_at_most == 1000
    dear = max(request.items, key=lambda i: i.cost)
    too_much = Picked(items=((dear.id, 4),))
    if 4 * dear.cost > 1000:
        sketch.refusal(battle, too_much)
    order(battle, request.suggestion)
    raised = [s for s in battle.state.stands.values() if s.group.startswith("force-u")]
    assert raised and all(s.quality == "veteran" for s in raised)
    assert battle.request.purpose == "deploy"
    order(battle, battle.request.suggestion)
    assert any(s.on_table for s in battle.state.stands.values() if s.group.startswith("force-u"))


def test_scenarios_may_name_a_sample_unit():
    assert len(formations_of("fistful_of_tows")) > 40
