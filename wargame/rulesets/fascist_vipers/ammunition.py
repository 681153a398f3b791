"""Shells that run out. Rules: CFV-AMMO-01 to -05."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wargame.engine.appraisal import sum_of
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.fascist_vipers import losses
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


class Supply(msgspec.Struct, frozen=True):
    """What firing once more may do to a battery: chance that it runs dry, and the number that decides."""

    number: int
    chance: float


def supply(stand: VipersStand) -> Supply:
    """Out-of-ammunition number of a battery (0: never) and its chance. Rule: CFV-AMMO-03."""
    number = stand.ratings.out_of_ammo
    if number <= 0:
        return Supply(0, 0.0)
    cite("CFV-AMMO-03")
    return Supply(number, sum(sum_of(stand.ratings.dice_soft)[number:]))


def spend(battle: Battle, stand: VipersStand, score: int, cause: Event) -> None:
    """After a burst: takes a battery off that has fired its last shells.

    The salvo just fired has been applied in full; leaving is no loss. Rules: CFV-AMMO-01, -02, -04.
    """
    if stand.gone:
        return
    if stand.rounds is not None:
        battle.happen(StandChanged(stand=stand.id, changes=(("rounds", stand.rounds - 1),), why="rounds"), cause)
    number = supply(stand).number
    rule = cite("CFV-AMMO-01")
    if not 0 < number <= score and stand.rounds != 0:
        return
    rules = (rule, cite("CFV-AMMO-02"), cite("CFV-AMMO-03"), cite("CFV-AMMO-04"))
    losses.remove(battle, stand, "spent", cause=cause, rules=rules)
