"""How events of bursts, houses and fires are told."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, red
from wargame.engine.events import Fired, GroundChanged, Rolled, StandChanged, StandPlaced
from wargame.rulesets.clash_of_titans.words import words


def _told(event):
    """The text of an event of a small battle."""
    telling = words(battle_of(red("a", 10, 10), blue("b", 20, 10)), event)
    return telling and telling.text


@pytest.mark.parametrize(
    ("weapon", "text"),
    [
        ("hand grenade", "throws the hand grenade at b"),
        ("stick bundle", "throws the stick bundle at b"),
        ("AT hand grenade (RPG-40/43)", "throws the AT hand grenade (RPG-40/43) at b"),
        ("satchel charge", "sets off the satchel charge"),
        ("light mortar 50mm", "fires the light mortar 50mm at b, 10.0 in"),
    ],
)
def test_a_weapon_is_told_by_the_way_it_gets_there(weapon, text):
    event = Fired(stand="a", targets=("b",), weapon=weapon, range_in=10, data=(("why", "voluntary"),))
    assert _told(event).endswith(text)


@pytest.mark.parametrize(
    "purpose",
    [
        "blast",
        "grenade_throw",
        "has_grenade",
        "he_scatter",
        "observer",
        "deviation",
        "flame",
        "rest_falls",
        "fire_spreads",
    ],
)
def test_every_roll_of_a_burst_has_words_of_its_own(purpose):
    assert _told(Rolled(purpose=purpose, who="a", dice=(3,))) != f"a: {purpose.replace('_', ' ')}"


@pytest.mark.parametrize("why", ["fire", "burnt_out", "collapse", "breach", "wire_cut", "smoke", "smoke_gone"])
def test_changes_of_the_ground_are_told(why):
    assert _told(GroundChanged(added=(), why=why))


def test_men_in_houses_and_grenades_in_hand_are_told():
    assert _told(StandPlaced(stand="a", x=1, y=1, facing_deg=0, why="falls")).endswith("falls with the floor")
    assert _told(StandChanged(stand="a", changes=(("readied", "hand grenade"),), why="readied"))
    assert _told(StandChanged(stand="a", changes=(("hidden", True),), why="hidden")).endswith("hides")
