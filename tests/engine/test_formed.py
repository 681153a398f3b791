"""Groups that come into being in a battle."""

from __future__ import annotations

import msgspec

from wargame.board import Base
from wargame.engine.events import AnyEvent, GroupChanged
from wargame.engine.state import Group, Side, Stand, State, kinds_of


class ToyStand(Stand, kw_only=True):
    """A stand with a rating."""

    nerve: int = 3


class ToyState(State, kw_only=True):
    """A state of such stands."""

    stands: dict[str, ToyStand] = msgspec.field(default_factory=dict)  # type: ignore[assignment]


def raised() -> GroupChanged:
    """A group of one stand that is raised."""
    stand = ToyStand(id="a", name="A", side="red", group="new", line="x", base=Base.circle(1.0), nerve=5)
    changes = (("name", "New"), ("side", "red"), ("leader", "a"))
    return GroupChanged(group="new", changes=changes, why="raised", formed=(msgspec.to_builtins(stand),))


def test_a_group_is_raised_with_its_stands_by_an_event_alone():
    state = ToyState(ruleset="toy", sides={"red": Side(id="red", name="Red")})
    raised().apply(state)
    assert state.groups["new"] == Group(id="new", name="New", side="red", leader="a")
    assert state.stands["a"].nerve == 5
    assert state.stands["a"].base == Base.circle(1.0)


def test_the_event_survives_being_written_and_read():
    state = ToyState(ruleset="toy")
    msgspec.json.decode(msgspec.json.encode(raised()), type=AnyEvent).apply(state)
    assert state.stands["a"].base == Base.circle(1.0)


def test_types_of_groups_and_stands_are_those_of_the_state():
    assert kinds_of(ToyState) == (Group, ToyStand)
