"""The stands: shadows, rims, miniatures or counters, status markers, names; and which one is under a place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import pygame

from wargame.board import Footprint, corners, gap_to_point
from wargame.engine.state import Stand
from wargame.tabletop.counters import counter_px, facing_arrow
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.motion import Motion, Pose
from wargame.tabletop.layers.plume import VARIANTS, plume
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.minis import badge, contact, marker
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
Blit = tuple[pygame.Surface, tuple[int, int]]
NAMES_FROM_PPI = 18.0
BADGES_BELOW_PPI = 16.0
MARKER_PX, SMALL_MARKER_PX = 15, 11
NEAR_PX = 9
WRECK = "destroyed"


class StandsLayer:
    """Draws stands at their poses."""

    def __init__(self, desk: Desk, motion: Motion, shelf: Shelf) -> None:
        self.desk, self.motion, self.shelf = desk, motion, shelf
        self._shown: list[tuple[Stand, Pose]] = []
        self._shown_at: tuple[object, ...] = ()

    # -- where is what

    def pose(self, stand_id: str) -> Pose | None:
        """Where a stand is shown, or None."""
        return self.motion.poses.get(stand_id)

    def footprint(self, stand: Stand, pose: Pose | None = None) -> Footprint:
        """The base of a stand where it is shown."""
        pose = pose or self.pose(stand.id)
        if pose is None:
            return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)
        return Footprint(stand.base, pose.x, pose.y, pose.facing_deg)

    def at(self, place: Point, first: str | None = None) -> list[str]:
        """Stands under a table place, one's own first, nearest first; `first` goes to the end (to cycle through)."""
        reach = NEAR_PX / self.desk.camera.ppi
        found: list[tuple[int, float, str]] = []
        for stand_id in self.motion.poses:
            stand = self.desk.stand(stand_id)
            if stand is None:
                continue
            away = gap_to_point(self.footprint(stand), *place)
            if away <= reach:
                centre = math.dist((self.motion.poses[stand_id].x, self.motion.poses[stand_id].y), place)
                mine = 0 if stand.side == self.desk.session.viewer else 1
                found.append((mine if away <= 0 else 2 + mine, centre, stand_id))
        names = [stand_id for _, _, stand_id in sorted(found)]
        if first in names and len(names) > 1:
            names.remove(first)
            names.append(first)
        return names

    def shown(self) -> list[tuple[Stand, Pose]]:
        """All stands that are drawn now, the far ones first."""
        here = (self.desk.session.changed, self.desk.session.viewer, self.motion.version)
        if here != self._shown_at:
            stands = self.desk.state.stands
            known = [(stands[name], pose) for name, pose in self.motion.poses.items() if name in stands]
            self._shown, self._shown_at = sorted(known, key=lambda pair: -pair[1].y), here
        return self._shown

    def _in_sight(self) -> list[tuple[Stand, Pose, int, int]]:
        """Those whose middle is in or near the view, with its whole pixels."""
        to, view = self.desk.camera.to_screen, self.desk.camera.view.inflate(80, 80)
        places = ((stand, pose, to((pose.x, pose.y))) for stand, pose in self.shown())
        return [(stand, pose, round(x), round(y)) for stand, pose, (x, y) in places if view.collidepoint(x, y)]

    def radius_px(self, stand: Stand) -> float:
        """Radius of the circle round a stand's base, in px."""
        return stand.base.radius * self.desk.camera.ppi

    # -- drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw wrecks, shadows, rims and stands."""
        surface = canvas.surface
        self._draw_wrecks(surface)
        shown = self._in_sight()
        if "hidden" in self.desk.on:
            return
        self._draw_bases(surface, shown)
        below: list[Blit] = []
        above: list[Blit] = []
        concealed = self.desk.kept("concealed", self._concealed)
        for stand, pose, x, y in shown:
            if stand.line:
                found = self.shelf.take(stand, pose)
                self._lay(below, found.shadow, x, y, pose.fade)
                strength = pose.fade * 0.72 if stand.id in concealed else pose.fade
                self._lay(above, found.rim, x, y, strength)
                self._lay(above, found.sprite, x, y, strength)
        surface.fblits(below, pygame.BLEND_PREMULTIPLIED)
        surface.fblits(above, pygame.BLEND_PREMULTIPLIED)
        if self.shelf.shows_counters:
            self._draw_arrows(surface, ((stand, pose) for stand, pose, _, _ in shown))
        for stand, pose, _, _ in shown:
            if not stand.line:
                size = max(18, round(self.desk.camera.ppi * 1.1))
                self._blit(surface, contact(self.desk.side_index(stand.side), size), pose)

    def _lay(self, pile: list[Blit], image: pygame.Surface | None, x: int, y: int, strength: float) -> None:
        """Put a picture with its middle at a pixel on a pile to be drawn."""
        if image is not None:
            shown = image if strength >= 1 else self.shelf.faded(image, strength)
            pile.append((shown, (x - shown.get_width() // 2, y - shown.get_height() // 2)))

    def _draw_arrows(self, surface: pygame.Surface, shown: Iterable[tuple[Stand, Pose]]) -> None:
        """Where the stands behind the counters look."""
        px = counter_px(self.desk.camera.ppi)
        for stand, pose in shown:
            if stand.line:
                x, y = self.desk.camera.to_screen((pose.x, pose.y))
                corners_px = [(x + dx, y + dy) for dx, dy in facing_arrow(pose.facing_deg, px)]
                pygame.draw.polygon(surface, (255, 255, 255), corners_px)
                pygame.draw.aalines(surface, Overlay.CASING, True, corners_px)

    def _in_view(self, pose: Pose) -> bool:
        x, y = self.desk.camera.to_screen((pose.x, pose.y))
        return self.desk.camera.view.inflate(80, 80).collidepoint(x, y)

    def _blit(self, surface: pygame.Surface, image: pygame.Surface, pose: Pose, strength: float = 1.0) -> None:
        x, y = self.desk.camera.to_screen((pose.x, pose.y))
        image = self.shelf.faded(image, pose.fade * strength)
        surface.blit(image, image.get_rect(center=(round(x), round(y))), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _draw_wrecks(self, surface: pygame.Surface) -> None:
        """Burnt-out vehicles with their shadows, then the smoke of all."""
        burning: list[tuple[Stand, Pose]] = []
        for stand in self.desk.state.stands.values():
            if not (stand.x or stand.y):
                continue  # it was never on the table: an aircraft
            if stand.gone == WRECK and stand.line and stand.id not in self.motion.poses:
                pose = Pose(stand.x, stand.y, stand.facing_deg)
                found = self.shelf.take(stand, pose, wreck=True)
                if found.sprite is not None and self._in_view(pose):
                    if found.shadow is not None:
                        self._blit(surface, found.shadow, pose)
                    self._blit(surface, found.sprite, pose)
                    if not self.shelf.shows_counters:
                        burning.append((stand, pose))
        for stand, pose in burning:
            long = max(self.shelf.size_in(self.shelf.look(stand))) * self.desk.camera.ppi
            self._blit(surface, plume(max(6, round(long * 0.9)), sum(map(ord, stand.id)) % VARIANTS), pose)

    def _concealed(self) -> frozenset[str]:
        """The viewer's own stands that an enemy does not know of."""
        viewer = self.desk.session.viewer
        mine = [s.id for s in self.desk.state.stands.values() if s.side == viewer and s.in_play]
        return frozenset(s for s in mine if any(chip.marker == "hidden" for chip in self.desk.chips(s)))

    def _draw_bases(self, surface: pygame.Surface, shown: Iterable[tuple[Stand, Pose, int, int]]) -> None:
        brush = Brush(surface, self.desk.app.scale)
        everyone = "bases" in self.desk.on or self.desk.settings.high_contrast
        for stand, pose, _, _ in shown:
            if everyone or stand.id == self.desk.hover:
                brush.path(self.outline(stand, pose), Overlay.NEUTRAL, 1.2, closed=True)

    def outline(self, stand: Stand, pose: Pose) -> list[Point]:
        """The outline of a base on the screen."""
        to = self.desk.camera.to_screen
        if stand.base.shape == "circle":
            return circle(to((pose.x, pose.y)), stand.base.width_in / 2 * self.desk.camera.ppi)
        return [to((float(x), float(y))) for x, y in corners(self.footprint(stand, pose))]

    def draw_marks(self, canvas: Canvas, labels: Labels) -> None:
        """Draw rings round those that can act, badges, status markers and names."""
        desk, surface = self.desk, canvas.surface
        to, ppi, selected = desk.camera.to_screen, desk.camera.ppi, desk.selected
        actors = desk.kept("actor set", lambda: frozenset(desk.actors))
        pile: list[Blit] = []
        for stand, pose, _, _ in self._in_sight():
            if pose.fade < 0.5:
                continue
            centre, radius = to((pose.x, pose.y)), stand.base.radius * ppi
            labels.keep_free(pygame.Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius))
            if stand.id == selected:
                surface.fblits(pile, pygame.BLEND_PREMULTIPLIED)
                pile = []
                self._draw_selection(Brush(surface, desk.app.scale), centre, radius, pose)
            elif stand.id in actors:
                self._draw_ready(pile, canvas, centre, radius)
            self._draw_badge(pile, stand, pose, centre)
            self._draw_status(pile, canvas, stand, centre, radius)
            self._name(labels, stand, centre, radius)
        surface.fblits(pile, pygame.BLEND_PREMULTIPLIED)

    def _draw_ready(self, pile: list[Blit], canvas: Canvas, centre: Point, radius: float) -> None:
        """A small brass point above a stand that can still act."""
        size = max(3, canvas.px(3))
        point = _ready_point(size)
        x, y = round(centre[0]), round(centre[1] - radius - size - 1)
        pile.append((point, (x - point.get_width() // 2, y - point.get_height() // 2)))

    def _draw_selection(self, brush: Brush, centre: Point, radius: float, pose: Pose) -> None:
        r = radius + max(5.0, 0.2 * self.desk.camera.ppi)
        pulse = 0.0 if self.desk.settings.reduce_motion else 0.15 * math.sin(self.desk.app.time_s * 2 * math.pi / 1.2)
        white = (255, 255, 255)
        brush.ring(centre, r, white, 2.2 * (1 + pulse))
        for off in (-45.0, 45.0, 0.0):
            a = math.radians(pose.facing_deg + off)
            dx, dy = math.cos(a), -math.sin(a)
            if off:
                brush.line(_out(centre, dx, dy, r * 0.95), _out(centre, dx, dy, r + 6), white, 2)
            else:
                brush.arrow_head(_out(centre, dx, dy, r + 12), -pose.facing_deg, 8, white)

    def _draw_badge(self, pile: list[Blit], stand: Stand, pose: Pose, centre: Point) -> None:
        wish, ppi = self.desk.settings.tail_badges, self.desk.camera.ppi
        if wish == "never" or (wish == "small" and ppi >= BADGES_BELOW_PPI) or not stand.line:
            return
        a = math.radians(pose.facing_deg)
        away = stand.base.depth_in / 2 * ppi + 5
        size = round(min(10.0, max(6.0, 0.55 * ppi)))
        image = badge(self.desk.side_index(stand.side), size)
        self._lay(pile, image, round(centre[0] - math.cos(a) * away), round(centre[1] + math.sin(a) * away), 1.0)

    def _draw_status(self, pile: list[Blit], canvas: Canvas, stand: Stand, centre: Point, radius: float) -> None:
        """Markers beside a stand; on a far table only what binds it or hides it, unless it is looked at."""
        far = self.desk.camera.ppi < BADGES_BELOW_PPI
        size = canvas.px(SMALL_MARKER_PX if far else MARKER_PX)
        chips = self.desk.chips(stand.id)[:3]
        if far and stand.id not in (self.desk.selected, self.desk.hover):
            chips = tuple(c for c in chips if c.bad or c.marker == "hidden")[:1]
        for n, chip in enumerate(chips):
            x, y = round(centre[0] + radius * 0.72 + n * (size - 3)), round(centre[1] - radius * 0.72)
            self._lay(pile, marker(chip.marker, size), x, y, 1.0)

    def _name(self, labels: Labels, stand: Stand, centre: Point, radius: float) -> None:
        on = self.desk.on
        wanted = (
            "names_all" in on
            or self.desk.camera.ppi >= NAMES_FROM_PPI
            or stand.id
            in (
                self.desk.selected,
                self.desk.hover,
            )
        )
        if "names_off" in on or not wanted:
            return
        place = (centre[0], centre[1] + radius + 7)
        labels.add(Label(place, (Line(stand.name, 12, "semi", (250, 246, 232)),), boxed=False, away=2, rank=-1))


@lru_cache(maxsize=8)
def _ready_point(size: int) -> pygame.Surface:
    image = pygame.Surface((2 * size + 6, 2 * size + 6), pygame.SRCALPHA)
    pygame.draw.circle(image, Overlay.CASING, (size + 3, size + 3), size + 1)
    pygame.draw.circle(image, Ink.BRASS, (size + 3, size + 3), size)
    return image


def _out(centre: Point, dx: float, dy: float, away: float) -> Point:
    return centre[0] + dx * away, centre[1] + dy * away
