"""Legs that are proved to be out of sight. Rules: NUT-GEO-03, -06, NUT-SIGHT-11."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.clash_of_titans.build import area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.board import Board
from wargame.board.kernels import HAVE_COMPILED
from wargame.rulesets.clash_of_titans import blind, hidden, path_views
from wargame.rulesets.clash_of_titans.polyline import Way

Point = tuple[float, float]
HOUSE = area("house", "building", 14, 14, 20, 18)
GROUND = [
    HOUSE,
    area("barn", "building", 26, 22, 33, 27),
    area("wood", "woods_light", 26, 8, 34, 16, height=0),
    strip("wall", "wall", (22, 20), (22, 30)),
    area("hill", "hill", 36, 18, 44, 28, height=1.0),
    area("corn", "crops", 4, 16, 10, 24),
]
PLACES = st.tuples(st.integers(2, 46), st.integers(2, 34))


needs_proofs = pytest.mark.skipif(not HAVE_COMPILED, reason="ground is proved to hide a leg by compiled code only")


def compiled(scene: Field) -> Field:
    """The same table, asked through the compiled kernels."""
    board = scene.ground
    scene.ground = Board.build(board.table, board.features, board.profile)
    return scene


def blind_legs(scene: Field, path: list[Point], watcher: str = "b") -> set[int]:
    way, mover = Way.of(path), scene.stand("a")
    secret = hidden.as_seen_on(scene, mover, way)
    (found,) = blind.blind_legs(scene, mover, way, [scene.stand(watcher)], secret)
    return found


@needs_proofs
def test_a_house_hides_the_leg_behind_it_but_not_the_leg_past_its_corner() -> None:
    made = compiled(field(red("a", 15, 12), blue("b", 17, 30, facing=270), features=[HOUSE]))
    assert blind_legs(made, [(16, 13), (18, 13)]) == {0}
    assert blind_legs(made, [(16, 13), (18, 13), (40, 13)]) == set()
    assert blind_legs(made, [(16, 13), (18, 13), (18, 3), (40, 3)]) == {0, 1}


@pytest.mark.rule("NUT-GEO-06")
def test_a_leg_behind_his_back_is_out_of_sight() -> None:
    made = field(red("a", 30, 10), blue("b", 20, 20, facing=180))
    assert blind_legs(made, [(30, 10), (22, 18)]) == {0}
    assert blind_legs(made, [(30, 10), (10, 10)]) == set()


@given(at=PLACES, start=PLACES, end=PLACES, facing=st.integers(0, 359))
@settings(max_examples=40, deadline=None)
def test_nobody_is_ever_seen_on_a_leg_that_is_proved_out_of_sight(
    at: Point, start: Point, end: Point, facing: int
) -> None:
    if start == end:
        return
    made = compiled(field(red("a", *start), blue("b", *at, facing=facing), features=GROUND))
    way, watcher = Way.of([start, end]), made.stand("b")
    if 0 in blind_legs(made, [start, end]):
        assert path_views.stretches(made, made.stand("a"), way, watcher, None) == ()
