"""The rulebook as one object: what the engine, the scenarios, the players and the tabletop ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from wargame.board.routes import Reach
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Reaction
from wargame.engine.conditions import LOSSES
from wargame.engine.options import RuleOption
from wargame.engine.orders import Move, Order
from wargame.engine.ruleset import MovePrice, Scene, Target, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.state import Stand, State
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import (
    advice,
    air,
    air_odds,
    appraise,
    black_marks,
    cards,
    data,
    force,
    ground,
    guess,
    legal,
    losses_tally,
    movement,
    observation,
    overrun,
    places_fight,
    places_worth,
    samples,
    setup,
    targets,
    turn,
    units,
    ways,
    words,
)
from wargame.rulesets.fascist_vipers.state import VipersStand, VipersState
from wargame.rulesets.rulebook import Chapters, Rulebook

Point = tuple[float, float]


class Judge:
    """Words for conditions: classes of units, states of groups."""

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """category, troop type, armour class, quality, and teeth, recon, vehicle, afv, gun, foot, infantry,
        aircraft."""
        return setup.classes_of(cast(VipersStand, stand))

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """destroyed, off_table, faltering, crisis, surrendered, fanatic, go_to_ground, run_away; "broken" is any bad
        one."""
        return losses_tally.group_states(cast(VipersState, state), group)

    def is_lost(self, stand: Stand) -> bool:
        """Destroyed, surrendered or dispersed."""
        return stand.gone in LOSSES


class FascistVipers(Rulebook):
    """Crush the Fascist Vipers!"""

    name = "fascist_vipers"
    title = "Crush the Fascist Vipers!"
    RULES_VERSION = 2
    state_type: type[State] = VipersState
    force_line = force.ForceLine
    options: tuple[RuleOption, ...] = ()
    judge = Judge()
    chapters = Chapters(
        data=data,
        ground=ground,
        setup=setup,
        legal=legal,
        samples=samples,
        cards=cards,
        appraise=appraise,
        places=places_worth,
        advice=advice,
        guess=guess,
        words=words,
    )

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Lines of the unit list."""
        return [
            UnitLine(
                id=r.unit_id,
                name=r.unit,
                nation=r.nation,
                years=(r.year_from, r.year_to),
                classes=(r.category, r.troop_type, r.armour_class, r.quality),
            )
            for r in data.units().values()
            if nation in ("", r.nation) and (year == 0 or r.year_from <= year <= r.year_to)
        ]

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps."""
        return turn.SEQUENCE

    # -- questions

    def reach(self, scene: Scene, stand: str, mode: str = "", cell_in: float = 0.25) -> Reach | None:
        """Where a stand may go."""
        found = _stand(scene, stand)
        return movement.reach_of(scene, found, mode, cell_in) if found.in_play else None

    def price(self, scene: Scene, stand: str, path: Sequence[Point], mode: str = "") -> MovePrice:
        """What a path costs."""
        return movement.plan(scene, _stand(scene, stand), path, mode).price

    def sight(self, scene: Scene, a: str | Point, b: str | Point) -> Sight:
        """The sight record between stands or places."""
        (ax, ay), (bx, by) = _place(scene, a), _place(scene, b)
        return observation.record(scene.board, ax, ay, bx, by)

    def targets(self, scene: Scene, stand: str, weapon: str = "") -> list[Target]:
        """Enemies as targets of direct fire."""
        found = _stand(scene, stand)
        if units.is_aircraft(found):
            return _air_targets(scene, found, weapon)
        return targets.targets(scene, found) if found.in_play and weapon != "burst" else []

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who strikes back at a move on its way: Soft units driven over."""
        if not isinstance(order, Move):
            return ()
        stand = _stand(scene, order.stand)
        plan = movement.plan(scene, stand, order.path, order.mode, order.facing_deg)
        return tuple(overrun.reactions_on(scene, stand, plan.path))

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> list[tuple[tuple[float, float], ...]]:
        """Paths that lead a stand to what it is sent to, as far as so many points lead, and less far."""
        return ways.ways(view, _stand(view, stand), mode, allowance)

    def roams(self, view: View, stand: str) -> bool:
        """Every stand of this rulebook may go straight to any place."""
        return True

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The facing that shows the front to the worst danger at a place; None where it does not matter."""
        found = _stand(view, stand)
        return places_fight.facing_at(view, found, x, y) if units.has_flank(found) else None

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        """Losses, groups that broke, black marks."""
        return losses_tally.tally(cast(VipersState, state)) + black_marks.reprimand(cast(VipersState, state))


def _air_targets(scene: Scene, aircraft: VipersStand, weapon: str) -> list[Target]:
    rows = []
    for enemy in observation.known_enemies(scene, aircraft.side):
        order = air_odds.order_for(aircraft, enemy, weapon)
        rows.append(Target(stand=enemy.id, range_in=0.0, refusal=air.check_air(scene, order)))
    return rows


def _stand(scene: Scene, name: str) -> VipersStand:
    return observation.state_of(scene).stands[name]


def _place(scene: Scene, where: str | Point) -> Point:
    if isinstance(where, str):
        stand = observation.place_of(scene, _stand(scene, where))
        return stand.x, stand.y
    return where


RULESET = FascistVipers()
