"""A battle as a record: what a save holds, and how a battle is got back from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.events import AnyEvent, Rolled
from wargame.engine.faults import LeftOver
from wargame.engine.setup import Setup
from wargame.engine.standing import StandingOrder
from wargame.engine.waypoints import Answer, Past

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.engine.ruleset import Ruleset

FORMAT = 1


class Record(msgspec.Struct, kw_only=True):
    """Everything that a save holds. `state` is the state at the last waypoint, `since` the answers after it."""

    format: int = FORMAT
    program: str = ""
    ruleset: str
    rules_version: int
    data_hash: str
    scenario_name: str
    scenario_text: str
    map_text: str
    seed: int
    players: dict[str, str]
    answers: list[Answer]
    digests: list[tuple[int, str, str]]
    """Answers done, step, and digest of the state at each waypoint."""
    state: msgspec.Raw
    since: list[Answer]
    events: list[AnyEvent]
    standing: dict[str, tuple[StandingOrder, ...]] = {}
    practice: bool = False
    """True for a fork of another battle."""
    over: bool = False
    """Whether the battle has ended; the state at the last waypoint may not show it yet."""
    settings: dict[str, Any] = {}


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first place where a replay went another way than the record."""

    turn: int
    answer: int
    step: str
    field: str
    text: str


def save(battle: Battle, players: dict[str, str], scenario_text: str, map_text: str, program: str = "") -> Record:
    """The record of a battle as it stands."""
    waypoint = battle.waypoints[-1]
    return Record(
        program=program,
        ruleset=battle.ruleset.name,
        rules_version=battle.ruleset.RULES_VERSION,
        data_hash=battle.ruleset.data_hash(),
        scenario_name=battle.setup.name,
        scenario_text=scenario_text,
        map_text=map_text,
        seed=battle.seed,
        players=players,
        answers=list(battle.answers),
        digests=list(battle.digests),
        state=msgspec.Raw(msgspec.json.encode(waypoint.state)),
        since=battle.answers[waypoint.answers :],
        events=battle.events[: waypoint.events],
        over=battle.over,
    )


def without_counts(events: list[AnyEvent]) -> list[AnyEvent]:
    """Events of a save without what older saves wrote as the total of a roll: a count of dice, or a 0 for none."""
    return [msgspec.structs.replace(e, total=None) if isinstance(e, Rolled) and _is_count(e) else e for e in events]


def _is_count(event: Rolled) -> bool:
    added = {sum(event.dice[:n]) for n in range(1, len(event.dice) + 1)}
    return event.total not in (None, *added, sum(event.dice) + sum(m.add for m in event.modifiers))


def go_on(record: Record, ruleset: Ruleset, setup: Setup, kernels: Any = "compiled") -> Battle:
    """The battle of a record, from its last waypoint. Raises msgspec.ValidationError or LeftOver if it does not fit."""
    from wargame.engine.battle import Battle

    state = msgspec.json.decode(record.state, type=ruleset.state_type)
    before = record.answers[: len(record.answers) - len(record.since)]
    past = Past(answers=tuple(before), events=tuple(record.events), digests=tuple(record.digests))
    battle = Battle(ruleset, setup, record.seed, kernels=kernels, state=state, past=past)
    for entry in record.since:
        battle.repeat(entry)
    return battle


def replay(
    record: Record, ruleset: Ruleset, setup: Setup, kernels: Any = "compiled"
) -> tuple[Battle, Difference | None]:
    """Run the answers from the beginning; stop at the first digest that differs from the record."""
    from wargame.engine.battle import Battle

    battle = Battle(ruleset, setup, record.seed, kernels=kernels)
    expected = {(answers, step): digest for answers, step, digest in record.digests}
    difference = _differs(battle, expected)
    for entry in record.answers:
        if difference is not None:
            break
        try:
            battle.repeat(entry)
        except LeftOver as error:
            return battle, _difference(battle, "request", str(error))
        difference = _differs(battle, expected)
    return battle, difference


def _differs(battle: Battle, expected: dict[tuple[int, str], str]) -> Difference | None:
    for answers, step, digest in battle.digests[-3:]:
        wanted = expected.get((answers, step))
        if wanted is not None and wanted != digest:
            return _difference(battle, "digest", f"digest {digest} instead of {wanted} before step {step!r}")
    return None


def _difference(battle: Battle, field: str, text: str) -> Difference:
    state = battle.state
    return Difference(turn=state.turn, answer=len(battle.answers), step=state.step, field=field, text=text)
