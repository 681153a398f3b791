"""How a computer player judges: aims, places, ways, deployment, answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.rulesets.clash_of_titans.build import area, battle_of, blue, red, setup_of, squad, stand, state, strip
from wargame.engine.battle import Battle
from wargame.engine.conditions import Groups, Stands
from wargame.engine.orders import Act, Chosen, Move, Placed
from wargame.engine.requests import Choose, Option, Place
from wargame.engine.setup import LevelRow, ObjectiveSetup, Victory, Zone
from wargame.engine.view import View
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import (
    acts_worth,
    advice,
    aims,
    exposure,
    foes,
    groups,
    judge,
    moves_worth,
    places_worth,
    rooms,
    setting_up,
    stars,
    ways,
    worth,
)

WALL = strip("wall", "wall", (24.0, 18.0), (24.0, 22.0), width=0.3)


def objective(x: float, y: float, radius: float = 4.0, holder: str = "") -> ObjectiveSetup:
    return ObjectiveSetup(id="o", name="o", x=x, y=y, radius_in=radius, points=1, primary=True, holder=holder)


def ladder(condition: Any, side: str = "red") -> Victory:
    last = LevelRow(level="draw", side="draw", condition=None, text="otherwise")
    return Victory(ladder=(LevelRow(level="win", side=side, condition=condition, text="won"), last))


def view_of(*units: Any, side: str = "red", **more: Any) -> View:
    return battle_of(*units, **more).view(side)


def worths(view: View, who: str, *points: tuple[float, float]) -> list[float]:
    return list(places_worth.worth_of_places(view, who, np.array(points, np.float64)).tolist())


# ---------------------------------------------------------------- worth


def test_machine_gunner_and_leader_are_worth_more_than_a_rifleman() -> None:
    battle = battle_of(red("r", 5, 5), red("mg", 6, 5, "GE_mg34"), red("nco", 7, 5, "GE_nco_smg"), blue("b", 60, 5))
    rifle, gun, leader = (worth.value(stand(battle, name)) for name in ("r", "mg", "nco"))
    assert rifle < gun
    assert rifle < leader


def test_tiger_is_worth_more_than_a_car_and_its_crew_counts_with_it() -> None:
    battle = battle_of(red("t", 5, 5, "tiger_i"), red("c", 5, 15, "sdkfz_222", group="red-2"), blue("b", 60, 5))
    assert worth.value(stand(battle, "t")) > 2 * worth.value(stand(battle, "c")) > 0
    assert worth.value(stand(battle, "t.1")) == 0.0


def test_suppressed_enemy_is_a_smaller_prize_and_a_dead_one_none() -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 60, 5))
    fresh = worth.prize(battle, stand(battle, "b"))
    stand(battle, "b").status = "hunkered_down"
    assert 0 < worth.prize(battle, stand(battle, "b")) < fresh
    stand(battle, "b").status = "out_of_the_fight"
    assert worth.prize(battle, stand(battle, "b")) == 0.0
    assert worth.worse_by(stand(battle, "b"), "duck_back") == 0.0


# ---------------------------------------------------------------- aims


def test_attackers_take_an_objective_and_defenders_hold_it() -> None:
    units = (red("r", 5, 20), blue("b", 50, 20))
    red_aim = aims.aim_of(view_of(*units, objectives=(objective(48, 20),)), "red-1")
    blue_aim = aims.aim_of(view_of(*units, side="blue", objectives=(objective(48, 20),)), "blue-1")
    assert red_aim is not None
    assert blue_aim is not None
    assert (red_aim.take, red_aim.at) == (True, (48, 20))
    assert not blue_aim.take


def test_whole_edge_is_a_way_out_where_the_ladder_counts_who_left_by_it() -> None:
    victory = ladder(Stands(side="red", left_by="right", at_least=1))
    view = view_of(red("r", 5, 20), blue("b", 50, 20), victory=victory)
    found = aims.aim_of(view, "red-1")
    assert found is not None
    assert (found.leave, found.x, found.take) == ("right", 72.0, True)
    assert aims.ways_out(view.setup, "blue") == ()


def test_exit_points_are_objectives_at_the_edge_and_the_enemy_bars_the_ground_before_them() -> None:
    victory = ladder(Groups(side="red", states=(judge.EXITED,)))
    units = (red("r", 5, 20), blue("b", 50, 20))
    out = aims.aim_of(view_of(*units, victory=victory, objectives=(objective(72, 35, 3.0),)), "red-1")
    assert out is not None
    assert (out.at, out.leave, out.radius_in) == ((72, 35), "right", 3.0)
    bar = aims.aim_of(view_of(*units, side="blue", victory=victory, objectives=(objective(72, 35, 3.0),)), "blue-1")
    assert bar is not None
    assert (bar.leave, bar.take) == ("", False)
    assert bar.x < 60


def test_groups_share_out_several_ways_out() -> None:
    victory = ladder(Groups(side="red", states=(judge.EXITED,)))
    places = tuple(
        ObjectiveSetup(id=f"o{y}", name="o", x=72, y=y, radius_in=3, points=1, primary=True) for y in (12.0, 36.0)
    )
    view = view_of(
        red("r1", 5, 23), red("r2", 5, 24, group="red-2"), blue("b", 50, 20), victory=victory, objectives=places
    )
    found = {name: aims.aim_of(view, name) for name in ("red-1", "red-2")}
    assert {aim.y for aim in found.values() if aim is not None} == {12.0, 36.0}


def test_group_has_exited_with_half_its_men_over_the_edge_at_a_way_out() -> None:
    battle = battle_of(*squad("red", "red-1", 5, 20), blue("b", 50, 20), objectives=(objective(72, 35, 3.0),))
    for name, y in (("red-1-1", 35.0), ("red-1-2", 37.5)):
        man = stand(battle, name)
        man.x, man.y, man.gone, man.on_table = 71.5, y, "left right", False
    assert judge.EXITED in judge.group_states(state(battle), "red-1")
    stand(battle, "red-1-2").y = 45.0
    assert judge.EXITED not in judge.group_states(state(battle), "red-1")


# ---------------------------------------------------------------- foes and exposure


def test_cover_and_concealment_lessen_the_harm_of_a_shot() -> None:
    view = view_of(red("r", 10, 20), blue("b", 30, 20))
    harm = foes.foes_of(view, view.state.stands["r"]).harm[0]  # type: ignore[arg-type]
    assert harm[foes.OPEN] > harm[foes.CONCEALED] > harm[foes.COVERED] > 0


def test_tank_is_in_no_danger_from_rifles_and_in_more_from_the_flank_than_from_the_front() -> None:
    view = view_of(red("t", 10, 20, "panzer_iv_g"), blue("b", 30, 20), blue("g", 40, 30, "t_34_76", group="blue-2"))
    enemy = foes.foes_of(view, view.state.stands["t"])  # type: ignore[arg-type]
    by_id = {s.id: n for n, s in enumerate(enemy.stands)}
    assert enemy.kills[by_id["b"]].tolist() == [0.0, 0.0]
    front, side = enemy.kills[by_id["g"]].tolist()
    assert 0 < front < side


def look(view: View, who: str, *points: tuple[float, float]) -> exposure.Exposure:
    man = view.state.stands[who]
    at = np.array(points, np.float64)
    return exposure.exposure(view, man, at, foes.foes_of(view, man), 1.0)  # type: ignore[arg-type]


def test_place_behind_a_wall_is_covered_from_the_front_only() -> None:
    view = view_of(red("r", 10, 20), blue("b", 40, 20), features=[WALL])
    found = look(view, "r", (23.0, 20.0), (20.0, 20.0), (25.0, 20.0))
    assert found.clear[:, 0].tolist() == [True, True, True]
    assert found.shelter[:, 0].tolist() == [foes.COVERED, foes.OPEN, foes.OPEN]


def test_house_hides_who_stands_behind_it_and_a_fold_who_is_in_it() -> None:
    house = area("house", "building", 20, 17, 24, 23, height=1, storeys=1)
    ditch = strip("ditch", "gully", (15.0, 30.0), (15.0, 40.0), width=1.5, depth=1)
    view = view_of(red("r", 10, 20), blue("b", 40, 20), blue("c", 40, 35), features=[house, ditch])
    found = look(view, "r", (18.0, 20.0), (15.0, 35.0), (18.0, 30.0))
    by_id = {s.id: n for n, s in enumerate(foes.enemies(view, "red"))}
    assert not found.clear[0, by_id["b"]]
    assert not found.clear[1].any()
    assert found.clear[2].all()


def test_man_at_a_window_looks_out_of_it_and_one_in_the_middle_of_the_room_at_nothing() -> None:
    house = area("house", "building", 20, 17, 26, 23, height=1, storeys=1)
    view = view_of(red("r", 10, 20), blue("b", 40, 18.5), features=[house])
    windows = [o for o in rooms.buildings(view.board)[0].openings if abs(o.normal_deg) < 1.0]
    assert windows
    found = look(view, "r", (windows[0].x - 0.7, windows[0].y), (23.0, 20.0))
    assert found.clear[:, 0].tolist() == [True, False]
    assert found.shelter[0, 0] == foes.COVERED


def test_man_deep_in_crops_is_unseen() -> None:
    view = view_of(red("r", 10, 20), blue("b", 40, 20), features=[area("f", "wheat", 12, 10, 24, 30, height=0.3)])
    assert look(view, "r", (23.6, 20.0), (20.0, 20.0)).clear[:, 0].tolist() == [True, False]


# ---------------------------------------------------------------- places and ways


def test_man_would_rather_be_behind_the_wall_than_beside_it() -> None:
    view = view_of(red("r", 20, 16), blue("b", 40, 20), features=[WALL])
    behind, open_ = worths(view, "r", (23.0, 20.0), (23.0, 14.0))
    assert behind > open_ + 1.0


def test_nearer_to_what_has_to_be_taken_is_better_where_nobody_is_seen() -> None:
    view = view_of(red("r", 10, 20), blue("b", 70, 46), objectives=(objective(40, 20),),
                   features=[area("h", "building", 60, 0, 64, 48, height=3, storeys=3)])  # fmt: skip
    near, far = worths(view, "r", (16.0, 20.0), (12.0, 20.0))
    assert near > far


def test_suppressed_enemies_make_open_ground_less_dangerous() -> None:
    battle = battle_of(red("r", 10, 20), blue("b", 30, 20), blue("c", 30, 22))
    before = worths(battle.view("red"), "r", (16.0, 20.0))[0]
    for name in ("b", "c"):
        stand(battle, name).status = "hunkered_down"
    after = worths(View.of(battle, "red"), "r", (16.0, 20.0))[0]
    assert after > before + 1.0


def test_chain_of_the_group_is_not_left_for_nothing() -> None:
    view = view_of(red("r1", 10, 20), red("r2", 11.5, 20), red("r3", 13, 20), blue("b", 70, 46))
    near, far = worths(view, "r1", (10.0, 18.0), (10.0, 8.0))
    assert near > far


def test_ways_lead_to_shelter_within_the_allowance() -> None:
    view = view_of(red("r", 20, 20), blue("b", 40, 20), features=[WALL])
    ends = [way[-1] for way in ways.ways(view, "r", "", 8.0)]
    assert any(abs(x - 23.0) < 0.3 and 18 < y < 22 for x, y in ends)
    assert all(np.hypot(x - 20, y - 20) <= 8.01 for x, y in ends)


def test_vehicles_drive_ahead_with_turns_of_45_degrees_at_most_and_back() -> None:
    view = view_of(red("t", 20, 20, "panzer_iv_g"), blue("b", 60, 20))
    found = ways.ways(view, "t", "", 10.0)
    first = [np.degrees(np.arctan2(way[0][1] - 20, way[0][0] - 20)) for way in found]
    assert all(abs(angle) <= 45.1 or abs(abs(angle) - 180) < 0.1 for angle in first)
    assert any(len(way) == 2 for way in found)


def test_man_near_his_way_out_walks_up_to_the_edge_and_steps_over_it() -> None:
    victory = ladder(Stands(side="red", left_by="right", at_least=1))
    view = view_of(red("r", 66, 20), blue("b", 50, 40), victory=victory)
    ends = [way[-1] for way in ways.ways(view, "r", "", 8.0)]
    edge = [end for end in ends if end[0] > 71.4]
    assert edge
    at_edge = view_of(red("r", 71.45, 20), blue("b", 50, 40), victory=victory)
    assert acts_worth.appraise(at_edge, Act(stand="r", act="leave")).worth > 10
    plain = view_of(red("r", 71.45, 20), blue("b", 50, 40))
    assert acts_worth.appraise(plain, Act(stand="r", act="leave")).worth < 0


def test_way_through_an_open_lane_costs_more_than_one_in_dead_ground() -> None:
    house = area("house", "building", 20, 17, 24, 23, height=1, storeys=1)
    view = view_of(red("r", 18, 18), red("s", 18, 24.5), blue("b", 40, 20), features=[house])
    hidden = moves_worth.appraise(view, Move(stand="r", path=((18.0, 21.0),))).worth
    seen = moves_worth.appraise(view, Move(stand="r", path=((18.0, 28.0), (14.0, 20.0)))).worth
    assert hidden == 0.0
    assert seen < -0.3


def test_man_faces_the_enemy_and_a_vehicle_its_way() -> None:
    view = view_of(red("r", 10, 20), red("t", 10, 30, "panzer_iv_g", group="red-2"), blue("b", 10, 40))
    assert places_worth.facing_at(view, "r", 10.0, 20.0) == pytest.approx(90.0)
    assert places_worth.facing_at(view, "t", 12.0, 30.0) is None


# ---------------------------------------------------------------- acts


def test_rally_is_worth_more_the_more_men_need_it() -> None:
    battle = battle_of(*squad("red", "red-1", 10, 20, men=4), blue("b", 60, 20))
    none = acts_worth.appraise(battle.view("red"), Act(stand="red-1-1", act="rally")).worth
    stand(battle, "red-1-2").status = "hunkered_down"
    one = acts_worth.appraise(View.of(battle, "red"), Act(stand="red-1-1", act="rally")).worth
    stand(battle, "red-1-3").status = "running"
    two = acts_worth.appraise(View.of(battle, "red"), Act(stand="red-1-1", act="rally")).worth
    assert none == 0.0 < one < two


def test_dry_weapon_is_reloaded() -> None:
    battle = battle_of(red("r", 10, 20), blue("b", 60, 20))
    stand(battle, "r").dry = (stand(battle, "r").in_hand,)
    assert acts_worth.appraise(View.of(battle, "red"), Act(stand="r", act="reload")).worth > 2


def test_nobody_lies_down_before_he_has_moved_or_shot_or_unseen() -> None:
    battle = battle_of(red("r", 10, 20), blue("b", 25, 20))
    assert acts_worth.appraise(battle.view("red"), Act(stand="r", act="prone")).worth == 0.0
    far = battle_of(red("r", 10, 20), blue("b", 70, 46))
    stand(far, "r").shot = True
    assert acts_worth.appraise(View.of(far, "red"), Act(stand="r", act="prone")).worth <= 0.0


# ---------------------------------------------------------------- answers


def test_group_that_can_shoot_acts_before_one_that_sees_nobody() -> None:
    house = area("house", "building", 20, 0, 24, 30, height=2, storeys=2)
    battle = battle_of(red("a", 10, 10), red("b", 10, 40, group="red-2"), blue("e", 40, 40), features=[house])
    ask = Choose(
        side="red", purpose="next_group", prompt="?", options=(Option(id="red-1", text=""), Option(id="red-2", text=""))
    )
    found = sorted(advice.worth_of_answers(battle.view("red"), ask), key=lambda row: -row[1])
    assert found[0][0] == Chosen(option="red-2")


def test_star_passes_as_many_dice_as_he_may() -> None:
    options = tuple(
        Option(id=name, text=name, consequence=result)
        for name, result in (("pass_2", "return_fire"), ("pass_1", "duck_back"), ("pass_0", "run_away"), ("roll", "?"))
    )
    ask = Choose(side="red", purpose=stars.FREE_WILL, prompt="?", options=options)
    view = view_of(red("r", 10, 10), blue("e", 40, 40))
    best = max(advice.worth_of_answers(view, ask), key=lambda row: row[1])
    assert best[0] == Chosen(option="pass_2")


# ---------------------------------------------------------------- deployment

RED_ZONE = Zone(id="zr", name="zr", side="red", kind="deploy", polygon=((1, 5), (8, 5), (8, 40), (1, 40)))
BLUE_ZONE = Zone(id="zb", name="zb", side="blue", kind="deploy", polygon=((20, 5), (50, 5), (50, 40), (20, 40)))


def deployed(side: str) -> tuple[Battle, Placed]:
    units = [
        *(u for u in squad("red", "red-1", 0, 0, men=6)),
        *(u for u in squad("blue", "blue-1", 0, 0, men=6)),
    ]
    off = [type(u)(u.id, u.line, u.side, None, 0.0, u.group, None, u.fields) for u in units]
    setup = setup_of(*off, features=[WALL], zones=(RED_ZONE, BLUE_ZONE), objectives=(objective(26, 20),))
    battle = Battle(ruleset("clash_of_titans"), setup, 3, kernels="plain", digests=False)
    request = battle.request
    assert isinstance(request, Place)
    while request.side != side:
        assert request.suggestion is not None
        battle.answer(request.suggestion)
        request = battle.request
        assert isinstance(request, Place)
    found = setting_up.deploy(battle.view(side), request)
    assert found is not None
    return battle, found


@pytest.mark.parametrize("side", ["red", "blue"])
def test_deployment_of_the_computer_is_legal_and_keeps_the_group_in_one_chain(side: str) -> None:
    battle, found = deployed(side)
    battle.answer(found)
    men = [s for s in state(battle).stands.values() if s.side == side]
    assert all(s.on_table for s in men)
    assert len(groups.chains(state(battle), men)) == 1


def test_defenders_use_the_wall() -> None:
    _, found = deployed("blue")
    behind = [p for p in found.placements if 24 < p.x < 26 and 17.5 < p.y < 22.5]
    assert len(behind) >= 2
