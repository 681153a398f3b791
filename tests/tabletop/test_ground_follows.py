"""Ground that becomes part of the map during the preparations of a battle is painted."""

from __future__ import annotations

import pygame

from wargame.board import AddFeature, Board, Table
from wargame.rulesets.clash_of_titans.ground import profile
from wargame.tabletop.layers.ground import GroundLayer, of_the_map

WOOD = ((4.0, 4.0), (10.0, 4.0), (10.0, 10.0), (4.0, 10.0), (4.0, 4.0))


def grown(board: Board, name: str, native: bool) -> Board:
    """The board with a wood more."""
    props = (("native", True),) if native else ()
    return board.with_changes((AddFeature(id=name, kind="woods_light", rings=(WOOD,), height=2.0, props=props),))


def test_native_ground_belongs_to_the_map_and_additions_do_not() -> None:
    bare = Board.build(Table(24.0, 24.0), (), profile(), "plain")
    assert [f.id for f in of_the_map(grown(bare, "new", True))] == ["new"]
    assert of_the_map(grown(bare, "new", False)) == []


def test_the_table_is_painted_anew_when_the_map_grows() -> None:
    pygame.init()
    pygame.display.set_mode((320, 240))
    bare = Board.build(Table(24.0, 24.0), (), profile(), "plain")
    layer = GroundLayer(bare, "grass", 1, None, 0, False)
    before = layer.version
    layer.follow(grown(bare, "crater", False))
    assert layer.version == before
    layer.follow(grown(bare, "wood", True))
    assert layer.version > before
    assert layer.painted == {"wood"}
    layer.close()
