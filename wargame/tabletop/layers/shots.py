"""Targets and bursts: lines with odds, pills over everything that can be hit, blast shapes before they fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wargame.board import Footprint, closest_points
from wargame.engine.appraisal import Appraisal
from wargame.engine.orders import AnyOrder
from wargame.engine.ruleset import Target
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Label, Labels, Line, lines_of
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
ODDS_A_FRAME = 4


@dataclass(frozen=True, slots=True)
class Aim:
    """A target as it is drawn: who at whom, the odds, why not."""

    stand: str
    target: str
    appraisal: Appraisal | None = None
    note: str = ""
    refused: str = ""
    rule: str = ""
    planned: bool = False


class ShotsLayer:
    """Draws aims; a few appraisals are worked out per frame, so that many targets make no frame late."""

    def __init__(self, desk: Desk, stands: StandsLayer) -> None:
        self.desk, self.stands = desk, stands
        self._known: dict[AnyOrder, Appraisal | None] = {}
        self._known_at = -1
        self._left = ODDS_A_FRAME

    def begin_frame(self) -> None:
        """A new frame: a few more odds may be worked out."""
        self._left = ODDS_A_FRAME
        if self._known_at != self.desk.session.changed:
            self._known, self._known_at = {}, self.desk.session.changed

    def odds(self, order: AnyOrder, now: bool = False) -> Appraisal | None:
        """The appraisal of an order if it is known already, or can be worked out in this frame."""
        if order not in self._known:
            if self._left <= 0 and not now:
                return None
            self._left -= 1
            self._known[order] = self.desk.appraise(order)
        return self._known[order]

    def draw_pills(
        self, labels: Labels, targets: Sequence[Target], order_for: Callable[[str], AnyOrder], but: str | None = None
    ) -> None:
        """A small pill with the odds over every legal target."""
        if not self.desk.may_measure:
            return
        for target in targets:
            pose = self.stands.pose(target.stand)
            stand = self.desk.stand(target.stand)
            if target.refusal is not None or target.stand == but or pose is None or stand is None:
                continue
            odds = self.odds(order_for(target.stand))
            text = short_odds(odds) or "…"
            place = self.desk.camera.to_screen((pose.x, pose.y))
            radius = self.stands.radius_px(stand)
            line = Line(text, 12, "bold", (255, 255, 255))
            labels.add(Label(place, (line,), Overlay.TARGET, rank=5, away=radius + 6))

    def draw_aim(self, brush: Brush, labels: Labels, aim: Aim) -> None:
        """The target line from base edge to base edge, brackets, and the card with the odds.

        Who fires from off the table (aircraft) has no line.
        """
        stand = self.desk.stand(aim.target)
        pose = self.stands.pose(aim.target)
        if stand is None or pose is None:
            return
        centre = self.desk.camera.to_screen((pose.x, pose.y))
        radius = self.stands.radius_px(stand) + 6
        ends = self._ends(aim.stand, aim.target)
        a, b = (self.desk.camera.to_screen(p) for p in ends) if ends is not None else (centre, centre)
        if aim.refused:
            brush.dashes([a, b], Overlay.TARGET, 2.6, (7, 5))
        elif a != b:
            brush.line(a, b, Overlay.TARGET, 2.6)
        brush.brackets(centre, radius, Overlay.TARGET, 3.2 if aim.planned else 2.2)
        self._card(labels, aim, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))

    def _card(self, labels: Labels, aim: Aim, middle: Point) -> None:
        if aim.refused:
            text = f"{aim.refused} · {aim.rule}" if aim.rule else aim.refused
            labels.add(Label(middle, (Line(text, 13, "bold", Ink.REFUSAL),), Ink.REFUSAL, rank=9, away=8))
            return
        odds = aim.appraisal
        if odds is None or not self.desk.may_measure:
            head = aim.note or "Declare the target"
            labels.add(Label(middle, lines_of([head], 15), Overlay.TARGET, rank=9))
            return
        texts = [odds.headline or short_odds(odds), aim.note, *odds.lines[:1], modifiers_text(odds)]
        if odds.estimate:
            texts[0] = f"about {texts[0]}"
        labels.add(Label(middle, lines_of([t for t in texts if t]), Overlay.TARGET, rank=9, away=12))

    def _ends(self, a: str, b: str) -> tuple[Point, Point] | None:
        shapes: list[Footprint] = []
        for name in (a, b):
            stand = self.desk.stand(name)
            if stand is None or self.stands.pose(name) is None:
                return None
            shapes.append(self.stands.footprint(stand))
        found = closest_points(shapes[0], shapes[1])
        return found[0], found[1]

    def draw_blast(
        self, brush: Brush, labels: Labels, at: Point, width_in: float, text: str, refused: bool = False
    ) -> list[str]:
        """The blast shape at its aim point and brackets round the bases that it touches; their ids."""
        centre = self.desk.camera.to_screen(at)
        radius = width_in / 2 * self.desk.camera.ppi
        colour = Ink.REFUSAL if refused else Overlay.BLAST
        if radius > 2:
            brush.disc(centre, radius, colour, 50)
            brush.hatched(circle(centre, radius), colour, 110)
            brush.ring(centre, radius, colour, 2.4)
        for dx, dy in ((1, 0), (0, 1)):
            a = (centre[0] - dx * 9, centre[1] - dy * 9)
            brush.line(a, (centre[0] + dx * 9, centre[1] + dy * 9), (255, 255, 255), 1.6)
        touched = self._touched(at, width_in / 2)
        for name in touched:
            stand, pose = self.desk.stand(name), self.stands.pose(name)
            if stand is not None and pose is not None:
                place = self.desk.camera.to_screen((pose.x, pose.y))
                brush.brackets(place, self.stands.radius_px(stand) + 4, colour, 1.8)
        labels.add(
            Label(centre, (Line(text, 13, "bold", colour if refused else Ink.TEXT),), colour, rank=9, away=radius + 8)
        )
        return touched

    def _touched(self, at: Point, radius_in: float) -> list[str]:
        from wargame.board import gap_to_point

        found = []
        for stand, pose in self.stands.shown():
            if stand.line and gap_to_point(self.stands.footprint(stand, pose), *at) <= radius_in:
                found.append(stand.id)
        return found


def short_odds(odds: Appraisal | None) -> str:
    """The few words of a pill: the headline, else the chance of something good."""
    if odds is None:
        return ""
    if odds.headline:
        return odds.headline
    good = sum(outcome.chance for outcome in odds.outcomes if outcome.good)
    return f"{good:.0%}" if odds.outcomes else ""


def modifiers_text(odds: Appraisal) -> str:
    """The modifiers in a row: `in woods -1 · flank +2`."""
    words = []
    for modifier in odds.modifiers[:4]:
        number = modifier.dice or modifier.add
        unit = "d" if modifier.dice else ""
        words.append(f"{modifier.reason} {number:+g}{unit}" if number else modifier.reason)
    return " · ".join(words)
