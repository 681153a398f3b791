"""The painted ground with what has changed in the battle: patches at once, the whole anew beside it where need be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame.board import Board, Feature
from wargame.tabletop.paint.painter import GroundPicture
from wargame.tabletop.paint.patches import AIRY, SOLID, Box, Layer, airy_layer, repainted, with_layers, with_solid

SEEN_PROPS = ("state", "material", "surface", "carries", "subtype", "storeys", "roof")
"""Properties that change how a feature is painted."""


def of_the_map(board: Board) -> list[Feature]:
    """The features of the map, without what was added in the battle."""
    return [f for f in board.features if not f.props.get("added") or f.kind not in AIRY | SOLID]


class Groundwork:
    """Keeps a painted map and the same with all changes on it. Features that it cannot patch are part of the map."""

    def __init__(self, palette: str, seed: int, picture: GroundPicture, board: Board) -> None:
        self._palette, self._seed = palette, seed
        self._map = {f.id: f for f in of_the_map(board)}
        self._bare = self._solid = self.picture = picture
        self._ground: dict[str, Feature] = {}
        self._air: dict[str, tuple[Feature, Layer | None]] = {}
        self.shown: frozenset[str] = frozenset(self._map)
        """Ids of the features that the picture shows."""
        self.dirty: list[Box] = []
        """What has changed since it was last asked, in pixels; the first box may be the whole picture."""

    def replace(self, picture: GroundPicture, board: Board) -> None:
        """The map has been painted anew (finer, or with what has become of it); changes go on again."""
        self._map = {f.id: f for f in of_the_map(board)}
        self._bare = self._solid = self.picture = picture
        self._ground, self._air = {}, {}
        self.dirty = [_whole(picture)]
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Patch in what the board has that the picture has not; True if the map itself must be painted anew."""
        stale = self._follow_map(board)
        solid = {f.id: f for f in board.features if f.props.get("added") and f.kind in SOLID}
        airy = {f.id: f for f in board.features if f.props.get("added") and f.kind in AIRY}
        self._follow_solid(solid)
        self._follow_air(airy)
        self.shown = frozenset(self._map) | frozenset(solid) | frozenset(airy)
        return stale

    def _follow_map(self, board: Board) -> bool:
        now = {f.id: f for f in of_the_map(board)}
        changed = [f for name, f in now.items() if not _looks_same(f, self._map.get(name))]
        changed += [f for name, f in self._map.items() if name not in now]
        if not changed:
            return False
        self._map = now
        self._bare, boxes = repainted(self._bare, list(now.values()), changed, self._palette, self._seed)
        self._rebuild()
        self.dirty += boxes
        return True

    def _rebuild(self) -> None:
        """Put the craters and works on again, on a ground that has changed below them."""
        self._solid, boxes = with_solid(self._bare, list(self._ground.values()), self._palette, self._seed)
        self.dirty += boxes
        self._lay_air()

    def _follow_solid(self, now: Mapping[str, Feature]) -> None:
        kept = all(_looks_same(now.get(name), f) for name, f in self._ground.items())
        fresh = [f for name, f in now.items() if name not in self._ground]
        if not kept:
            self.dirty.append(_whole(self._bare))
            self._ground = dict(now)
            self._rebuild()
        elif fresh:
            self._ground = dict(now)
            self._solid, boxes = with_solid(self._solid, fresh, self._palette, self._seed)
            self.dirty += boxes
            self._lay_air()

    def _follow_air(self, now: Mapping[str, Feature]) -> None:
        old = self._air
        self._air = {
            name: old[name] if name in old and _looks_same(f, old[name][0]) else (f, self._layer(f))
            for name, f in now.items()
        }
        moved = [kept for name, kept in old.items() if self._air.get(name) is not kept]
        moved += [kept for name, kept in self._air.items() if old.get(name) is not kept]
        if moved:
            self.dirty += [layer.box for _, layer in moved if layer is not None]
            self._lay_air()

    def _layer(self, feature: Feature) -> Layer | None:
        return airy_layer(feature, self._bare, self._palette, self._seed)

    def _lay_air(self) -> None:
        layers = [layer for _, layer in self._air.values() if layer is not None]
        self.picture = with_layers(self._solid, layers) if layers else self._solid

    def fires(self) -> list[tuple[float, float]]:
        """Middles of what burns, in inches."""
        found = [f.rings[0] for f, _ in self._air.values() if f.kind == "fire"]
        return [(sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)) for ring in found]

    def take_dirty(self) -> Sequence[Box]:
        """The boxes that have changed since the last time."""
        dirty, self.dirty = self.dirty, []
        return dirty


def _whole(picture: GroundPicture) -> Box:
    rows, cols = picture.ground.shape[:2]
    return 0, 0, cols, rows


def _looks_same(a: Feature | None, b: Feature | None) -> bool:
    """Whether two states of a feature are painted alike."""
    if a is b:
        return True
    if a is None or b is None:
        return False
    if (a.kind, a.rings, a.width_in, a.height) != (b.kind, b.rings, b.width_in, b.height):
        return False
    return all(a.props.get(key) == b.props.get(key) for key in SEEN_PROPS)
