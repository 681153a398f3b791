"""A battle that has been played can be seen from any moment, whichever way one comes there."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.battles import games
from wargame.engine.battle import Battle
from wargame.engine.events import StandMoved
from wargame.engine.faults import LeftOver
from wargame.engine.film import Film

SHOWN = ("turn", "step", "phasing", "markers", "objectives", "ground", "scores", "areas", "knowledge", "result")


@functools.cache
def played() -> Battle:
    battle = games.begin(games.SMALLEST, 5)
    return games.play(battle, games.players(battle, 5))


def shown(battle: Battle) -> tuple[object, ...]:
    stands = [(s.id, s.x, s.y, s.facing_deg, s.on_table, s.gone, s.carrier) for s in battle.state.stands.values()]
    return (stands, *(getattr(battle.state, name) for name in SHOWN))


def test_the_end_of_the_film_is_the_end_of_the_battle() -> None:
    film = Film(played())
    film.go_to(film.length)
    assert shown(film) == shown(played())
    assert film.over and film.request is None
    assert film.answers == played().answers


@settings(max_examples=25, deadline=None)
@given(places=st.lists(st.integers(0, 10**6), min_size=2, max_size=5))
def test_a_moment_is_the_same_from_wherever_one_comes(places: list[int]) -> None:
    film, straight = Film(played()), Film(played())
    for place in places:
        film.go_to(place % (film.length + 1))
    straight.go_to(film.at)
    assert film.at == places[-1] % (film.length + 1)
    assert film.state.digest() == straight.state.digest()
    assert film.events == straight.events and film.answers == straight.answers


def test_steps_go_answer_by_answer_and_back_again() -> None:
    film = Film(played())
    places = [0]
    while film.at < film.length:
        film.go_to(film.after_answer())
        assert film.at > places[-1]
        places.append(film.at)
    told = {event.answer for event in film.whole}
    assert len(places) == len(told) + 1
    for place in reversed(places[:-1]):
        film.go_to(film.before_answer())
        assert film.at == place


def test_turns_begin_where_the_battle_says() -> None:
    film = Film(played())
    for turn, before in film.turns():
        film.go_to(before)
        assert film.state.turn == turn - 1
        film.go_to(before + 1)
        assert film.state.turn == turn
    assert {before for _, before in film.turns()}.isdisjoint(film.phases())


def test_a_view_of_the_film_hides_what_the_view_of_the_battle_hid() -> None:
    battle = games.begin(games.SMALLEST, 5)
    games.play(battle, games.players(battle, 5), games.answers(30))
    film = Film(battle)
    film.go_to(film.length)
    for side in battle.state.sides:
        assert list(film.view(side).state.stands) == list(battle.view(side).state.stands)


def test_an_event_that_does_not_fit_is_a_fault_of_the_record() -> None:
    battle = games.begin(games.SMALLEST, 5)
    games.play(battle, games.players(battle, 5), games.answers(10))
    battle.events.append(StandMoved(n=9999, stand="nobody", path=((0, 0), (1, 1)), facing_deg=0.0))
    film = Film(battle)
    with pytest.raises(LeftOver, match="does not fit"):
        film.go_to(film.length)
