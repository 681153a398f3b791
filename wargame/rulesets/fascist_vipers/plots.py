"""What is written down before play: programmed fire and bombers. Rules: CFV-BRST-18, -20, CFV-AIR-05."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import bearing, off_table, snap_facing, snap_point
from wargame.engine.dice import Chance
from wargame.engine.events import MarkerPlaced, MarkerRemoved
from wargame.engine.orders import Order, Placed, Placement, Refusal
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.state import Marker
from wargame.rulesets.fascist_vipers import observation, shooting
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.state import Plot, Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "plan"
FRIENDS_COME_IN = 2.5
"""Inches that friends are expected to advance in a turn: later fire is planned beyond that."""


def plan_step(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """Asks one side for its programmed fire and its bombers' targets. Rules: CFV-BRST-18, CFV-AIR-05."""
    state = observation.state_of(battle)
    side = next((s for s in state.sides if s not in state.planned), None)
    if side is None:
        return NEXT
    things = things_to_plot(battle, side)
    if things:
        request = Place(
            side=side,
            purpose=PURPOSE,
            prompt="Write down turn and target of programmed fire and bombers; it cannot be changed later.",
            things=things,
            rules=(cite("CFV-BRST-18"), cite("CFV-AIR-05")),
        )
        order = yield msgspec.structs.replace(request, suggestion=_suggestion(battle, request))
        _write_down(battle, side, order)
    state.planned += (side,)
    return AGAIN


def things_to_plot(scene: Scene, side: str) -> tuple[Thing, ...]:
    """A thing for each salvo of a programmed battery and each bomber of a side."""
    things: list[Thing] = []
    for stand in observation.state_of(scene).stands.values():
        if stand.side != side or stand.gone:
            continue
        turns = tuple(str(t) for t in turns_for(scene, stand))
        if stand.programmed:
            for k in range(stand.rounds or 1):
                turn = turns[min(k, len(turns) - 1)]
                text = f"{stand.name}, salvo {k + 1}"
                choice = (("turn", turns, turn),)
                radius = stand.ratings.burst / 2
                things.append(
                    Thing(id=f"{stand.id}#{k}", text=text, form="point", must=False, choices=choice, radius_in=radius)
                )
        elif stand.ratings.air_role == "bomber":
            choice = (("turn", turns, turns[0]),)
            radius = stand.ratings.bomb_burst / 2
            things.append(Thing(id=f"{stand.id}#0", text=stand.name, must=False, choices=choice, radius_in=radius))
    return tuple(things)


def turns_for(scene: Scene, stand: VipersStand) -> range:
    """Turns that a battery or bomber may be plotted for."""
    first, last = stand.plot_turns or (1, scene.setup.turn_limit)
    if stand.ratings.air_role == "bomber":
        first, last = stand.arrives_turn or first, stand.leaves_turn or last
    return range(first, max(first, min(last, scene.setup.turn_limit)) + 1)


def check_plots(scene: Scene, request: Place, order: Order) -> Refusal | None:
    """Why these plots may not be written down: off the table, or two salvos of one battery in one turn."""
    if not isinstance(order, Placed):
        return None
    taken: set[tuple[str, str]] = set()
    for placement in order.placements:
        thing = next(t for t in request.things if t.id == placement.thing)
        stand, turn = placement.thing.rsplit("#", 1)[0], placement.choice("turn", thing.choices[0][2])
        name = scene.state.stands[stand].name
        if off_table(scene.board.table, (placement.x, placement.y)):
            return Refusal(text=f"{name}: the target lies off the table.", rules=(cite("CFV-BRST-18"),), about=stand)
        if turn not in thing.choices[0][1]:
            return Refusal(text=f"{name}: not available in turn {turn}.", rules=(cite("CFV-BRST-18"),), about=stand)
        if (stand, turn) in taken:
            text = f"{name}: only one salvo a turn; turn {turn} has two."
            return Refusal(text=text, rules=(cite("CFV-BRST-18"),), about=stand)
        taken.add((stand, turn))
    return None


def sample_plots(scene: Scene, request: Place, chance: Chance) -> list[Order]:
    """A few ways to answer: targets drawn among what the side knows or suspects, turns spread."""
    return [_aimed(scene, request, chance.index) for _ in range(3)]


def fire_programmed(battle: Battle) -> Directive:
    """Fires one salvo that was plotted for this turn by the side whose go it is. Rule: CFV-BRST-20."""
    state = observation.state_of(battle)
    plot = next((p for p in state.plots if _is_due(battle, p)), None)
    if plot is None:
        for late in [p for p in state.plots if _is_void(battle, p)]:
            close(battle, late, "called off")
        return NEXT
    cite("CFV-BRST-20")
    close(battle, plot)
    shooting.shoot(battle, state.stands[plot.stand], (plot.x, plot.y), observed=False)
    return AGAIN


def close(battle: Battle, plot: Plot, why: str = "fired") -> None:
    """Marks a plot as carried out, or as one that will never be."""
    state = observation.state_of(battle)
    done = msgspec.structs.replace(plot, done=True)
    state.plots = tuple(done if p == plot else p for p in state.plots)
    battle.happen(MarkerRemoved(marker=_marker_id(plot), why=why, seen_by=(plot.side,)))


def write_plot(battle: Battle, plot: Plot) -> None:
    """Keeps a plot, with a marker that only its side sees."""
    observation.state_of(battle).plots += (plot,)
    known = (plot.side,)
    marker = Marker(
        id=_marker_id(plot),
        kind="plot",
        side=plot.side,
        x=plot.x,
        y=plot.y,
        text=f"{battle.state.stands[plot.stand].name}, turn {plot.turn}",
        known_to=known,
    )
    battle.happen(MarkerPlaced(marker=marker, seen_by=known, rules=(cite("CFV-BRST-18"),)))


def _is_due(battle: Battle, plot: Plot) -> bool:
    stand = observation.state_of(battle).stands[plot.stand]
    here = plot.turn == battle.state.turn and plot.side == battle.state.phasing
    return here and not plot.done and stand.programmed and not stand.gone


def _is_void(battle: Battle, plot: Plot) -> bool:
    """Is this a salvo of the side whose go it is that cannot be fired any more: the battery has left the battle?"""
    stand = observation.state_of(battle).stands[plot.stand]
    return plot.side == battle.state.phasing and not plot.done and stand.programmed and bool(stand.gone)


def _write_down(battle: Battle, side: str, order: Placed) -> None:
    for placement in order.placements:
        stand = observation.state_of(battle).stands[placement.thing.rsplit("#", 1)[0]]
        default = str(turns_for(battle, stand)[0])
        write_plot(
            battle,
            Plot(
                stand=stand.id,
                side=side,
                turn=int(placement.choice("turn", default)),
                x=placement.x,
                y=placement.y,
                approach_deg=placement.facing_deg,
            ),
        )


def _marker_id(plot: Plot) -> str:
    return f"plot-{plot.stand}-{plot.turn}"


def _suggestion(battle: Battle, request: Place) -> Placed:
    view = battle.view(request.side)
    count = [0]

    def next_one(length: int) -> int:
        count[0] += 1
        return (count[0] - 1) % length

    return _aimed(view, request, next_one)


def _aimed(scene: Scene, request: Place, pick: Any) -> Placed:
    """Aims each thing at one of the likely places of its turn; salvos of one battery take turns in order."""
    placements = []
    for thing in request.things:
        k = int(thing.id.rsplit("#", 1)[1])
        name, turns, _ = thing.choices[0]
        if k >= len(turns):
            continue
        likely = _likely_targets(scene, request.side, int(turns[k]))
        x, y = snap_point(*likely[pick(len(likely))])
        facing = None if thing.form == "point" else _approach(scene, request.side, (x, y))
        placements.append(Placement(thing=thing.id, x=x, y=y, facing_deg=facing, choices=((name, turns[k]),)))
    return Placed(placements=tuple(placements))


def _likely_targets(scene: Scene, side: str, turn: int) -> list[Point]:
    """Known enemies and objectives not one's own, where friends will not be by that turn; else the middles of the
    enemy's zones, or of the table."""
    found = [(s.x, s.y) for s in observation.known_enemies(scene, side)]
    found += [(o.x, o.y) for o in scene.state.objectives.values() if o.holder != side]
    if not found:
        found = [_middle(z.polygon) for z in scene.setup.zones if z.side and z.side != side and z.kind == "deploy"]
    friends = [(s.x, s.y) for s in observation.on_table(scene, side)]
    if found and friends:
        away = {at: min(math.dist(at, friend) for friend in friends) for at in found}
        safe = [at for at in found if away[at] > FRIENDS_COME_IN * turn]
        found = safe or [max(found, key=lambda at: away[at])]
    table = scene.board.table
    return found or [(table.width_in / 2, table.height_in / 2)]


def _middle(polygon: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def _approach(scene: Scene, side: str, at: Point) -> float:
    return snap_facing(bearing(*edge_middle(scene.setup, side), *at))
