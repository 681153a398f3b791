"""Everywhere a throw can land, against every combination of the dice of the throw."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from tests.rulesets.clash_of_titans.blasting import with_dice
from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.field import field
from wargame.rulesets.clash_of_titans import grenades, landings, throws
from wargame.rulesets.clash_of_titans.causes import FireOrder

GRENADE = "hand grenade"
SIXTH = 60
HOUSE = area("house", "building", 14, 17, 19, 23, front=180)


@pytest.fixture(autouse=True)
def six_directions(monkeypatch):
    """What goes astray goes to one of six sides by a die."""
    monkeypatch.setattr(throws, "direction", lambda battle: float(SIXTH * (battle.throw(1)[0] - 1)))


def landed(made, at):
    """Chances of all places, by playing every combination of dice."""
    found = defaultdict(float)
    stand = made.stand("g")
    for dice in product(range(1, 7), repeat=4):
        with_dice(made, *dice[2:])
        passed = sum(face <= stand.rep for face in dice[:2])
        point, room = grenades.lands(made, stand, at, 0, passed)
        found[point, room and room.name] += 1 / 6**4
    return dict(found)


@pytest.mark.parametrize("rep", [2, 4, 6])
@pytest.mark.parametrize("traits", [[], ["Clumsy"]])
@pytest.mark.parametrize(
    ("x", "at", "features"),
    [
        pytest.param(10, (15.0, 20.0), [], marks=pytest.mark.rule("NUT-GREN-03"), id="in the open"),
        pytest.param(12.5, (16.0, 20.0), [HOUSE], marks=pytest.mark.rule("NUT-GREN-04"), id="into a room"),
        pytest.param(16, (18.0, 21.0), [HOUSE], marks=pytest.mark.rule("NUT-GREN-03"), id="in his own room"),
        pytest.param(10, (13.0, 20.0), [HOUSE], marks=pytest.mark.rule("NUT-GREN-03"), id="before a wall"),
    ],
)
def test_a_throw_lands_with_the_chances_of_its_dice(rep, traits, x, at, features):
    made = field(red("g", x, 20, rep=rep, attributes=traits), blue("b", 40, 20), features=features)
    ways = landings.thrown(made, FireOrder(stand="g", weapon=GRENADE, at=at), SIXTH)
    mine = defaultdict(float)
    for way in ways:
        mine[way.at, way.room and way.room.name] += way.chance
    assert dict(mine) == pytest.approx(landed(made, at))


def test_every_degree_is_as_likely():
    made = field(red("g", 10, 20, rep=3), blue("b", 40, 20))
    ways = landings.thrown(made, FireOrder(stand="g", weapon=GRENADE, at=(15.0, 20.0)))
    assert len(ways) == 1 + 6 * 360
    assert sum(way.chance for way in ways) == pytest.approx(1.0)
