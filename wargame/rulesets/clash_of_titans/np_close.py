"""Grenades, charges and courage of non-player men: what they get ready, who goes for a tank, who comes on together.

Rules: NUT-NP-07, -11, -14, NUT-ACT-04, NUT-VINF-04, -05.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from wargame.board import within
from wargame.engine.orders import Move
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    charges,
    charts,
    close_assault,
    geometry,
    grenades,
    np_draft,
    np_tactics,
    status,
)
from wargame.rulesets.clash_of_titans.blast import HAND_GRENADE
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.np_orders import ATTACK
from wargame.rulesets.clash_of_titans.state import ClashState, NpTask
from wargame.rulesets.clash_of_titans.throwing_acts import READY

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.rulesets.clash_of_titans.state import ClashStand

GOES_BACK = (np_tactics.FALL_BACK, np_tactics.WITHDRAW, np_tactics.RETREAT)


def heroes(draft: Draft, result: str) -> tuple[NpTask, ...]:
    """Men with a charge ready go for an AFV within 6 in that no infantry in sight covers; they leave the plan.

    Rule: NUT-NP-11.
    """
    cite("NUT-NP-11")
    if result in GOES_BACK:
        return ()
    tasks = []
    for tank in _tanks(draft):
        men = [man for man in draft.men if _dares(draft, man, tank)]
        if men and not close_assault.is_covered_by_men(draft.scene, tank):
            tasks.append(NpTask(do="charge", stands=tuple(m.id for m in men), word=tank.id))
            draft.men = [man for man in draft.men if man not in men]
    return tuple(tasks)


def _tanks(draft: Draft) -> list[ClashStand]:
    return [e.stand for e in draft.enemies if e.stand.is_afv and status.in_fight(e.stand) and e.stand.in_play]


def _dares(draft: Draft, man: ClashStand, tank: ClashStand) -> bool:
    if man.set_up or man.mans or man.medic or not charges.is_readied(man) or not charges.is_anti_tank(man):
        return False
    near = within(geometry.distance(draft.scene, man, tank), charts.number("hero_in"))
    return near and grenades.is_ready(draft.scene, man)


# ---------------------------------------------------------------- getting ready


def ready(draft: Draft, result: str) -> tuple[NpTask, ...]:
    """Men with nobody to shoot at get a charge ready when an AFV is near, a grenade when men are. Rule: NUT-ACT-04."""
    cite("NUT-ACT-04")
    if result in GOES_BACK or not draft.enemies:
        return ()
    tasks = []
    for man in draft.men:
        word = _worth_readying(draft, man)
        if word and not np_draft.can_fire(draft, man):
            tasks.append(NpTask(do="act", stands=(man.id,), word=READY + word))
    return tuple(tasks)


def _worth_readying(draft: Draft, man: ClashStand) -> str:
    """What he had better have in his fist: a charge against a tank, a grenade against men; "" for nothing."""
    if man.readied or man.set_up or man.mans or man.medic:
        return ""
    things = grenades.things(man)
    reach = charts.number("rush_in")
    if any(within(geometry.distance(draft.scene, man, tank), reach) for tank in _tanks(draft)):
        best = [name for name in things if charges.apr_of(name) > 0]
        if best:
            return max(best, key=lambda name: (charges.apr_of(name), name))
    near = any(e.stand.is_man and np_draft.apart(man, e) <= charts.number("assault_in") for e in draft.enemies)
    return HAND_GRENADE if near and HAND_GRENADE in things else ""


# ---------------------------------------------------------------- coming on together


def comes_on(battle: Battle, group: str, able: Iterable[ClashStand], tried: set[str]) -> Move | None:
    """The next man of a group that attacks who comes on with the one who was seen, as his plan leads him.

    Rule: NUT-NP-14.
    """
    from wargame.rulesets.clash_of_titans import np_doing

    cite("NUT-NP-14")
    state = cast(ClashState, battle.state)
    if state.groups[group].intention != ATTACK:
        return None
    open_ = {man.id: man for man in able}
    for task in state.groups[group].tasks:
        name = task.stands[0]
        if task.do != "move" or name not in open_ or name in tried:
            continue
        tried.add(name)
        path = np_doing.way_to(battle, open_[name], task.path[-1])
        if path:
            return Move(stand=name, path=path)
    return None
