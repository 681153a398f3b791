"""Side, kind and facing of a stand can be told at the zoom that shows a whole table, in colour and in grey.

In the stranger's place stands a simple rule: he has seen the pictures of other nations turned a little otherwise, and
names the one that looks most alike.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pygame
import pytest

from wargame.tabletop.gallery.figures import put, size_of, turf
from wargame.tabletop.minis import MARKERS, Miniatures, badge, marker
from wargame.tabletop.minis.markers import badge_at
from wargame.tabletop.minis.rims import CASING_ALPHA, SIDES
from wargame.tabletop.paint.palettes import PALETTES, rgb

Picture = np.ndarray[Any, Any]
FIT_PX = 12.1
"""Pixels per inch of a 72 x 48 in table in a window of 1440 x 900."""
ENLARGED = 1.5
"""Miniatures so small on the screen are drawn larger by so much."""
KINDS = ("tank_medium", "half_track", "truck", "at_gun", "infantry", "heavy_mg", "mortar", "rocket_launcher",
         "aircraft_fighter", "car")  # fmt: skip
SIDE_PX = 48


@cache
def _box() -> Miniatures:
    return Miniatures("steppe")


def drawn(look: str, nation: str, side: int, facing: float, grey: bool, with_badge: bool = True) -> Picture:
    """The stand as the table shows it, 48 pixels square."""
    ground = turf("steppe", (SIDE_PX, SIDE_PX))
    w, d = size_of(look)
    put(ground, _box(), (24, 24), look, nation, "summer", side, facing, FIT_PX, (w * ENLARGED, d * ENLARGED))
    if with_badge:
        image = badge(side, 7)
        x, y = badge_at(facing, d, FIT_PX)
        ground.blit(image, image.get_rect(center=(24 + x, 24 + y)), special_flags=pygame.BLEND_PREMULTIPLIED)
    if grey:
        ground = pygame.transform.grayscale(ground)
    return pygame.surfarray.array3d(ground).astype(np.float32)


def unlike(a: Picture, b: Picture) -> float:
    """How different two pictures look: brightness and contrast apart, blurred by about a pixel."""
    plain = []
    for picture in (a, b):
        soft = sum(np.roll(picture, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) / 9
        plain.append((soft - soft.mean()) / (soft.std() + 1))
    return float(np.abs(plain[0] - plain[1]).mean())


@pytest.mark.parametrize("grey", [False, True], ids=["colour", "grey"])
def test_a_stranger_names_the_kind(grey: bool) -> None:
    known = {kind: [drawn(kind, "american", 0, f, grey) for f in (15, 21, 27)] for kind in KINDS}
    named = {}
    for kind in KINDS:
        seen = drawn(kind, "british", 0, 24, grey)
        named[kind] = min(KINDS, key=lambda k: min(unlike(seen, p) for p in known[k]))
    assert named == {kind: kind for kind in KINDS}


@pytest.mark.parametrize("grey", [False, True], ids=["colour", "grey"])
@pytest.mark.parametrize("kind", ["tank_medium", "truck", "at_gun", "half_track", "aircraft_fighter", "heavy_mg"])
def test_a_stranger_names_the_facing(kind: str, grey: bool) -> None:
    known = {f: drawn(kind, "american", 1, f, grey) for f in range(0, 360, 45)}
    for facing in known:
        seen = drawn(kind, "soviet", 1, facing + 3, grey)
        assert min(known, key=lambda f: unlike(seen, known[f])) == facing


@pytest.mark.parametrize("kind", KINDS)
def test_a_stranger_names_the_side_without_colour(kind: str) -> None:
    for facing in (10, 100, 190, 280):
        known = [drawn(kind, "american", side, facing, True) for side in (0, 1)]
        for side in (0, 1):
            seen = drawn(kind, "american", side, facing + 4, True)
            assert unlike(seen, known[side]) < unlike(seen, known[1 - side])


def luminance(colour: Any) -> float:
    c = np.asarray(colour, np.float64) / 255
    linear = np.where(c <= 0.03928, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array((0.2126, 0.7152, 0.0722)))


def contrast(a: Any, b: Any) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_rim_stands_out_from_every_ground(palette: str, side: int) -> None:
    """Band and casing have 7:1 against each other; one of them 2.7:1 against each tone (in the middle of the scale even
    black has no more than 3)."""
    style = SIDES[side]
    assert contrast(style.bright, style.casing) >= 7
    for tone in PALETTES[palette].tones:
        ground = rgb(tone) * 255
        casing = np.array(style.casing) * CASING_ALPHA + ground * (1 - CASING_ALPHA)
        assert max(contrast(style.bright, ground), contrast(casing, ground)) >= 2.7


@pytest.mark.parametrize("kind", MARKERS)
@pytest.mark.parametrize("px", [11, 15, 22])
def test_a_marker_has_a_face_and_a_glyph_that_stand_apart(kind: str, px: int) -> None:
    """The lightest and the darkest tenth of what is opaque have 4:1 between them, however small it is."""
    picture = marker(kind, px)
    solid = pygame.surfarray.array_alpha(picture) > 240
    colours = pygame.surfarray.array3d(picture)[solid]
    bright = colours.sum(axis=1)
    order = np.argsort(bright)
    few = max(2, len(order) // 10)
    assert contrast(colours[order[-few:]].mean(axis=0), colours[order[:few]].mean(axis=0)) >= 4


@pytest.mark.parametrize("look", ["tank_medium", "t34", "panther", "infantry", "at_gun", "truck", "figure_rifle"])
@pytest.mark.parametrize("palette", PALETTES)
def test_a_stand_differs_from_the_ground_it_stands_on(look: str, palette: str) -> None:
    """Nothing melts into its ground: with its rim taken off the outline still shows."""
    ground = turf(palette, (SIDE_PX, SIDE_PX))
    bare = pygame.surfarray.array3d(ground).astype(float)
    w, d = size_of(look)
    call = (look, "soviet", "winter" if palette == "snow" else "summer", 20, FIT_PX, (w * ENLARGED, d * ENLARGED))
    box = Miniatures(palette)
    for image in (box.shadow(*call), box.sprite(*call)):
        ground.blit(image, image.get_rect(center=(24, 24)), special_flags=pygame.BLEND_PREMULTIPLIED)
    change = np.abs(pygame.surfarray.array3d(ground) - bare).sum(axis=2)
    assert (change > 90).sum() > 60
