"""What look-ahead imagines of what a side does not know, in agreement with all it has seen. Rules: CFV-OBS-08."""

from __future__ import annotations

from wargame.engine.dice import Chance
from wargame.engine.state import Known
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import deployment, setup
from wargame.rulesets.fascist_vipers.state import VipersStand, VipersState


def conceal(state: VipersState, side: str) -> None:
    """Takes out of a copied state what the rulebook keeps from a side: enemy plots, lists of who did what in secret."""
    state.plots = tuple(p for p in state.plots if p.side == side)
    state.hid = state.planned = ()
    if state.ready not in state.stands:
        state.ready = state.ready_for = ""
    state.mine_scores = tuple(m for m in state.mine_scores if m.area in state.areas)
    state.illegal_orders = {}
    state.protests = {}


def guess(view: View, chance: Chance) -> VipersState:
    """A full state that agrees with the view: enemies that the scenario's public list has, and that were never seen nor
    lost, stand somewhere out of sight in their zones; fields are where they are known."""
    state = view.state.copy()
    assert isinstance(state, VipersState)
    _restore_order(state)
    missing = _missing(view, state)
    for stand in missing:
        state.stands[stand.id] = stand
    starting = [s for s in missing if _begins_on_table(view, state, s)]
    _put_somewhere(view, state, starting, chance)
    return state


def _restore_order(state: VipersState) -> None:
    state.hid = tuple(state.sides) if state.turn > 0 else state.hid
    state.planned = tuple(state.sides) if state.turn > 0 else state.planned


def _missing(view: View, state: VipersState) -> list[VipersStand]:
    """Enemy stands of the order of battle that the view does not hold, fresh from the list."""
    fresh = setup.set_up(view.setup)
    for group_id, group in fresh.groups.items():
        state.groups.setdefault(group_id, group)
    found = []
    for stand in fresh.stands.values():
        if stand.id not in state.stands and stand.side != view.side:
            found.append(stand)
    return found


def _begins_on_table(view: View, state: VipersState, stand: VipersStand) -> bool:
    group = state.groups[stand.group]
    return state.turn > 0 and group.arrived and not (stand.off_board or stand.carrier or stand.on_table)


def _put_somewhere(view: View, state: VipersState, stands: list[VipersStand], chance: Chance) -> None:
    """Hidden enemies stand where a sensible deployment would put them, each moved a little by chance."""
    scene = View(view.ruleset, view.setup, view.side, state, view.ground)
    for stand in stands:
        state.stands.pop(stand.id)
    placed = {p.thing: p for p in deployment.suggest(scene, stands).placements} if stands else {}
    for stand in stands:
        state.stands[stand.id] = stand
        spot = placed.get(stand.id)
        if spot is None:
            continue
        stand.x, stand.y, stand.facing_deg = spot.x, spot.y, spot.facing_deg or 0.0
        state.knowledge.setdefault(view.side, {})[stand.id] = Known(level="unknown")
        dx, dy = (chance.die(301) - 151) / 100, (chance.die(301) - 151) / 100
        moved = (round(stand.x + dx, 3), round(stand.y + dy, 3))
        stand.on_table = True
        scene.kept.clear()
        if deployment.check_one(scene, stand, *moved, stand.facing_deg, entering=False) is None:
            stand.x, stand.y = moved
