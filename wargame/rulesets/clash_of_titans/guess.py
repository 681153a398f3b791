"""What a side may not know, and what look-ahead imagines of it. Rule: NUT-SOLO-04."""

from __future__ import annotations

from wargame.engine.dice import Chance
from wargame.engine.rules import cite
from wargame.engine.state import Known
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import deployment, setup
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

_OF_THE_MISSION = ("visited.", "scouted.", "held.")
"""What the player of a mission has seen and done himself; all other notes are the rules' own."""


def conceal(state: ClashState, side: str) -> None:
    """Takes out of a copied state what the rulebook keeps from a side: loaded rounds, hiding, plans of others."""
    cite("NUT-SOLO-04")
    state.contacts = {key: names for key, names in state.contacts.items() if key == side}
    state.deployed = state.hid = ()
    for stand in state.stands.values():
        if isinstance(stand, ClashStand):
            stand.unseen_activation = False
        if stand.side != side and isinstance(stand, ClashStand):
            stand.loaded = "AP" if stand.loaded else ""
            stand.second_loaded = "AP" if stand.second_loaded else ""
            stand.setting_up = stand.work_done = 0
            stand.hidden = False
            if stand.mans and stand.mans not in state.stands:
                stand.mans = ""
            if stand.captor and stand.captor not in state.stands:
                stand.captor = ""
            stand.melee_with = tuple(name for name in stand.melee_with if name in state.stands)
    for group in state.groups.values():
        if group.side != side:
            group.intention = group.procedure = ""
            group.ambush = False
            group.objective = None
            for name in ("start_leader", "temporary", "commanded_by"):
                if getattr(group, name) not in state.stands:
                    setattr(group, name, "")
    known = set(state.stands)
    state.pairs = tuple(p for p in state.pairs if p.watcher in known and p.mover in known)
    state.seen_in = {k: v for k, v in state.seen_in.items() if set(k.split(">")) <= known}
    if state.active_group not in state.groups:
        state.active_group = state.stage = ""
    state.done_groups = tuple(g for g in state.done_groups if g in state.groups)
    mine = state.mission.player == side
    state.notes = {k: v for k, v in state.notes.items() if mine and k.startswith(_OF_THE_MISSION)}


def guess(view: View, chance: Chance) -> ClashState:
    """A full state that agrees with the view: enemies of the order of battle that were never seen nor lost stand
    somewhere out of sight in their zones."""
    state = view.state.copy()
    assert isinstance(state, ClashState)
    if state.turn > 0:
        state.deployed = state.hid = tuple(state.sides)
    missing = _missing(view, state)
    for stand in missing:
        state.stands[stand.id] = stand
    starting = [s for s in missing if _begins_on_table(state, s)]
    _put_somewhere(view, state, starting, chance)
    return state


def _missing(view: View, state: ClashState) -> list[ClashStand]:
    """Enemy stands of the order of battle that the view does not hold, fresh from the list."""
    fresh = setup.set_up(view.setup)
    for group_id, group in fresh.groups.items():
        state.groups.setdefault(group_id, group)
    return [s for s in fresh.stands.values() if s.id not in state.stands and s.side != view.side]


def _begins_on_table(state: ClashState, stand: ClashStand) -> bool:
    group = state.groups[stand.group]
    return state.turn > 0 and group.arrived and not (stand.carrier or stand.on_table or stand.mans)


def _put_somewhere(view: View, state: ClashState, stands: list[ClashStand], chance: Chance) -> None:
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
        stand.hidden = True
        stand.on_table = True
        scene.kept.clear()
        dx, dy = (chance.die(201) - 101) / 100, (chance.die(201) - 101) / 100
        moved = (round(stand.x + dx, 3), round(stand.y + dy, 3))
        if deployment.check_one(scene, stand, *moved, stand.facing_deg, entering=False) is None:
            stand.x, stand.y = moved
