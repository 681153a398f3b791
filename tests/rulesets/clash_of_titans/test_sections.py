"""The nine sections of a board."""

from __future__ import annotations

import pytest

from wargame.board import Table
from wargame.rulesets.clash_of_titans.sections import ALL, Edge, Grid

EDGES: tuple[Edge, ...] = ("bottom", "top", "left", "right")


@pytest.mark.rule("NUT-GEO-11")
def test_numbers_run_from_the_far_left_to_the_near_right_of_the_player():
    grid = Grid.of(Table(72.0, 48.0))
    assert [grid.at(x, y) for y in (40, 24, 8) for x in (12, 36, 60)] == list(ALL)
    assert grid.own_box(1) == (0, 32, 24, 48)


@pytest.mark.rule("NUT-GEO-11")
def test_a_player_at_the_upper_edge_sees_them_turned_round():
    grid = Grid.of(Table(72.0, 48.0), "top")
    assert grid.at(60, 8) == 1
    assert grid.at(12, 40) == 9


@pytest.mark.parametrize("near", EDGES)
def test_every_section_holds_its_own_middle_and_what_the_player_sees_leads_back(near: Edge):
    grid = Grid(72.0, 48.0, near)
    for section in ALL:
        assert grid.at(*grid.centre(section)) == section
        u, v = grid.seen(*grid.centre(section))
        assert grid.place(u, v) == grid.centre(section)


@pytest.mark.rule("NUT-GEO-16")
def test_the_edge_behind_a_section():
    grid = Grid(72.0, 48.0, "left")
    assert (grid.edge_of(2), grid.edge_of(5), grid.edge_of(8)) == ("right", None, "left")


def test_neighbours_share_a_side():
    grid = Grid(72.0, 48.0)
    assert set(grid.neighbours(1)) == {2, 4}
    assert set(grid.neighbours(5)) == {2, 4, 6, 8}
