"""The rulebook as one object: what the engine, the scenarios, the players and the tabletop ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from wargame.board.routes import Reach
from wargame.board.sight_record import Sight
from wargame.engine.appraisal import Reaction
from wargame.engine.options import RuleOption
from wargame.engine.orders import Order
from wargame.engine.ruleset import MovePrice, Plot, Scene, Target, UnitLine
from wargame.engine.sequence import Step
from wargame.engine.state import Stand, State
from wargame.engine.view import View
from wargame.rulesets.lightning_war import (
    advice,
    appraise,
    cards,
    clock,
    data,
    force,
    ground,
    guess,
    legal,
    movement,
    objectives,
    places_worth,
    plots,
    points,
    replacements,
    samples,
    setup,
    sightlines,
    targets,
    terrain,
    turn,
    units,
    ways,
    words,
)
from wargame.rulesets.lightning_war.state import WarStand, WarState
from wargame.rulesets.rulebook import Chapters, Rulebook

Point = tuple[float, float]


class Judge:
    """Words for conditions: classes of stands, states of platoons."""

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        """Troop, quality, and infantry, foot, gun, vehicle, afv, armour, hq, staff, counted."""
        return units.classes_of(stand) if isinstance(stand, WarStand) else ()

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        """in_flight, and destroyed when no squad is left."""
        found = cast(WarState, state).groups[group]
        mine = [s for s in cast(WarState, state).stands.values() if s.group == group and not s.off_board]
        gone = bool(mine) and all(s.gone for s in mine if not units.is_staff(s))
        return tuple(word for word, holds in (("in_flight", found.in_flight), ("destroyed", gone)) if holds)

    def is_lost(self, stand: Stand) -> bool:
        """Disabled, abandoned, withdrawn from the table or surrendered."""
        return stand.gone in points.LOST


class LightningWar(Rulebook):
    """Lightning War 2."""

    name = "lightning_war"
    title = "Lightning War 2"
    RULES_VERSION = 1
    state_type: type[State] = WarState
    force_line = force.ForceLine
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
    options: tuple[RuleOption, ...] = (
        RuleOption(id=points.POINTS_TO_WIN, title="Points that win at once", default=20, rules=("LW2-VP-01",)),
        RuleOption(
            id=points.HELD_AT_START,
            title="Objectives held from the start count for their holder at the end only",
            default=False,
            rules=("LW2-OBJ-04", "LW2-VP-04"),
        ),
        RuleOption(
            id=objectives.PLACE_OPTION,
            title="The players place the objectives",
            default=False,
            rules=("LW2-OBJ-01", "LW2-OBJ-06"),
        ),
        RuleOption(id=terrain.OPTION, title="The ground is rolled", default=False, rules=("LW2-GEN-08",)),
        RuleOption(
            id=replacements.OPTION, title="Platoons that replacements refit, a side", default=0, rules=("LW2-MOR-18",)
        ),
        RuleOption(id=objectives.MINES_OPTION, title="Minefields of the defender", default=0, rules=("LW2-MINE-02",)),
        RuleOption(id=clock.DUSK, title="Hour of dusk", default=19, rules=("LW2-TIME-03",)),
        RuleOption(
            id=clock.MIST,
            title="Mist until this hour: direct fire reaches one feature only",
            default="",
            rules=("LW2-TIME-06",),
        ),
    )

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Lines of the vehicle, gun and squad lists; those without a nation are open to all."""
        return [
            UnitLine(
                id=r.unit_id,
                name=r.name,
                nation=r.nation,
                years=(r.year_from, r.year_to),
                classes=(r.troop,),
            )
            for r in data.units().values()
            if (nation == "" or r.nation in ("", nation)) and (year == 0 or r.year_from <= year <= r.year_to)
        ]

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps."""
        return turn.SEQUENCE

    # -- questions

    def reach(self, scene: Scene, stand: str, mode: str = "", cell_in: float = 0.25) -> Reach | None:
        """Where a stand may go."""
        found = _stand(scene, stand)
        return movement.reach_of(scene, found, cell_in) if found.in_play else None

    def price(self, scene: Scene, stand: str, path: Sequence[Point], mode: str = "") -> MovePrice:
        """What a path costs."""
        return movement.plan(scene, _stand(scene, stand), path).price

    def sight(self, scene: Scene, a: str | Point, b: str | Point) -> Sight:
        """The sight record between stands or places."""
        return sightlines.record(scene.board, _place(scene, a), _place(scene, b))

    def targets(self, scene: Scene, stand: str, weapon: str = "") -> list[Target]:
        """Enemies as targets of direct fire."""
        return targets.targets(scene, _stand(scene, stand), weapon)

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who may fire at a move on its way."""
        return ()

    def plots(self, scene: Scene, stand: str) -> tuple[Plot, ...]:
        """Features and fields: where a stand can go, where it can fire, and why not."""
        return plots.plots(scene, stand)

    def ways(self, view: View, stand: str, mode: str, allowance: float) -> list[tuple[Point, ...]]:
        """Paths into the places that one move can reach."""
        return ways.ways(view, _stand(view, stand), mode, allowance)

    def roams(self, view: View, stand: str) -> bool:
        """Moves lead from feature to feature: only the ways count."""
        return False

    def facing_at(self, view: View, stand: str, x: float, y: float) -> float | None:
        """The facing that shows the front to the nearest danger; None where it does not matter."""
        found = _stand(view, stand)
        return places_worth.facing_at(view, found, x, y) if units.has_front(found) else None

    def moment(self, view: View) -> object:
        """Each Command Phase begins a new plan."""
        return cast(WarState, view.state).cycle

    def mood(self, view: View, enemy: Stand) -> object:
        """An enemy that is suppressed, pinned or located is another one."""
        if not isinstance(enemy, WarStand):
            return None
        return enemy.suppressed_turn, enemy.pinned, enemy.active_cycle

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        """Losses and points of each side."""
        rows = []
        for side in state.sides.values():
            mine = [s for s in cast(WarState, state).stands.values() if s.side == side.id and units.counts(s)]
            lost = sum(s.gone in points.LOST for s in mine)
            rows.append((f"{side.name}: squads and vehicles lost", f"{lost} of {len(mine)}"))
        return tuple(rows)


def _stand(scene: Scene, name: str) -> WarStand:
    return cast(WarStand, scene.state.stands[name])


def _place(scene: Scene, where: str | Point) -> Point:
    if isinstance(where, str):
        stand = scene.state.stands[where]
        body = scene.state.stands[stand.carrier] if stand.carrier else stand
        return body.x, body.y
    return where


RULESET = LightningWar()
