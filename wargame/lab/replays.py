"""Saved battles run again: checked against their digests, or told as a log."""

from __future__ import annotations

from rich.console import Console

from wargame.engine import record as records
from wargame.engine.battle import Battle
from wargame.engine.events import Rolled
from wargame.engine.record import Difference, Record
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
    """The log as lines of text: heads at the margin, what belongs to them indented."""
    lines = []
    for event in battle.events:
        telling = battle.ruleset.words(battle, event)
        if telling is None:
            continue
        dice = f"  [{' '.join(map(str, event.dice))}]" if isinstance(event, Rolled) and event.dice else ""
        extra = " ".join(f"({m.reason} {m.dice or m.add:+g})" for m in getattr(event, "modifiers", ()))
        rules = f"  {' '.join(event.rules)}" if event.rules else ""
        result = f" → {telling.result}" if telling.result else ""
        indent = "" if telling.head else "    "
        lines.append(f"{indent}{telling.text}{dice}{' ' + extra if extra else ''}{result}{rules}")
    return lines
