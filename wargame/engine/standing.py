"""Standing orders: a player's list that answers interrupts for him, read from the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wargame.board import Footprint, gap
from wargame.engine.orders import AnyOrder, Chosen, Confirmed, Done, Picked
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick
from wargame.engine.state import Stand

if TYPE_CHECKING:
    from wargame.engine.view import View


class StandingOrder(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list. Empty `who`, `interrupt` or `against` fits all; every given condition has to hold."""

    do: str
    """hold, act (take the suggestion) or ask."""
    who: tuple[str, ...] = ()
    """Ids of stands or groups."""
    interrupt: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    """Classes of what it is against."""
    range_at_most_in: float | None = None
    odds_at_least: float | None = None


def answer_for(view: View, request: AnyRequest, orders: tuple[StandingOrder, ...]) -> AnyOrder | None:
    """The order that the first fitting line gives to an interrupt, or None: ask the player."""
    if not request.interrupt:
        return None
    for line in orders:
        if _fits(view, request, line):
            if line.do == "ask":
                return None
            return _hold(request) if line.do == "hold" else request.suggestion
    return None


def _fits(view: View, request: AnyRequest, line: StandingOrder) -> bool:
    if line.interrupt and request.interrupt not in line.interrupt:
        return False
    mine = _stands(view, getattr(request, "subjects", ()))
    if line.who and not any(s.id in line.who or s.group in line.who for s in mine):
        return False
    theirs = _stands(view, getattr(request, "about", ()))
    if line.against and not any(set(line.against) & set(view.judge.classes_of(s)) for s in theirs):
        return False
    if line.range_at_most_in is not None and not _near(mine, theirs, line.range_at_most_in):
        return False
    return line.odds_at_least is None or _good_odds(view, request, line.odds_at_least)


def _stands(view: View, ids: tuple[str, ...]) -> list[Stand]:
    return [view.state.stands[i] for i in ids if i in view.state.stands]


def _near(mine: list[Stand], theirs: list[Stand], limit: float) -> bool:
    return any(gap(_footprint(a), _footprint(b)) <= limit for a in mine for b in theirs)


def _footprint(stand: Stand) -> Footprint:
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def _good_odds(view: View, request: AnyRequest, least: float) -> bool:
    if request.suggestion is None:
        return False
    appraisal = view.ruleset.appraise(view, request.suggestion)
    return sum(o.chance for o in appraisal.outcomes if o.good) >= least


def _hold(request: AnyRequest) -> AnyOrder | None:
    """The answer that does nothing, where there is one."""
    if isinstance(request, Command):
        return Done() if request.may_be_done else None
    if isinstance(request, Confirm):
        return Confirmed(yes=False)
    if isinstance(request, Pick):
        return Picked() if request.at_least == 0 else None
    if isinstance(request, Choose):
        return Chosen(option="hold") if any(o.id == "hold" for o in request.options) else None
    return None
