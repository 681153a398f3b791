"""Dice: Nd6 against a number, successes, halves, choices by lot, and tests that a group rolls once.

Rules: NUT-DICE-01 to -11, NUT-GRP-03, NUT-LDR-02.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import leaders
from wargame.rulesets.clash_of_titans.data import reaction_test
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

T = TypeVar("T")
Modifiers = Sequence[Modifier]
TOP_ROW = 2
"""Highest row of every table that is read by passed dice."""
SUCCESS = 3
"""Highest face that is a success in a success roll (NUT-DICE-03)."""


@dataclass(frozen=True, slots=True)
class Test:
    """A test as it was rolled. `passed` is the true number of passed dice, `row` the row of the table to read."""

    passed: int
    faces: tuple[int, ...]
    event: Event

    @property
    def row(self) -> int:
        """Passed dice, but no more than the highest row. Rule: NUT-DICE-02."""
        cite("NUT-DICE-02")
        return min(self.passed, TOP_ROW)


def target_number(rep: int, modifiers: Iterable[Modifier] = ()) -> int:
    """Number that a die must not exceed: modifiers of the Rep added up. Rule: NUT-DICE-06."""
    cite("NUT-DICE-06")
    return rep + round(sum(m.add for m in modifiers))


def dice_count(dice: int, modifiers: Iterable[Modifier] = ()) -> int:
    """Dice to roll: whole dice added and taken away, never below one. Rule: NUT-DICE-06."""
    cite("NUT-DICE-06")
    return max(1, dice + sum(m.dice for m in modifiers))


def count_passed(faces: Iterable[int], target: int) -> int:
    """Dice that show the target number or less. Rule: NUT-DICE-01."""
    cite("NUT-DICE-01")
    return sum(face <= target for face in faces)


def passes(
    battle: Battle,
    n: int,
    target: int,
    purpose: str,
    *,
    stand: ClashStand | None = None,
    side: str = "",
    modifiers: Modifiers = (),
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> Test:
    """Roll `n` d6 against a target number (usually a Rep), told as one event.

    `stand` rolls, or else `side`. Rules: NUT-DICE-01, -06, -07.
    """
    number = target_number(target, modifiers)
    if stand is not None:
        rules = (*rules, cite("NUT-GRP-04"))
    faces = battle.throw(dice_count(n, modifiers))
    passed = count_passed(faces, number)
    event = _tell(battle, purpose, faces, modifiers, None, number, f"pass_{passed}", stand, side, rules, cause)
    return Test(passed, faces, event)


def successes(
    battle: Battle,
    n: int,
    purpose: str,
    *,
    stand: ClashStand | None = None,
    side: str = "",
    modifiers: Modifiers = (),
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> Test:
    """Roll `n` dice and count successes: faces of 3 or less. No dice at all give none. Rule: NUT-DICE-03."""
    faces = battle.throw(max(0, n + sum(m.dice for m in modifiers)))
    found = sum(face <= SUCCESS for face in faces)
    rules = (*rules, cite("NUT-DICE-03"))
    event = _tell(battle, purpose, faces, modifiers, None, SUCCESS, f"successes_{found}", stand, side, rules, cause)
    return Test(found, faces, event)


def read_die(
    battle: Battle,
    purpose: str,
    *,
    stand: ClashStand | None = None,
    side: str = "",
    modifiers: Modifiers = (),
    needed: str = "",
    outcome: str | Callable[[int], str] = "",
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> Test:
    """Roll one die to be read on a table: `passed` is the face plus modifiers, `faces` the natural score; `outcome` may
    read the table.

    Rule: NUT-DICE-05.
    """
    face = battle.throw(1)
    total = face[0] + round(sum(m.add for m in modifiers))
    outcome = outcome if isinstance(outcome, str) else outcome(total)
    event = _tell(battle, purpose, face, modifiers, total, needed, outcome, stand, side, rules, cause)
    return Test(total, face, event)


def total(
    battle: Battle,
    n: int,
    purpose: str,
    *,
    stand: ClashStand | None = None,
    side: str = "",
    modifiers: Modifiers = (),
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> Test:
    """Roll `n` d6 added: `passed` is the total. Rule: NUT-DICE-05."""
    faces = battle.throw(n)
    added = sum(faces) + round(sum(m.add for m in modifiers))
    rules = (*rules, cite("NUT-DICE-05"))
    event = _tell(battle, purpose, faces, modifiers, added, "", "", stand, side, rules, cause)
    return Test(added, faces, event)


def compare(ours: int, theirs: int) -> int:
    """Who has passed more dice: 1 we have, -1 they have, 0 a tie. True numbers, not rows. Rule: NUT-DICE-08."""
    cite("NUT-DICE-08")
    return (ours > theirs) - (ours < theirs)


def half(face: int) -> int:
    """Half a die, rounded up: 1 to 3. Rule: NUT-DICE-04."""
    cite("NUT-DICE-04")
    return halved(face)


def halved(number: int) -> int:
    """Half a number, rounded up; halve before you add or subtract. Rules: NUT-DICE-07, -10."""
    cite("NUT-DICE-07")
    cite("NUT-DICE-10")
    return -(-number // 2)


def half_die(
    battle: Battle,
    purpose: str,
    *,
    stand: ClashStand | None = None,
    side: str = "",
    minus: int = 0,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> int:
    """Roll 1/2d6, a d3; `minus` is taken off after halving and may leave 0. Rule: NUT-DICE-04."""
    face = battle.throw(1)
    found = max(0, half(face[0]) - minus)
    _tell(battle, purpose, face, (), None, "", str(found), stand, side, rules, cause)
    return found


def direction(battle: Battle) -> float:
    """A random direction in whole degrees, drawn and not diced. Rule: NUT-GEO-15."""
    drawn = _draw(battle, "direction", 360, (cite("NUT-GEO-15"),))
    return float(drawn - 1)


def _draw(battle: Battle, purpose: str, sides: int, rules: tuple[str, ...]) -> int:
    """A number from 1 to `sides`, told as a roll of a die with so many."""
    face = battle.throw(1, sides)
    battle.happen(Rolled(purpose=purpose, dice=face, sides=sides, total=face[0], rules=rules))
    return face[0]


def any_of(battle: Battle, candidates: Sequence[T]) -> T:
    """One of them, each as likely; no die is thrown where there is no choice. Rule: NUT-DICE-09."""
    rule = cite("NUT-DICE-09")
    return candidates[0] if len(candidates) == 1 else candidates[_draw(battle, "lot", len(candidates), (rule,)) - 1]


def lowest(
    battle: Battle,
    candidates: Sequence[ClashStand],
    purpose: str,
    plus: Mapping[str, int] | None = None,
    cause: Event | None = None,
) -> ClashStand:
    """The one with the lowest 1d6 plus its modifier; ties roll again among themselves. Rule: NUT-DICE-09."""
    rules = (cite("NUT-DICE-09"),)
    left = list(candidates)
    while len(left) > 1:
        scores = []
        for stand in left:
            add = (plus or {}).get(stand.id, 0)
            changes = (Modifier("choice by lot", add),) if add else ()
            die = read_die(battle, purpose, stand=stand, modifiers=changes, rules=rules, cause=cause)
            scores.append(die.passed)
        least = min(scores)
        left = [stand for stand, score in zip(left, scores, strict=True) if score == least]
    return left[0]


# ---------------------------------------------------------------- tests of groups


@dataclass(frozen=True, slots=True)
class GroupRoll:
    """One roll of a group: its dice, the Leader Die and single men's own dice, to be read by each man on each table."""

    faces: tuple[int, ...]
    leader_face: int | None
    leader_passed: bool
    steadied: frozenset[str]
    """Ids of those near enough to the leader."""
    numbers: Mapping[tuple[str, str], int]
    """(test, stand): the number its dice must not exceed."""
    used: Mapping[tuple[str, str], int]
    """(test, stand): how many of the group's dice count."""
    own: Mapping[tuple[str, str], tuple[int, ...]]
    """(test, stand): its extra dice."""
    event: Event
    chosen: Mapping[str, int] = field(default_factory=dict)

    def passed(self, test: str, stand: str) -> int:
        """Row that the stand reads on the table of a test. Rules: NUT-GRP-03, NUT-LDR-02, NUT-CHAIN-05."""
        if stand in self.chosen:
            return self.chosen[stand]
        key = (test, stand)
        number = self.numbers[key]
        passed = count_passed(self.faces[: self.used[key]] + self.own[key], number)
        if reaction_test(test)["ld"] and self.leader_passed and stand in self.steadied:
            cite("NUT-LDR-02")
            passed += 1
        cite("NUT-DICE-02")
        return min(passed, TOP_ROW)


def group_test(
    battle: Battle,
    test: str,
    members: Sequence[ClashStand],
    *,
    extra: Mapping[str, Modifiers] | None = None,
    chosen: Mapping[str, int] | None = None,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> dict[str, int]:
    """Roll a test once for members of one group; stand id -> row to read (0 to 2).

    `extra`: modifiers of single men; `chosen`: passes chosen by Free Will. Rules: NUT-GRP-03, NUT-LDR-02, -03,
    NUT-CHAR-09.
    """
    roll = group_roll(battle, (test,), members, extra={test: extra or {}}, chosen=chosen, rules=rules, cause=cause)
    return {stand.id: roll.passed(test, stand.id) for stand in members}


def group_roll(
    battle: Battle,
    tests: Sequence[str],
    members: Sequence[ClashStand],
    *,
    extra: Mapping[str, Mapping[str, Modifiers]] | None = None,
    chosen: Mapping[str, int] | None = None,
    takers: Mapping[str, Collection[str]] | None = None,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
) -> GroupRoll:
    """Roll once for members of one group that take several tests (NUT-CHAIN-05): two dice, Leader Die, own dice.

    `extra`: test -> stand id -> modifiers; `takers`: test -> ids of those who take it, if not all do. Rules:
    NUT-DICE-11, NUT-GRP-03, NUT-LDR-02, -03, NUT-CHAR-09.
    """
    cite("NUT-DICE-11")
    state = cast(ClashState, battle.state)
    group = members[0].group
    dice = max(int(reaction_test(test)["dice"]) for test in tests)
    faces = battle.throw(dice)
    rolling = {t: [s for s in members if takers is None or s.id in takers[t]] for t in tests}
    near = _steadied(state, group, rolling, chosen or {})
    leader = leaders.current(state, group)
    leader_face = battle.throw(1)[0] if near else None
    leader_passed = leader_face is not None and leader is not None and count_passed((leader_face,), leader.rep) == 1
    numbers: dict[tuple[str, str], int] = {}
    used: dict[tuple[str, str], int] = {}
    own: dict[tuple[str, str], tuple[int, ...]] = {}
    told: list[Modifier] = []
    for test in tests:
        for stand in rolling[test]:
            modifiers = (extra or {}).get(test, {}).get(stand.id, ())
            told += [m for m in modifiers if m not in told]
            key = (test, stand.id)
            numbers[key] = target_number(stand.rep, modifiers)
            wanted = dice_count(dice, modifiers)
            used[key] = min(dice, wanted)
            own[key] = battle.throw(wanted - dice) if wanted > dice and stand.id not in (chosen or {}) else ()
    thrown = faces + (() if leader_face is None else (leader_face,)) + tuple(f for o in own.values() for f in o)
    rules = (*rules, cite("NUT-GRP-03"))
    rules += ((cite("NUT-LDR-02"),) if near else ()) + ((cite("NUT-CHAR-09"),) if chosen else ())
    rolled = {key: number for key, number in numbers.items() if key[1] not in (chosen or {})}
    reps = sorted(set(rolled.values()))
    passed = {count_passed(faces[: used[key]] + own[key], number) for key, number in rolled.items()}
    event = battle.happen(
        Rolled(
            purpose="+".join(tests),
            who=members[0].id if len(members) == 1 else group,
            side=members[0].side,
            dice=thrown,
            modifiers=tuple(told),
            needed="/".join(str(n) for n in reps),
            outcome=_outcome(passed, leader_face, leader_passed),
            rules=rules,
            seen_by=_seen_by_group(state, members),
        ),
        cause=cause,
    )
    return GroupRoll(faces, leader_face, leader_passed, near, numbers, used, own, event, dict(chosen or {}))


def _steadied(
    state: ClashState, group: str, rolling: Mapping[str, Sequence[ClashStand]], chosen: Mapping[str, int]
) -> frozenset[str]:
    """Who rolls a test marked LD near enough to the leader to count his die. Rules: NUT-LDR-02, -03."""
    led = [stand for test, men in rolling.items() if reaction_test(test)["ld"] for stand in men]
    return frozenset(s.id for s in led if s.id not in chosen and leaders.steadies(state, group, s))


def _outcome(passed: Iterable[int], leader_face: int | None, leader_passed: bool) -> str:
    found = sorted({min(n, TOP_ROW) for n in passed})
    words = "pass_" + "_".join(str(n) for n in found)
    return words if leader_face is None else f"{words}_{'led' if leader_passed else 'unled'}"


def _seen_by_group(state: ClashState, members: Sequence[ClashStand]) -> tuple[str, ...] | None:
    """Sides that see a group roll: those that know of any of its men."""
    found = [knowledge.seen_by_for(state, stand.id) for stand in members]
    if any(sides is None for sides in found):
        return None
    return tuple(side for side in state.sides if any(side in (sides or ()) for sides in found))


def _tell(
    battle: Battle,
    purpose: str,
    faces: tuple[int, ...],
    modifiers: Modifiers,
    added: int | None,
    needed: int | str,
    outcome: str,
    stand: ClashStand | None,
    side: str,
    rules: tuple[str, ...],
    cause: Event | None,
) -> Event:
    """Tell a throw; `added` is the sum of faces and modifiers, None where each die is read by itself."""
    event: Event = battle.happen(
        Rolled(
            purpose=purpose,
            who=stand.id if stand else side,
            side=stand.side if stand else side,
            dice=faces,
            modifiers=tuple(modifiers),
            total=added,
            needed=str(needed),
            outcome=outcome,
            rules=rules,
            seen_by=knowledge.seen_by_for(battle.state, stand.id) if stand else None,
        ),
        cause=cause,
    )
    return event
