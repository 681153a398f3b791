"""Ground as features and fields: where a base is, range, adjoining."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import HQ, SQUAD, battle_of, blue, box, red, stand, strip, worked_case
from wargame.rulesets.lightning_war import features, sightlines, targets
from wargame.rulesets.lightning_war.weapons import weapon


def place(battle, name):
    return features.spot_of(battle, stand(battle, name)).place


def adjoins(battle, a, b):
    spot = features.spot_of(battle, stand(battle, a))
    return any(way.spot.place == place(battle, b) for way in features.ways_from(battle, spot))


@pytest.mark.rule("LW2-GEN-10", "LW2-MOVE-20")
def test_a_base_is_in_the_counted_feature_that_contains_its_centre():
    ground = [box("hill", "hill", 10, 10, 30, 30), box("wood", "woods_heavy", 12, 12, 20, 20)]
    battle = battle_of(red("a", SQUAD, 15, 15), red("b", SQUAD, 25, 25), red("c", SQUAD, 40, 15), features=ground)
    kinds = [features.kind_of(battle, stand(battle, name)) for name in "abc"]
    assert kinds == ["dense_woods", "hill", "field"]


def test_a_farm_and_a_wood_that_face_each_other_are_one_move_and_one_feature_apart(request):
    worked_case(request, "C67")
    ground = [
        box("A", "woods_light", 10, 20, 16, 26),
        box("B", "town", 30, 20, 36, 26),
        box("C", "town", 50, 20, 56, 26),
    ]
    battle = battle_of(
        red("a", SQUAD, 15.3, 23),
        red("gun", "GE_mg_34_or_mg_42_hmg", 15.3, 21),
        blue("b", SQUAD, 30.7, 23),
        blue("c", SQUAD, 50.7, 23),
        features=ground,
    )
    assert adjoins(battle, "a", "b")
    assert features.range_between(battle, stand(battle, "a"), stand(battle, "b")) == 1
    assert features.range_between(battle, stand(battle, "a"), stand(battle, "c")) == 2
    assert not adjoins(battle, "a", "c")
    rifles, gun = weapon(stand(battle, "a"), ""), weapon(stand(battle, "gun"), "")
    too_far = targets.against_target(battle, stand(battle, "a"), rifles, stand(battle, "c"))
    assert "LW2-INF-01" in too_far.rules
    blocked = targets.against_target(battle, stand(battle, "gun"), gun, stand(battle, "c"))
    assert "LW2-HMG-03" not in blocked.rules


def test_a_river_hinders_feet_not_fire(request):
    worked_case(request, "C70")
    ground = [
        box("A", "town", 20, 10, 26, 16),
        box("B", "woods_light", 36, 10, 42, 16),
        strip("river", "river", (31, -0.5), (31, 48.5), width=2.0),
    ]
    far = strip("bridge", "bridge", (29.5, 33), (32.5, 33), width=1.0)
    near = strip("ford", "ford", (29.5, 13), (32.5, 13), width=1.0)
    for crossing, way in ((far, False), (near, True)):
        battle = battle_of(red("a", SQUAD, 25, 13), blue("b", SQUAD, 37, 13), features=[*ground, crossing])
        assert features.range_between(battle, stand(battle, "a"), stand(battle, "b")) == 1
        assert adjoins(battle, "a", "b") is way


def test_a_third_feature_near_the_middle_of_the_line_divides_two(request):
    worked_case(request, "C71")
    woods = [box("a", "woods_light", 10, 20, 16, 26), box("b", "woods_light", 32, 20, 38, 26)]
    for gap, near in ((5.0, False), (9.0, True)):
        farm = box("farm", "town", 22, 26 + gap - 3.0, 26, 40)
        battle = battle_of(red("x", SQUAD, 13, 23), blue("y", SQUAD, 35, 23), features=[*woods, farm])
        made = features.ground(battle.board).graph
        assert made.are_contiguous(place(battle, "x"), place(battle, "y")) is near


@pytest.mark.rule("LW2-MOVE-14", "LW2-LOS-12")
def test_a_long_feature_is_cut_for_moves_and_one_for_sight():
    battle = battle_of(
        red("a", SQUAD, 8, 15), red("b", SQUAD, 60, 15), features=[box("orchard", "orchard", 5, 10, 65, 20)]
    )
    assert place(battle, "a") != place(battle, "b")
    assert sightlines.line(battle.board, (8, 15), (60, 15)).is_open
    made = features.ground(battle.board)
    assert len({number for number, _ in made.drawn.values()}) == 1


@pytest.mark.rule("LW2-GEN-12", "LW2-GEN-01")
def test_range_is_zero_in_the_same_place():
    battle = battle_of(red("a", SQUAD, 8, 12), blue("b", SQUAD, 9, 9), red("hq", HQ, 6, 6))
    assert features.range_between(battle, stand(battle, "a"), stand(battle, "b")) == 0
