"""Fuzz: battles in which wrong orders are tried at every question; every invariant is looked at after every event.

    python tests/battles/fuzz.py --games 50 [--seed 1] [--scenario NAME]

Prints what went wrong with the scenario and seed that repeat it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.battles.games import ALL, decide, players, scenario
from tests.battles.mischief import impossible, kind_of, wild
from tests.battles.order_of_things import Watched, wrong_with
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.events import Rolled
from wargame.engine.orders import AnyOrder, Concede, Done, Refusal
from wargame.rulesets import ruleset

WILD_ONE_IN = 4
"""One answer in so many is a wild one, if a wild one is legal."""


class Fuzz:
    """One battle with mischief. `asked` collects the kinds of question, `wrong` what did not hold."""

    def __init__(self, name: str, seed: int, mischief: int = 12) -> None:
        setup = scenario(name).setup
        self.battle = Watched(ruleset(setup.ruleset), setup, seed)
        self.by = players(self.battle, seed)
        self.chance = Chance(seed * 7919 + 1)
        self.mischief = mischief
        self.asked: set[str] = set()
        self.refused = 0

    def run(self, most_answers: int = 100_000) -> list[str]:
        """Play up to so many answers; what went wrong, in words."""
        battle = self.battle
        while not battle.over and len(battle.answers) < most_answers and not battle.wrong:
            self.step()
        if battle.over:
            self._after_the_end()
        battle.wrong += dice_not_told(battle)
        return [f"{battle.setup.name}, seed {battle.seed}, turn {battle.state.turn}: {w}" for w in battle.wrong]

    def step(self) -> None:
        """Try some mischief, then answer."""
        battle = self.battle
        assert battle.request is not None
        self.asked.add(kind_of(battle.request))
        bad = list(impossible(battle))
        for _ in range(min(self.mischief, len(bad))):
            self._refuse(bad.pop(self.chance.index(len(bad))), must=True)
        here = len(battle.answers)
        for order in wild(battle, self.chance):
            if len(battle.answers) != here:
                return
            self._refuse(order, must=False)
        if len(battle.answers) == here:
            order = decide(battle, self.by)
            outcome = battle.answer(order)
            self._look(order, outcome)
            if isinstance(outcome, Refusal):
                battle.wrong.append(f"the sample {short(order)} is refused: {outcome.text}")

    def _refuse(self, order: AnyOrder, must: bool) -> None:
        """Give an order that has to be (or may be) refused; a legal wild one is taken one time in four only."""
        battle = self.battle
        request = battle.request
        assert request is not None
        if not must and self.chance.die(WILD_ONE_IN) > 1 and self._is_legal(order):
            return
        before = (battle.state.digest(), request, len(battle.answers), len(battle.events), len(battle.waypoints))
        outcome = battle.answer(order)
        self._look(order, outcome)
        if not isinstance(outcome, Refusal):
            if must:
                battle.wrong.append(f"{kind_of(request)}: {short(order)} is not refused")
            return
        self.refused += 1
        if not outcome.text or any(rule not in battle.ruleset.rules for rule in outcome.rules):
            battle.wrong.append(f"{short(order)} is refused without words or by unknown rules: {outcome}")
        after = (battle.state.digest(), battle.request, len(battle.answers), len(battle.events), len(battle.waypoints))
        if after != before:
            battle.wrong.append(f"{kind_of(request)}: the refused {short(order)} changed something")

    def _is_legal(self, order: AnyOrder) -> bool:
        battle = self.battle
        assert battle.request is not None
        from wargame.engine import form

        if form.check(battle.state, battle.request, order) is not None:
            return False
        return battle.ruleset.check(battle.view(battle.request.side), battle.request, order) is None

    def _look(self, order: AnyOrder, outcome: object) -> None:
        battle = self.battle
        if isinstance(outcome, Refusal) and outcome.kind == "fault":
            battle.wrong.append(f"{short(order)} hit a fault: {battle.faults[-1].traceback}")
        if not isinstance(outcome, Refusal):
            battle.wrong += [f"after {short(order)}: {w}" for w in wrong_with(battle)]

    def _after_the_end(self) -> None:
        battle = self.battle
        before = battle.state.digest()
        for order in (Concede(), Concede(), Done()):
            if not isinstance(battle.answer(order), Refusal) or battle.state.digest() != before:
                battle.wrong.append(f"{order} is accepted after the end")
        for side in battle.state.sides:
            view = battle.view(side)
            for event in view.events:
                battle.ruleset.words(view, event)


def short(order: AnyOrder) -> str:
    """An order in words, cut off where it gets long."""
    text = repr(order)
    return text if len(text) <= 200 else f"{text[:200]}…"


def dice_not_told(battle: Battle) -> list[str]:
    """Every die that was thrown is told by an event."""
    told = sum(len(e.dice) for e in battle.events if isinstance(e, Rolled))
    thrown = battle.state.dice_count
    return [] if told == thrown else [f"{thrown} dice were thrown and {told} are told"]


def main() -> int:
    """Fuzz on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", choices=ALL, default="")
    parser.add_argument("--answers", type=int, default=100_000)
    asked = parser.parse_args()
    asked_kinds: set[str] = set()
    bad = 0
    for n in range(asked.games):
        seed = asked.seed + n
        fuzz = Fuzz(asked.scenario or ALL[n % len(ALL)], seed)
        wrong = fuzz.run(asked.answers)
        asked_kinds |= fuzz.asked
        bad += bool(wrong)
        print(f"{fuzz.battle.setup.name} {seed}: {len(fuzz.battle.answers)} answers, {fuzz.refused} refused")
        for line in wrong[:5]:
            print(f"  {line}")
    print(f"{bad} of {asked.games} battles with something wrong; asked: {', '.join(sorted(asked_kinds))}")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
