"""More worked cases of armour: loading, control, ramming, satchels; every die of cases.toml."""

from __future__ import annotations

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import worked_case
from tests.rulesets.clash_of_titans.duels import (
    IS_2,
    PANZER_IV_G,
    PANZER_IV_H,
    T34,
    TIGER,
    duel,
    german,
    purposes,
    resolve_written,
    russian,
    thrown,
)
from wargame.engine.orders import Assault, Chosen, Confirmed, Move
from wargame.rulesets.clash_of_titans import ramming, reloading
from wargame.rulesets.clash_of_titans.overrun import DrivenAt

MORE = [2, 3, 5] * 60
SATCHEL = "satchel charge"
NOT_A_SIX = 3


def test_case_73_a_round_in_two_pieces(request):
    dice = worked_case(request, "CASE-73")
    battle = duel(russian("is", IS_2, 20, 24, loaded="", crew_rep=4), dice=dice)
    build.run(reloading.reload_guns(battle))
    assert battle.stand("is").loaded == ""
    build.run(reloading.reload_guns(battle), Chosen(option="AP"))
    assert battle.stand("is").loaded == "AP" and thrown(battle, "reload") == [(3,), (2,)]
    assert {e.needed for e in build.rolls(battle, "reload")} == {"2"}


def test_case_76_over_the_edge(request):
    dice = worked_case(request, "CASE-76")
    gully = build.area("gully", "gully", 24, 4, 44, 44)
    battle = build.battle_of(german("car", "sdkfz_222", 20, 24), dice=dice, features=[gully])
    build.order(battle, Move(stand="car", path=((28.0, 24.0),)))
    car = build.stand(battle, "car")
    assert purposes(battle) == ["lose_control", "veer", "mishap"] and build.dice_left(battle) == 0
    assert car.facing_deg == 45.0 and car.stalled_turn == build.state(battle).turn
    assert 24.0 < car.x < 26.1 and car.y > 24.0


def test_case_78_a_satchel_from_behind(request):
    dice = worked_case(request, "CASE-78")
    battle = build.battle_of(
        build.blue("m", 22, 24, facing=0.0, rep=4, group="men", weapons=(SATCHEL,)),
        german("v", PANZER_IV_G, 28, 24, facing=0.0),
        dice=[*dice, *MORE],
    )
    build.stand(battle, "v").buttoned = True
    build.stand(battle, "m").readied = SATCHEL
    build.order(battle, Assault(stand="m", target="v"))
    assert purposes(battle)[:4] == ["wanting_to_charge", "hero", "close_assault", "penetration"]
    assert build.rolls(battle, "penetration")[0].needed == "4"
    tank = build.stand(battle, "v")
    assert tank.knocked_out and not tank.burning


def test_case_80_ramming(request):
    dice = worked_case(request, "CASE-80")
    battle = build.battle_of(
        german("v", TIGER, 20, 24), russian("t", T34, 28, 24, facing=90.0), dice=[6, 6, *dice, *MORE]
    )
    build.stand(battle, "t").buttoned = False
    assert ramming.is_square(build.stand(battle, "v"), build.stand(battle, "t"))
    build.order(battle, Assault(stand="v", target="t"))
    ours, theirs = build.rolls(battle, "bash")
    assert (len(ours.dice), len(theirs.dice)) == (11, 6)
    assert (ours.outcome, theirs.outcome) == ("successes_6", "successes_1")
    assert build.stand(battle, "t").knocked_out and len(build.rolls(battle, "recover_from_knock_down")) == 4


def test_case_113_a_satchel_in_a_foxhole(request):
    dice = worked_case(request, "CASE-113")
    battle = duel(
        russian("v", T34, 30, 24, facing=0.0),
        build.red("m", 34, 24, facing=180.0, rep=4, dug_in=True, weapons=(SATCHEL,)),
        dice=[*dice, *[1] * 8],
    )
    battle.stand("m").readied = SATCHEL
    cause = DrivenAt(vehicle="v", man="m", heading_deg=0.0)
    resolve_written(battle, cause, answers={"use_charge": Confirmed(yes=True)})
    assert purposes(battle)[:2] == ["being_overrun", "penetration"]
    assert build.rolls(battle, "penetration")[0].needed == "3"
    tank = battle.stand("v")
    assert tank.knocked_out and not tank.burning and len(thrown(battle, "recover_from_knock_down")) == 4


def test_case_120_three_engineers(request):
    """The case leaves out the die for the satchel that the engineer who is hit drops (NUT-ACT-04)."""
    dice = worked_case(request, "CASE-120")
    dice.insert(9, NOT_A_SIX)
    men = [
        build.blue(f"e{n}", 22, 22.6 + 1.4 * n, facing=0.0, rep=4, group="men", weapons=(SATCHEL,), nco=n == 1)
        for n in range(3)
    ]
    guards = [
        build.red(f"g{n}", 27.2 + 1.1 * n, 27.2, facing=270.0, rep=4, group="guards", dug_in=False) for n in range(2)
    ]
    battle = build.battle_of(
        *men, german("v", PANZER_IV_H, 28, 24, facing=0.0), *guards, dice=[*dice, *MORE], group="men"
    )
    tank = build.stand(battle, "v")
    tank.buttoned = True
    for n in range(3):
        build.stand(battle, f"e{n}").readied = SATCHEL
    build.order(battle, Assault(stand="e1", target="v", supports=("e0", "e2")))
    build.order(battle, battle.request.suggestion)
    assert purposes(battle)[:11] == [
        "wanting_to_charge",
        "hero",
        *["to_hit"] * 2,
        "damage",
        "dropped",
        *["close_assault", "penetration", "track"],
        *["close_assault", "penetration"],
    ]
    assert [e.outcome for e in build.rolls(battle, "to_hit")] == ["hits_0", "hits_1"]
    assert [e.needed for e in build.rolls(battle, "close_assault")] == ["3", "4"]
    assert [e.needed for e in build.rolls(battle, "penetration")] == ["3", "4"]
    assert tank.immobilised and tank.burning and tank.gone == "destroyed"
    assert build.stand(battle, "e0").status == "out_of_the_fight"
