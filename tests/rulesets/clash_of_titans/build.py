"""Small battles by hand for the tests, with the dice written down.

Two sides: `red` (Germans, from the left) and `blue` (Russians, from the right), on a table of 72 by 48 inches.
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
from wargame.engine.setup import GroupSetup, Setup, SideSetup, StandSetup, Victory
from wargame.rulesets import ruleset
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState

CASES = Path(data.__file__).parent / "cases.toml"
RIFLE = "GE_rifleman"
RUSSIAN = "SU_rifleman"


@dataclass(frozen=True)
class Unit:
    """One stand of a sketch; off the table without a place."""

    id: str
    line: str
    side: str
    at: tuple[float, float] | None = None
    facing: float = 0.0
    group: str = ""
    aboard: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


def red(id: str, x: float, y: float, line: str = RIFLE, facing: float = 0.0, group: str = "", **fields: Any) -> Unit:
    """A German on the table, looking right; `rep=5`, `nco=True` … replace what his line says."""
    return Unit(id, line, "red", (x, y), facing, group or "red-1", None, fields)


def blue(
    id: str, x: float, y: float, line: str = RUSSIAN, facing: float = 180.0, group: str = "", **fields: Any
) -> Unit:
    """A Russian on the table, looking left."""
    return Unit(id, line, "blue", (x, y), facing, group or "blue-1", None, fields)


def aboard(id: str, carrier: str, side: str, line: str = "", group: str = "", **fields: Any) -> Unit:
    """A crewman (`station="gunner"`) or passenger of a vehicle."""
    line = line or ("GE_crewman" if side == "red" else "SU_crewman")
    return Unit(id, line, side, None, 0.0, group or carrier, carrier, fields)


def squad(side: str, group: str, x: float, y: float, men: int = 4, gap: float = 1.5, **fields: Any) -> list[Unit]:
    """A file of men from (x, y) upwards, the first an NCO; ids are `group-1`, `group-2` …"""
    make = red if side == "red" else blue
    found = []
    for n in range(men):
        own = {"nco": True} | fields if n == 0 else fields
        found.append(make(f"{group}-{n + 1}", x, y + n * gap, group=group, **own))
    return found


def area(
    id: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0, **props: object
) -> Feature:
    """A rectangle of ground: woods, building, rubble …"""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return Feature(
        id=id, kind=kind, name=id, geometry="polygon", rings=(ring,), width_in=0.0, height=height, props=props, order=0
    )


def strip(id: str, kind: str, *points: tuple[float, float], width: float = 0.3, **props: object) -> Feature:
    """A line of ground: wall, hedge, trench, road, stream …"""
    return Feature(
        id=id, kind=kind, name=id, geometry="line", rings=(points,), width_in=width, height=0.0, props=props, order=0
    )


def setup_of(
    *units: Unit,
    features: Iterable[Feature] = (),
    groups: Mapping[str, Mapping[str, Any]] | None = None,
    table: tuple[float, float] = (72.0, 48.0),
    turn_limit: int = 12,
    **more: Any,
) -> Setup:
    """The setup of a sketch; `more` are fields of Setup (year, zones, areas, options, hidden …)."""
    names = list(dict.fromkeys((unit.group, unit.side) for unit in units))
    made = tuple(
        GroupSetup(
            id=name,
            side=side,
            name=name,
            stands=tuple(_stand(u) for u in units if u.group == name),
            zones=tuple(z.id for z in more.get("zones", ()) if z.side == side),
            fields=(groups or {}).get(name, {}),
        )
        for name, side in names
    )
    sides = (
        SideSetup(id="red", name="Reds", nation="GE", role="attacker", fields={"edge": "left"}),
        SideSetup(id="blue", name="Blues", nation="SU", role="defender", fields={"edge": "right"}),
    )
    return Setup(
        name="sketch",
        title="Sketch",
        ruleset="clash_of_titans",
        year=more.pop("year", 1943),
        table=Table(*table),
        features=tuple(replace(f, order=n) for n, f in enumerate(features)),
        sides=sides,
        groups=made,
        victory=more.pop("victory", Victory(ladder=())),
        turn_limit=turn_limit,
        **more,
    )


def _stand(unit: Unit) -> StandSetup:
    place = None if unit.at is None else (*unit.at, unit.facing)
    return StandSetup(
        id=unit.id, name=unit.id, line=unit.line, place=place, aboard=unit.aboard, fields=dict(unit.fields)
    )


def state_of(setup: Setup, group: str = "", turn: int = 3) -> ClashState:
    """The state in the middle of a turn: `group` (the first by default) is about to act, its side goes first."""
    state = ruleset("clash_of_titans").set_up(setup)
    assert isinstance(state, ClashState)
    acting = group or next(iter(state.groups))
    side = state.groups[acting].side
    state.turn, state.step, state.phase, state.phasing = turn, "first_side", "First side", side
    state.first_side = side
    state.activation_dice = {side: 2, state.other(side): 1}
    state.active_group, state.stage = acting, "act"
    for stand in state.stands.values():
        if stand.group == acting:
            stand.active_turn = turn
    state.knowledge = {}
    state.deployed = state.hid = tuple(state.sides)
    state.phase = "Activations"
    return state


def battle_in(state: ClashState, setup: Setup, dice: Sequence[int] = ()) -> Battle:
    """A battle that goes on from this state with these faces."""
    return Battle(
        ruleset("clash_of_titans"), setup, dice=ScriptedDice(dice), state=state, kernels="plain", digests=False
    )


def battle_of(*units: Unit, dice: Sequence[int] = (), group: str = "", turn: int = 3, **more: Any) -> Battle:
    """A battle of these units in which a group (the first by default) is acting, with these faces to come."""
    setup = setup_of(*units, **more)
    return battle_in(state_of(setup, group, turn), setup, dice)


def with_dice(battle: Battle, *faces: int) -> Battle:
    """The same battle with these faces to come."""
    battle.dice = ScriptedDice(faces, start=battle.state.dice_count)
    return battle


def dice_left(battle: Battle) -> int:
    """How many of the written dice have not been thrown."""
    assert isinstance(battle.dice, ScriptedDice)
    return len(battle.dice._faces) - (battle.state.dice_count - battle.dice._start)


def stand(battle: Battle, name: str) -> ClashStand:
    """A stand as it is now."""
    found = battle.state.stands[name]
    assert isinstance(found, ClashStand)
    return found


def group(battle: Battle, name: str) -> ClashGroup:
    """A group as it is now."""
    found = battle.state.groups[name]
    assert isinstance(found, ClashGroup)
    return found


def state(battle: Battle) -> ClashState:
    """The state as it is now."""
    assert isinstance(battle.state, ClashState)
    return battle.state


def order(battle: Battle, given: AnyOrder) -> list[AnyEvent]:
    """Gives an order that must be legal; its events."""
    outcome = battle.answer(given)
    assert not battle.faults, battle.faults[-1].traceback
    assert not isinstance(outcome, Refusal), outcome.text
    return outcome


def refusal(battle: Battle, given: AnyOrder) -> Refusal:
    """Gives an order that must be refused; the refusal."""
    outcome = battle.answer(given)
    assert isinstance(outcome, Refusal), "the order was carried out"
    assert outcome.kind != "fault", battle.faults[-1].traceback
    return outcome


def run(generator: Any, *answers: Any) -> Any:
    """Plays a generator of the rules to its end, answering its requests in turn; its return value."""
    given = list(answers)
    try:
        request = next(generator)
        while True:
            assert given, f"asked without an answer at hand: {request}"
            request = generator.send(given.pop(0))
    except StopIteration as stop:
        assert not given, f"answers left over: {given}"
        return stop.value


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
