"""Reconnaissance by fire: shooting at a place to make an unseen enemy answer. Rules: LW2-RBF-01 to -10."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Fired, Rolled, Said
from wargame.engine.knowledge import seen_by_for
from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import cover, firing, location, sightlines, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground, kind_at, spot_of, state_of, steps
from wargame.rulesets.lightning_war.ground import CLOSE
from wargame.rulesets.lightning_war.state import Point, WarStand
from wargame.rulesets.lightning_war.weapons import HMG, MG, SMALL, Weapon, weapons

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

ACT = "probe"


def arm_of(stand: WarStand) -> Weapon | None:
    """The machine guns that it probes with; never high explosive. Rule: LW2-RBF-04."""
    cite("LW2-RBF-04")
    return next((arm for arm in weapons(stand) if arm.kind in (SMALL, HMG, MG)), None)


def reach_at(scene: Scene, at: Point) -> int:
    """Features from which a place can be probed. Rules: LW2-RBF-02, -03."""
    rows = tables()["recon_by_fire"]["max_features"]
    kind = kind_at(scene, *at)
    if kind in CLOSE:
        cite("LW2-RBF-02")
        return int(rows["dense_woods" if kind == "dense_woods" else "built_up"])
    cite("LW2-RBF-03")
    return int(rows["open_woods" if kind == "open_woods" else "open_ground"])


def may_probe(scene: Scene, stand: WarStand) -> Refusal | None:
    """Why a stand may not probe at all now, or None. Rule: LW2-RBF-09."""
    arm = arm_of(stand)
    if arm is None:
        return Refusal(text=f"{stand.name} has no machine guns.", rules=(cite("LW2-RBF-04"),))
    cite("LW2-RBF-09")
    return firing.against_firing(scene, stand, arm, "")


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why a place may not be probed, or None. Rules: LW2-RBF-02, -03, -05."""
    stand = state_of(scene).stands[order.stand]
    if order.at is None:
        return Refusal(text="Name the place to fire at.", kind="malformed")
    table = scene.board.table
    if not (0.0 <= order.at[0] <= table.width_in and 0.0 <= order.at[1] <= table.height_in):
        return Refusal(text="That place is off the table.", kind="malformed")
    refusal = may_probe(scene, stand)
    if refusal is not None:
        return refusal
    here, there = spot_of(scene, stand).place, ground(scene.board).spot(*order.at).place
    away, reach = steps(scene, here, there), reach_at(scene, order.at)
    if away > reach:
        rule = "LW2-RBF-02" if kind_at(scene, *order.at) in CLOSE else "LW2-RBF-03"
        text = f"That place is {away} features away; it can be probed from {reach}."
        return Refusal(text=text, rules=(rule,), at=order.at)
    found = sightlines.line(scene.board, (stand.x, stand.y), order.at)
    if not found.is_open:
        return Refusal(text=f"No line of sight: {found.why}.", rules=(cite("LW2-RBF-05"), *found.rules), at=found.at)
    return None


def suspect(battle: Battle, stand: WarStand, at: Point) -> WarStand | None:
    """The unlocated enemy that is tested: the nearest to the point in that place, if the line to it is open.

    Rules: LW2-RBF-01, -05.
    """
    cite("LW2-RBF-01")
    cite("LW2-RBF-05")
    place = ground(battle.board).spot(*at).place
    rows = [
        e
        for e in location.on_table(battle, state_of(battle).other(stand.side))
        if spot_of(battle, e).place == place
        and location.is_halted(battle, e)
        and not units.is_staff(e)
        and location.line_between(battle, stand, e).is_open
        and (battle.state.known(stand.side, e.id) != "identified" or not location.is_located(battle, stand, e))
    ]
    return min(rows, key=lambda e: (math.dist((e.x, e.y), at), e.id)) if rows else None


def discipline(scene: Scene, target: WarStand) -> int:
    """What a target in cover adds to its die. Rules: LW2-RBF-07, -10."""
    cite("LW2-RBF-07")
    cite("LW2-RBF-10")
    if cover.cover(scene, target, None).grade == "none":
        return 0
    return int(tables()["recon_by_fire"]["modifier"][target.quality])


def carry_out(battle: Battle, order: Act) -> None:
    """Both sides roll; a target that rolls lower has answered and is located. Rules: LW2-RBF-06, -08, -09."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    assert order.at is not None
    arm = arm_of(stand)
    assert arm is not None
    location.note_activity(battle, stand, "LW2-LOS-06")
    shown = seen_by_for(battle.state, stand.id)
    rules = (cite("LW2-RBF-01"),)
    event = battle.happen(
        Fired(stand=stand.id, weapon=arm.name, manner="probe", at=order.at, rules=rules, seen_by=shown)
    )
    firing.spend(battle, stand, arm, "", order.at)
    target = suspect(battle, stand, order.at)
    mine, theirs = battle.throw(2)
    cite("LW2-RBF-08")
    plus = discipline(battle, target) if target is not None else 0
    betrayed = target is not None and theirs + plus < mine
    rolled = Rolled(
        purpose="probe",
        who=stand.id,
        side=stand.side,
        dice=(mine, theirs),
        modifiers=(Modifier("fire discipline of the target", plus, rule="LW2-RBF-07"),) if plus else (),
        outcome="located" if betrayed else "silent",
        rules=(cite("LW2-RBF-06"),),
        seen_by=shown if betrayed else (target.side,) if target is not None else (),
    )
    battle.happen(rolled, event)
    if target is None or not betrayed:
        battle.happen(Said(key="probe_silent", about=(stand.id,), rules=("LW2-RBF-08",), seen_by=shown), event)
        return
    cite("LW2-RBF-09")
    target.active_cycle = target.fired_cycle = max(1, state.cycle)
    if target.id not in stand.shot_at_by:
        stand.shot_at_by = (*stand.shot_at_by, target.id)
    location.reveal(battle, target, "LW2-RBF-06", stand.id, event)
