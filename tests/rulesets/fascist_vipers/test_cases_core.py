"""The worked cases of initiative, movement, assault, fire, observation and groups, with the dice of cases.toml."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    BIKES,
    HALF_TRACK,
    MMG,
    PAK_38,
    PAK_40,
    PANTHER_D,
    PANZER_IV,
    PIONEERS,
    RUSSIAN_TRUCK,
    STUG,
    TIGER,
    advance,
    area,
    assault,
    at,
    blues_go,
    counts,
    fire,
    move,
    reasons,
    shot,
    strip,
)
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, refusal, stand, worked_case
from wargame.engine.events import Rolled
from wargame.engine.orders import Move
from wargame.engine.setup import ObjectiveSetup
from wargame.rulesets.fascist_vipers import cover, initiative, observation, targets
from wargame.rulesets.fascist_vipers import fire as rules

NEAR = 1.6


def totals(events):
    return [e.total for e in events if isinstance(e, Rolled)]


def gone(battle):
    return {s.id for s in battle.state.stands.values() if s.gone}


def goal(name, primary, holder):
    return ObjectiveSetup(id=name, name=name, x=40, y=5, radius_in=3, points=1, primary=primary, holder=holder)


def test_c01_initiative_with_objectives(request):
    dice = worked_case(request, "CFV-C01")
    goals = (
        goal("p", True, "red"),
        goal("s1", False, "red"),
        goal("s2", False, "red"),
        goal("d1", True, "blue"),
        goal("d2", False, "blue"),
    )
    setup = sketch.setup_of(red("ours", RIFLES, 10, 24), blue("theirs", RUSSIANS, 60, 24), objectives=goals)
    battle = sketch.battle_in(sketch.state_of(setup, step="initiative", phasing=""), setup, dice)
    assert [r.total for r in sketch.rolls(battle, "initiative")] == [14, 15]
    assert battle.request.side == "blue" and battle.request.purpose == "initiative"


def test_c03_what_enemy_groups_add(request):
    worked_case(request, "CFV-C03")
    states = {"blue-1": "falter", "blue-2": "falter", "blue-3": "run_away", "blue-4": "run_away", "blue-5": "fanatic"}
    battle = sketch.battle_of(*(blue(g, RUSSIANS, 40, 5 + 5 * n, group=g) for n, g in enumerate(states)))
    for name, state in states.items():
        sketch.group(battle, name).state = state
    stand(battle, "blue-4").gone, stand(battle, "blue-4").on_table = "withdrawn", False
    assert sum(m.add for m in initiative.modifiers(battle, "red")) == 4


def test_c05_overrun(request):
    dice = worked_case(request, "CFV-C05")
    battle = sketch.battle_of(red("stug", STUG, 20, 24), blue("alarm", RUSSIANS, 23, 24, quality="green"))
    sketch.with_dice(battle, *dice)
    events = move(battle, "stug", (27, 24))
    assert counts(events) == [2, 1] and totals(events) == [7, 6]
    assert at(battle, "stug") == (27.0, 24.0) and not gone(battle)


def test_c06_combined_assault_on_a_shelled_trench(request):
    dice = worked_case(request, "CFV-C06")
    battle = sketch.battle_of(
        red("grenadiers", RIFLES, 20, 24, quality="elite"),
        red("tiger", TIGER, 20.6, 25.7, facing=270.0),
        blue("rifles", RUSSIANS, 20 + NEAR, 24),
        features=[strip("trench", "trench", (21.6, 20), (21.6, 28), width=0.6)],
    )
    stand(battle, "rifles").shelled_turn = battle.state.turn
    events = assault(battle, "grenadiers", "rifles", *dice, supports=("tiger",))
    assert totals(events) == [11, 10] and counts(events) == [2, 4]
    assert gone(battle) == {"grenadiers"}


def test_c07_engineers_against_a_strong_position(request):
    dice = worked_case(request, "CFV-C07")
    battle = sketch.battle_of(
        red("pioneers", PIONEERS, 20, 24), blue("mmg", "SU_maxim_mmg_platoon_41", 20 + NEAR, 24, strong=True)
    )
    stand(battle, "mmg").shelled_turn = battle.state.turn
    events = assault(battle, "pioneers", "mmg", *dice)
    assert totals(events) == [8, 9] and counts(events) == [4, 3]
    assert gone(battle) == {"mmg"} and battle.request.purpose == "breakthrough"


def test_c08_panther_against_t34(request):
    dice = worked_case(request, "CFV-C08")
    battle = sketch.battle_of(red("panther", PANTHER_D, 20, 24), blue("t34", T34, 21.8, 24))
    events = assault(battle, "panther", "t34", *dice)
    assert totals(events) == [5, 5] and counts(events) == [2, 2]
    assert not gone(battle) and at(battle, "panther")[0] < 19.81


def test_c11_motorcycles_against_trucks(request):
    dice = worked_case(request, "CFV-C11")
    battle = sketch.battle_of(red("bikes", BIKES, 20, 24), blue("trucks", RUSSIAN_TRUCK, 21.6, 24))
    events = assault(battle, "bikes", "trucks", *dice)
    assert totals(events) == [5, 4] and gone(battle) == {"bikes"}


def test_c13_one_breakthrough_in_a_go(request):
    worked_case(request, "CFV-C13")
    battle = sketch.battle_of(
        red("panzer", PANZER_IV, 20, 24), blue("one", RUSSIANS, 21.6, 24), blue("two", RUSSIANS, 29.4, 24)
    )
    assault(battle, "panzer", "one", 1, 6)
    move(battle, "panzer", (27.6, 24))
    assert battle.request.purpose == "breakthrough_assault"
    assault(battle, "panzer", "two", 1, 6)
    assert gone(battle) == {"one", "two"} and battle.request.purpose == "activate"
    assert "panzer" not in battle.request.subjects


def panzer_against_t34(gap):
    return sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 21 + gap, 24))


def test_c14_the_panzer_hits(request):
    dice = worked_case(request, "CFV-C14")
    battle = panzer_against_t34(18)
    assert totals(fire(battle, "panzer", "t34", *dice)) == [14, 16] and gone(battle) == {"t34"}


def test_c15_the_panzer_is_lost(request):
    dice = worked_case(request, "CFV-C15")
    battle = panzer_against_t34(18)
    assert totals(fire(battle, "panzer", "t34", *dice)) == [14, 13] and gone(battle) == {"panzer"}


def test_c16_out_of_the_targets_range(request):
    dice = worked_case(request, "CFV-C16")
    battle = panzer_against_t34(20)
    fire(battle, "panzer", "t34", *dice)
    assert not gone(battle)


def test_c18_tiger_in_flank(request):
    dice = worked_case(request, "CFV-C18")
    battle = blues_go(red("tiger", TIGER, 20, 24, facing=90.0), blue("t34", T34, 30, 24))
    events = fire(battle, "t34", "tiger", *dice)
    assert totals(events) == [9, 10] and gone(battle) == {"tiger"}


def test_c19_tiger_in_front_is_safe(request):
    dice = worked_case(request, "CFV-C19")
    battle = sketch.battle_of(red("tiger", TIGER, 20, 24), blue("t34", T34, 36, 24))
    events = fire(battle, "tiger", "t34", *dice)
    assert totals(events) == [21, 19] and not gone(battle)


def test_c21_machine_guns_against_infantry_in_cover(request):
    dice = worked_case(request, "CFV-C21")
    battle = sketch.battle_of(
        red("mmg", MMG, 20, 24, quality="green"),
        blue("rifles", RUSSIANS, 30.75, 24),
        features=[area("crops", "crops", 30, 20, 34, 28)],
    )
    events = fire(battle, "mmg", "rifles", *dice)
    assert counts(events) == [5, 3] and totals(events) == [14, 16] and gone(battle) == {"rifles"}


def test_c24_stug_from_behind(request):
    dice = worked_case(request, "CFV-C24")
    battle = blues_go(red("stug", STUG, 20, 24, facing=180.0), blue("t34", T34, 30, 24))
    events = fire(battle, "t34", "stug", *dice)
    assert totals(events) == [17, 10] and not gone(battle)


def test_c26_the_front_sector_includes_its_border(request):
    worked_case(request, "CFV-C26")
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24, facing=0.0))
    tank = stand(battle, "tank")
    assert cover.struck_side(tank, (30.0, 34.0)) == "front"
    assert cover.struck_side(tank, (30.0, 24.0 + 10 * 1.0355)) == "flank"


def test_c57_tank_and_scout_car_before_a_wood(request):
    worked_case(request, "CFV-C57")
    wood = [area("wood", "woods_light", 29, 20, 36, 28)]
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 24.0, 24),
        red("scout", "GE_light_armoured_car_39", 24.0, 24.8),
        blue("men", RUSSIANS, 29.875, 24),
        features=wood,
    )
    men = stand(battle, "men")
    assert not observation.finds(battle, stand(battle, "tank"), men)
    assert observation.finds(battle, stand(battle, "scout"), men)


def test_c58_kv2_by_year(request):
    worked_case(request, "CFV-C58")
    early = sketch.battle_of(red("gun", PAK_40, 20, 24), blue("kv", "SU_kv_2_41", 30, 24, quality="veteran"), year=1941)
    late = sketch.battle_of(red("gun", PAK_40, 20, 24), blue("kv", "SU_kv_2_43", 30, 24, quality="veteran"))
    assert rules.defence(early, stand(early, "kv"), "veteran", (20.0, 24.0)).dice == 6
    assert rules.defence(late, stand(late, "kv"), "veteran", (20.0, 24.0)).dice == 3


def test_c59_support_without_teeth(request):
    worked_case(request, "CFV-C59")
    village = ObjectiveSetup(
        id="village", name="village", x=50, y=40, radius_in=3, points=1, primary=True, holder="blue"
    )
    battle = sketch.battle_of(
        red("panzer", PANZER_IV, 20, 24),
        blue("t34", T34, 35, 24, group="blue-9"),
        blue("mortars", "SU_82_mm_mortar_platoon_41", 50, 40, group="blue-9"),
        blue("mmg", "SU_maxim_mmg_platoon_41", 40, 10, group="blue-9"),
        objectives=(village,),
        groups={"blue-9": {"objective": "village"}},
    )
    fire(battle, "panzer", "t34", *[1] * 4, *[6] * 5)
    assert gone(battle) == {"t34", "mmg"}


def test_c60_fire_priority(request):
    worked_case(request, "CFV-C60")
    battle = sketch.battle_of(
        red("pak", PAK_38, 20, 24),
        blue("truck", RUSSIAN_TRUCK, 26.875, 24),
        blue("t34", T34, 29.5, 26),
        blue("kv", "SU_kv_1_42", 27.5, 21.5),
    )
    rows = {t.stand: t.refusal for t in targets.targets(battle, stand(battle, "pak"))}
    assert rows["t34"] is None and rows["truck"] is not None and rows["kv"] is not None
    refusal(battle, shot("pak", "truck"))
    refusal(battle, shot("pak", "kv"))


def test_c61_move_or_fire(request):
    worked_case(request, "CFV-C61")
    battle = blues_go(
        blue("t34", T34, 40, 24),
        blue("gun", "SU_76_mm_zis_3_direct_fire_43", 40, 28),
        blue("rifles", RUSSIANS, 40, 32),
        red("panzer", PANZER_IV, 30, 24),
        red("men", RIFLES, 37, 32),
    )
    for name in ("t34", "gun", "rifles"):
        x, y = at(battle, name)
        battle.answer(Move(stand=name, path=((x - 1, y),)))
        if battle.request.purpose == "attack":
            battle.answer(battle.ruleset.samples(battle.view("blue"), battle.request, "wait")[0])
    battle.state.stands["t34"].attacked = False
    assert targets.may_fire(battle, stand(battle, "t34")) is None
    assert targets.may_fire(battle, stand(battle, "gun")) is not None
    assert targets.may_fire(battle, stand(battle, "rifles")) is not None
    other = blues_go(blue("rifles", RUSSIANS, 40, 32), red("men", RIFLES, 37, 32))
    advance(other, "rifles", 37, 32)
    assault(other, "rifles", "men", 1, 6)
    assert gone(other) == {"men"}


def test_c62_the_tiger_lends_no_name(request):
    dice = worked_case(request, "CFV-C62")
    battle = sketch.battle_of(
        red("grenadiers", RIFLES, 20, 24),
        red("tiger", TIGER, 20.6, 25.7, facing=270.0),
        blue("rifles", RUSSIANS, 20 + NEAR, 24),
    )
    events = assault(battle, "grenadiers", "rifles", *dice, supports=("tiger",))
    assert totals(events) == [5, 5] and reasons(events) == {"CFV-ASLT-08"} and not gone(battle)


def test_c63_infantry_aboard(request):
    dice = worked_case(request, "CFV-C63")
    battle = blues_go(
        red("track", HALF_TRACK, 20, 24), red("riders", RIFLES, 30, 40), blue("rifles", RUSSIANS, 21.6, 24)
    )
    riders = stand(battle, "riders")
    riders.carrier, riders.on_table = "track", False
    events = assault(battle, "rifles", "track", *dice)
    assert counts(events) == [2, 1] and totals(events) == [3, 5]
    assert gone(battle) == {"track", "riders"}


@pytest.mark.parametrize("number", ["CFV-C01", "CFV-C26", "CFV-C61"])
def test_every_case_names_rules_that_exist(number):
    import tomllib

    from wargame.rulesets import ruleset

    rows = tomllib.loads(sketch.CASES.read_text(encoding="utf-8"))["case"]
    row = next(r for r in rows if r["id"] == number)
    assert all(rule in ruleset("fascist_vipers").rules for rule in row["rules"])
