"""What single men are like: who has attributes, and what each does in fire, tests and damage."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import blue, dice_left, red, rolls, stand, state
from tests.rulesets.clash_of_titans.firefight import everybody, hits, resolve, shot, statuses, told, volley, wall
from wargame.engine.state import Marker
from wargame.rulesets.clash_of_titans import activation, attributes, fire_odds, looting
from wargame.rulesets.clash_of_titans.causes import FireOrder


def duel(dice=(), distance=20.0, features=(), mine=(), theirs=(), **fields):
    return build.battle_of(
        red("r", 20, 24, attributes=list(mine)),
        blue("b", 20 + distance, 24, attributes=list(theirs), **fields),
        features=features,
        dice=dice,
    )


def fight(battle, **answers):
    return resolve(battle, [volley(shot("r", "b"))], {"answer_fire": everybody()} | answers)


def modifiers(battle, purpose, number=0):
    return [(m.reason, m.add or m.dice) for m in rolls(battle, purpose)[number].modifiers]


# ---------------------------------------------------------------- handing out


@pytest.mark.rule("NUT-ATTR-02")
def test_two_lists_of_twelve():
    good, bad = attributes.of_list("advantage"), attributes.of_list("disadvantage")
    places = {(half, row) for half in "AB" for row in range(1, 7)}
    assert set(good) == set(bad) == places
    assert good["A", 2] == "Crack Shot" and bad["B", 6] == "Loud"


@pytest.mark.rule("NUT-ATTR-02")
@pytest.mark.parametrize(("dice", "name"), [((1, 2), "Crack Shot"), ((3, 6), "Resilient"), ((4, 1), "Fast")])
def test_a_die_for_the_half_and_one_for_the_row(dice, name):
    battle = duel(dice)
    assert attributes.draw(battle, stand(battle, "r"), "advantage") == name


@pytest.mark.rule("NUT-ATTR-02", "NUT-ATTR-06")
def test_duplicates_and_pairs_that_cancel_are_rolled_again():
    battle = duel([1, 2, 4, 4, 1, 5], mine=["Crack Shot", "Poor Shot"])
    assert attributes.draw(battle, stand(battle, "r"), "advantage") == "Steely Nerves"
    assert dice_left(battle) == 0


@pytest.mark.rule("NUT-ATTR-06")
def test_ten_pairs_cancel_in_either_order():
    assert attributes.cancel("Lucky", "Unlucky") and attributes.cancel("Poor Shot", "Marksman")
    assert not attributes.cancel("Lucky", "Poor Shot")
    every = {*attributes.of_list("advantage").values(), *attributes.of_list("disadvantage").values()}
    assert {name for pair in attributes.CANCELLING for name in pair} <= every


@pytest.mark.rule("NUT-ATTR-01")
@pytest.mark.parametrize(("dice", "given"), [((2, 1, 3), ("Quick Reflexes",)), ((3, 1, 1), ("Looter",)), ((5,), ())])
def test_members_of_the_players_own_squad_roll_for_one(dice, given):
    battle = duel(dice)
    attributes.roll_for_member(battle, stand(battle, "r"))
    assert stand(battle, "r").attributes == given and dice_left(battle) == 0


@pytest.mark.rule("NUT-ATTR-01")
@pytest.mark.parametrize(("dice", "second"), [((3, 4, 3), "Brawler"), ((4, 4, 3), "Cowardly")])
def test_a_star_picks_one_and_rolls_another(dice, second):
    battle = duel(dice)
    attributes.roll_for_star(battle, stand(battle, "r"), "Lucky")
    assert stand(battle, "r").attributes == ("Lucky", second)


# ---------------------------------------------------------------- shooting


@pytest.mark.rule("NUT-ATTR-02")
@pytest.mark.parametrize(("again", "struck"), [(6, 1), (2, 0)])
def test_a_crack_shot_rolls_one_missed_die_again(again, struck):
    battle = duel([2, again, *([1] if again == 6 else [6, 6])], mine=["Crack Shot"])
    resolve(battle, [volley(shot("r", "b"))], {"answer_fire": []})
    assert [roll.dice for roll in rolls(battle, "to_hit")][:2] == [(2,), (again,)]
    assert (
        rolls(battle, "to_hit")[0].outcome == "rolled_again" and rolls(battle, "to_hit")[1].outcome == f"hits_{struck}"
    )


@pytest.mark.rule("NUT-ATTR-02")
@pytest.mark.parametrize(
    ("name", "distance", "rep"), [("Poor Shot", (10, 30), (3, 3)), ("Nearsighted", (12, 13), (4, 3))]
)
def test_bad_shots_shoot_with_a_lower_rep(name, distance, rep):
    found = []
    for inches in distance:
        battle = duel([2, 6, 6], distance=inches, mine=[name])
        fight(battle)
        found.append(stand(battle, "r").rep + sum(m.add for m in rolls(battle, "to_hit")[0].modifiers))
    assert tuple(found) == rep


@pytest.mark.rule("NUT-ATTR-02")
def test_a_marksman_hits_the_prone_on_eight():
    for mine, struck in (((), 0), (("Marksman",), 1)):
        battle = duel([4, *([1] if struck else [6, 6])], mine=mine)
        stand(battle, "b").prone = True
        fight(battle)
        assert hits(battle)[0] == struck


# ---------------------------------------------------------------- damage


@pytest.mark.rule("NUT-ATTR-02")
def test_a_frail_man_takes_more():
    battle = duel([6, 3], theirs=["Frail"])
    fight(battle)
    frail = rolls(battle, "damage")[0]
    assert modifiers(battle, "damage") == [("Frail", 1)]
    sound = duel([6, 3])
    with_out = fight_quietly(sound)
    assert int(frail.needed.split()[-1]) == int(with_out.needed.split()[-1]) + 1


def fight_quietly(battle):
    build.with_dice(battle, 6, 1)
    fight(battle)
    return rolls(battle, "damage")[0]


@pytest.mark.rule("NUT-ATTR-02")
def test_the_first_time_out_of_the_fight_a_resilient_man_is_only_knocked_down():
    battle = duel([6, 2, 1, 1], theirs=["Resilient"])
    fight(battle)
    assert told(battle) == ["to_hit", "damage", "recover_from_knock_down"]
    assert statuses(battle, ["b"]) == ["ready"] and stand(battle, "b").spent == ("Resilient",)
    build.with_dice(battle, 6, 2)
    fight(battle)
    assert statuses(battle, ["b"]) == ["out_of_the_fight"]


@pytest.mark.rule("NUT-ATTR-02")
def test_a_lucky_man_rolls_his_first_bad_wound_again():
    battle = duel([6, 2, 6, 1, 1], theirs=["Lucky"])
    fight(battle)
    assert told(battle) == ["to_hit", "damage", "damage", "recover_from_knock_down"]
    assert stand(battle, "b").spent == ("Lucky",)


# ---------------------------------------------------------------- tests


@pytest.mark.rule("NUT-ATTR-02")
def test_a_lucky_man_takes_a_failed_test_again():
    battle = duel([2, 6, 6, 1, 1, 2, 1, 1, 2, 6, 6], theirs=["Lucky"], features=[wall(39, 20, 28)])
    fight(battle)
    assert told(battle)[:3] == ["to_hit", "received_fire", "received_fire"]
    assert stand(battle, "b").spent == ("Lucky",) and statuses(battle, ["b"]) == ["ready"]


@pytest.mark.rule("NUT-ATTR-02")
def test_an_unlucky_man_takes_his_first_good_test_again():
    battle = duel([2, 1, 1, 6, 6], theirs=["Unlucky"], features=[wall(39, 20, 28)])
    fight(battle)
    assert told(battle) == ["to_hit", "received_fire", "received_fire"]
    assert stand(battle, "b").spent == ("Unlucky",) and statuses(battle, ["b"]) == ["hunkered_down"]


@pytest.mark.rule("NUT-ATTR-02")
def test_a_plucky_man_ducks_once_instead_of_running():
    battle = duel([2, 6, 6], theirs=["Plucky"])
    fight(battle)
    assert statuses(battle, ["b"]) == ["ducked_back"] and stand(battle, "b").spent == ("Plucky",)


@pytest.mark.rule("NUT-ATTR-02")
def test_a_coward_ducks_instead_of_snap_firing():
    for theirs, status in (((), "ready"), (("Cowardly",), "ducked_back")):
        battle = duel([2, 1, 6, *([] if theirs else [2, 6, 6])], theirs=theirs, features=[wall(39, 20, 28)])
        fight(battle)
        assert statuses(battle, ["b"]) == [status]


@pytest.mark.rule("NUT-ATTR-03")
@pytest.mark.parametrize(
    ("theirs", "dice", "outcome"),
    [((), (1, 6), "pass_1"), (("Steely Nerves",), (1, 6, 1), "pass_2"), (("Nervous",), (6, 1), "pass_0")],
)
def test_a_die_more_or_less_on_received_fire(theirs, dice, outcome):
    battle = duel([2, *dice, 2, 6, 6], theirs=theirs, features=[wall(39, 20, 28)])
    fight(battle)
    assert (rolls(battle, "received_fire")[0].dice, rolls(battle, "received_fire")[0].outcome) == (dice, outcome)


@pytest.mark.rule("NUT-ATTR-05")
def test_a_fanatic_hunkers_down_instead_of_running():
    battle = duel([2, 6, 6], theirs=["Fanatic"])
    fight(battle)
    assert statuses(battle, ["b"]) == ["hunkered_down"]


@pytest.mark.parametrize("name", ["Lucky", "Unlucky", "Plucky", "Resilient", "Frail", "Cowardly", "Fanatic"])
def test_odds_count_what_a_man_is_like(name):
    battle = duel(theirs=[name], features=[wall(39, 20, 28)])
    row = fire_odds.odds(battle, [FireOrder(stand="r", targets=(("b", 1),))], ["r"])["b"]
    assert sum(row.values()) == pytest.approx(1.0)


# ---------------------------------------------------------------- Looters


def tempted(dice, x=24.0, **fields):
    battle = build.battle_of(
        red("r", 20, 24, attributes=["Looter"], **fields), blue("b", 70, 40, facing=0.0), dice=dice
    )
    state(battle).markers["loot"] = Marker(id="loot", kind="loot", x=x, y=24.0)
    for _ in looting.tempt(battle, activation.of_state(state(battle))):
        raise AssertionError("nothing is asked")
    return battle


@pytest.mark.rule("NUT-ATTR-04")
def test_a_looter_may_resist():
    battle = tempted([4])
    assert told(battle) == ["looter"] and not stand(battle, "r").finished
    assert looting.temptation(battle, stand(battle, "r")) is None


@pytest.mark.rule("NUT-ATTR-04")
def test_a_looter_who_fails_goes_and_handles_it_and_loses_his_activation():
    battle = tempted([5])
    man = stand(battle, "r")
    assert man.finished and man.work == "handles loot" and man.x == pytest.approx(24.0, abs=1.0)


@pytest.mark.rule("NUT-ATTR-04")
def test_only_within_six_inches():
    assert told(tempted([], x=26.1)) == [] and told(tempted([1], x=26.0)) == ["looter"]
