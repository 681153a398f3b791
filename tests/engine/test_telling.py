"""Lines of the log: verbs that agree, fields that are missing."""

from __future__ import annotations

import pytest

from wargame.engine.events import StandMoved, StandTurned
from wargame.engine.telling import filled, is_plural, one_move


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{stand} [fires|fire] at {target}", "mortars fire at tank"),
        ("{target} [has|have] gone and [is|are] out", "tank has gone and is out"),
        ("{side} [sees|see] {stand}", "Germans see mortars"),
        ("{stand} and {target} [is|are] apart", "mortars and tank is apart"),
        ("nothing {missing}here", "nothing here"),
    ],
)
def test_a_verb_agrees_with_the_name_before_it(text: str, line: str) -> None:
    assert filled(text, {"stand": "mortars", "target": "tank", "side": "Germans"}) == line


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("SS", False),
        ("Machine gunner Voss", False),
        ("Corps", False),
        ("Platoon headquarters", False),
        ("rockets on rails", True),
        ("T-34s 2", True),
    ],
)
def test_names_of_many(name: str, many: bool) -> None:
    assert is_plural(name) is many


def piece(*path: tuple[float, float], stand: str = "tank", mode: str = "") -> StandMoved:
    return StandMoved(stand=stand, path=path, facing_deg=0.0, inches=1.5, mode=mode, rules=("A-1",))


def test_pieces_of_a_move_are_told_as_one() -> None:
    whole = one_move(piece((0, 0), (1.5, 0)), piece((1.5, 0), (3, 0)))
    assert whole is not None
    assert (whole.inches, whole.path, whole.rules) == (3.0, ((0, 0), (1.5, 0), (3, 0)), ("A-1",))


@pytest.mark.parametrize(
    "second",
    [
        piece((1.5, 0), (3, 0), stand="gun"),
        piece((1.5, 0), (3, 0), mode="fast"),
        piece((2, 0), (3, 0)),
        StandTurned(stand="tank", facing_deg=10.0),
    ],
    ids=["another stand", "another way of moving", "from elsewhere", "no move"],
)
def test_what_is_not_one_move_is_told_by_itself(second: StandMoved | StandTurned) -> None:
    assert one_move(piece((0, 0), (1.5, 0)), second) is None
