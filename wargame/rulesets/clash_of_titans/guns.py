"""Guns on wheels: who serves them, where they point, what destroys them, pushing them. Rules: NUT-GUNS-01 to -05.

A gun is a stand of its own; its men stand on the table and name it in `mans`. They test as a foot group; the gun fires
by the procedure of main guns (`main_gun`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from wargame.board import gap_to_point, within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandRemoved
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    damage,
    geometry,
    gun_targets,
    penetration,
    status,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import RETURN_FIRE, SNAP_FIRE, VOLUNTARY, FireOrder, Incoming, Toll
from wargame.rulesets.clash_of_titans.crew import Worker
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import number, whole
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
ORDER_OF_GUNNERS = ("gunner", "loader", "commander", "crewman")


# ---------------------------------------------------------------- crew


def crew_of(state: ClashState, gun: ClashStand) -> list[ClashStand]:
    """Men who belong to the gun and still take part, in file order. Rule: NUT-GUNS-01."""
    cite("NUT-GUNS-01")
    return [s for s in state.stands.values() if s.mans == gun.id and status.in_fight(s) and s.in_play]


def serving(state: ClashState, gun: ClashStand) -> list[ClashStand]:
    """Those who are fit and near enough to work it now. Rule: NUT-GUNS-01."""
    reach, outline = number("gun", "served_in"), vehicles.footprint(gun)
    near = [s for s in crew_of(state, gun) if status.ready(s) and not s.melee_with]
    return [s for s in near if within(gap_to_point(outline, s.x, s.y), reach)]


def gunner(state: ClashState, gun: ClashStand) -> Worker | None:
    """Who lays it, at -1 Rep if he is alone; None: nobody serves it. Rule: NUT-GUNS-01."""
    men = serving(state, gun)
    return _laid_by(state, gun, men) if men else None


def _laid_by(state: ClashState, gun: ClashStand, men: Sequence[ClashStand]) -> Worker:
    cite("NUT-GUNS-01")
    man = min(men, key=lambda m: ORDER_OF_GUNNERS.index(m.station) if m.station in ORDER_OF_GUNNERS else 9)
    alone = len(serving(state, gun)) < whole("gun", "full_crew")
    changes = (Modifier("one man at the gun", whole("gun", "alone_rep"), rule="NUT-GUNS-01"),) if alone else ()
    return Worker(man, "gunner", changes)


def loader_is_alone(state: ClashState, gun: ClashStand) -> bool:
    """Has it a single man left, who reloads only on 1d6 against Rep? Rule: NUT-GUNS-01."""
    cite("NUT-GUNS-01")
    return len(serving(state, gun)) < whole("gun", "full_crew")


def of_man(state: ClashState, man: ClashStand) -> ClashStand | None:
    """The gun that a man serves now, if it can still be fought; he counts it as the weapon in his hands.

    Rules: NUT-GUNS-04, NUT-OGUN-05.
    """
    gun = state.stands.get(man.mans) if man.mans else None
    if gun is None or gun.gone or not gun.in_play or man not in serving(state, gun):
        return None
    cite("NUT-GUNS-04")
    return gun


# ---------------------------------------------------------------- arc


def pivot_allowed(why: str) -> float:
    """Degrees that it may be turned before it fires: not at all in a snap shot. Rules: NUT-GUNS-04, NUT-VGUN-03."""
    cite("NUT-GUNS-04")
    return 0.0 if why == SNAP_FIRE else number("gun", "pivot_deg")


# ---------------------------------------------------------------- reactions


def can_fire_at(scene: Scene, gun: ClashStand, enemy: ClashStand, why: str = RETURN_FIRE) -> bool:
    """Can the gun fire at an enemy in a reaction, turned as that allows? Rules: NUT-GUNS-04, NUT-RFIRE-06."""
    if not gun_targets.is_ready(gun, MAIN_GUN):
        return False
    return gun_targets.refusal(scene, gun, MAIN_GUN, enemy, pivot_allowed(why)) is None


def merge(scene: Scene, orders: Iterable[FireOrder]) -> list[FireOrder]:
    """Reaction shots of men at a gun become one shot of the gun; they use their own weapons only if it cannot fire.

    Rules: NUT-GUNS-01, -04, NUT-OGUN-05.
    """
    state = cast(ClashState, scene.state)
    given = list(orders)
    found: list[FireOrder] = []
    made: dict[str, FireOrder | None] = {}
    for order in given:
        man = state.stands[order.stand]
        gun = of_man(state, man) if man.is_man and order.why != VOLUNTARY else None
        if gun is None:
            found.append(order)
            continue
        if gun.id not in made:
            shot = made[gun.id] = _shot_of(scene, gun, [o for o in given if state.stands[o.stand].mans == gun.id])
            if shot is not None:
                found.append(shot)
        if made[gun.id] is None:
            found.append(order)
    return found


def _shot_of(scene: Scene, gun: ClashStand, orders: list[FireOrder]) -> FireOrder | None:
    """The gun's shot that its men's orders make: the best gunner among them lays it, at what he was told to answer."""
    state = cast(ClashState, scene.state)
    men = [m for m in serving(state, gun) if any(o.stand == m.id for o in orders)]
    if not men or not gun_targets.is_ready(gun, MAIN_GUN):
        return None
    worker = _laid_by(state, gun, men)
    order = next(o for o in orders if o.stand == worker.man.id)
    able = [n for n in order.candidates if can_fire_at(scene, gun, state.stands[n], order.why)]
    forced = tuple(n for n in order.first if n in able)
    if not able or (order.first and not forced):
        return None
    cite("NUT-GUNS-04")
    shot = replace(
        order, stand=gun.id, weapon=MAIN_GUN, by=worker.man.id, modifiers=(*worker.modifiers, *order.modifiers)
    )
    if not gun_targets.is_single(gun, MAIN_GUN):
        return replace(shot, candidates=tuple(able), first=forced)
    best = forced[0] if forced else gun_targets.best(scene, gun, MAIN_GUN, [state.stands[n] for n in able]).id
    return replace(shot, targets=((best, 1),), candidates=(), first=())


# ---------------------------------------------------------------- as a target


def rating(gun: ClashStand, origin: Point) -> int:
    """AR of the gun itself towards a point: 1 at the front, 0 elsewhere. Rule: NUT-GUNS-02."""
    cite("NUT-GUNS-02")
    front = vehicles.face_towards(gun, origin) == "front"
    return whole("gun", "front_ar") if front else whole("gun", "other_ar")


def struck(battle: Battle, toll: Toll, gun: ClashStand, incoming: Incoming, cause: Event | None = None) -> str:
    """A weapon hits the gun itself: a penetration that passes a die destroys it, and its crew with it or not.

    Gives destroyed, knocked_out or held. Rules: NUT-GUNS-02, NUT-PEN-01, -02, -08.
    """
    ahead = penetration.difference(incoming.apr, rating(gun, incoming.origin))
    passed = 0
    if ahead > 0:
        never = (cite("NUT-PEN-08"),) if ahead >= whole("penetration", "never") else ()
        rules = (cite("NUT-GUNS-02"), cite("NUT-PEN-02"), *never)
        dice = penetration.DICE
        passed = throws.passes(
            battle, dice, penetration.needed(ahead), "penetration", stand=gun, rules=rules, cause=cause
        ).row
    state = cast(ClashState, battle.state)
    men = serving(state, gun)
    if not passed:
        for man in men:
            toll.note(man.id, replace(incoming, hit=False))
        return penetration.HELD
    rules = (cite("NUT-GUNS-02"),)
    battle.happen(StandRemoved(stand=gun.id, why="destroyed", rules=rules), cause)
    for man in men:
        if passed >= penetration.DICE:
            cite("NUT-PEN-03")
            damage.lose(battle, toll, man, damage.DEAD, (incoming.shooter,) if incoming.shooter else (), cause)
        else:
            cite("NUT-PEN-04")
            toll.knock_down(man.id)
    return penetration.DESTROYED if passed >= penetration.DICE else penetration.KNOCKED_OUT


# ---------------------------------------------------------------- hidden guns


def sees_flash(battle: Battle, observer: ClashStand, gun: ClashStand, cause: Event | None = None) -> bool:
    """Does an observer find a hidden gun that has fired: at once within 24 inches, else on 1d6 against his Rep?

    Rule: NUT-GUNS-05.
    """
    rules = (cite("NUT-GUNS-05"),)
    if within(geometry.distance(battle, observer, gun), number("gun", "seen_at_once_in")):
        return True
    return throws.passes(battle, 1, observer.rep, "flash", stand=observer, rules=rules, cause=cause).passed > 0
