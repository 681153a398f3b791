"""Men and armour at arm's length: tanks in sight, men run over, heroes, charges."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    T60,
    TIGER,
    TRUCK,
    duel,
    german,
    purposes,
    resolve_written,
    sees,
    thrown,
)
from wargame.engine.orders import Assault, Confirmed, Move
from wargame.rulesets.clash_of_titans import charges, close_assault, vehicles
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.overrun import DrivenAt
from wargame.rulesets.clash_of_titans.state import DUCKED
from wargame.rulesets.clash_of_titans.vehicle_causes import Assaulted

SATCHEL, BOTTLE = "satchel charge", "Molotov cocktail"


def reading(battle, name="m"):
    return battle.stand(name)


def after_failing_in_sight(x):
    battle = duel(german("tank", TIGER, 30, 24), build.blue("m", x, 24), dice=[6, 6])
    battle.stand("tank").buttoned = True
    resolve_written(battle, sees(("m", "tank")))
    assert purposes(battle)[0] == "in_sight"
    return battle.stand("m").status


@pytest.mark.rule("NUT-VINF-01")
def test_a_tank_near_by_makes_men_duck():
    assert after_failing_in_sight(44.0) == DUCKED
    assert after_failing_in_sight(62.0) == "ready"


def driven_at(dice, line=PANZER_IV_G, features=(), **fields):
    battle = duel(
        german("v", line, 30, 24), build.blue("m", 34, 24, facing=180.0, **fields), dice=dice, features=features
    )
    cause = DrivenAt(vehicle="v", man="m", heading_deg=0.0)
    return battle, cause


@pytest.mark.rule("NUT-VINF-02")
@pytest.mark.parametrize(("dice", "fate"), [((1, 1), "stays"), ((1, 6), "jumps"), ((6, 6, 6), "run over")])
def test_being_overrun(dice, fate):
    battle, cause = driven_at([*dice, 6, 6])
    resolve_written(battle, cause)
    man = battle.stand("m")
    assert thrown(battle, "being_overrun") == [dice[:2]]
    if fate == "stays":
        assert (man.x, man.y, man.status) == (34.0, 24.0, "ready")
    elif fate == "jumps":
        assert abs(man.y - 24.0) == 3.0 and man.status == DUCKED
    else:
        assert build.rolls(battle, "damage")[0].needed == "Impact 4"


@pytest.mark.rule("NUT-VINF-03")
@pytest.mark.parametrize(("line", "impact"), [(TRUCK, 2), (T60, 3), (PANZER_IV_G, 4), (TIGER, 5)])
def test_run_over_by_weight(line, impact):
    battle, cause = driven_at([6, 6, 6, 6, 6], line)
    resolve_written(battle, cause)
    assert build.rolls(battle, "damage")[0].needed == f"Impact {impact}"


@pytest.mark.rule("NUT-VINF-03")
@pytest.mark.parametrize(("die", "hurt"), [(2, True), (3, False)])
def test_men_in_foxholes_are_seldom_run_over(die, hurt):
    battle, cause = driven_at([6, 6, die, 6, 6, 6], dug_in=True)
    resolve_written(battle, cause)
    assert thrown(battle, "trench") == [(die,)]
    assert bool(build.rolls(battle, "damage")) == hurt


@pytest.mark.rule("NUT-VINF-02", "NUT-GEO-13")
def test_driving_at_men_in_a_move():
    battle = build.battle_of(
        german("v", PANZER_IV_G, 30, 24), build.blue("m", 36, 24, facing=0.0), dice=[1, 6, 6, 6, *[2, 3, 5] * 30]
    )
    build.order(battle, Move(stand="v", path=((39.0, 24.0),)))
    assert [e.who for e in build.rolls(battle, "being_overrun")] == ["m"]
    assert build.stand(battle, "v").x == 39.0


def assault(dice, *more, readied=SATCHEL, line=TIGER, facing=90.0, rep=4, x=33.0, features=(), **tank):
    """A Russian beside a German tank charges it."""
    fields = {"weapons": (readied,)} if readied else {}
    battle = build.battle_of(
        build.blue("m", x, 24, facing=180.0, rep=rep, group="men", **fields),
        german("v", line, 28, 24, facing=facing),
        *more,
        dice=dice,
        features=features,
    )
    man, hull = build.stand(battle, "m"), build.stand(battle, "v")
    if readied:
        man.readied = readied
    hull.buttoned = vehicles.is_enclosed(hull)
    for name, value in tank.items():
        setattr(hull, name, value)
    return battle


SPARE = [2, 3, 5] * 60


@pytest.mark.rule("NUT-VINF-04", "NUT-VINF-05")
def test_a_man_charges_a_tank():
    battle = assault([1, 1, 1, 1, 1, 1, 5, 5, *SPARE], facing=180.0)
    build.order(battle, Assault(stand="m", target="v"))
    told = purposes(battle)
    assert told[0] == "wanting_to_charge" and told.index("hero") == 1
    assert "close_assault" in told and told.index("close_assault") < told.index("penetration")


@pytest.mark.rule("NUT-VINF-05")
@pytest.mark.parametrize(
    ("passed", "readied", "result"),
    [(2, "", "charge"), (1, SATCHEL, "charge"), (1, "", "halt"), (0, SATCHEL, "duck_back")],
)
def test_who_wants_to_be_a_hero(passed, readied, result):
    battle = duel(build.blue("m", 33, 24), german("v", TIGER, 28, 24))
    man = battle.stand("m")
    man.readied = readied
    assert close_assault.hero_result(man, passed) == result


@pytest.mark.rule("NUT-VINF-06")
def test_the_tank_and_the_men_about_it_fire_at_chargers():
    battle = duel(
        german("v", PANZER_IV_G, 28, 24, facing=0.0),
        build.red("near", 28, 29, facing=0.0, group="near"),
        build.red("far", 28, 40, facing=0.0, group="far"),
        build.blue("m", 36, 24),
        dice=[1, 1, *[1] * 20],
        active="m",
    )
    tank = battle.stand("v")
    assert [s.id for s in close_assault.supporters(battle, tank)] == ["near"]
    resolve_written(battle, Assaulted(vehicle="v", attackers=("m",)), answers={"keep_round": Confirmed(yes=True)})
    assert purposes(battle)[0] == "vehicle_in_sight"
    shooters = {e.stand for e in battle.events if type(e).__name__ == "Fired"}
    assert shooters == {"v", "near"}


@pytest.mark.rule("NUT-VINF-07")
@pytest.mark.parametrize(
    ("fields", "changes"), [({}, []), ({"moved_in": 5.1}, [-1]), ({"moved_in": 5.0}, []), ({"immobilised": True}, [1])]
)
def test_what_changes_an_attackers_rep(fields, changes):
    battle = duel(build.blue("m", 33, 24), german("v", PANZER_IV_G, 28, 24))
    tank = battle.stand("v")
    for name, value in fields.items():
        setattr(tank, name, value)
    assert [m.add for m in close_assault.modifiers(battle, tank)] == changes


@pytest.mark.rule("NUT-VINF-07")
@pytest.mark.parametrize(("dice", "face"), [((1, 1), "bottom"), ((1, 6), "front"), ((6, 6), None)])
def test_where_the_charge_goes(dice, face):
    battle = duel(
        build.blue("m", 28 + 2.75 + 0.5, 24, facing=180.0),
        german("v", TIGER, 28, 24, facing=0.0),
        dice=[*dice, 6, 6, 6],
    )
    man, tank = battle.stand("m"), battle.stand("v")
    man.readied, man.rounds = SATCHEL, ((SATCHEL, 1),)
    toll = Toll()
    able = close_assault._one_attack(battle, toll, man, tank, None)
    assert close_assault.best_face(man, tank) == "bottom"
    assert able == (face is not None and charges.apr_of(SATCHEL) > 0 and charges.apr_of(SATCHEL) > _ar(tank, face))
    assert man.readied == ("" if face else SATCHEL)


def _ar(tank, face):
    from wargame.rulesets.clash_of_titans.vehicle_data import armour

    return armour(tank.spec, face)


@pytest.mark.rule("NUT-VINF-08")
def test_bottles_strike_the_top_and_bare_hands_find_open_vehicles_only():
    assert charges.face_of(BOTTLE, "side") == "top" and charges.face_of(SATCHEL, "side") == "side"
    battle = assault([1, 1, 1, 1, *SPARE], readied="", x=31.5)
    man, tank = build.stand(battle, "m"), build.stand(battle, "v")
    assert not charges.is_anti_tank(man)
    build.run(close_assault._fist(battle, _active(battle), man, tank, None))
    assert "melee" not in " ".join(purposes(battle))
    tank.buttoned = False
    try:
        build.run(close_assault._fist(battle, _active(battle), man, tank, None))
    except AssertionError as asked:
        assert "asked without an answer" in str(asked)
    assert any("melee" in word for word in purposes(battle))


def _active(battle):
    from wargame.rulesets.clash_of_titans import activation

    return activation.of_state(build.state(battle))


@pytest.mark.rule("NUT-VINF-09")
@pytest.mark.parametrize(("x", "under"), [(31.5, True), (32.4, False)])
def test_under_the_guns(x, under):
    battle = duel(german("v", TIGER, 28, 24), build.blue("m", x, 24))
    tank, man = battle.stand("v"), battle.stand("m")
    assert vehicles.is_under_the_guns(tank, man, "main gun") == under
    assert vehicles.is_under_the_guns(tank, man, "hull") == under


@pytest.mark.rule("NUT-VINF-10")
def test_a_grenade_into_an_open_vehicle():
    battle = duel(build.blue("m", 26, 24), german("v", "sdkfz_251_1", 28, 24), dice=[6, *[1] * 6])
    man, track = battle.stand("m"), battle.stand("v")
    toll = Toll()
    charges.bursts_inside(battle, toll, man, track, SATCHEL, None)
    assert {e.who for e in build.rolls(battle, "damage")} == {"v.1", "v.2"}


@pytest.mark.rule("NUT-VINF-11")
def test_after_a_close_assault():
    battle = assault([1, 1, 1, 1, 1, 6, 6, 6, *SPARE], facing=180.0, x=33.0)
    build.order(battle, Assault(stand="m", target="v"))
    man, tank = build.stand(battle, "m"), build.stand(battle, "v")
    if vehicles.fights(tank):
        assert "clank" in purposes(battle)
        assert man.status == DUCKED and man.work == close_assault.AT_THE_HULL
        tank.x -= 6.0
        close_assault.left_behind(battle, tank)
        assert man.work == "" and man.status == "ready"
    else:
        pytest.fail("the tank was meant to survive")
