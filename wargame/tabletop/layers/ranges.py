"""What a stand can see and how far it reaches: dimmed hidden ground, range rings and arcs, a line of sight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame

from wargame.board.sight import eye, eyes, sight_matrix
from wargame.engine.ruleset import Ring
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush, sector
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
CELL_IN = 0.5
DIM_ALPHA = 118


def draw_dimmed(desk: Desk, brush: Brush, place: Point, floor: int = 0) -> None:
    """Dim the ground that cannot be seen from a place."""
    key = ("hidden ground", round(place[0] * 4), round(place[1] * 4), floor)
    small = desk.kept(key, lambda: _hidden_ground(desk, place, floor))
    if small is None:
        return
    camera = desk.camera
    x0, y0 = camera.to_screen((0.0, camera.table[1]))
    size = (round(camera.table[0] * camera.ppi), round(camera.table[1] * camera.ppi))
    if size[0] * size[1] <= 5_000_000:
        image = desk.kept((key, size), lambda: pygame.transform.smoothscale(small, size))
        brush.lay(image, (round(x0), round(y0)))
        return
    _blit_part(desk, brush, small)


def _blit_part(desk: Desk, brush: Brush, small: pygame.Surface) -> None:
    """Only what is in view of a table too large to scale whole."""
    left, low, right, high = desk.camera.visible()
    per_in, height = small.get_width() / desk.camera.table[0], desk.camera.table[1]
    part = pygame.Rect(int(left * per_in), int((height - high) * per_in), 0, 0)
    part.size = (int((right - left) * per_in) + 2, int((high - low) * per_in) + 2)
    part = part.clip(small.get_rect())
    if part.w < 1 or part.h < 1:
        return
    scale = desk.camera.ppi / per_in
    piece = pygame.transform.smoothscale(small.subsurface(part), (round(part.w * scale), round(part.h * scale)))
    x, y = desk.camera.to_screen((part.x / per_in, height - part.y / per_in))
    brush.lay(piece, (round(x), round(y)))


def _hidden_ground(desk: Desk, place: Point, floor: int) -> pygame.Surface | None:
    board = desk.scene.board
    table = board.table
    columns, rows = round(table.width_in / CELL_IN), round(table.height_in / CELL_IN)
    xs = (np.arange(columns) + 0.5) * CELL_IN
    ys = (np.arange(rows) + 0.5) * CELL_IN
    points = np.stack([np.tile(xs, rows), np.repeat(ys, columns)], axis=1)
    here = eye(board, place[0], place[1], floor * board.profile.inches_per_level)
    try:
        blocked = sight_matrix(board, np.array([here], float), eyes(board, points))[0] >= 0
    except (ValueError, TypeError):
        return None
    far = desk.state.visibility_in
    if far is not None:
        blocked |= np.hypot(points[:, 0] - place[0], points[:, 1] - place[1]) > far
    grid = blocked.reshape(rows, columns)[::-1]
    alpha = np.where(grid, DIM_ALPHA, 0).astype(np.float32)
    pixels = np.zeros((rows, columns, 4), np.uint8)
    for channel, value in enumerate(Overlay.HIDDEN_GROUND):
        pixels[..., channel] = (alpha * value / 255).astype(np.uint8)
    pixels[..., 3] = alpha.astype(np.uint8)
    image = pygame.image.frombuffer(pixels.tobytes(), (columns, rows), "RGBA").convert_alpha()
    twice = pygame.transform.smoothscale(image, (columns * 4, rows * 4))
    return pygame.transform.gaussian_blur(twice, 2)


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
