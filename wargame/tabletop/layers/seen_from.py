"""Who would see a place: lines from the enemies that are known, worked out a few each frame."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]
LOOKS_A_FRAME = 3
GRAIN_IN = 0.25


@dataclass(frozen=True, slots=True)
class Seers:
    """The enemies that see a place, nearest first; `open` is how many have not been looked at yet."""

    stands: tuple[str, ...] = ()
    open: int = 0

    @property
    def words(self) -> str:
        """`in view of 3 enemies`; nothing until all have been looked at."""
        if self.open:
            return ""
        count = len(self.stands)
        return f"in view of {count} enem{'y' if count == 1 else 'ies'}" if count else "out of every known enemy's sight"


class SeenFrom:
    """Asks the rulebook's own line of sight, and keeps each answer until the battle changes."""

    def __init__(self, desk: Desk, stands: StandsLayer) -> None:
        self.desk, self.stands = desk, stands
        self._left = LOOKS_A_FRAME

    def begin_frame(self) -> None:
        """A few more may be looked at."""
        self._left = LOOKS_A_FRAME

    def at(self, place: Point, now: bool = False) -> Seers:
        """Who would see a stand at this place (to the quarter inch)."""
        spot = (round(place[0] / GRAIN_IN) * GRAIN_IN, round(place[1] / GRAIN_IN) * GRAIN_IN)
        seers, still = [], 0
        for name in self._enemies(place):
            found: bool | None = self.desk.known(("seen from", name, spot))
            if found is None:
                if self._left <= 0 and not now:
                    still += 1
                    continue
                self._left -= 1
                found = self.desk.kept(("seen from", name, spot), partial(self._sees, name, spot))
            if found:
                seers.append(name)
        return Seers(tuple(seers), still)

    def _sees(self, name: str, spot: Point) -> bool:
        record = self.desk.sight(name, spot)
        far = self.desk.state.visibility_in
        return record is not None and record.clear and (far is None or record.distance_in <= far)

    def _enemies(self, place: Point) -> list[str]:
        viewer = self.desk.session.viewer
        found = [(s, pose) for s, pose in self.stands.shown() if s.side != viewer and s.line and not s.gone]
        return [s.id for s, pose in sorted(found, key=lambda one: math.dist((one[1].x, one[1].y), place))]

    def draw(self, brush: Brush, place: Point) -> Seers:
        """Thin lines from those that see the place; who they are."""
        seers = self.at(place)
        to = self.desk.camera.to_screen
        for name in seers.stands:
            pose, stand = self.stands.pose(name), self.desk.stand(name)
            if pose is None or stand is None:
                continue
            brush.dashes([to((pose.x, pose.y)), to(place)], Overlay.TARGET, 1.0, (2.5, 5))
            brush.ring(to((pose.x, pose.y)), self.stands.radius_px(stand) + 4, Overlay.TARGET, 1.4)
        return seers
