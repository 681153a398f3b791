"""Fixtures and the marker that ties tests to rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import pytest
from hypothesis import settings

pytest_plugins = ["tests.rules_report"]

ROOT = Path(__file__).resolve().parent.parent


settings.register_profile("same", derandomize=True)


def pytest_configure(config: pytest.Config) -> None:
    """Properties are tried on the same examples in every run, but for the fuzz: what fails once fails again."""
    if "fuzz" not in str(config.getoption("markexpr", "")):
        settings.load_profile("same")


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test reads or writes the user's own saves, settings and caches."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    yield


@pytest.fixture(autouse=True)
def the_same_new_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle begun without a seed gets the same one in every run: a test that fails can be run again."""
    monkeypatch.setattr("wargame.tabletop.evening.new_seed", lambda: 1)
