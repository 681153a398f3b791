"""Miniatures: every look draws, turns without its light, stays in the cache, and shows its side without hue."""

import numpy as np
import pygame
import pytest

from wargame.tabletop.counters import Counters, arm_of, counter_px, facing_arrow
from wargame.tabletop.minis import MARKERS, Miniatures, badge, contact, flag, looks_available, marker
from wargame.tabletop.minis.markers import badge_at
from wargame.tabletop.minis.nations import LIVERIES, livery
from wargame.tabletop.minis.silhouettes import silhouette

ASKED_FOR = {
    "tank_light", "tank_medium", "tank_heavy", "tank_superheavy", "t34", "panzer3", "panzer4", "tiger", "panther",
    "kv", "is2", "stug", "assault_gun_open", "casemate_heavy", "half_track", "armoured_car", "truck", "car",
    "at_gun", "field_gun", "infantry_gun", "mortar", "heavy_mg", "infantry", "smg", "engineers", "at_team", "hq",
    "recon_foot", "cavalry", "motorcycle", "aa_gun", "aa_quad", "rocket_launcher", "tractor", "aircraft_fighter",
    "aircraft_bomber", "aircraft_ground_attack", "demolition_carrier",
}  # fmt: skip


def alpha(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(picture).T.astype(int)


def light(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(picture).transpose(1, 0, 2).sum(axis=2)


def test_every_look_that_was_asked_for_is_there() -> None:
    assert not ASKED_FOR - set(looks_available())


@pytest.mark.parametrize("look", looks_available())
def test_every_look_draws_something_round_its_middle(look: str) -> None:
    picture = Miniatures().sprite(look, "Germany", "summer", 30, 8, (1.2, 2.0))
    cover = alpha(picture)
    n = cover.shape[0]
    assert cover.shape == (n, n)
    rows, cols = np.nonzero(cover > 128)
    assert len(rows) > 30
    assert abs(rows.mean() - n / 2) < n * 0.12
    assert abs(cols.mean() - n / 2) < n * 0.12
    assert cover[0].max() == cover[-1].max() == 0


@pytest.mark.parametrize("look", looks_available())
def test_colour_never_exceeds_alpha(look: str) -> None:
    """Premultiplied pictures with more colour than cover turn into bright specks when blitted."""
    picture = Miniatures().sprite(look, "Germany", "winter", 75, 12, (1.2, 2.0))
    colour = pygame.surfarray.array3d(picture).transpose(1, 0, 2)
    assert (colour.max(axis=2) <= alpha(picture) + 1).all()


@pytest.mark.parametrize(
    "look, drawn_as",
    [
        ("panzer4_h", "panzer4"), ("T34-76", "t34"), ("king_tiger", "tiger"), ("soviet_smg", "smg"),
        ("heavy_tank", "tank_heavy"), ("zis3_at_gun", "at_gun"), ("SU-152", "casemate_heavy"),
        ("bomber", "aircraft_bomber"),
        ("jeep", "car"), ("", "infantry"), ("???", "infantry"), ("marder_ii", "assault_gun_open"),
    ],
)  # fmt: skip
def test_an_unknown_look_falls_back_sensibly(look: str, drawn_as: str) -> None:
    assert silhouette(look).name == drawn_as


@pytest.mark.parametrize(
    "nation, key",
    [
        ("Germany", "german"), ("Soviet Union", "soviet"), ("United States", "american"), ("United Kingdom", "british"),
        ("Netherlands", "nato"), ("Iraq", "desert"), ("Germany and Italy", "german"), ("Atlantis", "american"),
    ],
)  # fmt: skip
def test_every_nation_has_a_livery(nation: str, key: str) -> None:
    assert livery(nation) is LIVERIES[key]


def test_the_gun_points_where_the_stand_faces() -> None:
    box = Miniatures()
    for facing, axis, sign in ((0, 1, 1), (90, 0, -1), (180, 1, -1), (270, 0, 1)):
        cover = alpha(box.sprite("tiger", "Germany", "summer", facing, 12, (1.4, 2.4)))
        where = np.nonzero(cover > 128)[axis] - (cover.shape[0] - 1) / 2
        assert sign * (where.max() + where.min()) > 6


def test_light_stays_where_it_is_when_the_stand_turns() -> None:
    box = Miniatures()
    for facing in (0, 90, 180, 270):
        picture = box.sprite("figure", "Soviet Union", "summer", facing, 40, (1.0, 1.0), round_base=True)
        n = picture.get_width()
        bright, solid = light(picture).astype(float), alpha(picture) > 250
        y, x = np.mgrid[0:n, 0:n] - (n - 1) / 2
        near = solid & (np.hypot(x, y) < 8)
        assert bright[near & (x + y < -3)].mean() > bright[near & (x + y > 3)].mean()


def test_small_turns_share_a_picture() -> None:
    box = Miniatures()
    one = box.sprite("t34", "Soviet Union", "summer", 30.4, 10, (1.0, 2.0))
    assert box.sprite("t34", "Soviet Union", "summer", 29.2, 10, (1.0, 2.0)) is one
    assert box.sprite("t34", "Soviet Union", "summer", 36, 10, (1.0, 2.0)) is not one


def test_winter_is_paler_and_wrecks_are_darker() -> None:
    box, size = Miniatures(), (1.2, 2.0)
    summer = light(box.sprite("t34", "Soviet Union", "summer", 0, 12, size)).sum()
    assert light(box.sprite("t34", "Soviet Union", "late winter", 0, 12, size)).sum() > summer * 1.2
    assert light(box.sprite("t34", "Soviet Union", "summer", 0, 12, size, wreck=True)).sum() < summer * 0.6


def test_a_base_is_drawn_to_its_size() -> None:
    cover = alpha(Miniatures().sprite("infantry", "Germany", "summer", 0, 20, (1.0, 1.0), round_base=True))
    rows, cols = np.nonzero(cover > 200)
    assert abs(np.ptp(rows) + 1 - 20) <= 3
    assert abs(np.ptp(cols) + 1 - 20) <= 3


def test_shadow_and_rim_fit_the_sprite() -> None:
    box, call = Miniatures(), ("t34", "Soviet Union", "summer", 45.0, 12.0, (1.2, 2.0))
    size = box.sprite(*call).get_size()
    assert box.shadow(*call).get_size() == box.rim(0, *call).get_size() == size
    rows, cols = np.nonzero(alpha(box.shadow(*call)) > 40)
    assert rows.mean() > (size[1] - 1) / 2
    assert cols.mean() > (size[0] - 1) / 2


def test_the_sides_differ_in_pattern_not_only_in_hue() -> None:
    """One side's rim runs unbroken, the other's has notches: told apart by brightness round the edge."""
    box, call = Miniatures(), ("infantry", "Germany", "summer", 0.0, 30.0, (1.4, 1.4))
    breaks = []
    for side in (0, 1):
        picture = box.rim(side, *call, round_base=True)
        middle, radius = (picture.get_width() - 1) / 2, 0.7 * 30 + 1.4
        turns = np.linspace(0, 2 * np.pi, 360)
        ring = [picture.get_at((round(middle + radius * np.cos(t)), round(middle + radius * np.sin(t)))) for t in turns]
        bright = np.array([sum(c[:3]) > 300 for c in ring])
        breaks.append(int((bright[1:] != bright[:-1]).sum()))
    assert breaks[0] <= 8
    assert breaks[1] >= breaks[0] + 16


def test_the_box_of_miniatures_does_not_grow_for_ever() -> None:
    box = Miniatures()
    for facing in range(0, 360, 3):
        box.sprite("figure", "Germany", "summer", facing, 8, (0.6, 0.6))
    pixels = sum(b.sprite.get_width() ** 2 for b in box._kept.values())
    assert pixels * 2 == box._pixels


@pytest.mark.parametrize("kind", [*MARKERS, "nobody knows"])
@pytest.mark.parametrize("px", [12, 15, 30])
def test_markers_draw_at_every_size(kind: str, px: int) -> None:
    picture = marker(kind, px)
    assert picture.get_size() == (px, px)
    assert (alpha(picture) > 128).mean() > 0.2


def test_markers_differ_in_shape_or_glyph_alone() -> None:
    """Any two status marks stay apart when all colour is taken away."""
    grey = {kind: light(marker(kind, 15)) / 3 + (255 - alpha(marker(kind, 15))) * 0.4 for kind in MARKERS}
    del grey["suppressed"]
    kinds = list(grey)
    for i, one in enumerate(kinds):
        for other in kinds[i + 1 :]:
            assert np.abs(grey[one] - grey[other]).mean() > 8, (one, other)


def test_badges_and_flags_tell_the_sides_apart_in_grey() -> None:
    assert np.abs(alpha(badge(0)) - alpha(badge(1))).mean() > 10
    for picture in (badge(2), contact(0), contact(1), flag(-1), flag(0, 3), flag(1, 12)):
        assert alpha(picture).max() > 250


def test_the_badge_sits_at_the_tail() -> None:
    x, y = badge_at(90, 2.0, 10)
    assert abs(x) < 1e-9
    assert y == pytest.approx(13)


def test_counters_draw_for_every_look() -> None:
    counters = Counters()
    for look in looks_available():
        for side in (0, 1):
            picture = counters.picture(look, "Soviet Union", side, 26, "13·9")
            assert picture.get_width() > 26
            assert counters.picture(look, "Soviet Union", side, 26, "13·9") is picture
    assert not np.array_equal(
        light(counters.picture("t34", "Germany", 0, 26)), light(counters.picture("infantry", "Germany", 0, 26))
    )


def test_counters_keep_a_least_size_and_point_their_arrow() -> None:
    assert counter_px(4) == 18
    assert counter_px(20) == 31
    tip = facing_arrow(90, 30)[0]
    assert abs(tip[0]) < 1e-9
    assert tip[1] < -15
    assert arm_of("tiger") == "armour"
    assert arm_of("nothing known") == "infantry"
