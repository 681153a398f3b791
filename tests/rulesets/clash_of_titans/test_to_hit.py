"""Reading To Hit dice."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import worked_case
from wargame.rulesets.clash_of_titans import to_hit
from wargame.rulesets.clash_of_titans.to_hit import Conditions

OPEN = Conditions()


def hits(faces, rep, at=OPEN):
    return [to_hit.read(face + rep, at).hit for face in faces]


@pytest.mark.rule("NUT-FIRE-03")
def test_seven_misses_and_ten_hits_whatever_the_cover():
    assert not to_hit.read(7, OPEN).hit
    assert not to_hit.read(3, OPEN).hit
    hard = Conditions(cover=True, concealed=True, prone=True, fast_moving=True, charging=True, number=3)
    assert to_hit.read(10, hard).hit and to_hit.read(12, hard).hit


@pytest.mark.rule("NUT-FIRE-04")
@pytest.mark.parametrize(
    "at",
    [
        Conditions(cover=True),
        Conditions(concealed=True),
        Conditions(prone=True),
        Conditions(fast_moving=True),
        Conditions(charging=True),
        Conditions(number=2),
        Conditions(shooter_fast=True),
    ],
)
def test_an_eight_hits_unless_an_entry_of_its_row_holds(at):
    assert to_hit.read(8, OPEN).hit
    assert not to_hit.read(8, at).hit


@pytest.mark.rule("NUT-FIRE-05")
def test_a_nine_misses_only_men_in_cover_and_third_targets():
    assert not to_hit.read(9, Conditions(cover=True)).hit
    assert not to_hit.read(9, Conditions(number=3)).hit
    for at in (Conditions(concealed=True), Conditions(prone=True), Conditions(fast_moving=True), Conditions(number=2)):
        assert to_hit.read(9, at).hit
    assert to_hit.read(9, Conditions(charging=True, shooter_fast=True)).hit


@pytest.mark.rule("NUT-FIRE-09")
def test_a_sniper_does_not_mind_prone_and_concealed_men_at_eight():
    assert to_hit.read(8, Conditions(concealed=True, prone=True, keen=True)).hit
    assert not to_hit.read(8, Conditions(cover=True, keen=True)).hit


@pytest.mark.rule("NUT-FIRE-14")
def test_fire_at_a_spot_needs_ten():
    at = Conditions(only_sure=True)
    assert [to_hit.read(total, at).hit for total in (8, 9, 10)] == [False, False, True]


@pytest.mark.rule("NUT-HE-02")
def test_a_blast_ignores_later_targets_and_fast_moving():
    at = Conditions(fast_moving=True, charging=True, number=3, shooter_fast=True).as_blast()
    assert to_hit.read(8, at).hit
    assert not to_hit.read(8, Conditions(concealed=True).as_blast()).hit


@pytest.mark.rule("NUT-FIRE-11")
def test_only_a_shot_that_a_six_could_not_make_is_pitiful():
    assert to_hit.is_pitiful(2, Conditions(cover=True))
    assert to_hit.is_pitiful(1, OPEN)
    assert not to_hit.is_pitiful(2, OPEN)
    assert to_hit.second_die_hits(2, 2) and not to_hit.second_die_hits(3, 2)


def test_the_chance_counts_the_faces_that_the_table_hits_with():
    assert to_hit.chance(4, OPEN) == pytest.approx(3 / 6)
    assert to_hit.chance(4, Conditions(number=2)) == pytest.approx(2 / 6)
    assert to_hit.chance(4, Conditions(cover=True)) == pytest.approx(1 / 6)
    assert to_hit.chance(2, Conditions(cover=True)) == pytest.approx(2 / 36)
    assert to_hit.chance(0, OPEN) == 0.0


def test_what_is_needed_is_told_as_a_face():
    assert to_hit.needed(4, OPEN) == "4+"
    assert to_hit.needed(4, Conditions(cover=True)) == "6+"
    assert to_hit.needed(2, Conditions(cover=True)) == "6, then 2-"


@pytest.mark.rule("NUT-FIRE-02")
@pytest.mark.parametrize(
    ("rep", "face", "hit"), [(4, 3, False), (4, 4, True), (3, 4, False), (3, 5, True), (5, 3, True)]
)
def test_a_die_and_rep_hit_a_man_in_the_open_on_a_total_of_eight(rep, face, hit):
    assert to_hit.read(rep + face, Conditions()).hit == hit


# ---------------------------------------------------------------- worked cases


def test_case_27(request):
    assert hits(worked_case(request, "CASE-27"), 4) == [True]


def test_case_29(request):
    dice = worked_case(request, "CASE-29")
    assert hits(dice, 4, Conditions(concealed=True)) == [False, True]


def test_case_30(request):
    dice = worked_case(request, "CASE-30")
    from wargame.rulesets.clash_of_titans import allot, ammunition

    assert allot.spread(6, ("a", "b", "c")) == (("a", 2), ("b", 2), ("c", 2))
    assert hits(dice[:2], 4) == [True, False]
    assert hits(dice[2:4], 4, Conditions(number=2)) == [False, True]
    assert hits(dice[4:], 4, Conditions(number=3)) == [False, True]
    assert not ammunition.is_dry_after(dice, ones=2)


def test_case_34(request):
    first, second, third, fourth = worked_case(request, "CASE-34")
    at = Conditions(cover=True)
    assert first == third == 6 and to_hit.is_pitiful(2, at)
    assert to_hit.second_die_hits(second, 2) and not to_hit.second_die_hits(fourth, 2)


@pytest.mark.rule("NUT-FIRE-12")
def test_case_35(request):
    dice = worked_case(request, "CASE-35")
    at = Conditions(mounted=True, fast_moving=True)
    assert [to_hit.read(face + 4, at).result for face in dice] == ["mount", "hit"]
