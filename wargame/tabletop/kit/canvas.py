"""Drawing with cached text, rounded boxes, icons and dice, all scaled by the interface scale.

Rectangles and places are real pixels; sizes of text, radii and icons are pixels at k = 1 and are multiplied here.
Every piece of text drawn in a frame is noted in `marks`, so that tests and screen readers can ask what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from wargame.tabletop.fonts import Fonts
from wargame.tabletop.kit import dice, icons
from wargame.tabletop.theme import Colour, Ink, Size

TEXTS_KEPT = 4000
SHAPES_KEPT = 1500
_FINE = 4


@dataclass(frozen=True, slots=True)
class TextMark:
    """One text drawn this frame: what, how large in px, where, inside which box, on which layer.

    `behind` is the mean colour it was drawn over, known only while the canvas audits.
    """

    text: str
    face: str
    size_px: int
    rect: pygame.Rect
    box: pygame.Rect
    ink: Colour
    behind: Colour | None
    whole: str
    layer: int = 0


class Canvas:
    """A surface to draw on and the caches that make drawing the same thing again nearly free."""

    def __init__(self, surface: pygame.Surface, k: float = 1.0) -> None:
        self.surface = surface
        self.k = k
        self.fonts = Fonts()
        self.marks: list[TextMark] = []
        self.audit = False
        self.layer = 0
        self._texts: dict[tuple[object, ...], tuple[pygame.Surface, str]] = {}
        self._shapes: dict[tuple[object, ...], pygame.Surface] = {}
        self._widths: dict[tuple[str, float, str], int] = {}

    def start(self, surface: pygame.Surface, k: float) -> None:
        """Begin a frame on this surface at this interface scale."""
        if k != self.k:
            self._widths.clear()
        self.surface, self.k = surface, k
        self.surface.set_clip(None)
        self.marks = []
        self.layer = 0

    def px(self, length: float) -> int:
        """A length at k = 1 as whole pixels at the present scale."""
        return int(round(length * self.k))

    # Text

    def size_px(self, size: float) -> int:
        """The pixel size of a text size at k = 1; never below the smallest text allowed."""
        return max(Size.SMALLEST_TEXT, self.px(size))

    def width(self, text: str, size: float = Size.BODY, face: str = "semi") -> int:
        """Width in px of a text on one line."""
        key = (text, size, face)
        if key not in self._widths:
            if len(self._widths) > TEXTS_KEPT:
                self._widths.clear()
            shown, real = self.fonts.drawable(text, face)
            self._widths[key] = self.fonts.font(real, self.size_px(size)).size(shown)[0]
        return self._widths[key]

    def line_height(self, size: float = Size.BODY, face: str = "semi") -> int:
        """Height in px of one line of running text."""
        return self.fonts.font(face, self.size_px(size)).get_linesize()

    def text(
        self,
        place: tuple[float, float],
        text: str,
        size: float = Size.BODY,
        ink: Colour = Ink.TEXT,
        face: str = "semi",
        anchor: str = "topleft",
        room: int | None = None,
        box: pygame.Rect | None = None,
    ) -> pygame.Rect:
        """Draw a line of text with its `anchor` (a pygame.Rect corner or edge) at `place`; its rectangle.

        With `room` (px) a text too wide ends in "…". `box` is the rectangle the text promises to stay inside.
        """
        image, shown = self._rendered(text, size, ink, face, room)
        rect = image.get_rect()
        setattr(rect, anchor, (round(place[0]), round(place[1])))
        self._note(shown, text, face, size, rect, box, ink)
        self.surface.blit(image, rect)
        return rect

    def _note(
        self, shown: str, whole: str, face: str, size: float, rect: pygame.Rect, box: pygame.Rect | None, ink: Colour
    ) -> None:
        clip = self.surface.get_clip()
        if not shown or not clip.colliderect(rect):
            return
        behind = _average(self.surface, rect.clip(clip)) if self.audit else None
        self.marks.append(TextMark(shown, face, self.size_px(size), rect, box or clip, ink, behind, whole, self.layer))

    def _rendered(self, text: str, size: float, ink: Colour, face: str, room: int | None) -> tuple[pygame.Surface, str]:
        size_px = self.size_px(size)
        key = (text, size_px, ink, face, room)
        found = self._texts.get(key)
        if found is None:
            shown, real = self.fonts.drawable(text, face)
            font = self.fonts.font(real, size_px)
            if room is not None:
                shown = shortened(font, shown, room)
            if len(self._texts) >= TEXTS_KEPT:
                self._texts.clear()
            found = self._texts[key] = (font.render(shown, True, ink), shown)
        return found

    def wrap(self, text: str, width: int, size: float = Size.BODY, face: str = "regular") -> list[str]:
        """The text broken into lines no wider than `width` px; a line break in the text stays one."""
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, size, face) > width:
                    lines.append(line)
                    longer = word
                line = longer
            lines.append(line)
        return lines

    def paragraph(
        self,
        rect: pygame.Rect,
        text: str,
        size: float = Size.BODY,
        ink: Colour = Ink.TEXT,
        face: str = "regular",
        centred: bool = False,
    ) -> int:
        """Draw running text inside the width of `rect`, from its top down; the height used in px."""
        step, y = self.line_height(size, face), rect.y
        for line in self.wrap(text, rect.w, size, face):
            place, anchor = ((rect.centerx, y), "midtop") if centred else ((rect.x, y), "topleft")
            self.text(place, line, size, ink, face, anchor, room=rect.w)
            y += step
        return y - rect.y

    # Shapes

    def box(
        self,
        rect: pygame.Rect,
        fill: Colour | None,
        border: Colour | None = None,
        radius: float = 4,
        thickness: float = 1,
    ) -> None:
        """A filled box with smooth round corners (radius in px at k = 1) and, if given, a border."""
        width = max(1, self.px(thickness)) if border else 0
        r = min(self.px(radius), rect.w // 2, rect.h // 2)
        if r <= 0 or fill is None:
            if fill is not None:
                self.surface.fill(fill, rect)
            if border is not None:
                pygame.draw.rect(self.surface, border, rect, width, border_radius=max(0, r))
            return
        self._corners(rect, r, fill, border, width)
        for part in (
            pygame.Rect(rect.x + r, rect.y, rect.w - 2 * r, rect.h),
            pygame.Rect(rect.x, rect.y + r, rect.w, rect.h - 2 * r),
        ):
            self.surface.fill(fill, part)
        if border is not None:
            for part in (
                pygame.Rect(rect.x + r, rect.y, rect.w - 2 * r, width),
                pygame.Rect(rect.x + r, rect.bottom - width, rect.w - 2 * r, width),
                pygame.Rect(rect.x, rect.y + r, width, rect.h - 2 * r),
                pygame.Rect(rect.right - width, rect.y + r, width, rect.h - 2 * r),
            ):
                self.surface.fill(border, part)

    def _corners(self, rect: pygame.Rect, r: int, fill: Colour, border: Colour | None, width: int) -> None:
        disc = self._disc(r, fill, border, width)
        for x, u in ((rect.x, 0), (rect.right - r, r)):
            for y, v in ((rect.y, 0), (rect.bottom - r, r)):
                self.surface.blit(disc, (x, y), pygame.Rect(u, v, r, r), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _disc(self, r: int, fill: Colour, border: Colour | None, width: int) -> pygame.Surface:
        def paint(big: pygame.Surface) -> None:
            n = big.get_width() / 2
            pygame.draw.circle(big, border or fill, (n, n), n)
            if border is not None:
                pygame.draw.circle(big, fill, (n, n), n - width * _FINE)

        return self._shape(("disc", r, fill, border, width), 2 * r, 2 * r, paint)

    def shade(self, rect: pygame.Rect, colour: Colour, alpha: int) -> None:
        """Lay a see-through colour over a rectangle; `alpha` from 0 (nothing) to 255."""
        key = ("shade", rect.size, colour, alpha)
        if key not in self._shapes:
            veil = pygame.Surface(rect.size, pygame.SRCALPHA)
            veil.fill((*colour, alpha))
            self._keep(key, veil)
        self.surface.blit(self._shapes[key], rect)

    def shadow(self, rect: pygame.Rect, depth: float = 8) -> None:
        """A soft shadow around and below a box that lies above what is drawn so far."""
        d = max(2, self.px(depth))
        key = ("shadow", rect.size, d)
        if key not in self._shapes:
            self._keep(key, _soft_shadow(rect.size, d))
        self.surface.blit(self._shapes[key], (rect.x - d, rect.y - d // 2))

    def ring(self, rect: pygame.Rect, colour: Colour = Ink.FOCUS, gap: float = 2) -> None:
        """The frame around what has the keyboard's focus."""
        width, out = max(2, self.px(Size.FOCUS_RING)), self.px(2 * gap)
        pygame.draw.rect(self.surface, colour, rect.inflate(out, out), width, border_radius=self.px(6))

    def icon(self, name: str, centre: tuple[float, float], size: float = 16, ink: Colour = Ink.TEXT) -> None:
        """Draw an icon of that name (see `icons.names()`), `size` px wide at k = 1."""
        n = max(6, self.px(size))
        image = self._shape(("icon", name, n, ink), n, n, lambda big: icons.paint(big, name, ink))
        self._blit_centred(image, centre)

    def die(self, face: dice.Die, centre: tuple[float, float], size: float = 18) -> None:
        """Draw a die: bone when rolled, framed in teal on success, grey on failure."""
        n = max(10, round(self.px(size) * face.share_of_size()))
        font = self.fonts.font("bold", int(n * _FINE * face.share_of_text()))
        image = self._shape(("die", face, n), n, n, lambda big: dice.paint(big, face, font))
        self._blit_centred(image, centre)

    def _blit_centred(self, image: pygame.Surface, centre: tuple[float, float]) -> None:
        rect = image.get_rect(center=(round(centre[0]), round(centre[1])))
        self.surface.blit(image, rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _shape(self, key: tuple[object, ...], w: int, h: int, paint: icons.Painter) -> pygame.Surface:
        """A small picture painted at four times its size and reduced, kept under `key`."""
        found = self._shapes.get(key)
        if found is None:
            big = pygame.Surface((w * _FINE, h * _FINE), pygame.SRCALPHA)
            paint(big)
            found = pygame.transform.smoothscale(big.premul_alpha(), (w, h))
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[object, ...], image: pygame.Surface) -> None:
        if len(self._shapes) >= SHAPES_KEPT:
            self._shapes.clear()
        self._shapes[key] = image

    @contextmanager
    def clipped(self, rect: pygame.Rect) -> Iterator[None]:
        """Draw only inside `rect` (and inside whatever clip held before)."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(rect))
        try:
            yield
        finally:
            self.surface.set_clip(before)


def shortened(font: pygame.font.Font, text: str, room: int) -> str:
    """The text itself if it fits `room` px, else as much of its start as fits before an ellipsis."""
    if font.size(text)[0] <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if font.size(text[:middle].rstrip() + "…")[0] <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def _average(surface: pygame.Surface, rect: pygame.Rect) -> Colour:
    red, green, blue, *_ = pygame.transform.average_color(surface, rect)
    return (red, green, blue)


def _soft_shadow(size: tuple[int, int], d: int) -> pygame.Surface:
    image = pygame.Surface((size[0] + 2 * d, size[1] + 2 * d), pygame.SRCALPHA)
    pygame.draw.rect(image, (0, 0, 0, 150), image.get_rect().inflate(-d, -d), border_radius=d)
    return pygame.transform.gaussian_blur(image, max(1, d // 2))
