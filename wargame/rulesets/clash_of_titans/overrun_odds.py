"""Odds of driving over men: each man's Being Overrun, what running over does to him, what his charge does to the hull.

Exact for one man; of several each has his own test. Rules: NUT-VINF-02, NUT-VINF-03, NUT-ACT-04.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.orders import Move
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charge_odds,
    charges,
    ladder,
    nerve_odds,
    overrun,
    penetration_odds,
    steering,
    vehicle_moves,
    worth,
    wound_odds,
)
from wargame.rulesets.clash_of_titans.damage import DEAD
from wargame.rulesets.clash_of_titans.data import reaction_test
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.penetration import DESTROYED, KNOCKED_OUT, Strike
from wargame.rulesets.clash_of_titans.state import HUNKERED, OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import whole
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, RECOVERED, Die

LOST_HULL = "hull"
_TEXTS = {
    overrun.STAYS: "steps aside",
    overrun.JUMPS: "jumps clear, Ducked Back",
    MISSED: "is in his hole",
    RECOVERED: "is knocked down for a moment",
    STUNNED: "is stunned",
    OUT: "is out of the fight",
    DEAD: "is out of the fight",
}


def men_on(scene: Scene, vehicle: ClashStand, path: Sequence[tuple[float, float]], mode: str) -> list[ClashStand]:
    """Enemies whom a drive comes to, in the order in which it does. Rule: NUT-VINF-02."""
    full = ((vehicle.x, vehicle.y), *path)
    found = []
    for man in state_of(scene).stands.values():
        if man.side == vehicle.side or not man.is_man or not man.in_play or not overrun.is_in_danger(man, vehicle):
            continue
        at = steering.contact_at(vehicle, full, mode, man) if len(full) > 1 else None
        if at is not None:
            found.append((round(at, 3), man.id, man))
    return [man for _, _, man in sorted(found, key=lambda row: row[:2])]


def odds(scene: Scene, vehicle: ClashStand, man: ClashStand) -> dict[str, float]:
    """Chances of what becomes of one man: he steps aside, jumps clear, or is run over with one of the fates of
    `wound_odds`; `hull`: he stays, and his charge puts the vehicle out. Rules: NUT-VINF-02, -03."""
    found: dict[str, float] = defaultdict(float)
    for result, chance in _tested(scene, man).items():
        if result == overrun.RUN_OVER:
            for fate, share in _run_over(scene, vehicle, man).items():
                found[fate] += chance * share
        elif result == overrun.STAYS:
            lost = _charge(man, vehicle)
            found[LOST_HULL] += chance * lost
            found[result] += chance * (1.0 - lost)
        else:
            found[result] += chance
    return dict(found)


def _tested(scene: Scene, man: ClashStand) -> dict[str, float]:
    if man.status in (STUNNED, HUNKERED):
        return {overrun.RUN_OVER: 1.0}
    found: dict[str, float] = defaultdict(float)
    leader = charge_odds.leader_rep(scene, man) if reaction_test(overrun.TEST)["ld"] else 0
    for (passed,), chance in nerve_odds.rows_of(man, (overrun.TEST,), leader).items():
        found[ladder.read(overrun.TEST, passed).result] += chance
    return dict(found)


def _run_over(scene: Scene, vehicle: ClashStand, man: ClashStand) -> dict[str, float]:
    """Damage by the weight of the vehicle, in a hole only if a die says so. Rule: NUT-VINF-03."""
    reached = whole("infantry", "trench_run_over") / 6 if overrun.is_dug_in(scene, man) else 1.0
    rep = wound_odds.rep_of(scene, vehicle.id)
    return wound_odds.wounds(scene, man, [Die(reached, vehicle_moves.class_value(vehicle, "run_over_impact"), rep)])


def _charge(man: ClashStand, vehicle: ClashStand) -> float:
    """Chance that what he has readied puts out the vehicle that is over him. Rule: NUT-ACT-04."""
    if not charges.is_readied(man) or charges.difference(man, vehicle, "bottom") <= 0:
        return 0.0
    face = charges.face_of(man.readied, "bottom")
    hit = Strike(target=vehicle.id, apr=charges.apr_of(man.readied), face=face, shooter=man.id, by_foot=True)
    after = penetration_odds.struck(vehicle, hit)
    return after.get(DESTROYED, 0.0) + after.get(KNOCKED_OUT, 0.0)


def appraise(scene: Scene, vehicle: ClashStand, order: Move) -> Appraisal | None:
    """What a drive does to the men in its way; None if there are none."""
    men = men_on(scene, vehicle, order.path, order.mode)
    if not men:
        return None
    outcomes: list[Outcome] = []
    for man in men:
        prize = worth.prize(scene, man)
        for word, chance in odds(scene, vehicle, man).items():
            if chance <= 0.0:
                continue
            if word == LOST_HULL:
                text, value = f"{man.name} knocks out {vehicle.name}", -worth.loss(scene, vehicle)
            else:
                share = 1.0 if word in (OUT, DEAD) else worth.cost_of(_STATES.get(word, ""))
                text, value = f"{man.name} {_TEXTS[word]}", prize * share
            good = value > 0.0 if value else None
            outcomes.append(Outcome(id=f"{man.id}.{word}", text=text, chance=chance, worth=value, good=good))
    gone = [sum(o.chance for o in outcomes if o.id in (f"{m.id}.{OUT}", f"{m.id}.{DEAD}")) for m in men]
    told = ", ".join(f"{m.name} {chance:.0%} run over" for m, chance in zip(men, gone, strict=True))
    rules = ("NUT-VINF-02", "NUT-VINF-03")
    rows = tuple(outcomes)
    return Appraisal(outcomes=rows, worth=expect(rows), headline=told, rules=rules, estimate=len(men) > 1)


_STATES = {overrun.JUMPS: "duck_back", STUNNED: STUNNED}
