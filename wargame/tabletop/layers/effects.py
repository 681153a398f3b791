"""What flies and bursts while an event is shown, and what is drawn of a moment of the log."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wargame.engine.events import AnyEvent, Fired, StandMoved, StandRemoved, TemplateLanded
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.motion import Beat
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]
GEOMETRY = (StandMoved, Fired, TemplateLanded)
TRACER = (255, 236, 168)
FLASH = (255, 214, 120)
TRACER_SHARE, FLASH_SHARE = 0.27, 0.45


def draw_beat(desk: Desk, brush: Brush, labels: Labels, stands: StandsLayer, beat: Beat) -> None:
    """Draw the event being shown at the moment it is in."""
    event, share = beat.event, beat.share
    if isinstance(event, Fired):
        _draw_shot(desk, brush, stands, event, share)
    elif isinstance(event, TemplateLanded):
        _draw_landing(desk, brush, labels, event, share)
    elif isinstance(event, StandRemoved):
        pose = stands.pose(event.stand)
        if pose is not None:
            centre = desk.camera.to_screen((pose.x, pose.y))
            brush.disc(centre, desk.camera.ppi * (0.4 + 0.9 * share), FLASH, round(170 * (1 - share)))


def draw_moment(
    desk: Desk,
    brush: Brush,
    labels: Labels,
    stands: StandsLayer,
    event: AnyEvent,
    story: Sequence[AnyEvent] = (),
) -> None:
    """The geometry of an event of the log, drawn still: its own, and of what set it off (found in `story`)."""
    shown: AnyEvent | None = event
    while shown is not None and not isinstance(shown, GEOMETRY):
        shown = next((e for e in story[shown.cause - 1 : shown.cause] if e.n == shown.cause), None)
    who = getattr(event, "stand", "") or getattr(event, "who", "")
    place = _place(desk, stands, who) if who else None
    if place is not None:
        brush.ring(desk.camera.to_screen(place), desk.camera.ppi * 0.9, Overlay.NEUTRAL, 1.8, "dashed")
    if isinstance(shown, StandMoved):
        points = [desk.camera.to_screen(p) for p in shown.path]
        brush.dashes(points, Overlay.NEUTRAL, 2.0, (6, 4))
        brush.ring(points[0], 4, Overlay.NEUTRAL, 1.6)
    elif isinstance(shown, Fired):
        for start, end in _lines(desk, stands, shown):
            brush.line(start, end, Overlay.TARGET, 2.2)
            brush.brackets(end, 12, Overlay.TARGET, 2.0)
    elif isinstance(shown, TemplateLanded):
        _draw_landing(desk, brush, labels, shown, 1.0)


def _lines(desk: Desk, stands: StandsLayer, event: Fired) -> list[tuple[Point, Point]]:
    to = desk.camera.to_screen
    start = event.origin or _place(desk, stands, event.stand)
    ends = [_place(desk, stands, target) for target in event.targets]
    if event.at is not None:
        ends.append(event.at)
    return [(to(start), to(end)) for end in ends if end is not None] if start is not None else []


def _place(desk: Desk, stands: StandsLayer, stand_id: str) -> Point | None:
    pose, stand = stands.pose(stand_id), desk.stand(stand_id)
    if pose is not None:
        return pose.x, pose.y
    return (stand.x, stand.y) if stand is not None and stand.on_table else None


def _draw_shot(desk: Desk, brush: Brush, stands: StandsLayer, event: Fired, share: float) -> None:
    for start, end in _lines(desk, stands, event):
        if event.manner == "assault":
            brush.brackets(end, 10 + 14 * (1 - share), Overlay.TARGET, 2.4)
            continue
        if share < TRACER_SHARE:
            part = share / TRACER_SHARE
            tail = max(0.0, part - 0.35)
            brush.line(_between(start, end, tail), _between(start, end, part), TRACER, 2.2)
        if share < FLASH_SHARE:
            brush.disc(start, desk.camera.ppi * 0.34, FLASH, 200)
        if share >= TRACER_SHARE:
            part = (share - TRACER_SHARE) / (1 - TRACER_SHARE)
            brush.disc(end, desk.camera.ppi * (0.2 + 0.5 * part), FLASH, round(220 * (1 - part)))


def _draw_landing(desk: Desk, brush: Brush, labels: Labels, event: TemplateLanded, share: float) -> None:
    to = desk.camera.to_screen
    aim, place = to((event.aim_x, event.aim_y)), to((event.x, event.y))
    radius = event.width_in / 2 * desk.camera.ppi
    brush.dashes(circle(aim, radius), (255, 255, 255), 1.4, (4, 5), closed=True)
    away = math.dist((event.aim_x, event.aim_y), (event.x, event.y))
    if away > 0.05:
        brush.dashes([aim, place], (255, 255, 255), 2.2, (6, 3))
        brush.arrow_head(place, math.degrees(math.atan2(place[1] - aim[1], place[0] - aim[0])), 9, (255, 255, 255))
        labels.say(((aim[0] + place[0]) / 2, (aim[1] + place[1]) / 2), f"deviates {away:.1f}″", rank=8)
    shape = circle(place, radius * min(1.0, 0.3 + share))
    brush.area([shape], Overlay.BLAST, 58)
    brush.hatched(shape, Overlay.BLAST, 120)
    brush.path(shape, Overlay.BLAST, 2.4, closed=True)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
