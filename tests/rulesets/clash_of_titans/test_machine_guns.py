"""Machine guns of men: moving and firing, setting up, the second crewman, one man alone, teams."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import duel
from wargame.rulesets.clash_of_titans import data, machine_guns

LMG, MMG = "SU_lmg_pan", "SU_mmg"


def line_with(weapon):
    """A unit line whose first weapon this is."""
    return next(line.id for line in data.men().values() if line.weapons and line.weapons[0] == weapon)


def heavy():
    return next(w for w in data.weapons() if machine_guns.is_heavy(w))


@pytest.mark.rule("NUT-MGUN-01")
@pytest.mark.parametrize(("moved", "halved"), [(0.0, False), (4.0, False), (4.1, True)])
def test_a_light_machine_gun_that_moved_far_fires_half(moved, halved):
    battle = duel(build.red("g", 20, 24, line="GE_mg34", group="red-1"), build.blue("b", 40, 24))
    man = battle.stand("g")
    man.moved_in = moved
    weapon = data.weapon(data.short_name(man.in_hand))
    full = weapon.targets
    found = machine_guns.rating(battle, man, man.in_hand, weapon)
    assert found == ((full + 1) // 2 if halved else full)
    assert not machine_guns.needs_setting_up(weapon.name)


def team(men, **fields):
    line = line_with(heavy())
    units = [build.red("g", 20, 24, line=line, facing=0.0, group="red-1", **fields)]
    units += [build.red(f"m{n}", 20, 24 + 1.02 * n, facing=0.0, group="red-1") for n in range(1, men)]
    return [*units, build.blue("b", 50, 24)]


@pytest.mark.rule("NUT-MGUN-02", "NUT-ACT-03")
@pytest.mark.parametrize(("men", "turns"), [(2, 1), (1, 2)])
def test_setting_up_takes_two_men_one_activation(men, turns):
    battle = duel(*team(men))
    man = battle.stand("g")
    man.set_up = False
    assert machine_guns.not_ready(battle, man, man.in_hand).rules == ("NUT-MGUN-02",)
    for n in range(turns):
        assert not man.set_up and machine_guns.set_up_refusal(battle, man, machine_guns.SET_UP) is None
        second = machine_guns.work(battle, man, machine_guns.SET_UP)
        assert (second is not None) == (men == 2), n
    assert man.set_up and machine_guns.not_ready(battle, man, man.in_hand) is None
    assert machine_guns.set_up_refusal(battle, man, machine_guns.SET_UP) is not None
    man.moved_in = 1.0
    assert machine_guns.set_up_refusal(battle, man, machine_guns.PACK) is not None


@pytest.mark.rule("NUT-MGUN-02", "NUT-GEO-08")
def test_a_gun_that_is_set_up_pivots_by_45_degrees_once():
    battle = duel(*team(2), active="g")
    man = battle.stand("g")
    man.set_up = True
    ahead, aside, behind = (50.0, 24.0), (40.0, 48.0), (0.0, 24.0)
    assert machine_guns.can_bear(battle, man, man.in_hand, ahead)
    assert machine_guns.can_bear(battle, man, man.in_hand, aside)
    assert not machine_guns.can_bear(battle, man, man.in_hand, behind)
    machine_guns.bring_to_bear(battle, man, man.in_hand, aside)
    assert 0.0 < man.facing_deg <= 45.0 and machine_guns.free_pivot(battle, man) == 0.0
    battle.state.active_group = "blue-1"
    man.turned = 0
    assert machine_guns.free_pivot(battle, man) == 0.0


@pytest.mark.rule("NUT-MGUN-03")
@pytest.mark.parametrize(("men", "ones"), [(1, 2), (2, 3)])
def test_with_a_loader_it_runs_dry_on_three_ones(men, ones):
    battle = duel(*team(men))
    man = battle.stand("g")
    assert machine_guns.ones_to_run_dry(battle, man, man.in_hand) == ones


@pytest.mark.rule("NUT-MGUN-04")
def test_one_man_fires_half_and_a_stranger_worse():
    battle = duel(*team(1))
    man = battle.stand("g")
    weapon = data.weapon(heavy())
    assert machine_guns.rating(battle, man, man.in_hand, weapon) == (weapon.targets + 1) // 2
    assert machine_guns.rep_modifiers(battle, man, man.in_hand) == ()
    stranger = duel(build.red("g", 20, 24), build.blue("b", 50, 24)).stand("g")
    stranger.in_hand = heavy()
    found = machine_guns.rep_modifiers(battle, stranger, stranger.in_hand)
    assert [m.add for m in found] == [-1]
    helped = duel(*team(2))
    assert machine_guns.rating(helped, helped.stand("g"), weapon.name, weapon) == weapon.targets


@pytest.mark.rule("NUT-MGUN-05")
def test_team_sizes():
    sizes = {row["team"]: row["men"] for row in data.rows("teams")}
    assert {kind: machine_guns.team_size(kind) for kind in sizes} == sizes
    assert sizes["LMG"] == 2 and sizes["MMG"] == 3 and sizes["AT weapon"] == 2
