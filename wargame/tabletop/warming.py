"""Making the compiled kernels ready behind the title: in processes of their own, so that the window never stutters.

Only the first start after an update has anything to do; what was made ready is noted in the user's cache folder.
"""

from __future__ import annotations

import importlib.metadata
import multiprocessing
import os
import platform
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
import platformdirs

from wargame.board import kernel_files, kernels_mark, step_names, warm_up

MOST_WORKERS = 3


class Prepared(msgspec.Struct, frozen=True):
    """The note: which kernels are on disk, for which machine and compiler, in which files."""

    mark: str
    machine: str
    files: tuple[str, ...]


class Warming:
    """The work and how far it is. Nothing happens before `begin`; ask `update` once a frame."""

    def __init__(self, note: Path | None = None, workers: int = 0) -> None:
        self._note = note or platformdirs.user_cache_path("wargame") / "kernels.json"
        self._workers = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        self._running: list[tuple[BaseProcess, Connection]] = []
        self._loader: threading.Thread | None = None
        self._files: set[str] = set()
        self._left = list(step_names())
        self.total = len(self._left)
        self.finished = False

    @property
    def done(self) -> int:
        """How many of the `total` steps are done."""
        return self.total - len(self._left)

    @property
    def words(self) -> str:
        """One line about it while there is something to wait for, else nothing."""
        return "" if self.finished or not self._running else f"Preparing the table … {self.done} of {self.total}"

    @property
    def step(self) -> str:
        """What is being made ready, in a player's words."""
        return self._left[0] if self._left else ""

    def begin(self) -> None:
        """Start the work, unless it was done at an earlier start."""
        if self._noted():
            self._finish()
            return
        names = step_names()
        spawn = multiprocessing.get_context("spawn")
        try:
            for n in range(self._workers):
                mine, theirs = spawn.Pipe(duplex=False)
                worker = spawn.Process(target=prepare, args=(names[n :: self._workers], theirs), daemon=True)
                worker.start()
                theirs.close()
                self._running.append((worker, mine))
        except OSError:  # no process can be started: kernels are compiled when they are first needed
            self.close()
            self._finish()

    def update(self) -> None:
        """Hear what the workers have done."""
        for worker, line in tuple(self._running):
            try:
                while line.poll():
                    self._hear(line.recv())
            except (EOFError, OSError):  # it has done its share, or died
                worker.join(0.1)
                line.close()
                self._running.remove((worker, line))
        if not self._running and not self.finished:
            self._write_note()
            self._finish()

    def close(self) -> None:
        """Stop the work; what is ready stays ready."""
        for worker, line in self._running:
            worker.terminate()
            line.close()
        self._running = []
        if self._loader is not None:
            self._loader.join()

    def _hear(self, news: str | tuple[str, ...]) -> None:
        if isinstance(news, str):
            self._left = [name for name in self._left if name != news]
        else:
            self._files |= set(news)

    def _finish(self) -> None:
        """Load what is on disk beside the running window, so that the first move does not wait for it."""
        self.finished, whole = True, not self._left or self._noted()
        self._left = []
        if whole and self._loader is None:
            self._loader = threading.Thread(target=_load, daemon=True)
            self._loader.start()

    def _noted(self) -> bool:
        with suppress(OSError, msgspec.MsgspecError):
            known = msgspec.json.decode(self._note.read_bytes(), type=Prepared)
            same = (known.mark, known.machine) == (kernels_mark(), _machine())
            return same and bool(known.files) and all(Path(name).is_file() for name in known.files)
        return False

    def _write_note(self) -> None:
        if self._left or not self._files:
            return
        known = Prepared(kernels_mark(), _machine(), tuple(sorted(self._files)))
        with suppress(OSError):
            self._note.parent.mkdir(parents=True, exist_ok=True)
            self._note.write_bytes(msgspec.json.encode(known))


def prepare(names: tuple[str, ...], line: Connection) -> None:
    """Take these steps in a worker process; tells the name of each when it is done, at last the files it keeps."""
    if hasattr(os, "nice"):
        os.nice(5)
    for name in names:
        for _ in warm_up({name}):
            pass
        line.send(name)
    line.send(kernel_files())
    line.close()


def _load() -> None:
    for _ in warm_up():
        pass


def _machine() -> str:
    try:
        compiler = importlib.metadata.version("numba")
    except importlib.metadata.PackageNotFoundError:
        compiler = ""
    return f"{platform.node()} {platform.machine()} {compiler}"
