"""What a figure, vehicle or gun is worth to its side: the scale of all odds of this rulebook. A rifleman is about 10.

The computer's judgement, not a rule: nothing here changes what happens.
"""

from __future__ import annotations

from typing import cast

from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import data, groups
from wargame.rulesets.clash_of_titans.state import (
    CAPTURED,
    DUCKED,
    HUNKERED,
    OUT,
    READY,
    RUNNING,
    STUNNED,
    ClashStand,
    ClashState,
)

_MAN = 5.0
_PER_REP = 0.8
_PER_DIE = 1.2
_LEADS = 5.0
_SECOND = 2.0
_STAR = 6.0
_SPECIAL = {"medic": 2.0, "observer": 6.0, "radio": 1.5}
_AGAINST_ARMOUR = 0.9
"""For each point of APR of what a man carries."""
_GUN = 12.0
_PER_APR = 2.0
_PER_CIRCLE = 1.0
_PER_AR = 3.0
_PER_MG = 3.0
_SOFT = 6.0
_ARMOURED = 10.0
_WORN = {DUCKED: 0.9, HUNKERED: 0.6, STUNNED: 0.7, RUNNING: 0.45, OUT: 0.0, CAPTURED: 0.0}
"""Share of the worth that an enemy of this status still has as a danger."""
_COST = {
    READY: 0.0,
    "carry_on": 0.0,
    "return_fire": 0.0,
    "snap_fire": 0.02,
    "halt": 0.05,
    DUCKED: 0.16,
    "duck_back": 0.16,
    "retire": 0.30,
    STUNNED: 0.34,
    HUNKERED: 0.38,
    "hunker_down": 0.38,
    RUNNING: 0.60,
    "run_away": 0.60,
    "knocked_down": 0.30,
    OUT: 1.0,
    CAPTURED: 1.05,
    "obviously_dead": 1.0,
    "destroyed": 1.0,
    "knocked_out": 1.0,
    "immobilised": 0.35,
}
"""Share of its worth that a result of a reaction or of damage costs whoever suffers it."""


def value(stand: ClashStand) -> float:
    """Worth of a stand whatever happened to it; crewmen aboard count with their vehicle and are worth nothing."""
    if stand.is_vehicle:
        return _vehicle(stand)
    if stand.is_gun:
        gun = data.guns().get(stand.gun)
        return _GUN + (_PER_APR * gun.apr + _PER_CIRCLE * gun.he_circle_in if gun else 0.0)
    if not stand.is_man or (stand.carrier and stand.station not in ("", "rider", "passenger")):
        return 0.0
    return _man(stand)


def cost_of(result: str) -> float:
    """Share of its worth (0 to 1, a little more for a capture) that a result costs a stand; 0 for a harmless one.

    Results are statuses and the words of the reaction tests ("duck_back", "run_away" …).
    """
    return _COST.get(result, 0.0)


def prize(scene: Scene, stand: ClashStand) -> float:
    """Worth to the enemy of putting a stand out of the battle, as it is now; kept with a view."""
    if not isinstance(scene, View):
        return _prize(scene, stand)
    key = ("prize", stand.id)
    if key not in scene.kept:
        scene.kept[key] = _prize(scene, stand)
    found: float = scene.kept[key]
    return found


def _prize(scene: Scene, stand: ClashStand) -> float:
    return value(stand) * _WORN.get(stand.status, 1.0) * _nerve(scene, stand)


def loss(scene: Scene, stand: ClashStand) -> float:
    """What losing one's own stand costs: its worth, more where its group would be at half strength."""
    return value(stand) * _nerve(scene, stand)


def worse_by(stand: ClashStand, result: str) -> float:
    """Share of its worth that a result costs a stand beyond what its present status has cost it already."""
    return max(0.0, cost_of(result) - cost_of(stand.status))


def _man(stand: ClashStand) -> float:
    found = _MAN + _PER_REP * stand.rep
    dice, apr = 0.0, 0
    for name in stand.weapons:
        direct, blast = data.weapons().get(name), data.blast_weapons().get(name)
        if direct is not None:
            dice = max(dice, direct.targets * (1.0 if direct.range_in > 12 else 0.5))
            apr = max(apr, direct.apr)
        elif blast is not None:
            apr = max(apr, blast.apr)
            dice = max(dice, blast.circle_in * 0.8 if blast.delivery == "indirect" else 0.0)
    found += _PER_DIE * max(0.0, dice - 1.0) + _AGAINST_ARMOUR * apr
    found += _LEADS if stand.nco or stand.officer else (_SECOND if stand.junior_nco else 0.0)
    found += _STAR if stand.star else 0.0
    return found + sum(worth for name, worth in _SPECIAL.items() if getattr(stand, name))


def _vehicle(stand: ClashStand) -> float:
    spec = stand.spec
    if spec is None:
        return _SOFT
    found = _SOFT if spec.soft else _ARMOURED + _PER_AR * (spec.ar_front + spec.ar_side) / 2
    gun, auto = data.guns().get(spec.gun), data.weapons().get(spec.gun)
    if gun is not None and not stand.gun_out:
        found += _PER_APR * gun.apr + _PER_CIRCLE * gun.he_circle_in
    elif auto is not None:
        found += _PER_DIE * auto.targets + _PER_APR * auto.apr
    return found + _PER_MG * len(spec.mgs)


def _nerve(scene: Scene, stand: ClashStand) -> float:
    """A loss counts more in a group that it brings near half strength, and still more if it leads."""
    state = cast(ClashState, scene.state)
    group = state.groups.get(stand.group)
    if group is None or not stand.is_man or group.strength < 3:
        return 1.0
    left = sum(s.is_man for s in groups.members(state, stand.group))
    near_half = 1.0 if left > group.strength * 0.75 or left <= group.strength / 2 else 1.2
    return near_half * (1.15 if group.leader == stand.id else 1.0)
