"""How a computer player finds the way out of a house. Rules: NUT-BLDG-04, NUT-BLDG-05."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, red, stand
from wargame.rulesets.clash_of_titans import passages, rooms, ways_out

HOUSE = area("house", "building", 20, 20, 25, 25)
GOAL = (22.5, 2.0)


@pytest.fixture
def battle():
    return build.battle_of(red("man", 22.5, 21), red("mate", 40, 40), blue("foe", 60, 40), features=[HOUSE])


def test_who_goes_to_a_place_in_his_own_house_does_not_leave_it(battle):
    man = stand(battle, "man")
    assert ways_out.house_of(battle.board, man, GOAL) is rooms.building_at(battle.board, 22.5, 21)
    assert ways_out.house_of(battle.board, man, (22.5, 24)) is None
    assert ways_out.house_of(battle.board, stand(battle, "mate"), GOAL) is None


@pytest.mark.rule("NUT-BLDG-04")
def test_every_way_out_leads_through_an_opening_into_the_open(battle):
    man = stand(battle, "man")
    found = list(ways_out.ways(battle.board, man, GOAL, 8.0))
    assert found
    for way in found:
        assert rooms.building_at(battle.board, *way[-1]) is None
        full = ((man.x, man.y), *way)
        assert passages.along(battle, man, full, 8.0).refusal is None


def test_a_place_at_the_wall_is_as_far_as_the_nearest_opening_says(battle):
    """Not as far as through the wall: by the best of window (half a move) and door."""
    house = rooms.building_at(battle.board, 22.5, 21)
    points = np.array([(22.5, 20.6), (22.5, 10.0)])

    def way(at):
        return np.array([math.dist(p, GOAL) for p in at.tolist()])

    outside = way(points)
    found = ways_out.costs(battle.board, house, points, outside, way, 8.0)
    assert found[1] == outside[1]
    assert found[0] > outside[0] + 0.7
    doors = [o for o in house.openings if o.floor == 0 and house.is_outer(o)]
    assert found[0] <= min(
        o.distance_to(22.5, 20.6) + (0.0 if o.kind == "door" else 4.0) + math.dist((o.x, o.y), GOAL) + 0.9
        for o in doors
    )
