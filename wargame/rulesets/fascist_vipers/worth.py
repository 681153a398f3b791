"""What a unit is worth to its side: the scale of all odds of this rulebook. A rifle platoon is about 10."""

from __future__ import annotations

from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.observation import kept_by, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

_BY_CATEGORY = {
    "teeth_arm": 4.0,
    "hq": 8.0,
    "aa": 3.0,
    "support": 3.0,
    "reconnaissance": 3.0,
    "transport": 1.0,
    "aircraft": 6.0,
}
_PER_DIE = 1.2
_PER_CLASS = 2.0
_PER_GRADE = 1.0
NEAR_HALF = 1.2
"""A loss counts so much more in a group that it would bring to half of its strength."""
BEATEN = 0.6
"""A unit that runs away, or waits for orders, is less of a danger than one that fights."""
BREAKS = {"reservist": 0.3, "green": 0.22, "veteran": 0.08, "elite": 0.06}
"""Chance, about, that the test which a lost teeth-arm unit causes takes its group out of the battle (CFV-REAC-04)."""
COST_OF_BREAKING = 0.6
"""Share of the worth of its other units that such a result costs."""
TESTS_ANYHOW = 0.35
"""Of which a loss still costs that much where the group has to test anyhow."""


def value(stand: VipersStand) -> float:
    """Worth of a unit: what it is for, its best dice, its armour, its quality."""
    ratings = stand.ratings
    dice = max(ratings.dice_soft, ratings.dice_armour, ratings.bomb_dice_soft)
    armour = max(0, units.rank(ratings.armour_class))
    found = _BY_CATEGORY.get(ratings.category, 3.0) + _PER_DIE * dice + _PER_CLASS * armour
    return found + _PER_GRADE * units.grade(ratings.quality)


def prize(scene: Scene, stand: VipersStand) -> float:
    """Worth of removing an enemy: its value, and what its loss does to the nerve of its group. Kept with a view."""
    return _kept(scene, stand)


def loss(scene: Scene, stand: VipersStand) -> float:
    """What losing one's own unit costs: its value, and the test that its group takes for it. Kept with a view."""
    return _kept(scene, stand)


def _kept(scene: Scene, stand: VipersStand) -> float:
    kept, key = kept_by(scene), ("worth", stand.id)
    if key not in kept:
        kept[key] = _with_nerve(scene, stand)
    return float(kept[key])


def _with_nerve(scene: Scene, stand: VipersStand) -> float:
    state, own = state_of(scene), value(stand)
    if stand.group not in state.groups:
        return own
    group = state.root(stand.group)
    if group.state in ("run_away", "reordering", "surrendered"):
        return own * BEATEN
    if not units.is_teeth(stand) or group.state == "fanatic":
        return own
    others = [s for s in state.command(group.id) if s.in_play and s.id != stand.id]
    nerve = COST_OF_BREAKING * BREAKS.get(stand.ratings.quality, 0.1) * sum(value(s) for s in others)
    left = 1 + sum(units.is_teeth(s) for s in others)
    half = group.original_teeth < 2 * left <= group.original_teeth + 2
    return own + nerve * (TESTS_ANYHOW if group.owes_test else 1.0) * (NEAR_HALF if half else 1.0)
