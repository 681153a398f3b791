"""Going on with a saved battle: its state read and checked, and whether rules or data have changed since."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from wargame.engine.faults import LeftOver
from wargame.engine.record import Record, go_on
from wargame.engine.state import State
from wargame.scenario.faults import nearest, quoted
from wargame.scenario.journal import recover
from wargame.scenario.load import Rulesets
from wargame.scenario.save import SaveFault, damaged, read_newest, save_fault, scenario_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.engine.ruleset import Ruleset


MOST = 10_000_000
"""Turns, dice and events that no battle comes to."""
FARTHEST = 10_000
"""Inches and degrees beyond which nothing lies."""


def resume(path: Path, record: Record, rulesets: Rulesets | None = None) -> Battle:
    """The battle of a record, from its last waypoint and the answers since. Raises SaveFault or ScenarioFault."""
    from wargame import rulesets as all_of_them

    give: Rulesets = rulesets or all_of_them.ruleset
    try:
        ruleset = give(record.ruleset)
    except LookupError:
        raise save_fault(path, "ruleset", f"unknown ruleset {quoted(record.ruleset)}", "it is not installed") from None
    state_of(path, record, ruleset)
    scenario = scenario_of(record, rulesets)
    try:
        return go_on(record, ruleset, scenario.setup)
    except (LeftOver, msgspec.ValidationError) as error:
        raise damaged(path, error) from None
    except Exception as error:  # a state from outside may break any rule that meets it
        words = f"the battle cannot go on from here ({type(error).__name__}: {str(error)[:80]})"
        raise save_fault(path, "state", words, "the save is damaged") from None


def take_up(path: Path, rulesets: Rulesets | None = None) -> tuple[Record, Battle, str]:
    """The newest record of a battle with what its journal holds, the battle, and a sentence if answers were left out.

    Answers of the journal that do not fit are left out, with all that follow them. Raises SaveFault or ScenarioFault.
    """
    record = recover(path)
    try:
        return record, resume(path, record, rulesets), ""
    except SaveFault:
        saved, _ = read_newest(path)
        if record.answers == saved.answers:
            raise
    first = len(record.answers) - len(record.since)
    battle = resume(path, msgspec.structs.replace(record, answers=record.answers[:first], since=[]), rulesets)
    with contextlib.suppress(LeftOver):
        for entry in record.since:
            battle.repeat(entry)
    lost = len(record.answers) - len(battle.answers)
    answers = "1 answer" if lost == 1 else f"{lost} answers"
    return record, battle, f"{answers} of the journal did not fit and had to be left out."


def state_of(path: Path, record: Record, ruleset: Ruleset) -> State:
    """The state at the last waypoint, types and ids checked. Raises SaveFault."""
    try:
        state = msgspec.json.decode(record.state, type=ruleset.state_type)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise damaged(path, error) from None
    if state.ruleset != record.ruleset:
        found = f"a state of {quoted(state.ruleset)} in a save of {quoted(record.ruleset)}"
        raise save_fault(path, "state.ruleset", found, "the save is damaged")
    wrong = next(wrong_ids(state, {line.id for line in ruleset.unit_lines()}), None)
    wrong = wrong or next(wrong_values(state, ruleset), None)
    if wrong is not None:
        raise save_fault(path, f"state.{wrong[0]}", wrong[1], wrong[2])
    return state


def wrong_ids(state: State, lines: set[str]) -> Iterator[tuple[str, str, str]]:
    """Place, what was found, what was expected, for each id in a state that names nothing."""
    for key, stand in state.stands.items():
        place = f"stands.{key}"
        if stand.id != key:
            yield place, f"a stand {quoted(stand.id)} under the id {quoted(key)}", "the same id"
        if stand.group not in state.groups:
            yield f"{place}.group", f"unknown group {quoted(stand.group)}", nearest(stand.group, state.groups)
        if stand.side not in state.sides:
            yield f"{place}.side", f"unknown side {quoted(stand.side)}", nearest(stand.side, state.sides)
        if stand.carrier is not None and stand.carrier not in state.stands:
            yield f"{place}.carrier", f"unknown stand {quoted(stand.carrier)}", nearest(stand.carrier, state.stands)
        if lines and stand.line not in lines:
            yield f"{place}.line", f"unknown unit line {quoted(stand.line)}", nearest(stand.line, lines)
    for key, group in state.groups.items():
        if group.side not in state.sides:
            yield f"groups.{key}.side", f"unknown side {quoted(group.side)}", nearest(group.side, state.sides)
        if group.parent is not None and group.parent not in state.groups:
            yield f"groups.{key}.parent", f"unknown group {quoted(group.parent)}", nearest(group.parent, state.groups)
    for key, objective in state.objectives.items():
        if objective.holder and objective.holder not in state.sides:
            yield (
                f"objectives.{key}.holder",
                f"unknown side {quoted(objective.holder)}",
                nearest(objective.holder, state.sides),
            )
    for side in state.knowledge:
        if side not in state.sides:
            yield f"knowledge.{side}", f"unknown side {quoted(side)}", nearest(side, state.sides)


def wrong_values(state: State, ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Place, what was found, what was expected, for each value that no battle comes to."""
    steps = [step.name for step in ruleset.sequence(state)]
    if state.step and state.step not in steps:
        yield "step", f"unknown step {quoted(state.step)}", nearest(state.step, steps)
    for name in ("turn", "dice_count", "event_count"):
        count = getattr(state, name)
        if not 0 <= count <= MOST:
            yield name, f"found {count}", f"expected 0 to {MOST}"
    for key, stand in state.stands.items():
        for name in ("x", "y", "facing_deg"):
            value = getattr(stand, name)
            if not abs(value) <= FARTHEST:
                yield f"stands.{key}.{name}", f"found {value:g}", f"expected a number within {FARTHEST}"
    carriers = {key: stand.carrier for key, stand in state.stands.items()}
    parents = {key: group.parent for key, group in state.groups.items()}
    for place, above in (("stands", carriers), ("groups", parents)):
        circle = _circle(above)
        if circle:
            yield f"{place}.{circle}", f"what is above {quoted(circle)} leads in a circle", "a chain that ends"


def _circle(above: Mapping[str, str | None]) -> str:
    """One of a circle; empty if every chain ends."""
    ended: set[str] = set()
    for start in above:
        chain: list[str] = []
        here: str | None = start
        while here is not None and here not in ended:
            if here in chain:
                return here
            chain.append(here)
            here = above.get(here)
        ended.update(chain)
    return ""


def changed_since(record: Record, ruleset: Ruleset) -> str:
    """One sentence if rules or data are others than when the battle was saved; empty if they are the same."""
    if record.rules_version != ruleset.RULES_VERSION:
        return (
            f"This battle was saved under version {record.rules_version} of the rules, this is version "
            f"{ruleset.RULES_VERSION}: it can be continued, but watching it may go another way."
        )
    if record.data_hash != ruleset.data_hash():
        return "The ruleset's tables have changed since this battle was saved: watching it may go another way."
    return ""
