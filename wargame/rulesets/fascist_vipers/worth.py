"""What a unit is worth to its side: the scale of all odds of this rulebook. A rifle platoon is about 10."""

from __future__ import annotations

from wargame.rulesets.fascist_vipers import units
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


def value(stand: VipersStand) -> float:
    """Worth of a unit: what it is for, its best dice, its armour, its quality."""
    ratings = stand.ratings
    dice = max(ratings.dice_soft, ratings.dice_armour, ratings.bomb_dice_soft)
    armour = max(0, units.rank(ratings.armour_class))
    found = _BY_CATEGORY.get(ratings.category, 3.0) + _PER_DIE * dice + _PER_CLASS * armour
    return found + _PER_GRADE * units.grade(ratings.quality)
