"""The tactics test of non-player groups, their tables, and the worked case of a squad that attacks."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import dice_left, worked_case
from wargame.rulesets.clash_of_titans import data, np_control, np_plans, np_tactics
from wargame.rulesets.clash_of_titans.np_situation import Situation


def test_every_cell_of_the_table_is_a_procedure_that_can_be_planned():
    for row in data.rows("np_tactics"):
        for passed in (0, 1, 2):
            found = np_tactics.cell("np_tactics", row["order"], row["situation"], passed)
            assert found == row[f"pass{passed}"]
            assert found in np_plans._MAKERS


def test_an_order_without_a_row_is_told():
    with pytest.raises(KeyError, match="DANCE"):
        np_tactics.cell("np_tactics", "DANCE", "A", 2)


@pytest.mark.rule("NUT-NP-03")
@pytest.mark.parametrize(
    ("situation", "adds"),
    [
        (Situation("B"), []),
        (Situation("B", outnumbers=True), [1]),
        (Situation("B", outnumbered=True), [-1]),
        (Situation("C", armour_unhurt=True), [-1]),
        (Situation("C", outnumbers=True, armour_unhurt=True), [1, -1]),
    ],
)
def test_odds_and_armour_change_the_leaders_rep(situation, adds):
    assert [m.add for m in np_tactics.modifiers(situation)] == adds


@pytest.mark.rule("NUT-NP-03")
@pytest.mark.parametrize(("faces", "passed"), [((4, 4), 2), ((4, 5), 1), ((5, 6), 0)])
def test_two_dice_against_the_leaders_rep(faces, passed):
    battle = solo_play.battle_of(*solo_play.reds(10, 20), *solo_play.blues(60, 20), dice=faces)
    found = np_tactics.test(battle, build.stand(battle, "red-1-1"), "ATTACK", Situation("A"))
    assert found.passed == passed
    assert found.result == np_tactics.cell("np_tactics", "ATTACK", "A", passed)
    assert "NUT-NP-03" in found.event.rules


@pytest.mark.rule("NUT-NP-17")
@pytest.mark.parametrize(
    ("result", "order", "other"),
    [
        ("ASSAULT", "ATTACK", "FIRE"),
        ("FLANK", "ATTACK", "ADVANCE"),
        ("BOUNDS", "PATROL", "ADVANCE"),
        ("AMBUSH", "HOLD", "HOLD"),
        ("FIRE", "ATTACK", "ADVANCE"),
        ("FIRE", "HOLD", "HOLD"),
        ("FIRE", "PATROL", "HOLD"),
        ("ADVANCE", "ATTACK", "HOLD"),
        ("WITHDRAW", "WITHDRAW", "FALL BACK"),
    ],
)
def test_what_cannot_be_carried_out_becomes_something_else(result, order, other):
    assert np_tactics.instead(result, order) == other


@pytest.mark.rule("NUT-NP-03", "NUT-NP-07", "NUT-NP-17")
def test_case_117(request):
    dice = worked_case(request, "CASE-117")
    battle = solo_play.battle_of(
        *solo_play.reds(20, 16, 9, rep=4),
        *solo_play.blues(40, 17, 8, rep=4),
        features=[solo_play.in_cover(18, 14, 22, 32, id="near"), solo_play.in_cover(38, 14, 42, 32, id="far")],
        dice=(*dice, *[6] * 20),
    )
    np_control.begin(battle, build.group(battle, "red-1"))
    (rolled,) = build.rolls(battle, "np_tactics")
    assert rolled.outcome == "pass_2"
    assert np_tactics.cell("np_tactics", "ATTACK", "C", 2) == np_tactics.ASSAULT
    assert build.group(battle, "red-1").procedure == np_tactics.FIRE
    assert dice_left(battle) == 20
