"""Procedures that stay: HOLD, AMBUSH, FIRE. Rule: NUT-NP-08."""

from __future__ import annotations

import numpy as np

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, np_draft, np_forward, np_ground
from wargame.rulesets.clash_of_titans.np_draft import Draft
from wargame.rulesets.clash_of_titans.np_orders import ATTACK


def hold(draft: Draft) -> bool:
    """No move; face the enemy. Rule: NUT-NP-08."""
    cite("NUT-NP-08")
    for man in draft.men:
        look = np_draft.nearest(draft.enemies, man)
        if look is not None:
            draft.add("face", man, path=(look.at,))
    return True


def ambush(draft: Draft) -> bool:
    """Hold, and do not fire while Hidden until an enemy is near or spots them. Rule: NUT-NP-08."""
    cite("NUT-NP-08")
    return bool(draft.men) and hold(draft)


def fire(draft: Draft) -> bool:
    """Shoot at the best target; men in the open with cover within 4 in move there first. Under ATTACK those without a
    target advance. Rules: NUT-NP-08, -17."""
    cite("NUT-NP-08")
    able = [man for man in draft.men if np_draft.can_fire(draft, man)]
    if not able and not any(np_draft.has_anti_tank_shot(draft, man) for man in draft.men):
        return False
    near = charts.number("cover_near_in")
    for man in draft.men:
        if man.set_up or man.mans or np_ground.is_covered(draft.scene, man, draft.enemies):
            continue
        found = np_ground.places(draft.scene, man, draft.enemies)
        far = np.hypot(found.points[:, 0] - man.x, found.points[:, 1] - man.y)
        n = found.best(
            -far, found.covered & (found.seen > 0) & (far <= near) & (far > 0.3) & np_draft.free(draft, found)
        )
        if n is not None:
            np_draft.go(draft, man, np_draft.point(found, n))
    np_draft.volley(draft, draft.men)
    idle = [man for man in draft.men if man not in able and not np_draft.has_anti_tank_shot(draft, man)]
    if draft.group.intention == ATTACK and idle:
        cite("NUT-NP-17")
        np_forward.go_on(draft, idle)
    return True
