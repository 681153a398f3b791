"""A hand that carries out orders at the tabletop as a player would: with the mouse, a few keys and nothing else.

It looks at the map of what is shown, and never calls into the table. What the battle then took is held against what
was meant: a click that hits something else is found out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tests.tabletop.driver import Driver
from tests.tabletop.same_order import same_order, turned_otherwise
from wargame.engine.orders import (
    Act,
    Assault,
    Chosen,
    Confirmed,
    Done,
    Fire,
    Move,
    Picked,
    Placed,
    Placement,
    Wait,
)
from wargame.engine.requests import Choose, Command, Confirm, Pick, Place
from wargame.tabletop.app import App
from wargame.tabletop.panels.action_bar import entries_for
from wargame.tabletop.screens.battle import BattleScreen
from wargame.tabletop.session import Session

Point = tuple[float, float]
SHORT_IN = 0.5
STEPS_BACK = (0.0, 0.06, 0.12, 0.2, 0.3)
WINDOWS: dict[type, str] = {Choose: "choose", Pick: "pick", Confirm: "confirm"}


class Hand:
    """Plays one person's seat of a battle that is open on the tabletop."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.d = Driver(app)
        self.failed: list[str] = []
        """Orders that were decided and could not be given by hand, with what the table said."""
        self.turned: list[str] = []
        """Orders that were given with another facing than meant, because the table turns in steps only."""

    @property
    def screen(self) -> BattleScreen:
        """The battle on the table."""
        return next(s for s in reversed(self.app.screens) if isinstance(s, BattleScreen))

    @property
    def session(self) -> Session:
        """Its session."""
        return self.screen.session

    @property
    def answers(self) -> int:
        """Answers that the battle has taken so far."""
        return len(self.session.battle.answers)

    # -- waiting

    def wait_for_question(self, most: int = 6000) -> bool:
        """Let time go by until something is asked and seen to be asked; False when the battle is over."""
        for _ in range(most):
            if self.session.over:
                return False
            if self._is_asked():
                return True
            if self.screen.motion.busy and self.app.top is self.screen:
                self.d.key("space")
            else:
                self.d.tick()
        raise AssertionError(f"nothing is asked: {self.d.map['state']}, {self.d.map.get('texts', [])[:12]}")

    def _is_asked(self) -> bool:
        asked = self.session.asked
        if asked is None or self.screen.motion.busy:
            return False
        window = WINDOWS.get(type(asked))
        if window is not None:
            return self.d.map["state"] == window
        name = "place" if isinstance(asked, Place) else "interrupt" if asked.interrupt else "select"
        return self.d.map["state"] == "battle" and self.d.map["mode"] == name

    # -- one order

    def carry_out(self, order: Any) -> bool:
        """Give this order by hand; whether the battle took it, and no other."""
        before = self.answers
        self.said = ""
        try:
            self._hand_for(order)(order)
            self._until(lambda: self.answers > before)
        except (AssertionError, StopIteration) as why:
            self.said = str(why)
        if self.answers > before:
            given = self.session.battle.answers[before].order
            if same_order(order, given):
                if turned_otherwise(order, given):
                    self.turned.append(f"{order}: {given}")
                return True
            self.failed.append(f"{order}: given instead: {given}")
            return True
        self.failed.append(f"{order}: {self.said or self.d.map.get('refusal') or self.d.map.get('readout', '')}")
        self._back_to_rest()
        return False

    def _hand_for(self, order: Any) -> Callable[[Any], None]:
        hands: dict[type, Callable[[Any], None]] = {
            Move: self.move,
            Fire: self.fire,
            Assault: self.assault,
            Act: self.act,
            Wait: self.wait,
            Done: self.done,
            Chosen: self.choose,
            Picked: self.pick,
            Confirmed: self.confirm,
            Placed: self.place,
        }
        return hands[type(order)]

    def _until(self, found: Callable[[], bool], frames: int = 20) -> None:
        for _ in range(frames):
            if found():
                return
            self.d.tick()

    def _back_to_rest(self) -> None:
        """Step back from a plan that came to nothing, without leaving an interrupt or a question."""
        for _ in range(8):
            if self._is_asked() or self.d.map["state"] in WINDOWS.values():
                break
            self.d.key("esc")
        if self.d.map["state"] == "choose" and isinstance(self.session.asked, Command):
            self.d.key("esc")

    # -- finding things

    def select(self, subject: str) -> None:
        """Take a stand (of a group: its first): on the table where it can be hit, else in the order of battle."""
        state = self.screen.desk.state
        stand = subject if subject in state.stands else next(s.id for s in state.stands_of(subject) if s.in_play)
        if self.d.map["selected"] == stand and self.d.map["mode"] in ("select", "interrupt"):
            return
        if stand in self.d.map["stands"] and self._is_free(self.d.where(stand=stand)):
            self.d.click(stand=stand)
            for _ in range(6):
                if self.d.map["selected"] == stand:
                    return
                self.d.click(stand=stand)
        self.d.roll_to("oob", f"oob/{stand}")
        self.d.click(f"oob/{stand}").tick()
        assert self.d.map["selected"] == stand, f"{stand} cannot be selected"

    def _is_free(self, px: tuple[int, int]) -> bool:
        """Whether nothing floats over this place of the table."""
        if not self.screen.desk.camera.view.collidepoint(px):
            return False
        over = (r for w, r in self.d.map["widgets"].items() if w not in ("table",))
        return not any(x <= px[0] < x + w and y <= px[1] < y + h for x, y, w, h in over)

    def bring_into_view(self, at: Point) -> None:
        """Where a place is off the screen or under a panel, show the whole table."""
        if not self._is_free(self.d.where(at=at)):
            self.d.key("home").tick()
        assert self._is_free(self.d.where(at=at)), f"{at} cannot be seen free of panels on the whole table"

    def entry(self, what: str, name: str) -> None:
        """A button of the action bar, or its row in the list of all orders."""
        widget = f"act/{what}/{name}" if name else f"act/{what}"
        if widget not in self.d.map["widgets"]:
            assert "act/more" in self.d.map["widgets"], f"no button {widget}: {self._bar()}"
            self.d.click("act/more").tick()
            assert self.d.map["state"] == "choose", "the list of all orders does not open"
            rows = [e.widget for e in entries_for(self.screen.desk)]
            assert widget in rows, f"no {widget} among all orders: {rows}"
            row = rows.index(widget)
            self.d.roll_to("choose/options", f"choose/{row}")
            self.d.click(f"choose/{row}").click("choose/ok").tick()
            return
        self.d.click(widget).tick()

    def _bar(self) -> list[str]:
        return [w for w in self.d.map["widgets"] if w.startswith(("act/", "interrupt/"))]

    # -- orders to stands

    def move(self, order: Move) -> None:
        """Way of moving, corners with Shift, the end, the facing, and Enter."""
        self.select(order.stand)
        self.entry("move", order.mode)
        self._expect_mode("move")
        stand = self.screen.desk.state.stands[order.stand]
        *corners, end = order.path or ((stand.x, stand.y),)
        corners = [c for c in corners if math.dist(c, end) > SHORT_IN]
        if corners:
            self.d.hold("shift")
            for corner in corners:
                self.bring_into_view(corner)
                self.d.click(at=corner)
            self.d.let_go("shift")
        if order.path:
            self._click_near(end, corners[-1] if corners else (stand.x, stand.y))
        if corners and not self.d.map["ready"]:
            self._without_corners(order, end)
        if order.facing_deg is not None:
            self.turn_to(order.facing_deg)
        self.d.key("enter")

    def _without_corners(self, order: Move, end: Point) -> None:
        """A corner that no pixel hits: the table finds a way round by itself."""
        self._back_to_rest()
        self.select(order.stand)
        self.entry("move", order.mode)
        stand = self.screen.desk.state.stands[order.stand]
        self._click_near(end, (stand.x, stand.y))

    def _click_near(self, end: Point, start: Point) -> None:
        """Plan a place; at a limit that a pixel oversteps, a little nearer to where it comes from, and then with the
        table enlarged. Steps too short to be clicked apart from the stand itself are given with the arrows."""
        if 0 < math.dist(end, start) < SHORT_IN:
            self._step(end, start)
            return
        for closer in (0, 4):
            self.bring_into_view(end)
            if closer:
                self.d.wheel(closer, at=end)
            if self._clicks_near(end, start):
                return

    def _clicks_near(self, end: Point, start: Point) -> bool:
        away = math.dist(end, start) or 1.0
        for back in STEPS_BACK:
            part = min(1.0, back / away)
            self.d.click(at=(end[0] + (start[0] - end[0]) * part, end[1] + (start[1] - end[1]) * part))
            if self.d.map["ready"]:
                return True
        return False

    def _step(self, end: Point, start: Point) -> None:
        for n, (less, more) in enumerate((("left", "right"), ("down", "up"))):
            tenths = round((end[n] - start[n]) * 10)
            self.d.key(*[f"shift+{more if tenths > 0 else less}"] * abs(tenths))

    def turn_to(self, facing_deg: float) -> None:
        """Turn the ghost with Q and E until it faces so, as near as the steps allow."""
        for _ in range(40):
            now = self.screen.stage.mode.facing_deg  # type: ignore[attr-defined]
            if now is None:
                self.d.key("shift+q")
                continue
            left = (facing_deg - now + 180) % 360 - 180
            if abs(left) <= 2.5:
                return
            self.d.key(("q" if left > 0 else "e") if abs(left) > 7.5 else ("shift+q" if left > 0 else "shift+e"))

    def _expect_mode(self, *names: str) -> None:
        assert self.d.map["mode"] in names, f"the table is in mode {self.d.map['mode']}: {self._bar()}"

    def _reply(self, order: Any) -> bool:
        """In an interrupt: the row of the card that says this, if there is one."""
        replies = getattr(self.screen.stage.mode, "replies", ())
        row = next((n for n, r in enumerate(replies) if r.order == order), None)
        if row is None:
            return False
        self.d.click(f"interrupt/{row}").click("interrupt/do")
        return True

    def fire(self, order: Fire) -> None:
        """Weapon, target (further ones with Shift) or place, and Enter."""
        if self._reply(order):
            return
        self.select(order.stand)
        self.entry("fire", order.weapon)
        self._expect_mode("fire", "burst")
        if order.at is not None and not order.targets:
            self.bring_into_view(order.at)
            self.d.click(at=order.at).key("enter")
            return
        first = True
        for shot in order.targets:
            for _ in range(shot.shots):
                self.aim_at(shot.target, more=not first)
                first = False
        self.d.key("enter")

    def aim_at(self, target: str, more: bool = False) -> None:
        """Click a target; where another lies on top of it, Tab until it is the one."""
        self.bring_into_view(self.d.map["stands"][target]["at"])
        if more:
            self.d.hold("shift")
        self.d.click(stand=target)
        if more:
            self.d.let_go("shift")
            return
        for _ in range(30):
            if self.screen.stage.mode.aimed == target:  # type: ignore[attr-defined]
                return
            self.d.key("tab")
        raise AssertionError(f"{target} cannot be aimed at")

    def assault(self, order: Assault) -> None:
        """The enemy, then those who support, and Enter."""
        if self._reply(order):
            return
        self.select(order.stand)
        self.entry("assault", "")
        self._expect_mode("assault")
        self.aim_at(order.target)
        for support in order.supports:
            self.d.click(stand=support)
        self.d.key("enter")

    def act(self, order: Act) -> None:
        """The button, what it names, and Enter."""
        if self._reply(order):
            return
        self.select(order.stand)
        self.entry("act", order.act)
        self._expect_mode("act")
        if order.target:
            self._name(order.target)
        elif order.at is not None:
            self._click_near(order.at, order.at)
        self.d.key("enter")

    def _name(self, target: str) -> None:
        """Click the stand that an act names; what lies under others or is aboard is reached with Tab."""
        if target in self.d.map["stands"] and self._is_free(self.d.where(stand=target)):
            self.d.click(stand=target)
        for _ in range(60):
            if self.screen.stage.mode.named == target:  # type: ignore[attr-defined]
                return
            self.d.key("tab")
        raise AssertionError(f"{target} cannot be named")

    def wait(self, order: Wait) -> None:
        """The button of the bar."""
        self.select(order.stand)
        self.entry("wait", "")

    def done(self, order: Done) -> None:
        """The button at the top (in an interrupt: of the card), and the question that it asks once a phase."""
        before = self.answers
        self.d.click("interrupt/hold" if "interrupt/hold" in self.d.map["widgets"] else "end_phase").tick(2)
        if self.answers == before and self.d.map["state"] == "confirm":
            self.d.click("confirm/yes").tick(2)

    # -- questions

    def choose(self, order: Chosen) -> None:
        """Mark a row and press the button."""
        self.d.roll_to("choose/options", f"choose/{order.option}")
        self.d.click(f"choose/{order.option}").click("choose/ok")

    def confirm(self, order: Confirmed) -> None:
        """Yes or no."""
        self.d.click("confirm/yes" if order.yes else "confirm/no")

    def pick(self, order: Picked) -> None:
        """So many of each row, less of what was suggested first."""
        window: Any = self.app.top
        wanted = dict(order.items)
        for by in (-1, 1):
            for option in window.question.options:
                left = wanted.get(option.id, 0) - window.counts[option.id]
                if left * by <= 0:
                    continue
                self.d.roll_to("pick/options", f"pick/{option.id}")
                for _ in range(abs(left)):
                    name = (
                        f"pick/{option.id}" if option.most == 1 else f"pick/{option.id}/{'more' if by > 0 else 'less'}"
                    )
                    self.d.click(name)
        self.d.click("pick/ok")

    def place(self, order: Placed) -> None:
        """Every thing where it shall be, one by one: take it from the list, turn it, answer for it, put it down."""
        for wish in order.placements:
            self.put_down(wish)
        self.d.click("place/done")

    def put_down(self, wish: Placement) -> None:
        """One thing."""
        mode: Any = self.screen.stage.mode
        if mode.in_hand != wish.thing:
            self.d.roll_to("place/list", f"place/{wish.thing}")
            self.d.click(f"place/{wish.thing}")
        for name, value in wish.choices:
            if mode.choices[wish.thing].get(name) != value:
                self.d.click(f"place/answer/{name}/{value}")
        if wish.facing_deg is not None and mode.things[wish.thing].form == "facing":
            self.turn_to(wish.facing_deg)
        self.bring_into_view((wish.x, wish.y))
        for dx, dy in ((0, 0), (0.08, 0), (-0.08, 0), (0, 0.08), (0, -0.08), (0.16, 0.16), (-0.16, -0.16)):
            self.d.click(at=(wish.x + dx, wish.y + dy))
            if wish.thing in mode.placed or mode.first_end is not None:
                break
        if wish.x2 is not None and wish.y2 is not None:
            self.bring_into_view((wish.x2, wish.y2))
            self.d.click(at=(wish.x2, wish.y2))
        said = self.d.map["refusal"] or self.d.map["readout"]
        assert wish.thing in mode.placed, f"{wish.thing} cannot be put down at {wish.x, wish.y}: {said}"

    def place_rest(self) -> None:
        """Let the table place what is left."""
        self.d.click("place/rest").click("place/done")
