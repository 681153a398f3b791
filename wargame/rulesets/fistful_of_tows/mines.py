"""Minefields of a scenario: whoever drives through one may owe a check."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from wargame.board import along, path_length
from wargame.engine.events import AreaChanged, Rolled
from wargame.engine.rules import cite
from wargame.engine.state import Area
from wargame.rulesets.fistful_of_tows import checks, lines, units
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

BITES_ON = 6
"""The scenarios' thin strips: a check on a 6."""
STEP_IN = 0.2


def drive_through(battle: Battle, stand: FistStand, path: tuple[Point, ...]) -> None:
    """One die for each field that a ground stand has crossed."""
    if units.is_heli(stand):
        return
    whole = path_length(path)
    points = [along(path, n * STEP_IN) for n in range(int(whole / STEP_IN) + 1)] + [path[-1]]
    points += [b for _, b in pairwise(path)]
    for area in [a for a in battle.state.areas.values() if a.kind == "minefield"]:
        if not lines.in_polygons(points, area.polygon).any():
            continue
        if area.known_to is not None and stand.side not in area.known_to:
            battle.happen(AreaChanged(area=_known(area), why="is found"))
        dice = battle.throw(1)
        bitten = dice[0] >= BITES_ON
        rolled = battle.happen(
            Rolled(
                purpose="mines",
                who=stand.id,
                side=stand.side,
                dice=dice,
                needed=f"1-{BITES_ON - 1}",
                outcome="hit" if bitten else "through",
                rules=(cite("FFT-QC-04"),),
            )
        )
        if bitten:
            checks.owe(battle, stand, Owed(checks.FIRE, 0, "mines"), rolled)


def _known(area: Area) -> Area:
    return msgspec.structs.replace(area, known_to=None)
