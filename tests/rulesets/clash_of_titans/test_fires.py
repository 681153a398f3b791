"""Fires and smoke. Rules: NUT-COLL-04, -05, NUT-COVR-08, NUT-NITE-03."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.blasting import told, with_dice
from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.rulesets.clash_of_titans import fires, geometry, night, rooms, smoke
from wargame.rulesets.clash_of_titans.causes import Aftermath

BLOCK = area("block", "building", 20, 10, 32, 20, height=2.0, dv=3, front=270.0)
CROPS = area("crops", "crops", 40, 8, 52, 20)


def burn(scene: Field, at: tuple[float, float], floor: int = 0) -> str:
    place = fires.place_at(scene.board, at, floor)
    assert place is not None
    lit = fires.ignite(scene, place)  # type: ignore[arg-type]
    assert lit is not None
    return lit.id


@pytest.mark.rule("NUT-COLL-04")
def test_a_burning_room_must_be_left_and_burns_who_stays() -> None:
    made = field(blue("b", 22, 12), blue("up", 22, 13), features=[BLOCK])
    made.stand("up").floor = 1
    burn(made, (22.0, 12.0))
    assert fires.must_leave(made, made.stand("b")) and not fires.must_leave(made, made.stand("up"))
    with_dice(made, 4, 1, 1, 1)
    (cause,) = fires.end_of_turn(made)  # type: ignore[arg-type]
    assert isinstance(cause, Aftermath) and cause.toll.knocked_down == ["b"]


@pytest.mark.rule("NUT-COLL-04")
def test_fire_spreads_to_each_adjoining_area_on_a_six() -> None:
    made = field(features=[BLOCK])
    burn(made, (22.0, 12.0))
    with_dice(made, 6, 5, 6)
    caught = fires.spread(made)  # type: ignore[arg-type]
    assert told(made) == ["fire_spreads"] * 3  # beside, behind, above
    assert sorted((f.feature, f.floor) for f in caught) == [("block:0", 1), ("block:1", 0)]


@pytest.mark.rule("NUT-COLL-04")
def test_crops_burn_in_patches_of_four_inches() -> None:
    made = field(blue("b", 42, 10), features=[CROPS])
    name = burn(made, (42.0, 10.0))
    assert made.board.area(name).bounds == (40.0, 8.0, 44.0, 12.0)
    assert fires.must_leave(made, made.stand("b"))
    with_dice(made, 6, 1, 1)
    (one,) = fires.spread(made)  # type: ignore[arg-type]
    assert made.board.area(one.id).bounds in ((44.0, 8.0, 48.0, 12.0), (40.0, 12.0, 44.0, 16.0))


@pytest.mark.rule("NUT-COLL-04")
def test_a_house_beside_burning_crops_may_catch() -> None:
    made = field(features=[BLOCK, area("crops", "crops", 32, 8, 36, 12)])
    burn(made, (34.0, 10.0))
    with_dice(made, 6)
    (caught,) = fires.spread(made)  # type: ignore[arg-type]
    assert caught.feature == "block:1"


@pytest.mark.rule("NUT-COLL-05")
def test_a_room_burns_six_turns_and_collapses() -> None:
    made = field(features=[area("hut", "building", 20, 10, 24, 14, dv=1)])
    burn(made, (22.0, 12.0))
    for turn in range(3, 9):
        made.state.turn = turn
        assert made.board.has_feature("hut")
        fires.end_of_turn(made)  # type: ignore[arg-type]
    made.state.turn = 9
    fires.end_of_turn(made)  # type: ignore[arg-type]
    assert not made.board.has_feature("hut") and made.state.fires == ()
    assert made.board.terrain_at(22, 12)[0] == "rubble"


@pytest.mark.rule("NUT-COLL-05")
def test_crops_burn_two_turns_and_are_clear() -> None:
    made = field(features=[area("crops", "crops", 40, 8, 44, 16)])
    burn(made, (42.0, 10.0))
    for turn in (3, 4):
        made.state.turn = turn
        with_dice(made, 1)
        fires.end_of_turn(made)  # type: ignore[arg-type]
    made.state.turn = 5
    with_dice(made, 1)
    fires.end_of_turn(made)  # type: ignore[arg-type]
    assert made.board.terrain_at(42, 10)[0] == "clear"
    assert made.board.terrain_at(42, 14)[0] == "crops 3-4ft"


def test_a_fireproof_building_never_burns() -> None:
    made = field(features=[area("fort", "building", 20, 10, 26, 15, fireproof=True)])
    assert fires.place_at(made.board, (22.0, 12.0)) is None


@pytest.mark.rule("NUT-GREN-07")
@pytest.mark.parametrize(("die", "burns"), [(3, False), (4, True)])
def test_a_bottle_sets_alight_on_four_to_six(die: int, burns: bool) -> None:
    made = field(features=[BLOCK])
    with_dice(made, die)
    found = fires.try_ignite(made, (22.0, 12.0), 0, None, "NUT-GREN-07")  # type: ignore[arg-type]
    assert (found is not None) is burns
    with_dice(made)
    assert fires.try_ignite(made, (5.0, 5.0), 0, None, "NUT-GREN-07") is None  # type: ignore[arg-type]


@pytest.mark.rule("NUT-GREN-07")
def test_a_wreck_catches_too_and_smokes_for_good() -> None:
    made = field(blue("w", 30, 30, "t_34_76"))
    wreck = made.stand("w")
    wreck.knocked_out, wreck.gone, wreck.on_table = True, "destroyed", False
    with_dice(made, 4)
    fires.try_ignite(made, (30.0, 30.0), 0, None, "NUT-GREN-07")  # type: ignore[arg-type]
    assert wreck.burning and any(f.kind == "smoke" for f in made.board.features)
    made.state.turn = 30
    smoke.age(made)  # type: ignore[arg-type]
    assert any(f.kind == "smoke" for f in made.board.features)


@pytest.mark.rule("NUT-COVR-08")
def test_smoke_lasts_to_the_end_of_the_second_following_turn() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10))
    smoke.put(made, (15.0, 10.0), 5.0)  # type: ignore[arg-type]
    assert not geometry.sees(made, made.stand("a"), made.stand("b"))
    for turn in (3, 4):
        made.state.turn = turn
        assert smoke.age(made) == []  # type: ignore[arg-type]
    made.state.turn = 5
    assert len(smoke.age(made)) == 1  # type: ignore[arg-type]
    assert geometry.sees(made, made.stand("a"), made.stand("b"))


@pytest.mark.rule("NUT-NITE-03")
def test_a_flare_lasts_one_full_turn() -> None:
    made = field(night=True)
    night.light_flare(made, (30.0, 20.0))  # type: ignore[arg-type]
    assert night.is_lit_at(made.state, (35.0, 20.0))
    assert night.burn_down(made) == []  # type: ignore[arg-type]
    made.state.turn = 4
    assert len(night.burn_down(made)) == 1  # type: ignore[arg-type]
    assert not night.is_lit_at(made.state, (35.0, 20.0))


@pytest.mark.rule("NUT-NITE-03")
def test_a_burning_house_lights_a_burning_field_does_not() -> None:
    made = field(features=[BLOCK, CROPS], night=True)
    burn(made, (22.0, 12.0))
    burn(made, (42.0, 10.0))
    assert night.is_lit_at(made.state, (24.0, 8.0)) and not night.is_lit_at(made.state, (46.0, 10.0))
    assert rooms.is_built(made.board)
