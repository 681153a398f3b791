"""Who of the owner's shooters fires at whom with how many dice: worked out, or asked where there is a real choice.

Rules: NUT-FIRE-06, -08, -14, NUT-CHAIN-07, NUT-SIGHT-08, NUT-GEO-09.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Order, Picked, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    allot,
    geometry,
    lines,
    shooting,
    special_fire,
    spots,
    status,
    targets,
    to_hit,
)
from wargame.rulesets.clash_of_titans.causes import VOLUNTARY, FireOrder
from wargame.rulesets.clash_of_titans.lines import Point, state_of
from wargame.rulesets.clash_of_titans.shooting import Gunner
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "allot"
ANSWER = "allot_answer"
"""The same where the first item of each shooter has to be his first target (NUT-CHAIN-07)."""
_BETWEEN = ">"


@dataclass(frozen=True, slots=True)
class Choice:
    """One shooter with dice to allot: whom he may make number one, and whom he may shoot at besides."""

    order: FireOrder
    gunner: Gunner
    dice: int
    firsts: tuple[ClashStand, ...]
    others: tuple[ClashStand, ...]
    origin: Point
    reach_in: float

    @property
    def places(self) -> dict[str, Point]:
        """Where all candidates are, the possible first targets before the rest."""
        return {stand.id: (stand.x, stand.y) for stand in (*self.firsts, *self.others)}

    def with_first(self, first: str) -> tuple[str, ...]:
        """All targets of a shooting at this first target, in number order. Rules: NUT-FIRE-06, NUT-GEO-09."""
        places = self.places
        if self.dice < 2:
            return (first,)
        inside = {
            name: at
            for name, at in places.items()
            if name == first or allot.in_swath(self.origin, places[first], at, self.dice, self.reach_in)
        }
        return allot.numbered(self.origin, first, inside)

    @property
    def is_forced(self) -> bool:
        """Is his first target given by the rule? Rule: NUT-CHAIN-07."""
        return bool(self.order.first)

    @property
    def is_real(self) -> bool:
        """Is there more than one way to allot the dice?"""
        if len(self.firsts) > 1:
            return True
        return any(len(self.with_first(first.id)) > 1 for first in self.firsts)


def settle(battle: Battle, orders: Iterable[FireOrder]) -> Generator[AnyRequest, Any, list[FireOrder]]:
    """Orders with their dice allotted; those that have nothing left to shoot at are dropped.

    Owners are asked where there is a choice, except those of non-player groups. Rules: NUT-FIRE-06, NUT-RFIRE-06.
    """
    found: list[FireOrder | Choice] = []
    for order in orders:
        if order.targets or order.at is not None:
            kept = given(battle, order)
            if kept is not None:
                found.append(kept)
            continue
        choice = choice_of(battle, order)
        if choice is not None and choice.dice > 0:
            found.append(choice)
        elif choice is not None:
            found.append(replace(order, targets=((choice.firsts[0].id, 1),)))
    chosen: dict[str, allot.Allotment] = {}
    choices = [c for c in found if isinstance(c, Choice)]
    for asked in dict.fromkeys((c.gunner.body.side, c.is_forced) for c in choices):
        mine = [c for c in choices if (c.gunner.body.side, c.is_forced) == asked]
        chosen |= yield from _ask(battle, asked[0], mine)
    return [with_targets(c.order, chosen) if isinstance(c, Choice) else c for c in found]


def given(scene: Scene, order: FireOrder) -> FireOrder | None:
    """An order whose targets or spot are given, in number order; a reaction's without those that are gone, None if none
    is left. Rules: NUT-FIRE-06, -14."""
    state = state_of(scene)
    body = state.stands[order.stand]
    if order.at is not None:
        if not shooting.rolls_to_hit(body, order.weapon) or special_fire.roller_of(scene, order) is not None:
            return order
        there = [s.id for s in spots.men_at(scene, body.side, order.at)]
        return replace(order, targets=allot.spread(shooting.dice_of(scene, shooting.gunner_of(scene, order)), there))
    if order.why == VOLUNTARY:
        first, places = order.targets[0][0], {name: _place(scene, name) for name, _ in order.targets}
        wanted = dict(order.targets)
        return replace(order, targets=allot.in_order(lines.pose_of(scene, body).at, wanted, first, places))
    kept = tuple(
        (name, dice)
        for name, dice in order.targets
        if status.in_fight(state.stands[name]) and geometry.sees(scene, body, state.stands[name])
    )
    return replace(order, targets=kept) if kept else None


def _place(scene: Scene, name: str) -> Point:
    return lines.pose_of(scene, state_of(scene).stands[name]).at


def with_targets(order: FireOrder, found: Mapping[str, allot.Allotment]) -> FireOrder:
    """The order with its part of an allotment."""
    return replace(order, targets=found[key_of(order)])


def key_of(order: FireOrder) -> str:
    """What names a shooter with one of his weapons among the items of the request."""
    return f"{order.stand}:{order.weapon}" if order.weapon else order.stand


def choice_of(scene: Scene, order: FireOrder) -> Choice | None:
    """What a reaction can be aimed at now, or None if nothing. Rules: NUT-CHAIN-07, NUT-SIGHT-08, NUT-RFIRE-06."""
    gunner = shooting.gunner_of(scene, order)
    state = state_of(scene)
    able = [state.stands[name] for name in order.candidates if may_aim(scene, gunner, state.stands[name])]
    if order.first:
        cite("NUT-CHAIN-07")
        first = next((s for name in order.first for s in able if s.id == name), None)
        firsts: tuple[ClashStand, ...] = () if first is None else (first,)
    else:
        firsts = tuple(able)
    if not firsts:
        return None
    origin = lines.pose_of(scene, gunner.body).at
    reach = targets.reach_of(scene, gunner.body, gunner.weapon)
    others = tuple(s for s in able if s not in firsts)
    return Choice(order, gunner, shooting.dice_of(scene, gunner), firsts, others, origin, reach)


def may_aim(scene: Scene, gunner: Gunner, target: ClashStand) -> bool:
    """May a reaction be aimed at this enemy as things stand? Rules: NUT-FIRE-01, -13."""
    if target.melee_with:
        cite("NUT-FIRE-13")
        return False
    if gunner.body.is_man:
        unable = targets.unfit(scene, gunner.body, gunner.name)
        return unable is None and targets.refusal(scene, gunner.body, gunner.weapon, target) is None
    return status.in_fight(target) and geometry.sees(scene, gunner.body, target)


# ---------------------------------------------------------------- the plain answer


def automatic(scene: Scene, choices: Sequence[Choice]) -> dict[str, allot.Allotment]:
    """A sensible allotment: single shots are spread over the targets, automatic weapons over their swath.

    Rule: NUT-FIRE-06.
    """
    taken: Counter[str] = Counter()
    found: dict[str, allot.Allotment] = {}
    for choice in choices:
        first = min(choice.firsts, key=lambda s: (taken[s.id], -_chance(scene, choice, s)))
        given = allot.spread(choice.dice, choice.with_first(first.id))
        found[key_of(choice.order)] = given
        for name, dice in given:
            taken[name] += dice
    return found


def _chance(scene: Scene, choice: Choice, target: ClashStand) -> float:
    return shooting.aim(scene, choice.gunner, target).chance


# ---------------------------------------------------------------- asking


def _ask(battle: Battle, side: str, choices: list[Choice]) -> Generator[AnyRequest, Any, dict[str, allot.Allotment]]:
    plain = automatic(battle, choices)
    real = [c for c in choices if c.is_real and not _is_np(battle, c)]
    if not real:
        return plain
    order = yield request_of(battle, side, real, plain)
    return plain | read(real, order)


def _is_np(battle: Battle, choice: Choice) -> bool:
    group = state_of(battle).groups.get(choice.gunner.man.group)
    return group is not None and group.np


def request_of(scene: Scene, side: str, choices: Sequence[Choice], plain: Mapping[str, allot.Allotment]) -> Pick:
    """The question whom to shoot at: pairs of shooter and target, as many dice as the shooter has."""
    items, limits, suggestion = [], [], []
    for choice in choices:
        key = key_of(choice.order)
        limits.append((key, choice.dice))
        for target in (*choice.firsts, *choice.others):
            shot = shooting.aim(scene, choice.gunner, target)
            text = f"{choice.gunner.body.name} at {target.name} ({to_hit.needed(shot.rep, shot.at)})"
            items.append(Item(id=f"{key}{_BETWEEN}{target.id}", text=text, most=choice.dice, kind=key))
        suggestion += [(f"{key}{_BETWEEN}{name}", dice) for name, dice in plain[key]]
    total = sum(choice.dice for choice in choices)
    about = tuple(dict.fromkeys(s.id for choice in choices for s in choice.firsts))
    forced = choices[0].is_forced
    return Pick(
        side=side,
        purpose=ANSWER if forced else PURPOSE,
        prompt="Share out the other dice." if forced else "Allot the dice; each man's first pick is his first target.",
        items=tuple(items),
        at_least=total,
        at_most=total,
        kind_limits=tuple(limits),
        about=about,
        rules=(cite("NUT-FIRE-06"), *((cite("NUT-CHAIN-07"),) if forced else ())),
        interrupt=PURPOSE,
        suggestion=Picked(items=tuple(suggestion)),
    )


def read(choices: Sequence[Choice], order: Any) -> dict[str, allot.Allotment]:
    """The allotments that an answer gives, in number order."""
    wanted = _by_shooter(order.items)
    found = {}
    for choice in choices:
        key = key_of(choice.order)
        if key in wanted:
            first = choice.firsts[0].id if choice.is_forced else next(iter(wanted[key]))
            found[key] = allot.in_order(choice.origin, wanted[key], first, choice.places)
    return found


def _by_shooter(items: Iterable[tuple[str, int]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, dice in items:
        key, _, target = name.rpartition(_BETWEEN)
        found.setdefault(key, {})[target] = dice
    return found


def check(scene: Scene, request: Pick, order: Order) -> Refusal | None:
    """Why an allotment may not be given, or None. Rules: NUT-FIRE-06, NUT-GEO-09, NUT-CHAIN-07."""
    if not isinstance(order, Picked):
        return None
    wanted = _by_shooter(order.items)
    offered = _by_shooter((item.id, 0) for item in request.items)
    for key, dice in request.kind_limits:
        rows = wanted.get(key, {})
        if request.purpose == ANSWER:
            forced = next(iter(offered[key]))
            if forced not in rows:
                text = f"{scene.state.stands[forced].name} shot at him and gets at least one die."
                return Refusal(text=text, rules=(cite("NUT-CHAIN-07"),), about=forced)
            rows = {forced: rows[forced], **rows}
        refusal = _refusal(scene, key, dice, tuple(rows.items()))
        if refusal is not None:
            return refusal
    return None


def _refusal(scene: Scene, key: str, dice: int, rows: Sequence[tuple[str, int]]) -> Refusal | None:
    state = state_of(scene)
    name, _, weapon_name = key.partition(":")
    body = state.stands[name]
    weapon = targets.weapon_of(body, weapon_name) if body.is_man else None
    reach = targets.reach_of(scene, body, weapon) if weapon is not None else math.inf
    places = {target: (state.stands[target].x, state.stands[target].y) for target, _ in rows}
    return allot.refusal(dice, lines.pose_of(scene, body).at, rows, places, reach)
