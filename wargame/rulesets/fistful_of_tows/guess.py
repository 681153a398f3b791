"""What a side does not know, taken out of a copied state, and what look-ahead imagines in its place."""

from __future__ import annotations

from wargame.board import snap
from wargame.engine.dice import Chance
from wargame.engine.state import Known
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import barrage, deployment, setup
from wargame.rulesets.fistful_of_tows.state import FistStand, FistState

_SECRET = {"mission": "", "rounds": -1, "icm": -1, "guided": 0, "observed_turn": 0, "reload_until": 0}


def conceal(state: FistState, side: str) -> None:
    """Takes out what the rulebook keeps from a side: what barrage markers hold, supplies, where observers are."""
    state.missions = tuple(m for m in state.missions if m.side == side)
    state.fired_missions = tuple(m for m in state.fired_missions if m.side == side)
    state.counterbattery = tuple(n for n in state.counterbattery if n in state.stands and state.stands[n].side == side)
    for name, marker in state.markers.items():
        if marker.kind == "barrage" and marker.side != side:
            state.markers[name] = barrage.plain(marker)
    known = set(state.stands)
    for stand in state.stands.values():
        if stand.side != side and isinstance(stand, FistStand):
            for name, value in _SECRET.items():
                setattr(stand, name, value)
            if stand.missiles > 0:
                stand.missiles = 2
            if stand.sams > 0:
                stand.sams = 2
    for group in state.groups.values():
        if group.side != side:
            group.observed_turn = 0
    state.front_at_start = tuple(p for p in state.front_at_start if p[0] in known and p[1] in known)
    state.engaged = tuple(e for e in state.engaged if e[0] in known and e[2] in known)
    state.offered = state.marked = ()


def guess(view: View, chance: Chance) -> FistState:
    """A full state that agrees with the view: enemies of the order of battle that were never seen nor lost stand
    somewhere in their zones."""
    state = view.state.copy()
    assert isinstance(state, FistState)
    fresh = setup.set_up(view.setup)
    state.marked = (state.second,) if state.turn > 0 else state.marked
    for name, group in fresh.groups.items():
        state.groups.setdefault(name, group)
    missing = [s for s in fresh.stands.values() if s.id not in state.stands and s.side != view.side]
    for stand in missing:
        state.stands[stand.id] = stand
    _put_somewhere(view, state, missing, chance)
    return state


def _put_somewhere(view: View, state: FistState, stands: list[FistStand], chance: Chance) -> None:
    waiting = [
        s
        for s in stands
        if state.turn > 0 and state.groups[s.group].arrived and not (s.off_board or s.carrier or s.on_table)
    ]
    if not waiting:
        return
    scene = View(view.ruleset, view.setup, view.side, state, view.ground)
    placed = {p.thing: p for p in deployment.suggest(scene, waiting).placements}
    for stand in waiting:
        spot = placed.get(stand.id)
        if spot is None:
            continue
        x, y = spot.x + (chance.die(201) - 101) / 100, spot.y + (chance.die(201) - 101) / 100
        table = view.board.table
        stand.x = snap(min(max(x, 1.0), table.width_in - 1.0))
        stand.y = snap(min(max(y, 1.0), table.height_in - 1.0))
        stand.facing_deg, stand.on_table = spot.facing_deg or 0.0, True
        state.knowledge.setdefault(view.side, {})[stand.id] = Known(level="unknown")
