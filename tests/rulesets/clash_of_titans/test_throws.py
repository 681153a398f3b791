"""Dice: passing, successes, halves, choices by lot, tests of groups. Rules: NUT-DICE, NUT-GRP-03, NUT-LDR-02."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, dice_left, red, rolls, squad, stand, with_dice
from wargame.engine.dice import Modifier
from wargame.engine.events import Rolled
from wargame.rulesets.clash_of_titans import throws


@pytest.mark.rule("NUT-DICE-01")
def test_dice_that_show_the_target_number_or_less_are_passed() -> None:
    """Rep 4, dice 3 and 5: pass 1d6; 4 is passed, 5 is not."""
    battle = battle_of(red("a", 5, 5, rep=4), blue("b", 60, 5), dice=(3, 5, 4, 4))
    assert throws.passes(battle, 2, 4, "test", stand=stand(battle, "a")).passed == 1
    assert throws.passes(battle, 2, 4, "test", stand=stand(battle, "a")).passed == 2


@pytest.mark.rule("NUT-DICE-02")
def test_more_passes_than_the_top_row_read_the_top_row() -> None:
    """Three dice passed: the row for 2 is used, the true number is kept for comparisons."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5), dice=(2, 4, 1))
    found = throws.passes(battle, 3, 5, "test", stand=stand(battle, "a"))
    assert (found.passed, found.row) == (3, 2)


@pytest.mark.rule("NUT-DICE-03")
def test_a_success_is_a_die_of_three_or_less() -> None:
    """Dice 1, 3, 4, 6, 2: three successes."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5), dice=(1, 3, 4, 6, 2))
    assert throws.successes(battle, 5, "bash", stand=stand(battle, "a")).passed == 3


@pytest.mark.rule("NUT-DICE-04")
@pytest.mark.parametrize(("face", "found"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_die_is_rounded_up(face: int, found: int) -> None:
    """1-2 gives 1, 3-4 gives 2, 5-6 gives 3."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5), dice=(face, face))
    assert throws.half_die(battle, "strength", side="red") == found
    assert throws.half_die(battle, "strength", side="red", minus=1) == found - 1


@pytest.mark.rule("NUT-DICE-05")
def test_totals_are_added_and_read_dice_keep_their_natural_score() -> None:
    """3d6 added is 12; a read die of 3 with +1 reads 4 and stays a natural 3."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5), dice=(6, 4, 2, 3))
    assert throws.total(battle, 3, "deviation", side="red").passed == 12
    found = throws.read_die(battle, "table", side="red", modifiers=(Modifier("bonus", 1),))
    assert (found.passed, found.faces) == (4, (3,))


@pytest.mark.rule("NUT-DICE-01", "NUT-DICE-05")
def test_only_dice_that_are_added_have_a_total() -> None:
    """Passes, successes and halves are read die by die; added dice and read dice have a sum."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5), dice=(1, 1, 2, 5, 4, 3, 3, 3))
    throws.passes(battle, 2, 4, "nerve", stand=stand(battle, "a"))
    throws.successes(battle, 2, "melee", side="red")
    throws.half_die(battle, "wide", side="red")
    throws.total(battle, 2, "deviation", side="red")
    throws.read_die(battle, "table", side="red", modifiers=(Modifier("bonus", 1),))
    totals = {e.purpose: e.total for e in battle.events if isinstance(e, Rolled)}
    assert totals == {"nerve": None, "melee": None, "wide": None, "deviation": 6, "table": 4}


@pytest.mark.rule("NUT-DICE-06")
def test_modifiers_change_the_target_number_or_the_number_of_dice() -> None:
    """Rep 3 at -3 passes nothing, at +3 everything; never fewer than one die is rolled."""
    battle = battle_of(red("a", 5, 5, rep=3), blue("b", 60, 5), dice=(1, 1, 6, 6, 2))
    man = stand(battle, "a")
    assert throws.passes(battle, 2, 3, "test", stand=man, modifiers=(Modifier("bad", -3),)).passed == 0
    assert throws.passes(battle, 2, 3, "test", stand=man, modifiers=(Modifier("good", 3),)).passed == 2
    assert len(throws.passes(battle, 2, 3, "test", stand=man, modifiers=(Modifier("dim", dice=-4),)).faces) == 1


@pytest.mark.rule("NUT-DICE-07", "NUT-DICE-10")
def test_halving_rounds_up_and_comes_before_modifiers() -> None:
    """Half of 5 is 3; half of Rep 5 at -1 is 2."""
    assert throws.halved(5) == 3
    assert throws.target_number(throws.halved(5), (Modifier("tired", -1),)) == 2


@pytest.mark.rule("NUT-DICE-08")
def test_comparisons_count_the_true_number_of_passed_dice() -> None:
    """Three passed dice beat two, though both read the same row; a tie is nobody's."""
    assert throws.compare(3, 2) == 1
    assert throws.compare(1, 2) == -1
    assert throws.compare(2, 2) == 0


@pytest.mark.rule("NUT-DICE-09")
def test_the_lowest_score_is_chosen_and_ties_roll_again() -> None:
    """a and c tie at 2 and roll again; c then rolls lower."""
    battle = battle_of(red("a", 5, 5), red("b", 7, 5), red("c", 9, 5), blue("x", 60, 5), dice=(2, 5, 2, 4, 3))
    men = [stand(battle, n) for n in "abc"]
    assert throws.lowest(battle, men, "lot").id == "c"
    assert dice_left(battle) == 0


@pytest.mark.rule("NUT-DICE-09")
def test_a_random_choice_gives_every_candidate_the_same_chance() -> None:
    """One die with as many sides as there are candidates; none for a single one."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5), dice=(2,))
    assert throws.any_of(battle, ["one", "two", "three"]) == "two"
    assert throws.any_of(battle, ["only"]) == "only"


@pytest.mark.rule("NUT-GEO-15")
def test_a_random_direction_is_a_whole_degree() -> None:
    """Drawn with a die of 360 sides."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5), dice=(360, 1))
    assert throws.direction(battle) == 359.0
    assert throws.direction(battle) == 0.0


# ---------------------------------------------------------------- groups


@pytest.mark.rule("NUT-GRP-03")
def test_one_roll_of_the_group_is_read_with_each_mans_own_rep() -> None:
    """Dice 4 and 5: Rep 5 passes both, Rep 4 one, Rep 3 none."""
    men = [red("a", 5, 5, rep=5), red("b", 20, 5, rep=4), red("c", 40, 5, rep=3)]
    battle = battle_of(*men, blue("x", 60, 5), dice=(4, 5))
    found = throws.group_test(battle, "received_fire", [stand(battle, n) for n in "abc"])
    assert found == {"a": 2, "b": 1, "c": 0}
    assert len(rolls(battle, "received_fire")) == 1


@pytest.mark.rule("NUT-LDR-02", "NUT-DICE-11")
def test_the_leader_die_counts_for_those_near_the_leader() -> None:
    """Man Down with dice 5, 6, Leader Die 4 against his Rep 5: the near man passes one, the far one none."""
    men = [red("nco", 5, 5, rep=5, nco=True), red("near", 8, 5, rep=4), red("far", 20, 5, rep=4)]
    battle = battle_of(*men, blue("x", 60, 5), dice=(6, 6, 4))
    found = throws.group_test(battle, "man_down", [stand(battle, n) for n in ("nco", "near", "far")])
    assert found == {"nco": 1, "near": 1, "far": 0}


@pytest.mark.rule("NUT-LDR-02")
@pytest.mark.parametrize(("near", "thrown"), [("near", 3), ("far", 2)])
def test_no_leader_die_is_thrown_where_nobody_near_takes_a_led_test(near: str, thrown: int) -> None:
    """Man Down is led, Received Fire is not: of one roll for both only who owes Man Down can use the Leader Die."""
    men = [red("nco", 5, 5, rep=4, nco=True), red("near", 8, 5, rep=4), red("far", 20, 5, rep=4)]
    battle = battle_of(*men, blue("x", 60, 5), dice=(6, 5, 3))
    other = "far" if near == "near" else "near"
    takers = {"received_fire": (other,), "man_down": (near,)}
    tests, testers = ("received_fire", "man_down"), [stand(battle, n) for n in ("near", "far")]
    roll = throws.group_roll(battle, tests, testers, takers=takers)
    assert dice_left(battle) == 3 - thrown
    assert (roll.passed("man_down", near), roll.passed("received_fire", other)) == (thrown - 2, 0)


@pytest.mark.rule("NUT-LDR-02")
def test_no_leader_die_is_thrown_for_a_star_who_chose() -> None:
    """He is the only one near the leader; the man far away rolls without it."""
    men = [
        red("star", 5, 5, rep=5, star=True, nco=True),
        red("man", 20, 5, rep=3),
    ]
    battle = battle_of(*men, blue("x", 60, 5), dice=(4, 2, 1))
    found = throws.group_test(battle, "man_down", [stand(battle, n) for n in ("star", "man")], chosen={"star": 2})
    assert (found, dice_left(battle)) == ({"star": 2, "man": 1}, 1)
    told = rolls(battle, "man_down")[0]
    assert (told.needed, told.outcome) == ("3", "pass_1")


@pytest.mark.rule("NUT-LDR-02")
def test_the_leader_die_never_leads_above_the_top_row() -> None:
    """Two dice passed and the Leader Die: still row 2."""
    battle = battle_of(*squad("red", "red-1", 5, 5), blue("x", 60, 5), dice=(1, 1, 1))
    found = throws.group_test(battle, "man_down", [stand(battle, "red-1-2")])
    assert found == {"red-1-2": 2}


@pytest.mark.rule("NUT-DICE-11")
def test_extra_dice_of_single_men_come_last() -> None:
    """Two group dice, then the own die of the man with Quick Reflexes, who alone counts it."""
    men = [red("quick", 5, 5, rep=4), red("plain", 7, 5, rep=4)]
    battle = battle_of(*men, blue("x", 60, 5), dice=(6, 4, 2))
    extra = {"quick": (Modifier("Quick Reflexes", dice=1),)}
    found = throws.group_test(battle, "in_sight", [stand(battle, n) for n in ("quick", "plain")], extra=extra)
    assert found == {"quick": 2, "plain": 1}


def test_a_die_less_leaves_a_man_the_first_group_die() -> None:
    """Dice 6, 1 at -1d6: only the first die counts."""
    battle = battle_of(red("slow", 5, 5, rep=4), blue("x", 60, 5), dice=(6, 1))
    extra = {"slow": (Modifier("Slow to React", dice=-1),)}
    assert throws.group_test(battle, "in_sight", [stand(battle, "slow")], extra=extra) == {"slow": 0}


@pytest.mark.rule("NUT-CHAR-09")
def test_a_star_who_chooses_still_rolls_for_the_others() -> None:
    """The Star chose to pass 2; the group dice and his Leader Die are rolled for his men."""
    men = [red("star", 5, 5, rep=5, star=True, nco=True), red("man", 7, 5, rep=3)]
    battle = battle_of(*men, blue("x", 60, 5), dice=(4, 2, 5))
    found = throws.group_test(battle, "man_down", [stand(battle, n) for n in ("star", "man")], chosen={"star": 2})
    assert found == {"star": 2, "man": 2}
    assert dice_left(battle) == 0


def test_one_roll_for_several_tests_reads_each_table_by_its_own_rules() -> None:
    """The Leader Die counts for Man Down only, the attribute die for Received Fire only."""
    men = [red("nco", 5, 5, rep=4, nco=True), red("man", 7, 5, rep=4)]
    battle = with_dice(battle_of(*men, blue("x", 60, 5)), 6, 5, 4, 1)
    extra = {"received_fire": {"man": (Modifier("Steely Nerves", dice=1),)}}
    roll = throws.group_roll(battle, ("received_fire", "man_down"), [stand(battle, "man")], extra=extra)
    assert roll.passed("man_down", "man") == 1
    assert roll.passed("received_fire", "man") == 1
    assert dice_left(battle) == 0


@pytest.mark.rule("NUT-GRP-04")
def test_recovery_and_the_like_are_rolled_by_each_man_alone() -> None:
    """Two knocked down men of one group roll their own dice."""
    battle = battle_of(red("a", 5, 5), red("b", 7, 5), blue("x", 60, 5), dice=(1, 2, 5, 6))
    found = [throws.passes(battle, 2, 4, "recover_from_knock_down", stand=stand(battle, n)).passed for n in "ab"]
    assert found == [2, 0]
    assert len(rolls(battle, "recover_from_knock_down")) == 2
