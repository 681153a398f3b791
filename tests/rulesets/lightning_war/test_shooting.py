"""Small arms, machine guns, snipers; shots, discipline, return fire."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MAXIM,
    MG42,
    MOVED,
    PANZER4,
    SEEN,
    SNIPER,
    SQUAD,
    T34,
    battle_of,
    blue,
    box,
    fire,
    group,
    is_gone,
    move,
    order,
    red,
    refusal,
    rolls,
    stand,
    strip,
    worked_case,
)
from wargame.engine.orders import Done
from wargame.rulesets.lightning_war import firing, targets, weapons

HEDGE = strip("hedge", "hedge", (12.6, 5), (12.6, 15), width=0.3)
WALL = strip("wall", "wall", (12.6, 5), (12.6, 15), width=0.3)


def duel(line=SQUAD, *, ground=(), dice=(), moved=True, facing=0.0, **firer):
    """A red stand at (5, 10) and a blue squad that has been seen; unless told it has moved: no cover in the open."""
    return battle_of(
        red("a", line, 5, 10, facing),
        red("hq", HQ, 4, 8),
        blue("b", SQUAD, 13.1, 10),
        blue("hq2", HQ, 20, 8),
        features=ground,
        dice=dice,
        as_of={"b": MOVED if moved else SEEN, "a": firer},
    )


@pytest.mark.rule("LW2-INF-02", "LW2-TURN-13", "LW2-TURN-17")
@pytest.mark.parametrize(("face", "result"), [(4, "disabled"), (3, "suppressed"), (2, "missed")])
def test_a_squad_disables_on_four_in_the_open_and_suppresses_one_pip_short(face, result):
    battle = duel(dice=[face, 6, 6])
    order(battle, fire("a", "b"))
    assert rolls(battle, "small_arms")[0].outcome == result
    assert is_gone(battle, "b") is (result == "disabled")


@pytest.mark.rule("LW2-INF-03", "LW2-TERR-03", "LW2-COV-02", "LW2-TERR-01")
def test_lying_down_in_the_open_is_partial_cover():
    battle = duel(moved=False, dice=[4, 6, 6])
    order(battle, fire("a", "b"))
    assert rolls(battle, "small_arms")[0].outcome == "suppressed"


@pytest.mark.rule("LW2-INF-04", "LW2-TERR-22", "LW2-COV-01", "LW2-COV-04")
def test_behind_a_wall_only_a_six_disables():
    battle = duel(ground=[WALL], dice=[5, 6, 6])
    order(battle, fire("a", "b"))
    assert rolls(battle, "small_arms")[0].outcome == "suppressed"


def test_on_the_move_a_four_falls_one_short(request):
    battle = duel(dice=[*worked_case(request, "C23"), 6, 6])
    order(battle, fire("a", "b", mode=firing.MOVING))
    assert rolls(battle, "small_arms")[0].outcome == "suppressed"


def test_heavy_machine_guns_ignore_partial_cover(request):
    first, second = worked_case(request, "C24")
    battle = duel(MG42, ground=[HEDGE], dice=[first])
    order(battle, fire("a", "b"))
    assert is_gone(battle, "b")
    battle = duel(MG42, ground=[WALL], dice=[second, 6, 6])
    order(battle, fire("a", "b"))
    assert stand(battle, "b").suppressed_turn == 1


def test_an_unmodified_six_always_counts(request):
    battle = duel(ground=[WALL], dice=worked_case(request, "C26"), suppressed_turn=1)
    order(battle, fire("a", "b"))
    assert is_gone(battle, "b")


@pytest.mark.rule("LW2-SNIP-03", "LW2-SNIP-04", "LW2-SNIP-02")
def test_a_sniper_suppresses_on_five_whatever_the_cover_and_picks_his_man():
    battle = duel(SNIPER, ground=[WALL], dice=[5, 6, 6])
    order(battle, fire("a", "b"))
    assert stand(battle, "b").suppressed_turn == 1
    battle = battle_of(red("a", SNIPER, 5, 10), blue("b", SQUAD, 9, 10), blue("c", SQUAD, 13, 12), dice=[1])
    order(battle, fire("a", "c"))


@pytest.mark.rule("LW2-INF-05")
def test_small_arms_do_nothing_to_armour():
    battle = battle_of(red("a", SQUAD, 5, 10), blue("t", T34, 13, 10))
    assert "LW2-INF-05" in refusal(battle, fire("a", "t")).rules


@pytest.mark.rule("LW2-TURN-10")
def test_a_squad_fires_once_in_a_cycle():
    battle = duel(dice=[1])
    order(battle, fire("a", "b"))
    assert (
        "LW2-TURN-10"
        in firing.against_firing(battle, stand(battle, "a"), weapons.weapon(stand(battle, "a"), ""), "").rules
    )


@pytest.mark.rule("LW2-GUN-07")
def test_a_tank_fires_twice_if_it_does_not_move():
    battle = battle_of(red("t", PANZER4, 5, 10), blue("b", T34, 30, 10, facing=180), dice=[1, 1])
    order(battle, fire("t", "b", "ap"))
    order(battle, Done())
    order(battle, fire("t", "b", "ap"))
    order(battle, Done())
    assert battle.request.purpose == "select", "the platoon has nothing left to do"


@pytest.mark.rule("LW2-GUN-06", "LW2-TURN-14")
def test_who_means_to_move_has_one_shot_with_the_penalty_and_who_stays_stays():
    battle = battle_of(red("t", PANZER4, 5, 10), red("u", PANZER4, 5, 20), blue("b", T34, 30, 10), dice=[1, 1])
    order(battle, fire("t", "b", "ap", firing.MOVING))
    assert rolls(battle, "to_hit")[0].total == 0
    order(battle, Done())
    assert "LW2-TURN-10" in refusal(battle, fire("t", "b", "ap")).rules
    order(battle, fire("u", "b", "ap"))
    order(battle, Done())
    assert "LW2-TURN-14" in refusal(battle, move("u", (8, 20))).rules


def test_who_was_fired_at_answers_that_enemy_first(request):
    worked_case(request, "C65")
    foes = blue("far", SQUAD, 15, 10), blue("near", SQUAD, 8, 13)
    battle = battle_of(red("a", SQUAD, 5, 10), *foes, dice=[1])
    assert "LW2-ARC-06" in refusal(battle, fire("a", "far")).rules
    battle = battle_of(red("a", SQUAD, 5, 10), *foes, dice=[1], as_of={"a": {"shot_at_by": ("far",)}})
    assert "LW2-ARC-05" in refusal(battle, fire("a", "near")).rules
    order(battle, fire("a", "far"))


@pytest.mark.rule("LW2-ARC-08")
def test_a_gun_takes_the_nearest_that_its_ammunition_can_harm():
    battle = battle_of(
        red("t", PANZER4, 5, 10), blue("near", SQUAD, 10, 10), blue("tank", T34, 30, 12, facing=180), dice=[1]
    )
    order(battle, fire("t", "tank", "ap"))


def test_the_platoon_shot_at_answers_at_once(request):
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        red("a2", SQUAD, 5, 7),
        blue("b", SQUAD, 13.1, 10),
        blue("b2", SQUAD, 13.1, 7),
        features=[HEDGE],
        dice=[4, 6, 6, *worked_case(request, "C75"), 6, 6],
        as_of={"b": SEEN, "b2": SEEN},
    )
    order(battle, fire("a", "b"))
    assert stand(battle, "b").suppressed_turn == 1
    assert battle.request.purpose == "return_fire" and "b" in battle.request.subjects
    order(battle, fire("b", "a"))
    shot = rolls(battle, "small_arms")[-1]
    assert (shot.total, shot.needed, shot.outcome) == (4, "5+", "suppressed")
    assert len(rolls(battle, "morale")) == 2


def test_a_leader_in_a_tank_is_a_target_two_figures_are_not(request):
    worked_case(request, "C76")
    battle = battle_of(
        red("gun", "GE_75mm_pak_40", 5, 10, 0),
        blue("tank", T34, 30, 10, hq=True),
        blue("figures", HQ, 30, 14, group="blue-2"),
        dice=[1],
    )
    assert "LW2-CAS-03" in refusal(battle, fire("gun", "figures", "he")).rules
    order(battle, fire("gun", "tank", "ap"))


@pytest.mark.rule("LW2-ARC-04", "LW2-ARC-01", "LW2-ARC-07")
def test_guns_have_an_arc_turrets_have_none():
    battle = battle_of(
        red("gun", "GE_75mm_pak_40", 5, 10, 90.0), red("t", PANZER4, 5, 20, 180.0), blue("b", T34, 30, 15), dice=[1]
    )
    assert "LW2-ARC-04" in refusal(battle, fire("gun", "b", "ap")).rules
    order(battle, fire("t", "b", "ap"))


@pytest.mark.rule("LW2-ARC-02", "LW2-ARC-03")
def test_a_machine_gun_that_turns_beyond_its_arc_fires_as_if_moved():
    battle = duel(MG42, dice=[4, 6, 6], facing=90.0)
    order(battle, fire("a", "b"))
    shot = rolls(battle, "small_arms")[0]
    assert (shot.total, shot.outcome) == (3, "suppressed")
    assert abs(stand(battle, "a").facing_deg - 0.0) < 1


@pytest.mark.rule("LW2-HMG-03")
def test_a_machine_gun_reaches_two_features():
    gun = weapons.weapon(stand(duel(MG42), "a"), "")
    assert gun.reach == 2
    ground = [box(name, "gully", 8 + 14 * n, 8, 9 + 14 * n, 9) for n, name in enumerate("xyz")]
    battle = battle_of(red("a", MAXIM, 4, 10), blue("b", SQUAD, 70, 10), features=ground)
    told = targets.against_target(battle, stand(battle, "a"), gun, stand(battle, "b"))
    assert "LW2-HMG-03" in told.rules


@pytest.mark.rule("LW2-MOR-15")
def test_a_platoon_in_flight_answers_contiguous_enemies_only():
    battle = duel(dice=[1], moved=False)
    group(battle, "blue-1").in_flight = True
    order(battle, fire("a", "b"))
    assert battle.request.purpose == "return_fire"


@pytest.mark.rule("LW2-RIDE-06")
def test_riders_do_not_fire():
    from tests.rulesets.lightning_war.sketch import aboard

    tank = red("t", PANZER4, 5, 10)
    battle = battle_of(tank, aboard("r", SQUAD, tank), blue("b", SQUAD, 10, 10))
    told = firing.against_firing(battle, stand(battle, "r"), weapons.weapon(stand(battle, "r"), ""), "")
    assert "LW2-RIDE-06" in told.rules


@pytest.mark.rule("LW2-TERR-17")
def test_opponents_in_the_same_village_fire_at_each_other_in_hard_cover():
    village = box("village", "town", 5, 5, 25, 25)
    battle = battle_of(
        red("a", SQUAD, 10, 15), blue("b", SQUAD, 20, 15), features=[village], dice=[5, 6, 6, 6], as_of={"b": SEEN}
    )
    order(battle, fire("a", "b"))
    assert rolls(battle, "small_arms")[0].needed == "6+"
