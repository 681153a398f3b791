"""Battles in a few lines for the tests of bursts, aircraft, nerve and mines.

Two sides: `red` (Germans, attacking) whose go it is, `blue` (Russians, defending). A battle waits in red's go of
turn 3.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from wargame.board import Feature, Table
from wargame.engine.battle import Battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import AnyEvent, Rolled
from wargame.engine.orders import AnyOrder, Refusal
from wargame.engine.setup import (
    AreaSetup,
    GroupSetup,
    Line,
    ObjectiveSetup,
    Setup,
    SideSetup,
    StandSetup,
    Victory,
)
from wargame.rulesets import ruleset
from wargame.rulesets.fascist_vipers import data
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand, VipersState

RIFLES = "GE_grenadier_platoon_43"
RUSSIANS = "SU_rifle_platoon_43"
BATTERY = "GE_10_5_cm_field_howitzer_battery_39"
T34 = "SU_t_34_76_43"
CASES = Path(data.__file__).parent / "cases.toml"


@dataclass(frozen=True)
class Unit:
    """One stand of a sketch; off the table without a place."""

    id: str
    line: str
    side: str
    at: tuple[float, float] | None = None
    facing: float = 0.0
    group: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


def red(id: str, line: str, x: float, y: float, facing: float = 0.0, group: str = "", **fields: Any) -> Unit:
    """A German unit on the table."""
    return Unit(id, line, "red", (x, y), facing, group or "red-1", fields)


def blue(id: str, line: str, x: float, y: float, facing: float = 180.0, group: str = "", **fields: Any) -> Unit:
    """A Russian unit on the table."""
    return Unit(id, line, "blue", (x, y), facing, group or "blue-1", fields)


def behind(id: str, line: str, side: str, group: str = "", **fields: Any) -> Unit:
    """A battery behind the table, or an aircraft."""
    return Unit(id, line, side, None, 0.0, group or f"{side}-support", fields)


def wood(id: str, x0: float, y0: float, x1: float, y1: float, kind: str = "forest") -> Feature:
    """A rectangle of ground."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return Feature(
        id=id, kind=kind, name=id, geometry="polygon", rings=(ring,), width_in=0.0, height=1.0, props={}, order=0
    )


def minefield(kind: str, density: str, x0: float, y0: float, x1: float, y1: float, hidden: bool = False) -> AreaSetup:
    """A field of the Russians."""
    return AreaSetup(
        id=f"{kind}-field",
        kind="minefield",
        owner="blue",
        polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        known_to=("blue",) if hidden else None,
        data={"kind": kind, "density": density},
    )


def line(side: str, kind: str, x: float, order: int = 1, low: float = 0.0, high: float = 48.0) -> Line:
    """A start or defence line across the table."""
    return Line(id=f"{side}-{kind}-{order}", side=side, kind=kind, order=order, points=((x, low), (x, high)))


def setup_of(
    *units: Unit,
    features: Iterable[Feature] = (),
    lines: Iterable[Line] = (),
    areas: Iterable[AreaSetup] = (),
    objectives: Iterable[ObjectiveSetup] = (),
    groups: Mapping[str, Mapping[str, Any]] | None = None,
    year: int = 1943,
    nation: str = "GE",
    arrivals: tuple[Any, ...] = (),
) -> Setup:
    """The setup of a sketch: 72 by 48 inches, 12 turns; red comes from the left, blue from the right."""
    names = list(dict.fromkeys((unit.group, unit.side) for unit in units))
    made = tuple(
        GroupSetup(
            id=name,
            side=side,
            name=name,
            stands=tuple(_stand(u) for u in units if u.group == name),
            fields=(groups or {}).get(name, {}),
        )
        for name, side in names
    )
    sides = (
        SideSetup(id="red", name="Reds", nation=nation, role="attacker", fields={"edge": "left"}),
        SideSetup(id="blue", name="Blues", nation="SU", role="defender", fields={"edge": "right"}),
    )
    return Setup(
        name="sketch",
        title="Sketch",
        ruleset="fascist_vipers",
        year=year,
        table=Table(72.0, 48.0),
        features=tuple(replace(f, order=n) for n, f in enumerate(features)),
        sides=sides,
        groups=made,
        victory=Victory(ladder=()),
        turn_limit=12,
        lines=tuple(lines),
        areas=tuple(areas),
        objectives=tuple(objectives),
        arrivals=arrivals,
    )


def _stand(unit: Unit) -> StandSetup:
    place = None if unit.at is None else (*unit.at, unit.facing)
    return StandSetup(
        id=unit.id, name=unit.id, line=unit.line, place=place, off_board=unit.at is None, fields=dict(unit.fields)
    )


def state_of(setup: Setup, turn: int = 3, step: str = "go_a", phasing: str = "red") -> VipersState:
    """The state in the middle of a turn; `step` as in the sequence of play."""
    state = ruleset("fascist_vipers").set_up(setup)
    assert isinstance(state, VipersState)
    state.turn, state.step, state.phase, state.phasing = turn, step, step, phasing
    state.player_a, state.player_b = "red", "blue"
    state.go = "b" if step.endswith("_b") else "a"
    state.knowledge = {}
    state.planned = state.hid = state.deployed = tuple(state.sides)
    return state


def battle_in(state: VipersState, setup: Setup, dice: Sequence[int] = ()) -> Battle:
    """A battle that goes on from this state with these faces."""
    return Battle(
        ruleset("fascist_vipers"), setup, dice=ScriptedDice(dice), state=state, kernels="plain", digests=False
    )


def battle_of(*units: Unit, dice: Sequence[int] = (), turn: int = 3, step: str = "go_a", **more: Any) -> Battle:
    """A battle of these units that waits in red's go, with these faces to come."""
    extra = (
        red("idle-red", RIFLES, 1.0, 1.0, group="red-idle"),
        blue("idle-blue", RUSSIANS, 71.0, 1.0, group="blue-idle"),
    )
    setup = setup_of(*units, *extra, **more)
    return battle_in(state_of(setup, turn, step), setup, dice)


def with_dice(battle: Battle, *faces: int) -> Battle:
    """The same battle with these faces to come."""
    battle.dice = ScriptedDice(faces, start=battle.state.dice_count)
    return battle


def stand(battle: Battle, name: str) -> VipersStand:
    """A stand as it is now."""
    found = battle.state.stands[name]
    assert isinstance(found, VipersStand)
    return found


def group(battle: Battle, name: str) -> VipersGroup:
    """A group as it is now."""
    found = battle.state.groups[name]
    assert isinstance(found, VipersGroup)
    return found


def is_gone(battle: Battle, *names: str) -> bool:
    """Are all of these out of the battle?"""
    return all(bool(stand(battle, name).gone) for name in names)


def order(battle: Battle, given: AnyOrder) -> list[AnyEvent]:
    """Gives an order that must be legal; its events."""
    outcome = battle.answer(given)
    assert not isinstance(outcome, Refusal), outcome.text
    assert not battle.faults, battle.faults[-1].traceback
    return outcome


def refusal(battle: Battle, given: AnyOrder) -> Refusal:
    """Gives an order that must be refused; the refusal."""
    outcome = battle.answer(given)
    assert isinstance(outcome, Refusal), "the order was carried out"
    assert outcome.kind != "fault", battle.faults[-1].traceback
    return outcome


def rolls(battle: Battle, purpose: str) -> list[Rolled]:
    """All rolls of a purpose so far."""
    return [e for e in battle.events if isinstance(e, Rolled) and e.purpose == purpose]


def worked_case(request: pytest.FixtureRequest, number: str) -> list[int]:
    """The dice of a worked case; its rules have to be cited by the test."""
    rows = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    row = next(row for row in rows if row["id"] == number)
    for rule in row["rules"]:
        request.node.user_properties.append(("rule", rule))
    return list(row["dice"])
