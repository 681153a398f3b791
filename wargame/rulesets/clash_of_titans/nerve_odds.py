"""Exact chances of tests of nerve: one roll of a group, read by one man on all tables that he owes.

The readings come from the functions of the resolution (`Due`); here is only the distribution of the dice: two for the
group, the Leader Die, his own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import product

from wargame.rulesets.clash_of_titans import attributes, ladder, stars
from wargame.rulesets.clash_of_titans.data import reaction_test
from wargame.rulesets.clash_of_titans.ladder import CARRY_ON, DUCK_BACK, HUNKER_DOWN, RETIRE, RUN_AWAY, Reading
from wargame.rulesets.clash_of_titans.nerve import Due
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.throws import TOP_ROW, dice_count, target_number

SIDES = 6


def share(number: int) -> float:
    """Chance that one die does not exceed a number."""
    return max(0, min(SIDES, number)) / SIDES


def rows_of(stand: ClashStand, tests: tuple[str, ...], leader_rep: int) -> dict[tuple[int, ...], float]:
    """Chances of the passed dice on each of these tests, all read from one roll. leader_rep 0: no Leader Die.

    Rules: NUT-GRP-03, NUT-LDR-02, NUT-CHAIN-05, NUT-ATTR-03.
    """
    dice = max(int(reaction_test(test)["dice"]) for test in tests)
    extra = {test: attributes.dice(stand, test) for test in tests}
    count = {test: dice_count(dice, extra[test]) for test in tests}
    number = {test: target_number(stand.rep, extra[test]) for test in tests}
    plain = target_number(stand.rep)
    if any(value != plain for value in number.values()):
        raise ValueError("modifiers of the Rep are not read from one roll")
    p, led = share(plain), share(leader_rep)
    own = [test for test in tests if count[test] > dice]
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for faces in product((True, False), repeat=dice + 1 + len(own)):
        group, leads, mine = faces[:dice], faces[dice], dict(zip(own, faces[dice + 1 :], strict=True))
        chance = 1.0
        for passed in (*group, *mine.values()):
            chance *= p if passed else 1.0 - p
        chance *= led if leads else 1.0 - led
        if chance:
            found[tuple(_row(test, group, leads, mine, count) for test in tests)] += chance
    return dict(found)


def _row(test: str, group: tuple[bool, ...], leads: bool, mine: Mapping[str, bool], count: Mapping[str, int]) -> int:
    passed = sum(group[: count[test]]) + mine.get(test, False)
    return min(TOP_ROW, passed + (leads and bool(reaction_test(test)["ld"])))


def results(due: Due, leader_rep: int = 0) -> dict[str, float]:
    """Chances of what a man has to do after the roll that he owes; "carry_on" where nothing changes.

    A Star is taken to pass by Free Will as well as he can.

    Rules: NUT-CHAIN-05, -06, -10, NUT-ATTR-02.
    """
    tests = tuple(due.tests)
    if due.stand.star and set(tests) <= set(stars.TESTS_OF_WILL):
        return {_obeyed(due.stand, due.worst(dict.fromkeys(tests, TOP_ROW))): 1.0}
    once = rows_of(due.stand, tests, leader_rep)
    found: dict[str, float] = defaultdict(float)
    for rows, chance in once.items():
        reading = due.worst(dict(zip(tests, rows, strict=True)))
        bad = reading.result in (HUNKER_DOWN, RETIRE, RUN_AWAY)
        if attributes.takes_again(due.stand, bad) or attributes.is_spoiled(due.stand, min(rows)):
            for other, part in once.items():
                found[_obeyed(due.stand, due.worst(dict(zip(tests, other, strict=True))))] += chance * part
        else:
            found[_obeyed(due.stand, reading)] += chance
    return dict(found)


def _obeyed(stand: ClashStand, reading: Reading) -> str:
    """What becomes of a result for a man of a lasting status, and for a Plucky one."""
    held = ladder.held(stand.status, reading)
    if held is None:
        return CARRY_ON
    return DUCK_BACK if attributes.would_pluck(stand, held.result) else held.result
