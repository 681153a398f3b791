"""An evening at the table: from the title to a scenario, a battle, its result, and back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import platformdirs

from wargame import __version__
from wargame.engine.battle import Battle
from wargame.engine.record import Record
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, scenario_of
from wargame.tabletop.app import App
from wargame.tabletop.keeping import SaveKeeper
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.session import REPLAY, Session
from wargame.tabletop.thinking import WorkerThinker


class Evening:
    """Leads from screen to screen. `patient`: pictures are for files, so everything is painted before it is shown."""

    def __init__(self, app: App, patient: bool = False) -> None:
        self.app = app
        self.patient = patient

    def begin(self, scenario: Scenario, battle: Battle, seats: Mapping[str, str]) -> None:
        """Put a battle on the table, with somebody on each side's seat."""
        keeping = SaveKeeper(scenario, battle.seed, __version__)
        session = Session(battle, seats, keeping=keeping, thinker=WorkerThinker())
        self._seat(session)

    def replay(self, record: Record) -> None:
        """Watch a saved battle."""
        scenario = scenario_of(record)
        battle = Battle(ruleset(record.ruleset), scenario.setup, record.seed)
        seats = dict.fromkeys(battle.state.sides, REPLAY)
        self._seat(Session(battle, seats, script=record.answers))

    def _seat(self, session: Session) -> None:
        painting = Painting(cache=_pictures(), background=not self.patient, patient=self.patient)
        screen = BattleScreen(session, on_leave=self._leave, on_result=self._result, painting=painting)
        self.app.push(screen)

    def _leave(self) -> None:
        self.app.pop()

    def _result(self, session: Session) -> None: ...


def _pictures() -> Path:
    return platformdirs.user_cache_path("wargame") / "ground"
