"""Charges: wanting to, running in, being charged, and the first round hand to hand.

Rules: NUT-CHRG-01 to -11, NUT-VINF-04.

    order -> Wanting to Charge -> those who stay fire -> to 6 in: others' In Sight -> Being Charged -> contact -> melee
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Assault
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    activation,
    attributes,
    chain,
    charge_targets,
    closing,
    contacts,
    geometry,
    hidden,
    ladder,
    movement,
    passages,
    path_views,
    polyline,
    rooms,
    stars,
    status,
    steps,
    throws,
    trigger_points,
    walk,
)
from wargame.rulesets.clash_of_titans import targets as aims
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import ChargeMade, FireOrder, Newcomers, Volley
from wargame.rulesets.clash_of_titans.charge_targets import check, possible_supports, targets
from wargame.rulesets.clash_of_titans.ladder import CHARGE, STAY_AND_FIRE
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import ClashStand, Pair

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

__all__ = ["carry_out", "check", "possible_supports", "targets", "want"]

TEST = "wanting_to_charge"
AT_OPENING_IN = 0.05
"""Just before an opening a charger is not in it yet (NUT-BLDG-08)."""
SIX_IN = 6.0
"""Being Charged is taken when the charger has come so near (NUT-CHRG-03)."""
IN_VIEW_IN = 2.0
"""Others test for chargers who move farther than this in their view (NUT-CHRG-09)."""
Steps = Generator[AnyRequest, Any, None]
Pairs = Sequence[tuple[str, str]]


def carry_out(battle: Battle, active: Activation, order: Assault) -> Steps:
    """A charge from the test to the end of the first round. Rules: NUT-CHRG-01, -02, -07, -08, -11."""
    state = state_of(battle)
    men = [state.stands[name] for name in dict.fromkeys((order.stand, *order.supports))]
    target = state.stands[order.target]
    if target.is_vehicle and all(geometry.in_contact(battle, s, target) for s in men):
        # Who lies at the hull already attacks again without wanting to charge (NUT-VINF-11).
        from wargame.rulesets.clash_of_titans import close_assault

        yield from close_assault.go_in(battle, active, men, target, None)
        return
    found, event = yield from want(battle, men)
    going = [s for s in men if found[s.id] == CHARGE]
    staying = [s for s in men if found[s.id] == STAY_AND_FIRE]
    for stand in men:
        if stand not in going and stand not in staying:
            activation.finish(battle, stand, event)
    yield from _stay_and_fire(battle, active, staying, target, event)
    going = [s for s in going if can_go_on(s)]
    if not going:
        return
    if target.is_vehicle:
        # Close assaults of armour begin like any charge, and go their own way from here.
        from wargame.rulesets.clash_of_titans import close_assault

        yield from close_assault.go_in(battle, active, going, target, event)
        return
    pairs = yield from charge_targets.name_targets(battle, going, order.target)
    for stand in going:
        if stand.id not in {name for name, _ in pairs}:
            activation.finish(battle, stand, event)
    if pairs:
        yield from _run_in(battle, active, pairs, event)


def can_go_on(stand: ClashStand) -> bool:
    """Is a charger still able to: on his feet, and not stopped by what has happened? Rule: NUT-CHRG-07."""
    cite("NUT-CHRG-07")
    return status.ready(stand) and not stand.finished and stand.in_play


# ---------------------------------------------------------------- wanting to


def want(
    battle: Battle, men: Sequence[ClashStand], cause: Event | None = None
) -> Generator[AnyRequest, Any, tuple[dict[str, str], Event | None]]:
    """Wanting to Charge of men of one group: charge, stay_and_fire or halt for each.

    Rules: NUT-CHRG-01, -02, NUT-CHAR-05.
    """
    cite("NUT-CHRG-01")
    results = {n: ladder.read(TEST, n).result for n in range(throws.TOP_ROW + 1)}
    chosen: dict[str, int] = {}
    for stand in men:
        will = yield from stars.free_will(battle, stand, (TEST,), results, cause)
        if will is not None:
            chosen[stand.id] = will
    event = cause
    passed = dict(chosen)
    if len(chosen) < len(men):
        extra = {TEST: {s.id: attributes.dice(s, TEST) for s in men}}
        rules = (cite("NUT-CHRG-02"),)
        roll = throws.group_roll(battle, (TEST,), men, extra=extra, chosen=chosen, rules=rules, cause=cause)
        event = roll.event
        passed = {s.id: roll.passed(TEST, s.id) for s in men}
    for stand in men:
        change(battle, stand, (("tested_charge", passed[stand.id]),), TEST, event)
    return {name: results[n] for name, n in passed.items()}, event


def _stay_and_fire(
    battle: Battle, active: Activation, men: Sequence[ClashStand], target: ClashStand, cause: Event | None
) -> Steps:
    """Those who do not dare fire at the intended target, as one volley, before the others charge.

    Rules: NUT-CHRG-02, -11.
    """
    orders = []
    for stand in men:
        weapon = aims.weapon_of(stand)
        able = weapon is not None and not stand.shot and aims.unfit(battle, stand) is None
        if weapon is not None and able and aims.refusal(battle, stand, weapon, target) is None:
            cite("NUT-CHRG-11")
            others = tuple(t.id for t in aims.able_targets(battle, stand) if t.id != target.id)
            orders.append(
                FireOrder(stand=stand.id, weapon=stand.in_hand, candidates=(target.id, *others), first=(target.id,))
            )
    if orders:
        yield from chain.resolve(battle, [Volley(event=cause, orders=tuple(orders))], active.active)
    for stand in men:
        activation.finish(battle, stand, cause)


# ---------------------------------------------------------------- running in


def _run_in(battle: Battle, active: Activation, pairs: Pairs, cause: Event | None) -> Steps:
    """All chargers move together: to 6 in, through the fire of others and of the charged, to contact.

    Rules: NUT-CHRG-03, -05, -07 to -10.
    """
    state = state_of(battle)
    cite("NUT-CHRG-10")
    for name, foe in pairs:
        change(battle, state.stands[name], (("charges", foe),), CHARGE, cause)
    state.pairs += tuple(Pair(foe, name) for name, foe in pairs)
    cite("NUT-CHRG-09")
    starts = {name: (state.stands[name].x, state.stands[name].y) for name, _ in pairs}
    plans = _plans(battle, pairs)
    watching = onlookers(battle, plans)
    unseen = _unseen(battle, pairs, plans)
    walked = {name: to_six(battle, plans.get(name), state.stands[foe], cause) for name, foe in pairs}
    seen = [pair for pair in watching if can_go_on(state.stands[pair[1]])]
    if seen:
        yield from chain.resolve(battle, [Newcomers(event=cause, pairs=tuple(seen), charging=True)], active.active)
    left = [pair for pair in pairs if can_go_on(state.stands[pair[0]])]
    if left:
        cite("NUT-CHRG-03")
        fresh = tuple((name, foe) for name, foe in left if is_surprise(state.stands[foe], starts[name]))
        behind = tuple(name for name, _ in fresh)
        made = ChargeMade(event=cause, pairs=tuple(left), from_behind=behind, unseen=unseen)
        yield from chain.resolve(battle, [made], active.active)
    yield from _close(battle, active, left, {n: (plans[n], walked[n]) for n in plans}, starts, cause)
    for name, _ in pairs:
        stand = state.stands[name]
        if stand.charges:
            change(battle, stand, (("charges", ""),), "charged", cause)
        activation.finish(battle, stand, cause)


def is_surprise(foe: ClashStand, start: Point) -> bool:
    """Did this charger start outside the front of his target? Rule: NUT-CHRG-06."""
    cite("NUT-CHRG-06")
    return not geometry.faces_point(foe, start)


def _plans(battle: Battle, pairs: Pairs) -> dict[str, Plan]:
    """The shortest way of each charger, worked out before anybody moves. Rule: NUT-CHRG-08."""
    state = state_of(battle)
    found = {}
    for name, foe in pairs:
        plan = charge_targets.way_to(battle, state.stands[name], state.stands[foe])
        if plan is not None:
            found[name] = plan
    return found


def onlookers(battle: Battle, plans: Mapping[str, Plan]) -> list[tuple[str, str]]:
    """Other enemies who see a charger move more than 2 in, and see him where he is now. Rule: NUT-CHRG-09."""
    state = state_of(battle)
    found = []
    for name, plan in plans.items():
        stand = state.stands[name]
        views = trigger_points.views(battle, stand, plan.path, walk.watchers(battle, stand))
        for watcher, stretches in views.seen.items():
            if sum(b - a for a, b in stretches) > IN_VIEW_IN:
                cite("NUT-CHRG-09")
                found.append((watcher, name))
    return found


def to_six(battle: Battle, plan: Plan | None, foe: ClashStand, cause: Event | None) -> float:
    """Move a charger to within 6 in of his target, unless he begins nearer; inches moved. Rule: NUT-CHRG-03."""
    if plan is None:
        return 0.0
    stand = state_of(battle).stands[plan.stand]
    trigger = trigger_points.comes_within(battle, stand, plan.path, foe, SIX_IN)
    inches = trigger.inches if trigger is not None else 0.0
    opening = _opening_at(battle, stand, plan, foe)
    inches = max(inches, opening if opening is not None else 0.0)
    if inches > 0.005:
        run_in(battle, stand, movement.cut(plan.path, inches), plan, cause)
        return inches
    return 0.0


def run_in(battle: Battle, stand: ClashStand, path: Sequence[Point], plan: Plan, cause: Event | None) -> None:
    """A piece of a charger's way; whoever hid before he charged is known now. Rule: NUT-SIGHT-11."""
    event = steps.go(battle, stand, path, dataclasses.replace(plan, mode=CHARGE), cause)
    hidden.after_move(battle, stand, tuple(path), event)


def _opening_at(battle: Battle, stand: ClashStand, plan: Plan, foe: ClashStand) -> float | None:
    """Inches at which a charger passes the opening of the area where his target is. Rule: NUT-BLDG-08."""
    room = rooms.room_at(battle.board, foe.x, foe.y, foe.floor) if rooms.is_built(battle.board) else None
    return passages.enters_at(battle, stand, plan.path, room) if room is not None else None


def _unseen(battle: Battle, pairs: Pairs, plans: Mapping[str, Plan]) -> tuple[str, ...]:
    """Chargers whom their target, in a building, could not see before they pass the opening. Rule: NUT-BLDG-08."""
    state = state_of(battle)
    found = []
    for name, foe in pairs:
        stand, enemy, plan = state.stands[name], state.stands[foe], plans.get(name)
        opening = _opening_at(battle, stand, plan, enemy) if plan is not None else None
        if plan is None or opening is None:
            continue
        before = polyline.Way.of(movement.cut(plan.path, max(0.0, opening - AT_OPENING_IN)))
        if not path_views.stretches(battle, stand, before, enemy, None):
            found.append(name)
    return tuple(found)


def _close(
    battle: Battle,
    active: Activation,
    pairs: Pairs,
    plans: Mapping[str, tuple[Plan, float]],
    starts: Mapping[str, Point],
    cause: Event | None,
) -> Steps:
    """The last inches: to contact with those who stay, to where the others stood.

    Rules: NUT-CHRG-07, -08, NUT-MELE-01.
    """
    state = state_of(battle)
    met = []
    for name, foe in pairs:
        stand, enemy = state.stands[name], state.stands[foe]
        if not can_go_on(stand) or name not in plans:
            continue
        plan, walked = plans[name]
        yield from _last_inches(battle, active, stand, enemy, plan, walked, cause)
        if can_go_on(stand) and geometry.in_contact(battle, stand, enemy):
            met.append((name, foe))
    yield from contacts.meet(battle, active, met, starts, cause)


def _last_inches(
    battle: Battle,
    active: Activation,
    stand: ClashStand,
    enemy: ClashStand,
    plan: Plan,
    walked: float,
    cause: Event | None,
) -> Steps:
    """Run on to contact; enemies who come into view on the way test. Rules: NUT-CHRG-07, -09, NUT-SIGHT-01."""
    again = closing.way(battle, stand, enemy) if contacts.stays(enemy) else None
    path = again.path if again is not None else movement.rest(plan.path, walked)
    ahead = path if len(path) > 1 else ()
    while ahead and movement.length(ahead) > 0.005:
        trigger = next((t for t in walk.look_ahead(battle, stand, ahead)[0] if t.kind in walk.SEEN), None)
        inches = movement.length(ahead) if trigger is None else trigger.inches
        if inches > 0.0005:
            run_in(battle, stand, movement.cut(ahead, inches), plan, cause)
        if trigger is None:
            return
        seen = Newcomers(event=cause, pairs=tuple(walk.newly_seen(battle, stand)), charging=True)
        yield from chain.resolve(battle, [seen], active.active)
        if not can_go_on(stand):
            return
        ahead = movement.rest(ahead, inches)


def change(
    battle: Battle, stand: ClashStand, changes: tuple[tuple[str, object], ...], why: str, cause: Event | None = None
) -> None:
    """Tell of something that the charge changes."""
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, seen_by=seen), cause)
