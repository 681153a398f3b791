"""A record of a battle made by hand, as a save holds it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.scenario.plain_rules import plain_rulesets
from tests.scenario.specimens import Specimen
from wargame.engine.events import PhaseBegan, TurnBegan
from wargame.engine.orders import Done, Move
from wargame.engine.record import Record
from wargame.engine.waypoints import Answer


def an_answer(n: int, side: str = "red") -> Answer:
    """Answer number n."""
    order = Done() if n % 2 else Move(stand="red-tank", path=((1.5 + n, 2.0),))
    return Answer(order=order, by="person", side=side, request=n + 1)


def a_record(folder: Path, answers: int = 4, since: int = 1) -> Record:
    """A battle of the skirmish after so many answers, `since` of them after the last waypoint."""
    folder.mkdir(parents=True, exist_ok=True)
    scenario = Specimen(folder).load()
    state = plain_rulesets("plain").set_up(scenario.setup)
    given = [an_answer(n) for n in range(answers)]
    return Record(
        program="0.1.0",
        ruleset="plain",
        rules_version=1,
        data_hash="data",
        scenario_name="skirmish",
        scenario_text=scenario.scenario_text,
        map_text=scenario.map_text,
        seed=7,
        players={"red": "person", "blue": "veteran"},
        answers=given,
        digests=[(0, "muster", "aa"), (answers - since, "go", "bb")],
        state=msgspec.Raw(msgspec.json.encode(state)),
        since=given[answers - since :],
        events=[TurnBegan(n=1, turn=1), PhaseBegan(n=2, step="go", phase="Go", side="red")],
    )
