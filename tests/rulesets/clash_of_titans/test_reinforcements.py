"""Reinforcements: who gets them, what comes, and where it enters."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import run, worked_case
from tests.rulesets.clash_of_titans.referee import Referee
from wargame.rulesets.clash_of_titans import reinforcements
from wargame.rulesets.clash_of_titans.state import Mission


def referee(*faces: int, eal: int = 3, sl: int = 2, year: int = 1943) -> Referee:
    """Germans are the player's side, Russians the enemy."""
    made = Referee(*faces)
    made.state.year = year
    made.state.mission = Mission(eal=eal, sl=sl, player="red", enemy="blue")
    made.state.edges = {"red": "bottom", "blue": "top"}
    return made


def groups(made: Referee, side: str) -> list[str]:
    """Kinds of the side's groups."""
    return [g.kind for g in made.state.groups.values() if g.side == side]


@pytest.mark.rule("NUT-REIN-01", "NUT-SOLO-02")
def test_doubles_are_a_die_for_each_side_against_its_level():
    made = referee(4, 2, 1, 4)
    run(reinforcements.check(made, 4, None))  # type: ignore[arg-type]
    assert [roll.who for roll in made.rolls("reinforcements")] == ["blue", "red"]
    assert groups(made, "blue") == []
    assert groups(made, "red") == ["squad"]


@pytest.mark.rule("NUT-REIN-01")
def test_a_side_without_a_level_gets_nothing():
    made = referee(6, eal=0, sl=3)
    run(reinforcements.check(made, 1, None))  # type: ignore[arg-type]
    assert [roll.who for roll in made.rolls("reinforcements")] == ["red"]


@pytest.mark.rule("NUT-REIN-02")
@pytest.mark.parametrize(
    ("side", "faces", "result"),
    [
        ("red", (1,), "infantry squad"),
        ("red", (2, 3), "LMG team"),
        ("red", (3,), "rest of platoon"),
        ("red", (6,), "tank"),
        ("blue", (2, 1), "engineer squad"),
        ("blue", (2, 6), "infantry squad with AT weapon"),
    ],
)
def test_a_die_on_the_table_of_the_nation(side: str, faces: tuple[int, ...], result: str):
    row = reinforcements.table_row(referee(*faces), side)  # type: ignore[arg-type]
    assert row is not None
    assert row.result == result


def test_case_88_a_modified_score_of_0_brings_nothing(request: pytest.FixtureRequest):
    made = referee(*worked_case(request, "CASE-88"))
    assert reinforcements.table_row(made, "blue", modifier=-2) is None  # type: ignore[arg-type]


@pytest.mark.rule("NUT-REIN-04", "NUT-LIST-02")
def test_the_unit_that_arrives_has_one_rep():
    made = referee(1, 6)
    (name,) = reinforcements.call(made, "red", 2)  # type: ignore[arg-type]
    men = [s for s in made.state.stands.values() if s.group == name]
    assert {s.rep for s in men} == {5}
    assert made.state.groups[name].strength == len(men) == 10
    assert men[0].nco and made.state.groups[name].leader == men[0].id


@pytest.mark.rule("NUT-REIN-05")
def test_more_vehicles_than_the_level_come_as_squads():
    made = referee(1, 4, 1, 4, 4, 4)
    row = reinforcements.Row("tank")
    kinds = []
    for _ in range(3):
        (unit,) = reinforcements.units_of(made, "blue", 2, row)  # type: ignore[arg-type]
        reinforcements.send(made, "blue", unit)  # type: ignore[arg-type]
        kinds.append(unit.kind)
    assert kinds == ["vehicle", "vehicle", "squad"]


def test_the_rest_of_a_platoon_is_what_lacks_of_three_squads():
    made = referee(1, 3, 1, 2, 3, 4)
    reinforcements.call(made, "red", 2)  # type: ignore[arg-type]
    units = reinforcements.units_of(made, "red", 2, reinforcements.Row("rest of platoon"))  # type: ignore[arg-type]
    assert [unit.kind for unit in units] == ["squad", "squad"]


@pytest.mark.rule("NUT-REIN-03")
@pytest.mark.parametrize(("side", "face", "box"), [("red", 1, (0, 24)), ("red", 5, (48, 72)), ("blue", 3, (24, 48))])
def test_they_enter_a_random_section_of_their_own_edge(side: str, face: int, box: tuple[float, float]):
    made = referee(1, 4, face)
    (name,) = reinforcements.call(made, side, 2)  # type: ignore[arg-type]
    assert reinforcements.waiting(_with_setup(made), side) == [name]  # type: ignore[arg-type]
    made.state.phasing = side
    reinforcements.enter_one_side(_with_setup(made))  # type: ignore[arg-type]
    men = [s for s in made.state.stands.values() if s.group == name]
    assert all(s.on_table and box[0] <= s.x <= box[1] for s in men)
    assert all((s.y < 6 if side == "red" else s.y > 42) for s in men)
    assert made.state.groups[name].arrived


def _with_setup(made: Referee) -> Referee:
    made.setup = type("Setup", (), {"groups": ()})()  # type: ignore[attr-defined]
    return made


@pytest.mark.rule("NUT-REIN-03")
def test_they_do_not_enter_before_the_eyes_of_enemies_while_another_section_is_free():
    made = referee(1, 4, 1, 4, 3)
    (watcher,) = reinforcements.call(made, "blue", 2)  # type: ignore[arg-type]
    sentry = next(s for s in made.state.stands.values() if s.group == watcher)
    sentry.x, sentry.y, sentry.on_table = 36.0, 6.0, True
    (name,) = reinforcements.call(made, "red", 2)  # type: ignore[arg-type]
    made.state.phasing = "red"
    reinforcements.enter_one_side(_with_setup(made))  # type: ignore[arg-type]
    men = [s for s in made.state.stands.values() if s.group == name]
    assert not any(24 <= s.x <= 48 for s in men)
