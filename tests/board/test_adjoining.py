"""Places, contiguous and adjoining."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.board.specimens import board, box, strip
from wargame.board import Board, PlacesSpec, Profile, features_from_geojson, places

SPEC = PlacesSpec(
    classes=(
        ("hill", "hill"),
        ("woods_light", "open"),
        ("orchard", "open"),
        ("woods_heavy", "dense"),
        ("forest", "dense"),
        ("town", "built"),
        ("building", "built"),
        ("rubble", "built"),
    ),
    precedence=("built", "industrial", "dense", "open", "hill"),
    class_if=(("town", "subtype", "industrial", "industrial"),),
    absorbed=(("building", "town"), ("rubble", "town")),
    barriers=frozenset({"river", "cliff"}),
    barrier_if=(("stream", "crossing", "impassable"),),
)
SCENARIOS = Path(__file__).parents[2] / "scenarios"
MAPS = ("hill-252", "kasserine-1943", "kursk-ponyri-station-1943", "berlin-landwehr-canal-1945")


def named(found, feature_id):
    """The numbers of the places of a drawn feature."""
    return [place.number for place in found.places if feature_id in place.features]


def test_features_with_nothing_between_are_contiguous():
    made = places(board(box("a", "woods_heavy", 10, 10, 15, 15), box("b", "town", 30, 10, 35, 15)), SPEC)
    assert made.are_contiguous(*named(made, "a"), *named(made, "b"))


def test_a_third_feature_near_the_middle_divides_two():
    features = box("a", "town", 10, 10, 15, 15), box("b", "town", 30, 10, 35, 15)
    made = places(board(*features, box("c", "town", 21, 16, 24, 20)), SPEC)
    assert not made.are_contiguous(*named(made, "a"), *named(made, "b"))
    aside = places(board(*features, box("c", "town", 21, 20.1, 24, 24)), SPEC)
    assert aside.are_contiguous(*named(aside, "a"), *named(aside, "b"))


@pytest.mark.parametrize(("gap", "near"), [(24.0, True), (24.1, False)])
def test_features_more_than_24_inches_apart_are_not_contiguous(gap, near):
    made = places(board(box("a", "town", 10, 10, 15, 15), box("b", "town", 15 + gap, 10, 45, 15)), SPEC)
    assert made.are_contiguous(*named(made, "a"), *named(made, "b")) is near


def test_a_long_feature_is_cut_into_equal_strips():
    made = places(board(box("ridge", "hill", 5, 10, 65, 20)), SPEC)
    parts = named(made, "ridge")
    assert len(parts) == 3
    assert [made.places[n].shape.area for n in parts] == pytest.approx([200.0] * 3, rel=1e-6)
    assert made.steps(parts[0], parts[2]) == 2


def test_stronger_class_takes_the_ground_where_two_overlap():
    made = places(board(box("hill", "hill", 10, 10, 30, 30), box("wood", "woods_heavy", 12, 12, 20, 20)), SPEC)
    assert made.at(15, 15)[0] == named(made, "wood")[0]
    assert made.at(25, 25)[0] == named(made, "hill")[0]


def test_inner_contours_belong_to_their_hill():
    made = places(board(box("low", "hill", 10, 10, 30, 30), box("top", "hill", 15, 15, 25, 25, height=2)), SPEC)
    assert named(made, "low") == named(made, "top")


def test_buildings_in_a_town_are_part_of_it():
    made = places(board(box("town", "town", 10, 10, 20, 20), box("house", "building", 12, 12, 14, 14)), SPEC)
    assert named(made, "house") == []


def test_large_open_ground_is_cut_into_cells_of_at_most_17_inches():
    made = places(board(), SPEC)
    assert len(made.places) == 15 and all(place.is_field for place in made.places)
    assert made.steps(made.at(1, 1)[0], made.at(71, 47)[0]) == 6


def test_a_river_hinders_fire_not_but_feet():
    river = strip("river", "river", (36, -1), (36, 49), width=1.0)
    features = box("a", "town", 28, 20, 33, 25), box("b", "town", 39, 20, 44, 25)
    made = places(board(*features, river), SPEC)
    a, b = named(made, "a")[0], named(made, "b")[0]
    assert made.are_contiguous(a, b)
    assert b not in {step.place for step in made.moves(a)}
    assert made.at(34.5, 40)[0] == made.at(37.5, 40)[0] and made.at(34.5, 40) != made.at(37.5, 40)


def test_a_bridge_joins_both_banks_and_features_near_it():
    river = strip("river", "river", (36, -1), (36, 49), width=1.0)
    bridge = strip("bridge", "bridge", (35, 22), (37, 22), width=0.8, state="intact")
    features = box("a", "town", 28, 20, 33, 25), box("b", "town", 39, 20, 44, 25)
    made = places(board(*features, river, bridge), SPEC)
    a, b = named(made, "a")[0], named(made, "b")[0]
    assert "bridge" in {step.crossing for step in made.moves(a) if step.place == b}
    west, east = made.at(35, 22), made.at(37, 22)
    assert any((step.place, step.bank) == east for step in made.moves(*west))
    blown = strip("bridge", "bridge", (35, 22), (37, 22), width=0.8, state="blown")
    cut = places(board(*features, river, blown), SPEC)
    assert all(step.crossing is None for step in cut.moves(named(cut, "a")[0]))


@pytest.mark.parametrize("name", MAPS)
def test_maps_are_connected_by_sight_and_by_foot(name):
    table, features = features_from_geojson(json.loads((SCENARIOS / f"{name}.geojson").read_text()))
    made = places(Board.build(table, features, Profile()), SPEC)
    assert (made.all_steps >= 0).all()
    counted = [place for place in made.places if not place.is_field]
    both = [(a, b) for a, b in made.contiguous if not (made.places[a].is_field or made.places[b].is_field)]
    assert 2.0 <= 2 * len(both) / len(counted) <= 5.0
    seen = {(0, 0)}
    open_ = [(0, 0)]
    while open_:
        for step in made.moves(*open_.pop()):
            if (step.place, step.bank) not in seen:
                seen.add((step.place, step.bank))
                open_.append((step.place, step.bank))
    assert seen == {(place.number, bank) for place in made.places for bank in range(len(place.banks))}
    assert sum(place.shape.area for place in made.places) == pytest.approx(table.width_in * table.height_in)
