"""Everything else a unit may be ordered: loading, limbering, clearing mines, works of the scenario.

Rules: CFV-MOVE-11, -12.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Change, within
from wargame.engine import knowledge
from wargame.engine.events import GroundChanged, Said, StandChanged
from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.engine.setup import Action
from wargame.rulesets.fascist_vipers import clearing, transport, units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.setup import classes_of
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LOADING = ("mount", "dismount", "limber", "unlimber")
CLEAR = "clear_mines"
WORK = "work"
"""A scenario's action: a unit of the named classes near a place works there, and after so many goes the ground
changes."""


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why this act is not possible now, or None."""
    if order.act in LOADING:
        return transport.check(scene, order)
    if order.act == CLEAR:
        return clearing.check(scene, order)
    action = _action(scene, order.act)
    if action is None:
        return Refusal(text=f"There is nothing called {order.act!r} to do here.", kind="malformed")
    return _check_work(scene, order, action)


def carry_out(battle: Battle, order: Act) -> None:
    """Carries out a legal act."""
    if order.act in LOADING:
        transport.carry_out(battle, order)
    elif order.act == CLEAR:
        clearing.clear(battle, order)
    elif (action := _action(battle, order.act)) is not None:
        _work(battle, order, action)


def rows(scene: Scene, stand: VipersStand) -> tuple[ActRow, ...]:
    """What a unit could be ordered, with the reason where it may not now; what never fits it is left out."""
    found = []
    for act, name, key, needs in _offered(scene, stand):
        refusal = check(scene, Act(stand=stand.id, act=act))
        found.append(ActRow(id=act, name=name, key=key, needs=needs, refusal=refusal))
    return tuple(found)


def _offered(scene: Scene, stand: VipersStand) -> list[tuple[str, str, str, str]]:
    offered: list[tuple[str, str, str, str]] = []
    gun = units.is_gun(stand)
    if stand.carrier and not gun:
        offered.append(("dismount", "Dismount", "U", "nothing"))
    elif gun and (stand.carrier or stand.limbered):
        offered.append(("unlimber", "Unlimber", "U", "nothing"))
    elif gun and (stand.tow or transport.carriers_near(scene, stand)):
        offered.append(("limber", "Limber", "L", "nothing"))
    elif transport.can_ride(stand) and transport.carriers_near(scene, stand):
        offered.append(("mount", "Mount", "L", "nothing"))
    if stand.in_play and clearing.can_clear(stand):
        offered.append((CLEAR, "Clear mines", "C", "point"))
    offered += [(a.id, a.text, "", "nothing") for a in scene.setup.actions if stand.in_play and _fits(a, stand)]
    return offered


# ---------------------------------------------------------------- works


def places_to_work(scene: Scene, stand: VipersStand) -> list[tuple[float, float, float]]:
    """Where a unit could do what the scenario asks for and nobody has done yet: x, y and radius, inches."""
    if not stand.in_play:
        return []
    done = state_of(scene).works
    open_ones = [a for a in scene.setup.actions if _fits(a, stand) and done.get(a.id, 0) < _turns(a)]
    return [(a.x, a.y, a.radius_in) for a in open_ones]


def _action(scene: Scene, act: str) -> Action | None:
    return next((a for a in scene.setup.actions if act in (a.id, a.act)), None)


def _fits(action: Action, stand: VipersStand) -> bool:
    return not action.classes or bool(set(action.classes) & set(classes_of(stand)))


def _check_work(scene: Scene, order: Act, action: Action) -> Refusal | None:
    stand = state_of(scene).stands[order.stand]
    if stand.activated or stand.moved or stand.attacked:
        return _no(f"{stand.name} has been used in this go.", stand)
    if not stand.in_play or not _fits(action, stand):
        return _no(f"{stand.name} cannot do that.", stand)
    if not within(math.dist((stand.x, stand.y), (action.x, action.y)), action.radius_in + stand.base.radius):
        return _no(f"{stand.name} has to be within {action.radius_in:g} in of the place.", stand)
    if state_of(scene).works.get(action.id, 0) >= _turns(action):
        return _no("That is done already.", stand)
    first = int(action.data.get("not_before", 0))
    return _no(f"Not before turn {first}.", stand) if scene.state.turn < first else None


def _no(text: str, stand: VipersStand) -> Refusal:
    return Refusal(text=text, rules=(cite("CFV-SOFT-02"),), about=stand.id)


def _turns(action: Action) -> int:
    return max(1, int(action.data.get("turns", 1)))


def _work(battle: Battle, order: Act, action: Action) -> None:
    state = state_of(battle)
    stand = state.stands[order.stand]
    rules = (cite("CFV-SOFT-02"),)
    changes: tuple[tuple[str, Any], ...] = (("activated", True), ("busy", action.text))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    said = battle.happen(StandChanged(stand=stand.id, changes=changes, why=action.id, rules=rules, seen_by=seen))
    done = state.works[action.id] = state.works.get(action.id, 0) + 1
    data = (("text", action.text), ("done", done), ("of", _turns(action)))
    battle.happen(Said(key="work", side=stand.side, about=(stand.id,), data=data, rules=rules), said)
    if done == _turns(action):
        added = msgspec.convert(action.data.get("changes", ()), tuple[Change, ...])
        if added:
            battle.happen(GroundChanged(added=added, why=action.text, rules=rules), said)
