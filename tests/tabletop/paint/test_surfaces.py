"""Painted grounds on the screen."""

import numpy as np
import pygame

from wargame.tabletop.paint import enlarged, grain, ground_surface, layer_surface, paint_ground


def test_a_surface_shows_the_picture() -> None:
    picture = paint_ground((), 5, 4, "grass", 8, 1)
    surface = ground_surface(picture)
    assert surface.get_size() == (40, 32)
    assert tuple(surface.get_at((3, 7)))[:3] == tuple(picture.rgb[7, 3])
    assert layer_surface(picture.crowns).get_size() == (40, 32)


def test_enlarged_ground_has_grain_only_when_it_is_needed() -> None:
    ground, part = pygame.Surface((40, 32), 0, 24), pygame.Rect(4, 4, 16, 16)
    ground.fill((120, 120, 90))
    assert pygame.surfarray.array3d(enlarged(ground, part, (16, 16), grain())).std(axis=(0, 1)).max() == 0
    big = pygame.surfarray.array3d(enlarged(ground, part, (64, 64), grain()))
    assert big.shape == (64, 64, 3)
    assert np.std(big[..., 0]) > 2
