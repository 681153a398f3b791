"""Battles in a few lines for the tests of this rulebook.

Two sides: `red` (Soviets, first player, attacking) and `blue` (Americans). A battle waits in a step of red's player
turn of game turn 3.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wargame.board import Feature, Table
from wargame.engine.battle import Battle
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import AnyEvent, Rolled
from wargame.engine.orders import AnyOrder, Refusal
from wargame.engine.setup import GroupSetup, ObjectiveSetup, Setup, SideSetup, StandSetup, Victory
from wargame.rulesets import ruleset
from wargame.rulesets.fistful_of_tows import data, moving
from wargame.rulesets.fistful_of_tows.state import FistStand, FistState

T72B, T55, BMP2, BMP1, RIFLES = "su_t72b", "su_t55", "su_bmp2", "su_bmp1", "su_mr_85"
M1A1, M1, M60, BRADLEY, M113, MEN = "us_m1a1", "us_m1_833", "us_m60a1", "us_m2a2", "us_m113a2", "us_inf_88"
CASES = Path(data.__file__).parent / "cases.toml"


@dataclass(frozen=True)
class Unit:
    """One stand of a sketch; off the table without a place."""

    id: str
    line: str
    side: str
    at: tuple[float, float] | None
    facing: float
    group: str
    aboard: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


def red(id: str, line: str, x: float, y: float, facing: float = 0.0, group: str = "red-1", **fields: Any) -> Unit:
    """A Soviet stand, facing +x."""
    return Unit(id, line, "red", (x, y), facing, group, None, fields)


def blue(id: str, line: str, x: float, y: float, facing: float = 180.0, group: str = "blue-1", **fields: Any) -> Unit:
    """An American stand, facing -x."""
    return Unit(id, line, "blue", (x, y), facing, group, None, fields)


def aboard(id: str, line: str, side: str, carrier: str, **fields: Any) -> Unit:
    """A stand that rides in a carrier."""
    return Unit(id, line, side, None, 0.0, f"{side}-1", carrier, fields)


def behind(id: str, line: str, side: str, **fields: Any) -> Unit:
    """A gun behind the table."""
    return Unit(id, line, side, None, 0.0, f"{side}-guns", None, fields)


def area(id: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0, **props: Any) -> Feature:
    """A rectangle of ground."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return Feature(id=id, kind=kind, rings=(ring,), height=height, props=props)


def line(id: str, kind: str, *points: tuple[float, float], width: float = 0.4, **props: Any) -> Feature:
    """A road, stream, ridge or the like."""
    return Feature(id=id, kind=kind, rings=(tuple(points),), geometry="line", width_in=width, props=props)


def setup_of(
    *units: Unit,
    features: Iterable[Feature] = (),
    options: Mapping[str, Any] | None = None,
    groups: Mapping[str, Mapping[str, Any]] | None = None,
    year: int = 1990,
    visibility: float | None = None,
    objectives: Iterable[ObjectiveSetup] = (),
    nations: tuple[str, str] = ("USSR", "US"),
) -> Setup:
    """The setup of a sketch: 72 by 48 inches; units are of average quality where nothing else is said."""
    names = list(dict.fromkeys((unit.group, unit.side) for unit in units))
    made = tuple(
        GroupSetup(
            id=name,
            side=side,
            name=name,
            stands=tuple(_stand(u) for u in units if u.group == name),
            fields={"quality": "average", "cohesive": False} | dict((groups or {}).get(name, {})),
        )
        for name, side in names
    )
    return Setup(
        name="sketch",
        title="Sketch",
        ruleset="fistful_of_tows",
        year=year,
        table=Table(72.0, 48.0),
        features=tuple(replace(f, order=n) for n, f in enumerate(features)),
        sides=(
            SideSetup(id="red", name="Reds", nation=nations[0], role="attacker"),
            SideSetup(id="blue", name="Blues", nation=nations[1], role="defender"),
        ),
        groups=made,
        victory=Victory(ladder=()),
        turn_limit=10,
        options=options or {},
        first_player="red",
        visibility_in=visibility,
        objectives=tuple(objectives),
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


def state_of(setup: Setup, step: str = "move_a", turn: int = 3) -> FistState:
    """The state in a step; everybody is spotted."""
    state = ruleset("fistful_of_tows").set_up(setup)
    assert isinstance(state, FistState)
    state.turn, state.step, state.player_turn = turn, step, 2 * turn - 1 if step.endswith("_a") else 2 * turn
    state.phase, state.phasing = step, "red" if step.endswith("_a") else "blue"
    state.deployed, state.marked = tuple(state.sides), ("blue",)
    for stand in state.stands.values():
        stand.spotted = True
    return state


def battle_in(state: FistState, setup: Setup, dice: Sequence[int] = ()) -> Battle:
    """A battle that goes on from this state with these faces."""
    return Battle(
        ruleset("fistful_of_tows"), setup, dice=ScriptedDice(dice), state=state, kernels="plain", digests=False
    )


def battle_of(
    *units: Unit,
    dice: Sequence[int] = (),
    step: str = "move_a",
    turn: int = 3,
    prepare: Mapping[str, Mapping[str, Any]] | None = None,
    fronts: bool = False,
    **more: Any,
) -> Battle:
    """A battle of these units in a step; `prepare` sets fields of stands first."""
    setup = setup_of(*units, **more)
    state = state_of(setup, step, turn)
    for name, fields in (prepare or {}).items():
        for key, value in fields.items():
            setattr(state.stands[name], key, value)
    battle = battle_in(state, setup, dice)
    if fronts:
        moving.pivots.note_fronts(battle)
    return battle


def with_dice(battle: Battle, *faces: int) -> Battle:
    """The same battle with these faces to come."""
    battle.dice = ScriptedDice(faces, start=battle.state.dice_count)
    return battle


def stand(battle: Battle, name: str) -> FistStand:
    """A stand as it is now."""
    found = battle.state.stands[name]
    assert isinstance(found, FistStand)
    return found


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


def cases(*kinds: str) -> list[dict[str, Any]]:
    """Worked cases of these kinds."""
    rows = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    return [row for row in rows if row["kind"] in kinds]
