"""The stands: shadows, rims, miniatures or counters, status markers, names; and which one is under a place."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from wargame.board import Footprint, corners, gap_to_point
from wargame.engine.state import Stand
from wargame.tabletop.counters import counter_px, facing_arrow
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.motion import Motion, Pose
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.minis import badge, contact, marker
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
NAMES_FROM_PPI = 18.0
BADGES_BELOW_PPI = 16.0
MARKER_PX, SMALL_MARKER_PX = 15, 11
NEAR_PX = 9
WRECK = "destroyed"


class StandsLayer:
    """Draws stands at their poses."""

    def __init__(self, desk: Desk, motion: Motion, shelf: Shelf) -> None:
        self.desk, self.motion, self.shelf = desk, motion, shelf

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

    def shown(self) -> Iterable[tuple[Stand, Pose]]:
        """All stands that are drawn now, the far ones first."""
        pairs = [(self.desk.stand(name), pose) for name, pose in self.motion.poses.items()]
        known = [(stand, pose) for stand, pose in pairs if stand is not None]
        return sorted(known, key=lambda pair: -pair[1].y)

    def radius_px(self, stand: Stand) -> float:
        """Radius of the circle round a stand's base, in px."""
        return stand.base.radius * self.desk.camera.ppi

    # -- drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw wrecks, shadows, rims and stands."""
        self.shelf.begin_frame()
        surface = canvas.surface
        self._draw_wrecks(surface)
        shown = [(stand, pose) for stand, pose in self.shown() if self._in_view(pose)]
        if "hidden" in self.desk.on:
            return
        self._draw_bases(surface, shown)
        sprites = [(stand, pose, self.shelf.take(stand, pose)) for stand, pose in shown if stand.line]
        for _, pose, found in sprites:
            if found.shadow is not None:
                self._blit(surface, found.shadow, pose)
        for stand, pose, found in sprites:
            for image in (found.rim, found.sprite):
                if image is not None:
                    self._blit(surface, image, pose, 0.72 if self._is_concealed(stand) else 1.0)
        if self.shelf.shows_counters:
            self._draw_arrows(surface, shown)
        for stand, pose in shown:
            if not stand.line:
                size = max(18, round(self.desk.camera.ppi * 1.1))
                self._blit(surface, contact(self.desk.side_index(stand.side), size), pose)

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
        for stand in self.desk.state.stands.values():
            if stand.gone == WRECK and stand.line and stand.id not in self.motion.poses:
                pose = Pose(stand.x, stand.y, stand.facing_deg)
                found = self.shelf.take(stand, pose, wreck=True)
                if found.sprite is not None and self._in_view(pose):
                    if found.shadow is not None:
                        self._blit(surface, found.shadow, pose)
                    self._blit(surface, found.sprite, pose)

    def _is_concealed(self, stand: Stand) -> bool:
        """Whether an enemy does not know of the viewer's own stand."""
        if stand.side != self.desk.session.viewer:
            return False
        return any(chip.marker == "hidden" for chip in self.desk.card(stand.id).chips)

    def _draw_bases(self, surface: pygame.Surface, shown: Iterable[tuple[Stand, Pose]]) -> None:
        brush = Brush(surface, self.desk.app.scale)
        for stand, pose in shown:
            if "bases" in self.desk.on or stand.id == self.desk.hover or self.desk.settings.high_contrast:
                brush.path(self.outline(stand, pose), Overlay.NEUTRAL, 1.2, closed=True)

    def outline(self, stand: Stand, pose: Pose) -> list[Point]:
        """The outline of a base on the screen."""
        to = self.desk.camera.to_screen
        if stand.base.shape == "circle":
            return circle(to((pose.x, pose.y)), stand.base.width_in / 2 * self.desk.camera.ppi)
        return [to((float(x), float(y))) for x, y in corners(self.footprint(stand, pose))]

    def draw_marks(self, canvas: Canvas, labels: Labels) -> None:
        """Draw rings round those that can act, badges, status markers and names."""
        brush = Brush(canvas.surface, self.desk.app.scale)
        for stand, pose in self.shown():
            if not self._in_view(pose) or pose.fade < 0.5:
                continue
            centre = self.desk.camera.to_screen((pose.x, pose.y))
            radius = self.radius_px(stand)
            labels.keep_free(pygame.Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius))
            if stand.id in self.desk.actors and stand.id != self.desk.selected:
                self._draw_ready(canvas, centre, radius)
            if stand.id == self.desk.selected:
                self._draw_selection(brush, centre, radius, pose)
            self._draw_badge(canvas.surface, stand, pose, centre)
            self._draw_status(canvas, stand, centre, radius)
            self._name(labels, stand, centre, radius)

    def _draw_ready(self, canvas: Canvas, centre: Point, radius: float) -> None:
        """A small brass point above a stand that can still act."""
        size = max(3, canvas.px(3))
        place = (round(centre[0]), round(centre[1] - radius - size - 1))
        pygame.draw.circle(canvas.surface, Overlay.CASING, place, size + 1)
        pygame.draw.circle(canvas.surface, Ink.BRASS, place, size)

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

    def _draw_badge(self, surface: pygame.Surface, stand: Stand, pose: Pose, centre: Point) -> None:
        wish = self.desk.settings.tail_badges
        if wish == "never" or (wish == "small" and self.desk.camera.ppi >= BADGES_BELOW_PPI) or not stand.line:
            return
        a = math.radians(pose.facing_deg)
        away = stand.base.depth_in / 2 * self.desk.camera.ppi + 5
        size = round(min(10.0, max(6.0, 0.55 * self.desk.camera.ppi)))
        image = badge(self.desk.side_index(stand.side), size)
        place = (round(centre[0] - math.cos(a) * away), round(centre[1] + math.sin(a) * away))
        surface.blit(image, image.get_rect(center=place), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _draw_status(self, canvas: Canvas, stand: Stand, centre: Point, radius: float) -> None:
        """Markers beside a stand; on a far table only what binds it or hides it, unless it is looked at."""
        far = self.desk.camera.ppi < BADGES_BELOW_PPI
        size = canvas.px(SMALL_MARKER_PX if far else MARKER_PX)
        chips = self.desk.card(stand.id).chips[:3]
        if far and stand.id not in (self.desk.selected, self.desk.hover):
            chips = tuple(c for c in chips if c.bad or c.marker == "hidden")[:1]
        for n, chip in enumerate(chips):
            place = (round(centre[0] + radius * 0.72 + n * (size - 3)), round(centre[1] - radius * 0.72))
            image = marker(chip.marker, size)
            canvas.surface.blit(image, image.get_rect(center=place), special_flags=pygame.BLEND_PREMULTIPLIED)

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


def _out(centre: Point, dx: float, dy: float, away: float) -> Point:
    return centre[0] + dx * away, centre[1] + dy * away
