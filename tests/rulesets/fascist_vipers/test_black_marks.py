"""CFV-SOFT-03 to -05: a tally for shame only."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import RIFLES, RUSSIANS, blue, red
from wargame.engine.orders import Act, Fire, Refusal, Shot
from wargame.rulesets.fascist_vipers import black_marks

ILLEGAL = Refusal(text="no", kind="illegal")


def marked():
    return sketch.battle_of(
        red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 60, 10), features=[sketch.wood("w", 20, 0, 30, 48)]
    )


def marks(battle, side="red"):
    return battle.state.black_marks.get(side, 0)


@pytest.mark.rule("CFV-SOFT-03", "CFV-SOFT-04")
def test_every_third_illegal_order_of_a_go_is_a_mark():
    battle = marked()
    order = Fire(stand="a")
    for expected in (0, 0, 1, 1, 1, 2):
        black_marks.refused(battle, "red", order, ILLEGAL)
        assert marks(battle) == expected
    black_marks.refused(battle, "red", order, Refusal(text="no", kind="malformed"))
    assert marks(battle) == 2


@pytest.mark.rule("CFV-SOFT-04")
def test_aiming_at_what_nobody_sees_is_a_mark():
    battle = marked()
    black_marks.refused(battle, "red", Fire(stand="a", targets=(Shot("b"),)), ILLEGAL)
    assert marks(battle) == 1


@pytest.mark.rule("CFV-SOFT-04")
def test_the_second_protest_against_the_same_ruling_is_a_mark():
    battle = marked()
    for ruling, expected in (("CFV-FIRE-11", 0), ("CFV-ASLT-11", 0), ("CFV-FIRE-11", 1)):
        black_marks.protest(battle, "red", ruling)
        assert marks(battle) == expected


@pytest.mark.rule("CFV-SOFT-04")
def test_taking_back_after_dice_and_asking_for_a_re_roll_are_marks():
    battle = marked()
    black_marks.asked_to_undo(battle, "red", dice_thrown=False)
    assert marks(battle) == 0
    black_marks.asked_to_undo(battle, "red", dice_thrown=True)
    black_marks.asked_to_re_roll(battle, "red")
    assert marks(battle) == 2


@pytest.mark.rule("CFV-SOFT-05")
def test_the_larger_tally_is_put_to_shame_and_nothing_else_happens():
    battle = marked()
    before = {s.id: (s.x, s.gone) for s in battle.state.stands.values()}
    black_marks.note(battle, "blue", black_marks.RE_ROLL)
    assert ("Put to shame", "Blues may hang its head") in black_marks.reprimand(battle.state)
    assert {s.id: (s.x, s.gone) for s in battle.state.stands.values()} == before
    assert battle.state.result is None


@pytest.mark.rule("CFV-SOFT-03", "CFV-SOFT-04")
def test_bad_manners_are_put_on_record_as_an_order_that_changes_nothing_else():
    battle = marked()
    asked = battle.request.subjects
    sketch.order(battle, Act(stand="a", act="black_mark", target=black_marks.UNDO))
    sketch.order(battle, Act(stand="a", act="black_mark", target="protest:CFV-FIRE-11"))
    sketch.order(battle, Act(stand="a", act="black_mark", target="protest:CFV-FIRE-11"))
    assert marks(battle) == 2
    assert battle.request.purpose == "activate" and battle.request.subjects == asked
    assert "tally" in sketch.refusal(battle, Act(stand="a", act="black_mark", target="sneezing")).text
