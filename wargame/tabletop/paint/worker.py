"""Painting without waiting: a coarse ground at once, the fine one from a worker process when it is ready."""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wargame.lab.workers import follow_parent
from wargame.tabletop.paint.cache import GroundCache, key_of
from wargame.tabletop.paint.painter import GroundPicture, paint_ground
from wargame.tabletop.paint.shapes import Ground

COARSE_PX, FINE_PX = 8, 16
COARSER_PX, MANY = 6, 250
"""The first picture of a ground of so many features: it has to be there within a second."""


class PlainFeature(msgspec.Struct, frozen=True):
    """What the painter reads of a feature, in plain data that goes to another process."""

    id: str
    kind: str
    geometry: str
    rings: tuple[Any, ...]
    width_in: float
    height: float
    props: dict[str, Any]
    order: int


@dataclass(frozen=True, slots=True)
class Commission:
    """A ground to paint: the arguments of `paint_ground` but for the size of the pixels."""

    features: tuple[PlainFeature, ...]
    table_w_in: float
    table_h_in: float
    palette: str
    seed: int

    def key(self, px_per_in: int) -> str:
        """Its name in the cache at that size."""
        return key_of(self.features, self.table_w_in, self.table_h_in, self.palette, px_per_in, self.seed)


def commission(features: Sequence[Ground], w_in: float, h_in: float, palette: str, seed: int) -> Commission:
    """A commission out of any features."""
    plain = tuple(
        PlainFeature(
            f.id, f.kind, f.geometry, tuple(f.rings), float(f.width_in or 0), float(f.height), dict(f.props), f.order
        )
        for f in features
    )
    return Commission(plain, w_in, h_in, palette, seed)


def fulfil(order: Commission, px_per_in: int, folder: Path | None) -> GroundPicture:
    """The picture out of the cache, else painted and kept (`folder` None: no cache)."""
    cache = GroundCache(folder) if folder else None
    key = order.key(px_per_in)
    kept = cache.load(key) if cache else None
    if kept is not None:
        return kept
    picture = paint_ground(order.features, order.table_w_in, order.table_h_in, order.palette, px_per_in, order.seed)
    if cache:
        cache.save(key, picture)
    return picture


class GroundStudio:
    """Paints one table: `first()` now, `better()` each frame until it hands over the fine picture once.

    `folder` None paints without a cache; `background` False paints the fine picture when first asked for
    (tests, screenshots). Always `close()` it.
    """

    def __init__(self, order: Commission, folder: Path | None, fine_px: int = FINE_PX, background: bool = True) -> None:
        self._order, self._folder, self._fine_px = order, folder, fine_px
        self._background = background
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: Future[GroundPicture] | None = None
        self._done = False

    def first(self) -> GroundPicture:
        """Something to show at once: the fine picture when it is kept, else the coarse one, the fine one begun."""
        kept = GroundCache(self._folder).load(self._order.key(self._fine_px)) if self._folder else None
        if kept is not None:
            self._done = True
            return kept
        if self._background:
            self._begin()
        coarse = COARSE_PX if len(self._order.features) <= MANY else COARSER_PX
        return fulfil(self._order, min(coarse, self._fine_px), self._folder)

    def begin(self) -> None:
        """Have the fine picture painted without showing a coarse one first."""
        if self._background:
            self._begin()

    def better(self) -> GroundPicture | None:
        """The fine picture, once, as soon as it is there; None before and after."""
        if self._done:
            return None
        if self._waiting is None:
            self._done = True
            return fulfil(self._order, self._fine_px, self._folder)
        if not self._waiting.done():
            return None
        self._done = True
        try:
            return self._waiting.result()
        except (BrokenProcessPool, OSError):
            return fulfil(self._order, self._fine_px, self._folder)
        finally:
            self.close()

    def close(self) -> None:
        """Let the worker go; a picture in the making is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _begin(self) -> None:
        try:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=follow_parent)
            self._waiting = self._pool.submit(fulfil, self._order, self._fine_px, self._folder)
        except (OSError, BrokenProcessPool):
            self.close()
            self._waiting = None
