"""Lines, walls, crests, roads, fields and paths that run neither north nor east."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import PANZER_IV, PIONEERS, TRUCK, strip
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, order, red, rolls, stand
from wargame.board import Base, Feature, Footprint, gap, path_length
from wargame.engine import paths
from wargame.engine.events import StandChanged
from wargame.engine.orders import Act, Done, Move
from wargame.engine.setup import AreaSetup
from wargame.rulesets.fascist_vipers import clearing, cover, lines, marches, mines

GOLIATH = "GE_borgward_or_goliath_demolition_carrier_43"


def polygon(id, kind, *ring, height=1.0):
    return Feature(
        id=id, kind=kind, name=id, geometry="polygon", rings=((*ring, ring[0]),), width_in=0.0, height=height,
        props={}, order=0,
    )  # fmt: skip


def field(id, kind, *ring, density="thin", known_to=None, **data):
    values = {"kind": kind, "density": density, **data}
    return AreaSetup(id=id, kind="minefield", owner="blue", polygon=ring, known_to=known_to, data=values)


# ---------------------------------------------------------------- lines of defence


def slanting(side="red", *points):
    found = sketch.line(side, "start_line", 0.0)
    return dataclasses.replace(found, points=points or ((20.0, 20.0), (24.0, 28.0)))


def test_the_nearest_point_of_a_slanting_line():
    line = slanting()
    assert lines.nearest_point(line, (30.0, 22.0)) == pytest.approx((22.8, 25.6))
    assert lines.nearest_point(line, (14.0, 24.0)) == pytest.approx((20.4, 20.8))
    assert lines.nearest_point(line, (10.0, 10.0)) == (20.0, 20.0)
    assert lines.nearest_point(line, (30.0, 40.0)) == (24.0, 28.0)


@pytest.mark.parametrize(
    ("at", "behind"),
    [((30, 44), True), ((34, 44), False), ((10, 4), True), ((14, 4), False), ((21, 24), True), ((23, 24), False)],
)
def test_a_slanting_line_is_drawn_out_straight_beyond_both_ends(at, behind):
    line = slanting()
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 60, 10), lines=[line])
    assert lines.is_behind(setup, line, at) == behind


@pytest.mark.parametrize(
    ("edge", "ends", "outside", "inside"),
    [
        ("right", ((71.9, 4.0), (71.9, 44.0)), (71.95, 24.0), (30.0, 24.0)),
        ("left", ((0.1, 4.0), (0.1, 44.0)), (0.05, 24.0), (40.0, 24.0)),
        ("top", ((4.0, 47.9), (68.0, 47.9)), (30.0, 47.95), (30.0, 10.0)),
        ("bottom", ((4.0, 0.1), (68.0, 0.1)), (30.0, 0.05), (30.0, 40.0)),
    ],
)
def test_a_line_along_the_edge_of_the_table_still_has_a_place_behind_it(edge, ends, outside, inside):
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 60, 10))
    sides = tuple(dataclasses.replace(s, fields={"edge": edge}) if s.id == "red" else s for s in setup.sides)
    setup = dataclasses.replace(setup, sides=sides)
    line = slanting("red", *ends)
    assert lines.is_behind(setup, line, outside) and not lines.is_behind(setup, line, inside)


def test_points_along_a_line_lie_on_it_every_half_inch_the_nearest_first():
    line = slanting("red", (20.0, 20.0), (24.0, 28.0), (30.0, 28.0))
    found = lines.points_of(line, (31.0, 27.0))
    assert found[0] == pytest.approx((30.0, 28.0)) and found[-1] == pytest.approx((20.0, 20.0))
    away = [math.dist(p, (31.0, 27.0)) for p in found]
    assert away == sorted(away)
    assert all(math.dist(lines.nearest_point(line, p), p) < 1e-9 for p in found)
    along = sorted(set(found))
    assert all(math.dist(a, b) <= 0.5 + 1e-9 for a, b in itertools.pairwise(along))


@pytest.mark.rule("CFV-REAC-26", "CFV-REAC-27", "CFV-REAC-40")
def test_a_defender_falls_back_to_a_line_of_defence_of_his_own():
    theirs = dataclasses.replace(sketch.line("red", "defence_line", 55.0), id="theirs")
    start = sketch.line("blue", "start_line", 55.0)
    own = sketch.line("blue", "defence_line", 60.0)
    parts = (red("a", RIFLES, 5, 5), blue("b", RUSSIANS, 50, 10))
    for given, wanted in (([theirs, start], lines.OFF), ([theirs, start, own], own.id)):
        battle = sketch.battle_of(*parts, lines=given)
        assert lines.line_to_hold(battle, sketch.group(battle, "blue-1"))[0] == wanted


# ---------------------------------------------------------------- walls and crests


@pytest.mark.parametrize(("origin", "sheltered"), [((18, 34), "cover"), ((34, 18), ""), ((20, 32), "cover")])
def test_a_slanting_wall_shelters_against_whoever_is_beyond_it(origin, sheltered):
    wall = strip("wall", "wall", (20, 20), (32, 32), width=0.2)
    battle = sketch.battle_of(red("a", RIFLES, *origin), blue("b", RUSSIANS, 26.6, 25.4), features=[wall])
    assert cover.shelter(battle, stand(battle, "b"), tuple(map(float, origin))) == sheltered
    stand(battle, "b").x, stand(battle, "b").y = 28.2, 23.8
    assert cover.shelter(battle, stand(battle, "b"), tuple(map(float, origin))) == "", "more than an inch away"


@pytest.mark.parametrize(
    ("place", "origin", "down"),
    [
        ((32.4, 26.4), (44, 38), True),
        ((32.4, 26.4), (10, 4), False),
        ((32.4, 26.4), (20, 36), False),
        ((27.6, 26.4), (16, 38), True),
        ((27.6, 26.4), (44, 10), False),
        ((27.6, 21.6), (16, 10), True),
        ((27.6, 21.6), (44, 38), False),
        ((30.0, 24.0), (44, 38), False),
    ],
)
def test_a_tank_is_hull_down_behind_the_contour_between_it_and_the_gun(place, origin, down):
    hill = polygon("hill", "hill", (36, 24), (30, 30), (24, 24), (30, 18))
    battle = sketch.battle_of(red("a", PANZER_IV, *origin), blue("t34", T34, *place), features=[hill])
    assert cover.hull_down(battle, stand(battle, "t34"), tuple(map(float, origin))) == down


def test_the_better_of_ground_and_works_counts_against_a_burst():
    trench = strip("trench", "trench", (26, 20), (26, 28), width=0.3)
    wheat = polygon("wheat", "wheat", (20, 20), (32, 20), (32, 28), (20, 28))
    battle = sketch.battle_of(red("tank", PANZER_IV, 26.3, 24), blue("b", RUSSIANS, 26.3, 26), features=[wheat, trench])
    assert cover.shelter(battle, stand(battle, "b"), None) == "cover"
    assert cover.shelter(battle, stand(battle, "tank"), None) == "cover", "the trench touches it; wheat hides no tank"
    stand(battle, "tank").x = 29.0
    assert cover.shelter(battle, stand(battle, "tank"), None) == ""
    assert not cover.in_cover(battle, stand(battle, "tank")) and cover.in_cover(battle, stand(battle, "b"))


# ---------------------------------------------------------------- roads


def test_a_march_along_a_slanting_road_stays_on_it_in_both_directions():
    road = strip("road", "road", (10, 10), (22, 26), (22, 40), width=0.5)
    battle = sketch.battle_of(red("truck", TRUCK, 16, 18), features=[road])
    found = marches.road_paths(battle, stand(battle, "truck"))
    assert len(found) == 2
    for path in found:
        for x, y in path:
            assert min(math.dist((x, y), _foot(a, b, (x, y))) for a, b in itertools.pairwise(road.rings[0])) < 0.01
    far, back = (path_length(((16.0, 18.0), *path)) for path in found)
    assert far == pytest.approx(15.99, abs=0.01) and back == pytest.approx(10.0, abs=0.01)


def _foot(a, b, p):
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return a[0] + t * dx, a[1] + t * dy


def test_a_march_is_shorter_where_the_whole_of_it_would_end_near_an_enemy():
    road = strip("road", "road", (10, 24), (60, 24), width=0.4)
    battle = sketch.battle_of(red("truck", TRUCK, 20, 24), blue("t34", T34, 38, 24), features=[road])
    ends = [path[-1] for path in marches.road_paths(battle, stand(battle, "truck"))]
    assert ends[0] == pytest.approx((20 + 16 * 0.6 - 0.01, 24.0), abs=0.01)
    at_its_end = sketch.battle_of(red("truck", TRUCK, 59.8, 24), features=[road])
    assert [p[-1][0] < 59 for p in marches.road_paths(at_its_end, stand(at_its_end, "truck"))] == [True]


# ---------------------------------------------------------------- mines


DIAMOND = ((30.0, 18.0), (36.0, 24.0), (30.0, 30.0), (24.0, 24.0))


@pytest.mark.parametrize(
    ("path", "inches"),
    [
        (((20.0, 24.0), (40.0, 24.0)), 4.0),
        (((20.0, 20.0), (40.0, 40.0)), math.hypot(4, 4)),
        (((40.0, 20.0), (20.0, 32.0)), math.dist((40, 20), (35, 23))),
        (((20.0, 16.0), (24.0, 20.0), (40.0, 20.0)), math.hypot(4, 4) + 4.0),
        (((20.0, 28.0), (28.0, 34.0)), None),
        (((30.0, 24.0), (40.0, 24.0)), 0.0),
    ],
)
def test_where_a_path_meets_a_slanting_field(path, inches):
    battle = sketch.battle_of(red("a", RIFLES, 5, 24), areas=[field("f", "mixed", *DIAMOND)])
    found = mines.first_inside(battle, battle.state.areas["f"], path)
    assert found == (None if inches is None else pytest.approx(inches))


@pytest.mark.rule("CFV-MINE-13", "CFV-MINE-02")
def test_each_field_throws_once_a_turn_and_each_unit_meets_each_field_once():
    west = field("west", "mixed", (20, 10), (23, 10), (23, 40), (20, 40))
    east = field("east", "mixed", (23.5, 10), (26, 10), (26, 40), (23.5, 40))
    battle = sketch.battle_of(red("a", PANZER_IV, 19, 20), red("b", PANZER_IV, 19, 30), areas=[west, east])
    sketch.with_dice(battle, 1, 1, 6, 6, 6, 6, 1, 2, 6, 6, 6, 6)
    order(battle, Move(stand="a", path=((24.5, 20.0),)))
    assert [r.who for r in rolls(battle, "mine_attack")] == ["west", "east"]
    assert [r.outcome for r in rolls(battle, "mine_defence")] == ["through", "through"]
    sketch.with_dice(battle, 1, 1, 1, 1)
    order(battle, Move(stand="b", path=((21.0, 30.0),)))
    assert len(rolls(battle, "mine_attack")) == 2, "the score of this turn stands"
    assert rolls(battle, "mine_defence")[-1].outcome == "through" and not stand(battle, "b").gone
    battle.state.turn = 4
    assert mines.score_of(battle, "west") is None
    assert not mines.has_defended(battle, stand(battle, "a"), battle.state.areas["west"])


@pytest.mark.rule("CFV-MINE-02", "CFV-MINE-12")
def test_at_the_end_of_a_go_only_units_of_the_side_that_had_it_are_attacked():
    area = field("f", "mixed", (20, 10), (26, 10), (26, 30), (20, 30))
    battle = sketch.battle_of(red("a", RIFLES, 22, 14), blue("b", RUSSIANS, 22, 28), areas=[area])
    sketch.with_dice(battle, 6, 6, 1, 1)
    order(battle, Done())
    assert [(r.who, r.outcome) for r in rolls(battle, "mine_defence")] == [("a", "destroyed")]
    assert stand(battle, "a").gone == "destroyed"


@pytest.mark.rule("CFV-MINE-10", "CFV-MINE-12")
def test_fields_that_do_a_unit_no_harm_are_no_danger_on_its_path():
    areas = [field("at", "anti_tank", (20, 10), (26, 10), (26, 30), (20, 30))]
    battle = sketch.battle_of(red("a", RIFLES, 18, 20), red("tank", PANZER_IV, 18, 24), areas=areas)
    assert mines.along_path(battle, stand(battle, "a"), ((18.0, 20.0), (22.0, 20.0))) == []
    assert mines.along_path(battle, stand(battle, "tank"), ((18.0, 24.0), (22.0, 24.0))) == [(2.0, "at")]
    assert mines.danger(battle, stand(battle, "a"), ((18.0, 20.0), (22.0, 20.0))) == 0.0
    both = [*areas, field("x", "mixed", (27, 10), (29, 10), (29, 30), (27, 30))]
    battle = sketch.battle_of(red("tank", PANZER_IV, 18, 24), areas=both)
    one = mines.danger(battle, stand(battle, "tank"), ((18.0, 24.0), (22.0, 24.0)))
    other = mines.danger(battle, stand(battle, "tank"), ((26.5, 24.0), (28.0, 24.0)))
    two = mines.danger(battle, stand(battle, "tank"), ((18.0, 24.0), (28.0, 24.0)))
    assert two == pytest.approx(1.0 - (1.0 - one) * (1.0 - other)) and one > other > 0.0


@pytest.mark.rule("CFV-MINE-11")
@pytest.mark.parametrize(("line", "rate"), [(PIONEERS, 1.0), (GOLIATH, 3.0)])
@pytest.mark.parametrize("angle", [30.0, 125.0, 250.0])
def test_a_path_is_opened_in_the_direction_that_is_named(line, rate, angle):
    battle = sketch.battle_of(red("p", line, 30, 24), areas=[field("f", "mixed", *DIAMOND)])
    ux, uy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    order(battle, Act(stand="p", act="clear_mines", at=(30 + 9 * ux, 24 + 9 * uy)))
    clearer = stand(battle, "p")
    assert (clearer.x, clearer.y) == pytest.approx((30 + rate * ux, 24 + rate * uy), abs=0.002)
    assert clearer.facing_deg == pytest.approx(angle, abs=0.1) and clearer.busy and clearer.activated
    corners = [
        ((x - 30) * ux + (y - 24) * uy, (y - 24) * ux - (x - 30) * uy) for x, y in battle.state.areas["lane-1"].polygon
    ]
    assert sorted((round(along + 0.0, 1), round(aside + 0.0, 1)) for along, aside in corners) == [
        (0.0, -1.0), (0.0, 1.0), (rate, -1.0), (rate, 1.0),
    ]  # fmt: skip


@pytest.mark.rule("CFV-MINE-11")
def test_the_width_of_a_path_is_that_of_the_field_it_leads_into():
    wide = field("wide", "mixed", (20, 10), (26, 10), (26, 30), (20, 30), lane_in=3.0)
    usual = field("usual", "mixed", (40, 10), (46, 10), (46, 30), (40, 30))
    for x, width in ((20.0, 3.0), (40.0, 2.0)):
        battle = sketch.battle_of(red("p", PIONEERS, x, 20), areas=[wide, usual])
        order(battle, Act(stand="p", act="clear_mines", at=(x + 5.0, 20.0)))
        ys = [y for _, y in battle.state.areas["lane-1"].polygon]
        assert max(ys) - min(ys) == pytest.approx(width)


@pytest.mark.rule("CFV-MINE-08")
def test_a_field_that_its_side_does_not_know_cannot_be_cleared():
    secret = field("f", "mixed", (20, 10), (26, 10), (26, 30), (20, 30), known_to=("blue",))
    battle = sketch.battle_of(red("p", PIONEERS, 20, 20), areas=[secret])
    assert clearing.check(battle, Act(stand="p", act="clear_mines", at=(30.0, 20.0))).text.startswith(
        "No known minefield"
    )
    assert clearing.sample_points(battle, stand(battle, "p")) == []
    shown = dataclasses.replace(secret, known_to=("blue", "red"))
    battle = sketch.battle_of(red("p", PIONEERS, 20, 20), areas=[shown])
    points = clearing.sample_points(battle, stand(battle, "p"))
    assert points and all(x >= 20.0 for x, _ in points)
    assert all(clearing.check(battle, Act(stand="p", act="clear_mines", at=p)) is None for p in points)
    events = order(battle, Act(stand="p", act="clear_mines"))
    assert stand(battle, "p").x > 20.0 and any(isinstance(e, StandChanged) and e.why == "clear_mines" for e in events)


# ---------------------------------------------------------------- bases along paths


def test_coming_near_is_found_where_a_walk_in_tiny_steps_finds_it():
    chance = random.Random(7)
    mover = Base.rectangle(0.75, 1.0)
    met = 0
    for _ in range(60):
        path = tuple((chance.uniform(0, 16), chance.uniform(0, 16)) for _ in range(chance.choice((2, 3))))
        other = Footprint(
            Base.rectangle(1.0, 0.75), chance.uniform(4, 12), chance.uniform(4, 12), chance.uniform(0, 360)
        )
        limit = chance.choice((0.6, 1.0, 2.0))
        if gap(paths.place_at(mover, path, 0.0), other) <= limit:
            continue
        steps = [n * 0.01 for n in range(int(path_length(path) / 0.01) + 1)]
        by_hand = next((s for s in steps if gap(paths.place_at(mover, path, s), other) <= limit), None)
        found = paths.comes_within(mover, path, other, limit)
        touching = next((s for s in steps if gap(paths.place_at(mover, path, s), other) <= 0.0005), None)
        touched = paths.touches(mover, path, other)
        for quick, slow in ((found, by_hand), (touched, touching)):
            if slow is None:
                assert quick is None or min(gap(paths.place_at(mover, path, s), other) for s in steps) < limit + 0.01
            else:
                assert quick == pytest.approx(slow, abs=0.02)
                met += 1
    assert met > 20


@pytest.mark.parametrize(
    ("to", "leaves"), [((6.0, 4.0), True), ((11.0, 5.0), True), ((11.0, 11.0), False), ((9.0, 9.5), False)]
)
def test_a_base_that_starts_near_may_leave_in_any_direction_but_towards_the_other(to, leaves):
    other = Footprint(Base.rectangle(0.75, 1.0), 10.0, 10.0, 0.0)
    start = (8.8, 8.8)
    found = paths.comes_within(Base.rectangle(0.75, 1.0), (start, to), other, 1.5)
    assert (found is None) == leaves
