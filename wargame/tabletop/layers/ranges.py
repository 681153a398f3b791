"""How far a stand reaches: range rings and arcs, and a line of sight."""

from __future__ import annotations

from typing import Any

from wargame.engine.ruleset import Ring
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush, sector
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
WHY = {
    "through": ": too much of it lies between",
    "depth": ": too much of it round one end",
    "height": ": it stands higher than the line",
    "ground": ": the ground rises above the line",
}
"""Why a line is blocked, as the board tells it."""


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
    """The line between two stands or places: clear part white, blocked part dashed; the verdict in words.

    What blocks is outlined and the place marked where it does. Heights are above the table, in inches; the distance is
    left out where it may not be measured.
    """
    record = desk.sight(a, b)
    if record is None:
        return ""
    to = desk.camera.to_screen
    start, end = to((record.a.x, record.a.y)), to((record.b.x, record.b.y))
    away = f" · {record.distance_in:.1f}″" if desk.may_measure else ""
    heights = f" · eyes {record.a.z_in:.1f}″, target {record.b.z_in:.1f}″ high"
    if record.clear:
        brush.line(start, end, (255, 255, 255), 1.6)
        through = _through(desk, record)
        return f"clear{through}{away}{heights}"
    stop = to(record.blocked_at) if record.blocked_at is not None else start
    brush.line(start, stop, (255, 255, 255), 1.6)
    brush.dashes([stop, end], Ink.REFUSAL, 1.8, (5, 4))
    _outline_blocker(desk, brush, record)
    brush.ring(stop, 5, Ink.REFUSAL, 2.2)
    words = f"blocked by {_named(desk, record.blocker)}{WHY.get(record.reason, '')}"
    return f"{words}{away}{heights}"


def _through(desk: Desk, record: Any) -> str:
    """What a clear line looks through, and how deep: ` · through 1.4″ of Little Wood`."""
    inside: dict[str, float] = {}
    for crossing in record.crossings:
        if crossing.row:
            inside[crossing.feature_id] = inside.get(crossing.feature_id, 0.0) + crossing.leave_in - crossing.enter_in
    deep = [(name, length) for name, length in inside.items() if length >= 0.05]
    return (
        f" · through {', '.join(f'{length:.1f}″ of {_named(desk, name)}' for name, length in deep[:2])}" if deep else ""
    )


def _outline_blocker(desk: Desk, brush: Brush, record: Any) -> None:
    board = desk.scene.board
    if record.blocker is None or not board.has_feature(record.blocker):
        return
    feature = board.feature(record.blocker)
    for ring in feature.rings:
        points = [desk.camera.to_screen(point) for point in ring]
        if len(points) > 1:
            brush.dashes(points, Ink.REFUSAL, 1.4, (4, 4))


def _named(desk: Desk, blocker: str | None) -> str:
    board = desk.scene.board
    if blocker is None:
        return "the ground"
    if not board.has_feature(blocker):
        return str(blocker)
    feature = board.feature(blocker)
    return feature.name or feature.kind.replace("_", " ")
