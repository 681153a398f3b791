"""Reading membership, splits and joins. Rules: NUT-GRP-01, -02, -05, -06."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, group, order, red, refusal, squad, stand, state
from wargame.engine.orders import Act, Move, Picked
from wargame.rulesets.clash_of_titans import membership


@pytest.mark.rule("NUT-GRP-06", "NUT-GRP-01", "NUT-GRP-05")
def test_a_man_out_of_chain_is_a_group_of_his_own_until_he_is_back() -> None:
    """He leaves the squad when membership is read, with his own number, and comes back when in chain again."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=3), red("lost", 20, 5, group="red-1"), blue("x", 60, 5))
    assert group(battle, "red-1").strength == 4
    membership.read_all(battle)
    alone = stand(battle, "lost").group
    assert alone != "red-1"
    assert (group(battle, alone).strength, group(battle, "red-1").strength) == (1, 3)
    assert group(battle, alone).leader == "lost"
    stand(battle, "lost").x = 8.0
    membership.read_all(battle)
    assert stand(battle, "lost").group == "red-1"
    assert group(battle, "red-1").strength == 4


@pytest.mark.rule("NUT-GRP-06")
def test_the_leaders_chain_keeps_the_name() -> None:
    """The NCO stands apart with one man: the three others are the strays."""
    men = [red("nco", 5, 5, nco=True), red("a", 7, 5), red("b", 30, 5), red("c", 32, 5), red("d", 34, 5)]
    battle = battle_of(*men, blue("x", 60, 5))
    membership.read(battle, "red-1")
    assert {s.id for s in state(battle).stands.values() if s.group == "red-1"} == {"nco", "a"}
    assert len({stand(battle, n).group for n in "bcd"}) == 1


@pytest.mark.rule("NUT-GRP-02", "NUT-GRP-05")
def test_a_group_splits_at_the_start_of_its_activation() -> None:
    """Two of four go their own way; each part has its own number."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=4), blue("x", 60, 5))
    state(battle).stage = "join"
    order(battle, Act(stand="red-1-3", act="split"))
    order(battle, Picked(items=(("red-1-4", 1),)))
    new = stand(battle, "red-1-3").group
    assert new == stand(battle, "red-1-4").group != "red-1"
    assert (group(battle, new).strength, group(battle, "red-1").strength) == (2, 2)
    membership.read_all(battle)
    assert stand(battle, "red-1-3").group == new, "a part that split on purpose does not come back by itself"


@pytest.mark.rule("NUT-GRP-02")
def test_nobody_splits_off_after_somebody_has_moved() -> None:
    """Splits come before anyone moves."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=4), blue("x", 60, 5))
    state(battle).stage = "join"
    order(battle, Move(stand="red-1-1", path=((6, 5),)))
    assert "NUT-GRP-02" in refusal(battle, Act(stand="red-1-3", act="split")).rules


@pytest.mark.rule("NUT-GRP-02")
def test_groups_in_chain_join() -> None:
    """The other group's men act with this one; its number is added."""
    other = [red("b1", 5, 9, group="red-2", nco=True), red("b2", 5, 10.5, group="red-2")]
    battle = battle_of(*squad("red", "red-1", 5, 5, men=2), *other, blue("x", 60, 5))
    state(battle).stage = "join"
    order(battle, Act(stand="red-1-1", act="join", target="b1"))
    assert stand(battle, "b2").group == "red-1"
    assert (group(battle, "red-1").strength, group(battle, "red-2").strength) == (4, 0)
    assert battle.request is not None and "b2" in battle.request.subjects  # type: ignore[union-attr]


def test_a_group_too_far_away_cannot_join() -> None:
    """Not in chain: not offered."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=2), red("b1", 20, 9, group="red-2"), blue("x", 60, 5))
    state(battle).stage = "join"
    assert refusal(battle, Act(stand="red-1-1", act="join", target="b1")).kind == "malformed"
