"""What every computer player owes: an answer to everything, from its own view only, the same for the same seed."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, battle_of, blue, red, wood
from wargame.ai.players import LEVELS, player
from wargame.ai.veteran import Veteran
from wargame.engine import knowledge
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.orders import Chosen, Confirmed, Picked, Placed
from wargame.engine.requests import Choose, Confirm, Item, Option, Pick, Place, Thing
from wargame.lab.game import Game
from wargame.scenario import load_scenario, seated

TIGER = "GE_tiger_i_42"
SALVO = Thing(id="a#0", text="A", must=False, choices=(("turn", ("1", "2"), "1"),))
REQUESTS = (
    Choose(
        side="red",
        purpose="initiative",
        prompt="?",
        options=(Option(id="first", text="F"), Option(id="second", text="S")),
    ),
    Choose(
        side="red",
        purpose="test_order",
        prompt="?",
        options=(Option(id="red-1", text="1"), Option(id="red-2", text="2")),
    ),
    Choose(side="red", purpose="unheard of", prompt="?", options=(Option(id="x", text="X"),)),
    Pick(side="red", purpose="umbrella", prompt="?", items=(Item(id="a", text="A"),), suggestion=Picked()),
    Place(side="red", purpose="plan", prompt="?", things=(SALVO,), suggestion=Placed()),
    Confirm(side="red", purpose="surrender", prompt="?", about=("a", "blue-1"), suggestion=Confirmed(yes=True)),
    Confirm(side="red", purpose="unheard of", prompt="?"),
)


def quiet_battle() -> Battle:
    """A few stands of both sides within sight of each other, and one in a wood."""
    return battle_of(
        red("a", RIFLES, 20, 24),
        red("tiger", TIGER, 18, 28),
        blue("b", RUSSIANS, 30, 24),
        blue("t34", T34, 36, 30),
        blue("lurker", RUSSIANS, 30, 14, group="blue-2"),
        features=[wood("forest", 28, 12, 33, 17)],
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: f"{type(r).__name__}-{r.purpose}")
def test_every_kind_of_request_is_answered(level: str, request_: Choose) -> None:
    order = player(level, 1, "red").decide(request_, quiet_battle().view("red"))
    kind = {"Choose": Chosen, "Pick": Picked, "Place": Placed, "Confirm": Confirmed}[type(request_).__name__]
    assert isinstance(order, kind)


@pytest.mark.parametrize("level", ["veteran", "recruit"])
def test_decision_does_not_depend_on_enemies_it_has_not_seen(level: str) -> None:
    found = []
    for place in ((30.0, 14.0), (29.0, 16.0), (32.0, 13.0), None):
        battle = quiet_battle()
        knowledge.hide(battle, "lurker", "red")
        lurker = battle.state.stands["lurker"]
        if place is None:
            del battle.state.stands["lurker"]
        else:
            lurker.x, lurker.y = place
        assert battle.request is not None
        thinker = player(level, 1, "red")
        found.append(thinker.decide(battle.request, battle.view("red")))
    assert all(order == found[0] for order in found)


@pytest.mark.parametrize("level", LEVELS)
def test_same_seed_gives_the_same_orders(level: str) -> None:
    battle = quiet_battle()
    assert battle.request is not None
    first, second = (player(level, 7, "red").decide(battle.request, battle.view("red")) for _ in range(2))
    assert first == second


def test_thoughts_about_the_last_decision_are_kept() -> None:
    battle = quiet_battle()
    thinker = Veteran(Chance(1))
    assert battle.request is not None
    order = thinker.decide(battle.request, battle.view("red"))
    assert thinker.last_thoughts
    assert thinker.last_thoughts[0].order == order
    assert thinker.last_thoughts[0].worth > 0.0


def test_effort_is_bounded_in_orders_looked_at() -> None:
    battle = quiet_battle()
    thinker = Veteran(Chance(1))
    assert battle.request is not None
    thinker.decide(battle.request, battle.view("red"))
    subjects = len(battle.request.subjects)  # type: ignore[union-attr]
    assert 0 < thinker.looked_at <= 40 * subjects


def test_veterans_fight_a_scenario_to_its_end_without_a_refusal() -> None:
    scenario = load_scenario("first-shots")
    report = Game(scenario, {"germany": "veteran", "ussr": "recruit"}, 5).play()
    assert not report.fault and report.refused == 0
    assert report.ended_by in {"victory", "limit", "annihilation"}
    assert report.turns_with_fire >= 0.6 * (report.turns - 1)


def test_a_rulebook_without_solo_rules_plays_no_side():
    scenario = load_scenario("first-shots")
    with pytest.raises(ValueError, match="no solo rules"):
        seated(scenario, {"germany": "rulebook", "ussr": "veteran"})
    assert seated(scenario, {"germany": "person"}).setup.ruled == ()
