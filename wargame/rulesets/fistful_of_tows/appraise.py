"""What an order is worth: the dice of the resolution, with their distribution in place of their faces.

Distances are not measured before fire is declared (FFT-MEAS-01): what is shown is an estimate.
"""

from __future__ import annotations

from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.dice import Modifier
from wargame.engine.orders import Act, Fire, Move, Order
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import close_combat, direct_acts, fire, marching, overwatch, units, worth
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

NOTHING = Appraisal(outcomes=(), worth=0.0)
OVERKILL = 0.02
"""What is left of a target's worth when it is lost already."""
GIVEN_UP = 0.12
"""Share of its own worth that a hidden stand gives up by firing."""


def appraise(scene: Scene, order: Order) -> Appraisal:
    """Exact chances of an order, from what the scene knows."""
    if isinstance(order, Fire):
        return _fire(scene, order)
    if isinstance(order, Act):
        return _act(scene, order)
    return _march(scene, order) if isinstance(order, Move) else NOTHING


def _march(scene: Scene, order: Move) -> Appraisal:
    """A move under the eyes of the enemy. Rules: FFT-STRAT-03, -06, FFT-OW-09."""
    if not isinstance(scene, View):
        return NOTHING
    danger = marching.march(scene, order)
    return Appraisal(outcomes=(), worth=danger, headline="under fire on the way") if danger else NOTHING


def _act(scene: Scene, order: Act) -> Appraisal:
    """Salvoes by their dice, other acts by what they are good for."""
    if order.act in (direct_acts.MORTAR, direct_acts.ROCKETS):
        return direct_acts.appraise(scene, order)
    value = direct_acts.worth_of(scene, order) if order.act in direct_acts.NAMES else marching.act(scene, order)
    return Appraisal(outcomes=(), worth=value, headline="now") if value else NOTHING


def _fire(scene: Scene, order: Fire) -> Appraisal:
    state = state_of(scene)
    firer = state.stands[order.stand]
    if not order.targets:
        return NOTHING
    fighting = close_combat.role(scene, firer) if state.combat and firer.id in state.combat else ""
    outcomes: list[Outcome] = []
    total = 0.0
    modifiers: tuple[Modifier, ...] = ()
    rules: tuple[str, ...] = ()
    lines: list[str] = []
    weapon = fire.weapon_of(firer, order.weapon)
    order = Fire(stand=order.stand, weapon=weapon.id, targets=order.targets, mode=order.mode)
    for shot in order.targets:
        target = state.stands[shot.target]
        made = fire.numbers(scene, overwatch.shooting_of(order), target, fighting)
        killed, failed, passed = worth.harm_to(scene, target, made, shot.shots)
        prize = worth.value(scene, target) * _still_there(scene, firer, target)
        outcomes += _outcomes(target, killed, failed, passed, prize, made.kind == "men" and units.is_foot(target))
        lines.append(_line(target, made.band, made.need, made.save, made.pen_dice, shot.shots, made.face))
        modifiers, rules = (*modifiers, *made.modifiers), (*rules, *made.rules)
        total += killed + failed
    cite("FFT-MEAS-04")
    gain = expect(outcomes) - (GIVEN_UP * worth.value(scene, firer) if not firer.spotted else 0.0)
    return Appraisal(
        outcomes=tuple(outcomes),
        worth=gain,
        headline=f"{min(1.0, total):.0%}",
        lines=tuple(lines),
        modifiers=modifiers,
        rules=tuple(dict.fromkeys(rules)),
        estimate=True,
    )


def _still_there(scene: Scene, firer: FistStand, target: FistStand) -> float:
    """Chance that a target is not yet lost to what this side has declared or rolled now. Rule: FFT-ELIG-05."""
    if target.doomed:
        return OVERKILL
    chance = 1.0
    for shooting in state_of(scene).pending:
        for name, shots in shooting.targets:
            if name == target.id and shooting.stand != firer.id:
                made = fire.numbers(scene, shooting, target)
                killed, failed, _ = worth.harm_to(scene, target, made, shots)
                chance *= 1.0 - killed - failed
    return max(OVERKILL, chance)


def _outcomes(
    target: FistStand, killed: float, failed: float, passed: float, prize: float, pins: bool
) -> list[Outcome]:
    left = max(0.0, 1.0 - killed - failed - passed)
    rows = [
        Outcome(id="destroyed", text=f"{target.name} is destroyed", chance=killed, worth=prize, good=True),
        Outcome(id="failed", text=f"{target.name} fails its check", chance=failed, worth=prize * 0.6, good=True),
    ]
    name = "is pinned" if pins else "passes its check"
    value = prize * worth.PIN if pins else 0.0
    rows.append(Outcome(id="passed", text=f"{target.name} {name}", chance=passed, worth=value))
    rows.append(Outcome(id="nothing", text="no effect", chance=left))
    return rows


def _line(target: FistStand, band: str, need: int, save: int, dice: int, shots: int, face: str) -> str:
    parts = [f"{shots} dice at {target.name}, {band}: {need}+" if need else f"{target.name}: out of reach"]
    if dice:
        parts.append(f"{dice} penetration dice on the {face}")
    if save:
        parts.append(f"saved on {save}+")
    return ", ".join(parts)
