"""Placing things: stands in their zones, aim points with their questions, lines of two points."""

from __future__ import annotations

import math

import msgspec
import pygame

from wargame.board import Base, Footprint, overlaps, region_contains, snap_facing, snap_point
from wargame.engine.orders import Placed, Placement, Refusal
from wargame.engine.requests import Place, Thing
from wargame.tabletop.kit import Ui
from wargame.tabletop.layers.brush import Brush, circle
from wargame.tabletop.layers.labels import Label, Labels, Line
from wargame.tabletop.layers.motion import Pose
from wargame.tabletop.layers.reach import draw_ghost
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.deploy_list import draw_list, list_rect
from wargame.tabletop.modes.stage import Stage
from wargame.tabletop.theme import Ink, Overlay

Point = tuple[float, float]
POINT_BASE = Base.circle(0.5)
AWAY_STEP_IN, AWAY_STEPS = 0.5, 13


class PlaceThings(Mode):
    """Put each thing where it shall be. The thing in hand hangs under the pointer; a click puts it down."""

    name = "place"

    def __init__(self, stage: Stage, request: Place) -> None:
        super().__init__(stage)
        self.request = request
        self.things = {thing.id: thing for thing in request.things}
        self.placed: dict[str, Placement] = {}
        self.choices: dict[str, dict[str, str]] = {t.id: {n: d for n, _, d in t.choices} for t in request.things}
        self.in_hand: str | None = next(iter(self.things), None)
        self.at: Point | None = None
        self.first_end: Point | None = None
        self.facing_deg = self._first_facing()
        self.title = request.prompt
        self.hint = "Click puts it down · Q E turn · click a placed one to take it up · Enter when all are placed"

    def _first_facing(self) -> float:
        """Towards the middle of the table from the first region."""
        for thing in self.request.things:
            if thing.regions:
                xs, ys = zip(*thing.regions[0])
                x, y = sum(xs) / len(xs), sum(ys) / len(ys)
                width, height = self.desk.camera.table
                return snap_facing(round(math.degrees(math.atan2(height / 2 - y, width / 2 - x)) / 45) * 45)
        return 0.0

    @property
    def thing(self) -> Thing | None:
        """The thing in hand."""
        return self.things.get(self.in_hand) if self.in_hand else None

    @property
    def still(self) -> int:
        """How many are still to be placed."""
        return sum(1 for t in self.request.things if t.id not in self.placed)

    @property
    def order(self) -> Placed:
        """All places so far."""
        return Placed(placements=tuple(self.placed[t.id] for t in self.request.things if t.id in self.placed))

    @property
    def ready(self) -> bool:
        """Whether everything that must be placed is."""
        must = all(t.id in self.placed for t in self.request.things if t.must)
        count = len(self.placed)
        most = self.request.at_most
        return must and count >= self.request.at_least and (most is None or count <= most)

    @property
    def readout(self) -> str:
        """What is in hand and how many are left."""
        thing = self.thing
        if thing is None:
            return "All placed · Enter to go on" if self.ready else ""
        wrong = self.why_not(self.at)
        return wrong if wrong else f"{thing.text} · {self.still} left"

    # -- hands

    def point(self, place: Point | None) -> None:
        """The thing in hand follows the pointer, and is out of sight when that leaves the table."""
        if self.desk.by_keys:
            return
        before, self.at = self.at, None
        if place is not None:
            width, height = self.desk.camera.table
            self.at = snap_point(max(0.0, min(width, place[0])), max(0.0, min(height, place[1])))
        if self.at is not None and self.at != before:
            self.desk.refusal = None

    def click(self, click: Click) -> None:
        """Put down, or take up what lies there; beside what lies there a stand in hand is put down if it has room."""
        lying = self._lying_at(click.place)
        if lying is not None and self.first_end is None and not self._has_room(click.place):
            self.take_up(lying)
            return
        if self.in_hand is not None:
            self.at = snap_point(*click.place)
            self.put_down()

    def _has_room(self, place: Point) -> bool:
        """Whether a stand is in hand that may be put down right here."""
        thing = self.thing
        is_stand = thing is not None and thing.form == "facing" and self._is_stand(thing.id)
        return is_stand and not self.why_not(snap_point(*place))

    def _lying_at(self, place: Point) -> str | None:
        reach = 8 / self.desk.camera.ppi
        for name, p in self.placed.items():
            radius = self._base(name).radius
            if math.dist((p.x, p.y), place) <= radius + reach and name != self.in_hand:
                return name
        return None

    def take_up(self, thing: str) -> None:
        """Have a thing in hand (again)."""
        old = self.placed.pop(thing, None)
        self.in_hand = thing
        self.first_end = None
        if old is not None and old.facing_deg is not None:
            self.facing_deg = old.facing_deg

    def grab(self, click: Click) -> bool:
        """Drag a placed thing."""
        lying = self._lying_at(click.place)
        if lying is None:
            return False
        self.take_up(lying)
        return True

    def drop(self, click: Click) -> None:
        """Put the dragged thing down."""
        self.at = snap_point(*click.place)
        self.put_down()

    def put_down(self) -> None:
        """Place the thing in hand at the ghost, and take the next."""
        thing = self.thing
        if thing is None or self.at is None:
            return
        wrong = self.why_not(self.at)
        if wrong:
            self.desk.refuse(Refusal(text=wrong), self.at)
            return
        if thing.form == "line" and self.first_end is None:
            self.first_end = self.at
            return
        self.placed[thing.id] = self._placement(thing, self.at)
        self.first_end = None
        self.in_hand = next((t.id for t in self.request.things if t.id not in self.placed), None)
        self.desk.refusal = None

    def _placement(self, thing: Thing, at: Point) -> Placement:
        answers = tuple(self.choices[thing.id].items())
        facing = self.facing_deg if thing.form == "facing" else None
        if thing.form == "line" and self.first_end is not None:
            x, y = self.first_end
            return Placement(thing=thing.id, x=x, y=y, x2=at[0], y2=at[1], choices=answers)
        return Placement(thing=thing.id, x=at[0], y=at[1], facing_deg=facing, choices=answers)

    def why_not(self, at: Point | None) -> str:
        """Why the thing in hand cannot go there as far as the request itself says; the ruleset judges at the end."""
        thing = self.thing
        return self._wrong(thing, at, self.facing_deg) if thing is not None and at is not None else ""

    def _wrong(self, thing: Thing, at: Point, facing_deg: float) -> str:
        if thing.regions and not any(region_contains(r, *at) for r in thing.regions):
            return f"{thing.text} has to stand in the lit area."
        if thing.form == "facing" and self._is_stand(thing.id):
            mine = Footprint(self._base(thing.id), at[0], at[1], facing_deg)
            for other, footprint in self._others(thing.id):
                if overlaps(mine, footprint):
                    return f"{thing.text} would stand on {other}."
        return ""

    def _others(self, but: str) -> list[tuple[str, Footprint]]:
        found = []
        for name, p in self.placed.items():
            if name != but and self._is_stand(name):
                found.append((self.things[name].text, Footprint(self._base(name), p.x, p.y, p.facing_deg or 0.0)))
        for stand in self.desk.state.in_play():
            if stand.id not in self.things:
                found.append((stand.name, Footprint(stand.base, stand.x, stand.y, stand.facing_deg)))
        return found

    def _is_stand(self, name: str) -> bool:
        return self.desk.stand(name) is not None

    def _base(self, name: str) -> Base:
        stand = self.desk.stand(name)
        return stand.base if stand is not None else POINT_BASE

    def action(self, action: str) -> bool:
        """Arrows move the ghost, Tab takes another thing, 1-9 answer its question."""
        if action.startswith("cursor_"):
            step = 0.1 if action.endswith("_fine") else 1.0
            dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[action.split("_")[1]]
            x, y = self.at or self._region_middle()
            width, height = self.desk.camera.table
            self.at = snap_point(max(0.0, min(width, x + dx * step)), max(0.0, min(height, y + dy * step)))
            self.desk.by_keys = True
            return True
        if action in ("next_target", "previous_target"):
            names = list(self.things)
            step_by = 1 if action == "next_target" else -1
            here = names.index(self.in_hand) if self.in_hand in names else -1
            self.take_up(names[(here + step_by) % len(names)])
            return True
        if action.startswith("option_"):
            return self._answer(int(action.removeprefix("option_")) - 1)
        return False

    def _region_middle(self) -> Point:
        thing = self.thing
        if thing is None or not thing.regions:
            return self.desk.camera.table[0] / 2, self.desk.camera.table[1] / 2
        xs, ys = zip(*thing.regions[0])
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _answer(self, n: int) -> bool:
        """Answer number n of all answers of the thing's questions."""
        thing = self.thing
        if thing is None:
            return False
        flat = self.answers()
        if n >= len(flat):
            return False
        name, value = flat[n]
        self.choices[thing.id][name] = value
        return True

    def turn(self, degrees: float) -> bool:
        """Turn the thing in hand."""
        self.facing_deg = snap_facing(self.facing_deg + degrees)
        return True

    def place_rest(self) -> None:
        """Put down all that is left as the ruleset or plain sense would."""
        suggested = self.request.suggestion
        if not isinstance(suggested, Placed):
            found = [
                order
                for order in self.desk.samples("answer") or self.desk.samples("placed")
                if isinstance(order, Placed)
            ]
            suggested = found[0] if found else None
        if suggested is None:
            return
        self.desk.refusal = None
        for p in suggested.placements:
            if p.thing not in self.placed:
                self.placed[p.thing] = self._clear_of_others(p)
        self.in_hand = next((t.id for t in self.request.things if t.id not in self.placed), None)

    def _clear_of_others(self, wish: Placement) -> Placement:
        """The place that is free and nearest to the one wished for: what lies already stays where it is."""
        thing, facing = self.things[wish.thing], wish.facing_deg or 0.0
        for ring in range(AWAY_STEPS):
            for n in range(max(1, 6 * ring)):
                a, r = 2 * math.pi * n / max(1, 6 * ring), ring * AWAY_STEP_IN
                at = snap_point(wish.x + r * math.cos(a), wish.y + r * math.sin(a))
                if not self._wrong(thing, at, facing):
                    return msgspec.structs.replace(wish, x=at[0], y=at[1]) if ring else wish
        return wish

    def commit(self) -> None:
        """Put down what is in hand; when all is placed, answer."""
        if self.in_hand is not None and self.at is not None and self.desk.by_keys:
            self.put_down()
        elif self.ready:
            self.stage.give(self.order)
        elif self.in_hand is not None:
            self.put_down()

    def back(self) -> bool:
        """First the begun line, then the last thing placed."""
        if self.first_end is not None:
            self.first_end = None
            return True
        if self.placed:
            self.take_up(next(reversed(self.placed)))
            return True
        return False

    # -- pictures

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """The regions of the thing in hand."""
        thing = self.thing
        for region in thing.regions if thing is not None else ():
            colour = self.desk.look_of_side(self.request.side).colour
            self.stage.places.draw_zone(brush, region, colour, 34)

    def draw_over(self, brush: Brush, labels: Labels) -> None:
        """All that is placed, and the thing in hand."""
        for name, p in self.placed.items():
            self._draw_thing(brush, labels, self.things[name], (p.x, p.y), p.facing_deg or 0.0, False)
            if p.x2 is not None and p.y2 is not None:
                to = self.desk.camera.to_screen
                brush.line(to((p.x, p.y)), to((p.x2, p.y2)), Overlay.MOVE, 2.4)
        thing = self.thing
        if thing is not None and self.at is not None:
            if self.first_end is not None:
                to = self.desk.camera.to_screen
                brush.dashes([to(self.first_end), to(self.at)], Overlay.MOVE, 2.4)
            self._draw_thing(brush, labels, thing, self.at, self.facing_deg, True)

    def _draw_thing(
        self, brush: Brush, labels: Labels, thing: Thing, at: Point, facing_deg: float, in_hand: bool
    ) -> None:
        stand = self.desk.stand(thing.id)
        place = self.desk.camera.to_screen(at)
        wrong = in_hand and bool(self.why_not(at))
        colour = Ink.REFUSAL if wrong else Overlay.MOVE
        if stand is not None:
            pose = Pose(at[0], at[1], facing_deg, 0.65 if in_hand else 1.0)
            draw_ghost(self.desk, brush, self.stage.shelf, stand, pose, colour=colour)
        else:
            brush.ring(place, 7, colour, 2.2)
        if thing.radius_in > 0:
            brush.dashes(circle(place, thing.radius_in * self.desk.camera.ppi), colour, 1.6, (5, 4), closed=True)
        answers = ", ".join(self.choices[thing.id].values())
        text = self.readout if in_hand and self.desk.refusal is None else thing.text
        text = f"{text} · {answers}" if answers and in_hand else text
        if in_hand or self.desk.camera.ppi >= 14:
            line = Line(text, 13 if in_hand else 12, "bold" if in_hand else "semi", Ink.REFUSAL if wrong else Ink.TEXT)
            labels.add(Label(place, (line,), colour, boxed=in_hand, rank=9 if in_hand else 1, away=14))

    def answers(self) -> list[tuple[str, str]]:
        """All answers that the thing in hand may have: question and value."""
        thing = self.thing
        return [(n, v) for n, values, _ in thing.choices for v in values] if thing is not None else []

    def covers(self, ui: Ui) -> pygame.Rect:
        """Where the list is drawn."""
        return list_rect(ui, self)

    def draw_panel(self, ui: Ui) -> None:
        """The list of things with their places and questions."""
        draw_list(ui, self)
