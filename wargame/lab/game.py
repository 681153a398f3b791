"""One battle between players, from set-up to result, without a window."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wargame.ai.players import Player, player
from wargame.board import Footprint, gap_to_point
from wargame.engine.battle import Battle
from wargame.engine.events import Fired, StandMoved, StandPlaced
from wargame.engine.faults import Stall
from wargame.engine.orders import Refusal
from wargame.engine.rules import Citations
from wargame.engine.setup import Setup
from wargame.engine.state import Stand
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, seated

MOST_FAULTS = 3
MOST_ANSWERS = 60_000


class Report(msgspec.Struct, kw_only=True):
    """One battle in figures; an object a line of `simulate --json`."""

    scenario: str
    ruleset: str
    seed: int
    players: dict[str, str]
    winner: str = ""
    victory: dict[str, Any] = {}
    ended_by: str = ""
    turns: int = 0
    clock: int | None = None
    answers: int = 0
    refused: int = 0
    events: int = 0
    shots: int = 0
    assaults: int = 0
    turns_with_fire: int = 0
    closest: dict[str, float] = {}
    """Inches that each side got to the nearest objective that was the other's at the start."""
    rules_met: int = 0
    seconds: float = 0.0
    digest: str = ""
    met: dict[str, int] = {}
    fault: str = ""
    unsaved: str = ""
    """Why the battle could not be saved."""


class Game:
    """A battle with a player for each side: `Game(scenario, players, seed).play()`.

    `players`: side id -> grade ("random", "veteran" …), or a Player of one's own.
    """

    def __init__(
        self, scenario: Scenario, players: Mapping[str, str | Player], seed: int = 1, kernels: str = "compiled"
    ) -> None:
        self.grades = {side: p if isinstance(p, str) else type(p).__name__ for side, p in players.items()}
        self.scenario, self.seed = seated(scenario, self.grades), seed
        self.players = {s: player(p, seed, s) if isinstance(p, str) else p for s, p in players.items()}
        self.refused = 0
        self._start: dict[str, str] = {}
        self.closest: dict[str, float] = {}
        self.fired_turns: set[int] = set()
        self._told = 0
        with Citations() as self._met_before:
            self.battle = Battle(ruleset(self.setup.ruleset), self.setup, seed, kernels=kernels)
        self._watch()

    @property
    def setup(self) -> Setup:
        """The battle's set-up."""
        return self.scenario.setup

    def play(self, until: Callable[[Battle], bool] | None = None) -> Report:
        """Play to the end, or until something holds; returns the figures."""
        began = time.perf_counter()
        with Citations() as met:
            fault = self._play(until)
        report = self.report(fault)
        report.seconds = round(time.perf_counter() - began, 3)
        report.met = dict(self._met_before + met)
        report.rules_met = len(report.met)
        return report

    def step(self) -> None:
        """Let the player who is asked give one answer. A refused answer of a computer player is a fault.

        An order that hits a fault of the program is taken back and the player asked again, twice at most.
        """
        battle = self.battle
        request = battle.request
        if request is None:
            return
        order = self.players[request.side].decide(request, battle.view(request.side))
        outcome = battle.answer(order, by="computer")  # type: ignore[arg-type]
        if isinstance(outcome, Refusal) and outcome.kind == "fault" and len(battle.faults) < MOST_FAULTS:
            return
        if isinstance(outcome, Refusal):
            self.refused += 1
            raise RefusedAnswer(f"{request.side} asked {request.purpose!r} gave {order}: {outcome.text}")
        self._watch()

    def _play(self, until: Callable[[Battle], bool] | None) -> str:
        try:
            while not self.battle.over and not (until and until(self.battle)):
                if len(self.battle.answers) > MOST_ANSWERS:
                    raise Stall(f"more than {MOST_ANSWERS} answers without an end")
                self.step()
        except (RefusedAnswer, Stall) as error:
            return f"{type(error).__name__}: {error}"
        except Exception:
            return traceback.format_exc()
        return ""

    def report(self, fault: str = "") -> Report:
        """The figures so far."""
        battle, state = self.battle, self.battle.state
        fired = [e for e in battle.events if isinstance(e, Fired)]
        assaults = sum(e.manner == "assault" for e in fired)
        report = Report(
            scenario=self.setup.name,
            ruleset=self.setup.ruleset,
            seed=self.seed,
            players=self.grades,
            turns=state.turn,
            clock=state.clock_min,
            answers=len(battle.answers),
            refused=self.refused,
            events=len(battle.events),
            shots=len(fired) - assaults,
            assaults=assaults,
            turns_with_fire=len(self.fired_turns),
            closest={s: round(d, 2) for s, d in self.closest.items() if math.isfinite(d)},
            digest=state.digest(),
            fault="\n".join(filter(None, [fault, battle.faults[-1].traceback if battle.faults else ""])),
        )
        if state.result is not None and not fault:
            result = state.result
            report.winner, report.ended_by = result.winner, result.ended_by
            scores = dict(result.scores)
            report.victory = {"level": result.level, "side": result.winner, "reason": result.reason, "score": scores}
        else:
            report.ended_by = "stall" if fault.startswith("Stall") else "fault" if fault else ""
        return report

    def _watch(self) -> None:
        """Keep what the report needs and the state forgets."""
        state = self.battle.state
        if not self._start:
            self._start = {o.id: o.holder for o in state.objectives.values() if o.primary}
        for event in self.battle.events[self._told :]:
            if isinstance(event, Fired):
                self.fired_turns.add(state.turn)
            elif isinstance(event, StandMoved | StandPlaced):
                stand = state.stands[event.stand]
                self.closest[stand.side] = min(self.closest.get(stand.side, math.inf), self._nearest(stand))
        self._told = len(self.battle.events)

    def _nearest(self, stand: Stand) -> float:
        objectives = self.battle.state.objectives.values()
        goals = [o for o in objectives if o.primary and self._start.get(o.id) != stand.side]
        place = Footprint(stand.base, stand.x, stand.y, stand.facing_deg)
        return min((gap_to_point(place, o.x, o.y) for o in goals), default=math.inf)


class RefusedAnswer(RuntimeError):
    """A computer player gave an order that the rules refuse."""
