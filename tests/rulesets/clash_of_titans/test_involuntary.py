"""Ducking, hunkering down, retiring, running; statuses.

Rules: NUT-STAT-01 to -16, NUT-MOVE-09, -11, -12, NUT-ACT-05.
"""

from __future__ import annotations

import math

import pytest

from tests.rulesets.clash_of_titans.build import area, battle_of, blue, red, stand, state, strip
from wargame.engine.battle import Battle
from wargame.engine.events import StandChanged, StandMoved
from wargame.rulesets.clash_of_titans import geometry, involuntary, refuge, status

WOOD = area("wood", "woods_light", 24, 10, 30, 20)
WALL = strip("wall", "wall", (18.8, 5), (18.8, 25))


def duck(battle: Battle, man: str = "b", *enemies: str, **more: bool) -> list[involuntary.Moved]:
    """He ducks back from these enemies ("a" by default)."""
    from_whom = [stand(battle, e) for e in (enemies or ("a",))]
    return involuntary.duck_back(battle, stand(battle, man), from_whom, **more)


def open_ground(*features: object, x: float = 20.0) -> Battle:
    """A German at (5, 15) and a Russian at (20, 15)."""
    return battle_of(red("a", 5, 15), blue("b", x, 15), features=features)  # type: ignore[arg-type]


@pytest.mark.rule("NUT-STAT-05", "NUT-MOVE-09")
def test_ducking_moves_by_the_shortest_way_to_cover() -> None:
    """Four inches to the edge of the wood; he is then in cover or out of sight."""
    battle = open_ground(WOOD)
    moved = duck(battle)
    assert [m.stand for m in moved] == ["b"]
    assert 23.9 <= stand(battle, "b").x <= 25.0
    assert stand(battle, "b").status == "ducked_back"
    assert refuge.is_safe(
        battle, stand(battle, "b"), (stand(battle, "b").x, stand(battle, "b").y), [stand(battle, "a")]
    )


@pytest.mark.rule("NUT-STAT-05", "NUT-STAT-15")
def test_in_cover_he_drops_where_he_stands_and_is_out_of_sight_behind_it() -> None:
    """A wall between them: no move, and the enemy beyond it sees him no more."""
    battle = open_ground(WALL)
    assert geometry.sees(battle, stand(battle, "a"), stand(battle, "b"))
    assert duck(battle) == []
    assert not stand(battle, "b").prone
    assert not geometry.sees(battle, stand(battle, "a"), stand(battle, "b"))


@pytest.mark.rule("NUT-STAT-05", "NUT-ACT-05")
def test_without_any_cover_in_reach_he_goes_prone() -> None:
    """Open ground: he lies down where he is."""
    battle = open_ground()
    assert duck(battle) == []
    assert (stand(battle, "b").x, stand(battle, "b").prone) == (20.0, True)


def test_a_second_duck_back_of_a_chain_leaves_him_where_he_is() -> None:
    """may_move False: no move although cover is near."""
    battle = open_ground(WOOD)
    assert duck(battle, may_move=False) == []
    assert stand(battle, "b").status == "ducked_back"


@pytest.mark.rule("NUT-STAT-07")
def test_hunkering_down_from_the_open_moves_first_and_in_cover_does_not() -> None:
    """Prone until rallied."""
    battle = open_ground(WOOD)
    moved = involuntary.hunker_down(battle, stand(battle, "b"), [stand(battle, "a")], in_cover=False)
    assert len(moved) == 1
    assert (stand(battle, "b").status, stand(battle, "b").prone) == ("hunkered_down", True)
    battle = open_ground(WALL)
    assert involuntary.hunker_down(battle, stand(battle, "b"), [stand(battle, "a")], in_cover=True) == []


@pytest.mark.rule("NUT-STAT-08", "NUT-GEO-16")
def test_retiring_leads_sixteen_inches_towards_the_own_edge_and_he_ducks() -> None:
    """Blue's edge is on the right."""
    battle = open_ground()
    involuntary.retire(battle, stand(battle, "b"))
    assert stand(battle, "b").x > 34.0
    assert math.dist((20, 15), (stand(battle, "b").x, stand(battle, "b").y)) <= 16.01
    assert stand(battle, "b").status == "ducked_back"


@pytest.mark.rule("NUT-STAT-08")
def test_retiring_ends_out_of_sight_if_possible() -> None:
    """A house not quite as far home is chosen for its shadow."""
    battle = open_ground(area("house", "building", 25, 12, 29, 18, height=2))
    involuntary.retire(battle, stand(battle, "b"))
    assert not geometry.sees(battle, stand(battle, "a"), stand(battle, "b"))


@pytest.mark.rule("NUT-STAT-09", "NUT-MOVE-09")
def test_running_away_leads_sixteen_inches_at_once() -> None:
    """He runs, and runs on at the end of his side's part of later turns."""
    battle = open_ground()
    moved = involuntary.run_away(battle, stand(battle, "b"))
    assert stand(battle, "b").status == "running"
    assert stand(battle, "b").x > 34.0
    walked = [e for e in battle.events if isinstance(e, StandMoved)]
    assert [e.mode for e in walked] == ["run_away"] and len(moved) == 1
    assert stand(battle, "b").ran_turn == state(battle).turn


@pytest.mark.rule("NUT-STAT-09", "NUT-MOVE-10")
def test_a_runner_who_reaches_his_edge_is_gone() -> None:
    """Twelve inches from the edge: off, and lost for this mission."""
    battle = open_ground(x=60.0)
    involuntary.run_away(battle, stand(battle, "b"))
    assert stand(battle, "b").gone == "ran_off"


@pytest.mark.rule("NUT-STAT-09", "NUT-STAT-16")
def test_the_surrounded_surrender() -> None:
    """Enemies within 8 in close the way home: he is their prisoner."""
    battle = battle_of(red("a", 24, 14), red("c", 24, 16.5), blue("b", 20, 15))
    involuntary.run_away(battle, stand(battle, "b"))
    assert stand(battle, "b").status == "captured"
    assert stand(battle, "b").captor in ("a", "c")
    assert not status.in_fight(stand(battle, "b"))


@pytest.mark.rule("NUT-MOVE-12")
def test_involuntary_movement_keeps_off_enemies_and_other_men() -> None:
    """The nearest cover is taken by others: he ends in contact with nobody."""
    men = [red("a", 5, 15), red("c", 24.5, 15), blue("d", 24.5, 16.2), blue("b", 20, 15)]
    battle = battle_of(*men, features=[WOOD])
    duck(battle)
    here = (stand(battle, "b").x, stand(battle, "b").y)
    for other in "cd":
        assert math.dist(here, (stand(battle, other).x, stand(battle, other).y)) >= 0.999
    assert math.dist(here, (24.5, 15)) > 1.1


@pytest.mark.rule("NUT-SIGHT-09")
def test_new_eyes_are_those_who_did_not_see_him_before() -> None:
    """He runs out of the shadow of a house into the view of another German."""
    house = area("house", "building", 25, 0, 27, 12, height=2)
    battle = battle_of(
        red("a", 5, 15), red("hid", 40, 5, facing=90.0, group="other"), blue("b", 20, 10), features=[house]
    )
    assert not geometry.sees(battle, stand(battle, "hid"), stand(battle, "b"))
    moved = involuntary.run_away(battle, stand(battle, "b"))
    assert involuntary.new_eyes(battle, moved[0]) == (("hid", "b"),)


@pytest.mark.rule("NUT-DOWN-09")
def test_with_no_enemy_to_duck_from_he_goes_to_cover_or_lies_down() -> None:
    """Cover within his move, else prone."""
    battle = open_ground(WOOD)
    involuntary.duck_back(battle, stand(battle, "b"), [])
    assert 23.9 <= stand(battle, "b").x <= 25.0
    battle = open_ground()
    involuntary.duck_back(battle, stand(battle, "b"), [])
    assert stand(battle, "b").prone


# ---------------------------------------------------------------- statuses


@pytest.mark.rule("NUT-STAT-10")
def test_stunned_men_lie_prone_and_can_do_nothing() -> None:
    """They still take part."""
    battle = open_ground()
    man = stand(battle, "b")
    status.set_status(battle, man, "stunned")
    assert man.prone and man.in_play and not status.able(man)
    assert status.in_fight(man)


@pytest.mark.rule("NUT-STAT-11")
def test_men_out_of_the_fight_lie_where_they_fell() -> None:
    """Still on the table, but no part of it."""
    battle = open_ground()
    man = stand(battle, "b")
    status.set_status(battle, man, "out_of_the_fight")
    assert man.prone and man.in_play and not status.able(man)
    assert not status.in_fight(man)


@pytest.mark.rule("NUT-STAT-12")
def test_the_dead_leave_the_table_and_a_body_behind() -> None:
    """A marker where he fell: it can be searched."""
    battle = open_ground()
    status.lose(battle, stand(battle, "b"), "dead")
    assert stand(battle, "b").gone == "dead"
    body = next(m for m in state(battle).markers.values() if m.kind == "body")
    assert (body.x, body.y, body.stand) == (20.0, 15.0, "b")


@pytest.mark.rule("NUT-STAT-16")
def test_a_captured_man_takes_no_part() -> None:
    """He counts as lost and is no target."""
    battle = open_ground()
    status.lose(battle, stand(battle, "b"), "captured")
    from wargame.rulesets.clash_of_titans import judge, targets

    assert judge.is_lost(stand(battle, "b"))
    assert targets.able_targets(battle, stand(battle, "a")) == []


@pytest.mark.rule("NUT-STAT-01")
def test_carry_on_is_no_change() -> None:
    """Whoever is himself again may do everything."""
    battle = open_ground()
    status.set_status(battle, stand(battle, "b"), "ready")
    assert status.ready(stand(battle, "b"))


@pytest.mark.rule("NUT-STAT-14")
def test_a_truck_that_ducks_drives_out_of_sight() -> None:
    """Up to its full move, to the nearest place where the cause does not see it; it stops there."""
    house = area("house", "building", 14, 6, 17, 14, height=2)
    battle = battle_of(red("a", 5, 15), blue("truck", 21, 15.5, "truck", group="t"), features=[house])
    moved = involuntary.duck_back(battle, stand(battle, "truck"), [stand(battle, "a")])
    assert [m.stand for m in moved] == ["truck"]
    assert not geometry.sees(battle, stand(battle, "a"), stand(battle, "truck"))
    assert stand(battle, "truck").status == "ducked_back"


@pytest.mark.rule("NUT-STAT-14")
def test_a_truck_that_runs_drives_for_its_own_edge_each_turn() -> None:
    """Marked as leaving; it drives its full move at once."""
    battle = battle_of(red("a", 5, 15), blue("truck", 20, 15, "truck", group="t"))
    involuntary.run_away(battle, stand(battle, "truck"))
    assert stand(battle, "truck").leaving
    assert stand(battle, "truck").x > 26.0


def test_changes_of_status_are_told() -> None:
    """As events that say why."""
    battle = open_ground()
    duck(battle)
    told = [e.why for e in battle.events if isinstance(e, StandChanged)]
    assert "ducked_back" in told
