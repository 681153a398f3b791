"""A player's fire order: is it legal, what it means to the volley, and the plain way to give one.

An order that allots fewer dice than the weapon has names only its first target; the rest is allotted when it is carried
out. Rules: NUT-ACT-02, -03, NUT-FIRE-01, -06, -13, -14, -15, NUT-VGUN-03.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wargame.board import within
from wargame.engine.orders import Fire, Refusal, Shot
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.clash_of_titans import (
    acts,
    allot,
    burning,
    crew,
    data,
    geometry,
    gun_targets,
    guns,
    lines,
    looking,
    shooting,
    special_fire,
    spots,
    targets,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.rulesets.clash_of_titans.shooting import Gunner

ROUNDS = ("AP", "HE")
LOCATIONS = ("hull", "turret")
STOREY = "storey"
"""Word of an order's mode, with a number, for the storey of a building that is fired at (NUT-BLDG-09)."""
SPOT_HIGH_IN = 0.5


def may_shoot(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a figure has no voluntary shooting now, or None. Rules: NUT-ACT-02, -03, NUT-COLL-04."""
    cite("NUT-ACT-02")
    if stand.is_man and stand.shot:
        return Refusal(text=f"{stand.name} has shot in this activation.", rules=("NUT-ACT-02",), about=stand.id)
    if stand.acted and not acts.may_shoot_after(stand.acted):
        return Refusal(text=f"{stand.name} did something else.", rules=(cite("NUT-ACT-03"),), about=stand.id)
    if stand.finished or stand.charges:
        return Refusal(text=f"{stand.name} can do nothing more.", rules=(cite("NUT-ACT-01"),), about=stand.id)
    return burning.refusal(scene, stand)


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why a shot may not be fired, or None. Rules: NUT-FIRE-01, -06, -14, NUT-ACT-02."""
    stand = state_of(scene).stands[order.stand]
    refusal = may_shoot(scene, stand)
    if refusal is not None:
        return refusal
    if order.at is None and not order.targets:
        return _no("Name a target, or a place to fire at.", stand)
    unknown = next((s.target for s in order.targets if s.target not in state_of(scene).stands), None)
    if unknown is not None:
        return _no("There is no such target.", stand)
    if not stand.is_man:
        return _check_gun(scene, stand, order)
    return _check_man(scene, stand, order)


def _no(text: str, stand: ClashStand, rule: str = "") -> Refusal:
    return Refusal(
        text=text, rules=(cite(rule),) if rule else (), kind="illegal" if rule else "malformed", about=stand.id
    )


# ---------------------------------------------------------------- men


def _check_man(scene: Scene, stand: ClashStand, order: Fire) -> Refusal | None:
    if special_fire.handles(scene, order):
        return special_fire.check(scene, order)
    name = order.weapon or stand.in_hand
    weapon = targets.weapon_of(stand, name)
    if weapon is None:
        return _no(f"{stand.name} does not fire a {name} like that.", stand)
    refusal = targets.unfit(scene, stand, name)
    if refusal is not None:
        return refusal
    if order.at is not None:
        return _check_spot(scene, stand, weapon, order)
    for shot in order.targets:
        refusal = targets.refusal(scene, stand, weapon, state_of(scene).stands[shot.target])
        if refusal is not None:
            return refusal
    return _check_dice(scene, stand, weapon.name, order)


def _check_dice(scene: Scene, stand: ClashStand, weapon: str, order: Fire) -> Refusal | None:
    """The dice and the strip of the targets. Rules: NUT-FIRE-06, NUT-GEO-09."""
    gunner = shooting.gunner_of(scene, FireOrder(stand=stand.id, weapon=weapon))
    dice = shooting.dice_of(scene, gunner)
    wanted = [(shot.target, shot.shots) for shot in order.targets]
    total = sum(count for _, count in wanted)
    if total < dice and len(wanted) == 1:
        return None
    reach = targets.reach_of(scene, stand, gunner.weapon)
    return allot.refusal(dice, lines.pose_of(scene, stand).at, wanted, _places(scene, wanted), reach)


def _places(scene: Scene, wanted: list[tuple[str, int]]) -> dict[str, tuple[float, float]]:
    return {name: lines.pose_of(scene, state_of(scene).stands[name]).at for name, _ in wanted}


def _check_spot(scene: Scene, stand: ClashStand, weapon: data.Weapon, order: Fire) -> Refusal | None:
    """Fire at a spot within range. Rule: NUT-FIRE-14."""
    cite("NUT-FIRE-14")
    if order.targets or order.at is None:
        return _no("Fire at a target or at a place, not both.", stand)
    return spots.refusal(scene, stand, weapon, order.at)


# ---------------------------------------------------------------- vehicles and guns


def _check_gun(scene: Scene, body: ClashStand, order: Fire) -> Refusal | None:
    """A weapon of a vehicle or gun. Rules: NUT-VGUN-03, -08, NUT-CREW-04, NUT-GUNS-01."""
    if order.weapon not in gun_targets.weapons_of(body):
        return _no(f"{body.name} has no weapon {order.weapon!r}.", body)
    words = order.mode.split()
    if any(word not in (*ROUNDS, *LOCATIONS) and not word.startswith(STOREY) for word in words):
        return _no("Say AP or HE, hull or turret, or the storey of a building (storey0, storey1 …).", body)
    loaded = gun_targets.loaded_with(body, order.weapon)
    if any(word in ROUNDS and word != loaded for word in words):
        return _no(f"The gun is loaded with {loaded or 'nothing'}.", body, "NUT-VGUN-01")
    if not gun_targets.is_ready(body, order.weapon):
        return _no("That gun is not loaded.", body, "NUT-VGUN-01")
    if not has_gunner(scene, body, order.weapon):
        return _no("Nobody of the crew can fire that now.", body, "NUT-CREW-04")
    if special_fire.handles(scene, order):
        return special_fire.check(scene, order)
    pivot = gun_targets.pivot_deg(body)
    for shot in order.targets:
        target = state_of(scene).stands[shot.target]
        refusal = gun_targets.refusal(scene, body, order.weapon, target, pivot)
        if refusal is not None:
            return refusal
    if order.at is not None:
        return _check_point(scene, body, order.weapon, order.at, pivot)
    return None if gun_targets.is_single(body, order.weapon) else _check_mount(scene, body, order)


def mounted_targets(scene: Scene, body: ClashStand, weapon: str = "") -> list[Target]:
    """Known enemies as targets of a weapon of a vehicle or gun, nearest first, refused ones with the reason.

    Rule: NUT-FIRE-08.
    """
    cite("NUT-FIRE-08")
    name = weapon or next(iter(gun_targets.weapons_of(body)), "")
    if not name:
        return []
    rows = []
    for enemy in targets.enemies(scene, body.side):
        why = check(scene, Fire(stand=body.id, weapon=name, targets=(Shot(enemy.id),)))
        rows.append(Target(stand=enemy.id, range_in=round(geometry.distance(scene, body, enemy), 3), refusal=why))
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def _check_point(
    scene: Scene, body: ClashStand, weapon: str, at: tuple[float, float], pivot_deg: float
) -> Refusal | None:
    """A place as the target of a gun. Rules: NUT-HE-04, NUT-GEO-08, NUT-FIRE-01."""
    if not within(geometry.distance_to(scene, body, at), gun_targets.reach_in(body, weapon)):
        return _no("That place is out of range.", body, "NUT-FIRE-01")
    if not vehicles.can_bear(body, weapon, at, pivot_deg):
        return _no("That place is outside the arc.", body, "NUT-GEO-08")
    end = looking.End(lines.pose_at(scene, at, SPOT_HIGH_IN), True, False, "")
    eye = looking.end_of(scene, body, lines.pose_of(scene, body))
    look = looking.Look(eye, end, geometry.distance_to(scene, body, at), False)
    if not looking.are_open(scene, [look])[0]:
        return _no("No line of sight to that place.", body, "NUT-FIRE-01")
    return None


def has_gunner(scene: Scene, body: ClashStand, weapon: str) -> bool:
    """Is there a man who can fire it in this activation? Rules: NUT-CREW-02, -04."""
    state = state_of(scene)
    if body.is_gun:
        return guns.gunner(state, body) is not None and not body.shot
    return crew.shooter(state, body, weapon) is not None


def _check_mount(scene: Scene, body: ClashStand, order: Fire) -> Refusal | None:
    gunner = _mount_gunner(scene, body, order.weapon)
    wanted = [(shot.target, shot.shots) for shot in order.targets]
    dice = shooting.dice_of(scene, gunner)
    if len(wanted) == 1 and wanted[0][1] < dice:
        return None
    return allot.refusal(dice, lines.pose_of(scene, body).at, wanted, _places(scene, wanted), gunner.weapon.range_in)


def _mount_gunner(scene: Scene, body: ClashStand, weapon: str) -> Gunner:
    return shooting.gunner_of(scene, FireOrder(stand=body.id, weapon=weapon, by=_by(scene, body, weapon)))


def _by(scene: Scene, body: ClashStand, weapon: str) -> str:
    state = state_of(scene)
    found = _worker(state, body, weapon)
    return found.man.id if found is not None else ""


def _worker(state: ClashState, body: ClashStand, weapon: str) -> crew.Worker | None:
    """The man who fires it, with what that costs him. Rules: NUT-CREW-02, -04, NUT-GUNS-01."""
    return guns.gunner(state, body) if body.is_gun else crew.shooter(state, body, weapon)


# ---------------------------------------------------------------- to the volley


def fire_order(scene: Scene, order: Fire) -> FireOrder:
    """A player's order as the volley takes it. Rules: NUT-FIRE-06, NUT-CREW-02."""
    words = order.mode.split()
    body = state_of(scene).stands[order.stand]
    weapon = order.weapon or body.in_hand
    worker = None if body.is_man else _worker(state_of(scene), body, weapon)
    by = worker.man.id if worker is not None else ""
    if special_fire.handles(scene, order):
        return replace(special_fire.fire_order(scene, order), by=by)
    single = not body.is_man and gun_targets.is_single(body, weapon)
    made = FireOrder(
        stand=order.stand,
        weapon=weapon,
        by=by,
        modifiers=worker.modifiers if worker is not None else (),
        at=order.at,
        targets=tuple((shot.target, shot.shots) for shot in order.targets),
        floor=storey(words),
        round=next((word for word in words if word in ROUNDS), ""),
        location=next((word for word in words if word in LOCATIONS), ""),
    )
    if single or order.at is not None or not _allots_too_few(scene, made):
        return made
    return _open(scene, made)


def _allots_too_few(scene: Scene, made: FireOrder) -> bool:
    return sum(dice for _, dice in made.targets) < shooting.dice_of(scene, shooting.gunner_of(scene, made))


def storey(words: Sequence[str]) -> int:
    """The storey that the words of an order's mode name, 0 for none. Rule: NUT-BLDG-09."""
    found = next((word[len(STOREY) :] for word in words if word.startswith(STOREY)), "")
    return int(found) if found.isdigit() else 0


def _open(scene: Scene, made: FireOrder) -> FireOrder:
    """An order that names its first target only: the rest may go to whoever is in the strip."""
    first = made.targets[0][0]
    return replace(
        made, targets=(), candidates=(first, *(n for n in _others(scene, made) if n != first)), first=(first,)
    )


def _others(scene: Scene, made: FireOrder) -> list[str]:
    state = state_of(scene)
    body = state.stands[made.stand]
    if body.is_man:
        return [s.id for s in targets.able_targets(scene, body, made.weapon)]
    return [s.id for s in targets.enemies(scene, body.side) if gun_targets.refusal(scene, body, made.weapon, s) is None]


def plain(scene: Scene, stand: ClashStand, weapon: str, target: ClashStand) -> Fire:
    """All dice of a man's weapon at one target and those in the strip about it. Rules: NUT-FIRE-06, NUT-GEO-09."""
    gunner = shooting.gunner_of(scene, FireOrder(stand=stand.id, weapon=weapon))
    dice = shooting.dice_of(scene, gunner)
    if dice <= 1:
        return Fire(stand=stand.id, weapon=weapon, targets=(Shot(target.id, max(1, dice)),))
    origin = lines.pose_of(scene, stand).at
    reach = targets.reach_of(scene, stand, gunner.weapon)
    places = {s.id: lines.pose_of(scene, s).at for s in targets.able_targets(scene, stand, weapon)}
    inside = {n: at for n, at in places.items() if allot.in_swath(origin, places[target.id], at, dice, reach)}
    names = allot.numbered(origin, target.id, inside)
    return Fire(stand=stand.id, weapon=weapon, targets=tuple(Shot(n, d) for n, d in allot.spread(dice, names) if d > 0))
