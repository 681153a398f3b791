"""Who may fire, at whom, and what it does."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.gunnery import WOOD, legal, may, numbers, shoot
from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    BRADLEY,
    M60,
    M113,
    MEN,
    RIFLES,
    T55,
    T72B,
    aboard,
    area,
    battle_of,
    blue,
    order,
    red,
    refusal,
    rolls,
    stand,
)
from wargame.engine.orders import Done, Fire, Shot
from wargame.rulesets.fistful_of_tows import attack, cover, firing, targets, units

# ---------------------------------------------------------------- an attack


@pytest.mark.rule("FFT-AV-01", "FFT-AV-02", "FFT-AV-05", "FFT-AV-10", "FFT-GEN-07", "FFT-QUAL-02", "FFT-VEH-03")
def test_an_average_tank_gun_at_effective_range():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), step="fire_a")
    made = numbers(battle, "r", "gun", "b")
    assert (made.band, made.need, made.add, made.face) == ("effective", 4, 0, "front")


@pytest.mark.rule("FFT-QUAL-01", "FFT-QUAL-03", "FFT-QUAL-04", "FFT-AV-07")
def test_quality_of_the_firer_changes_every_die():
    battle = battle_of(
        red("g", T55, 20, 20, quality="green"),
        red("v", T55, 20, 22, quality="veteran"),
        red("e", T55, 20, 24, quality="elite"),
        blue("b", M60, 30, 20),
    )
    assert [numbers(battle, n, "gun", "b").add for n in "gve"] == [-1, 1, 2]


@pytest.mark.rule("FFT-STRAT-06")
def test_a_target_that_moved_strategically_is_easier_to_hit():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), prepare={"b": {"strategic": True}})
    assert numbers(battle, "r", "gun", "b").add == 1


@pytest.mark.rule("FFT-SAVE-01", "FFT-SAVE-02", "FFT-SAVE-04")
def test_woods_save_on_five_and_against_missiles_on_four():
    battle = battle_of(red("r", BMP2, 20, 20), blue("b", M60, 30.4, 20), features=[WOOD])
    here = units.footprint(stand(battle, "r"))
    assert cover.save_number(battle, stand(battle, "b"), here, missile=False, top=False)[0] == 5
    assert cover.save_number(battle, stand(battle, "b"), here, missile=True, top=False)[0] == 4


@pytest.mark.rule("FFT-SAVE-03", "FFT-SAVE-05")
def test_towns_save_on_four():
    town = area("t", "town", 30, 10, 40, 30)
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30.4, 20), features=[town])
    here = units.footprint(stand(battle, "r"))
    assert cover.save_number(battle, stand(battle, "b"), here, missile=False, top=False)[0] == 4


@pytest.mark.rule("FFT-PDEF-01", "FFT-PDEF-02", "FFT-PDEF-03")
def test_point_defence_works_against_missiles_only():
    battle = battle_of(red("r", "su_t55ad", 30.4, 20), blue("b", BRADLEY, 20, 20), features=[WOOD])
    here, target = units.footprint(stand(battle, "b")), stand(battle, "r")
    assert cover.save_number(battle, target, here, missile=True, top=False)[0] == 3
    assert cover.save_number(battle, target, here, missile=False, top=False)[0] == 5
    target.x = 50.0
    assert cover.save_number(battle, target, here, missile=True, top=False)[0] == 6


@pytest.mark.rule("FFT-MSL-05", "FFT-LAS-04")
def test_top_attack_strikes_the_flank():
    battle = battle_of(red("r", T72B, 40, 20, 180.0), blue("h", "us_ah64a", 20, 20), step="fire_b")
    made = numbers(battle, "h", "missile", "r")
    assert made.face == "flank"
    assert legal(battle, "h", "missile") == {"r"}


@pytest.mark.rule("FFT-PEN-05", "FFT-CBT-01", "FFT-INF-05", "FFT-VEH-12", "FFT-SA-07")
def test_which_fire_hurts_what():
    battle = battle_of(
        red("men", RIFLES, 20, 20),
        red("gun", "su_t12", 20, 22),
        red("truck", "su_ural", 20, 24),
        red("tank", T55, 20, 26),
        blue("b", BRADLEY, 30, 20),
        blue("m", M113, 30, 24),
    )
    gun = stand(battle, "b").ratings.weapon("gun")
    mg = stand(battle, "m").ratings.weapon("gun")
    kinds = [targets.kind_of_fire(gun, stand(battle, n)) for n in ("men", "gun", "truck", "tank")]
    assert kinds == ["men", "men", "men", "armour"]
    assert mg.pen is None or targets.kind_of_fire(mg, stand(battle, "tank")) == "armour"
    from wargame.rulesets.fistful_of_tows.state import Weapon

    assert targets.kind_of_fire(Weapon(id="gun", name="mg", to_hit=4), stand(battle, "tank")) == ""
    assert attack.armour_of(stand(battle, "truck"), front=True)[0] == 0


# ---------------------------------------------------------------- who may fire


@pytest.mark.rule("FFT-ELIG-06", "FFT-ELIG-07", "FFT-ELIG-09")
def test_after_more_than_half_a_move_only_stabilised_guns_and_no_missiles():
    battle = battle_of(red("bmp", BMP2, 20, 20), red("t", M60, 20, 24), blue("b", M60, 30, 20), step="fire_a")
    for name in ("bmp", "t"):
        battle.state.stands[name].moved_spent = 6.0
    assert may(battle, "bmp", "missile") is not None
    gun = stand(battle, "t").ratings.weapon("gun")
    assert targets.may_at(stand(battle, "t"), gun, attack.ARMOUR) is not None
    battle.state.stands["t"].moved_spent = 4.0
    assert targets.may_at(stand(battle, "t"), gun, attack.ARMOUR) is None


@pytest.mark.rule("FFT-ELIG-08")
def test_no_move_stops_fire_at_infantry():
    battle = battle_of(red("t", T55, 20, 24), blue("b", MEN, 30, 24), prepare={"t": {"moved_spent": 7.0}})
    gun = stand(battle, "t").ratings.weapon("gun")
    assert targets.may_at(stand(battle, "t"), gun, attack.MEN) is None


@pytest.mark.rule("FFT-ELIG-03", "FFT-ELIG-04", "FFT-INF-02")
def test_infantry_that_moved_keeps_its_small_arms_but_not_its_missile():
    battle = battle_of(red("r", T55, 20, 20), blue("men", MEN, 22, 20), step="fire_b", prepare={"men": {"moved": True}})
    assert may(battle, "men", "small") is None and may(battle, "men", "law") is None
    assert may(battle, "men", "maw") is not None


@pytest.mark.rule("FFT-STRAT-03")
def test_who_moved_strategically_does_not_fire():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), prepare={"r": {"strategic": True}})
    assert may(battle, "r", "gun") is not None


@pytest.mark.rule("FFT-MSL-03", "FFT-MSL-04", "FFT-VEH-13")
def test_limited_missiles_run_out():
    battle = battle_of(red("r", T55, 20, 20), blue("b", BRADLEY, 30, 20), step="fire_b")
    assert stand(battle, "b").missiles == 2
    assert targets.shots_left(battle, stand(battle, "b"), stand(battle, "b").ratings.weapon("missile")) >= 1
    battle.state.stands["b"].missiles = 0
    assert may(battle, "b", "missile") is not None


@pytest.mark.rule("FFT-ELIG-02")
def test_a_vehicle_fires_one_weapon_system():
    battle = battle_of(red("r", BMP2, 20, 20), blue("b", M60, 30, 20), step="fire_a")
    one = stand(battle, "r")
    one.used, one.used_in = (("missile", 1),), battle.state.player_turn
    assert may(battle, "r", "gun") is not None


@pytest.mark.rule("FFT-FO-02", "FFT-INF-03")
def test_an_observer_does_not_fire():
    battle = battle_of(red("fo", "ussr_fo", 20, 20), red("men", RIFLES, 20, 22), blue("b", M60, 30, 20))
    weapon = stand(battle, "men").ratings.weapon("law")
    assert weapon.rof == 1
    assert targets.may_use(battle, stand(battle, "fo"), weapon) is not None
    assert targets.shots_left(battle, stand(battle, "men"), weapon) == 1


@pytest.mark.rule("FFT-CBT-02", "FFT-CBT-06")
def test_men_fire_out_of_their_carrier_at_half_range_and_two_less():
    battle = battle_of(
        red("bmp", BMP2, 20, 20), aboard("men", RIFLES, "red", "bmp"), blue("b", MEN, 22.5, 20), step="fire_a"
    )
    made = numbers(battle, "men", "small", "b")
    assert made.add == -2 and made.band == "effective"
    assert may(battle, "men", "small") is None


@pytest.mark.rule("FFT-MOVE-06")
def test_nobody_fires_in_the_water():
    river = area("r", "river", 15, 0, 25, 48, crossing="impassable")
    battle = battle_of(red("bmp", BMP2, 20, 20), blue("b", M60, 30, 20), features=[river], step="fire_a")
    assert may(battle, "bmp", "gun") is not None


# ---------------------------------------------------------------- which target


@pytest.mark.rule("FFT-TGT-01", "FFT-TGT-07", "FFT-TGT-09")
def test_the_nearest_of_a_kind_has_to_be_fired_at():
    battle = battle_of(red("r", T55, 10, 20), blue("near", M60, 20, 20), blue("far", M60, 25, 24), step="fire_a")
    assert legal(battle, "r") == {"near"}


@pytest.mark.rule("FFT-TGT-02")
def test_whoever_a_friend_has_fired_at_may_be_passed_over():
    battle = battle_of(red("r", T55, 10, 20), blue("near", M60, 20, 20), blue("far", M60, 25, 24), step="fire_a")
    battle.state.engaged = (("near", "red", "friend"),)
    assert legal(battle, "r") == {"near", "far"}
    battle.state.engaged = (("near", "red", "r"),)
    assert legal(battle, "r") == {"near"}


@pytest.mark.rule("FFT-TGT-03", "FFT-TGT-05")
def test_vehicles_for_infantry_and_tanks_for_light_vehicles():
    battle = battle_of(
        red("r", T55, 10, 20),
        blue("inf", MEN, 14, 20),
        blue("apc", M113, 16, 21),
        blue("tank", M60, 19, 22),
        step="fire_a",
    )
    assert legal(battle, "r") == {"inf", "apc", "tank"}


@pytest.mark.rule("FFT-TGT-04")
def test_an_enemy_in_cover_may_be_passed_over_for_one_in_the_open():
    wood = area("w", "woods_light", 20, 10, 24, 30)
    battle = battle_of(
        red("r", T55, 10, 20), blue("tank", M60, 20.4, 20), blue("apc", M113, 22, 34), features=[wood], step="fire_a"
    )
    assert legal(battle, "r") == {"tank", "apc"}


@pytest.mark.rule("FFT-FO-03", "FFT-TGT-10")
def test_an_observer_near_its_friends_is_no_target():
    battle = battle_of(
        red("r", T55, 10, 20),
        blue("fo", "us_fo", 18, 20),
        blue("b", M60, 21, 20),
        blue("fo2", "us_fo", 18, 40),
        step="fire_a",
    )
    assert targets.is_safe_observer(battle, stand(battle, "fo"))
    assert not targets.is_safe_observer(battle, stand(battle, "fo2"))
    assert legal(battle, "r") == {"b", "fo2"}


@pytest.mark.rule("FFT-HELO-09", "FFT-HELO-10", "FFT-AA-01", "FFT-TGT-08")
def test_who_fires_at_helicopters():
    battle = battle_of(
        red("h", "su_mi24v", 20, 20),
        red("t", T55, 24, 30),
        blue("tank", M60, 30, 20),
        blue("vulcan", "us_m163", 30, 24),
        step="fire_b",
    )
    assert numbers(battle, "tank", "gun", "h").add == -2
    assert numbers(battle, "vulcan", "gun", "h").add >= 0
    assert "h" in legal(battle, "tank")
    battle.state.stands["h"].high = True
    assert "h" not in legal(battle, "tank") and "h" in legal(battle, "vulcan")


# ---------------------------------------------------------------- the phase


@pytest.mark.rule("FFT-ELIG-05", "FFT-SEQ-11", "FFT-SEQ-12", "FFT-PEN-01", "FFT-PEN-03", "FFT-PEN-09", "FFT-QC-03")
def test_fire_is_declared_by_target_and_results_wait_for_the_end_of_the_phase():
    battle = battle_of(
        red("r", T72B, 20, 20),
        red("q", T72B, 20, 22),
        blue("b", M60, 30, 21),
        blue("far", M60, 60, 40),
        step="fire_a",
        dice=[6, 1, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    )
    shots = targets.shots_left(battle, stand(battle, "r"), stand(battle, "r").ratings.weapon("gun"))
    shoot(battle, "r", "gun", "b", shots)
    assert not rolls(battle, "to_hit"), "the second tank may still join"
    order(battle, Done())
    assert stand(battle, "b").gone == "destroyed"
    assert any(m.kind == "wreck" for m in battle.state.markers.values())


@pytest.mark.rule("FFT-AV-08", "FFT-AV-11", "FFT-AV-12")
def test_shots_may_be_divided_at_a_loss():
    battle = battle_of(red("r", T72B, 20, 20), blue("b", BRADLEY, 30, 20), blue("x", M60, 60, 40), step="fire_b")
    weapon = stand(battle, "b").ratings.weapon("gun")
    split = Fire(stand="b", weapon="gun", targets=(Shot("r", weapon.rof), Shot("x", 1)))
    assert targets.check_split(battle, stand(battle, "b"), weapon, split) is not None
    fair = Fire(stand="b", weapon="gun", targets=(Shot("r", weapon.rof - 2), Shot("x", 1)))
    assert targets.check_split(battle, stand(battle, "b"), weapon, fair) is None
    twice = Fire(stand="b", weapon="gun", targets=(Shot("r", 0),))
    assert targets.check_split(battle, stand(battle, "b"), weapon, twice) is not None


@pytest.mark.rule("FFT-MEAS-01", "FFT-MEAS-02")
def test_shots_out_of_reach_are_wasted():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 49, 20), step="fire_a")
    shoot(battle, "r", "gun", "b", 1)
    order(battle, Done())
    assert not rolls(battle, "to_hit")


def test_a_stand_that_has_fired_may_not_declare_again():
    battle = battle_of(
        red("r", T72B, 20, 20), blue("b", M60, 30, 21), blue("c", M60, 30.2, 24), step="fire_a", dice=[1] * 9
    )
    shoot(battle, "r", "gun", "b", 1)
    refusal(battle, Fire(stand="r", weapon="gun", targets=(Shot("c", 1),)))


@pytest.mark.rule("FFT-MSL-03")
def test_a_tank_without_missiles_still_fires_its_gun():
    battle = battle_of(red("r", "su_t64b", 10, 20, missiles=0), blue("b", M60, 22, 20), step="fire_a")
    tank = stand(battle, "r")
    gun, missile = tank.ratings.weapon("gun"), tank.ratings.weapon("missile")
    assert targets.shots_left(battle, tank, gun) == gun.rof
    assert targets.may_use(battle, tank, missile) is not None
    assert [order.weapon for order in firing.legal_orders(battle, tank, "fire")] == ["gun"]
