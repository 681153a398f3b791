"""What orders are worth, and the odds of charges."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, red, squad, stand
from tests.rulesets.clash_of_titans.firefight import MG42, wall
from wargame.engine.orders import Assault, Fire, Shot, Wait
from wargame.rulesets.clash_of_titans import appraise, charge_odds, gun_targets
from wargame.rulesets.clash_of_titans.charge_odds import GOES_ON, LOST, ROUTED, STOPPED, TAKEN, Charge


def duel(**more):
    return build.battle_of(red("charger", 34, 24), blue("man", 40, 24, **more))


def test_chances_of_every_order_add_up_to_one_for_each_man():
    battle = build.battle_of(red("mg", 20, 24, line=MG42), *squad("blue", "b", 34, 20, 4))
    order = Fire(stand="mg", weapon="MG42 on bipod", targets=(Shot("b-2", 6),))
    found = appraise.appraise(battle.view("red"), order)
    for name in ("b-1", "b-2", "b-3"):
        rows = [o.chance for o in found.outcomes if o.id.startswith(f"{name}:")]
        assert sum(rows) == pytest.approx(1.0)
    assert found.worth > 0 and "%" in found.headline


def test_a_shot_at_a_man_in_cover_is_worth_less():
    order = Fire(stand="r", weapon="bolt action rifle", targets=(Shot("b"),))
    worths = []
    for features in ((), (wall(33, 22, 26),)):
        battle = build.battle_of(red("r", 20, 24), blue("b", 34, 24), features=features)
        worths.append(appraise.appraise(battle.view("red"), order).worth)
    assert worths[0] > worths[1]


def test_waiting_is_worth_nothing():
    assert appraise.appraise(duel().view("red"), Wait(stand="charger")).worth == 0.0


def test_odds_of_the_first_round_are_those_of_all_dice():
    battle = duel(rep=3)
    made = Charge(battle, (stand(battle, "charger"),), stand(battle, "man"))
    ours, theirs = charge_odds.facts(made, ["charger"])
    n, m = charge_odds.dice_of(battle, made.men[0], ours), charge_odds.dice_of(battle, made.target, theirs)
    assert (n, m) == (6, 4)
    wins = {1: 0, 2: 0, -1: 0, -2: 0, 0: 0}
    for faces in product((True, False), repeat=n + m):
        margin = sum(faces[:n]) - sum(faces[n:])
        wins[max(-2, min(2, margin))] += 1
    total = 2 ** (n + m)
    found = charge_odds.melee(made, ["charger"])
    down = {3: 3 / 6 + 3 / 6 * 3 / 4, 4: 4 / 6 + 2 / 6 * 3 / 4}
    strong = {3: 3 / 6 + 3 / 6 * 5 / 9, 4: 4 / 6 + 2 / 6 * 5 / 9}
    assert found[TAKEN] == pytest.approx((wins[1] * down[3] + wins[2] * down[4]) / total)
    assert found[LOST] == pytest.approx((wins[-1] * strong[3] + wins[-2] * strong[4]) / total)
    assert sum(found.values()) == pytest.approx(1.0)


def test_odds_of_a_charge_count_every_way_it_can_end():
    battle = duel()
    found = charge_odds.odds(battle, [stand(battle, "charger")], stand(battle, "man"))
    assert sum(found.values()) == pytest.approx(1.0)
    assert found[charge_odds.DARED_NOT] == pytest.approx(1 - (4 / 6) ** 2)
    assert found[ROUTED] == pytest.approx((4 / 6) ** 2 * (2 / 6) ** 2)
    assert found[STOPPED] > 0 and found[GOES_ON] > 0


def test_a_helpless_man_is_taken_by_whoever_dares():
    battle = duel()
    stand(battle, "man").status = "stunned"
    found = charge_odds.odds(battle, [stand(battle, "charger")], stand(battle, "man"))
    assert found[TAKEN] == pytest.approx((4 / 6) ** 2)


def test_a_charge_is_appraised_with_a_warning_of_onlookers():
    battle = build.battle_of(red("charger", 34, 24), blue("man", 40, 24), blue("other", 40, 30, facing=220.0))
    found = appraise.appraise(battle.view("red"), Assault(stand="charger", target="man"))
    assert found.estimate and "others" in found.lines[0]
    assert sum(o.chance for o in found.outcomes) == pytest.approx(1.0)


def test_what_meets_armour_is_appraised_without_a_fault():
    battle = build.battle_of(build.red("tank", 20, 24, line="panzer_iv_g"), build.blue("x", 40, 24, line="t_34_76"))
    weapon = gun_targets.weapons_of(build.stand(battle, "tank"))[0]
    found = appraise.appraise(battle, Fire(stand="tank", weapon=weapon, targets=(Shot("x"),)))
    assert found.worth >= 0.0
