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
from wargame.engine.dice import Chance
from wargame.engine.events import AnyEvent
from wargame.engine.options import RuleOption
from wargame.engine.orders import Order, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import Catalogue
from wargame.engine.ruleset import Card, Chip, Choices, Look, MovePrice, Ring, Scene, Target, Telling, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.setup import Setup
from wargame.engine.state import Stand, State
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    advice,
    cards,
    chapters,
    data,
    force,
    ground,
    guess,
    legal,
    movement,
    options,
    places_worth,
    samples,
    shots,
    sights,
    solo,
    tally,
    targets,
    turn,
    unit_lines,
    vehicle_reach,
    ways,
    words,
)
from wargame.rulesets.clash_of_titans import judge as judging
from wargame.rulesets.clash_of_titans import setup as setting
from wargame.rulesets.clash_of_titans.extensions import CHAPTERS
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

Point = tuple[float, float]


class ClashOfTitans:
    """Clash of Titans: man to man on the Eastern Front."""

    name = "clash_of_titans"
    title = "Clash of Titans"
    RULES_VERSION = 2
    secret_before_declaring: tuple[str, ...] = ()
    has_solo_rules = True
    state_type: type[State] = ClashState
    force_line = force.ForceLine
    judge = judging.Judge()

    @functools.cached_property
    def options(self) -> tuple[RuleOption, ...]:
        """Switches of scenarios: those of the core and of all chapters."""
        return (*options.OPTIONS, *CHAPTERS().options)

    @functools.cached_property
    def rules(self) -> Catalogue:
        """The catalogue, with the rules of all chapters."""
        return Catalogue((*data.catalogue().rules, *CHAPTERS().rules))

    @functools.cached_property
    def profile(self) -> Profile:
        """How the ground is read."""
        return ground.profile()

    def data_hash(self) -> str:
        """Hash of all data files."""
        return data.data_hash()

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Men, vehicles and guns as others see them."""
        return [
            line
            for line in unit_lines.unit_lines()
            if (nation in ("", line.nation) or line.nation == "")
            and (not year or line.years[0] <= year <= line.years[1])
        ]

    def set_up(self, setup: Setup) -> State:
        """The first state."""
        return setting.set_up(setup)

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps, with those of the active chapters."""
        return solo.by_rules(chapters.settled(CHAPTERS().sequence(turn.SEQUENCE, state)))

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
        if not found.in_play or found.kind not in ("man", "vehicle"):
            return None
        return (vehicle_reach if found.is_vehicle else movement).reach_of(scene, found, mode, cell_in)

    def price(self, scene: Scene, stand: str, path: Sequence[Point], mode: str = "") -> MovePrice:
        """What a path costs."""
        return movement.plan(scene, _stand(scene, stand), path, mode).price

    def sight(self, scene: Scene, a: str | Point, b: str | Point) -> Sight:
        """The sight record between stands or places."""
        return sights.record(scene, a, b)

    def targets(self, scene: Scene, stand: str, weapon: str = "") -> list[Target]:
        """Enemies as targets of direct fire."""
        found = _stand(scene, stand)
        if not found.in_play or found.kind not in ("man", "vehicle", "gun"):
            return []
        return (targets.legal if found.is_man else shots.mounted_targets)(scene, found, weapon)

    def rings(self, scene: Scene, stand: str) -> tuple[Ring, ...]:
        """Range rings."""
        return cards.rings(scene, stand)

    def appraise(self, scene: Scene, order: Order) -> Appraisal:
        """Exact chances of an order."""
        from wargame.rulesets.clash_of_titans import appraise

        return appraise.appraise(scene, order)

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who may react to an order, where on its path."""
        return sights.reactions(scene, order)

    def worth_of_places(self, view: View, stand: str, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How good it is for a stand to be at these places."""
        return places_worth.worth_of_places(view, stand, points)

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The facing that looks at the worst danger at a place; None where it does not matter."""
        return places_worth.facing_at(view, stand, x, y)

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> Sequence[tuple[Point, ...]]:
        """Ways that are worth a thought: to shelter, round corners, to the edge."""
        return ways.ways(view, stand, mode, allowance)

    def roams(self, view: View, stand: str) -> bool:
        """Men may go straight to anywhere, vehicles may not."""
        return _stand(view, stand).is_man

    def mood(self, view: View, enemy: Stand) -> object:
        """An enemy who ducks, hunkers down or gets up makes others think again."""
        found = cast(ClashStand, enemy)
        return found.status, found.prone, found.buttoned

    def worth_of_answers(self, view: View, request: AnyRequest) -> list[tuple[Order, float, str]]:
        """What answers are worth that are no orders to figures, with reasons; empty: no opinion."""
        return advice.worth_of_answers(view, request)

    # -- knowledge

    def conceal(self, state: State, side: str) -> None:
        """Takes secrets out of a copied state."""
        guess.conceal(cast(ClashState, state), side)

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
        """Losses."""
        return tally.tally(cast(ClashState, state))


def _stand(scene: Scene, name: str) -> ClashStand:
    return state_of(scene).stands[name]


RULESET = ClashOfTitans()
