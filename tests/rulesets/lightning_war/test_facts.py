"""Small facts of the charts and of the table."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MG42,
    PANZER4,
    SQUAD,
    T34,
    battle_in,
    battle_of,
    blue,
    box,
    red,
    setup_of,
    stand,
    state_of,
    strip,
)
from wargame.engine.orders import Chosen
from wargame.rulesets.lightning_war import clock, cover, data, features, units, weapons


def grade(kind_row, line, at=(20, 10), firer=(5, 10), **state):
    battle = battle_of(red("a", SQUAD, *firer), blue("b", line, *at), features=kind_row, as_of={"b": state})
    return cover.cover(battle, stand(battle, "b"), stand(battle, "a")).grade


@pytest.mark.rule("LW2-TERR-02")
def test_a_vehicle_halted_in_the_open_is_track_down():
    assert grade([], T34) == "track_down" and grade([], T34, moved_cycle=3) == "none"


@pytest.mark.rule("LW2-TERR-04")
def test_an_open_wood_shelters_the_halted():
    wood = [box("w", "woods_light", 17, 7, 24, 13)]
    assert grade(wood, SQUAD) == "partial" and grade(wood, SQUAD, moved_cycle=3) == "none"


@pytest.mark.rule("LW2-TERR-07")
def test_the_edge_of_a_dense_wood_is_partial_cover():
    assert grade([box("w", "woods_heavy", 19.3, 7, 24, 13)], SQUAD) == "partial"


@pytest.mark.rule("LW2-TERR-12", "LW2-TERR-14")
def test_buildings_are_hard_cover_inside_and_at_the_edge():
    town = [box("t", "town", 20.9, 7, 28, 13)]
    assert grade(town, SQUAD) == "hard" and grade([box("t", "town", 19.3, 7, 28, 13)], T34) == "hull_down"


@pytest.mark.rule("LW2-TERR-23", "LW2-COV-04")
def test_a_hedge_behind_ones_back_shelters_nobody():
    front, back = (
        strip("h", "hedge", (19.4, 5), (19.4, 15), width=0.2),
        strip("h", "hedge", (20.6, 5), (20.6, 15), width=0.2),
    )
    assert grade([front], SQUAD, moved_cycle=3) == "partial"
    assert grade([back], SQUAD, moved_cycle=3) == "none"


@pytest.mark.rule("LW2-TERR-28")
def test_works_are_hard_cover_and_a_hull_down_place():
    pit = [box("p", "trench", 18.5, 8, 21.5, 12)]
    assert grade(pit, SQUAD) == "hard" and grade(pit, T34) == "hull_down"


@pytest.mark.rule("LW2-TERR-30")
def test_a_gully_is_partial_cover():
    assert grade([box("g", "gully", 18, 8, 22, 12)], SQUAD, moved_cycle=3) == "partial"


@pytest.mark.rule("LW2-TERR-29")
def test_every_kind_of_ground_has_its_line():
    battle = battle_of(
        red("a", SQUAD, 5, 10), features=[box("w", "wheat", 3, 8, 9, 14), box("f", "forest", 20, 8, 26, 14)]
    )
    assert battle.board.terrain_at(6, 9)[0] == "open_ground"
    assert features.kind_at(battle, 22, 10) == "dense_woods"
    assert grade([box("r", "rubble", 18, 8, 22, 12)], SQUAD, moved_cycle=3) == "hard"


@pytest.mark.rule("LW2-TERR-25", "LW2-TERR-16")
def test_industrial_areas_hide_like_built_up_ones():
    from wargame.rulesets.lightning_war import location

    works = [box("w", "town", 17, 7, 28, 13, tf_class="industrial")]
    battle = battle_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 20, 10), features=works)
    assert features.kind_of(battle, stand(battle, "b")) == "industrial"
    assert location.is_concealed(battle, stand(battle, "b"))


@pytest.mark.rule("LW2-GEN-09")
def test_halted_means_not_moved_in_this_cycle():
    from wargame.rulesets.lightning_war import location

    battle = battle_of(
        red(
            "a",
            SQUAD,
            5,
            10,
        ),
        as_of={"a": {"moved_cycle": 2}},
    )
    assert location.is_halted(battle, stand(battle, "a"))


@pytest.mark.rule("LW2-GEN-11")
def test_contact_is_half_an_inch():
    from wargame.rulesets.lightning_war.contact import touches

    wall = strip("w", "wall", (10, 5), (10, 15), width=0.2)
    battle = battle_of(red("near", SQUAD, 9.0, 10), red("far", SQUAD, 8.9, 12), features=[wall])
    assert [len(touches(battle, stand(battle, n))) for n in ("near", "far")] == [1, 0]


@pytest.mark.rule("LW2-GEN-03", "LW2-CAS-06")
def test_staff_counts_for_nothing_and_is_no_target():
    battle = battle_of(red("hq", HQ, 5, 10), red("t", PANZER4, 5, 20, hq=True), blue("b", SQUAD, 40, 10))
    assert not units.counts(stand(battle, "hq")) and units.is_staff(stand(battle, "hq"))
    assert units.counts(stand(battle, "t")) and not units.is_staff(stand(battle, "t"))
    from wargame.rulesets.lightning_war import targets

    arm = weapons.weapon(stand(battle, "b"), "")
    assert "LW2-CAS-03" in targets.against_target(battle, stand(battle, "b"), arm, stand(battle, "hq")).rules


@pytest.mark.rule("LW2-GEN-04")
def test_a_platoon_has_its_headquarters():
    setup = setup_of(red("s", SQUAD, 5, 10), red("hq", HQ, 5, 12), blue("b", SQUAD, 40, 10))
    assert state_of(setup).groups["red-1"].leader == "hq"


@pytest.mark.rule("LW2-DATA-03", "LW2-DATA-04")
def test_all_vehicles_and_guns_of_the_lists_have_entries():
    lines = data.units()
    assert sum(r.def_front is not None and r.def_front >= 1 for r in lines.values()) == 118
    assert data.line("GE_tiger_1").ap == 11 and data.line("SU_57mm_zis2").ap == 8
    assert sum(r.troop in units.GUNS | {"hmg", "at_rifle", "heat"} for r in lines.values()) == 78


@pytest.mark.rule("LW2-HE-01", "LW2-HE-12")
def test_two_pounders_have_no_shells():
    battle = battle_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 40, 10))
    tank = stand(battle, "a")
    tank.ratings = data.line("GB_matilda_mk_ii")
    assert [w.id for w in weapons.weapons(tank)] == ["ap", "mg"]
    tank.ratings = data.line("GE_tiger_1")
    assert next(w for w in weapons.weapons(tank) if w.id == "he").dice == 4


@pytest.mark.rule("LW2-ASLT-24", "LW2-ARC-02")
def test_arcs_and_machine_guns():
    battle = battle_of(red("a", MG42, 5, 10), red("t", PANZER4, 5, 20), blue("b", SQUAD, 40, 10))
    assert weapons.weapon(stand(battle, "a"), "").arc_deg == 45
    assert weapons.weapon(stand(battle, "t"), "mg").reach == 1


@pytest.mark.rule("LW2-TIME-03")
def test_dusk_may_be_the_scenarios():
    battle = battle_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 40, 10), options={"dusk": 21})
    assert clock.dusk_min(battle) == 21 * 60


@pytest.mark.rule("LW2-RIDE-04")
def test_a_tank_without_its_riders_leaves_when_its_platoon_is_selected():
    wood = box("wood", "woods_light", 17, 7, 24, 14)
    setup = setup_of(
        red("t", PANZER4, 20, 10), red("o", SQUAD, 50, 30, group="red-2"), blue("b", SQUAD, 60, 40), features=[wood]
    )
    state = state_of(setup, step="command")
    state.stands["t"].must_leave = True
    battle = battle_in(state, setup)
    battle.answer(Chosen(option="red-1"))
    assert not stand(battle, "t").must_leave
    assert features.kind_of(battle, stand(battle, "t")) == "field"


@pytest.mark.rule(
    "LW2-MOVE-06", "LW2-MOVE-07", "LW2-MOVE-15", "LW2-MOVE-16", "LW2-MOVE-17", "LW2-MOVE-21", "LW2-GEN-05"
)
@pytest.mark.parametrize("name", ["hill-252", "kasserine-1943"])
def test_on_the_maps_every_place_can_be_reached(name):
    import json

    from wargame import places
    from wargame.board import Board, features_from_geojson
    from wargame.rulesets.lightning_war.ground import profile

    text = (places.scenarios() / f"{name}.geojson").read_text(encoding="utf-8")
    board = Board.build(*features_from_geojson(json.loads(text)), profile(), "plain")
    graph = features.ground(board).graph
    assert int(graph.all_steps.min()) == 0 and int(graph.all_steps.max()) < 10

    class Scene:
        pass

    scene = Scene()
    scene.board = board
    assert all(features.ways_from(scene, features.Spot(p.number, 0)) for p in graph.places)


@pytest.mark.rule("LW2-LOS-02", "LW2-LOS-01")
def test_a_wood_in_between_takes_away_automatic_location():
    from wargame.rulesets.lightning_war import location

    wood = box("wood", "woods_light", 12, 7, 18, 14)
    battle = battle_of(red("a", SQUAD, 8, 10), blue("b", SQUAD, 22, 10), features=[wood])
    told = location.against_locating(battle, stand(battle, "a"), stand(battle, "b"))
    assert "LW2-LOS-02" in told.rules
    battle = battle_of(red("a", SQUAD, 8, 10), blue("b", SQUAD, 22, 10))
    assert location.against_locating(battle, stand(battle, "a"), stand(battle, "b")) is None
