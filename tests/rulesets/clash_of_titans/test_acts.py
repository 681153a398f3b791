"""What an active figure may do. Rules: NUT-ACT-01 to -06, NUT-TURN-09, NUT-CHAIN-13, NUT-DOWN-06, -07, NUT-FIRE-15."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import (
    battle_of,
    blue,
    dice_left,
    group,
    order,
    red,
    refusal,
    rolls,
    squad,
    stand,
    state,
    with_dice,
)
from wargame.engine.battle import Battle
from wargame.engine.events import Fired
from wargame.engine.orders import Act, Chosen, Fire, Move, Picked, Shot
from wargame.engine.requests import Command, Pick
from wargame.rulesets.clash_of_titans import activation, status

FAR = blue("x", 70, 46, facing=0.0, group="far")
"""A Russian who looks away."""


def shot(firer: str, target: str) -> Fire:
    """The order to fire the weapon in hand."""
    return Fire(stand=firer, targets=(Shot(target),))


def again(battle: Battle, name: str = "red-1") -> None:
    """The group's next activation, a turn later."""
    battle._close()
    state(battle).turn += 1
    state(battle).done_groups = ()
    state(battle).step, state(battle).phasing = "first_side", group(battle, name).side
    activation.begin(battle, name)
    battle._run(None)


@pytest.mark.rule("NUT-ACT-01", "NUT-ACT-02")
def test_a_figure_moves_and_shoots_once_at_any_point_of_its_move() -> None:
    """Three inches, a shot that misses, three more inches; no second shot."""
    battle = battle_of(red("a", 5, 5), blue("b", 60, 5, group="g"), red("c", 5, 40))
    stand(battle, "a").in_hand = "scoped rifle"
    stand(battle, "a").weapons = ("scoped rifle",)
    stand(battle, "b").status = "stunned"
    with_dice(battle, 1, 2)
    order(battle, Move(stand="a", path=((8, 5),)))
    order(battle, shot("a", "b"))
    assert "NUT-ACT-02" in refusal(battle, shot("a", "b")).rules
    order(battle, Move(stand="a", path=((11, 5),)))
    assert stand(battle, "a").x == 11.0


@pytest.mark.rule("NUT-ACT-01")
def test_figures_of_a_group_may_do_different_things() -> None:
    """One moves, one waits, one digs."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=3), FAR)
    order(battle, Move(stand="red-1-1", path=((9, 5),)))
    order(battle, Act(stand="red-1-2", act="dig"))
    assert isinstance(battle.request, Command)
    assert battle.request.subjects == ("red-1-1", "red-1-3")


@pytest.mark.rule("NUT-ACT-03", "NUT-AMMO-03")
def test_reloading_leaves_half_a_move_and_no_shot() -> None:
    """A dry rifle: reloaded, 4 in may be walked, not 5."""
    battle = battle_of(red("a", 5, 5), red("c", 5, 40), blue("b", 40, 5))
    stand(battle, "a").dry = ("bolt action rifle",)
    stand(battle, "b").status = "stunned"
    order(battle, Act(stand="a", act="reload"))
    assert stand(battle, "a").dry == ()
    assert "NUT-ACT-03" in refusal(battle, shot("a", "b")).rules
    assert refusal(battle, Move(stand="a", path=((10, 5),))).at is not None
    order(battle, Move(stand="a", path=((9, 5),)))


@pytest.mark.rule("NUT-ACT-03")
def test_an_other_action_is_refused_after_a_shot_or_too_long_a_move() -> None:
    """5 in are more than half a move."""
    battle = battle_of(red("a", 5, 5), red("c", 5, 40), FAR)
    stand(battle, "a").dry = ("bolt action rifle",)
    order(battle, Move(stand="a", path=((10, 5),)))
    assert "NUT-ACT-03" in refusal(battle, Act(stand="a", act="reload")).rules


@pytest.mark.rule("NUT-TURN-09", "NUT-ACT-03")
def test_a_foxhole_takes_three_activations() -> None:
    """Dug in after the third; a turn without activation does not count."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=2), FAR)
    for turn in range(3):
        assert not stand(battle, "red-1-1").dug_in
        order(battle, Act(stand="red-1-1", act="dig"))
        if turn < 2:
            again(battle)
    assert stand(battle, "red-1-1").dug_in


@pytest.mark.rule("NUT-ACT-05")
def test_going_prone_is_free_and_ends_the_move() -> None:
    """Prone after 3 in: no more moving, but shooting."""
    battle = battle_of(red("a", 5, 5), red("c", 5, 40), blue("b", 40, 5))
    stand(battle, "b").status = "stunned"
    order(battle, Move(stand="a", path=((8, 5),)))
    order(battle, Act(stand="a", act="prone"))
    assert stand(battle, "a").prone
    assert refusal(battle, Move(stand="a", path=((9, 5),), mode="crawl")) is not None
    with_dice(battle, 3)
    order(battle, shot("a", "b"))


@pytest.mark.rule("NUT-ACT-05")
def test_a_prone_man_crawls_two_inches_or_stands_up_for_half_his_move() -> None:
    """2 in crawling; or up and 4 in."""
    men = [red("a", 5, 5, prone=True), red("b", 5, 20, prone=True), red("c", 5, 40)]
    battle = battle_of(*men, FAR)
    assert refusal(battle, Move(stand="a", path=((7.2, 5),), mode="crawl")).at is not None
    order(battle, Move(stand="a", path=((7, 5),), mode="crawl"))
    assert stand(battle, "a").prone
    assert refusal(battle, Move(stand="b", path=((9.5, 20),))).at is not None
    order(battle, Move(stand="b", path=((9, 20),)))
    assert not stand(battle, "b").prone
    assert stand(battle, "b").moved_in == 8.0


@pytest.mark.rule("NUT-FIRE-15")
def test_the_weapon_in_hand_changes_once_for_free() -> None:
    """Pistol instead of the rifle; not back in the same activation."""
    battle = battle_of(red("a", 5, 5, also=("pistol",)), red("c", 5, 40), FAR)
    order(battle, Act(stand="a", act="take_weapon.pistol"))
    assert stand(battle, "a").in_hand == "pistol"
    assert "NUT-FIRE-15" in refusal(battle, Act(stand="a", act="take_weapon.bolt action rifle")).rules


@pytest.mark.rule("NUT-CHAIN-13")
def test_named_members_shoot_as_one_volley() -> None:
    """Two of three shoot together: both Fired before any damage, then one chain."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=3), blue("b", 30, 5))
    stand(battle, "b").status = "stunned"
    order(battle, Act(stand="red-1-1", act="volley"))
    assert isinstance(battle.request, Pick)
    with_dice(battle, 2, 2)
    order(battle, Picked(items=(("red-1-1", 1), ("red-1-3", 1))))
    fired = [e for e in battle.events if isinstance(e, Fired)]
    assert [e.stand for e in fired] == ["red-1-1", "red-1-3"]
    assert stand(battle, "red-1-1").shot and not stand(battle, "red-1-2").shot
    assert dice_left(battle) == 0


# ---------------------------------------------------------------- rally


def _broken(*statuses: str) -> Battle:
    men = squad("red", "red-1", 5, 5, men=1 + len(statuses), rep=4)
    battle = battle_of(*men, FAR)
    state(battle).stage = "join"
    for n, word in enumerate(statuses, start=2):
        status.set_status(battle, stand(battle, f"red-1-{n}"), word)
    return battle


@pytest.mark.rule("NUT-DOWN-06", "NUT-DOWN-07")
def test_a_leader_rallies_those_within_four_inches() -> None:
    """Two dice and the Leader Die: pass 2 carries on but acts only in the next activation."""
    battle = with_dice(_broken("hunkered_down", "running"), 4, 6, 2)
    order(battle, Act(stand="red-1-1", act="rally"))
    assert len(rolls(battle, "rally")) == 1
    assert stand(battle, "red-1-2").status == stand(battle, "red-1-3").status == "ready"
    assert stand(battle, "red-1-2").finished
    assert "NUT-ACT-03" in refusal(battle, Act(stand="red-1-1", act="dig")).rules


@pytest.mark.rule("NUT-DOWN-07")
@pytest.mark.parametrize(("dice", "found"), [((5, 6, 3), "ducked_back"), ((5, 6, 5), "hunkered_down")])
def test_rally_passing_one_ducks_and_passing_none_changes_nothing(dice: tuple[int, ...], found: str) -> None:
    """The Leader Die against his Rep 4 is the one that passes."""
    battle = with_dice(_broken("hunkered_down"), *dice)
    order(battle, Act(stand="red-1-1", act="rally"))
    assert stand(battle, "red-1-2").status == found


@pytest.mark.rule("NUT-DOWN-06")
def test_each_figure_is_rallied_once_a_turn() -> None:
    """A second leader near him may not try again."""
    battle = with_dice(_broken("hunkered_down"), 5, 6, 5)
    order(battle, Act(stand="red-1-1", act="rally"))
    from wargame.rulesets.clash_of_titans import rally

    assert not rally.needs_it(state(battle), stand(battle, "red-1-2"))


@pytest.mark.rule("NUT-TURN-11")
def test_men_are_rallied_before_the_figures_act() -> None:
    """After somebody moved it is too late."""
    battle = _broken("hunkered_down", "ready")
    order(battle, Move(stand="red-1-3", path=((7, 8),)))
    assert "NUT-TURN-11" in refusal(battle, Act(stand="red-1-1", act="rally")).rules


@pytest.mark.rule("NUT-DOWN-06")
def test_a_lone_man_rallies_himself_when_his_rep_qualifies() -> None:
    """He rolls when his group begins to act, without a Leader Die."""
    battle = battle_of(red("a", 5, 5, rep=4), FAR)
    status.set_status(battle, stand(battle, "a"), "running")
    with_dice(battle, 3, 4)
    again(battle)
    assert rolls(battle, "rally")[0].dice == (3, 4)
    assert stand(battle, "a").status == "ready"


def test_two_may_be_chosen_to_shoot_at() -> None:
    """With several targets the owner says at whom the volley shoots first."""
    battle = battle_of(*squad("red", "red-1", 5, 5, men=2), blue("b", 30, 5), blue("c", 30, 15))
    for name in "bc":
        stand(battle, name).status = "stunned"
    order(battle, Act(stand="red-1-1", act="volley"))
    order(battle, Picked(items=(("red-1-1", 1),)))
    with_dice(battle, 1, 1)
    order(battle, Chosen(option="c"))
    assert [e.targets for e in battle.events if isinstance(e, Fired)] == [("c",)]


@pytest.mark.rule("NUT-ACT-06")
def test_a_man_with_his_hands_full_has_no_ready_weapon() -> None:
    """Whoever carries another cannot shoot; one with a bicycle in hand ducks instead of answering fire."""
    men = [red("a", 5, 5), red("hurt", 6, 5), red("c", 5, 40)]
    battle = battle_of(*men, blue("b", 40, 5, rep=6))
    stand(battle, "a").carrying = "hurt"
    assert "NUT-ACT-06" in refusal(battle, shot("a", "b")).rules
    battle = battle_of(*men, blue("b", 40, 5, rep=6), dice=[2, 1, 1])
    stand(battle, "b").carrying = "bicycle"
    order(battle, shot("a", "b"))
    assert stand(battle, "b").status == "ducked_back"
    assert [e.stand for e in battle.events if isinstance(e, Fired)] == ["a"]


@pytest.mark.rule("NUT-ACT-01", "NUT-GRP-06")
def test_a_man_who_comes_from_a_group_that_has_acted_does_not_act_again() -> None:
    """He has come near to another group, which takes him in when its activation begins."""
    battle = battle_of(red("nco", 20, 24, rep=5, nco=True), red("man", 22, 24), blue("x", 60, 5))
    man, now = stand(battle, "man"), state(battle)
    man.active_turn, man.finished, man.acted = now.turn, False, "dig"
    stand(battle, "nco").active_turn = now.turn - 1
    activation.begin(battle, "red-1")
    assert [s.id for s in activation.subjects(battle, activation.of_state(now))] == ["nco"]
    assert (man.finished, man.acted) == (True, "dig")
