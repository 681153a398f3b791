"""How the toy rulebook is played: what it remembers, its steps, and what orders do."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any

from wargame.board import Footprint, gap, path_length
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import (
    Fired,
    MarkerPlaced,
    Rolled,
    StandChanged,
    StandMoved,
    StandPlaced,
    StandRemoved,
    TemplateLanded,
)
from wargame.engine.orders import (
    Act,
    Assault,
    Fire,
    Move,
    Order,
    Shot,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Item, Option, Pick, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Step
from wargame.engine.state import Marker, Stand, State

LINES = {
    "rifles": {"move": 6.0, "range": 12.0, "need": 4, "manner": "fire", "weapon": "Rifles"},
    "gun": {"move": 4.0, "range": 24.0, "need": 3, "manner": "fire", "weapon": "Field gun"},
    "mortar": {"move": 3.0, "range": 30.0, "need": 4, "manner": "burst", "weapon": "Mortar"},
}
BLAST_IN = 1.5
WATCH_IN = 12.0


class ToyStand(Stand, kw_only=True):
    hits: int = 0
    acted: bool = False
    watch: bool = False


class ToyState(State, kw_only=True):
    stands: dict[str, ToyStand] = {}  # noqa: RUF012
    asked: tuple[str, ...] = ()
    first: str = ""


def fp(stand: Stand) -> Footprint:
    return Footprint(stand.base, stand.x, stand.y, stand.facing_deg)


def line(stand: Stand) -> dict[str, Any]:
    return LINES.get(stand.line, LINES["rifles"])


# -- the sequence


def _others(battle: Any, word: str) -> str | None:
    """The next side that has not been asked this yet."""
    return next((s for s in battle.state.sides if f"{word}:{s}" not in battle.state.asked), None)


def _wants(battle: Any, word: str) -> bool:
    return word in str(battle.setup.options.get("ask", ""))


def muster(battle: Any) -> Generator[AnyRequest, Any, Any]:
    side = _others(battle, "muster")
    if side is None or not _wants(battle, "muster"):
        return NEXT
    battle.state.asked += (f"muster:{side}",)
    items = tuple(Item(id=s.id, text=s.name, cost=2.0, most=1) for s in battle.state.stands.values() if s.side == side)
    order = yield Pick(
        side=side,
        purpose="muster",
        prompt="Who starts on watch?",
        items=items,
        at_most=2,
        cost_at_most=5,
        rules=("TOY-1",),
    )
    for stand, _ in order.items:
        battle.happen(StandChanged(stand=stand, changes=(("watch", True),), seen_by=(side,)))
    return AGAIN


def deploy(battle: Any) -> Generator[AnyRequest, Any, Any]:
    side = _others(battle, "deploy")
    if side is None:
        return NEXT
    battle.state.asked += (f"deploy:{side}",)
    group = next(g for g in battle.setup.groups if g.side == side)
    waiting = [s for s in battle.state.stands.values() if s.side == side and not s.on_table]
    zone = tuple(battle.setup.zone(z).polygon for z in group.zones)
    if not waiting:
        return AGAIN
    things = tuple(
        Thing(id=s.id, text=s.name, regions=zone, choices=(("posture", ("ready", "resting"), "ready"),))
        for s in waiting
    )
    order = yield Place(side=side, purpose="deploy", prompt="Deploy your stands in your zone.", things=things)
    for p in order.placements:
        battle.happen(StandPlaced(stand=p.thing, x=p.x, y=p.y, facing_deg=p.facing_deg or 0.0))
    return AGAIN


def initiative(battle: Any) -> Generator[AnyRequest, Any, Any]:
    side = next(iter(battle.state.sides))
    for stand in battle.state.stands.values():
        stand.acted = False
    battle.state.first = side
    if _wants(battle, "initiative"):
        options = (
            Option(id="first", text="We go first", consequence="You act before the enemy in this turn."),
            Option(id="second", text="They go first", consequence="You see what the enemy does."),
        )
        prompt = "Who goes first this turn?"
        order = yield Choose(side=side, purpose="initiative", prompt=prompt, options=options, rules=("TOY-1",))
        battle.state.first = side if order.option == "first" else battle.state.enemies_of(side)[0]
    return NEXT


def go(which: int) -> Any:
    def run(battle: Any) -> Generator[AnyRequest, Any, Any]:
        side = _side(battle.state, which)
        subjects = tuple(s.id for s in battle.state.in_play(side) if not s.acted)
        if not subjects:
            return NEXT
        prompt = "Give an order to one of your stands."
        order = yield Command(side=side, purpose="activate", prompt=prompt, subjects=subjects, rules=("TOY-1",))
        if order.is_done:
            return NEXT
        battle.state.stands[order.stand].acted = True
        yield from carry_out(battle, order)
        return AGAIN

    return run


def _side(state: Any, which: int) -> str:
    first = state.first or next(iter(state.sides))
    return first if which == 0 else state.enemies_of(first)[0]


def surrender(battle: Any) -> Generator[AnyRequest, Any, Any]:
    for side in battle.state.sides:
        alone = len(battle.state.in_play(side)) == 1
        if alone and _wants(battle, "surrender"):
            prompt = "Your last stand is surrounded. Surrender?"
            order = yield Confirm(side=side, purpose="surrender", prompt=prompt, yes="Surrender", no="Fight on")
            if order.yes:
                battle.end("annihilation", "The last stand surrendered.")
        if not battle.state.in_play(side):
            battle.end("annihilation", f"{battle.state.sides[side].name} has no stand left.")
    return NEXT


# -- carrying out


def carry_out(battle: Any, order: Order) -> Generator[AnyRequest, Any, Any]:
    if isinstance(order, Move):
        yield from move(battle, order)
    elif isinstance(order, Fire) and order.at is not None:
        burst(battle, order)
    elif isinstance(order, Fire):
        shoot(battle, order)
    elif isinstance(order, Assault):
        melee(battle, order)
    elif isinstance(order, Act):
        act(battle, order)


def move(battle: Any, order: Move) -> Generator[AnyRequest, Any, Any]:
    stand = battle.state.stands[order.stand]
    path = ((stand.x, stand.y), *order.path)
    facing = order.facing_deg
    if facing is None:
        (ax, ay), (bx, by) = path[-2:] if len(path) > 1 else (path[0], path[0])
        facing = math.degrees(math.atan2(by - ay, bx - ax)) % 360
    seen = knowledge.seen_by_for(battle.state, stand.id)
    inches = path_length(path)
    moved = battle.happen(
        StandMoved(
            stand=stand.id, path=path, facing_deg=round(facing, 1) % 360, mode=order.mode, inches=inches, seen_by=seen
        )
    )
    for watcher in battle.state.in_play(battle.state.enemies_of(stand.side)[0]):
        near = gap(fp(watcher), fp(stand)) <= WATCH_IN
        if watcher.watch and near and not stand.gone:
            answer = yield Command(
                side=watcher.side,
                purpose="watch fire",
                prompt=f"{stand.name} moves in sight of {watcher.name}. Fire?",
                subjects=(watcher.id,),
                orders=("fire",),
                interrupt="watch",
                about=(stand.id,),
                suggestion=Fire(stand=watcher.id, weapon="main", targets=(Shot(stand.id),)),
            )
            if isinstance(answer, Fire):
                watcher.watch = False
                shoot(battle, answer, moved)


def shoot(battle: Any, order: Fire, cause: Any = None) -> None:
    stand = battle.state.stands[order.stand]
    target = battle.state.stands[order.targets[0].target]
    need, mods = chance_to_hit(battle, stand, target)
    fired = battle.happen(
        Fired(
            stand=stand.id,
            targets=(target.id,),
            weapon="main",
            range_in=gap(fp(stand), fp(target)),
            rules=(cite("TOY-2"),),
        ),
        cause=cause,
    )
    dice = battle.throw(2)
    hits = sum(d >= need for d in dice)
    battle.happen(
        Rolled(
            purpose="to hit",
            who=stand.id,
            side=stand.side,
            dice=dice,
            needed=f"{need}+",
            modifiers=mods,
            outcome=f"{hits} hits" if hits else "misses",
            rules=(cite("TOY-2"),),
        ),
        cause=fired,
    )
    hurt(battle, target, hits, fired)
    knowledge.reveal_to_all(battle, stand.id, cause=fired)


def hurt(battle: Any, stand: Any, hits: int, cause: Any) -> None:
    if hits and stand.hits + hits >= 2:
        battle.happen(StandRemoved(stand=stand.id, why="destroyed"), cause=cause)
    elif hits:
        battle.happen(StandChanged(stand=stand.id, changes=(("hits", stand.hits + hits),), why="hit"), cause=cause)


def burst(battle: Any, order: Fire) -> None:
    stand = battle.state.stands[order.stand]
    fired = battle.happen(Fired(stand=stand.id, weapon="main", manner="burst", at=order.at, rules=(cite("TOY-3"),)))
    dice = battle.throw(2)
    x, y = order.at[0] + (dice[0] - 3) * 0.5, order.at[1] + (dice[1] - 3) * 0.5
    battle.happen(Rolled(purpose="deviation", who=stand.id, side=stand.side, dice=dice, outcome="drifts"), cause=fired)
    struck = tuple(s.id for s in battle.state.in_play() if math.dist((s.x, s.y), (x, y)) <= BLAST_IN)
    landed = battle.happen(
        TemplateLanded(
            shape="circle",
            width_in=2 * BLAST_IN,
            depth_in=2 * BLAST_IN,
            x=x,
            y=y,
            aim_x=order.at[0],
            aim_y=order.at[1],
            hits=struck,
        ),
        cause=fired,
    )
    for name in struck:
        hurt(battle, battle.state.stands[name], 1, landed)


def melee(battle: Any, order: Assault) -> None:
    stand, target = battle.state.stands[order.stand], battle.state.stands[order.target]
    fired = battle.happen(Fired(stand=stand.id, targets=(target.id,), manner="assault", rules=(cite("TOY-4"),)))
    dice = battle.throw(2)
    bonus = len(order.supports)
    won = dice[0] + bonus > dice[1]
    battle.happen(
        Rolled(
            purpose="assault",
            who=stand.id,
            side=stand.side,
            dice=dice,
            total=dice[0] + bonus,
            outcome="wins" if won else "loses",
        ),
        cause=fired,
    )
    battle.happen(StandRemoved(stand=(target if won else stand).id, why="destroyed"), cause=fired)


def act(battle: Any, order: Act) -> None:
    stand = battle.state.stands[order.stand]
    if order.act == "watch":
        battle.happen(StandChanged(stand=stand.id, changes=(("watch", True),), why="watch"))
    elif order.at is not None:
        marker = Marker(id=f"note-{stand.id}", kind="target", side=stand.side, x=order.at[0], y=order.at[1], text="TRP")
        battle.happen(MarkerPlaced(marker=marker))


def chance_to_hit(scene: Any, stand: Any, target: Any) -> tuple[int, tuple[Modifier, ...]]:
    need, mods = line(stand)["need"], ()
    if any(f.kind.startswith("woods") for f in scene.board.features_at(target.x, target.y)):
        need, mods = need + 1, (Modifier("in woods", -1, 0, cite("TOY-2")),)
    return need, mods


SEQUENCE = (
    Step("muster", muster, "Muster", before_play=True),
    Step("deploy", deploy, "Deployment", before_play=True),
    Step("initiative", initiative, "Initiative"),
    Step("first go", go(0), "First go", side=lambda s: _side(s, 0)),
    Step("second go", go(1), "Second go", side=lambda s: _side(s, 1)),
    Step("surrender", surrender, "End"),
)
