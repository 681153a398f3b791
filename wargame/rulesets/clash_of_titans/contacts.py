"""What happens when chargers have closed: helpless men are finished, the others fight, victors go on.

Rules: NUT-MELE-01,
-02, -06, -09, -10, NUT-CHRG-07, NUT-FIRE-16.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine.events import Event, StandMoved
from wargame.engine.orders import Chosen
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import geometry, melee, melee_dice, movement, refuge, status, targets, wounds
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.melee import Bout
from wargame.rulesets.clash_of_titans.melee_dice import Facts
from wargame.rulesets.clash_of_titans.state import RUNNING, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

VICTORY = "after_melee"
VICTORY_IN = 4.0
"""What a victor may move (NUT-MELE-09)."""
Steps = Generator[AnyRequest, Any, None]


def stays(enemy: ClashStand) -> bool:
    """Is the target of a charge still where it was: it has not run, and is not gone? Rule: NUT-CHRG-07."""
    return not enemy.gone and enemy.in_play and enemy.status not in (RUNNING, "captured")


def meet(
    battle: Battle,
    active: Activation,
    pairs: Sequence[tuple[str, str]],
    starts: Mapping[str, Point],
    cause: Event | None,
) -> Steps:
    """Chargers are in contact: pairs of (charger, target). Rules: NUT-MELE-01, -06, NUT-FIRE-16."""
    state = state_of(battle)
    fights = []
    for foe in dict.fromkeys(enemy for _, enemy in pairs):
        names = tuple(name for name, enemy in pairs if enemy == foe)
        enemy = state.stands[foe]
        if wounds.is_helpless(enemy):
            yield from wounds.finish_off(battle, state.stands[names[0]], enemy, cause)
        elif status.able(enemy):
            fights.append(_bout(battle, names, enemy, starts))
    for bout in fights:
        melee.engage(battle, [(name, bout.defender) for name in bout.attackers], cause)
    if fights:
        yield from melee.fight(battle, fights, active.active, cause)
    yield from _victories(battle, pairs, cause)


def _bout(battle: Battle, names: tuple[str, ...], enemy: ClashStand, starts: Mapping[str, Point]) -> Bout:
    """The first round of chargers against one man, and everybody faces his enemy. Rules: NUT-MELE-02, -06, -10."""
    state = state_of(battle)
    chargers = [state.stands[name] for name in names]
    behind = all(melee_dice.is_behind(enemy, starts[name]) for name in names)
    defends = all(melee_dice.defends_obstacle(battle, enemy, (s.x, s.y)) for s in chargers)
    facts = Facts(first_round=True, charging=True, helpers=len(names) - 1)
    against = Facts(first_round=not enemy.melee_with, beset=behind or bool(enemy.melee_with), behind_obstacle=defends)
    return Bout(names, enemy.id, facts, against)


# ---------------------------------------------------------------- after winning


def _victories(battle: Battle, pairs: Sequence[tuple[str, str]], cause: Event | None) -> Steps:
    """Victors whose charge ended the last enemy in contact may go on a little and take cover. Rule: NUT-MELE-09."""
    state = state_of(battle)
    for name, foe in pairs:
        stand, enemy = state.stands[name], state.stands[foe]
        if not status.ready(stand) or stand.melee_with or not stand.in_play or melee_goes_on(enemy):
            continue
        if any(geometry.in_contact(battle, stand, s) for s in _enemies_up(battle, stand)):
            continue
        cite("NUT-MELE-09")
        yield from _go_on(battle, stand, enemy, cause)


def melee_goes_on(enemy: ClashStand) -> bool:
    """Does the target still fight?"""
    return status.able(enemy) and bool(enemy.melee_with)


def _enemies_up(battle: Battle, stand: ClashStand) -> list[ClashStand]:
    return [s for s in targets.enemies(battle, stand.side) if s.is_man and status.able(s) and not s.carrier]


def _go_on(battle: Battle, stand: ClashStand, enemy: ClashStand, cause: Event | None) -> Steps:
    places = _places(battle, stand, enemy)
    if not places:
        return
    best = "cover" if "cover" in places else "hold"
    if state_of(battle).groups[stand.group].np:
        choice = best
    else:
        options = [Option(id="hold", text="Stay")]
        if "cover" in places:
            options.append(Option(id="cover", text="Take cover", consequence="out of sight or covered"))
        if "place" in places:
            options.append(Option(id="place", text="Into his place"))
        order = yield Choose(
            side=stand.side,
            purpose=VICTORY,
            prompt=f"{stand.name} has won. Up to {VICTORY_IN:g} in on?",
            options=tuple(options),
            about=(stand.id,),
            rules=("NUT-MELE-09",),
            interrupt=VICTORY,
            suggestion=Chosen(option=best),
        )
        choice = order.option
    if choice in places:
        path = places[choice]
        moved = StandMoved(
            stand=stand.id,
            path=path,
            facing_deg=stand.facing_deg,
            mode=VICTORY,
            inches=round(movement.length(path), 3),
            rules=(cite("NUT-MELE-09"),),
        )
        battle.happen(moved, cause)


def _places(battle: Battle, stand: ClashStand, enemy: ClashStand) -> dict[str, tuple[Point, ...]]:
    """Where a victor may go: cover from those who see him, and where his enemy stood. Rule: NUT-MELE-09."""
    found: dict[str, tuple[Point, ...]] = {}
    watching = [s for s in geometry.seen_by(battle, stand) if status.able(s)]
    spot = refuge.nearest_safe(battle, stand, VICTORY_IN, watching) if watching else None
    if spot is not None and not refuge.is_safe(battle, stand, (stand.x, stand.y), watching):
        found["cover"] = refuge.way(battle, stand, spot)
    there = (enemy.x, enemy.y)
    free = enemy.gone or enemy.status in ("out_of_the_fight", "captured") or not stays(enemy)
    if free and within(math.dist((stand.x, stand.y), there), VICTORY_IN):
        plan = _plan_into(battle, stand, there)
        if plan is not None:
            found["place"] = plan
    return found


def _plan_into(battle: Battle, stand: ClashStand, there: Point) -> tuple[Point, ...] | None:
    from wargame.rulesets.clash_of_titans import standing

    path = ((stand.x, stand.y), there)
    if standing.may_stand(battle, stand, *there, stand.facing_deg) is not None:
        return None
    return path if movement.is_passable(battle, stand, path) else None
