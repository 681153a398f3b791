"""Planning fire of one weapon: at one target or several, at a place, in one of its ways, with a facing to turn to."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargame.board import snap_facing, snap_point
from wargame.engine.orders import Fire, Refusal, Shot
from wargame.engine.ruleset import Target
from wargame.tabletop.kit import Ui, button, label
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.ranges import draw_rings
from wargame.tabletop.layers.shots import short_odds
from wargame.tabletop.modes.base import Click
from wargame.tabletop.modes.fire import PlanAttack, plan_weapon
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.panels.action_bar import bar_rect
from wargame.tabletop.theme import Ink, Overlay, Size

Point = tuple[float, float]
USUAL = ("", "As usual")
ROW, CAPTION = 30, 84


class PlanFire(PlanAttack):
    """Fire of one weapon. Shift+click on a target allots it one more shot; a click on the ground fires at the place
    where the rulebook allows that; Q and E turn the firer first; the panel holds shots and ways of firing."""

    name = "fire"
    title = "Fire"

    def __init__(self, stage: Stage, stand: str, weapon: str) -> None:
        super().__init__(stage, stand)
        self.weapon = weapon
        self.shots: dict[str, int] = {}
        self.way = ""
        self.facing_deg: float | None = None
        self.at: Point | None = None

    @property
    def hint(self) -> str:  # type: ignore[override]
        """How to do it."""
        words = "Click a target, again to fire · Shift+click one shot more, or a further target · Q E turn"
        return f"{words} · Z way" if len(self.ways()) > 1 else f"{words} · 1-9 weapon"

    # -- what is planned

    def targets(self) -> Sequence[Target]:
        """As the ruleset lists them."""
        return self.desk.targets(self.stand, self.weapon)

    def ways(self) -> list[tuple[str, str]]:
        """Ways of firing this weapon, the ordinary one first: those on its row, and those of the shots found."""
        return self.desk.kept(("ways", self.stand, self.weapon), self._ways)

    def _ways(self) -> list[tuple[str, str]]:
        rows = self.desk.choices(self.desk.subject_of(self.stand)).weapons
        listed = next((row.ways for row in rows if row.id == self.weapon), ())
        found = dict((USUAL, *listed))
        for order in self.desk.fires_of(self.stand, self.weapon):
            found.setdefault(order.mode, order.mode.replace("_", " ").capitalize())
        return list(found.items())

    def most_shots(self, target: str) -> int:
        """All the shots that this weapon may give one target, as far as the ruleset's own answers tell."""
        found = [o.targets[0].shots for o in self.desk.fires_of(self.stand, self.weapon) if _only(o, target)]
        return max(found, default=1)

    def order_at(self, target: str) -> Fire:
        """Fire at one target, or at all that have shots allotted."""
        allotted = dict(self.shots) if target in self.shots and len(self.shots) else {target: 1}
        shots = tuple(Shot(name, count) for name, count in allotted.items())
        return Fire(stand=self.stand, weapon=self.weapon, targets=shots, facing_deg=self.facing_deg, mode=self.way)

    @property
    def order(self) -> Fire | None:
        """Fire at the place, else at the targets."""
        if self.at is not None:
            return Fire(stand=self.stand, weapon=self.weapon, at=self.at, facing_deg=self.facing_deg, mode=self.way)
        return self.order_at(self.aimed) if self.aimed is not None else None

    @property
    def refusal(self) -> Refusal | None:
        """Why not: of the target alone while nothing else is said, else of the whole order."""
        order = self.order
        plain = self.at is None and not self.way and self.facing_deg is None and not self.shots
        return super().refusal if plain or order is None else self.desk.check(order)

    @property
    def ready(self) -> bool:
        """Whether a legal shot is planned."""
        return (self.planned and self.refusal is None) if self.at is not None else super().ready

    @property
    def readout(self) -> str:
        """Targets and odds; for a place the odds or why not."""
        order, refusal = self.order, self.refusal
        if self.at is None or order is None:
            return super().readout
        if refusal is not None:
            return refusal.text
        odds = short_odds(self.stage.shots.odds(order)) if self.desk.may_measure else ""
        return " · ".join(word for word in ("At this place", odds) if word)

    # -- hands

    def plan(self, target: str, more: bool = False) -> None:
        """Mark a target; with Shift one more shot for it."""
        self.at = None
        if not more:
            self.shots = {}
        elif not self.shots and self.aimed is not None and self.planned:
            self.shots = {self.aimed: 1}
        if more:
            self.shots[target] = self.shots.get(target, 0) + 1
        super().plan(target, more)

    def other_click(self, click: Click) -> None:
        """Own stands are selected; the ground takes the plan back, or is fired at where that is allowed."""
        near = self.at is not None and (self.at[0] - click.place[0]) ** 2 + (self.at[1] - click.place[1]) ** 2 < 0.1
        if near and self.planned:
            self.commit()
        elif click.stands or (self.planned and self.at is None):
            super().other_click(click)
        else:
            self._aim_at_place(snap_point(*click.place))

    def _aim_at_place(self, place: Point) -> None:
        self.aimed, self.shots, self.at, self.planned = None, {}, place, True
        refusal = self.refusal
        if refusal is not None:
            self.at, self.planned = None, False
            if refusal.kind != "malformed":
                self.desk.refuse(refusal, place)

    def action(self, action: str) -> bool:
        """Tab for targets, 1-9 for weapons, Z for the way, arrows for a place."""
        if action in ("next_target", "previous_target"):
            self.at = None
        if super().action(action):
            return True
        if action == "fire_way":
            ways = [way for way, _ in self.ways()]
            self.way = ways[(ways.index(self.way) + 1) % len(ways)] if self.way in ways else ""
            return len(ways) > 1
        if action.startswith("cursor_"):
            return self._step(action)
        return self._other_weapon(int(action.removeprefix("option_")) - 1) if action.startswith("option_") else False

    def _step(self, action: str) -> bool:
        """The arrows move a place that is fired at, beginning with that of the target."""
        aimed = self.desk.stand(self.aimed) or self.desk.stand(self.stand)
        if aimed is None:
            return False
        step = 0.1 if action.endswith("_fine") else 1.0
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
        x, y = self.at if self.at is not None else (aimed.x, aimed.y)
        width, height = self.desk.camera.table
        self.at = snap_point(max(0.0, min(width, x + dx * step)), max(0.0, min(height, y + dy * step)))
        self.planned, self.desk.by_keys, self.shots = True, True, {}
        return True

    def _other_weapon(self, n: int) -> bool:
        weapons = self.desk.choices(self.desk.subject_of(self.stand)).weapons
        if n >= len(weapons) or weapons[n].refusal is not None:
            return False
        self.desk.weapon = weapons[n].id
        self.stage.go(plan_weapon(self.stage, self.stand, weapons[n].id))
        return True

    def turn(self, degrees: float) -> bool:
        """The facing that the firer turns to first."""
        stand = self.desk.stand(self.stand)
        if stand is None or not stand.on_table:
            return False
        now = self.facing_deg if self.facing_deg is not None else stand.facing_deg
        self.facing_deg = snap_facing(now + degrees)
        return True

    def commit(self) -> None:
        """Fire."""
        order = self.order
        if self.at is not None and order is not None and self.planned:
            self.stage.give(order, self.at)
        else:
            super().commit()

    def back(self) -> bool:
        """First the plan, then facing and way, then the mode."""
        if self.planned:
            self.at, self.shots = None, {}
            return super().back()
        if self.facing_deg is not None or self.way:
            self.facing_deg, self.way = None, ""
            return True
        return False

    # -- pictures

    def aim_note(self) -> str:
        """How the shots are allotted, in which way, and where to it turns first."""
        words = [f"{self.desk.name(name)} ×{n}" for name, n in self.shots.items()]
        words += [caption for way, caption in self.ways() if way == self.way and way]
        words += [f"turns to {self.facing_deg:.0f}° first"] if self.facing_deg is not None else []
        return "".join(f" · {word}" for word in words)

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Rings and arcs, as the firer would face."""
        pose = self.stage.stands.pose(self.stand)
        if pose is not None:
            facing = pose.facing_deg if self.facing_deg is None else self.facing_deg
            draw_rings(self.desk, brush, labels, self.stand, (pose.x, pose.y), facing)

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Targets; a place that is fired at has a cross."""
        if self.at is None:
            super().draw_over(brush, labels)
            return
        pose, to = self.stage.stands.pose(self.stand), self.desk.camera.to_screen
        colour = Overlay.TARGET if self.refusal is None else Ink.REFUSAL
        if pose is not None:
            brush.dashes([to((pose.x, pose.y)), to(self.at)], colour, 2.0, (7, 5))
        brush.ring(to(self.at), 8, colour, 2.2)
        text = f"{self.readout}{self.aim_note()}"
        labels.add(Label(to(self.at), (Line(text, 13, "bold"),), colour, rank=9, away=16))

    # -- the panel

    def covers(self, ui: Ui) -> pygame.Rect | None:
        """Where shots and ways are drawn, if there is anything to choose."""
        rows = self._rows()
        if not rows:
            return None
        bar = bar_rect(ui, self.desk.camera.view)
        height = ui.px(ROW + 6) * rows + ui.px(8)
        ways = self.ways()
        wanted = sum(ui.canvas.width(caption, Size.BODY) + ui.px(30) for _, caption in ways) + ui.px(CAPTION + 20)
        width = min(max(ui.px(460), wanted), bar.w)
        return pygame.Rect(bar.centerx - width // 2, bar.y - ui.px(6) - height, width, height)

    def _rows(self) -> int:
        return (len(self.ways()) > 1) + self._offers_shots()

    def _offers_shots(self) -> bool:
        return self.planned and self.aimed is not None and self.most_shots(self.aimed) > 1

    def draw_panel(self, ui: Ui) -> None:
        """Shots of the target aimed at, and the ways of firing."""
        rect = self.covers(ui)
        if rect is None:
            return
        with ui.region("fire"):
            ui.shield("fire/panel", rect)
            ui.canvas.shadow(rect, 8)
            ui.canvas.box(rect, Ink.PANEL, Ink.LINE, 5)
            row = pygame.Rect(rect.x + ui.px(10), rect.y + ui.px(6), rect.w - ui.px(20), ui.px(ROW))
            if len(self.ways()) > 1:
                self._draw_ways(ui, row)
                row = row.move(0, ui.px(ROW + 6))
            if self._offers_shots():
                self._draw_shots(ui, row)

    def _draw_ways(self, ui: Ui, row: pygame.Rect) -> None:
        label(ui, pygame.Rect(row.x, row.y, ui.px(CAPTION), row.h), "Way", Size.DENSE, Ink.DIM)
        ways = self.ways()
        x, gap = row.x + ui.px(CAPTION), ui.px(6)
        needs = [ui.canvas.width(caption, Size.BODY) + ui.px(24) for _, caption in ways]
        spare = max(0, row.right - x - sum(needs) - gap * (len(ways) - 1)) // len(ways)
        for (way, caption), need in zip(ways, needs, strict=True):
            place = pygame.Rect(x, row.y, min(need + spare, row.right - x), row.h)
            x = place.right + gap
            tip = f"{caption} ({ui.keymap.caption('fire_way')})"
            if button(ui, f"fire/way/{way}", place, caption, on=way == self.way, tip=tip, centred=True):
                self.way = way

    def _draw_shots(self, ui: Ui, row: pygame.Rect) -> None:
        target = self.aimed or ""
        label(ui, pygame.Rect(row.x, row.y, ui.px(CAPTION), row.h), "Shots", Size.DENSE, Ink.DIM)
        now, most = self.shots.get(target, 1), self.most_shots(target)
        less = pygame.Rect(row.x + ui.px(CAPTION), row.y, ui.px(34), row.h)
        more = less.move(ui.px(34 + 44), 0)
        count = pygame.Rect(less.right, row.y, ui.px(44), row.h)
        if button(ui, "fire/less", less, "", icon="minus", reason="" if now > 1 else "One shot at least."):
            self.shots[target] = now - 1
        label(ui, count, str(now), 15, Ink.TEXT, "bold", "centre")
        if button(ui, "fire/more", more, "", icon="plus"):
            self.shots[target] = now + 1
        whole = pygame.Rect(more.right + ui.px(10), row.y, ui.px(130), row.h)
        if button(ui, "fire/all", whole, f"All {most}", on=now == most, centred=True):
            self.shots[target] = most


def _only(order: Fire, target: str) -> bool:
    return len(order.targets) == 1 and order.targets[0].target == target
