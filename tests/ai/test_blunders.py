"""Small positions with one thing that a player must, or must not, do."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.fascist_vipers.duels import strip
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, battle_of, blue, red, wood
from wargame.ai.players import player
from wargame.engine.battle import Battle
from wargame.engine.orders import Assault, Fire, Move, Order
from wargame.engine.setup import ObjectiveSetup

TIGER = "GE_tiger_i_42"
PANZER_III = "GE_panzer_iii_j_m_with_long_5_cm_42"
MACHINE_GUNS = "GE_mmg_platoon_mg_34_or_mg_42_on_tripod_39"
PAK = "GE_7_5_cm_pak_40_42"
HQ = "GE_company_or_battalion_hq_on_foot_39"
LIGHT_GUN = "SU_45_mm_m1942_anti_tank_gun_42"
FARM = ObjectiveSetup(id="farm", name="Farm", x=40.0, y=24.0, radius_in=3.0, points=3.0, primary=True, holder="blue")
OURS = ObjectiveSetup(id="farm", name="Farm", x=20.0, y=24.0, radius_in=3.0, points=3.0, primary=True, holder="red")


def orders_of_the_go(battle: Battle, level: str = "veteran", seed: int = 1) -> dict[str, Order]:
    """What the player orders each stand in red's go, without carrying out what needs dice."""
    request = battle.request
    assert request is not None and request.side == "red"
    found: dict[str, Order] = {}
    for name in request.subjects:  # type: ignore[union-attr]
        thinker = player(level, seed, "red")
        one = type(request)(**{f: getattr(request, f) for f in request.__struct_fields__} | {"subjects": (name,)})
        found[name] = thinker.decide(one, battle.view("red"))
    return found


def test_good_shot_is_taken() -> None:
    battle = battle_of(red("tiger", TIGER, 20, 24), blue("t34", T34, 34, 24))
    order = orders_of_the_go(battle)["tiger"]
    assert isinstance(order, Fire | Move)
    assert isinstance(order, Fire) or math.dist(order.path[-1], (34, 24)) < 22


def test_hopeless_duel_is_not_taken() -> None:
    battle = battle_of(red("panzer", PANZER_III, 20, 24), blue("kv", "SU_js_2_44", 32, 24), year=1944)
    order = orders_of_the_go(battle)["panzer"]
    assert not isinstance(order, Fire)
    if isinstance(order, Move):
        assert math.dist(order.path[-1], (32, 24)) >= 11.0 - 0.5


def test_machine_guns_in_cover_with_a_target_stay_and_fire() -> None:
    house = wood("house", 18, 22, 22, 26, "town")
    battle = battle_of(red("mg", MACHINE_GUNS, 21.5, 24), blue("rifles", RUSSIANS, 27, 24), features=[house])
    assert isinstance(orders_of_the_go(battle)["mg"], Fire)


def test_gun_with_a_target_does_not_walk_off() -> None:
    battle = battle_of(red("pak", PAK, 20, 24), blue("t34", T34, 34, 24), objectives=[FARM])
    assert isinstance(orders_of_the_go(battle)["pak"], Fire)


@pytest.mark.parametrize("level", ["veteran", "recruit"])
def test_attacker_advances_on_the_objective(level: str) -> None:
    battle = battle_of(red("a", RIFLES, 20, 24), red("b", PANZER_III, 20, 28), objectives=[FARM])
    for name, order in orders_of_the_go(battle, level).items():
        if name in ("a", "b"):
            assert isinstance(order, Move), name
            start = battle.state.stands[name]
            assert math.dist(order.path[-1], (40, 24)) < math.dist((start.x, start.y), (40, 24)) - 1.0


def test_attacker_goes_all_the_way_onto_an_empty_objective() -> None:
    battle = battle_of(red("a", PANZER_III, 34, 24), objectives=[FARM], turn=12)
    order = orders_of_the_go(battle)["a"]
    assert isinstance(order, Move)
    assert math.dist(order.path[-1], (40, 24)) <= 3.0


def test_last_defender_of_an_objective_stays_on_it() -> None:
    battle = battle_of(red("garrison", RIFLES, 20, 24), blue("far", RUSSIANS, 45, 24), objectives=[OURS], turn=12)
    order = orders_of_the_go(battle)["garrison"]
    if isinstance(order, Move):
        assert math.dist(order.path[-1], (20, 24)) <= 3.0


def test_leader_does_not_go_first() -> None:
    battle = battle_of(
        red("hq", HQ, 20, 24),
        red("a", RIFLES, 20, 27),
        red("b", RIFLES, 20, 21),
        blue("rifles", RUSSIANS, 27, 24),
        objectives=[FARM],
    )
    order = orders_of_the_go(battle)["hq"]
    assert not isinstance(order, Assault)
    if isinstance(order, Move):
        assert order.path[-1][0] <= 20.5


def test_lone_tank_does_not_drive_in_among_infantry_in_a_wood() -> None:
    forest = wood("forest", 26, 18, 36, 30)
    foes = [blue(f"r{n}", RUSSIANS, 28, 20 + 2 * n) for n in range(4)]
    battle = battle_of(red("tank", PANZER_III, 20, 24), *foes, features=[forest])
    order = orders_of_the_go(battle)["tank"]
    if isinstance(order, Move):
        assert order.path[-1][0] < 26.0


def test_immune_shot_comes_before_a_risky_one() -> None:
    battle = battle_of(
        red("tiger", TIGER, 20, 24, group="heavy"),
        red("panzer", PANZER_III, 20, 30),
        blue("gun", LIGHT_GUN, 31, 24),
        blue("t34", T34, 32, 30, group="blue-2"),
        dice=[1] * 60,
    )
    thinker = player("veteran", 1, "red")
    assert battle.request is not None
    first = thinker.decide(battle.request, battle.view("red"))
    assert first.stand == "tiger"  # type: ignore[attr-defined]


def test_armour_keeps_its_front_to_the_enemy() -> None:
    battle = battle_of(red("tiger", TIGER, 20, 24), blue("t34", T34, 44, 34), objectives=[FARM])
    order = orders_of_the_go(battle)["tiger"]
    assert isinstance(order, Move) and order.facing_deg is not None
    end = order.path[-1]
    wanted = math.degrees(math.atan2(34 - end[1], 44 - end[0])) % 360
    assert abs((order.facing_deg - wanted + 180) % 360 - 180) <= 45.0


def test_a_bridge_off_the_straight_line_is_found() -> None:
    river = strip("river", "river", (30, 0), (30, 36), width=1.0)
    bridge = strip("bridge", "bridge", (29, 27), (31, 27), width=1.0)
    battle = battle_of(
        red("rifles", RIFLES, 28.5, 24), blue("b", RUSSIANS, 60, 4), objectives=[FARM], features=[river, bridge]
    )
    order = orders_of_the_go(battle)["rifles"]
    assert isinstance(order, Move)
    assert order.path[-1][1] > 25.5 or order.path[-1][0] > 30.0
