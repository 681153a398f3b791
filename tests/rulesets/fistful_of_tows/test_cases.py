"""The worked cases that are numbers: each is asked of the code that the battle uses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.fistful_of_tows import sketch
from tests.rulesets.fistful_of_tows.sketch import M60, T55, T72B, blue, red, stand
from wargame.board import Footprint
from wargame.rulesets.fistful_of_tows import (
    acts,
    attack,
    barrage,
    checks,
    cohesion,
    counterbattery,
    data,
    guns,
    landing,
    losses,
    objectives,
    odds,
    setup,
    shells,
    smoke,
    targets,
    units,
    wrecks,
)
from wargame.rulesets.fistful_of_tows.state import Weapon


def pins(request: pytest.FixtureRequest, case: dict[str, Any], *without: str) -> None:
    """The rules of a case have to be cited by the test."""
    for rule in case["rules"]:
        if rule not in without:
            request.node.user_properties.append(("rule", rule))


def by_id(case: dict[str, Any]) -> str:
    return str(case["id"])


def duel(**more: Any):
    return sketch.battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), **more)


# ---------------------------------------------------------------- fire


@pytest.mark.parametrize("case", sketch.cases("penetration"), ids=by_id)
def test_penetration_dice_and_what_they_do(request, case):
    given, wanted = case["in"], case["out"]
    weapon = Weapon(
        id="missile" if given.get("missile") else "gun",
        name="w",
        pen=given["pen"],
        h=given["h"],
        tandem=given.get("tandem", False),
        is_missile=given.get("missile", False),
    )
    dice, modifier, _ = attack.penetration(weapon, given["band"], given["armour"], given["flags"])
    assert (dice, modifier) == (wanted["dice_count"], wanted["die_modifier"])
    assert odds.reads(tuple(case["dice"]), modifier) == wanted["result"]
    penetration_rules(request, case)


def penetration_rules(request, case):
    own = {r for r in case["rules"] if r.startswith("FFT-PEN-0") and r not in ("FFT-PEN-05",)} | {"FFT-MSL-06"}
    idle = {("FFT-C-034", "FFT-PEN-07"), ("FFT-C-036", "FFT-PEN-02")}
    for rule in case["rules"]:
        if rule in own and (case["id"], rule) not in idle:
            request.node.user_properties.append(("rule", rule))


@pytest.mark.parametrize("case", sketch.cases("to_hit"), ids=by_id)
def test_numbers_to_hit(request, case):
    given, wanted = case["in"], case["out"]
    missile = given["weapon"] == "missile"
    weapon = Weapon(
        id="missile" if missile else "gun", name="w", pen=5, h=given["weapon"] == "gun_h", is_missile=missile
    )
    assert attack.need_of(weapon, given["band"]) == wanted["need"]
    battle = duel()
    firer = stand(battle, "r")
    firer.quality = given["quality"]
    add = sum(int(m.add) for m in attack.quality_modifier(firer)) + given.get("other_modifier", 0)
    assert add == wanted["modifier"]
    assert sum(odds.hits(face, wanted["need"], add) for face in case["dice"]) == wanted["hits"]
    pins(
        request,
        case,
        "FFT-AV-05",
        "FFT-STRAT-06",
        "FFT-AV-10",
        "FFT-CC-05",
        "FFT-AA-01",
        "FFT-HELO-11",
        "FFT-HELO-09",
        "FFT-IAT-04",
        "FFT-IAT-01",
    )


@pytest.mark.parametrize("case", sketch.cases("band"), ids=by_id)
def test_range_bands(request, case):
    weapon = Weapon(id="gun", name="w", pen=5, rng=case["in"]["range"])
    assert attack.band_of(weapon, case["in"]["distance"]) == case["out"]["band"]
    pins(request, case, *(() if case["out"]["band"] == "long" else ("FFT-GEN-04",)))


@pytest.mark.parametrize("case", sketch.cases("missile_range"), ids=by_id)
def test_missiles_have_least_and_greatest_range(request, case):
    weapon = Weapon(id="missile", name="w", pen=5, rng=case["in"]["max"], least=case["in"]["min"], is_missile=True)
    found = [attack.band_of(weapon, d) != attack.OUT for d in case["in"]["distances"]]
    assert found == case["out"]["in_range"]
    pins(request, case, "FFT-MEAS-02")


@pytest.mark.parametrize("case", sketch.cases("small_arms"), ids=by_id)
def test_small_arms_hits(request, case):
    given, wanted = case["in"], case["out"]
    battle = duel()
    firer = stand(battle, "r")
    firer.quality = given["quality"]
    add = sum(int(m.add) for m in attack.quality_modifier(firer)) + given["other_modifier"]
    assert add == wanted["modifier"]
    hits = sum(odds.hits(face, given["to_hit"], add) for face in case["dice"])
    assert hits == wanted["hits"]
    assert (checks.small_modifier(hits) if hits else 0) == wanted["check_modifier"]


@pytest.mark.parametrize("case", sketch.cases("save"), ids=by_id)
def test_saving_throws(request, case):
    need = case["in"]["need"] - case["in"].get("bonus", 0)
    assert [odds.saved(face, need) for face in case["dice"]] == case["out"]["saved"]


@pytest.mark.parametrize("case", [c for c in sketch.cases("check") if "passed" in c["out"]], ids=by_id)
def test_quality_checks(request, case):
    number = int(data.quality(case["in"]["quality"])["number"])
    assert number == case["out"]["need"]
    passed = [checks.is_passed(face, case["in"].get("modifier", 0), number) for face in case["dice"]]
    assert passed == (case["out"]["passed"] if isinstance(case["out"]["passed"], list) else [case["out"]["passed"]])


@pytest.mark.parametrize("case", sketch.cases("shots"), ids=by_id)
def test_shots_at_several_targets(request, case):
    battle = sketch.battle_of(
        red("r", "su_t80b", 20, 20), blue("b", "us_m1a2", 30, 20), year=1995, options={"technology": "citv"}
    )
    firer = stand(battle, "b" if case["in"]["citv"] else "r")
    weapon = firer.ratings.weapons[0]
    assert targets.shots_for(battle, firer, weapon, case["in"]["targets"], case["in"]["rof"]) == case["out"]["shots"]
    pins(request, case, "FFT-VEH-04", "FFT-SA-02", "FFT-SA-03", "FFT-VEH-06")


@pytest.mark.parametrize("case", sketch.cases("arc"), ids=by_id)
def test_the_front_arc_is_entered_by_any_part_of_a_base(request, case):
    battle = sketch.battle_of(red("r", T55, 30, 20, 0.0), blue("b", M60, 40, 20))
    target = stand(battle, "r")
    from math import cos, radians, sin

    found = []
    for turn in case["in"]["bearings"]:
        x, y = 30 + 5 * cos(radians(turn)), 20 + 5 * sin(radians(turn))
        there = Footprint(stand(battle, "b").base, x, y, turn + 180.0)
        found.append("front" if attack.strikes_front(target, there) else "flank")
    assert found == case["out"]["face"]
    pins(request, case)


@pytest.mark.rule("FFT-AV-04")
def test_flank_armour_without_a_value():
    tank = next(r for r in data.lines().values() if r.kind == "mbt")
    assert tank.flank >= 1
    battle = sketch.battle_of(red("r", T55, 30, 20), blue("b", "us_m113a2", 40, 20))
    assert attack.armour_of(stand(battle, "b"), front=False)[0] == 0


# ---------------------------------------------------------------- movement and carrying


@pytest.mark.parametrize("case", sketch.cases("dismount"), ids=by_id)
def test_what_is_left_to_infantry_that_gets_out(request, case):
    given = case["in"]
    spent = given["moved_cost"] + units.halved(given["carrier_move"])
    assert spent == case["out"]["spent"]
    assert acts.rest_of(given["infantry_move"], given["carrier_move"], spent) == case["out"]["infantry_left"]
    pins(request, case, "FFT-CARRY-02", "FFT-CARRY-03")


@pytest.mark.rule("FFT-STRAT-01")
def test_strategic_allowances():
    battle = sketch.battle_of(
        red("t62", "su_t62", 20, 20),
        red("men", "su_mr_85", 20, 22),
        red("shot", "il_shot", 20, 24),
        blue("b", M60, 60, 20),
    )
    assert units.allowance(stand(battle, "t62"), "strategic") == 14
    assert units.allowance(stand(battle, "men"), "strategic") == 6
    assert units.allowance(stand(battle, "shot"), "strategic") == 12


@pytest.mark.rule("FFT-TERR-19", "FFT-TERR-20", "FFT-TERR-27")
def test_who_pushes_which_wreck():
    assert wrecks.may_push("light", "light")
    assert not wrecks.may_push("light", "mbt")
    assert wrecks.may_push("soft", "soft")
    assert wrecks.bypass_cost() == 2


# ---------------------------------------------------------------- artillery


@pytest.mark.parametrize("case", [c for c in sketch.cases("artillery") if "hits" in c["out"]], ids=by_id)
def test_the_artillery_chart(request, case):
    given, wanted = case["in"], case["out"]
    improved = given.get("icm", False)
    need = shells.chart_number(given["af"], given["column"]) or (7 if improved else 0)
    assert need == wanted["need"]
    add = 1 if improved else 0
    hits = [shells.is_hit(face, need, add, improved=improved) for face in case["dice"]]
    assert hits == wanted["hits"]
    if "FFT-ARTY-10" in case["rules"]:
        request.node.user_properties.append(("rule", "FFT-ARTY-10"))


@pytest.mark.parametrize("case", sketch.cases("ammo_limit"), ids=by_id)
def test_limits_of_ammunition(request, case):
    found = []
    for kind, calibre in case["in"]["weapons"]:
        line = next(r for r in data.lines().values() if r.battery and r.battery.kind == kind and r.battery.calibre >= 0)
        from msgspec.structs import replace

        assert line.battery is not None
        found.append(setup.ammunition_limit(replace(line, battery=replace(line.battery, calibre=calibre))))
    assert found == case["out"]["shots"]
    pins(request, case)


@pytest.mark.parametrize("case", sketch.cases("mrl"), ids=by_id)
def test_a_rocket_launcher_reloads(request, case):
    assert landing.next_turn(case["in"]["marked_turn"], case["in"]["reload"]) == case["out"]["next_turn"]
    request.node.user_properties.append(("rule", "FFT-MRL-02"))


@pytest.mark.parametrize("case", sketch.cases("smoke_size"), ids=by_id)
def test_size_of_smoke(request, case):
    battle = sketch.battle_of(
        red("r", T55, 20, 20),
        blue("b", M60, 40, 20),
        sketch.behind("g155", "us_m109a2", "blue"),
        sketch.behind("g105", "us_m119", "blue"),
    )
    assert [list(smoke.size(stand(battle, g))) for g in ("g155", "g105")] == case["out"]["smoke"]
    pins(request, case)


@pytest.mark.rule("FFT-CB-02", "FFT-CB-03")
def test_counterbattery_with_radar_and_its_columns():
    assert counterbattery.needed(guns.has_radar("US", 1985)) == 4
    assert counterbattery.needed(guns.has_radar("SY", 1985)) == 5
    battle = sketch.battle_of(red("r", T55, 20, 20), blue("b", M60, 40, 20), sketch.behind("2s1", "su_2s1", "red"))
    assert counterbattery.column_of(stand(battle, "2s1")) == "light_afv"


# ---------------------------------------------------------------- troops and points


@pytest.mark.parametrize("case", sketch.cases("quality_lookup"), ids=by_id)
def test_quality_of_troops(request, case):
    battle = sketch.battle_of(red("r", T55, 20, 20), blue("b", M60, 40, 20))
    found = []
    for nation, kind, year, own in case["in"]["lookups"]:
        given = own.split()[-1] if own.startswith("scenario") else ""
        found.append(data.national_quality(nation, kind, year, "" if given else own, given))
    assert found == case["out"]["quality"]
    assert stand(battle, "r").quality == "average"
    pins(request, case)


@pytest.mark.parametrize("case", sketch.cases("points"), ids=by_id)
def test_points_at_their_quality(request, case):
    battle = sketch.battle_of(
        red("a", "us_m1a1", 20, 20, quality="veteran", pv=case["in"]["listed"][0]),
        red("b", T55, 20, 24, quality="green", pv=case["in"]["listed"][1]),
        blue("c", M60, 40, 20),
    )
    assert [units.points(stand(battle, n)) for n in ("a", "b")] == case["out"]["pv"]
    pins(request, case)


@pytest.mark.parametrize("case", sketch.cases("victory"), ids=by_id)
def test_points_for_losses(request, case):
    rows = [(v, "destroyed") for v in case["in"]["destroyed"]] + [(v, "dispersed") for v in case["in"]["removed"]]
    battle = sketch.battle_of(
        *(red(f"r{n}", T55, 10 + 2 * n, 20, pv=v) for n, (v, _) in enumerate(rows)), blue("b", M60, 60, 20)
    )
    total = sum(losses.points_for(battle, stand(battle, f"r{n}"), why) for n, (_, why) in enumerate(rows))
    assert total == case["out"]["score"]


@pytest.mark.parametrize("case", sketch.cases("cohesion_distance"), ids=by_id)
def test_ivis_doubles_the_cohesion_distance(request, case):
    battle = sketch.battle_of(
        red("r", T55, 10, 20),
        blue("a", "us_m1a2", 40, 20),
        blue("b", "us_m1a2", 40, 22),
        groups={"blue-1": {"cohesive": True}},
        year=1997,
        options={"technology": "ivis citv"},
    )
    mates = [s for s in battle.state.stands.values() if s.side == "blue"]
    if all("iv" in m.ratings.equip for m in mates):
        assert cohesion.distance(battle, stand(battle, "a")) == case["out"]["distance"]


@pytest.mark.rule("FFT-VIC-02")
def test_levels_of_victory_by_ratio():
    assert objectives.ratio_level(100, 81) == "draw"
    assert objectives.ratio_level(125, 100) == "marginal"
    assert objectives.ratio_level(201, 100) == "decisive"
    assert objectives.ratio_level(1, 0) == "decisive"


@pytest.mark.rule("FFT-ARTY-02")
def test_guns_of_one_type_in_a_group_are_a_battery():
    battle = sketch.battle_of(
        red("r", T72B, 20, 20), blue("b", M60, 40, 20), *(sketch.behind(f"g{n}", "us_m109a2", "blue") for n in range(3))
    )
    assert [len(b) for b in guns.batteries(battle, "blue")] == [3]
    assert barrage.battery_of(battle, "blue", "g0")
