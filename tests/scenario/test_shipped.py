"""The scenarios that come with the game: whole, and as their briefs say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from wargame import places
from wargame.board import Board, Change, contains_many, price
from wargame.engine.setup import Setup
from wargame.rulesets import names, ruleset
from wargame.scenario import Scenario, load_scenario
from wargame.scenario.ladder import ending

FILES = sorted(places.scenarios().glob("*.toml"))
VIPERS = {
    "first-shots": ((10, 10), (48, 36), 11),
    "prokhorovka-1943": ((37, 54), (72, 48), 14),
    "ponyri-1943": ((32, 43), (72, 48), 14),
    "seelow-heights-1945": ((42, 31), (72, 48), 16),
    "berlin-reichstag-1945": ((43, 31), (72, 48), 20),
}
CLASH = {
    "first-patrol": ((10, 9), (36, 36), 14),
    "berlin-1941": ((35, 38), (72, 48), 10),
    "clash-of-armor": ((30, 40), (72, 48), 8),
}
CELL = 0.25


@cache
def shipped(name: str) -> Scenario:
    """A shipped scenario, checked as thoroughly as can be."""
    return load_scenario(name, thorough=True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_scenario_has_no_fault_and_no_warning(path: Path) -> None:
    if not any(f'ruleset = "{name}"' in path.read_text() for name in names()):
        pytest.skip("its rulebook is not there yet")
    assert [str(warning) for warning in shipped(path.stem).warnings] == []


@pytest.mark.parametrize("name", [*VIPERS, *CLASH])
def test_stands_table_and_turns_are_those_of_the_brief(name: str) -> None:
    meta = shipped(name).meta
    assert (tuple(meta.stands.values()), meta.table_in, meta.turns) == {**VIPERS, **CLASH}[name]


@pytest.mark.parametrize("name", [*VIPERS, *CLASH])
def test_every_side_alone_wins_and_three_endings_have_a_level(name: str) -> None:
    scenario = shipped(name)
    for side in scenario.setup.sides:
        assert scenario.verdicts[f"{side.name} alone on the table"].side == side.id
    assert {"all dead on turn 1", "nobody moves"} <= set(scenario.verdicts)


@pytest.mark.parametrize("name", VIPERS)
def test_side_without_a_fighting_stand_does_not_win_by_what_it_once_held(name: str) -> None:
    setup = shipped(name).setup
    for side in setup.sides:
        one = ending(setup, ruleset(setup.ruleset).unit_lines(), turn=6)
        for objective in one.state.objectives.values():
            objective.holder = side.id
        for stand in one.state.stands.values():
            if stand.side == side.id:
                stand.gone, stand.on_table = "destroyed", False
        row = one.verdict()
        assert row is not None
        assert row.side != side.id


@pytest.mark.parametrize("name", VIPERS)
def test_infantry_of_both_sides_can_reach_every_objective(name: str) -> None:
    _assert_reach(shipped(name).setup, "foot", {o.id for o in shipped(name).setup.objectives})


@pytest.mark.parametrize("name", [n for n in VIPERS if n != "berlin-reichstag-1945"])
def test_tanks_of_the_attacker_can_reach_every_primary_objective(name: str) -> None:
    setup = shipped(name).setup
    _assert_reach(setup, "track", {o.id for o in setup.objectives if o.primary})


def test_tanks_cross_the_spree_only_when_sappers_have_cleared_the_bridge() -> None:
    setup = shipped("berlin-reichstag-1945").setup
    board = Board.build(setup.table, setup.features, ruleset(setup.ruleset).profile)
    (action,) = setup.actions
    over_the_bridge = ((35.0, 30.1), (33.1, 33.1))
    assert not price(board, over_the_bridge, "track").passable
    assert price(board, over_the_bridge, "foot").passable
    cleared = board.with_changes(msgspec.convert(action.data["changes"], tuple[Change, ...]))
    assert price(cleared, over_the_bridge, "track").passable


@pytest.mark.parametrize("name", VIPERS)
def test_every_name_of_a_stand_is_its_own(name: str) -> None:
    for group in shipped(name).setup.groups:
        found = [stand.name for stand in group.stands]
        assert len(found) == len(set(found)), (group.id, found)


@pytest.mark.parametrize("name", [*VIPERS, "berlin-1941", "clash-of-armor"])
def test_every_special_rule_of_the_brief_is_somewhere(name: str) -> None:
    briefing = shipped(name).briefing
    assert len(briefing.special_rules) >= 4
    assert all(rule.text and rule.title for rule in briefing.special_rules)


def test_the_first_patrol_speaks_at_every_kind_of_decision() -> None:
    purposes = {hint.purpose for hint in shipped("first-patrol").setup.hints}
    taught = ["deploy", "activate", "two_more", "come_on", "answer_fire", "allot", "free_will"]
    assert purposes >= set(taught)


def test_the_tutorial_speaks_at_every_kind_of_decision() -> None:
    purposes = {hint.purpose for hint in shipped("first-shots").setup.hints}
    taught = ["deploy", "hide", "initiative", "activate", "attack", "breakthrough", "overrun", "surrender"]
    assert purposes >= set(taught)


def _assert_reach(setup: Setup, kind: str, objectives: set[str]) -> None:
    board = Board.build(setup.table, setup.features, ruleset(setup.ruleset).profile)
    width, height = int(setup.table.width_in / CELL), int(setup.table.height_in / CELL)
    xs, ys = (np.arange(width) + 0.5) * CELL, (np.arange(height) + 0.5) * CELL
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    rows, row_names = board.terrain_many(points)
    open_row = np.array([board.profile.cost_of(row, kind) >= 0 for row in row_names])[rows].reshape(height, width)
    attackers = [side.id for side in setup.sides if side.role == "attacker"]
    for zone in setup.zones:
        if zone.kind != "place" and zone.side in attackers:
            seen = _flood(open_row, zone.polygon)
            for objective in setup.objectives:
                if objective.id in objectives:
                    column, row = int(objective.x / CELL), int(objective.y / CELL)
                    reach = int(objective.radius_in / CELL)
                    near = seen[max(0, row - reach) : row + reach, max(0, column - reach) : column + reach]
                    assert near.any(), f"{kind} of {zone.name} cannot reach {objective.name}"


def _flood(free: np.ndarray, polygon: tuple[tuple[float, float], ...]) -> np.ndarray:
    height, width = free.shape
    xs, ys = (np.arange(width) + 0.5) * CELL, (np.arange(height) + 0.5) * CELL
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    seen = contains_many(polygon, grid).reshape(height, width) & free
    while True:
        grown = seen.copy()
        grown[1:] |= seen[:-1]
        grown[:-1] |= seen[1:]
        grown[:, 1:] |= seen[:, :-1]
        grown[:, :-1] |= seen[:, 1:]
        grown &= free
        if (grown == seen).all():
            return seen
        seen = grown
