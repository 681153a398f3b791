"""Planning what needs a place instead of a target: a burst, or an act that names a point or a stand."""

from __future__ import annotations

import math

from wargame.engine.orders import Act, AnyOrder, Fire, Refusal
from wargame.engine.ruleset import ActRow
from wargame.engine.state import Stand
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.ranges import draw_rings
from wargame.tabletop.layers.shots import short_odds
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]
SAME_SPOT_PX = 8


class PlanPoint(Mode):
    """Aim at a point of the table: it follows the pointer, a click plans, a second click or Enter does it."""

    def __init__(self, stage: Stage, stand: str) -> None:
        super().__init__(stage)
        self.stand = stand
        self.at: Point | None = None
        self.planned = False

    def order_at(self, at: Point) -> AnyOrder:
        """The order for this point."""
        raise NotImplementedError

    @property
    def order(self) -> AnyOrder | None:
        """The order for the point aimed at."""
        return self.order_at(self.at) if self.at is not None else None

    @property
    def refusal(self) -> Refusal | None:
        """Why the point may not be chosen."""
        order = self.order
        return self.desk.check(order) if order is not None else None

    @property
    def ready(self) -> bool:
        """Whether a legal point is planned."""
        return self.planned and self.order is not None and self.refusal is None

    @property
    def readout(self) -> str:
        """Distance and odds, or why not."""
        order, stand = self.order, self.desk.stand(self.stand)
        if order is None or self.at is None:
            return ""
        refusal = self.refusal
        if refusal is not None:
            return refusal.text
        away = f"{math.dist((stand.x, stand.y), self.at):.1f}″" if stand is not None and stand.on_table else ""
        odds = short_odds(self.stage.shots.odds(order)) if self.desk.may_measure else ""
        return " · ".join(t for t in (away, odds) if t)

    def entered(self) -> None:
        """Aim where the pointer is."""
        self.point(self.desk.pointer)

    def point(self, place: Point | None) -> None:
        """The aim follows the pointer until it is planned."""
        if not self.planned and place is not None and not self.desk.by_keys:
            self.at = self.desk.camera.on_table(place)

    def click(self, click: Click) -> None:
        """Plan this point; again to do it."""
        near = SAME_SPOT_PX / self.desk.camera.ppi
        if self.planned and self.at is not None and math.dist(self.at, click.place) <= near:
            self.commit()
            return
        self.at, self.planned = self.desk.camera.on_table(self.target_place(click)), True
        refusal = self.refusal
        if refusal is not None:
            self.desk.refuse(refusal, self.at)
        elif self.desk.settings.single_click_commits:
            self.commit()

    def target_place(self, click: Click) -> Point:
        """Where a click aims: the middle of an enemy under it, else the place itself."""
        for name in click.stands:
            stand = self.desk.stand(name)
            if stand is not None and stand.side != self.desk.session.viewer:
                return stand.x, stand.y
        return click.place

    def action(self, action: str) -> bool:
        """Arrows move the aim; Tab goes from enemy to enemy."""
        if action.startswith("cursor_"):
            step = 0.1 if action.endswith("_fine") else 1.0
            dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
            x, y = self.at or self._home()
            self.at, self.planned, self.desk.by_keys = (
                self.desk.camera.on_table((x + dx * step, y + dy * step)),
                True,
                True,
            )
            return True
        if action in ("next_target", "previous_target"):
            self._next_enemy(1 if action == "next_target" else -1)
            return True
        return False

    def _home(self) -> Point:
        stand = self.desk.stand(self.stand)
        if stand is not None and stand.on_table:
            return stand.x, stand.y
        return self.desk.camera.table[0] / 2, self.desk.camera.table[1] / 2

    def _next_enemy(self, step: int) -> None:
        home = self._home()
        enemies = [s for s in self.desk.state.in_play() if s.side != self.desk.session.viewer]
        places = sorted(((s.x, s.y) for s in enemies), key=lambda p: math.dist(p, home))
        if places:
            here = places.index(self.at) if self.at in places else (-1 if step > 0 else 0)
            self.at, self.planned, self.desk.by_keys = places[(here + step) % len(places)], True, True

    def commit(self) -> None:
        """Give the order; without a plan the point under the pointer is planned first."""
        order = self.order
        if order is None:
            self._next_enemy(1)
        elif not self.planned:
            self.planned = True
        else:
            self.stage.give(order, self.at)

    def back(self) -> bool:
        """First the plan, then the mode."""
        if not self.planned:
            return False
        self.planned = False
        self.desk.by_keys = False
        self.point(self.desk.pointer)
        return True


class PlanBurst(PlanPoint):
    """Fire of an area weapon at a place."""

    name = "burst"
    title = "Burst"
    hint = "Click the aim point, again to fire · arrows move it · Tab next enemy"

    def __init__(self, stage: Stage, stand: str, weapon: str, template_in: float) -> None:
        super().__init__(stage, stand)
        self.weapon, self.template_in = weapon, template_in

    def order_at(self, at: Point) -> Fire:
        """Fire at the place."""
        return Fire(stand=self.stand, weapon=self.weapon, at=at)

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Rings of the one that fires."""
        pose = self.stage.stands.pose(self.stand)
        if pose is not None:
            draw_rings(self.desk, brush, labels, self.stand, (pose.x, pose.y), pose.facing_deg)

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """The blast shape at the aim point."""
        if self.at is None:
            return
        pose = self.stage.stands.pose(self.stand)
        to = self.desk.camera.to_screen
        refused = self.refusal is not None
        if pose is not None:
            brush.dashes([to((pose.x, pose.y)), to(self.at)], Overlay.BLAST, 1.8, (7, 5))
        self.stage.shots.draw_blast(brush, labels, self.at, self.template_in, self.readout, refused)


class PlanAct(PlanPoint):
    """Anything else: nothing, a stand or a point is named, then it is done."""

    name = "act"

    def __init__(self, stage: Stage, stand: str, subject: str, row: ActRow) -> None:
        super().__init__(stage, stand)
        self.subject, self.row = subject, row
        self.title = row.name
        self.named: str | None = None
        self.planned = row.needs == "nothing"
        needs = {"nothing": "Enter does it", "stand": "Click a stand", "point": "Click a place"}[row.needs]
        self.hint = f"{row.hint} · {needs}".strip(" ·")

    @property
    def order(self) -> AnyOrder | None:
        """The act with what it names."""
        if self.row.needs == "nothing":
            return Act(stand=self.subject, act=self.row.id)
        if self.row.needs == "stand":
            return Act(stand=self.subject, act=self.row.id, target=self.named) if self.named else None
        return self.order_at(self.at) if self.at is not None else None

    def order_at(self, at: Point) -> Act:
        """The act at a place."""
        return Act(stand=self.subject, act=self.row.id, at=at)

    @property
    def readout(self) -> str:
        """What would be done, or why not."""
        refusal = self.refusal
        if refusal is not None:
            return refusal.text
        at = f" → {self.desk.name(self.named)}" if self.named else ""
        return f"{self.row.name}{at}"

    def click(self, click: Click) -> None:
        """Name a stand or a point; where nothing is to be named a click on the ground steps back."""
        if self.row.needs == "point":
            super().click(click)
        elif self.row.needs == "stand" and click.stands:
            if self.planned and self.named == click.stands[0]:
                self.commit()
            else:
                self.named, self.planned = click.stands[0], True
        elif not (self.row.needs == "nothing" and self.stand in click.stands):
            self.stage.relax()

    def action(self, action: str) -> bool:
        """Tab names the next stand; arrows move the point."""
        if self.row.needs == "point":
            return super().action(action)
        if self.row.needs == "stand" and action in ("next_target", "previous_target"):
            names = [s.id for s in self._near()]
            if names:
                step = 1 if action == "next_target" else -1
                here = names.index(self.named) if self.named in names else (-1 if step > 0 else 0)
                self.named, self.planned = names[(here + step) % len(names)], True
            return True
        return False

    def _near(self) -> list[Stand]:
        home = self._home()
        found = sorted(self.desk.state.in_play(), key=lambda s: math.dist((s.x, s.y), home))
        return [s for s in found if s.id != self.stand]

    def commit(self) -> None:
        """Do it."""
        order = self.order
        if order is not None and (self.planned or self.row.needs == "nothing"):
            self.stage.give(order, self.at)
        elif self.row.needs == "point":
            super().commit()
        else:
            self.action("next_target")

    def back(self) -> bool:
        """First what is named, then the mode."""
        if self.row.needs == "nothing" or not self.planned:
            return False
        self.planned, self.named = False, None
        return True

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """What is named, and the words."""
        to = self.desk.camera.to_screen
        place = self.at if self.row.needs == "point" else None
        stand = self.desk.stand(self.named or (self.stand if self.row.needs == "nothing" else None))
        if stand is not None and stand.on_table:
            place = (stand.x, stand.y)
            brush.brackets(to(place), self.stage.stands.radius_px(stand) + 5, Overlay.MOVE, 2.2)
        elif place is not None:
            brush.ring(to(place), 8, Overlay.MOVE, 2.0)
        if place is not None:
            ink = Overlay.MOVE if self.refusal is None else (255, 122, 102)
            labels.add(Label(to(place), (Line(self.readout, 13, "bold"),), ink, rank=9, away=16))
