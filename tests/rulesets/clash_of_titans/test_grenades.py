"""Grenades, bottles and charges. Rules: NUT-GREN-01 to -08, NUT-ACT-04, NUT-ATW-06, NUT-VINF-10, NUT-BLDG-10."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.blasting import all_dice_used, circles, rolled, struck, with_dice
from tests.rulesets.clash_of_titans.build import aboard, area, blue, dice_left, red, stand, strip, worked_case
from tests.rulesets.clash_of_titans.field import Field, field
from tests.rulesets.clash_of_titans.firefight import resolve, statuses, volley
from wargame.engine.orders import Act, Fire, Refusal, Shot
from wargame.engine.requests import Command
from wargame.rulesets.clash_of_titans import (
    act_table,
    blast,
    damage,
    grenades,
    placed_charges,
    rooms,
    shots,
    special_fire,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll

GRENADE = "hand grenade"
HOUSE = area("house", "building", 20, 10, 26, 16, front=180.0)


def thrower(made: Field, name: str = GRENADE, who: str = "a") -> Field:
    man = made.stand(who)
    man.rounds, man.readied, man.readied_turn = ((name, 1),), name, 2
    return made


def throw(made: Field, at: tuple[float, float], *dice: int, name: str = GRENADE) -> Toll:
    return rolled(made, grenades.roll, FireOrder(stand="a", weapon=name, at=at), dice)


# ---------------------------------------------------------------- who has one


@pytest.mark.rule("NUT-GREN-01")
@pytest.mark.parametrize(
    ("class_", "die", "has"),
    [("regular", 3, True), ("regular", 4, False), ("engineer", 5, True), ("assault", 6, False), ("militia", 2, False)],
)
def test_a_soldier_is_checked_for_a_grenade(class_: str, die: int, has: bool) -> None:
    made = field(red("a", 10, 10), dice=(die,))
    made.stand("a").class_ = class_
    assert grenades.may_have(made.stand("a"))
    assert grenades.check_for_grenade(made, made.stand("a")) is has  # type: ignore[arg-type]
    assert grenades.left(made.stand("a"), GRENADE) == int(has)
    assert not grenades.may_have(made.stand("a"))


@pytest.mark.rule("NUT-ACT-04")
def test_what_was_got_ready_is_thrown_from_the_next_activation_on() -> None:
    made = field(red("a", 10, 10))
    man = made.stand("a")
    man.rounds = ((GRENADE, 1),)
    assert grenades.get_ready(made, man, GRENADE)  # type: ignore[arg-type]
    assert not grenades.is_ready(made, man)
    assert grenades.refusal(made, man, GRENADE, (14.0, 10.0)) is not None
    made.state.turn += 1
    assert grenades.is_ready(made, man)
    assert grenades.refusal(made, man, GRENADE, (14.0, 10.0)) is None


@pytest.mark.rule("NUT-ACT-04")
@pytest.mark.parametrize(("die", "bursts"), [(5, False), (6, True)])
def test_a_dropped_grenade_explodes_on_a_six(die: int, bursts: bool) -> None:
    made = thrower(field(red("a", 10, 10), red("near", 11.2, 10)))
    with_dice(made, 3, die, 5, 5)
    toll = Toll()
    damage.hit(made, toll, made.stand("a"), 3)  # type: ignore[arg-type]
    assert made.stand("a").status == "out_of_the_fight" and made.stand("a").readied == ""
    assert bool(circles(made)) is bursts and (struck(toll) == {"near"}) is bursts


# ---------------------------------------------------------------- throwing


@pytest.mark.rule("NUT-GREN-02")
@pytest.mark.parametrize(("x", "legal"), [(16.0, True), (16.1, False)])
def test_it_is_thrown_six_inches(x: float, legal: bool) -> None:
    made = thrower(field(red("a", 10, 10)))
    assert (grenades.refusal(made, made.stand("a"), GRENADE, (x, 10.0)) is None) is legal


@pytest.mark.rule("NUT-GREN-02")
@pytest.mark.parametrize(("height", "legal"), [(1.0, True), (2.0, False)])
def test_over_an_obstacle_two_inches_high_but_no_higher(height: float, legal: bool) -> None:
    wall = area("wall", "wall", 12, 5, 12.3, 15, height=height)
    made = thrower(field(red("a", 10, 10), features=[wall]))
    made.stand("a").prone = True
    assert not legal or grenades.can_reach(made, made.stand("a"), (14.0, 10.0))
    assert grenades.can_reach(made, made.stand("a"), (14.0, 10.0)) is legal


@pytest.mark.rule("NUT-GREN-03")
@pytest.mark.parametrize(
    ("dice", "at"),
    [((1, 4, 1), (14.0, 10.0)), ((1, 5, 3, 91, 1), (14.0, 12.0)), ((5, 5, 4, 1, 1), (18.0, 10.0))],
)
def test_two_passes_land_on_the_point_others_astray(dice: tuple[int, ...], at: tuple[float, float]) -> None:
    made = thrower(field(red("a", 10, 10, rep=4)))
    throw(made, (14.0, 10.0), *dice)
    assert circles(made) == [at] and all_dice_used(made)
    assert made.stand("a").readied == "" and grenades.left(made.stand("a"), GRENADE) == 0


@pytest.mark.rule("NUT-GREN-04")
@pytest.mark.parametrize(
    ("dice", "where"), [((1, 4, 1), (21.5, 11.6)), ((1, 5, 1), (19.95, 11.5)), ((5, 5, 91, 1), (18.5, 12.5))]
)
def test_through_a_window_only_with_two_passes(dice: tuple[int, ...], where: tuple[float, float]) -> None:
    made = thrower(field(red("a", 18.5, 11.5, rep=4), blue("b", 21, 14), features=[HOUSE]))
    toll = throw(made, (21.5, 11.6), *dice)
    assert circles(made) == [where]
    assert (list(toll.incoming) == ["b"]) is (dice[:2] == (1, 4))


@pytest.mark.rule("NUT-GREN-05")
def test_in_a_room_it_takes_all_of_it_and_nothing_else() -> None:
    long = area("long", "building", 20, 10, 30, 16, front=180.0)
    made = thrower(field(red("a", 18.5, 11.5), blue("far", 24.5, 15.5), blue("next", 25.6, 12), features=[long]))
    toll = throw(made, (21.0, 11.5), 1, 1, 1)
    assert list(toll.incoming) == ["far"]


@pytest.mark.rule("NUT-GREN-05")
def test_hand_grenade_values() -> None:
    made = blast.of_weapon(GRENADE)
    assert (made.circle_in, made.impact, made.apr, made.base, made.is_heavy) == (5, 2, 1, 4, False)


@pytest.mark.rule("NUT-COVR-08")
def test_a_smoke_grenade_makes_a_cloud() -> None:
    made = thrower(field(red("a", 10, 10)), "smoke grenade")
    throw(made, (14.0, 10.0), 1, 1, name="smoke grenade")
    (cloud,) = [f for f in made.board.features if f.kind == "smoke"]
    assert cloud.rings[0] == ((14.0, 10.0),) and cloud.props["radius"] == 2.5


@pytest.mark.rule("NUT-GREN-07")
def test_a_bottle_strikes_the_top_and_sets_alight() -> None:
    made = thrower(field(red("a", 10, 10), blue("tank", 14, 10, "t_34_76", facing=90)), "Molotov cocktail")
    toll = rolled(
        made, grenades.roll, FireOrder(stand="a", weapon="Molotov cocktail", targets=(("tank", 1),)), (1, 1, 1, 1, 2)
    )
    assert made.stand("tank").knocked_out and made.stand("tank").burning
    assert toll.vehicles
    crops = thrower(field(red("a", 10, 10), features=[area("c", "crops", 12, 4, 20, 12)]), "Molotov cocktail")
    throw(crops, (14.0, 10.0), 1, 1, 1, 4, name="Molotov cocktail")
    assert len(crops.state.fires) == 1


@pytest.mark.rule("NUT-ATW-06")
@pytest.mark.parametrize(("dice", "hit"), [((1, 1, 1, 1), True), ((1, 6), False)])
def test_a_shaped_grenade_hits_only_with_two_passes(dice: tuple[int, ...], hit: bool) -> None:
    made = thrower(field(red("a", 10, 10), blue("tank", 14, 10, "t_34_76", facing=90)), grenades.AT_GRENADE)
    order = FireOrder(stand="a", weapon=grenades.AT_GRENADE, targets=(("tank", 1),))
    rolled(made, grenades.roll, order, dice)
    assert made.stand("tank").knocked_out is hit


@pytest.mark.rule("NUT-VINF-10")
def test_into_an_open_vehicle() -> None:
    made = thrower(
        field(red("a", 10, 10), blue("half", 14, 10, "m3_halftrack"), aboard("p", "half", "blue", station="passenger"))
    )
    order = FireOrder(stand="a", weapon=GRENADE, targets=(("half", 1),))
    toll = rolled(made, grenades.roll, order, (1, 1, 4, 5, 5, 5, 5))
    assert "p" in toll.knocked_down


@pytest.mark.rule("NUT-GREN-03")
@pytest.mark.parametrize("rep", [0, 3, 4, 6])
def test_the_odds_of_a_throw_are_those_of_the_dice(rep: int) -> None:
    found = [0.0, 0.0, 0.0]
    for one in range(1, 7):
        for other in range(1, 7):
            found[(one <= rep) + (other <= rep)] += 1 / 36
    assert grenades.chance_to_land(rep) == pytest.approx(tuple(found))


# ---------------------------------------------------------------- charges


def charger(**more: object) -> Field:
    return thrower(field(red("a", 18.9, 13), **more), "satchel charge")  # type: ignore[arg-type]


@pytest.mark.rule("NUT-GREN-08")
@pytest.mark.parametrize(("x", "legal"), [(20.4, True), (20.5, False)])
def test_a_charge_is_placed_within_an_inch(x: float, legal: bool) -> None:
    made = charger()
    assert (placed_charges.refusal(made, made.stand("a"), (x, 13.0)) is None) is legal


@pytest.mark.rule("NUT-BLDG-10")
@pytest.mark.parametrize(
    ("dice", "breach", "stands"), [((1, 1, 5), True, True), ((1, 4, 5), False, True), ((1, 1, 2), False, False)]
)
def test_a_charge_at_a_wall(dice: tuple[int, ...], breach: bool, stands: bool) -> None:
    made = charger(features=[area("house", "building", 20, 10, 26, 16, dv=2)])
    with_dice(made, *dice)
    placed_charges.place(made, made.stand("a"), (19.85, 13.0))  # type: ignore[arg-type]
    assert made.board.has_feature("house") is stands
    found = stands and any(o.kind == "breach" for o in rooms.building(made.board, "house").openings)
    assert found is breach and made.stand("a").readied == ""


@pytest.mark.rule("NUT-GREN-08")
def test_a_charge_opens_four_inches_of_wire() -> None:
    made = charger(features=[strip("wire", "wire", (20, 5), (20, 25), width=0.2)])
    with_dice(made, 1)
    placed_charges.place(made, made.stand("a"), (19.9, 13.0))  # type: ignore[arg-type]
    assert made.board.terrain_at(20, 14.8)[0] == "clear" and made.board.terrain_at(20, 15.2)[0] == "barbed wire"
    assert made.board.terrain_at(20, 11.2)[0] == "clear" and made.board.terrain_at(20, 10.8)[0] == "barbed wire"


# ---------------------------------------------------------------- in a battle


def test_case_115(request: pytest.FixtureRequest) -> None:
    dice = worked_case(request, "CASE-115")
    battle = build.battle_of(
        red("thrower", 18.5, 11.5, rep=4),
        *[blue(n, x, y, facing=180.0) for n, x, y in (("one", 22, 12), ("two", 24, 13), ("three", 23, 15))],
        features=[HOUSE],
        dice=dice,
    )
    man = stand(battle, "thrower")
    man.rounds, man.readied, man.readied_turn = ((GRENADE, 1),), GRENADE, 2
    stand(battle, "three").prone = True
    order = special_fire.fire_order(battle, Fire(stand="thrower", weapon=GRENADE, at=(22.0, 12.5)))
    resolve(battle, [volley(order)])
    assert dice_left(battle) == 0
    assert statuses(battle, ["one", "two", "three"]) == ["out_of_the_fight", "out_of_the_fight", "ducked_back"]


@pytest.mark.rule("NUT-GREN-02")
def test_throwing_is_the_shooting_of_an_activation() -> None:
    battle = build.battle_of(red("a", 10, 10, rep=4), blue("b", 30, 40), dice=[1, 1, 1])
    man = stand(battle, "a")
    man.rounds, man.readied, man.readied_turn = ((GRENADE, 1),), GRENADE, 2
    assert isinstance(battle.request, Command)
    order = Fire(stand="a", weapon=GRENADE, at=(14.0, 10.0))
    assert shots.check(battle, order) is None
    build.order(battle, order)
    assert stand(battle, "a").shot or stand(battle, "a").finished


@pytest.mark.rule("NUT-ACT-04")
def test_getting_ready_is_an_action_that_may_find_nothing() -> None:
    battle = build.battle_of(red("a", 10, 10, rep=4), red("c", 12, 10), blue("b", 30, 40), dice=[6, 2])
    ready = next(row for row in act_table.rows(battle, stand(battle, "a")) if row.id == "ready.hand grenade")
    assert ready.refusal is None
    build.order(battle, Act(stand="a", act="ready.hand grenade"))
    assert stand(battle, "a").readied == "" and not stand(battle, "a").acted
    build.order(battle, Act(stand="c", act="ready.hand grenade"))
    assert stand(battle, "c").readied == GRENADE and stand(battle, "c").acted
    refused = shots.check(battle, Fire(stand="c", weapon=GRENADE, targets=(Shot("b", 1),)))
    assert isinstance(refused, Refusal)
