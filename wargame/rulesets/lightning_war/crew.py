"""Crews and riders after a hit. Rules: LW2-ABAN-01 to -05, LW2-RIDE-01 to -04, LW2-IAT-05, LW2-MOR-19, -21."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import snap, snap_facing
from wargame.engine.events import Event, StandChanged, StandPlaced
from wargame.engine.knowledge import seen_by_for
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import damage, morale, standing_ground
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.features import kind_of, state_of
from wargame.rulesets.lightning_war.ground import TOWN, WOODS
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def after_hit(battle: Battle, vehicle: WarStand, *, crew_tests: bool, tests: Tests, cause: Event) -> None:
    """A hit that did not disable: the crew's test, then riders, then the tank's own test for losing them.

    Rules: LW2-ABAN-01, LW2-RIDE-01 to -03.
    """
    if crew_tests and not _crew_stays(battle, vehicle, tests, cause):
        return
    riders = [s for s in state_of(battle).stands.values() if s.carrier == vehicle.id and not s.gone]
    for rider in riders:
        dismount_by_fire(battle, vehicle, rider, tests, cause)
    if riders and kind_of(battle, vehicle) in TOWN | WOODS and not vehicle.gone:
        group = state_of(battle).groups[vehicle.group]
        if not morale.throw(battle, group, "riders_lost", vehicle.id, cause, cite("LW2-RIDE-03")):
            changes = (("must_leave", True),)
            rules = (cite("LW2-RIDE-04"),)
            battle.happen(StandChanged(stand=vehicle.id, changes=changes, why="must_leave", rules=rules), cause)
            cite("LW2-INIT-11")
            state_of(battle).lost |= group.side == state_of(battle).initiative


def _crew_stays(battle: Battle, vehicle: WarStand, tests: Tests, cause: Event) -> bool:
    """The crew's pinning test; if it fails the vehicle is a prize. Rules: LW2-ABAN-01 to -05, LW2-IAT-05."""
    cite("LW2-IAT-05")
    if morale.pinning_test(battle, vehicle, "crew", cause, cite("LW2-ABAN-01")):
        return True
    cite("LW2-ABAN-02")
    cite("LW2-ABAN-05")
    damage.disable(battle, vehicle, tests, None, cause, why=damage.ABANDONED)
    return False


def dismount_by_fire(battle: Battle, vehicle: WarStand, rider: WarStand, tests: Tests, cause: Event) -> None:
    """Riders get off at once and take a pinning test. Rules: LW2-RIDE-01, -02, LW2-MOR-21."""
    place = standing_ground.beside(battle, vehicle, rider)
    if place is None:
        damage.disable(battle, rider, tests, None, cause)
        return
    seen = seen_by_for(battle.state, rider.id)
    x, y = place
    facing = snap_facing(vehicle.facing_deg)
    rules = (cite("LW2-RIDE-01"),)
    placed = StandPlaced(
        stand=rider.id, x=snap(x), y=snap(y), facing_deg=facing, why="dismount_by_fire", rules=rules, seen_by=seen
    )
    battle.happen(placed, cause)
    rider.moved_cycle = max(1, state_of(battle).cycle)
    if not morale.pinning_test(battle, rider, "riders", cause, cite("LW2-RIDE-02")):
        morale.pin(battle, rider, cite("LW2-RIDE-02"), cause)
        tests.owe(rider.group)
