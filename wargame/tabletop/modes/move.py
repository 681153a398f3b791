"""Planning a move: a ghost under the pointer, corners with Shift, a drag, or the keyboard's cursor."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from wargame.board import snap_facing
from wargame.engine.orders import Move, Refusal
from wargame.engine.ruleset import MovePrice
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.reach import Way, draw_way
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.modes.ways import cost_of, way_to

Point = tuple[float, float]
SAME_SPOT_IN = 0.3
SAME_SPOT_PX = 7
ITSELF_PX = 4
"""A click this near to the middle of the stand means the stand itself; farther off it is a short move."""
_STRETCH = re.compile(r"^(\d+(?:\.\d+)?) in of (.+)$")


class PlanMove(Mode):
    """A move of one stand. The first click plans, the second on the same spot (or Enter) does it."""

    name = "move"
    title = "Move"
    hint = "Click to plan, again to go · Shift+click a corner · Q E turn · click the stand to turn in place"

    def __init__(self, stage: Stage, stand: str, way_of_moving: str = "") -> None:
        super().__init__(stage)
        self.stand, self.way_of_moving = stand, way_of_moving
        self.corners: list[Point] = []
        self.end: Point | None = None
        self.planned = False
        self.facing_deg: float | None = None
        self.dragging = False
        self.keyed = False
        self.assault: str | None = None
        """The enemy that the move ends in an assault on, where the rulebook joins the two."""

    # -- what is planned

    @property
    def start(self) -> Point:
        """Where the stand is."""
        stand = self.desk.stand(self.stand)
        return (stand.x, stand.y) if stand else (0.0, 0.0)

    @property
    def path(self) -> tuple[Point, ...]:
        """The planned path without its start."""
        if self.end is None:
            return tuple(self.corners)
        if self.corners:
            return (*self.corners, self.end)
        return way_to(self.desk, self.stand, self.way_of_moving, self.end)

    @property
    def price(self) -> MovePrice | None:
        """What the planned path costs."""
        path = self.path
        return self.desk.price(self.stand, path, self.way_of_moving) if path or self.facing_deg is not None else None

    @property
    def order(self) -> Move | None:
        """The move as it is planned."""
        path = self.path
        if not path and self.facing_deg is None:
            return None
        facing, mode = self.facing_deg, self.way_of_moving
        return Move(stand=self.stand, path=path, facing_deg=facing, mode=mode, assault=self.assault)

    @property
    def refusal(self) -> Refusal | None:
        """Why the planned move may not be made."""
        price, order = self.price, self.order
        if price is None or order is None:
            return None
        if self.assault is not None:
            return self.desk.check(order)
        return price.refusal or (self.desk.check(order) if self.planned else None)

    @property
    def ready(self) -> bool:
        """Whether a legal move is planned."""
        return self.planned and self.order is not None and self.refusal is None

    @property
    def readout(self) -> str:
        """Cost, allowance and what made the price; or why not."""
        price = self.price
        if price is None:
            return ""
        refusal = self.refusal
        if refusal is not None:
            return refusal.text
        if self.assault is not None:
            return f"assaults {self.desk.name(self.assault)} · {price.cost:.1f}″ of {price.allowance:g}″"
        words = [f"{price.cost:.1f}″ of {price.allowance:g}″", *added_up(price.notes)[:3]]
        if self.planned and self.end is not None:
            words += [self.stage.seen_from.at(self.end).words or "…"]
        return " · ".join(words)

    @property
    def eye(self) -> tuple[Point, int] | None:
        """Sight is shown from the ghost."""
        return (self.end, 0) if self.end is not None else None

    # -- hands

    def entered(self) -> None:
        """Begin with the ghost under the pointer; a pointer that rests on a button is nowhere on the table."""
        if not self.stage.ui.over_widget():
            self.point(self.desk.pointer)

    def point(self, place: Point | None) -> None:
        """The ghost follows the pointer until the move is planned."""
        if not self.planned and place is not None:
            self.end = self.desk.camera.on_table(place)

    def click(self, click: Click) -> None:
        """Plan here, do it, or (Shift) set a corner; another stand of one's own is selected instead."""
        other = self._another(click)
        if other is not None and not self.corners:
            self.desk.select(other)
            self.stage.relax()
            return
        near = self._near()
        if click.shift:
            self.planned = False
            self.corners.append(self.desk.camera.on_table(click.place))
            return
        if not self.corners and math.dist(self.start, click.place) * self.desk.camera.ppi <= ITSELF_PX:
            self._click_on_itself()
            return
        if self.ready and self.end is not None and math.dist(self.end, click.place) <= near:
            self.commit()
            return
        if self._click_on_enemy(click):
            return
        self.plan(click.place)
        if self.desk.settings.single_click_commits:
            self.commit()

    def _click_on_enemy(self, click: Click) -> bool:
        """A move that ends in an assault on the enemy under the pointer, where there is such a thing."""
        found = [s for name in click.stands if (s := self.desk.stand(name)) is not None]
        enemy = next((s for s in found if s.side != self.desk.session.viewer), None)
        if enemy is None:
            return False
        if self.assault == enemy.id and self.ready:
            self.commit()
            return True
        before = (self.assault, self.end, self.planned)
        self.assault, self.end, self.planned = enemy.id, self.desk.camera.on_table((enemy.x, enemy.y)), True
        order = self.order
        if order is not None and self.desk.check(order) is None:
            return True
        self.assault, self.end, self.planned = before
        return False

    def _click_on_itself(self) -> None:
        """A place to turn in: nothing is walked, and once it faces elsewhere a further click does it."""
        stand = self.desk.stand(self.stand)
        here = stand.facing_deg if stand is not None else 0.0
        if self.planned and self.end is None and self.facing_deg not in (None, here):
            self.commit()
            return
        self.end, self.planned, self.keyed = None, True, False
        self.facing_deg = here if self.facing_deg is None else self.facing_deg

    def _another(self, click: Click) -> str | None:
        """Another stand that can act, right under the pointer."""
        for name in click.stands:
            stand = self.desk.stand(name)
            if name in self.desk.actors and name != self.stand and stand is not None:
                return name if math.dist((stand.x, stand.y), click.place) <= stand.base.radius else None
        return None

    def plan(self, place: Point) -> None:
        """Put the ghost down; what is a hair too far goes to the last place that may be reached."""
        self.assault = None
        self.end = self.desk.camera.on_table(place)
        self.planned = True
        price = self.price
        if price is None or price.refusal is None or price.legal_to is None:
            return
        back = self.desk.camera.on_table(price.legal_to)
        cost = cost_of(self.desk, self.stand, self.way_of_moving, (*self.corners, back))
        if math.dist(back, self.end) <= self._near() and math.isfinite(cost):
            self.end = back

    def _near(self) -> float:
        """How far apart two clicks may be that mean one place, in inches."""
        return max(SAME_SPOT_IN, SAME_SPOT_PX / self.desk.camera.ppi)

    def grab(self, click: Click) -> bool:
        """Pick the stand up."""
        if self.stand not in click.stands:
            return False
        self.dragging, self.planned = True, False
        return True

    def drop(self, click: Click) -> None:
        """Put the stand down: that plans the move."""
        self.dragging = False
        self.plan(click.place)

    def action(self, action: str) -> bool:
        """Arrows move the ghost; move and dash and 1-9 change the way of moving."""
        if action.startswith("cursor_"):
            self.planned = True
            step = 0.1 if action.endswith("_fine") else 1.0
            dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
            x, y = self.end if self.end is not None and self.keyed else self.start
            self.keyed = True
            self.end = self.desk.camera.on_table((round(x + dx * step, 3), round(y + dy * step, 3)))
            self.desk.by_keys = True
            return True
        if action.startswith("option_"):
            modes = self.desk.choices(self.desk.subject_of(self.stand)).modes
            n = int(action.removeprefix("option_")) - 1
            if n < len(modes) and modes[n].refusal is None:
                self.way_of_moving = modes[n].id
                return True
        return False

    def turn(self, degrees: float) -> bool:
        """Turn the ghost, or the stand in place."""
        price, stand = self.price, self.desk.stand(self.stand)
        now = self.facing_deg
        if now is None:
            now = price.facing_deg if price is not None and self.end is not None else stand.facing_deg if stand else 0.0
        self.planned = True
        self.facing_deg = snap_facing(now + degrees)
        return True

    def commit(self) -> None:
        """Walk."""
        if not self.planned and self.end is not None:
            self.planned = True
            return
        order = self.order
        if order is not None:
            self.stage.give(order, self.end)

    def back(self) -> bool:
        """First the plan, then the corners, then the mode."""
        self.assault = None
        if self.planned or self.facing_deg is not None:
            self.planned, self.facing_deg, self.keyed = False, None, False
            self.end = self.desk.pointer if not self.desk.by_keys else None
            return True
        if self.corners:
            self.corners.pop()
            return True
        return False

    # -- pictures

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """The area of this way of moving, and the farther ones."""
        modes = self.desk.choices(self.desk.subject_of(self.stand)).modes
        here = next((m.allowance for m in modes if m.id == self.way_of_moving), 0.0)
        farther = [m.id for m in modes if m.allowance > here and m.refusal is None]
        self.stage.reach.draw(brush, self.stand, self.way_of_moving, farther[:1])

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Path, ghost and price."""
        path, price = self.path, self.price
        if price is None or not (path or self.facing_deg is not None):
            return
        refusal = self.refusal
        facing = self.facing_deg if self.facing_deg is not None else price.facing_deg
        way = Way(
            stand=self.stand,
            points=(self.start, *path),
            facing_deg=facing,
            text=self.readout,
            refused=refusal is not None,
            legal_to=price.legal_to,
            rule=refusal.rules[0] if refusal is not None and refusal.rules else "",
            planned=self.planned,
        )
        draw_way(self.desk, brush, labels, self.stage.shelf, way)
        if self.planned and self.end is not None and refusal is None:
            self.stage.seen_from.draw(brush, self.end)


def added_up(notes: Sequence[str]) -> list[str]:
    """Notes on a price with the stretches of one kind in one: `2.6 in of slope`, `0.2 in of slope` -> 2.8 in."""
    found: dict[str, float] = {}
    for note in notes:
        stretch = _STRETCH.match(note)
        what = stretch.group(2) if stretch else note
        found[what] = found.get(what, 0.0) + (float(stretch.group(1)) if stretch else math.nan)
    return [what if math.isnan(inches) else f"{inches:.1f} in of {what}" for what, inches in found.items()]
