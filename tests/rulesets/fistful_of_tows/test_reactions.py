"""Overwatch, shoot and scoot, hold fire, pivots, close combat."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    M1A1,
    M60,
    MEN,
    RIFLES,
    T55,
    T72B,
    aboard,
    battle_of,
    blue,
    order,
    red,
    refusal,
    stand,
)
from wargame.engine.orders import Done, Fire, Move, Picked, Shot, Wait
from wargame.rulesets.fistful_of_tows import close_combat, firing, overwatch, pivots, spotting, targets

WATCH = {"b": {"marker": "overwatch"}}
FAR = blue("far", M60, 70, 46)


def fire_at(battle, name, target, weapon="gun", shots=1, mode=""):
    return order(battle, Fire(stand=name, weapon=weapon, targets=(Shot(target, shots),), mode=mode))


# ---------------------------------------------------------------- overwatch


@pytest.mark.rule("FFT-OW-03", "FFT-OW-05", "FFT-OW-09", "FFT-OW-11", "FFT-SEQ-05")
def test_overwatch_is_offered_at_the_start_of_a_move_and_when_something_changes():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 34, 20), FAR, prepare=WATCH)
    order(battle, Move(stand="r", path=((26.0, 20.0),)))
    assert battle.request.interrupt == "overwatch" and battle.request.side == "blue"
    order(battle, Done())
    assert battle.request.interrupt == "overwatch", "the range band has changed on the way"
    assert 20.0 < stand(battle, "r").x <= 26.0


@pytest.mark.rule("FFT-SEQ-17")
def test_who_is_destroyed_by_overwatch_in_movement_goes_at_once():
    battle = battle_of(
        red("r", BMP2, 20, 20), red("q", T55, 5, 5), blue("b", M1A1, 34, 20), FAR, prepare=WATCH, dice=[6, 6, *[6] * 20]
    )
    order(battle, Move(stand="r", path=((26.0, 20.0),)))
    fire_at(battle, "b", "r", shots=1)
    assert stand(battle, "r").gone == "destroyed" and battle.state.step == "move_a"


@pytest.mark.rule("FFT-OW-06", "FFT-OW-07")
def test_a_stand_stays_on_overwatch_until_its_shots_are_fired():
    battle = battle_of(
        red("r", T72B, 20, 20), red("q", T72B, 20, 24), blue("b", "us_m2a2", 34, 20), FAR, prepare=WATCH, dice=[1] * 9
    )
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    fire_at(battle, "b", "r", shots=1)
    assert stand(battle, "b").marker == "overwatch"
    while battle.request.interrupt == "overwatch" and stand(battle, "b").marker:
        left = targets.shots_left(battle, stand(battle, "b"), stand(battle, "b").ratings.weapon("gun"))
        fire_at(battle, "b", "r", shots=left)
    assert stand(battle, "b").marker == ""


@pytest.mark.rule("FFT-OW-08")
def test_a_move_ends_overwatch_and_so_does_the_end_of_ones_own_movement():
    battle = battle_of(
        red("r", T55, 20, 20),
        red("q", T55, 20, 24),
        FAR,
        prepare={"r": {"marker": "overwatch"}, "q": {"marker": "overwatch"}},
    )
    order(battle, Move(stand="r", path=((20.5, 20.0),)))
    assert stand(battle, "r").marker == "" and stand(battle, "q").marker == "overwatch"
    order(battle, Done())
    assert stand(battle, "q").marker == ""


@pytest.mark.rule("FFT-OW-10", "FFT-OW-04")
def test_overwatch_in_ones_own_movement_phase_costs_the_fire_but_not_the_next_marker():
    battle = battle_of(
        red("r", T55, 20, 20), blue("b", M60, 32, 20), FAR, prepare={"r": {"marker": "overwatch"}}, dice=[1, 1, 1]
    )
    fire_at(battle, "r", "b")
    one = stand(battle, "r")
    assert one.closing_ow
    one.used = ()
    assert targets.may_use(battle, one, one.ratings.weapon("gun")) is not None
    one.marker = ""
    assert firing.may_overwatch(battle, one)


@pytest.mark.rule("FFT-OW-01", "FFT-OW-02")
def test_who_may_be_put_on_overwatch():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M1A1, 32, 20), blue("m", M60, 32, 24), FAR, step="mark_b")
    assert firing.may_overwatch(battle, stand(battle, "m"))
    for name in ("b", "m"):
        stand(battle, name).moved, stand(battle, name).moved_spent = True, 3.0
    assert not firing.may_overwatch(battle, stand(battle, "m"))
    assert firing.may_overwatch(battle, stand(battle, "b")), "ss lets it move half"


@pytest.mark.rule("FFT-HOLD-01", "FFT-HOLD-02")
def test_hold_fire_markers_fire_in_the_enemys_phase_and_then_go():
    battle = battle_of(
        red("r", T55, 20, 20),
        blue("b", M60, 32, 20),
        FAR,
        step="hold_a",
        prepare={"b": {"marker": "hold"}},
        dice=[1, 1, 1],
    )
    assert battle.request.purpose == "hold_fire" and battle.request.subjects == ("b",)
    order(battle, Done())
    if battle.request.purpose == "markers":
        assert stand(battle, "b").marker == ""
        order(battle, Picked())


@pytest.mark.rule("FFT-SNS-01", "FFT-SNS-02", "FFT-SNS-05")
def test_shoot_and_scoot_halves_the_shots_and_moves():
    battle = battle_of(red("r", T72B, 20, 20), blue("b", "us_m2a2", 34, 20), FAR, prepare=WATCH, dice=[1] * 9)
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    gun = stand(battle, "b").ratings.weapon("gun")
    assert targets.shots_left(battle, stand(battle, "b"), gun, mode="scoot") == gun.rof // 2
    fire_at(battle, "b", "r", shots=gun.rof // 2, mode="scoot")
    assert battle.request.purpose == "scoot"
    refusal(battle, Move(stand="b", path=((44.0, 20.0),)))
    order(battle, Move(stand="b", path=((36.0, 20.0),)))
    assert stand(battle, "b").x == 36.0 and stand(battle, "b").marker == ""


@pytest.mark.rule("FFT-SNS-03", "FFT-SNS-04")
def test_the_first_quarter_straight_back_is_safe():
    from wargame.rulesets.fistful_of_tows import walk

    battle = battle_of(red("r", T72B, 20, 20), blue("b", "us_m2a2", 34, 20), FAR, prepare=WATCH, dice=[1] * 9)
    one = stand(battle, "b")
    assert walk.safe_inches(one, ((34.0, 20.0), (38.0, 20.0))) == 3.0
    assert walk.safe_inches(one, ((34.0, 20.0), (34.0, 24.0))) == 0.0
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    fire_at(battle, "b", "r", mode="scoot")
    order(battle, Move(stand="b", path=((36.0, 20.0),)))
    assert stand(battle, "b").facing_deg == 180.0


@pytest.mark.rule("FFT-SNS-06", "FFT-SEQ-15", "FFT-SEQ-04", "FFT-SEQ-13", "FFT-SEQ-18")
def test_who_cannot_scoot_and_when_there_is_no_overwatch():
    battle = battle_of(red("r", T55, 20, 20), blue("b", "us_tow_gnd", 34, 20), FAR, prepare=WATCH, step="check_move_a")
    gun = stand(battle, "b").ratings.weapons[0]
    battle.state.phasing, battle.state.step = "red", "move_a"
    assert overwatch.check_scoot(battle, stand(battle, "b"), gun) is not None
    battle.state.step = "shell_a"
    assert not overwatch.is_possible(battle)


@pytest.mark.rule("FFT-AA-03")
def test_idle_air_defence_reacts_to_helicopters_without_a_marker():
    battle = battle_of(red("h", "su_mi24v", 20, 20), blue("v", "us_m163", 34, 20), FAR)
    one = stand(battle, "v")
    assert overwatch.may_react(battle, one)
    one.moved_spent = 99.0
    assert not overwatch.may_react(battle, one)
    one.moved_spent, one.fired_own_turn = 0.0, battle.state.player_turn - 1
    assert not overwatch.may_react(battle, one)


# ---------------------------------------------------------------- pivots


@pytest.mark.rule("FFT-PIV-01", "FFT-PIV-02", "FFT-PIV-03")
def test_a_flanked_tank_turns_to_the_enemy_that_was_in_front():
    battle = battle_of(
        red("r", M1A1, 22, 20), blue("b", M60, 30, 20), FAR, step="pivot_a", prepare={"r": {"moved": True}}
    )
    battle.state.front_at_start = (("b", "r"),)
    stand(battle, "r").x, stand(battle, "r").y = 33.0, 25.0
    assert [e.id for e in pivots.flankers(battle, stand(battle, "b"))] == ["r"]
    generator = pivots.pivot_one(battle)
    request = generator.send(None)
    assert request.interrupt == "pivot" and request.subjects == ("b",)
    assert pivots.check(battle, Move(stand="b", path=(), facing_deg=180.0)) is not None
    turn = pivots.facing(stand(battle, "b"), stand(battle, "r"))
    assert pivots.check(battle, turn) is None
    with pytest.raises(StopIteration):
        generator.send(turn)
    assert stand(battle, "b").facing_deg == turn.facing_deg


# ---------------------------------------------------------------- close combat


def contact(*more, prepare=None, dice=()):
    return battle_of(
        red("r", T55, 20, 20),
        *more,
        FAR,
        step="close_a",
        prepare=prepare or {"r": {"moved": True, "spent": 4.0, "halted": True}},
        dice=dice,
    )


@pytest.mark.rule("FFT-CC-01", "FFT-CC-02")
def test_a_move_stops_within_two_inches_of_an_enemy_in_sight():
    battle = battle_of(red("r", T55, 20, 20), blue("b", MEN, 26, 20), FAR)
    refusal(battle, Move(stand="r", path=((25.0, 20.0),)))
    order(battle, Move(stand="r", path=((23.13, 20.0),)))
    assert stand(battle, "r").halted


@pytest.mark.rule("FFT-CC-03", "FFT-CC-04", "FFT-SEQ-07", "FFT-CC-13", "FFT-CC-15")
def test_the_defender_fires_first_at_close_range():
    battle = contact(blue("b", M60, 22.5, 20), dice=[1] * 40)
    assert battle.request.purpose == "close_combat" and battle.request.side == "blue"
    made = close_combat.fire.numbers(
        battle,
        close_combat.overwatch.shooting_of(close_combat.legal_orders(battle, stand(battle, "b"))[0]),
        stand(battle, "r"),
        "defender",
    )
    assert made.band == "close"


@pytest.mark.rule("FFT-CC-05")
def test_an_unstabilised_attacker_that_moved_subtracts_one():
    battle = battle_of(
        red("r", M60, 20, 20),
        blue("b", MEN, 22.5, 24),
        blue("t", M60, 22.5, 20),
        FAR,
        step="close_a",
        prepare={"r": {"moved": True}},
        dice=[1] * 60,
    )
    given = Fire(stand="r", weapon="gun", targets=(Shot("t", 1),))
    made = close_combat.fire.numbers(battle, close_combat.overwatch.shooting_of(given), stand(battle, "t"), "attacker")
    assert made.add == -1


@pytest.mark.rule("FFT-CC-06", "FFT-CC-07")
def test_missiles_in_the_first_round_only_and_men_use_all_their_weapons():
    battle = contact(blue("men", MEN, 22.4, 20), dice=[1] * 60)
    names = {w.id for w in close_combat.weapons(battle, stand(battle, "men"))}
    assert {"small", "law"} <= names
    small = stand(battle, "men").ratings.weapon("small")
    assert targets.shots_left(battle, stand(battle, "men"), small, fighting=True) == small.rof + 1
    battle.state.combat_round = 2
    assert "maw" not in {w.id for w in close_combat.weapons(battle, stand(battle, "men"))}


@pytest.mark.rule("FFT-CC-08")
def test_infantry_strikes_the_flank_of_vehicles_in_woods():
    from tests.rulesets.fistful_of_tows.sketch import area

    battle = battle_of(
        red("r", T55, 20, 20),
        blue("men", MEN, 22.0, 20),
        FAR,
        step="close_a",
        features=[area("w", "woods_light", 15, 10, 30, 30)],
        dice=[1] * 60,
    )
    given = Fire(stand="men", weapon="law", targets=(Shot("r", 1),))
    made = close_combat.fire.numbers(battle, close_combat.overwatch.shooting_of(given), stand(battle, "r"), "defender")
    assert made.face == "flank"


@pytest.mark.rule("FFT-SEQ-08", "FFT-SEQ-09", "FFT-CC-09", "FFT-CC-12", "FFT-CC-16")
def test_a_close_combat_runs_by_rounds_and_ends():
    battle = contact(blue("b", M60, 22.5, 20), dice=[1] * 400)
    n = 0
    while battle.state.step == "close_a" and n < 200:
        request = battle.request
        answer = request.suggestion or Done()
        if request.purpose == "close_combat":
            answer = close_combat.legal_orders(battle, stand(battle, request.subjects[0]))[0]
        order(battle, answer)
        n += 1
    assert battle.state.step != "close_a"
    assert stand(battle, "r").spent == 7.0 and not stand(battle, "b").gone


@pytest.mark.rule("FFT-CC-10", "FFT-QC-14", "FFT-QC-15", "FFT-PEN-09")
def test_losses_and_checks_of_a_half_round_come_at_once():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 22.5, 20), blue("c", MEN, 22.5, 22), FAR, dice=[6])
    battle.state.combat, battle.state.phasing = ("r", "b", "c"), "red"
    stand(battle, "b").doomed = True
    stand(battle, "c").small_hits = 1
    close_combat.settle(battle)
    assert stand(battle, "b").gone == "destroyed" and stand(battle, "c").pinned


@pytest.mark.rule("FFT-CC-11")
def test_who_fought_in_close_combat_does_not_fire_in_the_firing_phase():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), FAR, step="fire_a")
    stand(battle, "r").fired_in = f"{battle.state.player_turn}:close"
    assert not firing.may_fire(battle, stand(battle, "r"), "fire")


@pytest.mark.rule("FFT-CARRY-05")
def test_men_may_get_out_in_close_combat():
    battle = battle_of(
        red("bmp", BMP2, 20, 20),
        aboard("men", RIFLES, "red", "bmp"),
        blue("b", MEN, 22.3, 20),
        FAR,
        step="close_a",
        prepare={"bmp": {"moved": True, "spent": 6.0}},
        dice=[1] * 200,
    )
    n = 0
    while battle.request.purpose != "combat_dismount" and battle.state.step == "close_a" and n < 50:
        request = battle.request
        if request.purpose == "close_combat":
            order(battle, close_combat.legal_orders(battle, stand(battle, request.subjects[0]))[0])
        else:
            order(battle, Done())
        n += 1
    assert battle.request.purpose == "combat_dismount"
    order(battle, Picked(items=(("bmp", 1),)))
    assert stand(battle, "men").in_play


@pytest.mark.rule("FFT-SEQ-10", "FFT-CC-16")
def test_complete_movement_lets_free_stands_go_on():
    from wargame.rulesets.fistful_of_tows import moving

    battle = battle_of(
        red("r", T55, 20, 20), FAR, step="go_on_a", prepare={"r": {"moved": True, "spent": 3.0, "halted": True}}
    )
    moving.begin_complete(battle)
    spotting.begin_phase(battle)
    assert not stand(battle, "r").halted


@pytest.mark.rule("FFT-OW-08")
def test_a_stand_on_overwatch_that_waits_in_its_own_movement_phase_is_not_asked_without_end():
    battle = battle_of(red("r", T55, 10, 20), blue("b", M60, 22, 20), prepare={"r": {"marker": "overwatch"}})
    assert battle.request.subjects == ("r",)
    order(battle, Wait(stand="r"))
    assert battle.request is None or battle.request.purpose != "move"
