"""What comes after a mission: casualties, prisoners, Reps, command, vehicles; and the levels before it."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import red, worked_case
from tests.rulesets.clash_of_titans.referee import Referee
from wargame.engine.events import Rolled, Said
from wargame.rulesets.clash_of_titans import campaign, missions
from wargame.rulesets.clash_of_titans.state import Mission


def after(*dice: int, vehicle: bool = False):
    """A squad after its mission, the first man its leader, and dice to come."""
    units = [red(f"man-{n}", 10, 10 + 2 * n, rep=4, nco=n == 1) for n in (1, 2, 3)]
    units += [red("pz", 30, 30, line="panzer_iv_g", group="pz")] if vehicle else []
    battle = build.battle_of(*units, build.blue("foe", 60, 20), dice=dice)
    state = build.state(battle)
    state.mission = Mission(eal=3, sl=2, player="red", enemy="blue", mission=missions.RECON)
    build.group(battle, "red-1").own_squad = True
    return battle


def note(battle, name: str) -> str:
    return str(build.state(battle).notes.get(f"{campaign.NOTE}{name}", ""))


# ---------------------------------------------------------------- levels


@pytest.mark.rule("NUT-CAMP-03")
def test_case_96(request):
    made = Referee(*worked_case(request, "CASE-96"))
    row = next(r for r in missions.data.rows("levels") if r[next(iter(r))] == "contested sector")
    assert missions.level(made, str(row["eal"]), "eal", "NUT-CAMP-03") == 4  # type: ignore[arg-type]


@pytest.mark.rule("NUT-CAMP-04")
def test_the_support_level_is_found_by_the_same_table():
    made = Referee(5, 2)
    row = next(r for r in missions.data.rows("levels") if r[next(iter(r))] == "contested sector")
    found = missions.level(made, str(row["sl"]), "sl", "NUT-CAMP-04")  # type: ignore[arg-type]
    assert 1 <= found <= 6
    assert made.events[-1].rules == ("NUT-CAMP-04",)


# ---------------------------------------------------------------- casualties


def hurt(battle, name: str = "man-2", **fields: object):
    man = build.stand(battle, name)
    man.status = "out_of_the_fight"
    for field, value in fields.items():
        setattr(man, field, value)
    return man


@pytest.mark.rule("NUT-CAMP-05", "NUT-WND-04")
def test_case_93(request):
    battle = after(*worked_case(request, "CASE-93"))
    campaign._casualty(battle, hurt(battle, treated=True))
    assert note(battle, "man-2") == "misses 2 campaign turns"


@pytest.mark.rule("NUT-CAMP-05")
@pytest.mark.parametrize(
    ("dice", "words"),
    [((1, 4), "back for the next mission"), ((1, 6, 1), "misses 1 campaign turn"), ((5, 6), "lost for good")],
)
def test_casualties_roll_two_dice_against_rep(dice, words):
    battle = after(*dice)
    campaign._casualty(battle, hurt(battle))
    assert note(battle, "man-2") == words


@pytest.mark.rule("NUT-CAMP-05")
def test_a_star_is_never_lost_for_good_but_loses_rep():
    battle = after(5, 6, 3)
    star = hurt(battle, star=True)
    campaign._casualty(battle, star)
    assert star.rep == 3
    assert note(battle, "man-2").startswith("misses 2 campaign turns")


@pytest.mark.rule("NUT-MISN-09")
@pytest.mark.parametrize(("foe", "status"), [("ready", "captured"), ("out_of_the_fight", "out_of_the_fight")])
def test_men_left_on_the_field_are_captured_if_an_enemy_able_to_fight_is_left(foe, status):
    battle = after()
    build.stand(battle, "foe").status = foe
    man = hurt(battle)
    campaign._take_or_recover(battle, "red", campaign.holds_field(build.state(battle)))
    assert man.status == status


# ---------------------------------------------------------------- Reps


@pytest.mark.rule("NUT-CAMP-07")
@pytest.mark.parametrize(("face", "rep"), [(5, 5), (6, 5), (4, 4)])
def test_who_fought_well_may_learn(face, rep):
    battle = after(face)
    man = build.stand(battle, "man-2")
    campaign._rep(battle, man, True, True)
    assert man.rep == rep


@pytest.mark.rule("NUT-CAMP-07")
def test_who_hit_an_enemy_fought():
    battle = after(6)
    battle.happen(Rolled(purpose="to_hit", who="man-3", dice=(6,), outcome="hits_1"))
    battle.happen(Rolled(purpose="to_hit", who="man-2", dice=(1,), outcome="hits_0"))
    assert campaign.who_fought(battle) == {"man-3"}
    campaign._rep(battle, build.stand(battle, "man-3"), True, True)


@pytest.mark.rule("NUT-CAMP-08")
@pytest.mark.parametrize(("face", "rep"), [(1, 3), (2, 4)])
def test_after_a_failure_or_who_lost_heart_a_1_costs_rep(face, rep):
    battle = after(face)
    man = build.stand(battle, "man-2")
    campaign._rep(battle, man, False, False)
    assert man.rep == rep


@pytest.mark.rule("NUT-CAMP-08")
def test_nobody_falls_below_2():
    battle = after(1)
    man = build.stand(battle, "man-2")
    man.rep, man.lost_heart = 2, True
    campaign._rep(battle, man, True, True)
    assert man.rep == 2


# ---------------------------------------------------------------- command and vehicles


@pytest.mark.rule("NUT-CAMP-10")
def test_a_new_leader_takes_over_from_a_lost_one():
    battle = after()
    first = build.stand(battle, "man-1")
    build.group(battle, "red-1").start_leader = "man-1"
    first.gone = "dead"
    campaign._command(battle, "red")
    (said,) = [e for e in battle.events if isinstance(e, Said) and e.key == "promoted"]
    assert said.about[0] in ("man-2", "man-3")


@pytest.mark.rule("NUT-CAMP-10")
def test_a_new_star_takes_over_from_a_lost_star():
    battle = after()
    first = build.stand(battle, "man-1")
    first.star, first.gone = True, "dead"
    build.group(battle, "red-1").start_leader = "man-1"
    campaign._command(battle, "red")
    assert any(isinstance(e, Said) and e.key == "new_star" for e in battle.events)


@pytest.mark.rule("NUT-CAMP-11")
@pytest.mark.parametrize(("face", "words"), [(4, "back next campaign turn"), (3, "written off")])
def test_a_knocked_out_vehicle_is_recovered_on_4_to_6_if_the_field_is_held(face, words):
    battle = after(face, vehicle=True)
    tank = build.stand(battle, "pz")
    tank.knocked_out = True
    campaign._vehicle(battle, tank, True)
    assert note(battle, "pz") == words


@pytest.mark.rule("NUT-CAMP-11")
def test_otherwise_it_is_left_there():
    battle = after(vehicle=True)
    tank = build.stand(battle, "pz")
    tank.knocked_out = True
    campaign._vehicle(battle, tank, False)
    assert note(battle, "pz") == "left on the field"


# ---------------------------------------------------------------- replacements


@pytest.mark.rule("NUT-CAMP-06")
def test_case_94(request):
    battle = after(*worked_case(request, "CASE-94"))
    leader = build.stand(battle, "man-1")
    leader.rep = 5
    assert campaign.replacements(battle, leader, privation=2) == 1


@pytest.mark.rule("NUT-CAMP-06")
def test_nobody_is_replaced_who_was_not_lost():
    battle = after(1, 1, 1, 1)
    build.stand(battle, "man-2").gone = "dead"
    campaign._replaced(battle, "red")
    assert ("red-1", "1 replacement for 1 lost") in campaign.rows(build.state(battle))
