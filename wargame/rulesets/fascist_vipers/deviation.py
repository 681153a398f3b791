"""Where a burst lands. Rules: CFV-BRST-01 to -08, -11."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from wargame.engine.rules import cite
from wargame.rulesets.fascist_vipers.data import tables


@dataclass(frozen=True, slots=True)
class Deviation:
    """What the two dice say. along_in: beyond the aim point (negative: short); right_in: to the right of the line of
    fire (negative: left)."""

    along_in: float
    right_in: float
    word: str
    """on_target, over or under."""
    rules: tuple[str, ...]

    @property
    def on_target(self) -> bool:
        """Landed on the aim point."""
        return self.word == "on_target"


def deviation(left: int, right: int, observed: bool) -> Deviation:
    """What the left and the right die mean.

    Observed fire falls over or under by the lower die, programmed fire and bombs by the higher one; both go sideways by
    the difference, to the side of the higher die. Rules: CFV-BRST-02 to -08.
    """
    chart = tables()["deviation"]
    total, spread = left + right, abs(left - right)
    if left == right or total in chart["on_target"]["totals"]:
        return Deviation(0.0, 0.0, "on_target", (cite("CFV-BRST-02"),))
    over = total in chart["over_totals"]
    height = cite("CFV-BRST-03") if over else cite("CFV-BRST-04")
    reach = cite("CFV-BRST-06") if observed else cite("CFV-BRST-05")
    row = chart["observed" if observed else "programmed_or_bombing"]
    distance = max(left, right) if row["along"] == "high_die" else min(left, right)
    return Deviation(
        float(distance if over else -distance),
        float(spread if right > left else -spread),
        "over" if over else "under",
        (height, reach, cite("CFV-BRST-07"), cite("CFV-BRST-08")),
    )


@functools.cache
def results(observed: bool) -> tuple[tuple[float, float, float], ...]:
    """Every different result with its chance: (chance, along, right); the chances add up to 1."""
    found: dict[tuple[float, float], float] = {}
    for left in range(1, 7):
        for right in range(1, 7):
            one = deviation(left, right, observed)
            key = (one.along_in, one.right_in)
            found[key] = found.get(key, 0.0) + 1 / 36
    return tuple((chance, *key) for key, chance in found.items())


def printed_rows() -> list[tuple[Any, ...]]:
    """The 36 rows of the printed chart: left, right, along (programmed), along (observed), sideways."""
    return [tuple(row) for row in tables()["deviation_table"]["rows"]]
