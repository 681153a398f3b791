"""A toy rulebook, just enough to try the loop: each side moves one stand at a time, or rolls a die, or is done."""

from __future__ import annotations

from typing import Any

import msgspec

from wargame.board import Base, Profile, Table
from wargame.engine import knowledge
from wargame.engine.arrivals import due
from wargame.engine.battle import Battle
from wargame.engine.conditions import Turn
from wargame.engine.dice import Chance
from wargame.engine.events import Rolled, Scored, StandMoved, StandRemoved
from wargame.engine.orders import Act, Done, Move, Order, Refusal
from wargame.engine.requests import Command, Confirm
from wargame.engine.rules import Catalogue, Rule
from wargame.engine.sequence import AGAIN, NEXT, Directive, GoTo, Round, Step
from wargame.engine.setup import GroupSetup, LevelRow, Setup, SideSetup, StandSetup, Victory
from wargame.engine.state import Group, Objective, Side, Stand, State

ALLOWANCE = 6.0


class ToyStand(Stand, kw_only=True):
    """A stand that remembers whether it acted."""

    acted: bool = False


class ToyState(State, kw_only=True):
    """Counts the rounds of the last step."""

    stands: dict[str, ToyStand] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    loops: int = 0


def begin(battle: Battle) -> Directive:
    """Everybody may act again; arrivals come."""
    for side in battle.state.sides:
        due(battle, side)
    for stand in battle.state.stands.values():
        stand.acted = False  # type: ignore[attr-defined]
    return NEXT


def act(battle: Battle) -> Round:
    """One stand of the phasing side: move, roll, crash, or done."""
    ready = tuple(s.id for s in battle.state.in_play(battle.state.phasing) if not s.acted)  # type: ignore[attr-defined]
    order = yield Command(
        side=battle.state.phasing, purpose="act", prompt="Act", subjects=ready, orders=("move", "act")
    )
    if order.is_done:
        return NEXT
    stand = battle.state.stands[order.stand]
    stand.acted = True  # type: ignore[attr-defined]
    if isinstance(order, Move):
        yield from _move(battle, stand, order)
    elif order.act == "crash":
        raise ZeroDivisionError("the toy crashed on purpose")
    elif order.act == "roll":
        dice = battle.throw(1)
        battle.happen(Rolled(purpose="roll", who=stand.id, side=stand.side, dice=dice, total=dice[0]))
        battle.happen(Scored(side=stand.side, points=dice[0] / 4, why="roll"))
    elif order.act == "die":
        battle.happen(StandRemoved(stand=stand.id, why="destroyed"))
    return AGAIN


def _move(battle: Battle, stand: Stand, order: Move) -> Any:
    path = ((stand.x, stand.y), *order.path)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    moved = battle.happen(StandMoved(stand=stand.id, path=path, facing_deg=0.0, seen_by=seen))
    for enemy in battle.state.in_play():
        if enemy.side == stand.side or abs(enemy.x - stand.x) > 3:
            continue
        knowledge.reveal(battle, enemy.id, stand.side, cause=moved)
        answer = yield Confirm(
            side=enemy.side, purpose="challenge", prompt="Challenge?", interrupt="challenge", about=(stand.id,)
        )
        if answer.yes:
            battle.happen(Rolled(purpose="challenge", who=enemy.id, side=enemy.side, dice=battle.throw(1)), moved)


def loop(battle: Battle) -> Directive:
    """Goes back to the first phase once each turn, to try GoTo."""
    state = battle.state
    assert isinstance(state, ToyState)
    state.loops += 1
    return GoTo("red") if state.loops % 2 else NEXT


class Toy:
    """The toy rulebook."""

    name = "toy"
    title = "Toy"
    RULES_VERSION = 1
    rules = Catalogue((Rule(id="TOY-01", title="One", text="One thing"),))
    options = ()
    profile = Profile(sight={}, terrain={}, costs={})
    state_type = ToyState
    has_solo_rules = False
    secret_before_declaring = ()

    def data_hash(self) -> str:
        return "toy"

    def set_up(self, setup: Setup) -> ToyState:
        state = ToyState(ruleset="toy")
        state.sides = {s.id: Side(id=s.id, name=s.name, role=s.role) for s in setup.sides}
        for group in setup.groups:
            late = setup.arrival_of(group.id) is not None
            state.groups[group.id] = Group(id=group.id, name=group.name, side=group.side, arrived=not late)
            for row in group.stands:
                x, y, facing = row.place or (0.0, 0.0, 0.0)
                state.stands[row.id] = ToyStand(
                    id=row.id,
                    name=row.name,
                    side=group.side,
                    group=group.id,
                    line=row.line,
                    base=Base.circle(1.0),
                    x=x,
                    y=y,
                    facing_deg=facing,
                    on_table=not late,
                )
        for o in setup.objectives:
            state.objectives[o.id] = Objective(
                id=o.id, name=o.name, x=o.x, y=o.y, radius_in=o.radius_in, holder=o.holder
            )
        return state

    def sequence(self, state: State) -> tuple[Step, ...]:
        return (
            Step("begin", begin),
            Step("red", act, phase="Red acts", side=lambda s: "red"),
            Step("blue", act, phase="Blue acts", side=lambda s: "blue"),
            Step("loop", loop),
        )

    def check(self, scene: Any, request: Any, order: Order) -> Refusal | None:
        if isinstance(order, Move):
            stand = scene.state.stands[order.stand]
            if abs(order.path[-1][0] - stand.x) > ALLOWANCE:
                return Refusal(text=f"Too far: {ALLOWANCE:g} in at most.", rules=("TOY-01",))
        return None

    def sample_kinds(self, view: Any, request: Any) -> tuple[str, ...]:
        return ("confirm",) if isinstance(request, Confirm) else ("move", "done")

    def samples(self, view: Any, request: Any, kind: str, chance: Chance | None = None) -> list[Order]:
        if kind == "move":
            stands = [view.state.stands[s] for s in request.subjects]
            return [Move(stand=s.id, path=((s.x + 1, s.y),)) for s in stands]
        return [Done()] if kind == "done" else []

    def conceal(self, state: State, side: str) -> None: ...

    def guess(self, view: Any, chance: Chance) -> State:
        twin: State = view.state.copy()
        return twin

    @property
    def judge(self) -> Toy:
        return self

    def classes_of(self, stand: Stand) -> tuple[str, ...]:
        return (stand.line,)

    def group_states(self, state: State, group: str) -> tuple[str, ...]:
        gone = all(s.gone for s in state.stands_of(group))
        return ("destroyed",) if gone else ()

    def is_lost(self, stand: Stand) -> bool:
        return stand.gone == "destroyed"

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        return (("Lost", str(sum(bool(s.gone) for s in state.stands.values()))),)


LADDER = (LevelRow(level="draw", side="draw", condition=None, text="otherwise"),)


def toy_setup(**changes: Any) -> Setup:
    """Two reds at x 5 and two blues at x 15 on a bare table, four turns."""
    fields: dict[str, Any] = {
        "name": "toy",
        "title": "Toy",
        "ruleset": "toy",
        "year": 1943,
        "table": Table(24.0, 24.0),
        "features": (),
        "sides": (
            SideSetup(id="red", name="Red", nation="", role="attacker"),
            SideSetup(id="blue", name="Blue", nation="", role="defender"),
        ),
        "groups": (_group("red", 5.0), _group("blue", 15.0)),
        "victory": Victory(ladder=LADDER),
        "turn_limit": 4,
    }
    return Setup(**(fields | changes))


def _group(side: str, x: float) -> GroupSetup:
    stands = tuple(
        StandSetup(id=f"{side}-{n}", name=f"{side} {n}", line="tank", place=(x, 5.0 * n, 0.0)) for n in (1, 2)
    )
    return GroupSetup(id=f"{side}-g", side=side, name=side, stands=stands)


def toy_battle(**changes: Any) -> Battle:
    """A battle of the toy; keyword `dice` and `seed` go to the battle, the rest to the set-up."""
    battle_fields = {k: changes.pop(k) for k in ("dice", "seed", "state") if k in changes}
    return Battle(Toy(), toy_setup(**changes), kernels="plain", **battle_fields)


__all__ = ["Act", "Done", "Move", "Toy", "Turn", "toy_battle", "toy_setup"]
