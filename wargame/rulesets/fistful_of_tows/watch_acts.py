"""Acts on overwatch: mortars that neither moved nor fired, helicopters that pop up. Rules: FFT-MORT-01, FFT-HELO-06."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.fistful_of_tows import direct_acts, targets, units
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

KINDS = (direct_acts.MORTAR, direct_acts.POP_UP)


def has_mortars(stand: FistStand) -> bool:
    """Could it drop shells on overwatch? Rule: FFT-MORT-01."""
    return direct_acts.salvo_of(stand) is not None and not units.is_heli(stand)


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act is not possible on overwatch, or None."""
    stand = state_of(scene).stands.get(order.stand)
    if stand is None or order.act not in KINDS:
        return Refusal(text=f"There is no act {order.act!r} on overwatch.", kind="malformed")
    if stand.marker != "overwatch" or stand.doomed:
        return Refusal(text=f"{stand.name} is not on overwatch.", rules=(cite("FFT-OW-03"),), about=stand.id)
    if order.act == direct_acts.MORTAR and (stand.moved or _has_fired(scene, stand)):
        return Refusal(text=f"{stand.name} moved or fired.", rules=(cite("FFT-MORT-01"),), about=stand.id)
    if order.act == direct_acts.POP_UP and not _has_shots(scene, stand):
        return Refusal(text=f"{stand.name} has fired all its shots.", rules=(cite("FFT-OW-06"),), about=stand.id)
    return direct_acts.check(scene, order)


def _has_fired(scene: Scene, stand: FistStand) -> bool:
    return bool(stand.used) and stand.used_in == state_of(scene).player_turn


def _has_shots(scene: Scene, stand: FistStand) -> bool:
    return any(targets.may_use(scene, stand, w, now="overwatch") is None for w in targets.weapons_of(stand))


def orders(scene: Scene, stand: FistStand) -> list[Act]:
    """Legal acts of a stand on overwatch."""
    if stand.marker != "overwatch" or not stand.in_play:
        return []
    found = []
    if has_mortars(stand):
        found = [o for o in direct_acts.orders(scene, stand, direct_acts.MORTAR) if check(scene, o) is None]
    if units.is_heli(stand):
        up = Act(stand=stand.id, act=direct_acts.POP_UP)
        found += [up] if check(scene, up) is None else []
    return found


def rows(scene: Scene, stand: FistStand) -> tuple[ActRow, ...]:
    """Its acts as a panel shows them."""
    kinds = {o.act for o in orders(scene, stand)}
    return tuple(r for r in direct_acts.rows(scene, stand) if r.id in kinds)


def carry_out(battle: Battle, order: Act) -> Generator[AnyRequest, Any, None]:
    """Does it; mortars have fired all their overwatch then. Rules: FFT-MORT-01, FFT-OW-06."""
    stand = state_of(battle).stands[order.stand]
    yield from direct_acts.carry_out(battle, order)
    if order.act == direct_acts.MORTAR and stand.marker:
        rules = (cite("FFT-MORT-01"), cite("FFT-OW-06"))
        change(battle, stand, "overwatch_spent", rules, marker="")
