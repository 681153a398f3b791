"""How far a stand reaches: range rings and arcs, and a line of sight."""

from __future__ import annotations

from typing import Any

from wargame.engine.ruleset import Ring
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush, sector
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]


def draw_rings(desk: Desk, brush: Brush, labels: Labels, stand_id: str, place: Point, facing_deg: float) -> None:
    """Range rings (from the edge of the base) and arcs with their captions."""
    stand = desk.stand(stand_id)
    if stand is None:
        return
    ppi = desk.camera.ppi
    centre = desk.camera.to_screen(place)
    edge = stand.base.radius if stand.base.shape == "circle" else max(stand.base.width_in, stand.base.depth_in) / 2
    for ring in desk.rings(stand_id):
        radius = (ring.radius_in + edge) * ppi
        if ring.arc_deg < 359.5:
            _draw_arc(brush, centre, radius, facing_deg, ring)
        else:
            brush.ring(centre, radius, Overlay.NEUTRAL, 1.6, ring.style)
        if ring.caption and ring.radius_in > 0:
            _caption(desk, labels, centre, radius, ring.caption, facing_deg)


def _draw_arc(brush: Brush, centre: Point, radius: float, facing_deg: float, ring: Ring) -> None:
    shape = sector(centre, radius, facing_deg, ring.arc_deg)
    brush.area([shape], Overlay.ARC, 26)
    brush.line(centre, shape[1], Overlay.ARC, 1.8)
    brush.line(centre, shape[-1], Overlay.ARC, 1.8)
    if ring.style == "solid":
        brush.path(shape[1:], Overlay.ARC, 1.8)
    else:
        pattern = (12.0, 6.0) if ring.style == "dashed" else (2.4, 6.0)
        brush.dashes(shape[1:], Overlay.ARC, 1.8, pattern)


def _caption(desk: Desk, labels: Labels, centre: Point, radius: float, text: str, facing_deg: float) -> None:
    """On the ring, where it is in view: ahead first, then round to the sides."""
    import math

    view = desk.camera.view.inflate(-90, -40)
    for turn in (0, 35, -35, 70, -70, 110, -110, 150, -150, 180):
        a = math.radians(facing_deg + turn)
        place = (centre[0] + radius * math.cos(a), centre[1] - radius * math.sin(a))
        if view.collidepoint(place):
            labels.say(place, text, rank=2, away=2)
            return


def draw_sight_line(desk: Desk, brush: Brush, labels: Labels, a: str | Point, b: str | Point) -> str:
    """The line between two stands or places: clear part white, blocked part dashed; the verdict in words."""
    record = desk.sight(a, b)
    if record is None:
        return ""
    to = desk.camera.to_screen
    start, end = to((record.a.x, record.a.y)), to((record.b.x, record.b.y))
    if record.clear:
        brush.line(start, end, (255, 255, 255), 1.6)
        return f"clear · {record.distance_in:.1f}″"
    stop = to(record.blocked_at) if record.blocked_at is not None else start
    brush.line(start, stop, (255, 255, 255), 1.6)
    brush.dashes([stop, end], Ink.REFUSAL, 1.8, (5, 4))
    words = f"blocked by {_named(desk, record)}"
    labels.say(stop, words, Ink.REFUSAL, rank=6)
    return f"{words} · {record.distance_in:.1f}″"


def _named(desk: Desk, record: Any) -> str:
    board = desk.scene.board
    if record.blocker is None:
        return "the ground"
    if not board.has_feature(record.blocker):
        return str(record.blocker)
    feature = board.feature(record.blocker)
    return feature.name or feature.kind.replace("_", " ")
