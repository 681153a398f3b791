"""The oven: miniatures in the making, so many steps a frame that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass

Steps = Generator[int, None, None]
STEP_COST, PIXELS_A_COST = 0.3, 30_000
"""What a step costs by itself, and how many pixels cost 1 more; 1 is about a millisecond on a fast machine."""
A_FRAME, IN_A_HURRY = 3.5, 40.0


@dataclass(slots=True)
class _Job:
    work: Steps
    cost: float
    lasting: bool
    asked: bool = True


class Oven:
    """Works on what was asked for since the last frame; what nobody asks for any more is dropped."""

    def __init__(self) -> None:
        self._jobs: dict[Hashable, _Job] = {}

    @property
    def busy(self) -> bool:
        """Whether something is in the making."""
        return bool(self._jobs)

    def ask(self, key: Hashable, begin: Callable[[], Steps], lasting: bool = False) -> None:
        """Have this made. Asked again each frame until it is done, or `lasting`: asked once.

        `begin` starts the work, which yields before each step the pixels that it will touch.
        """
        job = self._jobs.get(key)
        if job is not None:
            job.asked = True
            return
        work = begin()
        pixels = next(work, None)
        if pixels is not None:
            self._jobs[key] = _Job(work, _cost(pixels), lasting)

    def work(self, hurry: bool = False) -> None:
        """Do a frame's share; in a `hurry` as much more as an eye may just notice."""
        self._jobs = {key: job for key, job in self._jobs.items() if job.asked or job.lasting}
        room, first = IN_A_HURRY if hurry else A_FRAME, True
        for key in list(self._jobs):
            job = self._jobs[key]
            job.asked = False
            while job.cost <= room or first:
                first = False
                room -= job.cost
                pixels = next(job.work, None)
                if pixels is None:
                    del self._jobs[key]
                    break
                job.cost = _cost(pixels)
            else:
                room = -1.0


def _cost(pixels: int) -> float:
    return STEP_COST + pixels / PIXELS_A_COST
