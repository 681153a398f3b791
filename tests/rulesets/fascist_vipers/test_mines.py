"""CFV-MINE: fields that attack, hide and are cleared."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, minefield, order, red, rolls, stand
from wargame.engine.orders import Act, Done, Move
from wargame.rulesets.fascist_vipers import clearing, mines

PANZER = "GE_panzer_iv_f2_h_with_long_7_5_cm_42"
PIONEERS = "GE_pioneer_platoon_39"
GOLIATH = "GE_borgward_or_goliath_demolition_carrier_43"


def field_battle(*units, kind="mixed", density="thin", hidden=False, dice=(), **more):
    area = minefield(kind, density, 20, 10, 26, 30, hidden)
    battle = sketch.battle_of(*units, blue("foe", RUSSIANS, 60, 40), areas=[area], **more)
    return sketch.with_dice(battle, *dice)


def move(name, *path):
    return Move(stand=name, path=tuple(path))


@pytest.mark.rule("CFV-MINE-01", "CFV-MINE-05", "CFV-MINE-06", "CFV-MINE-07")
def test_dice_of_a_field():
    for kind, thin, thick in (("anti_tank", 3, 4), ("anti_infantry", 2, 3), ("mixed", 2, 3)):
        for density, dice in (("thin", thin), ("thick", thick)):
            battle = field_battle(red("a", RIFLES, 10, 20), kind=kind, density=density)
            assert mines.attack_dice(battle.state.areas[f"{kind}-field"])[0] == dice


@pytest.mark.rule("CFV-MINE-02", "CFV-MINE-03", "CFV-MINE-04")
def test_a_unit_is_attacked_where_it_enters_and_equality_destroys_it():
    battle = field_battle(red("a", RIFLES, 18, 20), dice=[4, 3, 5, 2])
    order(battle, move("a", (22.0, 20.0)))
    assert stand(battle, "a").gone == "destroyed"
    assert (stand(battle, "a").x, stand(battle, "a").y) == (20.0, 20.0)
    assert rolls(battle, "mine_defence")[0].total == 7


@pytest.mark.rule("CFV-MINE-04")
def test_one_more_survives_and_walks_on():
    battle = field_battle(red("a", RIFLES, 18, 20), dice=[4, 3, 6, 2])
    order(battle, move("a", (22.0, 20.0)))
    assert stand(battle, "a").x == 22.0


@pytest.mark.rule("CFV-MINE-03")
def test_quality_and_other_modifiers_do_not_count():
    battle = field_battle(red("a", PANZER, 14, 20, quality="elite"), dice=[1, 1, 1, 1, 1, 1])
    order(battle, move("a", (22.0, 20.0)))
    assert rolls(battle, "mine_defence")[0].dice == (1, 1, 1, 1)


@pytest.mark.rule("CFV-MINE-10")
def test_the_name_of_a_field_tells_its_victims():
    battle = field_battle(
        red("foot", RIFLES, 18, 20), red("tank", PANZER, 18, 25), red("gun", "GE_7_5_cm_pak_40_42", 18, 28)
    )
    area = battle.state.areas["mixed-field"]
    kinds = {"anti_tank": (False, True, False), "anti_infantry": (True, False, True), "mixed": (True, True, True)}
    for kind, expected in kinds.items():
        named = msgspec.structs.replace(area, data=(("kind", kind), ("density", "thin")))
        assert tuple(mines.is_victim(named, stand(battle, n)) for n in ("foot", "tank", "gun")) == expected


@pytest.mark.rule("CFV-MINE-12")
def test_a_hidden_field_is_shown_when_an_enemy_enters_it_even_unharmed():
    battle = field_battle(red("tank", PANZER, 14, 20), kind="anti_infantry", hidden=True)
    assert not battle.view("red").state.areas
    order(battle, move("tank", (21.0, 20.0)))
    assert battle.view("red").state.areas
    assert not rolls(battle, "mine_attack")


@pytest.mark.rule("CFV-MINE-12")
def test_its_owner_is_safe_in_it():
    battle = field_battle(red("a", RIFLES, 10, 20))
    assert mines.along_path(battle, stand(battle, "foe"), ((22.0, 35.0), (22.0, 20.0))) == []
    assert mines.fields_against(battle, "red")


@pytest.mark.rule("CFV-MINE-13", "CFV-MINE-02")
def test_whoever_only_stands_in_a_field_is_attacked_at_the_end_of_the_go_once():
    battle = field_battle(red("a", RIFLES, 22, 20), dice=[1, 1, 6, 6])
    order(battle, Done())
    assert len(rolls(battle, "mine_defence")) == 1
    assert not stand(battle, "a").gone


@pytest.mark.rule("CFV-MINE-13")
def test_a_unit_that_starts_in_a_field_is_attacked_when_it_moves_and_not_again_that_turn():
    battle = field_battle(red("a", RIFLES, 22, 20), dice=[1, 1, 6, 6])
    order(battle, move("a", (23.0, 20.0)))
    order(battle, Done())
    assert len(rolls(battle, "mine_defence")) == 1


@pytest.mark.rule("CFV-MINE-08", "CFV-MINE-11")
def test_pioneers_open_one_inch_a_turn_and_are_not_attacked():
    battle = field_battle(red("p", PIONEERS, 20, 20))
    order(battle, Act(stand="p", act="clear_mines", at=(30.0, 20.0)))
    assert (stand(battle, "p").x, stand(battle, "p").y) == (21.0, 20.0)
    lane = battle.state.areas["lane-1"]
    assert {round(y, 1) for _, y in lane.polygon} == {19.0, 21.0}
    order(battle, Done())
    assert not rolls(battle, "mine_attack")


@pytest.mark.rule("CFV-MINE-11")
def test_a_cleared_path_is_safe_for_everybody():
    battle = field_battle(red("p", PIONEERS, 20, 20), red("a", RIFLES, 18, 20.5))
    order(battle, Act(stand="p", act="clear_mines", at=(30.0, 20.0)))
    area = battle.state.areas["mixed-field"]
    assert mines.first_inside(battle, area, ((18.0, 20.5), (20.9, 20.5))) is None
    assert mines.first_inside(battle, area, ((18.0, 20.5), (23.0, 20.5))) == pytest.approx(3.0)


@pytest.mark.rule("CFV-MINE-09")
def test_a_vehicle_clears_three_inches():
    battle = field_battle(red("g", GOLIATH, 20, 20))
    order(battle, Act(stand="g", act="clear_mines", at=(30.0, 20.0)))
    assert stand(battle, "g").x == 23.0


@pytest.mark.rule("CFV-MINE-08")
def test_others_clear_nothing_and_open_ground_holds_no_mines():
    battle = field_battle(red("a", RIFLES, 20, 20), red("p", PIONEERS, 10, 40))
    assert "CFV-MINE-08" in sketch.refusal(battle, Act(stand="a", act="clear_mines", at=(30.0, 20.0))).rules
    assert clearing.check(battle, Act(stand="p", act="clear_mines", at=(30.0, 40.0))) is not None


def test_odds_of_a_field():
    battle = field_battle(red("a", RIFLES, 18, 20))
    counted = sum(a + b >= c + d for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7))
    danger = mines.danger(battle, stand(battle, "a"), ((18.0, 20.0), (22.0, 20.0)))
    assert danger == pytest.approx(counted / 1296)
    assert mines.danger(battle, stand(battle, "a"), ((18.0, 20.0), (18.0, 22.0))) == 0.0
