"""CFV-MOVE-11, -12: who may load and unload, where, what it costs; and which acts a unit is offered."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, PAK_40, PANZER_IV, PIONEERS, TRUCK, act, area, move
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, minefield, red, refusal, stand
from wargame.board import gap, overlaps
from wargame.engine import knowledge
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.orders import Act
from wargame.rulesets.fascist_vipers import acts, transport, units


def aboard(battle, name, carrier, **fields):
    """Puts a unit aboard a carrier before the go."""
    found = stand(battle, name)
    found.carrier, found.on_table = carrier, False
    for key, value in fields.items():
        setattr(found, key, value)
    return battle


def offers(battle, name):
    return {row.id: row.refusal for row in acts.rows(battle, stand(battle, name))}


# ---------------------------------------------------------------- getting on


def test_carriers_beside_a_unit_are_friends_with_room_on_the_table_within_an_inch():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24),
        red("others", RIFLES, 40, 40),
        red("near", HALF_TRACK, 21.5, 24),
        red("full", HALF_TRACK, 20, 25.8),
        red("away", HALF_TRACK, 20, 21.9),
        red("gone", HALF_TRACK, 18.5, 24),
        red("tank", PANZER_IV, 20, 22.4),
        blue("theirs", "SU_truck_41", 18.6, 25.4),
    )
    aboard(battle, "others", "full")
    stand(battle, "gone").on_table = False
    assert [c.id for c in transport.carriers_near(battle, stand(battle, "men"))] == ["near"]
    assert [s.id for s in transport.passengers(battle, stand(battle, "full"))] == ["others"]
    stand(battle, "others").gone = "destroyed"
    assert {c.id for c in transport.carriers_near(battle, stand(battle, "men"))} == {"near", "full"}
    stand(battle, "away").y = 22.3
    assert "away" in {c.id for c in transport.carriers_near(battle, stand(battle, "men"))}


@pytest.mark.rule("CFV-MOVE-11")
def test_why_a_unit_may_not_mount():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("track", HALF_TRACK, 21.5, 24), red("far", HALF_TRACK, 30, 24),
        red("tank", PANZER_IV, 21.5, 22.4), red("gun", PAK_40, 21.5, 26),
    )  # fmt: skip

    def why(name, target=None, what="mount"):
        return acts.check(battle, Act(stand=name, act=what, target=target)).text

    assert why("men", "far") == "That carrier is too far away or full."
    assert why("tank", "track") == "tank does not ride on carriers."
    assert why("gun", "track") == "gun cannot mount."
    assert why("men", "track", "limber") == "men cannot limber."
    assert why("men", what="dismount") == "men cannot dismount."
    stand(battle, "track").spent = 4.6
    assert why("men", "track") == "track has less than half its allowance left."
    stand(battle, "track").spent = 4.5
    assert transport.check(battle, Act(stand="men", act="mount", target="track")) is None
    for used in ("activated", "moved", "attacked"):
        setattr(stand(battle, "men"), used, True)
        refused = transport.check(battle, Act(stand="men", act="mount", target="track"))
        assert refused.text == "men has been used in this go." and refused.rules == ("CFV-MOVE-11",)
        setattr(stand(battle, "men"), used, False)
    stand(battle, "track").x = 40.0
    assert why("men") == "No carrier with room is within 1 in."


@pytest.mark.rule("CFV-MOVE-11")
def test_men_who_have_mounted_are_used_and_the_carrier_pays_half_once_for_each():
    battle = sketch.battle_of(red("men", RIFLES, 20, 24), red("track", HALF_TRACK, 21.5, 24))
    act(battle, "men", "mount")
    men, track = stand(battle, "men"), stand(battle, "track")
    assert (men.carrier, men.on_table, men.activated, men.moved, men.limbered) == ("track", False, True, True, False)
    assert men.busy and track.spent == pytest.approx(4.5) and not track.activated
    told = {e.stand: e.rules for e in battle.events if isinstance(e, StandChanged) and e.why == "mount"}
    assert told == {"men": ("CFV-MOVE-11",), "track": ("CFV-MOVE-11",)}
    assert refusal(battle, Act(stand="men", act="dismount"))


@pytest.mark.rule("CFV-MOVE-12")
def test_hitching_a_gun_takes_the_whole_go_of_both():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24), red("truck", TRUCK, 21.5, 24))
    stand(battle, "truck").spent = 0.5
    refused = transport.check(battle, Act(stand="gun", act="limber", target="truck"))
    assert "hitching a gun takes its whole go" in refused.text and refused.rules == ("CFV-MOVE-12",)
    stand(battle, "truck").spent = 0.0
    act(battle, "gun", "limber", "truck")
    gun, truck = stand(battle, "gun"), stand(battle, "truck")
    assert (gun.carrier, gun.limbered, gun.on_table) == ("truck", True, False)
    assert truck.activated and truck.busy and truck.spent == 0.0
    told = {e.stand: e.rules for e in battle.events if isinstance(e, StandChanged) and e.why == "limber"}
    assert told == {"gun": ("CFV-MOVE-12",), "truck": ("CFV-MOVE-12",)}


@pytest.mark.rule("CFV-MOVE-12")
def test_a_gun_with_a_limber_of_its_own_needs_no_carrier():
    battle = sketch.battle_of(red("gun", PAK_40, 20, 24, tow="truck"))
    assert "not limbered" in refusal(battle, Act(stand="gun", act="unlimber")).text
    act(battle, "gun", "limber")
    gun = stand(battle, "gun")
    assert gun.limbered and gun.activated and gun.busy and gun.on_table and not gun.carrier
    assert refusal(battle, Act(stand="gun", act="unlimber"))
    later = sketch.battle_of(red("gun", PAK_40, 20, 24, tow="truck", limbered=True))
    act(later, "gun", "unlimber")
    gun = stand(later, "gun")
    assert not gun.limbered and gun.activated and gun.busy and gun.on_table and not gun.moved


# ---------------------------------------------------------------- getting off


@pytest.mark.rule("CFV-MOVE-11")
def test_men_get_off_where_they_like_within_an_inch_of_the_carrier_on_free_ground():
    parts = (red("men", RIFLES, 5, 5), red("track", HALF_TRACK, 20, 24), red("in_the_way", PANZER_IV, 21.4, 24))
    battle = aboard(sketch.battle_of(*parts), "men", "track")

    def why(x, y):
        found = transport.check(battle, Act(stand="men", act="dismount", at=(x, y)))
        return found.text if found else None

    assert why(20.0, 25.7) is None
    assert why(20.0, 26.2) == "It has to stand within 1 in of the carrier."
    assert why(21.2, 24.4).startswith("The base would stand on in_the_way")
    sketch.order(battle, Act(stand="men", act="dismount", at=(20.0, 25.7)))
    men = stand(battle, "men")
    assert (men.x, men.y, men.in_play, men.moved, men.activated) == (20.0, 25.7, True, True, True)


@pytest.mark.rule("CFV-MOVE-11")
@pytest.mark.parametrize("facing", [0.0, 90.0, 200.0])
def test_men_get_off_behind_their_carrier_if_nobody_says_where(facing):
    battle = aboard(
        sketch.battle_of(red("men", RIFLES, 5, 5), red("track", HALF_TRACK, 20, 24, facing)), "men", "track"
    )
    act(battle, "men", "dismount")
    men, track = stand(battle, "men"), stand(battle, "track")
    behind = math.degrees(math.atan2(men.y - track.y, men.x - track.x))
    assert (behind - facing) % 360.0 == pytest.approx(180.0, abs=0.5)
    assert men.facing_deg == track.facing_deg
    assert not overlaps(units.footprint(men), units.footprint(track))
    assert gap(units.footprint(men), units.footprint(track)) <= 1.0


@pytest.mark.rule("CFV-MOVE-11")
def test_a_carrier_shut_in_by_water_lets_nobody_off():
    rivers = [area("north", "river", 10, 24.6, 30, 40), area("south", "river", 10, 8, 30, 23.4)]
    rivers += [area("west", "river", 10, 8, 19.4, 40), area("east", "river", 20.6, 8, 30, 40)]
    battle = sketch.battle_of(red("men", RIFLES, 5, 5), red("track", HALF_TRACK, 20, 24), features=rivers)
    aboard(battle, "men", "track")
    assert refusal(battle, Act(stand="men", act="dismount")).text == "There is no room beside the carrier."


@pytest.mark.rule("CFV-MOVE-12")
def test_a_gun_is_unlimbered_from_a_fresh_carrier_and_has_used_its_go():
    battle = sketch.battle_of(red("gun", PAK_40, 5, 5), red("truck", TRUCK, 20, 24))
    aboard(battle, "gun", "truck", limbered=True)
    assert acts.check(battle, Act(stand="gun", act="dismount")).text == "gun cannot dismount."
    stand(battle, "truck").activated = True
    assert "has been used" in acts.check(battle, Act(stand="gun", act="unlimber")).text
    stand(battle, "truck").activated = False
    act(battle, "gun", "unlimber")
    gun, truck = stand(battle, "gun"), stand(battle, "truck")
    assert (gun.limbered, gun.in_play, gun.moved, gun.activated) == (False, True, True, True)
    assert gun.busy == "unlimbering" and truck.activated and truck.busy


@pytest.mark.rule("CFV-OBS-04", "CFV-MOVE-11")
def test_whoever_gets_off_finds_what_hides_beside_him_and_is_seen_by_those_who_know_the_carrier():
    battle = sketch.battle_of(red("men", RIFLES, 5, 5), red("track", HALF_TRACK, 20, 24), blue("e", RUSSIANS, 20, 27.4))
    aboard(battle, "men", "track")
    knowledge.hide(battle, "e", "red")
    events = sketch.order(battle, Act(stand="men", act="dismount", at=(20.0, 25.5)))
    assert battle.state.known("red", "e") == "identified"
    assert next(e for e in events if isinstance(e, StandPlaced)).seen_by is None


# ---------------------------------------------------------------- what is offered


@pytest.mark.rule("CFV-MOVE-11")
def test_a_unit_is_offered_the_acts_that_fit_what_it_is_and_who_stands_beside_it():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("alone", RIFLES, 40, 40), red("track", HALF_TRACK, 21.5, 24),
        red("gun", PAK_40, 30, 24), red("truck", TRUCK, 31.5, 24), red("lone", PAK_40, 40, 30),
        red("own", PAK_40, 50, 30, tow="horse_drawn"), red("ready", PAK_40, 50, 36, tow="truck", limbered=True),
        red("tank", PANZER_IV, 21.5, 22.5), red("rider", RIFLES, 5, 5), red("towed", PAK_40, 5, 8),
    )  # fmt: skip
    aboard(battle, "rider", "track")
    aboard(battle, "towed", "truck", limbered=True)
    found = {name: set(offers(battle, name)) for name in battle.state.stands}
    assert found["men"] == set(), "the carrier is full"
    stand(battle, "rider").carrier = stand(battle, "towed").carrier = None
    assert set(offers(battle, "men")) == {"mount"} and set(offers(battle, "gun")) == {"limber"}
    assert found["alone"] == found["lone"] == found["tank"] == found["track"] == set()
    assert found["own"] == {"limber"} and found["ready"] == {"unlimber"}
    assert found["rider"] == {"dismount"} and found["towed"] == {"unlimber"}
    assert offers(battle, "own")["limber"] is None
    stand(battle, "own").moved = True
    assert offers(battle, "own")["limber"].rules == ("CFV-MOVE-11",)


@pytest.mark.rule("CFV-MINE-08")
def test_pioneers_on_the_table_are_offered_to_clear_mines_in_reach():
    battle = sketch.battle_of(
        red("p", PIONEERS, 20, 20), red("far", PIONEERS, 5, 40), areas=[minefield("mixed", "thin", 20, 10, 26, 30)]
    )
    assert offers(battle, "p") == {"clear_mines": None}
    assert offers(battle, "far")["clear_mines"].text == "No known minefield lies that way."
    aboard(battle, "p", "x")
    assert "clear_mines" not in offers(battle, "p")


def test_an_act_that_does_not_exist_is_malformed():
    battle = sketch.battle_of(red("men", RIFLES, 20, 24))
    assert refusal(battle, Act(stand="men", act="sing")).kind == "malformed"
    move(battle, "men", (21, 24))
