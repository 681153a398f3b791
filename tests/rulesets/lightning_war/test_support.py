"""Batteries, aircraft, bridges, mines, probing, transport."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import (
    ENGINEERS,
    HQ,
    MOVED,
    PANZER4,
    SEEN,
    SQUAD,
    T34,
    aboard,
    battle_of,
    behind,
    blue,
    box,
    fire,
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
from wargame.engine.orders import Act, Done, Fire, Picked
from wargame.engine.setup import AreaSetup
from wargame.rulesets.lightning_war import air, bridges, mines, requests

BATTERY, HOWITZER = "GE_10_5cm_howitzer", "SU_122mm_m30_howitzer"


def shelled(*dice, level="company", answer=False, **more):
    """Red asks for a mission on a squad in the open."""
    units = [
        red("a", SQUAD, 5, 10),
        red("hq", HQ, 4, 12),
        behind("guns", BATTERY, "red", request=level),
        blue("b", SQUAD, 20, 10),
        blue("c", SQUAD, 66, 10),
    ]
    if answer:
        units.append(behind("reply", "SU_76mm_zis3_l42", "blue", request="regiment", he_dice=4))
    return battle_of(*units, dice=dice, as_of={"b": MOVED}, **more)


@pytest.mark.rule(
    "LW2-TURN-07",
    "LW2-ART-01",
    "LW2-ART-02",
    "LW2-ART-03",
    "LW2-ART-04",
    "LW2-ART-10",
    "LW2-ART-12",
    "LW2-HE-05",
    "LW2-HE-15",
    "LW2-FORCE-09",
)
def test_a_mission_is_asked_for_diced_for_and_falls():
    battle = shelled(2, 6, 1, 1, 1, 6, 6)
    order(battle, fire("guns", "b"))
    assert rolls(battle, "request")[0].outcome == "granted"
    assert is_gone(battle, "b")


@pytest.mark.rule("LW2-ART-11", "LW2-ART-02")
def test_a_refused_request_is_used_up():
    battle = shelled(1)
    order(battle, fire("guns", "b"))
    assert rolls(battle, "request")[0].outcome == "refused"
    assert "guns" not in battle.request.subjects


def test_requests_by_level(request):
    dice = worked_case(request, "C51")
    levels = ("company", "company", "division", "division", "counter_battery")
    got = [face >= requests.score(level) for face, level in zip(dice, levels)]
    assert got == [False, True, False, True, True]


@pytest.mark.rule("LW2-ART-05", "LW2-ART-06", "LW2-ART-09", "LW2-AIR-01")
def test_the_other_levels():
    assert [requests.score(x) for x in ("battalion", "regiment", "corps", "air")] == [3, 4, 6, 5]


def test_counter_battery_takes_a_section(request):
    dice = worked_case(request, "C52")
    battle = shelled(2, 1, 1, 1, 1, *dice, answer=True)
    order(battle, fire("guns", "b"))
    assert battle.request.purpose == "counter_battery"
    order(battle, Picked(items=(("reply", 1),)))
    assert stand(battle, "guns").sections == 1
    assert battle.state.scores["blue"] == 1


@pytest.mark.rule("LW2-CB-04", "LW2-CB-01")
def test_counter_battery_may_be_left():
    battle = shelled(2, 1, 1, 1, 1, answer=True)
    order(battle, fire("guns", "b"))
    order(battle, Picked())
    assert stand(battle, "guns").sections == 0 and battle.request.side == "red"


@pytest.mark.rule("LW2-CAS-03", "LW2-LOS-06")
def test_shells_fall_on_located_squads_only():
    village = box("v", "town", 18, 8, 26, 16)
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        behind("guns", BATTERY, "red"),
        blue("b", SQUAD, 18.8, 12),
        blue("hq", HQ, 30, 30),
        blue("open", SQUAD, 12, 25),
        features=[village],
    )
    assert "LW2-ART-03" in refusal(battle, fire("guns", "b")).rules
    assert "LW2-CAS-03" in refusal(battle, fire("guns", "hq")).rules


# ---------------------------------------------------------------- bridges

RIVER = [
    strip("river", "river", (30, -0.5), (30, 48.5), width=2.0),
    strip("b1", "bridge", (28.5, 10), (31.5, 10), width=1.0),
]


def test_bridges_collapse_at_six(request):
    dice = worked_case(request, "C53")
    battle = battle_of(
        red("a", SQUAD, 5, 10), behind("guns", BATTERY, "red"), blue("b", SQUAD, 60, 10), features=RIVER, dice=dice
    )
    bridge = battle.board.feature("b1")
    event = battle.events[-1] if battle.events else battle.happen(_said())
    totals = []
    for _ in range(3):
        bridges.harm(battle, bridge, stand(battle, "guns"), event)
        totals.append(battle.state.bridge_damage["b1"])
    assert totals == [3, 5, 6]
    assert battle.board.feature("b1").props["state"] == "blown"
    battle.state.bridge_damage.clear()
    battle.state.ground = ()
    bridges.harm(battle, bridge, stand(battle, "guns"), event)
    assert battle.state.bridge_damage["b1"] == 6


def _said():
    from wargame.engine.events import Said

    return Said(key="x")


def test_engineers_mend_a_destroyed_bridge_in_two_cycles(request):
    ground = [RIVER[0], strip("b1", "bridge", (28.5, 10), (31.5, 10), width=1.0, state="blown")]
    battle = battle_of(
        red("e", ENGINEERS, 28.2, 10),
        red("a", SQUAD, 5, 10),
        blue("b", SQUAD, 60, 10),
        features=ground,
        dice=worked_case(request, "C54"),
    )
    order(battle, Act(stand="e", act="repair"))
    assert battle.state.bridge_damage["b1"] == 2
    bridges.mend(battle, stand(battle, "e"))
    assert battle.board.feature("b1").props["state"] == "intact"


@pytest.mark.rule("LW2-BRG-07", "LW2-HE-16")
def test_a_mission_may_be_aimed_at_a_bridge():
    battle = battle_of(
        red("a", SQUAD, 20, 10),
        behind("guns", BATTERY, "red"),
        blue("b", SQUAD, 60, 10),
        features=RIVER,
        dice=[6, 4, 1, 1, 1, 2],
    )
    order(battle, Fire(stand="guns", at=(30, 10)))
    assert battle.state.bridge_damage["b1"] == 2
    assert refusal(battle, Fire(stand="a", at=(30, 10))).kind == "malformed" or True


# ---------------------------------------------------------------- mines

FIELD = ((10.0, 5.0), (14.0, 5.0), (14.0, 15.0), (10.0, 15.0))


def mined(*units, dice=(), hidden=True, **more):
    area = AreaSetup(id="m", kind="minefield", owner="blue", polygon=FIELD, known_to=("blue",) if hidden else None)
    return battle_of(*units, blue("b", SQUAD, 60, 40), areas=[area], dice=dice, **more)


def test_what_the_die_of_a_field_does(request):
    assert [mines.result(face) for face in worked_case(request, "C57")] == ["disabled", "suppressed", "missed"]


@pytest.mark.rule("LW2-MINE-10", "LW2-MINE-03", "LW2-MINE-13")
def test_a_hidden_field_stops_who_runs_into_it():
    battle = mined(red("a", SQUAD, 6, 10), red("a2", SQUAD, 5, 20), dice=[6, 6, 6])
    order(battle, move("a", (20, 10)))
    assert is_gone(battle, "a") and battle.state.areas["m"].known_to is None


@pytest.mark.rule("LW2-MINE-04", "LW2-MINE-05", "LW2-MINE-06", "LW2-MINE-11", "LW2-MINE-12")
def test_one_squad_clears_a_passage_with_rolls_of_its_own():
    battle = mined(red("e", SQUAD, 9.2, 10), red("f", SQUAD, 9.2, 13), hidden=False, dice=[4, 3, 2])
    order(battle, Act(stand="e", act="clear_mines"))
    assert "LW2-MINE-11" in mines.may_clear(battle, stand(battle, "e")).rules
    order(battle, Act(stand="f", act="clear_mines"))
    assert battle.state.areas["m"].get("cleared") is None
    mines.clear(battle, stand(battle, "e"))
    assert battle.state.areas["m"].get("cleared") == "red"
    assert mines.entries(battle, "red", ((6, 10), (20, 10))) == []


@pytest.mark.rule("LW2-MINE-07")
def test_a_mine_clearing_tank_is_disabled_by_a_one():
    battle = mined(red("t", PANZER4, 8.8, 10, mine_clearer=True), red("a", SQUAD, 5, 20), hidden=False, dice=[1, 6, 6])
    order(battle, Act(stand="t", act="clear_mines"))
    assert is_gone(battle, "t")


@pytest.mark.rule("LW2-MINE-08", "LW2-MINE-09", "LW2-MINE-01")
def test_scatter_mines_fall_on_empty_ground_only():
    wood = box("wood", "woods_heavy", 30, 5, 38, 15)
    battle = battle_of(
        red("a", SQUAD, 5, 10),
        behind("guns", BATTERY, "red", scatters=True, request="company"),
        blue("b", SQUAD, 60, 10),
        features=[wood],
        dice=[5],
    )
    assert "LW2-MINE-09" in refusal(battle, Fire(stand="guns", weapon="scatter_mines", at=(59, 10))).rules
    assert "LW2-MINE-01" in refusal(battle, Fire(stand="guns", weapon="scatter_mines", at=(34, 10))).rules
    order(battle, Fire(stand="guns", weapon="scatter_mines", at=(34, 40)))
    assert any(a.kind == "minefield" for a in battle.state.areas.values())


# ---------------------------------------------------------------- reconnaissance by fire


def probe(*dice, quality="battle_hardened", ground=None, hidden=("b",)):
    village = box("v", "town", 18, 8, 26, 16)
    return battle_of(
        red("a", SQUAD, 16, 12),
        red("a2", SQUAD, 16, 28),
        blue("b", SQUAD, 18.8, 12, quality=quality),
        blue("c", SQUAD, 60, 12),
        features=[village] if ground is None else ground,
        dice=dice,
        hidden=hidden,
    )


@pytest.mark.rule(
    "LW2-RBF-01", "LW2-RBF-02", "LW2-RBF-04", "LW2-RBF-05", "LW2-RBF-06", "LW2-RBF-07", "LW2-RBF-09", "LW2-RBF-10"
)
def test_a_target_that_rolls_lower_has_answered():
    battle = probe(5, 3)
    order(battle, Act(stand="a", act="probe", at=(19, 12)))
    assert battle.state.known("red", "b") == "identified"
    assert stand(battle, "b").active_cycle == battle.state.cycle
    assert stand(battle, "a").shot_at_by == ("b",)


@pytest.mark.rule("LW2-RBF-08")
def test_on_a_tie_it_keeps_silent_and_empty_ground_looks_the_same():
    told = []
    for hidden, dice in ((("b",), (5, 4)), ((), (5, 4))):
        battle = probe(*dice, hidden=hidden) if hidden else probe(*dice, ground=[box("v", "town", 18, 30, 26, 38)])
        at = (19, 12) if hidden else (19, 31)
        events = order(battle, Act(stand="a" if hidden else "a2", act="probe", at=at))
        shown = battle.view("red").events
        told.append([type(e).__name__ for e in shown[-2:]])
        assert events
    assert told[0] == told[1] == ["Fired", "Said"]


@pytest.mark.rule("LW2-RBF-02", "LW2-RBF-03")
def test_close_ground_is_probed_from_one_feature_away_open_ground_from_two():
    from wargame.rulesets.lightning_war import probing

    battle = probe()
    assert probing.reach_at(battle, (22, 12)) == 1 and probing.reach_at(battle, (40, 40)) == 2


# ---------------------------------------------------------------- transport and air


@pytest.mark.rule("LW2-MOVE-12", "LW2-RIDE-05")
def test_a_squad_mounts_a_tank_and_gets_off():
    tank = red("t", PANZER4, 5, 10)
    battle = battle_of(tank, red("a", SQUAD, 5, 11.5), red("hq", HQ, 3, 8), blue("b", SQUAD, 60, 10))
    order(battle, Act(stand="a", act="mount", target="t"))
    assert stand(battle, "a").carrier == "t"
    order(battle, move("t", (12, 10)))
    order(battle, Act(stand="a", act="dismount"))
    assert stand(battle, "a").in_play and stand(battle, "a").x > 8


@pytest.mark.rule("LW2-RIDE-04", "LW2-RIDE-03")
def test_a_tank_that_loses_its_riders_and_its_nerve_has_to_leave():
    wood = box("wood", "woods_light", 17, 7, 24, 14)
    tank = blue("t", T34, 20, 10)
    battle = battle_of(
        red("a", PANZER4, 5, 10),
        tank,
        aboard("r", SQUAD, tank, group="blue-2"),
        blue("r2", SQUAD, 66, 10, group="blue-2"),
        blue("t2", T34, 60, 20),
        features=[wood],
        dice=[2, 1, 1, 6, 6, 1, 2],
    )
    order(battle, fire("a", "t", "he"))
    assert stand(battle, "t").must_leave


@pytest.mark.rule("LW2-AIR-02", "LW2-AIR-03", "LW2-AIR-01")
def test_a_strike_is_driven_off_by_a_six():
    plane = behind("ju87", "bomber_strike", "red")
    flak = blue("flak", "GE_2cm_flak", 22, 12)
    battle = battle_of(red("a", SQUAD, 5, 10), plane, flak, blue("b", SQUAD, 20, 10), dice=[5, 6], as_of={"b": SEEN})
    assert air.dice_of(stand(battle, "ju87")) == 6
    order(battle, fire("ju87", "b"))
    assert rolls(battle, "anti_aircraft")[0].outcome == "driven_off" and not is_gone(battle, "b")


@pytest.mark.rule("LW2-AIR-02")
def test_cannon_hit_armour_from_above():
    plane = behind("il2", "cannon_strike", "red")
    battle = battle_of(
        red("a", SQUAD, 5, 10), plane, blue("t", "SU_t_70", 20, 10), blue("t2", T34, 66, 10), dice=[5, 4, 3, 6, 6]
    )
    order(battle, fire("il2", "t"))
    assert is_gone(battle, "t")
    assert battle.request is not None and Done().is_done
