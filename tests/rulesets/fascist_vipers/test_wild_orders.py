"""Orders that nobody should give: weapons and ways of moving that are not there, turns without room."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import PAK_40, PANZER_IV, fire
from tests.rulesets.fascist_vipers.sketch import RIFLES, T34, blue, red, refusal, stand
from wargame.board import overlaps
from wargame.engine.orders import Fire, Move, Shot
from wargame.rulesets.fascist_vipers import units


@pytest.mark.parametrize("weapon", ["catapult", "burst", "rocket"])
def test_a_weapon_that_is_not_there_is_refused_by_name(weapon: str) -> None:
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 31, 24))
    said = refusal(battle, Fire(stand="panzer", weapon=weapon, targets=(Shot("t34"),)))
    assert said.kind == "malformed" and repr(weapon) in said.text
    assert (
        battle.ruleset.check(battle.view("red"), battle.request, Fire(stand="panzer", targets=(Shot("t34"),))) is None
    )


@pytest.mark.parametrize("mode", ["breakthrough", "by balloon", "go_on"])
def test_a_breakthrough_is_no_way_of_moving_in_an_ordinary_go(mode: str) -> None:
    battle = sketch.battle_of(red("panzer", PANZER_IV, 20, 24), blue("t34", T34, 60, 24))
    said = refusal(battle, Move(stand="panzer", path=((22.0, 24.0),), mode=mode))
    assert said.kind == "malformed" and repr(mode) in said.text


@pytest.mark.rule("CFV-MOVE-09")
def test_a_gun_that_has_no_room_to_turn_fires_as_it_stands() -> None:
    beside = red("r", RIFLES, 20, 25.02)
    battle = sketch.battle_of(red("pak", PAK_40, 20, 24), beside, blue("t34", T34, 24, 40))
    turned = sketch.battle_of(red("pak", PAK_40, 20, 24), blue("t34", T34, 24, 40))
    for each in (battle, turned):
        fire(each, "pak", "t34", 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert stand(turned, "pak").facing_deg > 0.0
    assert stand(battle, "pak").facing_deg == 0.0
    assert not overlaps(units.footprint(stand(battle, "pak")), units.footprint(stand(battle, "r")))
