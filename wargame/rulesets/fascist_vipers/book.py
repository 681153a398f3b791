"""The rulebook as one object: what the engine, the scenarios, the players and the tabletop ask."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from wargame.board import Profile
from wargame.board.routes import Reach
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Appraisal, Reaction
from wargame.engine.conditions import LOSSES
from wargame.engine.dice import Chance
from wargame.engine.events import AnyEvent
from wargame.engine.options import RuleOption
from wargame.engine.orders import Move, Order, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import Catalogue
from wargame.engine.ruleset import Card, Chip, Choices, Look, MovePrice, Ring, Scene, Target, Telling, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.setup import Setup
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


class FascistVipers:
    """Crush the Fascist Vipers!"""

    name = "fascist_vipers"
    title = "Crush the Fascist Vipers!"
    RULES_VERSION = 2
    has_solo_rules = False
    secret_before_declaring: tuple[str, ...] = ()
    state_type: type[State] = VipersState
    force_line = force.ForceLine
    options: tuple[RuleOption, ...] = ()
    judge = Judge()

    @functools.cached_property
    def rules(self) -> Catalogue:
        """The catalogue."""
        return data.catalogue()

    @functools.cached_property
    def profile(self) -> Profile:
        """How the ground is read."""
        return ground.profile()

    def data_hash(self) -> str:
        """Hash of all data files."""
        return data.data_hash()

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

    def set_up(self, setup_: Setup) -> State:
        """The first state."""
        return setup.set_up(setup_)

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps."""
        return turn.SEQUENCE

    # -- orders

    def check(self, scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
        """Why an order may not be given, or None."""
        return legal.check(scene, request, order)

    def sample_kinds(self, view: View, request: AnyRequest) -> tuple[str, ...]:
        """Kinds of order with a legal answer."""
        return samples.sample_kinds(view, request)

    def samples(self, view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
        """Legal answers of a kind."""
        return samples.samples(view, request, kind, chance)

    def choices(self, scene: Scene, request: AnyRequest, subject: str) -> Choices:
        """What a subject can be ordered."""
        return cards.choices(scene, request, subject)

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

    def rings(self, scene: Scene, stand: str) -> tuple[Ring, ...]:
        """Range rings."""
        return cards.rings(scene, stand)

    def appraise(self, scene: Scene, order: Order) -> Appraisal:
        """Exact chances of an order."""
        return appraise.appraise(scene, order)

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who strikes back at a move on its way: Soft units driven over."""
        if not isinstance(order, Move):
            return ()
        stand = _stand(scene, order.stand)
        plan = movement.plan(scene, stand, order.path, order.mode, order.facing_deg)
        return tuple(overrun.reactions_on(scene, stand, plan.path))

    def worth_of_places(self, view: View, stand: str, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How good it is for a stand to be at these places."""
        return places_worth.worth_of_places(view, stand, points)

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

    def worth_of_answers(self, view: View, request: AnyRequest) -> list[tuple[Order, float, str]]:
        """What answers are worth that are no orders to units, with reasons; empty: no opinion."""
        return advice.worth_of_answers(view, request)

    # -- knowledge

    def conceal(self, state: State, side: str) -> None:
        """Takes secrets out of a copied state."""
        guess.conceal(cast(VipersState, state), side)

    def guess(self, view: View, chance: Chance) -> State:
        """A full state that agrees with a view."""
        return guess.guess(view, chance)

    # -- words and looks

    def card(self, scene: Scene, stand: str) -> Card:
        """The unit card."""
        return cards.card(scene, stand)

    def chips(self, scene: Scene, stand: str) -> tuple[Chip, ...]:
        """The statuses of a stand, as its card has them."""
        return cards.chips(scene, _stand(scene, stand))

    def words(self, scene: Scene, event: AnyEvent) -> Telling | None:
        """How an event is told."""
        return words.words(scene, event)

    def looks(self, scene: Scene, stand: str) -> Look:
        """How a stand is drawn."""
        return cards.looks(scene, stand)

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
