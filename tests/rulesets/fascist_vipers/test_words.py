"""How the log tells a battle: who, natural dice, reasons, total, result, rules."""

from __future__ import annotations

import pytest

from tests.rulesets.fascist_vipers import duels, sketch
from tests.rulesets.fascist_vipers.sketch import BATTERY, RIFLES, RUSSIANS, T34, behind, blue, order, red, stand
from wargame.engine.orders import Assault, Fire
from wargame.engine.telling import is_plural
from wargame.lab.replays import log_lines
from wargame.rulesets.fascist_vipers import assault, fire, shooting

PANZER_IV = "GE_panzer_iv_f2_h_with_long_7_5_cm_42"


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("82 mm mortars", True),
        ("M-31 rockets on rails", True),
        ("Guards mortars (Katyusha)", True),
        ("T-34/76 2", False),
        ("Regiment of the 9th Guards", False),
        ("29th Tank Corps", False),
        ("45 mm gun", False),
        ("152 mm howitzer over open sights", False),
        ("KV-1S", False),
        ("", False),
    ],
)
def test_names_of_many_take_the_verb_of_many(name, many):
    assert is_plural(name) is many


def exchange(*dice, distance=14.0):
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("t34", T34, 20 + distance, 24))
    duels.fire(battle, "tank", "t34", *dice)
    return log_lines(battle)


def attack_line(lines):
    return next(line for line in lines if "attack:" in line)


@pytest.mark.rule("CFV-FIRE-18")
def test_a_drawn_exchange_is_told_as_one():
    line = attack_line(exchange(5, 5, 5, 5, 4, 4, 4, 4, 4))
    assert "[4 4 4 4 4] = 20 (more than 20) → even: nobody is lost" in line and "CFV-FIRE-18" in line


@pytest.mark.rule("CFV-FIRE-19")
def test_a_firer_that_cannot_be_hit_back_is_told_so():
    line = attack_line(exchange(6, 6, 6, 6, 1, 1, 1, 1, 1, distance=20.0))
    assert "→ no effect: it cannot be hit back" in line and "CFV-FIRE-19" in line


@pytest.mark.rule("CFV-FIRE-17")
def test_a_beaten_firer_is_told_so():
    line = attack_line(exchange(6, 6, 6, 6, 1, 1, 1, 1, 1))
    assert "→ beaten: the attacker is lost" in line and "CFV-FIRE-17" in line


@pytest.mark.rule("CFV-BRST-16", "CFV-BRST-09")
def test_a_burst_tells_its_scores_whom_it_cannot_hurt_and_the_range_found_before():
    battle = sketch.battle_of(
        behind("guns", BATTERY, "red", group="red-1"), red("eye", RIFLES, 20, 24), blue("t34", T34, 40, 24)
    )
    sketch.with_dice(battle, 3, 3, 1, 2, 3, 4)
    order(battle, Fire(stand="guns", at=(40.0, 24.0)))
    lines = "\n".join(log_lines(battle))
    assert "the burst falls on its aim; inside: t34" in lines
    assert "10 against Soft, 3 against armour" in lines and "t34 cannot be hurt by it" in lines
    battle.state.turn += 1
    sketch.with_dice(battle, 1, 2, 3, 4)
    shooting.shoot(battle, stand(battle, "guns"), (40.0, 24.0), observed=True)
    assert any(line.startswith("guns bombard on the range found before") for line in log_lines(battle))


def test_stands_of_one_name_are_told_apart_by_their_groups():
    battle = sketch.battle_of(
        red("tank", PANZER_IV, 20, 24), blue("a", T34, 34, 24, group="blue-1"), blue("b", T34, 60, 24, group="blue-2")
    )
    for name in ("a", "b"):
        stand(battle, name).name = "T-34"
    duels.fire(battle, "tank", "a", 1, 1, 1, 1, 6, 6, 6, 6, 6)
    assert any("T-34 (blue-1) is out of the battle" in line for line in log_lines(battle))


def test_phases_in_which_nothing_happens_are_left_out():
    battle = sketch.battle_of(red("tank", PANZER_IV, 20, 24), blue("foe", RUSSIANS, 50, 24))
    duels.move(battle, "tank", (22.0, 24.0))
    lines = log_lines(battle)
    assert not any(line.startswith(("Dogfights", "Fighter roles")) for line in lines)


@pytest.mark.rule("CFV-REAC-12")
def test_a_compulsory_move_is_told_as_one():
    idle = blue("idle", RUSSIANS, 71, 1, group="blue-2")
    setup = sketch.setup_of(red("e", RIFLES, 20, 24), blue("a", RUSSIANS, 25, 24), idle)
    begun = sketch.state_of(setup, step="go_b", phasing="blue")
    begun.groups["blue-1"].state, begun.groups["blue-1"].compulsory = "falter", True
    battle = sketch.battle_in(begun, setup)
    duels.move(battle, "a", (29.0, 24.0))
    assert any(line.startswith("a has to move, 4.0 in") and "CFV-REAC-12" in line for line in log_lines(battle))


@pytest.mark.rule("CFV-ASLT-08", "CFV-ASLT-21")
def test_an_assault_names_its_support_and_the_second_one_its_rule():
    battle = sketch.battle_of(
        red("men", RIFLES, 20, 24), red("tank", PANZER_IV, 21.7, 25.7), blue("foe", RUSSIANS, 21.7, 24)
    )
    tank_near = assault.possible_supports(battle, stand(battle, "men"), stand(battle, "foe"))
    assert [s.id for s in tank_near] == ["tank"]
    stand(battle, "men").broke_through = True
    sketch.with_dice(battle, 1, 6, 6, 6, 6)
    order(battle, Assault(stand="men", target="foe", supports=("tank",)))
    line = next(line for line in log_lines(battle) if " assaults " in line)
    assert line.startswith("men assaults foe, supported by tank") and "CFV-ASLT-21" in line


@pytest.mark.rule("CFV-AIR-03")
def test_a_cannon_run_cites_the_lower_class_and_the_flank_of_heavy_armour_only():
    battle = sketch.battle_of(blue("t34", T34, 40, 24))
    pool = fire.defence(battle, stand(battle, "t34"), "veteran", (60.0, 24.0), cannon=True, air=True)
    assert "CFV-AIR-03" in pool.rules and "CFV-FIRE-21" not in pool.rules
