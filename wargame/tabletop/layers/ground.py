"""The painted ground in its wooden frame with an inch ruler, scaled to the zoom and cut to what is in view."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pygame

from wargame.board import Board
from wargame.tabletop.camera import Camera
from wargame.tabletop.fonts import Fonts
from wargame.tabletop.kit import Canvas
from wargame.tabletop.layers.daylight import DAY, NIGHT, TINTS
from wargame.tabletop.layers.groundwork import Groundwork, of_the_map
from wargame.tabletop.paint.painter import GroundPicture
from wargame.tabletop.paint.surfaces import enlarged, grain
from wargame.tabletop.paint.worker import GroundStudio, commission
from wargame.tabletop.theme import Ink, Size

WHOLE_UP_TO_PX = 3_500_000
"""A scaled table of so many pixels is kept whole; a larger one is scaled for the part in view only."""
BLOCK_IN = 4
"""The part in view grows outward to blocks of so many inches, so that panning does not scale it anew each frame."""
SCALED_KEPT = 3
MANY_NEW = 3
"""When more new features than so many have come onto the map it is painted anew before anything is shown."""
GLOW_IN = 4.5
HIDING = frozenset({"building", "bunker", "woods_light", "woods_heavy", "forest", "orchard", "town"})
SEE_THROUGH_IN = 1.1
ROOF_SHARE, CROWN_SHARE = 0.35, 0.30
Point = tuple[float, float]


class GroundLayer:
    """Shows the ground as soon as it is painted coarsely, and the fine picture when it is there.

    `cache` is the folder of painted grounds; `fine_px` the finer size in px per inch, 0 for the coarse one only.
    """

    def __init__(
        self, board: Board, palette: str, seed: int, cache: Path | None, fine_px: int, background: bool
    ) -> None:
        self._palette, self._seed, self._cache = palette, seed, cache
        self._fine_px, self._background = fine_px, background
        self.version = 0
        self.light = DAY
        self._followed: Board | None = None
        self._begin(board)

    def _begin(self, board: Board) -> None:
        """Have this ground painted."""
        self._studio = self._commissioned(board, self._cache)
        self._wants_better = self._fine_px > 8
        self._work = Groundwork(self._palette, self._seed, self._studio.first(), board)
        self._board = board
        self._plain = self._surface(self._picture)
        self._shown = self._plain
        self._spots: frozenset[Point] = frozenset()
        self._places: frozenset[Point] = frozenset([(-9.0, -9.0)])
        self._covered: dict[Point, bool] = {}
        self._patches: dict[Point, tuple[pygame.Surface, pygame.Rect] | None] = {}
        self._scaled: dict[tuple[object, ...], pygame.Surface] = {}
        self.version += 1

    def _commissioned(self, board: Board, cache: Path | None) -> GroundStudio:
        table = board.table
        order = commission(of_the_map(board), table.width_in, table.height_in, self._palette, self._seed)
        return GroundStudio(order, cache, self._fine_px or 8, self._background)

    @property
    def _picture(self) -> GroundPicture:
        return self._work.picture

    @property
    def painted(self) -> frozenset[str]:
        """Ids of the features that the picture shows."""
        return self._work.shown

    def follow(self, board: Board) -> None:
        """Show what has become of the ground: patches at once; where the map itself is another, it is painted anew."""
        if board is self._followed:
            return
        self._followed = board
        if len(frozenset(f.id for f in of_the_map(board)) - self.painted) > MANY_NEW:
            self._studio.close()
            self._begin(board)
        stale = self._work.follow(board)
        self._board = board
        if stale and self._fine_px > 8:
            self._studio.close()
            self._studio = self._commissioned(board, None)
            self._studio.begin()
            self._wants_better = True
        self._take_in()

    def _take_in(self) -> None:
        """Bring what has changed of the picture onto the surface."""
        boxes = self._work.take_dirty()
        if not boxes:
            return
        rows, columns = self._picture.ground.shape[:2]
        for left, top, right, low in boxes:
            if (right - left, low - top) == (columns, rows):
                self._plain = self._surface(self._picture)
                break
            pixels = self._picture.patch((left, top, right, low))
            part = pygame.image.frombuffer(pixels.tobytes(), (right - left, low - top), "RGB")
            self._plain.blit(part, (left, top))
        self._covered.clear()
        self._patches.clear()
        self._shown = self._thinned(self._spots) if self._spots else self._plain
        self._scaled.clear()
        self.version += 1

    def shine(self, light: str) -> None:
        """Let the light of day, dawn, dusk or night lie on the table from now on."""
        if light != self.light:
            self.light = light
            self._scaled.clear()
            self.version += 1

    def close(self) -> None:
        """Let the painter go."""
        self._studio.close()

    @staticmethod
    def _surface(picture: GroundPicture) -> pygame.Surface:
        rows, columns, _ = picture.ground.shape
        return pygame.image.frombuffer(picture.rgb.tobytes(), (columns, rows), "RGB").convert()

    def update(self, stands: Iterable[Point], at_rest: bool = True) -> None:
        """Take the fine picture when it is ready, and thin roofs and crowns over these stands (places in inches).

        While something moves (not `at_rest`) roofs and crowns stay as they are.
        """
        better = self._studio.better() if self._wants_better else None
        if better is not None:
            self._wants_better = False
            self._work.replace(better, self._board)
            self._take_in()
        elif not at_rest:
            return
        places = frozenset((round(x, 1), round(y, 1)) for x, y in stands)
        if places == self._places and better is None:
            return
        self._places = places
        spots = frozenset(place for place in places if self._is_covered(place))
        if spots != self._spots or better is not None:
            self._spots = spots
            self._shown = self._thinned(spots) if spots else self._plain
            self._scaled.clear()
            self.version += 1

    def _is_covered(self, place: Point) -> bool:
        known = self._covered.get(place)
        if known is None:
            known = bool(HIDING & {f.kind for f in self._board.features_at(*place)})
            self._covered[place] = known
        return known

    def _thinned(self, spots: Iterable[Point]) -> pygame.Surface:
        image = self._plain.copy()
        for spot in spots:
            if spot not in self._patches:
                self._patches[spot] = self._patch(spot)
            found = self._patches[spot]
            if found is not None:
                image.blit(*found)
        return image

    def _patch(self, spot: Point) -> tuple[pygame.Surface, pygame.Rect] | None:
        """What is shown round a stand under a roof or a crown, and where."""
        picture, px = self._picture, self._picture.px_per_in
        size = round(2 * SEE_THROUGH_IN * px)
        box = pygame.Rect(0, 0, size, size)
        box.center = (round(spot[0] * px), round((picture.height_in - spot[1]) * px))
        cut = box.clip(self._plain.get_rect())
        if cut.w < 2 or cut.h < 2:
            return None
        thin = picture.patch((cut.left, cut.top, cut.right, cut.bottom), ROOF_SHARE, CROWN_SHARE)
        patch = pygame.image.frombuffer(thin.tobytes(), cut.size, "RGB").convert_alpha()
        patch.blit(_soft_disc(size), (box.x - cut.x, box.y - cut.y), special_flags=pygame.BLEND_RGBA_MULT)
        return patch, cut

    def draw(self, canvas: Canvas, camera: Camera) -> None:
        """Draw frame, ruler and ground."""
        surface = canvas.surface
        x0, y0 = camera.to_screen((0.0, camera.table[1]))
        x1, y1 = camera.to_screen((camera.table[0], 0.0))
        rect = pygame.Rect(round(x0), round(y0), round(x1 - x0), round(y1 - y0))
        for strip in round_about(camera.view, rect.inflate(-4, -4)):
            with canvas.clipped(strip):
                _draw_frame(surface, rect)
        _draw_ruler(canvas, camera, rect)
        self._blit(surface, camera, rect)

    def _blit(self, surface: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        whole = self._shown.get_rect()
        if rect.w * rect.h <= WHOLE_UP_TO_PX:
            surface.blit(self._piece(whole, rect.size), rect)
            return
        px, height = self._picture.px_per_in, camera.table[1]
        part = part_in_view(camera, px).clip(whole)
        if part.w < 1 or part.h < 1:
            return
        scale = camera.ppi / px
        piece = self._piece(part, (max(1, round(part.w * scale)), max(1, round(part.h * scale))))
        x, y = camera.to_screen((part.x / px, height - part.y / px))
        surface.blit(piece, (round(x), round(y)))

    def _piece(self, part: pygame.Rect, size: tuple[int, int]) -> pygame.Surface:
        """A part of the ground scaled to a size; the last few are kept."""
        key = (*part, *size)
        found = self._scaled.pop(key, None)
        if found is None:
            found = self._lit(enlarged(self._shown, part, size, _grain()), part)
            while len(self._scaled) >= SCALED_KEPT:
                del self._scaled[next(iter(self._scaled))]
        self._scaled[key] = found
        return found

    def _lit(self, piece: pygame.Surface, part: pygame.Rect) -> pygame.Surface:
        """A piece of the ground in the light that lies on the table; by night fires throw their own."""
        if self.light == DAY:
            return piece
        piece.fill(TINTS[self.light][0], special_flags=pygame.BLEND_RGB_MULT)
        if self.light == NIGHT:
            px, scale = self._picture.px_per_in, piece.get_width() / part.w
            for x, y in self._work.fires():
                at = ((x * px - part.x) * scale, ((self._picture.height_in - y) * px - part.y) * scale)
                glow = _glow(max(8, round(GLOW_IN * 2 * px * scale)))
                piece.blit(glow, glow.get_rect(center=at), special_flags=pygame.BLEND_RGB_ADD)
        return piece

    def thumbnail(self, size: tuple[int, int]) -> pygame.Surface:
        """The whole ground in a small picture."""
        return pygame.transform.smoothscale(self._plain, size)

    def portrait(self, place: Point, size: tuple[int, int], px_per_in: float) -> pygame.Surface:
        """A piece of the ground round a place, at `px_per_in`, for a portrait."""
        px = self._picture.px_per_in
        w, h = max(2, round(size[0] / px_per_in * px)), max(2, round(size[1] / px_per_in * px))
        part = pygame.Rect(0, 0, w, h)
        part.center = (round(place[0] * px), round((self._picture.height_in - place[1]) * px))
        whole = self._plain.get_rect()
        if part.w > whole.w or part.h > whole.h:
            part = part.clip(whole)
        part.clamp_ip(whole)
        return pygame.transform.smoothscale(self._plain.subsurface(part), size)


def part_in_view(camera: Camera, px: float) -> pygame.Rect:
    """What the view shows of a picture of the table with `px` pixels per inch, grown outward to whole blocks."""
    left, low, right, high = camera.visible()
    block = BLOCK_IN * px
    x0, y0 = math.floor(left * px / block) * block, math.floor((camera.table[1] - high) * px / block) * block
    x1, y1 = math.ceil(right * px / block) * block, math.ceil((camera.table[1] - low) * px / block) * block
    return pygame.Rect(round(x0), round(y0), round(x1 - x0), round(y1 - y0))


@lru_cache(maxsize=4)
def _soft_disc(size: int) -> pygame.Surface:
    """White, opaque in the middle, clear at the rim."""
    n = 48
    small = pygame.Surface((n, n), pygame.SRCALPHA)
    small.fill((255, 255, 255, 0))
    for step in range(14):
        radius = n / 2 * (1 - 0.45 * step / 14)
        pygame.draw.circle(small, (255, 255, 255, round(255 * (step + 1) / 14)), (n / 2, n / 2), radius)
    return pygame.transform.smoothscale(small, (size, size))


@lru_cache(maxsize=1)
def _grain() -> pygame.Surface:
    """Fine light and dark for enlarged ground, in the window's order of colours."""
    return grain().convert()


@lru_cache(maxsize=8)
def _glow(size: int) -> pygame.Surface:
    """Firelight on the ground: black at the rim, warm in the middle."""
    n = 64
    small = pygame.Surface((n, n))
    for step in range(24):
        share = ((step + 1) / 24) ** 2
        pygame.draw.circle(small, [round(v * share) for v in (120, 68, 22)], (n / 2, n / 2), n / 2 * (1 - step / 24))
    return pygame.transform.smoothscale(small, (size, size))


def round_about(view: pygame.Rect, rect: pygame.Rect) -> list[pygame.Rect]:
    """The parts of the view that a rectangle leaves free: above, below, left and right of it."""
    inner = rect.clip(view)
    if not inner.w or not inner.h:
        return [view]
    strips = (
        pygame.Rect(view.x, view.y, view.w, inner.y - view.y),
        pygame.Rect(view.x, inner.bottom, view.w, view.bottom - inner.bottom),
        pygame.Rect(view.x, inner.y, inner.x - view.x, inner.h),
        pygame.Rect(inner.right, inner.y, view.right - inner.right, inner.h),
    )
    return [strip for strip in strips if strip.w > 0 and strip.h > 0]


def _draw_frame(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The room round the table and its wooden frame."""
    surface.fill((26, 23, 20))
    frame = rect.inflate(2 * Size.TABLE_FRAME, 2 * Size.TABLE_FRAME)
    pygame.draw.rect(surface, Ink.WOOD, frame, border_radius=3)
    pygame.draw.rect(surface, Ink.WOOD_EDGE, frame, 1, border_radius=3)
    pygame.draw.rect(surface, (18, 14, 10), rect.inflate(2, 2), 1)


def _draw_ruler(canvas: Canvas, camera: Camera, rect: pygame.Rect) -> None:
    """Ticks each inch, longer at 6, longest at 12 with the number."""
    surface, ppi = canvas.surface, camera.ppi
    view = camera.view
    for along, length in ((0, camera.table[0]), (1, camera.table[1])):
        for inch in range(int(length) + 1):
            long = 6 if inch % 12 == 0 else 4 if inch % 6 == 0 else 2
            if along == 0:
                x = round(rect.x + inch * ppi)
                if not view.left <= x <= view.right:
                    continue
                pygame.draw.line(surface, Ink.TICK, (x, rect.y - 2), (x, rect.y - 2 - long))
                pygame.draw.line(surface, Ink.TICK, (x, rect.bottom + 1), (x, rect.bottom + 1 + long))
            else:
                y = round(rect.bottom - inch * ppi)
                if not view.top <= y <= view.bottom:
                    continue
                pygame.draw.line(surface, Ink.TICK, (rect.x - 2, y), (rect.x - 2 - long, y))
                pygame.draw.line(surface, Ink.TICK, (rect.right + 1, y), (rect.right + 1 + long, y))
            if inch % 12 == 0 and 0 < inch < length:
                _number(canvas, rect, along, inch, ppi)


def _number(canvas: Canvas, rect: pygame.Rect, along: int, inch: int, ppi: float) -> None:
    image = _number_picture(canvas.fonts, inch, along == 1)
    if along == 0:
        canvas.surface.blit(image, image.get_rect(midbottom=(round(rect.x + inch * ppi) + 13, rect.y + 1)))
        return
    canvas.surface.blit(image, image.get_rect(midright=(rect.x + 1, round(rect.bottom - inch * ppi) - 13)))


@lru_cache(maxsize=64)
def _number_picture(fonts: Fonts, inch: int, turned: bool) -> pygame.Surface:
    image = fonts.font("semi", 11).render(f"{inch}″", True, (206, 182, 142))
    return pygame.transform.rotate(image, 90) if turned else image
