"""Break one line of a rulebook at a time and see whether its tests notice.

    python tests/mutate.py --ruleset NAME --sample 60 --seed 1 [--jobs 2]

A mutant is one change in a copy of the project: a comparison turned, a sign turned, a number moved by one, a call whose
result nobody uses dropped, a condition negated, an answer turned. Lines that only name types, words or documentation
are left alone. At least 85 of 100 should be noticed; those that are not are listed.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import itertools
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEAST = 85
RULE_ID = re.compile(r"\b[A-Z]+\d?-[A-Z0-9]+-\d{2,3}\b")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
NEGATED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
SKIPPED_FILES = {"words.py", "cards.py", "looks.py", "__init__.py", "samples.py", "guess.py", "force.py"}


@dataclass(frozen=True)
class Spot:
    """A place that can be broken: the n-th node of the file's tree, its k-th change."""

    path: Path
    node: int
    change: int
    line: int
    what: str


@dataclass(frozen=True)
class Mutant:
    """One change: where, what, and the whole text of the changed file."""

    path: Path
    line: int
    what: str
    text: str


def spots_of(path: Path) -> Iterator[Spot]:
    """All places of a file that can be broken."""
    for n, node in enumerate(ast.walk(ast.parse(path.read_text()))):
        for k, (what, _) in enumerate(changes_of(node)):
            yield Spot(path, n, k, getattr(node, "lineno", 0), what)


def mutant_at(spot: Spot) -> Mutant:
    """The file with this one place broken."""
    tree = ast.parse(spot.path.read_text())
    node = next(itertools.islice(ast.walk(tree), spot.node, None))
    change = list(changes_of(node))[spot.change][1]
    change(node)
    return Mutant(spot.path, spot.line, spot.what, ast.unparse(ast.fix_missing_locations(tree)))


def changes_of(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """What can be broken at a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
        yield "comparison turned", _turn
    elif isinstance(node, ast.BinOp) and type(node.op) in NEGATED and not _is_text(node):
        yield "sign turned", _negate
    elif isinstance(node, ast.If | ast.IfExp):
        if not _is_for_types(node):
            yield "condition negated", _not
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call dropped", _drop
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        yield "answer turned", _turn_answer
    elif isinstance(node, ast.BoolOp):
        yield "and/or swapped", _swap
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Compare) and _numbers(node):
        yield "number moved", _move


def _is_text(node: ast.BinOp) -> bool:
    parts = (node.left, node.right)
    return any(isinstance(p, ast.JoinedStr | ast.Tuple | ast.List) or _is_str(p) for p in parts)


def _is_for_types(node: ast.If | ast.IfExp) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_str(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _turn(node: ast.Compare) -> None:
    node.ops[0] = TURNED[type(node.ops[0])]()


def _negate(node: ast.BinOp) -> None:
    node.op = NEGATED[type(node.op)]()


def _not(node: ast.If | ast.IfExp) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _drop(node: ast.Expr) -> None:
    node.value = ast.Constant(None)


def _turn_answer(node: ast.Return) -> None:
    assert isinstance(node.value, ast.Constant)
    node.value = ast.Constant(not node.value.value)


def _numbers(node: ast.AST) -> list[ast.Constant]:
    found = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.Constant)]
    return [n for n in found if isinstance(n.value, int | float) and not isinstance(n.value, bool)]


def _move(node: ast.AST) -> None:
    constant = _numbers(node)[0]
    constant.value = constant.value + 1


def _swap(node: ast.BoolOp) -> None:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def drawn(spots: list[Spot], sample: int, seed: int) -> list[Spot]:
    """A sample that depends on the seed and on what the places are, not on their number."""

    def key(spot: Spot) -> str:
        text = f"{seed}{spot.path.name}{spot.node}{spot.change}"
        return hashlib.sha256(text.encode()).hexdigest()

    return sorted(spots, key=key)[:sample]


def nearest_first(path: Path, ruleset: str) -> list[Path]:
    """The ruleset's test files, those first that speak of the most rules the changed file cites."""
    cited = set(RULE_ID.findall(path.read_text()))
    tests = sorted((ROOT / "tests" / "rulesets" / ruleset).glob("test_*.py"))
    shared = {t: len(cited & set(RULE_ID.findall(t.read_text()))) + (path.stem in t.stem) * 100 for t in tests}
    return sorted(tests, key=lambda t: (-shared[t], t.name))


def noticed(mutant: Mutant, ruleset: str, workplace: Path) -> bool:
    """Does any test of the ruleset fail with this change?"""
    target = workplace / mutant.path.relative_to(ROOT)
    original = target.read_text()
    target.write_text(mutant.text)
    tests = [str(path.relative_to(ROOT)) for path in nearest_first(mutant.path, ruleset)]
    command = [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-p", "no:cacheprovider"]
    try:
        run = subprocess.run(command, cwd=workplace, capture_output=True, timeout=300)
        return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original)


def _workplace(folder: Path, number: int) -> Path:
    place = folder / str(number)
    for name in ("wargame", "tests", "scenarios", "assets"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def run(ruleset: str, sample: int, seed: int, jobs: int) -> int:
    """Try a sample of mutants; returns how many of a hundred were noticed."""
    files = sorted((ROOT / "wargame" / "rulesets" / ruleset).glob("*.py"))
    found = [spot for f in files if f.name not in SKIPPED_FILES for spot in spots_of(f)]
    chosen = [mutant_at(spot) for spot in drawn(found, sample, seed)]
    print(f"{len(chosen)} of {len(found)} mutants of {ruleset}, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        shares = [(_workplace(Path(folder), n), chosen[n::jobs]) for n in range(jobs)]
        untouched = Mutant(files[0], 0, "nothing", files[0].read_text())
        if noticed(untouched, ruleset, shares[0][0]):
            sys.exit("the tests fail without any mutant: no figure can be had")
        with ThreadPoolExecutor(jobs) as pool:
            kept = [m for rest in pool.map(lambda s: _survivors(s[1], ruleset, s[0]), shares) for m in rest]
    share = round(100 * (len(chosen) - len(kept)) / max(1, len(chosen)))
    for m in sorted(kept, key=lambda m: (m.path.name, m.line)):
        print(f"not noticed: {m.path.name}:{m.line} {m.what}")
    print(f"{len(chosen) - len(kept)} of {len(chosen)} noticed ({share} %), at least {LEAST} % are wanted")
    return share


def _survivors(mutants: list[Mutant], ruleset: str, place: Path) -> list[Mutant]:
    return [m for m in mutants if not noticed(m, ruleset, place)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    sys.exit(0 if run(options.ruleset, options.sample, options.seed, options.jobs) >= LEAST else 1)


if __name__ == "__main__":
    main()
