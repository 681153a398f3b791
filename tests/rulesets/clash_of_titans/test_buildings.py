"""Fire at buildings, breaches, roofs, collapse, demolition. Rules: NUT-BLDG-09 to -11, NUT-COLL-01 to -03."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.blasting import all_dice_used, struck, told, with_dice
from tests.rulesets.clash_of_titans.build import area, blue, red
from tests.rulesets.clash_of_titans.field import Field, case, field
from wargame.engine.events import Said
from wargame.rulesets.clash_of_titans import blast, buildings, collapse, geometry, high_explosive, rooms
from wargame.rulesets.clash_of_titans.causes import Aftermath, Incoming, Toll
from wargame.rulesets.clash_of_titans.rooms import Room

BLOCK = area("block", "building", 20, 10, 32, 20, height=3.0, dv=3, front=270.0)
"""Twelve by ten, three storeys: areas 0 and 1 in the front row, 2 and 3 behind."""
COTTAGE = area("house", "building", 20, 10, 26, 15, height=1.0, dv=2, front=270.0)
FIRE = Incoming(shooter="", origin=(10.0, 12.0), apr=3)


def room(scene: Field, name: str, floor: int = 0, number: int = 0) -> Room:
    return Room(rooms.building(scene.board, name), floor, number)


def strike(scene: Field, where: Room, apr: int, *dice: int, dv: int | None = None) -> tuple[str, Toll]:
    toll = Toll()
    with_dice(scene, *dice)
    return buildings.struck(scene, toll, where, apr, FIRE, None, dv), toll  # type: ignore[arg-type]


def test_case_82_a_heavy_shell_brings_an_area_down(request: pytest.FixtureRequest) -> None:
    dice = case(request, "CASE-82")
    made = field(blue("b", 22, 12), features=[BLOCK])
    apr = buildings.shell_apr(4, 9)
    assert apr == 5
    found, _ = strike(made, room(made, "block"), apr, *dice)
    assert found == "collapses" and all_dice_used(made)
    assert made.stand("b").status == "out_of_the_fight"


def test_case_83_one_die_shakes_everyone(request: pytest.FixtureRequest) -> None:
    dice = case(request, "CASE-83")
    made = field(blue("b", 22, 12), blue("c", 24, 14), blue("out", 30, 12), features=[COTTAGE])
    found, toll = strike(made, room(made, "house"), buildings.shell_apr(2, 6), *dice)
    assert found == "shakes" and toll.knocked_down == ["b", "c"] and not toll.incoming


def test_case_85_a_two_storey_house_falls_on_a_man(request: pytest.FixtureRequest) -> None:
    dice = case(request, "CASE-85")
    made = field(blue("b", 22, 12), features=[area("house", "building", 20, 10, 26, 15, height=2.0)])
    toll = Toll()
    with_dice(made, *dice)
    collapse.whole(made, toll, "house")  # type: ignore[arg-type]
    assert made.stand("b").status == "out_of_the_fight" and collapse.impact(2) == 3


@pytest.mark.rule("NUT-BLDG-09")
@pytest.mark.parametrize(("apr", "dice"), [(2, ()), (3, (2, 2)), (1, ())])
def test_no_difference_or_no_pass_only_frightens(apr: int, dice: tuple[int, ...]) -> None:
    made = field(blue("b", 22, 12), features=[COTTAGE])
    found, toll = strike(made, room(made, "house"), apr, *dice)
    assert found == "rattles" and list(toll.incoming) == ["b"] and not toll.knocked_down


@pytest.mark.rule("NUT-BLDG-09")
@pytest.mark.parametrize(("he", "ap", "apr"), [(2, 6, 3), (2, 3, 2), (4, 9, 5), (3, 0, 3)])
def test_a_shell_counts_its_he_or_half_its_ap(he: int, ap: int, apr: int) -> None:
    assert buildings.shell_apr(he, ap) == apr


@pytest.mark.rule("NUT-BLDG-09")
@pytest.mark.parametrize(("apr", "dv"), [(5, 3), (3, 2), (2, 2), (11, 2)])
def test_the_odds_at_a_wall_are_those_of_the_dice(apr: int, dv: int) -> None:
    exact = buildings.chances(apr, dv)
    found = dict.fromkeys(exact, 0.0)
    for one in range(1, 7):
        for other in range(1, 7):
            passed = sum(face <= apr - dv for face in (one, other))
            found[buildings.result(passed)] += 1 / 36
    assert exact == pytest.approx(found)


@pytest.mark.rule("NUT-BLDG-10")
def test_charges_count_whole_and_rockets_half() -> None:
    assert (buildings.charge_apr(5, rocket=False), buildings.charge_apr(11, rocket=True)) == (5, 6)


@pytest.mark.rule("NUT-BLDG-10")
def test_a_breach_is_a_way_in_and_out() -> None:
    made = field(red("a", 12, 12.3), blue("b", 20.6, 12.3), features=[COTTAGE])
    with_dice(made, 1, 5)
    toll = Toll()
    found = buildings.charge(made, toll, room(made, "house"), 5, (19.0, 12.3), FIRE)  # type: ignore[arg-type]
    assert found == "shakes"
    (breach,) = [o for o in rooms.building(made.board, "house").openings if o.kind == "breach"]
    assert (breach.x, breach.y, breach.normal_deg, breach.width_in) == (20.0, 12.3, 180.0, 2.0)
    assert rooms.building(made.board, "house").is_outer(breach)
    assert geometry.sees(made, made.stand("a"), made.stand("b"))


@pytest.mark.rule("NUT-BLDG-11")
def test_a_shell_on_a_roof_bursts_against_dv_1_for_the_top_storey() -> None:
    made = field(blue("top", 22, 12), blue("low", 23, 12), features=[BLOCK])
    made.stand("top").floor = 2
    burst = blast.of_weapon("medium mortar 81/82mm")
    toll, event = Toll(), made.happen(Said(key="test"))
    with_dice(made, 1, 5)
    for _ in high_explosive.shell_falls(made, burst, (22.0, 12.0), (22.0, 12.0), event, toll):  # type: ignore[arg-type]
        pass
    assert toll.knocked_down == ["top"] and not toll.incoming


# ---------------------------------------------------------------- collapse


@pytest.mark.rule("NUT-COLL-01")
@pytest.mark.parametrize(("storeys", "impact"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_impact_follows_the_storeys(storeys: int, impact: int) -> None:
    assert collapse.impact(storeys) == impact


@pytest.mark.rule("NUT-COLL-01")
def test_all_above_falls_too() -> None:
    men = [blue(f"b{n}", 22 + n, 12) for n in range(4)]
    made = field(
        *men, blue("next", 30, 12), features=[area("block", "building", 20, 10, 32, 20, height=3.0, roof="flat")]
    )
    for n in range(4):
        made.stand(f"b{n}").floor = n
    assert rooms.on_roof(made.board, 25, 12, 3) is not None
    with_dice(made, 6, 6, 6)
    toll = Toll()
    collapse.area(made, toll, room(made, "block", floor=1))  # type: ignore[arg-type]
    assert toll.knocked_down == ["b1", "b2", "b3"]
    assert all(made.stand(f"b{n}").floor == 0 for n in range(4))


@pytest.mark.rule("NUT-COLL-02")
def test_a_fallen_area_is_rubble_and_the_rest_stands() -> None:
    made = field(blue("b", 22, 12), blue("c", 30, 12), features=[BLOCK])
    with_dice(made, 6)
    collapse.area(made, Toll(), room(made, "block"))  # type: ignore[arg-type]
    left = rooms.building(made.board, "block")
    assert left.fallen == {(0, 0), (1, 0), (2, 0)} and left.storeys == 3 and left.dv == 3
    assert [a.number for a in left.areas] == [0, 1, 2, 3]
    assert rooms.room_at(made.board, 22, 12, 0) is None
    assert made.board.terrain_at(22, 12)[0] == "rubble"
    assert rooms.room_at(made.board, 30, 12, 0) is not None
    open_now = [o for o in left.openings_of(0, 1) if o.kind == "doorway"]
    assert len(open_now) == 1  # the doorway to the fallen room leads out now


@pytest.mark.rule("NUT-COLL-02")
def test_an_upper_area_that_falls_leaves_the_house_lower_there() -> None:
    made = field(features=[BLOCK])
    with_dice(made)
    collapse.area(made, Toll(), room(made, "block", floor=1))  # type: ignore[arg-type]
    left = rooms.building(made.board, "block")
    assert left.height_of(0) == 1 and left.height_of(1) == 3
    heights = {f.height for f in made.board.features if f.kind == "building"}
    assert heights == {1.0, 3.0}
    assert rooms.building_at(made.board, 22, 12) is not None and rooms.room_at(made.board, 22, 12, 0) is not None
    with_dice(made, 6)
    collapse.area(made, Toll(), room(made, "block", floor=1, number=1))  # type: ignore[arg-type]
    again = rooms.building(made.board, "block")
    assert {(1, 0), (1, 1)} <= again.fallen


@pytest.mark.rule("NUT-COLL-02")
@pytest.mark.parametrize(("die", "stands"), [(2, False), (3, True)])
def test_half_a_storey_gone_tests_the_rest(die: int, stands: bool) -> None:
    made = field(features=[area("long", "building", 20, 10, 30, 16, dv=2)])
    with_dice(made, die)
    collapse.area(made, Toll(), room(made, "long"))  # type: ignore[arg-type]
    assert told(made) == ["rest_falls"]
    assert made.board.has_feature("long") is stands
    assert made.board.terrain_at(28, 12)[0] == ("building" if stands else "rubble")


@pytest.mark.rule("NUT-COLL-03")
def test_a_demolition_destroys_all_and_strikes_what_is_near() -> None:
    made = field(blue("in", 22, 12), red("near", 24, 16.2), red("far", 25, 22), features=[COTTAGE])
    with_dice(made, 6, 6, 6)
    (cause,) = collapse.blow_up(made, "house")  # type: ignore[arg-type]
    assert isinstance(cause, Aftermath)
    assert not made.board.has_feature("house") and made.board.terrain_at(23, 12)[0] == "rubble"
    assert "near" in struck(cause.toll) and "far" not in cause.toll.incoming
    assert set(cause.toll.knocked_down) == {"in", "near"}
