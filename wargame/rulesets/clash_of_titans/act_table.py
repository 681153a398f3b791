"""All acts of all chapters in one table: who offers them and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import acts, burning, stairs, throwing_acts, vehicle_acts, wound_acts
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.extensions import CHAPTERS
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]


@dataclass(frozen=True, slots=True)
class Provider:
    """A chapter's acts. `rows`: those a stand is offered, refused ones with the reason; `check`: why an order with its
    target or place may not be given, beyond what the row says."""

    rows: Callable[[Scene, ClashStand], list[ActRow]]
    carry_out: Callable[[Battle, Activation, Act], Steps]
    check: Callable[[Scene, Act], Refusal | None] | None = None
    targets: Callable[[Scene, ClashStand, str], list[str]] | None = None
    """Ids that an act which needs a stand may name."""
    points: Callable[[Scene, ClashStand, str], list[tuple[float, float]]] | None = None
    """Some places that an act which needs one may name."""


def _join_targets(scene: Scene, stand: ClashStand, act: str) -> list[str]:
    from wargame.rulesets.clash_of_titans import parts

    state = state_of(scene)
    if act != "join":
        return []
    groups = parts.joinable(state, stand.group)
    return [next(s.id for s in state.stands.values() if s.group == g and not s.gone) for g in groups]


PROVIDERS: tuple[Provider, ...] = (
    Provider(acts.rows, acts.carry_out, None, _join_targets),
    Provider(vehicle_acts.rows, vehicle_acts.carry_out, None, vehicle_acts.targets),
    Provider(throwing_acts.rows, throwing_acts.carry_out, throwing_acts.check, None, throwing_acts.points),
    Provider(stairs.rows, stairs.carry_out),
    Provider(wound_acts.rows, wound_acts.carry_out, None, wound_acts.targets),
)
"""In the order in which the action bar shows them."""


WAYS_OUT = ("fast_move", "split", "join", "stand_up", "pack", "leave", "leave_gun", "stairs", "break_off", "put_down")
"""Acts of a man who stands in a burning place: those that get him out of it (NUT-COLL-04)."""


def rows(scene: Scene, stand: ClashStand) -> tuple[ActRow, ...]:
    """All acts that a stand is offered; in a burning place he has to get out first. Rule: NUT-COLL-04."""
    found = [row for provider in PROVIDERS for row in provider.rows(scene, stand)]
    found += [row for _, row in CHAPTERS().offers(scene, stand.id)]
    burns = burning.refusal(scene, stand)
    if burns is None:
        return tuple(found)
    return tuple(row if acts.word(row.id) in WAYS_OUT else msgspec.structs.replace(row, refusal=burns) for row in found)


def _provider(scene: Scene, stand: ClashStand, act: str) -> Provider | None:
    return next((p for p in PROVIDERS if any(row.id == act for row in p.rows(scene, stand))), None)


def targets(scene: Scene, stand: ClashStand, act: str) -> list[str]:
    """Ids that an act which needs a stand may name, in order."""
    provider = _provider(scene, stand, act)
    return provider.targets(scene, stand, act) if provider is not None and provider.targets is not None else []


def points(scene: Scene, stand: ClashStand, act: str) -> list[tuple[float, float]]:
    """Some places that an act which needs one may name, in order."""
    provider = _provider(scene, stand, act)
    return provider.points(scene, stand, act) if provider is not None and provider.points is not None else []


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act may not be ordered, or None."""
    stand = state_of(scene).stands[order.stand]
    row = next((row for row in rows(scene, stand) if row.id == order.act), None)
    if row is None:
        return Refusal(text=f"{stand.name} cannot do {order.act!r} here.", kind="malformed", about=stand.id)
    if row.refusal is not None:
        return row.refusal
    provider = _provider(scene, stand, order.act)
    asks = row.needs == "stand" and provider is not None and provider.targets is not None
    if asks and order.target not in targets(scene, stand, order.act):
        return Refusal(text=f"{row.name} needs one of those it can be done to.", kind="malformed", about=stand.id)
    if row.needs == "point" and order.at is None:
        return Refusal(text=f"{row.name} needs a place.", kind="malformed", about=stand.id)
    return provider.check(scene, order) if provider is not None and provider.check is not None else None


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Do an act."""
    stand = state_of(battle).stands[order.stand]
    provider = _provider(battle, stand, order.act)
    if provider is not None:
        yield from provider.carry_out(battle, active, order)
        return
    action = CHAPTERS().action(battle.state, order.act)
    if action is not None:
        yield from action.carry_out(battle, order)
