"""Darkness, weather and light: how far one sees. Rules: NUT-NITE-01, -03, NUT-COVR-04."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from wargame.board import snap, within
from wargame.engine.events import Event, MarkerPlaced, MarkerRemoved
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Marker
from wargame.rulesets.clash_of_titans.data import rows
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]

LIGHT_DIAMETER_IN = 12.0
"""Circle that a flare, a burning building or a searchlight spot lights (NUT-NITE-03)."""
DARK_IN = 12.0
"""Beyond this, figures in the dark count as concealed (NUT-NITE-01)."""
FLARE, SEARCHLIGHT = "flare", "searchlight"
LIGHTS = (FLARE, SEARCHLIGHT)
"""Kinds of markers that light a circle."""


def weather_row(state: ClashState) -> str:
    """The row of table `night` for the weather of the battle."""
    known = {str(r["case"]) for r in rows("night")}
    return state.weather if state.weather in known else "clear"


def limit_of(state: ClashState, dark: bool) -> float:
    """Inches that one sees in this weather, `dark` or in light; infinite where nothing limits. Rule: NUT-NITE-01."""
    cite("NUT-NITE-01")
    found = next(r for r in rows("night") if r["case"] == weather_row(state))["night" if dark else "day"]
    limit = math.inf if found == "unlimited" else float(found)
    if state.visibility_in is not None:
        limit = min(limit, state.visibility_in)
    return limit


def lit_places(state: ClashState) -> tuple[Point, ...]:
    """Middles of the circles that flares, searchlights and burning buildings light. Rule: NUT-NITE-03."""
    lights = [(m.x, m.y) for m in state.markers.values() if m.kind in LIGHTS]
    return (*lights, *((f.x, f.y) for f in state.fires if f.feature))


def is_lit_at(state: ClashState, at: Point) -> bool:
    """Does a light fall on a place? Rule: NUT-NITE-03."""
    cite("NUT-NITE-03")
    return any(within(math.dist(at, light), LIGHT_DIAMETER_IN / 2) for light in lit_places(state))


def is_lit(scene: Scene, stand: ClashStand, anywhere: bool = False) -> bool:
    """Is a stand seen as by day: it shot this turn, burns, or (unless `anywhere`) stands in a light?

    Rules: NUT-NITE-01, -03.
    """
    state = cast(ClashState, scene.state)
    if stand.burning or (stand.shot_turn == state.turn and state.turn > 0):
        cite("NUT-NITE-01")
        return True
    if anywhere:
        return False
    carrier = state.stands.get(stand.carrier) if stand.carrier else None
    body = carrier or stand
    return is_lit_at(state, (body.x, body.y))


def too_far(scene: Scene, target: ClashStand, distance_in: float) -> bool:
    """Is a target farther off than one can see it now? Rules: NUT-NITE-01, -03."""
    state = cast(ClashState, scene.state)
    if not state.night:
        return not within(distance_in, limit_of(state, dark=False))
    if within(distance_in, limit_of(state, dark=True)):
        return False
    return not (is_lit(scene, target) and within(distance_in, limit_of(state, dark=False)))


def is_dim(scene: Scene, target: ClashStand, distance_in: float) -> bool:
    """Does darkness conceal a target at this distance? Rules: NUT-NITE-01, NUT-COVR-04."""
    state = cast(ClashState, scene.state)
    if not state.night:
        return False
    cite("NUT-NITE-01")
    return not within(distance_in, DARK_IN) and not is_lit(scene, target)


def is_dark_for(scene: Scene, target: ClashStand) -> bool:
    """Are the night limits of area terrain those for a target? Rules: NUT-NITE-02, -03."""
    state = cast(ClashState, scene.state)
    return state.night and not is_lit(scene, target)


# ---------------------------------------------------------------- flares


def light_flare(battle: Battle, at: Point, cause: Event | None = None) -> str:
    """A flare goes up over a place and burns one full turn; its id among the markers. Rule: NUT-NITE-03."""
    state = cast(ClashState, battle.state)
    state.next_id += 1
    name = f"{FLARE}-{state.next_id}"
    data = (("until_turn", state.turn + 1),)
    marker = Marker(id=name, kind=FLARE, x=snap(at[0]), y=snap(at[1]), data=data)
    battle.happen(MarkerPlaced(marker=marker, rules=(cite("NUT-NITE-03"),)), cause=cause)
    return name


def burn_down(battle: Battle) -> list[str]:
    """The end of a turn: flares that have burnt one full turn go out; their ids. Rule: NUT-NITE-03."""
    state = cast(ClashState, battle.state)
    gone = [m.id for m in state.markers.values() if m.kind == FLARE and _until(m) <= state.turn]
    for name in gone:
        battle.happen(MarkerRemoved(marker=name, why="burnt_out", rules=(cite("NUT-NITE-03"),)))
    return gone


def _until(marker: Marker) -> int:
    return int(next((value for name, value in marker.data if name == "until_turn" and value is not None), 10**6))
