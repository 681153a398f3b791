"""Planning a shot: every target with its odds, the chosen one with its line and card."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.engine.orders import AnyOrder, Assault, Refusal
from wargame.engine.ruleset import Target
from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.layers.shots import Aim, short_odds
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.stage import Stage


class PlanAttack(Mode):
    """What fire and assault share: a list of targets, one of them aimed at, one planned."""

    def __init__(self, stage: Stage, stand: str) -> None:
        super().__init__(stage)
        self.stand = stand
        self.aimed: str | None = None
        self.planned = False

    def targets(self) -> Sequence[Target]:
        """Everybody who might be attacked, the refused with their reasons."""
        raise NotImplementedError

    def order_at(self, target: str) -> AnyOrder:
        """The order that attacks this target."""
        raise NotImplementedError

    @property
    def order(self) -> AnyOrder | None:
        """The attack on the target aimed at."""
        return self.order_at(self.aimed) if self.aimed is not None else None

    @property
    def ready(self) -> bool:
        """Whether a legal target is planned."""
        return self.planned and self._found(self.aimed) is not None and self.refusal is None

    @property
    def refusal(self) -> Refusal | None:
        """Why the target aimed at may not be attacked."""
        found = self._found(self.aimed)
        return found.refusal if found is not None else None

    @property
    def readout(self) -> str:
        """Range and odds of the target aimed at, or why not."""
        found, order = self._found(self.aimed), self.order
        if found is None or order is None:
            return ""
        refusal = self.refusal
        if refusal is not None:
            return refusal.text
        odds = self.stage.shots.odds(order, now=True) if self.desk.may_measure else None
        range_text = self._range_of(found)
        return " · ".join(t for t in (self.desk.name(found.stand), range_text, short_odds(odds)) if t)

    def _range_of(self, target: Target) -> str:
        """The range where it may be measured; from off the table there is none."""
        stand = self.desk.stand(self.stand)
        near = stand is not None and stand.on_table and self.desk.may_measure
        return f"{target.range_in:.1f}″" if near else ""

    def _found(self, stand: str | None) -> Target | None:
        return next((t for t in self.targets() if t.stand == stand), None)

    def entered(self) -> None:
        """Aim at whoever is under the pointer."""
        self.point(self.desk.pointer)

    def point(self, place: tuple[float, float] | None) -> None:
        """Aim at the target under the pointer until one is planned."""
        if self.planned or self.desk.by_keys:
            return
        hover = self.desk.hover
        self.aimed = hover if self._found(hover) is not None else None

    def click(self, click: Click) -> None:
        """Plan the target under the pointer; again to attack it."""
        target = next((s for s in click.stands if self._found(s) is not None), None)
        if target is None:
            self.other_click(click)
        elif self.planned and target == self.aimed and not click.shift:
            self.commit()
        else:
            self.plan(target, click.shift)
            if self.desk.settings.single_click_commits:
                self.commit()

    def other_click(self, click: Click) -> None:
        """A click on no target: one's own stands are selected, ground takes the plan back."""
        mine = next((s for s in click.stands if s in self.desk.actors), None)
        if mine is not None:
            self.desk.select(mine)
            self.stage.relax()
        elif self.planned:
            self.planned, self.aimed = False, None

    def plan(self, target: str, more: bool = False) -> None:
        """Mark a target; a refused one says why."""
        self.aimed, self.planned = target, True
        refusal = self.refusal
        if refusal is not None:
            self.desk.refuse(refusal)

    def action(self, action: str) -> bool:
        """Tab walks through the legal targets."""
        if action not in ("next_target", "previous_target"):
            return False
        legal = [t.stand for t in self.targets() if t.refusal is None]
        if legal:
            step = 1 if action == "next_target" else -1
            here = legal.index(self.aimed) if self.aimed in legal else (-1 if step > 0 else 0)
            self.plan(legal[(here + step) % len(legal)])
            self.desk.by_keys = True
            self.stage.look_at(self.aimed or "")
        return True

    def commit(self) -> None:
        """Attack; without a plan the first legal target is planned."""
        order = self.order
        if self.planned and order is not None:
            self.stage.give(order)
        elif self.aimed is not None:
            self.plan(self.aimed)
        else:
            self.action("next_target")

    def back(self) -> bool:
        """First the plan, then the mode."""
        if not self.planned:
            return False
        self.planned, self.aimed = False, None
        return True

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Pills over all targets; line and card of the one aimed at."""
        self.stage.shots.draw_pills(labels, self.targets(), self.order_at, self.aimed)
        found, order = self._found(self.aimed), self.order
        if found is None or order is None:
            return
        refusal = self.refusal
        aim = Aim(
            stand=self.stand,
            target=found.stand,
            appraisal=None if refusal else self.stage.shots.odds(order, now=True),
            note=f"{self._range_of(found)}{self.aim_note()}".removeprefix(" · "),
            refused=refusal.text if refusal else "",
            rule=refusal.rules[0] if refusal and refusal.rules else "",
            planned=self.planned,
        )
        self.stage.shots.draw_aim(brush, labels, aim)

    def aim_note(self) -> str:
        """What the card says besides the range."""
        return ""


class PlanAssault(PlanAttack):
    """A close assault: one leads, own stands clicked support."""

    name = "assault"
    title = "Assault"
    hint = "Click the enemy, then own stands that support · Enter assaults"

    def __init__(self, stage: Stage, stand: str) -> None:
        super().__init__(stage, stand)
        self.supports: list[str] = []

    def targets(self) -> Sequence[Target]:
        """Those that may be assaulted."""
        return self.desk.choices(self.desk.subject_of(self.stand)).assault

    def order_at(self, target: str) -> Assault:
        """The assault with its supports."""
        return Assault(stand=self.stand, target=target, supports=tuple(self.supports))

    def other_click(self, click: Click) -> None:
        """Own stands support, or support no more."""
        mine = [s for s in click.stands if self._is_own(s) and s != self.stand]
        if self.planned and mine:
            self._toggle(mine[0])
        else:
            super().other_click(click)

    def _is_own(self, stand_id: str) -> bool:
        stand = self.desk.stand(stand_id)
        return stand is not None and stand.side == self.desk.session.viewer

    def _toggle(self, stand: str) -> None:
        if stand in self.supports:
            self.supports.remove(stand)
            return
        self.supports.append(stand)
        order = self.order
        refusal = self.desk.check(order) if order is not None else None
        if refusal is not None:
            self.supports.remove(stand)
            self.desk.refuse(refusal)

    def action(self, action: str) -> bool:
        """Tab for targets; 1-9 call in the nearest own stands as supports."""
        if super().action(action):
            return True
        if not action.startswith("option_") or not self.planned:
            return False
        near = self.nearest_own()
        n = int(action.removeprefix("option_")) - 1
        if n < len(near):
            self._toggle(near[n])
        return True

    def nearest_own(self) -> list[str]:
        """Own stands by their distance to the target, without the leader."""
        target = self.desk.stand(self.aimed)
        if target is None:
            return []
        mine = [s for s in self.desk.state.in_play(self.desk.session.viewer) if s.id != self.stand]
        return [s.id for s in sorted(mine, key=lambda s: (s.x - target.x) ** 2 + (s.y - target.y) ** 2)]

    def back(self) -> bool:
        """First the supports, then the plan, then the mode."""
        if self.supports:
            self.supports.pop()
            return True
        return super().back()

    def aim_note(self) -> str:
        """Who supports."""
        return f" · with {', '.join(self.desk.name(s) for s in self.supports)}" if self.supports else ""

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """Also rings round the supports."""
        super().draw_over(brush, labels)
        for name in self.supports:
            stand, pose = self.desk.stand(name), self.stage.stands.pose(name)
            if stand is not None and pose is not None:
                centre = self.desk.camera.to_screen((pose.x, pose.y))
                brush.ring(centre, self.stage.stands.radius_px(stand) + 5, (255, 255, 255), 1.8, "dashed")


def plan_weapon(stage: Stage, stand: str, weapon: str) -> Mode:
    """The mode that plans with this weapon: fire needs a target, a burst a place."""
    from wargame.tabletop.modes.burst import PlanBurst
    from wargame.tabletop.modes.shoot import PlanFire

    rows = stage.desk.choices(stage.desk.subject_of(stand)).weapons
    row = next((r for r in rows if r.id == weapon), None)
    if row is not None and row.manner == "burst":
        return PlanBurst(stage, stand, row.id, row.template_in)
    return PlanFire(stage, stand, weapon)
