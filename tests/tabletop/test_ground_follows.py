"""The painted ground follows the battle: what comes up in play is seen at once, what was there is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from wargame.board import AddFeature, AlterFeature, Board, Change, RemoveFeature, Table
from wargame.rulesets.clash_of_titans.ground import profile
from wargame.tabletop.layers.daylight import DAY, DUSK, NIGHT
from wargame.tabletop.layers.ground import GroundLayer
from wargame.tabletop.layers.groundwork import of_the_map

SQUARE = ((8.0, 8.0), (14.0, 8.0), (14.0, 14.0), (8.0, 14.0), (8.0, 8.0))
Pixels = np.ndarray[Any, Any]


def added(kind: str, name: str = "new", **props: Any) -> AddFeature:
    return AddFeature(id=name, kind=kind, rings=(SQUARE,), height=1.0, props=tuple(props.items()))


def board_with(*changes: Change) -> Board:
    return Board.build(Table(24.0, 24.0), (), profile(), "plain").with_changes(changes)


@pytest.fixture
def layer() -> Iterator[GroundLayer]:
    pygame.init()
    pygame.display.set_mode((320, 240))
    found = GroundLayer(board_with(), "grass", 1, None, 16, False)
    found.update(())
    yield found
    found.close()


def seen(layer: GroundLayer) -> Pixels:
    return pygame.surfarray.array3d(layer.thumbnail((96, 96))).astype(int)


def inside(a: Pixels) -> Pixels:
    """The square of the changes, a little within its edge, in pixels of the thumbnail (y down)."""
    return a[36:52, 44:60]


def test_native_ground_belongs_to_the_map_and_smoke_does_not() -> None:
    assert [f.id for f in of_the_map(board_with(added("woods_light", native=True)))] == ["new"]
    assert of_the_map(board_with(added("smoke"))) == []


def test_what_no_patch_can_show_is_part_of_the_map() -> None:
    """What a fire has left of a wood is a wood, and is painted as one."""
    assert [f.id for f in of_the_map(board_with(added("woods_light")))] == ["new"]


@pytest.mark.parametrize("kind", ["smoke", "fire", "crater", "wreck", "rubble", "minefield", "bunker", "building"])
def test_what_comes_up_in_play_is_seen_in_the_next_frame(layer: GroundLayer, kind: str) -> None:
    before, version = seen(layer), layer.version
    layer.follow(board_with(added(kind)))
    assert layer.version > version
    assert "new" in layer.painted
    change = np.abs(seen(layer) - before)[28:60, 36:68]
    assert change.max() > 40
    assert change.mean() > (0.8 if kind == "minefield" else 3), "boards round a minefield are small"
    assert np.abs((seen(layer) - before)[:20, 70:]).mean() < 1.5, "the far corner of the table stays as it was"


def test_smoke_that_has_gone_leaves_the_ground_as_it_was(layer: GroundLayer) -> None:
    before = seen(layer)
    layer.follow(board_with(added("smoke")))
    layer.follow(board_with())
    assert np.array_equal(seen(layer), before)


def test_a_crater_stays_when_smoke_over_it_goes(layer: GroundLayer) -> None:
    layer.follow(board_with(added("crater", "hole")))
    cratered = seen(layer)
    layer.follow(board_with(added("crater", "hole"), added("smoke")))
    layer.follow(board_with(added("crater", "hole")))
    assert np.array_equal(seen(layer), cratered)


def test_a_house_that_burns_down_loses_its_roof(layer: GroundLayer) -> None:
    layer.follow(board_with(added("building")))
    roofed = seen(layer)
    layer.follow(board_with(added("building"), AlterFeature(id="new", props=(("state", "ruined"),))))
    assert np.abs(inside(seen(layer)) - inside(roofed)).mean() > 8


def test_a_wood_that_is_gone_is_seen_gone_at_once_and_in_the_fine_picture(layer: GroundLayer) -> None:
    bare = seen(layer)
    layer.follow(board_with(added("woods_heavy")))
    layer.follow(board_with(added("woods_heavy"), RemoveFeature(id="new")))
    assert np.abs(inside(seen(layer)) - inside(bare)).mean() < 25
    layer.update(())
    assert np.array_equal(seen(layer), bare)


def test_the_same_board_is_not_painted_twice(layer: GroundLayer) -> None:
    board = board_with(added("smoke"))
    layer.follow(board)
    version = layer.version
    layer.follow(board)
    layer.follow(board_with(added("smoke")))
    assert layer.version == version


def test_dusk_is_darker_than_day_and_warm_and_night_is_darker_and_cold(layer: GroundLayer) -> None:
    from wargame.tabletop.camera import Camera
    from wargame.tabletop.kit import Canvas as KitCanvas

    means = {}
    for light in (DAY, DUSK, NIGHT):
        surface = pygame.Surface((240, 240))
        layer.shine(light)
        layer.draw(KitCanvas(surface, 1.0), Camera((24.0, 24.0), pygame.Rect(0, 0, 240, 240)))
        means[light] = pygame.surfarray.array3d(surface)[60:180, 60:180].reshape(-1, 3).mean(axis=0)
    assert means[DAY].sum() > means[DUSK].sum() * 1.15 > means[NIGHT].sum() * 1.3
    warmth = {light: m[0] / m[2] for light, m in means.items()}
    assert warmth[DUSK] > warmth[DAY] > warmth[NIGHT]
