"""Armour struck: the difference, the dice, and what becomes of vehicle and crew."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    T34,
    T60,
    TIGER_II,
    TRUCK,
    duel,
    fires,
    german,
    resolve_written,
    russian,
    thrown,
)
from wargame.rulesets.clash_of_titans import penetration, softskins, vehicle_data
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.penetration import DESTROYED, HARMLESS, HELD, KNOCKED_OUT, Strike
from wargame.rulesets.clash_of_titans.shooting import Hit
from wargame.rulesets.clash_of_titans.vehicle_causes import BailOut, Clanked


def struck(battle, **hit):
    toll = Toll()
    return penetration.strike(battle, toll, Strike(**hit)), toll


def kinds(toll):
    return [type(cause) for cause in toll.vehicles]


@pytest.mark.rule("NUT-PEN-01", "NUT-PEN-05")
@pytest.mark.parametrize(("apr", "rolls"), [(7, 1), (6, 0), (3, 0)])
def test_without_a_positive_difference_the_crew_only_takes_clank(apr, rolls):
    battle = duel(russian("t34", T34, 30, 24), dice=[6, 6])
    assert penetration.rating_struck(battle.stand("t34").spec, Strike(target="t34", apr=apr)) == 6
    result, toll = struck(battle, target="t34", apr=apr, shooter="x")
    assert result == HELD and kinds(toll) == [Clanked]
    assert len(thrown(battle, "penetration")) == rolls
    assert toll.vehicles[0].pierceable == (apr == 7)


@pytest.mark.rule("NUT-PEN-02")
@pytest.mark.parametrize(
    ("dice", "result"), [((1, 2), DESTROYED), ((2, 3), KNOCKED_OUT), ((3, 3), HELD), ((6, 1), KNOCKED_OUT)]
)
def test_two_dice_against_the_difference(dice, result):
    battle = duel(russian("t34", T34, 30, 24), dice=dice)
    found, _ = struck(battle, target="t34", apr=8)
    assert found == result and thrown(battle, "penetration") == [dice]


@pytest.mark.rule("NUT-PEN-03")
def test_a_vehicle_destroyed_burns_with_its_crew():
    battle = duel(
        german("track", "sdkfz_251_1", 30, 24),
        build.aboard("p", "track", "red", "GE_rifleman", station="passenger"),
        dice=[1, 1, 4],
    )
    result, toll = struck(battle, target="track", apr=9)
    assert result == DESTROYED and battle.stand("track").burning
    assert all(battle.stand(f"track.{n}").gone == "dead" for n in (1, 2))
    rolled = build.rolls(battle, "damage")[0]
    assert rolled.who == "p" and rolled.needed == "Impact 4"
    assert BailOut in kinds(toll)


@pytest.mark.rule("NUT-PEN-04")
def test_a_vehicle_knocked_out_shakes_its_crew():
    battle = duel(
        german("track", "sdkfz_251_1", 30, 24),
        build.aboard("p", "track", "red", "GE_rifleman", station="passenger"),
        dice=[1, 6],
    )
    result, toll = struck(battle, target="track", apr=9)
    track = battle.stand("track")
    assert result == KNOCKED_OUT and track.knocked_out and not track.burning
    assert set(toll.knocked_down) == {"track.1", "track.2", "p"} and kinds(toll) == [BailOut]


@pytest.mark.rule("NUT-PEN-04")
def test_the_stunned_are_carried_out_by_the_others():
    battle = duel(
        russian("t34", T34, 20, 24, facing=0.0),
        german("panzer", PANZER_IV_G, 50, 24),
        dice=[1, 1, 1, 6, *[6, 1], *[1] * 8],
    )
    resolve_written(battle, fires("t34", "panzer", location="hull"))
    men = [battle.stand(f"panzer.{n}") for n in range(1, 6)]
    assert [m.status for m in men].count("stunned") == 1 and all(m.in_play for m in men)


@pytest.mark.rule("NUT-PEN-06")
@pytest.mark.parametrize(
    ("dice", "result", "rolls"), [([6, 6, 6, 6], HELD, 2), ([6, 6, 1, 6], KNOCKED_OUT, 2), ([1, 6], KNOCKED_OUT, 1)]
)
def test_hits_of_an_automatic_weapon_until_one_goes_through(dice, result, rolls):
    battle = duel(russian("t60", T60, 30, 24), dice=dice)
    toll = Toll()
    hits = [Strike(target="t60", apr=4, shooter="x")] * 2
    assert penetration.strikes(battle, toll, hits) == result
    assert len(thrown(battle, "penetration")) == rolls
    assert kinds(toll).count(Clanked) == (1 if result == HELD else 0)


@pytest.mark.rule("NUT-PEN-07")
@pytest.mark.parametrize(
    ("face", "part"),
    [(1, "driver"), (2, "crewman"), (3, "rider"), (4, "rider"), (5, "immobilised"), (6, "nothing")],
)
def test_small_arms_at_a_truck(face, part):
    assert softskins.part_struck(face) == part
    battle = duel(
        russian("truck", TRUCK, 30, 24),
        build.aboard("p", "truck", "blue", "SU_rifleman", station="passenger"),
        dice=[face, 4],
    )
    softskins.struck(
        battle, Toll(), battle.stand("truck"), [Hit(target="truck", impact=3, apr=0, by="x", weapon="rifle")]
    )
    hurt = {e.who for e in build.rolls(battle, "damage")}
    assert hurt == {"driver": {"truck.1"}, "rider": {"p"}}.get(part, set())
    assert battle.stand("truck").immobilised == (part == "immobilised")


@pytest.mark.rule("NUT-PEN-08")
@pytest.mark.parametrize(("ahead", "needed"), [(5, 5), (6, 5), (9, 5)])
def test_a_six_never_penetrates(ahead, needed):
    assert penetration.needed(ahead) == needed
    battle = duel(russian("t60", T60, 30, 24), dice=[6, 6])
    result, _ = struck(battle, target="t60", apr=2 + ahead, difference=max(6, ahead))
    assert result == HELD


@pytest.mark.rule("NUT-PEN-09")
@pytest.mark.parametrize(("face", "apr", "die", "lost"), [("side", 3, 1, True), ("rear", 3, 2, False)])
def test_track_damage(face, apr, die, lost):
    battle = duel(russian("kv", "kv_1", 30, 24), dice=[die, 6, 6])
    assert vehicle_data.armour(battle.stand("kv").spec, "side") == 5
    result, _ = struck(battle, target="kv", face=face, apr=apr)
    assert battle.stand("kv").immobilised == lost
    assert thrown(battle, "track") == [(die,)] and result == HELD


@pytest.mark.rule("NUT-PEN-09")
@pytest.mark.parametrize("face", ["front", "top"])
def test_no_track_is_lost_in_front_or_on_top(face):
    battle = duel(russian("kv", "kv_1", 30, 24), dice=[6, 6])
    assert penetration.tears_track(battle.stand("kv").spec, "side", 3)
    assert not penetration.tears_track(battle.stand("kv").spec, "side", 2)
    assert not penetration.tears_track(battle.stand("kv").spec, face, 9)


@pytest.mark.rule("NUT-CLNK-08")
@pytest.mark.parametrize(("apr", "result"), [(3, HARMLESS), (4, HELD)])
def test_a_hit_of_less_than_half_the_armour_does_nothing(apr, result):
    battle = duel(german("tiger", TIGER_II, 30, 24))
    spec = battle.stand("tiger").spec
    rating = vehicle_data.armour(spec, "front")
    small = (rating + 1) // 2 - (1 if result == HARMLESS else 0)
    found, toll = struck(battle, target="tiger", apr=small, shooter="x")
    assert found == result and bool(kinds(toll)) == (result == HELD)


@pytest.mark.rule("NUT-TRAN-04", "NUT-PEN-04")
def test_riders_fall_off_a_tank_that_is_penetrated():
    battle = duel(
        german("panzer", PANZER_IV_G, 30, 24),
        build.aboard("r", "panzer", "red", "GE_rifleman", station="rider"),
        dice=[1, 6],
    )
    _, toll = struck(battle, target="panzer", apr=9)
    assert "r" in toll.knocked_down
