"""Whole battles at the tabletop by mouse, and the beginning of one by keys alone, from the title screen on.

A computer player says what the person wants; the hand has to be able to give every such order.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import pygame
import pytest

from tests.tabletop.hand import Hand
from tests.tabletop.table import HOTSEAT, Table
from wargame.ai.players import player
from wargame.engine.orders import Done, Move, Wait
from wargame.engine.requests import Command, Place
from wargame.tabletop import evening
from wargame.tabletop.app import App
from wargame.tabletop.evening import Evening
from wargame.tabletop.screens.battle import Painting
from wargame.tabletop.settings import Settings
from wargame.tabletop.thinking import InlineThinker

Size = tuple[int, int]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker processes: the computer thinks and the ground is drawn in the test's own time."""
    monkeypatch.setattr(evening, "WorkerThinker", InlineThinker)
    monkeypatch.setattr(evening, "Painting", lambda **_: Painting(None, 0, False))


def sit_down(scenario: str, level: str = "random", seed: int = 1, size: Size = (1280, 800)) -> Hand:
    """From the title to the table by clicks: a new battle, the scenario, the seat, the opponent, the dice, begin."""
    app = App(size, settings=Settings(volume=0.0))
    Evening(app).show_title()
    hand = Hand(app)
    d = hand.d.click("title/new").expect(state="scenarios")
    hand.d.roll_to("scenarios/list", f"scenario/{scenario}")
    d.click(f"scenario/{scenario}").expect(scenario=scenario, playable=True)
    d.click(f"seat/{next(iter(d.map['seats']))}")
    d.click("level").tick().click(f"level/{level}").tick()
    d.click("seed").type(str(seed)).click("begin").tick()
    assert list(d.map["seats"].values() if d.map["state"] == "scenarios" else ["gone"]) == ["gone"]
    return hand


def play(hand: Hand, level: str, seed: int, most: int = 2000) -> set[str]:
    """Give by hand what a computer player of this level decides for the person; the kinds of orders given."""
    given: set[str] = set()
    mind: Any = None
    for _ in range(most):
        if not hand.wait_for_question():
            break
        asked = hand.session.asked
        assert asked is not None
        mind = mind or player(level, seed, asked.side)
        read_hint(hand)
        order = mind.decide(asked, hand.session.battle.view(asked.side))
        if isinstance(order, Move) and too_short(hand, order) and "wait" in asked.orders:
            order = Wait(stand=order.stand)
        assert hand.carry_out(order), hand.failed[-1]
        given.add(type(order).__name__)
    assert not hand.failed
    assert not hand.session.battle.faults and not hand.session.stuck
    return given


def too_short(hand: Hand, order: Move) -> bool:
    """A move of less than a third of an inch, which nobody makes by hand on a table shown whole."""
    stand = hand.session.battle.state.stands[order.stand]
    path = ((stand.x, stand.y), *order.path)
    return bool(order.path) and sum(math.dist(a, b) for a, b in itertools.pairwise(path)) < 1 / 3


def read_hint(hand: Hand) -> None:
    """Put a hint away as somebody who has read it."""
    if "hint/read" in hand.d.map["widgets"] and hand.d.map["state"] == "battle":
        hand.d.click("hint/read")


def look_at_the_result(hand: Hand) -> None:
    """The window with how it ended, and the way back to the title."""
    for _ in range(3000):
        if hand.d.map["state"] == "result":
            break
        hand.d.key("space") if hand.screen.motion.busy else hand.d.tick()
    result = hand.session.battle.state.result
    assert result is not None
    hand.d.tick().expect(state="result", level=result.level, winner=result.winner)
    shown = " ".join(hand.d.map["texts"])
    assert result.level.replace("_", " ").upper() in shown
    assert all(word in shown for word in result.reason.split())
    hand.d.click("result/leave").tick().expect(state="title")


def test_first_shots_is_begun_by_mouse() -> None:
    hand = sit_down("first-shots")
    assert {"Placed", "Move"} <= play(hand, "random", 1, most=8)


def test_first_patrol_is_begun_by_mouse() -> None:
    hand = sit_down("first-patrol", seed=2)
    assert {"Placed", "Move"} <= play(hand, "random", 2, most=6)


@pytest.mark.batch
@pytest.mark.parametrize("level, seed", [("random", 1), ("veteran", 2)])
@pytest.mark.parametrize("scenario", ["first-shots", "first-patrol"])
def test_a_whole_battle_is_played_by_mouse(scenario: str, level: str, seed: int) -> None:
    hand = sit_down(scenario, seed=seed)
    play(hand, level, seed)
    look_at_the_result(hand)


class Keys(Hand):
    """The same person with the mouse unplugged, as far as moves, waits and the end of a phase go."""

    def select(self, subject: str) -> None:
        """N goes through those that can act."""
        for _ in range(40):
            if self.d.map["selected"] == subject:
                return
            self.d.key("n")
        raise AssertionError(f"{subject} cannot be selected with N")

    def move(self, order: Move) -> None:
        """Arrows by the inch, with Shift by the tenth."""
        stand = self.screen.desk.state.stands[order.stand]
        self.select(order.stand)
        for n, (less, more) in enumerate((("left", "right"), ("down", "up"))):
            away = round(order.path[-1][n] - (stand.x, stand.y)[n], 1)
            key = more if away > 0 else less
            whole, tenths = divmod(round(abs(away) * 10), 10)
            self.d.key(*[key] * whole, *[f"shift+{key}"] * tenths)
        self.d.key("enter")

    def wait(self, order: Wait) -> None:
        """From the list of all orders, by the number of its row."""
        self.select(order.stand)
        self.d.key("x")
        rows = [o.text for o in self.app.top.question.options]  # type: ignore[attr-defined]
        self.d.key(str(rows.index("Wait") + 1), "enter")

    def done(self, order: Done) -> None:
        """Ctrl+Enter, and yes."""
        self.d.key("ctrl+enter").tick(2)
        if self.d.map["state"] == "confirm":
            self.d.key("enter").tick(2)

    def place_rest(self) -> None:
        """F6 to the list, Tab to its button, Enter; Enter again ends it."""
        for _ in range(30):
            if self.d.map["focus"] == "place/rest":
                break
            self.d.key("tab" if str(self.d.map["focus"]).startswith("place/") else "f6")
        self.d.key("enter", "enter").tick(2)


def test_a_battle_is_begun_by_keys_alone() -> None:
    app = App((1280, 800), settings=Settings(volume=0.0))
    Evening(app).show_title()
    hand = Keys(app)
    while hand.d.map["focus"] != "title/new":
        hand.d.key("tab")
    hand.d.key("enter").expect(state="scenarios")
    while hand.d.map["scenario"] != "first-shots":
        before = hand.d.map["scenario"]
        hand.d.key("down")
        assert hand.d.map["scenario"] != before, "the list ends before the scenario"
    while hand.d.map["focus"] != "seed":
        hand.d.key("tab")
    hand.d.type("1").expect(seed="1")
    while hand.d.map["focus"] != "begin":
        hand.d.key("tab")
    hand.d.key("enter").tick()
    given: list[Any] = []
    mind = player("random", 1, "germany")
    while len(given) < 4 and hand.wait_for_question():
        asked = hand.session.asked
        if isinstance(asked, Place):
            hand.place_rest()
            assert hand.session.battle.answers
            continue
        if not isinstance(asked, Command):
            assert hand.carry_out(mind.decide(asked, hand.session.battle.view(asked.side))), hand.failed[-1]
            continue
        stand = hand.screen.desk.state.stands[asked.subjects[0]]
        moves = [
            Move(stand=stand.id, path=((round(stand.x, 1), round(stand.y + 2.3, 1)),)),
            Wait(stand=stand.id),
            Done(),
        ]
        order = next(o for o in moves[len(given) % 3 :] if o.is_done or hand.screen.desk.check(o) is None)
        assert hand.carry_out(order), hand.failed[-1]
        given.append(order)
    assert {type(order) for order in given} >= {Move, Done} and not hand.failed


def test_a_stand_turns_in_place_by_a_click_on_itself() -> None:
    table = Table()
    d = table.d.click(stand="rifles-1").click("act/move").click(stand="rifles-1").key("q")
    d.expect(ready=True).key("enter").settle()
    order: Any = table.session.battle.answers[-1].order
    assert order.path == () and order.facing_deg == 15


def test_a_stand_turns_in_place_while_the_pointer_rests_on_the_button() -> None:
    table = Table()
    table.d.click(stand="rifles-1").hover(at=(10, 9)).click("act/move").key("q").expect(ready=True).key(
        "enter"
    ).settle()
    order: Any = table.session.battle.answers[-1].order
    assert order.path == () and order.facing_deg == 15


def test_a_click_a_hair_beyond_the_reach_goes_as_far_as_may_be() -> None:
    table = Table()
    d = table.d.click(stand="rifles-1").click("act/move")
    allowed = table.screen.desk.choices("rifles-1").modes[0].allowance
    x, y = table.place("rifles-1")
    d.click(at=(x, y + allowed + 0.1)).expect(ready=True)


def test_the_card_of_an_interrupt_hides_no_stand_that_it_is_about_and_leaves_the_action_bar() -> None:
    table = Table(seats=HOTSEAT)
    table.put("grey-1", 20, 8, watch=True)
    table.d.click(stand="rifles-1").click(at=(10, 8)).key("enter").settle().tick(3)
    if table.d.map["state"] == "handover":
        table.d.key("enter").settle().tick(3)
    found = table.d.expect(mode="interrupt").map
    card = pygame.Rect(found["widgets"]["interrupt/panel"])
    assert not any(card.collidepoint(found["stands"][name]["px"]) for name in ("grey-1", "rifles-1"))
    bar = pygame.Rect(found["widgets"]["orders/panel"])
    assert not card.colliderect(bar) and any(widget.startswith("act/fire") for widget in found["widgets"])
