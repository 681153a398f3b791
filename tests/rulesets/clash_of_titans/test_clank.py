"""Clank: what the crew of an AFV does that was struck and held."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    T34,
    T60,
    TIGER,
    TRUCK,
    duel,
    german,
    purposes,
    resolve,
    resolve_written,
    russian,
)
from wargame.rulesets.clash_of_titans import clank, penetration, turn_parts
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.state import DUCKED, READY
from wargame.rulesets.clash_of_titans.vehicle_causes import Clanked

WOOD = build.area("wood", "woods_heavy", 52, 8, 70, 40, height=2.0)


def pair(mine=PANZER_IV_G, other=T34, dice=(), **fields):
    """A German vehicle on the right that is struck by a Russian one on the left, a wood behind it."""
    battle = duel(
        russian("other", other, 20, 24, facing=0.0),
        german("mine", mine, 46, 24, facing=180.0),
        features=[WOOD],
        dice=dice,
    )
    put(battle.stand("mine"), **fields)
    return battle


def put(stand, **fields):
    for name, value in fields.items():
        setattr(stand, name, value)


def clanked(**more):
    return Clanked(**({"vehicle": "mine", "attacker": "other", "pierceable": False} | more))


def result(battle, passed, **more):
    return clank.result_of(battle, battle.stand("mine"), clanked(**more), passed).result


@pytest.mark.rule("NUT-CLNK-01")
@pytest.mark.parametrize(
    ("mine", "other", "small"), [(PANZER_IV_G, T34, False), (T60, TIGER, True), ("sdkfz_251_1", T34, True)]
)
def test_undergunned(mine, other, small):
    battle = pair(mine, other, dice=[6, 6] * 4)
    assert clank.is_undergunned(battle, battle.stand("mine"), battle.stand("other"), False) == small
    resolve_written(battle, clanked())
    assert purposes(battle)[0] == "clank" and build.rolls(battle, "clank")[0].who == "mine.1"


@pytest.mark.rule("NUT-CLNK-02")
def test_two_dice_passed():
    assert result(pair(T60, TIGER), 2) == clank.RETIRE
    assert result(pair(), 2) == clank.FIRE
    assert result(pair(turret_deg=0.0), 2) == clank.FIRE
    assert result(pair(loaded=""), 2) == clank.CARRY_ON


@pytest.mark.rule("NUT-CLNK-03")
def test_one_die_passed():
    assert result(pair(T60, TIGER), 1) == clank.RETIRE
    assert result(pair(), 1) == clank.FIRE
    assert result(pair(turret_deg=0.0), 1) == clank.CARRY_ON
    assert result(pair(loaded=""), 1) == clank.CARRY_ON


@pytest.mark.rule("NUT-CLNK-04")
def test_no_die_passed():
    assert result(pair(T60, TIGER), 0) == clank.LEAVE
    assert result(pair(), 0, pierceable=True) == clank.LEAVE
    assert result(pair(), 0) == clank.RETIRE


@pytest.mark.rule("NUT-CLNK-04", "NUT-CLNK-10", "NUT-CLNK-09")
def test_leaving_the_board():
    battle = pair(dice=[6, 6])
    resolve_written(battle, clanked(pierceable=True))
    mine = battle.stand("mine")
    assert mine.leaving and mine.x < 46.0, "towards its own edge, the left one"
    assert "NUT-CLNK-10" in {rule for e in battle.events for rule in e.rules}


@pytest.mark.rule("NUT-CLNK-09")
@pytest.mark.parametrize(("dice", "goes_on"), [((1, 1), True), ((6, 6), False)])
def test_an_active_vehicle_goes_on_unless_it_retires(dice, goes_on):
    battle = duel(
        german("mine", PANZER_IV_G, 46, 24, facing=180.0),
        russian("other", T34, 20, 24, facing=0.0),
        features=[WOOD],
        dice=dice,
    )
    battle.stand("mine").loaded = ""
    outcome = resolve(battle, clanked())
    assert outcome.may_go_on("mine") == goes_on


@pytest.mark.rule("NUT-CLNK-05")
@pytest.mark.parametrize(("dice", "leaves"), [((1, 1), False), ((1, 6), True), ((6, 6), True)])
def test_a_crew_that_cannot_move_abandons_its_vehicle(dice, leaves):
    battle = pair(dice=[*dice, 6, 6, 6, 6], immobilised=True, loaded="")
    resolve_written(battle, clanked())
    mine = battle.stand("mine")
    assert mine.abandoned == leaves
    assert battle.stand("mine.1").in_play == leaves


@pytest.mark.rule("NUT-CLNK-05", "NUT-PEN-09")
def test_the_immobilising_hit_counts():
    battle = pair(dice=[1, 6, 6, 6, 6, 6, 6])
    battle.stand("mine").facing_deg = 90.0
    toll = Toll()
    penetration.strike(battle, toll, Strike(target="mine", apr=2, face="side", shooter="other"))
    assert battle.stand("mine").immobilised
    resolve_written(battle, *toll.vehicles)
    assert battle.stand("mine").abandoned


@pytest.mark.rule("NUT-CLNK-06")
def test_attacked_by_infantry():
    battle = duel(
        build.blue("man", 44, 26.6, facing=0.0),
        german("mine", "sdkfz_251_1", 46, 24, facing=180.0),
        features=[WOOD],
        dice=[6, 6] * 5,
    )
    mine, man = battle.stand("mine"), battle.stand("man")
    assert not clank.is_undergunned(battle, mine, man, True)
    truck = german("mine", TRUCK, 46, 24, facing=180.0)
    unarmed = duel(build.blue("man", 44, 26.6, facing=0.0), truck)
    assert clank.is_undergunned(unarmed, unarmed.stand("mine"), unarmed.stand("man"), True)
    resolve_written(battle, clanked(attacker="man", by_foot=True))
    assert mine.x != 46.0


@pytest.mark.rule("NUT-CLNK-07")
@pytest.mark.parametrize(("passed", "leaving", "status"), [(2, False, READY), (1, False, DUCKED), (0, True, READY)])
def test_rallying_a_crew_that_leaves(passed, leaving, status):
    battle = pair(leaving=True)
    mine = battle.stand("mine")
    clank.rally(battle, mine, passed)
    assert (mine.leaving, mine.status) == (leaving, status)


@pytest.mark.rule("NUT-CLNK-07")
def test_who_may_rally_a_crew():
    battle = duel(
        german("mine", PANZER_IV_G, 46, 24),
        build.red("officer", 30, 24, nco=True),
        build.red("blind", 71.4, 24, nco=True),
        build.red("private", 30, 26),
        build.red("radio", 60, 30, officer=True),
        features=[WOOD],
    )
    mine = battle.stand("mine")
    mine.leaving = battle.stand("radio").radio = True
    able = [s.id for s in battle.state.stands.values() if clank.may_be_rallied_by(battle, mine, s)]
    assert able == ["officer", "radio"]


@pytest.mark.rule("NUT-CLNK-08")
def test_a_harmless_hit_causes_no_clank():
    battle = pair(TIGER)
    toll = Toll()
    found = penetration.strike(battle, toll, Strike(target="mine", apr=2, shooter="other"))
    assert found == penetration.HARMLESS and toll.vehicles == []


@pytest.mark.rule("NUT-CLNK-10")
def test_it_goes_on_leaving_at_the_end_of_its_sides_part():
    battle = build.battle_of(german("mine", PANZER_IV_G, 46, 24, facing=180.0), build.blue("b", 70, 4))
    build.stand(battle, "mine").leaving = True
    before = build.stand(battle, "mine").x
    build.run(turn_parts.run_one_side(battle))
    assert build.stand(battle, "mine").x < before
