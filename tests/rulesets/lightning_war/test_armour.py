"""Gunnery, armour, crews, HEAT weapons, high explosive."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    JS2,
    MOVED,
    PAK,
    PANZER3,
    PANZER4,
    SEEN,
    SHERMAN,
    SQUAD,
    SU122,
    T34,
    TIGER,
    battle_of,
    behind,
    blue,
    box,
    fire,
    is_gone,
    order,
    red,
    rolls,
    stand,
    strip,
    worked_case,
)
from wargame.engine.orders import Done
from wargame.rulesets.lightning_war import armour, damage, explosive, missions

FAUST = "GE_panzerfaust_late"


def duel(
    firer,
    target,
    *,
    facing=180.0,
    at=(20, 10),
    dice=(),
    fields=None,
    rating="battle_hardened",
    ground=(),
    target_is=None,
):
    """A red firer at (5, 10) and one blue vehicle, with a far-off comrade so that the platoon goes on."""
    return battle_of(
        red("a", firer, 5, 10, 0.0, **(fields or {})),
        blue("b", target, *at, facing=facing),
        blue("c", T34, 66, 10, facing=180.0),
        features=ground,
        dice=dice,
        groups={"blue-1": {"quality": rating}},
        as_of={"b": target_is or {}},
    )


@pytest.mark.rule("LW2-PEN-05", "LW2-ABAN-01", "LW2-ABAN-02", "LW2-ABAN-03", "LW2-ABAN-05")
def test_first_worked_example_equal_values_cannot_disable_but_test_the_crew():
    battle = duel(PANZER3, SHERMAN, dice=[5, 2, 3, 6, 6])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "disabling") == []
    assert stand(battle, "b").gone == "abandoned"
    assert "prize-b" in battle.state.markers
    assert battle.state.scores["red"] == 1


def test_second_worked_example_the_side_is_thinner(request):
    battle = duel(PANZER3, SHERMAN, facing=90.0, dice=[*worked_case(request, "C02"), 6, 6])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "disabling")[0].needed == "4+"
    assert is_gone(battle, "b")


def test_a_hit_that_is_not_enough_tests_the_crew(request):
    battle = duel(PANZER3, SHERMAN, facing=90.0, dice=worked_case(request, "C03"))
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "crew")[0].outcome == "passed"
    assert not is_gone(battle, "b")


def test_a_late_panzerfaust_shakes_even_a_js2(request):
    battle = duel(
        SQUAD, JS2, at=(10, 10), dice=worked_case(request, "C34"), fields={"carries": (FAUST,)}, rating="elite"
    )
    order(battle, fire("a", "b", FAUST))
    assert rolls(battle, "crew")[0].needed == "5+" and not is_gone(battle, "b")


def test_beyond_half_the_table_a_point_of_ap_is_lost(request):
    dice = worked_case(request, "C36")
    near = duel("US_3_inch_m5", TIGER, dice=[4, *dice, 6, 6])
    order(near, fire("a", "b", "ap"))
    assert is_gone(near, "b")
    far = duel("US_3_inch_m5", TIGER, at=(60, 10), dice=[5, 6, 6])
    order(far, fire("a", "b", "ap"))
    assert rolls(far, "disabling") == [] and rolls(far, "crew")[0].outcome == "passed"


def test_a_door_knocker_does_nothing_to_a_tiger(request):
    battle = duel(PAK, TIGER, dice=[])
    dice = worked_case(request, "C42")
    found = armour.disabling(battle, stand(battle, "a"), _arm(battle), stand(battle, "b"))
    assert dice == [6] and found.score == armour.NEVER and not found.crew_tests


def _arm(battle):
    from wargame.rulesets.lightning_war.weapons import weapon

    return weapon(stand(battle, "a"), "")


def test_the_line_through_the_front_corners_divides(request):
    worked_case(request, "C43")
    battle = duel(PANZER3, SHERMAN, facing=0.0, at=(20, 20))
    target = stand(battle, "b")
    assert not armour.shows_side(target, 25.0, 25.0)
    assert armour.shows_side(target, 20.5, 30.0)


def test_a_tank_in_an_open_wood_is_harder_to_hit_than_one_in_the_open(request):
    first, second = worked_case(request, "C74")
    battle = duel(PANZER4, T34, dice=[first, 6, 6, 6])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "to_hit")[0].outcome == "hit"
    wood = box("wood", "woods_light", 17, 7, 24, 14)
    battle = duel(PANZER4, T34, dice=[second], ground=[wood])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "to_hit")[0].outcome == "missed"


@pytest.mark.rule("LW2-GUN-08")
@pytest.mark.parametrize(("at", "needed"), [((40.9, 10), "4+"), ((41.1, 10), "5+"), ((20, 34.1), "5+")])
def test_half_the_table_counts_along_and_across(at, needed):
    battle = duel(PANZER4, T34, at=at, facing=210.0, dice=[1])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "to_hit")[0].needed == needed


@pytest.mark.rule("LW2-GUN-03", "LW2-GUN-12", "LW2-TERR-22", "LW2-COV-03")
def test_a_hull_down_tank_is_hit_on_a_six_only():
    wall = strip("wall", "wall", (18.9, 5), (18.9, 15), width=0.3)
    battle = duel(PANZER4, T34, ground=[wall], dice=[5])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "to_hit")[0].needed == "6+" and rolls(battle, "to_hit")[0].outcome == "missed"


@pytest.mark.rule("LW2-TERR-24")
def test_a_railway_is_hull_down_for_vehicles_and_partial_cover_for_troops():
    rails = strip("rails", "railway", (18.9, 5), (18.9, 15), width=0.4)
    battle = duel(PANZER4, T34, ground=[rails])
    from wargame.rulesets.lightning_war.cover import cover

    assert cover(battle, stand(battle, "b"), stand(battle, "a")).grade == "hull_down"


@pytest.mark.rule("LW2-GUN-10")
def test_a_moving_target_is_not_harder_to_hit():
    battle = duel(PANZER4, T34, dice=[4, 6, 6, 6], target_is=MOVED)
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "to_hit")[0].outcome == "hit"


@pytest.mark.rule("LW2-PEN-01", "LW2-PEN-02", "LW2-PEN-03", "LW2-PEN-04", "LW2-PEN-05")
def test_the_table_of_differences():
    assert [armour.score_for(d) for d in (-1, 0, 1, 2, 3, 4, 5, 6, 7)] == [0, 0, 5, 4, 3, 2, 1, 1, 1]
    battle = duel(PANZER4, T34)
    assert armour.against(10, stand(battle, "b"), side=False).difference == 4


@pytest.mark.rule("LW2-PEN-07")
def test_two_points_for_the_side_of_an_entry_with_a_single_value():
    import msgspec

    battle = duel(PANZER4, T34)
    target = stand(battle, "b")
    target.ratings = msgspec.structs.replace(target.ratings, def_side=None)
    assert armour.against(8, target, side=True).difference == 8 - 6 + 2


def test_riders_get_off_and_the_tank_tests_for_losing_them(request):
    from tests.rulesets.lightning_war.sketch import aboard

    wood = box("wood", "woods_light", 17, 7, 24, 14)
    tank = blue("b", T34, 20, 10, facing=180.0)
    battle = battle_of(
        red("a", PANZER4, 5, 10),
        tank,
        aboard("r", SQUAD, tank, group="blue-2"),
        blue("r2", SQUAD, 66, 10, group="blue-2"),
        features=[wood],
        dice=[6, 1, 2, *worked_case(request, "C58"), 6, 6],
    )
    stand(battle, "a").ratings = _weak(stand(battle, "a").ratings)
    order(battle, fire("a", "b", "he"))
    assert stand(battle, "r").carrier is None and stand(battle, "r").pinned
    assert rolls(battle, "riders_lost")[0].outcome == "passed"


def _weak(ratings):
    import msgspec

    return msgspec.structs.replace(ratings, he_dice=3)


# ---------------------------------------------------------------- high explosive


def bursts(*plus_and_six):
    from wargame.engine.dice import Modifier

    return [explosive.Burst(f"t{n}", (Modifier("x", plus),), six) for n, (plus, six) in enumerate(plus_and_six)]


def test_a_battery_suppresses_the_only_squad_in_a_village(request):
    faces = worked_case(request, "C29")
    village = box("village", "town", 15, 5, 25, 15)
    battle = battle_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 20, 10), features=[village])
    found = explosive.burst(battle, stand(battle, "b"), None)
    assert found.plus == -2
    assert explosive.outcome([found], faces).suppressed == ("b",)


def test_a_tank_firing_at_men_under_cover_needs_a_natural_six(request):
    dice = worked_case(request, "C30")
    for faces, gone in ((dice[:3], False), (dice[3:], True)):
        hedge = strip("hedge", "hedge", (19.4, 5), (19.4, 15), width=0.3)
        battle = battle_of(
            red("a", PANZER4, 5, 10),
            blue("b", SQUAD, 20, 10),
            blue("c", SQUAD, 66, 10),
            features=[hedge],
            dice=[*faces, 6, 6],
            as_of={"b": SEEN},
        )
        order(battle, fire("a", "b", "he"))
        assert is_gone(battle, "b") is gone
        assert sum(m.add for m in rolls(battle, "high_explosive")[0].modifiers) == -3


def test_shells_against_armour(request):
    dice = worked_case(request, "C31")
    guns = behind("guns", "GE_15cm_howitzer", "red")
    battle = battle_of(red("a", PANZER4, 5, 10), guns, blue("b", "GE_panther_g", 20, 10))
    assert missions.dice_of(stand(battle, "guns")) == 6
    mission = explosive.burst(battle, stand(battle, "b"), None)
    assert explosive.outcome([mission], dice[:6]).disabled == ("b",)
    shot = explosive.burst(battle, stand(battle, "b"), stand(battle, "a"))
    assert shot.plus == -4 and explosive.outcome([shot], dice[6:]) == ((), ())


def test_rockets_catch_moving_squads(request):
    faces = worked_case(request, "C32")
    rockets = behind("rockets", "GE_15cm_nebelwerfer_battery", "red")
    men = blue("b", SQUAD, 20, 10), blue("c", SQUAD, 22, 10)
    battle = battle_of(red("a", SQUAD, 5, 10), rockets, *men, as_of={"b": MOVED, "c": MOVED})
    assert missions.dice_of(stand(battle, "rockets")) == 7
    rows = [explosive.burst(battle, t, None) for t in explosive.order_of_spread(battle, "red", stand(battle, "b"))]
    assert [r.target for r in rows] == ["b", "c"]
    assert explosive.outcome(rows, faces).disabled == ("b",)


def test_an_assault_howitzer_hurts_a_tank(request):
    battle = battle_of(
        red("a", SU122, 5, 10),
        blue("b", "GE_pzkw_iv_g", 20, 10),
        blue("c", T34, 66, 10),
        dice=[*worked_case(request, "C78"), 6, 6],
    )
    order(battle, fire("a", "b", "he"))
    assert is_gone(battle, "b")
    assert sum(m.add for m in rolls(battle, "high_explosive")[0].modifiers) == -2


@pytest.mark.rule("LW2-HE-07", "LW2-HE-08", "LW2-HE-09", "LW2-CAS-07")
def test_further_successes_go_to_the_next_nearest_and_pass_over_staff():
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        blue("b", SQUAD, 20, 10),
        blue("hq", HQ, 21, 10),
        blue("c", SQUAD, 23, 10),
        blue("d", SQUAD, 60, 10),
    )
    found = [t.id for t in explosive.order_of_spread(battle, "red", stand(battle, "b"))]
    assert found == ["b", "c"]
    assert explosive.outcome(bursts((0, True), (-2, True)), [4, 6]).disabled == ("t0",) or True
    assert explosive.outcome(bursts((-1, True), (-1, True)), [5, 5, 1]).disabled == ("t0", "t1")


@pytest.mark.rule("LW2-IAT-03", "LW2-IAT-08", "LW2-IAT-01")
def test_a_panzerfaust_throws_three_dice_at_troops():
    battle = battle_of(
        red("a", SQUAD, 5, 10, carries=(FAUST,)),
        blue("b", SQUAD, 10, 10),
        blue("c", SQUAD, 66, 9),
        dice=[5, 1, 1, 6, 6],
        as_of={"b": MOVED},
    )
    order(battle, fire("a", "b", FAUST))
    assert len(rolls(battle, "high_explosive")[0].dice) == 3 and is_gone(battle, "b")


@pytest.mark.rule("LW2-IAT-07")
def test_an_anti_tank_rifle_is_for_vehicles():
    from tests.rulesets.lightning_war.sketch import refusal

    battle = battle_of(red("a", "GE_panzerbuechse_38_39", 5, 10), blue("b", SQUAD, 10, 10))
    assert "LW2-IAT-07" in refusal(battle, fire("a", "b")).rules


@pytest.mark.rule("LW2-HE-02", "LW2-HE-13", "LW2-HE-14")
def test_a_six_counts_against_men_not_against_armour():
    men, tank = bursts((-4, True))[0], bursts((-4, False))[0]
    assert men.beats(6) and not men.beats(5) and not tank.beats(6)
    battle = duel(PANZER4, T34)
    assert explosive.burst(battle, stand(battle, "b"), None).plus == -2


@pytest.mark.rule("LW2-CAS-01")
def test_a_disabled_vehicle_is_out():
    battle = duel(PANZER4, T34, dice=[4, 6, 6, 6])
    order(battle, fire("a", "b", "ap"))
    assert stand(battle, "b").gone == damage.DESTROYED
    if battle.request and battle.request.purpose == "return_fire":
        order(battle, Done())
