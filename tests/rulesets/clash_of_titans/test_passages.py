"""Getting in and out of houses, moving inside, stairs. Rules: NUT-BLDG-04, -05, NUT-COLL-04, NUT-MOVE-11."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, red, stand
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.engine.orders import Act, Move
from wargame.rulesets.clash_of_titans import act_table, fires, movement, passages

HOUSE = area("house", "building", 20, 10, 30, 16, height=2.0, front=270.0)
"""Two areas, border at x = 25; doors in the lower wall at 22.5 and 27.5, a doorway at (25, 13), windows in the west at
y = 11.5 and 14.5; the stairs at (22.5, 13)."""


def along(made: Field, *path: tuple[float, float], who: str = "a") -> passages.Indoors:
    man = made.stand(who)
    return passages.along(made, man, [(man.x, man.y), *path], 8.0)


def costs(found: passages.Indoors) -> list[tuple[str, float]]:
    return [(p.note, p.cost_in) for p in found.passages]


@pytest.mark.rule("NUT-BLDG-04")
def test_a_door_costs_nothing_a_window_half_the_move() -> None:
    made = field(red("a", 22.5, 8), features=[HOUSE])
    door = along(made, (22.5, 12))
    assert costs(door) == [("through a door", 0.0)] and door.room == "house:0" and door.refusal is None
    made.stand("a").x, made.stand("a").y = 18.0, 11.5
    window = along(made, (21, 11.5))
    assert costs(window) == [("through a window", 4.0)] and window.inside_in == pytest.approx(1.0)


@pytest.mark.rule("NUT-BLDG-04")
def test_nobody_goes_through_a_wall() -> None:
    made = field(red("a", 18, 13), features=[HOUSE])
    found = along(made, (21, 13))
    assert found.refusal is not None and found.refused_at_in == pytest.approx(2.0)
    assert movement.plan(made, made.stand("a"), ((21.0, 13.0),)).refusal is not None
    assert movement.plan(made, made.stand("a"), ((19.0, 13.0),)).refusal is None


@pytest.mark.rule("NUT-BLDG-04")
def test_a_breach_costs_as_rubble() -> None:
    made = field(
        red("a", 18, 13), features=[area("house", "building", 20, 10, 30, 16, breaches="0,0,20.0,13.0,180.0,2")]
    )
    assert costs(along(made, (21, 13.8))) == [("through a breach", 1.0)]


@pytest.mark.rule("NUT-BLDG-05")
def test_a_doorway_costs_an_inch_and_there_is_no_other_way_between_rooms() -> None:
    made = field(red("a", 23, 13), features=[HOUSE])
    assert costs(along(made, (27, 13))) == [("through a doorway", 1.0)]
    assert along(made, (23, 11), (27, 11)).refusal is not None
    plan = movement.plan(made, made.stand("a"), ((27.0, 13.0),))
    assert plan.refusal is None and plan.cost == pytest.approx(5.0) and plan.room == "house:1"


@pytest.mark.rule("NUT-BLDG-04")
def test_mounts_are_ridden_through_large_doors_only() -> None:
    for kind, legal in (("", False), ("barn", True)):
        made = field(red("a", 22.5, 8), features=[area("house", "building", 20, 10, 30, 16, front=270.0, type=kind)])
        made.stand("a").mounted = True
        assert (along(made, (22.5, 12)).refusal is None) is legal


@pytest.mark.rule("NUT-COLL-04")
def test_nobody_goes_into_a_burning_room() -> None:
    made = field(red("a", 22.5, 8), features=[HOUSE])
    place = fires.place_at(made.board, (22.0, 12.0))
    assert place is not None
    fires.ignite(made, place)  # type: ignore[arg-type]
    found = along(made, (22.5, 12))
    assert found.refusal is not None and "NUT-COLL-04" in found.refusal.rules
    crops = field(red("a", 10, 10), features=[area("c", "crops", 12, 8, 20, 16)])
    patch = fires.place_at(crops.board, (14.0, 10.0))
    assert patch is not None
    fires.ignite(crops, patch)  # type: ignore[arg-type]
    assert movement.plan(crops, crops.stand("a"), ((14.0, 10.0),)).refusal is not None


@pytest.mark.rule("NUT-MOVE-11")
@pytest.mark.parametrize(("floor", "legal"), [(1, True), (2, False)])
def test_one_jumps_down_one_level(floor: int, legal: bool) -> None:
    made = field(red("a", 21, 11.5), features=[area("house", "building", 20, 10, 30, 16, height=3.0, front=270.0)])
    made.stand("a").floor = floor
    found = along(made, (18, 11.5))
    assert (found.refusal is None) is legal
    if legal:
        assert found.floor == 0 and found.room == ""


@pytest.mark.rule("NUT-BLDG-11")
def test_a_roof_ends_at_its_edge() -> None:
    made = field(red("a", 22, 12), features=[area("house", "building", 20, 10, 30, 16, height=1.0, roof="flat")])
    made.stand("a").floor = 1
    assert along(made, (28, 14)).refusal is None
    assert along(made, (32, 14)).refusal is not None


@pytest.mark.rule("NUT-BLDG-04")
def test_the_reach_of_a_man_goes_round_walls_and_through_doors() -> None:
    made = field(red("a", 18, 13), features=[HOUSE])
    reach = movement.reach_of(made, made.stand("a"))
    assert reach.contains(19.0, 13.0) and not reach.contains(21.0, 13.0)
    made.stand("a").x, made.stand("a").y = 22.5, 8.0
    inside = movement.reach_of(made, made.stand("a"))
    assert inside.contains(22.5, 12.0) and inside.contains(24.0, 14.0)
    assert not inside.contains(19.6, 17.0) or inside.cost(19.6, 17.0) > inside.cost(22.5, 12.0)


@pytest.mark.rule("NUT-BLDG-02")
def test_a_walk_into_a_house_is_known_by_the_room() -> None:
    battle = build.battle_of(red("a", 22.5, 8), blue("b", 60, 40), features=[HOUSE], dice=[])
    build.order(battle, Move(stand="a", path=((22.5, 12.0),)))
    man = stand(battle, "a")
    assert (man.x, man.y, man.room, man.floor) == (22.5, 12.0, "house:0", 0)
    assert man.moved_in == pytest.approx(4.0)


@pytest.mark.rule("NUT-BLDG-05")
def test_stairs_take_four_inches() -> None:
    battle = build.battle_of(red("a", 22.5, 12.5), red("c", 28, 12), blue("b", 60, 40), features=[HOUSE], dice=[])
    assert [r.id for r in act_table.rows(battle, stand(battle, "c")) if r.id.startswith("stairs")] == []
    assert [r.id for r in act_table.rows(battle, stand(battle, "a")) if r.id.startswith("stairs")] == ["stairs.up"]
    build.order(battle, Act(stand="a", act="stairs.up"))
    man = stand(battle, "a")
    assert (man.floor, man.moved_in, man.room) == (1, 4.0, "house:0")
    row = next(r for r in act_table.rows(battle, man) if r.id == "stairs.down")
    assert row.refusal is None
    build.order(battle, Act(stand="a", act="stairs.down"))
    assert stand(battle, "a").floor == 0
    left = [r for r in act_table.rows(battle, stand(battle, "a")) if r.id == "stairs.up"]
    assert all(r.refusal is not None for r in left)


@pytest.mark.rule("NUT-BLDG-05")
def test_nobody_moves_fast_inside() -> None:
    made = field(red("a", 22.5, 8), features=[HOUSE])
    path = ((22.5, 12.0),)
    assert movement.plan(made, made.stand("a"), path, movement.FAST).refusal is not None
    made.stand("a").fast_passed = 2
    assert movement.plan(made, made.stand("a"), path).refusal is None
    made.stand("a").moved_in = 6.0
    assert movement.plan(made, made.stand("a"), path).refusal is not None
