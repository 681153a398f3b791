"""The six missions: levels, ground, the enemy, success and failure."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, red, run, worked_case
from wargame.engine.events import GroundChanged, Scored, StandPlaced
from wargame.engine.orders import Picked
from wargame.rulesets.clash_of_titans import (
    contact,
    digging,
    mission_aims,
    mission_end,
    missions,
    np_orders,
    terrain_gen,
)
from wargame.rulesets.clash_of_titans.sections import FAR, Grid
from wargame.rulesets.clash_of_titans.state import Mission

GRID = Grid(72.0, 48.0)


def on(mission: str, *units, dice=(), control: str = "player", edge: str = "bottom", **more):
    """A battle with a mission; the player is red at the near edge."""
    units = units or (*build.squad("red", "red-1", 20, 10, 4), blue("foe", 66, 40))
    battle = build.battle_of(*units, dice=dice, turn=3, **more)
    state = build.state(battle)
    state.mission = Mission(eal=3, sl=2, player="red", enemy="blue", mission=mission)
    state.edges = {"red": edge, "blue": "top" if edge == "bottom" else "bottom"}
    state.options = {**dict(state.options), "control": control, "region": "rural", "mission": mission}
    build.group(battle, "red-1").own_squad = True
    return battle


def off(battle, name: str, edge: str = "bottom") -> None:
    """He has left the table by an edge."""
    man = build.stand(battle, name)
    man.gone, man.on_table = f"left {edge}", False


# ---------------------------------------------------------------- which mission, whose ground


@pytest.mark.rule("NUT-MISN-08")
@pytest.mark.parametrize(
    ("dice", "mission"),
    [
        ((1, 1), missions.COMBAT),
        ((2, 3), missions.RECON),
        ((3, 4), missions.DEFENCE),
        ((4, 5), missions.ATTACK),
        ((5, 6), missions.RAID),
        ((6, 6, 2, 2), missions.RECON),
    ],
)
def test_the_base_mission_table(dice, mission):
    assert missions._rolled(on(missions.RECON, dice=dice)) == mission


@pytest.mark.rule("NUT-MISN-06")
@pytest.mark.parametrize(
    ("said", "eal", "sl", "who"),
    [("", 4, 3, "enemy"), ("", 3, 3, "player"), ("player", 6, 1, "player"), ("enemy", 1, 6, "enemy")],
)
def test_who_controls_the_sector(said, eal, sl, who):
    state = build.state(on(missions.RECON, control=said))
    state.mission = Mission(eal=eal, sl=sl, player="red", enemy="blue", mission=missions.RECON)
    assert missions.controls(state) == who


@pytest.mark.rule("NUT-TERR-11")
def test_case_89(request):
    battle = on(missions.RECON, dice=worked_case(request, "CASE-89"), control="enemy")
    build.stand(battle, "red-1-1").rep = 4
    assert missions._scouted(battle) == (4, 5, 6, 7, 8, 9)


@pytest.mark.rule("NUT-TERR-11")
@pytest.mark.parametrize(("passed", "first"), [(2, 1), (1, 4), (0, 7)])
def test_what_scouting_reveals(passed, first):
    assert terrain_gen.revealed_by(passed) == tuple(range(first, 10))


# ---------------------------------------------------------------- the enemy


@pytest.mark.parametrize(
    ("mission", "count"),
    [
        (missions.RECON, 3),
        (missions.COMBAT, 3),
        (missions.RAID, 3),
        (missions.ATTACK, 3),
        (missions.DEFENCE, 4),
        (missions.ASSAULT, 4),
    ],
)
def test_how_many_markers(mission, count):
    assert missions._count(str(missions.charts.mission_row(mission)["pefs"]), 3) == count


@pytest.mark.rule("NUT-MISN-04")
def test_those_of_a_perimeter_start_in_the_far_sections():
    battle = on(missions.DEFENCE, dice=(1, 3, 5, 2))
    build.state(battle).ruled = ("blue",)
    missions.enemy(battle)
    assert {GRID.at(m.x, m.y) for m in contact.markers(build.state(battle))} == set(FAR)


# ---------------------------------------------------------------- success


@pytest.mark.rule("NUT-MISN-01")
def test_a_patrol_has_to_spend_an_activation_near_the_far_edge():
    battle = on(missions.RECON, *(red(f"m{n}", 12 + 24 * n, 40) for n in range(3)))
    for n in range(3):
        build.stand(battle, f"m{n}").active_turn = 3
    assert mission_end.visited_now(battle) == {1, 2, 3}
    build.stand(battle, "m0").y = 35.0
    build.stand(battle, "m1").shot = True
    assert mission_end.visited_now(battle) == {3}


@pytest.mark.rule("NUT-MISN-01")
def test_and_to_come_back_with_its_leader_and_half_of_the_men():
    battle = on(missions.RECON)
    state = build.state(battle)
    for section in FAR:
        state.notes[f"visited.{section}"] = True
    assert not mission_end.is_done(battle)
    off(battle, "red-1-3")
    off(battle, "red-1-4")
    assert not mission_end.is_done(battle)
    off(battle, "red-1-1")
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-02")
def test_a_combat_patrol_has_to_hurt_the_enemy_besides():
    battle = on(missions.COMBAT)
    for n in (1, 2):
        off(battle, f"red-1-{n}")
    assert not mission_end.is_done(battle)
    build.stand(battle, "foe").status = "captured"
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-03")
def test_an_attack_clears_the_far_sections():
    battle = on(missions.ATTACK)
    assert not mission_end.is_done(battle)
    build.stand(battle, "foe").y = 10.0
    battle.state.event_count += 1
    assert not mission_end.is_done(battle)
    build.stand(battle, "red-1-1").y = 40.0
    battle.state.event_count += 1
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-03")
def test_a_raid_holds_its_objective_for_a_full_turn():
    battle = on(missions.RAID, red("man", 36, 40), blue("foe", 66, 40))
    for _ in range(2):
        assert not mission_end.is_done(battle)
        mission_end._note(battle)
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-04")
def test_a_perimeter_is_held_with_more_men_in_the_near_sections():
    battle = on(missions.DEFENCE)
    assert mission_end.is_done(battle)
    build.group(battle, "blue-1").intention = np_orders.ATTACK
    assert not mission_end.is_done(battle)
    build.state(battle).turn = 10
    assert mission_end.is_done(battle)
    for n in (1, 2, 3, 4):
        build.stand(battle, f"red-1-{n}").y = 20.0
    battle.state.event_count += 1
    assert not mission_end.is_done(battle)


@pytest.mark.parametrize(
    ("mission", "comes"),
    [
        pytest.param(missions.DEFENCE, True, marks=pytest.mark.rule("NUT-MISN-04")),
        pytest.param(missions.COMBAT, True, marks=pytest.mark.rule("NUT-MISN-02")),
        (missions.RECON, False),
    ],
)
def test_if_nobody_was_behind_the_markers_somebody_comes(mission, comes):
    battle = on(mission, *build.squad("red", "red-1", 20, 10, 4), dice=(1, 3, 3, 3, 3, 3, 3, 3, 3, 3))
    state = build.state(battle)
    state.ruled, state.sides["blue"].nation, state.sides["red"].nation = ("blue",), "SU", "GE"
    mission_end.check(battle)
    assert not battle.over
    coming = [g for g in state.groups.values() if g.side == "blue"]
    assert bool(coming) is comes
    assert all(not g.arrived for g in coming)
    mission_end.check(battle)
    assert len([g for g in state.groups.values() if g.side == "blue"]) == len(coming)


@pytest.mark.rule("NUT-MISN-05")
def test_an_assault_leaves_by_the_near_side():
    battle = on(missions.ASSAULT, edge="top")
    for n in (1, 2):
        off(battle, f"red-1-{n}", "bottom")
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-05")
def test_reinforcements_are_no_part_of_the_force_that_has_to_come_through():
    late = build.squad("red", "red-2", 40, 40, 6)
    battle = on(missions.ASSAULT, *build.squad("red", "red-1", 20, 10, 4), *late, blue("foe", 66, 40), edge="top")
    for n in (1, 2):
        off(battle, f"red-1-{n}", "bottom")
    assert not mission_end.is_done(battle)
    build.state(battle).notes["came later.red-2"] = True
    assert mission_end.is_done(battle)


@pytest.mark.rule("NUT-MISN-07")
def test_a_success_scores_and_ends_the_battle():
    battle = on(missions.ATTACK, red("man", 20, 40, group="red-1"), blue("foe", 66, 10), dice=[6] * 10)
    mission_end.check(battle)
    assert battle.over
    assert any(isinstance(e, Scored) and e.side == "red" for e in battle.events)


@pytest.mark.rule("NUT-MISN-07")
@pytest.mark.parametrize("turn", [20, 12])
def test_the_last_turn_is_a_failure(turn):
    battle = on(missions.RECON, dice=[6] * 20, turn_limit=turn)
    build.state(battle).turn = turn
    mission_end.check(battle)
    assert battle.over
    assert not any(isinstance(e, Scored) for e in battle.events)


@pytest.mark.rule("NUT-MISN-07")
def test_without_anybody_able_to_go_on_it_has_failed():
    battle = on(missions.RECON, dice=[6] * 20)
    for n in (1, 2, 3, 4):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    mission_end.check(battle)
    assert battle.over


# ---------------------------------------------------------------- foxholes, aims


@pytest.mark.rule("NUT-MISN-04", "NUT-TERR-12")
def test_half_of_the_men_of_a_perimeter_may_have_foxholes():
    battle = on(missions.DEFENCE)
    picked = Picked(items=(("red-1-2", 1), ("red-1-4", 1)))
    run(digging.foxholes(battle), picked)
    assert [build.stand(battle, f"red-1-{n}").dug_in for n in (1, 2, 3, 4)] == [False, True, False, True]


def test_nobody_digs_in_other_missions():
    run(digging.foxholes(on(missions.RECON)))


@pytest.mark.rule("NUT-SOLO-03")
def test_a_patrol_that_the_rules_run_goes_home_when_its_work_is_done():
    battle = on(missions.RECON)
    state = build.state(battle)
    state.ruled = ("red", "blue")
    squad = build.group(battle, "red-1")
    squad.np, squad.intention = True, np_orders.ATTACK
    mission_aims.lead_on(battle, home=False)
    assert squad.objective is not None and GRID.at(*squad.objective) in FAR
    mission_aims.lead_on(battle, home=True)
    assert squad.intention == np_orders.WITHDRAW


@pytest.mark.rule("NUT-NP-16")
@pytest.mark.parametrize(
    ("mission", "order", "at", "edge"),
    [
        (missions.ASSAULT, np_orders.ATTACK, (20.0, 1.0), "bottom"),
        (missions.ASSAULT, np_orders.HOLD, None, "bottom"),
        (missions.RAID, np_orders.ATTACK, (36.0, 40.0), ""),
        (missions.ATTACK, np_orders.ATTACK, (36.0, 40.0), ""),
        (missions.DEFENCE, np_orders.ATTACK, None, ""),
    ],
)
def test_friends_of_the_player_go_where_the_mission_leads(mission, order, at, edge):
    battle = on(mission, edge="top" if mission == missions.ASSAULT else "bottom")
    build.state(battle).ruled = ("blue",)
    team = build.group(battle, "red-1")
    team.np, team.intention = True, order
    assert mission_aims.place_for_friends(battle, team, (20.0, 12.0)) == at
    assert mission_aims.way_out(battle, team) == edge


@pytest.mark.rule("NUT-TERR-11", "NUT-PEF-01")
def test_ground_that_the_men_look_into_is_rolled_before_anything_is_hidden_there():
    """The far sections are in view from where the defenders stand: their woods are there when the markers are put."""
    men = build.squad("red", "red-1", 20, 30, 4, facing=90.0)
    battle = on(missions.DEFENCE, *men, blue("foe", 66, 47), dice=(1, 3, 6, 1, 3, 6, 1, 3, 6, 1, 3, 5, 1))
    state = build.state(battle)
    state.ruled, state.notes = ("blue",), {f"terrain.{n}": "clear" for n in range(4, 10)}
    missions.enemy(battle)
    order = [type(e) for e in battle.events if isinstance(e, GroundChanged | StandPlaced)]
    assert order == [GroundChanged] * 3 + [StandPlaced] * 4
    assert not [m for m in contact.markers(state) if contact.is_met(battle, m)]
