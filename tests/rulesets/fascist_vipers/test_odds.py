"""Appraisals against the resolution: chances, what they are worth, and the words that tell them."""

from __future__ import annotations

import itertools

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.duels import HALF_TRACK, PAK_40, PANZER_IV, TIGER, area, assault, fire, shot
from tests.rulesets.fascist_vipers.sketch import (
    BATTERY,
    RIFLES,
    RUSSIANS,
    T34,
    behind,
    blue,
    minefield,
    red,
    rolls,
    stand,
)
from tests.rulesets.fascist_vipers.test_air_attacks import AA, bombs, guns, raid
from tests.rulesets.fascist_vipers.test_air_roles import FW190, STUKA
from wargame.engine.appraisal import duel
from wargame.engine.orders import Act, Assault, Done, Fire, Move
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import air_odds, bursts, mines, worth

BOOK = ruleset("fascist_vipers")


def appraised(battle, order):
    return BOOK.appraise(battle.view("red"), order)


def by_id(found):
    return {o.id: o for o in found.outcomes}


# ---------------------------------------------------------------- fire


def test_every_pair_of_totals_of_an_exchange_falls_under_one_outcome():
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("men", RUSSIANS, 23, 24))
    found = appraised(battle, shot("ours", "men"))
    dice, against = (int(found.lines[0].split()[n]) for n in (0, 3))
    counted = {"target": 0, "nothing": 0, "firer": 0}
    for faces in itertools.product(range(1, 7), repeat=dice + against):
        attack, defence = sum(faces[:dice]), sum(faces[dice:])
        counted["target" if attack > defence else "nothing" if attack == defence else "firer"] += 1
    total = 6 ** (dice + against)
    assert {o.id: o.chance for o in found.outcomes} == pytest.approx({k: n / total for k, n in counted.items()})
    outcomes = by_id(found)
    assert (outcomes["target"].good, outcomes["firer"].good) == (True, False)
    assert outcomes["target"].worth == worth.prize(battle, stand(battle, "men"))
    assert outcomes["firer"].worth == -worth.loss(battle, stand(battle, "ours"))
    assert found.worth == pytest.approx(sum(o.chance * o.worth for o in found.outcomes))
    assert found.headline == f"{outcomes['target'].chance:.0%} / {outcomes['firer'].chance:.0%}"
    assert found.lines == (f"{dice} attack dice, {against} defence dice",)


def test_whoever_cannot_hit_back_costs_nothing():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("men", RUSSIANS, 30, 24))
    found = by_id(appraised(battle, shot("ours", "men")))
    assert found["firer"].chance == 0.0
    assert found["target"].chance + found["nothing"].chance == pytest.approx(1.0)
    assert "men cannot hit back" in appraised(battle, shot("ours", "men")).lines
    assert appraised(battle, shot("ours", "men")).worth > 0.0


def test_orders_that_throw_no_dice_have_no_odds():
    battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24))
    for order in (Done(), Fire(stand="ours", weapon="gun"), Move(stand="ours", path=((24.0, 24.0),))):
        assert appraised(battle, order).outcomes == () and appraised(battle, order).worth == 0.0
    act = BOOK.appraise(battle, Act(stand="ours", act="mount"))
    assert act.outcomes[0].chance == 1.0 and act.worth == 0.0


# ---------------------------------------------------------------- assaults and moves


@pytest.mark.rule("CFV-ASLT-30")
def test_an_assault_on_a_carrier_stakes_its_passengers_too():
    battle = sketch.battle_of(
        red("ours", RIFLES, 20, 24), blue("track", HALF_TRACK, 21.5, 24), blue("men", RUSSIANS, 40, 40)
    )
    order = Assault(stand="ours", target="track")
    alone = by_id(appraised(battle, order))["won"].worth
    assert alone == worth.loss(battle, stand(battle, "track"))
    battle = sketch.battle_of(
        red("ours", RIFLES, 20, 24), blue("track", HALF_TRACK, 21.5, 24), blue("men", RUSSIANS, 40, 40)
    )
    stand(battle, "men").carrier, stand(battle, "men").on_table = "track", False
    full = appraised(battle, order)
    both = sum(worth.loss(battle.view("red"), stand(battle, n)) for n in ("track", "men"))
    assert by_id(full)["won"].worth == pytest.approx(both)
    assert by_id(full)["lost"].worth == -worth.loss(battle, stand(battle, "ours"))
    dice, against = (int(full.lines[0].split()[n]) for n in (0, 3))
    assert [o.chance for o in full.outcomes] == pytest.approx(duel(dice, against))
    assert full.worth == pytest.approx(sum(o.chance * o.worth for o in full.outcomes))


def test_a_move_into_mines_and_over_infantry_multiplies_the_chances_of_getting_through():
    parts = (red("tank", PANZER_IV, 16, 20), blue("men", RUSSIANS, 22.5, 20), blue("beside", RUSSIANS, 22, 25))
    battle = sketch.battle_of(*parts, areas=[minefield("mixed", "thin", 18, 10, 20, 30)])
    order = Move(stand="tank", path=((23.9, 20.0),))
    found = appraised(battle, order)
    danger = mines.danger(battle, stand(battle, "tank"), ((16.0, 20.0), (23.9, 20.0)))
    run_over = duel(1, 1)[0]
    assert 0.0 < danger < 0.5
    gone = 1.0 - (1.0 - danger) * (1.0 - run_over)
    assert by_id(found)["through"].chance == pytest.approx(1.0 - gone)
    assert by_id(found)["lost"].chance == pytest.approx(gone)
    assert by_id(found)["lost"].worth == -worth.loss(battle, stand(battle, "tank"))
    assert found.worth == pytest.approx(-gone * worth.loss(battle, stand(battle, "tank")))
    assert found.lines == (f"drives over men: {run_over:.0%}",)
    assert found.headline == f"{gone:.0%} lost on the way"
    before = appraised(battle, Move(stand="tank", path=((19.0, 20.0),)))
    assert before.lines == () and by_id(before)["lost"].chance == pytest.approx(danger)


@pytest.mark.rule("CFV-MOVE-05")
def test_those_who_strike_at_a_tank_on_its_way_are_named_once_each_and_trucks_are_not_struck():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 16, 20), red("truck", "GE_truck_39", 16, 30), blue("one", RUSSIANS, 18.5, 20),
        blue("two", RUSSIANS, 21, 20), blue("t34", T34, 60, 20),
    )  # fmt: skip
    order = Move(stand="tank", path=((19.5, 20.0), (23.0, 20.0)))
    assert [r.stand for r in BOOK.reactions(battle.view("red"), order)] == ["one", "two"]
    assert BOOK.reactions(battle.view("red"), Move(stand="tank", path=())) == ()
    assert BOOK.reactions(battle.view("red"), Move(stand="truck", path=((18.0, 30.0),))) == ()
    assert BOOK.reactions(battle.view("red"), Done()) == ()


# ---------------------------------------------------------------- bursts


def burst_at(x, y):
    return Fire(stand="g", weapon="burst", at=(x, y))


def test_a_burst_tells_where_it_lands_what_it_hits_and_whether_the_shells_run_out():
    def told(*more, **fields):
        battle = sketch.battle_of(
            red("eyes", RIFLES, 20, 24), blue("t", RUSSIANS, 30, 24), behind("g", BATTERY, "red", **fields), *more
        )
        return battle, bursts.appraise_burst(battle, burst_at(30.0, 24.0))

    battle, plain = told(out_of_ammo=0)
    assert plain.lines == ("lands on the aim point 33%",)
    assert plain.worth == pytest.approx(sum(o.chance * o.worth for o in plain.outcomes))
    hit = sum(o.chance for o in plain.outcomes if o.id == "enemy-1-own-0")
    assert plain.headline == f"{hit:.0%}" and " / " not in plain.headline
    assert by_id(plain)["enemy-1-own-0"].text == "1 enemy unit removed"
    assert by_id(plain)["enemy-0-own-0"].text == "nobody is removed"
    assert by_id(plain)["enemy-1-own-0"].worth == pytest.approx(worth.prize(battle, stand(battle, "t")))
    _, near_friends = told(red("friend", RIFLES, 30, 25), out_of_ammo=0)
    own = sum(o.chance for o in near_friends.outcomes if not o.id.endswith("own-0"))
    assert near_friends.headline.endswith(f" / {own:.0%}") and own > 0.0
    assert near_friends.worth < plain.worth
    lost = by_id(near_friends)["enemy-0-own-1"]
    assert lost.text == "1 own unit removed" and lost.worth < 0.0 and lost.good is False


def test_what_stands_outside_every_burst_is_no_part_of_the_odds():
    battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), blue("t", RUSSIANS, 50, 24), behind("g", BATTERY, "red"))
    found = bursts.appraise_burst(battle, burst_at(30.0, 24.0))
    assert [(o.id, o.chance) for o in found.outcomes] == [("enemy-0-own-0", pytest.approx(1.0))]
    assert found.headline == "0%"


# ---------------------------------------------------------------- aircraft


def test_bombs_land_on_the_aim_point_as_often_as_the_chart_says():
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24))
    found = air_odds.appraise_air(battle, bombs("s", 30.0, 24.0))
    assert found.lines == ("air defence 0: 100% get through", "lands on the aim point 33%")
    assert {o.id for o in found.outcomes} == {"enemy-0-own-0", "enemy-1-own-0"}
    assert found.headline.endswith(" / 0%") and not found.headline.startswith("0%")


@pytest.mark.rule("CFV-AIR-34")
def test_an_air_run_with_guns_is_worth_what_it_hits_less_what_shoots_it_down():
    def run(*defences):
        battle = raid(behind("f", FW190, "red"), blue("t", RUSSIANS, 30, 24), *defences)
        return battle, air_odds.appraise_air(battle, guns("f", "t"))

    battle, free = run()
    dice, against = (int(free.lines[1].split()[n]) for n in (0, 3))
    hit = duel(dice, against)[0]
    assert by_id(free)["removed"].chance == pytest.approx(hit)
    assert by_id(free)["nothing"].chance == pytest.approx(1.0 - hit)
    assert by_id(free)["removed"].worth == worth.value(stand(battle, "t"))
    assert set(by_id(free)) == {"removed", "nothing"} and free.headline == f"{hit:.0%} / 0%"
    _, covered = run(*(blue(f"a{n}", AA, 28 + 2 * n, 30) for n in range(4)))
    assert sum(o.chance for o in covered.outcomes) == pytest.approx(1.0)
    assert covered.worth < free.worth
    ways = by_id(covered)
    through = 1.0 - ways["abort"].chance - ways["shot_down"].chance
    assert ways["removed"].chance == pytest.approx(hit * through)
    assert covered.lines[0].endswith(f"{through:.0%} get through")


def test_an_air_attack_on_nobody_is_worth_nothing():
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24))
    found = air_odds.appraise_air(battle, bombs("s", 40.0, 24.0))
    assert (found.worth, found.outcomes[0].text) == (0.0, "no target")


def test_the_best_of_a_few_approaches_is_offered_for_each_weapon_and_target():
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), blue("u", T34, 40, 24, 30.0))
    found = air_odds.legal_attacks(battle, stand(battle, "s"))
    assert next(o.targets[0].target for o in found if o.weapon == "guns") == "t"
    assert {o.at for o in found if o.weapon == "bombs"} >= {(30.0, 24.0), (40.0, 24.0)}
    flanks = {o.facing_deg for o in found if o.weapon == "guns" and o.targets[0].target == "u"}
    assert flanks <= {120.0, 300.0}
    one = air_odds.legal_attacks(battle, stand(battle, "s"), most=1)
    assert 1 <= len(one) <= 2 and len(one) < len(found)
    home = next(o for o in found if o.weapon == "bombs" and o.at == (30.0, 24.0))
    assert home.facing_deg == 0.0, "straight from the middle of the left edge"


# ---------------------------------------------------------------- words of the dice


@pytest.mark.parametrize(("faces", "word"), [((1, 6), "won"), ((3, 3), "even"), ((6, 1), "lost")])
def test_an_assault_tells_the_attacker_what_its_total_means(faces, word):
    battle = sketch.battle_of(red("ours", RIFLES, 20, 24), blue("theirs", RUSSIANS, 21.5, 24))
    assault(battle, "ours", "theirs", *faces)
    defence, attack = rolls(battle, "assault")
    assert (defence.outcome, defence.needed) == ("", "")
    assert (attack.outcome, attack.needed) == (word, f"more than {faces[0]}")


@pytest.mark.parametrize(("faces", "word"), [((5, 6), "won"), ((3, 3), "even"), ((6, 1), "no effect")])
def test_an_overrun_unit_that_fails_has_no_effect(faces, word):
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("theirs", RUSSIANS, 23, 24))
    sketch.with_dice(battle, *faces)
    sketch.order(battle, Move(stand="tank", path=((27.0, 24.0),)))
    assert [r.outcome for r in rolls(battle, "assault")] == ["", word]


def test_a_shot_tells_what_it_had_to_beat_and_what_became_of_it():
    for faces, word in ((([1] * 4, [6] * 5), "hit"), (([6] * 4, [1] * 5), "beaten")):
        battle = sketch.battle_of(red("ours", PAK_40, 20, 24), blue("t34", T34, 30, 24))
        fire(battle, "ours", "t34", *faces[0], *faces[1])
        rolled = rolls(battle, "attack")[0]
        assert (rolled.outcome, rolled.needed) == (word, f"more than {sum(faces[0])}")
    men = sketch.battle_of(red("ours", TIGER, 20, 24), blue("men", RUSSIANS, 30, 24))
    fire(men, "ours", "men", 6, 6, *[1] * stand(men, "ours").ratings.dice_soft)
    assert rolls(men, "attack")[0].outcome == "immune"


def test_a_burst_tells_each_unit_inside_what_it_needs_and_whether_it_holds():
    for defence, word in (((1, 1), "removed"), ((6, 6), "holds")):
        battle = sketch.battle_of(red("eyes", RIFLES, 20, 24), blue("t", RUSSIANS, 30, 24), behind("g", BATTERY, "red"))
        sketch.with_dice(battle, 1, 1, 3, 3, 1, 1, *defence)
        sketch.order(battle, burst_at(30.0, 24.0))
        rolled = rolls(battle, "defence")[0]
        assert (rolled.outcome, rolled.needed) == (word, "8 or more")
        assert bool(stand(battle, "t").gone) == (word == "removed")
        assert rolls(battle, "attack")[0].outcome.startswith("8 against Soft")
        assert stand(battle, "g").attacked and stand(battle, "g").activated


def test_the_ground_under_a_target_shows_in_its_odds():
    chances = []
    for features in ([], [area("wood", "woods_light", 26, 20, 31, 28)], [area("wood", "rubble", 26, 20, 31, 28)]):
        battle = sketch.battle_of(red("ours", PANZER_IV, 20, 24), blue("men", RUSSIANS, 26.5, 24), features=features)
        chances.append(by_id(appraised(battle, shot("ours", "men")))["target"].chance)
    assert chances[0] > chances[1] == chances[2]
