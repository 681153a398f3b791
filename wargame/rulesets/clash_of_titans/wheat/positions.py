"""Positions prepared before the battle: the defender's infantry may begin in foxholes or behind light works.

Rule: COT-SCN-02.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from wargame.board import AddFeature, snap
from wargame.engine import knowledge
from wargame.engine.events import GroundChanged, StandChanged
from wargame.engine.orders import Chosen
from wargame.engine.requests import Choose, Option
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Round
from wargame.rulesets.clash_of_titans import rooms
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState
from wargame.rulesets.clash_of_titans.wheat.charts import works

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "positions"
FOXHOLES, LIGHT, NONE = "foxholes", "light", "none"
NOTE = "wheat.positions."


def prepare_one_group(battle: Battle) -> Round:
    """One round: the defender says what one of his groups has dug. Rule: COT-SCN-02."""
    state = cast(ClashState, battle.state)
    group = next((g for g in state.groups.values() if _may_prepare(battle, state, g)), None)
    if group is None:
        return NEXT
    order = yield _request(group)
    state.notes[NOTE + group.id] = order.option
    for man in _infantry(battle, state, group):
        if order.option == FOXHOLES:
            _dig(battle, man)
        elif order.option == LIGHT:
            _build(battle, man)
    return AGAIN


def _may_prepare(battle: Battle, state: ClashState, group: ClashGroup) -> bool:
    """A group of the defender that has not been asked and has infantry outside of houses on the table."""
    if state.sides[group.side].role != "defender" or NOTE + group.id in state.notes:
        return False
    return bool(_infantry(battle, state, group))


def _infantry(battle: Battle, state: ClashState, group: ClashGroup) -> list[ClashStand]:
    return [
        s
        for s in state.stands.values()
        if s.group == group.id
        and s.is_man
        and s.in_play
        and not (s.mans or s.mounted or s.dug_in)
        and rooms.building_at(battle.board, s.x, s.y) is None
    ]


def _request(group: ClashGroup) -> Choose:
    return Choose(
        side=group.side,
        purpose=PURPOSE,
        prompt=f"What has {group.name} prepared?",
        options=(
            Option(id=FOXHOLES, text="Foxholes", consequence="cover from all sides, below ground"),
            Option(id=LIGHT, text="Light positions", consequence=f"cover of DV {works()['light_dv']} to the front"),
            Option(id=NONE, text="Nothing"),
        ),
        about=(group.id,),
        suggestion=Chosen(option=FOXHOLES),
        rules=(cite("COT-SCN-02"),),
    )


def _dig(battle: Battle, man: ClashStand) -> None:
    seen = knowledge.seen_by_for(battle.state, man.id)
    rules = (cite("COT-SCN-02"),)
    battle.happen(StandChanged(stand=man.id, changes=(("dug_in", True),), why="foxhole", rules=rules, seen_by=seen))


def _build(battle: Battle, man: ClashStand) -> None:
    """A low work of earth and branches before him."""
    angle = math.radians(man.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    ahead, half = man.base.radius + float(works()["ahead_in"]), float(works()["width_in"]) / 2
    x, y = man.x + ahead * c, man.y + ahead * s
    line = ((snap(x - half * s), snap(y + half * c)), (snap(x + half * s), snap(y - half * c)))
    work = AddFeature(
        id=f"position-{man.id}",
        kind="barricade",
        rings=(line,),
        geometry="line",
        name="Light position",
        width_in=float(works()["depth_in"]),
        height=float(works()["height_levels"]),
        props=(("dv", int(works()["light_dv"])),),
    )
    seen = knowledge.seen_by_for(battle.state, man.id)
    battle.happen(GroundChanged(added=(work,), why="position", rules=(cite("COT-SCN-02"),), seen_by=seen))
