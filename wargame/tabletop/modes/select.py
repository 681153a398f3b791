"""At rest during a Command: looking around, selecting, and previewing whatever a click would plan."""

from __future__ import annotations

from wargame.engine.requests import Command
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.ranges import draw_rings
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.fire import PlanAssault, PlanAttack, plan_weapon
from wargame.tabletop.modes.formation import Formation
from wargame.tabletop.modes.move import PlanMove
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Overlay

Point = tuple[float, float]


class Select(Mode):
    """Nothing is planned. With an own stand selected, ground and enemies show at once what a click would plan."""

    name = "select"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.preview: Mode | None = None
        self._last: tuple[str, ...] = ()
        self._box: tuple[Point, Point] | None = None
        """Two corners of the box that is being drawn round stands, in inches."""
        self._adds = False

    @property
    def title(self) -> str:  # type: ignore[override]
        """What to do."""
        if self.desk.party:
            return f"{len(self.desk.party)} stands selected"
        return "Select a stand" if self._actor is None else self.desk.name(self._actor)

    @property
    def hint(self) -> str:  # type: ignore[override]
        """How to do it."""
        if self.desk.party:
            return f"{len(self.desk.party)} stands: click the ground to move them · Shift+click one more or one out"
        if self._actor is None:
            return "Click a stand, or draw a box round several · N next that can act"
        return self._hint_of_orders()

    def _hint_of_orders(self) -> str:
        request = self.desk.request
        orders = request.orders if isinstance(request, Command) else ()
        if "move" in orders:
            return "Click the ground to move, an enemy to attack · X all orders"
        end = " · Ctrl+Enter for none" if isinstance(request, Command) and request.may_be_done else ""
        return f"Click an enemy to attack · X all orders{end}"

    @property
    def _actor(self) -> str | None:
        return self.desk.selected if self.desk.selected in self.desk.actors else None

    @property
    def readout(self) -> str:
        """What a click here would plan."""
        return self.preview.readout if self.preview is not None else ""

    def point(self, place: Point | None) -> None:
        """Choose the preview for what is under the pointer."""
        if self._box is not None and place is not None:
            self._box = (self._box[0], place)
            self.preview = None
            return
        wanted = self._wanted(place)
        if wanted is None:
            self.preview = None
        elif self.preview is None or type(self.preview) is not type(wanted) or not self._same(wanted):
            self.preview = wanted
        if self.preview is not None:
            self.preview.point(place)

    def _same(self, wanted: Mode) -> bool:
        if isinstance(wanted, Formation):
            return isinstance(self.preview, Formation) and self.preview.stands == wanted.stands
        return getattr(self.preview, "stand", None) == getattr(wanted, "stand", None)

    def _wanted(self, place: Point | None) -> Mode | None:
        actor = self._actor
        if actor is None or place is None or self.desk.by_keys:
            return None
        hover = self.desk.stand(self.desk.hover)
        if hover is not None and hover.side == self.desk.session.viewer:
            return None
        if self.desk.party:
            return Formation(self.stage, self.desk.party) if hover is None and self.may_gather else None
        if hover is not None:
            return self._attack(actor, hover.id)
        mode = first_way(self.stage, actor)
        if mode is None or not self._in_reach(actor, mode, place):
            return None
        return PlanMove(self.stage, actor, mode)

    def _in_reach(self, actor: str, mode: str, place: Point) -> bool:
        """A ghost follows the pointer only where it could go; a click elsewhere still says why not."""
        reach = self.desk.reach(actor, mode)
        return reach is None or reach.contains(*place)

    def _attack(self, actor: str, enemy: str) -> PlanAttack | None:
        choices = self.desk.choices(self.desk.subject_of(actor))
        weapons = [w for w in choices.weapons if w.refusal is None and w.manner != "burst"]
        chosen = next((w.id for w in weapons if w.id == self.desk.weapon), weapons[0].id if weapons else None)
        if chosen is not None and any(t.stand == enemy for t in self.desk.targets(actor, chosen)):
            mode = plan_weapon(self.stage, actor, chosen)
            return mode if isinstance(mode, PlanAttack) else None
        if any(t.stand == enemy for t in choices.assault):
            return PlanAssault(self.stage, actor)
        return None

    @property
    def may_gather(self) -> bool:
        """Whether several stands may be ordered together: moves are asked for, and it is no reaction."""
        request = self.desk.request
        return isinstance(request, Command) and not request.interrupt and "move" in request.orders

    def click(self, click: Click) -> None:
        """Select what is there, or plan what the preview shows; with Shift a party of several is put together."""
        stand = click.stands[0] if click.stands else None
        if click.shift and self.may_gather:
            mine = next((s for s in click.stands if s in self.desk.actors), None)
            if mine is not None:
                self.desk.toggle_in_party(mine)
            return
        if stand is None and self.desk.party and self.may_gather:
            together = Formation(self.stage, self.desk.party)
            self.stage.go(together)
            together.click(click)
            return
        if stand is not None and self._selects(stand):
            self._select(click)
            return
        actor = self._actor
        if stand is not None and actor is not None:
            attack = self._attack(actor, stand)
            if attack is not None:
                self.stage.go(attack)
                attack.click(click)
                return
        if stand is not None:
            self._select(click)
            return
        mode = first_way(self.stage, actor) if actor is not None else None
        if mode is None or actor is None:
            self.desk.select(None)
            return
        plan = PlanMove(self.stage, actor, mode)
        self.stage.go(plan)
        plan.click(click)

    def _selects(self, stand_id: str) -> bool:
        stand = self.desk.stand(stand_id)
        return stand is not None and stand.side == self.desk.session.viewer

    def _select(self, click: Click) -> None:
        """The stand under the pointer; clicking again on several goes through them."""
        names = click.stands
        here = names.index(self.desk.selected) if self.desk.selected in names else -1
        again = here >= 0 and set(names) == set(self._last)
        self._last = names
        self.desk.select(names[(here + 1) % len(names)] if again and len(names) > 1 else names[0])
        self.desk.by_keys = False

    def grab(self, click: Click) -> bool:
        """Drag an own stand that can move, or its whole party: plan the move. From the ground a box is drawn."""
        mine = next((s for s in click.stands if s in self.desk.actors), None)
        if mine is None:
            return self._begin_box(click)
        if mine in self.desk.party and self.may_gather:
            together = Formation(self.stage, self.desk.party)
            self.stage.go(together)
            return together.grab(click)
        mode = first_way(self.stage, mine)
        if mode is None:
            return False
        self.desk.select(mine)
        plan = PlanMove(self.stage, mine, mode)
        self.stage.go(plan)
        return plan.grab(click)

    def _begin_box(self, click: Click) -> bool:
        if click.stands or not self.may_gather:
            return False
        self._box, self._adds, self.preview = (click.place, click.place), click.shift, None
        return True

    def drop(self, click: Click) -> None:
        """The box is closed: whoever can act inside it is selected."""
        if self._box is None:
            return
        (x0, y0), (x1, y1) = self._box[0], click.place
        self._box = None
        found = list(self.desk.party) if self._adds else []
        for name in self.desk.actors:
            pose = self.stage.stands.pose(name)
            if pose is not None and min(x0, x1) <= pose.x <= max(x0, x1) and min(y0, y1) <= pose.y <= max(y0, y1):
                found.append(name)
        if found:
            self.desk.select_party(found)
        elif not self._adds:
            self.desk.select(None)
        self.stage.relax()

    def action(self, action: str) -> bool:
        """Arrows begin to plan a move of the selected stand; Tab plans fire."""
        actor = self._actor
        if actor is None:
            return False
        if self.desk.party and self.may_gather and (action.startswith("cursor_") or action in ("move", "dash")):
            return self._plan_together(action)
        if action.startswith("cursor_"):
            mode = first_way(self.stage, actor)
            if mode is None:
                return False
            self.desk.by_keys = False
            plan = PlanMove(self.stage, actor, mode)
            self.stage.go(plan)
            plan.end = None
            return plan.action(action)
        if action in ("next_target", "previous_target"):
            return self._first_attack(actor, action)
        return False

    def _plan_together(self, action: str) -> bool:
        together = Formation(self.stage, self.desk.party, 1 if action == "dash" else 0)
        self.desk.by_keys = False
        self.stage.go(together)
        return together.action(action) if action.startswith("cursor_") else True

    def turn(self, degrees: float) -> bool:
        """Turn a party about its middle."""
        if not self.desk.party or not self.may_gather:
            return False
        together = Formation(self.stage, self.desk.party)
        self.stage.go(together)
        together.at = together.centre
        return together.turn(degrees)

    def _first_attack(self, actor: str, action: str) -> bool:
        choices = self.desk.choices(self.desk.subject_of(actor))
        weapons = [w for w in choices.weapons if w.refusal is None]
        if not weapons:
            return False
        chosen = next((w.id for w in weapons if w.id == self.desk.weapon), weapons[0].id)
        mode = plan_weapon(self.stage, actor, chosen)
        self.stage.go(mode)
        return mode.action(action)

    def _draw_box(self, brush: Brush, a: Point, b: Point) -> None:
        (x0, y0), (x1, y1) = self.desk.camera.to_screen(a), self.desk.camera.to_screen(b)
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        brush.area([corners], Overlay.MOVE, 34)
        brush.path(corners, Overlay.MOVE, 1.4, closed=True)

    def back(self) -> bool:
        """The party goes, then the selection."""
        if self._box is not None:
            self._box = None
            return True
        if self.desk.party:
            self.desk.party = ()
            return True
        if self.desk.selected is None:
            return False
        self.desk.select(None)
        return True

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Where the selected stand may go; rings of an enemy that is looked at."""
        actor = self._actor
        if self.desk.party:
            return
        if actor is not None:
            mode = first_way(self.stage, actor)
            if mode is not None:
                self.stage.reach.draw(brush, actor, mode)
            pose = self.stage.stands.pose(actor)
            if "bases" in self.desk.on and pose is not None:
                draw_rings(self.desk, brush, labels, actor, (pose.x, pose.y), pose.facing_deg)
            return
        draw_enemy_rings(self.stage, brush, labels)

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Odds over all targets of the selected stand, and the preview; rings round a party, the box."""
        draw_party(self.stage, brush)
        if self._box is not None:
            self._draw_box(brush, *self._box)
            return
        if self.preview is not None:
            self.preview.draw_over(brush, labels)
            if isinstance(self.preview, PlanAttack):
                return
        actor = self._actor
        if actor is None or self.desk.party:
            return
        weapons = [w for w in self.desk.choices(self.desk.subject_of(actor)).weapons if w.refusal is None]
        usable = [w for w in weapons if w.manner != "burst"]
        if usable:
            chosen = next((w.id for w in usable if w.id == self.desk.weapon), usable[0].id)
            mode = plan_weapon(self.stage, actor, chosen)
            if isinstance(mode, PlanAttack):
                self.stage.shots.draw_pills(labels, mode.targets(), mode.order_at)


def draw_party(stage: Stage, brush: Brush) -> None:
    """A ring round each stand of the party."""
    for name in stage.desk.party:
        stand, pose = stage.desk.stand(name), stage.stands.pose(name)
        if stand is not None and pose is not None:
            centre = stage.desk.camera.to_screen((pose.x, pose.y))
            brush.ring(centre, stage.stands.radius_px(stand) + 4, (255, 255, 255), 1.6)


def draw_enemy_rings(stage: Stage, brush: Brush, labels: Labels) -> None:
    """Rings of the stand that is looked at, if it is not one's own."""
    desk = stage.desk
    stand, pose = desk.stand(desk.selected), stage.stands.pose(desk.selected or "")
    if stand is not None and pose is not None and stand.line and stand.side != desk.session.viewer:
        draw_rings(desk, brush, labels, stand.id, (pose.x, pose.y), pose.facing_deg)


def first_way(stage: Stage, actor: str) -> str | None:
    """The first way of moving that a stand may use now, or None."""
    request = stage.desk.request
    if not isinstance(request, Command) or "move" not in request.orders:
        return None
    if stage.desk.subject_of(actor) != actor:
        return None
    modes = stage.desk.choices(actor).modes
    return next((m.id for m in modes if m.refusal is None), None)
