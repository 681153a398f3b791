"""Saved battles run again: checked against their digests, or told as a log."""

from __future__ import annotations

from rich.console import Console

from wargame.engine import record as records
from wargame.engine.battle import Battle
from wargame.engine.dice import Modifier
from wargame.engine.events import AnyEvent, PhaseBegan, Rolled, TurnBegan
from wargame.engine.record import Difference, Record
from wargame.engine.ruleset import Telling
from wargame.engine.telling import one_move
from wargame.rulesets import ruleset
from wargame.scenario import scenario_of


def rerun(record: Record, kernels: str = "compiled") -> tuple[Battle, Difference | None]:
    """The battle of a save run again from its answers."""
    return records.replay(record, ruleset(record.ruleset), scenario_of(record).setup, kernels)


def check_save(record: Record) -> bool:
    """Run a save again and print whether every digest is the same."""
    rules = ruleset(record.ruleset)
    if (record.rules_version, record.data_hash) != (rules.RULES_VERSION, rules.data_hash()):
        print(
            f"The save was made under version {record.rules_version} of the rules or other data"
            f" (here: version {rules.RULES_VERSION}); it may go another way."
        )
    battle, difference = rerun(record)
    if difference is None:
        print(f"The same: {len(record.answers)} answers, {len(record.digests)} digests, turn {battle.state.turn}.")
        return True
    print(
        f"It goes another way at turn {difference.turn}, answer {difference.answer},"
        f" step {difference.step}: {difference.text}"
    )
    return False


def print_log(record: Record) -> None:
    """Print what happened, as the log of the tabletop tells it."""
    battle, _ = rerun(record)
    console = Console(highlight=False)
    for line in log_lines(battle):
        console.print(line, markup=False)


def log_lines(battle: Battle) -> list[str]:
    """The log as lines of text: heads at the margin, what belongs to them indented.

    A roll shows its natural dice, each modifier with its rule, the total where the rule adds up, what was needed,
    result and rules. A phase is told once something happens in it.
    """
    lines: list[str] = []
    waiting, told = "", ""
    last: AnyEvent | None = None
    for event in battle.events:
        whole = one_move(last, event)
        telling = battle.ruleset.words(battle, whole or event)
        if telling is None:
            continue
        if whole is not None:
            lines.pop()
        last = event = whole or event
        if isinstance(event, PhaseBegan):
            waiting = "" if telling.text == told else telling.text
            continue
        if isinstance(event, TurnBegan):
            waiting = told = ""
        elif waiting:
            lines.append(waiting)
            waiting, told = "", waiting
        indent = "" if telling.head else "    "
        lines.append(indent + (_roll_line(event, telling) if isinstance(event, Rolled) else _plain(event, telling)))
    return lines


def _plain(event: AnyEvent, telling: Telling) -> str:
    return f"{telling.text}{_cited(event)}"


def _roll_line(event: Rolled, telling: Telling) -> str:
    added_up = event.total is not None and (len(event.dice) > 1 or event.modifiers)
    total = f" = {event.total:g}" if added_up else ""
    need = f" ({telling.need})" if telling.need else ""
    result = f" → {telling.result}" if telling.result else ""
    added = f" ({', '.join(_modifier(m) for m in event.modifiers)})" if event.modifiers else ""
    return f"{telling.text}: [{' '.join(map(str, event.dice))}]{added}{total}{need}{result}{_cited(event)}"


def _modifier(modifier: Modifier) -> str:
    amount = f"{modifier.dice:+d}d" if modifier.dice else f"{modifier.add:+g}" if modifier.add else ""
    return " ".join(part for part in (modifier.reason, amount, modifier.rule) if part)


def _cited(event: AnyEvent) -> str:
    return f"  {' '.join(dict.fromkeys(event.rules))}" if event.rules else ""
