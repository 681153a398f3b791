"""Men in the way of a vehicle: they step aside, jump clear or are run over. Rules: NUT-VINF-02, -03, NUT-ACT-04,
NUT-CHAR-05.
    DrivenAt -> Being Overrun -> stays and may use a charge | jumps 3in clear, Ducked Back | run over: damage by class
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wargame.board import Footprint, gap, inside_table, overlaps, snap
from wargame.engine import knowledge
from wargame.engine.events import Event, StandMoved
from wargame.engine.orders import Confirmed
from wargame.engine.requests import AnyRequest, Confirm
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    charges,
    damage,
    data,
    ladder,
    standing,
    stars,
    status,
    steps,
    throws,
    vehicle_moves,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll, VehicleCause
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, OUT, STUNNED, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import number, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
TEST = "being_overrun"
STAYS, JUMPS, RUN_OVER = "steps_aside", "jumps_clear", "run_over"
USE_CHARGE = "use_charge"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivenAt(VehicleCause):
    """A vehicle is about to drive over a man. Rule: NUT-VINF-02."""

    vehicle: str
    man: str
    heading_deg: float


def is_in_danger(man: ClashStand, vehicle: ClashStand) -> bool:
    """Is he on the ground before it, alive, and not fighting the vehicle himself? Rule: NUT-VINF-02."""
    return man.floor == vehicle.floor and not man.gone and man.status != OUT and man.charges != vehicle.id


def resolve(chain: Chain, cause: DrivenAt) -> Steps:
    """One man's Being Overrun. Rules: NUT-VINF-02, -03."""
    battle, man, vehicle = chain.battle, chain.stand(cause.man), chain.stand(cause.vehicle)
    if not man.in_play or not is_in_danger(man, vehicle) or not vehicles.fights(vehicle):
        return
    result, event = yield from _test(chain, man, cause.event)
    toll = Toll()
    if result == STAYS:
        yield from _stays(chain, toll, man, vehicle, event)
    elif result == JUMPS:
        jump_clear(battle, man, vehicle, cause.heading_deg, event)
    else:
        run_over(battle, toll, man, vehicle, event)
    if not toll.empty:
        chain.add(Aftermath(event=event, toll=toll))


def _test(chain: Chain, man: ClashStand, cause: Event | None) -> Generator[AnyRequest, Any, tuple[str, Event | None]]:
    """Pass two dice and stay, one and jump, none and be run over; who lies helpless does not test.

    Rule: NUT-VINF-02.
    """
    cite("NUT-VINF-02")
    if man.status in (STUNNED, HUNKERED):
        return RUN_OVER, cause
    results = {n: ladder.read(TEST, n).result for n in range(3)}
    chosen = yield from stars.free_will(chain.battle, man, (TEST,), results, cause)
    if chosen is not None:
        return results[chosen], cause
    passed = throws.group_test(chain.battle, TEST, [man], rules=(cite("NUT-VINF-02"),), cause=cause)
    return results[passed[man.id]], chain.battle.events[-1]


def _stays(chain: Chain, toll: Toll, man: ClashStand, vehicle: ClashStand, event: Event | None) -> Steps:
    """He steps aside where he is, or stays in his hole, and may use what he has readied, against the bottom.

    Rules: NUT-VINF-02, -03, NUT-ACT-04.
    """
    if is_dug_in(chain.battle, man):
        cite("NUT-VINF-03")
    if not charges.is_readied(man):
        return
    if not chain.state.groups[man.group].np:
        order = yield Confirm(
            side=man.side,
            purpose=USE_CHARGE,
            prompt=f"{man.name} stays as {vehicle.name} drives over him. Does he use his {man.readied}?",
            about=(man.id, vehicle.id),
            interrupt=USE_CHARGE,
            suggestion=Confirmed(yes=charges.can_hurt(man, vehicle, "bottom")),
            rules=(cite("NUT-VINF-02"), cite("NUT-ACT-04")),
        )
        if not order.yes:
            return
    elif not charges.can_hurt(man, vehicle, "bottom"):
        return
    charges.use(chain.battle, toll, man, vehicle, "bottom", event)


def run_over(battle: Battle, toll: Toll, man: ClashStand, vehicle: ClashStand, cause: Event | None) -> None:
    """Damage by the weight of the vehicle; in a trench or foxhole only on 1-2 of another die. Rule: NUT-VINF-03."""
    rules = (cite("NUT-VINF-03"),)
    if is_dug_in(battle, man):
        limit = whole("infantry", "trench_run_over")
        die = throws.read_die(battle, "trench", stand=man, needed=data.up_to(limit), rules=rules, cause=cause)
        if die.passed > limit:
            return
        cause = die.event
    damage.hit(battle, toll, man, vehicle_moves.class_value(vehicle, "run_over_impact"), vehicle.id, cause)


def is_dug_in(scene: Scene, man: ClashStand) -> bool:
    """Is he in a foxhole or trench? Rule: NUT-VINF-03."""
    cite("NUT-VINF-03")
    return man.dug_in or any(f.kind == "trench" for f in scene.board.features_at(man.x, man.y))


def jump_clear(
    battle: Battle, man: ClashStand, vehicle: ClashStand, heading_deg: float, cause: Event | None = None
) -> None:
    """He moves 3in out of the path, to the nearer side if there is room, and is Ducked Back. Rule: NUT-VINF-02."""
    rules = (cite("NUT-VINF-02"),)
    to = _clear_place(battle, man, vehicle, heading_deg)
    if to is not None:
        seen = knowledge.seen_by_for(battle.state, man.id)
        path = ((man.x, man.y), to)
        moved = StandMoved(
            stand=man.id,
            path=path,
            facing_deg=man.facing_deg,
            mode="jump",
            inches=round(math.dist(*path), 3),
            rules=rules,
            seen_by=seen,
        )
        steps.leave_hole(battle, man, battle.happen(moved, cause))
    status.set_status(battle, man, DUCKED, cause, rules)


def _clear_place(battle: Battle, man: ClashStand, vehicle: ClashStand, heading_deg: float) -> Point | None:
    """The place 3in aside, nearer if there is no room, on the nearer side first."""
    angle = math.radians(heading_deg)
    nx, ny = -math.sin(angle), math.cos(angle)
    side = 1.0 if (man.x - vehicle.x) * nx + (man.y - vehicle.y) * ny >= 0 else -1.0
    most = number("infantry", "jump_clear_in")
    for sign in (side, -side):
        for inches in (most, most - 0.5, most - 1.0, most - 1.5, most - 2.0):
            at = snap(man.x + sign * inches * nx), snap(man.y + sign * inches * ny)
            if _is_free(battle, man, at):
                return at
    return None


def _is_free(battle: Battle, man: ClashStand, at: Point) -> bool:
    base, table = Footprint(man.base, *at), battle.board.table
    if not inside_table(base, table.width_in, table.height_in):
        return False
    return not any(overlaps(base, standing.footprint(s)) for s in standing.on_table(battle, man.id))


# ---------------------------------------------------------------- afterwards


def step_out_from_under(battle: Battle, vehicle: ClashStand, cause: Event | None = None) -> None:
    """Men over whom a vehicle has come to a stop stand beside it. Rules: NUT-VINF-02, NUT-GEO-01."""
    from wargame.rulesets.clash_of_titans import crew_loss

    hull = vehicles.footprint(vehicle)
    for man in list(battle.state.stands.values()):
        if not isinstance(man, ClashStand) or not man.is_man or not man.in_play or man.floor:
            continue
        if gap(hull, vehicles.footprint(man)) > 0.0 or not overlaps(hull, vehicles.footprint(man)):
            continue
        at = crew_loss.place_beside(battle, vehicle, man, ())
        if at is None:
            continue
        cite("NUT-GEO-01")
        seen = knowledge.seen_by_for(battle.state, man.id)
        path = ((man.x, man.y), at)
        inches = round(math.dist(*path), 3)
        battle.happen(
            StandMoved(stand=man.id, path=path, facing_deg=man.facing_deg, mode="aside", inches=inches, seen_by=seen),
            cause,
        )
