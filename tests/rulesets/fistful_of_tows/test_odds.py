"""Odds shown are those of the dice: each is counted out face by face with what the resolution asks of a face."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

from tests.rulesets.fistful_of_tows.sketch import area, battle_of, blue, red, stand
from wargame.engine.dice import Chance
from wargame.engine.orders import Fire
from wargame.rulesets.fistful_of_tows import appraise, attack, checks, data, fire, firing, odds, overwatch, targets
from wargame.rulesets.fistful_of_tows.attack import Attack

WANTED = 200
FACES = range(1, 7)
QUALITIES = ("green", "average", "veteran", "elite")
GROUND = (
    area("wood", "woods_light", 34, 14, 44, 22),
    area("town", "town", 34, 26, 42, 34),
)


def positions():
    """Battles with one Soviet and one American stand somewhere, and an attack that is legal."""
    chance = Chance(2000)
    lines = [r for r in data.lines().values() if r.weapons and r.kind in ("mbt", "light", "soft", "infantry")]
    found = 0
    while found < WANTED:
        one, other = lines[chance.index(len(lines))], lines[chance.index(len(lines))]
        x, y, turn = 20 + chance.die(200) / 10, 10 + chance.die(250) / 10, float(chance.die(360) - 1)
        skills = QUALITIES[chance.index(4)], QUALITIES[chance.index(4)]
        battle = battle_of(
            red("r", one.id, x, y, 0.0, quality=skills[0]),
            blue("b", other.id, 35 + chance.die(60) / 10, 15 + chance.die(180) / 10, turn, quality=skills[1]),
            features=GROUND,
            step="fire_a",
        )
        orders = list(firing.legal_orders(battle, stand(battle, "r"), "fire"))
        if orders:
            found += 1
            yield battle, orders[chance.index(len(orders))]


def one_shot(made: Attack) -> dict[str, Fraction]:
    """What one die to hit comes to: destroyed, check, none."""
    found: Counter[str] = Counter()
    for face in FACES:
        if not odds.hits(face, made.need, made.add):
            found["none"] += Fraction(1, 6)
            continue
        through = Fraction(1, 6)
        if made.save:
            kept = sum(odds.saved(f, made.save) for f in FACES)
            found["none"] += through * Fraction(kept, 6)
            through *= Fraction(6 - kept, 6)
        for result, share in penetrating(made.pen_dice, made.pen_modifier).items():
            found[result] += through * share
    return found


@functools.cache
def penetrating(dice: int, modifier: int) -> dict[str, Fraction]:
    """All throws of the penetration dice, equal ones counted together."""
    found: Counter[str] = Counter()
    for faces in itertools.combinations_with_replacement(FACES, dice):
        ways = math.factorial(dice)
        for count in Counter(faces).values():
            ways //= math.factorial(count)
        found[odds.reads(faces, modifier)] += Fraction(ways, 6**dice)
    return found


def fails(battle, target, modifier: int) -> Fraction:
    number = checks.number(battle, target)[0]
    return Fraction(sum(not checks.is_passed(face, modifier, number) for face in FACES), 6)


def counted(battle, order: Fire) -> dict[str, Fraction]:
    """Chances of the outcomes of an attack, counted out."""
    target = stand(battle, order.targets[0].target)
    made = fire.numbers(battle, overwatch.shooting_of(order), target)
    shots = order.targets[0].shots
    if made.kind == attack.MEN:
        found: Counter[str] = Counter()
        for faces in itertools.product(FACES, repeat=shots):
            hits = sum(odds.hits(face, made.need, made.add) for face in faces)
            lost = fails(battle, target, checks.small_modifier(hits)) if hits else Fraction(0)
            found["failed"] += Fraction(1, 6**shots) * lost
            found["passed"] += Fraction(1, 6**shots) * (1 - lost if hits else 0)
        return found
    one = one_shot(made)
    none = one["none"] ** shots
    harmed = (one["none"] + one["check"]) ** shots - none
    lost = fails(battle, target, 0)
    return {"destroyed": 1 - none - harmed, "failed": harmed * lost, "passed": harmed * (1 - lost)}


@pytest.mark.rule("FFT-PEN-03", "FFT-GEN-08", "FFT-QC-01")
def test_odds_shown_are_those_of_the_dice_in_two_hundred_positions():
    kinds: Counter[str] = Counter()
    for battle, order in positions():
        target = stand(battle, order.targets[0].target)
        kinds[targets.kind_of_fire(fire.weapon_of(stand(battle, order.stand), order.weapon), target)] += 1
        shown = {o.id: o.chance for o in appraise.appraise(battle, order).outcomes}
        wanted = counted(battle, order)
        for name in ("destroyed", "failed", "passed"):
            assert shown[name] == pytest.approx(float(wanted.get(name, 0)), abs=1e-9), (order, name)
        assert sum(shown.values()) == pytest.approx(1.0)
    assert sum(kinds.values()) == WANTED and min(kinds["armour"], kinds["men"]) > 20


def test_a_target_that_is_lost_already_is_worth_little_to_those_who_have_not_fired():
    battle = battle_of(
        red("a", "su_t72b", 20, 20), red("c", "su_t72b", 20, 24), blue("b", "us_m113a2", 30, 20), step="fire_a"
    )
    shot = next(iter(firing.legal_orders(battle, stand(battle, "c"), "fire")))
    alone = appraise.appraise(battle, shot)
    fire.declare(battle, overwatch.shooting_of(next(iter(firing.legal_orders(battle, stand(battle, "a"), "fire")))))
    second = appraise.appraise(battle, shot)
    assert 0.0 < second.worth < alone.worth
    assert [o.chance for o in second.outcomes] == [o.chance for o in alone.outcomes]
