"""Whole battles for tests: the shipped scenarios, battles begun and played, answers given."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wargame import places
from wargame.ai.players import LEVELS, Player, player
from wargame.engine.battle import Battle
from wargame.engine.orders import AnyOrder, Refusal
from wargame.rulesets import ruleset
from wargame.scenario import Scenario, load_scenario

SMALLEST = "first-shots"
FINISHED = ("clash_of_titans", "fascist_vipers", "fistful_of_tows", "lightning_war")
"""Rulebooks whose battles are held to every check of this folder; the next joins when its battles pass them."""
QUICK = {
    "clash_of_titans": ("first-patrol",),
    "fistful_of_tows": ("first-contact",),
    "lightning_war": ("hill-252",),
}
"""Of these rulebooks these battles are fought in the default run, the others with the many battles."""


def _shipped() -> tuple[str, ...]:
    found = [p for p in places.scenarios().glob("*.toml") if _ruleset(p) in FINISHED]
    return tuple(sorted(p.stem for p in found))


def _ruleset(path: Path) -> str:
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["ruleset"])


ALL = _shipped()
SLOW = tuple(name for name in ALL if name not in QUICK.get(_ruleset(places.scenarios() / f"{name}.toml"), ALL))
NAMES = tuple(name for name in ALL if name not in SLOW)
"""Scenarios of the default run."""
LARGE = tuple(name for name in NAMES if name != SMALLEST)
MANY = tuple(pytest.param(name, marks=pytest.mark.batch) for name in SLOW)
EACH = (*NAMES, *MANY)
"""Every scenario, as parameters of a test; the slow ones are for the batch."""
EACH_LARGE = (*LARGE, *MANY)


def levels() -> Iterator[str]:
    """Grades of computer players that exist so far."""
    for level in LEVELS:
        try:
            player(level, 1, "x")
        except ModuleNotFoundError:
            continue
        yield level


@functools.cache
def scenario(name: str) -> Scenario:
    """A shipped scenario."""
    return load_scenario(name)


def begin(name: str, seed: int = 1, kernels: str = "compiled") -> Battle:
    """A battle of a shipped scenario, at its first request."""
    setup = scenario(name).setup
    return Battle(ruleset(setup.ruleset), setup, seed, kernels=kernels)


def players(battle: Battle, seed: int = 1, level: str = "random") -> dict[str, Player]:
    """A computer player for each side."""
    return {side: player(level, seed, side) for side in battle.state.sides}


def decide(battle: Battle, by: dict[str, Player]) -> AnyOrder:
    """What the player who is asked answers."""
    request = battle.request
    assert request is not None
    return by[request.side].decide(request, battle.view(request.side))  # type: ignore[return-value]


def give(battle: Battle, order: AnyOrder) -> None:
    """Give an answer that has to be accepted."""
    request = battle.request
    outcome = battle.answer(order, "computer")
    if isinstance(outcome, Refusal):
        trace = battle.faults[-1].traceback if outcome.kind == "fault" else ""
        raise AssertionError(f"{battle.setup.name}, seed {battle.seed}: {request} refuses {order}: {outcome} {trace}")


def play(battle: Battle, by: dict[str, Player], until: Callable[[Battle], bool] | None = None) -> Battle:
    """Play on until something holds, or to the end."""
    while not battle.over and not (until and until(battle)):
        give(battle, decide(battle, by))
    return battle


def turn(number: int) -> Callable[[Battle], bool]:
    """Has this turn begun?"""
    return lambda battle: battle.state.turn >= number


def answers(number: int) -> Callable[[Battle], bool]:
    """Have so many answers been given?"""
    return lambda battle: len(battle.answers) >= number
