"""Carriers, passengers and towed guns. Rules: CFV-MOVE-11, -12."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import gap, snap, snap_facing, within
from wargame.engine import knowledge
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import movement, standing_ground, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import reveal_those_found, state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

BESIDE_IN = 1.0
"""Passenger and carrier must be this near to each other."""


def passengers(scene: Scene, carrier: VipersStand) -> list[VipersStand]:
    """Who is aboard."""
    return [s for s in state_of(scene).stands.values() if s.carrier == carrier.id and not s.gone]


def carriers_near(scene: Scene, stand: VipersStand) -> list[VipersStand]:
    """Friendly carriers beside a unit that have room for it."""
    mine = units.footprint(stand)
    return [
        c
        for c in state_of(scene).stands.values()
        if c.side == stand.side
        and c.id != stand.id
        and c.in_play
        and c.ratings.capacity > len(passengers(scene, c))
        and within(gap(mine, units.footprint(c)), BESIDE_IN)
    ]


def can_ride(stand: VipersStand) -> bool:
    """Is it a unit that carriers take: men on foot (mortars included)? Guns are limbered instead."""
    return units.is_on_foot(stand)


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why this loading or unloading is not possible, or None. Rules: CFV-MOVE-11, -12."""
    stand = state_of(scene).stands[order.stand]
    refusal = _unused(stand)
    if refusal is not None:
        return refusal
    if order.act in ("mount", "limber"):
        return _check_loading(scene, stand, order)
    if order.act == "unlimber" and stand.tow and not stand.carrier:
        return None if stand.limbered else _no(f"{stand.name} is not limbered.", stand, "CFV-MOVE-12")
    return _check_unloading(scene, stand, order)


def _unused(stand: VipersStand) -> Refusal | None:
    if stand.activated or stand.moved or stand.attacked or stand.busy:
        return _no(f"{stand.name} has been used in this go.", stand, "CFV-MOVE-11")
    return None


def _check_loading(scene: Scene, stand: VipersStand, order: Act) -> Refusal | None:
    gun = order.act == "limber"
    rule = "CFV-MOVE-12" if gun else "CFV-MOVE-11"
    if stand.carrier or (units.is_gun(stand) if not gun else not units.is_deployed_gun(stand)):
        return _no(f"{stand.name} cannot {order.act}.", stand, rule)
    if not gun and not can_ride(stand):
        return _no(f"{stand.name} does not ride on carriers.", stand, rule)
    if gun and stand.tow:
        return None
    near = {c.id: c for c in carriers_near(scene, stand)}
    if not near:
        return _no("No carrier with room is within 1 in.", stand, rule)
    carrier = near.get(order.target or next(iter(near)))
    if carrier is None:
        return _no("That carrier is too far away or full.", stand, rule)
    return _carrier_able(carrier, gun)


def _carrier_able(carrier: VipersStand, gun: bool) -> Refusal | None:
    if gun and (carrier.activated or carrier.spent > 0):
        return _no(f"{carrier.name} has been used; hitching a gun takes its whole go.", carrier, "CFV-MOVE-12")
    if not gun and movement.left(carrier) < half_of(carrier) - 1e-9:
        return _no(f"{carrier.name} has less than half its allowance left.", carrier, "CFV-MOVE-11")
    return None


def half_of(carrier: VipersStand) -> float:
    """Points that loading or unloading costs a carrier. Rule: CFV-MOVE-11."""
    return movement.allowance(carrier) * float(tables()["movement_limits"]["mount_or_dismount_carrier_fraction"])


def _check_unloading(scene: Scene, stand: VipersStand, order: Act) -> Refusal | None:
    gun = order.act == "unlimber"
    rule = "CFV-MOVE-12" if gun else "CFV-MOVE-11"
    carrier = state_of(scene).stands.get(stand.carrier or "")
    if carrier is None or gun != units.is_gun(stand):
        return _no(f"{stand.name} cannot {order.act}.", stand, rule)
    refusal = _carrier_able(carrier, gun)
    if refusal is not None:
        return refusal
    if order.at is None:
        if beside(scene, stand, carrier) is None:
            return _no("There is no room beside the carrier.", stand, rule)
        return None
    return _check_spot(scene, stand, carrier, order.at, rule)


def _check_spot(scene: Scene, stand: VipersStand, carrier: VipersStand, at: Point, rule: str) -> Refusal | None:
    there = units.footprint(stand)._replace(x=at[0], y=at[1], facing_deg=carrier.facing_deg)
    if not within(gap(there, units.footprint(carrier)), BESIDE_IN):
        return _no("It has to stand within 1 in of the carrier.", stand, rule)
    return standing_ground.may_stand(scene, stand, at[0], at[1], carrier.facing_deg)


def beside(scene: Scene, stand: VipersStand, carrier: VipersStand) -> Point | None:
    """A free place beside the carrier, behind it first."""
    reach = carrier.base.radius + stand.base.radius + 0.05
    for distance in (reach, reach + 0.4):
        for turn in (180, 150, 210, 120, 240, 90, 270, 60, 300, 30, 330, 0):
            angle = math.radians(carrier.facing_deg + turn)
            x, y = snap(carrier.x + math.cos(angle) * distance), snap(carrier.y + math.sin(angle) * distance)
            if _check_spot(scene, stand, carrier, (x, y), "CFV-MOVE-11") is None:
                return x, y
    return None


def carry_out(battle: Battle, order: Act) -> None:
    """Loads or unloads. Rules: CFV-MOVE-11, -12."""
    stand = state_of(battle).stands[order.stand]
    if order.act in ("mount", "limber"):
        _load(battle, stand, order)
    elif order.act == "unlimber" and not stand.carrier:
        _change(
            battle,
            stand,
            (("limbered", False), ("activated", True), ("busy", "unlimbering")),
            "unlimber",
            "CFV-MOVE-12",
        )
    else:
        _unload(battle, stand, order)


def _load(battle: Battle, stand: VipersStand, order: Act) -> None:
    gun = order.act == "limber"
    if gun and stand.tow:
        _change(
            battle, stand, (("limbered", True), ("activated", True), ("busy", "limbering")), "limber", "CFV-MOVE-12"
        )
        return
    near = {c.id: c for c in carriers_near(battle, stand)}
    carrier = near[order.target or next(iter(near))]
    changes = (("carrier", carrier.id), ("on_table", False), ("activated", True), ("moved", True), ("limbered", gun))
    _change(battle, stand, (*changes, ("busy", f"{order.act}ing")), order.act, _rule(gun))
    _burden(battle, carrier, gun, order.act)


def _unload(battle: Battle, stand: VipersStand, order: Act) -> None:
    state, gun = state_of(battle), order.act == "unlimber"
    carrier = state.stands[stand.carrier or ""]
    at = order.at or beside(battle, stand, carrier)
    assert at is not None
    battle.happen(
        StandPlaced(
            stand=stand.id,
            x=snap(at[0]),
            y=snap(at[1]),
            facing_deg=snap_facing(carrier.facing_deg),
            why=order.act,
            rules=(cite(_rule(gun)),),
            seen_by=knowledge.seen_by_for(state, carrier.id),
        )
    )
    changes = (("activated", True), ("moved", True), ("limbered", False))
    _change(battle, stand, (*changes, ("busy", "unlimbering" if gun else "")), order.act, _rule(gun))
    _burden(battle, carrier, gun, order.act)
    reveal_those_found(battle, [stand])


def _burden(battle: Battle, carrier: VipersStand, gun: bool, act: str) -> None:
    if gun:
        _change(battle, carrier, (("activated", True), ("busy", f"{act}ing")), act, "CFV-MOVE-12")
    else:
        _change(battle, carrier, (("spent", round(carrier.spent + half_of(carrier), 3)),), act, "CFV-MOVE-11")


def _rule(gun: bool) -> str:
    return "CFV-MOVE-12" if gun else "CFV-MOVE-11"


def _change(battle: Battle, stand: VipersStand, changes: tuple[tuple[str, object], ...], why: str, rule: str) -> None:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=(cite(rule),), seen_by=seen))


def _no(text: str, stand: VipersStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id)
