"""Where a computer player leads a side that plays a mission."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import Unit, blue, red, squad
from wargame.board import Base
from wargame.engine.battle import Battle
from wargame.engine.orders import Act, Chosen, Move
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    acts_worth,
    advice,
    aims,
    missions,
    moves_worth,
    places_worth,
    player_orders,
    ways,
)
from wargame.rulesets.clash_of_titans.aims import Aim
from wargame.rulesets.clash_of_titans.sections import Grid
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Mission

GRID = Grid(72.0, 48.0)


def on(mission: str, *units: Unit, turn: int = 3, edge: str = "bottom", visited: tuple[int, ...] = ()) -> Battle:
    """A battle of twenty turns with a mission of the reds; red-1 is their squad."""
    battle = build.battle_of(*(units or squad("red", "red-1", 20, 6, 6)), turn=turn, turn_limit=20)
    state = build.state(battle)
    state.mission = Mission(eal=3, sl=2, player="red", enemy="blue", mission=mission)
    state.edges = {"red": edge, "blue": "top" if edge == "bottom" else "bottom"}
    state.notes |= {f"visited.{section}": True for section in visited}
    build.group(battle, "red-1").own_squad = True
    return battle


def marker(battle: Battle, number: int, x: float, y: float) -> None:
    """A marker of the enemy."""
    found = ClashStand(
        id=f"pef-{number}",
        name=f"PEF {number}",
        side="blue",
        group=f"pef-{number}",
        line="",
        kind="pef",
        base=Base.circle(1.0),
        x=x,
        y=y,
    )
    found.pef, found.on_table = number, True
    battle.state.stands[found.id] = found


def aim(battle: Battle, group: str = "red-1") -> Aim:
    found = aims.aim_of(battle.view("red"), group)
    assert found is not None
    return found


def gain(view: View, who: str, to: tuple[float, float], start: tuple[float, float]) -> float:
    worth = places_worth.worth_of_places(view, who, np.array([start, to]))
    return float(worth[1] - worth[0])


# ---------------------------------------------------------------- the patrol


def test_patrol_goes_round_from_the_section_at_the_end_and_not_from_the_middle() -> None:
    first = aim(on(missions.RECON))
    assert (GRID.at(*first.at), first.take, first.leave) == (1, True, "")
    assert first.y > 36.0


def test_patrol_goes_on_to_the_next_section_that_it_has_not_seen() -> None:
    there = squad("red", "red-1", 20, 38, 6)
    assert GRID.at(*aim(on(missions.RECON, *there)).at) == 1
    assert GRID.at(*aim(on(missions.RECON, *there, visited=(1,))).at) == 2
    assert GRID.at(*aim(on(missions.RECON, *there, visited=(1, 2))).at) == 3


def test_patrol_that_has_seen_all_goes_home_over_its_own_edge() -> None:
    home = aim(on(missions.RECON, *squad("red", "red-1", 20, 38, 6), visited=(1, 2, 3)))
    assert (home.leave, home.y) == ("bottom", 0.0)
    battle = on(missions.RECON, red("man", 30, 0.5), visited=(1, 2, 3))
    view = battle.view("red")
    assert acts_worth.appraise(view, Act(stand="man", act="leave")).worth > 10.0


def test_second_party_of_a_patrol_looks_into_another_section_but_two_men_go_with_the_rest() -> None:
    main = squad("red", "red-1", 20, 30, 4)
    battle = on(missions.RECON, *main, *squad("red", "red-2", 22, 30, 3))
    assert {GRID.at(*aim(battle, name).at) for name in ("red-1", "red-2")} != {1}
    battle = on(missions.RECON, *main, *squad("red", "red-2", 22, 30, 2))
    assert {GRID.at(*aim(battle, name).at) for name in ("red-1", "red-2")} == {1}


def test_patrol_walks_instead_of_digging_in_and_the_faster_the_later_it_is() -> None:
    early, late = (on(missions.RECON, turn=turn) for turn in (2, 12))
    ahead = [gain(battle.view("red"), "red-1-6", (20, 16.5), (20, 13.5)) for battle in (early, late)]
    assert 0.5 < ahead[0] < ahead[1]
    assert acts_worth.appraise(early.view("red"), Act(stand="red-1-6", act="dig")).worth == 0.0
    assert aim(early).haste < aim(late).haste


def test_patrol_that_cannot_bring_half_of_its_men_home_saves_the_rest() -> None:
    battle = on(missions.RECON)
    for n in (2, 3, 4):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    assert aim(battle).leave == ""
    build.stand(battle, "red-1-5").status = "out_of_the_fight"
    battle.state.event_count += 1
    assert aim(battle).leave == "bottom"


def test_player_of_a_mission_sees_in_his_view_what_his_men_have_looked_into() -> None:
    battle = on(missions.RECON, *squad("red", "red-1", 20, 6, 3), blue("b", 60, 40), visited=(2,))
    build.state(battle).notes["np.lost.blue"] = 1
    notes = [cast(ClashState, battle.view(side).state).notes for side in ("red", "blue")]
    assert notes == [{"visited.2": True}, {}]


# ---------------------------------------------------------------- the others


def test_combat_patrol_goes_for_markers_then_for_enemies_then_home() -> None:
    men = squad("red", "red-1", 20, 10, 6)
    battle = on(missions.COMBAT, *men, blue("b", 60, 20))
    marker(battle, 1, 22.0, 20.0)
    assert aim(battle).at == (22.0, 20.0)
    battle = on(missions.COMBAT, *men, blue("b", 60, 20))
    assert aim(battle).at == (60.0, 20.0)
    build.stand(battle, "b").status = "captured"
    battle.state.event_count += 1
    assert aim(battle).leave == "bottom"


def test_raid_goes_to_the_middle_far_section_and_stays_there() -> None:
    battle = on(missions.RAID, *squad("red", "red-1", 36, 37, 6))
    assert aim(battle).at == GRID.centre(2)
    view = battle.view("red")
    assert gain(view, "red-1-3", (36.0, 28.0), (36.0, 40.0)) < 0.0
    assert acts_worth.appraise(view, Act(stand="red-1-3", act="dig")).worth == 0.0


def test_attack_goes_for_who_is_left_in_the_far_sections() -> None:
    men = squad("red", "red-1", 20, 10, 6)
    battle = on(missions.ATTACK, *men, blue("near", 22, 24), blue("far", 60, 40, group="blue-2"))
    assert aim(battle).at == (60.0, 40.0)
    marker(battle, 1, 30.0, 40.0)
    battle.state.event_count += 1
    assert aim(battle).at == (30.0, 40.0)


def test_attack_that_sees_nobody_goes_where_none_of_its_men_is() -> None:
    battle = on(missions.ATTACK, *squad("red", "red-1", 12, 36, 6))
    assert GRID.at(*aim(battle).at) == 2


def test_perimeter_is_held_in_the_near_sections_and_may_dig_there() -> None:
    battle = on(missions.DEFENCE, *squad("red", "red-1", 36, 5, 6), *squad("red", "red-2", 38, 5, 3))
    found = [aim(battle, name) for name in ("red-1", "red-2")]
    assert [(GRID.at(*a.at), a.take, a.leave) for a in found] == [(8, False, ""), (8, False, "")]
    assert found[0].at != found[1].at
    assert gain(battle.view("red"), "red-1-6", (36.0, 30.0), (36.0, 12.0)) < 0.0
    assert acts_worth.appraise(battle.view("red"), Act(stand="red-1-1", act="dig")).worth > 0.0


def test_assault_goes_straight_on_over_the_edge_of_the_near_sections() -> None:
    battle = on(missions.ASSAULT, *squad("red", "red-1", 20, 30, 5), red("last", 40, 0.5, group="red-2"), edge="top")
    through = aim(battle)
    assert (through.leave, through.x, through.y) == ("bottom", 20.0, 0.0)
    view = battle.view("red")
    assert any(path[-1][1] < 0.7 for path in ways.ways(view, "last", "", 8.0))
    assert acts_worth.appraise(view, Act(stand="last", act="leave")).worth > 10.0


@pytest.mark.parametrize("mission", [missions.RAID, missions.ATTACK])
def test_attackers_of_whom_hardly_anybody_is_left_go_back(mission: str) -> None:
    battle = on(mission, *squad("red", "red-1", 20, 20, 9), blue("b", 40, 40))
    for n in range(2, 8):
        build.stand(battle, f"red-1-{n}").status = "out_of_the_fight"
    assert aim(battle).leave == ""
    build.stand(battle, "red-1-8").status = "out_of_the_fight"
    battle.state.event_count += 1
    assert aim(battle).leave == "bottom"


def test_enemy_of_a_mission_and_a_set_scenario_have_their_own_aims() -> None:
    battle = on(missions.RECON, *squad("red", "red-1", 20, 6, 3), blue("b", 60, 40))
    assert aims.aim_of(battle.view("blue"), "blue-1") is None
    build.state(battle).mission = Mission()
    battle.state.event_count += 1
    assert aims.aim_of(battle.view("red"), "red-1") is None


def test_parts_of_a_squad_that_came_apart_go_where_most_of_it_goes() -> None:
    units = [*squad("red", "red-1", 14, 30, 2), *squad("red", "red-1/2", 60, 30, 4)]
    battle = on(missions.RECON, *units)
    assert aim(battle, "red-1") == aim(battle, "red-1/2")
    assert GRID.at(*aim(battle).at) == 3


@pytest.mark.parametrize(
    ("mission", "visited", "order"),
    [
        (missions.ATTACK, (), "ATTACK"),
        (missions.DEFENCE, (), "HOLD"),
        (missions.RECON, (), "ATTACK"),
        (missions.RECON, (1, 2, 3), "WITHDRAW"),
    ],
)
def test_leader_orders_friends_to_do_what_the_mission_asks(mission: str, visited: tuple[int, ...], order: str) -> None:
    units = [*squad("red", "red-1", 20, 6, 3, star=True), *squad("red", "red-2", 22, 6, 3), blue("b", 60, 40)]
    battle = on(mission, *units, visited=visited)
    build.group(battle, "red-2").np = True
    build.group(battle, "red-2").intention = "PATROL"
    request = next(player_orders.give_orders(battle))
    assert [(row[0], row[1]) for row in advice.worth_of_answers(battle.view("red"), request)] == [
        (Chosen(option=order), 1.0)
    ]


def test_patrol_runs_together_while_nobody_is_near_and_no_man_alone() -> None:
    units = squad("red", "red-1", 20, 6, 6)
    for enemy, runs in (((), True), ((blue("b", 24, 24),), False)):
        view = on(missions.RECON, *units, *enemy).view("red")
        together = acts_worth.appraise(view, Act(stand="red-1-6", act="fast_move")).worth
        walk = gain(view, "red-1-6", (20, 16.5), (20, 13.5))
        assert (together > walk) == runs
    alone = Move(stand="red-1-6", path=((20.0, 24.0),), mode="fast")
    assert moves_worth.appraise(on(missions.RECON, *units).view("red"), alone).worth < -2.0
