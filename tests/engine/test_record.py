"""Saves as data: continue, replay, differences, digests of copies."""

from __future__ import annotations

import msgspec
import pytest

from tests.engine.test_battle import give
from tests.engine.toy import Toy, toy_battle
from wargame.engine import record
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent, Said, StandChanged
from wargame.engine.orders import Act, Confirmed, Done, Move

STORY = [
    Act(stand="red-1", act="roll"),
    Move(stand="red-2", path=((11.0, 10.0),)),
    Done(),
    Move(stand="blue-2", path=((13.0, 10.0),)),
    Confirmed(yes=True),
    Done(),
    Done(),
]


def record_of(battle: Battle) -> record.Record:
    """The battle's record through JSON and back."""
    saved = record.save(battle, {"red": "person"}, "scenario", "map")
    return msgspec.json.decode(msgspec.json.encode(saved), type=record.Record)


@pytest.mark.parametrize("answers", range(len(STORY) + 1))
def test_continue_is_the_same_battle_at_every_open_request(answers: int) -> None:
    battle = toy_battle(seed=11)
    give(battle, *STORY[:answers])
    again = record.go_on(record_of(battle), Toy(), battle.setup, "plain")
    assert again.request == battle.request
    assert again.state.digest() == battle.state.digest()
    assert (again.answers, again.events, again.digests) == (battle.answers, battle.events, battle.digests)
    give(battle, *STORY[answers:])
    give(again, *STORY[answers:])
    assert again.state.digest() == battle.state.digest()


def test_replay_agrees_with_the_record() -> None:
    battle = toy_battle(seed=11)
    give(battle, *STORY)
    again, difference = record.replay(record_of(battle), Toy(), battle.setup, "plain")
    assert difference is None
    assert again.state.digest() == battle.state.digest()


def test_replay_stops_at_the_first_difference() -> None:
    battle = toy_battle(seed=11)
    give(battle, *STORY)
    saved = record_of(battle)
    saved.seed = 13
    _, difference = record.replay(saved, Toy(), battle.setup, "plain")
    assert difference is not None
    assert difference.turn == 1 and difference.answer == 1


def test_no_field_of_a_copy_is_shared() -> None:
    state = toy_battle().state
    digest = state.digest()
    for name in state.__struct_fields__:
        copied = state.copy()
        value = getattr(copied, name)
        if isinstance(value, dict) and value:
            first = next(iter(value.values()))
            if isinstance(first, msgspec.Struct) and not first.__struct_config__.frozen:
                for field in first.__struct_fields__:
                    setattr(first, field, "changed")
            value.clear()
        else:
            setattr(copied, name, "changed")
        assert state.digest() == digest, name


def test_changes_of_an_event_are_tuples_again_after_a_save() -> None:
    battle = toy_battle()
    changes = (("base", ((1.0, 2.0), (3.0, 4.0))), ("acted", True))
    battle.happen(StandChanged(stand="red-1", changes=changes))
    battle.happen(Said(key="told", data=(("at", (1.0, 2.0)),)))
    written = msgspec.json.encode(battle.events)
    assert msgspec.json.decode(written, type=list[AnyEvent]) == battle.events
