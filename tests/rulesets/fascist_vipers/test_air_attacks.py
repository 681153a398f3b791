"""CFV-AIR: the umbrella, strafing, bombs, tentacles."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, behind, blue, order, red, rolls, stand
from tests.rulesets.fascist_vipers.test_air_roles import FW190, HEINKEL, STUKA
from wargame.engine.appraisal import duel
from wargame.engine.events import TemplateLanded
from wargame.engine.orders import Fire, Picked, Shot
from wargame.engine.requests import Pick
from wargame.rulesets.fascist_vipers import air, air_defence, air_targets, plots, sorties, targets
from wargame.rulesets.fascist_vipers.data import units

JU87G = "GE_ju_87_g_43"
HS129 = "GE_hs_129_b_43"
AA = next(u.unit_id for u in units().values() if u.nation == "SU" and u.aa_points == 1)
QUAD = next(u.unit_id for u in units().values() if u.aa_points == 2)
HQ = "GE_company_or_battalion_hq_on_foot_39"
KV = next(u.unit_id for u in units().values() if u.nation == "SU" and u.armour_class == "heavy" and u.arc == 360)


def raid(*units_, dice=(), step="air_a", plotted=(), **more):
    """A battle at the start of red's go, when his aircraft attack."""
    setup = sketch.setup_of(
        *units_, red("idle-red", RIFLES, 1, 1, group="red-idle"), blue("idle", RUSSIANS, 71, 1, group="x"), **more
    )
    state = sketch.state_of(setup, step=step)
    state.plots = tuple(plots.Plot(stand=s, side="red", turn=3, x=30.0, y=30.0) for s in plotted)
    return sketch.battle_in(state, setup, dice)


def guns(name, target, facing=None):
    return Fire(stand=name, weapon="guns", targets=(Shot(target),), facing_deg=facing)


def bombs(name, x, y):
    return Fire(stand=name, weapon="bombs", at=(x, y))


def umbrella(battle, *names):
    assert isinstance(battle.request, Pick) and battle.request.side == "blue"
    return order(battle, Picked(items=tuple((n, 1) for n in names)))


# ---------------------------------------------------------------- air defence


@pytest.mark.rule("CFV-AIR-09", "CFV-AIR-10", "CFV-AIR-11")
def test_through_abort_shot_down():
    found = [air_defence.outcome(roll, 5)[0] for roll in range(1, 11)]
    assert found == ["shot_down"] * 3 + ["abort"] * 2 + ["through"] * 5


@pytest.mark.rule("CFV-AIR-24", "CFV-AIR-12")
def test_on_a_d10_the_ceiling_leaves_one_roll():
    assert air_defence.chances(9) == pytest.approx({"through": 0.1, "abort": 0.2, "shot_down": 0.7})
    assert air_defence.DIE == 10
    quads = [blue(f"q{n}", QUAD, 30, 30 + 2 * n) for n in range(6)]
    battle = raid(behind("s", STUKA, "red"), blue("t", T34, 30, 28), *quads)
    assert air_defence.score(battle, "blue", [stand(battle, q.id) for q in quads])[0] == 9


@pytest.mark.rule("CFV-AIR-07", "CFV-AIR-08", "CFV-AIR-14", "CFV-AIR-16", "CFV-AIR-25")
def test_points_of_guns_and_cover_are_added_and_rounded_down():
    battle = raid(
        behind("s", STUKA, "red"),
        blue("t", T34, 30, 28),
        blue("a", AA, 30, 32),
        blue("q", QUAD, 30, 36),
        behind("i", "SU_i_16_41", "blue"),
    )
    sorties.set_role(battle, stand(battle, "i"), "cover")
    score, parts = air_defence.score(battle, "blue", [stand(battle, "a"), stand(battle, "q")])
    assert score == 3 and [p.add for p in parts] == [1, 2, 0.5]


@pytest.mark.rule("CFV-AIR-08")
def test_only_guns_in_range_cover_a_target():
    far = units()[AA].aa_range
    battle = raid(
        behind("s", STUKA, "red"), blue("t", T34, 30, 28), blue("a", AA, 30, 31), blue("far", AA, 30 + far + 3, 28)
    )
    assert [g.id for g in air_defence.guns_over(battle, "blue", stand(battle, "t"))] == ["a"]


@pytest.mark.rule("CFV-AIR-33", "CFV-AIR-06", "CFV-AIR-13")
def test_the_defender_names_his_guns_and_they_are_then_silent_on_the_ground():
    battle = raid(
        behind("s", STUKA, "red"), blue("t", T34, 30, 28), blue("a", AA, 30, 31), blue("b", AA, 30, 34), dice=[1]
    )
    order(battle, bombs("s", 30.0, 28.0))
    assert battle.request.suggestion == Picked(items=(("a", 1), ("b", 1)))
    umbrella(battle, "a")
    assert rolls(battle, "penetration")[0].needed == "more than 1"
    assert stand(battle, "a").aa_turn == 3 and stand(battle, "b").aa_turn == 0
    assert "CFV-AIR-13" in targets.may_fire(battle, stand(battle, "a")).rules


@pytest.mark.rule("CFV-AIR-13")
def test_guns_that_fired_at_the_ground_this_turn_take_no_part():
    battle = raid(behind("s", STUKA, "red"), blue("t", T34, 30, 28), blue("a", AA, 30, 31))
    stand(battle, "a").ground_attack_turn = 3
    assert air_defence.guns_over(battle, "blue", stand(battle, "t")) == []


@pytest.mark.rule("CFV-AIR-10", "CFV-AIR-28")
def test_an_aborted_attack_is_not_spent_and_may_be_tried_next_turn():
    battle = raid(behind("s", STUKA, "red"), blue("t", T34, 30, 28), blue("a", AA, 30, 31), dice=[1])
    order(battle, bombs("s", 30.0, 28.0))
    umbrella(battle, "a")
    assert rolls(battle, "penetration")[0].outcome == "abort"
    s = stand(battle, "s")
    assert not s.gone and s.attacks_left == 2 and not sorties.may_attack_ground(battle, s)
    battle.state.turn = 4
    assert sorties.may_attack_ground(battle, s)


@pytest.mark.rule("CFV-AIR-11")
def test_a_shot_down_aircraft_is_lost():
    three = [blue(n, AA, 28 + 2 * k, 32) for k, n in enumerate("abc")]
    battle = raid(behind("s", STUKA, "red"), blue("t", T34, 30, 28), *three, dice=[1])
    order(battle, bombs("s", 30.0, 28.0))
    umbrella(battle, "a", "b", "c")
    assert stand(battle, "s").gone == "destroyed"


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("CFV-AIR-28", "CFV-AIR-30", "CFV-BRST-05")
def test_bombs_fall_with_programmed_distances_and_the_last_attack_ends_the_sortie():
    battle = raid(behind("s", STUKA, "red", attacks_left=1), blue("t", T34, 30, 24), dice=[6, 2, 1, 1, 1, 1, 1])
    order(battle, bombs("s", 30.0, 24.0))
    landed = next(e for e in battle.events if isinstance(e, TemplateLanded))
    assert (landed.x, landed.y) == (36.0, 28.0)
    assert stand(battle, "s").gone == "withdrawn"


@pytest.mark.rule("CFV-FIRE-20", "CFV-ASLT-24")
def test_a_strafed_unit_counts_as_attacked_from_the_air_and_the_aircraft_is_safe():
    battle = raid(behind("s", JU87G, "red"), blue("t", T34, 30, 24), dice=[6, 6, 6, 1, 1, 1, 1, 1])
    order(battle, guns("s", "t", facing=0.0))
    assert stand(battle, "t").air_attacked_turn == 3 and not stand(battle, "t").gone
    assert not stand(battle, "s").gone


@pytest.mark.rule("CFV-AIR-03", "CFV-AIR-34")
def test_a_fighter_bombers_cannon_meets_one_class_less_with_dice_of_the_real_class():
    battle = raid(behind("s", JU87G, "red"), blue("t", T34, 30, 24), dice=[1, 1, 1, 2, 1, 1, 1, 1])
    order(battle, guns("s", "t", facing=0.0))
    assert len(rolls(battle, "defence")[0].dice) == 3
    assert len(rolls(battle, "attack")[0].dice) == 5


@pytest.mark.rule("CFV-FIRE-23", "CFV-FIRE-12")
def test_a_run_from_behind_strikes_the_rear():
    battle = raid(behind("s", JU87G, "red"), blue("t", T34, 30, 24), dice=[1, 1, 1, 1, 1, 1, 1])
    order(battle, guns("s", "t", facing=180.0))
    assert len(rolls(battle, "defence")[0].dice) == 2


@pytest.mark.rule("CFV-AIR-04", "CFV-AIR-35")
def test_machine_guns_do_nothing_to_tanks():
    battle = raid(behind("s", STUKA, "red"), blue("t", T34, 30, 24), blue("i", RUSSIANS, 30, 30))
    assert "CFV-AIR-04" in sketch.refusal(battle, guns("s", "t")).rules
    assert air_targets.check_air(battle, guns("s", "i")) is None


@pytest.mark.rule("CFV-AIR-34")
def test_the_gun_has_to_penetrate_the_lowered_class():
    battle = raid(behind("s", HS129, "red"), behind("f", "GE_fw_190_f_g_43", "red"), blue("k", KV, 30, 24, facing=0.0))
    assert air_targets.check_air(battle, guns("s", "k", facing=180.0)) is None
    assert air_targets.check_air(battle, guns("f", "k", facing=180.0)) is not None


@pytest.mark.rule("CFV-AIR-36", "CFV-AIR-35")
def test_a_fighter_without_a_role_may_strafe_but_not_with_a_lowered_class():
    light = next(u.unit_id for u in units().values() if u.nation == "SU" and u.armour_class == "light")
    battle = raid(
        behind("f", FW190, "red"), behind("c", FW190, "red"), blue("t", T34, 30, 24), blue("l", light, 30, 30)
    )
    stand(battle, "c").air_role, stand(battle, "c").air_role_turn = "cover", 3
    assert not sorties.may_attack_ground(battle, stand(battle, "c"))
    assert air_targets.check_air(battle, guns("f", "l")) is None
    assert air_targets.check_air(battle, guns("f", "t")) is not None


@pytest.mark.rule("CFV-AIR-02", "CFV-AIR-31")
def test_without_a_tentacle_only_targets_in_the_open_or_moving():
    forest = sketch.wood("forest", 28, 20, 34, 26)
    battle = raid(
        behind("s", STUKA, "red"), blue("hid", RUSSIANS, 30, 24), blue("open", RUSSIANS, 40, 24), features=[forest]
    )
    assert "CFV-AIR-02" in sketch.refusal(battle, bombs("s", 30.0, 24.0)).rules
    assert air_targets.check_air(battle, bombs("s", 40.0, 24.0)) is None
    stand(battle, "hid").moved = True
    assert air_targets.check_air(battle, bombs("s", 30.0, 24.0)) is None
    assert air_targets.check_air(battle, bombs("s", 31.0, 24.0)) is not None


@pytest.mark.rule("CFV-AIR-29")
def test_a_tentacle_directs_one_fighter_bomber_a_turn_at_a_target_that_it_sees():
    forest = sketch.wood("forest", 28, 20, 34, 26)
    team = red("team", HQ, 20, 24, tentacle=True)
    battle = raid(
        team,
        behind("s", STUKA, "red"),
        behind("s2", STUKA, "red"),
        blue("hid", RUSSIANS, 29, 24),
        blue("deep", RUSSIANS, 33, 22),
        features=[forest],
        dice=[1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6],
    )
    assert air_targets.check_air(battle, bombs("s", 33.0, 22.0)) is not None
    order(battle, bombs("s", 29.0, 24.0))
    assert battle.state.tentacle_used == ("team",)
    assert "CFV-AIR-02" in sketch.refusal(battle, bombs("s2", 29.0, 24.0)).rules


@pytest.mark.rule("CFV-AIR-37")
def test_a_directed_flight_without_a_team_is_directed_by_an_hq():
    forest = sketch.wood("forest", 28, 20, 34, 26)
    battle = raid(
        red("hq", HQ, 20, 24),
        behind("s", STUKA, "red", tentacle=True),
        behind("s2", STUKA, "red"),
        blue("hid", RUSSIANS, 29, 24),
        features=[forest],
    )
    assert air_targets.check_air(battle, bombs("s", 29.0, 24.0)) is None
    assert air_targets.check_air(battle, bombs("s2", 29.0, 24.0)) is not None


# ---------------------------------------------------------------- bombers


@pytest.mark.rule("CFV-AIR-05", "CFV-AIR-26", "CFV-AIR-30")
def test_a_bomber_flies_its_plot_without_being_asked():
    battle = raid(
        behind("h", HEINKEL, "red"), blue("t", RUSSIANS, 30, 30), plotted=["h"], dice=[3, 3, 6, 6, 6, 6, 6, 1, 1]
    )
    assert stand(battle, "t").gone == "destroyed"
    assert stand(battle, "h").gone == "withdrawn"


@pytest.mark.rule("CFV-AIR-10", "CFV-AIR-05")
def test_a_bomber_that_is_driven_off_comes_again_next_turn():
    battle = raid(behind("h", HEINKEL, "red"), blue("a", AA, 30, 31), plotted=["h"], dice=[1])
    umbrella(battle, "a")
    assert [(p.turn, p.done) for p in battle.state.plots] == [(3, True), (4, False)]
    assert not stand(battle, "h").gone


# ---------------------------------------------------------------- odds


def test_odds_of_a_strafing_run_are_those_of_umbrella_and_duel():
    battle = raid(behind("s", JU87G, "red"), blue("t", T34, 30, 24), blue("a", AA, 30, 27))
    found = air.appraise_air(battle, guns("s", "t", facing=0.0))
    chances = {o.id: o.chance for o in found.outcomes}
    assert chances["abort"] == pytest.approx(0.1) and sum(chances.values()) == pytest.approx(1.0)
    assert chances["removed"] / 0.9 == pytest.approx(duel(5, 3)[0])


def test_every_attack_that_is_offered_is_legal():
    forest = sketch.wood("forest", 28, 20, 34, 26)
    battle = raid(
        behind("s", JU87G, "red"),
        behind("b", STUKA, "red"),
        blue("t", T34, 30, 24),
        blue("o", T34, 40, 24),
        features=[forest],
    )
    for name in ("s", "b"):
        orders = air.legal_attacks(battle, stand(battle, name))
        assert orders and all(air_targets.check_air(battle, o) is None for o in orders)
    kinds = battle.ruleset.sample_kinds(battle.view("red"), battle.request)
    assert "fire" in kinds
    assert battle.ruleset.samples(battle.view("red"), battle.request, "fire")
