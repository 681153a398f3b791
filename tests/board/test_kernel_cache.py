"""Compiled kernels on disk: never older than the code, in any folder, and never a reason to fail."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType

import pytest

from wargame.board.kernel_cache import mark_of
from wargame.board.kernels import HAVE_COMPILED, chosen

pytestmark = pytest.mark.skipif(not HAVE_COMPILED, reason="no compiler here")

STEPS = """
from wargame.board.kernels import inline
FACTOR = {factor}
@inline
def inner(x: float) -> float:
    return x * FACTOR
@inline
def step(x: float) -> float:
    return inner(x) + {added}
"""
KERNEL = """
from wargame.board.kernels import compiled
from {steps} import step
def kernel(x: float) -> float:
    return step(x)
fast = compiled(kernel)
"""
_numbers = itertools.count()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder with spaces and umlauts in its path, and a cache folder of the user's."""
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "Häuser und Höfe"))
    made = tmp_path / "Große Spiele"
    made.mkdir()
    return made


def load(folder: Path, monkeypatch: pytest.MonkeyPatch, factor: float = 2.0, added: float = 1.0) -> ModuleType:
    """The kernel's module as a new start of the program meets it: the same file, the steps perhaps changed."""
    steps = f"steps_{next(_numbers)}"
    for name, text in ((steps, STEPS.format(factor=factor, added=added)), ("kernel", KERNEL.format(steps=steps))):
        path = folder / f"{name}.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(name if name == steps else "kernel_of_test", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        exec(compile(text, str(path), "exec"), module.__dict__)
    return module


def answer(module: ModuleType) -> tuple[float, int]:
    """What the compiled kernel gives for 10, and how many of its forms came from the disk."""
    fast = chosen("compiled", module.kernel, module.fast)
    assert fast is not module.kernel
    value = float(fast(10.0))
    stats = fast.stats  # type: ignore[attr-defined]
    return value, sum(stats.cache_hits.values())


def test_second_start_compiles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(load(folder, monkeypatch)) == (21.0, 0)
    assert len(list(folder.glob("__pycache__/*.nbc"))) == 1
    assert answer(load_again(folder, monkeypatch)) == (21.0, 1)


def load_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module once more over the steps that are loaded."""
    path = folder / "kernel.py"
    module = ModuleType("kernel_of_test")
    module.__dict__["__file__"] = str(path)
    monkeypatch.setitem(sys.modules, "kernel_of_test", module)
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
    return module


def test_change_of_step_in_other_file_is_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(load(folder, monkeypatch))[0] == 21.0
    assert answer(load(folder, monkeypatch, added=5.0))[0] == 25.0


def test_change_of_number_behind_two_steps_is_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(load(folder, monkeypatch))[0] == 21.0
    assert answer(load(folder, monkeypatch, factor=3.0))[0] == 31.0


def test_mark_depends_on_code_numbers_and_options_alone() -> None:
    from wargame.board.sight_kernel import pairs

    first = mark_of(pairs, {"error_model": "numpy"})
    assert first == mark_of(pairs, {"error_model": "numpy"})
    assert first != mark_of(pairs, {"error_model": "python"})


def test_folder_that_cannot_be_written_falls_back_to_the_users(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "__pycache__").write_text("no folder can be made here")
    assert answer(load(folder, monkeypatch)) == (21.0, 0)
    assert list((folder.parent / "Häuser und Höfe").rglob("*.nbc"))
    assert answer(load_again(folder, monkeypatch)) == (21.0, 1)


def test_no_folder_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "__pycache__").write_text("no folder can be made here")
    (folder.parent / "Häuser und Höfe").write_text("nor here")
    assert answer(load(folder, monkeypatch)) == (21.0, 0)


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_broken_files_are_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    assert answer(load(folder, monkeypatch))[0] == 21.0
    for path in folder.rglob(f"*.{ending}"):
        path.write_bytes(path.read_bytes()[:40])
    assert answer(load_again(folder, monkeypatch)) == (21.0, 0)
    assert answer(load_again(folder, monkeypatch)) == (21.0, 1)
