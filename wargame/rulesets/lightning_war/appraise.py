"""What an order is worth before it is given: the dice of the resolution, with their distribution in place of faces."""

from __future__ import annotations

from itertools import product

from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.dice import Modifier
from wargame.engine.orders import Act, Assault, Fire, Move, Order
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.lightning_war import (
    air,
    armour,
    assault,
    assault_dice,
    bridges,
    explosive,
    mines,
    missions,
    morale,
    probing,
    requests,
    shots,
    situation,
    small_arms,
    transport,
    units,
    worth,
)
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.location import known_enemies
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import HE, HEAT, MEN, Weapon, weapon

NOTHING = Appraisal(outcomes=(), worth=0.0)
LED_BY_STAFF = -1.5
"""A headquarters that goes in first is soon missed; any squad leads an assault as well."""


def appraise(scene: Scene, order: Order) -> Appraisal:
    """Exact chances of an order, from what the scene knows."""
    if isinstance(order, Fire) and order.targets:
        firer = state_of(scene).stands.get(order.stand)
        target = state_of(scene).stands.get(order.targets[0].target)
        if firer is None or not isinstance(target, WarStand):
            return NOTHING
        if firer.off_board:
            return _mission(scene, firer, target)
        arm = weapon(firer, order.weapon)
        return _shot(scene, firer, arm, target, order.mode) if arm is not None else NOTHING
    if isinstance(order, Assault):
        return _assault(scene, order)
    if isinstance(order, Act):
        return _act(scene, order)
    if isinstance(order, Move) and isinstance(scene, View) and order.path:
        return Appraisal(
            outcomes=(), worth=situation.risk_of_move(scene, state_of(scene).stands[order.stand], *order.path[-1])
        )
    return NOTHING


def _shot(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> Appraisal:
    if arm.kind in MEN:
        return _small_arms(scene, firer, arm, target, mode)
    if arm.kind == HE or (arm.kind == HEAT and not units.is_vehicle(target)):
        return _burst(scene, firer, arm, target, mode)
    return _armour(scene, firer, arm, target, mode)


def _small_arms(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> Appraisal:
    roll = small_arms.roll(scene, firer, arm, target, mode)
    results = [roll.result(face) for face in range(1, 7)]
    chances = {word: results.count(word) / 6 for word in ("disabled", "suppressed", "missed")}
    return _told(scene, target, chances, roll.modifiers, f"needs {roll.needed}+")


def _told(
    scene: Scene, target: WarStand, chances: dict[str, float], modifiers: tuple[Modifier, ...], *lines: str
) -> Appraisal:
    shaken = worth.shaken(scene, target)
    values = {
        "disabled": worth.prize(scene, target) + shaken,
        "abandoned": worth.prize(scene, target) + shaken,
        "suppressed": worth.SUPPRESSED + shaken,
    }
    good = {"missed": None, "stays": None}
    outcomes = tuple(
        Outcome(
            id=word,
            text=f"{target.name} is {word}" if word in values else "no effect",
            chance=chance,
            worth=values.get(word, 0.0),
            good=good.get(word, True),
        )
        for word, chance in chances.items()
        if chance > 0.0
    )
    done = chances.get("disabled", 0.0) + chances.get("abandoned", 0.0)
    headline = f"{done:.0%}" + (f" / {chances['suppressed']:.0%}" if chances.get("suppressed") else "")
    return Appraisal(outcomes=outcomes, worth=expect(outcomes), headline=headline, lines=lines, modifiers=modifiers)


# ---------------------------------------------------------------- high explosive


def burst_chances(bursts: list[explosive.Burst], dice: int) -> dict[str, float]:
    """Chances for the named target by the highest of so many dice: only that one decides on it."""
    found = {"disabled": 0.0, "suppressed": 0.0, "missed": 0.0}
    for highest in range(1, 7):
        chance = (highest / 6) ** dice - ((highest - 1) / 6) ** dice
        result = explosive.outcome(bursts[:1], (highest,))
        word = "disabled" if result.disabled else "suppressed" if result.suppressed else "missed"
        found[word] += chance
    return found


def expected_losses(bursts: list[explosive.Burst], dice: int) -> float:
    """How many targets the dice disable on the average; exact up to four dice, estimated beyond."""
    if dice <= 4:
        rows = list(product(range(1, 7), repeat=dice))
        return sum(len(explosive.outcome(bursts, faces).disabled) for faces in rows) / len(rows)
    first = burst_chances(bursts, dice)["disabled"]
    beats = sum(bursts[-1].beats(face) for face in range(1, 7)) / 6
    more = min(len(bursts) - 1, dice - 1)
    return first + sum(first * beats**n for n in range(1, more + 1))


def _burst(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> Appraisal:
    bursts = shots.bursts_of(scene, firer, arm, target, mode)
    chances = burst_chances(bursts, arm.dice)
    found = _told(scene, target, chances, bursts[0].modifiers, f"{arm.dice} dice")
    extra = max(0.0, expected_losses(bursts, arm.dice) - chances["disabled"]) if len(bursts) > 1 else 0.0
    return Appraisal(
        outcomes=found.outcomes,
        worth=found.worth + extra,
        headline=found.headline,
        lines=(*found.lines, f"{expected_losses(bursts, arm.dice):.2f} losses on average"),
        modifiers=found.modifiers,
    )


# ---------------------------------------------------------------- armour


def _armour(scene: Scene, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> Appraisal:
    aim = armour.to_hit(scene, firer, arm, target, mode)
    through = armour.disabling(scene, firer, arm, target)
    disabled = aim.chance * through.chance
    leaves = 0.0
    group = state_of(scene).groups.get(target.group)
    if through.crew_tests and group is not None:
        leaves = aim.chance * (1.0 - through.chance) * (1.0 - morale.chance(morale.need(scene, group)))
    chances = {"disabled": disabled, "abandoned": leaves, "missed": 1.0 - disabled - leaves}
    side = "side or rear" if through.side else "front"
    lines = (f"AP {through.ap} against DEF {through.defence} ({side})", f"hit {aim.chance:.0%}")
    return _told(scene, target, chances, aim.modifiers, *lines)


# ---------------------------------------------------------------- assault


def _assault(scene: Scene, order: Assault) -> Appraisal:
    """The dice of the assault itself; fire on the way is not counted."""
    state = state_of(scene)
    stand, target = state.stands[order.stand], state.stands.get(order.target)
    if not isinstance(target, WarStand):
        return NOTHING
    attackers = assault.engaged_attackers(scene, stand, target)
    defenders = assault.engaged_defenders(scene, target, stand.side)
    plus_a, plus_d = assault.plus_of_attacker(scene, stand, target), assault.plus_of_defender(target)
    found = assault_dice.odds(len(attackers), len(defenders), plus_a, plus_d)
    prize = worth.prize(scene, target)
    led_by_staff = LED_BY_STAFF if units.is_staff(stand) else 0.0
    won = led_by_staff + found.lost_defenders * prize - found.lost_attackers * worth.prize(scene, stand)
    outcomes = (
        Outcome(
            id="won",
            text=f"{target.name} is driven off",
            chance=found.win,
            worth=worth.shaken(scene, target) + 0.5,
            good=True,
        ),
        Outcome(
            id="lost",
            text=f"{stand.name} falls back",
            chance=1.0 - found.win,
            worth=-worth.shaken(scene, stand) - 0.3,
            good=False,
        ),
    )
    lines = (
        f"{len(attackers)} against {len(defenders)}",
        f"losses to be expected: {found.lost_defenders:.2f} for {found.lost_attackers:.2f}",
    )
    return Appraisal(outcomes=outcomes, worth=expect(outcomes) + won, headline=f"{found.win:.0%}", lines=lines)


# ---------------------------------------------------------------- batteries and aircraft


def _mission(scene: Scene, battery: WarStand, target: WarStand) -> Appraisal:
    """A request that may be refused, then the dice."""
    granted = (7 - requests.score(requests.level_of(battery))) / 6
    dice = air.dice_of(battery) if units.is_aircraft(battery) else missions.dice_of(battery)
    order = explosive.order_of_spread(scene, battery.side, target)
    bursts = [explosive.burst(scene, t, None) for t in order]
    chances = {word: granted * chance for word, chance in burst_chances(bursts, dice).items()}
    chances["missed"] += 1.0 - granted
    extra = granted * max(0.0, expected_losses(bursts, dice) - burst_chances(bursts, dice)["disabled"])
    told = _told(scene, target, chances, bursts[0].modifiers, f"granted {granted:.0%}", f"{dice} dice")
    return Appraisal(
        outcomes=told.outcomes,
        worth=told.worth + extra,
        headline=told.headline,
        lines=told.lines,
        modifiers=told.modifiers,
    )


def _act(scene: Scene, order: Act) -> Appraisal:
    """What a probe finds: the tester's die against that of an enemy of middling discipline; other acts just happen."""
    if order.act != probing.ACT:
        value = {mines.CLEAR: 0.6, bridges.REPAIR: 0.4, transport.DISMOUNT: 0.05}.get(order.act, -0.1)
        return Appraisal(outcomes=(Outcome(id="done", text="done", chance=1.0, worth=value),), worth=value)
    lower = sum(theirs + 1 < mine for mine, theirs in product(range(1, 7), repeat=2)) / 36
    known = any(order.at == (e.x, e.y) for e in known_enemies(scene, state_of(scene).stands[order.stand].side))
    value = 0.8 if known else 0.1
    outcomes = (
        Outcome(id="located", text="the enemy answers", chance=lower, worth=value, good=True),
        Outcome(id="silent", text="nobody answers", chance=1.0 - lower),
    )
    return Appraisal(outcomes=outcomes, worth=expect(outcomes), headline=f"{lower:.0%}", estimate=True)
