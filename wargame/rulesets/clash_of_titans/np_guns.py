"""Heavy machine guns and mortars of non-player groups: where they are set up, when they are packed. Rule: NUT-NP-13."""

from __future__ import annotations

import numpy as np

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, machine_guns, np_draft, np_ground, np_tactics, raising
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.state import ClashStand, NpTask, Point

STAYS = (np_tactics.HOLD, np_tactics.AMBUSH, np_tactics.FIRE)
BETTER = 1.25
"""A place that sees so many times as much is worth going there."""


def set_up(draft: Draft, result: str) -> tuple[NpTask, ...]:
    """What the gunners of a group do about their weapons before all else. Rule: NUT-NP-13."""
    cite("NUT-NP-13")
    found: list[NpTask] = []
    for man in draft.men:
        if not machine_guns.needs_setting_up(man.in_hand):
            continue
        if result in STAYS and not man.set_up:
            better = None if result == np_tactics.FIRE or draft.situation.in_los else better_place(draft, man)
            if better is not None:
                found.append(NpTask(do="move", stands=(man.id,), path=(better,)))
            else:
                found.append(NpTask(do="act", stands=(man.id,), word=machine_guns.SET_UP))
        elif result not in STAYS and man.set_up:
            found.append(NpTask(do="act", stands=(man.id,), word=machine_guns.PACK))
    return tuple(found)


def better_place(draft: Draft, man: ClashStand) -> Point | None:
    """A place within 8 in that sees much more of the table than his own, in cover if there is any; None: he is well
    placed. Rule: NUT-NP-13."""
    cite("NUT-NP-13")
    found = np_ground.places(draft.scene, man, draft.enemies)
    limit = charts.number("set_up_in")
    near = np.hypot(found.points[:, 0] - man.x, found.points[:, 1] - man.y) <= limit
    allowed = near & np_draft.free(draft, found)
    views = raising.views(draft.scene, found.points) * np.where(found.covered, 2.0, 1.0)
    n = found.best(views, allowed)
    if n is None or n == 0 or views[n] < BETTER * max(1.0, views[0]):
        return None
    return np_draft.point(found, n)
