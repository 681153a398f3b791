"""Men against armour at arm's length: nerve, the tank's answer, placing charges. Rules: NUT-VINF-04 to -08, -11,
NUT-CHRG-09, -10, NUT-PEN-09.

    Wanting to Charge -> Who Wants To Be A Hero -> to 6in: tank and infantry fire -> contact -> each attacks once
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    activation,
    answers,
    attributes,
    chain,
    charge,
    charges,
    cover,
    crew,
    data,
    geometry,
    involuntary,
    ladder,
    melee,
    movement,
    penetration,
    stars,
    status,
    targets,
    throws,
    vehicle_moves,
    vehicles,
)
from wargame.rulesets.clash_of_titans.activation import Activation
from wargame.rulesets.clash_of_titans.causes import IN_SIGHT_FIRE, SNAP_FIRE, Aftermath, Newcomers, Toll
from wargame.rulesets.clash_of_titans.ladder import CHARGE, DUCK_BACK
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.melee_dice import Facts
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.planned import Plan
from wargame.rulesets.clash_of_titans.state import DUCKED, ClashStand
from wargame.rulesets.clash_of_titans.vehicle_causes import Assaulted, Clanked
from wargame.rulesets.clash_of_titans.vehicle_data import armour, number
from wargame.rulesets.clash_of_titans.vehicles import Face

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
HERO = "hero"
PLACES: tuple[Face, ...] = ("bottom", "rear", "side", "top")
"""Where a charge may be put on two passed dice, the better of equals first (table np_choices)."""
AT_THE_HULL = "at_the_hull"
"""Work of men who keep their heads down beside a tank until it drives off (NUT-VINF-11)."""
DICE = 2


def go_in(
    battle: Battle, active: Activation, men: Sequence[ClashStand], target: ClashStand, cause: Event | None
) -> Steps:
    """Men who want to charge an AFV: who dares, the tank's answer, and their attacks. Rules: NUT-VINF-04 to -06."""
    cite("NUT-VINF-04")
    going = yield from heroes(battle, active, men, target, cause)
    state = state_of(battle)
    plans = _plans(battle, going, target)
    going = [s for s in going if s.id in plans]
    for stand in going:
        charge.change(battle, stand, (("charges", target.id),), CHARGE, cause)
    yield from _others_see(battle, active, plans, target, cause)
    walked = {s.id: charge.to_six(battle, plans[s.id], target, cause) for s in going if charge.can_go_on(s)}
    yield from _tank_reacts(battle, active, going, target, cause)
    reached = [s for s in going if charge.can_go_on(s) and _close(battle, s, plans[s.id], walked.get(s.id, 0.0), cause)]
    yield from attack(battle, active, [s for s in reached if geometry.in_contact(battle, s, target)], target, cause)
    for stand in men:
        now = state.stands[stand.id]
        if now.charges:
            charge.change(battle, now, (("charges", ""),), "charged", cause)
        activation.finish(battle, now, cause)


# ---------------------------------------------------------------- nerve


def heroes(
    battle: Battle, active: Activation, men: Sequence[ClashStand], target: ClashStand, cause: Event | None
) -> Generator[AnyRequest, Any, list[ClashStand]]:
    """Who Wants To Be A Hero: those who go in; the rest halt or duck. Rules: NUT-VINF-05, NUT-CHAR-05."""
    chosen: dict[str, int] = {}
    for man in men:
        results = {n: hero_result(man, n) for n in range(throws.TOP_ROW + 1)}
        will = yield from stars.free_will(battle, man, (HERO,), results, cause)
        if will is not None:
            chosen[man.id] = will
    passed: Mapping[str, int] = chosen
    if len(chosen) < len(men):
        extra = {s.id: attributes.dice(s, HERO) for s in men}
        rules = (cite("NUT-VINF-05"),)
        passed = throws.group_test(battle, HERO, men, extra=extra, chosen=chosen, rules=rules, cause=cause)
    going = []
    for man in men:
        found = hero_result(man, passed[man.id])
        if found == CHARGE:
            going.append(man)
        elif found == DUCK_BACK:
            involuntary.duck_back(battle, man, [target], cause, rules=(cite("NUT-VINF-05"),))
    return going


def hero_result(man: ClashStand, passed: int) -> str:
    """What so many passed dice make of him. Rule: NUT-VINF-05."""
    facts = ("armed",) if charges.is_anti_tank(man) else ()
    return ladder.read(HERO, passed, facts).result


# ---------------------------------------------------------------- running in


def _plans(battle: Battle, going: Sequence[ClashStand], target: ClashStand) -> dict[str, Plan]:
    from wargame.rulesets.clash_of_titans import charge_targets

    found = {}
    for stand in going:
        if geometry.in_contact(battle, stand, target):
            found[stand.id] = movement.turn_in_place(battle, stand, targets.facing_to(stand, (target.x, target.y)))
            continue
        plan = charge_targets.way_to(battle, stand, target)
        if plan is not None:
            found[stand.id] = plan
    return found


def _others_see(
    battle: Battle, active: Activation, plans: Mapping[str, Plan], target: ClashStand, cause: Event | None
) -> Steps:
    """Enemies farther off who see the men move more than 2in test In Sight. Rule: NUT-CHRG-09."""
    state = state_of(battle)
    near = {s.id for s in supporters(battle, target)} | {target.id}
    moving = {name: plan for name, plan in plans.items() if len(plan.path) > 1}
    seen = [pair for pair in charge.onlookers(battle, moving) if pair[0] not in near]
    pairs = tuple(pair for pair in seen if charge.can_go_on(state.stands[pair[1]]))
    if pairs:
        cite("NUT-CHRG-09")
        yield from chain.resolve(battle, [Newcomers(event=cause, pairs=pairs, charging=True)], active.active)


def _close(battle: Battle, stand: ClashStand, plan: Plan, walked: float, cause: Event | None) -> bool:
    """Run the last inches to the hull."""
    left = movement.rest(plan.path, walked) if len(plan.path) > 1 else ()
    if left and movement.length(left) > 0.005:
        charge.run_in(battle, stand, left, plan, cause)
    return charge.can_go_on(stand)


# ---------------------------------------------------------------- the tank's answer


def supporters(scene: Scene, target: ClashStand) -> list[ClashStand]:
    """Men of the tank's side within 6in of it who can fire. Rule: NUT-VINF-06."""
    cite("NUT-VINF-06")
    reach = number("infantry", "supporters_in")
    return [
        s
        for s in state_of(scene).stands.values()
        if s.side == target.side
        and s.is_man
        and s.in_play
        and status.ready(s)
        and not s.melee_with
        and within(geometry.distance(scene, s, target), reach)
    ]


def _tank_reacts(
    battle: Battle, active: Activation, going: Sequence[ClashStand], target: ClashStand, cause: Event | None
) -> Steps:
    """The crew tests for chargers that it sees, and men near by fire; one volley. Rule: NUT-VINF-06."""
    foes = tuple(s.id for s in going if charge.can_go_on(s))
    if foes:
        made = Assaulted(event=cause, vehicle=target.id, attackers=foes)
        yield from chain.resolve(battle, [made], active.active)


def react(made_by: chain.Chain, cause: Assaulted) -> Steps:
    """The volley of a tank that is charged and of the men about it. Rules: NUT-VINF-06, NUT-VEH-07."""
    from wargame.rulesets.clash_of_titans import vehicle_sight

    battle = made_by.battle
    tank = made_by.stand(cause.vehicle)
    foes = [made_by.stand(name) for name in cause.attackers]
    yield from vehicle_sight.in_sight(made_by, tank, foes, Newcomers(event=cause.event, pairs=(), charging=True))
    for man in supporters(battle, tank):
        able = [foe.id for foe in foes if answers.can_answer(battle, man, foe)]
        if not able or not made_by.may_fire_again(man):
            continue
        cite("NUT-VINF-06")
        covered = all(cover.cover(battle, man, made_by.stand(name)).any for name in able)
        made_by.order_fire(answers.order(battle, man, IN_SIGHT_FIRE if covered else SNAP_FIRE, able))


# ---------------------------------------------------------------- the attacks


def attack(
    battle: Battle, active: Activation, men: Sequence[ClashStand], target: ClashStand, cause: Event | None
) -> Steps:
    """Each man at the hull attacks once; a tank that survives takes Clank. Rules: NUT-VINF-07, -08, -11."""
    toll = Toll()
    last: ClashStand | None = None
    pierceable = False
    for man in men:
        if not vehicles.fights(target):
            break
        if not _is_armed(man):
            yield from _fist(battle, active, man, target, cause)
            continue
        last = man
        pierceable |= _one_attack(battle, toll, man, target, cause)
    toll.vehicles = [c for c in toll.vehicles if not isinstance(c, Clanked)]
    if last is not None and vehicles.fights(target):
        cite("NUT-VINF-11")
        clank = Clanked(event=cause, vehicle=target.id, attacker=last.id, pierceable=pierceable, by_foot=True)
        toll.vehicles.append(clank)
    for man in men:
        if status.ready(man) and vehicles.fights(target):
            _lies_low(battle, man, cause)
    if not toll.empty:
        yield from chain.resolve(battle, [Aftermath(event=cause, toll=toll)], active.active)


def _is_armed(man: ClashStand) -> bool:
    """Has he what goes against armour at this moment? Rule: NUT-VINF-08."""
    return charges.is_anti_tank(man)


def _one_attack(battle: Battle, toll: Toll, man: ClashStand, target: ClashStand, cause: Event | None) -> bool:
    """One man's roll and what it does; True if his weapon could go through where it was put.

    Rules: NUT-VINF-07, -08.
    """
    rules = (cite("NUT-VINF-07"),)
    rolled = throws.passes(
        battle, DICE, man.rep, "close_assault", stand=man, modifiers=modifiers(battle, target), rules=rules, cause=cause
    )
    if rolled.row == 0:
        return False
    face = best_face(man, target) if rolled.row >= DICE else vehicles.face_towards(target, (man.x, man.y))
    if man.readied:
        able = charges.difference(man, target, face) > 0
        charges.use(battle, toll, man, target, face, rolled.event)
        return able
    weapon = data.weapon(man.in_hand)
    hit = Strike(target=target.id, apr=weapon.apr, face=face, shooter=man.id, by_foot=True)
    charges.spend_shot(battle, man, rolled.event)
    penetration.strike(battle, toll, hit, rolled.event)
    return target.spec is not None and weapon.apr > armour(target.spec, face)


def modifiers(scene: Scene, target: ClashStand) -> tuple[Modifier, ...]:
    """What changes an attacker's Rep: a tank in motion, one that is stuck fast, infantry about it.

    Rule: NUT-VINF-07.
    """
    rule = cite("NUT-VINF-07")
    found = []
    rows = {r["case"]: int(r["rep"]) for r in data.rows("close_assault_mods")}
    cases = list(rows)
    if target.moved_in > vehicle_moves.speed(scene, target) / 2 + vehicle_moves.SLACK:
        found.append(Modifier(cases[0], rows[cases[0]], 0, rule))
    if target.immobilised or target.bogged:
        found.append(Modifier(cases[1], rows[cases[1]], 0, rule))
    if is_covered_by_men(scene, target):
        found.append(Modifier(cases[2], rows[cases[2]], 0, rule))
    return tuple(found)


def is_covered_by_men(scene: Scene, target: ClashStand) -> bool:
    """Are men of its side able to fight within 3in of the tank?"""
    reach = number("infantry", "close_support_in")
    return any(within(geometry.distance(scene, s, target), reach) for s in supporters(scene, target))


def best_face(man: ClashStand, target: ClashStand) -> Face:
    """Where a man with the choice puts his charge: the weakest armour, the bottom before rear, side and top.

    Rule: NUT-VINF-07.
    """
    cite("NUT-VINF-07")
    spec = target.spec
    if spec is None:
        return "side"
    return min(PLACES, key=lambda face: (armour(spec, charges.face_of(man.readied, face)), PLACES.index(face)))


def _fist(battle: Battle, active: Activation, man: ClashStand, target: ClashStand, cause: Event | None) -> Steps:
    """Without a charge he can only fight a man whom no armour covers. Rule: NUT-VINF-08."""
    victims = [m for m in crew.exposed(state_of(battle), target) if status.ready(m)]
    if not victims:
        return
    cite("NUT-VINF-08")
    bout = melee.Bout((man.id,), victims[0].id, Facts(first_round=True, charging=True), Facts(first_round=True))
    yield from melee.fight(battle, [bout], active.active, cause)


def _lies_low(battle: Battle, man: ClashStand, cause: Event | None) -> None:
    """He stays in contact and keeps his head down until the tank drives off. Rule: NUT-VINF-11."""
    rules = (cite("NUT-VINF-11"),)
    status.set_status(battle, man, DUCKED, cause, rules)
    battle.happen(StandChanged(stand=man.id, changes=(("work", AT_THE_HULL),), why=AT_THE_HULL, rules=rules), cause)


def left_behind(battle: Battle, tank: ClashStand, cause: Event | None = None) -> None:
    """The tank drives off: men who lay low at its hull are free again. Rule: NUT-VINF-11."""
    for man in state_of(battle).stands.values():
        lies_here = man.work == AT_THE_HULL and man.side != tank.side and man.in_play
        if not lies_here or geometry.in_contact(battle, man, tank):
            continue
        rules = (cite("NUT-VINF-11"),)
        changes: tuple[tuple[str, object], ...] = (("work", ""),)
        if man.status == DUCKED:
            changes += (("status", "ready"),)
        battle.happen(StandChanged(stand=man.id, changes=changes, why="tank_left", rules=rules), cause)
