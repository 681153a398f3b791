"""Possible enemy forces and contact."""

from __future__ import annotations

import math

import msgspec
import pytest

from tests.rulesets.clash_of_titans.build import area, red, run, setup_of
from tests.rulesets.clash_of_titans.referee import Referee
from wargame.board import Board, Feature
from wargame.engine.events import Said
from wargame.rulesets.clash_of_titans import contact, ground, pef
from wargame.rulesets.clash_of_titans import setup as first_state
from wargame.rulesets.clash_of_titans.sections import Grid
from wargame.rulesets.clash_of_titans.state import ClashStand, Mission

GRID = Grid(72.0, 48.0)
Point = tuple[float, float]


def field(*faces: int, at: tuple[float, float] = (36.0, 4.0), on: tuple[Feature, ...] = (), eal: int = 3) -> Referee:
    """A player's man at the near edge, and dice to come."""
    made = Referee(*faces)
    setup = setup_of(red("man", *at, facing=90.0), features=on)
    state = first_state.set_up(setup)
    state.stands["man"].facing_deg = 90.0
    state.sides = made.state.sides
    state.mission = Mission(eal=eal, sl=2, player="red", enemy="blue", mission="reconnaissance patrol")
    state.edges = {"red": "bottom", "blue": "top"}
    state.turn = 1
    made.state = state  # type: ignore[assignment]
    made.setup = setup  # type: ignore[attr-defined]
    made.ground = Board.build(setup.table, setup.features, ground.profile(), "plain")
    return made


def marker(made: Referee, x: float, y: float) -> ClashStand:
    """A marker put on the table by hand."""
    pef._add(made, (x, y))  # type: ignore[arg-type]
    return contact.markers(made.state)[-1]


@pytest.mark.rule("NUT-PEF-01", "NUT-PEF-02")
def test_each_marker_goes_to_a_section_by_a_die_rolled_again_if_taken():
    made = field(2, 2, 5, 6)
    pef.set_up(made, 3, (1, 2, 3, 4, 5, 6))  # type: ignore[arg-type]
    found = contact.markers(made.state)
    assert [GRID.at(m.x, m.y) for m in found] == [2, 5, 6]
    assert all(m.rep == 4 and m.kind == "pef" for m in found)


@pytest.mark.rule("NUT-PEF-01")
def test_it_stands_behind_or_in_cover_out_of_sight_and_more_than_12_in_away():
    made = field(2, on=(area("wood", "woods_light", 26, 34, 46, 44, 2.0),), at=(36.0, 24.0))
    pef.set_up(made, 1, (1, 2, 3, 4, 5, 6))  # type: ignore[arg-type]
    (found,) = contact.markers(made.state)
    assert math.dist((found.x, found.y), (36.0, 24.0)) > 12
    assert contact.is_met(made, found) is None


@pytest.mark.rule("NUT-PEF-01")
def test_a_section_without_a_place_out_of_sight_is_rolled_again_while_another_has_one():
    wood = area("wood", "woods_heavy", 50, 34, 70, 46, 3.0)
    made = field(1, 2, 4, 5, 3, 1, 6, on=(wood,), at=(36.0, 24.0))
    pef.set_up(made, 2, (1, 2, 3, 4, 5, 6))  # type: ignore[arg-type]
    assert [GRID.at(m.x, m.y) for m in contact.markers(made.state)] == [3, 1]


@pytest.mark.rule("NUT-CAMP-13")
def test_more_markers_than_sections_share_them():
    made = field(1, 3, 6, 2)
    pef.set_up(made, 4, (1, 2, 3), halved=True)  # type: ignore[arg-type]
    assert sorted(GRID.at(m.x, m.y) for m in contact.markers(made.state)) == [1, 1, 2, 3]


def acting(*faces: int, die: int = 3, at: tuple[float, float] = (36.0, 4.0), on: tuple[Feature, ...] = ()) -> Referee:
    """The enemy's part of the turn with his Activation die."""
    made = field(*faces, at=at, on=on)
    made.state.phasing = "blue"
    made.state.activation_dice = {"red": 6, "blue": die}
    return made


WALL = area("block", "building", 20, 20, 52, 24, 3.0)


@pytest.mark.rule("NUT-PEF-02")
def test_markers_move_if_the_die_is_4_or_less_the_nearest_first():
    made = acting(6, 6, 6, 6, die=4, on=(WALL,))
    far, near = marker(made, 36, 46), marker(made, 36, 30)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert (near.active_turn, far.active_turn) == (1, 0)
    still = acting(die=5, on=(WALL,))
    waiting = marker(still, 36, 30)
    run(pef.act_one(still))  # type: ignore[arg-type]
    assert waiting.active_turn == 0


@pytest.mark.rule("NUT-PEF-03")
@pytest.mark.parametrize(("faces", "least", "most"), [((1, 2), 10.0, 16.0), ((5, 6), 0.0, 0.0)])
def test_pass_2_comes_on_up_to_16_in_pass_0_stays(faces: tuple[int, int], least: float, most: float):
    made = acting(*faces, on=(WALL,))
    found = marker(made, 36, 44)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert least <= math.dist((found.x, found.y), (36.0, 44.0)) <= most + 0.001


@pytest.mark.rule("NUT-PEF-03")
def test_pass_1_creeps_to_cover_nearer_to_the_player():
    wood = area("wood", "woods_light", 30, 28, 42, 34, 2.0)
    made = acting(1, 6, on=(WALL, wood))
    found = marker(made, 36, 40)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert 28 <= found.y <= 34
    assert math.dist((found.x, found.y), (36.0, 40.0)) <= 8.001


@pytest.mark.rule("NUT-PEF-04")
def test_it_stops_before_it_would_be_seen_from_afar():
    made = acting(1, 2, on=(WALL,))
    found = marker(made, 36, 30)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert found.in_play
    assert contact.is_met(made, found) is None


@pytest.mark.rule("NUT-PEF-04", "NUT-PEF-05")
def test_near_the_player_it_comes_on_and_is_turned_over():
    made = acting(1, 2, 5, 6, at=(36.0, 12.0), on=(area("hut", "building", 32, 20, 40, 24, 3.0),))
    found = marker(made, 36, 26)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert found.gone == "resolved"


@pytest.mark.rule("NUT-PEF-05")
def test_a_marker_is_met_when_seen_or_within_6_in():
    made = field(on=(WALL,), at=(36.0, 17.0))
    assert contact.is_met(made, marker(made, 36, 34)) is None
    assert contact.is_met(made, marker(made, 70, 18)) is not None
    near = field(on=(area("hut", "building", 34, 18, 38, 19, 2.0),), at=(36.0, 17.0))
    assert contact.is_met(near, marker(near, 36, 20)) is not None


@pytest.mark.rule("NUT-PEF-05", "NUT-GEO-13")
def test_the_walker_stops_where_the_marker_comes_into_view():
    made = field(on=(area("house", "building", 30, 20, 40, 24, 2.0),), at=(36.0, 10.0))
    made.state.mission = msgspec.structs.replace(made.state.mission, mission="raid")
    hidden_ = marker(made, 36, 40)
    man = made.state.stands["man"]
    (found,) = contact.triggers(made, man, ((36.0, 10.0), (16.0, 10.0)))  # type: ignore[arg-type]
    assert found.watcher == hidden_.id
    whole = found.inches
    assert 0.0 < whole < 20.0
    later = contact.triggers(made, man, ((36.0, 10.0), (30.0, 10.0), (16.0, 10.0)))  # type: ignore[arg-type]
    assert later[0].inches == pytest.approx(whole, abs=0.002)


@pytest.mark.rule("NUT-CONT-01")
@pytest.mark.parametrize(("faces", "row"), [((3, 1), 2), ((3, 4), 1), ((4, 5), 0)])
def test_contact_is_2d6_against_the_activity_level(faces: tuple[int, int], row: int):
    assert contact.test(field(*faces)).row == row  # type: ignore[arg-type]


@pytest.mark.rule("NUT-CONT-01")
def test_after_an_uneasy_moment_the_next_test_has_one_die_more():
    made = field(3, 6, 6, 2, 3, 6, 6)
    assert contact.test(made).row == 1  # type: ignore[arg-type]
    assert contact.test(made).row == 2  # type: ignore[arg-type]
    assert len(contact.test(made).faces) == 2  # type: ignore[arg-type]


@pytest.mark.rule("NUT-CONT-03", "NUT-NP-02", "NUT-SIGHT-11")
def test_who_is_found_stands_in_cover_within_6_in_and_is_hidden_if_the_player_moved():
    wood = area("wood", "woods_light", 24, 30, 48, 42, 2.0)
    made = field(1, 2, 3, 1, 4, on=(wood,))
    found = contact.force_at(made, (36.0, 33.0), True)  # type: ignore[arg-type]
    assert len(found) == 9
    assert all(math.dist((s.x, s.y), (36.0, 33.0)) <= 6.001 for s in found)
    assert all(30 <= s.y <= 42 for s in found)
    assert all(made.state.known("red", s.id) == "unknown" for s in found)
    group = made.state.groups[found[0].group]
    assert group.np and group.intention == "HOLD"
    assert all(abs((s.facing_deg - 270 + 180) % 360 - 180) < 30 for s in found)


@pytest.mark.rule("NUT-CONT-03")
def test_who_came_on_himself_is_not_hidden():
    made = field(1, 2, 3, 1, 4, on=(area("wood", "woods_light", 24, 30, 48, 42, 2.0),))
    found = contact.force_at(made, (36.0, 33.0), False)  # type: ignore[arg-type]
    assert all(made.state.known("red", s.id) == "identified" for s in found)


@pytest.mark.rule("NUT-CONT-04")
def test_no_more_groups_than_the_activity_level():
    made = field(1, 1, 3, 1, 4, 1, 1, eal=1)
    assert contact.force_at(made, (36.0, 33.0), True)  # type: ignore[arg-type]
    assert not contact.force_at(made, (12.0, 33.0), True)  # type: ignore[arg-type]
    assert [e.key for e in made.events if isinstance(e, Said)] == ["false_alarm"]


@pytest.mark.rule("NUT-CONT-02")
def test_scouts_look_once_into_the_features_of_a_section():
    wood = area("wood", "woods_light", 24, 30, 48, 42, 2.0)
    made = field(5, 6, on=(wood,), at=(36.0, 10.0))
    man = made.state.stands["man"]
    path = ((36.0, 10.0), (36.0, 26.0))
    (found,) = contact.triggers(made, man, path)  # type: ignore[arg-type]
    assert found.watcher == "scout:2"
    assert found.inches == pytest.approx(8.0, abs=0.01)
    man.y = 18.0
    run(contact.met(made, man, found, frozenset(), None))  # type: ignore[arg-type]
    assert len(made.rolls("contact")) == 1
    assert not contact.triggers(made, man, path)  # type: ignore[arg-type]


@pytest.mark.rule("NUT-PEF-06")
def test_in_a_set_scenario_the_markers_are_its_units_and_a_blank_for_two():
    made = field(1, 1, 1)
    for name in ("a", "b"):
        made.state.groups[name] = msgspec.structs.replace(made.state.groups["red-1"], id=name, side="blue")
    pef.set_up_listed(made, ("a", "b"))  # type: ignore[arg-type]
    found = contact.markers(made.state)
    assert [made.state.notes[f"pef.{m.pef}"] for m in found] == ["a", "b", ""]
    assert not made.state.groups["a"].arrived
    run(contact.resolve_marker(made, found[2], None, frozenset()))  # type: ignore[arg-type]
    assert not made.rolls("contact")


@pytest.mark.rule("NUT-PEF-03")
def test_a_marker_that_finds_no_cover_to_creep_to_is_said_to_stay():
    made = acting(1, 6, on=(WALL,))
    found = marker(made, 36, 44)
    run(pef.act_one(made))  # type: ignore[arg-type]
    assert (found.x, found.y) == (36.0, 44.0)
    assert [e.key for e in made.events if isinstance(e, Said)] == ["pef_stays"]


@pytest.mark.rule("NUT-CONT-03")
def test_squads_that_are_found_one_after_another_are_told_apart_by_number():
    made = field(1, 2, 3, 1, 4, 1, 2, 3, 1, 4, on=(area("wood", "woods_light", 24, 30, 48, 42, 2.0),))
    for x in (28.0, 44.0):
        assert contact.force_at(made, (x, 36.0), False)  # type: ignore[arg-type]
    names = [g.name for g in made.state.groups.values() if g.kind == "squad" and g.side == "blue"]
    assert names == ["Soviet squad", "Soviet squad 2"]


def test_a_marker_stops_where_none_of_the_three_lines_of_sight_leads_to_it():
    """Beside a narrow house the middle line is blocked before those past its edges."""
    house = area("house", "building", 34, 22, 38, 24, 3.0)
    for x in (36.0, 36.9, 37.4, 38.0, 38.4):
        made = acting(1, 2, at=(36.0, 4.0), on=(house,))
        found = marker(made, x, 44.0)
        path = ((x, 44.0), (x, 28.0))
        end = pef._unseen_part(made, found, path, pef.player_figures(made))[-1]  # type: ignore[arg-type]
        there = msgspec.structs.replace(found, x=end[0], y=end[1])
        assert end == (x, 44.0) or contact.is_met(made, there) is None
