"""More small facts: support, exemptions, lines of sight, order of things."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    HQ,
    MG42,
    MOVED,
    PANZER4,
    SEEN,
    SNIPER,
    SQUAD,
    T34,
    battle_of,
    behind,
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
    setup_of,
    stand,
    state_of,
    strip,
)
from wargame.rulesets.lightning_war import armour, bridges, cycle, damage, objectives, organisation, sightlines


@pytest.mark.rule("LW2-HMG-01", "LW2-HMG-02")
def test_heavy_machine_guns_support_one_named_platoon():
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        red("mg", MG42, 5, 14, group="heavy"),
        blue("b", SQUAD, 40, 10),
        groups={"heavy": {"supports": "red-1"}},
    )
    assert "mg" in battle.request.subjects
    assert [s.id for s in cycle.supporting_guns(battle, "red-idle")] == []


@pytest.mark.rule("LW2-MOR-09")
def test_attached_armour_takes_no_test_for_losses():
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        blue("t", T34, 40, 10, group="att"),
        blue("u", T34, 44, 10, group="att"),
        groups={"att": {"exempt": True}},
    )
    tests = damage.Tests()
    damage.disable(battle, stand(battle, "t"), tests)
    tests.take(battle, None)
    assert rolls(battle, "morale") == []


@pytest.mark.rule("LW2-SNIP-01")
def test_a_platoon_has_one_sniper_team():
    with pytest.raises(ValueError, match="one sniper"):
        state_of(setup_of(red("s", SNIPER, 5, 10), red("t", SNIPER, 5, 12), blue("b", SQUAD, 40, 10)))
    state_of(setup_of(red("s", SNIPER, 5, 10), blue("b", SQUAD, 40, 10)))


@pytest.mark.rule("LW2-STAT-01", "LW2-CAS-02", "LW2-TURN-08", "LW2-MOR-03")
def test_a_disabled_squad_is_removed_and_its_platoon_tests_at_once():
    battle = battle_of(
        red("a", SQUAD, 5, 10), blue("b", SQUAD, 13, 10), blue("c", SQUAD, 14, 13), dice=[6, 6, 6], as_of={"b": MOVED}
    )
    order(battle, fire("a", "b"))
    assert is_gone(battle, "b") and rolls(battle, "morale")[0].who == "blue-1"


@pytest.mark.rule("LW2-STAT-07")
def test_squads_shot_at_are_pinned_when_their_platoon_fails():
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        red("a2", SQUAD, 5, 13),
        blue("b", SQUAD, 13, 10),
        blue("c", SQUAD, 13, 13),
        dice=[6, 1, 1],
        as_of={"b": MOVED, "c": {"shot_at_cycle": 3, "active_cycle": 3}},
    )
    order(battle, fire("a", "b"))
    assert group(battle, "blue-1").in_flight and stand(battle, "c").pinned


@pytest.mark.rule("LW2-TERR-06", "LW2-TERR-09", "LW2-TERR-13")
@pytest.mark.parametrize("rule", ["all"])
def test_woods_hills_and_buildings_block_alone(rule):
    for kind in ("woods_heavy", "hill", "town"):
        battle = battle_of(red("a", SQUAD, 5, 10), features=[box("x", kind, 12, 5, 18, 15)])
        assert not sightlines.line(battle.board, (5, 10), (30, 10)).is_open


@pytest.mark.rule("LW2-GUN-02", "LW2-PEN-10", "LW2-STAT-11")
def test_far_shots_at_the_front_break_no_armour_but_may_break_the_crew():
    battle = battle_of(red("a", PANZER4, 5, 10), blue("b", "SU_kv1c", 60, 10), blue("c", T34, 66, 20), dice=[5, 6, 6])
    order(battle, fire("a", "b", "ap"))
    assert rolls(battle, "crew")[0].outcome == "passed" and stand(battle, "b").suppressed_turn == 0
    assert not armour.shows_side(stand(battle, "b"), 5, 10)


@pytest.mark.rule("LW2-HE-11")
def test_direct_shells_need_no_accuracy_roll():
    battle = battle_of(
        red("a", PANZER4, 5, 10), blue("b", SQUAD, 60, 10), blue("c", SQUAD, 66, 20), dice=[1, 1, 1], as_of={"b": SEEN}
    )
    order(battle, fire("a", "b", "he"))
    assert rolls(battle, "to_hit") == [] and len(rolls(battle, "high_explosive")) == 1


@pytest.mark.rule("LW2-CB-03")
def test_counter_battery_is_not_adjusted_for_the_kind_of_gun():
    from wargame.engine.events import Said
    from wargame.rulesets.lightning_war import missions

    battle = battle_of(
        red("a", SQUAD, 5, 10),
        behind("guns", "GE_wespe", "red"),
        behind("reply", "SU_152mm_howitzer", "blue"),
        blue("b", SQUAD, 60, 10),
        dice=[6, 6, 1, 1, 1, 1],
    )
    missions._hit_sections(battle, stand(battle, "reply"), stand(battle, "guns"), battle.happen(Said(key="x")))
    assert is_gone(battle, "guns") and battle.state.scores["blue"] == 2


@pytest.mark.rule("LW2-BRG-05")
def test_large_structures_are_not_mended():
    large = strip("b1", "bridge", (28.5, 10), (31.5, 10), width=1.0, state="blown", large=True)
    battle = battle_of(red("e", "engineer_squad", 28.2, 10), blue("b", SQUAD, 60, 10), features=[large])
    assert bridges.bridge_to_mend(battle, stand(battle, "e")) is None


@pytest.mark.rule("LW2-FORCE-23")
def test_small_companies_are_one_command():
    rows = organisation.commands("de_heavy_tank_company_1942", 1942)
    assert [c.strength for c in rows if c.kind == "tank"] == [6]


@pytest.mark.rule("LW2-MINE-02")
def test_no_more_than_two_minefields():
    from wargame.engine.battle import Battle
    from wargame.rulesets import ruleset

    setup = setup_of(red("a", SQUAD, 5, 10), blue("b", SQUAD, 60, 10), options={"defender_mines": 5})
    state = state_of(setup, turn=0, step="mines", selected="")
    battle = Battle(ruleset("lightning_war"), setup, 1, state=state, kernels="plain", digests=False)
    assert battle.request.purpose == objectives.MINES and len(battle.request.things) == 2


@pytest.mark.rule("LW2-TURN-03", "LW2-TERR-05")
def test_open_woods_are_crossed_at_no_penalty():
    wood = box("w", "woods_light", 10, 7, 16, 13)
    battle = battle_of(red("t", PANZER4, 5, 10), red("hq", HQ, 4, 13), blue("b", SQUAD, 60, 40), features=[wood])
    order(battle, move("t", (13, 10)))
    assert stand(battle, "t").x == 13
    assert refusal(battle, move("t", (14, 10))).rules


@pytest.mark.rule("LW2-IAT-06", "LW2-IAT-02")
def test_a_squad_carries_one_rocket_and_works_do_not_hinder_it():
    faust = "GE_panzerfaust_late"
    pit = box("p", "trench", 8.5, 8, 12, 12)
    battle = battle_of(
        red("a", SQUAD, 5, 10, carries=(faust,)),
        blue("t", T34, 10, 10),
        blue("u", T34, 60, 10),
        features=[pit],
        dice=[4, 6, 6, 6],
    )
    order(battle, fire("a", "t", faust))
    assert rolls(battle, "to_hit")[0].needed == "4+"
