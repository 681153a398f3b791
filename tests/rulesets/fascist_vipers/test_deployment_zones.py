"""Which zones a unit belongs in, what entering costs, and a sensible way to put units down."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HQ, PAK_40, PANZER_IV, TRUCK, area
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, blue, red, stand
from wargame.board import overlaps
from wargame.engine.setup import Arrival, ObjectiveSetup, Zone
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import deployment, units

BOOK = ruleset("fascist_vipers")


def zone(id, side, x0, y0, x1, y1, kind="deploy"):
    return Zone(id=id, name=id, side=side, kind=kind, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


WEST, EAST = zone("west", "red", 0, 10, 10, 38), zone("east", "blue", 40, 10, 70, 38)


def scene_of(*units_, zones=(WEST, EAST), group_zones=None, off=(), **more):
    """A battle in play in which the stands of `off` have no place yet."""
    setup = sketch.setup_of(
        *units_, red("idle", RIFLES, 1, 1, group="ri"), blue("idle2", RUSSIANS, 71, 1, group="bi"), **more
    )
    groups = tuple(dataclasses.replace(g, zones=(group_zones or {}).get(g.id, ())) for g in setup.groups)
    setup = dataclasses.replace(setup, zones=tuple(zones), groups=groups)
    battle = sketch.battle_in(sketch.state_of(setup), setup)
    for name in off:
        stand(battle, name).on_table = False
    return battle


# ---------------------------------------------------------------- zones


def test_a_unit_belongs_in_the_zones_of_its_arrival_else_its_group_else_its_side():
    entry = zone("road", "red", 0, 20, 4, 28, kind="entry")
    zones = (WEST, EAST, entry, zone("north", "red", 0, 40, 10, 46))
    arrival = Arrival(id="r", side="red", groups=("late",), zones=("road",), earliest=3, latest=3)
    parts = (red("a", RIFLES, 5, 20), red("b", RIFLES, 5, 24, group="own"), red("c", RIFLES, 5, 30, group="late"))
    battle = scene_of(*parts, zones=zones, group_zones={"own": ("north",)}, arrivals=(arrival,))
    found = {n: deployment.regions_of(battle.setup, stand(battle, n)) for n in ("a", "b", "c")}
    assert found["a"] == (WEST.polygon, zones[3].polygon), "no entry zone, no zone of the enemy"
    assert found["b"] == (zones[3].polygon,) and found["c"] == (entry.polygon,)


def test_the_enemy_is_looked_for_in_his_zones_else_where_he_stands_else_in_the_middle():
    parts = (red("a", RIFLES, 5, 20), blue("b", RUSSIANS, 60, 41))
    assert deployment.enemy_ground(scene_of(*parts), "red") == (55.0, 24.0)
    assert deployment.enemy_ground(scene_of(*parts), "blue") == (5.0, 24.0)
    bare = scene_of(*parts, zones=(WEST, zone("nobody", "", 0, 0, 5, 5)))
    assert deployment.enemy_ground(bare, "red") == (65.5, 21.0)
    for name in ("b", "idle2"):
        stand(bare, name).on_table = False
    assert deployment.enemy_ground(bare, "red") == (36.0, 24.0)


@pytest.mark.rule("CFV-MOVE-13")
@pytest.mark.parametrize(
    ("corners", "at", "points"),
    [
        ((0, 20, 6, 28), (4.0, 24.0), 4.0),
        ((66, 20, 72, 28), (67.0, 24.0), 5.0),
        ((20, 0, 28, 6), (24.0, 3.0), 3.0),
        ((20, 42, 28, 48), (24.0, 45.5), 2.5),
        ((0.5, 20, 6, 28), (4.0, 24.0), 4.0),
        ((0, 0, 8, 8), (3.0, 5.0), 3.0),
        ((20, 20, 28, 28), (24.0, 24.0), 0.0),
    ],
)
def test_whoever_enters_pays_from_the_nearest_edge_that_his_zone_touches(corners, at, points):
    battle = scene_of(red("a", RIFLES, 5, 24), zones=(zone("in", "red", *corners), EAST))
    assert deployment.way_in(battle, stand(battle, "a"), *at) == pytest.approx(points)


@pytest.mark.rule("CFV-MOVE-13")
def test_the_way_in_pays_for_the_ground_and_ends_at_ground_that_lets_nobody_through():
    ground = [area("wood", "woods_light", 1, 20, 3, 28), area("lake", "river", 1, 30, 3, 38)]
    battle = scene_of(red("tank", PANZER_IV, 5, 24), red("truck", TRUCK, 8, 24), features=ground)
    assert deployment.way_in(battle, stand(battle, "tank"), 4.0, 24.0) == pytest.approx(1 + 2 * 2 + 1)
    assert deployment.way_in(battle, stand(battle, "truck"), 4.0, 24.0) == float("inf")
    assert deployment.way_in(battle, stand(battle, "tank"), 4.0, 34.0) == float("inf")


@pytest.mark.rule("CFV-MOVE-13", "CFV-MOVE-09")
def test_why_a_unit_may_not_be_put_down_there():
    battle = scene_of(red("a", RIFLES, 60, 40), red("b", PANZER_IV, 5, 30))
    one = stand(battle, "a")

    def why(x, y, entering=False):
        return deployment.check_one(battle, one, x, y, 0.0, entering=entering)

    assert why(5.0, 20.0) is None
    assert why(12.0, 20.0).text == "a has to stand in its zone." and why(12.0, 20.0).rules == ()
    assert why(12.0, 20.0, entering=True).rules == ("CFV-MOVE-13",)
    assert why(5.0, 29.6).rules == ("CFV-MOVE-09",)
    assert why(5.0, 20.0, entering=True).text == "a cannot come so far from the edge in one go."
    assert why(4.0, 20.0, entering=True) is None
    free = scene_of(red("a", RIFLES, 60, 40), zones=(EAST,))
    assert deployment.check_one(free, stand(free, "a"), 30.0, 45.0, 0.0, entering=False) is None, "no zone: anywhere"


# ---------------------------------------------------------------- the suggestion


GOALS = (
    ObjectiveSetup(id="o", name="o", x=48, y=14, radius_in=3, points=1, primary=True, holder="blue"),
    ObjectiveSetup(id="p", name="p", x=48, y=34, radius_in=3, points=1, primary=True, holder="blue"),
)


def suggested(battle, *names, entering=False):
    stands = [stand(battle, n) for n in names]
    found = deployment.suggest(battle, stands, entering=entering)
    assert deployment.check(battle, stands, found, entering=entering) is None
    return {p.thing: p for p in found.placements}


def test_a_suggestion_is_legal_whatever_the_zone_and_the_ground():
    wedge = Zone(id="wedge", name="wedge", side="red", kind="deploy", polygon=((0, 10), (9, 24), (0, 38)))
    ground = [area("wood", "woods_light", 0, 18, 4, 30), area("pond", "river", 4, 20, 6, 27)]
    lines = {"men": RIFLES, "tank": PANZER_IV, "truck": TRUCK, "gun": PAK_40, "hq": HQ, "there": RIFLES}
    battle = scene_of(
        *(red(n, line, 3, 15 + n.count("e")) for n, line in lines.items()),
        zones=(wedge, EAST), features=ground, off=[n for n in lines if n != "there"],
    )  # fmt: skip
    found = suggested(battle, "men", "tank", "truck", "gun", "hq")
    assert set(found) == {"men", "tank", "truck", "gun", "hq"}
    assert battle.board.terrain_at(found["truck"].x, found["truck"].y)[0] == "open"
    bases = [
        units.footprint(stand(battle, n))._replace(x=p.x, y=p.y, facing_deg=p.facing_deg) for n, p in found.items()
    ]
    bases.append(units.footprint(stand(battle, "there")))
    assert not any(overlaps(a, b) for n, a in enumerate(bases) for b in bases[:n])


def test_an_attacker_puts_tanks_before_guns_and_headquarters():
    battle = scene_of(
        red("tank", PANZER_IV, 3, 15), red("gun", PAK_40, 3, 18), red("hq", HQ, 3, 20), red("men", RIFLES, 3, 22),
        off=("tank", "gun", "hq", "men"), objectives=GOALS,
    )  # fmt: skip
    found = suggested(battle, "tank", "gun", "hq", "men")
    assert min(found["tank"].x, found["men"].x) > 8.5 > 3.0 > max(found["gun"].x, found["hq"].x)


def test_a_defender_sits_in_cover_near_his_objectives_with_mortars_and_headquarters_behind():
    ground = [area("w1", "woods_light", 44, 10, 52, 18), area("w2", "woods_light", 44, 30, 52, 38)]
    lines = {
        "m1": RUSSIANS,
        "m2": RUSSIANS,
        "hq": "SU_rifle_hq_41",
        "mortar": "SU_82_mm_mortar_platoon_41",
        "tank": T34,
    }
    battle = scene_of(
        red("a", RIFLES, 3, 15), *(blue(n, line, 60, 20) for n, line in lines.items()), off=list(lines),
        features=ground, objectives=GOALS,
    )  # fmt: skip
    found = suggested(battle, *lines)
    rows = {n: battle.board.terrain_at(p.x, p.y)[0] for n, p in found.items()}
    assert set(rows.values()) == {"woods"}
    near = [min(np.hypot(p.x - g.x, p.y - g.y) for g in GOALS) for p in found.values()]
    assert max(near) < 5.0
    assert min(found["hq"].x, found["mortar"].x) >= max(found["m1"].x, found["m2"].x) - 0.5
    assert {p.y < 24 for p in found.values()} == {True, False}, "spread over both"


def test_crops_are_no_cover_for_a_tank():
    ground = [area("c", "wheat", 44, 10, 52, 18)]
    battle = scene_of(
        red("a", RIFLES, 3, 15), blue("men", RUSSIANS, 60, 20), blue("tank", T34, 60, 24), off=("men", "tank"),
        features=ground, objectives=[dataclasses.replace(GOALS[0], x=56.0)],
    )  # fmt: skip
    found = suggested(battle, "men", "tank")
    assert battle.board.terrain_at(found["men"].x, found["men"].y)[0] == "orchard_or_crops"
    assert battle.board.terrain_at(found["tank"].x, found["tank"].y)[0] == "open"


def test_reinforcements_are_suggested_at_the_edge_as_far_as_they_can_pay():
    battle = scene_of(
        red("tank", PANZER_IV, 3, 15), red("men", RIFLES, 3, 18), red("gun", PAK_40, 3, 21), off=("tank", "men", "gun")
    )
    found = suggested(battle, "tank", "men", "gun", entering=True)
    assert set(found) == {"tank", "men", "gun"} and all(p.x < 1.1 for p in found.values())
    swamp = scene_of(red("tank", PANZER_IV, 3, 15), off=("tank",), features=[area("bog", "swamp", 0.2, 0, 9, 48)])
    assert suggested(swamp, "tank", entering=True) == {}


def test_without_zones_the_whole_table_is_free():
    battle = scene_of(red("tank", PANZER_IV, 3, 15), off=("tank",), zones=())
    assert set(suggested(battle, "tank")) == {"tank"}
    assert deployment.suggest(battle, []).placements == ()
