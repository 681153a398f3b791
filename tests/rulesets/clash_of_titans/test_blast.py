"""Blast circles and shells. Rules: NUT-GEO-10, NUT-HE-01 to -08, NUT-GREN-06, NUT-ATW-05."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.blasting import circles, fire, rolled, struck
from tests.rulesets.clash_of_titans.build import aboard, area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, case, field
from wargame.engine.dice import ScriptedDice
from wargame.rulesets.clash_of_titans import blast, high_explosive, main_gun, rooms, vehicles
from wargame.rulesets.clash_of_titans.causes import Aftermath, FireOrder, Toll
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.volley import Landed

SHELL = blast.of_shell(8, 3)


def burst(scene: Field, what: blast.Burst, at: tuple[float, float], *dice: int) -> Toll:
    toll = Toll()
    scene.dice = ScriptedDice(dice, start=scene.state.dice_count)
    blast.resolve(scene, toll, what, at)  # type: ignore[arg-type]
    return toll


def test_case_09_inside_and_outside(request: pytest.FixtureRequest) -> None:
    case(request, "CASE-09")
    made = field(red("a", 32.5, 20), red("b", 30, 22.6))
    circle = blast.of_weapon("hand grenade").circle_in
    assert [s.id for s in blast.inside(made, (30.0, 20.0), circle)] == ["a"]


@pytest.mark.rule("NUT-GEO-10")
def test_a_vehicle_is_inside_with_any_part_a_man_with_his_centre() -> None:
    made = field(red("a", 34.4, 20), blue("tank", 36, 20, "t_34_76", facing=90))
    wide = made.stand("tank").base.width_in / 2
    assert [s.id for s in blast.inside(made, (30.0, 20.0), 2 * (6 - wide))] == ["a", "tank"]
    assert [s.id for s in blast.inside(made, (30.0, 20.0), 2 * (6 - wide) - 0.01)] == ["a"]


@pytest.mark.rule("NUT-HE-01")
@pytest.mark.parametrize(("circle", "base", "apr"), [(3, 4, 1), (5, 4, 2), (6, 4, 2), (8, 5, 3), (12, 7, 4)])
def test_base_and_apr_follow_from_the_circle(circle: float, base: int, apr: int) -> None:
    made = blast.of_shell(circle, 3)
    assert (made.base, made.apr, made.impact, made.circle_in) == (base, apr, 3, circle)


def test_case_62_one_die_for_four_men(request: pytest.FixtureRequest) -> None:
    (die,) = case(request, "CASE-62")
    ground = [
        area("crops", "crops", 28, 22, 32, 26),
        strip("bags", "barricade", (31, 15), (31, 25), width=0.1),
        strip("wall", "wall", (28, 18.5), (32, 18.5), width=0.1),
    ]
    made = field(
        red("open", 27, 20), red("crops", 29, 22.5), red("bags", 32, 20), red("wall", 29.5, 17.6), features=ground
    )
    toll = burst(made, SHELL, (29.5, 20.0), die, 6, 6, 6)
    assert struck(toll) == {"open", "crops", "bags"}
    assert set(toll.incoming) == {"open", "crops", "bags", "wall"}


@pytest.mark.rule("NUT-GREN-06")
def test_second_targets_and_fast_moving_do_not_count_for_a_blast() -> None:
    made = field(red("a", 29, 20), red("b", 31, 20))
    made.stand("b").fast_moving = True
    assert struck(burst(made, blast.of_weapon("hand grenade"), (30.0, 20.0), 4, 6, 6)) == {"a", "b"}


@pytest.mark.rule("NUT-HE-02")
def test_a_prone_man_is_in_cover_and_damage_is_rolled_man_by_man() -> None:
    made = field(red("a", 29, 20), red("b", 31, 20, rep=4), red("c", 30, 22))
    made.stand("b").prone = True
    toll = burst(made, SHELL, (30.0, 20.0), 3, 3, 6)
    assert struck(toll) == {"a", "c"}
    assert made.stand("a").status == "out_of_the_fight" and toll.knocked_down == ["c"]


@pytest.mark.rule("NUT-HE-03")
@pytest.mark.parametrize(
    ("what", "heavy"),
    [
        (blast.of_shell(6, 3), True),
        (blast.of_shell(4, 2), False),
        (blast.of_weapon("hand grenade"), False),
        (blast.of_weapon("medium mortar 81/82mm"), True),
    ],
)
def test_men_missed_remember_a_heavy_blast(what: blast.Burst, heavy: bool) -> None:
    made = field(red("a", 30.5, 20))
    toll = burst(made, what, (30.0, 20.0), 1)
    (one,) = toll.incoming["a"]
    assert (one.hit, one.heavy, one.shooter) == (False, heavy, "")


@pytest.mark.rule("NUT-HE-03")
def test_a_burst_outside_a_volley_goes_into_the_queue() -> None:
    made = field(red("a", 30.5, 20), dice=(1,))
    (found,) = blast.explode(made, SHELL, (30.0, 20.0))  # type: ignore[arg-type]
    assert isinstance(found, Aftermath) and "a" in found.toll.incoming
    empty = field(dice=(1,))
    assert blast.explode(empty, SHELL, (30.0, 20.0)) == []  # type: ignore[arg-type]


# ---------------------------------------------------------------- armour


@pytest.mark.rule("NUT-HE-06")
def test_a_shell_attacks_the_afv_it_hits_and_others_only_with_a_large_circle() -> None:
    tank = field(blue("tank", 36, 20, "t_34_76", facing=90)).stand("tank")
    small, large = blast.of_shell(6, 3), SHELL
    assert blast.afv_strike(small, tank) is None
    aimed = blast.Burst(name="HE", circle_in=6, impact=3, apr=2, base=4, target="tank", face="front")
    hit = blast.afv_strike(aimed, tank)
    assert hit is not None and (hit.apr, hit.face) == (2, "front")
    other = blast.afv_strike(large, tank)
    assert other is not None and (other.apr, other.face) == (3, "side")
    off = blast.Burst(name="artillery", circle_in=8, impact=3, apr=3, base=5, top_apr=4)
    top = blast.afv_strike(off, tank)
    assert top is not None and (top.apr, top.face) == (4, "top")


@pytest.mark.rule("NUT-HE-07")
def test_softskins_are_hit_like_figures_in_the_open() -> None:
    assert blast.softskin_hit(3, SHELL) and not blast.softskin_hit(2, SHELL)
    made = field(blue("truck", 30, 20, "truck"), aboard("driver", "truck", "blue", station="driver"))
    toll = burst(made, SHELL, (30.0, 20.0), 3, 1, 1, 6)
    assert made.stand("truck").knocked_out or toll.vehicles


@pytest.mark.rule("NUT-HE-07")
def test_men_in_open_tops_are_rolled_as_in_cover_riders_are_not() -> None:
    made = field(
        blue("half", 30, 20, "m3_halftrack"),
        aboard("in", "half", "blue", station="passenger"),
        blue("tank", 36, 20, "t_34_76"),
        aboard("on", "tank", "blue", station="rider"),
        aboard("inside", "tank", "blue", station="driver"),
    )
    assert [m.id for m in blast.aboard_open(made, made.stand("tank"))] == ["on"]
    assert "in" in [m.id for m in blast.aboard_open(made, made.stand("half"))]
    assert blast.conditions(made, SHELL, made.stand("in"), (30.0, 18.0)).cover
    assert not blast.conditions(made, SHELL, made.stand("on"), (36.0, 18.0)).cover


@pytest.mark.rule("NUT-DMG-04")
def test_where_no_die_is_called_for_everybody_is_hit() -> None:
    made = field(red("a", 30.5, 20), red("b", 31, 20, prone=True))
    made.stand("b").prone = True
    toll = burst(made, blast.of_weapon("demolition charge"), (30.0, 20.0), 5, 5)
    assert struck(toll) == {"a", "b"} and toll.knocked_down == ["a", "b"]


@pytest.mark.rule("NUT-HE-02")
def test_the_odds_of_a_blast_are_those_of_its_dice() -> None:
    ground = [strip("bags", "barricade", (31, 15), (31, 25), width=0.1), area("c", "crops", 28, 22, 32, 26)]
    for name, at in (("a", (29.0, 20.0)), ("b", (32.0, 20.0)), ("c", (30.0, 22.5))):
        made = field(red(name, *at), features=ground)
        exact = blast.chance(made, SHELL, made.stand(name), (30.0, 20.0))
        hits = 0
        for face in range(1, 7):
            fresh = field(red(name, *at), features=ground)
            hits += bool(struck(burst(fresh, SHELL, (30.0, 20.0), face, 6)))
        assert exact == pytest.approx(hits / 6)
    assert blast.chance(made, SHELL, made.stand("c"), (40.0, 20.0)) == 0.0


# ---------------------------------------------------------------- direct fire


@pytest.mark.rule("NUT-HE-05")
@pytest.mark.parametrize(("face", "at"), [(1, (38.0, 20.0)), (4, (38.0, 20.0)), (5, (40.0, 22.0)), (6, (40.0, 18.0))])
def test_a_shell_scatters_short_left_or_right(face: int, at: tuple[float, float]) -> None:
    assert high_explosive.scattered((10.0, 20.0), (40.0, 20.0), face) == at


def gun_fire(made: Field, order: FireOrder, dice: Sequence[int]) -> Toll:
    def roller(toll: Toll, landed: Landed) -> Any:
        laid = main_gun.aim(made, order)
        assert laid is not None
        found, _, event = main_gun.test(made, laid, None)  # type: ignore[arg-type]
        return high_explosive.shell(Chain(made), laid, found, toll, landed, event)  # type: ignore[arg-type]

    return fire(made, roller, dice)


TANK = [
    red("tank", 10, 20, "t_34_76"),
    aboard("tank.gunner", "tank", "red", station="gunner", rep=4),
    aboard("tank.commander", "tank", "red", station="commander", rep=4),
]
SHOT = FireOrder(stand="tank", weapon=vehicles.MAIN_GUN, by="tank.gunner", round="HE", at=(40.0, 20.0))


def test_case_63_at_a_sandbagged_position(request: pytest.FixtureRequest) -> None:
    dice = case(request, "CASE-63")
    bags = strip("bags", "barricade", (41, 15), (41, 25), width=0.1)
    units = [*TANK, blue("b", 42, 20), blue("open", 40, 18)]
    toll = gun_fire(field(*units, features=[bags]), SHOT, [*dice, 6])
    assert struck(toll) == {"open"} and "b" in toll.incoming


@pytest.mark.rule("NUT-HE-04")
@pytest.mark.parametrize(
    ("dice", "fast", "at"),
    [([5, 6, 5, 1], False, 22.0), ([1, 6, 6, 1], True, 18.0), ([1, 6, 1], False, 20.0), ([1, 1, 1], True, 20.0)],
)
def test_a_shell_goes_astray_when_the_test_fails_or_something_is_fast(dice: list[int], fast: bool, at: float) -> None:
    made = field(*TANK)
    made.stand("tank").fast_moving = fast
    gun_fire(made, SHOT, dice)
    assert circles(made) == [(40.0, at)]


# ---------------------------------------------------------------- mortars


def mortar_field(*more: build.Unit, **props: object) -> Field:
    made = field(red("m", 10, 20, "GE_mortar", rep=4), *more, **props)  # type: ignore[arg-type]
    made.stand("m").set_up = True
    return made


HOUSE = area("house", "building", 20, 10, 22, 30)
TWO_ROOMS = area("house", "building", 32, 17, 44, 23, dv=3)
MORTAR = "medium mortar 81/82mm"


@pytest.mark.rule("NUT-HE-08")
def test_a_mortar_needs_somebody_who_sees_the_place_and_can_speak_with_it() -> None:
    at = (40.0, 20.0)
    assert high_explosive.mortar_refusal(mortar_field(), mortar_field().stand("m"), MORTAR, at) is None
    blind = mortar_field(features=[HOUSE])
    assert high_explosive.mortar_refusal(blind, blind.stand("m"), MORTAR, at) is not None
    voice = mortar_field(red("o", 21, 31, rep=5), features=[HOUSE])
    assert [o.by for o in high_explosive.observers(voice, voice.stand("m"), at)] == []
    near = mortar_field(red("o", 13, 31.5, rep=5), features=[HOUSE])
    assert [(o.man.id, o.by) for o in high_explosive.observers(near, near.stand("m"), (40.0, 45.0))] == [("o", "voice")]
    radio = mortar_field(red("o", 30, 40, radio=True), features=[HOUSE])
    radio.stand("m").radio = True
    assert [(o.man.id, o.by) for o in high_explosive.observers(radio, radio.stand("m"), at)] == [("o", "radio")]


@pytest.mark.rule("NUT-HE-08")
@pytest.mark.parametrize(("x", "legal"), [(21.9, False), (22.0, True)])
def test_a_mortar_has_a_least_range(x: float, legal: bool) -> None:
    made = mortar_field()
    assert (high_explosive.mortar_refusal(made, made.stand("m"), MORTAR, (x, 20.0)) is None) is legal


@pytest.mark.rule("NUT-HE-08")
@pytest.mark.parametrize(
    ("dice", "at"),
    [
        ((4, 1), (42.5, 20.0)),
        ((5, 4), (30.0, 20.0)),
        ((1, 2), (40.0, 22.5)),
        ((1, 5), (40.0, 20.0)),
        ((6, 6), (40.0, 20.0)),
    ],
)
def test_deviation_is_half_a_circle_or_two(dice: tuple[int, int], at: tuple[float, float]) -> None:
    made = mortar_field()
    rolled(made, high_explosive.mortar, FireOrder(stand="m", weapon=MORTAR, at=(40.0, 20.0)), (*dice, 1))
    assert circles(made) == [at]


@pytest.mark.rule("NUT-HE-08")
def test_a_shell_that_nobody_sees_after_all_is_fired_and_deviates_as_if_its_observer_had_failed() -> None:
    """Something that nobody knew of hides the place: two circles of 5 in off, by one die."""
    made = mortar_field(features=[HOUSE])
    rolled(made, high_explosive.mortar, FireOrder(stand="m", weapon=MORTAR, at=(40.0, 20.0)), (1, 1))
    assert circles(made) == [(50.0, 20.0)]


# ---------------------------------------------------------------- rockets


@pytest.mark.rule("NUT-ATW-05")
def test_a_rocket_that_hits_a_man_bursts() -> None:
    made = field(red("r", 10, 20, "GE_panzerschreck", rep=5), blue("a", 30, 20), blue("b", 31, 20))
    order = FireOrder(stand="r", weapon=made.stand("r").in_hand, targets=(("a", 1),))
    toll = rolled(made, high_explosive.rocket, order, (5, 4, 6, 6))
    assert struck(toll) == {"a", "b"} and toll.knocked_down == ["a", "b"]


@pytest.mark.rule("NUT-BLDG-10")
def test_a_rocket_at_a_house_counts_half_and_makes_a_breach() -> None:
    made = field(red("r", 10, 20, "GE_panzerschreck", rep=5), blue("b", 35, 20), features=[TWO_ROOMS])
    order = FireOrder(stand="r", weapon=made.stand("r").in_hand, at=(35.0, 20.0))
    toll = rolled(made, high_explosive.rocket, order, (5, 5, 1))
    assert toll.knocked_down == ["b"]
    breach = [o for o in rooms.building(made.board, "house").openings if o.kind == "breach"]
    assert [(o.x, o.y, o.width_in) for o in breach] == [(32.0, 20.0, 2.0)]
