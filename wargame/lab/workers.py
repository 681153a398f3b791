"""Worker processes that end with the program that started them, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import threading


def follow_parent() -> None:
    """Let this worker process end when its parent is gone, even by a kill. Called first in every worker."""
    threading.Thread(target=_end_with_parent, name="follows its parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
