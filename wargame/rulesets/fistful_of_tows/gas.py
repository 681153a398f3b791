"""Chemical agents that stay. Rules: FFT-CHEM-01, -02."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import Template, template_outline
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
    state = state_of(battle)
    areas = [a for a in state.areas.values() if a.kind == GAS]
    for stand in state.stands.values() if areas else ():
        if not stand.in_play or is_protected(battle, stand) or checks.ARTILLERY in stand.passed:
            continue
        if any(o.source == checks.ARTILLERY for o in stand.owes):
            continue
        points = [(float(x), float(y)) for x, y in corners(units.footprint(stand)).tolist()] + [(stand.x, stand.y)]
        if any(lines.in_polygons(points, a.polygon).any() for a in areas):
            cite("FFT-CHEM-02")
            checks.owe(battle, stand, Owed(checks.ARTILLERY, 0, "gas"))
    return NEXT


def drift_away(battle: Battle) -> None:
    """Gas whose turns are over goes. Rule: FFT-CHEM-02."""
    state = state_of(battle)
    for area in [a for a in state.areas.values() if a.kind == GAS and int(a.get("until", 0)) < state.turn]:
        battle.happen(AreaChanged(area=area, gone=True, why="is gone", rules=(cite("FFT-CHEM-02"),)))
