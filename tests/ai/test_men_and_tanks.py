"""The computer player in a rulebook of single men: ways it knows, enemies who change without moving, advice."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, red, stand, strip
from wargame.ai import answers, moves
from wargame.ai.players import player
from wargame.ai.thoughts import Skill
from wargame.ai.veteran import Veteran
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance, Dice
from wargame.engine.orders import Done, Move
from wargame.engine.requests import Command
from wargame.engine.setup import ObjectiveSetup
from wargame.engine.view import View

WALL = strip("wall", "wall", (24.0, 18.0), (24.0, 22.0), width=0.3)
FARM = ObjectiveSetup(id="farm", name="Farm", x=60, y=20, radius_in=4, points=1, primary=True)


def open_command(battle: Battle) -> Command:
    assert isinstance(battle.request, Command)
    return battle.request


def test_tank_drives_a_way_that_its_rulebook_knows() -> None:
    battle = battle_of(red("t", 10, 20, "panzer_iv_g"), blue("b", 70, 46), objectives=(FARM,))
    view = battle.view("red")
    found = moves.moves(view, open_command(battle), view.state.stands["t"], Skill())
    assert found
    best = found[0].order
    assert isinstance(best, Move)
    assert best.path[-1][0] > 14
    assert view.ruleset.check(view, open_command(battle), best) is None


def test_man_goes_for_the_shelter_that_his_rulebook_knows() -> None:
    battle = battle_of(red("r", 19, 20), blue("b", 44, 20), features=[WALL], objectives=(FARM,))
    view = battle.view("red")
    found = moves.moves(view, open_command(battle), view.state.stands["r"], Skill(directions=4, steps=(1.0,)))
    ends = [t.order.path[-1] for t in found if isinstance(t.order, Move) and t.order.mode == ""]
    assert any(22.5 < x < 23.8 and 17.5 < y < 22.5 for x, y in ends)


@pytest.mark.parametrize("level", ["veteran", "recruit"])
def test_every_answer_of_a_computer_player_is_taken(level: str) -> None:
    battle = battle_of(
        red("r1", 20, 20, nco=True), red("r2", 21.5, 20), red("mg", 20, 21.5, "GE_mg34"),
        blue("b1", 44, 20), blue("b2", 44, 22),
        features=[WALL], objectives=(FARM,),
    )  # fmt: skip
    battle.dice = Dice(5)
    players = {side: player(level, 5, side) for side in battle.state.sides}
    for _ in range(14):
        if battle.request is None:
            break
        side = battle.request.side
        given = players[side].decide(battle.request, battle.view(side))
        outcome = battle.answer(given, by="computer")  # type: ignore[arg-type]
        assert isinstance(outcome, list), outcome


def test_player_thinks_again_when_an_enemy_keeps_his_head_down() -> None:
    battle = battle_of(red("r1", 20, 20), red("r2", 20, 22), blue("b1", 44, 20), blue("b2", 44, 22), objectives=(FARM,))
    thinker = Veteran(Chance(1))
    request = open_command(battle)
    thinker.decide(request, battle.view("red"))
    assert not thinker.plan.stale
    for name in ("b1", "b2"):
        stand(battle, name).status = "hunkered_down"
    thinker._current(View.of(battle, "red"), request)
    assert thinker.plan.stale >= set(thinker.plan.thoughts)


def test_advice_about_an_interrupt_is_followed() -> None:
    battle = battle_of(red("r1", 20, 20), red("r2", 21.5, 20), blue("b", 44, 20))
    request = msgspec.structs.replace(
        open_command(battle), purpose="come_on", interrupt="come_on", orders=("move",), suggestion=Done()
    )
    view = battle.view("red")
    advised = answers.advised(view, request)
    assert advised
    assert Veteran(Chance(1)).decide(request, view) == advised[0].order
