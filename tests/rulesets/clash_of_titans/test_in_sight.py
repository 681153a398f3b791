"""In Sight: who tests for whom, with what modifiers, and what owners decide."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, dice_left, order, red, rolls, stand, state, worked_case
from tests.rulesets.clash_of_titans.firefight import answering, everybody, resolve, seen, statuses, told, wall
from wargame.engine.events import Said
from wargame.engine.orders import Chosen, Done, Move, Picked
from wargame.rulesets.clash_of_titans import chain, eyes, hidden, in_sight, words
from wargame.rulesets.clash_of_titans.causes import Newcomers, Toll
from wargame.rulesets.clash_of_titans.in_sight import Watcher


def chain_of(battle):
    active = [s.id for s in battle.state.stands.values() if s.group == state(battle).active_group]
    return chain.Chain(battle, active)


def pair(battle, watcher="watcher", mover="mover"):
    return Newcomers(pairs=((watcher, mover),))


def two(**more):
    return build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24, **more))


@pytest.mark.rule("NUT-SIGHT-02", "NUT-TURN-08")
@pytest.mark.parametrize("status", ["stunned", "ducked_back", "hunkered_down", "running", "out_of_the_fight"])
def test_only_men_on_their_feet_or_prone_by_choice_test(status):
    battle = two()
    assert in_sight.testers(chain_of(battle), pair(battle), "blue-1")
    stand(battle, "watcher").status = status
    assert not in_sight.testers(chain_of(battle), pair(battle), "blue-1")


@pytest.mark.rule("NUT-SIGHT-02")
def test_a_man_tests_only_for_what_is_in_his_front():
    assert not in_sight.testers(chain_of(battle := two(facing=0.0)), pair(battle), "blue-1")


@pytest.mark.rule("NUT-SIGHT-02", "NUT-TURN-08")
def test_the_halted_the_committed_and_the_active_do_not_test():
    battle = two()
    halted = chain_of(battle)
    halted.halted.add("watcher")
    assert not in_sight.testers(halted, pair(battle), "blue-1")
    assert not in_sight.testers(chain.Chain(battle, ["watcher"]), pair(battle), "blue-1")
    stand(battle, "watcher").melee_with = ("mover",)
    assert not in_sight.testers(chain_of(battle), pair(battle), "blue-1")


@pytest.mark.rule("NUT-SIGHT-14")
def test_a_pair_is_tested_once_in_an_activation():
    battle = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24), dice=[5, 6])
    resolve(battle, [pair(battle)])
    resolve(battle, [pair(battle)])
    assert told(battle) == ["in_sight"]


@pytest.mark.rule("NUT-SIGHT-01")
def test_an_enemy_who_is_revealed_is_new_to_all_who_see_him():
    battle = build.battle_of(
        red("mover", 20, 24),
        blue("sees", 40, 24),
        blue("behind", 40, 30),
        features=[area("hut", "building", 28, 25.6, 32, 32)],
    )
    assert eyes.newly_seen(battle, stand(battle, "mover")) == (("sees", "mover"),)


@pytest.mark.rule("NUT-SIGHT-06")
def test_darkness_and_snow_make_far_newcomers_harder_to_see_in_time():
    battle = two()
    tester = Watcher(stand(battle, "watcher"), (stand(battle, "mover"),))
    assert in_sight.modifiers(battle, tester) == ()
    state(battle).weather = "snow"
    assert [m.add for m in in_sight.modifiers(battle, tester)] == [-1]
    stand(battle, "mover").x = 30.0
    assert in_sight.modifiers(battle, tester) == ()


@pytest.mark.rule("NUT-SIGHT-06", "NUT-ATTR-03")
@pytest.mark.parametrize(
    ("mine", "theirs", "dice"),
    [
        (["Quick Reflexes"], [], 1),
        (["Slow to React"], [], -1),
        ([], ["Stealthy"], -1),
        ([], ["Loud"], 1),
        (["Quick Reflexes"], ["Stealthy"], 0),
        (["Slow to React"], ["Stealthy"], -1),
        (["Quick Reflexes"], ["Loud"], 1),
    ],
)
def test_attributes_give_and_take_one_die_at_most(mine, theirs, dice):
    battle = build.battle_of(red("mover", 20, 24, attributes=theirs), blue("watcher", 40, 24, attributes=mine))
    tester = Watcher(stand(battle, "watcher"), (stand(battle, "mover"),))
    assert sum(m.dice for m in in_sight.modifiers(battle, tester)) == dice


@pytest.mark.rule("NUT-SIGHT-08")
def test_who_cannot_reach_a_newcomer_carries_on_or_ducks_as_his_owner_likes():
    battle = build.battle_of(
        red("mover", 10, 24),
        blue("pistol", 40, 24, line="SU_pistol"),
        blue("other", 40, 27, line="SU_pistol"),
        dice=[1, 1],
    )
    resolve(
        battle,
        [seen(("pistol", "mover"), ("other", "mover"))],
        {"duck_or_stay": everybody("other")},
    )
    assert statuses(battle, ["pistol", "other"]) == ["ready", "ducked_back"]
    assert told(battle) == ["in_sight"]


@pytest.mark.rule("NUT-SIGHT-08")
def test_in_sight_fire_is_aimed_at_newcomers_only():
    battle = build.battle_of(red("old", 30, 24), red("mover", 20, 25), blue("watcher", 40, 24), dice=[1, 1, 2, 6, 6])
    asked = []
    steps = chain.resolve(battle, [pair(battle)], ["old", "mover"])
    for request in steps:
        asked.append(request)
    fired = [e for e in battle.events if type(e).__name__ == "Fired"]
    assert [e.targets for e in fired] == [("mover",)]


@pytest.mark.rule("NUT-SIGHT-13")
def test_surprise_fire_needs_no_test():
    battle = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24), dice=[2, 6, 6])
    resolve(battle, [Newcomers(pairs=(("watcher", "mover"),), surprise=True)])
    assert told(battle)[0] == "to_hit"


def ambush(dice):
    battle = build.battle_of(
        red("mover", 20, 24),
        blue("one", 40, 24),
        blue("two", 40, 27),
        features=[area("woods", "woods_light", 39, 20, 50, 30)],
        dice=dice,
    )
    for name in ("one", "two"):
        hidden.hide(battle, stand(battle, name))
    return battle


@pytest.mark.rule("NUT-SIGHT-12", "NUT-SIGHT-11")
def test_hidden_men_who_pass_hold_their_fire_or_open_it():
    battle = ambush([2, 2, 2, 6, 6])
    resolve(battle, [seen(("one", "mover"), ("two", "mover"))], {"open_fire": everybody("one")})
    assert [e.stand for e in battle.events if type(e).__name__ == "Fired"] == ["one"]
    assert not hidden.is_hidden(battle, stand(battle, "one")) and hidden.is_hidden(battle, stand(battle, "two"))


@pytest.mark.rule("NUT-SIGHT-12")
def test_hidden_men_who_pass_nothing_stay_hidden_and_do_nothing():
    battle = ambush([6, 6])
    resolve(battle, [seen(("one", "mover"), ("two", "mover"))])
    assert all(hidden.is_hidden(battle, stand(battle, name)) for name in ("one", "two"))
    assert told(battle) == ["in_sight"]


@pytest.mark.rule("NUT-SIGHT-07")
def test_men_who_are_down_are_no_targets_for_the_next_tier():
    battle = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24))
    toll = Toll(knocked_down=["mover"])
    assert not in_sight.testers(chain_of(battle), pair(battle), "blue-1", toll)


@pytest.mark.rule("NUT-ACT-05", "NUT-STAT-04")
def test_men_who_halt_in_the_open_may_go_prone():
    battle = build.battle_of(
        red("mover", 20, 24), blue("open", 40, 24), blue("walled", 40, 30), features=[wall(39, 28, 32)], dice=[6, 6]
    )
    resolve(battle, [seen(("open", "mover"), ("walled", "mover"))])
    assert stand(battle, "open").prone and not stand(battle, "walled").prone


# ---------------------------------------------------------------- moves that are seen


def walks(battle, name, *path, **answers):
    """Give a move order to the waiting battle and answer what it sets off."""
    order(battle, Move(stand=name, path=path))
    while battle.request is not None and battle.request.purpose != "activate":
        given = answers.get(battle.request.purpose, battle.request.suggestion)
        order(battle, given)


def behind_a_hut(dice, *more):
    return build.battle_of(
        red("mover", 10, 20),
        *more,
        blue("watcher", 40, 27),
        features=[area("hut", "building", 14, 18, 20, 22.5)],
        dice=dice,
    )


@pytest.mark.rule("NUT-SIGHT-01", "NUT-CHAIN-01", "NUT-CHAIN-11")
def test_who_walks_into_view_is_stopped_tested_and_goes_on():
    battle = behind_a_hut([6, 6])
    walks(battle, "mover", (10, 27), two_more=Chosen(option="hold"))
    assert told(battle) == ["in_sight"]
    assert (stand(battle, "mover").x, stand(battle, "mover").y) == (10, 27)


@pytest.mark.rule("NUT-SIGHT-03")
def test_his_owner_may_move_him_two_inches_on_before_the_test():
    stopped, ran = behind_a_hut([2, 2, 4, 3]), behind_a_hut([2, 2, 4, 3])
    walks(stopped, "mover", (10, 27), two_more=Chosen(option="hold"))
    walks(ran, "mover", (10, 27), two_more=Chosen(option="go_on"))
    assert stand(ran, "mover").y == pytest.approx(stand(stopped, "mover").y + 2.0, abs=0.01)


@pytest.mark.rule("NUT-SIGHT-04")
def test_others_who_have_not_moved_come_on_with_him_and_are_newcomers_of_the_same_test():
    battle = behind_a_hut([6, 6], red("second", 10, 18.5))
    order(battle, Move(stand="mover", path=((10, 27),)))
    while battle.request.purpose not in ("come_on", "activate"):
        order(battle, Chosen(option="hold"))
    assert battle.request.purpose == "come_on" and battle.request.subjects == ("second",)
    order(battle, Move(stand="second", path=((8.8, 19.5), (8.8, 25.8))))
    if battle.request.purpose == "come_on":
        order(battle, Done())
    assert told(battle) == ["in_sight"]
    assert {(p.watcher, p.mover) for p in state(battle).pairs} == {("watcher", "mover"), ("watcher", "second")}


@pytest.mark.rule("NUT-SIGHT-10")
def test_case_25(request):
    worked_case(request, "CASE-25")
    battle = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24), dice=[2, 6, 6, *[6] * 2])
    from wargame.engine.orders import Fire, Shot

    order(battle, Fire(stand="mover", weapon="bolt action rifle", targets=(Shot("watcher"),)))
    assert told(battle)[:2] == ["to_hit", "received_fire"] and "in_sight" not in told(battle)
    again = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24), dice=[6, 6])
    walks(again, "mover", (20, 29), two_more=Chosen(option="hold"))
    assert told(again) == ["in_sight"] and stand(again, "mover").y == 29


def test_moving_two_inches_in_view_is_no_test():
    battle = build.battle_of(red("mover", 20, 24), blue("watcher", 40, 24))
    walks(battle, "mover", (20, 26))
    assert told(battle) == []


@pytest.mark.rule("NUT-CHAIN-03", "NUT-SIGHT-07")
def test_all_shooters_of_a_volley_roll_before_any_damage():
    battle = build.battle_of(red("mover", 20, 24), blue("one", 40, 24), blue("two", 40, 27), dice=[1, 1, 5, 5, 3, 3])
    resolve(battle, [seen(("one", "mover"), ("two", "mover"))])
    assert told(battle) == ["in_sight", "to_hit", "to_hit", "damage", "damage"]
    assert dice_left(battle) == 0 and statuses(battle, ["mover"]) == ["out_of_the_fight"]


def test_a_request_answered_with_nobody_leaves_all_hidden():
    battle = ambush([2, 2])
    answering(chain.resolve(battle, [seen(("one", "mover"), ("two", "mover"))], ["mover"]), {"open_fire": Picked()})
    assert len(rolls(battle, "to_hit")) == 0


@pytest.mark.rule("NUT-SIGHT-08", "NUT-FIRE-07")
def test_who_passes_and_cannot_fire_says_why_to_his_own_side():
    """A comrade stands in his line of fire."""
    battle = build.battle_of(
        red("mover", 20, 24), blue("behind", 40, 24), blue("before", 37, 24, facing=0.0, group="blue-2"), dice=[1, 1]
    )
    resolve(battle, [seen(("behind", "mover"))])
    (said,) = [e for e in battle.events if isinstance(e, Said)]
    assert (said.key, said.about, said.seen_by) == ("cannot_fire", ("behind",), ("blue",))
    told = words.words(battle, said)
    assert told is not None and told.text == "behind does not fire: before stands in the line of fire"


@pytest.mark.rule("NUT-SIGHT-02", "NUT-VEH-07")
def test_for_a_crew_aboard_its_vehicle_tests():
    """An open half-track: its exposed commander sees the newcomer, and does not roll beside the vehicle."""
    car = build.Unit("car", "sdkfz_250_7", "blue", (50.0, 24.0), 180.0, "blue-1")
    battle = build.battle_of(red("mover", 20, 24), car)
    crew = [s.id for s in battle.state.stands.values() if s.id.startswith("car.")]
    found = in_sight.testers(chain_of(battle), seen(("car", "mover"), *((name, "mover") for name in crew)), "blue-1")
    assert crew and [t.stand.id for t in found] == ["car"]
