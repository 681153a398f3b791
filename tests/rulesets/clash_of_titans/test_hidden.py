"""Hidden men who move: when they are known, and who tests for them. Rules: NUT-SIGHT-09, NUT-SIGHT-11."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, order, red, rolls, stand
from wargame.engine.battle import Battle
from wargame.engine.events import Fired, Rolled, Sighted, StandMoved
from wargame.engine.orders import Act, Chosen, Done, Move
from wargame.rulesets.clash_of_titans import activation, acts, hidden, involuntary

WOODS = area("woods", "woods_light", 10, 18, 20.3333, 30, 2)
"""Its edge lies between two thousandths of an inch."""


def in_the_woods(*dice: int, x: float = 18.0) -> Battle:
    """A hidden man at the edge of a wood, an enemy 20 in before it."""
    battle = build.battle_of(red("mover", x, 24), blue("watcher", 40, 24, rep=4), features=[WOODS], dice=dice)
    hidden.hide(battle, stand(battle, "mover"))
    return battle


@pytest.mark.rule("NUT-SIGHT-11", "NUT-SIGHT-01")
def test_a_hidden_man_who_steps_into_the_open_is_known_before_they_test_and_is_shot_at() -> None:
    battle = in_the_woods(1, 1, 2, 2, 2, 2)
    order(battle, Move(stand="mover", path=((23.0, 24.0),)))
    order(battle, Chosen(option="hold"))
    if battle.request is not None and battle.request.purpose == "come_on":
        order(battle, Done())
    kinds = [type(e) for e in battle.events if isinstance(e, (Sighted, Rolled, Fired))]
    assert kinds[:3] == [Sighted, Rolled, Fired]


@pytest.mark.rule("NUT-SIGHT-11")
def test_a_hidden_man_who_moves_inside_his_wood_is_not_tested_for() -> None:
    battle = in_the_woods(x=12.0)
    order(battle, Move(stand="mover", path=((14.0, 22.0),)))
    assert not rolls(battle, "in_sight") and hidden.is_hidden(battle, stand(battle, "mover"))


@pytest.mark.rule("NUT-SIGHT-09", "NUT-SIGHT-11")
def test_a_hidden_man_who_retires_through_the_open_is_known_and_new_to_who_sees_him() -> None:
    woods = area("woods", "woods_light", 20, 18, 30, 30, 2)
    battle = build.battle_of(red("mover", 20.8, 24), blue("watcher", 6, 38, facing=270.0), features=[woods])
    hidden.hide(battle, stand(battle, "mover"))
    moved = involuntary.retire(battle, stand(battle, "mover"))
    assert not hidden.is_hidden(battle, stand(battle, "mover"))
    assert involuntary.new_eyes(battle, moved[0]) == (("watcher", "mover"),)


@pytest.mark.rule("NUT-SIGHT-11")
def test_a_hidden_man_who_ducks_inside_his_wood_is_new_to_nobody() -> None:
    battle = in_the_woods(x=18.6)
    man = stand(battle, "mover")
    moved = involuntary.duck_back(battle, man, [stand(battle, "watcher")])
    assert hidden.is_hidden(battle, man)
    assert [pair for one in moved for pair in involuntary.new_eyes(battle, one)] == []


# ---------------------------------------------------------------- getting hidden


def deep_in_the_woods(*more: build.Unit) -> Battle:
    """A man whom nobody can see; his comrade stands in the open."""
    deep = area("deep", "woods_light", 4, 10, 30, 40, 2)
    men = (red("man", 8, 24), red("mate", 8, 6))
    battle = build.battle_of(*men, blue("far", 60, 24), *more, features=[deep], dice=(1, 1, 1, 1))
    stand(battle, "man").active_turn = battle.state.turn - 1
    activation.begin(battle, "red-1")
    return battle


def offered(battle: Battle, name: str) -> object:
    """Whether the man is offered to hide: None if he may, else why not."""
    view = battle.view(stand(battle, name).side)
    return {row.id: row.refusal for row in acts.rows(view, view.state.stands[name])}[hidden.HIDE]


@pytest.mark.rule("NUT-SIGHT-11")
def test_who_spends_his_activation_out_of_sight_in_cover_is_hidden_at_its_end() -> None:
    battle = deep_in_the_woods()
    assert offered(battle, "man") is None and offered(battle, "mate") is not None
    order(battle, Act(stand="man", act="hide"))
    assert hidden.is_hidden(battle, stand(battle, "man"))
    assert "man" not in battle.view("blue").state.stands


@pytest.mark.rule("NUT-SIGHT-11")
def test_who_has_moved_does_not_get_hidden() -> None:
    battle = deep_in_the_woods()
    order(battle, Move(stand="man", path=((9.0, 24.0),)))
    assert offered(battle, "man") is not None


@pytest.mark.rule("NUT-SIGHT-11")
def test_a_watcher_whom_nobody_knows_of_is_not_deceived_and_not_given_away_by_the_offer() -> None:
    battle = deep_in_the_woods(blue("near", 16, 24))
    hidden.hide(battle, stand(battle, "near"))
    assert offered(battle, "man") is None
    hidden.look_about(battle, [stand(battle, "man")])
    order(battle, Act(stand="man", act="hide"))
    assert not battle.view("red").state.stands["man"].unseen_activation
    order(battle, Done())
    assert not hidden.is_hidden(battle, stand(battle, "man"))


@pytest.mark.rule("NUT-SIGHT-11")
def test_whom_a_man_finds_from_where_he_is_does_not_stop_him_before_he_sets_out() -> None:
    wood = area("wood", "woods_light", 24, 18, 32, 34, 2)
    battle = build.battle_of(red("man", 20, 24), blue("near", 25, 24, facing=0.0), features=[wood])
    hidden.hide(battle, stand(battle, "near"))
    stand(battle, "man").active_turn = battle.state.turn - 1
    activation.begin(battle, "red-1")
    order(battle, Move(stand="man", path=((16.0, 24.0),)))
    moved = [e for e in battle.events if isinstance(e, StandMoved) and e.stand == "man"]
    assert [e.inches for e in moved] == [4.0]
    assert not hidden.is_hidden(battle, stand(battle, "near"))
