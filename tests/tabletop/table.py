"""A toy battle on the screen, ready to be played by the driver."""

from __future__ import annotations

from typing import Any

from tests.tabletop.driver import Driver
from tests.tabletop.toy_field import battle
from wargame.tabletop.app import App
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.session import Session
from wargame.tabletop.settings import Settings

SOLO = {"blue": "person", "grey": "random"}
HOTSEAT = {"blue": "person", "grey": "person"}


class Table:
    """The driver, the screen and the session of one battle."""

    def __init__(
        self,
        seats: dict[str, str] | None = None,
        size: tuple[int, int] = (1280, 800),
        keeping: Any = None,
        settings: Settings | None = None,
        **wishes: Any,
    ) -> None:
        self.left: list[str] = []
        self.results: list[Session] = []
        self.app = App(size, settings=settings or Settings(volume=0.0))
        self.session = Session(battle(**wishes), seats or SOLO, keeping=keeping)
        self.screen = BattleScreen(
            self.session,
            on_leave=lambda: self.left.append("left"),
            on_result=self.results.append,
            painting=Painting(None, 0, False),
        )
        self.app.push(self.screen)
        self.d = Driver(self.app)
        self.d.settle()

    def put(self, stand: str, x: float, y: float, **fields: Any) -> None:
        """Move a stand behind the rules' back, for a position to begin from."""
        found = self.session.battle.state.stands[stand]
        found.x, found.y = x, y
        for name, value in fields.items():
            setattr(found, name, value)
        self.session.battle._view_cache.clear()
        self.session.changed += 1
        self.screen.motion.settle(self.screen.desk.state)
        self.d.tick(2)

    def place(self, stand: str) -> tuple[float, float]:
        """Where a stand truly is."""
        found = self.session.battle.state.stands[stand]
        return (found.x, found.y)
