"""Deployment: where units may be put, and the suggestion."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HQ, PAK_40, PANZER_IV, TRUCK, area
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red
from wargame.board import overlaps, region_contains
from wargame.engine.battle import Battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.setup import ObjectiveSetup, Zone
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import deployment, units
from wargame.rulesets.fascist_vipers.setup import base_of

WEST = Zone(id="west", name="west", side="red", polygon=((0, 10), (10, 10), (10, 38), (0, 38)))
EAST = Zone(id="east", name="east", side="blue", polygon=((40, 10), (70, 10), (70, 38), (40, 38)))
TOWN = area("town", "town", 50, 20, 56, 28)
GOAL = ObjectiveSetup(id="town", name="town", x=53, y=24, radius_in=3, points=3, primary=True, holder="blue")


def undeployed(*units_, features=(TOWN,), zones=(WEST, EAST)):
    setup = sketch.setup_of(*units_, features=features, objectives=(GOAL,))
    groups = tuple(
        dataclasses.replace(
            g,
            stands=tuple(dataclasses.replace(s, place=None, off_board=False) for s in g.stands),
            zones=("west",) if g.side == "red" else ("east",),
        )
        for g in setup.groups
    )
    setup = dataclasses.replace(setup, groups=groups, zones=zones)
    return Battle(ruleset("fascist_vipers"), setup, dice=ScriptedDice((15, 4)), kernels="plain", digests=False)


def usual():
    theirs = {"b1": RUSSIANS, "b2": RUSSIANS, "b3": T34, "b4": "SU_rifle_hq_41"}
    ours = {"r1": RIFLES, "r2": PANZER_IV, "r3": HQ, "r4": TRUCK}
    reds = [red(name, line, 0, 0) for name, line in ours.items()]
    return undeployed(*reds, *(blue(name, line, 0, 0) for name, line in theirs.items()))


def test_the_defender_deploys_first_in_its_zones():
    battle = usual()
    assert battle.request.purpose == "deploy" and battle.request.side == "blue"
    assert {t.id for t in battle.request.things} == {"b1", "b2", "b3", "b4"}
    assert all(t.regions == (EAST.polygon,) for t in battle.request.things)


@pytest.mark.rule("CFV-MOVE-09")
def test_the_suggestion_is_legal_spread_and_in_cover_near_the_objective():
    battle = usual()
    spots = {p.thing: p for p in battle.request.suggestion.placements}
    assert set(spots) == {"b1", "b2", "b3", "b4"}
    stands = {name: battle.state.stands[name] for name in spots}
    bases = [units.footprint(stands[n])._replace(x=p.x, y=p.y, facing_deg=p.facing_deg) for n, p in spots.items()]
    assert not any(overlaps(a, b) for a, b in itertools.combinations(bases, 2))
    assert all(region_contains(EAST.polygon, p.x, p.y) for p in spots.values())
    assert all(battle.board.terrain_at(spots[n].x, spots[n].y)[0] == "built_up" for n in ("b1", "b2"))
    assert not isinstance(battle.answer(battle.request.suggestion), Refusal)
    assert battle.request.side == "red"


def test_units_face_the_enemy_unless_told_otherwise():
    battle = usual()
    facing = {p.thing: p.facing_deg for p in battle.request.suggestion.placements}
    assert all(150 < value < 210 for value in facing.values())
    stand = battle.state.stands["b1"]
    assert deployment.facing_of(battle, stand, Placement(thing="b1", x=45, y=24)) == pytest.approx(180.0, abs=5)
    assert deployment.facing_of(battle, stand, Placement(thing="b1", x=45, y=24, facing_deg=-90)) == 270.0


@pytest.mark.rule("CFV-MOVE-09")
@pytest.mark.parametrize(
    ("changed", "word"),
    [({"x": 30.0}, "zone"), ({"x": 69.9, "y": 24.0}, ""), ({"x": 53.0, "y": 24.0}, "stand on")],
)
def test_placements_outside_the_zone_or_on_each_other_are_refused(changed, word):
    battle = usual()
    kept = [p for p in battle.request.suggestion.placements if p.thing != "b1"]
    kept[0] = dataclasses.replace(kept[0]) if dataclasses.is_dataclass(kept[0]) else kept[0]
    spot = {"x": 60.0, "y": 30.0, **changed}
    other = Placement(thing=kept[0].thing, x=53.2, y=24.0, facing_deg=180.0)
    given = Placed(placements=(other, *kept[1:], Placement(thing="b1", facing_deg=180.0, **spot)))
    outcome = battle.answer(given)
    if word:
        assert isinstance(outcome, Refusal) and word in outcome.text
        given = Placed(placements=(*kept, Placement(thing="b1", x=65.0, y=36.0, facing_deg=180.0)))
        assert not isinstance(battle.answer(given), Refusal)


@pytest.mark.rule("CFV-MOVE-02")
def test_nobody_is_put_on_ground_it_may_not_enter():
    battle = undeployed(
        red("r1", TRUCK, 0, 0), blue("b1", RUSSIANS, 0, 0), features=(area("wood", "woods_light", 0, 20, 10, 30),)
    )
    battle.answer(battle.request.suggestion)
    if battle.request.purpose == "hide":
        battle.answer(battle.request.suggestion)
    assert battle.request.side == "red"
    outcome = battle.answer(Placed(placements=(Placement(thing="r1", x=5, y=25, facing_deg=0),)))
    assert isinstance(outcome, Refusal) and "CFV-MOVE-02" in outcome.rules


def test_what_finds_no_room_waits_and_may_be_left_out():
    small = Zone(id="east", name="east", side="blue", polygon=((40, 10), (40.8, 10), (40.8, 10.6), (40, 10.6)))
    battle = undeployed(
        red("r1", RIFLES, 0, 0),
        blue("b1", RUSSIANS, 0, 0),
        blue("b2", RUSSIANS, 0, 0),
        blue("b3", RUSSIANS, 0, 0),
        features=(),
        zones=(WEST, small),
    )
    must = [t.id for t in battle.request.things if t.must]
    assert 0 < len(must) < 3
    assert not isinstance(battle.answer(battle.request.suggestion), Refusal)


@pytest.mark.parametrize(
    ("line", "size"),
    [(RIFLES, (1.0, 0.75)), (PANZER_IV, (0.75, 1.0)), (PAK_40, (1.0, 0.75)), ("GE_flak_tower_battery_44", (1.0, 1.0))],
)
def test_bases_are_as_large_as_the_list_says(line, size):
    battle = sketch.battle_of(red("a", line, 20, 24), year=1945)
    base = base_of(battle.state.stands["a"])
    assert (base.width_in, base.depth_in) == size


@pytest.mark.rule("CFV-MOVE-13")
def test_the_way_from_the_edge_is_paid_for():
    battle = usual()
    truck, tank = battle.state.stands["r4"], battle.state.stands["b3"]
    assert deployment.way_in(battle, truck, 4.0, 24.0) == pytest.approx(4.0)
    assert deployment.way_in(battle, tank, 66.0, 24.0) == pytest.approx(0.0)
