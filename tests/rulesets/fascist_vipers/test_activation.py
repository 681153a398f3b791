"""CFV-TURN-02, -04, -05, CFV-ASLT-20 to -25: who can be used, what follows a move or a won assault, who may assault."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import (
    HALF_TRACK,
    MMG,
    PAK_40,
    PANZER_IV,
    STUG,
    TIGER,
    TRUCK,
    area,
    assault,
    move,
)
from tests.rulesets.fascist_vipers.sketch import BATTERY, RIFLES, RUSSIANS, T34, behind, blue, order, red, stand
from tests.rulesets.fascist_vipers.test_air_roles import STUKA
from wargame.engine import knowledge
from wargame.engine.events import StandChanged, StandRemoved
from wargame.engine.orders import Act, Assault, Done, Move, Wait
from wargame.rulesets.fascist_vipers import activation, assault_dice
from wargame.rulesets.fascist_vipers import assault as assaults

MORTAR = "GE_8_cm_mortar_section_39"


def usable(battle):
    return {s.id for s in activation.usable(battle, "red")} - {"idle-red"}


# ---------------------------------------------------------------- who can be used


@pytest.mark.rule("CFV-TURN-02", "CFV-TURN-05")
def test_units_on_the_table_that_can_do_something_are_asked_for_orders():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("used", RIFLES, 20, 27), red("bunker", "GE_flak_tower_battery_44", 20, 30),
        red("wreck", STUG, 20, 34, move=0, dice_soft=0, dice_armour=0), red("truck", TRUCK, 20, 38),
        red("away", RIFLES, 20, 42), behind("stuka", STUKA, "red"), blue("theirs", RUSSIANS, 60, 24), year=1944,
    )  # fmt: skip
    stand(battle, "used").activated = True
    stand(battle, "away").on_table = False
    assert usable(battle) == {"men", "bunker", "truck"}


@pytest.mark.rule("CFV-TURN-05")
def test_guns_behind_the_table_are_used_while_they_have_something_to_fire_on_order():
    battle = sketch.battle_of(
        behind("guns", BATTERY, "red"), behind("planned", BATTERY, "red", programmed=True),
        behind("spent", BATTERY, "red"), behind("late", BATTERY, "red", group="red-late"),
    )  # fmt: skip
    stand(battle, "spent").gone = "spent"
    battle.state.groups["red-late"].arrived = False
    assert usable(battle) == {"guns"}


def test_passengers_are_used_while_their_carrier_is_on_the_table():
    battle = sketch.battle_of(red("men", RIFLES, 20, 24), red("track", HALF_TRACK, 21.5, 24))
    stand(battle, "men").carrier, stand(battle, "men").on_table = "track", False
    assert usable(battle) == {"men", "track"}
    stand(battle, "track").on_table = False
    assert usable(battle) == set()


def test_a_hidden_unit_that_waits_waits_unseen_and_so_does_a_passenger():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("riders", RIFLES, 20, 24), red("track", HALF_TRACK, 21.5, 24)
    )
    stand(battle, "riders").carrier, stand(battle, "riders").on_table = "track", False
    knowledge.hide(battle, "men", "blue")
    seen = {}
    for name in ("men", "riders", "track"):
        seen[name] = next(e for e in order(battle, Wait(stand=name)) if isinstance(e, StandChanged)).seen_by
        assert stand(battle, name).activated
    assert seen == {"men": ("red",), "riders": ("red",), "track": None}


# ---------------------------------------------------------------- what follows


@pytest.mark.rule("CFV-TURN-04")
def test_men_who_get_off_beside_an_enemy_may_assault_it_at_once():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 30), red("track", HALF_TRACK, 20, 24), blue("e", RUSSIANS, 20, 27.4)
    )
    stand(battle, "men").carrier, stand(battle, "men").on_table = "track", False
    order(battle, Act(stand="men", act="dismount", at=(20.0, 25.7)))
    assert battle.request.purpose == "attack" and battle.request.subjects == ("men",)


@pytest.mark.rule("CFV-ASLT-20", "CFV-ASLT-22")
@pytest.mark.parametrize("answer", [Done(), Wait(stand="ours")])
def test_a_breakthrough_that_is_left_out_is_used_up(answer):
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24))
    assault(battle, "ours", "e", 1, 6)
    assert battle.request.purpose == "breakthrough" and battle.request.orders == ("move", "assault", "wait")
    order(battle, answer)
    assert stand(battle, "ours").broke_through and battle.request.purpose == "activate"


@pytest.mark.rule("CFV-TURN-04")
def test_an_attack_that_is_left_out_leaves_the_breakthrough_of_this_go():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 35, 24))
    move(battle, "tank", (22, 24))
    assert battle.request.purpose == "attack"
    order(battle, Done())
    assert not stand(battle, "tank").broke_through


@pytest.mark.rule("CFV-ASLT-20", "CFV-ASLT-21", "CFV-ASLT-22")
def test_a_winner_may_assault_the_next_enemy_from_where_it_stands_and_then_no_third():
    battle = sketch.battle_of(
        red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24), blue("f", RUSSIANS, 23.0, 24),
        blue("g", RUSSIANS, 24.5, 24),
    )  # fmt: skip
    assault(battle, "ours", "e", 1, 6)
    assault(battle, "ours", "f", 1, 6)
    assert stand(battle, "ours").broke_through and stand(battle, "f").gone
    assert battle.request.purpose == "activate" and "ours" not in battle.request.subjects


@pytest.mark.rule("CFV-ASLT-19")
def test_a_drawn_assault_earns_no_breakthrough_and_a_lost_one_neither():
    for faces in ((3, 3), (6, 1)):
        battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24))
        assault(battle, "ours", "e", *faces)
        assert battle.request.purpose == "activate" and not stand(battle, "e").gone
        assert battle.state.ready == ""


@pytest.mark.rule("CFV-ASLT-20")
def test_an_assault_after_a_move_that_is_won_earns_its_breakthrough():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 23.5, 24), blue("f", RUSSIANS, 40, 24))
    move(battle, "ours", (21.8, 24))
    assault(battle, "ours", "e", 1, 6)
    assert battle.request.purpose == "breakthrough" and stand(battle, "ours").spent == 0.0
    order(battle, Move(stand="ours", path=((26.0, 24.0),)))
    assert stand(battle, "ours").x == 26.0 and stand(battle, "ours").broke_through


# ---------------------------------------------------------------- who may assault


@pytest.mark.rule("CFV-ASLT-25")
@pytest.mark.parametrize(
    ("line", "fields", "may"),
    [
        (RIFLES, {}, True), (MMG, {}, True), (TIGER, {}, True), (STUG, {}, True),
        (STUG, {"category": "support"}, True), (STUG, {"category": "support", "dice_soft": 0, "dice_armour": 0}, False),
        (MORTAR, {}, False), (PAK_40, {}, False), (TRUCK, {}, False), (HALF_TRACK, {"category": "transport"}, False),
        ("GE_company_or_battalion_hq_on_foot_39", {}, False), (PANZER_IV, {"category": "hq"}, False),
        (PANZER_IV, {"category": "aa"}, False), (STUG, {"category": "support", "troop_type": "mortar"}, False),
        (RIFLES, {"move_type": "fixed"}, False),
        (MORTAR, {"troop_type": "cavalry", "category": "support"}, False),
    ],
)  # fmt: skip
def test_who_may_start_an_assault(line, fields, may):
    battle = sketch.battle_of(red("ours", line, 20, 24), blue("e", RUSSIANS, 21.4, 24))
    stand(battle, "ours").ratings = msgspec.structs.replace(stand(battle, "ours").ratings, **fields)
    refused = assaults.may_assault(battle, stand(battle, "ours"))
    assert (refused is None) == may
    assert may or refused.rules == ("CFV-ASLT-25",)


@pytest.mark.rule("CFV-ASLT-01")
def test_only_a_known_enemy_within_an_inch_can_be_assaulted():
    battle = sketch.battle_of(
        red("ours", RIFLES, 20, 24), red("friend", RIFLES, 20, 25.5), blue("e", RUSSIANS, 21.5, 24),
        blue("far", RUSSIANS, 20, 20), blue("unseen", RUSSIANS, 18.5, 24),
    )  # fmt: skip
    knowledge.hide(battle, "unseen", "red")

    def why(target):
        found = assaults.check(battle.view("red"), Assault(stand="ours", target=target))
        return found.text if found else None

    assert why("e") is None
    for target in ("friend", "nobody", "unseen"):
        assert why(target) == "That unit cannot be assaulted."
    assert why("far").startswith("far is 3.") and [
        t.stand for t in assaults.targets(battle.view("red"), stand(battle, "ours"))
    ] == ["e"]


@pytest.mark.rule("CFV-ASLT-23", "CFV-TURN-04")
def test_whoever_supports_is_near_the_target_and_unused_and_so_is_who_fights_from_a_carrier():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("tank", PANZER_IV, 21.5, 22.4), red("far", PANZER_IV, 30, 30),
        red("track", HALF_TRACK, 21.5, 25.8), red("riders", RIFLES, 40, 40), blue("e", RUSSIANS, 21.5, 24),
    )  # fmt: skip

    def why(*supports):
        found = assaults.check(battle, Assault(stand="men", target="e", supports=supports))
        return found.text if found else None

    assert why("tank") is None
    assert why("far") == "far cannot support: it must be within 1 in of the target and unused."
    assert why("ghost") == "ghost cannot support: it must be within 1 in of the target and unused."
    stand(battle, "tank").activated = True
    assert why("tank").startswith("tank cannot support")
    riders, track = stand(battle, "riders"), stand(battle, "track")
    riders.carrier, riders.on_table = "track", False
    assert assaults.may_assault(battle, track) is None
    for used in ("activated", "busy"):
        setattr(riders, used, True)
        refused = assaults.may_assault(battle, track)
        assert refused.about == "riders" and refused.rules == ("CFV-TURN-04",)
        setattr(riders, used, False)
    riders.gone = "destroyed"
    assert not assault_dice.fighter(battle, track).aboard


@pytest.mark.rule("CFV-ASLT-30")
def test_infantry_beside_a_carrier_does_not_fight_for_it():
    battle = sketch.battle_of(red("track", HALF_TRACK, 20, 24), red("men", RIFLES, 20, 25.6), red("r", RIFLES, 5, 5))
    found = assault_dice.fighter(battle, stand(battle, "track"))
    assert (found.body.id, found.soul.id, found.aboard) == ("track", "track", False)
    stand(battle, "r").carrier, stand(battle, "r").on_table = "track", False
    assert assault_dice.fighter(battle, stand(battle, "track")).soul.id == "r"
    assert assault_dice.fighter(battle, stand(battle, "r")).body.id == "track"


@pytest.mark.rule("CFV-ASLT-18", "CFV-OBS-02")
def test_a_hidden_unit_that_assaults_is_on_the_table_and_the_loser_goes_by_the_rule_of_assaults():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24))
    knowledge.hide(battle, "ours", "blue")
    events = assault(battle, "ours", "e", 1, 6)
    assert battle.state.known("blue", "ours") == "identified"
    assert next(e for e in events if isinstance(e, StandRemoved)).rules == ("CFV-ASLT-18",)


@pytest.mark.rule("CFV-ASLT-19", "CFV-OBS-04")
def test_whoever_is_set_back_finds_what_hides_where_he_lands():
    wood = area("wood", "woods_light", 15, 20, 18.8, 28)
    battle = sketch.battle_of(
        red("ours", PANZER_IV, 22, 24), blue("e", T34, 23.9, 24), blue("h", RUSSIANS, 18.35, 24), features=[wood]
    )
    stand(battle, "ours").x, stand(battle, "e").x = 23.3, 25.2
    knowledge.hide(battle, "h", "red")
    assault(battle, "ours", "e", 3, 3)
    assert stand(battle, "ours").x < 23.3
    assert battle.state.known("red", "h") == "identified"


@pytest.mark.rule("CFV-ASLT-15")
def test_infantry_in_a_wood_has_no_die_against_a_tank_that_carries_infantry():
    wood = area("wood", "woods_light", 18, 20, 20.6, 28)
    parts = (red("men", RIFLES, 20, 24), blue("track", HALF_TRACK, 21.6, 24), blue("r", RUSSIANS, 40, 40))
    battle = sketch.battle_of(*parts, features=[wood])

    def dice():
        pools = assaults.pools(battle, Assault(stand="men", target="track"))
        return {m.rule for m in pools.attack.modifiers}

    assert "CFV-ASLT-15" in dice()
    stand(battle, "r").carrier, stand(battle, "r").on_table = "track", False
    assert "CFV-ASLT-15" not in dice()


@pytest.mark.rule("CFV-ASLT-09", "CFV-ASLT-16")
def test_the_reasons_for_a_die_are_told_in_words():
    battle = sketch.battle_of(red("men", RIFLES, 20, 24), blue("gun", "SU_45_mm_m1942_anti_tank_gun_42", 21.5, 24))
    words = [m.reason for m in assaults.pools(battle, Assault(stand="men", target="gun")).attack.modifiers]
    assert "infantry against a deployed gun" in words
    hill = area("hill", "hill", 15, 15, 20.7, 30)
    high = sketch.battle_of(red("men", RIFLES, 20, 24), blue("e", RUSSIANS, 21.5, 24), features=[hill])
    assert "uphill" in [m.reason for m in assaults.pools(high, Assault(stand="men", target="e")).attack.modifiers]
