"""Stands that leave, what they score, units that break. Rules: FFT-QC-02, -03, -11 to -20, FFT-VIC-01."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.conditions import Stands
from wargame.engine.events import (
    Event,
    GroupChanged,
    MarkerPlaced,
    MarkerRemoved,
    Rolled,
    Scored,
    StandChanged,
    StandRemoved,
)
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.state import Marker
from wargame.rulesets.fistful_of_tows import units
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.state import FistGroup, FistStand, FistState, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DESTROYED, REMOVED, LEFT = "destroyed", "dispersed", "left the table"


def change(
    battle: Battle,
    stand: FistStand,
    why: str,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
    **fields: Any,
) -> Event:
    """Announces changed fields of a stand to those who know of it."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    event = StandChanged(stand=stand.id, changes=tuple(fields.items()), why=why, rules=rules, seen_by=seen)
    found: Event = battle.happen(event, cause)
    return found


def destroy(battle: Battle, stand: FistStand, by: str | None, cause: Event | None = None) -> None:
    """A stand is destroyed: full points, a wreck if it is a ground vehicle.

    Rules: FFT-PEN-09, FFT-QC-03, FFT-CBT-03.
    """
    rules = (cite("FFT-PEN-09"), cite("FFT-QC-03"))
    x, y, facing = stand.x, stand.y, stand.facing_deg
    _take_off(battle, stand, DESTROYED, by, rules, cause)
    if units.is_vehicle(stand) and not units.is_heli(stand):
        facts = (("kind", stand.ratings.kind), ("facing", facing))
        wreck = Marker(id=f"wreck-{stand.id}", kind="wreck", x=x, y=y, text=f"Wreck of {stand.name}", data=facts)
        battle.happen(MarkerPlaced(marker=wreck), cause)
    for rider in units.riders(battle, stand):
        change(battle, rider, "carrier_destroyed", (cite("FFT-CBT-03"),), cause, dead_carrier=stand.id)


def remove(battle: Battle, stand: FistStand, rules: tuple[str, ...], cause: Event | None = None) -> None:
    """A stand leaves after a failed check: half points, no wreck; who rides in it goes too.

    Rules: FFT-QC-02, -03, FFT-CBT-04.
    """
    riders = units.riders(battle, stand)
    _take_off(battle, stand, REMOVED, None, (*rules, cite("FFT-QC-02"), cite("FFT-QC-03")), cause)
    for rider in riders:
        _take_off(battle, rider, REMOVED, None, (cite("FFT-CBT-04"),), cause)


def leave(battle: Battle, stand: FistStand, edge: str) -> None:
    """A stand leaves the table for good. Rule: FFT-MOVE-09."""
    for one in (stand, *units.riders(battle, stand)):
        _take_off(battle, one, f"left {edge}", None, (cite("FFT-MOVE-09"),), None)


def _take_off(
    battle: Battle, stand: FistStand, why: str, by: str | None, rules: tuple[str, ...], cause: Event | None
) -> None:
    state = state_of(battle)
    seen = knowledge.seen_by_for(state, stand.id)
    gone = battle.happen(StandRemoved(stand=stand.id, why=why, by=by, rules=rules, seen_by=seen), cause)
    stand.owes, stand.small_hits, stand.doomed = (), 0, False
    for marker in [m for m in state.markers.values() if m.stand == stand.id]:
        battle.happen(MarkerRemoved(marker=marker.id), gone)
    _score(battle, stand, why, gone)
    group = state.groups.get(stand.group)
    if group is not None and counts_for_strength(state, stand):
        cite("FFT-QC-16")
        group.lost_now += 1


def _score(battle: Battle, stand: FistStand, why: str, cause: Event) -> None:
    """Points for the enemy: PV, or the scenario's figure for a stand. Rules: FFT-VIC-01, FFT-QC-03."""
    worth = points_for(battle, stand, why)
    if worth <= 0:
        return
    for side in battle.state.enemies_of(stand.side)[:1]:
        rules = (cite("FFT-VIC-01"),)
        battle.happen(Scored(side=side, points=worth, why=f"{stand.name} {why}", rules=rules), cause)


def points_for(scene: Scene, stand: FistStand, why: str) -> float:
    """What the enemy scores for a stand that leaves so. Rules: FFT-VIC-01, FFT-QC-03, FFT-MOVE-09."""
    how = scene.state.options.get("losses", "pv")
    chart = tables()["victory"]
    if how == "none" or (why.startswith("left ") and is_exit(scene, stand.side, why.removeprefix("left "))):
        return 0.0
    if how == "stands":
        full = stand.worth or (1.0 if stand.ratings.kind == "mbt" else 0.5)
        return full * (float(chart["destroyed_factor"]) if why == DESTROYED else float(chart["removed_factor"]))
    if why == DESTROYED:
        return float(units.points(stand))
    cite("FFT-GEN-02")
    return float(math.ceil(units.points(stand) * float(chart["removed_factor"])))


def is_exit(scene: Scene, side: str, edge: str) -> bool:
    """Does the scenario reward the side for leaving by this edge? Rule: FFT-MOVE-09."""
    cite("FFT-MOVE-09")
    rows = [r.condition for r in scene.setup.victory.scores]
    return any(isinstance(c, Stands) and c.side == side and c.left_by == edge for c in rows)


# ---------------------------------------------------------------- units


def counts_for_strength(state: FistState, stand: FistStand) -> bool:
    """Is it one of the stands that a unit's strength counts? Rule: FFT-UNIT-02."""
    cite("FFT-UNIT-02")
    group = state.groups.get(stand.group)
    return group is not None and group.cohesive and not stand.off_board and stand.ratings.kind != "fo"


def strength(state: FistState, group: str) -> list[FistStand]:
    """Stands of a unit that are still in the battle and count."""
    return [s for s in state.stands.values() if s.group == group and not s.gone and counts_for_strength(state, s)]


def owes_loss_check(state: FistState, group: FistGroup) -> str:
    """The rule by which a unit checks for its losses now, or "". Rules: FFT-QC-11 to -13, -16, -17, -20."""
    left = len(strength(state, group.id))
    lost = group.started - left
    chart = tables()["losses"]
    if not left or not group.lost_now or group.started == 0:
        return ""
    cite("FFT-QC-17")
    before = lost - group.lost_now
    limit = group.started * int(chart["threshold_numerator"])
    if lost * int(chart["threshold_denominator"]) >= limit:
        return cite("FFT-QC-12" if before * int(chart["threshold_denominator"]) >= limit else "FFT-QC-11")
    if left == 1:
        cite("FFT-QC-20")
        return cite("FFT-QC-13") if group.started > 1 and not group.alone else ""
    return ""


def unit_number(state: FistState, group: str) -> int:
    """Quality number of a unit: the most numerous, ties to the worse. Rule: FFT-QC-17."""
    names = [s.quality for s in strength(state, group)]
    best = max(dict.fromkeys(names), key=lambda q: (names.count(q), int(quality(q)["number"])))
    return int(quality(best)["number"])


def loss_checks(battle: Battle) -> Directive:
    """One round: a unit that owes it checks for its losses, the phasing side's first. Rules: FFT-QC-11 to -13, -19."""
    state = state_of(battle)
    cite("FFT-QC-19")
    order = sorted(state.groups.values(), key=lambda g: g.side != state.phasing)
    for group in order:
        rule = owes_loss_check(state, group)
        group.alone = group.alone or (len(strength(state, group.id)) == 1 and group.started > 1)
        group.lost_now = 0
        if rule:
            _check_unit(battle, group, rule)
            return AGAIN
    return NEXT


def _check_unit(battle: Battle, group: FistGroup, rule: str) -> None:
    state = state_of(battle)
    number = unit_number(state, group.id)
    dice = battle.throw(1)
    passed = dice[0] > 1 and dice[0] >= number
    rolled = battle.happen(
        Rolled(
            purpose="losses",
            who=group.id,
            side=group.side,
            dice=dice,
            total=dice[0],
            needed=f"{number}+",
            outcome="passed" if passed else "failed",
            rules=(rule, cite("FFT-QC-01")),
        )
    )
    if passed:
        return
    battle.happen(GroupChanged(group=group.id, changes=(), why="breaks", rules=(rule,)), rolled)
    for stand in strength(state, group.id):
        if not stand.gone and (stand.in_play or stand.carrier is None):
            remove(battle, stand, (rule,), rolled)
    group.lost_now = 0


def group_states(state: FistState, group: str) -> tuple[str, ...]:
    """destroyed (no stand left), broken (two thirds lost, or destroyed), off_table (still to come)."""
    unit = state.groups[group]
    if not unit.arrived:
        return ("off_table",)
    left = len(strength(state, group))
    if unit.started and not left:
        return ("destroyed", "broken")
    lost = unit.started - left
    chart = tables()["losses"]
    broken = lost * int(chart["threshold_denominator"]) >= unit.started * int(chart["threshold_numerator"]) > 0
    return ("broken",) if broken else ()


def tally(state: FistState) -> tuple[tuple[str, str], ...]:
    """Rows of the result screen: stands destroyed and removed, and their points."""
    rows = []
    for side in state.sides.values():
        lost = [s for s in state.stands.values() if s.side == side.id and s.gone in (DESTROYED, REMOVED)]
        killed = sum(s.gone == DESTROYED for s in lost)
        points = sum(units.points(s) * (1.0 if s.gone == DESTROYED else 0.5) for s in lost)
        rows.append((side.name, f"{killed} destroyed, {len(lost) - killed} gone, {points:g} points"))
    return tuple(rows)
