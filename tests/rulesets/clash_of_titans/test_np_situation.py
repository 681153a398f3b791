"""How a non-player group stands: what it knows, what it sees, what is left of it."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import area, blue, red
from wargame.rulesets.clash_of_titans import np_situation

WALL = area("block", "building", 30, 5, 34, 43, 3.0)


@pytest.mark.rule("NUT-NP-04")
@pytest.mark.parametrize(
    ("known", "in_los", "half", "letter"),
    [(False, False, False, "A"), (True, False, False, "B"), (True, True, False, "C"), (True, True, True, "D")],
)
def test_the_letters(known, in_los, half, letter):
    assert np_situation.letter_of(known, in_los, half) == letter


@pytest.mark.rule("NUT-NP-03")
@pytest.mark.parametrize(
    ("own", "enemies", "found"),
    [
        (8, 4, (True, False)),
        (7, 4, (False, False)),
        (4, 8, (False, True)),
        (4, 7, (False, False)),
        (9, 0, (False, False)),
    ],
)
def test_odds_of_two_to_one_either_way(own, enemies, found):
    assert np_situation.odds(own, enemies) == found


@pytest.mark.rule("NUT-NP-04")
def test_enemies_in_sight_are_known_and_counted():
    battle = solo_play.battle_of(*solo_play.reds(10, 20), *solo_play.blues(40, 20, 2))
    found = np_situation.read(battle, "red-1")
    assert found.letter == "C"
    assert set(found.in_los) == {"blue-1-1", "blue-1-2"}
    assert found.outnumbers


@pytest.mark.rule("NUT-NP-04")
def test_nobody_is_known_behind_a_house():
    battle = solo_play.battle_of(*solo_play.reds(10, 20), *solo_play.blues(60, 20), features=[WALL])
    assert np_situation.read(battle, "red-1").letter == "A"


@pytest.mark.rule("NUT-NP-04")
@pytest.mark.parametrize(("x", "letter"), [(37, "B"), (48, "A")])
def test_shooting_is_heard_within_24_in(x, letter):
    battle = solo_play.battle_of(*solo_play.reds(14, 20, 2), blue("loud", x, 20), features=[WALL])
    build.stand(battle, "loud").shot_turn = build.state(battle).turn
    np_situation.look(battle, "red")
    assert np_situation.read(battle, "red-1").letter == letter


@pytest.mark.rule("NUT-NP-04")
def test_half_strength_comes_before_everything_else():
    battle = solo_play.battle_of(*solo_play.reds(10, 20), *solo_play.blues(40, 20))
    for name in ("red-1-3", "red-1-4"):
        build.stand(battle, name).status = "out_of_the_fight"
    assert np_situation.read(battle, "red-1").letter == "D"


@pytest.mark.rule("NUT-NP-04")
def test_an_enemy_who_is_no_longer_where_he_was_seen_is_lost():
    battle = solo_play.battle_of(*solo_play.reds(10, 20), blue("one", 28, 20), features=[WALL])
    assert np_situation.known_enemies(build.state(battle), "red") == ("one",)
    one = build.stand(battle, "one")
    one.x, one.y = 60.0, 20.0
    battle.state.event_count += 1
    np_situation.look(battle, "red")
    assert np_situation.known_enemies(build.state(battle), "red") == ()


@pytest.mark.rule("NUT-NP-03")
@pytest.mark.parametrize(("line", "unhurt"), [("GE_rifleman", True), ("GE_panzerschreck", False)])
def test_armour_that_none_of_them_can_hurt(line, unhurt):
    battle = solo_play.battle_of(red("man", 10, 20, line=line), blue("tank", 20, 20, line="t_34_76"))
    assert np_situation.read(battle, "red-1").armour_unhurt is unhurt
