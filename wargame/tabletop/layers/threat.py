"""How far the enemies that are known reach: one veil over all their farthest rings, dashed along its outer edge."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.spread import Spread
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]
Disc = tuple[float, float, float]
"""Middle and radius in inches."""
ALPHA = 26
MOST_LOOKS = 12
VEIL_PX_PER_IN = 8
ARC_STEP_DEG = 3.0


class ThreatLayer:
    """Draws the threat of all known enemies, or of the one that is selected."""

    def __init__(self, desk: Desk, stands: StandsLayer) -> None:
        self.desk, self.stands = desk, stands
        self._known: tuple[object, list[list[Point]], pygame.Surface] | None = None
        self._spread = Spread()

    def draw(self, brush: Brush) -> None:
        """Draw veil and edge."""
        discs = self._discs()
        if not discs:
            return
        camera = self.desk.camera
        if self._known is None or self._known[0] != discs:
            self._known = (discs, outer_arcs(discs), _veil(discs, camera.table))
        _, arcs, veil = self._known
        self._spread.lay(brush, camera, veil)
        for arc in arcs:
            brush.dashes([camera.to_screen(point) for point in arc], Overlay.TARGET, 1.2, (3, 5))

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Who reaches the place under the pointer, and who of them sees it."""
        place = self.desk.pointer
        if place is None:
            return
        spot = (round(place[0] * 2) / 2, round(place[1] * 2) / 2)
        reaching = [name for name, (x, y, r) in self._by_stand().items() if math.dist((x, y), spot) <= r]
        if not reaching:
            return
        seeing = 0
        to = self.desk.camera.to_screen
        for name in reaching[:MOST_LOOKS]:
            record = self.desk.sight(name, spot)
            sees = record is not None and record.clear
            seeing += sees
            pose, stand = self.stands.pose(name), self.desk.stand(name)
            if pose is not None and stand is not None:
                brush.ring(to((pose.x, pose.y)), self.stands.radius_px(stand) + 6, Overlay.TARGET, 2.0)
                if sees:
                    brush.dashes([to((pose.x, pose.y)), to(place)], Overlay.TARGET, 1.2, (3, 5))
        words = f"{len(reaching)} can reach this place, {seeing} of them see it"
        labels.say(to(place), words, Overlay.TARGET, rank=4, away=22)

    def _by_stand(self) -> dict[str, Disc]:
        viewer = self.desk.session.viewer
        found = {}
        for stand, pose in self.stands.shown():
            if stand.side != viewer and stand.line:
                far = max((ring.radius_in for ring in self.desk.rings(stand.id)), default=0.0)
                if far > 0:
                    found[stand.id] = (pose.x, pose.y, far + stand.base.radius)
        return found

    def _discs(self) -> list[Disc]:
        viewer, chosen = self.desk.session.viewer, self.desk.stand(self.desk.selected)
        only = chosen.id if chosen is not None and chosen.side != viewer else None
        return [disc for name, disc in self._by_stand().items() if only in (None, name)]


def outer_arcs(discs: Sequence[Disc]) -> list[list[Point]]:
    """The edge of the union of discs, as polylines: of each circle the arcs that no other disc covers."""
    arcs: list[list[Point]] = []
    for n, disc in enumerate(discs):
        covered = [span for m, other in enumerate(discs) if m != n for span in _covered(disc, other, m < n)]
        arcs += [_arc(disc, start, end) for start, end in _gaps(covered)]
    return arcs


def _covered(disc: Disc, other: Disc, earlier: bool) -> list[tuple[float, float]]:
    """The angles (degrees, 0 to 360) of a circle that lie inside another disc; of two equal ones one counts."""
    (x, y, r), (u, v, s) = disc, other
    away = math.hypot(u - x, v - y)
    if away >= r + s or (away + s <= r and not (away == 0 and s == r)):
        return []
    if away + r <= s:
        return [(0.0, 360.0)] if away + r < s or earlier else []
    towards = math.degrees(math.atan2(v - y, u - x)) % 360
    half = math.degrees(math.acos(max(-1.0, min(1.0, (away * away + r * r - s * s) / (2 * away * r)))))
    low, high = towards - half, towards + half
    if low < 0:
        return [(0.0, high), (low + 360, 360.0)]
    return [(low, 360.0), (0.0, high - 360)] if high > 360 else [(low, high)]


def _gaps(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """What is left of the full turn."""
    free, at = [], 0.0
    for low, high in sorted(spans):
        if low > at:
            free.append((at, low))
        at = max(at, high)
    return [*free, (at, 360.0)] if at < 360 else free


def _arc(disc: Disc, start: float, end: float) -> list[Point]:
    n = max(1, math.ceil((end - start) / ARC_STEP_DEG))
    angles = (math.radians(start + (end - start) * i / n) for i in range(n + 1))
    return [(disc[0] + disc[2] * math.cos(a), disc[1] + disc[2] * math.sin(a)) for a in angles]


def _veil(discs: Sequence[Disc], table: Point) -> pygame.Surface:
    """The union as a small picture of the whole table, premultiplied."""
    px = VEIL_PX_PER_IN
    veil = pygame.Surface((round(table[0] * px), round(table[1] * px)), pygame.SRCALPHA)
    red, green, blue = (round(c * ALPHA / 255) for c in Overlay.TARGET)
    for x, y, r in discs:
        pygame.draw.circle(veil, (red, green, blue, ALPHA), (x * px, (table[1] - y) * px), r * px)
    return veil
