"""Ground that a rulebook counts in pieces, drawn for the selected stand."""

from __future__ import annotations

from tests.battles.games import begin, play, players
from tests.tabletop.driver import Driver
from tests.tabletop.table import Table
from wargame.tabletop.app import App
from wargame.tabletop.layers.plots import PlotsLayer
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings


def test_a_stand_shows_which_features_it_can_reach_and_fire_at_and_why_not():
    battle = begin("hill-252")
    by = players(battle, 1, "veteran")
    play(battle, by, lambda b: b.request is not None and b.request.purpose == "act")
    session = Session(battle, {battle.request.side: "person", battle.state.other(battle.request.side): "random"})
    app = App((1280, 800), settings=Settings(volume=0.0))
    screen = BattleScreen(session, on_leave=lambda: None, on_result=lambda _: None, painting=Painting(None, 0, False))
    app.push(screen)
    d = Driver(app)
    d.settle()
    screen.desk.select(next(s for s in battle.request.subjects if battle.state.stands[s].in_play))
    crest = battle.state.objectives["OBJ1"]
    d.hover(at=(crest.x, crest.y - 1.5)).tick(4)
    layer = PlotsLayer(screen.desk)
    pointed = layer._pointed()
    assert pointed is not None and not pointed.open
    d.expect(text=pointed.note)


def test_a_rulebook_that_measures_in_inches_shows_none():
    table = Table()
    table.screen.desk.select(table.screen.desk.actors[0] if table.screen.desk.actors else None)
    assert PlotsLayer(table.screen.desk)._plots() == ()
