"""The oracle of the odds: the resolution itself, run over every combination of dice.

Only the volley and its aftermath are run, not what they set off; the moves of men who duck or run are left out, for
they have no dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tests.rulesets.clash_of_titans.firefight import answering
from wargame.engine.battle import Battle
from wargame.rulesets.clash_of_titans import chain_table, cover, involuntary, status
from wargame.rulesets.clash_of_titans.causes import Volley
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, RUNNING

WORDS = {DUCKED: "duck_back", HUNKERED: "hunker_down", RUNNING: "run_away", "captured": "run_away"}


class MoreDice(Exception):
    """A die was thrown for which the script has no face yet."""


class Script:
    """Dice that show written faces, and stop where the writing ends."""

    def __init__(self, faces: list[int], start: int) -> None:
        self.faces, self.start, self.thrown = faces, start, 0

    def face(self, n: int, sides: int) -> int:
        """The next face; raises MoreDice at the end of the script."""
        if n - self.start >= len(self.faces):
            raise MoreDice
        self.thrown = max(self.thrown, n - self.start + 1)
        return self.faces[n - self.start]


def without_moves(monkeypatch: Any) -> None:
    """Men duck, hunker down and run where they stand."""

    def still(to: str) -> Any:
        def stay(battle: Battle, stand: Any, *given: Any, **more: Any) -> list[Any]:
            status.set_status(battle, stand, to)
            return []

        return stay

    found: dict[Any, Any] = {}
    real = cover.cover

    def kept(scene: Any, target: Any, origin: Any) -> Any:
        """Nobody moves while the dice fall, so cover stays as it is."""
        key = (id(scene), target.id, getattr(origin, "id", origin))
        if key not in found:
            found[key] = (scene, real(scene, target, origin))
        return found[key][1]

    monkeypatch.setattr(cover, "cover", kept)
    monkeypatch.setattr(involuntary, "duck_back", still(DUCKED))
    monkeypatch.setattr(involuntary, "retire", still(DUCKED))
    monkeypatch.setattr(involuntary, "hunker_down", still(HUNKERED))
    monkeypatch.setattr(involuntary, "run_away", still(RUNNING))


def fates(battle: Battle, cause: Volley, active: list[str], names: list[str]) -> dict[str, dict[str, float]]:
    """For each of these men the chance of each thing that can become of him, by running every combination of dice."""
    found: dict[str, dict[str, float]] = {name: defaultdict(float) for name in names}
    start = battle.state
    for chance, chain in _runs(battle, cause, active):
        for name in names:
            found[name][_fate(chain, name)] += chance
    battle.state = start
    return {name: dict(row) for name, row in found.items()}


def _runs(battle: Battle, cause: Volley, active: list[str]) -> Iterator[tuple[float, Chain]]:
    start = battle.state
    waiting: list[list[int]] = [[]]
    while waiting:
        faces = waiting.pop()
        battle.state = start.copy()
        battle.dice = Script(faces, start.dice_count)
        chain = Chain(battle, active)
        try:
            answering(chain_table.HANDLERS[Volley](chain, cause), {})
            while chain.queue and not isinstance(chain.queue[0], Volley):
                first = chain.queue.popleft()
                if type(first).__name__ == "Aftermath":
                    answering(chain_table.HANDLERS[type(first)](chain, first), {})
        except MoreDice:
            waiting += [[*faces, face] for face in range(1, 7)]
            continue
        yield 1.0 / 6 ** len(faces), chain


def _fate(chain: Chain, name: str) -> str:
    stand = chain.stand(name)
    if stand.gone:
        return stand.gone.replace("cheated_death", "dead")
    if stand.status in WORDS:
        return WORDS[stand.status]
    if stand.status != "ready":
        return stand.status
    for cause in chain.queue:
        if isinstance(cause, Volley):
            fired = next((o.why for o in cause.orders if o.stand == name), "")
            if fired:
                return fired
    return "halt" if name in chain.halted else "carry_on"
