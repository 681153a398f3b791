"""Movement on foot. Rules: NUT-MOVE-01 to -12, NUT-GEO-01, -06, NUT-TERR-06."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import (
    Unit,
    area,
    battle_of,
    blue,
    order,
    red,
    refusal,
    rolls,
    squad,
    stand,
    state,
    strip,
    with_dice,
)
from wargame.board import Feature
from wargame.engine.battle import Battle
from wargame.engine.orders import Act, Move, Picked
from wargame.rulesets.clash_of_titans import activation, movement, status, steps

FAR = blue("x", 70, 46, facing=0.0, group="far")
"""A Russian who looks away."""
KEEPER = red("keeper", 5, 47, nco=True)
"""The leader, far away, who still has something to do."""


def lone(*features: Feature, units: tuple[Unit, ...] = (), **fields: object) -> Battle:
    """One German at (5, 5) about to act."""
    return battle_of(red("a", 5, 5, **fields), KEEPER, FAR, *units, features=features)


def price(battle: Battle, *path: tuple[float, float], mode: str = "", man: str = "a") -> float:
    """What a path costs him."""
    return movement.plan(battle, stand(battle, man), path, mode).cost


@pytest.mark.rule("NUT-MOVE-01")
def test_a_man_moves_eight_inches_in_any_directions() -> None:
    """8 in, not 8.1, round a corner too."""
    battle = lone()
    assert refusal(battle, Move(stand="a", path=((13.1, 5),))).at is not None
    order(battle, Move(stand="a", path=((9, 5), (9, 9))))
    assert (stand(battle, "a").x, stand(battle, "a").y) == (9.0, 9.0)


@pytest.mark.rule("NUT-GEO-06")
def test_he_faces_freely_when_he_moves() -> None:
    """The last leg, or as ordered; turning alone costs nothing."""
    battle = lone()
    order(battle, Move(stand="a", path=((5, 8),)))
    assert stand(battle, "a").facing_deg == 90.0
    order(battle, Move(stand="a", path=(), facing_deg=200.0))
    assert stand(battle, "a").facing_deg == 200.0
    assert stand(battle, "a").moved_in == 3.0


@pytest.mark.rule("NUT-MOVE-05")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [("woods_light", 2.0), ("rubble", 2.0), ("brush", 2.0), ("swamp", 2.0), ("crops", 1.33), ("road", 1)],
)
def test_difficult_ground_costs_more(kind: str, cost: float) -> None:
    """Each inch inside costs two; crops a third extra; roads do nothing for foot."""
    battle = lone(area("f", kind, 6, 0, 8, 20))
    assert price(battle, (7, 5)) == pytest.approx(1 + cost)


@pytest.mark.rule("NUT-MOVE-05")
def test_rivers_stop_men_on_foot() -> None:
    """A river is no way."""
    battle = lone(area("r", "river", 7, 0, 10, 20))
    assert "NUT-MOVE-05" in refusal(battle, Move(stand="a", path=((9, 5),))).rules


@pytest.mark.rule("NUT-MOVE-06")
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence"])
def test_a_low_obstacle_costs_two_inches_to_cross(kind: str) -> None:
    """3 in of path over a wall take 5 in of move."""
    battle = lone(strip("w", kind, (6.5, 0), (6.5, 20)))
    assert price(battle, (8, 5)) == pytest.approx(5.0)


@pytest.mark.rule("NUT-MOVE-06")
def test_a_high_wall_takes_the_whole_move() -> None:
    """Over it and no farther: the inches of the path are on top of a move already spent."""
    battle = lone(strip("w", "wall", (5.6, 0), (5.6, 20), high=True))
    assert price(battle, (6.5, 5)) > 8.0


@pytest.mark.rule("NUT-MOVE-06")
def test_a_trench_costs_two_inches_to_enter_and_two_to_leave() -> None:
    """In at 2, out again at 2 more."""
    battle = lone(strip("t", "trench", (7.5, 0), (7.5, 20), width=1.0))
    assert price(battle, (7.5, 5)) == pytest.approx(2.5 + 2.0)
    assert price(battle, (9, 5)) == pytest.approx(4.0 + 4.0)


@pytest.mark.rule("NUT-TERR-06")
def test_going_uphill_costs_the_height_once_more() -> None:
    """One contour up: two inches extra; down again nothing."""
    battle = lone(area("h", "hill", 7, 0, 11, 20, height=1))
    assert price(battle, (8, 5)) == pytest.approx(3.0 + 2.0)
    battle = lone(area("h", "hill", 0, 0, 7, 20, height=1))
    assert price(battle, (8, 5)) == pytest.approx(3.0)


@pytest.mark.rule("NUT-MOVE-02")
@pytest.mark.parametrize(("dice", "inches"), [((1, 2), 16.0), ((1, 6), 12.0), ((6, 6), 8.0)])
def test_a_fast_move_is_tested_and_leads_sixteen_twelve_or_eight_inches(dice: tuple[int, int], inches: float) -> None:
    """In the open: pass 2, 1, 0. Only who moved more than 8 in is fast moving."""
    battle = with_dice(lone(), *dice)
    order(battle, Move(stand="a", path=((21, 5),), mode="fast"))
    assert stand(battle, "a").x == pytest.approx(5 + inches, abs=0.02)
    assert stand(battle, "a").fast_moving == (inches > 8)


@pytest.mark.rule("NUT-MOVE-02")
def test_those_in_cover_who_pass_nothing_stay_where_they_are() -> None:
    """In the woods: pass 0, no move at all."""
    battle = with_dice(lone(area("f", "woods_light", 3, 3, 7, 7)), 6, 6)
    order(battle, Move(stand="a", path=((9, 5),), mode="fast"))
    assert (stand(battle, "a").x, stand(battle, "a").moved_in >= 8) == (5.0, True)


@pytest.mark.rule("NUT-MOVE-02", "NUT-LDR-02")
def test_several_set_out_on_one_test_with_the_leader_die() -> None:
    """One roll for those who set out together."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=3, rep=4), FAR)
    order(battle, Act(stand="red-1-1", act="fast_move"))
    with_dice(battle, 3, 6, 4)
    order(battle, Picked(items=(("red-1-2", 1),)))
    assert len(rolls(battle, "fast_move")) == 1
    assert [stand(battle, f"red-1-{n}").fast_passed for n in (1, 2, 3)] == [2, 2, None]
    order(battle, Move(stand="red-1-2", path=((20, 6.5),)))


@pytest.mark.rule("NUT-MOVE-03")
def test_whoever_moved_more_than_his_normal_move_is_fast_moving() -> None:
    """Nine inches on a passed test: as a target and as a shooter."""
    battle = with_dice(lone(), 1, 2)
    order(battle, Move(stand="a", path=((14, 5),), mode="fast"))
    assert stand(battle, "a").fast_moving


@pytest.mark.rule("NUT-MOVE-03")
def test_fast_moving_lasts_until_the_next_activation() -> None:
    """The flag goes when his group begins to act again."""
    battle = lone()
    stand(battle, "a").fast_moving = True
    activation.freshen(battle, stand(battle, "a"))
    assert not stand(battle, "a").fast_moving


@pytest.mark.rule("NUT-MOVE-07")
@pytest.mark.parametrize(("dice", "x"), [((1, 2), 6.9), ((1, 6), 6.35), ((6, 6), 5.0)])
def test_wire_is_crossed_only_on_a_passed_fast_move(dice: tuple[int, int], x: float) -> None:
    """Pass 2: through, 2 in; pass 1: 1 in into it; pass 0: stays put."""
    wire = area("w", "wire", 5.35, 0, 6.4, 20)
    battle = lone(wire)
    assert "NUT-MOVE-07" in refusal(battle, Move(stand="a", path=((6.9, 5),))).rules
    with_dice(battle, *dice)
    order(battle, Move(stand="a", path=((6.9, 5),), mode="wire"))
    assert stand(battle, "a").x == pytest.approx(x, abs=0.011)


@pytest.mark.rule("NUT-MOVE-08")
def test_heavy_loads_are_slow_and_never_fast() -> None:
    """An MMG: 4 in alone, 6 in with a comrade beside; a casualty halves the move, a second bearer makes it good."""
    battle = battle_of(red("a", 5, 5, "GE_mmg"), red("b", 20, 5), red("hurt", 21, 5), red("c", 22, 5), FAR)
    state_ = state(battle)
    assert movement.full_move(state_, stand(battle, "a")) == 4.0
    assert not movement.may_go_fast(state_, stand(battle, "a"))
    stand(battle, "c").x = 6.5
    assert movement.full_move(state_, stand(battle, "a")) == 6.0
    stand(battle, "b").carrying = "hurt"
    assert movement.full_move(state_, stand(battle, "b")) == 4.0
    stand(battle, "c").x, stand(battle, "c").carrying = 21.0, "hurt"
    assert movement.full_move(state_, stand(battle, "b")) == 8.0


@pytest.mark.rule("NUT-GEO-01")
def test_nobody_ends_on_another_nor_passes_through_an_enemy() -> None:
    """Through a friend, not onto him; an enemy is in the way."""
    units = (red("friend", 8, 5), blue("foe", 5, 10, facing=90.0))
    battle = lone(units=units)
    assert "NUT-GEO-01" in refusal(battle, Move(stand="a", path=((8.3, 5),))).rules
    status.set_status(battle, stand(battle, "foe"), "ducked_back")
    assert "NUT-GEO-01" in refusal(battle, Move(stand="a", path=((5, 12),))).rules
    order(battle, Move(stand="a", path=((10, 5),)))


@pytest.mark.rule("NUT-GEO-01")
def test_men_out_of_the_fight_are_stepped_over() -> None:
    """A body lies in the way of nobody, but nobody stops on it."""
    battle = lone(units=(blue("foe", 5, 8, facing=90.0),))
    status.lose(battle, stand(battle, "foe"), "out_of_the_fight")
    assert "NUT-GEO-01" in refusal(battle, Move(stand="a", path=((5, 8.5),))).rules
    order(battle, Move(stand="a", path=((5, 11),)))


@pytest.mark.rule("NUT-MOVE-10")
def test_whoever_stands_at_the_edge_may_leave_the_table() -> None:
    """He is gone for this mission, but no casualty."""
    battle = lone()
    order(battle, Move(stand="a", path=((0.5, 5),)))
    order(battle, Act(stand="a", act="leave"))
    assert stand(battle, "a").gone == "left left"


@pytest.mark.rule("NUT-MOVE-10")
def test_nobody_leaves_from_the_middle_of_the_table() -> None:
    """Not offered away from the edge."""
    assert refusal(lone(), Act(stand="a", act="leave")).kind == "malformed"


def test_attributes_change_the_move() -> None:
    """Fast men go 10 and 20, 15, 10; slow ones 6 and 12, 9, 6."""
    battle = lone(attributes=("Fast",))
    man, state_ = stand(battle, "a"), state(battle)
    assert movement.full_move(state_, man) == 10.0
    assert [movement.fast_move(state_, man, n) for n in (2, 1, 0)] == [20.0, 15.0, 10.0]
    man.attributes = ("Slow",)
    assert [movement.fast_move(state_, man, n) for n in (2, 1, 0)] == [12.0, 9.0, 6.0]


@pytest.mark.rule("NUT-MOVE-04")
@pytest.mark.parametrize(("snow", "inches"), [("impeding", (6.0, 12.0)), ("deep", (4.0, 4.0))])
def test_snow_limits_men_on_foot(snow: str, inches: tuple[float, float]) -> None:
    """6 in, or 12 on a Fast Move; in deep snow 4 in either case; a Fast man is limited too."""
    battle = lone(attributes=("Fast",) if snow else ())
    state(battle).options["snow_ground"] = snow
    here, man = state(battle), stand(battle, "a")
    assert (movement.full_move(here, man), movement.fast_move(here, man, 2)) == inches


@pytest.mark.rule("NUT-TERR-04")
def test_woods_are_walked_at_half_move() -> None:
    """Two inches of woods cost four, and the price says why."""
    found = movement.plan(lone(area("f", "forest", 6, 0, 20, 20)), stand(lone(), "a"), ((8, 5),))
    assert found.cost == pytest.approx(5.0)
    assert "NUT-TERR-04" in found.price.rules


@pytest.mark.rule("NUT-TERR-09")
def test_streams_are_difficult_and_rivers_stop_a_man() -> None:
    """A stream 2 in wide costs double, a river cannot be entered, a bridge crosses it."""
    man = stand(lone(), "a")
    assert movement.plan(lone(area("s", "stream", 6, 0, 8, 20)), man, ((9, 5),)).cost == pytest.approx(6.0)
    river = area("r", "river", 6, 0, 8, 20)
    assert movement.plan(lone(river), man, ((9, 5),)).refusal is not None
    bridge = strip("b", "bridge", (5.5, 5), (8.5, 5), width=2.0)
    assert movement.plan(lone(river, bridge), man, ((9, 5),)).refusal is None


@pytest.mark.rule("NUT-TERR-12")
def test_a_man_who_moves_leaves_the_hole_he_dug():
    battle = battle_of(red("r", 20, 24), blue("b", 60, 24))
    man = stand(battle, "r")
    man.dug_in = True
    plan = movement.plan(battle, man, ((22.0, 24.0),), "")
    steps.go(battle, man, plan.path, plan)
    assert (man.x, man.dug_in) == (22.0, False)


@pytest.mark.rule("NUT-TERR-12")
def test_a_man_whose_nerve_moves_him_leaves_his_hole():
    battle = battle_of(red("r", 20, 24), blue("b", 60, 24))
    man = stand(battle, "r")
    man.dug_in = True
    steps.moved_event(battle, man, ((20.0, 24.0), (20.0, 24.0)), 0.0, "duck_back", 0.0, (), None)
    assert man.dug_in
    steps.moved_event(battle, man, ((20.0, 24.0), (16.0, 24.0)), 180.0, "retire", 4.0, (), None)
    assert not man.dug_in


@pytest.mark.rule("NUT-TERR-12")
def test_a_hole_that_is_begun_is_not_gone_on_with_elsewhere():
    battle = battle_of(red("r", 20, 24), blue("b", 60, 24))
    man = stand(battle, "r")
    man.work, man.work_done = "dig", 2
    plan = movement.plan(battle, man, ((22.0, 24.0),), "")
    steps.go(battle, man, plan.path, plan)
    assert (man.work, man.work_done) == ("", 0)
