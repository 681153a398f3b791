"""What a figure that is told to fire fires with, and at whom.

Rules: NUT-CHAIN-07, NUT-RFIRE-06, NUT-SIGHT-08, NUT-GUNS-04.

A man fires the weapon in his hands; the gunner of a gun fires the gun, its other men serve it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame.engine.dice import Modifier
from wargame.engine.events import Event
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import geometry, guns, shooting, targets
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE, SNAP_FIRE, FireOrder
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand


def can_answer(scene: Scene, stand: ClashStand, enemy: ClashStand) -> bool:
    """Could he fire at this enemy now with what he has in hand, or with the gun he lays?

    Rules: NUT-RFIRE-06, NUT-GUNS-04.
    """
    cite("NUT-RFIRE-06")
    state = state_of(scene)
    if guns.of_man(state, stand) is not None:
        return not targets.is_unknown(scene, stand.side, enemy) and geometry.sees(scene, stand, enemy)
    weapon = targets.weapon_of(stand)
    if weapon is None or enemy.melee_with or targets.unfit(scene, stand) is not None:
        return False
    return targets.refusal(scene, stand, weapon, enemy) is None


def why_not(scene: Scene, stand: ClashStand, enemy: ClashStand) -> Refusal | None:
    """Why a man cannot fire at this enemy with what he has in hand, in words; None where there are none for it.

    Rule: NUT-SIGHT-08.
    """
    cite("NUT-SIGHT-08")
    weapon = targets.weapon_of(stand)
    unfit = targets.unfit(scene, stand)
    return unfit if unfit is not None or weapon is None else targets.refusal(scene, stand, weapon, enemy)


def order(
    scene: Scene,
    stand: ClashStand,
    why: str,
    candidates: Iterable[str],
    first: Sequence[str] = (),
    modifiers: tuple[Modifier, ...] = (),
    event: Event | None = None,
) -> FireOrder:
    """The fire that a result orders, Snap Fire with its price; men at a gun become one shot of it later (`guns.merge`).

    Rules: NUT-STAT-02, -03.
    """
    price = (shooting.snap_fire(),) if why == SNAP_FIRE else ()
    return FireOrder(
        stand=stand.id,
        weapon=stand.in_hand,
        why=why,
        candidates=tuple(candidates),
        first=tuple(first),
        modifiers=(*price, *modifiers),
        event=event,
    )


def answer(
    scene: Scene, stand: ClashStand, why: str, shooters: Iterable[str], active: bool, event: Event | None = None
) -> FireOrder:
    """Return or snap fire: at the nearest who shot at him, an active man at any enemy. Rule: NUT-CHAIN-07."""
    cite("NUT-CHAIN-07")
    cite("NUT-STAT-02" if why == RETURN_FIRE else "NUT-STAT-03")
    state = state_of(scene)
    near = sorted(
        (state.stands[name] for name in shooters), key=lambda s: (round(geometry.distance(scene, stand, s), 3), s.id)
    )
    nearest = tuple(s.id for s in near)
    everybody = [enemy.id for enemy in targets.enemies(scene, stand.side)]
    others = [name for name in everybody if name not in nearest]
    return order(scene, stand, why, (*nearest, *others), () if active else nearest, event=event)
