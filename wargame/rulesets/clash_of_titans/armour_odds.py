"""What fire at armour, or from vehicles and guns, and charges on armour are worth, on the scale of `worth`.

Chances up to penetration and Clank are exact (`penetration_odds`); the answer that a crew shoots back is valued by the
chance of its own best gun, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.dice import Modifier
from wargame.engine.orders import Assault, Fire
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charge_odds,
    charges,
    clank,
    close_assault,
    crew,
    data,
    gun_fire,
    gun_targets,
    guns,
    lines,
    main_gun,
    nerve_odds,
    penetration,
    penetration_odds,
    ramming,
    shooting,
    shots,
    targets,
    throws,
    vehicle_data,
    vehicles,
    worth,
    wound_odds,
)
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE, FireOrder
from wargame.rulesets.clash_of_titans.damage import DEAD
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.penetration import DESTROYED, HARMLESS, HELD, KNOCKED_OUT, Strike
from wargame.rulesets.clash_of_titans.penetration_odds import MISSED, TRACK, Chances
from wargame.rulesets.clash_of_titans.state import OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN
from wargame.rulesets.clash_of_titans.wound_odds import Die

NOTHING = Appraisal(outcomes=(), worth=0.0)
_COST = {DESTROYED: 1.0, KNOCKED_OUT: 1.0, TRACK: 0.35, HELD: 0.0, HARMLESS: 0.0, MISSED: 0.0}
_TEXTS = {
    DESTROYED: "burns",
    KNOCKED_OUT: "is knocked out",
    TRACK: "loses a track",
    HELD: "holds",
    HARMLESS: "does not notice",
    MISSED: "is missed",
}
_NERVE = {clank.RETIRE: 0.3, clank.LEAVE: 0.8, clank.ABANDON: 1.0, clank.FIRE: 0.0, clank.CARRY_ON: 0.0}
"""Share of its worth that a crew's reaction costs its side."""
_GONE = (DEAD, OUT)


def appraise(scene: Scene, order: Fire | Assault) -> Appraisal:
    """Chances and worth of fire at armour or by a vehicle or gun, of ramming, and of a charge on a vehicle."""
    stand = state_of(scene).stands[order.stand]
    if isinstance(order, Assault):
        return _rams(scene, stand, order) if stand.is_vehicle else _charges(scene, stand, order)
    given = shots.fire_order(scene, order)
    if not given.targets:
        return NOTHING
    target = state_of(scene).stands[given.targets[0][0]]
    if not stand.is_man and gun_targets.is_single(stand, given.weapon):
        return _gun(scene, given, target)
    if target.is_man:
        # What men suffer is counted there, and it knows that armour is counted here.
        from wargame.rulesets.clash_of_titans import appraise as of_men

        return of_men.of_volley(scene, (given,))
    return _dice(scene, given, target)


# ---------------------------------------------------------------- main guns


def _gun(scene: Scene, order: FireOrder, target: ClashStand) -> Appraisal:
    laid = main_gun.aim(scene, order)
    if laid is None or laid.target is None:
        return NOTHING
    if target.is_man:
        return _at_man(scene, laid, target)
    if target.is_gun:
        return _at_gun(scene, laid, target)
    pierceable = gun_fire.could_pierce(laid, target)
    found = penetration_odds.solid_shot(laid, target)
    return _on_vehicle(scene, laid.body, target, found, pierceable, not laid.body.is_vehicle, laid.modifiers)


def _at_man(scene: Scene, laid: main_gun.Aim, target: ClashStand) -> Appraisal:
    """A solid shot at a man. Rule: NUT-VGUN-09."""
    shot = shooting.aim(scene, gun_fire.solid_shot(laid), target)
    fates = wound_odds.wounds(scene, target, [Die(shot.chance, shot.impact, laid.man.rep)])
    gone = sum(fates.get(word, 0.0) for word in _GONE)
    stunned = fates.get(STUNNED, 0.0)
    prize = worth.prize(scene, target)
    outcomes = (
        Outcome(id="gone", text=f"{target.name} out of the fight", chance=gone, worth=prize, good=True),
        Outcome(
            id=STUNNED, text=f"{target.name} stunned", chance=stunned, worth=prize * worth.worse_by(target, STUNNED)
        ),
        Outcome(id=MISSED, text="nothing", chance=1.0 - gone - stunned),
    )
    return Appraisal(
        outcomes=outcomes,
        worth=expect(outcomes),
        headline=f"{gone:.0%} out",
        modifiers=laid.modifiers,
        rules=("NUT-VGUN-09",),
    )


def _at_gun(scene: Scene, laid: main_gun.Aim, target: ClashStand) -> Appraisal:
    """A solid shot at a gun on wheels. Rule: NUT-GUNS-02."""
    found = penetration_odds.gunner(laid)
    hit = found.get(main_gun.HIT, 0.0) + found.get(main_gun.RANDOM, 0.0)
    ahead = penetration.difference(laid.gun.apr, guns.rating(target, vehicles.muzzle(laid.body, laid.weapon)))
    through = penetration_odds.rows(penetration.DICE, penetration.needed(ahead)) if ahead > 0 else {0: 1.0}
    lost = hit * (1.0 - through[0])
    outcomes = (
        Outcome(
            id=DESTROYED, text=f"{target.name} is destroyed", chance=lost, worth=worth.prize(scene, target), good=True
        ),
        Outcome(id=MISSED, text="nothing", chance=1.0 - lost),
    )
    return Appraisal(outcomes=outcomes, worth=expect(outcomes), headline=f"{lost:.0%} out", modifiers=laid.modifiers)


# ---------------------------------------------------------------- To Hit dice at metal


def _dice(scene: Scene, order: FireOrder, target: ClashStand) -> Appraisal:
    """Anti-tank weapons of men and automatic guns at vehicles; small arms at trucks. Rules: NUT-ATW-01, -02,
    NUT-PEN-06, -07."""
    gunner = shooting.gunner_of(scene, order)
    dice = order.targets[0][1]
    shot = shooting.aim(scene, gunner, target, dice)
    body, apr = gunner.body, gunner.weapon.apr
    if target.is_vehicle and apr > 0:
        face = vehicles.struck_face(target, lines.pose_of(scene, body).at, targets.drop(scene, body, target))
        by_foot = not body.is_afv
        hit = Strike(target=target.id, apr=apr, face=face, shooter=body.id, by_foot=by_foot)
        one = {word: chance * shot.chance for word, chance in penetration_odds.struck(target, hit).items()}
        one[MISSED] = 1.0 - shot.chance
        found = penetration_odds.in_turn(one, dice)
        pierceable = target.spec is not None and apr > vehicle_data.armour(target.spec, face)
        return _on_vehicle(scene, body, target, found, pierceable, by_foot, shot.modifiers)
    if target.is_vehicle and not target.is_afv:
        return _small_arms(scene, target, shot, dice)
    return NOTHING


def _small_arms(scene: Scene, target: ClashStand, shot: shooting.Shot, dice: int) -> Appraisal:
    """Small arms at a truck: immobilised, its driver or its riders hit. Rule: NUT-PEN-07."""
    found = penetration_odds.small_arms(shot.chance, dice)
    riders = crew.riders(state_of(scene), target.id)
    share = found.get("rider", 0.0)
    prize = worth.prize(scene, target)
    men = sum(worth.prize(scene, man) for man in riders) / len(riders) if riders else 0.0
    outcomes = (
        Outcome(
            id="immobilised",
            text=f"{target.name} is immobilised",
            chance=found["immobilised"],
            worth=prize * worth.cost_of("immobilised"),
            good=True,
        ),
        Outcome(id="driver", text="its driver is hit", chance=found["driver"], worth=prize * 0.25, good=True),
        Outcome(id="rider", text="a rider is hit", chance=share if riders else 0.0, worth=men * 0.5, good=True),
    )
    headline = f"{found['immobilised']:.0%} immobilised, {found['driver']:.0%} driver"
    return Appraisal(outcomes=outcomes, worth=expect(outcomes), headline=headline, rules=("NUT-PEN-07",), estimate=True)


# ---------------------------------------------------------------- what becomes of a vehicle


def _on_vehicle(
    scene: Scene,
    body: ClashStand,
    target: ClashStand,
    found: Chances,
    pierceable: bool,
    by_foot: bool,
    modifiers: Sequence[Modifier],
) -> Appraisal:
    """Outcomes of a strike with what the crew does that holds, and what it costs if it shoots back."""
    prize = worth.prize(scene, target)
    outcomes = [
        Outcome(
            id=word,
            text=f"{target.name} {_TEXTS[word]}",
            chance=found[word],
            worth=prize * _share(scene, body, target, word, pierceable, by_foot),
            good=True if _COST[word] > 0.0 else None,
        )
        for word in reversed(penetration_odds.WORSE)
        if found.get(word, 0.0) > 0.0
    ]
    back = _answered(scene, body, target, found, pierceable, by_foot)
    cost = back * _harm(scene, target, body) if back > 0.0 else 0.0
    gone = found.get(DESTROYED, 0.0) + found.get(KNOCKED_OUT, 0.0)
    lines_ = (f"burns {found.get(DESTROYED, 0.0):.0%}, knocked out {found.get(KNOCKED_OUT, 0.0):.0%}",)
    return Appraisal(
        outcomes=tuple(outcomes),
        worth=expect(outcomes) - cost,
        headline=f"{gone:.0%} knocked out",
        lines=lines_ + ((f"shoots back: costs {cost:.1f}",) if cost >= 0.05 else ()),
        modifiers=tuple(modifiers),
        rules=("NUT-PEN-02", "NUT-CLNK-01"),
    )


def _nerves(
    scene: Scene, body: ClashStand, target: ClashStand, word: str, pierceable: bool, by_foot: bool
) -> Mapping[str, float]:
    if word not in (HELD, TRACK) or not target.is_afv:
        return {}
    return penetration_odds.nerve(scene, target, body, pierceable, by_foot, lamed=word == TRACK)


def _share(scene: Scene, body: ClashStand, target: ClashStand, word: str, pierceable: bool, by_foot: bool) -> float:
    """Share of a vehicle's worth that a result costs, its crew's nerve counted."""
    nerves = _nerves(scene, body, target, word, pierceable, by_foot)
    return min(1.0, _COST[word] + sum(chance * _NERVE.get(result, 0.0) for result, chance in nerves.items()))


def _answered(
    scene: Scene, body: ClashStand, target: ClashStand, found: Chances, pierceable: bool, by_foot: bool
) -> float:
    """Chance that the crew shoots back."""
    held = sum(
        found.get(word, 0.0) * _nerves(scene, body, target, word, pierceable, by_foot).get(clank.FIRE, 0.0)
        for word in (HELD, TRACK)
    )
    man = crew.commander(state_of(scene), target.id)
    if man is None or not target.is_afv or not pierceable or not vehicles.looks_at(target, (body.x, body.y)):
        return held
    tests = penetration_odds.rows(2, man.rep)
    return held + found.get(MISSED, 0.0) * (tests.get(2, 0.0) + tests.get(1, 0.0))


def _harm(scene: Scene, enemy: ClashStand, own: ClashStand) -> float:
    """What one answering shot of a vehicle's main gun costs."""
    if gun_targets.refusal(scene, enemy, MAIN_GUN, own) is not None:
        return 0.0
    order = FireOrder(stand=enemy.id, weapon=MAIN_GUN, why=RETURN_FIRE, targets=((own.id, 1),))
    laid = main_gun.aim(scene, order)
    if laid is None or not gun_targets.is_ready(enemy, MAIN_GUN) or not laid.gun.single:
        return 0.0
    if not own.is_vehicle:
        return 0.3 * worth.loss(scene, own)
    back = penetration_odds.solid_shot(laid, own)
    return worth.loss(scene, own) * sum(_COST[word] * chance for word, chance in back.items())


# ---------------------------------------------------------------- at arm's length


def _rams(scene: Scene, stand: ClashStand, order: Assault) -> Appraisal:
    """Ramming: the driver's test and the dice of both. Rule: NUT-VMOV-10."""
    target = state_of(scene).stands[order.target]
    man = crew.holder(state_of(scene), stand.id, crew.DRIVER)
    plan = ramming.way_to(scene, stand, target)
    if man is None or plan is None or not target.is_vehicle:
        return NOTHING
    x, y = plan.path[-1]
    moved = _moved(stand, x, y, plan.facing_deg)
    rep = throws.target_number(man.rep, crew.changes_of(man, crew.DRIVER))
    found = penetration_odds.ram(stand, target, rep, ramming.is_square(moved, target))
    prize, cost = worth.prize(scene, target), worth.loss(scene, stand)
    values = {
        ramming.CRUSHED: (f"{target.name} is knocked out", prize, True),
        ramming.LAMED: (f"{target.name} is immobilised", prize * 0.35, True),
        f"own_{ramming.CRUSHED}": (f"{stand.name} is knocked out", -cost, False),
        f"own_{ramming.LAMED}": (f"{stand.name} is immobilised", -cost * 0.35, False),
        ramming.NOTHING: ("no damage", 0.0, None),
        "passes_by": ("passes by", 0.0, None),
    }
    outcomes = tuple(
        Outcome(id=word, text=text, chance=found[word], worth=value, good=good)
        for word, (text, value, good) in values.items()
        if found.get(word, 0.0) > 0.0
    )
    gone = found.get(ramming.CRUSHED, 0.0)
    return Appraisal(
        outcomes=outcomes, worth=expect(outcomes), headline=f"{gone:.0%} knocked out", rules=("NUT-VMOV-10",)
    )


def _moved(stand: ClashStand, x: float, y: float, facing_deg: float) -> ClashStand:
    return msgspec.structs.replace(stand, x=x, y=y, facing_deg=facing_deg)


def _charges(scene: Scene, stand: ClashStand, order: Assault) -> Appraisal:
    """A charge on a vehicle, man by man: wanting to, daring, and the attack. What is fired at them is not counted.

    Rules: NUT-VINF-04, -05, -07, -08.
    """
    state = state_of(scene)
    target = state.stands[order.target]
    men = [state.stands[name] for name in dict.fromkeys((order.stand, *order.supports))]
    if not target.is_vehicle:
        return NOTHING
    goes = _sets(scene, men, target)
    lost = 0.0
    for going, chance in goes.items():
        alive = 1.0
        for man in men:
            if man.id in going:
                alive *= 1.0 - attack(scene, man, target)
        lost += chance * (1.0 - alive)
    outcomes = (
        Outcome(
            id=KNOCKED_OUT,
            text=f"{target.name} is knocked out",
            chance=lost,
            worth=worth.prize(scene, target),
            good=True,
        ),
        Outcome(id=MISSED, text="nothing", chance=1.0 - lost, worth=-0.2 * worth.loss(scene, stand)),
    )
    return Appraisal(
        outcomes=outcomes,
        worth=expect(outcomes),
        headline=f"{lost:.0%} knocked out",
        rules=("NUT-VINF-05", "NUT-VINF-07"),
        estimate=True,
    )


def _sets(scene: Scene, men: Sequence[ClashStand], target: ClashStand) -> dict[frozenset[str], float]:
    """Chance of each set of men to come to the hull."""
    found: dict[frozenset[str], float] = {}
    for going, chance in charge_odds.wanting(scene, men).items():
        able = [m for m in men if m.id in going]
        dares = {m.id: heroic(scene, m) for m in able}
        sets = {frozenset[str](): chance}
        for man in able:
            p = dares[man.id]
            sets = {
                key: share
                for old, had in sets.items()
                for key, share in ((old | {man.id}, had * p), (old, had * (1.0 - p)))
            }
        for key, share in sets.items():
            found[key] = found.get(key, 0.0) + share
    return found


def heroic(scene: Scene, man: ClashStand) -> float:
    """Chance that a man dares go at a tank. Rule: NUT-VINF-05."""
    chance = 0.0
    for found, share in nerve_odds.rows_of(man, (close_assault.HERO,), charge_odds.leader_rep(scene, man)).items():
        if close_assault.hero_result(man, found[0]) == "charge":
            chance += share
    return chance


def attack(scene: Scene, man: ClashStand, target: ClashStand) -> float:
    """Chance that a man's one attack at the hull puts a vehicle out. Rules: NUT-VINF-07, -08."""
    if not charges.is_anti_tank(man) or target.spec is None:
        return 0.0
    rep = throws.target_number(man.rep, close_assault.modifiers(scene, target))
    found = penetration_odds.rows(close_assault.DICE, rep)
    best = close_assault.best_face(man, target)
    shown = vehicles.face_towards(target, (man.x, man.y))
    lost = 0.0
    for row, face in ((2, best), (1, shown)):
        apr = charges.apr_of(man.readied) if man.readied else _apr(man)
        where = charges.face_of(man.readied, face) if man.readied else face
        after = penetration_odds.struck(target, Strike(target=target.id, apr=apr, face=where, by_foot=True))
        lost += found.get(row, 0.0) * (after.get(DESTROYED, 0.0) + after.get(KNOCKED_OUT, 0.0))
    return lost


def _apr(man: ClashStand) -> int:
    return data.weapon(man.in_hand).apr
