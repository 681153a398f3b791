"""States that last only for a moment of a chain, and what is kept from the enemy.

Rules: NUT-STAT-02, -03, -13, NUT-SOLO-04.
"""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, order, red, rolls, stand, strip, with_dice
from wargame.engine.events import Fired
from wargame.engine.orders import Fire, Shot

KEEPER = red("keeper", 5, 47, nco=True)
WALL = strip("wall", "wall", (23.8, 0), (23.8, 20))


@pytest.mark.rule("NUT-STAT-02")
def test_return_fire_has_the_full_target_rating_and_the_own_rep() -> None:
    """Missed, two dice passed: an SMG answers with its three dice at Rep 4, without a price."""
    battle = battle_of(red("a", 5, 5), KEEPER, blue("b", 25, 5, "SU_smg", rep=4))
    with_dice(battle, 2, 1, 2, 2, 2, 2, 6, 6)
    order(battle, Fire(stand="a", targets=(Shot("b"),)))
    fired = [e for e in battle.events if isinstance(e, Fired)]
    assert [(e.stand, dict(e.data)["why"]) for e in fired][:2] == [("a", "voluntary"), ("b", "return_fire")]
    answer = rolls(battle, "to_hit")[1]
    assert len(answer.dice) == 3 and not answer.modifiers


@pytest.mark.rule("NUT-STAT-03")
def test_snap_fire_costs_a_rep_on_every_die() -> None:
    """One die passed behind a wall: he snaps a shot at -1."""
    battle = battle_of(red("a", 5, 5), KEEPER, blue("b", 25, 5, "SU_smg", rep=4), features=[WALL])
    with_dice(battle, 2, 1, 6, 2, 2, 2, 6, 6)
    order(battle, Fire(stand="a", targets=(Shot("b"),)))
    fired = [e for e in battle.events if isinstance(e, Fired)]
    assert dict(fired[1].data)["why"] == "snap_fire"
    assert [m.add for m in rolls(battle, "to_hit")[1].modifiers] == [-1]


@pytest.mark.rule("NUT-STAT-13")
def test_a_knocked_down_man_is_never_left_knocked_down() -> None:
    """The recovery follows the damage at once: ready, stunned or out of the fight."""
    battle = battle_of(red("a", 5, 5), KEEPER, blue("b", 25, 5, rep=4))
    with_dice(battle, 6, 6, 1, 6)
    order(battle, Fire(stand="a", targets=(Shot("b"),)))
    assert len(rolls(battle, "recover_from_knock_down")) == 1
    assert stand(battle, "b").status == "stunned"


@pytest.mark.rule("NUT-SOLO-04")
def test_a_side_does_not_see_which_round_the_enemy_has_loaded() -> None:
    """HE in a Russian gun looks like any loaded gun to the Germans; its owner knows."""
    battle = battle_of(red("a", 5, 5), KEEPER, blue("t", 60, 20, "t_34_76", group="t", loaded="HE"))
    assert battle.view("red").state.stands["t"].loaded == "AP"  # type: ignore[attr-defined]
    assert battle.view("blue").state.stands["t"].loaded == "HE"  # type: ignore[attr-defined]
