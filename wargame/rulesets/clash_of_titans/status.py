"""What a figure's status allows, and changing it. Rules: NUT-STAT-01 to -16 (statuses), NUT-CHAR-01."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.events import Event, MarkerPlaced, StandChanged, StandRemoved
from wargame.engine.rules import cite
from wargame.engine.state import Marker
from wargame.rulesets.clash_of_titans.state import (
    CAPTURED,
    DUCKED,
    HUNKERED,
    OUT,
    READY,
    RUNNING,
    STUNNED,
    ClashStand,
)

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SOLDIER_REPS, MOUNT_REPS = (2, 6), (3, 5)
LYING = (DUCKED, HUNKERED, STUNNED, OUT)
"""Men of these statuses crouch or lie (NUT-GEO-05)."""
_RULE = {
    READY: "NUT-STAT-01",
    DUCKED: "NUT-STAT-06",
    HUNKERED: "NUT-STAT-07",
    RUNNING: "NUT-STAT-09",
    STUNNED: "NUT-STAT-10",
    OUT: "NUT-STAT-11",
    CAPTURED: "NUT-STAT-16",
}


def in_fight(stand: ClashStand) -> bool:
    """True if it still takes part: not dead, gone, Out of the Fight or captured (nor a wreck)."""
    return not stand.gone and stand.status not in (OUT, CAPTURED) and not stand.knocked_out


def able(stand: ClashStand) -> bool:
    """True if it can act when its group is active: in the fight and not Stunned, Hunkered Down or running."""
    return in_fight(stand) and stand.status in (READY, DUCKED)


def ready(stand: ClashStand) -> bool:
    """True if it can shoot, spot and lead at this moment: in the fight and on its feet or prone by choice."""
    return in_fight(stand) and stand.status == READY


def is_low(stand: ClashStand) -> bool:
    """True if it is prone or crouching, as a target and for sight lines. Rule: NUT-GEO-05."""
    return stand.is_man and (stand.prone or stand.status in LYING)


def lasting_rep(rep: int, mount: bool = False) -> int:
    """A permanent Rep within its limits: 2 to 6 for soldiers, 3 to 5 for mounts. Rule: NUT-CHAR-08."""
    cite("NUT-CHAR-08")
    low, high = MOUNT_REPS if mount else SOLDIER_REPS
    return min(max(rep, low), high)


def set_status(
    battle: Battle,
    stand: ClashStand,
    status: str,
    cause: Event | None = None,
    rules: tuple[str, ...] = (),
    prone: bool | None = None,
) -> Event:
    """Give a stand a status, with what always goes with it (Stunned and hunkered men lie prone).

    `prone` None: as the status says. Rules: NUT-STAT-01, -06, -07, -09, -10, -11, -16.
    """
    changes: list[tuple[str, object]] = [("status", status)]
    lies = prone if prone is not None else (True if status in (HUNKERED, STUNNED, OUT) else None)
    if status == RUNNING and prone is None:
        lies = False
    if lies is not None and lies != stand.prone:
        changes.append(("prone", lies))
    if status in (HUNKERED, RUNNING):
        changes.append(("lost_heart", True))
    if status != READY and stand.work:
        changes.append(("work", ""))
    if status == STUNNED:
        changes.append(("stunned_served", False))
    event: Event = battle.happen(
        StandChanged(
            stand=stand.id,
            changes=tuple(changes),
            why=status,
            rules=(*rules, cite(_RULE[status])),
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause=cause,
    )
    return event


def lose(battle: Battle, stand: ClashStand, how: str, cause: Event | None = None, rules: tuple[str, ...] = ()) -> Event:
    """Take a stand out of the fight. `how`: out_of_the_fight, dead, captured, ran_off, left or destroyed.

    Men Out of the Fight and captured ones stay on the table; all others leave the battle. Rules: NUT-STAT-11, -12,
    -16, NUT-MOVE-10.
    """
    if how in (OUT, CAPTURED):
        return set_status(battle, stand, how, cause, rules)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    was_here, place = stand.in_play and stand.is_man, (stand.x, stand.y)
    rule = cite("NUT-MOVE-10") if how.split()[0] in ("ran_off", "left") else cite("NUT-STAT-12")
    event: Event = battle.happen(
        StandRemoved(
            stand=stand.id,
            why=how,
            rules=(*rules, rule),
            seen_by=seen,
        ),
        cause=cause,
    )
    if how == "dead" and was_here:
        body = Marker(id=f"body-{stand.id}", kind="body", side=stand.side, x=place[0], y=place[1], stand=stand.id)
        battle.happen(MarkerPlaced(marker=body, rules=(rule,), seen_by=seen), cause=event)
    return event
