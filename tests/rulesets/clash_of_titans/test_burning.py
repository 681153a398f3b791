"""Men in burning places get out, led by their players or not. Rule: NUT-COLL-04."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build, solo_play
from tests.rulesets.clash_of_titans.build import area, blue, order, red, stand
from tests.rulesets.clash_of_titans.solo_play import blues, reds
from wargame.engine.battle import Battle
from wargame.engine.orders import Act, Done, Move
from wargame.rulesets.clash_of_titans import activation, fires, np_control

CROPS = area("crops", "crops", 10, 10, 40, 40)


def alight(battle: Battle, x: float, y: float) -> Battle:
    """The patch of crops at a point burns."""
    place = fires.place_at(battle.board, (x, y))
    assert place is not None and fires.ignite(battle, place) is not None
    return battle


def in_the_fire() -> Battle:
    return alight(build.battle_of(red("a", 21, 21), red("b", 30, 21), blue("x", 66, 24), features=[CROPS]), 21, 21)


@pytest.mark.rule("NUT-COLL-04")
def test_a_man_in_a_fire_may_do_nothing_but_get_out() -> None:
    battle = in_the_fire()
    assert "NUT-COLL-04" in build.refusal(battle, Act(stand="a", act="dig")).rules
    order(battle, Act(stand="b", act="dig"))
    order(battle, Move(stand="a", path=((26.0, 21.0),)))
    order(battle, Act(stand="a", act="prone"))
    assert not fires.must_leave(battle, stand(battle, "a"))


@pytest.mark.rule("NUT-COLL-04")
def test_a_man_who_is_not_led_out_of_a_fire_ducks_out_at_the_end_of_his_activation() -> None:
    battle = in_the_fire()
    order(battle, Done())
    man = stand(battle, "a")
    assert not fires.must_leave(battle, man) and man.status == "ducked_back"
    assert stand(battle, "b").status == "ready"


@pytest.mark.rule("NUT-COLL-04", "NUT-NP-01")
def test_non_player_men_leave_a_fire_whatever_their_tactics_say() -> None:
    units = [*reds(21, 21, 3), *blues(60, 40)]
    battle = alight(solo_play.battle_of(*units, order="HOLD", features=[CROPS], dice=(1, 1)), 21, 21)
    build.group(battle, "red-1").drawn_turn = 0
    for _ in range(12):
        if build.state(battle).active_group:
            build.run(np_control.act(battle, activation.of_state(build.state(battle))))
    men = [s for s in battle.state.stands.values() if s.side == "red"]
    assert men and not any(fires.must_leave(battle, man) for man in men)  # type: ignore[arg-type]
    assert all(man.status == "ready" for man in men)
