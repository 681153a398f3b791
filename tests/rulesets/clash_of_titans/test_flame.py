"""Flamethrowers. Rules: NUT-FLAM-01 to -05, NUT-GEO-09."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.blasting import all_dice_used, circles, rolled, with_dice
from tests.rulesets.clash_of_titans.build import area, blue, dice_left, red, stand, worked_case
from tests.rulesets.clash_of_titans.field import Field, case, field
from tests.rulesets.clash_of_titans.firefight import resolve, statuses, volley
from wargame.rulesets.clash_of_titans import allot, damage, flame, legal, samples, swath
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll

LINE = "GE_flamethrower"


def burn(made: Field, *dice: int, at: tuple[float, float] = (16.0, 10.0)) -> Toll:
    return rolled(made, flame.roll, FireOrder(stand="a", weapon=flame.PORTABLE, at=at), dice)


def test_case_08_the_strip_of_an_smg(request: pytest.FixtureRequest) -> None:
    case(request, "CASE-08")
    assert swath.holds((0, 0), (0, 10), (1.4, 9), 3, 24) and not swath.holds((0, 0), (0, 10), (1.6, 9), 3, 24)
    for at in ((1.4, 9.0), (1.6, 9.0)):
        assert swath.holds((0, 0), (0, 10), at, 3, 24) == allot.in_swath((0, 0), (0, 10), at, 3, 24)


@pytest.mark.rule("NUT-FLAM-01")
def test_everybody_in_the_strip_is_rolled_for_friends_too() -> None:
    made = field(
        red("a", 10, 10, LINE), red("friend", 13, 10.9), blue("b", 16, 10), blue("c", 17, 8.9), blue("far", 18.6, 10)
    )
    jet = flame.jet_of(made, FireOrder(stand="a", weapon=flame.PORTABLE, at=(16.0, 10.0)))
    assert [s.id for s in flame.struck(made, jet)] == ["friend", "b"]
    assert [s.id for s in flame.afraid(made, jet)] == ["b", "c", "far"]


@pytest.mark.rule("NUT-FLAM-01")
def test_cover_does_not_count_but_a_closed_wall_does() -> None:
    wall = area("wall", "wall", 14, 5, 14.3, 15, height=0.5)
    made = field(red("a", 10, 10, LINE, rep=4), blue("b", 16, 10), features=[wall])
    assert {b.target for b in [flame_hit(made, 4)]} == {"b"}
    closed = field(red("a", 10, 10, LINE), blue("b", 17, 10), features=[area("house", "building", 13, 5, 15, 15)])
    jet = flame.jet_of(closed, FireOrder(stand="a", weapon=flame.PORTABLE, at=(17.0, 10.0)))
    assert flame.struck(closed, jet) == []


class flame_hit:
    """One die of flame at `b`: whom it hit."""

    def __init__(self, made: Field, face: int) -> None:
        toll = burn(made, face, 6)
        self.target = next((n for n, rows in toll.incoming.items() if any(r.hit for r in rows)), "")


@pytest.mark.rule("NUT-FLAM-01")
@pytest.mark.parametrize(("y", "facing", "is_struck"), [(12.5, 90.0, True), (12.5, 0.0, False), (11.9, 0.0, True)])
def test_of_a_vehicle_a_part_has_to_lie_in_the_strip_not_of_the_circle_round_it(
    y: float, facing: float, is_struck: bool
) -> None:
    """The strip ends 1 in beside its middle line; the hull is longer than wide."""
    tank = build.Unit("t", "t_34_76", "blue", (15.0, y), facing, "blue-1")
    made = build.battle_of(red("a", 10, 10, LINE), tank)
    jet = flame.jet_of(made, FireOrder(stand="a", weapon=flame.PORTABLE, at=(16.0, 10.0)))
    body = stand(made, "t").base
    across = body.width_in if facing == 0.0 else body.depth_in
    assert (y - across / 2 <= 11.0) == is_struck
    assert (stand(made, "t") in flame.struck(made, jet)) == is_struck


@pytest.mark.rule("NUT-FLAM-01", "NUT-GEO-02")
def test_a_vehicle_is_in_reach_with_its_nearest_part() -> None:
    """The flame reaches 8 in: here 7.75 in to the hull, 10 in to its middle; whatever is offered may be ordered."""
    battle = build.battle_of(red("a", 10, 10, LINE), build.Unit("t", "t_34_76", "blue", (20.0, 10.0), 180.0, "blue-1"))
    view, tank = battle.view("red"), stand(battle, "t")
    assert tank.base.depth_in / 2 > 2.0 and 10.0 - tank.base.depth_in / 2 < 8.0
    man = view.state.stands["a"]
    offered = list(samples.fires(view, man))  # type: ignore[arg-type]
    assert offered and all(legal.check_fire(battle, o) is None for o in offered)
    tank.x = 23.0
    refused = legal.check_fire(battle, offered[0])
    assert refused is not None and refused.rules == ("NUT-FLAM-01",)


@pytest.mark.rule("NUT-FLAM-02")
def test_men_missed_or_near_lose_a_passed_die() -> None:
    made = field(red("a", 10, 10, LINE), blue("b", 16, 10), blue("c", 16, 12.9))
    toll = burn(made, 1)
    assert all_dice_used(made)
    assert {n: [r.passes_less for r in rows] for n, rows in toll.incoming.items()} == {"b": [1], "c": [1]}
    assert all(row.heavy for rows in toll.incoming.values() for row in rows)


@pytest.mark.rule("NUT-FLAM-03")
def test_six_bursts_or_two_ones_empty_it() -> None:
    made = field(red("a", 10, 10, LINE), blue("b", 16, 10), blue("c", 14, 10.5))
    assert flame.bursts_left(made.stand("a"), flame.PORTABLE) == 6
    burn(made, 2, 1)
    assert flame.bursts_left(made.stand("a"), flame.PORTABLE) == 5
    burn(made, 1, 1)
    assert flame.bursts_left(made.stand("a"), flame.PORTABLE) == 0
    assert flame.refusal(made, made.stand("a"), flame.PORTABLE, (16.0, 10.0)) is not None


@pytest.mark.rule("NUT-FLAM-03")
def test_the_tank_bursts_when_its_carrier_is_killed() -> None:
    made = field(red("a", 10, 10, LINE), red("near", 11.2, 10))
    with_dice(made, 1, 6, 6)
    toll = Toll()
    damage.hit(made, toll, made.stand("a"), 3)  # type: ignore[arg-type]
    assert circles(made) == [(10.0, 10.0)] and toll.knocked_down == ["near"]
    wounded = field(red("a", 10, 10, LINE))
    with_dice(wounded, 2)
    damage.hit(wounded, Toll(), wounded.stand("a"), 3)  # type: ignore[arg-type]
    assert circles(wounded) == []


@pytest.mark.rule("NUT-FLAM-04")
def test_a_vehicle_is_struck_on_the_top() -> None:
    made = field(red("a", 10, 10, LINE, rep=4), blue("tank", 16, 10, "t_34_76", facing=90))
    burn(made, 6, 1, 1)
    assert made.stand("tank").knocked_out


@pytest.mark.rule("NUT-FLAM-04")
@pytest.mark.parametrize(
    ("kind", "dice", "burns"),
    [("crops", (), True), ("building", (3,), False), ("building", (4,), True), ("woods_light", (4,), True)],
)
def test_what_it_strikes_catches_fire(kind: str, dice: tuple[int, ...], burns: bool) -> None:
    made = field(red("a", 10, 10, LINE), features=[area("it", kind, 14, 5, 20, 15, height=0)])
    burn(made, *dice)
    assert bool(made.state.fires) is burns and all_dice_used(made)


@pytest.mark.rule("NUT-FLAM-05")
def test_a_flame_tank_reaches_farther_and_wider() -> None:
    made = field(red("a", 10, 10, "l3_flame"), blue("b", 20, 11.4))
    body = made.stand("a")
    weapon = flame.weapon_of(body, "main gun")
    assert weapon == flame.MOUNTED and flame.bursts_left(body, weapon) == 12
    jet = flame.Jet(body, body, weapon, (10.0, 10.0), (20.0, 10.0))
    assert (jet.width_in, jet.range_in) == (3.0, 12.0)
    assert [s.id for s in flame.struck(made, jet)] == ["b"]


@pytest.mark.rule("NUT-FLAM-01")
def test_the_odds_of_flame_are_those_of_its_dice() -> None:
    made = field(red("a", 10, 10, LINE, rep=4), blue("b", 16, 10))
    jet = flame.jet_of(made, FireOrder(stand="a", weapon=flame.PORTABLE, at=(16.0, 10.0)))
    hits = 0
    for face in range(1, 7):
        fresh = field(red("a", 10, 10, LINE, rep=4), blue("b", 16, 10))
        hits += flame_hit(fresh, face).target == "b"
    assert flame.chance(made, jet, made.stand("b")) == pytest.approx(hits / 6)


def test_case_65(request: pytest.FixtureRequest) -> None:
    dice = worked_case(request, "CASE-65")
    battle = build.battle_of(
        red("a", 10, 10, line=LINE, rep=4),
        blue("one", 15, 10, rep=4, facing=180.0, group="blue-1"),
        blue("two", 16.5, 10.6, rep=4, facing=180.0, group="blue-2"),
        features=[area("r", "rubble", 14, 5, 20, 15, height=0)],
        dice=[*dice[:2], 2, *dice[2:]],
    )
    order = FireOrder(stand="a", weapon=flame.PORTABLE, at=(15.0, 10.0))
    resolve(battle, [volley(order)])
    assert dice_left(battle) == 0
    assert statuses(battle, ["one", "two"]) == ["out_of_the_fight", "ducked_back"]
    assert flame.bursts_left(stand(battle, "a"), flame.PORTABLE) == 5
