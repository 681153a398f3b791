"""The odds of armour are those of the resolution, run over every combination of dice."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    STUG,
    T34,
    T60,
    TIGER,
    TRUCK,
    duel,
    german,
    russian,
)
from tests.rulesets.clash_of_titans.oracle import MoreDice, Script
from wargame.engine.orders import Assault, Fire, Shot
from wargame.rulesets.clash_of_titans import (
    armour_odds,
    clank,
    main_gun,
    penetration,
    penetration_odds,
    ramming,
    throws,
    vehicle_moves,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.vehicle_causes import Clanked
from wargame.rulesets.clash_of_titans.vehicle_data import reaction_dice


def enumerated(battle, play):
    """Chance of each thing that `play` gives, by trying every die that it throws."""
    found = defaultdict(float)
    start, events = battle.state, len(battle.events)
    left = [[]]
    while left:
        faces = left.pop()
        battle.state = start.copy()
        battle.dice = Script(faces, start.dice_count)
        del battle.events[events:]
        try:
            result = play(battle)
        except MoreDice:
            left += [[*faces, face] for face in range(1, 7)]
            continue
        found[result] += 6.0**-battle.dice.thrown
    battle.state = start
    return dict(found)


def fate(battle, name, result):
    """The word of the odds for what penetration gave."""
    return "track" if result == penetration.HELD and battle.stand(name).immobilised else result


def same(odds, found):
    assert sum(odds.values()) == pytest.approx(1.0)
    assert {k: v for k, v in odds.items() if v > 0} == pytest.approx(found)


@pytest.mark.parametrize(
    ("line", "apr", "face", "location"),
    [
        (T34, 8, "front", "hull"),
        (T34, 6, "side", "turret"),
        (T34, 4, "side", "hull"),
        (T34, 1, "front", "hull"),
        (T60, 11, "rear", "hull"),
        (TRUCK, 3, "front", "hull"),
    ],
)
def test_one_strike(line, apr, face, location):
    battle = duel(german("v", line, 30, 24))
    hit = Strike(target="v", apr=apr, face=face, location=location)

    def play(made):
        target = made.stand("v")
        return fate(made, "v", penetration._one(made, target, hit, None))

    same(penetration_odds.struck(battle.stand("v"), hit), enumerated(battle, play))


@pytest.mark.parametrize(
    ("mine", "other", "fields"),
    [
        (T34, PANZER_IV_G, {}),
        (T34, STUG, {}),
        (PANZER_IV_G, T34, {"fast_moving": True}),
        (TIGER, T34, {"facing_deg": 90.0}),
    ],
)
def test_a_shot_of_a_main_gun(mine, other, fields):
    battle = duel(german("a", mine, 20, 24, crew_rep=3), russian("b", other, 45, 24, facing=180.0))
    for name, value in fields.items():
        setattr(battle.stand("b"), name, value)
    order = FireOrder(stand="a", weapon="main gun", targets=(("b", 1),))

    def play(made):
        laid = main_gun.aim(made, order)
        found, where, _ = main_gun.test(made, laid, None)
        if found not in (main_gun.HIT, main_gun.RANDOM):
            return "missed"
        return fate(made, "b", penetration._one(made, made.stand("b"), main_gun.strike_of(laid, where), None))

    laid = main_gun.aim(battle, order)
    same(penetration_odds.solid_shot(laid, battle.stand("b")), enumerated(battle, play))


def test_dice_in_turn_until_one_goes_through():
    battle = duel(german("v", T60, 30, 24))
    hit = Strike(target="v", apr=4, face="front")
    one = penetration_odds.struck(battle.stand("v"), hit)
    same(
        penetration_odds.in_turn(one, 2), enumerated(battle, lambda made: penetration.strikes(made, Toll(), (hit, hit)))
    )
    half = {word: chance / 2 for word, chance in one.items()} | {"missed": 0.5}
    missed = penetration_odds.in_turn(half, 2)
    assert missed["missed"] == pytest.approx(0.25) and sum(missed.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("line", "immobilised"), [(PANZER_IV_G, False), (T60, False), (PANZER_IV_G, True)])
def test_what_a_crew_does_that_was_struck(line, immobilised):
    battle = duel(german("v", line, 46, 24, facing=180.0), russian("o", TIGER, 20, 24, facing=0.0))
    battle.stand("v").immobilised = immobilised
    cause = Clanked(vehicle="v", attacker="o", pierceable=True)

    def play(made):
        man = made.stand("v.1")
        row = throws.passes(made, reaction_dice(clank.TEST), man.rep, clank.TEST, stand=man).row
        return clank.result_of(made, made.stand("v"), cause, row).result

    odds = penetration_odds.nerve(battle, battle.stand("v"), battle.stand("o"), True, False)
    same(odds, enumerated(battle, play))


def test_ramming():
    battle = duel(german("v", "motorcycle", 20, 24, crew_rep=3), russian("o", "wagon_mule", 24, 24, facing=90.0))

    def play(made):
        row = throws.passes(made, 2, 3, "ramming").row
        if row == ramming.PASSES_BY:
            return "passes_by"
        dice = ramming.dice_of(vehicle_moves.class_value(made.stand("v"), "bash"), row, False)
        ours = throws.successes(made, dice, "bash").passed
        theirs = throws.successes(made, vehicle_moves.class_value(made.stand("o"), "bash"), "bash").passed
        word = ramming.result(abs(ours - theirs))
        return word if ours > theirs or word == ramming.NOTHING else f"own_{word}"

    same(penetration_odds.ram(battle.stand("v"), battle.stand("o"), 3, False), enumerated(battle, play))


def test_appraisals():
    battle = duel(german("a", PANZER_IV_G, 20, 24), russian("b", T34, 45, 24, facing=90.0), build.blue("m", 45, 30))
    found = armour_odds.appraise(battle, Fire(stand="a", weapon="main gun", targets=(Shot("b"),)))
    assert sum(o.chance for o in found.outcomes) == pytest.approx(1.0)
    assert found.worth > 0.0 and "knocked out" in found.headline
    flank = found.worth
    battle.stand("b").facing_deg = 180.0
    assert armour_odds.appraise(battle, Fire(stand="a", weapon="main gun", targets=(Shot("b"),))).worth < flank
    man = armour_odds.appraise(battle, Fire(stand="a", weapon="main gun", targets=(Shot("m"),)))
    assert sum(o.chance for o in man.outcomes) == pytest.approx(1.0)


def test_appraisal_of_a_rocket_of_a_truck_and_of_a_charge():
    battle = build.battle_of(
        build.red("m", 30, 24, line="GE_panzerschreck", group="men"),
        build.red("e", 33.6, 24, facing=0.0, group="men", weapons=("satchel charge",)),
        russian("t", T34, 38, 24, facing=180.0),
        russian("k", TRUCK, 38, 34),
        german("r", TIGER, 30, 40),
    )
    build.stand(battle, "e").readied = "satchel charge"
    rocket = armour_odds.appraise(battle, Fire(stand="m", weapon="Panzerschreck", targets=(Shot("t"),)))
    assert sum(o.chance for o in rocket.outcomes) == pytest.approx(1.0) and rocket.worth > 0.0
    charge = armour_odds.appraise(battle, Assault(stand="e", target="t"))
    assert 0.0 < charge.outcomes[0].chance < 1.0
    build.stand(battle, "t").x, build.stand(battle, "t").y = 38.0, 40.0
    ram = armour_odds.appraise(battle, Assault(stand="r", target="t"))
    assert sum(o.chance for o in ram.outcomes) == pytest.approx(1.0)
