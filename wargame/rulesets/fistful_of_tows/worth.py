"""What a stand is worth, and what an attack on it is: the scale of all odds is points. Rule: FFT-PV-01."""

from __future__ import annotations

from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import checks, odds, units
from wargame.rulesets.fistful_of_tows.attack import Attack
from wargame.rulesets.fistful_of_tows.state import FistStand

SCALE = 0.1
"""Points of the list for one point of worth."""
PIN = 0.12
"""Share of its worth that pinning infantry costs."""


def value(scene: Scene, stand: FistStand) -> float:
    """Worth of a stand with whoever rides in it."""
    aboard = sum(units.points(r) * 0.5 for r in units.riders(scene, stand))
    return SCALE * (max(3.0, units.points(stand)) + aboard)


def after_check(scene: Scene, stand: FistStand, modifier: int) -> float:
    """Chance that a stand fails the check it would owe."""
    if checks.FIRE in stand.passed:
        return 0.0
    return 1.0 - odds.passes(checks.number(scene, stand)[0], modifier)


def harm_to(scene: Scene, target: FistStand, made: Attack, shots: int) -> tuple[float, float, float]:
    """Chances that an attack destroys, that its check is failed, that it is passed (and pins)."""
    found = odds.harm(made, shots)
    if made.kind == "men":
        failed = passed = 0.0
        for hits, chance in enumerate(found.by_hits):
            if hits:
                lost = after_check(scene, target, checks.small_modifier(hits))
                failed += chance * lost
                passed += chance * (1.0 - lost)
        return 0.0, failed, passed
    lost = after_check(scene, target, 0)
    return found.destroyed, found.check * lost, found.check * (1.0 - lost)


def worth_of(scene: Scene, target: FistStand, made: Attack, shots: int) -> float:
    """Worth of an attack: full points for a kill, half for a failed check."""
    killed, failed, passed = harm_to(scene, target, made, shots)
    prize = value(scene, target)
    pins = PIN * passed if made.kind == "men" and units.is_foot(target) else 0.0
    return prize * (killed + 0.6 * failed + pins)
