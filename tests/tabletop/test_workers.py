"""Worker processes end with the program, even if it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from wargame.lab.workers import follow_parent

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=follow_parent)
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def is_alive(number: int) -> bool:
    """True while a process runs; one that ended and that nobody has asked after counts as ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no list of processes here")
def test_no_worker_outlives_a_killed_program(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": root}
    ) as program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        assert is_alive(worker)
        program.kill()
        limit = time.monotonic() + 20
        while is_alive(worker) and time.monotonic() < limit:
            time.sleep(0.05)
        assert not is_alive(worker)
