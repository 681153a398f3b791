"""CFV-AIR: who is over the table, in which role, and the dogfights."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, behind, blue, order, red, rolls, stand
from wargame.engine.orders import Chosen, Picked
from wargame.engine.requests import Choose, Pick
from wargame.rulesets.fascist_vipers import air_defence, dogfight, plots, sorties

FW190 = "GE_fw_190_a_42"
STUKA = "GE_ju_87_b_d_dive_bomber_39"
HEINKEL = "GE_he_111_39"
YAK = "SU_yak_9_or_la_5_43"
I16 = "SU_i_16_41"
IL2 = "SU_il_2_with_ptab_bombs_43"
PE2 = "SU_pe_2_41"
LANCASTER = "UK_lancaster_formation_43"


def sky(*aircraft, dice=(), step="roles", turn=3, plotted=(), **more):
    """A battle at the choice of roles."""
    ground = (red("a", RIFLES, 5, 5, group="red-idle"), blue("b", RUSSIANS, 60, 5, group="blue-idle"))
    setup = sketch.setup_of(*aircraft, *ground, **more)
    state = sketch.state_of(setup, turn=turn, step=step, phasing="")
    state.plots = tuple(plots.Plot(stand=s, side=state.stands[s].side, turn=turn, x=30.0, y=30.0) for s in plotted)
    return sketch.battle_in(state, setup, dice)


def roles(battle, *items):
    return order(battle, Picked(items=tuple((item, 1) for item in items)))


@pytest.mark.rule("CFV-AIR-26", "CFV-AIR-01")
def test_roles_are_chosen_unseen_and_shown_together():
    battle = sky(behind("f", FW190, "red"), behind("y", YAK, "blue"))
    assert isinstance(battle.request, Pick) and battle.request.side == "red"
    roles(battle, "f>cover")
    assert battle.request.side == "blue" and battle.state.stands["f"].air_role == ""
    assert not battle.view("blue").state.markers
    roles(battle, "y>cover")
    assert (stand(battle, "f").air_role, stand(battle, "y").air_role) == ("cover", "cover")
    assert len(battle.view("blue").state.markers) == 2


@pytest.mark.rule("CFV-AIR-01")
def test_a_fighter_has_one_role_only():
    battle = sky(behind("f", FW190, "red"))
    assert "1 at most" in sketch.refusal(battle, Picked(items=(("f>cover", 1), ("f>dogfight", 1)))).text


@pytest.mark.rule("CFV-AIR-17")
def test_escorts_are_offered_for_bombers_and_fighter_bombers():
    battle = sky(behind("f", FW190, "red"), behind("s", STUKA, "red"), behind("h", HEINKEL, "red"), plotted=["h"])
    offered = {item.id for item in battle.request.items}
    assert offered == {"f>dogfight", "f>cover", "f>escort:s", "f>escort:h"}


@pytest.mark.rule("CFV-AIR-30", "CFV-AIR-05")
def test_aircraft_are_there_in_their_turns_while_they_have_attacks():
    battle = sky(
        behind("f", FW190, "red"),
        behind("late", FW190, "red", arrives_turn=4),
        behind("gone", FW190, "red", leaves_turn=2),
        behind("empty", STUKA, "red", attacks_left=0),
        behind("now", STUKA, "red", arrives_turn=2, leaves_turn=7),
        behind("h", HEINKEL, "red"),
        behind("h2", HEINKEL, "red"),
        plotted=["h"],
    )
    assert [s.id for s in sorties.present(battle, "red")] == ["f", "now", "h"]


def hunting(*aircraft, dice, **more):
    """Red's fighter `f` goes for dogfights; blue's roles follow from `more`."""
    blue_roles = more.pop("blue_roles", ())
    battle = sky(behind("f", FW190, "red"), behind("f2", FW190, "red"), *aircraft, dice=dice, **more)
    roles(battle, "f>dogfight", "f2>dogfight")
    if battle.request is not None and battle.request.purpose == "roles":
        roles(battle, *blue_roles)
    return battle


@pytest.mark.rule("CFV-AIR-19", "CFV-AIR-20", "CFV-AIR-21", "CFV-AIR-22")
def test_dice_of_a_dogfight():
    battle = sky(
        behind("f", FW190, "red"),
        behind("s", STUKA, "red"),
        behind("h", HEINKEL, "red"),
        behind("i", I16, "blue"),
        behind("l", LANCASTER, "blue"),
        plotted=["h"],
        year=1942,
    )
    dice = {n: dogfight.pool(battle, stand(battle, n), stand(battle, "f")).dice for n in ("f", "s", "h", "i", "l")}
    assert dice == {"f": 4, "s": 3, "h": 2, "i": 3, "l": 3}


@pytest.mark.rule("CFV-AIR-22")
def test_an_aircraft_past_its_years_is_inferior_to_one_that_is_not():
    battle = sky(behind("e", "GE_bf_109_e_39", "red"), behind("y", YAK, "blue"))
    assert dogfight.outclassed(battle, stand(battle, "e"), stand(battle, "y")) == "inferior to its opponent"
    assert dogfight.outclassed(battle, stand(battle, "y"), stand(battle, "e")) == ""


@pytest.mark.rule("CFV-AIR-23")
def test_the_higher_total_shoots_the_other_down_and_a_tie_does_nothing():
    for own, other, lost in (
        ((1, 1, 1, 2), (2, 2, 2), "f"),
        ((6, 6, 1, 1), (1, 1, 1), "i"),
        ((1, 1, 1, 3), (2, 2, 2), None),
    ):
        battle = hunting(behind("i", IL2, "blue"), dice=[*own, *other])
        order(battle, Chosen(option="i"))
        assert [n for n in ("f", "i") if stand(battle, n).gone] == ([lost] if lost else [])


@pytest.mark.rule("CFV-AIR-18", "CFV-AIR-17", "CFV-AIR-32")
def test_an_escort_is_fought_first_and_meets_one_enemy_only():
    battle = hunting(
        behind("y", YAK, "blue"),
        behind("p", PE2, "blue"),
        plotted=["p"],
        blue_roles=["y>escort:p"],
        dice=[1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1],
    )
    assert isinstance(battle.request, Choose)
    assert "escorted by y" in next(o for o in battle.request.options if o.id == "p").consequence
    order(battle, Chosen(option="p"))
    assert stand(battle, "f").gone and not stand(battle, "p").gone
    order(battle, Chosen(option="p"))
    assert stand(battle, "p").gone and not stand(battle, "y").gone


@pytest.mark.rule("CFV-AIR-18")
def test_a_fighter_that_survives_the_escort_goes_on():
    battle = hunting(
        behind("y", YAK, "blue"),
        behind("p", PE2, "blue"),
        plotted=["p"],
        blue_roles=["y>escort:p"],
        dice=[1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 1, 1],
    )
    order(battle, Chosen(option="p"))
    assert stand(battle, "p").gone and not stand(battle, "y").gone


@pytest.mark.rule("CFV-AIR-15", "CFV-AIR-27", "CFV-AIR-14")
def test_a_side_whose_fighters_are_all_shot_down_has_lost_the_sky():
    battle = hunting(behind("y", YAK, "blue"), blue_roles=["y>cover"], dice=[6, 6, 6, 6, 1, 1, 1, 1])
    assert air_defence.cover_points(battle, "blue") == 1.0
    order(battle, Chosen(option="y"))
    assert stand(battle, "y").gone and not battle.state.markers
    assert battle.state.air_superiority == "red"
    assert air_defence.cover_points(battle, "blue") == 0.0
    assert not sorties.may_cover_and_escort(battle, "blue")


@pytest.mark.rule("CFV-AIR-27")
def test_new_fighters_end_the_superiority():
    battle = sky(behind("f", FW190, "red"), behind("y", YAK, "blue"))
    battle.state.air_superiority = "red"
    sorties.note_fighters(battle)
    assert battle.state.air_superiority == ""


def test_staying_out_of_it():
    battle = hunting(behind("i", IL2, "blue"), dice=[])
    order(battle, Chosen(option=dogfight.STAY_OUT))
    assert not rolls(battle, "dogfight")


@pytest.mark.rule("CFV-AIR-26", "CFV-AIR-14")
def test_cover_lasts_for_its_turn():
    battle = sky(behind("f", FW190, "red"), behind("i", I16, "blue"))
    roles(battle, "f>cover")
    roles(battle, "i>cover")
    points = {m.side: dict(m.data)["points"] for m in battle.state.markers.values()}
    assert points == {"red": 1.0, "blue": 0.5}
    battle.state.turn = 4
    sorties.end_roles(battle)
    assert not battle.state.markers
    assert sorties.role_of(battle, stand(battle, "f")) == sorties.NO_ROLE


@pytest.mark.rule("CFV-AIR-15")
def test_superiority_needs_fighters_that_were_shot_down():
    battle = sky(behind("f", FW190, "red"), behind("y", YAK, "blue", leaves_turn=3))
    battle.state.turn = 4
    sorties.judge_superiority(battle)
    assert battle.state.air_superiority == ""
    stand(battle, "y").gone = "destroyed"
    sorties.judge_superiority(battle)
    assert battle.state.air_superiority == "red"
