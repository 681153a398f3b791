"""What an order is worth: the chances of the resolution, valued on the scale of `worth`.

Fire of men is counted exactly from To Hit to nerve (`fire_odds`), charges up to the first round (`charge_odds`), armour
in its own chapter; moves and other acts are the computer's judgement.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import cast

from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.orders import Act, Assault, Fire, Move, Order
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    acts_worth,
    allotment,
    burst_guess,
    burst_odds,
    charge_odds,
    fire_odds,
    moves_worth,
    shooting,
    shots,
    to_hit,
    worth,
    wound_odds,
)
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE, SNAP_FIRE, FireOrder
from wargame.rulesets.clash_of_titans.damage import DEAD
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.penetration import DESTROYED, KNOCKED_OUT
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.wound_odds import MISSED, Die

NOTHING = Appraisal(outcomes=(), worth=0.0)
GONE = (DEAD, OUT)
ANSWERS = (RETURN_FIRE, SNAP_FIRE)
_TEXTS = {
    "gone": "out of the fight",
    STUNNED: "stunned",
    "duck_back": "ducks back",
    "hunker_down": "hunkers down",
    "retire": "retires",
    "run_away": "runs",
    "answers": "shoots back",
    "carry_on": "nothing",
    "halt": "halts",
}


def appraise(scene: Scene, order: Order) -> Appraisal:
    """Chances and worth of an order, from what the scene knows."""
    if isinstance(order, Fire):
        return _fire(scene, order)
    if isinstance(order, Assault):
        return _charge(scene, order)
    if isinstance(order, Move):
        return moves_worth.appraise(cast(View, scene), order)
    if isinstance(order, Act):
        return acts_worth.appraise(cast(View, scene), order)
    return NOTHING


def roughly(view: View, order: Order) -> Appraisal:
    """The same for a computer player that weighs many orders: bursts by `burst_guess`, of a charge that is worth
    nothing to begin with not all that it costs."""
    if isinstance(order, Fire) and burst_odds.handles(view, order):
        return _burst(view, order, burst_guess.odds(view, order))
    if isinstance(order, Assault):
        return _charge(view, order, in_full=False)
    return appraise(view, order)


# ---------------------------------------------------------------- fire


def _fire(scene: Scene, order: Fire) -> Appraisal:
    state = state_of(scene)
    stand = state.stands[order.stand]
    metal = any(not state.stands[shot.target].is_man for shot in order.targets if shot.target in state.stands)
    if burst_odds.handles(scene, order):
        return _burst(scene, order, burst_odds.odds(scene, order))
    if not stand.is_man or metal:
        return _metal(scene, order)
    given = _settled(scene, shots.fire_order(scene, order))
    return of_volley(scene, (given,)) if given is not None and given.targets else NOTHING


def _metal(scene: Scene, order: Fire | Assault) -> Appraisal:
    """What meets armour, or comes from vehicles and guns, is counted where its rules are, once that is written."""
    try:
        odds = importlib.import_module("wargame.rulesets.clash_of_titans.armour_odds")
    except ModuleNotFoundError:
        return NOTHING
    return cast(Appraisal, odds.appraise(scene, order))


def _burst(scene: Scene, order: Fire, odds: burst_odds.Rows) -> Appraisal:
    """What bursts or burns, friend and enemy alike."""
    state = state_of(scene)
    shooter = state.stands[order.stand]
    outcomes: list[Outcome] = []
    answer, gone = 0.0, 0.0
    for name, row in odds.items():
        target = state.stands[name]
        outcomes += _outcomes(scene, target, row, friend=target.side == shooter.side)
        if target.side != shooter.side:
            gone += sum(row.get(word, 0.0) for word in (*GONE, DESTROYED, KNOCKED_OUT))
            back = sum(row.get(word, 0.0) for word in ANSWERS)
            answer += back * _harm(scene, target, shooter) if back > 0.0 and shooter.is_man else 0.0
    headline = f"{gone:.1f} out" if gone >= 1.0 else f"{gone:.0%} out"
    return Appraisal(outcomes=tuple(outcomes), worth=expect(outcomes) - answer, headline=headline)


def _settled(scene: Scene, order: FireOrder) -> FireOrder | None:
    """The order with all its dice allotted, as the plain answer would."""
    if order.targets or order.at is not None:
        return allotment.given(scene, order)
    choice = allotment.choice_of(scene, order)
    if choice is None:
        return None
    return allotment.with_targets(order, allotment.automatic(scene, [choice]))


def of_volley(scene: Scene, orders: tuple[FireOrder, ...]) -> Appraisal:
    """Chances of a volley of men at men. Rules: NUT-FIRE-02, NUT-DMG-01, NUT-RFIRE-02."""
    state = state_of(scene)
    active = [s.id for s in state.stands.values() if s.group == state.stands[orders[0].stand].group]
    counted = fire_odds.counted(scene, orders, active)
    found = fire_odds.of_fire(counted)
    outcomes: list[Outcome] = []
    answer = 0.0
    for name, row in found.items():
        target = state.stands[name]
        outcomes += _outcomes(scene, target, row)
        back = sum(row.get(word, 0.0) for word in ANSWERS)
        if back > 0.0 and name in counted.dice:
            answer += back * _harm(scene, target, state.stands[orders[0].stand])
    first = state.stands[orders[0].targets[0][0]]
    gone = sum(found[first.id].get(word, 0.0) for word in GONE)
    shaken = sum(found[first.id].get(w, 0.0) for w in ("duck_back", "hunker_down", "retire", "run_away", STUNNED))
    lines = tuple(_line(g, s) for g, s in counted.shots)
    return Appraisal(
        outcomes=tuple(outcomes),
        worth=expect(outcomes) - answer,
        headline=f"{gone:.0%} out, {shaken:.0%} down",
        lines=lines + ((f"shoots back: costs {answer:.1f}",) if answer >= 0.05 else ()),
        modifiers=tuple(dict.fromkeys(m for _, s in counted.shots for m in s.modifiers)),
        rules=tuple(dict.fromkeys(rule for _, s in counted.shots for rule in s.rules)),
    )


def _outcomes(scene: Scene, target: ClashStand, row: Mapping[str, float], friend: bool = False) -> list[Outcome]:
    """All that can become of one man, in the order of its weight; what becomes of a friend is a loss."""
    prize = -worth.loss(scene, target) if friend else worth.prize(scene, target)
    shares: dict[str, tuple[float, float]] = {}
    for word, chance in row.items():
        key = "gone" if word in GONE else "answers" if word in ANSWERS else word
        had, cost = shares.get(key, (0.0, 0.0))
        each = 1.0 if word in GONE else worth.worse_by(target, word)
        shares[key] = (had + chance, cost + chance * each)
    found = []
    for key, (chance, cost) in shares.items():
        if chance <= 0.0:
            continue
        value = prize * cost / chance
        good = True if value > 0.0 else (False if key == "answers" else None)
        text = f"{target.name} {_TEXTS.get(key, key.replace('_', ' '))}"
        found.append(Outcome(id=f"{target.id}:{key}", text=text, chance=chance, worth=value, good=good))
    return sorted(found, key=lambda o: -o.worth * o.chance)


def _line(gunner: shooting.Gunner, shot: shooting.Shot) -> str:
    return f"{shot.dice}d6 at {shot.target}: {to_hit.needed(shot.rep, shot.at)} ({shot.chance:.0%} each)"


def _harm(scene: Scene, stand: ClashStand, target: ClashStand) -> float:
    """What one answering shooting of a man costs another, damage only."""
    if not shooting.rolls_to_hit(stand, stand.in_hand):
        return 0.0
    order = FireOrder(stand=stand.id, weapon=stand.in_hand)
    gunner = shooting.gunner_of(scene, order)
    shot = shooting.aim(scene, gunner, target, shooting.dice_of(scene, gunner))
    fates = wound_odds.wounds(scene, target, [Die(shot.chance, shot.impact, stand.rep)] * shot.dice)
    lost = sum(fates.get(word, 0.0) for word in GONE) + fates.get(STUNNED, 0.0) * worth.worse_by(target, STUNNED)
    frightened = fates.get(MISSED, 0.0) * worth.cost_of("snap_fire")
    return worth.loss(scene, target) * (lost + frightened)


# ---------------------------------------------------------------- charges


def _charge(scene: Scene, order: Assault, in_full: bool = True) -> Appraisal:
    """in_full: onlookers are looked for even where the charge is worth nothing without them."""
    state = state_of(scene)
    men = [state.stands[name] for name in dict.fromkeys((order.stand, *order.supports))]
    target = state.stands[order.target]
    if not target.is_man:
        return _metal(scene, order)
    found = charge_odds.odds(scene, men, target)
    prize = worth.prize(scene, target)
    cost = worth.loss(scene, men[0])
    rows = (
        (charge_odds.TAKEN, f"{target.name} is taken", prize, True),
        (charge_odds.ROUTED, f"{target.name} runs", prize * worth.cost_of("run_away"), True),
        (charge_odds.GOES_ON, "the melee goes on", 0.0, None),
        (charge_odds.STOPPED, "shot down before contact", -cost * len(men) * 0.7, False),
        (charge_odds.LOST, f"{men[0].name} is lost", -cost, False),
        (charge_odds.DARED_NOT, "nobody dares", -1.0, None),
    )
    outcomes = tuple(
        Outcome(id=word, text=text, chance=found.get(word, 0.0), worth=value, good=good)
        for word, text, value, good in rows
    )
    value = expect(outcomes)
    onlookers = charge_odds.onlookers(scene, men, target) if in_full or value > 0.0 else []
    value -= sum(_harm(scene, s, men[0]) for s in onlookers)
    lines = (f"others who may fire at the chargers: {len(onlookers)}",) if onlookers else ()
    return Appraisal(
        outcomes=outcomes,
        worth=value,
        headline=charge_odds.told(found),
        lines=lines,
        rules=("NUT-CHRG-02", "NUT-CHRG-04", "NUT-MELE-03"),
        estimate=bool(onlookers),
    )
