"""The rulebook as one object: what the engine, the scenarios, the players and the tabletop ask."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import cast

from wargame.board.routes import Reach
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Appraisal, Reaction
from wargame.engine.options import RuleOption
from wargame.engine.orders import Order
from wargame.engine.requests import Command
from wargame.engine.rules import Catalogue
from wargame.engine.ruleset import MovePrice, Scene, Target, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.state import Stand, State
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    advice,
    appraise,
    cards,
    chapters,
    data,
    force,
    ground,
    guess,
    ideas,
    legal,
    movement,
    options,
    places_worth,
    samples,
    shots,
    sights,
    solo,
    survey,
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
from wargame.rulesets.rulebook import Chapters, Floats, Rulebook

Point = tuple[float, float]


class ClashOfTitans(Rulebook):
    """Clash of Titans: man to man on the Eastern Front."""

    name = "clash_of_titans"
    title = "Clash of Titans"
    RULES_VERSION = 3
    has_solo_rules = True
    state_type: type[State] = ClashState
    force_line = force.ForceLine
    judge = judging.Judge()
    chapters = Chapters(
        data=data,
        ground=ground,
        setup=setting,
        legal=legal,
        samples=samples,
        cards=cards,
        appraise=appraise,
        places=places_worth,
        advice=advice,
        guess=guess,
        words=words,
    )

    @functools.cached_property
    def options(self) -> tuple[RuleOption, ...]:
        """Switches of scenarios: those of the core and of all chapters."""
        return (*options.OPTIONS, *CHAPTERS().options)

    @functools.cached_property
    def rules(self) -> Catalogue:
        """The catalogue, with the rules of all chapters."""
        return Catalogue((*data.catalogue().rules, *CHAPTERS().rules))

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Men, vehicles and guns as others see them."""
        return [
            line
            for line in unit_lines.unit_lines()
            if (nation in ("", line.nation) or line.nation == "")
            and (not year or line.years[0] <= year <= line.years[1])
        ]

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps, with those of the active chapters."""
        return solo.by_rules(chapters.settled(CHAPTERS().sequence(turn.SEQUENCE, state)))

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

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who may react to an order, where on its path."""
        return sights.reactions(scene, order)

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The facing that looks at the worst danger at a place; None where it does not matter."""
        return places_worth.facing_at(view, stand, x, y)

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> Sequence[tuple[Point, ...]]:
        """Ways that are worth a thought: to shelter, round corners, to the edge."""
        return ways.ways(view, stand, mode, allowance)

    def ideas(self, view: View, request: Command, kind: str) -> Sequence[tuple[Order, Appraisal]]:
        """Orders that a computer player weighs, with what they are worth to it."""
        return ideas.ideas(view, request, kind)

    def shares(self, view: View, stand: str, mode: str, allowance: float, ends: Floats) -> Floats | None:
        """The part of each straight way that can about be gone; None where that is not known."""
        return survey.shares(view, stand, mode, allowance, ends)

    def roams(self, view: View, stand: str) -> bool:
        """Men may go straight to anywhere, vehicles may not."""
        return _stand(view, stand).is_man

    def mood(self, view: View, enemy: Stand) -> object:
        """An enemy who ducks, hunkers down or gets up makes others think again."""
        found = cast(ClashStand, enemy)
        return found.status, found.prone, found.buttoned

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        """Losses."""
        return tally.tally(cast(ClashState, state))


def _stand(scene: Scene, name: str) -> ClashStand:
    return state_of(scene).stands[name]


RULESET = ClashOfTitans()
