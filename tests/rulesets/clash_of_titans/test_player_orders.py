"""Friendly units that are not the player's own, and the orders that he may give them."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, red, run
from wargame.engine.orders import Chosen
from wargame.rulesets.clash_of_titans import np_orders, player_orders
from wargame.rulesets.clash_of_titans.state import ClashState, Mission


def friends(x: float = 20.0, **fields: object):
    """The Star's squad, a friendly team at x, and an enemy run by the rules."""
    battle = build.battle_of(
        red("star", 20, 20, star=True, rep=5, **fields),
        red("mate", 20, 22),
        red("gunner", x, 24, group="team"),
        blue("foe", 60, 20),
    )
    team = build.group(battle, "team")
    team.np, team.intention = True, np_orders.HOLD
    build.state(battle).ruled = ("blue",)
    return battle


@pytest.mark.rule("NUT-NP-16")
def test_the_leader_orders_a_unit_within_4_in():
    battle = friends()
    run(player_orders.give_orders(battle), Chosen(option="ATTACK"))
    assert build.group(battle, "team").intention == "ATTACK"


@pytest.mark.rule("NUT-NP-16")
def test_it_keeps_its_last_order_if_he_says_nothing_else():
    battle = friends()
    run(player_orders.give_orders(battle), Chosen(option=player_orders.KEEP))
    assert build.group(battle, "team").intention == "HOLD"


@pytest.mark.rule("NUT-NP-16")
@pytest.mark.parametrize("radios", [True, False])
def test_farther_away_only_by_radio(radios):
    battle = friends(40.0)
    build.stand(battle, "star").radio = build.stand(battle, "gunner").radio = radios
    run(player_orders.give_orders(battle), *([Chosen(option="WITHDRAW")] if radios else []))
    assert build.group(battle, "team").intention == ("WITHDRAW" if radios else "HOLD")


@pytest.mark.parametrize(
    ("mission", "ruled", "side", "expected"),
    [
        ("attack", ("blue",), "red", True),
        ("attack", (), "red", False),
        ("", ("blue",), "red", False),
        ("attack", ("blue",), "blue", True),
    ],
)
def test_in_a_mission_fought_alone_support_obeys_the_tables(mission, ruled, side, expected):
    state = ClashState(ruleset="clash_of_titans")
    state.ruled = ruled
    state.mission = Mission(player="red", enemy="blue", mission=mission)
    assert player_orders.of_the_rules(state, side) is expected
