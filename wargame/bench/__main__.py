"""`python -m wargame.bench [TOPIC ...] [--json]`."""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from wargame.bench.goals import GOALS, MEASURED, PEERS
from wargame.bench.rows import FULL, TINY, Row, Size

TOPICS = ("los", "visibility", "movement", "templates", "odds", "engine", "thinking", "batch", "frame")
LIBRARIES = ("numpy", "shapely", "numba", "msgspec", "pydantic", "pygame-ce", "icepool")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the topics asked for, all by default. Exit code 1 if a goal is not met."""
    asked = asked_for(arguments)
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    size = TINY if asked.tiny else FULL
    if asked.battles:
        size = msgspec.structs.replace(size, battles=asked.battles)
    rows: list[Row] = []
    if not asked.json:
        print(_versions_line())
    for topic in asked.topic or TOPICS:
        if not asked.json:
            print(f"\n{topic}")
        for row in measured(topic, size):
            rows.append(row)
            if not asked.json:
                print(as_text(row), flush=True)
    if asked.json:
        print(msgspec.json.encode(report(rows)).decode())
    else:
        _print_peers({row.goal for row in rows})
    return 1 if any(row.met is False for row in rows) else 0


def measured(topic: str, size: Size) -> Iterator[Row]:
    """The rows of a topic. Raises ValueError for an unknown one."""
    if topic not in TOPICS:
        raise ValueError(f"unknown topic {topic!r}, expected one of {', '.join(TOPICS)}")
    run = importlib.import_module(f"wargame.bench.{topic}").run
    yield from run(size)


def report(rows: Sequence[Row]) -> dict[str, Any]:
    """All that is known as one plain object: machine, versions, goals, rows, figures of others."""
    goals = {row.goal for row in rows}
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "versions": versions(),
        "goals": {str(number): GOALS[number] for number in sorted(goals)},
        "rows": list(rows),
        "peers": [{**peer._asdict(), "measured": MEASURED} for peer in PEERS if peer.goal in goals],
    }


def versions() -> dict[str, str]:
    """The libraries that are installed."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def as_text(row: Row) -> str:
    """A row as a line: goal, what, figure, baseline, verdict."""
    verdict = {True: "met", False: "NOT MET", None: ""}[row.met]
    line = f"  {row.goal:>2}  {row.name}: {_figure(row.now)} {row.unit}".rstrip()
    if row.baseline is not None:
        line += f"; {row.beside} {_figure(row.baseline)}"
    if row.ratio is not None:
        line += f" (x {_figure(row.ratio)})"
    if verdict:
        line += f"  {verdict}"
    return f"{line}  [{row.note}]" if row.note else line


def _figure(value: float) -> str:
    if value == 0 or abs(value) >= 1e6:
        return f"{value:,.0f}"
    return f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"


def _versions_line() -> str:
    libraries = ", ".join(f"{name} {number}" for name, number in versions().items())
    return f"Python {platform.python_version()}, {libraries}; {platform.machine()}, {os.cpu_count()} processors"


def _print_peers(goals: set[int]) -> None:
    print("\nGoals (times are for the machine of the figures below)")
    for number in sorted(goals):
        print(f"  {number:>2}  {GOALS[number]}")
    print(f"\nOthers, measured {MEASURED}")
    for peer in PEERS:
        if peer.goal in goals:
            print(f"  {peer.goal:>2}  {peer.name}: {peer.figure} ({peer.what})")


def asked_for(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line; ends the program with 2 and a sentence where it is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m wargame.bench", description="The goals for speed and exactness: fast path beside baseline."
    )
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--json", action="store_true", help="one object")
    parser.add_argument("--tiny", action="store_true", help="a trial run with little of everything")
    parser.add_argument("--battles", type=int, default=0, help="battles of the topics engine and batch")
    asked = parser.parse_args(given)
    unknown = [topic for topic in asked.topic if topic not in TOPICS]
    if unknown:
        parser.error(f"unknown topic {unknown[0]!r}, expected one of {', '.join(TOPICS)}")
    return asked


if __name__ == "__main__":
    sys.exit(main())
