"""Pictures of stands, baked once per look, nation, season, facing and size, kept while there is room."""

from collections import OrderedDict
from collections.abc import Generator
from typing import NamedTuple

import pygame

from wargame.tabletop.minis.light import Baked, Finish, baking, colouring
from wargame.tabletop.minis.nations import livery
from wargame.tabletop.minis.pen import Pen
from wargame.tabletop.minis.rims import rim_of, rim_width, side_style
from wargame.tabletop.minis.silhouettes import silhouette
from wargame.tabletop.paint.noise import seed_of
from wargame.tabletop.paint.palettes import palette_named

FACING_STEP_DEG = 3
TURRET_STEP_DEG = 5
LEAST_PX = 1.5
"""No gun is drawn thinner than so many pixels."""
KEEP_PIXELS = 24_000_000


class _Key(NamedTuple):
    look: str
    nation: str
    winter: bool
    facing: int
    px_per_in: float
    size_in: tuple[float, float]
    round_base: bool
    turret: int
    wreck: bool


class Miniatures:
    """A box of painted miniatures.

    Every picture has premultiplied alpha (blit with `pygame.BLEND_PREMULTIPLIED`) and its middle is the middle of
    the base. `size_in` is (frontage across the facing, depth along it). Facing in degrees, 0 right, counter-clockwise.
    """

    def __init__(self, ground: str = "steppe") -> None:
        """`ground` is the palette whose turf lies on the bases."""
        self._ground = palette_named(ground)
        self._kept: OrderedDict[_Key, Baked] = OrderedDict()
        self._rims: OrderedDict[tuple[int, _Key], pygame.Surface] = OrderedDict()
        self._pixels = 0

    def sprite(
        self,
        look: str,
        nation: str,
        season: str,
        facing_deg: float,
        px_per_in: float,
        size_in: tuple[float, float],
        *,
        round_base: bool = False,
        turret_deg: float = 0.0,
        wreck: bool = False,
    ) -> pygame.Surface:
        """The lit miniature. An unknown look is drawn as the nearest known one."""
        key = self._key(look, nation, season, facing_deg, px_per_in, size_in, round_base, turret_deg, wreck)
        return self._baked(key).sprite

    def shadow(
        self,
        look: str,
        nation: str,
        season: str,
        facing_deg: float,
        px_per_in: float,
        size_in: tuple[float, float],
        *,
        round_base: bool = False,
        turret_deg: float = 0.0,
        wreck: bool = False,
    ) -> pygame.Surface:
        """Its cast shadow, the same size as the sprite; all shadows go under all sprites."""
        key = self._key(look, nation, season, facing_deg, px_per_in, size_in, round_base, turret_deg, wreck)
        return self._baked(key).shadow

    def rim(
        self,
        side_index: int,
        look: str,
        nation: str,
        season: str,
        facing_deg: float,
        px_per_in: float,
        size_in: tuple[float, float],
        *,
        round_base: bool = False,
    ) -> pygame.Surface:
        """The side's rim, the same size as the sprite, to be laid between shadow and sprite."""
        key = self._key(look, nation, season, facing_deg, px_per_in, size_in, round_base, 0.0, False)
        return self._rim(side_index, key)

    @staticmethod
    def _key(
        look: str,
        nation: str,
        season: str,
        facing_deg: float,
        px_per_in: float,
        size_in: tuple[float, float],
        round_base: bool,
        turret_deg: float,
        wreck: bool,
    ) -> _Key:
        facing = round(facing_deg / FACING_STEP_DEG) * FACING_STEP_DEG % 360
        turret = round(turret_deg / TURRET_STEP_DEG) * TURRET_STEP_DEG % 360
        size = (round(max(0.1, size_in[0]), 3), round(max(0.1, size_in[1]), 3))
        winter = any(word in season.lower() for word in ("winter", "snow"))
        px = round(max(1.0, px_per_in), 2)
        return _Key(look, nation, winter, facing, px, size, round_base, turret, wreck)

    def steps(
        self,
        side_index: int | None,
        look: str,
        nation: str,
        season: str,
        facing_deg: float,
        px_per_in: float,
        size_in: tuple[float, float],
        *,
        round_base: bool = False,
        wreck: bool = False,
    ) -> Generator[int, None, None]:
        """Bake sprite, shadow and, for a side, the rim in small steps; before each it yields the pixels to be touched.

        When it has ended `sprite`, `shadow` and `rim` have their pictures at once.
        """
        key = self._key(look, nation, season, facing_deg, px_per_in, size_in, round_base, 0.0, wreck)
        if key not in self._kept:
            self._keep(key, (yield from self._bake(key)))
        if side_index is not None and (side_index, key) not in self._rims:
            yield 4 * self._kept[key].sprite.get_width() ** 2
            self._rim(side_index, key)

    def _rim(self, side_index: int, key: _Key) -> pygame.Surface:
        kept = self._rims.get((side_index, key))
        if kept is None:
            kept = rim_of(self._baked(key).solid, side_style(side_index), rim_width(key.px_per_in * max(key.size_in)))
            self._rims[side_index, key] = kept
            self._forget()
        self._rims.move_to_end((side_index, key))
        return kept

    def _baked(self, key: _Key) -> Baked:
        kept = self._kept.get(key)
        if kept is None:
            kept = _all_of(self._bake(key))
            self._keep(key, kept)
        self._kept.move_to_end(key)
        return kept

    def _keep(self, key: _Key, picture: Baked) -> None:
        self._kept[key] = picture
        self._pixels += 2 * picture.sprite.get_width() ** 2
        self._forget()

    def _bake(self, key: _Key) -> Generator[int, None, Baked]:
        drawing = silhouette(key.look)
        frontage, depth = key.size_in
        scale = drawing.scale(depth, frontage)
        px_per_unit = key.px_per_in * scale
        oversampled = 4 if px_per_unit < 22 else 3
        pen = Pen(drawing.reach(scale, depth, frontage), px_per_unit * oversampled)
        pen.least = LEAST_PX / px_per_unit
        look = livery(key.nation)
        yield pen.n * pen.n // 4
        drawing.draw(pen, look, (frontage / scale, depth / scale), key.round_base, key.turret)
        seed = seed_of(f"{drawing.name}/{look.paint}") % 1000
        detail = min(1.0, max(0.0, (px_per_unit - 5) / 15))
        finish = Finish(look, self._ground, key.winter, key.wreck, seed, detail)
        yield pen.n * pen.n // 4
        yield from colouring(pen, finish)
        return (yield from baking(pen, key.facing, px_per_unit, finish, scale))

    def _forget(self) -> None:
        """Let the longest unused pictures go when there are too many pixels."""
        while self._pixels > KEEP_PIXELS and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._pixels -= 2 * old.sprite.get_width() ** 2
        while len(self._rims) > 2 * max(64, len(self._kept)):
            self._rims.popitem(last=False)


def _all_of(work: Generator[int, None, Baked]) -> Baked:
    """What comes of a work in steps, at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            done: Baked = end.value
            return done
