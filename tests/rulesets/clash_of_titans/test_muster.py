"""Mustering: the own squad man by man, the Star, a team, support."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.referee import Referee, faces
from wargame.engine.orders import Chosen
from wargame.engine.requests import Choose
from wargame.rulesets.clash_of_titans import characters, data, lists, muster
from wargame.rulesets.clash_of_titans.state import Mission


def table(mission: str, *dice: int, ruled: tuple[str, ...] = ("blue",), seed: int = 1) -> Referee:
    made = Referee(*dice, seed=seed)
    made.state.year = 1943
    made.state.mission = Mission(
        eal=3, sl=4, player="red", enemy="blue", mission=mission, quality=(("red", "line"),), troops=(("red", "line"),)
    )
    made.state.ruled = ruled
    return made


def play(generator) -> list[str]:
    """Answer everything with its suggestion; the purposes that were asked."""
    asked = []
    reply = None
    while True:
        try:
            request = generator.send(reply)
        except StopIteration:
            return asked
        assert isinstance(request, Choose)
        asked.append(request.purpose)
        reply = request.suggestion or Chosen(option=request.options[0].id)


@pytest.mark.rule("NUT-CHAR-02")
def test_the_star_has_rep_5_and_the_others_roll():
    unit = lists.squad("GE", 1943, faces(*[3] * 40), "line")
    row = data.row("squad_member_rep", "line")
    found = characters.with_own_reps(unit, "line", faces(*[1, 6] * 10))
    assert found.men[0].rep == 5
    assert found.men[1].rep == int(row["r1"])
    assert found.men[2].rep == int(row["r6"])


@pytest.mark.rule("NUT-MISN-01", "NUT-LIST-01", "NUT-CHAR-02", "NUT-ATTR-01")
def test_a_patrol_musters_the_own_squad_with_its_star():
    made = table("reconnaissance patrol")
    asked = play(muster.muster(made))  # type: ignore[arg-type]
    assert asked[0] == muster.SQUAD
    assert characters.PURPOSE in asked
    (group,) = made.state.groups.values()
    stars = [s for s in made.state.stands.values() if s.star]
    assert group.own_squad
    assert [s.rep for s in stars] == [5]
    assert not group.np


@pytest.mark.rule("NUT-LIST-05", "NUT-MISN-04")
def test_a_perimeter_has_one_team_besides():
    made = table("perimeter defence")
    asked = play(muster.muster(made))  # type: ignore[arg-type]
    assert muster.TEAM in asked
    assert len(made.state.groups) == 2
    assert sorted(g.np for g in made.state.groups.values()) == [False, True]


@pytest.mark.rule("NUT-MISN-03")
def test_an_attack_has_a_reinforcement_roll_for_two_points_of_support():
    made = table("attack", seed=3)
    play(muster.muster(made))  # type: ignore[arg-type]
    assert len(made.rolls("reinforcement_table")) == 2


@pytest.mark.rule("NUT-SOLO-02")
def test_head_to_head_the_enemy_has_a_squad_instead_of_markers():
    made = table("reconnaissance patrol", ruled=())
    play(muster.muster(made))  # type: ignore[arg-type]
    assert {g.side for g in made.state.groups.values()} == {"red", "blue"}
    assert not any(g.np for g in made.state.groups.values())


@pytest.mark.rule("NUT-MISN-01")
def test_a_side_that_the_rules_run_has_no_star():
    made = table("reconnaissance patrol", ruled=("red", "blue"))
    play(muster.muster(made))  # type: ignore[arg-type]
    assert not any(s.star for s in made.state.stands.values())
    assert all(g.np for g in made.state.groups.values())


@pytest.mark.parametrize(
    ("face", "kind"), [(1, "advantage"), (2, "advantage"), (3, "disadvantage"), (4, "disadvantage"), (5, ""), (6, "")]
)
def test_what_a_man_is_like(face, kind):
    assert characters._list_of("attribute_lots", face) == kind
