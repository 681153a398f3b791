"""CFV-BRST: where bursts land, whom they hit, who may call for them."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import (
    BATTERY,
    RIFLES,
    RUSSIANS,
    T34,
    behind,
    blue,
    order,
    red,
    stand,
    with_dice,
)
from wargame.engine import knowledge
from wargame.engine.events import MarkerRemoved, TemplateLanded
from wargame.engine.orders import Fire, Placed, Placement
from wargame.engine.requests import Place
from wargame.rulesets.fascist_vipers import bursts, deviation, plots, shooting
from wargame.rulesets.fascist_vipers.data import units

KATYUSHA = "SU_bm_13_katyusha_battery_41"
MORTAR = "GE_8_cm_mortar_section_39"


def at(battle, name, x, y):
    return Fire(stand=name, weapon="burst", at=(x, y))


def landed(battle):
    return [e for e in battle.events if isinstance(e, TemplateLanded)][-1]


@pytest.mark.rule(
    "CFV-BRST-02", "CFV-BRST-03", "CFV-BRST-04", "CFV-BRST-05", "CFV-BRST-06", "CFV-BRST-07", "CFV-BRST-08"
)
def test_the_rule_gives_the_printed_chart():
    for left, right, programmed, observed, sideways in deviation.printed_rows():
        long, short = deviation.deviation(left, right, False), deviation.deviation(left, right, True)
        assert (long.along_in, short.along_in) == (programmed, observed)
        assert (long.right_in, short.right_in) == (sideways, sideways)
        assert long.on_target == (left == right or left + right == 7)


def test_chances_of_the_results_add_up():
    for observed in (True, False):
        assert sum(chance for chance, _, _ in deviation.results(observed)) == pytest.approx(1.0)
        on_target = sum(chance for chance, along, right in deviation.results(observed) if along == right == 0)
        assert on_target == pytest.approx(12 / 36)


@pytest.mark.rule("CFV-BRST-01", "CFV-BRST-11", "CFV-BRST-06")
def test_observed_fire_deviates_along_the_line_from_the_owners_edge():
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"))
    with_dice(battle, 6, 2, 1, 1, 1, 1)
    order(battle, at(battle, "guns", 30.0, 24.0))
    assert (landed(battle).x, landed(battle).y) == (32.0, 28.0)
    assert (landed(battle).aim_x, landed(battle).aim_y) == (30.0, 24.0)


@pytest.mark.rule("CFV-BRST-11")
def test_a_gun_on_the_table_is_the_start_of_its_own_line_of_fire():
    battle = sketch.battle_of(red("mortar", MORTAR, 20, 10, facing=90.0))
    with_dice(battle, 2, 1, 1, 1)
    order(battle, at(battle, "mortar", 20.0, 20.0))
    assert (landed(battle).x, landed(battle).y) == (19.0, 19.0)


@pytest.mark.rule("CFV-BRST-09", "CFV-BRST-10")
def test_a_shoot_on_target_needs_no_deviation_next_turn_at_the_same_point():
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"))
    with_dice(battle, 3, 3, 1, 1, 1, 1)
    order(battle, at(battle, "guns", 30.0, 24.0))
    guns = stand(battle, "guns")
    battle.state.turn = 4
    with_dice(battle, 1, 1, 1, 1)
    shooting.shoot(battle, guns, (30.0, 24.0), True)
    assert len(sketch.rolls(battle, "deviation")) == 1
    battle.state.turn = 6
    with_dice(battle, 1, 2, 1, 1, 1, 1)
    shooting.shoot(battle, guns, (30.0, 24.0), True)
    assert len(sketch.rolls(battle, "deviation")) == 2


@pytest.mark.rule("CFV-BRST-17")
def test_observed_fire_needs_a_unit_that_sees_the_point():
    forest = sketch.wood("forest", 24, 0, 30, 48)
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"), features=[forest])
    assert "CFV-BRST-17" in sketch.refusal(battle, at(battle, "guns", 40.0, 24.0)).rules
    assert bursts.check_burst(battle, at(battle, "guns", 22.0, 24.0)) is None


@pytest.mark.rule("CFV-BRST-17", "CFV-GEN-13")
def test_a_group_without_its_hq_calls_no_guns_but_its_own():
    hq = red("hq", "GE_company_or_battalion_hq_on_foot_39", 5, 24)
    forest = sketch.wood("forest", 8, 0, 14, 48)
    units_ = (hq, red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"), red("own", MORTAR, 18, 24))
    battle = sketch.battle_of(*units_, features=[forest])
    aim = at(battle, "guns", 30.0, 24.0)
    assert bursts.check_burst(battle, aim) is None
    stand(battle, "hq").gone, stand(battle, "hq").on_table = "destroyed", False
    stand(battle, "idle-red").on_table = False
    assert bursts.check_burst(battle, aim) is not None
    assert bursts.check_burst(battle, at(battle, "own", 30.0, 24.0)) is None


@pytest.mark.rule("CFV-BRST-12", "CFV-BRST-13", "CFV-BRST-14", "CFV-BRST-15")
def test_a_burst_attacks_everybody_inside_from_the_centre_outwards():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24),
        red("friend", RIFLES, 31.5, 24),
        blue("near", RUSSIANS, 30, 24.5),
        blue("outside", RUSSIANS, 30, 22.499),
        behind("guns", BATTERY, "red"),
    )
    with_dice(battle, 1, 1, 4, 4, 3, 2, 6, 6, 6, 6)
    order(battle, at(battle, "guns", 30.0, 24.0))
    assert landed(battle).hits == ("near", "friend")
    assert [r.who for r in sketch.rolls(battle, "defence")] == ["near", "friend"]
    assert stand(battle, "near").shelled_turn == 3


@pytest.mark.rule("CFV-BRST-16")
def test_armour_meets_only_the_first_dice_and_only_if_it_can_be_penetrated():
    light = next(u.unit_id for u in units().values() if u.nation == "SU" and u.armour_class == "light")
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24),
        blue("tank", T34, 30, 24),
        blue("car", light, 30, 25),
        behind("guns", BATTERY, "red"),
    )
    with_dice(battle, 1, 1, 6, 6, 1, 1, 4, 4, 4)
    order(battle, at(battle, "guns", 30.0, 24.0))
    assert [r.who for r in sketch.rolls(battle, "defence")] == ["car"]
    assert not stand(battle, "car").gone
    assert stand(battle, "tank").shelled_turn == 3


@pytest.mark.rule("CFV-OBS-09")
def test_a_burst_over_a_hidden_unit_attacks_and_reveals_it():
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24), blue("hidden", RUSSIANS, 30, 24), behind("guns", BATTERY, "red")
    )
    knowledge.hide(battle, "hidden", "red")
    with_dice(battle, 1, 1, 1, 1, 1, 1, 6, 6)
    shooting.shoot(battle, stand(battle, "guns"), (30.0, 24.0), True)
    assert battle.state.known("red", "hidden") == "identified"


@pytest.mark.rule("CFV-BRST-19")
def test_diameters_of_the_unit_list():
    found = {u.unit: u.burst for u in units().values() if u.burst}
    assert found["8 cm mortar section"] == 2
    assert found["10.5 cm field howitzer battery"] == 3
    assert found["15 cm field howitzer battery"] == 4
    assert found["203 mm howitzer battery"] == 5
    assert found["BM-13 Katyusha battery"] == 6
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), behind("guns", BATTERY, "red"))
    with_dice(battle, 1, 1, 1, 1, 1, 1)
    order(battle, at(battle, "guns", 30.0, 24.0))
    assert landed(battle).width_in == 3


# ---------------------------------------------------------------- programmed fire


def planning(*units_):
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), *units_)
    state = sketch.state_of(setup, turn=0, step="plan", phasing="")
    state.planned = ()
    return sketch.battle_in(state, setup, [12, 5])


@pytest.mark.rule("CFV-BRST-18")
def test_programmed_fire_is_written_down_before_play_and_secret():
    battle = planning(behind("rockets", KATYUSHA, "blue", programmed=True, rounds=2))
    request = battle.request
    assert isinstance(request, Place) and request.side == "blue"
    assert [thing.id for thing in request.things] == ["rockets#0", "rockets#1"]
    both = tuple(Placement(thing=f"rockets#{n}", x=10.0 + n, y=10.0, choices=(("turn", "2"),)) for n in range(2))
    assert "one salvo a turn" in sketch.refusal(battle, Placed(placements=both)).text
    assert battle.answer(Placed(placements=both[:1])) is not None
    assert [(p.turn, p.x) for p in battle.state.plots] == [(2, 10.0)]
    assert battle.view("red").state.plots == ()
    assert not battle.view("red").state.markers and battle.view("blue").state.markers


@pytest.mark.rule("CFV-BRST-18", "CFV-BRST-20", "CFV-BRST-05")
def test_programmed_fire_lands_at_the_start_of_the_go_it_was_written_for():
    setup = sketch.setup_of(
        red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 30), behind("guns", BATTERY, "red", programmed=True)
    )
    state = sketch.state_of(setup, step="programmed_a")
    state.plots = (plots.Plot(stand="guns", side="red", turn=3, x=40.0, y=24.0),)
    battle = sketch.battle_in(state, setup, [6, 2, 1, 1, 1, 1])
    assert (landed(battle).x, landed(battle).y) == (46.0, 28.0)
    assert battle.state.plots[0].done
    assert "CFV-BRST-18" in bursts.check_burst(battle, at(battle, "guns", 20.0, 20.0)).rules


def test_a_salvo_of_a_battery_that_has_left_is_called_off():
    guns = behind("guns", BATTERY, "red", programmed=True)
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 30), guns)
    state = sketch.state_of(setup, step="programmed_a")
    state.plots = (plots.Plot(stand="guns", side="red", turn=5, x=40.0, y=24.0),)
    state.stands["guns"].gone = "spent"
    battle = sketch.battle_in(state, setup, [])
    assert battle.state.plots[0].done
    assert [e.why for e in battle.events if isinstance(e, MarkerRemoved)] == ["called off"]


def test_odds_of_a_burst_are_those_of_the_resolution():
    """The oracle: every deviation, every attack roll, every defence."""
    battle = sketch.battle_of(
        red("eyes", RIFLES, 20, 24), blue("target", RUSSIANS, 30, 24), behind("guns", BATTERY, "red", dice_soft=1)
    )
    found = bursts.appraise_burst(battle, at(battle, "guns", 30.0, 24.0))
    inside = 0
    for left in range(1, 7):
        for right in range(1, 7):
            one = deviation.deviation(left, right, True)
            inside += one.along_in**2 + one.right_in**2 <= 1.5**2
    hits = sum(a > b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)) / 216
    removed = sum(o.chance for o in found.outcomes if o.id == "enemy-1-own-0")
    assert removed == pytest.approx(inside / 36 * hits)
    assert sum(o.chance for o in found.outcomes) == pytest.approx(1.0)
