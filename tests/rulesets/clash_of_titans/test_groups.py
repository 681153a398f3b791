"""Groups: members, chains, strength. Rules: NUT-GRP-01, -04, -05."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, red, squad, stand, state
from wargame.rulesets.clash_of_titans import groups, status


@pytest.mark.rule("NUT-GRP-01")
def test_men_within_four_inches_of_another_form_one_chain() -> None:
    """Links of 4 in hold, 4.1 in do not."""
    men = [red("a", 5, 5), red("b", 9, 5), red("c", 13, 5), red("d", 17.1, 5)]
    battle = battle_of(*men, blue("x", 60, 5))
    found = groups.chains(state(battle), [stand(battle, n) for n in "abcd"])
    assert [[s.id for s in chain] for chain in found] == [["a", "b", "c"], ["d"]]


@pytest.mark.rule("NUT-GRP-05")
def test_a_group_is_at_half_strength_when_half_its_number_is_left() -> None:
    """Five at the start: three left is more than half, two is not."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=5), blue("x", 60, 5))
    for name in ("red-1-2", "red-1-3"):
        status.lose(battle, stand(battle, name), "dead")
    assert not groups.at_half_strength(state(battle), "red-1")
    status.lose(battle, stand(battle, "red-1-4"), "out_of_the_fight")
    assert groups.at_half_strength(state(battle), "red-1")


def test_men_out_of_the_fight_are_no_members() -> None:
    """Dead, wounded and captured men do not count; stunned ones do, but cannot act."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=4), blue("x", 60, 5))
    status.lose(battle, stand(battle, "red-1-1"), "dead")
    status.lose(battle, stand(battle, "red-1-2"), "captured")
    status.set_status(battle, stand(battle, "red-1-3"), "stunned")
    assert [s.id for s in groups.members(state(battle), "red-1")] == ["red-1-3", "red-1-4"]
    assert [s.id for s in groups.members(state(battle), "red-1", able_only=True)] == ["red-1-4"]


def test_friends_are_those_within_a_distance() -> None:
    """Centre to centre, within includes exactly."""
    battle = battle_of(red("a", 5, 5), red("b", 9, 5), red("c", 9.1, 8), blue("x", 7, 5))
    assert [s.id for s in groups.friends(state(battle), stand(battle, "a"), 4.0)] == ["b"]
