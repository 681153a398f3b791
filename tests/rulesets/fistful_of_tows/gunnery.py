"""Fire in a line: what it counts, who may, at whom, and the shot itself."""

from __future__ import annotations

from tests.rulesets.fistful_of_tows.sketch import area, order, stand
from wargame.engine.orders import Fire, Shot
from wargame.rulesets.fistful_of_tows import fire, targets
from wargame.rulesets.fistful_of_tows.state import Shooting

WOOD = area("w", "woods_light", 30, 10, 40, 30)


def numbers(battle, firer, weapon, target, mode="", fighting=""):
    shooting = Shooting(stand=firer, weapon=weapon, targets=((target, 1),), mode=mode)
    return fire.numbers(battle, shooting, stand(battle, target), fighting)


def may(battle, name, weapon, now="fire"):
    return targets.may_use(battle, stand(battle, name), stand(battle, name).ratings.weapon(weapon), now=now)


def legal(battle, firer, weapon="gun"):
    one = stand(battle, firer)
    rows = targets.targets(battle, one, one.ratings.weapon(weapon))
    return {t.stand for t in rows if t.refusal is None}


def shoot(battle, firer, weapon, target, shots):
    return order(battle, Fire(stand=firer, weapon=weapon, targets=(Shot(target, shots),)))
