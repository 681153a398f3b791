"""The chain, Received Fire, Man Down, Outgunned: who takes what, and what becomes of it."""

from __future__ import annotations

import contextlib

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, dice_left, red, rolls, stand, state
from tests.rulesets.clash_of_titans.firefight import (
    MG42,
    SMG,
    everybody,
    resolve,
    seen,
    shot,
    statuses,
    told,
    volley,
    wall,
)
from wargame.engine.events import Event
from wargame.rulesets.clash_of_titans import (
    causes,
    chain,
    damage,
    man_down,
    nerve,
    outgunned,
    rally,
    received_fire,
    results,
)
from wargame.rulesets.clash_of_titans.causes import Aftermath, Broke, ChargeMade, Incoming, Newcomers, Toll, Volley
from wargame.rulesets.clash_of_titans.chain import Chain


def chain_of(battle):
    return Chain(battle, [s.id for s in battle.state.stands.values() if s.group == state(battle).active_group])


def duel(dice=(), distance=20.0, features=(), mine=None, theirs=None):
    return build.battle_of(
        red("r", 20, 24, **(mine or {})), blue("b", 20 + distance, 24, **(theirs or {})), features=features, dice=dice
    )


def fired(battle):
    return [e.stand for e in battle.events if type(e).__name__ == "Fired"]


# ---------------------------------------------------------------- the queue


@pytest.mark.rule("NUT-CHAIN-02")
def test_causes_of_one_instant_queue_in_the_order_of_the_rule():
    made = chain_of(duel())
    first = Newcomers(pairs=(("b", "r"),))
    made.add(first)
    made.add(ChargeMade(pairs=()), Newcomers(pairs=()), Broke(losses=()), Aftermath(toll=Toll()), Volley(orders=()))
    kinds = [type(cause).__name__ for cause in made.queue]
    assert kinds == ["Newcomers", "Volley", "Aftermath", "Broke", "Newcomers", "ChargeMade"]
    assert made.queue[0] is first


@pytest.mark.rule("NUT-CHAIN-01", "NUT-CHAIN-14")
def test_counts_begin_anew_with_every_chain():
    battle = duel([2, 1, 2, 2, 1, 2] * 2)
    for _ in range(2):
        outcome = resolve(battle, [volley(shot("r", "b"))], {"answer_fire": everybody()})
        assert dict(outcome.shots) == {"b": 1} and outcome.volleys == 2
    assert dice_left(battle) == 0


@pytest.mark.rule("NUT-CHAIN-11")
@pytest.mark.parametrize(("dice", "goes_on"), [([2, 1, 1], True), ([2, 1, 6], False), ([2, 6, 6], False)])
def test_an_active_man_who_gets_worse_than_return_fire_is_done(dice, goes_on):
    battle = build.battle_of(
        red("r", 20, 24), blue("b", 40, 24), features=[wall(20.8, 20, 28)], dice=[*dice, 6, 6, 6, 6]
    )
    try:
        outcome = resolve(battle, [volley(shot("b", "r"))], {"answer_fire": everybody()})
    except ValueError:
        outcome = None
    finished = stand(battle, "r").finished
    assert finished is not goes_on
    assert outcome is None or outcome.may_go_on("r") is goes_on


@pytest.mark.rule("NUT-CHAIN-12")
@pytest.mark.parametrize(("features", "status"), [((wall(39, 20, 28),), "ready"), ((), "ducked_back")])
def test_there_is_nobody_to_answer_after_artillery(features, status):
    battle = duel([1, 1], features=features)
    toll = Toll()
    toll.note("b", Incoming(shooter="", origin=(20.0, 24.0)))
    resolve(battle, [Aftermath(toll=toll)])
    assert statuses(battle, ["b"]) == [status] and fired(battle) == []


@pytest.mark.rule("NUT-CHAIN-05", "NUT-GRP-03")
def test_a_group_rolls_once_and_each_man_reads_what_he_owes():
    battle = build.battle_of(
        red("r", 20, 24),
        red("q", 20, 27),
        blue("far", 60, 44, nco=True),
        blue("hit", 40, 24),
        blue("missed", 40, 26),
        blue("near", 40, 28),
        dice=[5, 2, 2, 6, 6],
    )
    resolve(battle, [volley(shot("r", "hit"), shot("q", "missed"))])
    assert told(battle) == ["to_hit", "to_hit", "damage", "received_fire+man_down"]
    assert statuses(battle, ["missed", "near"]) == ["running", "running"]


# ---------------------------------------------------------------- Received Fire


@pytest.mark.rule("NUT-RFIRE-01")
@pytest.mark.parametrize("status", ["hunkered_down", "stunned"])
def test_who_lies_low_takes_no_received_fire(status):
    battle = duel([2])
    stand(battle, "b").status = status
    resolve(battle, [volley(shot("r", "b"))])
    assert told(battle) == ["to_hit"]


@pytest.mark.rule("NUT-RFIRE-01", "NUT-DOWN-05")
def test_a_man_who_was_hit_and_recovers_takes_no_received_fire():
    battle = duel([5, 6, 1, 1])
    outcome = resolve(battle, [volley(shot("r", "b"))])
    assert told(battle) == ["to_hit", "damage", "recover_from_knock_down"] and outcome.volleys == 1


@pytest.mark.rule("NUT-RFIRE-02")
def test_an_active_man_may_answer_at_any_enemy_or_carry_on():
    battle = build.battle_of(red("r", 20, 24), blue("b", 40, 24), blue("c", 40, 30), dice=[2, 1, 1])
    resolve(battle, [volley(shot("b", "r"))], {"answer_fire": everybody()})
    assert fired(battle) == ["b"] and not stand(battle, "r").finished


@pytest.mark.rule("NUT-RFIRE-06")
@pytest.mark.parametrize(("dice", "status"), [([1, 1], "ready"), ([1, 6], "ducked_back")])
def test_who_cannot_reach_the_shooter_carries_on_or_ducks(dice, status):
    battle = duel([2, *dice], distance=30.0, features=[wall(49, 20, 28)], theirs={"line": "SU_pistol"})
    stand(battle, "b").attributes = ("Fanatic",)
    resolve(battle, [volley(shot("r", "b"))])
    assert statuses(battle, ["b"]) == [status] and fired(battle) == ["r"]


@pytest.mark.rule("NUT-RFIRE-06")
def test_if_all_who_shot_are_out_nobody_is_answered():
    battle = duel(features=[wall(39, 20, 28)])
    stand(battle, "r").status = "out_of_the_fight"
    one = [Incoming(shooter="r", rank=2, origin=(20.0, 24.0))]
    found = received_fire.readings(chain_of(battle), stand(battle, "b"), one)
    assert [found[n].result for n in (2, 1)] == ["carry_on", "carry_on"]


@pytest.mark.rule("NUT-RFIRE-07", "NUT-RFIRE-08")
def test_concealment_is_cover_for_a_test_but_only_from_all_enemies():
    battle = build.battle_of(
        red("r", 20, 24), red("q", 36, 10, facing=60.0), blue("b", 40, 24), features=[wall(39, 20, 28)]
    )
    man = stand(battle, "b")
    front, side = Incoming(shooter="r", origin=(20.0, 24.0)), Incoming(shooter="q", origin=(36.0, 10.0))
    assert "covered" in received_fire.facts_of(battle, man, [front])
    assert "open" in received_fire.facts_of(battle, man, [front, side])
    crops = duel(features=[area("crops", "crops", 39.2, 10, 60, 40)])
    assert "covered" in received_fire.facts_of(crops, stand(crops, "b"), [front])


@pytest.mark.rule("NUT-RFIRE-05")
def test_a_bearer_who_ducks_drops_whom_he_carries():
    battle = build.battle_of(red("r", 20, 24), blue("bearer", 40, 24), blue("hurt", 40, 25.1), dice=[2, 1, 6])
    stand(battle, "hurt").status, stand(battle, "hurt").carrier = "out_of_the_fight", "bearer"
    stand(battle, "bearer").carrying = "hurt"
    resolve(battle, [volley(shot("r", "bearer"))])
    assert stand(battle, "bearer").carrying == "" and stand(battle, "hurt").carrier is None
    assert statuses(battle, ["bearer"]) == ["ducked_back"]


@pytest.mark.rule("NUT-FLAM-02")
def test_a_flamethrower_takes_a_passed_die_away():
    battle = duel(features=[wall(39, 20, 28)])
    due = nerve.Due(stand(battle, "b"), [nerve.RECEIVED_FIRE], (Incoming(shooter="r", passes_less=1),))
    due.readings[nerve.RECEIVED_FIRE] = received_fire.readings(chain_of(battle), due.stand, due.incoming)
    assert due.reading(nerve.RECEIVED_FIRE, 2).result == "snap_fire"


# ---------------------------------------------------------------- Outgunned


def outguns(battle, who, *incoming):
    return outgunned.is_outgunned(battle, stand(battle, who), incoming)


@pytest.mark.rule("NUT-OGUN-01", "NUT-OGUN-02")
def test_a_higher_rank_outguns_and_a_weapon_out_of_reach_counts_nothing():
    near = duel(distance=20.0, theirs={"line": "SU_smg"})
    assert not outguns(near, "b", Incoming(shooter="r", rank=2))
    assert outguns(near, "b", Incoming(shooter="r", rank=5))
    far = duel(distance=30.0, theirs={"line": "SU_smg"})
    assert outguns(far, "b", Incoming(shooter="r", rank=2))


@pytest.mark.rule("NUT-OGUN-03", "NUT-ATTR-05")
def test_fanatics_and_stars_with_automatic_weapons_are_never_outgunned():
    battle = duel(theirs={"attributes": ["Fanatic"]})
    assert not outguns(battle, "b", Incoming(shooter="r", rank=7, heavy=True))
    star = duel(theirs={"star": True, "line": "SU_smg"})
    assert not outguns(star, "b", Incoming(shooter="r", rank=6))
    with_rifle = duel(theirs={"star": True})
    assert outguns(with_rifle, "b", Incoming(shooter="r", rank=6))


@pytest.mark.rule("NUT-OGUN-04")
def test_heavy_blasts_and_armour_outgun_men_on_foot():
    battle = duel(theirs={"line": "SU_lmg_pan"})
    assert outguns(battle, "b", Incoming(shooter="", heavy=True))
    tank = build.battle_of(
        red("tank", 20, 24, line="panzer_iv_g"),
        blue("b", 40, 24, line="SU_lmg_pan"),
        blue(
            "f",
            40,
            30,
            line="SU_bazooka",
        ),
    )
    shell = Incoming(shooter="tank", rank=2, from_afv=True)
    assert outguns(tank, "b", shell)
    assert not outguns(tank, "f", shell)


@pytest.mark.rule("NUT-OGUN-05")
def test_the_crew_of_a_gun_counts_the_gun():
    battle = build.battle_of(red("r", 20, 24, line=MG42), blue("gun", 40, 24, line=_gun()))
    man = next(s.id for s in battle.state.stands.values() if s.mans == "gun")
    assert not outguns(battle, man, Incoming(shooter="r", rank=5))
    stand(battle, "gun").gone = "destroyed"
    assert outguns(battle, man, Incoming(shooter="r", rank=5))


def _gun():
    from wargame.rulesets.clash_of_titans import data

    return next(line for line, row in data.towed_guns().items() if not data.guns()[row.gun].auto)


@pytest.mark.rule("NUT-OGUN-01")
def test_ranks_come_from_the_table():
    assert outgunned.rank_of("MMG") == 6 and outgunned.rank_of("bolt action rifle") == 2
    assert outgunned.rank_of("hand grenade") == 1
    assert outgunned.rank_of("medium mortar 81/82mm") == 7 and outgunned.rank_of("unarmed") == 0


# ---------------------------------------------------------------- Man Down and Leader Lost


@pytest.mark.rule("NUT-DOWN-01")
def test_only_friends_within_four_inches_and_sight_see_a_man_fall():
    battle = build.battle_of(
        red("r", 20, 24),
        blue("hit", 40, 24),
        blue("near", 40, 28),
        blue("far", 40, 28.1),
        blue("walled", 43.5, 24),
        features=[area("hut", "building", 41.0, 22, 42.8, 26)],
    )
    assert set(damage.loss_of(battle, stand(battle, "hit")).near) == {"near"}


@pytest.mark.rule("NUT-CHRG-10", "NUT-MELE-05")
def test_chargers_and_men_in_melee_take_no_man_down():
    battle = duel()
    made = chain_of(battle)
    assert man_down.takes_test(made, stand(battle, "b"))
    stand(battle, "b").charges = "r"
    assert not man_down.takes_test(made, stand(battle, "b"))
    stand(battle, "b").charges, stand(battle, "b").melee_with = "", ("r",)
    assert not man_down.takes_test(made, stand(battle, "b"))


@pytest.mark.rule("NUT-DOWN-03", "NUT-LDR-05")
def test_the_whole_group_feels_the_loss_of_its_leader_and_gets_a_new_one():
    battle = build.battle_of(
        red("r", 20, 24),
        blue("leader", 40, 24, nco=True),
        blue("second", 40, 40, junior_nco=True),
        blue("third", 44, 42),
        blue("fourth", 48, 42),
        dice=[5, 2, 6, 6],
    )
    resolve(battle, [volley(shot("r", "leader"))])
    assert told(battle)[-1] == "leader_lost"
    assert statuses(battle, ["second", "third"]) == ["ducked_back", "ducked_back"]
    assert build.group(battle, "blue-1").leader == "second"


@pytest.mark.rule("NUT-DOWN-09")
def test_without_a_shooter_a_man_ducks_from_all_who_see_him():
    battle = build.battle_of(red("r", 20, 24), red("hidden", 20, 40, facing=180.0), blue("b", 40, 24))
    found = results.enemies_of(chain_of(battle), stand(battle, "b"), ())
    assert [s.id for s in found] == ["r", "hidden"]
    assert [s.id for s in results.enemies_of(chain_of(battle), stand(battle, "b"), ("hidden",))] == ["hidden"]


@pytest.mark.rule("NUT-DOWN-09", "NUT-RFIRE-07")
def test_with_nobody_in_sight_the_ground_decides_whether_he_is_covered():
    hut = area("hut", "building", 28, 10, 32, 40)
    open_, woods = duel(features=[hut]), duel(features=[hut, area("woods", "woods_light", 38, 20, 50, 30)])
    assert not nerve.is_covered(open_, stand(open_, "b"), ())
    assert nerve.is_covered(woods, stand(woods, "b"), ())


@pytest.mark.rule("NUT-CHAIN-17")
def test_men_who_run_are_a_batch_of_losses_for_those_near_where_they_broke():
    battle = build.battle_of(
        red("r", 20, 24),
        blue("x", 60, 40, nco=True),
        blue("runs", 40, 24),
        blue("sees", 40, 27),
        dice=[2, 6, 6, 1, 1],
    )
    resolve(battle, [volley(shot("r", "runs"))])
    assert told(battle) == ["to_hit", "received_fire", "man_down"] and dice_left(battle) == 0
    assert statuses(battle, ["runs", "sees"]) == ["running", "ready"]


@pytest.mark.rule("NUT-SIGHT-09")
def test_a_runner_who_comes_into_new_eyes_is_shot_at():
    battle = build.battle_of(
        red("r", 20, 24, group="acting"),
        red("waits", 55, 44, facing=270.0, group="rests"),
        blue("runs", 40, 24),
        features=[area("hut", "building", 46, 25.5, 52, 40)],
        dice=[2, 6, 6, *[6] * 30],
    )
    with contextlib.suppress(ValueError):
        resolve(battle, [volley(shot("r", "runs"))])
    assert told(battle)[:3] == ["to_hit", "received_fire", "in_sight"]


# ---------------------------------------------------------------- rally


@pytest.mark.rule("NUT-DOWN-06", "NUT-DOWN-07")
@pytest.mark.parametrize(("dice", "status"), [([1, 1], "ready"), ([1, 6], "ducked_back"), ([6, 6], "hunkered_down")])
def test_rally(dice, status):
    battle = build.battle_of(red("leader", 20, 24, nco=True), red("man", 20, 26), blue("b", 60, 24), dice=[*dice, 6])
    stand(battle, "man").status = "hunkered_down"
    assert [s.id for s in rally.in_reach(state(battle), stand(battle, "leader"))] == ["man"]
    for _ in rally.test(battle, [stand(battle, "man")], stand(battle, "leader")):
        raise AssertionError("nothing is asked")
    assert statuses(battle, ["man"]) == [status]
    assert rally.in_reach(state(battle), stand(battle, "leader")) == []


@pytest.mark.rule("NUT-DOWN-08")
@pytest.mark.parametrize(("dice", "joins"), [([1, 1], True), ([1, 6], False)])
def test_a_routed_stray_joins_only_on_two_passed_dice(dice, joins):
    battle = build.battle_of(red("leader", 20, 24), red("stray", 20, 26), blue("b", 60, 24), dice=dice)
    stand(battle, "stray").status = "running"
    assert rally.stray(battle, stand(battle, "stray"), stand(battle, "leader")) is joins
    assert statuses(battle, ["stray"]) == ["ready" if joins else "ran_off"]


def test_events_of_a_chain_hang_together():
    battle = duel([2, 1, 1, 2, 1, 1, 2, 6, 6], features=[wall(39, 20, 28)], mine={"line": SMG})
    with contextlib.suppress(ValueError):
        resolve(battle, [volley(shot("r", ("b", 3)))])
    numbers = {e.n: e for e in battle.events}
    first = next(e for e in battle.events if type(e).__name__ == "Fired")

    def root(event: Event) -> int:
        while event.cause:
            event = numbers[event.cause]
        return event.n

    later = [e for e in battle.events if e.n > first.n]
    assert later and {root(e) for e in later} == {first.n}
    assert all(e.rules for e in rolls(battle, "to_hit")) and causes.VOLUNTARY == "voluntary"


@pytest.mark.rule("NUT-SIGHT-07")
def test_groups_of_equal_leaders_fire_one_common_volley():
    battle = build.battle_of(
        red("N", 20, 24),
        blue("one", 40, 24, group="first", nco=True),
        blue("two", 40, 34, group="second", nco=True),
        dice=[1, 1, 1, 1, 2, 2, 6, 6],
    )
    outcome = resolve(battle, [seen(("one", "N"), ("two", "N"))])
    assert told(battle)[:4] == ["in_sight", "in_sight", "to_hit", "to_hit"] and outcome.volleys == 1
    assert chain.Outcome(frozenset(), 1).may_go_on("x")
