"""Exact odds of air attacks, and orders that aircraft may be given. Rules: CFV-AIR-06 to -12, -24, -28."""

from __future__ import annotations

import math

from wargame.board import snap_facing
from wargame.engine.appraisal import Appraisal, Outcome, duel, expect
from wargame.engine.dice import Chance
from wargame.engine.orders import Fire, Shot
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, WeaponRow
from wargame.rulesets.fascist_vipers import air_defence, air_targets, burst_attack, burst_odds, fire, observation, worth
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersStand


def appraise_air(scene: Scene, order: Fire) -> Appraisal:
    """What an air attack may come to if all known guns take part; the umbrella first, then the attack."""
    aircraft = state_of(scene).stands[order.stand]
    target = air_targets.target_of(scene, order)
    if target is None:
        return Appraisal(outcomes=(Outcome(id="none", text="no target", chance=1.0),), worth=0.0)
    score, parts = air_defence.score(scene, target.side, air_defence.guns_over(scene, target.side, target))
    way = air_defence.chances(score) if score > 0 else {air_defence.THROUGH: 1.0}
    through = way[air_defence.THROUGH]
    attack = _attack(scene, order, aircraft, target)
    own = worth.value(aircraft)
    outcomes = [
        Outcome(id=o.id, text=o.text, chance=o.chance * through, worth=o.worth, good=o.good) for o in attack.outcomes
    ]
    if abort := way.get(air_defence.ABORT, 0.0):
        outcomes.append(Outcome(id="abort", text="driven off", chance=abort))
    if down := way.get(air_defence.SHOT_DOWN, 0.0):
        outcomes.append(Outcome(id="shot_down", text="shot down", chance=down, worth=-own, good=False))
    hit = sum(o.chance for o in outcomes if o.good)
    lines = (f"air defence {score}: {through:.0%} get through", *attack.lines)
    headline = f"{hit:.0%} / {way.get(air_defence.SHOT_DOWN, 0.0):.0%}"
    return Appraisal(
        outcomes=tuple(outcomes),
        worth=expect(outcomes),
        headline=headline,
        lines=lines,
        modifiers=(*parts, *attack.modifiers),
        rules=(cite("CFV-AIR-06"), cite("CFV-AIR-24"), *attack.rules),
    )


def weapons(scene: Scene, aircraft: VipersStand) -> tuple[WeaponRow, ...]:
    """Guns and bombs as the card shows them."""
    r = aircraft.ratings
    rows = []
    if r.air_gun != "none":
        cells = (("Soft", str(r.dice_soft)), ("Armour", str(r.dice_armour)), ("Pen.", r.penetrates), ("Gun", r.air_gun))
        rows.append(WeaponRow(id=air_targets.GUNS, name="Guns", manner="fire", cells=cells))
    if r.bomb_burst > 0:
        load = (("Soft", str(r.bomb_dice_soft)), ("Armour", str(r.bomb_dice_armour)), ("Pen.", r.bomb_penetrates))
        bombs = (*load, ("Burst", f"{r.bomb_burst:g} in"))
        rows.append(
            WeaponRow(id=air_targets.BOMBS, name="Bombs", manner="burst", cells=bombs, template_in=r.bomb_burst)
        )
    return tuple(rows)


def legal_attacks(scene: Scene, aircraft: VipersStand, most: int = 40, chance: Chance | None = None) -> list[Fire]:
    """Attacks that an aircraft may be ordered now: each weapon at each target, the best of a few approaches."""
    found: list[Fire] = []
    targets = observation.known_enemies(scene, aircraft.side)
    if chance is not None and targets:
        first = chance.index(len(targets))
        targets = targets[first:] + targets[:first]
    for target in targets:
        for row in weapons(scene, aircraft):
            orders = (
                order_for(aircraft, target, row.id, facing) for facing in _facings(scene, aircraft, target, row.id)
            )
            legal = next((o for o in orders if air_targets.check_air(scene, o) is None), None)
            if legal is not None:
                found.append(legal)
        if len(found) >= most:
            break
    return found


def order_for(aircraft: VipersStand, target: VipersStand, weapon: str, facing_deg: float | None = None) -> Fire:
    """The order to attack a unit with a weapon on an approach."""
    if weapon == air_targets.BOMBS:
        return Fire(stand=aircraft.id, weapon=weapon, at=(target.x, target.y), facing_deg=facing_deg)
    return Fire(stand=aircraft.id, weapon=weapon, targets=(Shot(target.id),), facing_deg=facing_deg)


def _facings(scene: Scene, aircraft: VipersStand, target: VipersStand, weapon: str) -> list[float]:
    """Approaches worth trying: against the flank first for guns, else straight from home."""
    home = air_targets.approach(scene, aircraft, target, None)
    if weapon == air_targets.BOMBS:
        return [home]
    turned = [snap_facing(target.facing_deg + turn) for turn in (90.0, 270.0, 0.0)]
    return [*turned, home]


def _attack(scene: Scene, order: Fire, aircraft: VipersStand, target: VipersStand) -> Appraisal:
    """The attack itself, once through."""
    facing = air_targets.approach(scene, aircraft, target, order.facing_deg)
    if air_targets.weapon_of(aircraft, order) == air_targets.BOMBS:
        at = (target.x, target.y)
        angle = math.radians(facing)
        behind = (at[0] - math.cos(angle) * 10.0, at[1] - math.sin(angle) * 10.0)
        landings = burst_odds.landing_points(at, behind, observed=False)
        found = burst_odds.tally(scene, aircraft.side, burst_attack.bomb_of(aircraft), landings)
        return burst_odds.summary(found, [f"lands on the aim point {sum(c for c, p in landings if p == at):.0%}"])
    origin = air_targets.coming_from(target, facing)
    cannon = air_targets.lowers_class(aircraft)
    defence = fire.defence(scene, target, aircraft.ratings.quality, origin, cannon=cannon, air=True)
    dice = fire.attack_dice(aircraft, target)
    removed = duel(dice.dice, defence.dice)[0]
    outcomes = (
        Outcome(id="removed", text=f"{target.name} is removed", chance=removed, worth=worth.value(target), good=True),
        Outcome(id="nothing", text="no effect", chance=1.0 - removed),
    )
    lines = (f"{dice.dice} dice against {defence.dice}",)
    rules = (cite("CFV-AIR-34"), cite("CFV-FIRE-20"))
    return Appraisal(outcomes=outcomes, worth=expect(outcomes), lines=lines, modifiers=defence.modifiers, rules=rules)
