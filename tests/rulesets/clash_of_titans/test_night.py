"""Darkness and lights. Rules: NUT-NITE-01, -02, -03."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import blue, red
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.engine.state import Marker
from wargame.rulesets.clash_of_titans import cover, geometry, night
from wargame.rulesets.clash_of_titans.state import Fire


def sees(scene: Field, a: str = "a", b: str = "b") -> bool:
    return geometry.sees(scene, scene.stand(a), scene.stand(b))


def dark(x: float) -> Field:
    return field(red("a", 10, 10), blue("b", 10 + x, 10), night=True)


@pytest.mark.rule("NUT-NITE-01")
@pytest.mark.parametrize(("apart", "seen"), [(24.0, True), (24.1, False)])
def test_at_night_one_sees_24_inches(apart: float, seen: bool) -> None:
    assert sees(dark(apart)) is seen


@pytest.mark.rule("NUT-NITE-01")
@pytest.mark.parametrize(("apart", "dim"), [(12.0, False), (12.1, True)])
def test_beyond_twelve_inches_the_dark_conceals(apart: float, dim: bool) -> None:
    made = dark(apart)
    assert cover.cover(made, made.stand("b"), made.stand("a")).concealed is dim


@pytest.mark.rule("NUT-NITE-01")
def test_who_shot_this_turn_or_burns_is_seen_at_any_distance() -> None:
    made = dark(40)
    assert not sees(made)
    made.stand("b").shot_turn = 3
    assert sees(made) and not sees(made, "b", "a")
    made.stand("b").shot_turn = 2
    made.stand("b").burning = True
    assert sees(made)
    assert not cover.cover(made, made.stand("b"), made.stand("a")).concealed


@pytest.mark.rule("NUT-NITE-03")
@pytest.mark.parametrize("kind", ["flare", "searchlight"])
@pytest.mark.parametrize(("x", "seen"), [(44.0, True), (43.9, False)])
def test_a_light_makes_a_circle_of_twelve_inches(kind: str, x: float, seen: bool) -> None:
    made = field(red("a", 10, 10), blue("b", x, 10), night=True)
    made.state.markers["f"] = Marker(id="f", kind=kind, x=50.0, y=10.0)
    assert sees(made) is seen
    assert geometry.sees_place(made, made.stand("a"), (x, 10.0)) is seen


@pytest.mark.rule("NUT-NITE-03")
def test_a_burning_building_lights_too() -> None:
    made = field(red("a", 10, 10), blue("b", 47, 10), night=True)
    made.state.fires = (Fire(id="f", x=50.0, y=10.0, since_turn=1, feature="house:0"),)
    assert sees(made)


@pytest.mark.rule("NUT-NITE-01")
@pytest.mark.parametrize(
    ("weather", "night_", "limit"),
    [("light snow", False, 24.0), ("light snow", True, 12.0), ("blizzard", False, 8.0), ("blizzard", True, 4.0)],
)
def test_snow_shortens_sight_by_day_and_night(weather: str, night_: bool, limit: float) -> None:
    made = field(red("a", 10, 10), blue("b", 10 + limit, 10), night=night_)
    made.state.weather = weather
    assert night.limit_of(made.state, dark=night_) == limit
    assert sees(made)
    made.stand("b").x += 0.1
    assert not sees(made)
