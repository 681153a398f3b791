"""What players ask of sight, range, arcs and templates (USER-ASKS.md, group 1), at the table: tool, overlay and rule
are one. Each name begins with the id of its entry."""

from __future__ import annotations

import math
import random
import time
from typing import Any

from tests.tabletop.table import Table
from tests.tabletop.toy_field import features, profile
from wargame.board import Board, Feature
from wargame.board import Table as Surface
from wargame.board.sight import eye, sight, sight_matrix
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import TemplateLanded


def places(count: int, seed: int = 1) -> list[tuple[float, float]]:
    chance = random.Random(seed)
    return [(round(chance.uniform(0.5, 35.5), 3), round(chance.uniform(0.5, 23.5), 3)) for _ in range(count)]


def pairs(count: int) -> list[tuple[Any, Any]]:
    return list(zip(places(count, 1), places(count, 2), strict=True))


def test_g1_who_sees_is_seen() -> None:
    desk = Table().screen.desk
    assert all(desk.sight(a, b).clear == desk.sight(b, a).clear for a, b in pairs(60))
    assert {desk.sight(a, b).clear for a, b in pairs(60)} == {True, False}


def test_g2_a_line_along_an_edge_is_the_same_both_ways_and_every_time() -> None:
    desk = Table().screen.desk
    for a, b in (((24.0, 1.0), (24.0, 12.0)), ((14.0, 12.0), (19.0, 11.0)), ((15.0, 2.0), (15.0, 8.0))):
        assert len({desk.sight(a, b).clear, desk.sight(b, a).clear}) == 1


def test_g4_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    first, second = Table().screen.desk, Table().screen.desk
    for a, b in pairs(20):
        second.sight(b, a)
    for a, b in pairs(20):
        one, other = first.sight(a, b), second.sight(a, b)
        assert (one.clear, one.a.z_in, one.b.z_in) == (other.clear, other.a.z_in, other.b.z_in)


def test_g6_a_stand_is_not_blinded_by_its_own_base() -> None:
    table = Table()
    desk, stand = table.screen.desk, table.session.battle.state.stands["gun"]
    for n in range(12):
        a = 2 * math.pi * n / 12
        near = (stand.x + 1.2 * math.cos(a), stand.y + 1.2 * math.sin(a))
        assert desk.sight("gun", near).clear


def test_g8_a_mirrored_board_has_mirrored_sight() -> None:
    def board(mirrored: bool) -> Board:
        def flip(feature: Feature) -> Feature:
            rings = tuple(tuple((36 - x, y) for x, y in ring) for ring in feature.rings)
            return Feature(
                feature.id,
                feature.kind,
                rings,
                feature.geometry,
                width_in=feature.width_in,
                height=feature.height,
                order=feature.order,
            )

        found = features()
        return Board(Surface(36.0, 24.0), tuple(flip(f) for f in found) if mirrored else found, profile())

    plain, mirrored = board(False), board(True)
    for (ax, ay), (bx, by) in pairs(60):
        here = sight(plain, eye(plain, ax, ay), eye(plain, bx, by))
        there = sight(mirrored, eye(mirrored, 36 - ax, ay), eye(mirrored, 36 - bx, by))
        assert here.clear == there.clear


def test_g10_three_hundred_lines_take_no_time() -> None:
    table = Table()
    board = table.screen.desk.scene.board
    import numpy as np

    eyes = np.array([eye(board, *place) for place in places(300)], float)
    sight_matrix(board, eyes[:1], eyes)
    begun = time.perf_counter()
    sight_matrix(board, eyes[:1], eyes)
    assert time.perf_counter() - begun < 0.05


def test_g11_a_refusal_tells_the_measured_number_and_the_limit() -> None:
    table = Table()
    table.put("grey-1", 20.5, 8)
    d = table.d.click(stand="rifles-1").key("f").click(stand="grey-1").tick(2)
    assert d.map["ready"] is False
    assert "13.5″ away, 12″ is the limit" in d.map["readout"]


def test_g12_bases_in_contact_are_no_distance_apart() -> None:
    table = Table()
    table.put("grey-1", 7.0, 8.0)
    target = next(t for t in table.screen.desk.targets("rifles-1", "main") if t.stand == "grey-1")
    assert target.range_in == 0.0 and target.refusal is None


def test_g13_the_ring_that_is_drawn_is_the_range_of_the_rule() -> None:
    for beyond, legal in ((-0.01, True), (0.02, False)):
        table = Table()
        ring = max(r.radius_in for r in table.screen.desk.rings("rifles-2"))
        stand = table.session.battle.state.stands["rifles-2"]
        table.put("grey-2", stand.x, 23.0)
        table.put("rifles-2", stand.x, 23.0 - ring - 1.0 - beyond)
        target = next(t for t in table.screen.desk.targets("rifles-2", "main") if t.stand == "grey-2")
        assert (target.refusal is None) == legal, target


def test_g20_a_burst_lands_where_its_dice_say() -> None:
    table = Table(dice=ScriptedDice([5, 2]))
    table.d.click(stand="mortar").key("f").click(at=(20, 11)).key("enter").settle()
    landed = next(e for e in table.session.battle.events if isinstance(e, TemplateLanded))
    assert (round(landed.x - landed.aim_x, 3), round(landed.y - landed.aim_y, 3)) == (1.0, -0.5)
    assert any("d6: 5" in line and "d6: 2" in line for line in table.d.map["log"])


def test_g22_a_turned_stand_is_picked_where_its_base_is() -> None:
    table = Table()
    table.put("gun", 20.0, 20.0, facing_deg=45.0)
    stands = table.screen.stands
    assert "gun" in stands.at((20.0, 20.0))
    assert "gun" in stands.at((20.38, 20.38)), "along its facing"
    assert "gun" not in stands.at((21.02, 18.98)), "its bounding box reaches there, its base does not"
