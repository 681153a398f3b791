"""At rest during a Command: looking around, selecting, and previewing whatever a click would plan."""

from __future__ import annotations

from wargame.engine.requests import Command
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.ranges import draw_rings
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.fire import PlanAssault, PlanAttack, plan_weapon
from wargame.tabletop.modes.move import PlanMove
from wargame.tabletop.modes.stage import Stage

Point = tuple[float, float]


class Select(Mode):
    """Nothing is planned. With an own stand selected, ground and enemies show at once what a click would plan."""

    name = "select"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.preview: Mode | None = None
        self._last: tuple[str, ...] = ()

    @property
    def title(self) -> str:  # type: ignore[override]
        """What to do."""
        return "Select a stand" if self._actor is None else self.desk.name(self._actor)

    @property
    def hint(self) -> str:  # type: ignore[override]
        """How to do it."""
        if self._actor is None:
            return "Click one of your stands, or N for the next that can act"
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
        wanted = self._wanted(place)
        if wanted is None:
            self.preview = None
        elif self.preview is None or type(self.preview) is not type(wanted) or not self._same(wanted):
            self.preview = wanted
        if self.preview is not None:
            self.preview.point(place)

    def _same(self, wanted: Mode) -> bool:
        return getattr(self.preview, "stand", None) == getattr(wanted, "stand", None)

    def _wanted(self, place: Point | None) -> Mode | None:
        actor = self._actor
        if actor is None or place is None or self.desk.by_keys:
            return None
        hover = self.desk.stand(self.desk.hover)
        if hover is not None and hover.side == self.desk.session.viewer:
            return None
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

    def click(self, click: Click) -> None:
        """Select what is there, or plan what the preview shows."""
        stand = click.stands[0] if click.stands else None
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
        """Drag an own stand that can move: plan its move."""
        mine = next((s for s in click.stands if s in self.desk.actors), None)
        mode = first_way(self.stage, mine) if mine is not None else None
        if mine is None or mode is None:
            return False
        self.desk.select(mine)
        plan = PlanMove(self.stage, mine, mode)
        self.stage.go(plan)
        return plan.grab(click)

    def action(self, action: str) -> bool:
        """Arrows begin to plan a move of the selected stand; Tab plans fire."""
        actor = self._actor
        if actor is None:
            return False
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

    def _first_attack(self, actor: str, action: str) -> bool:
        choices = self.desk.choices(self.desk.subject_of(actor))
        weapons = [w for w in choices.weapons if w.refusal is None]
        if not weapons:
            return False
        chosen = next((w.id for w in weapons if w.id == self.desk.weapon), weapons[0].id)
        mode = plan_weapon(self.stage, actor, chosen)
        self.stage.go(mode)
        return mode.action(action)

    def back(self) -> bool:
        """The selection goes."""
        if self.desk.selected is None:
            return False
        self.desk.select(None)
        return True

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Where the selected stand may go; rings of an enemy that is looked at."""
        actor = self._actor
        if actor is not None:
            mode = first_way(self.stage, actor)
            if mode is not None:
                self.stage.reach.draw(brush, actor, mode)
            return
        draw_enemy_rings(self.stage, brush, labels)

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Odds over all targets of the selected stand, and the preview."""
        if self.preview is not None:
            self.preview.draw_over(brush, labels)
            if isinstance(self.preview, PlanAttack):
                return
        actor = self._actor
        if actor is None:
            return
        weapons = [w for w in self.desk.choices(self.desk.subject_of(actor)).weapons if w.refusal is None]
        usable = [w for w in weapons if w.manner != "burst"]
        if usable:
            chosen = next((w.id for w in usable if w.id == self.desk.weapon), usable[0].id)
            mode = plan_weapon(self.stage, actor, chosen)
            if isinstance(mode, PlanAttack):
                self.stage.shots.draw_pills(labels, mode.targets(), mode.order_at)


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
