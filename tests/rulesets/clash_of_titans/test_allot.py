"""Swaths, numbers of targets and the allotting of dice."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import worked_case
from wargame.rulesets.clash_of_titans import allot

ME = (0.0, 0.0)


@pytest.mark.rule("NUT-GEO-09")
def test_the_swath_reaches_as_far_as_the_weapon_and_not_behind():
    assert allot.in_swath(ME, (0, 10), (0, 24), 3, 24)
    assert not allot.in_swath(ME, (0, 10), (0, 24.1), 3, 24)
    assert not allot.in_swath(ME, (0, 10), (0, -1), 3, 24)


def test_case_08(request):
    worked_case(request, "CASE-08")
    assert allot.in_swath(ME, (0, 10), (1.4, 9), 3, 24)
    assert not allot.in_swath(ME, (0, 10), (1.6, 9), 3, 24)


@pytest.mark.rule("NUT-FIRE-06")
def test_targets_are_numbered_by_their_distance_from_the_line_and_ties_by_range():
    places = {"first": (20.0, 0.0), "near": (20.0, 1.0), "far": (21.0, -1.5), "nearer": (19.0, 1.5)}
    assert allot.numbered(ME, "first", places) == ("first", "near", "nearer", "far")


@pytest.mark.rule("NUT-FIRE-06")
def test_every_target_gets_a_die_before_one_gets_a_second():
    assert allot.spread(5, ("a", "b", "c", "d")) == (("a", 2), ("b", 1), ("c", 1), ("d", 1))
    assert allot.spread(2, ("a", "b", "c")) == (("a", 1), ("b", 1))
    assert allot.spread(3, ("a",)) == (("a", 3),)


@pytest.mark.rule("NUT-FIRE-06", "NUT-GEO-09")
def test_an_allotment_uses_all_dice_and_stays_in_the_swath():
    places = {"a": (20.0, 0.0), "b": (20.0, 2.0), "c": (20.0, 2.6)}
    assert allot.refusal(5, ME, (("a", 3), ("b", 2)), places, 48) is None
    assert "NUT-GEO-09" in allot.refusal(5, ME, (("a", 3), ("c", 2)), places, 48).rules
    assert "NUT-FIRE-06" in allot.refusal(5, ME, (("a", 3),), places, 48).rules
    assert allot.refusal(1, ME, (("a", 1), ("b", 1)), places, 48).kind == "malformed"


@pytest.mark.rule("NUT-FIRE-06")
def test_an_owners_allotment_is_put_in_number_order():
    places = {"a": (20.0, 0.0), "b": (20.0, 2.0), "c": (20.0, 1.0)}
    assert allot.in_order(ME, {"b": 1, "a": 1, "c": 2}, "a", places) == (("a", 1), ("c", 2), ("b", 1))
