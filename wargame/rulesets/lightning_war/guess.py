"""What a side may not know, and what look-ahead imagines of it."""

from __future__ import annotations

from wargame.engine.dice import Chance
from wargame.engine.state import Known
from wargame.engine.view import View
from wargame.rulesets.lightning_war import deployment, setup
from wargame.rulesets.lightning_war.standing_ground import may_stand
from wargame.rulesets.lightning_war.state import WarStand, WarState


def conceal(state: WarState, side: str) -> None:
    """Takes out of a copied state what the rulebook keeps from a side: who of the enemy was hit unseen, batteries."""
    for group in state.groups.values():
        group.resting_cycle = 0
        if group.side != side:
            group.raised_by = tuple(name for name in group.raised_by if _is_known(state, name))
    for stand in state.stands.values():
        if isinstance(stand, WarStand):
            stand.shot_at_by = tuple(name for name in stand.shot_at_by if name in state.stands)
    state.taken_by = {name: stand for name, stand in state.taken_by.items() if stand in state.stands}
    state.deployed = tuple(state.deployed)


def _is_known(state: WarState, stand: str) -> bool:
    return stand in state.stands


def guess(view: View, chance: Chance) -> WarState:
    """A full state that agrees with the view: enemies of the public list that were never seen nor lost stand somewhere
    sensible in their zones, hidden."""
    state = view.state.copy()
    assert isinstance(state, WarState)
    fresh = setup.set_up(view.setup)
    for name, group in fresh.groups.items():
        state.groups.setdefault(name, group)
    missing = [s for s in fresh.stands.values() if s.id not in state.stands and s.side != view.side]
    for stand in missing:
        state.stands[stand.id] = stand
    starting = [s for s in missing if _begins_on_table(state, s)]
    _put_somewhere(view, state, starting, chance)
    return state


def _begins_on_table(state: WarState, stand: WarStand) -> bool:
    group = state.groups[stand.group]
    return state.turn > 0 and group.arrived and not (stand.off_board or stand.carrier or stand.on_table)


def _put_somewhere(view: View, state: WarState, stands: list[WarStand], chance: Chance) -> None:
    scene = View(view.ruleset, view.setup, view.side, state, view.ground)
    for stand in stands:
        state.stands.pop(stand.id)
    placed = {p.thing: p for p in deployment.suggest(scene, stands).placements} if stands else {}
    for stand in stands:
        state.stands[stand.id] = stand
        spot = placed.get(stand.id)
        if spot is None:
            continue
        stand.x, stand.y, stand.facing_deg, stand.on_table = spot.x, spot.y, spot.facing_deg or 0.0, True
        state.knowledge.setdefault(view.side, {})[stand.id] = Known(level="unknown")
        dx, dy = (chance.die(301) - 151) / 100, (chance.die(301) - 151) / 100
        x, y = round(stand.x + dx, 3), round(stand.y + dy, 3)
        scene.kept.clear()
        if may_stand(scene, stand, x, y, stand.facing_deg) is None:
            stand.x, stand.y = x, y
