"""Chemical agents that stay. Rules: FFT-CHEM-01, -02."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import Template, along, path_length, template_outline
from wargame.board.bases import corners
from wargame.engine.events import AreaChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.engine.state import Area
from wargame.rulesets.fistful_of_tows import checks, lines, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, Point, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

GAS = "gas"
STEP_IN = 0.2


def lay(battle: Battle, salvo: Salvo, at: Point, facing_deg: float) -> None:
    """The template stays for two more game turns. Rule: FFT-CHEM-02."""
    state = state_of(battle)
    state.serial += 1
    outline = template_outline(Template.rectangle(salvo.width_in, salvo.length_in, facing_deg), *at)
    polygon = tuple((round(float(x), 3), round(float(y), 3)) for x, y in outline.tolist())
    until = state.turn + int(tables()["chemical"]["lasts_game_turns"])
    area = Area(id=f"gas-{state.serial}", kind=GAS, polygon=polygon, name="Gas", data=(("until", until),))
    battle.happen(AreaChanged(area=area, why="lies here", rules=(cite("FFT-CHEM-02"),)))


def is_protected(scene: Scene, stand: FistStand) -> bool:
    """NBC vehicles and their riders, helicopters. Rules: FFT-CHEM-01, FFT-VEH-07."""
    cite("FFT-VEH-07")
    return units.is_heli(stand) or (units.is_vehicle(stand) and units.has(stand, "n"))


def touch(battle: Battle) -> Directive:
    """At the end of a phase whoever stands in gas unprotected owes an artillery check, once a player turn.

    Rule: FFT-CHEM-02.
    """
    if _clouds(battle):
        for stand in list(state_of(battle).stands.values()):
            points = (
                [(float(x), float(y)) for x, y in corners(units.footprint(stand)).tolist()] if stand.in_play else []
            )
            _breathe(battle, stand, [*points, (stand.x, stand.y)])
    return NEXT


def walk_through(battle: Battle, stand: FistStand, path: tuple[Point, ...]) -> None:
    """Whoever enters gas on his way owes the check as well. Rule: FFT-CHEM-02."""
    if _clouds(battle):
        steps = int(path_length(path) / STEP_IN) + 1
        _breathe(battle, stand, [*(along(path, n * STEP_IN) for n in range(steps)), path[-1]])


def _clouds(scene: Scene) -> list[Area]:
    return [a for a in state_of(scene).areas.values() if a.kind == GAS]


def _breathe(battle: Battle, stand: FistStand, points: list[Point]) -> None:
    """A check is owed by a stand that is at one of these places, unless it has one behind or before it."""
    if not stand.in_play or is_protected(battle, stand) or checks.ARTILLERY in stand.passed:
        return
    if any(o.source == checks.ARTILLERY for o in stand.owes):
        return
    if any(lines.in_polygons(points, a.polygon).any() for a in _clouds(battle)):
        cite("FFT-CHEM-02")
        checks.owe(battle, stand, Owed(checks.ARTILLERY, 0, "gas"))


def drift_away(battle: Battle) -> None:
    """Gas whose turns are over goes. Rule: FFT-CHEM-02."""
    state = state_of(battle)
    for area in [a for a in state.areas.values() if a.kind == GAS and int(a.get("until", 0)) < state.turn]:
        battle.happen(AreaChanged(area=area, gone=True, why="is gone", rules=(cite("FFT-CHEM-02"),)))
