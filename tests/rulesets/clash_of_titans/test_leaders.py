"""Leaders and the Leader Die. Rules: NUT-LDR-01 to -07."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, group, red, stand, state
from wargame.engine.battle import Battle
from wargame.rulesets.clash_of_titans import activation, groups, leaders, status


def _squad(**of_leader: object) -> Battle:
    men = [red("nco", 5, 5, rep=4, nco=True, **of_leader), red("old", 7, 5, rep=5), red("new", 9, 5, rep=3)]
    return battle_of(*men, blue("x", 60, 5))


def _steadies(battle: Battle, man: str) -> bool:
    return leaders.steadies(state(battle), "red-1", stand(battle, man))


@pytest.mark.rule("NUT-LDR-01")
def test_the_nco_leads_else_the_highest_rep() -> None:
    """An NCO of Rep 4 leads men of Rep 5; without him the best of them."""
    assert group(_squad(), "red-1").leader == "nco"
    battle = battle_of(red("a", 5, 5, rep=3), red("b", 7, 5, rep=5), blue("x", 60, 5))
    assert group(battle, "red-1").leader == "b"


@pytest.mark.rule("NUT-LDR-01")
def test_an_officer_leads_ncos() -> None:
    """Officer before NCO, whatever their Reps."""
    battle = battle_of(red("nco", 5, 5, rep=5, nco=True), red("lt", 7, 5, rep=3, officer=True), blue("x", 60, 5))
    assert group(battle, "red-1").leader == "lt"


@pytest.mark.rule("NUT-LDR-02", "NUT-LDR-07")
def test_whoever_leads_at_the_start_gives_a_leader_die() -> None:
    """An MG team without NCO: its best man counts as in command; beyond 4 in he steadies nobody."""
    men = [red("a", 5, 5, rep=5), red("b", 9, 5, rep=4), red("c", 9.1, 8, rep=4)]
    battle = battle_of(*men, blue("x", 60, 5))
    assert _steadies(battle, "b")
    assert not _steadies(battle, "c")


@pytest.mark.rule("NUT-LDR-03")
@pytest.mark.parametrize("how", ["stunned", "ducked_back", "hunkered_down", "running"])
def test_a_suppressed_leader_steadies_nobody(how: str) -> None:
    """Stunned, Ducked Back, Hunkered Down or running."""
    battle = _squad()
    assert _steadies(battle, "old")
    status.set_status(battle, stand(battle, "nco"), how)
    assert not _steadies(battle, "old")


@pytest.mark.rule("NUT-LDR-03")
def test_no_leader_die_in_melee_nor_alone() -> None:
    """A leader who fights hand to hand, and a group of one."""
    battle = _squad()
    stand(battle, "nco").melee_with = ("x",)
    assert not _steadies(battle, "old")
    alone = battle_of(red("a", 5, 5), blue("x", 60, 5))
    assert not _steadies(alone, "a")


@pytest.mark.rule("NUT-LDR-05")
def test_a_lost_leader_is_replaced_by_the_best_and_steadies_only_from_his_next_activation() -> None:
    """The highest Rep takes over; he gives no Leader Die until he has begun an activation in command."""
    battle = _squad()
    status.lose(battle, stand(battle, "nco"), "dead")
    heir = leaders.succeed(battle, "red-1")
    assert heir is not None and heir.id == "old"
    assert not _steadies(battle, "new")
    activation.begin(battle, "red-1")
    assert not _steadies(battle, "new")
    activation.end(battle)
    assert _steadies(battle, "new")


@pytest.mark.rule("NUT-LDR-05")
def test_a_second_in_command_steadies_at_once() -> None:
    """A junior NCO gives a Leader Die as soon as he takes over."""
    men = [red("nco", 5, 5, nco=True), red("second", 7, 5, rep=3, junior_nco=True), red("man", 9, 5, rep=5)]
    battle = battle_of(*men, blue("x", 60, 5))
    status.lose(battle, stand(battle, "nco"), "out_of_the_fight")
    leaders.succeed(battle, "red-1")
    assert group(battle, "red-1").leader == "second"
    assert _steadies(battle, "man")


@pytest.mark.rule("NUT-LDR-06")
def test_while_the_leader_is_unable_the_best_able_man_leads_the_activation() -> None:
    """A stunned NCO: the group activates on the Rep of its best man, and the NCO resumes when he recovers."""
    battle = _squad()
    assert activation.rep_of(state(battle), "red-1") == 4
    status.set_status(battle, stand(battle, "nco"), "stunned")
    assert activation.rep_of(state(battle), "red-1") == 5
    state(battle).turn += 1
    activation.begin(battle, "red-1")
    assert group(battle, "red-1").temporary == "old"
    assert group(battle, "red-1").leader == "nco"
    activation.end(battle)
    assert leaders.acting(state(battle), "red-1") is stand(battle, "nco")


@pytest.mark.rule("NUT-LDR-04")
def test_an_officer_who_comes_near_leads_while_he_stays() -> None:
    """A platoon leader within 4 in of a squad when it begins to act leads it; he goes and the NCO leads again."""
    men = [red("nco", 5, 5, rep=3, nco=True), red("man", 7, 5, rep=4)]
    chief = red("lt", 9, 5, rep=5, officer=True, group="hq")
    battle = battle_of(*men, chief, blue("x", 60, 5))
    leader = leaders.acting(state(battle), "red-1")
    assert leader is not None and leader.id == "lt"
    assert activation.rep_of(state(battle), "red-1") == 5
    assert _steadies(battle, "man")
    stand(battle, "lt").x = 30.0
    assert leaders.acting(state(battle), "red-1") is groups.leader(state(battle), "red-1")
