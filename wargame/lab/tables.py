"""Tables for the terminal: scenarios, results, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from wargame.lab.game import Report
from wargame.rulesets import ruleset
from wargame.scenario import browse


def progress(reports: Iterable[Report], games: int, quiet: bool) -> Iterator[Report]:
    """The reports as they come, with a bar on a terminal."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield from reports
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("battles", total=games)
        for report in reports:
            bar.advance(task)
            yield report


def print_summary(reports: Sequence[Report]) -> None:
    """Battles one by one (up to 20), then who won how often."""
    table = Table("seed", "winner", "level", "ended by", "turns", "shots", "assaults", "seconds", box=None)
    for r in reports[:20]:
        level = str(r.victory.get("level", ""))
        row = (r.seed, r.winner, level, r.ended_by, r.turns, r.shots, r.assaults, f"{r.seconds:.1f}")
        table.add_row(*(escape(str(cell)) for cell in row))
    console = Console()
    console.print(table)
    wins = Counter(r.winner or "nobody" for r in reports)
    shares = ", ".join(f"{side} {n} ({100 * n / len(reports):.0f} %)" for side, n in wins.most_common())
    console.print(f"{len(reports)} battles: {shares}; refused {sum(r.refused for r in reports)}", markup=False)
    for r in reports:
        if r.fault:
            console.print(f"seed {r.seed}: {r.fault}", markup=False)


def scenario_rows() -> tuple[list[dict[str, Any]], list[str]]:
    """What can be played, as plain rows, and the faults of what cannot."""
    rows: list[dict[str, Any]] = []
    faults: list[str] = []
    for entry in browse():
        if entry.scenario is None:
            faults.extend(map(str, entry.faults))
            continue
        setup = entry.scenario.setup
        stands = entry.scenario.meta.stands
        rows.append(
            {
                "name": setup.name,
                "title": setup.title,
                "ruleset": setup.ruleset,
                "date": setup.date,
                "table": [setup.table.width_in, setup.table.height_in],
                "turns": setup.turn_limit,
                "sides": [s.id for s in setup.sides],
                "stands": {side: count or None for side, count in stands.items()},
            }
        )
    return rows, faults


def print_scenarios(rows: Sequence[dict[str, Any]]) -> None:
    """The rows as a table."""
    table = Table("name", "title", "rulebook", "date", "table", "turns", "stands", box=None)
    for row in rows:
        counts = list(row["stands"].values())
        stands = " : ".join(str(n) if n else "mustered" for n in counts) if any(counts) else "mustered"
        size = "x".join(f"{v:g}" for v in row["table"])
        cells = (row["name"], row["title"], row["ruleset"], row["date"], size, str(row["turns"]), stands)
        table.add_row(*map(escape, cells))
    Console().print(table)


def print_rules(names: Sequence[str], words: str) -> bool:
    """Rules that hold all the words; False if there are none."""
    console = Console()
    found = False
    for name in names:
        for rule in ruleset(name).rules.search(words):
            found = True
            title, text = escape(rule.title), escape(rule.text)
            console.print(f"[bold]{rule.id}[/] {title} [dim]({rule.origin})[/]\n  {text}", highlight=False)
            if rule.why:
                console.print(f"  [dim]Why: {escape(rule.why)}[/]", highlight=False)
    return found
