"""Moving several stands together: one ghost each, all in the places that they have to each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wargame.board import path_length, snap_facing, snap_point
from wargame.engine.orders import AnyOrder, Move
from wargame.engine.paths import cut
from wargame.engine.ruleset import MovePrice
from wargame.engine.state import Stand
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.motion import Pose
from wargame.tabletop.layers.reach import draw_ghost
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.modes.ways import cost_of, way_to
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
SAME_SPOT_PX = 8
LEAST_IN = 0.2
"""What would be a shorter move is none."""
PRICES_A_FRAME = 2
"""So many ways are worked out while a frame is drawn; the rest when the order is given."""


@dataclass(frozen=True, slots=True)
class Part:
    """One stand's share of the move: where it shall go, the way there, what that costs and how far it gets."""

    stand: str
    mode: str
    goal: Point
    facing_deg: float | None
    path: tuple[Point, ...] = ()
    price: MovePrice | None = None
    end: Point | None = None
    stays: bool = False
    """It cannot move at all now."""

    @property
    def known(self) -> bool:
        """Whether its way has been worked out, or need not be."""
        return self.stays or self.price is not None

    @property
    def is_short(self) -> bool:
        """Whether it does not get to its place."""
        return self.known and (self.end is None or math.dist(self.end, self.goal) > 0.05)

    @property
    def order(self) -> Move | None:
        """Its own order; None where it cannot go at all."""
        if not self.path or self.end is None:
            return None
        return Move(stand=self.stand, path=self.path, facing_deg=self.facing_deg, mode=self.mode)


class Formation(Mode):
    """Several stands keep their places to each other. The first click plans, the second (or Enter) sets them going."""

    name = "formation"
    title = "Move together"

    def __init__(self, stage: Stage, stands: Sequence[str], way: int = 0) -> None:
        super().__init__(stage)
        self.stands = tuple(stands)
        self.way = way
        self.at: Point | None = None
        self.turned_deg = 0.0
        self.planned = False
        self._left = 0

    @property
    def hint(self) -> str:  # type: ignore[override]
        """What to do."""
        return "Click to plan, again to go · Q E turn the formation · 1-9 way of moving · Esc back"

    # -- what is planned

    @property
    def centre(self) -> Point:
        """The middle of the stands as they are now."""
        found = [stand for name in self.stands if (stand := self.desk.stand(name)) is not None]
        if not found:
            return (0.0, 0.0)
        return sum(s.x for s in found) / len(found), sum(s.y for s in found) / len(found)

    def parts(self, all_now: bool = False) -> list[Part]:
        """Everybody's share; those whose way is not worked out yet have none, unless all are wanted now."""
        if self.at is None:
            return []
        self._left = PRICES_A_FRAME
        found = [self.desk.stand(name) for name in self.stands]
        return [self._part(stand, all_now) for stand in found if stand is not None]

    def _part(self, stand: Stand, now: bool) -> Part:
        assert self.at is not None
        goal = self._goal(stand, self.at)
        mode = self._mode_of(stand.id)
        facing = snap_facing(stand.facing_deg + self.turned_deg) if self.turned_deg else None
        bare = Part(stand.id, mode or "", goal, facing)
        if mode is None:
            return Part(stand.id, "", goal, facing, stays=True)
        key = ("part", stand.id, mode, goal)
        kept: tuple[tuple[Point, ...], MovePrice, Point | None] | None = self.desk.known(key)
        if kept is None:
            if not now and (self._left <= 0 or not self.planned):
                return bare
            self._left -= 1
            kept = self.desk.kept(key, lambda: self._worked_out(stand.id, mode, goal))
        return Part(stand.id, mode, goal, facing, *kept)

    def _worked_out(self, stand: str, mode: str, goal: Point) -> tuple[tuple[Point, ...], MovePrice, Point | None]:
        """The way, its price, and where it ends: what is too far goes as far as it may."""
        path = way_to(self.desk, stand, mode, goal)
        price = self.desk.price(stand, path, mode)
        if price is None:
            return (), MovePrice(cost=0.0, allowance=0.0, inches=0.0, facing_deg=0.0), None
        if price.refusal is None:
            return path, price, goal
        shorter = self._as_far_as_may_be(stand, mode, path, price)
        again = self.desk.price(stand, shorter, mode) if shorter else None
        if again is None or again.refusal is not None:
            return path, price, None
        return shorter, again, shorter[-1]

    def _as_far_as_may_be(self, stand: str, mode: str, path: tuple[Point, ...], price: MovePrice) -> tuple[Point, ...]:
        """The longest part of a path that may be walked, to the tenth of an inch; empty if it is next to nothing."""
        here = self.desk.stand(stand)
        if here is None:
            return ()
        whole = ((here.x, here.y), *path)
        if price.legal_to is not None:
            shorter = _cut_at(path, snap_point(*price.legal_to))
            if math.isfinite(cost_of(self.desk, stand, mode, shorter)):
                return shorter if math.dist(whole[0], shorter[-1]) >= LEAST_IN else ()
        low, high = 0.0, path_length(whole)
        while high - low > 0.1:
            middle = (low + high) / 2
            part = tuple(snap_point(*p) for p in cut(whole, middle)[1:])
            low, high = (middle, high) if math.isfinite(cost_of(self.desk, stand, mode, part)) else (low, middle)
        return tuple(snap_point(*p) for p in cut(whole, low)[1:]) if low >= LEAST_IN else ()

    def _goal(self, stand: Stand, at: Point) -> Point:
        cx, cy = self.centre
        a = math.radians(self.turned_deg)
        dx, dy = stand.x - cx, stand.y - cy
        x, y = at[0] + dx * math.cos(a) - dy * math.sin(a), at[1] + dx * math.sin(a) + dy * math.cos(a)
        width, height = self.desk.camera.table
        r = stand.base.radius
        return snap_point(max(r, min(width - r, x)), max(r, min(height - r, y)))

    def _mode_of(self, stand: str) -> str | None:
        """This stand's way of moving number `way`, else its first; None where it cannot move now."""
        if self.desk.subject_of(stand) != stand:
            return None
        modes = [m.id for m in self.desk.choices(stand).modes if m.refusal is None]
        return modes[min(self.way, len(modes) - 1)] if modes else None

    def orders(self) -> list[AnyOrder]:
        """Everybody's order, the foremost first, so that nobody waits behind a friend."""
        parts = [part for part in self.parts(all_now=True) if part.order is not None]
        assert self.at is not None
        dx, dy = self.at[0] - self.centre[0], self.at[1] - self.centre[1]

        def ahead(part: Part) -> float:
            stand = self.desk.stand(part.stand)
            return -(stand.x * dx + stand.y * dy) if stand is not None else 0.0

        return [order for part in sorted(parts, key=ahead) if (order := part.order) is not None]

    @property
    def ready(self) -> bool:
        """Whether a place is planned."""
        return self.planned and self.at is not None

    @property
    def end(self) -> Point | None:
        """Where the middle goes."""
        return self.at

    @property
    def readout(self) -> str:
        """How many go, and how many of them fall short."""
        if self.at is None:
            return f"{len(self.stands)} stands"
        parts = self.parts()
        away = math.dist(self.at, self.centre)
        words = [f"{len(parts)} stands", f"{away:.1f}″"]
        stays = sum(part.known and part.order is None for part in parts)
        short = sum(part.is_short for part in parts) - stays
        still = sum(not part.known for part in parts) if self.planned else 0
        if short > 0:
            words.append(f"{short} cannot go so far")
        if stays:
            words.append(f"{stays} cannot go there")
        if still:
            words.append("…")
        return " · ".join(words)

    # -- hands

    def entered(self) -> None:
        """Begin with the ghosts under the pointer."""
        if not self.stage.ui.over_widget():
            self.point(self.desk.pointer)

    def point(self, place: Point | None) -> None:
        """The formation follows the pointer until it is planned."""
        if not self.planned and place is not None and not self.desk.by_keys:
            self.at = self.desk.camera.on_table(place)

    def click(self, click: Click) -> None:
        """Plan here; again to go. A stand of one's own is taken into the party, or out of it."""
        if click.shift:
            mine = next((s for s in click.stands if s in self.desk.actors), None)
            if mine is not None:
                self.desk.toggle_in_party(mine)
                self.stage.relax()
            return
        if (
            self.ready
            and self.at is not None
            and math.dist(self.at, click.place) * self.desk.camera.ppi <= SAME_SPOT_PX
        ):
            self.commit()
            return
        self.at, self.planned = self.desk.camera.on_table(click.place), True
        if self.desk.settings.single_click_commits:
            self.commit()

    def grab(self, click: Click) -> bool:
        """Pick the whole formation up by one of its stands."""
        if not set(click.stands) & set(self.stands):
            return False
        self.planned = False
        return True

    def drop(self, click: Click) -> None:
        """Put it down: that plans the move."""
        self.at, self.planned = self.desk.camera.on_table(click.place), True

    def action(self, action: str) -> bool:
        """Arrows move the formation; move, dash and 1-9 change the way of moving."""
        if action.startswith("cursor_"):
            step = 0.1 if action.endswith("_fine") else 1.0
            dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
            x, y = self.at if self.at is not None and self.desk.by_keys else self.centre
            self.at, self.planned, self.desk.by_keys = (
                self.desk.camera.on_table((x + dx * step, y + dy * step)),
                True,
                True,
            )
            return True
        if action.startswith("option_"):
            self.way = int(action.removeprefix("option_")) - 1
            return True
        return False

    def turn(self, degrees: float) -> bool:
        """Turn the whole formation about its middle."""
        self.turned_deg = (self.turned_deg + degrees + 180) % 360 - 180
        if self.at is None:
            self.at = self.centre
        self.planned = True
        return True

    def commit(self) -> None:
        """Set them going, one after the other."""
        if self.at is None:
            return
        if not self.planned:
            self.planned = True
            return
        orders = self.orders()
        if not orders:
            why = next((p.price.refusal for p in self.parts(True) if p.price and p.price.refusal), None)
            if why is not None:
                self.desk.refuse(why, self.at)
            return
        self.stage.start(orders)

    def back(self) -> bool:
        """First the plan, then the mode."""
        if not self.planned and not self.turned_deg:
            return False
        self.planned, self.turned_deg = False, 0.0
        self.desk.by_keys = False
        self.at = self.desk.pointer
        return True

    # -- pictures

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """A ghost and a way for everybody, one pill for all."""
        if self.at is None:
            return
        to = self.desk.camera.to_screen
        for part in self.parts():
            stand = self.desk.stand(part.stand)
            if stand is not None:
                self._draw_part(brush, stand, part)
        words = Line(self.readout, 13, "bold")
        labels.add(Label(to(self.at), (words,), Overlay.MOVE, rank=9, away=26))

    def _draw_part(self, brush: Brush, stand: Stand, part: Part) -> None:
        to = self.desk.camera.to_screen
        wrong = part.known and part.order is None
        colour = Ink.REFUSAL if wrong else Ink.WARNING if part.is_short else Overlay.MOVE
        way = part.path if part.path and not wrong else (part.goal,)
        brush.dashes([to((stand.x, stand.y)), *(to(p) for p in way)], colour, 1.6, (5, 4))
        x, y = part.end or part.goal
        facing = part.facing_deg
        if facing is None:
            facing = part.price.facing_deg if part.price is not None and not wrong else stand.facing_deg
        draw_ghost(self.desk, brush, self.stage.shelf, stand, Pose(x, y, facing, 0.6), colour=colour)
        if part.is_short and not wrong:
            brush.ring(to(part.goal), 3, Ink.WARNING, 1.4)


def _cut_at(path: Sequence[Point], end: Point) -> tuple[Point, ...]:
    """The path up to a place on it: the corners before the leg that the place lies on, then the place."""
    kept: list[Point] = []
    for n, corner in enumerate(path):
        before = path[n - 1] if n else None
        if (
            before is not None
            and abs(math.dist(before, end) + math.dist(end, corner) - math.dist(before, corner)) < 0.02
        ):
            return (*kept, end)
        if n == 0 and len(path) == 1:
            return (end,)
        kept.append(corner)
    return (end,)
