"""CFV-REAC: who tests, with which modifiers, and what the tables say."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, T34, behind, blue, group, order, red, rolls, stand
from wargame.engine.orders import Chosen, Done
from wargame.rulesets.fascist_vipers import losses, reaction, reaction_table
from wargame.rulesets.fascist_vipers.reaction_table import read_crisis, read_test

HQ = "SU_rifle_hq_41"
MAXIM = "SU_maxim_mmg_platoon_41"


def lose(battle, *names):
    for name in names:
        losses.remove(battle, stand(battle, name), "destroyed")


def russians(count, x=40.0, quality="veteran", group_name="blue-1", y=4.0):
    return [blue(f"{group_name}-{n}", RUSSIANS, x, y + 3 * n, group=group_name, quality=quality) for n in range(count)]


def test_step(battle, *dice):
    """Ends red's go, so that the tests come, with these faces."""
    sketch.with_dice(battle, *dice)
    order(battle, Done())


test_step.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.rule("CFV-REAC-01", "CFV-REAC-02", "CFV-REAC-06")
def test_a_group_that_lost_a_teeth_arm_unit_tests_after_the_go():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(6))
    lose(battle, "blue-1-0")
    assert group(battle, "blue-1").owes_test
    test_step(battle, 15)
    assert [r.who for r in rolls(battle, "reaction")] == ["blue-1"]
    assert rolls(battle, "reaction")[0].outcome == "press_on"


@pytest.mark.rule("CFV-REAC-03")
def test_support_and_reconnaissance_losses_bring_no_test():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(2), blue("maxim", MAXIM, 45, 10))
    lose(battle, "maxim")
    assert not group(battle, "blue-1").owes_test


@pytest.mark.rule("CFV-REAC-04", "CFV-REAC-07")
def test_one_test_however_many_were_lost():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(10))
    lose(battle, "blue-1-0", "blue-1-1", "blue-1-2")
    test_step(battle, 20)
    assert len(rolls(battle, "reaction")) == 1
    assert sum(m.add for m in rolls(battle, "reaction")[0].modifiers) == -2


@pytest.mark.rule("CFV-REAC-07")
@pytest.mark.parametrize(
    ("left", "expected"), [(6, 0), (5, -2), (3, -2), (2, -4)], ids=["more than half", "half", "less", "a quarter"]
)
def test_strength_modifier(left, expected):
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(10))
    for n in range(left, 10):
        stand(battle, f"blue-1-{n}").gone = "destroyed"
    found = reaction_table.modifiers(battle, group(battle, "blue-1"))
    assert sum(m.add for m in found) == expected


@pytest.mark.rule("CFV-REAC-07")
def test_lost_hq_air_attack_and_cover_weigh():
    forest = sketch.wood("forest", 38, 0, 42, 8)
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(4), blue("hq", HQ, 50, 10), features=[forest])
    names = lambda: {m.reason: m.add for m in reaction_table.modifiers(battle, group(battle, "blue-1"))}  # noqa: E731
    assert names() == {"half of it in cover": 1}
    lose(battle, "hq")
    stand(battle, "blue-1-3").air_attacked_turn = 3
    assert names() == {"half of it in cover": 1, "HQ lost": -2, "attacked from the air": -1}


@pytest.mark.rule("CFV-REAC-05", "CFV-REAC-09")
def test_quality_of_most_units_and_the_lower_on_a_tie():
    mixed = [*russians(2, quality="green"), *russians(2, x=44.0, quality="veteran", group_name="x")]
    mixed = [sketch.replace(u, group="blue-1") for u in mixed]
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *mixed)
    assert reaction_table.group_quality(battle, group(battle, "blue-1")) == "green"
    lose(battle, "blue-1-0")
    assert reaction_table.group_quality(battle, group(battle, "blue-1")) == "veteran"


@pytest.mark.rule("CFV-REAC-06")
@pytest.mark.parametrize(
    ("quality", "lowest"),
    [("reservist", (16, 11, 5)), ("green", (9, 7, 4)), ("veteran", (11, 4, 2)), ("elite", (6, 3, 2))],
)
def test_the_reaction_table(quality, lowest):
    press_on, ground, falter = lowest
    for total in range(-6, 26):
        expected = (
            "press_on"
            if total >= press_on
            else "go_to_ground"
            if total >= ground
            else "falter"
            if total >= falter
            else "crisis"
        )
        assert read_test(quality, 10, total, "").result == expected


@pytest.mark.rule("CFV-REAC-08")
def test_natural_faces_decide_at_both_ends():
    assert read_test("reservist", 20, 10, "").result == "press_on"
    assert read_test("elite", 1, 9, "").result == "crisis"


@pytest.mark.rule("CFV-REAC-18", "CFV-REAC-19")
def test_a_second_falter_in_a_row_is_a_crisis():
    assert read_test("green", 5, 5, "falter").result == "crisis"
    assert "CFV-REAC-19" in read_test("green", 5, 5, "falter").rules
    assert read_test("green", 5, 5, "go_to_ground").result == "falter"


@pytest.mark.rule("CFV-REAC-21", "CFV-REAC-22")
@pytest.mark.parametrize(
    ("quality", "fanatic", "surrender"), [("reservist", 1, 7), ("green", 4, 9), ("veteran", 2, 5), ("elite", 7, 8)]
)
def test_the_crisis_table(quality, fanatic, surrender):
    for face in range(1, 21):
        expected = "fanatic" if face <= fanatic else "surrender" if face <= surrender else "run_away"
        assert read_crisis(quality, face, 0, False).result == expected


@pytest.mark.rule("CFV-REAC-22")
def test_fanaticism_moves_the_top_face_of_the_last_stand():
    assert reaction_table.crisis_faces("veteran", -3) == (0, 5)
    assert reaction_table.crisis_faces("veteran", 2) == (4, 5)
    assert reaction_table.crisis_faces("veteran", 3) == (5, 0)
    assert read_crisis("veteran", 1, -3, False).result == "surrender"


@pytest.mark.rule("CFV-TURN-06", "CFV-TURN-03")
def test_the_other_sides_groups_test_first_in_the_order_of_their_owner():
    battle = sketch.battle_of(
        red("a", RIFLES, 10, 10), red("a2", RIFLES, 10, 20), *russians(3), *russians(3, 46.0, group_name="blue-2")
    )
    lose(battle, "blue-1-0", "blue-2-0", "a")
    test_step(battle, 15, 15, 15)
    assert battle.request is not None and battle.request.side == "blue" and battle.request.purpose == "test_order"
    order(battle, Chosen(option="blue-2"))
    assert [r.who for r in rolls(battle, "reaction")] == ["blue-2", "blue-1", "red-1"]


@pytest.mark.rule("CFV-REAC-13")
def test_press_on_changes_nothing():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(6))
    lose(battle, "blue-1-0")
    test_step(battle, 15)
    assert group(battle, "blue-1").state == "" and not group(battle, "blue-1").compulsory


@pytest.mark.rule("CFV-REAC-15", "CFV-REAC-37")
def test_go_to_ground_becomes_press_on_when_the_enemy_is_nearer_than_cover():
    for x, expected in ((34.0, "press_on"), (10.0, "go_to_ground")):
        forest = sketch.wood("forest", 50, 0, 60, 48)
        battle = sketch.battle_of(red("a", RIFLES, x, 7), *russians(6), features=[forest])
        lose(battle, "blue-1-5")
        test_step(battle, 10)
        assert rolls(battle, "reaction")[0].outcome == expected
        assert group(battle, "blue-1").last_result == expected


@pytest.mark.rule("CFV-REAC-34")
def test_fanatics_take_no_more_tests():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(6))
    group(battle, "blue-1").state = "fanatic"
    lose(battle, "blue-1-0")
    assert not group(battle, "blue-1").owes_test


@pytest.mark.rule("CFV-REAC-10")
def test_a_loss_before_compliance_is_tested_for_afterwards():
    battle = sketch.battle_of(red("a", RIFLES, 10, 10), *russians(6))
    group(battle, "blue-1").state, group(battle, "blue-1").compulsory = "go_to_ground", True
    lose(battle, "blue-1-0", "blue-1-1")
    assert not group(battle, "blue-1").owes_test
    battle.state.phasing = "blue"
    reaction.after_go(battle)
    assert group(battle, "blue-1").owes_test and group(battle, "blue-1").losses_this_go == 2


@pytest.mark.rule("CFV-GEN-11")
def test_support_without_teeth_leaves_unless_it_holds_the_objective():
    objective = sketch.ObjectiveSetup(id="o", name="village", x=50, y=10, radius_in=3, points=1, primary=True)
    battle = sketch.battle_of(
        red("a", RIFLES, 10, 10),
        blue("last", RUSSIANS, 40, 10),
        blue("maxim", MAXIM, 45, 30),
        blue("mortar", MAXIM, 50, 12),
        objectives=[objective],
    )
    lose(battle, "last")
    assert stand(battle, "maxim").gone == "dispersed"
    assert not stand(battle, "mortar").gone
    assert not group(battle, "blue-1").owes_test


def test_a_group_of_guns_takes_no_tests():
    battle = sketch.battle_of(
        red("a", RIFLES, 10, 10), blue("t", T34, 40, 10), behind("guns", "SU_122_mm_howitzer_battery_41", "blue")
    )
    lose(battle, "guns")
    assert not group(battle, "blue-support").owes_test
