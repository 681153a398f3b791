"""The one transform between inches and pixels."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.tabletop.camera import Camera

VIEW = pygame.Rect(216, 44, 792, 606)
PLACES = st.tuples(st.floats(0, 72), st.floats(0, 48))


def camera() -> Camera:
    return Camera((72, 48), VIEW)


def test_fit_shows_the_whole_table_in_the_middle():
    c = camera()
    left, bottom = c.to_screen((0, 0))
    right, top = c.to_screen((72, 48))
    assert VIEW.left < left < right < VIEW.right
    assert VIEW.top < top < bottom < VIEW.bottom
    assert (left + right) / 2 == pytest.approx(VIEW.centerx)


@given(
    PLACES,
    st.integers(-3, 6),
    st.tuples(st.integers(216, 1007), st.integers(44, 649)),
    st.tuples(st.integers(-400, 400), st.integers(-400, 400)),
    st.tuples(st.integers(300, 3000), st.integers(200, 2000)),
)
def test_screen_to_table_and_back_is_within_half_a_pixel(place, zoom, about, pan, size):
    c = camera()
    c.zoom(zoom, about)
    c.pan(*pan)
    c.resize(pygame.Rect(0, 0, *size))
    x, y = c.to_screen(place)
    back = c.to_table((round(x), round(y)))
    assert max(abs(back[0] - place[0]), abs(back[1] - place[1])) * c.ppi <= 0.5 + 1e-6


def test_zoom_keeps_the_place_under_the_pointer():
    c = camera()
    for _ in range(2):
        c.zoom(1, (700, 400))
    held = c.to_table((700, 400))
    c.zoom(2, (700, 400))
    assert c.to_table((700, 400)) == pytest.approx(held)


def test_zoom_steps_are_fit_and_then_the_fixed_ones():
    c = camera()
    seen = [c.ppi]
    for _ in range(8):
        c.zoom(1, VIEW.center)
        seen.append(c.ppi)
    assert seen[1:7] == [12, 16, 20, 24, 32, 48]
    assert seen[8] == 48
    c.zoom(-20, VIEW.center)
    assert c.ppi == c.fit_ppi()


def test_table_never_leaves_the_view():
    c = camera()
    c.set_zoom(24, VIEW.center)
    c.pan(-90_000, 90_000)
    left, low, right, high = c.visible()
    assert right > left
    assert high > low


def test_whole_table_stays_whole_when_the_window_changes():
    c = camera()
    c.resize(pygame.Rect(0, 0, 1600, 900))
    assert c.ppi == c.fit_ppi()


def test_middle_stays_in_the_middle_when_the_window_changes():
    c = camera()
    c.set_zoom(24, VIEW.center)
    c.centre_on((40, 20))
    c.resize(pygame.Rect(0, 0, 1000, 800))
    assert c.to_table((500, 400)) == pytest.approx((40, 20))


def test_keep_visible_slides_as_little_as_needed():
    c = camera()
    c.set_zoom(24, VIEW.center)
    c.centre_on((36, 24))
    assert not c.keep_visible((35, 23, 37, 25))
    free = pygame.Rect(VIEW.x, VIEW.y, VIEW.w, 300)
    assert c.keep_visible((35, 16, 37, 18), free)
    assert c.to_screen((36, 16))[1] == pytest.approx(free.bottom)
    assert c.to_screen((36, 16))[0] == pytest.approx(VIEW.centerx)
