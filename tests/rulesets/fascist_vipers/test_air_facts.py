"""CFV-AIR: superiority, umbrellas and attacks in the cases that the other tests leave out; what is written down."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from tests.rulesets.fascist_vipers import sketch
from tests.rulesets.fascist_vipers.sketch import BATTERY, RIFLES, RUSSIANS, T34, behind, blue, order, red, rolls, stand
from tests.rulesets.fascist_vipers.test_air_attacks import AA, HQ, bombs, guns, raid, umbrella
from tests.rulesets.fascist_vipers.test_air_roles import FW190, HEINKEL, I16, IL2, STUKA, YAK, sky
from tests.rulesets.fascist_vipers.test_judgement_places import goal
from wargame.engine import knowledge
from wargame.engine.appraisal import duel
from wargame.engine.dice import Chance
from wargame.engine.events import Fired, MarkerRemoved, Said, TemplateLanded
from wargame.engine.orders import Fire, Picked, Shot
from wargame.engine.requests import Place
from wargame.engine.setup import Zone
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import (
    air,
    air_defence,
    air_odds,
    air_roles,
    air_targets,
    burst_attack,
    fire,
    plots,
    sorties,
)

BOOK = ruleset("fascist_vipers")


# ---------------------------------------------------------------- roles and the sky


def test_drawn_roles_give_each_fighter_one_role_or_none_and_in_time_every_one():
    battle = sky(behind("f", FW190, "red"), behind("g", FW190, "red"), behind("s", STUKA, "red"))
    drawn: list[Picked] = []
    for seed in range(40):
        drawn += air.samples(battle, battle.request, Chance(seed))
    for sample in drawn:
        fighters = [item.split(">")[0] for item, _ in sample.items]
        assert len(set(fighters)) == len(fighters)
        assert all(count == 1 for _, count in sample.items)
    assert {item for sample in drawn for item, _ in sample.items} == {i.id for i in battle.request.items}
    assert {len(sample.items) for sample in drawn} == {0, 1, 2}
    assert air.samples(battle, battle.request)[0] == battle.request.suggestion
    assert len(air_roles.sample_roles(battle.request, Chance(1))) == 4


def test_drawn_umbrellas_are_all_guns_none_or_some():
    pieces = [blue(f"a{n}", AA, 28 + 2 * n, 28) for n in range(3)]
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), *pieces)
    order(battle, bombs("s", 30.0, 24.0))
    assert battle.request.purpose == "umbrella"
    plain = air.samples(battle, battle.request)
    assert plain == [battle.request.suggestion, Picked()]
    some = [air.samples(battle, battle.request, Chance(seed))[2] for seed in range(20)]
    assert {item for one in some for item, _ in one.items} == {"a0", "a1", "a2"}
    assert {len(one.items) for one in some} >= {0, 1, 2, 3} - {0} and len({one.items for one in some}) > 3
    assert air.samples(battle, Place(side="red", purpose="x", prompt="", things=())) == []


def superiority(*aircraft, held="", seen=()):
    battle = sky(*aircraft, step="roles")
    battle.state.air_superiority, battle.state.fighters_seen = held, seen
    return battle


@pytest.mark.rule("CFV-AIR-15", "CFV-AIR-27")
def test_the_sky_is_won_by_shooting_down_every_fighter_that_has_come():
    def winner(**gone):
        battle = superiority(
            behind("f", FW190, "red"), behind("y", YAK, "blue"), behind("z", YAK, "blue"),
            behind("late", YAK, "blue", arrives_turn=9), seen=("red", "blue"),
        )  # fmt: skip
        for name, why in gone.items():
            stand(battle, name).gone = why
        sorties.judge_superiority(battle)
        return battle.state.air_superiority, [
            e.key for e in battle.events if isinstance(e, Said) and "superior" in e.key
        ]

    assert winner() == ("", []) and winner(y="destroyed") == ("", [])
    assert winner(y="destroyed", z="destroyed") == ("red", ["superiority"])
    assert winner(y="destroyed", z="withdrawn") == ("red", ["superiority"])
    assert winner(y="withdrawn", z="withdrawn") == ("", [])
    assert winner(f="destroyed") == ("blue", ["superiority"])
    assert winner(f="destroyed", y="destroyed", z="destroyed") == ("", [])


def test_fighters_of_a_group_that_has_not_arrived_do_not_save_the_sky():
    battle = superiority(
        behind("y", YAK, "blue"), behind("z", YAK, "blue", group="blue-late"), behind("f", FW190, "red")
    )
    stand(battle, "y").gone = "destroyed"
    assert not sorties.has_lost_all_fighters(battle, "blue")
    battle.state.groups["blue-late"].arrived = False
    assert sorties.has_lost_all_fighters(battle, "blue")
    assert not sorties.has_lost_all_fighters(battle, "red")


@pytest.mark.rule("CFV-AIR-27")
def test_only_new_enemy_fighters_end_a_superiority():
    def after(held, *aircraft):
        battle = superiority(*aircraft, held=held)
        sorties.note_fighters(battle)
        return battle.state.air_superiority, set(battle.state.fighters_seen)

    assert after("red", behind("y", YAK, "blue"))[0] == ""
    assert after("red", behind("f", FW190, "red"))[0] == "red"
    assert after("red", behind("s", STUKA, "red"), behind("p", IL2, "blue"))[0] == "red"
    assert after("", behind("y", YAK, "blue"), behind("f", FW190, "red")) == ("", {"red", "blue"})


@pytest.mark.rule("CFV-AIR-14", "CFV-AIR-27")
def test_cover_counts_for_its_own_side_unless_the_enemy_holds_the_sky():
    battle = superiority(behind("y", YAK, "blue"), behind("i", I16, "blue"), behind("f", FW190, "red"))
    for name in ("y", "i", "f"):
        sorties.set_role(battle, stand(battle, name), "cover")
    points = {side: air_defence.cover_points(battle, side) for side in ("red", "blue")}
    worth = {n: sorties.cover_worth(stand(battle, n)) for n in ("y", "i", "f")}
    assert points == {"red": worth["f"], "blue": worth["y"] + worth["i"]} and worth["y"] > worth["i"] > 0
    battle.state.air_superiority = "red"
    assert air_defence.cover_points(battle, "blue") == 0.0 and air_defence.cover_points(battle, "red") == worth["f"]
    assert not sorties.may_cover_and_escort(battle, "blue") and sorties.may_cover_and_escort(battle, "red")


@pytest.mark.rule("CFV-AIR-15")
def test_cover_is_taken_off_when_its_fighter_is_shot_down_and_at_the_next_choice():
    battle = superiority(behind("y", YAK, "blue"), behind("z", YAK, "blue"), behind("f", FW190, "red"))
    for name in ("y", "z"):
        sorties.set_role(battle, stand(battle, name), "cover")
    sorties.shoot_down(battle, stand(battle, "y"), None, None, ())
    assert set(battle.state.markers) == {"cover-z"} and stand(battle, "y").gone == "destroyed"
    removed = [e for e in battle.events if isinstance(e, MarkerRemoved)]
    assert [(e.marker, e.rules) for e in removed] == [("cover-y", ("CFV-AIR-15",))]
    next(air_roles.choose_roles(battle))
    assert battle.state.markers == {}


# ---------------------------------------------------------------- the umbrella


@pytest.mark.rule("CFV-AIR-13", "CFV-OBS-02")
def test_a_hidden_gun_that_takes_part_is_seen_and_does_not_fire_at_the_ground_this_turn():
    battle = raid(
        behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), blue("a", AA, 30, 28), blue("b", AA, 32, 28), dice=[10]
    )
    knowledge.hide(battle, "a", "red")
    order(battle, guns("s", "t"))
    sketch.with_dice(battle, 10, 1, 1, 1, 1, 1, 1, 1, 1)
    umbrella(battle, "a")
    assert battle.state.known("red", "a") == "identified"
    assert stand(battle, "a").aa_turn == 3 and stand(battle, "b").aa_turn == 0
    assert rolls(battle, "penetration")[0].needed == "more than 1"


@pytest.mark.rule("CFV-AIR-06")
def test_where_there_is_nothing_over_the_target_the_aircraft_gets_through():
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24))
    asked = air_defence.penetrate(battle, stand(battle, "s"), stand(battle, "t"), None)
    with pytest.raises(StopIteration) as end:
        next(asked)
    assert end.value.value == "through" and not rolls(battle, "penetration")


@pytest.mark.rule("CFV-AIR-10")
def test_a_fighter_bomber_that_is_driven_off_keeps_its_attack_but_not_its_turn():
    battle = raid(
        behind("s", STUKA, "red", attacks_left=2), blue("t", RUSSIANS, 30, 24), blue("a", AA, 30, 28), dice=[1]
    )
    order(battle, guns("s", "t"))
    umbrella(battle, "a")
    assert stand(battle, "s").attacks_left == 2 and not stand(battle, "s").gone
    assert not sorties.may_attack_ground(battle, stand(battle, "s")) and battle.state.step != "air_a"


# ---------------------------------------------------------------- attacks


def test_only_aircraft_of_the_side_whose_go_it_is_are_asked_for():
    battle = raid(behind("s", STUKA, "red"), behind("p", IL2, "blue"), blue("t", RUSSIANS, 30, 24))
    assert battle.request.subjects == ("s",)


@pytest.mark.rule("CFV-AIR-36", "CFV-AIR-28")
def test_a_fighter_that_strafes_stays_over_the_table_and_a_fighter_bomber_with_its_last_attack_leaves():
    battle = raid(behind("f", FW190, "red"), blue("t", RUSSIANS, 30, 24))
    sketch.with_dice(battle, 6, 6, *[1] * 9)
    order(battle, guns("f", "t"))
    assert not stand(battle, "f").gone and stand(battle, "f").attacks_left == 1
    assert stand(battle, "t").air_attacked_turn == 3
    last = raid(behind("s", STUKA, "red", attacks_left=1), blue("t", RUSSIANS, 30, 24))
    sketch.with_dice(last, 6, 6, *[1] * 9)
    order(last, guns("s", "t"))
    assert stand(last, "s").gone == "withdrawn"


@pytest.mark.parametrize(("team", "aircraft", "rule"), [(True, False, "CFV-AIR-29"), (False, True, "CFV-AIR-37")])
def test_who_directs_an_aircraft_is_told_with_the_rule(team, aircraft, rule):
    forest = sketch.wood("forest", 28, 20, 34, 26)
    hq = red("hq", HQ, 20, 24, **({"tentacle": True} if team else {}))
    plane = behind("s", STUKA, "red", **({"tentacle": True} if aircraft else {}))

    def directed(target):
        battle = raid(hq, plane, blue("hid", RUSSIANS, 29, 24), blue("open", RUSSIANS, 40, 24), features=[forest])
        sketch.with_dice(battle, *[6] * 4, *[1] * 9)
        order(battle, guns("s", target))
        return [e.rules for e in battle.events if isinstance(e, Said) and e.key == "tentacle"]

    if team:
        assert directed("hid") == [(rule,)] and directed("open") == []
    else:
        battle = raid(hq, plane, blue("hid", RUSSIANS, 29, 24), features=[forest])
        sketch.with_dice(battle, *[6] * 4, *[1] * 9)
        order(battle, guns("s", "hid"))
        assert [e.rules for e in battle.events if isinstance(e, Said) and e.key == "tentacle"] == [(rule,)]
        knowing = raid(
            red("hq", HQ, 20, 24, tentacle=True),
            behind("s", STUKA, "red"),
            blue("hid", RUSSIANS, 29, 24),
            features=[forest],
        )
        assert air_targets.directed_by(knowing, stand(knowing, "s"), stand(knowing, "hid")).id == "hq"


@pytest.mark.rule("CFV-AIR-02")
def test_an_air_attack_names_one_target_and_one_weapon():
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24), blue("u", RUSSIANS, 40, 24))

    def why(**fields):
        return air_targets.check_air(battle, Fire(stand="s", **fields))

    both = why(weapon="guns", targets=(Shot("t"), Shot("u")))
    assert both.kind == "malformed" and both.rules == ("CFV-AIR-02",)
    assert why(weapon="rockets", targets=(Shot("t"),)).kind == "malformed"
    assert "Name an enemy unit" in why(weapon="bombs", at=(50.0, 24.0)).text
    assert "Name an enemy unit" in why(weapon="guns").text and why(weapon="guns", targets=(Shot("x"),)) is not None
    assert why(targets=(Shot("t"),)) is None and why(at=(30.0, 24.0)) is None
    stand(battle, "s").flew_turn = 3
    assert why(targets=(Shot("t"),)).rules == ("CFV-AIR-28",)


@pytest.mark.parametrize(("approach", "landed"), [(0.0, (36.0, 28.0)), (90.0, (26.0, 30.0)), (180.0, (24.0, 20.0))])
def test_bombs_deviate_along_the_approach(approach, landed):
    battle = raid(behind("s", STUKA, "red"), blue("t", RUSSIANS, 30, 24))
    sketch.with_dice(battle, 6, 2, *[1] * 9)
    order(battle, Fire(stand="s", weapon="bombs", at=(30.0, 24.0), facing_deg=approach))
    found = next(e for e in battle.events if isinstance(e, TemplateLanded))
    assert (found.x, found.y) == pytest.approx(landed)


@pytest.mark.parametrize("approach", [0.0, 90.0, 250.0])
def test_odds_of_bombs_are_those_of_every_pair_of_dice(approach):
    def scene():
        return raid(
            behind("s", STUKA, "red"),
            blue("t", RUSSIANS, 30, 24),
            red("mine", RIFLES, 33.5, 25),
            blue("u", RUSSIANS, 29, 28),
        )

    expected = {"red": 0.0, "blue": 0.0}
    for left, right in itertools.product(range(1, 7), repeat=2):
        battle = scene()
        shell = burst_attack.bomb_of(stand(battle, "s"))
        gone = {
            s.id: duel(shell.dice_against(s), fire.defence(battle, s, shell.quality, None).dice)[0]
            for s in battle.state.stands.values()
            if not s.off_board
        }
        sketch.with_dice(battle, left, right, *[1] * 30)
        order(battle, Fire(stand="s", weapon="bombs", at=(30.0, 24.0), facing_deg=approach))
        found = next(e for e in battle.events if isinstance(e, TemplateLanded))
        for name in found.hits:
            expected[stand(battle, name).side] += gone[name] / 36
    appraised = air_odds.appraise_air(scene(), Fire(stand="s", weapon="bombs", at=(30.0, 24.0), facing_deg=approach))
    counted = {"red": 0.0, "blue": 0.0}
    for outcome in appraised.outcomes:
        _, enemy, _, own = outcome.id.split("-")
        counted["blue"] += outcome.chance * int(enemy)
        counted["red"] += outcome.chance * int(own)
    assert counted == pytest.approx(expected) and expected["red"] != expected["blue"] > 0.0


def test_a_run_comes_from_where_it_was_announced():
    battle = raid(behind("f", FW190, "red"), blue("t", RUSSIANS, 30, 24))
    assert air_targets.coming_from(stand(battle, "t"), 90.0) == pytest.approx((30.0, -76.0))
    assert air_targets.coming_from(stand(battle, "t"), 0.0) == pytest.approx((-70.0, 24.0))
    sketch.with_dice(battle, 6, 6, *[1] * 9)
    order(battle, guns("f", "t", facing=90.0))
    assert next(e for e in battle.events if isinstance(e, Fired)).origin == pytest.approx((30.0, -76.0))


def test_the_targets_of_an_aircraft_with_the_reasons_against_them():
    forest = sketch.wood("forest", 28, 20, 34, 26)
    battle = raid(
        behind("s", STUKA, "red"), blue("hid", RUSSIANS, 30, 24), blue("open", RUSSIANS, 40, 24), features=[forest]
    )
    rows = {row.stand: row.refusal for row in BOOK.targets(battle.view("red"), "s", "guns")}
    assert set(rows) == {"hid", "open", "idle"} and rows["open"] is None and "CFV-AIR-02" in rows["hid"].rules
    drawn = {
        air_odds.legal_attacks(battle, stand(battle, "s"), 1, Chance(seed))[0].targets[0].target for seed in range(20)
    }
    assert drawn == {"open", "idle"}


# ---------------------------------------------------------------- what is written down


@pytest.mark.rule("CFV-AIR-05")
def test_a_bomber_that_gets_through_has_flown_its_plot():
    battle = raid(
        behind("h", HEINKEL, "red"), blue("t", RUSSIANS, 30, 30), plotted=["h"], dice=[3, 3, 6, 6, 6, 6, 6, 1, 1]
    )
    assert [p.done for p in battle.state.plots] == [True]


def likely(*parts, objectives=(), zones=(), side="red"):
    setup = sketch.setup_of(red("a", RIFLES, 10, 10), *parts, objectives=objectives)
    battle = sketch.battle_in(
        sketch.state_of(dataclasses.replace(setup, zones=zones)), dataclasses.replace(setup, zones=zones)
    )
    return set(plots._likely_targets(battle.view(side), side, turn=1))


def test_fire_is_written_down_for_where_the_enemy_is_known_or_suspected():
    enemy, mine = goal("e", x=50.0), goal("m", x=20.0, holder="red")
    assert likely(blue("b", RUSSIANS, 40, 24), objectives=[enemy, mine]) == {(40.0, 24.0), (50.0, 24.0)}
    square = ((40.0, 10.0), (50.0, 10.0), (50.0, 20.0), (40.0, 20.0))
    zones = tuple(
        Zone(id=n, name=n, side=s, kind=k, polygon=square if n == "theirs" else ((0, 0), (2, 0), (2, 2), (0, 2)))
        for n, s, k in (
            ("theirs", "blue", "deploy"),
            ("in", "blue", "entry"),
            ("ours", "red", "deploy"),
            ("none", "", "deploy"),
        )
    )
    unseen = behind("g", BATTERY, "blue")
    assert likely(unseen, objectives=[mine], zones=zones) == {(45.0, 15.0)}
    assert likely(unseen, zones=()) == {(36.0, 24.0)}


@pytest.mark.rule("CFV-BRST-18")
def test_each_salvo_is_written_down_for_a_turn_and_place_of_its_own():
    setup = sketch.setup_of(
        red("a", RIFLES, 10, 10), blue("b", RUSSIANS, 40, 10), blue("c", T34, 50, 30), blue("d", T34, 60, 30),
        behind("k", BATTERY, "red", programmed=True, rounds=3, plot_turns=(2, 3)),
    )  # fmt: skip
    state = sketch.state_of(setup, turn=0, step="plan", phasing="")
    state.planned = ()
    battle = sketch.battle_in(state, setup, [12, 5])
    things = battle.request.things
    assert [(t.text, t.choices[0][2]) for t in things] == [
        ("k, salvo 1", "2"),
        ("k, salvo 2", "3"),
        ("k, salvo 3", "3"),
    ]
    aimed = battle.request.suggestion.placements
    assert [(p.thing, p.choice("turn", ""), (p.x, p.y)) for p in aimed] == [
        ("k#0", "2", (40.0, 10.0)), ("k#1", "3", (50.0, 30.0)),
    ]  # fmt: skip
