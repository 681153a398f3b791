"""Ground as features and open fields: where a base is, how far in features, where one move leads.

Rules: LW2-GEN-01, -05, -10, -12, LW2-MOVE-04 to -07, -14 to -17, -20, -21.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, cast

from wargame.board import Board, PlaceIndex, Places, places
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Stand
from wargame.rulesets.lightning_war.ground import spec
from wargame.rulesets.lightning_war.state import Point, WarState

FIELD = "field"
FAR = 99
"""Range in features between places that nothing connects."""
_KEPT_POINTS = 200_000


class Spot(NamedTuple):
    """A place by number, and the bank of it."""

    place: int
    bank: int


class Way(NamedTuple):
    """One step to an adjoining place; `crossing` is the bridge or ford that it leads over."""

    spot: Spot
    crossing: str | None


@dataclass
class Ground:
    """The places of a board, with what has been looked up before."""

    board: Board
    graph: Places
    spots: dict[Point, Spot] = field(default_factory=dict)

    @cached_property
    def index(self) -> PlaceIndex:
        """For many points and for paths."""
        return PlaceIndex(self.graph)

    @cached_property
    def drawn(self) -> dict[str, tuple[int, str]]:
        """Feature of the map to the number of the drawn feature that it is part of, and its class.

        Rule: LW2-LOS-12.
        """
        found: dict[str, tuple[int, str]] = {}
        numbers: dict[tuple[str, ...], int] = {}
        for place in self.graph.places:
            for name in place.features:
                found.setdefault(name, (numbers.setdefault(place.features, len(numbers)), place.kind))
        return found

    @cached_property
    def members(self) -> dict[int, tuple[str, ...]]:
        """Number of a drawn feature to the features of the map that it is made of."""
        rows: dict[int, list[str]] = {}
        for name, (number, _) in self.drawn.items():
            rows.setdefault(number, []).append(name)
        return {number: tuple(names) for number, names in rows.items()}

    def spot(self, x: float, y: float) -> Spot:
        """The place and bank of a point. Rules: LW2-GEN-10, LW2-MOVE-20."""
        cite("LW2-GEN-10")
        cite("LW2-MOVE-20")
        found = self.spots.get((x, y))
        if found is None:
            if len(self.spots) >= _KEPT_POINTS:
                self.spots.clear()
            found = self.spots[(x, y)] = Spot(*self.index.spot(x, y))
        return found


def state_of(scene: Scene) -> WarState:
    """The scene's state as this rulebook's."""
    return cast(WarState, scene.state)


def ground(board: Board) -> Ground:
    """The places of a board, worked out once. Rules: LW2-GEN-05, LW2-MOVE-06, -07, -14, -15, -21."""
    for rule in ("LW2-GEN-05", "LW2-MOVE-06", "LW2-MOVE-07", "LW2-MOVE-14", "LW2-MOVE-15", "LW2-MOVE-21"):
        cite(rule)
    return board.part("features and fields", _ground)


def _ground(board: Board) -> Ground:
    return Ground(board, places(board, spec()))


def spot_of(scene: Scene, stand: Stand) -> Spot:
    """Where a stand is; a carried one is where its carrier is."""
    carrier = scene.state.stands.get(stand.carrier) if stand.carrier else None
    body = carrier or stand
    return ground(scene.board).spot(body.x, body.y)


def kind_at(scene: Scene, x: float, y: float) -> str:
    """Class of the place of a point: built_up, dense_woods … or field."""
    made = ground(scene.board)
    return made.graph.places[made.spot(x, y).place].kind


def kind_of(scene: Scene, stand: Stand) -> str:
    """Class of the place where a stand is."""
    return ground(scene.board).graph.places[spot_of(scene, stand).place].kind


def steps(scene: Scene, a: int, b: int) -> int:
    """Range from place to place in features, 0 in the same one; water does not count. Rules: LW2-GEN-01, -12."""
    cite("LW2-GEN-01")
    cite("LW2-GEN-12")
    found = ground(scene.board).graph.steps(a, b)
    return FAR if found < 0 else found


def range_between(scene: Scene, a: Stand, b: Stand) -> int:
    """Range between two stands in features. Rule: LW2-GEN-12."""
    return steps(scene, spot_of(scene, a).place, spot_of(scene, b).place)


def ways_from(scene: Scene, spot: Spot) -> tuple[Way, ...]:
    """Where one move leads from a place: adjoining ones, by a crossing or directly.

    Rules: LW2-MOVE-01, -04, -16, -17.
    """
    for rule in ("LW2-MOVE-01", "LW2-MOVE-04", "LW2-MOVE-16", "LW2-MOVE-17"):
        cite(rule)
    graph = ground(scene.board).graph
    return tuple(Way(Spot(step.place, step.bank), step.crossing) for step in graph.moves(*spot))


def name_of_place(scene: Scene, number: int) -> str:
    """What players call a place: the name of its feature, else its class."""
    place = ground(scene.board).graph.places[number]
    if place.is_field:
        return "open field"
    feature = scene.board.feature(place.features[0])
    return feature.name or place.kind.replace("_", " ")
