"""Standing wheat and prepared positions: the chapter of Berlin 1941."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import area, battle_of, blue, dice_left, red, rolls, run, stand, state
from wargame.board import AddFeature
from wargame.engine.battle import Battle
from wargame.engine.events import GroundChanged, TemplateLanded
from wargame.engine.orders import Chosen
from wargame.engine.requests import Choose
from wargame.engine.state import Plain
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import chapters, cover, fires, geometry, movement, turn
from wargame.rulesets.clash_of_titans.extensions import CHAPTERS
from wargame.rulesets.clash_of_titans.wheat import fires as wheat_fires
from wargame.rulesets.clash_of_titans.wheat import positions

ON: dict[str, Plain] = {"wheat": True}
FIELD = area("field", "wheat", 20, 10, 40, 30, height=0.3)


def burst(battle: Battle, x: float, y: float, circle: float = 5.0) -> None:
    """Something explodes, and the chapter reacts."""
    landed = TemplateLanded(shape="circle", width_in=circle, depth_in=circle, x=x, y=y, aim_x=x, aim_y=y)
    battle.happen(landed)
    run(chapters.settle(battle))


# ---------------------------------------------------------------- prepared positions


@pytest.mark.rule("COT-SCN-02")
def test_defenders_infantry_may_begin_in_foxholes() -> None:
    battle = battle_of(red("r", 5, 5), blue("b1", 50, 20), blue("b2", 50, 22), options=ON)
    run(positions.prepare_one_group(battle), Chosen(option="foxholes"))
    assert stand(battle, "b1").dug_in
    found = cover.cover(battle, stand(battle, "b1"), stand(battle, "r"))
    assert found.in_cover
    assert found.below
    assert not stand(battle, "r").dug_in


@pytest.mark.rule("COT-SCN-02")
def test_light_positions_cover_the_front_with_a_dv_of_one() -> None:
    battle = battle_of(red("r", 30, 20), red("r2", 50, 40, group="red-1"), blue("b1", 50, 20), options=ON)
    run(positions.prepare_one_group(battle), Chosen(option="light"))
    front = cover.cover(battle, stand(battle, "b1"), stand(battle, "r"))
    assert (front.in_cover, front.dv) == (True, 1)
    assert not cover.cover(battle, stand(battle, "b1"), stand(battle, "r2")).in_cover
    assert not stand(battle, "b1").dug_in


@pytest.mark.rule("COT-SCN-02")
def test_each_group_of_the_defender_is_asked_once_and_attackers_never() -> None:
    battle = battle_of(red("r", 5, 5), blue("b1", 50, 20), blue("b2", 60, 20, group="blue-2"), options=ON)
    asked = []
    for _ in range(3):
        round_ = positions.prepare_one_group(battle)
        try:
            request = next(round_)
            assert isinstance(request, Choose)
            asked.append(request.about[0])
            round_.send(Chosen(option="none"))
        except StopIteration:
            pass
    assert asked == ["blue-1", "blue-2"]
    assert battle.state.ground == ()


def test_positions_are_asked_for_after_deployment_where_the_chapter_is_on() -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 50, 20), options=ON)
    names = [step.name for step in ruleset("clash_of_titans").sequence(battle.state)]
    assert names[names.index("deploy") + 1] == "positions"
    assert names[names.index("end_of_turn") + 1] == "wheat_fires"
    battle.state.options = {}
    core = [step.name for step in ruleset("clash_of_titans").sequence(battle.state)]
    assert core == [step.name for step in turn.SEQUENCE]


# ---------------------------------------------------------------- wheat as ground


@pytest.mark.rule("COT-SCN-06")
def test_eight_inches_make_six_in_wheat() -> None:
    battle = battle_of(red("r", 20, 20), blue("b", 60, 40), features=[FIELD], options=ON)
    assert movement.plan(battle, stand(battle, "r"), ((26.0, 20.0),)).refusal is None
    assert movement.plan(battle, stand(battle, "r"), ((26.1, 20.0),)).refusal is not None
    price = movement.plan(battle, stand(battle, "r"), ((23.0, 20.0),)).price
    assert price.cost == pytest.approx(4.0, abs=0.02)
    assert "COT-SCN-06" in price.rules
    assert any("3.0 in of wheat" in note for note in price.notes)


@pytest.mark.rule("COT-SCN-05")
def test_wheat_does_not_slow_a_vehicle_and_conceals_it() -> None:
    battle = battle_of(
        red("v", 22, 20, "sdkfz_222"), red("w", 22, 40, "sdkfz_222", group="red-2"), blue("b", 60, 20),
        features=[FIELD], options=ON,
    )  # fmt: skip
    inside = movement.plan(battle, stand(battle, "v"), ((28.0, 20.0),)).price
    outside = movement.plan(battle, stand(battle, "w"), ((28.0, 40.0),)).price
    assert inside.cost == outside.cost
    assert inside.refusal is None
    assert "COT-SCN-05" in inside.rules
    assert "COT-SCN-05" not in outside.rules
    found = cover.cover(battle, stand(battle, "v"), stand(battle, "b"))
    assert (found.concealed, found.in_cover) == (True, False)
    assert "COT-SCN-05" in found.rules


@pytest.mark.rule("COT-SCN-08")
def test_man_at_the_edge_of_wheat_is_concealed_sees_and_is_seen() -> None:
    battle = battle_of(red("r", 10, 20), blue("b", 20.6, 20), features=[FIELD], options=ON)
    assert geometry.sees(battle, stand(battle, "r"), stand(battle, "b"))
    assert geometry.sees(battle, stand(battle, "b"), stand(battle, "r"))
    found = cover.cover(battle, stand(battle, "b"), stand(battle, "r"))
    assert (found.concealed, found.in_cover) == (True, False)
    assert "COT-SCN-08" in found.rules


@pytest.mark.rule("COT-SCN-09")
def test_soldier_does_not_see_a_man_two_inches_inside_but_a_tank_does() -> None:
    battle = battle_of(
        red("r", 10, 22), red("v", 10, 18, "panzer_iv_g", group="red-2"), blue("b", 22, 20), blue("far", 23.2, 18),
        features=[FIELD], options=ON,
    )  # fmt: skip
    hidden = stand(battle, "b")
    assert not geometry.sees(battle, stand(battle, "r"), hidden)
    assert geometry.sees(battle, stand(battle, "v"), hidden)
    assert not geometry.sees(battle, stand(battle, "v"), stand(battle, "far"))
    assert "COT-SCN-09" in cover.cover(battle, hidden, stand(battle, "v")).rules


@pytest.mark.rule("COT-SCN-07")
def test_men_in_wheat_see_each_other_up_to_twelve_inches() -> None:
    battle = battle_of(red("r", 23, 20), blue("near", 34, 20), blue("far", 36, 20), features=[FIELD], options=ON)
    assert geometry.sees(battle, stand(battle, "r"), stand(battle, "near"))
    assert not geometry.sees(battle, stand(battle, "r"), stand(battle, "far"))
    found = cover.cover(battle, stand(battle, "near"), stand(battle, "r"))
    assert found.concealed
    assert "COT-SCN-07" in found.rules


def test_without_the_chapter_wheat_is_a_crop_like_any_other() -> None:
    battle = battle_of(red("r", 20, 20), blue("b", 22, 20), features=[FIELD])
    assert not any(
        rule.startswith("COT") for rule in movement.plan(battle, stand(battle, "r"), ((21, 15),)).price.rules
    )
    assert not any(rule.startswith("COT") for rule in cover.cover(battle, stand(battle, "b"), stand(battle, "r")).rules)
    burst(battle, 25, 20)
    assert state(battle).fires == ()


# ---------------------------------------------------------------- fires


@pytest.mark.rule("COT-SCN-10")
@pytest.mark.parametrize(("face", "burns"), [(4, False), (5, True), (6, True)])
def test_explosion_sets_wheat_alight_on_five_and_six(face: int, burns: bool) -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 60, 40), features=[FIELD], options=ON, dice=[face])
    burst(battle, 30, 20)
    assert bool(state(battle).fires) == burns
    assert [e.dice for e in rolls(battle, "wheat_fire")] == [(face,)]


def test_explosion_outside_of_wheat_burns_nothing() -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 60, 40), features=[FIELD], options=ON)
    burst(battle, 10, 20)
    assert rolls(battle, "wheat_fire") == []


@pytest.mark.rule("COT-SCN-11")
def test_burning_patch_is_as_large_as_the_circle_and_blocks_sight() -> None:
    battle = battle_of(red("r", 24, 20), blue("b", 34, 20), features=[FIELD], options=ON, dice=[6])
    assert geometry.sees(battle, stand(battle, "r"), stand(battle, "b"))
    burst(battle, 29, 20, circle=4.0)
    (made,) = [e.added[0] for e in battle.events if isinstance(e, GroundChanged)]
    assert isinstance(made, AddFeature)
    assert max(x for x, _ in made.rings[0]) == pytest.approx(31.0)
    assert not geometry.sees(battle, stand(battle, "r"), stand(battle, "b"))
    assert fires.is_burning_at(battle, (30.5, 20.0)) is not None
    assert fires.is_burning_at(battle, (31.5, 20.0)) is None


@pytest.mark.rule("COT-SCN-11")
@pytest.mark.parametrize(("face", "reach"), [(3, 31.0), (4, 32.0)])
def test_fire_creeps_an_inch_downwind_on_four_to_six(face: int, reach: float) -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 60, 40), features=[FIELD], options=ON, dice=[face])
    state(battle).notes[wheat_fires.WIND] = 0
    wheat_fires.ignite(battle, (29.0, 20.0), 4.0)
    wheat_fires.spread(battle)
    assert dice_left(battle) == 0
    ring = [c for c in battle.state.ground if isinstance(c, AddFeature)][-1].rings[0]
    assert max(x for x, _ in ring) == pytest.approx(reach)
    assert min(x for x, _ in ring) == pytest.approx(27.0)


def test_wind_is_drawn_once() -> None:
    battle = battle_of(red("r", 5, 5), blue("b", 60, 40), features=[FIELD], options=ON, dice=[91])
    assert wheat_fires.wind(battle) == 90.0
    assert wheat_fires.wind(battle) == 90.0


def test_hull_of_points() -> None:
    assert wheat_fires.hull(((0, 0), (2, 0), (1, 1), (2, 2), (0, 2))) == ((0, 0), (2, 0), (2, 2), (0, 2))


def test_catalogue_and_switches_know_the_chapter() -> None:
    book = ruleset("clash_of_titans")
    assert "COT-SCN-10" in book.rules
    assert "wheat" in [option.id for option in book.options]
    assert [c.option for c in CHAPTERS().all] == sorted(c.option for c in CHAPTERS().all)
