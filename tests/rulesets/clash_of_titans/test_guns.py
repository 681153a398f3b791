"""Guns on wheels: their crews, their shields, pushing them, their reactions, hidden guns."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import T34, crewed, duel, russian
from wargame.engine.orders import Move
from wargame.rulesets.clash_of_titans import data, gun_moves, guns, reloading
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE, SNAP_FIRE, Incoming, Toll


def line_of(push):
    """A gun that is pushed so far."""
    return next(g.id for g in data.towed_guns().values() if g.push_in == push)


@pytest.mark.rule("NUT-GUNS-01")
@pytest.mark.parametrize(("men", "rep", "alone"), [(3, 4, False), (1, 3, True)])
def test_one_man_fires_and_loads_worse(men, rep, alone):
    battle = duel(*crewed(men=men))
    gun = battle.stand("gun")
    worker = guns.gunner(battle.state, gun)
    assert worker.rep == rep and guns.loader_is_alone(battle.state, gun) == alone
    loader = reloading.loader_of(battle.state, gun)
    assert reloading.needs_test(battle.state, gun, "main gun", loader) == alone


@pytest.mark.rule("NUT-GUNS-02")
@pytest.mark.parametrize(("origin", "ar"), [((50.0, 24.0), 1), ((10.0, 24.0), 0), ((30.0, 48.0), 0)])
def test_the_gun_itself_is_hardly_armoured(origin, ar):
    battle = duel(*crewed(), dice=[1, 6, *[1, 1] * 6])
    gun = battle.stand("gun")
    assert guns.rating(gun, origin) == ar
    toll = Toll()
    guns.struck(battle, toll, gun, Incoming(shooter="", weapon="x", origin=origin, apr=6))
    assert gun.gone == "destroyed" and set(toll.knocked_down) == {"gun.1", "gun.2", "gun.3"}


@pytest.mark.rule("NUT-GUNS-03")
def test_three_men_push_a_gun():
    battle = build.battle_of(*crewed(), build.blue("b", 68, 4), dice=[6, 6])
    gun = build.stand(battle, "gun")
    before = build.stand(battle, "gun.2").x
    assert gun_moves.push_in(gun) == 2.0
    build.refusal(battle, Move(stand="gun", path=((34.0, 24.0),), facing_deg=0.0, mode="push"))
    build.order(battle, Move(stand="gun", path=((32.0, 24.0),), facing_deg=0.0, mode="push"))
    assert (gun.x, gun.y) == (32.0, 24.0) and build.stand(battle, "gun.2").x == pytest.approx(before + 2.0)
    assert all(build.stand(battle, f"gun.{n}").finished for n in (1, 2, 3))


@pytest.mark.rule("NUT-GUNS-03", "NUT-TERR-12")
def test_a_gun_that_is_pushed_leaves_its_pit_and_one_that_is_turned_does_not():
    battle = build.battle_of(*crewed(), build.blue("b", 68, 4), dice=[6, 6])
    for name in ("gun", "gun.1", "gun.2", "gun.3"):
        build.stand(battle, name).dug_in = True
    gun_moves.push(battle, build.stand(battle, "gun"), (), 90.0)
    assert build.stand(battle, "gun").dug_in
    gun_moves.push(battle, build.stand(battle, "gun"), ((31.0, 24.0),), 0.0)
    assert not any(build.stand(battle, name).dug_in for name in ("gun", "gun.1", "gun.2", "gun.3"))


@pytest.mark.rule("NUT-GUNS-03")
def test_what_cannot_be_pushed():
    two = duel(*crewed(men=2))
    assert "2 are free" in gun_moves.push_refusal(two, two.stand("gun"), ((31.0, 24.0),), 0.0).text
    assert gun_moves.push_refusal(two, two.stand("gun"), (), 45.0) is None
    heavy = duel(*crewed(line_of(0.0)))
    assert "only be turned" in gun_moves.push_refusal(heavy, heavy.stand("gun"), ((31.0, 24.0),), 0.0).text
    assert {gun.push_in for gun in data.towed_guns().values()} == {0.0, 2.0, 4.0}
    fired = duel(*crewed())
    fired.stand("gun").shot = True
    assert gun_moves.push_refusal(fired, fired.stand("gun"), ((31.0, 24.0),), 0.0) is not None


@pytest.mark.rule("NUT-GUNS-04")
def test_it_pivots_to_return_fire_but_not_for_a_snap_shot():
    battle = duel(*crewed(), russian("t34", T34, 50, 44, facing=225.0))
    gun, tank = battle.stand("gun"), battle.stand("t34")
    gun.loaded = "AP"
    assert guns.can_fire_at(battle, gun, tank, RETURN_FIRE)
    assert not guns.can_fire_at(battle, gun, tank, SNAP_FIRE)
    gun.loaded = ""
    assert not guns.can_fire_at(battle, gun, tank, RETURN_FIRE)


@pytest.mark.rule("NUT-GUNS-05")
@pytest.mark.parametrize(("away", "dice", "seen"), [(23.0, [], True), (30.0, [3], True), (30.0, [6], False)])
def test_a_hidden_gun_that_fires_is_seen_near_by(away, dice, seen):
    battle = duel(*crewed(), build.blue("b", 31.0 + away, 24), dice=dice)
    assert guns.sees_flash(battle, battle.stand("b"), battle.stand("gun")) == seen
    assert len(build.rolls(battle, "flash")) == len(dice)
