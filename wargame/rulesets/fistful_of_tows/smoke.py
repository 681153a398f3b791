"""Smoke on the table. Rules: FFT-SMK-01 to -09."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import AddFeature
from wargame.engine.events import GroundChanged, Rolled
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def disperse(battle: Battle) -> Directive:
    """One die for each smoke template; on a 1 it is removed. Rule: FFT-SMK-03."""
    state = state_of(battle)
    smoke = [c for c in state.ground if isinstance(c, AddFeature) and c.kind == "smoke"]
    if not smoke:
        return NEXT
    rules = (cite("FFT-SMK-03"),)
    faces = battle.throw(len(smoke))
    blown = [c for c, face in zip(smoke, faces, strict=True) if face <= int(tables()["smoke"]["dispersal_on"])]
    battle.happen(
        Rolled(purpose="smoke", side=state.phasing, dice=faces, outcome=f"{len(blown)} blown away", rules=rules)
    )
    if blown:
        kept = tuple(c for c in state.ground if c not in blown)
        battle.happen(GroundChanged(keep=kept, why="smoke_gone", rules=rules))
    return NEXT
