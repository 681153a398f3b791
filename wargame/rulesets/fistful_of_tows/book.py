"""The rulebook as one object: what the engine, the scenarios, the players and the tabletop ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from wargame.board.routes import Reach
from wargame.board.sight import eye, sight
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Reaction
from wargame.engine.conditions import LOSSES
from wargame.engine.options import RuleOption
from wargame.engine.orders import Order
from wargame.engine.ruleset import MovePrice, Scene, Target, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.state import Stand, State
from wargame.engine.view import View
from wargame.rulesets.fistful_of_tows import (
    advice,
    appraise,
    cards,
    data,
    fire,
    force,
    ground,
    guess,
    legal,
    lines,
    losses,
    movement,
    options,
    places,
    reactions,
    samples,
    setup,
    spotting,
    targets,
    turn,
    units,
    ways,
    words,
)
from wargame.rulesets.fistful_of_tows.state import FistStand, FistState, state_of
from wargame.rulesets.rulebook import Chapters, Rulebook

Point = tuple[float, float]


class Judge:
    """Words for conditions: classes of stands, states of units."""

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """kind (mbt, light, soft, heli, towed, infantry, fo), role, quality, and tank, vehicle, afv, foot, recon,
        helicopter, artillery, ground."""
        return setup.classes_of(stand) if isinstance(stand, FistStand) else ()

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """destroyed (no stand left), broken (two thirds lost), off_table."""
        return losses.group_states(cast(FistState, state), group)

    def is_lost(self, stand: Stand) -> bool:
        """Destroyed, or removed by a failed check."""
        return stand.gone in LOSSES


class FistfulOfTows(Rulebook):
    """A Fistful of TOWs: 2000."""

    name = "fistful_of_tows"
    title = "A Fistful of TOWs: 2000"
    RULES_VERSION = 1
    secret_before_declaring: tuple[str, ...] = ("distance", "arc")
    state_type: type[State] = FistState
    force_line = force.ForceLine
    options: tuple[RuleOption, ...] = options.OPTIONS
    judge = Judge()
    chapters = Chapters(
        data=data,
        ground=ground,
        setup=setup,
        legal=legal,
        samples=samples,
        cards=cards,
        appraise=appraise,
        places=places,
        advice=advice,
        guess=guess,
        words=words,
    )

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Lines of the lists; a line that several nations use names none of them."""
        return [
            UnitLine(
                id=r.id,
                name=r.name,
                nation=nation or (r.nations[0] if len(r.nations) == 1 else ""),
                years=(r.year_from, r.year_to),
                classes=(r.kind, r.role),
                points=float(r.pv),
            )
            for r in data.lines().values()
            if (not nation or nation in r.nations) and (year == 0 or r.year_from <= year <= r.year_to)
        ]

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps."""
        return turn.SEQUENCE

    # -- questions

    def reach(self, scene: Scene, stand: str, mode: str = "", cell_in: float = 0.25) -> Reach | None:
        """Where a stand may go."""
        found = state_of(scene).stands[stand]
        return movement.reach_of(scene, found, mode, cell_in) if found.in_play else None

    def price(self, scene: Scene, stand: str, path: Sequence[Point], mode: str = "") -> MovePrice:
        """What a path costs."""
        return movement.plan(scene, state_of(scene).stands[stand], path, mode).price

    def sight(self, scene: Scene, a: str | Point, b: str | Point) -> Sight:
        """The sight record between stands (the best line from any part to any part) or places (that of the points)."""
        if isinstance(a, str) and isinstance(b, str) and a != b:
            one, other = (spotting.place_of(scene, state_of(scene).stands[name]) for name in (a, b))
            return sight(scene.board, *lines.best_line(scene.board, units.footprint(one), units.footprint(other)))
        (ax, ay), (bx, by) = _place(scene, a), _place(scene, b)
        return sight(scene.board, eye(scene.board, ax, ay), eye(scene.board, bx, by))

    def targets(self, scene: Scene, stand: str, weapon: str = "") -> list[Target]:
        """Enemies as targets of a weapon."""
        found = state_of(scene).stands[stand]
        if not targets.weapons_of(found) or (weapon and found.ratings.weapon(weapon) is None):
            return []
        return targets.targets(scene, found, fire.weapon_of(found, weapon)) if found.in_play else []

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Known enemies on overwatch that could fire at a mover."""
        return reactions.reactions(scene, order)

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> list[tuple[Point, ...]]:
        """Paths to what a stand is sent to."""
        return ways.ways(view, state_of(view).stands[stand], mode, allowance)

    def mood(self, view: View, enemy: Stand) -> object:
        """In the Firing Phase: who has been fired at, so that the others look for other targets."""
        state = state_of(view)
        if state.step.rsplit("_", 1)[0] not in ("fire", "hold") or not isinstance(enemy, FistStand):
            return 0
        return enemy.doomed, sum(name == enemy.id for s in state.pending for name, _ in s.targets)

    def roams(self, view: View, stand: str) -> bool:
        """Every stand may go straight to any place."""
        return True

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The heading that shows the front to the worst danger."""
        return places.facing_at(view, state_of(view).stands[stand], x, y)

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        """Losses in stands and points."""
        return losses.tally(cast(FistState, state))


def _place(scene: Scene, where: str | Point) -> Point:
    if isinstance(where, str):
        stand = state_of(scene).stands[where]
        carrier = state_of(scene).stands.get(stand.carrier) if stand.carrier else None
        body = carrier if carrier is not None else stand
        return body.x, body.y
    return where


RULESET = FistfulOfTows()
