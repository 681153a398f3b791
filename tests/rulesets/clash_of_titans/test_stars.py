"""What only Stars have: Larger Than Life, Star Power, Free Will, cheating death."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, dice_left, red, rolls, stand
from tests.rulesets.clash_of_titans.firefight import (
    MG34,
    answering,
    passes,
    resolve,
    shot,
    statuses,
    told,
    volley,
    wall,
)
from wargame.engine.orders import Chosen, Confirmed
from wargame.rulesets.clash_of_titans import damage, stars
from wargame.rulesets.clash_of_titans.causes import Toll

WALL = wall(39, 20, 28)
ROLL = Chosen(option="roll")


def facing(dice=(), shooter_rep=4, features=(), power=0, **fields):
    """A German rifleman fires at a Russian Star of Rep 5, without Star Power unless told otherwise."""
    battle = build.battle_of(
        red("r", 20, 24, rep=shooter_rep),
        blue("star", 40, 24, star=True, rep=5, **fields),
        features=features,
        dice=dice,
    )
    build.group(battle, "blue-1").leader = None
    stand(battle, "star").star_power = power
    return battle


def fire(battle, **answers):
    return resolve(battle, [volley(shot("r", "star"))], answers)


# ---------------------------------------------------------------- Larger Than Life


@pytest.mark.rule("NUT-CHAR-03")
def test_a_lesser_man_cannot_kill_a_star_with_one_shot():
    battle = facing([6, 1])
    fire(battle)
    assert rolls(battle, "damage")[0].outcome == "dead" and statuses(battle, ["star"]) == ["out_of_the_fight"]


@pytest.mark.rule("NUT-CHAR-03")
def test_his_equals_and_things_without_a_man_behind_them_can():
    battle = facing()
    star = stand(battle, "star")
    assert stars.is_too_lowly(star, "dead", 4)
    assert not stars.is_too_lowly(star, "dead", 5) and not stars.is_too_lowly(star, "dead", 0)
    assert not stars.is_too_lowly(stand(battle, "r"), "dead", 2)
    mine = facing([1])
    assert damage.hit(mine, Toll(), stand(mine, "star"), 3) == "dead"


@pytest.mark.rule("NUT-CHAR-03")
def test_the_best_man_of_a_crew_counts():
    battle = build.battle_of(red("tank", 20, 24, line="panzer_iv_g"), blue("b", 40, 24))
    crew = [s for s in battle.state.stands.values() if s.carrier == "tank"]
    crew[0].rep = 6
    assert stars.rep_of(battle.state, stand(battle, "tank")) == 6


# ---------------------------------------------------------------- Star Power


@pytest.mark.rule("NUT-CHAR-06")
@pytest.mark.parametrize(
    ("found", "levels", "after"),
    [
        ("dead", 1, "out_of_the_fight"),
        ("dead", 2, "stunned"),
        ("out_of_the_fight", 2, "carry_on"),
        ("stunned", 3, "carry_on"),
    ],
)
def test_each_die_lowers_a_result_by_a_level(found, levels, after):
    assert stars.lowered(found, levels) == after


@pytest.mark.rule("NUT-CHAR-06")
@pytest.mark.parametrize(
    ("dice", "after", "left"), [((3, 6), "stunned", 1), ((1, 2), "carry_on", 2), ((6, 6), "out_of_the_fight", 0)]
)
def test_all_dice_are_rolled_and_a_six_is_lost(dice, after, left):
    battle = facing(dice, power=2)
    star = stand(battle, "star")
    assert stars.star_power(battle, star, "out_of_the_fight") == after
    assert star.star_power == left and rolls(battle, "star_power")[0].dice == dice


@pytest.mark.rule("NUT-CHAR-06")
def test_it_is_not_rolled_for_nothing():
    battle = facing(power=3)
    for found in ("carry_on", "knocked_down"):
        assert stars.star_power(battle, stand(battle, "star"), found) == found
    stand(battle, "star").star_power = 0
    assert stars.star_power(battle, stand(battle, "star"), "dead") == "dead"
    assert stars.star_power(battle, stand(battle, "r"), "dead") == "dead"


@pytest.mark.rule("NUT-CHAR-07", "NUT-CHAR-06", "NUT-CHAR-03")
def test_first_larger_than_life_then_star_power():
    battle = facing([6, 1, 2, 5], power=2)
    fire(battle)
    assert told(battle) == ["to_hit", "damage", "star_power"]
    assert statuses(battle, ["star"]) == ["stunned"]


@pytest.mark.rule("NUT-CHAR-07")
def test_star_power_after_recovery_and_not_before():
    battle = facing([6, 6, 6, 6, 2, 3], power=2)
    fire(battle)
    assert told(battle) == ["to_hit", "damage", "recover_from_knock_down", "star_power"]
    assert statuses(battle, ["star"]) == ["ready"] and dice_left(battle) == 0


# ---------------------------------------------------------------- cheating death


@pytest.mark.rule("NUT-CHAR-04", "NUT-CHAR-07")
@pytest.mark.parametrize(("yes", "why", "rep"), [(True, "cheated_death", 4), (False, "dead", 5)])
def test_a_star_just_killed_may_cheat_death(yes, why, rep):
    battle = facing([6, 1], shooter_rep=5)
    fire(battle, cheat_death=Confirmed(yes=yes))
    star = stand(battle, "star")
    assert (star.gone, star.rep) == (why, rep) and not star.in_play


@pytest.mark.rule("NUT-CHAR-04")
@pytest.mark.parametrize(("rep", "may"), [(4, True), (3, False)])
def test_not_below_rep_three(rep, may):
    battle = facing()
    star = stand(battle, "star")
    star.rep, star.gone = rep, "dead"
    assert stars.may_cheat(star) is may
    asked = list(stars.cheat_death(battle, star)) if not may else [next(stars.cheat_death(battle, star))]
    assert bool(asked) is may


@pytest.mark.rule("NUT-CHAR-04", "NUT-DOWN-03")
def test_his_group_takes_leader_lost():
    battle = build.battle_of(
        red("r", 20, 24, rep=5),
        blue("star", 40, 24, star=True, rep=5, nco=True),
        blue("man", 40, 40),
        dice=[6, 1, 1, 1],
    )
    stand(battle, "star").star_power = 0
    fire(battle, cheat_death=Confirmed(yes=True))
    assert told(battle) == ["to_hit", "damage", "leader_lost"]


# ---------------------------------------------------------------- Free Will


@pytest.mark.rule("NUT-CHAR-05")
@pytest.mark.parametrize(("n", "status"), [(2, "ready"), (0, "hunkered_down")])
def test_a_star_chooses_how_many_dice_he_passes(n, status):
    battle = facing([2, *([6, 1] if n else [])], features=[WALL])
    fire(battle, free_will=[passes(n)])
    assert told(battle) == ["to_hit", *(["to_hit", "damage"] if n else [])] and dice_left(battle) == 0
    assert statuses(battle, ["star"]) == [status]


@pytest.mark.rule("NUT-CHAR-05")
def test_or_he_rolls():
    battle = facing([2, 6, 6], features=[WALL])
    fire(battle, free_will=ROLL)
    assert told(battle) == ["to_hit", "received_fire"] and statuses(battle, ["star"]) == ["hunkered_down"]


@pytest.mark.rule("NUT-CHAR-05")
@pytest.mark.parametrize(
    ("tests", "asked"),
    [
        (("received_fire",), True),
        (("man_down", "received_fire"), True),
        (("in_sight",), False),
        (("fast_move",), False),
    ],
)
def test_only_on_tests_of_will(tests, asked):
    battle = facing()
    steps = stars.free_will(battle, stand(battle, "star"), tests, {0: "run_away", 1: "duck_back", 2: "carry_on"})
    request = next(steps, None)
    assert (request is not None) is asked
    if request is not None:
        assert [option.id for option in request.options] == ["pass_2", "pass_1", "pass_0", "roll"]
        assert [option.consequence for option in request.options][:3] == ["carry_on", "duck_back", "run_away"]


@pytest.mark.rule("NUT-CHAR-05")
def test_nobody_is_asked_where_all_choices_are_the_same():
    battle = facing()
    will = stars.free_will(battle, stand(battle, "star"), ("received_fire",), dict.fromkeys((0, 1, 2), "duck_back"))
    assert answering(will, {}) == 2


@pytest.mark.rule("NUT-CHAR-05")
def test_being_outgunned_cannot_be_chosen_away():
    battle = build.battle_of(
        red("r", 20, 24, line=MG34), blue("star", 40, 24, star=True, rep=5), features=[WALL], dice=[2] * 5
    )
    resolve(battle, [volley(shot("r", ("star", 5)))], {"free_will": [passes(2)]})
    assert told(battle) == ["to_hit"] and statuses(battle, ["star"]) == ["ducked_back"]


# ---------------------------------------------------------------- limits


@pytest.mark.rule("NUT-CHAR-08")
@pytest.mark.parametrize(
    ("rep", "mount", "limited"), [(7, False, 6), (1, False, 2), (6, True, 5), (2, True, 3), (4, False, 4)]
)
def test_permanent_rep_keeps_its_limits(rep, mount, limited):
    assert stars.limited(rep, mount) == limited
