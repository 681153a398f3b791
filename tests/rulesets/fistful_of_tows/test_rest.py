"""What the other files leave over: the turn, optional rules, wrecks, setting up, secrets."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.fistful_of_tows import sketch
from tests.rulesets.fistful_of_tows.sketch import (
    BMP2,
    M1A1,
    M60,
    M113,
    MEN,
    RIFLES,
    T55,
    T72B,
    aboard,
    area,
    battle_of,
    behind,
    blue,
    line,
    order,
    red,
    refusal,
    stand,
)
from wargame.engine.events import MarkerPlaced
from wargame.engine.orders import Act, Move
from wargame.engine.state import Marker
from wargame.rulesets import ruleset
from wargame.rulesets.fistful_of_tows import (
    acts,
    appraise,
    attack,
    bogging,
    checks,
    close_combat,
    data,
    deployment,
    entering,
    fire,
    firing,
    losses,
    movement,
    moving,
    objectives,
    odds,
    setup,
    spotting,
    targets,
    turn,
    units,
)
from wargame.rulesets.fistful_of_tows.state import Owed, Shooting, Weapon

FAR = blue("far", M60, 70, 46)
ROAD = line("road", "road", (0.0, 20.0), (72.0, 20.0))


# ---------------------------------------------------------------- the turn


@pytest.mark.rule("FFT-SEQ-01", "FFT-SEQ-03")
def test_two_player_turns_of_seven_phases():
    names = [s.name for s in turn.SEQUENCE]
    order_ = ["begin", "barrage", "move", "close", "complete", "fire", "land", "loss"]
    assert [names.index(f"{n}_a") for n in order_] == sorted(names.index(f"{n}_a") for n in order_)
    assert names.index("begin_b") > names.index("tidy_a")
    battle = battle_of(red("r", T55, 20, 20), FAR)
    before = battle.state.player_turn
    turn.begin_player_turn(battle)
    assert battle.state.player_turn == before + 1


@pytest.mark.rule("FFT-SEQ-14", "FFT-HELO-12")
def test_pins_go_in_the_final_phase_and_objectives_are_counted():
    goal = sketch.ObjectiveSetup(id="o", name="Farm", x=20.0, y=20.0, radius_in=2.0, points=1, primary=True)
    battle = battle_of(
        red("r", RIFLES, 20, 20), red("h", "su_mi24v", 24, 20), FAR, objectives=[goal], prepare={"r": {"pinned": True}}
    )
    turn.tidy(battle)
    assert not stand(battle, "r").pinned
    assert battle.state.objectives["o"].holder == "red"
    assert not objectives.holds_ground(stand(battle, "h"))


@pytest.mark.rule("FFT-SEQ-16", "FFT-SEQ-02")
def test_the_scenario_names_the_first_player_else_the_attacker_is():
    made = sketch.setup_of(red("r", T55, 20, 20), FAR)
    assert setup.first_player(made) == "red"
    import dataclasses

    assert setup.first_player(dataclasses.replace(made, first_player="")) == "red"
    battle = battle_of(red("r", T55, 20, 20), FAR)
    objectives.end_of_turn(battle)


@pytest.mark.rule("FFT-SEQ-06", "FFT-QC-07", "FFT-MARK-03")
def test_the_phasing_side_checks_first():
    owed = (Owed(checks.FIRE, 0, "hit"),)
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), FAR, red("z", T55, 5, 5))
    for name in ("r", "b"):
        stand(battle, name).owes = owed
    assert checks.next_to_check(battle).id == "r"
    sketch.with_dice(battle, 6)
    checks.check_one(battle, stand(battle, "r"))
    checks.owe(battle, stand(battle, "z"), owed[0])


@pytest.mark.rule("FFT-SEQ-19", "FFT-CC-02")
def test_a_move_completed_after_close_combat_is_part_of_the_same_move():
    battle = battle_of(red("r", T55, 20, 20), FAR)
    order(battle, Move(stand="r", path=((22.0, 20.0),)))
    assert stand(battle, "r").moved_spent == 2.0
    near = battle_of(red("r", T55, 20, 20), blue("b", MEN, 24, 20), FAR)
    order(near, Move(stand="r", path=((21.13, 20.0),)))


@pytest.mark.rule("FFT-ELIG-01", "FFT-ELIG-10")
def test_a_stand_fires_once_in_its_own_turn():
    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), FAR, step="fire_a")
    one = stand(battle, "r")
    assert firing.may_fire(battle, one, "fire")
    one.used, one.used_in = (("gun", 1),), battle.state.player_turn
    assert targets.may_use(battle, one, one.ratings.weapon("gun")) is not None


@pytest.mark.rule("FFT-TERR-31")
def test_bogging_is_rolled_after_complete_movement_too():
    battle = battle_of(red("r", BMP2, 20, 20), FAR, prepare={"r": {"in_swamp": True}}, step="bog_complete_a", dice=[6])
    assert not stand(battle, "r").in_swamp
    bogging.roll_one(battle)
    stand(battle, "r").in_swamp = True
    sketch.with_dice(battle, 6)
    bogging.roll_one(battle)


# ---------------------------------------------------------------- numbers that carry a rule


@pytest.mark.rule("FFT-GEN-05", "FFT-GEN-06", "FFT-GEN-08", "FFT-MEAS-03", "FFT-AV-03", "FFT-VEH-11")
def test_footprints_and_distances():
    assert (units.base_of("mbt").depth_in, units.base_of("mbt").width_in) == (1.0, 0.75)
    battle = battle_of(red("r", T55, 20, 20, 180.0), blue("b", M60, 30, 20), FAR, step="fire_a")
    made = fire.numbers(battle, Shooting(stand="r", weapon="gun", targets=(("b", 1),)), stand(battle, "b"))
    assert not odds.hits(1, made.need, 5)
    assert targets.check_target(battle, stand(battle, "r"), made.weapon, stand(battle, "b")) is None


@pytest.mark.rule("FFT-MEAS-04")
def test_chances_are_shown_as_estimates_before_fire_is_declared():
    from wargame.engine.orders import Fire, Shot

    battle = battle_of(red("r", T55, 20, 20), blue("b", M60, 30, 20), FAR, step="fire_a")
    made = appraise.appraise(battle, Fire(stand="r", weapon="gun", targets=(Shot("b", 1),)))
    assert made.estimate and abs(sum(o.chance for o in made.outcomes) - 1.0) < 1e-9
    assert ruleset("fistful_of_tows").secret_before_declaring == ("distance", "arc")


@pytest.mark.rule(
    "FFT-AV-06", "FFT-MSL-01", "FFT-MSL-02", "FFT-PEN-02", "FFT-PEN-04", "FFT-PEN-06", "FFT-PEN-08", "FFT-VEH-05"
)
def test_weapons_in_the_field():
    battle = battle_of(
        red("r", "su_bmp1", 20, 20), red("t", T72B, 20, 24), blue("b", M1A1, 30, 20), blue("h", "us_ah64a", 30, 30), FAR
    )
    gun = stand(battle, "r").ratings.weapon("gun")
    assert attack.need_of(gun, attack.LONG) == 6
    missile = stand(battle, "r").ratings.weapon("missile")
    assert attack.band_of(missile, missile.rng + 0.5) == attack.OUT
    assert attack.need_of(missile, attack.ANY) == 3
    assert attack.penetration(gun, attack.CLOSE, 20, "cr")[1] < 0
    other = stand(battle, "t").ratings.weapon("gun")
    assert attack.penetration(other, attack.CLOSE, 3, "")[0] > attack.penetration(other, attack.LONG, 3, "")[0] - 10
    shot = Shooting(stand="h", weapon="missile", targets=(("t", 1),))
    assert fire.numbers(battle, shot, stand(battle, "t")).face == "flank"


@pytest.mark.rule("FFT-QUAL-05", "FFT-QUAL-06", "FFT-QUAL-07", "FFT-QUAL-08", "FFT-QUAL-09", "FFT-UNIT-01", "FFT-PV-01")
def test_first_battles_are_fought_a_level_lower():
    battle = battle_of(red("r", T55, 20, 20), FAR, groups={"red-1": {"first_battle": True, "quality": "veteran"}})
    assert stand(battle, "r").quality == "average"
    assert units.points(stand(battle, "r")) == data.lines()[T55].pv
    green = battle_of(red("r", T55, 20, 20), FAR, groups={"red-1": {"first_battle": True, "quality": "green"}})
    assert stand(green, "r").quality == "green"


@pytest.mark.rule("FFT-VEH-01", "FFT-VEH-04", "FFT-VEH-09", "FFT-VEH-10", "FFT-INF-01", "FFT-AA-02")
def test_lines_of_the_lists_become_stands():
    battle = battle_of(red("r", T55, 20, 20), red("sam", "su_sa14", 22, 20), FAR)
    assert stand(battle, "r").ratings.kind == "mbt" and stand(battle, "r").ratings.weapon("gun").pen
    assert stand(battle, "sam").ratings.weapon("sam").pen == 4 and stand(battle, "sam").sams == 2


@pytest.mark.rule("FFT-INF-04", "FFT-TERR-34")
def test_light_infantry_climbs_a_cliff_after_a_turn_at_it():
    cliff = line("c", "cliff", (22.0, 0.0), (22.0, 48.0), width=0.1)
    battle = battle_of(red("men", "su_vdv_84", 21.6, 20), FAR, features=[cliff])
    one = stand(battle, "men")
    assert movement.plan(battle, one, ((22.8, 20.0),)).price.refusal is not None
    one.waits_at_cliff = True
    moving.begin(battle)
    assert movement.plan(battle, one, ((22.8, 20.0),)).price.refusal is None


@pytest.mark.rule("FFT-MOVE-10")
def test_men_go_any_way():
    battle = battle_of(red("men", RIFLES, 20, 20), FAR)
    assert movement.plan(battle, stand(battle, "men"), ((18.0, 20.0),)).price.cost == 2.0


@pytest.mark.rule("FFT-MOVE-09")
def test_who_leaves_the_table_counts_half():
    battle = battle_of(red("r", T55, 0.5, 20), red("z", T55, 10, 10), FAR)
    order(battle, Act(stand="r", act="exit"))
    assert stand(battle, "r").gone == "left left"
    assert battle.state.scores["blue"] > 0
    assert not losses.is_exit(battle, "red", "left")


# ---------------------------------------------------------------- carrying, wrecks, helicopters


@pytest.mark.rule("FFT-CARRY-01", "FFT-CARRY-06", "FFT-VEH-08")
def test_a_mover_hooks_up_a_gun_for_half_its_move():
    tractor = next(r.id for r in data.lines().values() if r.tow and r.kind in ("light", "soft"))
    battle = battle_of(red("t", tractor, 20, 20), red("gun", "su_t12", 21.0, 20), FAR)
    order(battle, Act(stand="t", act="load"))
    assert stand(battle, "gun").carrier == "t"
    assert stand(battle, "t").spent == acts.cost(stand(battle, "t"))


@pytest.mark.rule("FFT-STRAT-09", "FFT-CARRY-11")
def test_riders_share_the_strategic_move_of_their_carrier():
    battle = battle_of(red("bmp", BMP2, 20, 20), aboard("men", RIFLES, "red", "bmp"), FAR)
    order(battle, Move(stand="bmp", path=((34.0, 20.0),), mode="strategic"))
    assert stand(battle, "men").strategic
    refusal(battle, Act(stand="bmp", act="unload"))


def wrecked(kind="light", x=24.0, features=(ROAD,)):
    battle = battle_of(red("r", BMP2, 20, 20), FAR, features=list(features))
    facts = (("kind", kind), ("facing", 0.0))
    battle.happen(MarkerPlaced(marker=Marker(id="w", kind="wreck", x=x, y=20.0, data=facts)))
    return battle


@pytest.mark.rule("FFT-TERR-18", "FFT-TERR-20", "FFT-TERR-32")
def test_a_wreck_on_the_road_costs_two_inches_to_pass_and_shuts_a_bridge():
    battle = wrecked()
    assert movement.plan(battle, stand(battle, "r"), ((26.0, 20.0),)).price.cost == pytest.approx(5.0)
    bridge = line("b", "bridge", (23.0, 20.0), (25.0, 20.0))
    shut = wrecked(features=(ROAD, bridge))
    assert movement.plan(shut, stand(shut, "r"), ((26.0, 20.0),)).price.refusal is not None


@pytest.mark.rule("FFT-TERR-19", "FFT-TERR-33")
def test_a_wreck_is_pushed_off_for_half_the_move():
    battle = wrecked(x=21.1)
    order(battle, Act(stand="r", act="push"))
    assert "w" not in battle.state.markers and stand(battle, "r").spent == 5
    heavy = wrecked("mbt", x=21.1)
    refusal(heavy, Act(stand="r", act="push"))


@pytest.mark.rule("FFT-HELO-02", "FFT-HELO-05", "FFT-HELO-08", "FFT-HELO-13")
def test_a_low_helicopter():
    battle = battle_of(red("h", "su_mi24v", 20, 20), blue("b", M60, 30, 20), FAR, prepare={"h": {"moved_spent": 30.0}})
    one = stand(battle, "h")
    assert units.allowance(one) == 34
    assert movement.may_stand(battle, one, 28.5, 20.0, 0.0) is not None
    assert targets.may_use(battle, one, one.ratings.weapon("missile")) is not None
    one.moved_spent = 0.0
    assert firing.may_overwatch(battle, one)


@pytest.mark.rule("FFT-AA-04", "FFT-DIR-01", "FFT-DIR-02")
def test_flak_and_howitzers_fire_at_the_ground():
    battle = battle_of(
        red("z", "su_zsu23", 20, 20), red("s", "su_2s1", 20, 23), blue("men", MEN, 26, 21.5), FAR, step="fire_a"
    )
    gun = stand(battle, "z").ratings.weapon("gun")
    assert targets.check_target(battle, stand(battle, "z"), gun, stand(battle, "men")) is None
    made = fire.numbers(battle, Shooting(stand="s", weapon="direct", targets=(("men", 1),)), stand(battle, "men"))
    assert made.kind == "men" and made.need == 5


@pytest.mark.rule("FFT-CC-14", "FFT-SA-11", "FFT-STRAT-07")
def test_attackers_that_moved_are_easier_to_hit_and_columns_fight_normally():
    battle = battle_of(
        red("r", RIFLES, 20, 20), blue("men", MEN, 22, 20), FAR, prepare={"r": {"moved": True, "strategic": True}}
    )
    battle.state.combat = ("r", "men")
    shot = Shooting(stand="men", weapon="small", targets=(("r", 1),))
    assert fire.numbers(battle, shot, stand(battle, "r"), "defender").add >= 2
    assert close_combat.weapons(battle, stand(battle, "r"))


# ---------------------------------------------------------------- optional rules


@pytest.mark.rule("FFT-LOS-03")
def test_the_carl_rule():
    wood = area("w", "woods_light", 20, 10, 30, 30)
    battle = battle_of(
        red("r", T55, 29.5, 20, 180.0),
        blue("b", M60, 36, 20),
        FAR,
        features=[wood],
        options={"carl": True},
        step="fire_a",
    )
    gun = stand(battle, "r").ratings.weapon("gun")
    assert targets.check_target(battle, stand(battle, "r"), gun, stand(battle, "b")) is not None
    stand(battle, "r").facing_deg = 0.0
    assert targets.check_target(battle, stand(battle, "r"), gun, stand(battle, "b")) is None


@pytest.mark.rule("FFT-LOS-09")
def test_with_soft_edges_everybody_sees_an_inch_out_of_cover():
    wood = area("w", "woods_light", 20, 10, 30, 30)
    for soft, seen in ((False, False), (True, True)):
        battle = battle_of(
            red("r", T55, 28.7, 20), blue("b", M60, 36, 20), FAR, features=[wood], options={"soft_edge": soft}
        )
        assert spotting.has_sight(battle, stand(battle, "r"), stand(battle, "b")) is seen


@pytest.mark.rule("FFT-TERR-16")
def test_rafts_carry_men_half_an_inch_a_turn():
    river = area("r", "river", 20, 0, 24, 48, crossing="impassable")
    battle = battle_of(red("men", RIFLES, 20.2, 20), FAR, features=[river], options={"rafts": True})
    assert movement.plan(battle, stand(battle, "men"), ((20.7, 20.0),)).price.cost == pytest.approx(3.0)


@pytest.mark.rule("FFT-AMMO-01", "FFT-AMMO-02")
def test_limited_ammunition():
    battle = battle_of(red("r", T55, 20, 20), behind("g", "us_m109a2", "blue"), FAR, options={"ammunition": True})
    assert stand(battle, "g").rounds == 12


@pytest.mark.rule("FFT-HT-02")
def test_ivis_frees_from_the_nearest_target():
    battle = battle_of(
        red("near", T55, 30, 20),
        red("far2", T55, 26, 24),
        blue("b", M1A1, 40, 20),
        FAR,
        step="fire_b",
        options={"technology": "ivis"},
    )
    one = stand(battle, "b")
    one.ratings = msgspec.structs.replace(one.ratings, equip=(*one.ratings.equip, "iv"))
    assert targets.may_ignore(battle, one, stand(battle, "near"), stand(battle, "far2")) == "FFT-HT-02"


# ---------------------------------------------------------------- setting up, secrets


@pytest.mark.rule("FFT-SET-01")
def test_the_second_player_deploys_first():
    battle = battle_of(red("r", T55, 20, 20), FAR)
    assert setup.order_of_deployment(battle.state) == ["blue", "red"]


@pytest.mark.rule("FFT-SET-02")
def test_reinforcements_stand_in_their_zone():
    battle = battle_of(red("r", T55, 20, 20), FAR)
    one = stand(battle, "r")
    place = deployment.Footprint(one.base, 0.1, 5.0, 0.0)
    assert deployment.check_one(battle, one, place, entering=True) is not None
    assert entering.waiting(battle, "red") == []


def test_a_hidden_enemy_changes_nothing_that_the_other_side_is_offered():
    def offered(x):
        battle = battle_of(red("r", T55, 20, 20), blue("b", M60, x, 40), FAR, options={"hidden": True})
        for one in battle.state.stands.values():
            one.spotted = False
        view = battle.view("red")
        book = ruleset("fistful_of_tows")
        return "b" in view.state.stands, [
            book.samples(view, battle.request, k) for k in book.sample_kinds(view, battle.request)
        ]

    first, second = offered(60.0), offered(45.0)
    assert first == second and not first[0]


def test_every_option_is_known_and_every_event_has_words():
    book = ruleset("fistful_of_tows")
    assert {o.id for o in book.options} >= {"hidden", "carl", "soft_edge", "rafts", "chemical", "ammunition"}
    assert all(rule in book.rules for o in book.options for rule in o.rules)


@pytest.mark.rule("FFT-HT-07", "FFT-MSL-05")
def test_a_carrier_that_stood_still_fires_without_a_line_of_sight():
    wood = area("w", "woods_light", 20, 10, 30, 30)
    battle = battle_of(red("t", T72B, 10, 20), blue("n", M113, 60, 20), FAR, features=[wood], step="fire_b")
    carrier = stand(battle, "n")
    missile = Weapon(id="nlos", name="NLOS", pen=20, h=True, rng=100, top=True, limited=True, is_missile=True)
    carrier.ratings = msgspec.structs.replace(carrier.ratings, weapons=(missile,))
    assert targets.check_target(battle, carrier, missile, stand(battle, "t")) is None
    shot = Shooting(stand="n", weapon="nlos", targets=(("t", 1),))
    assert fire.numbers(battle, shot, stand(battle, "t")).face == "flank"
    assert firing.overwatch_weapons(carrier) == ()
    carrier.moved = True
    assert targets.check_target(battle, carrier, missile, stand(battle, "t")) is not None


@pytest.mark.rule("FFT-INF-06")
def test_top_attack_weapons_of_infantry_strike_the_flank():
    battle = battle_of(red("t", T72B, 20, 20, 0.0), blue("men", MEN, 24, 20), FAR, step="fire_b")
    men = stand(battle, "men")
    top = Weapon(id="maw", name="Bill", pen=12, rng=20, top=True)
    men.ratings = msgspec.structs.replace(men.ratings, weapons=(top,))
    shot = Shooting(stand="men", weapon="maw", targets=(("t", 1),))
    assert fire.numbers(battle, shot, stand(battle, "t")).face == "flank"


@pytest.mark.rule("FFT-TERR-24")
def test_ridges_do_not_slow():
    ridge = line("ridge", "ridge", (22.0, 0.0), (22.0, 48.0), width=0.3)
    battle = battle_of(red("r", T55, 20, 20), FAR, features=[ridge])
    assert movement.plan(battle, stand(battle, "r"), ((24.0, 20.0),)).price.cost == 4.0
