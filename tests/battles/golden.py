"""Golden battles: a short fixed battle of each scenario, kept as a digest with the version of the rules.

    python tests/battles/golden.py [--refresh]

Without `--refresh` it says which differ. A digest that changes without a raised RULES_VERSION fails a test.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.battles.games import NAMES, SMALLEST, begin, play, players, turn

FILE = Path(__file__).with_name("golden.json")
SEED = 1943
TURNS = {SMALLEST: 1000, "first-patrol": 4}
"""Turns fought, if more than the first."""


def fought(name: str) -> dict[str, Any]:
    """The golden battle of a scenario as it goes now, of random players."""
    battle = begin(name, SEED)
    play(battle, players(battle, SEED), turn(TURNS.get(name, 1) + 1))
    return {
        "rules_version": battle.ruleset.RULES_VERSION,
        "turn": battle.state.turn,
        "answers": len(battle.answers),
        "dice": battle.state.dice_count,
        "digest": battle.state.digest(),
    }


def read() -> dict[str, dict[str, Any]]:
    """What is kept."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def main() -> int:
    """Compare, or write anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--refresh", action="store_true", help="write the battles as they go now")
    refresh = parser.parse_args().refresh
    kept, now = read(), {name: fought(name) for name in NAMES}
    changed = [name for name in NAMES if kept.get(name) != now[name]]
    for name in changed:
        print(f"{name}: {kept.get(name)} -> {now[name]}")
    if refresh:
        FILE.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")
        print(f"{len(now)} golden battles written, {len(changed)} changed")
        return 0
    print(f"{len(changed)} of {len(now)} golden battles differ")
    return min(len(changed), 1)


if __name__ == "__main__":
    sys.exit(main())
