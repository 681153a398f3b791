"""Who is Outgunned by what shot at him. Rules: NUT-OGUN-01 to -05."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from wargame.board import within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import ammunition, attributes, data, geometry, vehicles
from wargame.rulesets.clash_of_titans.causes import Incoming
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import armour, main_gun

HEAVY_BLAST_IN = 5.0
"""A blast of this circle or more outguns men on foot (NUT-OGUN-04)."""


@functools.cache
def rank_of(weapon: str) -> int:
    """Rank of a weapon by table `outgunned`; what bursts has the rank of its size. Rule: NUT-OGUN-01."""
    cite("NUT-OGUN-01")
    found = data.weapons().get(data.short_name(weapon))
    if found is not None:
        return found.rank
    for r in data.rows("outgunned"):
        if weapon and weapon in r["weapons"]:
            return int(r["rank"])
    burst = data.blast_weapons().get(weapon)
    if burst is not None and burst.circle_in >= HEAVY_BLAST_IN:
        return max(int(r["rank"]) for r in data.rows("outgunned"))
    return 0


def own_rank(scene: Scene, stand: ClashStand, shooter: ClashStand | None) -> int:
    """Rank of what a man has in hand, 0 if it does not reach the shooter; a gun's crew counts the gun.

    Rules: NUT-OGUN-01, -05.
    """
    gun = state_of(scene).stands.get(stand.mans) if stand.mans else None
    if gun is not None and not gun.gone:
        cite("NUT-OGUN-05")
        barrel = main_gun(gun)
        return barrel.rank if barrel is not None else 0
    weapon = data.weapons().get(data.short_name(stand.in_hand))
    if weapon is not None and shooter is not None:
        cite("NUT-OGUN-01")
        if not within(geometry.distance(scene, stand, shooter), weapon.range_in):
            return 0
    return rank_of(stand.in_hand)


def is_outgunned(scene: Scene, stand: ClashStand, incoming: Iterable[Incoming]) -> bool:
    """Is a figure Outgunned by any of what shot at it? Rules: NUT-OGUN-01 to -05, NUT-RFIRE-08."""
    cite("NUT-OGUN-02")
    if is_never(stand):
        return False
    return any(_outguns(scene, stand, one) for one in incoming)


def is_never(stand: ClashStand) -> bool:
    """Fanatics and Stars with an automatic weapon are never Outgunned. Rules: NUT-OGUN-03, NUT-ATTR-05."""
    if attributes.has(stand, "Fanatic"):
        cite("NUT-ATTR-05")
        return True
    weapon = data.weapons().get(data.short_name(stand.in_hand))
    if stand.star and weapon is not None and weapon.targets >= 3:
        cite("NUT-OGUN-03")
        return True
    return False


def _outguns(scene: Scene, stand: ClashStand, one: Incoming) -> bool:
    state = state_of(scene)
    shooter = state.stands.get(one.shooter) if one.shooter else None
    on_foot = stand.is_man and not stand.carrier and not stand.mans
    if one.heavy and on_foot:
        cite("NUT-OGUN-04")
        return True
    if one.from_afv and on_foot and shooter is not None and not can_penetrate(stand, shooter):
        cite("NUT-OGUN-04")
        return True
    return one.rank > own_rank(scene, stand, shooter)


def can_penetrate(stand: ClashStand, vehicle: ClashStand) -> bool:
    """Has a man any weapon able to penetrate the facing that an AFV shows him? Rule: NUT-OGUN-04."""
    if vehicle.spec is None:
        return True
    rating = armour(vehicle.spec, vehicles.face_towards(vehicle, (stand.x, stand.y)))
    for name in stand.weapons:
        if ammunition.rounds_left(stand, name) == 0:
            continue
        row = data.weapons().get(data.short_name(name)) or data.blast_weapons().get(name)
        if row is not None and row.apr > rating:
            return True
    return False
