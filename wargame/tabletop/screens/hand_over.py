"""Changing seats at one screen: the curtain falls, and whoever sits down reads what he could see meanwhile."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wargame.tabletop.modes.rest import Watching
from wargame.tabletop.screens.curtain import Curtain
from wargame.tabletop.screens.recap import Recap, recap_of

if TYPE_CHECKING:
    from wargame.tabletop.screens.battle import BattleScreen


def draw_curtain(screen: BattleScreen) -> None:
    """Nothing of the old viewer may be seen any more."""
    screen.motion.clear(screen.desk.state)
    screen.stage.go(Watching(screen.stage))
    screen.chronicle.clear()
    screen.shown_to = None
    screen.oob.forget()
    screen.desk.select(None)
    screen.desk.hover = screen.desk.pointer = None
    screen.moment = None
    screen.app.ui.forget()
    screen.app.toasts.clear()
    state = screen.session.battle.state
    side = state.sides[screen.session.curtain]
    look = screen.app.pair.side(screen.desk.side_index(side.id))
    screen.app.push(Curtain(side.name, look, state.turn, state.phase, partial(_take_seat, screen)))


def _take_seat(screen: BattleScreen) -> None:
    """The log tells what the new viewer knows already; what he has not seen yet is told in a recap first.

    A question in the middle of a move needs no recap: what it is about is shown on the table at once.
    """
    screen.session.take_seat()
    screen.change_viewer()
    request, story = screen.session.asked, screen.session.story
    entries = recap_of(screen.desk, story.events[story.read :])
    if not entries or (request is not None and request.interrupt):
        return
    screen.recaps = True
    side = screen.desk.state.sides[screen.session.viewer or ""].name
    show, skip = partial(_end, screen), partial(_skip, screen)
    screen.app.push(Recap(side, screen.app.pair, entries, show, skip))


def _end(screen: BattleScreen) -> None:
    screen.recaps = False


def _skip(screen: BattleScreen) -> None:
    """What the recap told is not shown again."""
    screen.recaps = False
    for event in screen.session.fresh_events():
        screen.chronicle.tell(event)
    screen.chronicle.flush()
    screen.chronicle.close_card()
    screen.motion.clear(screen.desk.state)
