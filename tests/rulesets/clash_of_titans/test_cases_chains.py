"""Worked chains of the README that go through several chapters, with every die in order."""

from __future__ import annotations

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import (
    battle_in,
    blue,
    dice_left,
    order,
    red,
    rolls,
    setup_of,
    stand,
    state,
    state_of,
    worked_case,
)
from tests.rulesets.clash_of_titans.firefight import answering, hits, statuses, told
from wargame.engine.events import GroupChanged, StandChanged
from wargame.engine.orders import Assault, Chosen, Done
from wargame.rulesets.clash_of_titans import activation, charge, leaders, overrun
from wargame.rulesets.clash_of_titans.chain import resolve

SATCHEL = "satchel charge"
DROPPED = 1
"""CASE-120 leaves out the die for the satchel that falls from a man's hands (NUT-ACT-04): it does not go off."""


def about_to_roll(*units, dice, **statuses):
    """A battle before the Activation dice of a turn, some men not at their best."""
    setup = setup_of(*units)
    start = state_of(setup)
    start.step, start.phasing, start.active_group, start.stage = "pre_activation", "", "", ""
    for one in start.stands.values():
        one.active_turn = start.turn - 1
    for name, how in statuses.items():
        start.stands[name].status, start.stands[name].ran_turn = how, 2
    return battle_in(start, setup, dice)


def ready(battle, *names):
    for name in names:
        stand(battle, name).readied, stand(battle, name).readied_turn = SATCHEL, 1


def acted(battle):
    return [e.group for e in battle.events if isinstance(e, GroupChanged) and e.why == "activates"]


def test_case_112(request):
    dice = worked_case(request, "CASE-112")
    first, rally, second, third = dice[0], dice[1:3], dice[3], dice[4]
    units = [red("man", 30, 24, rep=3), blue("b", 70, 46, rep=2)]
    # The other side's dice are always higher, so that it never acts.
    battle = about_to_roll(*units, dice=[first, 6, *rally, second, 6, third, 6], man="running")
    assert told(battle) == ["activation", "rally", "activation", "activation"] and dice_left(battle) == 0
    assert rolls(battle, "rally")[0].outcome == "pass_1"
    changes = [
        (e.why, dict(e.changes).get("status"))
        for e in battle.events
        if isinstance(e, StandChanged) and e.stand == "man"
    ]
    assert [row for row in changes if row[1]] == [("ducked_back", "ducked_back"), ("fresh", "ready")]
    assert acted(battle) == ["red-1"] * 2 and stand(battle, "man").x == 30
    assert battle.request is not None and battle.request.subjects == ("man",) and state(battle).turn == 5


def test_case_122(request):
    dice = worked_case(request, "CASE-122")
    men = [
        red("sergeant", 20, 24, rep=5, nco=True),
        red("second", 20, 26, rep=4, junior_nco=True),
        red("third", 20, 28, rep=4),
        red("away", 20, 34, rep=4),
    ]
    battle = about_to_roll(
        *men, blue("b", 70, 46, rep=2), dice=[dice[0], 6, dice[1], 6], sergeant="stunned", away="ducked_back"
    )
    away = stand(battle, "away").group
    assert away != "red-1" and state(battle).turn == 4 and acted(battle) == []
    order(battle, Chosen(option="red-1"))
    assert battle.request is not None and set(battle.request.subjects) == {"second", "third"}
    assert leaders.acting(state(battle), "red-1") is stand(battle, "second")
    assert stand(battle, "sergeant").status == "stunned"
    order(battle, Done())
    assert acted(battle)[0] == "red-1" and stand(battle, "sergeant").status == "ready"


def test_case_113(request):
    dice = worked_case(request, "CASE-113")
    battle = build.battle_of(
        blue("tank", 20, 24, line="t_34_76", facing=0.0),
        red("man", 24, 24, line="GE_engineer"),
        dice=[*dice, *[1] * 8],
        group="blue-1",
    )
    stand(battle, "man").dug_in = True
    assert overrun.is_dug_in(battle, stand(battle, "man"))
    ready(battle, "man")
    answering(resolve(battle, [overrun.DrivenAt(vehicle="tank", man="man", heading_deg=0.0)]), {})
    assert told(battle)[:2] == ["being_overrun", "penetration"]
    assert set(told(battle)[2:]) == {"recover_from_knock_down"} and len(told(battle)) == 6
    assert stand(battle, "tank").knocked_out and not stand(battle, "tank").burning
    assert statuses(battle, ["man"]) == ["ready"] and dice_left(battle) == 0


def test_case_120(request):
    dice = worked_case(request, "CASE-120")
    men = [blue(f"e{n}", 30, 22 + 2 * n, line="SU_engineer", facing=0.0, group="eng", nco=n == 0) for n in range(3)]
    battle = build.battle_of(
        *men,
        red("tank", 37, 24, line="panzer_iv_h", facing=0.0, group="tank"),
        red("r1", 37, 28, facing=180.0, group="inf"),
        red("r2", 37, 20, facing=180.0, group="inf"),
        dice=[*dice[:9], DROPPED, *dice[9:]],
        group="eng",
    )
    stand(battle, "tank").buttoned = True
    ready(battle, "e0", "e1", "e2")
    assault = Assault(stand="e0", target="tank", supports=("e1", "e2"))
    answering(charge.carry_out(battle, activation.of_state(state(battle)), assault), {})
    assert [r.outcome for r in rolls(battle, "wanting_to_charge") + rolls(battle, "hero")] == [
        "pass_1_led",
        "pass_1_unled",
    ]
    assert hits(battle) == [0, 1] and statuses(battle, ["e0", "e1", "e2"]) == ["ready", "out_of_the_fight", "ready"]
    assert [(r.needed, r.outcome) for r in rolls(battle, "close_assault")] == [("3", "pass_1"), ("4", "pass_2")]
    assert told(battle)[-5:] == ["close_assault", "penetration", "track", "close_assault", "penetration"]
    assert stand(battle, "tank").gone == "destroyed" and stand(battle, "tank").burning and dice_left(battle) == 0
