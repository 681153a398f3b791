"""Reading reaction tests, and the ladder of results."""

from __future__ import annotations

import pytest

from wargame.rulesets.clash_of_titans import ladder
from wargame.rulesets.clash_of_titans.ladder import Reading


@pytest.mark.rule("NUT-CHAIN-06")
def test_the_ladder_runs_from_charge_to_run_away():
    found = sorted(ladder.ranks(), key=ladder.rank)
    assert found == [
        "charge",
        "return_fire",
        "snap_fire",
        "carry_on",
        "halt",
        "duck_back",
        "hunker_down",
        "retire",
        "run_away",
    ]


@pytest.mark.rule("NUT-CHAIN-05", "NUT-CHAIN-06")
def test_of_several_results_the_worst_is_obeyed():
    assert ladder.worst([Reading("return_fire"), Reading("carry_on")]).result == "carry_on"
    assert ladder.worst([Reading("duck_back"), Reading("retire"), Reading("hunker_down")]).result == "retire"


@pytest.mark.parametrize(
    ("passed", "facts", "result", "rule"),
    [
        (2, {"covered"}, "return_fire", "NUT-RFIRE-02"),
        (2, {"open"}, "return_fire", "NUT-RFIRE-02"),
        (2, {"covered", "outgunned"}, "duck_back", "NUT-RFIRE-02"),
        (1, {"covered"}, "snap_fire", "NUT-RFIRE-03"),
        (1, {"open"}, "duck_back", "NUT-RFIRE-03"),
        (1, {"covered", "flanked"}, "duck_back", "NUT-RFIRE-03"),
        (1, {"covered", "outgunned"}, "duck_back", "NUT-RFIRE-03"),
        (0, {"covered"}, "hunker_down", "NUT-RFIRE-04"),
        (0, {"open"}, "run_away", "NUT-RFIRE-04"),
    ],
)
def test_received_fire(passed, facts, result, rule, request):
    request.node.user_properties.append(("rule", rule))
    assert ladder.read("received_fire", passed, facts).result == result


@pytest.mark.rule("NUT-DOWN-02")
@pytest.mark.parametrize(
    ("passed", "facts", "result"),
    [
        (2, {"covered"}, "carry_on"),
        (2, {"covered", "half_strength"}, "duck_back"),
        (1, {"covered"}, "duck_back"),
        (0, {"covered"}, "hunker_down"),
        (0, {"open"}, "run_away"),
    ],
)
def test_man_down(passed, facts, result):
    assert ladder.read("man_down", passed, facts).result == result


@pytest.mark.rule("NUT-DOWN-03")
@pytest.mark.parametrize(("passed", "result"), [(2, "carry_on"), (1, "duck_back"), (0, "retire")])
def test_leader_lost(passed, result):
    assert ladder.read("leader_lost", passed).result == result


@pytest.mark.rule("NUT-SIGHT-05")
@pytest.mark.parametrize(
    ("passed", "facts", "result"),
    [
        (2, {"open"}, "return_fire"),
        (1, {"covered"}, "return_fire"),
        (1, {"open"}, "snap_fire"),
        (0, {"covered"}, "halt"),
    ],
)
def test_in_sight(passed, facts, result):
    assert ladder.read("in_sight", passed, facts).result == result


@pytest.mark.rule("NUT-CHRG-02", "NUT-CHRG-04")
def test_charging_and_being_charged():
    assert [ladder.read("wanting_to_charge", n).result for n in (2, 1, 0)] == ["charge", "stay_and_fire", "halt"]
    assert [ladder.read("being_charged", n, {"covered"}).result for n in (2, 1, 0)] == [
        "return_fire",
        "snap_fire",
        "hunker_down",
    ]
    assert [ladder.read("being_charged", n, {"open"}).result for n in (1, 0)] == ["carry_on", "run_away"]


@pytest.mark.rule("NUT-CHAIN-10")
def test_a_suppressed_man_gets_nothing_better():
    assert ladder.held("ducked_back", Reading("return_fire")) is None
    assert ladder.held("ducked_back", Reading("duck_back")) is None
    assert ladder.held("ducked_back", Reading("run_away")).result == "run_away"
    assert ladder.held("running", Reading("run_away")) is None
    assert ladder.held("ready", Reading("return_fire")).result == "return_fire"
