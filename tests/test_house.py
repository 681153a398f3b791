"""The house: which room may import which, who may use which library, how long things may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "wargame"
FLOORS = [
    ["board"],
    ["engine"],
    ["rulesets"],
    ["scenario"],
    ["ai", "reports"],
    ["campaign", "lab"],
    ["tabletop"],
    ["cli", "bench", "__main__"],
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
SOURCES = sorted(PACKAGE.rglob("*.py"))
CLOCKLESS = {"board", "engine", "rulesets"}


def room_of(path: Path) -> str:
    """First folder (or file) below the package."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Dotted names a file imports, with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import in line {node.lineno}"
            yield node.module or "", node.lineno
            for name in node.names:
                yield f"{node.module}.{name.name}", node.lineno
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_rooms_import_only_from_lower_floors(path: Path) -> None:
    room = room_of(path)
    if room not in FLOOR:
        return
    for name, line in imports(path):
        parts = name.split(".")
        if parts[0] == "wargame" and len(parts) > 1 and parts[1] in FLOOR and parts[1] != room:
            assert FLOOR[parts[1]] < FLOOR[room], f"{path}:{line} imports {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    room = room_of(path)
    for name, line in imports(path):
        top = name.split(".")[0]
        where = f"{path}:{line} imports {name}"
        assert top != "shapely" or room == "board", where
        assert top != "pygame" or room == "tabletop", where
        assert top not in {"random", "secrets"} or path.name == "dice.py", where
        assert not name.startswith("numpy.random"), where
        assert top != "pydantic" or room == "scenario" or (room == "rulesets" and path.name == "force.py"), where
        assert top not in {"pickle", "marshal", "shelve", "dill"}, where
        assert top not in {"time", "datetime", "os"} or room not in CLOCKLESS, where


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "rulesets").rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_no_ruleset_imports_another_or_yields_inside_try(path: Path) -> None:
    folder = path.relative_to(PACKAGE / "rulesets").parts[0]
    for name, line in imports(path):
        parts = name.split(".")
        if parts[:2] == ["wargame", "rulesets"] and len(parts) > 2 and (PACKAGE / "rulesets" / parts[2]).is_dir():
            assert parts[2] == folder, f"{path}:{line} imports {name}"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Try | ast.With):
            inside = [n for n in ast.walk(node) if isinstance(n, ast.Yield | ast.YieldFrom)]
            assert not inside, f"{path}:{node.lineno} yields inside try or with"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 400, f"{path} has {text.count(chr(10))} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= 60, f"{path}:{node.lineno} {node.name} has {length} lines"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_room_outside_the_rulesets_names_one(path: Path) -> None:
    if room_of(path) == "rulesets":
        return
    text = path.read_text()
    for folder in (PACKAGE / "rulesets").iterdir():
        if folder.is_dir() and not folder.name.startswith("_"):
            assert folder.name not in text, f"{path} names {folder.name}"


def test_importing_the_package_imports_none_of_its_rooms() -> None:
    code = "import sys, wargame; print([m for m in sys.modules if m.startswith('wargame.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout.strip() == "[]"
