"""When a mission is over, and whether it succeeded. Rules: NUT-MISN-01 to -05, -07, -09."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from wargame.board import within
from wargame.engine.events import Scored
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    campaign,
    charts,
    contact,
    data,
    groups,
    mission_aims,
    missions,
    np_orders,
    np_targets,
    reinforcements,
    sections,
    status,
)
from wargame.rulesets.clash_of_titans.sections import FAR, MIDDLE, NEAR
from wargame.rulesets.clash_of_titans.state import CAPTURED, OUT, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SUCCESS = "mission"
"""What the point that a success scores is for."""
CAME = "enemy.came"
"""Note: there was nobody behind the markers, and somebody else has been called."""


def number(name: str) -> float:
    """A number of the missions (solo.toml)."""
    return float(charts.file("solo.toml")["mission"][name])


def check(battle: Battle) -> None:
    """At the end of a turn: is the mission done, or can it not be done any more? Rule: NUT-MISN-07."""
    state = cast(ClashState, battle.state)
    if not state.mission.mission or battle.over:
        return
    _note(battle)
    cite("NUT-MISN-07")
    _somebody_comes(battle)
    if is_done(battle):
        finish(battle, True, "The mission is done.")
    elif state.mission.mission == missions.DEFENCE and _defence_over(battle):
        finish(battle, False, "The perimeter was lost.")
    elif not able_men(state, state.mission.player):
        finish(battle, False, "Nobody of the player's side can go on.")
    elif state.turn >= min(battle.setup.turn_limit, int(data.meta()["max_turns"])):
        finish(battle, False, "There was no more time.")
    else:
        mission_aims.lead_on(battle, work_is_done(battle))


def _somebody_comes(battle: Battle) -> None:
    """If the last marker of a defence or combat patrol is turned over and there was nobody behind any, one roll on the
    enemy's reinforcement table comes on by his edge. Rules: NUT-MISN-02, -04."""
    state = cast(ClashState, battle.state)
    mission, enemy = state.mission.mission, state.mission.enemy
    if mission not in (missions.DEFENCE, missions.COMBAT) or enemy not in state.ruled or contact.markers(state):
        return
    if state.notes.get(CAME) or any(s.side == enemy and s.kind != "pef" for s in state.stands.values()):
        return
    state.notes[CAME] = True
    missions.cite_mission(mission)
    reinforcements.call(battle, enemy, state.mission.eal)


def finish(battle: Battle, success: bool, reason: str) -> None:
    """Score a success, roll what comes after the battle, and end it. Rules: NUT-MISN-07, -09."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-MISN-07"), *missions.cite_mission(state.mission.mission))
    if success:
        battle.happen(Scored(side=state.mission.player, points=1.0, why=SUCCESS, rules=rules))
    campaign.after_battle(battle, success)
    battle.end("victory" if success else "limit", reason)


def able_men(state: ClashState, side: str) -> list[ClashStand]:
    """Men of a side on the table who can act."""
    return [s for s in state.stands.values() if s.side == side and s.is_man and _acts(state, s)]


def _acts(state: ClashState, stand: ClashStand) -> bool:
    return status.able(stand) and groups.is_here(state, stand)


# ---------------------------------------------------------------- what is remembered


def _note(battle: Battle) -> None:
    """What counts over several turns: far sections that were visited, an objective that was held."""
    state = cast(ClashState, battle.state)
    mission = state.mission.mission
    if mission == missions.RECON:
        for section in visited_now(battle):
            state.notes[f"visited.{section}"] = True
    if mission == missions.RAID:
        held = holds_objective(battle)
        state.notes["held.turns"] = int(state.notes.get("held.turns") or 0) + 1 if held else 0


def visited_now(battle: Battle) -> set[int]:
    """Far sections in which a figure has spent a whole activation within 12 in of the far edge. Rule: NUT-MISN-01."""
    state = cast(ClashState, battle.state)
    grid = reinforcements.grid_of(battle)
    found = set()
    for man in able_men(state, state.mission.player):
        if man.active_turn != state.turn or man.acted or man.shot or man.carrier:
            continue
        places = [man.walked[0] if man.walked else (man.x, man.y), (man.x, man.y)]
        away = [sections.edge_distance(grid.far, grid.width_in, grid.height_in, *p) for p in places]
        there = {grid.at(*p) for p in places}
        if len(there) == 1 and there <= set(FAR) and all(within(d, number("far_edge_in")) for d in away):
            cite("NUT-MISN-01")
            found |= there
    return found


def holds_objective(battle: Battle) -> bool:
    """Is the player alone at the objective of a raid (else the middle of section 2)? Rule: NUT-MISN-03."""
    state = cast(ClashState, battle.state)
    place = raid_place(battle)
    radius = number("hold_in")
    near = [s for s in state.stands.values() if _fights(s) and groups.is_here(state, s)]
    sides = {s.side for s in near if within(math.dist(groups.place(state, s), place), radius)}
    return sides == {state.mission.player}


def raid_place(scene: Scene) -> tuple[float, float]:
    """What a raid has to hold: the scenario's objective in section 2, else the middle of that section."""
    return mission_aims.mission_place(scene)


def _fights(stand: ClashStand) -> bool:
    return stand.kind in ("man", "vehicle") and status.able(stand)


# ---------------------------------------------------------------- success


def is_done(scene: Scene) -> bool:
    """Has the player done what the mission asks?"""
    state = cast(ClashState, scene.state)
    return _CHECKS[state.mission.mission](scene)


def _recon(scene: Scene) -> bool:
    """Sections 1, 2 and 3 visited, and half the force with its leader back over the entry edge. Rule: NUT-MISN-01."""
    cite("NUT-MISN-01")
    return work_is_done(scene) and is_back(scene)


def _combat(scene: Scene) -> bool:
    """All markers resolved, enough of the enemy out or taken, and back. Rule: NUT-MISN-02."""
    cite("NUT-MISN-02")
    return work_is_done(scene) and is_back(scene)


def has_hurt_them(state: ClashState) -> bool:
    """Is an enemy leader out, or three men, or one captured? Rule: NUT-MISN-02."""
    enemies = [s for s in state.stands.values() if s.side == state.mission.enemy and s.is_man]
    out = [s for s in enemies if s.status == OUT or s.gone == "dead"]
    taken = sum(s.status == CAPTURED for s in enemies)
    led = sum(np_targets.is_leader(state, s) or _led(state, s) for s in out)
    return led >= number("leaders_out") or len(out) >= number("enemies_out") or taken >= number("captured")


def work_is_done(scene: Scene) -> bool:
    """Has a patrol done all but come back?"""
    state = cast(ClashState, scene.state)
    if state.mission.mission == missions.COMBAT:
        return not contact.markers(state) and has_hurt_them(state)
    return state.mission.mission == missions.RECON and all(f"visited.{section}" in state.notes for section in FAR)


def _led(state: ClashState, stand: ClashStand) -> bool:
    group = state.groups.get(stand.group)
    return group is not None and group.start_leader == stand.id


def force(state: ClashState) -> list[ClashStand]:
    """The men of the player who set out; reinforcements are no part of the force that has to come through.

    Rules: NUT-MISN-01, -05.
    """
    men = [s for s in state.stands.values() if s.side == state.mission.player and s.is_man]
    return [s for s in men if not reinforcements.came_later(state, s.group)]


def is_back(scene: Scene) -> bool:
    """Has half the force, with its leader or his successor, left by the entry edge? Rule: NUT-MISN-01."""
    state = cast(ClashState, scene.state)
    edge = state.edges[state.mission.player]
    men = force(state)
    back = [s for s in men if s.gone == f"left {edge}"]
    return bool(back) and 2 * len(back) >= len(men) and any(_leads(state, s) for s in back)


def _leads(state: ClashState, stand: ClashStand) -> bool:
    """Was he the leader of the own squad when he left, or has he taken over?"""
    squads = [g for g in state.groups.values() if g.side == stand.side and g.own_squad]
    if not squads or any(stand.id in (g.leader, g.start_leader) for g in squads):
        return True
    lost = all(_is_lost(state, g.start_leader) for g in squads)
    return lost and (stand.junior_nco or stand.nco)


def _is_lost(state: ClashState, name: str) -> bool:
    found = state.stands.get(name)
    return found is None or found.status in (OUT, CAPTURED) or found.gone in ("dead", "ran_off")


def _attack(scene: Scene) -> bool:
    """No enemy able to fight in the far sections, and somebody of the player's there. Rule: NUT-MISN-03."""
    cite("NUT-MISN-03")
    mission = cast(ClashState, scene.state).mission
    cleared = not in_sections(scene, mission.enemy, FAR) and not _markers_in(scene, FAR)
    return cleared and bool(in_sections(scene, mission.player, FAR))


def _raid(scene: Scene) -> bool:
    """The objective held for one full turn. Rule: NUT-MISN-03."""
    cite("NUT-MISN-03")
    return int(cast(ClashState, scene.state).notes.get("held.turns") or 0) >= 2


def _defence_over(scene: Scene) -> bool:
    """Ten turns have passed, or there is no marker left, no enemy in sections 4 to 9, and none who still comes on.

    Rule: NUT-MISN-04.
    """
    cite("NUT-MISN-04")
    state = cast(ClashState, scene.state)
    if state.turn >= number("hold_turns"):
        return True
    near = in_sections(scene, state.mission.enemy, MIDDLE + NEAR)
    coming = _comes_on(scene) or reinforcements.waiting(scene, state.mission.enemy)
    return not contact.markers(state) and not near and not coming


def _comes_on(scene: Scene) -> bool:
    """Is an enemy group on the table that still has the order to attack?"""
    state = cast(ClashState, scene.state)
    coming = [g for g in state.groups.values() if g.side == state.mission.enemy and g.intention == np_orders.ATTACK]
    fit = {s.group for s in state.stands.values() if _fights(s) and groups.is_here(state, s)}
    return any(g.id in fit for g in coming)


def _defence(scene: Scene) -> bool:
    """It is over, and the player has more men able to fight in sections 7 to 9. Rule: NUT-MISN-04."""
    state = cast(ClashState, scene.state)
    own, theirs = (in_sections(scene, side, NEAR) for side in (state.mission.player, state.mission.enemy))
    return _defence_over(scene) and len(own) > len(theirs)


def _assault(scene: Scene) -> bool:
    """Half the force with its leader has left by the far side of the perimeter. Rule: NUT-MISN-05."""
    cite("NUT-MISN-05")
    state = cast(ClashState, scene.state)
    grid = reinforcements.grid_of(scene)
    men = force(state)
    out = [s for s in men if s.gone == f"left {exit_edge(grid)}"]
    return bool(out) and 2 * len(out) >= len(men) and any(_leads(state, s) for s in out)


def exit_edge(grid: sections.Grid) -> str:
    """The edge that an assault has to leave by: that of sections 7 to 9."""
    return grid.near


def in_sections(scene: Scene, side: str, wanted: tuple[int, ...]) -> list[ClashStand]:
    """Men and vehicles of a side able to fight in these sections."""
    state = cast(ClashState, scene.state)
    grid = reinforcements.grid_of(scene)
    found = [s for s in state.stands.values() if s.side == side and _fights(s) and groups.is_here(state, s)]
    return [s for s in found if grid.at(*groups.place(state, s)) in wanted]


def _markers_in(scene: Scene, wanted: tuple[int, ...]) -> bool:
    grid = reinforcements.grid_of(scene)
    return any(grid.at(m.x, m.y) in wanted for m in contact.markers(cast(ClashState, scene.state)))


_CHECKS: Any = {
    missions.RECON: _recon,
    missions.COMBAT: _combat,
    missions.RAID: _raid,
    missions.ATTACK: _attack,
    missions.DEFENCE: _defence,
    missions.ASSAULT: _assault,
}
