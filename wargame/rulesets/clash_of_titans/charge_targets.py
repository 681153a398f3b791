"""Whom a man may charge, and which charger goes for whom.

Rules: NUT-CHRG-01, -08, NUT-MELE-01, NUT-WND-03, NUT-VINF-04.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine.orders import Assault, Picked, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import closing, geometry, movement, status, wounds
from wargame.rulesets.clash_of_titans import targets as aims
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.melee import MOST_ATTACKERS
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import CAPTURED, DUCKED, STUNNED, ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "charge_targets"
_BETWEEN = ">"


def may_charge(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a man cannot charge now, whomever, or None. Rules: NUT-CHRG-01, NUT-ACT-01, NUT-WND-03."""
    cite("NUT-CHRG-01")
    if not stand.is_man or stand.carrier:
        return Refusal(text="Only men on foot charge.", rules=("NUT-CHRG-01",), about=stand.id)
    if wounds.is_protected(stand):
        return Refusal(text="A medic never charges.", rules=(cite("NUT-WND-03"),), about=stand.id)
    unable = movement.may_move(scene, stand)
    if unable is not None:
        return unable
    if stand.moved_in or stand.shot or stand.acted or stand.tested_charge is not None or stand.fast_passed is not None:
        text = f"{stand.name} has begun his activation with something else."
        return Refusal(text=text, rules=(cite("NUT-ACT-01"), "NUT-CHRG-01"), about=stand.id)
    if stand.carrying:
        return Refusal(text=f"{stand.name} has his hands full.", rules=(cite("NUT-ACT-06"),), about=stand.id)
    return None


def refusal(scene: Scene, stand: ClashStand, target: ClashStand) -> Refusal | None:
    """Why a man may not charge this enemy, or None. Rules: NUT-CHRG-01, -08, NUT-MELE-01."""
    if target.side == stand.side or target.gone or target.status == CAPTURED or not target.in_play:
        return Refusal(text=f"{target.name} is nobody to charge.", rules=(cite("NUT-CHRG-01"),), about=target.id)
    if aims.is_unknown(scene, stand.side, target):
        return Refusal(text="That enemy is hidden.", rules=(cite("NUT-SIGHT-11"),), about=target.id)
    if target.is_man and not status.in_fight(target):
        return Refusal(text=f"{target.name} is out of the fight.", rules=(cite("NUT-CHRG-01"),), about=target.id)
    if target.is_man and len(target.melee_with) >= MOST_ATTACKERS:
        text = f"Three men fight {target.name} already."
        return Refusal(text=text, rules=(cite("NUT-CHRG-08"), cite("NUT-MELE-01")), about=target.id)
    if not is_known_here(scene, stand, target):
        return Refusal(text="He is neither seen nor known to be there.", rules=(cite("NUT-CHRG-01"),), about=target.id)
    if way_to(scene, stand, target) is None:
        text = f"{target.name} is out of reach of a normal move."
        return Refusal(text=text, rules=(cite("NUT-CHRG-01"),), about=target.id)
    return None


def is_known_here(scene: Scene, stand: ClashStand, target: ClashStand) -> bool:
    """Is an enemy in sight of the group, or known to keep his head down where he is? Rule: NUT-CHRG-01."""
    if target.status in (DUCKED, STUNNED, "hunkered_down"):
        return True
    return geometry.sees(scene, stand, target) or any(
        geometry.sees(scene, friend, target)
        for friend in state_of(scene).stands.values()
        if friend.group == stand.group and status.ready(friend) and friend.in_play
    )


def way_to(scene: Scene, stand: ClashStand, target: ClashStand) -> Plan | None:
    """His way to contact: with a man, or with the hull of a vehicle; kept with a view, which never changes.

    Rules: NUT-CHRG-01, NUT-VINF-04.
    """
    if not isinstance(scene, View):
        return _way_to(scene, stand, target)
    key = ("way to", stand.id, target.id)
    if key not in scene.kept:
        scene.kept[key] = _way_to(scene, stand, target)
    found: Plan | None = scene.kept[key]
    return found


def _way_to(scene: Scene, stand: ClashStand, target: ClashStand) -> Plan | None:
    if target.is_man:
        return closing.way(scene, stand, target)
    return closing.way_to_hull(scene, stand, target)


def targets(scene: Scene, stand: ClashStand) -> list[Target]:
    """Enemies near enough to think of a charge, nearest first, refused ones with the reason. Rule: NUT-CHRG-01."""
    unable = may_charge(scene, stand)
    if unable is not None:
        return []
    reach = movement.allowance(scene, stand, movement.WALK)
    rows = []
    for enemy in aims.enemies(scene, stand.side):
        if enemy.carrier or enemy.is_gun:
            continue
        away = geometry.distance(scene, stand, enemy)
        if within(away, reach + 1.2):
            rows.append(Target(stand=enemy.id, range_in=round(away, 3), refusal=refusal(scene, stand, enemy)))
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def possible_supports(scene: Scene, stand: ClashStand, target: str) -> list[str]:
    """Men of his group who could charge with him at this enemy, the nearest to it first. Rule: NUT-CHRG-08."""
    state = state_of(scene)
    enemy = state.stands[target]
    found = [
        (geometry.distance(scene, s, enemy), s.id)
        for s in state.stands.values()
        if s.group == stand.group and s.id != stand.id and may_charge(scene, s) is None
    ]
    return [name for _, name in sorted(found) if refusal(scene, state.stands[name], enemy) is None]


def check(scene: Scene, order: Assault) -> Refusal | None:
    """Why a charge may not be ordered, or None. Rules: NUT-CHRG-01, -08."""
    state = state_of(scene)
    target = state.stands.get(order.target)
    lead = state.stands[order.stand]
    if target is None or target.side == lead.side:
        return Refusal(text="Name an enemy to charge.", rules=(cite("NUT-CHRG-01"),), kind="malformed")
    for name in (order.stand, *order.supports):
        stand = state.stands.get(name)
        if stand is None or stand.group != lead.group:
            return Refusal(text="Only men of the active group charge with him.", kind="malformed", about=name)
        found = may_charge(scene, stand)
        if found is None and name == order.stand:
            found = refusal(scene, stand, target)
        elif found is None and not any(row.refusal is None for row in targets(scene, stand)):
            text = f"{stand.name} has no enemy within reach."
            found = Refusal(text=text, rules=(cite("NUT-CHRG-01"), cite("NUT-CHRG-08")), about=name)
        if found is not None:
            return found
    return None


# ---------------------------------------------------------------- naming


def name_targets(
    battle: Battle, chargers: Sequence[ClashStand], target: str
) -> Generator[AnyRequest, Any, list[tuple[str, str]]]:
    """Each charger names one enemy, at most three go for one: pairs of (charger, target). Rule: NUT-CHRG-08."""
    cite("NUT-CHRG-08")
    able = {s.id: [row.stand for row in open_rows(battle, s)] for s in chargers}
    plain = share_out(battle, able, target)
    real = [name for name, rows in able.items() if len(rows) > 1]
    first = chargers[0]
    if len(chargers) == 1 or not real or state_of(battle).groups[first.group].np:
        return plain
    order = yield _request(battle, first.side, able, plain)
    return [(name.partition(_BETWEEN)[0], name.partition(_BETWEEN)[2]) for name, _ in order.items]


def open_rows(scene: Scene, stand: ClashStand) -> list[Target]:
    """Enemies within his reach, whether or not he has tested already."""
    rows = []
    for enemy in aims.enemies(scene, stand.side):
        if enemy.is_man and not enemy.carrier and refusal(scene, stand, enemy) is None:
            rows.append(Target(stand=enemy.id, range_in=round(geometry.distance(scene, stand, enemy), 3)))
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def share_out(scene: Scene, able: Mapping[str, Sequence[str]], target: str) -> list[tuple[str, str]]:
    """The plain choice: the named enemy first, then the nearest that three do not charge yet. Rule: NUT-CHRG-08."""
    state = state_of(scene)
    taken = Counter({s.id: len(s.melee_with) for s in state.stands.values() if s.melee_with})
    pairs = []
    for name, rows in able.items():
        free = [row for row in rows if taken[row] < MOST_ATTACKERS]
        chosen = target if target in free else next(iter(free), None)
        if chosen is not None:
            taken[chosen] += 1
            pairs.append((name, chosen))
    return pairs


def _request(battle: Battle, side: str, able: Mapping[str, Sequence[str]], plain: Sequence[tuple[str, str]]) -> Pick:
    stands = battle.state.stands
    items = [
        Item(id=f"{name}{_BETWEEN}{row}", text=f"{stands[name].name} at {stands[row].name}", kind=name)
        for name, rows in able.items()
        for row in rows
    ]
    return Pick(
        side=side,
        purpose=PURPOSE,
        prompt="Who charges whom? Three at most go for one enemy.",
        items=tuple(items),
        kind_limits=tuple((name, 1) for name in able),
        about=tuple(dict.fromkeys(row for rows in able.values() for row in rows)),
        rules=(cite("NUT-CHRG-08"),),
        suggestion=Picked(items=tuple((f"{a}{_BETWEEN}{b}", 1) for a, b in plain)),
    )


def check_names(scene: Scene, order: Picked) -> Refusal | None:
    """Why targets of a charge may not be named so, or None. Rule: NUT-CHRG-08."""
    counted = Counter(name.partition(_BETWEEN)[2] for name, _ in order.items)
    full = next((name for name, count in counted.items() if count > MOST_ATTACKERS), None)
    if full is None:
        return None
    text = f"Three at most charge {state_of(scene).stands[full].name}."
    return Refusal(text=text, rules=(cite("NUT-CHRG-08"),), about=full)
