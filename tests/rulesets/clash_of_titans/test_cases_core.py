"""Worked cases of dice, groups, the turn and foot movement, run as data."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import (
    area,
    battle_of,
    blue,
    group,
    order,
    red,
    refusal,
    rolls,
    stand,
    state,
    with_dice,
    worked_case,
)
from tests.rulesets.clash_of_titans.test_turn import at_dice, two_sides
from wargame.engine.battle import Battle
from wargame.engine.dice import Modifier
from wargame.engine.events import Said
from wargame.engine.orders import Move
from wargame.rulesets.clash_of_titans import membership, throws

AWAY = blue("x", 70, 46, facing=0.0, group="far")
KEEPER = red("keeper", 5, 47, nco=True)


def thrown(request: pytest.FixtureRequest, number: str) -> tuple[Battle, list[int]]:
    """A quiet battle with the dice of a case to come."""
    dice = worked_case(request, number)
    return battle_of(red("a", 5, 5, rep=4), AWAY, dice=tuple(dice)), dice


def test_case_01_two_dice_against_rep_four(request: pytest.FixtureRequest) -> None:
    battle, dice = thrown(request, "CASE-01")
    assert throws.passes(battle, len(dice), 4, "test", stand=stand(battle, "a")).passed == 1


def test_case_02_three_passed_dice_read_the_row_of_two(request: pytest.FixtureRequest) -> None:
    battle, dice = thrown(request, "CASE-02")
    found = throws.passes(battle, len(dice), 5, "mission", stand=stand(battle, "a"))
    assert (found.passed, found.row) == (3, 2)


def test_case_03_successes(request: pytest.FixtureRequest) -> None:
    battle, dice = thrown(request, "CASE-03")
    assert throws.successes(battle, len(dice), "successes", side="red").passed == 3


def test_case_05_a_target_number_of_nothing(request: pytest.FixtureRequest) -> None:
    battle, dice = thrown(request, "CASE-05")
    modifiers = (Modifier("privation", -3),)
    assert throws.passes(battle, len(dice), 3, "test", side="red", modifiers=modifiers).passed == 0


def test_case_11_who_is_in_the_chain(request: pytest.FixtureRequest) -> None:
    worked_case(request, "CASE-11")
    men = [red(f"m{n}", 10 + x, 10, nco=n == 0) for n, x in enumerate((0, 3.5, 7, 12))]
    battle = battle_of(*men, AWAY)
    membership.read(battle, "red-1")
    assert [s.id for s in state(battle).stands.values() if s.group == "red-1"] == ["m0", "m1", "m2"]
    assert group(battle, stand(battle, "m3").group).strength == 1


def test_case_14_doubles_in_the_city(request: pytest.FixtureRequest) -> None:
    dice = worked_case(request, "CASE-14")
    options = {"urban_chaos": True}
    battle = at_dice(*two_sides(), dice=(*dice[:2], 1, 2), options=options, eal=3)
    assert [e.key for e in battle.events if isinstance(e, Said)] == ["random_event"]
    battle = at_dice(*two_sides(), dice=(*dice[2:], 6, 1, 4), options=options, eal=3)
    assert [r.outcome for r in rolls(battle, "activation")] == ["doubles", "first_blue"]
    assert rolls(battle, "reinforcements"), "4 is above the EAL: the reinforcement check is made"


def test_case_19_one_inch_into_the_wire(request: pytest.FixtureRequest) -> None:
    dice = worked_case(request, "CASE-19")
    battle = battle_of(red("a", 5, 5, rep=4), KEEPER, AWAY, features=[area("w", "wire", 5.35, 0, 6.4, 20)])
    with_dice(battle, *dice)
    order(battle, Move(stand="a", path=((6.9, 5),), mode="wire"))
    assert stand(battle, "a").x == pytest.approx(6.35, abs=0.011)


def test_case_20_two_and_a_half_inches_into_the_woods(request: pytest.FixtureRequest) -> None:
    worked_case(request, "CASE-20")
    battle = battle_of(red("a", 5, 5), KEEPER, AWAY, features=[area("f", "woods_light", 8, 0, 20, 20)])
    assert refusal(battle, Move(stand="a", path=((10.6, 5),))).at is not None
    order(battle, Move(stand="a", path=((10.5, 5),)))
    assert stand(battle, "a").x == 10.5
