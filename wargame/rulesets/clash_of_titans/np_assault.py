"""The ASSAULT of a non-player group: charge, grenades, or a rush under fire superiority. Rule: NUT-NP-07."""

from __future__ import annotations

import math

import numpy as np

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    charts,
    data,
    movement,
    np_draft,
    np_ground,
    np_situation,
    np_targets,
    status,
)
from wargame.rulesets.clash_of_titans.np_draft import SUPPRESSED, Draft
from wargame.rulesets.clash_of_titans.np_ground import Enemy
from wargame.rulesets.clash_of_titans.state import ClashStand


def assault(draft: Draft) -> bool:
    """Charge if near and strong enough, else grenades; with fire superiority rush to cover within 12 in and shoot.

    Rule: NUT-NP-07.
    """
    cite("NUT-NP-07")
    if not draft.enemies:
        return False
    if _charge(draft):
        return True
    throwers = _grenadiers(draft)
    if throwers:
        for man, target in throwers:
            draft.add("grenade", man, path=(target.at,), word=target.stand.id)
        np_draft.volley(draft, [m for m in draft.men if m not in [t for t, _ in throwers]])
        return True
    if not has_fire_superiority(draft):
        return False
    return _rush(draft)


def defenders_near(draft: Draft, enemy: Enemy) -> list[Enemy]:
    """The known enemies of one chain with an enemy: those who defend that place."""
    reach = float(data.meta()["group_distance"])
    chain = [enemy]
    left = [e for e in draft.enemies if e is not enemy]
    for link in chain:
        near = [e for e in left if math.dist(e.at, link.at) <= reach]
        chain += near
        left = [e for e in left if e not in near]
    return chain


def _charge(draft: Draft) -> bool:
    """Wanting to Charge: an enemy within 8 in, more men able to reach than defenders there, no machine gun of theirs
    unsuppressed. Rule: NUT-NP-07."""
    limit = charts.number("assault_in")
    near = [e for e in draft.enemies if e.stand.is_man and any(np_draft.apart(m, e) <= limit for m in draft.men)]
    if not near:
        return False
    first = min(near, key=lambda e: (min(np_draft.apart(m, e) for m in draft.men), e.stand.id))
    there = [e for e in defenders_near(draft, first) if e.stand.is_man]
    able = [m for m in draft.men if any(np_draft.apart(m, e) <= limit for e in there) and _may_charge(draft, m)]
    guns = [e for e in there if np_targets.is_machine_gun(e.stand) and e.stand.status not in SUPPRESSED]
    if len(able) <= len(there) or guns:
        return False
    others = [m for m in draft.men if m not in able]
    if any(np_draft.can_fire(draft, m) for m in others):
        np_draft.volley(draft, others)
    draft.add("charge", *able, word=",".join(e.stand.id for e in there))
    return True


def _may_charge(draft: Draft, man: ClashStand) -> bool:
    return not (man.set_up or man.mans or man.medic) and movement.may_move(draft.scene, man) is None


def _grenadiers(draft: Draft) -> list[tuple[ClashStand, Enemy]]:
    """Men with a readied grenade and an enemy within 6 in. Rule: NUT-NP-07."""
    limit = charts.number("grenade_in")
    found = []
    for man in draft.men:
        near = [e for e in draft.enemies if e.stand.is_man and np_draft.apart(man, e) <= limit]
        if man.readied and near:
            found.append((man, min(near, key=lambda e: (np_draft.apart(man, e), e.stand.id))))
    return found


def has_fire_superiority(draft: Draft) -> bool:
    """Are at least half the known enemies Ducked Back or worse, or the men able to fire twice the enemies able to?

    Rule: NUT-NP-07.
    """
    cite("NUT-NP-07")
    enemies = [e.stand for e in draft.enemies if status.in_fight(e.stand)]
    down = sum(e.status in SUPPRESSED for e in enemies)
    if enemies and 2 * down >= len(enemies):
        return True
    force = np_situation.force_of(draft.state, draft.group.side)
    own = sum(np_ground.able_to_fire(s) for s in force)
    theirs = sum(np_ground.able_to_fire(e) if e.is_man else status.in_fight(e) for e in enemies)
    return own >= 2 * theirs


def _rush(draft: Draft) -> bool:
    """Move to cover within 12 in of the enemy, or the nearest to it in reach, and shoot. Rule: NUT-NP-07."""
    limit = charts.number("rush_in")
    moved = False
    draft.pending |= {man.id for man in draft.men}
    for man in sorted(draft.men, key=lambda m: (min(np_draft.apart(m, e) for e in draft.enemies), m.id)):
        if man.set_up or man.mans or movement.may_move(draft.scene, man) is not None:
            continue
        found = np_ground.places(draft.scene, man, draft.enemies)
        free = np_draft.free(draft, found)
        cost = np_draft.stray(draft, man, found.points)
        worth = -cost - np.maximum(found.away, limit)
        nearer = np_draft.together(draft, free & (found.away < found.away[0] - 0.5), cost)
        covered = nearer & found.covered
        if found.covered[0] and found.away[0] <= limit:
            np_draft.stays(draft, man, (man.x, man.y))
            continue
        n = found.best(worth, covered if covered.any() else nearer)
        if n is not None:
            np_draft.go(draft, man, np_draft.point(found, n))
            moved = True
    np_draft.volley(draft, draft.men)
    return moved or any(np_draft.can_fire(draft, man) for man in draft.men)
