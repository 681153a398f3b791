"""The table is prepared behind the title; battles wait for it on a screen that says how far it is."""

from __future__ import annotations

import time
from multiprocessing import Pipe
from pathlib import Path

import pytest

from tests.tabletop.driver import Driver
from wargame.board import kernel_files, step_names
from wargame.tabletop import warming as module
from wargame.tabletop.app import App
from wargame.tabletop.screen import Screen
from wargame.tabletop.screens.loading import LoadingScreen
from wargame.tabletop.screens.title import TitleScreen
from wargame.tabletop.warming import Warming, prepare


class Work:
    total, done, step, finished = 8, 2, "paths", False

    def update(self) -> None:
        """Nothing to hear."""


class Battlefield(Screen):
    name = "battle"


def waiting() -> tuple[Driver, Work, list[str]]:
    work, went = Work(), list[str]()
    app = App((1280, 800))
    app.push(TitleScreen(went.append, progress=lambda: "Preparing the table … 2 of 8"))
    app.push(LoadingScreen(work, lambda: app.push(Battlefield()), lambda: app.pop()))
    return Driver(app).tick(), work, went


def test_battle_waits_and_says_how_far_it_is() -> None:
    d, work, _ = waiting()
    d.expect(state="loading", text="2 of 8 · paths")
    work.finished = True
    d.tick().expect(state="battle")
    assert d.map["screens"] == ["title", "battle"]


def test_waiting_can_be_given_up() -> None:
    d, _, _ = waiting()
    d.key("esc").tick().expect(state="title", text="Preparing the table … 2 of 8")


def test_worker_tells_each_step_and_its_files() -> None:
    mine, theirs = Pipe(duplex=False)
    prepare(("templates",), theirs)
    assert mine.recv() == "templates"
    assert set(kernel_files()) >= set(mine.recv())


def test_what_was_noted_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(module, "warm_up", lambda only=None: iter(loaded.append("all") or ()))
    kept = tmp_path / "kernel.nbi"
    kept.write_text("")
    first = Warming(tmp_path / "folder" / "note.json", workers=1)
    first._hear((str(kept),))
    for name in step_names():
        first._hear(name)
    first.update()
    assert first.finished and first.words == ""
    second = Warming(tmp_path / "folder" / "note.json", workers=1)
    second.begin()
    assert second.finished
    second.close()
    first.close()
    assert loaded == ["all", "all"]
    kept.unlink()
    assert not Warming(tmp_path / "folder" / "note.json")._noted()


def test_lost_worker_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Warming(tmp_path / "note.json", workers=1)
    work.begin()
    assert work.words == f"Preparing the table … 0 of {len(step_names())}" and not work.finished
    for worker, _ in work._running:
        worker.kill()
        worker.join()
    for _ in range(100):
        work.update()
        if work.finished:
            break
        time.sleep(0.02)
    assert work.finished and not (tmp_path / "note.json").exists()
    work.close()
