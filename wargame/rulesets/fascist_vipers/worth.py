"""What a unit is worth to its side: the scale of all odds of this rulebook. A rifle platoon is about 10."""

from __future__ import annotations

from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand

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
SHAKEN = 1.25
"""A loss counts so much more in a group that has had one in this go: each further one makes its test worse."""
NEAR_HALF = 1.2
"""And in one that the loss would bring to half of its strength."""
BEATEN = 0.7
"""A unit that runs away, or waits for orders, is less of a danger than one that fights."""


def value(stand: VipersStand) -> float:
    """Worth of a unit: what it is for, its best dice, its armour, its quality."""
    ratings = stand.ratings
    dice = max(ratings.dice_soft, ratings.dice_armour, ratings.bomb_dice_soft)
    armour = max(0, units.rank(ratings.armour_class))
    found = _BY_CATEGORY.get(ratings.category, 3.0) + _PER_DIE * dice + _PER_CLASS * armour
    return found + _PER_GRADE * units.grade(ratings.quality)


def prize(scene: Scene, stand: VipersStand) -> float:
    """Worth of removing an enemy: its value, more where its group is about to lose its nerve."""
    state = state_of(scene)
    if stand.group not in state.groups:
        return value(stand)
    return value(stand) * _nerve(scene, state.root(stand.group), stand)


def _nerve(scene: Scene, group: VipersGroup, stand: VipersStand) -> float:
    if group.state in ("run_away", "reordering", "surrendered"):
        return BEATEN
    if not units.is_teeth(stand):
        return 1.0
    left = sum(units.is_teeth(s) and not s.gone for s in state_of(scene).command(group.id))
    found = SHAKEN if group.losses_this_go else 1.0
    return found * (NEAR_HALF if 0 < group.original_teeth < 2 * left <= group.original_teeth + 2 else 1.0)
