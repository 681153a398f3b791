"""An evening at the table: from the title to a scenario, a battle, its result, and back."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import platformdirs

from wargame import __version__
from wargame.ai.players import LEVELS
from wargame.engine.battle import Battle
from wargame.engine.dice import new_seed
from wargame.engine.film import Film
from wargame.engine.record import Record
from wargame.engine.standing import StandingOrder
from wargame.rulesets import names, ruleset
from wargame.scenario import (
    SaveEntry,
    Scenario,
    ScenarioFault,
    browse,
    changed_since,
    list_saves,
    recover,
    scenario_of,
    seated,
    take_up,
)
from wargame.tabletop.app import App
from wargame.tabletop.film import FilmSession, Rerun
from wargame.tabletop.keeping import QUICK, SaveKeeper
from wargame.tabletop.orders_kept import remembered
from wargame.tabletop.screens.battle import BattleScreen, Painting
from wargame.tabletop.screens.choose_scenario import Choice, ChooseScenario
from wargame.tabletop.screens.film import FilmScreen
from wargame.tabletop.screens.loading import LoadingScreen
from wargame.tabletop.screens.result import ResultCalls, ResultScreen
from wargame.tabletop.screens.saves import SavesScreen
from wargame.tabletop.screens.title import CONTINUE, LEARN, NEW, SAVED, WATCH, TitleModel, TitleScreen
from wargame.tabletop.screens.welcome import Welcome
from wargame.tabletop.session import PERSON, Session
from wargame.tabletop.thinking import WorkerThinker
from wargame.tabletop.warming import Warming


class Evening:
    """Leads from screen to screen. `patient`: pictures are for files, so everything is painted before it is shown.

    `warming`: the work behind the title for which a battle waits, if there is any.
    """

    def __init__(self, app: App, patient: bool = False, warming: Warming | None = None) -> None:
        self.app = app
        self.patient = patient
        self.warming = warming
        self._keepers: dict[int, SaveKeeper] = {}

    # -- the title

    def show_title(self) -> None:
        """Put the title on the table, alone."""
        self._let_go()
        self.app.replace(TitleScreen(self._from_title, self._title_model(), progress=self._progress))
        if not self.app.settings.launched:
            self.app.change(msgspec.structs.replace(self.app.settings, launched=True))
            self.learn(first_time=True)

    def learn(self, first_time: bool = False) -> None:
        """Offer the teaching battles."""
        found = [e.scenario for e in browse() if e.scenario is not None and e.scenario.meta.kind == "tutorial"]
        titles = {name: ruleset(name).title for name in names()}
        self.app.push(Welcome(found, titles, self._begin_choice, first_time))

    def _progress(self) -> str:
        if self.warming is None:
            return ""
        self.warming.update()
        return self.warming.words

    def when_ready(self, then: Callable[[], None]) -> None:
        """Go on at once, or from a screen that shows how far the table is prepared."""
        if self.warming is None or self.warming.finished:
            then()
        else:
            self.app.push(LoadingScreen(self.warming, then, self._back if self.app.screens else self.show_title))

    def _title_model(self) -> TitleModel:
        latest = self._latest()
        reasons = {} if latest else {CONTINUE: "No battle is under way."}
        if not list_saves():
            reasons[SAVED] = "No battle has been saved yet."
        words = f"{self._titles().get(latest.scenario, latest.scenario)} · turn {latest.turn}" if latest else ""
        return TitleModel(words, reasons, __version__)

    def _latest(self) -> SaveEntry | None:
        """The battle that was played last and is not over; a quick save of one that has ended since is none."""
        sound = [e for e in list_saves() if not e.fault]
        ended = [e for e in sound if e.over]
        open_ones = [e for e in sound if not e.over and not any(_outdated(e, by) for by in ended)]
        return max(open_ones, key=lambda e: e.changed, default=None)

    def _titles(self) -> dict[str, str]:
        return {e.name: e.scenario.setup.title for e in browse() if e.scenario is not None}

    def _from_title(self, item: str) -> None:
        latest = self._latest()
        if item == CONTINUE and latest is not None:
            self._go_on_when_ready(latest.path)
        elif item == LEARN:
            self.learn()
        elif item in (NEW, WATCH):
            self.choose(watch=item == WATCH)
        elif item == SAVED:
            self.app.push(SavesScreen(list_saves(), self._titles(), self._go_on_when_ready, self.watch, self._back))

    def _go_on_when_ready(self, path: Path) -> None:
        self.when_ready(lambda: self.go_on(path))

    # -- beginnings

    def choose(self, watch: bool = False) -> None:
        """Choose a scenario and who plays."""
        titles = {name: ruleset(name).title for name in names()}
        solo = frozenset(name for name in names() if ruleset(name).has_solo_rules)
        self.app.push(ChooseScenario(browse(), LEVELS, titles, self._begin_choice, self._back, watch, solo))

    def _begin_choice(self, choice: Choice) -> None:
        self.when_ready(lambda: self._begin_chosen(choice))

    def _begin_chosen(self, choice: Choice) -> None:
        seed = int(choice.seed) if choice.seed.isdecimal() else new_seed()
        scenario = seated(choice.scenario, choice.seats)
        battle = Battle(ruleset(scenario.setup.ruleset), scenario.setup, seed)
        self.begin(scenario, battle, choice.seats)

    def begin(
        self,
        scenario: Scenario,
        battle: Battle,
        seats: Mapping[str, str],
        record: Record | None = None,
        mark: str = "",
    ) -> None:
        """Put a battle on the table, with somebody on each side's seat. `mark` keeps its save apart from others."""
        self._let_go()
        keeping = SaveKeeper(scenario, battle.seed, __version__, mark=mark)
        session = Session(
            battle,
            seats,
            keeping=keeping,
            thinker=WorkerThinker(),
            standing=record.standing if record is not None else self._remembered(scenario, seats),
            practice=record is not None and record.practice,
        )
        self._keepers[id(session)] = keeping
        self._seat(session, keeping)

    def _remembered(self, scenario: Scenario, seats: Mapping[str, str]) -> dict[str, tuple[StandingOrder, ...]]:
        """The standing orders that the player wants in every battle under this rulebook, where he plays alone."""
        persons = [side for side, who in seats.items() if who == PERSON]
        lines = remembered(self.app.settings, scenario.setup.ruleset)
        return {persons[0]: lines} if len(persons) == 1 and lines else {}

    def go_on(self, path: Path) -> None:
        """Continue a saved battle, with the answers that its journal holds beyond the save."""
        try:
            record, battle, lost = take_up(path)
            scenario = scenario_of(record)
        except ScenarioFault as error:
            self.app.toasts.say(str(error))
            return
        notes = (lost, changed_since(record, battle.ruleset))
        self.begin(scenario, battle, record.players, record, _mark_of(path))
        for note in filter(None, notes):
            self.app.toasts.say(note)

    def watch(self, path: Path) -> None:
        """Watch a saved battle from its beginning."""
        self.when_ready(lambda: self._watch_now(path))

    def _watch_now(self, path: Path) -> None:
        try:
            self.replay(recover(path))
        except ScenarioFault as error:
            self.app.toasts.say(str(error))

    def replay(self, record: Record) -> None:
        """Watch a record. Raises ScenarioFault if its scenario cannot be read."""
        scenario = scenario_of(record)
        rerun = Rerun(Battle(ruleset(record.ruleset), scenario.setup, record.seed), record.answers)
        self._wait_for(rerun, lambda: self._show_film(rerun, record, scenario))

    def _wait_for(self, rerun: Rerun, then: Callable[[], None]) -> None:
        back = self._back if self.app.screens else self.show_title
        words = "Its answers are given again, to see whether all of them fit."
        self.app.push(LoadingScreen(rerun, then, back, "Preparing the battle", words))

    def _show_film(self, rerun: Rerun, record: Record, scenario: Scenario) -> None:
        if rerun.fault:
            self.app.toasts.say(rerun.fault)
        persons = [side for side, who in record.players.items() if who == PERSON]
        over = rerun.battle.over
        session = FilmSession(Film(rerun.battle), None if over or not persons else persons[0], over or not persons)
        painting = Painting(cache=_pictures(), background=not self.patient, patient=self.patient)
        fork = functools.partial(self._fork, record, scenario)
        self.app.push(FilmScreen(session, on_leave=self._leave, on_fork=fork, painting=painting))

    def _fork(self, record: Record, scenario: Scenario, answers: int) -> None:
        """A practice battle from a moment of a record on: whoever is asked there is a person, if nobody was."""
        rerun = Rerun(Battle(ruleset(record.ruleset), scenario.setup, record.seed), record.answers[:answers])

        def begin() -> None:
            request = rerun.battle.request
            seats = dict(record.players)
            if PERSON not in seats.values() and request is not None:
                seats[request.side] = PERSON
            practice = msgspec.structs.replace(record, practice=True)
            self.begin(scenario, rerun.battle, seats, practice, f"from-{answers}")
            self.app.toasts.say("From here on this is practice.")

        self._wait_for(rerun, begin)

    # -- the battle

    def _seat(self, session: Session, keeping: SaveKeeper | None) -> None:
        painting = Painting(cache=_pictures(), background=not self.patient, patient=self.patient)
        load = None if keeping is None else lambda: self._load_quick(keeping)
        screen = BattleScreen(session, on_leave=self._leave, on_result=self._result, on_load=load, painting=painting)
        self.app.push(screen)

    def _load_quick(self, keeping: SaveKeeper) -> None:
        path = keeping.path_of(QUICK)
        if not path.exists():
            self.app.toasts.say("There is no quick save of this battle yet; F5 makes one.")
            return
        self.app.pop()
        self.go_on(path)

    def _leave(self) -> None:
        """Back from a battle to the title."""
        self.show_title()

    def _back(self) -> None:
        self.app.pop()

    def _let_go(self) -> None:
        """No battle is on the table any more: its saves are free for others."""
        for keeping in self._keepers.values():
            keeping.let_go()
        self._keepers.clear()

    def _result(self, session: Session) -> None:
        keeping = self._keepers.get(id(session))
        again = None if keeping is None else lambda: self._watch_again(keeping.record(session))
        self.app.push(ResultScreen(session, ResultCalls(on_title=self.show_title, on_replay=again)))

    def _watch_again(self, record: Record) -> None:
        self.show_title()
        self.replay(record)


def _outdated(save: SaveEntry, by: SaveEntry) -> bool:
    """Whether a save is an earlier state of the same battle."""
    return save.path.stem.startswith(by.path.stem) and save.changed <= by.changed


def _mark_of(path: Path) -> str:
    """What keeps a practice battle's save apart from that of the battle it came from."""
    found = re.search(r"-(from-\d+)\b", path.stem)
    return found[1] if found is not None else ""


def _pictures() -> Path:
    return platformdirs.user_cache_path("wargame") / "ground"
