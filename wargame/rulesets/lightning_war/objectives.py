"""Placing objectives and mines before the battle. Rules: LW2-OBJ-01 to -03, -06, LW2-MINE-01 to -03."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.events import MarkerPlaced, Rolled
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.state import Marker, Objective
from wargame.rulesets.lightning_war import mines
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import ground, name_of_place, state_of
from wargame.rulesets.lightning_war.state import Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

OBJECTIVE, MINES = "objective", "mines"
PLACE_OPTION, MINES_OPTION = "place_objectives", "defender_mines"
APART_IN = 6.0


def place_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the players place a marker in turn, the defender first. Rules: LW2-OBJ-01, -03, -06."""
    state = state_of(battle)
    if not state.options.get(PLACE_OPTION):
        return NEXT
    if not state.markers_due:
        dice = battle.throw(1)
        state.markers_due = dice[0] + 1
        state.next_placer = _first(battle)
        rules = (cite("LW2-OBJ-01"),)
        battle.happen(Rolled(purpose="objectives", dice=dice, total=dice[0] + 1, rules=rules))
    placed = len(state.objectives)
    if placed >= state.markers_due or state.passes >= 2:
        return NEXT
    side = state.next_placer
    state.next_placer = state.other(side)
    sites = proposals(battle, side)
    if not sites:
        state.passes += 1
        return AGAIN
    state.passes = 0
    x, y = sites[0]
    suggestion = Placed(placements=(Placement(thing="objective", x=x, y=y),))
    order = yield Place(
        side=side,
        purpose=OBJECTIVE,
        prompt="Place an objective, 15 inches or more from your own forces.",
        things=(Thing(id="objective", text="Objective", form="point"),),
        suggestion=suggestion,
        rules=(cite("LW2-OBJ-02"), cite("LW2-OBJ-03"), cite("LW2-OBJ-06")),
    )
    _put(battle, order.placements[0].x, order.placements[0].y)
    return AGAIN


def _first(battle: Battle) -> str:
    """The defender, or in a meeting engagement the loser of a d6 roll. Rules: LW2-OBJ-06, LW2-FORCE-24."""
    cite("LW2-OBJ-06")
    state = state_of(battle)
    defender = next((s.id for s in state.sides.values() if s.role == "defender"), None)
    if defender is not None:
        return defender
    sides = list(state.sides)
    a, b = battle.throw(2)
    return sides[0] if a <= b else sides[1]


def against_site(scene: Scene, side: str, at: Point) -> Refusal | None:
    """Why an objective may not stand here, or None. Rule: LW2-OBJ-03."""
    cite("LW2-OBJ-03")
    table = scene.board.table
    if not (1.0 <= at[0] <= table.width_in - 1.0 and 1.0 <= at[1] <= table.height_in - 1.0):
        return Refusal(text="An objective stands on the table.", rules=("LW2-OBJ-03",), at=at)
    least = float(tables()["objectives"]["min_inches_from_own_forces"])
    near = [s for s in scene.state.in_play(side) if math.dist((s.x, s.y), at) < least - 0.0005]
    if near:
        return Refusal(text=f"{near[0].name} stands within {least:g} inches.", rules=("LW2-OBJ-03",), at=at)
    if any(math.dist((o.x, o.y), at) < APART_IN for o in scene.state.objectives.values()):
        return Refusal(text="Another objective stands near.", rules=(cite("LW2-OBJ-02"),), at=at)
    return None


def proposals(scene: Scene, side: str) -> list[Point]:
    """Plausible sites that are legal: built-up areas, heights, woods, then fields; those in the middle first.

    Rules: LW2-OBJ-02, -06.
    """
    cite("LW2-OBJ-02")
    made = ground(scene.board).graph
    rank = {"built_up": 0, "industrial": 0, "hill": 1, "open_woods": 2, "dense_woods": 3, "field": 4}
    table = scene.board.table
    centre = table.width_in / 2, table.height_in / 2
    rows = []
    for place in made.places:
        spot = place.shape.representative_point()
        at = (round(spot.x, 3), round(spot.y, 3))
        if against_site(scene, side, at) is None:
            rows.append((rank[place.kind], math.dist(at, centre), at))
    return [at for _, _, at in sorted(rows)]


def _put(battle: Battle, x: float, y: float) -> None:
    state = state_of(battle)
    name = f"objective-{len(state.objectives) + 1}"
    made = ground(battle.board)
    label = name_of_place(battle, made.spot(x, y).place)
    radius = float(tables()["objectives"]["occupy_radius_inches"])
    points = float(tables()["objectives"]["points"])
    state.objectives[name] = Objective(id=name, name=label, x=x, y=y, radius_in=radius, points=points)
    battle.happen(MarkerPlaced(marker=Marker(id=name, kind="objective", x=x, y=y, text=label), rules=("LW2-OBJ-02",)))


# ---------------------------------------------------------------- mines


def place_mines(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """The defender notes his minefields, hidden or open. Rules: LW2-MINE-01 to -03."""
    state = state_of(battle)
    option = state.options.get(MINES_OPTION)
    defender = next((s.id for s in state.sides.values() if s.role == "defender"), None)
    count = min(int(option) if option else 0, int(tables()["mines"]["max_fields"]))
    cite("LW2-MINE-02")
    if not count or defender is None:
        return NEXT
    things = tuple(
        Thing(
            id=f"field-{n + 1}",
            text=f"Minefield {n + 1}",
            form="point",
            must=False,
            choices=(("laid", ("hidden", "open"), "hidden"),),
        )
        for n in range(count)
    )
    order = yield Place(
        side=defender,
        purpose=MINES,
        prompt="Lay your minefields; each fills one feature or field.",
        things=things,
        suggestion=Placed(),
        rules=("LW2-MINE-02", cite("LW2-MINE-03")),
    )
    for p in order.placements:
        hidden = p.choice("laid", "hidden") == "hidden"
        mines.lay(battle, p.thing, defender, (p.x, p.y), hidden=hidden, why="laid")
    return NEXT


def check(scene: Scene, request: Place, order: Placed) -> Refusal | None:
    """Why a marker or a minefield may not be placed so, or None."""
    for p in order.placements:
        at = (p.x, p.y)
        refusal = (
            against_site(scene, request.side, at) if request.purpose == OBJECTIVE else mines.against_laying(scene, at)
        )
        if refusal is not None:
            return refusal
    return None
