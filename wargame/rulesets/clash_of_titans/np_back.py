"""Procedures that go back: FALL BACK, WITHDRAW, RETREAT. Rule: NUT-NP-09."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import edges, np_draft, np_ground
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.state import ClashStand


def fall_back(draft: Draft) -> bool:
    """A normal move to the nearest cover farther from the enemy and out of LOS; who is in cover and finds none stays
    and ducks. Rule: NUT-NP-09."""
    cite("NUT-NP-09")
    return _fall_back(draft, draft.men)


def _fall_back(draft: Draft, men: Sequence[ClashStand]) -> bool:
    done = False
    for man in men:
        if man.set_up or man.mans:
            draft.add("duck", man)
            continue
        found = np_ground.places(draft.scene, man, draft.enemies)
        farther = found.away > found.away[0] + 0.5
        allowed = farther & (found.seen == 0) & np_draft.free(draft, found)
        n = found.best(-found.cost, allowed & np_ground.shelters(draft.scene, found.points))
        n = found.best(-found.cost, allowed) if n is None else n
        if n is not None:
            np_draft.go(draft, man, np_draft.point(found, n))
            done = True
        elif found.covered[0]:
            draft.add("duck", man)
            done = True
        else:
            back = found.best(found.away, farther & np_draft.free(draft, found))
            if back is not None:
                np_draft.go(draft, man, np_draft.point(found, back))
                done = True
    return done


def withdraw(draft: Draft) -> bool:
    """The half in better cover fires, the other half falls back; with no enemy in LOS all go to their edge and leave.

    Rule: NUT-NP-09.
    """
    cite("NUT-NP-09")
    if not draft.situation.in_los:
        return _go_home(draft)
    row = sorted(draft.men, key=lambda m: (not np_ground.is_covered(draft.scene, m, draft.enemies), m.id))
    stays, goes = row[: len(row) // 2], row[len(row) // 2 :]
    if any(np_draft.can_fire(draft, man) for man in stays):
        np_draft.volley(draft, stays)
    return _fall_back(draft, goes)


def _go_home(draft: Draft) -> bool:
    """All move to their own edge; who is there leaves."""
    edge = draft.state.edges[draft.group.side]
    table = draft.scene.board.table
    moved = False
    for man in draft.men:
        if man.set_up:
            draft.add("act", man, word="pack")
            moved = True
            continue
        home = edges.distance(table, edge, (man.x, man.y))
        found = np_ground.places(draft.scene, man, draft.enemies)
        left = np.array([edges.distance(table, edge, (x, y)) for x, y in found.points.tolist()])
        n = found.best(home - left, (left < home - 0.3) & np_draft.free(draft, found))
        if n is not None:
            np_draft.go(draft, man, np_draft.point(found, n))
            moved = True
        draft.add("leave", man)
    return moved or bool(draft.men)


def retreat(draft: Draft) -> bool:
    """All take the Retire move. Rule: NUT-NP-09."""
    cite("NUT-NP-09")
    for man in draft.men:
        draft.add("retire", man)
    return bool(draft.men)
