"""Ground made by the terrain charts."""

from __future__ import annotations

import pytest
import shapely

from tests.rulesets.clash_of_titans.referee import Referee
from wargame.rulesets.clash_of_titans import terrain_gen
from wargame.rulesets.clash_of_titans.sections import ALL, Edge, Grid

GRID = Grid(72.0, 48.0)
REGIONS = ("rural", "steppe", "wooded", "town")


def roll(region: str, section: int, *faces: int) -> tuple[Referee, terrain_gen.Laid]:
    """One section with these dice; the last is the number its outlines follow from."""
    referee = Referee(*faces)
    (laid,) = terrain_gen.lay_out(referee, GRID, region, (section,))  # type: ignore[arg-type]
    return referee, laid


@pytest.mark.rule("NUT-TERR-01")
@pytest.mark.parametrize(
    ("region", "dice", "word", "kinds"),
    [
        ("rural", (2, 2, 1), "woods", ["woods_light"]),
        ("rural", (1, 1, 1), "wooded hill", ["hill", "woods_light"]),
        ("rural", (3, 4, 1), "clear", []),
        ("rural", (6, 6, 4, 1), "marsh", ["swamp"]),
        ("rural", (6, 6, 3, 1), "stream", ["stream"]),
        ("wooded", (4, 4, 1), "brush", ["brush"]),
        ("town", (6, 5, 1), "rubble", ["rubble"]),
    ],
)
def test_two_dice_on_the_chart_of_the_region(region: str, dice: tuple[int, ...], word: str, kinds: list[str]):
    _, laid = roll(region, 5, *dice)
    assert laid.word == word
    assert [f.kind for f in laid.features] == kinds


@pytest.mark.rule("NUT-TERR-01")
def test_pieces_fill_about_half_of_their_section_and_stay_in_it():
    section = shapely.box(24, 16, 48, 32)
    for key in range(1, 60, 7):
        _, laid = roll("rural", 5, 2, 2, key)
        shape = shapely.Polygon(laid.features[0].rings[0])
        assert shape.is_valid
        assert section.covers(shape)
        assert 0.3 < shape.area / section.area < 0.6


@pytest.mark.rule("NUT-TERR-02")
@pytest.mark.parametrize(
    ("mark", "face", "houses"),
    [("1", 5, 1), ("1", 6, 2), ("2", 3, 2), ("2", 4, 3), ("3", 3, 1), ("3", 4, 2), ("3", 6, 3)],
)
def test_number_of_buildings(mark: str, face: int, houses: int):
    dice = {"1": (4, 4), "2": (2, 3), "3": (3, 3)}[mark]
    region = "rural" if mark == "1" else "town"
    referee, laid = roll(region, 5, *dice, face, 1, *[1] * houses)
    assert len(referee.rolls("building_types")) == houses
    assert sum(f.kind == "building" for f in laid.features) == houses


@pytest.mark.rule("NUT-TERR-03")
@pytest.mark.parametrize(("again", "word"), [((3, 4), "ravine"), ((3, 3), "clear")])
def test_clear_steppe_is_rolled_again_and_may_be_a_ravine(again: tuple[int, int], word: str):
    more = (1, 2, 3, 4, 5, 6, 3, 4) if word == "ravine" else (1,)
    _, laid = roll("steppe", 5, 3, 4, *again, *more)
    assert laid.word == word
    assert [f.kind for f in laid.features] == (["gully"] if word == "ravine" else [])


@pytest.mark.rule("NUT-TERR-10")
def test_a_village_has_a_road_from_side_to_side_and_joins_that_of_the_next():
    referee = Referee(6, 5, 1, 1, 2, 6, 5, 1, 1, 2, 6, 5, 1, 1, 2)
    terrain_gen.lay_out(referee, GRID, "rural", (2, 5, 4))  # type: ignore[arg-type]
    roads = {c.id: c.rings[0] for c in referee.state.ground if c.kind == "road"}  # type: ignore[union-attr]
    assert roads["s2-road"] == ((36.0, 32.0), (36.0, 48.0))
    assert roads["s5-road"] == ((36.0, 16.0), (36.0, 32.0))
    assert roads["road-4-5"] == ((12.0, 16.0), (36.0, 16.0))


@pytest.mark.rule("NUT-TERR-11")
@pytest.mark.parametrize(("passed", "sections"), [(2, ALL), (1, (4, 5, 6, 7, 8, 9)), (0, (7, 8, 9))])
def test_scouting_reveals_all_or_the_near_sections(passed: int, sections: tuple[int, ...]):
    assert terrain_gen.revealed_by(passed) == sections


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("near", ["bottom", "right"])
def test_the_same_dice_give_the_same_ground_and_every_table_can_be_built(region: str, near: Edge):
    for seed in range(3):
        twins = [Referee(seed=seed) for _ in range(2)]
        for referee in twins:
            terrain_gen.lay_out(referee, Grid(72.0, 48.0, near), region)  # type: ignore[arg-type]
        assert twins[0].state.ground == twins[1].state.ground
        board = twins[0].board
        houses = [shapely.Polygon(f.rings[0]) for f in board.features if f.kind == "building"]
        roads = [board.area(f.id) for f in board.features if f.kind == "road"]
        for i, house in enumerate(houses):
            assert not any(house.intersects(other) for other in houses[i + 1 :])
            assert not any(house.intersects(road) for road in roads)


def test_sections_that_lie_there_are_not_rolled_again():
    referee = Referee(seed=4)
    terrain_gen.lay_out(referee, GRID, "rural", (7, 8, 9))  # type: ignore[arg-type]
    more = terrain_gen.lay_out(referee, GRID, "rural")  # type: ignore[arg-type]
    assert [laid.section for laid in more] == [1, 2, 3, 4, 5, 6]
