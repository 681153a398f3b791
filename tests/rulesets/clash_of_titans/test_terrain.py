"""Seeing in area terrain, crops and folds. Rules: NUT-TERR-05, -07, -08, NUT-NITE-02."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.rulesets.clash_of_titans import geometry

WOOD = area("wood", "woods_light", 20, 0, 50, 40, height=0)


def sees(scene: Field, a: str = "a", b: str = "b") -> bool:
    return geometry.sees(scene, scene.stand(a), scene.stand(b))


@pytest.mark.rule("NUT-TERR-05")
@pytest.mark.parametrize("kind", ["woods_heavy", "rubble", "town"])
@pytest.mark.parametrize(("apart", "seen"), [(12.0, True), (12.1, False)])
def test_men_inside_see_each_other_up_to_twelve_inches(kind: str, apart: float, seen: bool) -> None:
    made = field(red("a", 25, 20), blue("b", 25 + apart, 20), features=[area("it", kind, 20, 0, 50, 40, height=0)])
    assert sees(made) is seen


@pytest.mark.rule("NUT-TERR-05")
@pytest.mark.parametrize(
    ("depth", "away", "seen"), [(0.9, 40, True), (2.9, 40, True), (3.0, 15, False), (3.0, 9, True), (5.0, 7.5, False)]
)
def test_three_inches_deep_one_is_seen_only_from_twelve(depth: float, away: float, seen: bool) -> None:
    made = field(red("a", 20 - away, 20, facing=0), blue("b", 20 + depth, 20), features=[WOOD], table=(120.0, 48.0))
    if away > 20:
        made = field(
            red("a", 1, 20), blue("b", 41 + depth, 20), features=[area("it", "woods_light", 41, 0, 71, 40, height=0)]
        )
    assert sees(made) is seen and sees(made, "b", "a") is seen


@pytest.mark.rule("NUT-NITE-02")
@pytest.mark.parametrize(("apart", "seen"), [(6.0, True), (6.1, False)])
def test_at_night_the_limit_is_six_inches(apart: float, seen: bool) -> None:
    made = field(red("a", 25, 20), blue("b", 25 + apart, 20), features=[WOOD], night=True)
    assert sees(made) is seen


@pytest.mark.rule("NUT-GEO-05")
def test_from_a_height_one_looks_over_the_trees() -> None:
    hill = area("hill", "hill", 0, 0, 12, 40, height=3.0)
    made = field(
        red("a", 11, 20), blue("b", 60, 20), features=[hill, area("it", "woods_light", 14, 0, 18, 40, height=0)]
    )
    assert sees(made)
    assert not sees(
        field(red("a", 11, 20), blue("b", 60, 20), features=[area("it", "woods_light", 14, 0, 18, 40, height=0)])
    )


@pytest.mark.rule("NUT-TERR-08")
@pytest.mark.parametrize(
    ("depth", "line", "seen"),
    [(0.9, "SU_rifleman", True), (1.0, "SU_rifleman", False), (2.9, "t_34_76", True), (3.0, "t_34_76", False)],
)
def test_men_in_crops_are_unseen_from_an_inch_by_vehicles_from_three(depth: float, line: str, seen: bool) -> None:
    crops = area("it", "crops", 30, 0, 60, 40)
    made = field(blue("a", 10, 20, line), red("b", 30 + depth, 20), features=[crops])
    assert sees(made) is seen and sees(made, "b", "a") is seen


@pytest.mark.rule("NUT-TERR-08")
@pytest.mark.parametrize(("apart", "seen"), [(12.0, True), (12.1, False)])
def test_inside_crops_one_sees_twelve_inches(apart: float, seen: bool) -> None:
    made = field(red("a", 25, 20), blue("b", 25 + apart, 20), features=[area("it", "wheat", 20, 0, 60, 40)])
    assert sees(made) is seen


@pytest.mark.rule("NUT-TERR-08")
def test_crops_hide_nobody_behind_them_and_sunflowers_do() -> None:
    crops = field(red("a", 10, 20), blue("b", 30, 20), features=[area("it", "crops", 15, 0, 25, 40)])
    assert sees(crops)
    high = field(red("a", 10, 20), blue("b", 30, 20), features=[area("it", "sunflower", 15, 0, 25, 40)])
    assert not sees(high)
    vehicle = field(red("a", 10, 20), blue("b", 30, 20, "t_34_76"), features=[area("it", "crops", 15, 0, 35, 40)])
    assert sees(vehicle)


@pytest.mark.rule("NUT-TERR-08")
@pytest.mark.parametrize(
    ("apart", "dark", "seen"), [(6.0, False, True), (6.1, False, False), (3.0, True, True), (3.1, True, False)]
)
def test_inside_sunflowers_half_as_far(apart: float, dark: bool, seen: bool) -> None:
    made = field(
        red("a", 25, 20), blue("b", 25 + apart, 20), features=[area("it", "sunflower", 20, 0, 60, 40)], night=dark
    )
    assert sees(made) is seen


@pytest.mark.rule("NUT-TERR-07")
@pytest.mark.parametrize(("x", "depth", "seen"), [(17.9, 1, False), (18.1, 1, True)])
def test_a_deep_fold_hides_from_who_is_not_at_its_edge(x: float, depth: int, seen: bool) -> None:
    made = field(
        red("a", x, 20), blue("b", 23, 20), features=[area("it", "gully", 20, 0, 26, 40, height=0, depth=depth)]
    )
    assert sees(made) is seen and sees(made, "b", "a") is seen
    shallow = area("it", "gully", 20, 0, 26, 40, height=0)
    assert sees(field(red("a", x, 20), blue("b", 23, 20), features=[shallow]))


@pytest.mark.rule("NUT-TERR-07")
def test_inside_one_fold_men_see_each_other() -> None:
    made = field(red("a", 23, 10), blue("b", 23, 30), features=[area("it", "gully", 20, 0, 26, 40, height=0, depth=1)])
    assert sees(made)
    made.add("rubble", "rubble", 22, 18, 24, 22)
    assert not sees(made)
