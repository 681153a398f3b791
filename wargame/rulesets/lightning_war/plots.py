"""Ground as one stand sees it: which features and fields it can go to, which it can fire at, and why not the others.

Rules: LW2-GEN-01, -10, -12, LW2-MOVE-01, -08 to -10, LW2-LOS-01, LW2-INF-01, LW2-HMG-03.
"""

from __future__ import annotations

from typing import Any

from wargame.engine.ruleset import Plot, Scene
from wargame.rulesets.lightning_war import clock, firing, movement, sightlines, units
from wargame.rulesets.lightning_war.features import Spot, ground, name_of_place, spot_of, state_of, steps, ways_from
from wargame.rulesets.lightning_war.state import Point, WarStand
from wargame.rulesets.lightning_war.weapons import HMG, weapons

LOOKS = 5
"""Points of a place that are looked at: the nearest, some along its border, some within."""


def plots(scene: Scene, stand_id: str) -> tuple[Plot, ...]:
    """All features and fields of the table for a stand on it."""
    stand = state_of(scene).stands.get(stand_id)
    if not isinstance(stand, WarStand) or not stand.in_play:
        return ()
    here = spot_of(scene, stand)
    return tuple(_plot(scene, stand, here, place.number) for place in ground(scene.board).graph.places)


def _plot(scene: Scene, stand: WarStand, here: Spot, number: int) -> Plot:
    place = ground(scene.board).graph.places[number]
    away = steps(scene, here.place, number)
    middle = place.shape.representative_point()
    return Plot(
        id=str(number),
        name=_name(scene, number),
        rings=_rings(place.shape),
        middle=(float(middle.x), float(middle.y)),
        open=place.is_field,
        here=number == here.place,
        why_not_move=why_not_move(scene, stand, here, number),
        why_not_fire=why_not_fire(scene, stand, here, number),
        note="here" if away == 0 else f"{away} feature{'s' * (away != 1)} away",
    )


def _name(scene: Scene, number: int) -> str:
    """The name of a feature; the strips of one that was cut are numbered."""
    graph = ground(scene.board).graph
    place = graph.places[number]
    parts = [] if place.is_field else [p.number for p in graph.places if p.features == place.features]
    part = f", part {parts.index(number) + 1} of {len(parts)}" if len(parts) > 1 else ""
    name = name_of_place(scene, number)
    return f"{name[:1].upper()}{name[1:]}{part}"


def _rings(shape: Any) -> tuple[tuple[Point, ...], ...]:
    """The outlines of a place, those of its holes among them."""
    found = []
    for part in getattr(shape, "geoms", (shape,)):
        for ring in (part.exterior, *part.interiors):
            found.append(tuple((float(x), float(y)) for x, y in ring.coords))
    return tuple(found)


def why_not_move(scene: Scene, stand: WarStand, here: Spot, number: int) -> str:
    """Why one move does not lead into a place, or an empty text."""
    refusal = movement.may_move(scene, stand)
    if refusal is not None:
        return refusal.text
    made = ground(scene.board)
    place = made.graph.places[number]
    if not place.is_field and scene.board.profile.cost_of(place.kind, units.movement_class(stand)) < 0.0:
        return f"{stand.name} may not enter {place.kind.replace('_', ' ')}."
    near = {way.spot.place for way in ways_from(scene, here)} | {here.place}
    crossed = place.is_field and made.graph.are_contiguous(here.place, number)
    if number not in near and not crossed:
        if made.graph.are_contiguous(here.place, number):
            return "Water or another barrier lies in between, and no crossing leads over it."
        away = steps(scene, here.place, number)
        return f"It does not adjoin: {away} features away, and a move leads to an adjoining one."
    refusal = movement.against_cohesion(scene, stand, number)
    return refusal.text if refusal is not None else ""


def why_not_fire(scene: Scene, stand: WarStand, here: Spot, number: int) -> str:
    """Why no weapon of a stand could fire into a place, or an empty text. Says nothing of who is located there."""
    arms = weapons(stand)
    if not arms:
        return f"{stand.name} has no fire of its own."
    away, dim = steps(scene, here.place, number), clock.is_dim(scene)
    reaches = {arm.id: (1 if dim else 99) if arm.reach is None else arm.reach for arm in arms}
    able = [arm for arm in arms if away <= reaches[arm.id]]
    if not able:
        return f"Out of range: {away} features away, its weapons reach {max(reaches.values())}."
    if number == here.place:
        return ""
    found = "Not in sight."
    for x, y in ground(scene.board).index.near(number, stand.x, stand.y, LOOKS):
        line = sightlines.line(scene.board, (stand.x, stand.y), (round(x, 3), round(y, 3)))
        if not line.is_open:
            found = f"Not in sight: {line.why}." if found == "Not in sight." else found
        elif any(arm.kind == HMG or firing.bears(stand, arm, x, y) for arm in able):
            return ""
        else:
            found = f"Outside its arc: {able[0].arc_deg} degrees to each side."
    return found
