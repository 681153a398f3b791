"""Driving: speeds, turns, reversing, bad ground, losing control, obstacles, ramming, getting free."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import PANZER_IV_G, T60, TIGER, TRUCK, german, purposes, russian
from wargame.engine.orders import Act, Assault, Move
from wargame.rulesets.clash_of_titans import (
    control,
    ramming,
    vehicle_ground,
    vehicle_moves,
    vehicle_reach,
)
from wargame.rulesets.clash_of_titans.state import OUT
from wargame.rulesets.clash_of_titans.steering import FAST, PIVOT, REVERSE


def alone(line=PANZER_IV_G, *more, dice=(), features=(), x=20.0, y=24.0, facing=0.0, **fields):
    """A German vehicle with nobody about who could see it, about to drive."""
    return build.battle_of(german("v", line, x, y, facing=facing, **fields), *more, dice=dice, features=features)


def plan(battle, *path, mode="", facing=None):
    return vehicle_moves.plan(battle, build.stand(battle, "v"), path, mode, facing)


def drive(battle, *path, mode="", facing=None):
    build.order(battle, Move(stand="v", path=path, mode=mode, facing_deg=facing))
    return build.stand(battle, "v")


ROAD = build.strip("road", "road", (0, 24), (72, 24), width=2.5)


@pytest.mark.rule("NUT-VMOV-01")
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([(30.0, 24.0)], None),
        ([(30.1, 24.0)], "may be spent"),
        ([(24.0, 24.0), (27.0, 27.0)], None),
        ([(24.0, 24.0), (25.0, 27.0)], "45 at a time"),
        ([(21.0, 24.0), (22.0, 24.8), (25.0, 24.8)], "in apart"),
        ([(23.0, 24.0), (25.0, 26.0), (27.5, 26.0), (29.0, 27.0)], "makes 2 turns"),
    ],
)
def test_the_move_of_a_vehicle(path, why):
    battle = alone()
    spec = build.stand(battle, "v").spec
    assert (spec.off_in, spec.turns) == (10.0, 2)
    found = plan(battle, *path)
    assert (found.refusal is None) if why is None else (why in found.refusal.text)


@pytest.mark.rule("NUT-VMOV-01")
def test_on_the_road_all_the_way():
    battle = alone(features=[ROAD])
    road = build.stand(battle, "v").spec.road_in
    assert plan(battle, (20.0 + road, 24.0)).refusal is None and road > 10.0
    assert plan(battle, (28.0, 24.0), (34.0, 27.0)).refusal is not None
    moved = drive(battle, (20.0 + road, 24.0))
    assert moved.x == 20.0 + road and not moved.fast_moving


@pytest.mark.rule("NUT-VMOV-01", "NUT-VMOV-03")
def test_the_reach_knows_the_turns():
    battle = alone()
    stand = build.stand(battle, "v")
    ahead = vehicle_reach.reach_of(battle, stand)
    assert ahead.contains(29.5, 24.0) and ahead.contains(25.0, 29.0) and not ahead.contains(15.0, 24.0)
    back = vehicle_reach.reach_of(battle, stand, REVERSE)
    assert back.contains(16.0, 24.0) and not back.contains(14.0, 24.0) and not back.contains(24.0, 24.0)


@pytest.mark.rule("NUT-VMOV-02")
@pytest.mark.parametrize(("line", "may"), [(PANZER_IV_G, True), (TRUCK, False), ("sdkfz_251_1", False)])
def test_turning_on_a_dime(line, may):
    battle = alone(line)
    if not may:
        assert plan(battle, mode=PIVOT, facing=150.0).refusal.rules == ("NUT-VMOV-02",)
        return
    turned = drive(battle, mode=PIVOT, facing=150.0)
    assert turned.facing_deg == 150.0 and turned.moved_in == 5.0
    assert plan(battle, mode=PIVOT, facing=0.0).refusal is not None, "once"


@pytest.mark.rule("NUT-VMOV-03")
def test_reversing():
    battle = alone()
    assert plan(battle, (14.9, 24.0), mode=REVERSE).refusal is not None
    moved = drive(battle, (16.0, 24.0), mode=REVERSE)
    assert (moved.x, moved.facing_deg) == (16.0, 0.0)
    refused = build.refusal(battle, Move(stand="v", path=((18.0, 24.0),)))
    assert refused.rules == ("NUT-VMOV-03",)


@pytest.mark.rule("NUT-VMOV-04")
@pytest.mark.parametrize(("dice", "x"), [((1, 2), 40.0), ((1, 6), 35.0), ((6, 6), 30.0)])
def test_fast_move(dice, x):
    battle = alone(dice=dice)
    moved = drive(battle, (40.0, 24.0), mode=FAST)
    assert moved.x == pytest.approx(x, abs=0.02) and moved.fast_moving == (x > 30.0)
    assert purposes(battle) == ["fast_move"]


@pytest.mark.rule("NUT-VMOV-04", "NUT-VMOV-06")
def test_swerving_at_speed_calls_for_lose_control():
    battle = alone(dice=[1, 1, 1, 2])
    drive(battle, (30.0, 24.0), (36.0, 28.0), mode=FAST)
    assert purposes(battle) == ["fast_move", "lose_control"]
    straight = alone(dice=[1, 1])
    drive(straight, (36.0, 24.0), mode=FAST)
    assert purposes(straight) == ["fast_move"]


WOODS = build.area("woods", "woods_light", 24, 10, 44, 40, height=2.0)


@pytest.mark.rule("NUT-VMOV-05")
@pytest.mark.parametrize(
    ("line", "kind", "cost"),
    [
        (PANZER_IV_G, "woods_light", 2.0),
        (TIGER, "woods_light", None),
        (TRUCK, "woods_light", None),
        (PANZER_IV_G, "crater", 2.0),
        (TRUCK, "crater", None),
    ],
)
def test_going_and_class(line, kind, cost):
    battle = alone(line, features=[build.area("ground", kind, 24, 10, 44, 40, height=2.0)])
    found = plan(battle, (26.0, 24.0))
    if cost is None:
        assert found.refusal is not None and "NUT-VMOV-05" in found.refusal.rules
    else:
        assert found.cost == pytest.approx(4.0 + 2.0 * cost)


@pytest.mark.rule("NUT-VMOV-05")
@pytest.mark.parametrize(("die", "stuck"), [(4, False), (5, True)])
def test_getting_stuck(die, stuck):
    battle = alone(dice=[die], features=[build.area("mud", "swamp", 24, 10, 44, 40)])
    moved = drive(battle, (27.0, 24.0))
    assert purposes(battle) == ["getting_stuck"] and moved.stuck == stuck
    assert moved.x == (26.0 if stuck else 27.0)


@pytest.mark.rule("NUT-VMOV-11")
@pytest.mark.parametrize(("die", "free"), [(2, True), (6, False)])
def test_a_stuck_vehicle_tries_again(die, free):
    battle = alone(dice=[die])
    build.stand(battle, "v").stuck = True
    moved = drive(battle, (24.0, 24.0))
    assert moved.stuck == (not free) and moved.x == (24.0 if free else 20.0)


@pytest.mark.rule("NUT-VMOV-11")
@pytest.mark.parametrize(("die", "free"), [(2, True), (6, False)])
def test_pulling_another_free(die, free):
    other = german("w", T60, 24.3, 24)
    battle = alone(PANZER_IV_G, other, dice=[die])
    stuck = build.stand(battle, "w")
    stuck.bogged, stuck.x = True, 20.0 + 4.5 / 2 + stuck.base.depth_in / 2
    assert vehicle_moves.may_move(battle, stuck).rules == ("NUT-VMOV-11",)
    build.order(battle, Act(stand="v", act="pull_free", target="w"))
    assert purposes(battle) == ["pull_free"] and stuck.bogged == (not free)
    assert build.stand(battle, "v").finished or build.state(battle).active_group != "v-group"


@pytest.mark.rule("NUT-VMOV-06")
@pytest.mark.parametrize(("dice", "x"), [([1, 2], 29.0), ([1, 6], 26.5), ([6, 6, 1, 4], 24.0)])
def test_losing_control_over_an_edge(dice, x):
    gully = build.area("gully", "gully", 24, 10, 44, 40)
    battle = alone(dice=dice, features=[gully])
    moved = drive(battle, (29.0, 24.0))
    assert purposes(battle)[0] == "lose_control"
    if len(dice) == 2:
        assert moved.x == pytest.approx(x, abs=0.02)
    else:
        assert moved.facing_deg == 45.0 and moved.x > 24.0 and moved.y > 24.0 and moved.control_lost


@pytest.mark.rule("NUT-VMOV-07")
@pytest.mark.parametrize(
    ("face", "what"), [(1, "wrecked"), (2, "stalled"), (3, "stalled"), (4, "nothing"), (6, "nothing")]
)
def test_out_of_control(face, what):
    assert control.mishap_of(face) == what
    gully = build.area("gully", "gully", 24, 10, 44, 40)
    battle = alone(dice=[6, 6, 1, face, *[1] * 10], features=[gully])
    moved = drive(battle, (29.0, 24.0))
    assert moved.knocked_out == (what == "wrecked") and bool(moved.stalled_turn) == (what == "stalled")
    if what == "stalled":
        moved.active_turn = moved.stalled_turn + 1
        moved.finished = moved.control_lost = False
        assert vehicle_moves.may_move(battle, moved).rules == ("NUT-VMOV-07",)


WALL = build.strip("wall", "wall", (26, 10), (26, 40))


@pytest.mark.rule("NUT-VMOV-08")
@pytest.mark.parametrize(("dice", "x"), [([1, 1], 29.0), ([1, 6], None), ([6, 6, 2], None), ([6, 6, 1], None)])
def test_over_run_of_an_obstacle(dice, x):
    battle = alone(dice=dice, features=[WALL])
    moved = drive(battle, (29.0, 24.0))
    rolled = build.rolls(battle, "over_run")[0]
    assert [m.add for m in rolled.modifiers] == [1, -vehicle_ground.dv_of(battle.ground, "wall")]
    stopped = len(dice) == 3
    if x is not None:
        assert moved.x == x
    else:
        assert (moved.x + 2.25 <= 26.0) if stopped else 24.0 < moved.x < 29.0
    assert moved.immobilised == (dice[-1] == 1 and stopped)


@pytest.mark.rule("NUT-VMOV-09")
def test_what_is_left_of_an_obstacle():
    battle = alone(dice=[1, 1], features=[build.strip("fence", "fence", (26, 10), (26, 40))])
    dv = vehicle_ground.dv_of(battle.ground, "fence")
    assert dv <= 2
    drive(battle, (29.0, 24.0))
    gone = [f for f in battle.board.features if f.kind == "fence"]
    if dv:
        assert len(gone) == 2 and all(f.id != "fence" for f in gone)
    truck = alone(TRUCK, features=[build.strip("wall", "wall", (26, 10), (26, 40), dv=2)])
    assert "cannot drive through" in plan(truck, (29.0, 24.0)).refusal.text
    light = alone(T60, features=[build.strip("wall", "wall", (26, 10), (26, 40), dv=3)])
    assert "cannot drive through" in plan(light, (29.0, 24.0)).refusal.text


@pytest.mark.rule("NUT-VMOV-10")
@pytest.mark.parametrize(("contact", "square", "dice"), [(2, False, 6), (2, True, 9), (1, False, 3), (1, True, 6)])
def test_dice_of_the_rammer(contact, square, dice):
    assert ramming.dice_of(6, contact, square) == dice
    assert [ramming.result(n) for n in (0, 1, 2, 3)] == ["nothing", "lamed", "crushed", "crushed"]


@pytest.mark.rule("NUT-VMOV-10")
@pytest.mark.parametrize("first", [(1, 1), (6, 6)])
def test_ramming(first):
    battle = alone(
        TIGER, russian("t", T60, 28, 24, facing=90.0), dice=[6, 6, *first, *[1] * 10, *[2, 3, 5] * 50], x=20.0
    )
    battle.state.groups["t-group"].activated_turn = battle.state.turn
    assert ramming.is_square(build.stand(battle, "v"), build.stand(battle, "t"))
    build.order(battle, Assault(stand="v", target="t"))
    bashes = build.rolls(battle, "bash")
    assert len(bashes) == (2 if first == (1, 1) else 0)
    assert build.rolls(battle, "ramming")


@pytest.mark.rule("NUT-VMOV-13")
def test_motorcycles_and_bicycles():
    cycle = alone("motorcycle")
    spec = build.stand(cycle, "v").spec
    assert (spec.road_in, spec.off_in, spec.turns) == (18.0, 10.0, 2) and spec.crew + spec.seats in (2, 3)
    assert plan(cycle, mode=PIVOT, facing=90.0).refusal is not None
    bicycle = alone("bicycle")
    turned = drive(bicycle, mode=PIVOT, facing=90.0)
    assert turned.facing_deg == 90.0 and turned.moved_in == 0.0


@pytest.mark.rule("NUT-SIGHT-01")
def test_who_lies_where_a_drive_ends_does_not_keep_it_from_starting():
    """Somebody sees the vehicle on its way, where its hull already reaches over a man who lies there."""
    battle = alone(
        PANZER_IV_G,
        build.blue("lies", 24.5, 24.3),
        build.blue("sees", 22.8, 34.0, facing=270.0, group="blue-2"),
        dice=[6, 6],
        features=[build.area("house", "building", 10, 28, 22.5, 31)],
    )
    build.stand(battle, "lies").status = OUT
    moved = drive(battle, (23.5, 24.0))
    assert "in_sight" in purposes(battle) and moved.x == 23.5
