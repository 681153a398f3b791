"""Watching a battle that has been played: by keys, by the bar, through anybody's eyes, and playing on from there."""

from __future__ import annotations

import functools

from tests.battles import games
from tests.tabletop.driver import Driver
from wargame.engine.battle import Battle
from wargame.engine.film import Film
from wargame.tabletop.app import App
from wargame.tabletop.film import FilmSession, Rerun
from wargame.tabletop.screens.battle import Painting
from wargame.tabletop.screens.film import FilmScreen
from wargame.tabletop.settings import Settings


@functools.cache
def played(answers: int = 80) -> Battle:
    battle = games.begin(games.SMALLEST, 5)
    return games.play(battle, games.players(battle, 5), games.answers(answers) if answers else None)


def watch(battle: Battle, viewer: str | None = None, open_to_all: bool = True) -> tuple[Driver, FilmSession, list[int]]:
    forked: list[int] = []
    app = App((1280, 800), settings=Settings(volume=0.0, computer_speed=0, own_speed=0))
    session = FilmSession(Film(battle), viewer, open_to_all)
    screen = FilmScreen(session, on_leave=lambda: None, on_fork=forked.append, painting=Painting(None, 0, False))
    app.push(screen)
    return Driver(app).tick(), session, forked


def test_it_plays_to_the_end_and_begins_again() -> None:
    d, session, _ = watch(played(0))
    d.settle()
    assert session.at_end and "the end" in d.app.top.stage.mode.title
    jumps = session.jumps
    d.key("space").settle()
    assert session.jumps == jumps + 1 and session.at_end and not session.playing


def test_keys_step_either_way_and_jump_by_turn_and_phase() -> None:
    d, session, _ = watch(played())
    d.key("space").settle()
    session.seek(0)
    d.tick().key("pagedown").tick()
    assert session.film.state.turn == 1
    here = session.film.at
    d.key(".").settle()
    assert session.film.at > here
    d.key(",").tick()
    assert session.film.at <= here
    here = session.film.at
    d.key("]").tick()
    assert session.film.at > here
    later = session.film.at
    d.key("pageup").tick()
    assert session.film.at < later
    assert d.map["mode"] == "film"


def test_the_bar_leads_to_any_moment_and_the_log_follows() -> None:
    d, session, _ = watch(played())
    d.key("space").settle()
    x, y, w, h = d.map["widgets"]["film/time"]
    d.click(px=(x + w * 3 // 4, y + h // 2)).tick()
    assert abs(session.film.at / session.film.length - 0.75) < 0.02
    assert not session.playing
    later = len(d.app.top.chronicle.model.entries)
    d.click(px=(x + w // 4, y + h // 2)).tick()
    assert abs(session.film.at / session.film.length - 0.25) < 0.02
    assert len(d.app.top.chronicle.model.entries) < later


def test_eyes_of_a_side_only_where_the_battle_is_over() -> None:
    d, session, _ = watch(played(0))
    d.key("space").settle()
    sides = list(session.film.state.sides)
    d.key("w").tick()
    assert session.viewer == sides[0] and d.map["viewer"] == sides[0]
    d.click("film/eyes").tick()
    assert session.viewer == sides[1]
    d, session, _ = watch(played(), sides[0], open_to_all=False)
    d.key("w").tick()
    assert session.viewer == sides[0]


def test_one_can_play_on_from_any_moment() -> None:
    d, session, forked = watch(played())
    d.key("space").settle()
    session.seek(session.film.length // 2)
    d.tick().click("film/fork")
    assert forked == [len(session.film.answers)]
    again = Rerun(games.begin(games.SMALLEST, 5), played().answers[: forked[0]])
    while not again.finished:
        again.update()
    assert not again.fault and again.done == forked[0]
    assert again.battle.request is not None


def test_a_record_that_does_not_fit_says_where() -> None:
    other = games.begin(games.SMALLEST, 6)
    again = Rerun(other, [*played().answers[:5], *played().answers[60:]])
    while not again.finished:
        again.update()
    assert "does not fit" in again.fault
