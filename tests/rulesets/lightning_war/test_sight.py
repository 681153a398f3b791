"""Lines of sight, hills, concealment."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    MG42,
    PANZER4,
    SQUAD,
    T34,
    battle_of,
    blue,
    box,
    fire,
    red,
    refusal,
    stand,
    strip,
    worked_case,
)
from wargame.rulesets.lightning_war import cover, location, sightlines

A, B = (5.0, 24.0), (45.0, 24.0)


def line(*ground, a=A, b=B):
    battle = battle_of(red("a", SQUAD, *a), blue("b", SQUAD, *b), features=ground)
    return battle, sightlines.line(battle.board, a, b)


def test_what_lies_in_between_decides(request):
    worked_case(request, "C62")
    wood, farm = box("wood", "woods_light", 15, 20, 20, 28), box("farm", "town", 30, 20, 35, 28)
    assert not line(wood, farm)[1].is_open
    battle, through = line(wood)
    assert through.is_open and through.wood
    assert cover.cover(battle, stand(battle, "b"), stand(battle, "a")).grade == "partial"
    assert not line(box("dense", "woods_heavy", 15, 20, 20, 28))[1].is_open
    assert line()[1].is_open


@pytest.mark.rule("LW2-LOS-05")
def test_a_mere_graze_does_not_count():
    assert line(box("farm", "town", 20, 24.0 - 0.04, 20.08, 30))[1].is_open
    assert not line(box("farm", "town", 20, 23.0, 20.3, 30))[1].is_open


@pytest.mark.rule("LW2-LOS-11", "LW2-TERR-19")
def test_lines_and_water_never_block():
    ground = [
        strip("river", "river", (20, -0.5), (20, 48.5), width=2.0),
        strip("wall", "wall", (25, 10), (25, 40)),
        strip("hedge", "hedge", (28, 10), (28, 40)),
        strip("rails", "railway", (30, 10), (30, 40)),
    ]
    assert line(*ground)[1].is_open


def test_who_is_deep_inside_a_village_neither_sees_nor_is_seen(request):
    worked_case(request, "C72")
    village = box("village", "town", 20, 10, 34, 20)
    battle = battle_of(
        red("edge", SQUAD, 24, 19), red("deep", SQUAD, 30, 15), blue("field", SQUAD, 26, 30), features=[village]
    )
    assert location.sees(battle, stand(battle, "edge"), stand(battle, "field"))
    assert not location.sees(battle, stand(battle, "deep"), stand(battle, "field"))
    assert cover.cover(battle, stand(battle, "edge"), stand(battle, "field")).is_hard
    told = refusal(battle, fire("deep", "field"))
    assert "LW2-LOS-08" in told.rules and "LW2-TERR-15" in told.rules
    sightlines.line(battle.board, (24, 19), (26, 30))


def test_only_who_is_on_the_same_side_of_a_wood_engages_its_edge(request):
    worked_case(request, "C63")
    wood = box("wood", "woods_heavy", 20, 10, 34, 20)
    battle = battle_of(
        blue("edge", SQUAD, 26, 19.2), red("north", SQUAD, 26, 30), red("south", SQUAD, 26, 4), features=[wood]
    )
    assert location.is_concealed(battle, stand(battle, "edge"))
    assert location.sees(battle, stand(battle, "north"), stand(battle, "edge"))
    assert not location.sees(battle, stand(battle, "south"), stand(battle, "edge"))


def test_just_behind_the_crest_a_tank_is_hull_down(request):
    worked_case(request, "C73")
    hill = [
        box("h1", "hill", 20, 10, 50, 40, 1.0),
        box("h2", "hill", 25, 15, 45, 35, 2.0),
        box("h3", "hill", 30, 20, 40, 30, 3.0),
    ]
    battle = battle_of(
        red("crest", PANZER4, 29.5, 25),
        red("low", PANZER4, 24.5, 25),
        blue("enemy", T34, 60, 25),
        features=hill,
    )
    crest, low, enemy = (stand(battle, name) for name in ("crest", "low", "enemy"))
    assert location.sees(battle, crest, enemy)
    assert cover.cover(battle, crest, enemy).grade == cover.HULL_DOWN
    assert not location.sees(battle, low, enemy)


@pytest.mark.rule("LW2-LOS-09")
def test_a_hill_of_one_outline_has_its_outline_at_half_size_as_crest():
    hill = box("hill", "hill", 20, 10, 40, 30)
    battle = battle_of(red("behind", PANZER4, 24.5, 20), blue("enemy", T34, 60, 20), features=[hill])
    found = sightlines.line(battle.board, (24.5, 20), (60, 20))
    assert found.is_open and found.crest_a
    assert not sightlines.line(battle.board, (22, 20), (60, 20)).is_open


@pytest.mark.rule("LW2-TERR-11")
def test_the_slope_in_front_of_the_crest_is_dead_ground():
    hill = box("hill", "hill", 20, 10, 40, 30)
    battle = battle_of(
        red("behind", PANZER4, 24.5, 20), blue("slope", SQUAD, 38, 20), blue("far", SQUAD, 60, 20), features=[hill]
    )
    told = refusal(battle, fire("behind", "slope", "he"))
    assert "LW2-TERR-11" in told.rules


@pytest.mark.rule("LW2-TERR-16", "LW2-LOS-06", "LW2-LOS-07")
def test_a_halted_squad_in_a_village_is_no_target_until_it_has_been_seen():
    village = box("village", "town", 20, 10, 34, 20)
    battle = battle_of(red("gun", MG42, 26, 26, 270.0), blue("edge", SQUAD, 26, 19.2), features=[village])
    assert "LW2-LOS-06" in refusal(battle, fire("gun", "edge")).rules
    stand(battle, "edge").active_cycle = battle.state.cycle - 1
    assert location.is_located(battle, stand(battle, "gun"), stand(battle, "edge"))
    stand(battle, "edge").active_cycle = battle.state.cycle - 2
    assert not location.is_located(battle, stand(battle, "gun"), stand(battle, "edge"))


@pytest.mark.rule("LW2-TERR-21")
def test_walls_and_hedges_hide_halted_troops_not_vehicles():
    hedge = strip("hedge", "hedge", (30, 5), (30, 40), width=0.4)
    battle = battle_of(blue("squad", SQUAD, 30.5, 20), blue("tank", T34, 31.0, 30), features=[hedge])
    assert location.is_concealed(battle, stand(battle, "squad"))
    assert not location.is_concealed(battle, stand(battle, "tank"))
    stand(battle, "squad").moved_cycle = battle.state.cycle
    assert not location.is_concealed(battle, stand(battle, "squad"))


@pytest.mark.rule("LW2-TIME-06", "LW2-TIME-05")
def test_by_night_nobody_is_made_out_beyond_a_feature_unless_he_has_fired():
    ground = [box("a", "woods_light", 10, 20, 14, 26), box("b", "woods_light", 30, 20, 34, 26)]
    battle = battle_of(red("near", SQUAD, 13.5, 23), blue("far", SQUAD, 45, 23), features=ground, start=20 * 60)
    assert not location.is_located(battle, stand(battle, "near"), stand(battle, "far"))
    stand(battle, "far").fired_cycle = battle.state.cycle
    stand(battle, "far").active_cycle = battle.state.cycle
    assert location.against_locating(battle, stand(battle, "near"), stand(battle, "far")) is None
