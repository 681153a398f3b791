"""Battles in a few lines: boards of boxes, two sides, any moment of a game turn.

`red` (Germans, attacking, base line left) has the initiative, `blue` (Russians, defending, base line right) waits. A
battle stands in red's cycle: its first platoon is selected. The table is 72 by 48 inches unless said otherwise.
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
from wargame.engine.orders import AnyOrder, Fire, Move, Refusal, Shot
from wargame.engine.setup import (
    AreaSetup,
    ClockSetup,
    GroupSetup,
    ObjectiveSetup,
    Setup,
    SideSetup,
    StandSetup,
    Victory,
)
from wargame.engine.state import Known
from wargame.rulesets import ruleset
from wargame.rulesets.lightning_war import data
from wargame.rulesets.lightning_war.state import WarGroup, WarStand, WarState

SQUAD, HQ, SNIPER, ENGINEERS = "infantry_squad", "platoon_headquarters", "sniper_team", "engineer_squad"
MG42, MAXIM = "GE_mg_34_or_mg_42_hmg", "SU_maxim_hmg"
PANZER3, PANZER4, TIGER, STUG = "GE_pzkw_iii_j", "GE_pzkw_iv_h_j", "GE_tiger_1", "GE_stug_iii_g"
T34, JS2, SU122 = "SU_t34_all_others", "SU_js2", "SU_su122"
PAK, GUN45 = "GE_37mm_pak_36", "SU_45mm_model_1942"
SHERMAN = "US_m4_sherman_75"
CYCLE = 3
"""The cycle in which a sketch begins."""
SEEN: Mapping[str, Any] = {"active_cycle": CYCLE}
MOVED: Mapping[str, Any] = {"moved_cycle": CYCLE, "active_cycle": CYCLE}
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
    aboard: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


def red(id: str, line: str, x: float, y: float, facing: float = 0.0, group: str = "red-1", **fields: Any) -> Unit:
    """A German stand on the table."""
    return Unit(id, line, "red", (x, y), facing, group, None, fields)


def blue(id: str, line: str, x: float, y: float, facing: float = 180.0, group: str = "blue-1", **fields: Any) -> Unit:
    """A Russian stand on the table."""
    return Unit(id, line, "blue", (x, y), facing, group, None, fields)


def aboard(id: str, line: str, carrier: Unit, group: str = "", **fields: Any) -> Unit:
    """A stand that rides on another."""
    return Unit(id, line, carrier.side, None, 0.0, group or carrier.group, carrier.id, fields)


def behind(id: str, line: str, side: str, group: str = "", **fields: Any) -> Unit:
    """A battery behind the table, or aircraft."""
    return Unit(id, line, side, None, 0.0, group or f"{side}-guns", None, fields)


def box(id: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0, **props: Any) -> Feature:
    """A rectangle of ground."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return Feature(id, kind, (ring,), name=id, height=height, props=props)


def strip(id: str, kind: str, *points: tuple[float, float], width: float = 0.5, **props: Any) -> Feature:
    """A line of ground: wall, hedge, river, road, bridge."""
    return Feature(id, kind, (points,), "line", id, width, 0.0, props)


def objective(
    id: str, x: float, y: float, points: float = 5.0, holder: str = "", radius: float = 3.0
) -> ObjectiveSetup:
    """A place worth holding."""
    return ObjectiveSetup(id=id, name=id, x=x, y=y, radius_in=radius, points=points, primary=True, holder=holder)


def setup_of(
    *units: Unit,
    features: Iterable[Feature] = (),
    objectives: Iterable[ObjectiveSetup] = (),
    areas: Iterable[AreaSetup] = (),
    groups: Mapping[str, Mapping[str, Any]] | None = None,
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    table: tuple[float, float] = (72.0, 48.0),
    start: int | None = 600,
    clock: ClockSetup | None = None,
    roles: tuple[str, str] = ("attacker", "defender"),
    **more: Any,
) -> Setup:
    """The setup of a sketch: 12 game turns from 10:00."""
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
    given = sides or {}
    both = (
        SideSetup(id="red", name="Reds", nation="GE", role=roles[0], fields={"edge": "left", **given.get("red", {})}),
        SideSetup(
            id="blue", name="Blues", nation="SU", role=roles[1], fields={"edge": "right", **given.get("blue", {})}
        ),
    )
    return Setup(
        name="sketch",
        title="Sketch",
        ruleset="lightning_war",
        year=1943,
        table=Table(*table),
        features=tuple(replace(f, order=n) for n, f in enumerate(features)),
        sides=both,
        groups=made,
        victory=Victory(ladder=()),
        turn_limit=12,
        objectives=tuple(objectives),
        areas=tuple(areas),
        clock_start_min=start,
        clock=clock,
        **more,
    )


def _stand(unit: Unit) -> StandSetup:
    place = None if unit.at is None else (*unit.at, unit.facing)
    off = unit.at is None and unit.aboard is None
    return StandSetup(
        id=unit.id,
        name=unit.id,
        line=unit.line,
        place=place,
        aboard=unit.aboard,
        off_board=off,
        fields=dict(unit.fields),
    )


def state_of(setup: Setup, turn: int = 1, step: str = "cycle", selected: str = "red-1", side: str = "red") -> WarState:
    """The state in the middle of a game turn; everybody is known to everybody."""
    state = ruleset("lightning_war").set_up(setup)
    assert isinstance(state, WarState)
    state.turn, state.step, state.phase, state.phasing = turn, step, step, side
    state.initiative, state.selected, state.cycle, state.phases = side, selected, 3, 3
    state.deployed = tuple(state.sides)
    state.knowledge = {}
    return state


def battle_in(state: WarState, setup: Setup, dice: Sequence[int] = ()) -> Battle:
    """A battle that goes on from this state with these faces."""
    return Battle(ruleset("lightning_war"), setup, dice=ScriptedDice(dice), state=state, kernels="plain", digests=False)


def battle_of(
    *units: Unit,
    dice: Sequence[int] = (),
    turn: int = 1,
    step: str = "cycle",
    selected: str = "red-1",
    side: str = "red",
    options: Mapping[str, Any] | None = None,
    hidden: Sequence[str] = (),
    as_of: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> Battle:
    """A battle of these stands that waits in red's cycle, with these faces to come.

    Far-off stands on both sides keep it from ending.
    """
    extra = (
        red("idle-red", SQUAD, 1.5, 46.0, group="red-idle"),
        blue("idle-blue", SQUAD, 70.5, 46.0, group="blue-idle"),
    )
    setup = setup_of(*units, *extra, **more, options=dict(options or {}))
    state = state_of(setup, turn, step, selected, side)
    for name, fields in (as_of or {}).items():
        for key, value in fields.items():
            setattr(state.stands.get(name) or state.groups[name], key, value)
    for name in hidden:
        state.knowledge.setdefault(state.other(state.stands[name].side), {})[name] = Known(level="unknown")
    return battle_in(state, setup, dice)


def with_dice(battle: Battle, *faces: int) -> Battle:
    """The same battle with these faces to come."""
    battle.dice = ScriptedDice(faces, start=battle.state.dice_count)
    return battle


def stand(battle: Battle, name: str) -> WarStand:
    """A stand as it is now."""
    found = battle.state.stands[name]
    assert isinstance(found, WarStand)
    return found


def group(battle: Battle, name: str) -> WarGroup:
    """A platoon as it is now."""
    found = battle.state.groups[name]
    assert isinstance(found, WarGroup)
    return found


def is_gone(battle: Battle, *names: str) -> bool:
    """Are all of these out of the battle?"""
    return all(bool(stand(battle, name).gone) for name in names)


def fire(name: str, target: str, weapon: str = "", mode: str = "") -> Fire:
    """A shot."""
    return Fire(stand=name, weapon=weapon, targets=(Shot(target),), mode=mode)


def move(name: str, *path: tuple[float, float], facing: float | None = None) -> Move:
    """A move along these points."""
    return Move(stand=name, path=path, facing_deg=facing)


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
    row = next(row for row in rows if row["id"] == f"LW2-{number}")
    for rule in row["rules"]:
        request.node.user_properties.append(("rule", rule))
    return list(row["dice"])
