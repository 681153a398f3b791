"""The Indirect Fire segment: what batteries and aircraft can be asked for, and carrying it out. Rule: LW2-TURN-07."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Fire, Refusal, Shot
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import air, bridges, mines, missions, requests, units
from wargame.rulesets.lightning_war.features import ground, state_of
from wargame.rulesets.lightning_war.location import known_enemies
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SCATTER = "scatter_mines"


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why a mission, strike or field of scatter mines may not be asked for, or None."""
    stand = state_of(scene).stands[order.stand]
    if order.weapon == SCATTER:
        return _against_scattering(scene, stand, order)
    if units.is_aircraft(stand):
        if order.weapon or order.mode:
            return Refusal(text=f"{stand.name} has no weapon {order.weapon!r}.", kind="malformed")
        return air.check(scene, order)
    return missions.check(scene, order)


def _against_scattering(scene: Scene, stand: WarStand, order: Fire) -> Refusal | None:
    """Rules: LW2-MINE-08, -09."""
    if not stand.scatters or order.at is None:
        return Refusal(text=f"{stand.name} lays no scatter mines there.", rules=(cite("LW2-MINE-08"),))
    if stand.requested_turn and stand.requested_turn == state_of(scene).turn:
        return Refusal(text=f"{stand.name} has had its request of this game turn.", rules=(cite("LW2-ART-02"),))
    return mines.against_scattering(scene, order.at)


def carry_out(battle: Battle, order: Fire) -> Generator[AnyRequest, Any, None]:
    """Carries it out, with the other side's answer."""
    stand = state_of(battle).stands[order.stand]
    if order.weapon == SCATTER:
        air.scatter(battle, order)
    elif units.is_aircraft(stand):
        air.carry_out(battle, order)
    else:
        yield from missions.carry_out(battle, order)


def orders(scene: Scene, stand: WarStand) -> Iterator[Fire]:
    """What may be asked of a battery or of aircraft now: each located enemy, each standing bridge, empty places."""
    rows = [Fire(stand=stand.id, targets=(Shot(e.id),)) for e in known_enemies(scene, stand.side)]
    rows += [Fire(stand=stand.id, at=bridges.middle(f)) for f in scene.board.features if f.kind == "bridge"]
    if stand.scatters:
        made = ground(scene.board).graph
        centres = [p.shape.representative_point() for p in made.places]
        rows += [Fire(stand=stand.id, weapon=SCATTER, at=(round(c.x, 3), round(c.y, 3))) for c in centres]
    for order in rows:
        if check(scene, order) is None:
            yield order


def able(scene: Scene, side: str, group: str) -> list[WarStand]:
    """Batteries and aircraft that a platoon can ask for something now. Rule: LW2-ART-02."""
    return [b for b in requests.batteries(scene, side, group) if next(orders(scene, b), None) is not None]
