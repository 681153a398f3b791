"""Walking a planned path: it is interrupted at the exact points where somebody may react, and goes on if it may.

Rules: NUT-GEO-13, NUT-CHAIN-01, -11, NUT-SIGHT-01, -03, -04, -10, -14, NUT-NP-14.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.board import Footprint, bearing
from wargame.engine import knowledge
from wargame.engine.events import Event
from wargame.engine.orders import Chosen, Done
from wargame.engine.requests import AnyRequest, Choose, Command, Option
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    chain,
    geometry,
    hidden,
    movement,
    standing,
    status,
    steps,
    trigger_points,
)
from wargame.rulesets.clash_of_titans.activation import Activation, finish, takes_orders
from wargame.rulesets.clash_of_titans.causes import Newcomers
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.rulesets.clash_of_titans.trigger_points import Trigger, Views

Point = tuple[float, float]
Pairs = list[tuple[str, str]]
STEP_IN = 0.25
MORE_IN = 2.0
"""What a moving figure that is seen may go on before the test (NUT-SIGHT-03)."""
SEEN = (trigger_points.LOS, trigger_points.TWO_INCHES)
COME_ON, MORE = "come_on", "two_more"
"""Purposes of the two requests that a sighting makes."""


@dataclass(frozen=True, slots=True)
class WalkOutcome:
    """How a walk ended: inches walked, whether the whole path was, the last step."""

    inches: float
    arrived: bool
    event: Event | None = None


def walk(battle: Battle, activation: Activation, plan: Plan) -> Generator[AnyRequest, Any, WalkOutcome]:
    """Walk a plan to its end or to where a chain stops it. Rules: NUT-GEO-13, NUT-CHAIN-01, -11."""
    # Who is found by contact is set up by rules that know how men walk.
    from wargame.rulesets.clash_of_titans import contact

    stand = cast(ClashState, battle.state).stands[plan.stand]
    ahead, walked, event = plan.path, 0.0, None
    asked: set[str] = set()
    found_here: set[str] = set()
    if movement.length(ahead) <= 1e-9:
        return WalkOutcome(0.0, True, steps.turn(battle, stand, plan.facing_deg))
    while True:
        found, views = look_ahead(battle, stand, ahead)
        here = {trigger_points.FOUND: found_here, **dict.fromkeys(SEEN, asked)}
        found = [t for t in found if t.inches > 1e-6 or t.watcher not in here.get(t.kind, ())]
        found = sorted([*found, *contact.triggers(battle, stand, ahead)], key=lambda t: t.key)
        first = found[0] if found else None
        inches = movement.length(ahead) if first is None else first.inches
        inches = _off_friends(battle, stand, ahead, inches) if first is not None and first.kind in SEEN else inches
        event = _step(battle, stand, movement.cut(ahead, inches), plan, views, event)
        walked += inches
        left = movement.rest(ahead, inches)
        if first is None:
            return WalkOutcome(walked, True, event)
        if first.kind == trigger_points.FOUND:
            if inches > 1e-6:
                return WalkOutcome(walked, False, event)
            # whom he finds from where he is, he need not stop for: he has not set out
            found_here.add(first.watcher)
            ahead = left
            continue
        if first.kind == trigger_points.AREA:
            met = yield from contact.met(battle, stand, first, activation.active, event)
            if movement.length(left) <= 1e-6 or not _may_go_on(stand, met):
                return WalkOutcome(walked, movement.length(left) <= 1e-6, event)
            ahead = left
            continue
        known = _known_watcher(battle, stand, found, inches)
        more = 0.0 if known is None else (yield from _two_more(battle, stand, left, known))
        if more > 0.0:
            event = _step(battle, stand, movement.cut(left, more), plan, None, event)
            walked, left = walked + more, movement.rest(left, more)
        reached = max(inches, first.inches) + more
        pairs = _seen_by_now(battle, stand, found, reached, event)
        asked = {watcher for watcher, _ in pairs}
        pairs += [] if known is None else (yield from _together(battle, activation, stand))
        outcome = yield from chain.resolve(battle, [Newcomers(event=event, pairs=tuple(pairs))], activation.active)
        arrived = movement.length(left) <= 1e-6
        if stand.status == DUCKED and not arrived:
            finish(battle, stand, event)
        if arrived or not _may_go_on(stand, outcome):
            return WalkOutcome(walked, arrived, event)
        ahead = movement.cut(left, _off_friends(battle, stand, left, movement.length(left)))
        if movement.length(ahead) <= 1e-6:
            return WalkOutcome(walked, False, event)


def _step(
    battle: Battle, stand: ClashStand, path: Sequence[Point], plan: Plan, views: Views | None, cause: Event | None
) -> Event | None:
    """Walk a piece of path, with what becomes known by it: hidden men who are found, a hidden mover in the open. Who is
    looked at where he is has not moved, unless he has to stand up for it.

    Rules: NUT-SIGHT-10, -11.
    """
    state = cast(ClashState, battle.state)
    views = views or trigger_points.views(battle, stand, tuple(path), watchers(battle, stand))
    sets_out = movement.length(path) > 1e-6 or (stand.prone and plan.mode != movement.CRAWL)
    event = steps.go(battle, stand, path, plan, cause) if sets_out else cause
    views.remember(state, movement.length(path))
    hidden.after_move(battle, stand, tuple(path), event)
    return event


def _seen_by_now(
    battle: Battle, stand: ClashStand, found: Sequence[Trigger], inches: float, event: Event | None
) -> Pairs:
    """Who has come to see the mover, by so many inches: whoever is seen is hidden no more. Rules: NUT-SIGHT-01, -11."""
    pairs = [(t.watcher, stand.id) for t in found if t.inches <= inches + 1e-6 and t.kind in SEEN]
    if pairs and hidden.is_hidden(battle, stand):
        hidden.reveal(battle, stand, pairs[0][0], event)
    return pairs


def _known_watcher(battle: Battle, stand: ClashStand, found: Sequence[Trigger], inches: float) -> Trigger | None:
    """The first of those who now see the mover whom his side knows of; None: his owner does not know that he is seen.

    Rule: NUT-SIGHT-11.
    """
    now = (t for t in found if t.inches <= inches + 1e-6 and t.kind in SEEN)
    return next((t for t in now if not knowledge.is_hidden(battle.state, t.watcher, stand.side)), None)


def _off_friends(battle: Battle, stand: ClashStand, ahead: Sequence[Point], inches: float) -> float:
    """Where he stops to be looked at: not on a friend whom he passes, but past him, or else before him.

    Rule: NUT-GEO-01.
    """
    length = movement.length(ahead)
    tries = [inches, *(inches + n * STEP_IN for n in range(1, int((length - inches) / STEP_IN) + 1)), length]
    tries += [inches - n * STEP_IN for n in range(1, int(inches / STEP_IN) + 1)] + [0.0]
    for far in tries:
        path = movement.cut(ahead, far)
        facing = bearing(*path[-2], *path[-1]) if len(path) > 1 else stand.facing_deg
        other = standing.occupant(battle, stand, Footprint(stand.base, *path[-1], facing), stand.floor)
        if other is None or _is_driven_over(stand, other):
            return far
    return inches


def _is_driven_over(stand: ClashStand, other: ClashStand) -> bool:
    """Does a hull stop on him, so that he steps aside afterwards? Rule: NUT-VINF-02."""
    return stand.is_vehicle and other.is_man and other.side != stand.side


def _may_go_on(stand: ClashStand, outcome: chain.Outcome) -> bool:
    """May an interrupted mover finish his move? Rule: NUT-CHAIN-11."""
    cite("NUT-CHAIN-11")
    return outcome.may_go_on(stand.id) and status.ready(stand) and not stand.finished and stand.in_play


def watchers(battle: Battle, stand: ClashStand) -> list[ClashStand]:
    """Enemies who may yet test In Sight for this mover in this activation. Rules: NUT-SIGHT-01, -14."""
    state = cast(ClashState, battle.state)
    cite("NUT-SIGHT-14")
    tested = {pair.watcher for pair in state.pairs if pair.mover == stand.id}
    return [s for s in state.stands.values() if s.side != stand.side and s.id not in tested and could_test(state, s)]


def could_test(state: ClashState, stand: ClashStand) -> bool:
    """Is it a figure, gun crew or vehicle that could take In Sight at all? Rule: NUT-SIGHT-02."""
    if stand.is_vehicle:
        return stand.in_play and not stand.knocked_out and takes_orders_ignoring_activation(state, stand)
    return stand.is_man and stand.in_play and status.ready(stand) and not stand.melee_with


def takes_orders_ignoring_activation(state: ClashState, vehicle: ClashStand) -> bool:
    """Has a vehicle a crewman who can do something?"""
    return any(
        s.carrier == vehicle.id and status.able(s) and s.station not in ("rider", "passenger")
        for s in state.stands.values()
    )


def look_ahead(battle: Battle, stand: ClashStand, ahead: Sequence[Point]) -> tuple[list[Trigger], Views]:
    """The points of a path at which somebody may react or a hidden enemy is found, in order, and what is seen of it.

    Rules: NUT-GEO-13, NUT-SIGHT-11.
    """
    cite("NUT-GEO-13")
    views = trigger_points.views(battle, stand, tuple(ahead), watchers(battle, stand))
    found = [*trigger_points.triggers(battle, views), *trigger_points.finds(battle, stand, tuple(ahead))]
    return sorted(found, key=lambda t: t.key), views


def newly_seen(battle: Battle, stand: ClashStand) -> Pairs:
    """Who sees a stand where it is now and has not tested for it. Rule: NUT-SIGHT-01."""
    cite("NUT-SIGHT-01")
    now = watchers(battle, stand)
    seen = geometry.pairs_see(battle, [(w, stand) for w in now])
    return [(w.id, stand.id) for w, sees in zip(now, seen, strict=True) if sees]


# ---------------------------------------------------------------- two more inches


def _two_more(
    battle: Battle, stand: ClashStand, left: Sequence[Point], trigger: Trigger
) -> Generator[AnyRequest, Any, float]:
    """Its owner may move it up to 2 in farther along its path before the test. Rules: NUT-SIGHT-03, NUT-NP-14."""
    farther = min(MORE_IN, movement.length(left))
    if farther <= 0.05 or not stand.is_man:
        return 0.0
    end = movement.cut(left, farther)[-1]
    if standing.may_stand(battle, stand, *end, stand.facing_deg) is not None:
        return 0.0
    good = _ends_in_cover(battle, stand, end, trigger.watcher)
    if cast(ClashState, battle.state).groups[stand.group].np:
        cite("NUT-NP-14")
        return farther if good else 0.0
    order = yield Choose(
        side=stand.side,
        purpose=MORE,
        prompt=f"{stand.name} is seen. Go on {farther:.1f} in before the enemy tests?",
        options=(
            Option(id="hold", text="Stop here"),
            Option(id="go_on", text=f"Go on {farther:.1f} in", consequence="into cover" if good else "still exposed"),
        ),
        interrupt=MORE,
        about=(trigger.watcher, stand.id),
        suggestion=Chosen(option="go_on" if good else "hold"),
        rules=(cite("NUT-SIGHT-03"),),
    )
    return farther if order.option == "go_on" else 0.0


def _ends_in_cover(battle: Battle, stand: ClashStand, end: Point, watcher: str) -> bool:
    from wargame.rulesets.clash_of_titans import refuge

    enemy = cast(ClashState, battle.state).stands[watcher]
    return refuge.is_safe(battle, stand, end, [enemy])


# ---------------------------------------------------------------- coming on together


def _together(battle: Battle, activation: Activation, stand: ClashStand) -> Generator[AnyRequest, Any, Pairs]:
    """Members who have not moved may come on before the test; each stops where it too is seen.

    Rules: NUT-SIGHT-04, NUT-NP-14.
    """
    from wargame.rulesets.clash_of_titans import np_close

    pairs: Pairs = []
    state = cast(ClashState, battle.state)
    tried: set[str] = set()
    while True:
        able = _may_come_on(state, activation, stand)
        if not able:
            return pairs
        if state.groups[stand.group].np:
            order = np_close.comes_on(battle, stand.group, able, tried)
        else:
            order = yield _come_on_request(activation, stand, able)
        if order is None or order.is_done:
            return pairs
        mover = state.stands[order.stand]
        plan = movement.plan(battle, mover, order.path, order.mode, order.facing_deg)
        if len(plan.path) < 2:
            steps.turn(battle, mover, plan.facing_deg)
            continue
        found, views = look_ahead(battle, mover, plan.path)
        whole = movement.length(plan.path)
        inches = _off_friends(battle, mover, plan.path, found[0].inches) if found else whole
        event = _step(battle, mover, movement.cut(plan.path, inches), plan, views, None)
        reached = max(inches, found[0].inches) if found else inches
        pairs += _seen_by_now(battle, mover, found, reached, event)


def _may_come_on(state: ClashState, activation: Activation, stand: ClashStand) -> list[ClashStand]:
    cite("NUT-SIGHT-04")
    return [
        s
        for s in state.stands.values()
        if s.group == activation.group
        and s.id != stand.id
        and s.is_man
        and s.moved_in == 0
        and not (s.acted or s.set_up or s.melee_with or s.carrier)
        and takes_orders(state, s)
    ]


def _come_on_request(activation: Activation, stand: ClashStand, able: list[ClashStand]) -> Command:
    return Command(
        side=activation.side,
        purpose=COME_ON,
        prompt=f"{stand.name} is seen. Do others come on with him before the enemy tests?",
        subjects=tuple(s.id for s in able),
        orders=("move",),
        interrupt=COME_ON,
        about=(stand.id,),
        suggestion=Done(),
        rules=(cite("NUT-SIGHT-04"),),
    )
