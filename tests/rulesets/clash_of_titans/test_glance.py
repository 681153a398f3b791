"""What a computer player sees at a glance agrees with what is looked at in full."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rulesets.clash_of_titans.build import area, battle_of, blue, red, stand, strip
from wargame.engine.orders import Assault, Fire, Shot
from wargame.engine.requests import Command
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    appraise,
    charge_targets,
    exposure,
    foes,
    geometry,
    ideas,
    movement,
    places_worth,
    rooms,
    survey,
)
from wargame.rulesets.clash_of_titans.foes import state_of

HOUSE = area("house", "building", 20, 10, 30, 16, height=2.0, front=270.0)
"""Doors in the lower wall at 22.5 and 27.5, windows in the west at y = 11.5 and 14.5."""
WALL = strip("wall", "wall", (24.0, 28.0), (24.0, 32.0), width=0.3)
HILL = area("hill", "hill", 10, 34, 20, 40, height=1.0)


def view_of(*units: object, **more: object) -> View:
    return battle_of(*units, **more).view("red")  # type: ignore[arg-type]


def shares(view: View, *ends: tuple[float, float], who: str = "r", mode: str = movement.WALK) -> list[float]:
    found = survey.shares(view, who, mode, 8.0, np.array(ends, np.float64))
    assert found is not None
    return list(found.tolist())


# ---------------------------------------------------------------- straight ways


def test_open_ground_is_gone_as_far_as_the_allowance_leads() -> None:
    near, far = shares(view_of(red("r", 5, 5), blue("b", 60, 40)), (12.9, 5), (15, 5))
    assert near == 1.0
    assert 0.5 < far < 0.8


def test_wall_of_a_house_stops_a_way_and_a_door_does_not() -> None:
    wall, door = shares(view_of(red("r", 25, 6), blue("b", 60, 40), features=[HOUSE]), (25, 12), (22.5, 12))
    assert 0.6 < wall < 0.67
    view = view_of(red("r", 22.5, 6), blue("b", 60, 40), features=[HOUSE])
    assert shares(view, (22.5, 12)) == [1.0]
    assert door < 1.0  # slantwise he comes to the wall beside it


def test_enemy_in_the_way_and_friend_at_the_end_cut_a_way_short() -> None:
    view = view_of(red("r", 5, 5), red("friend", 5, 11), blue("b", 10, 5))
    past, onto = shares(view, (12, 5), (5, 11))
    assert past * 7.0 < 5.0
    assert onto < 1.0


def test_way_uphill_is_shorter_by_the_climb() -> None:
    assert shares(view_of(red("r", 7, 37), blue("b", 60, 40), features=[HILL]), (14.9, 37))[0] < 1.0


@pytest.mark.parametrize("seed", range(4))
def test_ways_that_are_said_to_be_open_have_a_price(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = view_of(red("r", 17, 20), red("s", 18, 22), blue("b", 22, 20), features=[HOUSE, HILL])
    man = state_of(view).stands["r"]
    ends = np.round(np.array([17.0, 20.0]) + rng.uniform(-8, 8, (40, 2)), 3)
    found = survey.shares(view, "r", movement.WALK, 8.0, ends)
    assert found is not None
    for (x, y), share in zip(ends.tolist(), found.tolist(), strict=True):
        end = (man.x + round((x - man.x) * share, 3), man.y + round((y - man.y) * share, 3))
        if share > 0.1:
            assert movement.plan(view, man, (end,)).refusal is None, (x, y, share)


def test_nothing_is_said_of_who_is_in_a_house() -> None:
    view = view_of(red("r", 22.5, 13), blue("b", 60, 40), features=[HOUSE])
    assert survey.shares(view, "r", movement.WALK, 8.0, np.array([(22.5, 8.0)])) is None


# ---------------------------------------------------------------- looks


def test_place_looked_at_alone_is_seen_as_among_others() -> None:
    view = view_of(red("r", 17, 20), blue("b", 40, 20), blue("c", 26, 14), features=[HOUSE, WALL])
    man = state_of(view).stands["r"]
    enemy = foes.foes_of(view, man)
    points = np.array([(17.0, 20.0), (22.9, 30.0), (19.5, 11.5)])
    alone = [
        exposure.exposure(
            view_of(red("r", 17, 20), blue("b", 40, 20), blue("c", 26, 14), features=[HOUSE, WALL]),
            man,
            points[n : n + 1],
            enemy,
            places_worth.eye_of(man),
        )
        for n in range(3)
    ]
    many = exposure.exposure(view, man, points, enemy, places_worth.eye_of(man))
    again = [exposure.exposure(view, man, points[n : n + 1], enemy, places_worth.eye_of(man)) for n in range(3)]
    for n in range(3):
        for one in (alone[n], again[n]):
            assert all(np.array_equal(a[0], b[n]) for a, b in zip(one, many, strict=True))


def test_who_sees_whom_is_the_same_kept_or_not() -> None:
    battle = battle_of(red("r", 17, 13), blue("b", 33, 13), blue("c", 17, 30), features=[HOUSE])
    view = battle.view("red")
    for name in ("b", "c"):
        pairs = [(scene.state.stands["r"], scene.state.stands[name]) for scene in (battle, view)]
        told = geometry.sees(battle, *pairs[0])  # type: ignore[arg-type]
        assert [geometry.sees(view, *pairs[1]) for _ in range(2)] == [told, told]  # type: ignore[arg-type]


def test_all_areas_of_all_houses_have_a_box() -> None:
    board = view_of(red("r", 5, 5), features=[HOUSE]).board
    assert [box[:4] for box in rooms.area_boxes(board)] == [(20, 10, 25, 16), (25, 10, 30, 16)]


# ---------------------------------------------------------------- orders


def test_charge_that_is_thought_of_is_legal_and_worth_something() -> None:
    battle = battle_of(red("r", 10, 20, rep=5), red("s", 10, 22), blue("b", 15, 20))
    stand(battle, "b").status = "hunkered_down"
    view = battle.view("red")
    request = Command(side="red", purpose="activate", prompt="", subjects=("r",), orders=("assault",))
    found = ideas.ideas(view, request, "assault")
    assert found
    for order, worth in found:
        assert isinstance(order, Assault)
        assert charge_targets.check(view, order) is None
        assert worth.worth >= ideas.LEAST


def test_rough_worth_of_a_grenade_is_near_the_exact_one() -> None:
    battle = battle_of(red("r", 10, 20), blue("b", 15, 20), blue("c", 15.5, 21), blue("d", 60, 20))
    stand(battle, "r").readied = "hand grenade"
    view = battle.view("red")
    order = Fire(stand="r", weapon="hand grenade", targets=(Shot("b"),))
    exact, rough = appraise.appraise(view, order).worth, appraise.roughly(view, order).worth
    assert exact > 0.0
    assert rough == pytest.approx(exact, rel=0.5)
