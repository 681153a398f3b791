"""Plays every scenario between computer players and counts which rules are met.

    python tests/self_play.py --games 4 [--seed 1] [--scenario NAME] [--minutes 10] [--add]

Writes .rules-met.json (rule id -> how often it was cited in play), which the rules report reads; adds to it with
`--add`. Prints the rules never met. The goal is 90 of 100 rules of a catalogue that state more than a scope.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.battles.games import NAMES, levels, scenario
from tests.rules_report import MET
from wargame.lab.game import Game, Report
from wargame.rulesets import names, ruleset

ROOT = Path(__file__).resolve().parent.parent
GOAL = 90


def pairings() -> list[tuple[str, str]]:
    """Grades of the first and second side, by turns: random plays odd things, the better ones fight."""
    have = set(levels())
    wanted = [("random", "random"), ("veteran", "random"), ("veteran", "veteran"), ("random", "veteran")]
    return [pair for pair in wanted if have.issuperset(pair)]


def fight(name: str, seed: int, pair: tuple[str, str]) -> Report:
    """One battle."""
    chosen = scenario(name)
    sides = [side.id for side in chosen.setup.sides]
    return Game(chosen, dict(zip(sides, pair, strict=False)), seed).play()


def never_met(met: Counter[str]) -> dict[str, list[str]]:
    """Rules of each rulebook that state more than a scope and were never met."""
    rows = {}
    for name in names():
        rows[name] = [r.id for r in ruleset(name).rules.rules if r.kind != "scope" and not met[r.id]]
    return rows


def main() -> int:
    """Play, write, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="battles of each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", choices=NAMES, default="")
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no battle after so many minutes")
    parser.add_argument("--add", action="store_true", help="add to the counts that are there")
    asked = parser.parse_args()
    target = ROOT / MET
    met = Counter(json.loads(target.read_text()) if asked.add and target.exists() else {})
    faults = 0
    began = time.monotonic()
    for n in range(asked.games):
        for name in [asked.scenario] if asked.scenario else NAMES:
            if time.monotonic() - began > 60 * asked.minutes:
                continue
            pair = pairings()[n % len(pairings())]
            report = fight(name, asked.seed + n, pair)
            met.update(report.met)
            faults += bool(report.fault)
            told = f"{report.winner or 'nobody'} by {report.ended_by}, turn {report.turns}, {report.seconds:.0f} s"
            print(f"{name} {report.seed} {' against '.join(pair)}: {told}", flush=True)
            if report.fault:
                print(f"  {report.fault}")
            target.write_text(json.dumps(dict(sorted(met.items())), indent=1) + "\n")
    for book, missing in never_met(met).items():
        all_rules = [r for r in ruleset(book).rules.rules if r.kind != "scope"]
        share = 100 * (len(all_rules) - len(missing)) / max(1, len(all_rules))
        print(f"{book}: {share:.0f} of 100 rules met (goal {GOAL}); never: {', '.join(missing) or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
