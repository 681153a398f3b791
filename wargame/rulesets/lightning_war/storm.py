"""Carrying out a close assault, from the declaration to the tests.

Rules: LW2-ASLT-04, -09, -12, -14 to -18, -22, -24, -26, -27, LW2-FORCE-19.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Fired, Rolled, Scored
from wargame.engine.orders import Assault
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import (
    assault,
    assault_dice,
    damage,
    features,
    firing,
    flight,
    location,
    morale,
    movement,
    points,
    shots,
    small_arms,
    units,
    walk,
)
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.features import spot_of, state_of, ways_from
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import HE, MG, Weapon, weapons

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MOST_ROUNDS = 200


def carry_out(battle: Battle, order: Assault) -> Generator[AnyRequest, Any, None]:
    """Declaration, contact under fire, support, rounds, falling back, tests. Rules: LW2-ASLT-26, LW2-TURN-17."""
    state = state_of(battle)
    stand, target = state.stands[order.stand], state.stands[order.target]
    rules = (cite("LW2-ASLT-01"), cite("LW2-ASLT-26"), cite("LW2-ASLT-02"))
    event = battle.happen(Fired(stand=stand.id, targets=(target.id,), manner="assault", rules=rules))
    higher = state.groups[target.group].higher
    for other in state.stands.values():
        other.attacked |= other.id == target.id or (higher and other.group == target.group)
    held = (target.x, target.y)
    if _armour_gives_way(battle, target, event):
        yield from _occupy(battle, stand, held)
        return
    attackers = yield from _contact(battle, stand, target)
    if not attackers or target.gone or battle.over:
        return
    known = assault.engaged_defenders(battle, target, stand.side)
    owed = _support(battle, order, target, event)
    defenders = [s for s in known if not s.gone]
    if defenders:
        _fight(battle, attackers, defenders, owed, event)
    else:
        owed.take(battle, event)


def _occupy(battle: Battle, stand: WarStand, held: tuple[float, float]) -> Generator[AnyRequest, Any, None]:
    """The attackers take the place of armour that has withdrawn, without a fight. Rule: LW2-ASLT-18."""
    made = movement.plan(battle.view(stand.side), stand, (held,))
    if made.price.refusal is None and len(made.path) > 1:
        stand.moved_cycle = max(1, state_of(battle).cycle)
        yield from walk.walk(battle, stand, made)


def _armour_gives_way(battle: Battle, target: WarStand, cause: Event) -> bool:
    """Armour assaulted in woods or buildings tests at once; if it fails it withdraws. Rule: LW2-ASLT-18."""
    if not units.is_afv(target) or not assault.is_in_close_country(battle, target):
        return False
    group = state_of(battle).groups[target.group]
    if morale.test_platoon(battle, group, cause, cite("LW2-ASLT-18")):
        return False
    if not flight.fall_back(battle, target, ("LW2-ASLT-18",)):
        damage.disable(battle, target, None, None, cause)
        cite("LW2-ASLT-27")
    return True


def _close(battle: Battle, stand: WarStand, target: WarStand) -> Generator[AnyRequest, Any, bool]:
    """One attacker walks up to the enemy, under fire. Rule: LW2-ASLT-04."""
    cite("LW2-ASLT-04")
    made = assault.way_to_contact(battle.view(stand.side), stand, target)
    contact = frozenset(s.id for s in state_of(battle).stands.values() if s.group == target.group)
    if made is None:
        return False
    stand.moved_cycle = max(1, state_of(battle).cycle)
    return (yield from walk.walk(battle, stand, made, contact))


def _contact(battle: Battle, stand: WarStand, target: WarStand) -> Generator[AnyRequest, Any, list[WarStand]]:
    """Brings the attackers into contact; who is stopped by fire stays out. Rules: LW2-ASLT-02, -25, -26."""
    state = state_of(battle)
    found: list[WarStand] = []
    view = battle.view(stand.side)
    foes = [s.id for s in assault.engaged_defenders(view, target, stand.side)]
    for n, attacker in enumerate(assault.engaged_attackers(view, stand, target)):
        mine = state.stands[attacker.id]
        if battle.over or state.groups[stand.group].in_flight or mine.gone:
            break
        aims = [foes[n % len(foes)], *foes] if mine.id != stand.id else [target.id]
        for aim in dict.fromkeys(aims):
            foe = state.stands[aim]
            if foe.gone or assault.way_to_contact(battle.view(stand.side), mine, foe) is None:
                continue
            if (yield from _close(battle, mine, foe)):
                found.append(mine)
            break
    if state.groups[stand.group].in_flight:
        return []
    return [s for s in found if s.in_play and not s.suppressed_turn]


# ---------------------------------------------------------------- support


def support_weapon(helper: WarStand, target: WarStand) -> Weapon | None:
    """What armour supports an assault with: high explosive, else its machine guns. Rules: LW2-ASLT-17, -24."""
    cite("LW2-ASLT-17")
    cite("LW2-ASLT-24")
    kinds = (HE, MG) if not units.is_afv(target) else ()
    rows = [arm for kind in kinds for arm in weapons(helper) if arm.kind == kind]
    return rows[0] if rows else None


def _support(battle: Battle, order: Assault, target: WarStand, cause: Event) -> Tests:
    """Armour fires at the nearest defending base, without adjustment for its own movement; tests wait until a winner
    is known. Rules: LW2-ASLT-17, -22."""
    state = state_of(battle)
    tests = Tests()
    for name in order.supports:
        helper = state.stands[name]
        arm = support_weapon(helper, target)
        if arm is None or target.gone or firing.shots_fired(battle, helper) >= 1:
            continue
        if not location.sees(battle, helper, target):
            continue
        helper.shots, helper.shot_cycle = 1, max(1, state.cycle)
        helper.fired_cycle = max(1, state.cycle)
        if arm.kind == HE:
            bursts = [b for b in shots.bursts_of(battle, helper, arm, target, "") if b.target == target.id]
            bare = [b._replace(modifiers=tuple(m for m in b.modifiers if m.rule != "LW2-TURN-05")) for b in bursts]
            shots.throw_burst(battle, helper.id, helper.side, arm.dice, bare, tests, cause)
        else:
            _machine_gun(battle, helper, arm, target, tests, cause)
    cite("LW2-ASLT-22")
    return tests


def _machine_gun(battle: Battle, helper: WarStand, arm: Weapon, target: WarStand, tests: Tests, cause: Event) -> None:
    roll = small_arms.roll(battle, helper, arm, target)
    bare = roll._replace(modifiers=tuple(m for m in roll.modifiers if m.rule != "LW2-TURN-05"))
    dice = battle.throw(1)
    result = bare.result(dice[0])
    event = battle.happen(
        Rolled(
            purpose="small_arms",
            who=helper.id,
            side=helper.side,
            dice=dice,
            modifiers=bare.modifiers,
            total=dice[0] + bare.plus,
            needed=f"{bare.needed}+",
            outcome=result,
        ),
        cause,
    )
    shots.apply(battle, target, result, tests, helper.id, event)


# ---------------------------------------------------------------- rounds


def _fight(battle: Battle, attackers: list[WarStand], defenders: list[WarStand], tests: Tests, cause: Event) -> None:
    """Rounds until there is a winner, then falling back and tests. Rules: LW2-ASLT-12, -14, -15, -22."""
    winner = ""
    for _ in range(MOST_ROUNDS):
        cite("LW2-ASLT-12")
        found = _round(battle, attackers, defenders, cause)
        for rows, gone in ((attackers, found.lost_attackers), (defenders, found.lost_defenders)):
            for stand in [rows[n] for n in sorted(set(gone))]:
                tests.owe(stand.group)
                _fall(battle, stand, cause)
        attackers = [s for s in attackers if not s.gone]
        defenders = [s for s in defenders if not s.gone]
        winner = found.winner
        if not attackers or not defenders:
            winner = "attacker" if attackers else "defender" if defenders else winner
            break
        if winner:
            break
    _settle(battle, attackers, defenders, winner, tests, cause)


def _round(battle: Battle, attackers: list[WarStand], defenders: list[WarStand], cause: Event) -> assault_dice.Round:
    """One round of dice, the attackers' first. Rules: LW2-ASLT-05 to -08, -20, -23."""
    plus_a = [assault.plus_of_attacker(battle, s, defenders[0]) for s in attackers]
    plus_d = [assault.plus_of_defender(s) for s in defenders]
    faces_a, faces_d = battle.throw(len(attackers)), battle.throw(len(defenders))
    found = assault_dice.play(plus_a, plus_d, faces_a, faces_d)
    for stands, faces, plus, tally, word in (
        (attackers, faces_a, plus_a, found.attackers, "attack"),
        (defenders, faces_d, plus_d, found.defenders, "defence"),
    ):
        rule = "LW2-ASLT-06" if word == "defence" else "LW2-ASLT-20"
        rows = (Modifier("defends" if word == "defence" else "against armour", plus[0], rule=rule),) if plus[0] else ()
        battle.happen(
            Rolled(
                purpose=f"assault_{word}",
                who=stands[0].id,
                side=stands[0].side,
                dice=faces,
                modifiers=rows,
                outcome=f"{tally.kills} disabled, {tally.won} won",
                rules=(cite("LW2-ASLT-05"), cite("LW2-ASLT-07")),
            ),
            cause,
        )
    return found


def _fall(battle: Battle, stand: WarStand, cause: Event) -> None:
    """A casualty is removed at once; a base of a higher headquarters counts. Rules: LW2-ASLT-09, LW2-FORCE-19."""
    cite("LW2-ASLT-09")
    state = state_of(battle)
    if state.groups[stand.group].higher and units.is_staff(stand):
        rule = cite("LW2-FORCE-19")
        battle.happen(Scored(side=state.other(stand.side), points=1.0, why=stand.name, rules=(rule,)), cause)
    damage.disable(battle, stand, None, None, cause)


def _settle(
    battle: Battle,
    attackers: list[WarStand],
    defenders: list[WarStand],
    winner: str,
    tests: Tests,
    cause: Event,
) -> None:
    """The loser falls back and tests; the winner reorganises, and tests if it lost a squad.

    Rules: LW2-ASLT-14 to -16, -22, -27.
    """
    state = state_of(battle)
    losers, winners = (defenders, attackers) if winner == "attacker" else (attackers, defenders)
    for stand in losers:
        cite("LW2-ASLT-14")
        tests.owe(stand.group)
        if not stand.gone and not retire(battle, stand):
            cite("LW2-ASLT-27")
            damage.disable(battle, stand, None, None, cause)
    cite("LW2-ASLT-15")
    cite("LW2-ASLT-16")
    for stand in winners:
        stand.busy_cycle = max(1, state.cycle)
    cite("LW2-ASLT-22")
    tests.take(battle, cause)
    points.look_for_the_end(battle)


def retire(battle: Battle, stand: WarStand) -> bool:
    """The loser goes into the nearest place to its rear that is free of enemies. Rules: LW2-ASLT-14, -27."""
    if units.is_gun(stand):
        return False
    chain = flight.way_back(battle, stand.side, spot_of(battle, stand))
    rules = (cite("LW2-ASLT-14"),)
    if chain and flight.retire_to(battle, stand, chain[0], rules):
        return True
    held = {spot_of(battle, e).place for e in location.known_enemies(battle, stand.side)}
    back = flight.base_line_point(battle, stand.side, (stand.x, stand.y))
    shapes = features.ground(battle.board).index
    ways = [w.spot for w in ways_from(battle, spot_of(battle, stand)) if w.spot.place not in held]
    here = math.dist((stand.x, stand.y), back)
    for spot in ways:
        nearest = min((math.dist(p, back) for p in shapes.near(spot.place, *back)), default=math.inf)
        if nearest < here and flight.retire_to(battle, stand, spot, rules):
            return True
    return False
