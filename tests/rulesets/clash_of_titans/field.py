"""Ground with men on it and no game round it, for the rules of sight, cover and blasts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import Unit
from tests.rulesets.clash_of_titans.referee import Referee
from wargame.board import AddFeature, Board, Feature
from wargame.engine.events import GroundChanged
from wargame.engine.setup import Setup
from wargame.rulesets.clash_of_titans import setup as first_state
from wargame.rulesets.clash_of_titans.ground import profile
from wargame.rulesets.clash_of_titans.state import ClashStand


class Field(Referee):
    """A referee over a table with ground; it serves as the scene of every question."""

    setup: Setup

    def stand(self, name: str) -> ClashStand:
        """A stand as it is now."""
        return self.state.stands[name]

    def add(self, id: str, kind: str, x0: float, y0: float, x1: float, y1: float, **props: Any) -> None:
        """A rectangle of ground comes up: smoke, a wreck, rubble."""
        ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
        made = AddFeature(id=id, kind=kind, rings=(ring,), props=tuple(props.items()))
        self.happen(GroundChanged(added=(made,)))


def field(
    *units: Unit, features: Iterable[Feature] = (), dice: tuple[int, ...] = (), turn: int = 3, **more: Any
) -> Field:
    """A table with these units and this ground; `night`, `weather` … are fields of the state, others of the setup."""
    own = {name: more.pop(name) for name in ("night",) if name in more}
    setup = build.setup_of(*units, features=features, **more)
    made = Field(*dice)
    made.setup = setup
    state = first_state.set_up(setup)
    state.turn, state.knowledge, state.dice_count, state.event_count = turn, {}, 0, 0
    for name, value in own.items():
        setattr(state, name, value)
    made.state = state
    made.ground = Board.build(setup.table, setup.features, profile(), "plain")
    return made


def case(request: pytest.FixtureRequest, number: str) -> list[int]:
    """The dice of a worked case; its rules have to be cited by the test."""
    rows = tomllib.loads(build.CASES.read_text(encoding="utf-8"))["case"]
    row = next(row for row in rows if row["id"] == number)
    for rule in row["rules"]:
        request.node.user_properties.append(("rule", rule))
    return list(row["dice"])
