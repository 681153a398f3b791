"""What a stand may move: rates, roads, streams, backing, strategic moves, cohesion, swamp."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    BRADLEY,
    M60,
    RIFLES,
    T55,
    aboard,
    area,
    battle_of,
    blue,
    line,
    order,
    red,
    refusal,
    rolls,
    stand,
    with_dice,
)
from wargame.engine.orders import Act, Done, Move, Wait
from wargame.rulesets.fistful_of_tows import bogging, cohesion, data, movement, units

FAR = blue("far", M60, 70, 46)
BTR, HIND = "su_btr70", "su_mi24v"


def cost(battle, name, *path, mode=""):
    return movement.plan(battle, stand(battle, name), path, mode).price


def over(kind, unit, mode="", length=2.0, **props):
    """Price of some inches of a kind of ground."""
    battle = battle_of(unit, FAR, features=[area("ground", kind, 20, 10, 20 + length, 30, **props)])
    return cost(battle, unit.id, (20 + length, 20.0), mode=mode)


@pytest.mark.rule("FFT-TERR-01", "FFT-MOVE-01", "FFT-VEH-02")
def test_light_woods_do_not_slow():
    battle = battle_of(red("r", T55, 20, 20), FAR, features=[area("w", "woods_light", 20, 10, 30, 30)])
    assert cost(battle, "r", (24.0, 20.0)).cost == 4.0
    movement.may_move(battle, stand(battle, "r"))
    assert units.allowance(stand(battle, "r")) == 7


@pytest.mark.rule("FFT-TERR-03", "FFT-MOVE-07")
def test_heavy_woods_halve_vehicles_but_not_men():
    assert over("woods_heavy", red("r", T55, 20, 20)).cost == 4.0
    assert over("woods_heavy", red("r", RIFLES, 20, 20)).cost == 2.0


@pytest.mark.rule("FFT-TERR-04", "FFT-MOVE-04")
def test_forest_stops_all_but_men():
    assert over("forest", red("r", T55, 19, 20)).refusal is not None
    assert over("forest", red("r", RIFLES, 20, 20)).refusal is None


@pytest.mark.rule("FFT-TERR-02", "FFT-TERR-05")
def test_low_helicopters_keep_out_of_woods_and_high_ones_cross_forest():
    assert over("woods_light", red("r", HIND, 18, 20)).refusal is not None
    battle = battle_of(red("r", HIND, 18, 20, high=True), FAR, features=[area("f", "forest", 20, 10, 22, 30)])
    assert cost(battle, "r", (24.0, 20.0)).refusal is None


@pytest.mark.rule("FFT-TERR-06")
def test_swamp_quarters_vehicles():
    assert over("swamp", red("r", T55, 20, 20), length=1.0).cost == 4.0
    assert over("swamp", red("r", RIFLES, 20, 20), length=1.0).cost == 1.0


@pytest.mark.rule("FFT-TERR-25")
def test_towns_halve_vehicles():
    assert over("town", red("r", T55, 20, 20)).cost == 4.0


@pytest.mark.rule("FFT-TERR-14", "FFT-TERR-29")
def test_a_fordable_river_halves_everybody():
    assert over("river", red("r", RIFLES, 20, 20), length=1.0).cost == 2.0
    assert over("river", red("r", BMP2, 20, 20), length=1.0).cost == 2.0


@pytest.mark.rule("FFT-TERR-15", "FFT-MOVE-05")
def test_an_impassable_river_is_for_amphibious_vehicles():
    assert over("river", red("r", T55, 19, 20), crossing="impassable").refusal is not None
    crossed = over("river", red("r", BMP2, 20, 20), length=1.0, crossing="impassable")
    assert crossed.refusal is None and crossed.cost == 4.0


@pytest.mark.rule("FFT-TERR-12", "FFT-GEN-02")
def test_a_stream_costs_half_the_allowance():
    stream = line("s", "stream", (22.0, 0.0), (22.0, 48.0))
    battle = battle_of(red("r", T55, 20, 20), red("men", RIFLES, 20, 24), FAR, features=[stream])
    assert cost(battle, "r", (23.0, 20.0)).cost == 7.0
    assert cost(battle, "men", (22.5, 24.0)).cost == 2.5


@pytest.mark.rule("FFT-TERR-13")
def test_without_half_the_allowance_a_stand_stops_at_the_bank():
    stream = line("s", "stream", (24.0, 0.0), (24.0, 48.0))
    battle = battle_of(red("r", T55, 20, 20), FAR, features=[stream])
    price = cost(battle, "r", (26.0, 20.0))
    assert price.refusal is not None
    assert price.legal_to == pytest.approx((24.0, 20.0))


@pytest.mark.rule("FFT-TERR-17", "FFT-TERR-22")
def test_roads_double_tracks_and_quadruple_wheels():
    road = line("road", "road", (0.0, 20.0), (72.0, 20.0))
    battle = battle_of(red("t", T55, 20, 20), red("w", BTR, 30, 20), FAR, features=[road])
    assert cost(battle, "t", (24.0, 20.0)).cost == 2.0
    assert cost(battle, "w", (34.0, 20.0)).cost == 1.0
    assert cost(battle, "t", (20.0, 24.0)).cost == 4.0, "across the road it is clear ground"


@pytest.mark.rule("FFT-TERR-21")
def test_a_path_leads_through_forest_as_through_clear_ground():
    wood, lane = area("f", "forest", 20, 10, 30, 30), line("p", "path", (10.0, 20.0), (40.0, 20.0))
    battle = battle_of(red("t", T55, 19, 20), FAR, features=[wood, lane])
    price = cost(battle, "t", (25.0, 20.0))
    assert price.refusal is None and price.cost == 6.0


@pytest.mark.rule("FFT-TERR-26")
def test_a_trench_costs_tracks_half_and_stops_wheels():
    trench = line("tr", "trench", (22.0, 0.0), (22.0, 48.0))
    battle = battle_of(red("t", T55, 20, 20), red("w", BTR, 20, 24), FAR, features=[trench])
    assert cost(battle, "t", (23.0, 20.0)).cost == 7.0
    assert cost(battle, "w", (23.0, 24.0)).refusal is not None


@pytest.mark.rule("FFT-TERR-23")
def test_cliffs_stop_vehicles():
    cliff = line("c", "cliff", (22.0, 0.0), (22.0, 48.0))
    battle = battle_of(red("t", T55, 20, 20), FAR, features=[cliff])
    assert cost(battle, "t", (23.0, 20.0)).refusal is not None
    from wargame.rulesets.fistful_of_tows.course import course

    course(battle.board, ((20.0, 20.0), (23.0, 20.0)), "climber")


@pytest.mark.rule("FFT-MOVE-03")
def test_backing_costs_four_and_keeps_the_heading():
    battle = battle_of(red("r", M60, 20, 20), FAR)
    price = cost(battle, "r", (18.5, 20.0), mode="reverse")
    assert price.cost == 6.0 and price.facing_deg == 0.0
    assert cost(battle, "r", (20.0, 21.0), mode="reverse").refusal is not None


@pytest.mark.rule("FFT-MOVE-02")
def test_turning_costs_nothing_and_is_no_move():
    battle = battle_of(red("r", T55, 20, 20), FAR)
    order(battle, Move(stand="r", path=(), facing_deg=90.0))
    assert stand(battle, "r").facing_deg == 90.0 and not stand(battle, "r").moved


@pytest.mark.rule("FFT-MOVE-08")
def test_nobody_ends_on_a_friend_or_drives_through_an_enemy():
    battle = battle_of(red("r", T55, 20, 20), red("friend", T55, 23, 20), FAR)
    assert cost(battle, "r", (23.2, 20.0)).refusal is not None
    assert cost(battle, "r", (25.0, 20.0)).refusal is None


@pytest.mark.rule("FFT-MOVE-01", "FFT-SEQ-05")
def test_a_stand_may_go_on_until_another_has_moved():
    battle = battle_of(red("r", T55, 20, 20), red("q", T55, 20, 30), FAR)
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    order(battle, Move(stand="r", path=((24.0, 20.0),)))
    order(battle, Move(stand="q", path=((22.0, 30.0),)))
    assert "r" not in battle.request.subjects
    assert stand(battle, "r").spent == 4.0


# ---------------------------------------------------------------- strategic


@pytest.mark.rule("FFT-STRAT-02", "FFT-STRAT-01")
def test_a_strategic_move_is_the_whole_move():
    battle = battle_of(red("r", T55, 20, 20), FAR)
    order(battle, Move(stand="r", path=((34.0, 20.0),), mode="strategic"))
    assert stand(battle, "r").strategic and stand(battle, "r").move_done


@pytest.mark.rule("FFT-STRAT-04", "FFT-GEN-11")
def test_no_strategic_move_within_ten_inches_of_an_enemy():
    near = battle_of(red("r", T55, 20, 20), blue("b", M60, 31.0, 20))
    assert movement.may_move(near, stand(near, "r"), "strategic") is not None
    far = battle_of(red("r", T55, 20, 20), blue("b", M60, 31.1, 20))
    assert movement.may_move(far, stand(far, "r"), "strategic") is None


@pytest.mark.rule("FFT-STRAT-08")
def test_a_strategic_move_halts_at_an_enemy_that_nobody_knew():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 40, 20), FAR, options={"hidden": True})
    stand(battle, "b").spotted = False
    order(battle, Move(stand="r", path=((33.0, 20.0),), mode="strategic"))
    assert 28.0 < stand(battle, "r").x < 29.0


@pytest.mark.rule("FFT-HELO-04")
def test_helicopters_neither_move_strategically_nor_keep_cohesion():
    battle = battle_of(red("r", HIND, 20, 20), FAR)
    assert movement.may_move(battle, stand(battle, "r"), "strategic") is not None
    assert cohesion.exempt(battle, stand(battle, "r"))


# ---------------------------------------------------------------- cohesion


def company(*xs, quality="average"):
    units_ = [red(f"t{n}", T55, x, 20) for n, x in enumerate(xs)]
    return battle_of(*units_, FAR, groups={"red-1": {"cohesive": True, "quality": quality}})


@pytest.mark.rule("FFT-COH-01", "FFT-COH-02", "FFT-COH-03", "FFT-COH-06")
def test_a_straggler_is_out_of_cohesion_and_needs_one_more():
    battle = company(10, 14, 18, 22.1, quality="veteran")
    assert [cohesion.is_out(battle, stand(battle, f"t{n}")) for n in range(4)] == [False, False, False, True]
    from wargame.rulesets.fistful_of_tows import checks

    assert checks.number(battle, stand(battle, "t3"))[0] == 5
    assert checks.number(battle, stand(battle, "t0"))[0] == 4


@pytest.mark.rule("FFT-COH-05", "FFT-COH-07", "FFT-COH-08")
def test_a_straggler_has_to_close_up_if_it_moves():
    battle = company(10, 12, 20)
    assert cost(battle, "t2", (22.0, 20.0)).refusal is not None
    assert cost(battle, "t2", (17.0, 20.0)).refusal is None


@pytest.mark.rule("FFT-COH-04", "FFT-COH-09")
def test_recon_and_observers_keep_no_distance():
    battle = battle_of(
        red("r", "su_brdm2", 10, 20), red("fo", "ussr_fo", 10, 30), FAR, groups={"red-1": {"cohesive": True}}
    )
    assert cohesion.exempt(battle, stand(battle, "r")) and cohesion.exempt(battle, stand(battle, "fo"))


# ---------------------------------------------------------------- carrying


@pytest.mark.rule("FFT-CARRY-02", "FFT-CARRY-03", "FFT-CARRY-04", "FFT-CARRY-09", "FFT-CARRY-11")
def test_infantry_gets_out_and_has_moved_but_its_carrier_has_not():
    battle = battle_of(red("bmp", BMP2, 20, 20), aboard("men", RIFLES, "red", "bmp"), FAR)
    order(battle, Act(stand="bmp", act="unload"))
    assert stand(battle, "men").in_play and stand(battle, "men").moved
    assert stand(battle, "bmp").spent == 5 and not stand(battle, "bmp").moved


@pytest.mark.rule("FFT-CARRY-08", "FFT-CARRY-10")
def test_infantry_beside_a_carrier_gets_in():
    battle = battle_of(red("bmp", BMP2, 20, 20), red("men", RIFLES, 20.9, 20), FAR)
    order(battle, Act(stand="bmp", act="load"))
    assert stand(battle, "men").carrier == "bmp" and not stand(battle, "men").in_play


@pytest.mark.rule("FFT-CARRY-07")
def test_a_gun_is_pushed_an_inch():
    battle = battle_of(red("gun", "su_t12", 20, 20), FAR)
    assert units.allowance(stand(battle, "gun")) == 1.0


# ---------------------------------------------------------------- swamp


@pytest.mark.rule("FFT-TERR-07", "FFT-TERR-08", "FFT-TERR-28")
def test_a_bogged_stand_is_put_where_half_its_allowance_was_spent():
    battle = battle_of(red("r", BMP2, 18, 20), FAR, features=[area("s", "swamp", 20, 10, 30, 30)], dice=[2])
    order(battle, Move(stand="r", path=((21.5, 20.0),)))
    order(battle, Done())
    assert stand(battle, "r").stuck
    assert stand(battle, "r").x == pytest.approx(20.75, abs=0.01)


@pytest.mark.rule("FFT-TERR-30")
def test_who_bogs_early_stays_where_it_stopped():
    battle = battle_of(red("r", BMP2, 19.5, 20), FAR, features=[area("s", "swamp", 20, 10, 30, 30)], dice=[1])
    order(battle, Move(stand="r", path=((20.5, 20.0),)))
    order(battle, Done())
    assert stand(battle, "r").x == 20.5


@pytest.mark.rule("FFT-TERR-09", "FFT-TERR-10")
def test_a_recovery_vehicle_in_contact_frees_a_stuck_stand():
    arv = next(row.id for row in data.lines().values() if "arv" in row.equip)
    battle = battle_of(
        red("r", BMP2, 22, 20),
        red("arv", arv, 20.5, 20),
        FAR,
        features=[area("s", "swamp", 20, 10, 30, 30)],
        prepare={"r": {"stuck": True}},
        dice=[3, 4],
    )
    order(battle, Move(stand="arv", path=((20.98, 20.0),)))
    order(battle, Done())
    assert not stand(battle, "r").stuck and len(rolls(battle, "recovery")) == 1


@pytest.mark.rule("FFT-TERR-11")
def test_a_scenario_may_do_without_bogging():
    swamp = area("s", "swamp", 20, 10, 30, 30)
    battle = battle_of(
        red("r", BMP2, 18, 20), red("men", RIFLES, 19, 24), FAR, features=[swamp], options={"swamp_impassable": True}
    )
    assert not bogging.applies(battle)
    assert cost(battle, "r", (21.0, 20.0)).refusal is not None
    assert cost(battle, "men", (21.0, 24.0)).refusal is None


@pytest.mark.rule("FFT-SA-06")
def test_a_pinned_stand_may_not_move():
    battle = battle_of(red("r", RIFLES, 20, 20), FAR, prepare={"r": {"pinned": True}})
    assert movement.may_move(battle, stand(battle, "r")) is not None
    with_dice(battle)


@pytest.mark.rule("FFT-HELO-01", "FFT-HELO-03")
def test_a_helicopter_changes_height_once_for_a_quarter():
    battle = battle_of(red("h", HIND, 20, 20), FAR)
    order(battle, Act(stand="h", act="mode"))
    assert stand(battle, "h").high and stand(battle, "h").spent == 9
    assert units.allowance(stand(battle, "h")) == 68
    refusal(battle, Act(stand="h", act="mode"))


def test_a_stand_that_waits_is_not_asked_again():
    battle = battle_of(red("r", T55, 20, 20), red("q", BRADLEY, 20, 30), FAR)
    order(battle, Wait(stand="r"))
    assert "r" not in battle.request.subjects
