"""Charging into buildings. Rule: NUT-BLDG-08."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, red, stand, state
from tests.rulesets.clash_of_titans.firefight import answering
from wargame.engine.events import Fired
from wargame.engine.orders import Assault
from wargame.rulesets.clash_of_titans import activation, chain, charge, closing, passages, rooms
from wargame.rulesets.clash_of_titans.causes import ChargeMade

HOUSE = area("house", "building", 20, 10, 26, 16, front=270.0)


def charges(battle, who, target):
    active = activation.of_state(state(battle))
    return answering(charge.carry_out(battle, active, Assault(stand=who, target=target)), {})


@pytest.mark.rule("NUT-BLDG-08")
@pytest.mark.parametrize(("unseen", "fires"), [((), True), (("a",), False)])
def test_occupants_fire_only_at_chargers_they_could_see_before(unseen: tuple[str, ...], fires: bool) -> None:
    battle = build.battle_of(
        red("a", 23, 9.7, rep=4),
        blue("b", 23, 12, rep=4, facing=270.0),
        features=[HOUSE],
        dice=[1, 1, *[6] * 30],
    )
    made = ChargeMade(pairs=(("a", "b"),), unseen=unseen)
    answering(chain.resolve(battle, [made], ["a"]), {})
    assert bool([e for e in battle.events if isinstance(e, Fired) and e.stand == "b"]) is fires


@pytest.mark.rule("NUT-BLDG-08")
def test_being_charged_is_taken_at_the_opening() -> None:
    battle = build.battle_of(
        red("a", 23, 8, rep=4),
        blue("b", 24.5, 14.5, rep=4, facing=270.0),
        features=[HOUSE],
        dice=[1, 1, 6, 6, *[6] * 30],
    )
    plan = closing.way(battle, stand(battle, "a"), stand(battle, "b"))
    assert plan is not None
    assert charge.to_six(battle, plan, stand(battle, "b"), None) == pytest.approx(2.0, abs=0.1)
    assert charge._unseen(battle, [("a", "b")], {"a": plan}) == ()


@pytest.mark.rule("NUT-BLDG-08")
def test_a_charger_seen_before_the_opening_is_fired_at() -> None:
    battle = build.battle_of(
        red("a", 23, 7.5, rep=4),
        blue("b", 23, 10.7, rep=4, facing=270.0),
        features=[HOUSE],
        dice=[1, 1, 1, 1, *[6] * 30],
    )
    charges(battle, "a", "b")
    assert [e for e in battle.events if isinstance(e, Fired) and e.stand == "b"]


@pytest.mark.rule("NUT-BLDG-08")
def test_where_a_path_comes_into_a_room() -> None:
    battle = build.battle_of(red("a", 23, 7), blue("b", 40, 40), features=[HOUSE])
    room = rooms.room_at(battle.board, 23, 12, 0)
    assert room is not None
    assert passages.enters_at(battle, stand(battle, "a"), [(23, 7), (23, 12)], room) == pytest.approx(3.0)
    assert passages.enters_at(battle, stand(battle, "a"), [(23, 11), (23, 12)], room) is None


@pytest.mark.rule("NUT-CHRG-08")
def test_the_way_of_a_charge_ends_where_no_wall_stands_between() -> None:
    """He stands inside the wall; outside of it nobody touches him, so the way leads in, or there is none."""
    battle = build.battle_of(red("a", 28.5, 10.6), blue("b", 25.4, 10.6, facing=270.0), features=[HOUSE])
    a, b = stand(battle, "a"), stand(battle, "b")
    plan = closing.way(battle, a, b)
    if plan is not None:
        assert rooms.building_at(battle.board, *plan.path[-1]) is not None
    a.x, a.y = 26.6, 10.6
    battle.state.event_count += 1
    assert not closing._touches_there(battle, a, closing.movement.plan(battle, a, ((26.5, 10.6),), ""), b)
