"""Close assaults."""

from __future__ import annotations

import itertools

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MG42,
    PANZER4,
    SEEN,
    SQUAD,
    T34,
    battle_of,
    blue,
    box,
    is_gone,
    order,
    red,
    refusal,
    rolls,
    stand,
    worked_case,
)
from wargame.engine.orders import Assault, Done
from wargame.rulesets.lightning_war import assault_dice


def storm(*, attackers=1, defenders=1, dice=(), line=SQUAD, ground=(), **more):
    """Red squads in front of blue ones, in the same field; comrades of both platoons are far off."""
    reds = [red(f"a{n}", SQUAD, 10, 10 + 2 * n) for n in range(1, attackers + 1)]
    blues = [blue(f"d{n}", line, 15, 10 + 2 * n) for n in range(1, defenders + 1)]
    far = red("a9", SQUAD, 66, 40), blue("d9", SQUAD, 60, 40)
    seen = {f"d{n}": SEEN for n in range(1, defenders + 1)}
    return battle_of(*reds, *blues, *far, features=ground, dice=dice, as_of=seen, **more)


def charge(battle, leader="a1", target="d1", supports=()):
    """The assault; nobody fires on the way."""
    order(battle, Assault(stand=leader, target=target, supports=supports))
    while battle.request is not None and battle.request.purpose == "counter_fire":
        order(battle, Done())


def test_three_against_two(request):
    a1, a2, a3, d1, d2 = worked_case(request, "C44")
    found = assault_dice.play([0, 0, 0], [1, 1], [a1, a2, a3], [d1, d2])
    assert (found.attackers.kills, found.defenders.kills) == (1, 0)
    assert found.lost_defenders == (1,) and found.winner == "attacker"
    battle = storm(attackers=3, defenders=2, dice=[a1, a2, a3, d1, d2, 6, 6, 6, 6])
    charge(battle)
    assert is_gone(battle, "d2") and not is_gone(battle, "d1", "a1")


def test_rounds_go_on_until_there_is_a_winner(request):
    dice = worked_case(request, "C45")
    battle = storm(attackers=2, defenders=2, dice=[*dice, 6, 6])
    charge(battle)
    assert len(rolls(battle, "assault_attack")) == 2
    assert stand(battle, "d1").x > 15.5 and not is_gone(battle, "d1")


def test_the_bonus_makes_no_casualty(request):
    attack, defence = worked_case(request, "C46")
    found = assault_dice.play([0], [assault_dice.defender_bonus()], [attack], [defence])
    assert found.winner == "defender" and found.lost_attackers == ()


def test_infantry_against_a_tank_in_the_open(request):
    battle = storm(line=T34, dice=[*worked_case(request, "C47"), 6, 6])
    charge(battle)
    assert is_gone(battle, "d1") and not is_gone(battle, "a1")


def test_the_escort_comes_first(request):
    worked_case(request, "C48")
    wood = box("wood", "woods_light", 13, 8, 20, 20)
    battle = battle_of(
        red("a1", SQUAD, 10, 12),
        blue("tank", T34, 15, 12),
        blue("rifles", SQUAD, 18, 15, group="blue-2"),
        features=[wood],
    )
    assert "LW2-ASLT-19" in refusal(battle, Assault(stand="a1", target="tank")).rules


def test_armour_assaulted_in_a_wood_tests_at_once(request):
    wood = box("wood", "woods_light", 13, 8, 20, 20)
    battle = battle_of(
        red("a1", SQUAD, 10, 12),
        blue("tank", T34, 15, 12),
        features=[wood],
        groups={"blue-1": {"quality": "replacement"}},
        dice=worked_case(request, "C49"),
    )
    charge(battle, target="tank")
    assert rolls(battle, "morale")[0].needed == "7+" and rolls(battle, "morale")[0].outcome == "failed"
    assert stand(battle, "tank").x > 18 and rolls(battle, "assault_attack") == []


@pytest.mark.rule("LW2-ASLT-01", "LW2-ASLT-02", "LW2-ASLT-25", "LW2-ASLT-26", "LW2-ASLT-04")
def test_contact_commits_both_platoons_and_may_be_shot_at_on_the_way():
    battle = storm(attackers=2, defenders=2, dice=[4, 4, 1, 1, 6, 6])
    order(battle, Assault(stand="a1", target="d1"))
    assert battle.request.purpose == "counter_fire"
    while battle.request.purpose == "counter_fire":
        order(battle, Done())
    assert len(rolls(battle, "assault_attack")[0].dice) == 2
    assert len(rolls(battle, "assault_defence")[0].dice) == 2


@pytest.mark.rule("LW2-ASLT-14", "LW2-ASLT-15", "LW2-ASLT-16", "LW2-ASLT-22", "LW2-ASLT-11")
def test_the_loser_falls_back_and_tests_the_winner_reorganises():
    battle = storm(attackers=1, defenders=1, dice=[5, 2, 6, 6])
    charge(battle)
    assert stand(battle, "d1").x > 16
    assert [r.who for r in rolls(battle, "morale")] == ["blue-1"]
    assert stand(battle, "a1").busy_cycle == battle.state.cycle or battle.request.purpose == "select"


@pytest.mark.rule("LW2-ASLT-13")
def test_after_equal_casualties_the_pairs_decide():
    found = assault_dice.play([0, 0], [1, 1], [6, 5], [6, 3])
    assert (found.attackers.kills, found.defenders.kills) == (1, 1)
    assert found.winner == ""  # 6 loses to 6+1, 5 beats 3+1: one pair each
    assert assault_dice.play([0, 0], [1, 1], [6, 1], [6, 3]).winner == "defender"


@pytest.mark.rule("LW2-ASLT-27")
def test_a_loser_without_a_way_back_is_removed():
    from wargame.rulesets.lightning_war import storm as chapter

    battle = battle_of(
        red("a1", SQUAD, 40, 10), blue("gun", "SU_45mm_model_1942", 45, 10), dice=[5, 1], as_of={"gun": SEEN}
    )
    charge(battle, target="gun")
    assert is_gone(battle, "gun") and chapter.MOST_ROUNDS > 1


@pytest.mark.rule("LW2-ASLT-17", "LW2-ASLT-24")
def test_armour_supports_with_shells_without_adjustment_for_its_movement():
    battle = battle_of(
        red("a1", SQUAD, 10, 12),
        red("tank", PANZER4, 6, 12),
        blue("d1", SQUAD, 15, 12),
        blue("d9", SQUAD, 60, 40),
        dice=[6, 1, 1, 6, 6],
        as_of={"d1": SEEN, "tank": {"moved_cycle": 3}},
    )
    charge(battle, supports=("tank",))
    shells = rolls(battle, "high_explosive")[0]
    assert not any(m.rule == "LW2-TURN-05" for m in shells.modifiers)
    assert is_gone(battle, "d1")


@pytest.mark.rule("LW2-CAS-04")
def test_a_headquarters_may_be_assaulted():
    battle = battle_of(red("a1", SQUAD, 10, 12), blue("hq", HQ, 15, 12), blue("d9", SQUAD, 60, 40), dice=[6, 1, 6, 6])
    charge(battle, target="hq")
    assert is_gone(battle, "hq") and battle.state.scores["red"] == 0


def test_a_higher_headquarters_overrun_costs_three_points(request):
    worked_case(request, "C69")
    battle = battle_of(
        red("a1", SQUAD, 10, 12),
        red("a2", SQUAD, 10, 14),
        red("a3", SQUAD, 10, 16),
        blue("staff", "staff", 15, 12, group="hq"),
        blue("guard", "guard_squad", 15, 14, group="hq"),
        blue("guard2", "guard_squad", 15, 16, group="hq"),
        groups={"hq": {"higher": True}},
        dice=[6, 6, 6, 1, 1, 1],
        as_of={"staff": SEEN, "guard": SEEN, "guard2": SEEN},
    )
    from wargame.rulesets.lightning_war import firing, weapons

    guard = stand(battle, "guard")
    assert "LW2-FORCE-18" in firing.against_firing(battle, guard, weapons.weapon(guard, ""), "").rules
    from wargame.rulesets.lightning_war import muster

    assert muster.against_higher_headquarters(("staff", "guard_squad", "guard_squad")) is None
    charge(battle, target="staff")
    assert battle.state.scores["red"] == 3


@pytest.mark.rule("LW2-ASLT-03", "LW2-ASLT-05", "LW2-ASLT-07", "LW2-ASLT-12", "LW2-ASLT-23")
@pytest.mark.parametrize(("a", "d"), [(1, 1), (2, 1), (2, 2)])
def test_the_odds_are_those_of_the_dice(a, d):
    def win(m, n, depth=0):
        total = wins = 0.0
        for faces in itertools.product(range(1, 7), repeat=m + n):
            found = assault_dice.play([0] * m, [1] * n, faces[:m], faces[m:])
            left_a, left_d = m - len(set(found.lost_attackers)), n - len(set(found.lost_defenders))
            total += 1
            if not left_a or not left_d:
                wins += 1.0 if left_a else 0.0 if left_d else (found.winner == "attacker")
            elif found.winner:
                wins += found.winner == "attacker"
            elif (left_a, left_d) == (m, n):
                total -= 1
            else:
                wins += win(left_a, left_d)
        return wins / total

    assert assault_dice.odds(a, d, 0, 1).win == pytest.approx(win(a, d), abs=1e-9)


@pytest.mark.rule("LW2-MOVE-01")
def test_only_enemies_in_reach_of_a_move_are_assaulted():
    battle = battle_of(red("a1", MG42, 5, 10), blue("d1", SQUAD, 60, 10))
    assert "LW2-MOVE-01" in refusal(battle, Assault(stand="a1", target="d1")).rules
