"""Tests of nerve rolled once by each group: Received Fire, Man Down and Leader Lost read from one roll.

    dues (who owes what, and why) -> one roll of each group -> results, the worst of each man's readings

Rules: NUT-CHAIN-05, -06, -10, NUT-GRP-03, NUT-DICE-11, NUT-CHAR-05, -09, NUT-ATTR-02, -03, -05.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wargame.engine.events import Event
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import attributes, cover, geometry, groups, ladder, leaders, stars, throws
from wargame.rulesets.clash_of_titans.causes import Incoming
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.ladder import HUNKER_DOWN, RETIRE, RUN_AWAY, Reading
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.throws import TOP_ROW, GroupRoll

RECEIVED_FIRE, MAN_DOWN, LEADER_LOST = "received_fire", "man_down", "leader_lost"
TESTS = (RECEIVED_FIRE, MAN_DOWN, LEADER_LOST)
ROWS = range(TOP_ROW, -1, -1)


@dataclass(slots=True)
class Due:
    """What one figure owes after a volley, a blast or a batch of losses. `readings`: what each number of passed dice
    would give it on each of its tests, worked out before the dice are thrown."""

    stand: ClashStand
    tests: list[str] = field(default_factory=list)
    incoming: tuple[Incoming, ...] = ()
    enemies: tuple[str, ...] = ()
    """Those it ducks or runs from: who shot at it, else who caused the loss."""
    readings: dict[str, dict[int, Reading]] = field(default_factory=dict)

    @property
    def passes_less(self) -> int:
        """Passed dice that Received Fire loses (NUT-FLAM-02)."""
        return max((i.passes_less for i in self.incoming), default=0)

    def reading(self, test: str, passed: int) -> Reading:
        """What a number of passed dice means on one of its tests."""
        less = self.passes_less if test == RECEIVED_FIRE else 0
        if less:
            cite("NUT-FLAM-02")
        return self.readings[test][max(0, passed - less)]

    def worst(self, passed: Mapping[str, int]) -> Reading:
        """The result that it obeys, by passed dice on each test. Rules: NUT-CHAIN-05, -06."""
        return ladder.worst([self.reading(test, passed[test]) for test in self.tests])


@dataclass(frozen=True, slots=True)
class Result:
    """What a figure has to do."""

    due: Due
    reading: Reading
    event: Event | None = None
    passed: tuple[tuple[str, int], ...] = ()

    @property
    def stand(self) -> ClashStand:
        """Who."""
        return self.due.stand

    @property
    def result(self) -> str:
        """What."""
        return self.reading.result


def in_order(state: ClashState, names: Iterable[str]) -> list[str]:
    """Groups that test at one moment: the highest leader's Rep first, the acting side before equals, then as listed.

    Rule: NUT-DICE-11.
    """
    cite("NUT-DICE-11")
    place = {name: number for number, name in enumerate(state.groups)}

    def key(name: str) -> tuple[int, bool, int]:
        leader = groups.leader(state, name) or leaders.best(groups.members(state, name))
        rep = leader.rep if leader is not None else 0
        return -rep, state.groups[name].side != state.phasing, place[name]

    return sorted(dict.fromkeys(names), key=key)


def roll_all(chain: Chain, dues: Sequence[Due], event: Event | None) -> Generator[AnyRequest, Any, list[Result]]:
    """Every group with men who owe a test rolls once; the results, group by group. Rules: NUT-CHAIN-05, NUT-GRP-03."""
    found: list[Result] = []
    by_group: dict[str, list[Due]] = {}
    for due in dues:
        if due.tests:
            by_group.setdefault(due.stand.group, []).append(due)
    for name in in_order(chain.state, by_group):
        found += yield from _roll_group(chain, by_group[name], event)
    return found


def _roll_group(chain: Chain, dues: list[Due], event: Event | None) -> Generator[AnyRequest, Any, list[Result]]:
    chosen: dict[str, int] = {}
    for due in dues:
        if due.stand.star:
            results = {n: due.worst(dict.fromkeys(due.tests, n)).result for n in ROWS}
            passed = yield from stars.free_will(chain.battle, due.stand, tuple(due.tests), results, event)
            if passed is not None:
                chosen[due.stand.id] = passed
    roll = _throw(chain, dues, chosen, event) if len(chosen) < len(dues) else None
    return [_result(chain, due, roll, chosen, event) for due in dues]


def _throw(chain: Chain, dues: Sequence[Due], chosen: Mapping[str, int], event: Event | None) -> GroupRoll:
    tests = [test for test in TESTS if any(test in due.tests for due in dues)]
    extra = {
        test: {due.stand.id: attributes.dice(due.stand, test) for due in dues if test in due.tests} for test in tests
    }
    members = [due.stand for due in dues]
    takers = {test: tuple(rows) for test, rows in extra.items()}
    return throws.group_roll(chain.battle, tests, members, extra=extra, chosen=chosen, takers=takers, cause=event)


def _result(chain: Chain, due: Due, roll: GroupRoll | None, chosen: Mapping[str, int], event: Event | None) -> Result:
    name = due.stand.id
    if name in chosen or roll is None:
        passed = dict.fromkeys(due.tests, chosen[name])
        return Result(due, due.worst(passed), event, tuple(passed.items()))
    passed = {test: roll.passed(test, name) for test in due.tests}
    reading = due.worst(passed)
    if attributes.takes_again(due.stand, reading.result in (HUNKER_DOWN, RETIRE, RUN_AWAY)):
        attributes.use(chain.battle, due.stand, "Lucky", roll.event)
    elif attributes.is_spoiled(due.stand, min(passed.values())):
        attributes.use(chain.battle, due.stand, "Unlucky", roll.event)
    else:
        return Result(due, reading, roll.event, tuple(passed.items()))
    again = _throw(chain, [due], {}, roll.event)
    passed = {test: again.passed(test, name) for test in due.tests}
    return Result(due, due.worst(passed), again.event, tuple(passed.items()))


def is_covered(scene: Scene, stand: ClashStand, enemies: Sequence[str]) -> bool:
    """Is he in cover or concealment from all enemies that made him test?

    With none known: from all that see him; with none in sight by the ground he is on. Rules: NUT-RFIRE-07, -08,
    NUT-DOWN-09.
    """
    cite("NUT-RFIRE-07")
    cite("NUT-RFIRE-08")
    state = state_of(scene)
    them = [state.stands[name] for name in enemies if name in state.stands] or geometry.seen_by(scene, stand)
    if not them:
        cite("NUT-DOWN-09")
        return cover.is_in_cover_terrain(scene, stand)
    return all(cover.cover(scene, stand, enemy).any for enemy in them)
