"""Results of reaction tests: reading a test's table, and the ladder from best to worst. Rules: NUT-CHAIN-06, -10."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, RUNNING

CHARGE = "charge"
RETURN_FIRE = "return_fire"
SNAP_FIRE = "snap_fire"
CARRY_ON = "carry_on"
HALT = "halt"
DUCK_BACK = "duck_back"
HUNKER_DOWN = "hunker_down"
RETIRE = "retire"
RUN_AWAY = "run_away"
STUN = "stunned"
KNOCKED_OUT = "out_of_the_fight"
STAY_AND_FIRE = "stay_and_fire"

FIRING = (RETURN_FIRE, SNAP_FIRE)
_STANDS_FOR = {DUCKED: DUCK_BACK, HUNKERED: HUNKER_DOWN, RUNNING: RUN_AWAY}
"""Result that a lasting status stands for."""


WHY = {"outgunned": "NUT-OGUN-01", "half_strength": "NUT-GRP-05", "flanked": "NUT-GEO-06"}
"""Rules that say when a fact holds which a line of a table asks for; told with the result that comes of it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one line of a test's table says: the result and the rules that it comes from."""

    result: str
    rules: tuple[str, ...] = ()


@functools.cache
def ranks() -> dict[str, int]:
    """Rank of each result, 1 the best."""
    return {r["result"].lower().replace(" ", "_"): int(r["rank"]) for r in data.rows("result_ladder")}


def rank(result: str) -> int:
    """Place on the ladder, 1 the best. Rule: NUT-CHAIN-06."""
    cite("NUT-CHAIN-06")
    return ranks()[result]


def worst(readings: Iterable[Reading]) -> Reading:
    """The worst of several results of one roll; the first of equals. Rules: NUT-CHAIN-05, -06."""
    found = list(readings)
    if len(found) == 1:
        return found[0]
    chosen = max(found, key=lambda reading: rank(reading.result))
    return Reading(chosen.result, (*chosen.rules, cite("NUT-CHAIN-05"), cite("NUT-CHAIN-06")))


def read(test: str, passed: int, facts: Iterable[str] = ()) -> Reading:
    """The line of a test's table for so many passed dice: the first whose condition is among the facts.

    facts: words such as "covered", "open", "outgunned". Raises LookupError if the table has no such line.
    """
    true = set(facts)
    for dice, needs, result, rule in data.reaction_test(test)["outcomes"]:
        if dice == passed and (not needs or needs in true):
            return Reading(result, (cite(rule), *((cite(WHY[needs]),) if needs in WHY else ())))
    raise LookupError(f"test {test!r} has no line for {passed} passed dice")


def held(status: str, reading: Reading) -> Reading | None:
    """The result for a man of a lasting status: None if it is no worse than what he is already. Rule: NUT-CHAIN-10."""
    standing = _STANDS_FOR.get(status)
    if standing is None:
        return reading
    cite("NUT-CHAIN-10")
    if reading.result == RETIRE and standing == HUNKER_DOWN:
        return reading
    return reading if rank(reading.result) > rank(standing) else None


@functools.cache
def _mods(test: str) -> dict[str, Modifier]:
    rows = data.reaction_test(test).get("mods", ())
    return {name: Modifier(words, rep, dice, rule) for name, words, rep, dice, rule in rows}


def modifier(test: str, name: str) -> Modifier:
    """A modifier of a test by its id in the table."""
    found = _mods(test)[name]
    cite(found.rule)
    return found
