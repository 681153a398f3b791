"""After a volley: recovery, then one roll of each group for all that the volley calls for.

Rules: NUT-CHAIN-04, -05, -12, -15,
NUT-RFIRE-01 to -08, NUT-DOWN-05.

    toll -> cheating death -> Recover From Knock Down -> Received Fire + Man Down + Leader Lost -> vehicles -> results
"""

from __future__ import annotations

from collections.abc import Sequence

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    ammunition,
    answers,
    attributes,
    cover,
    geometry,
    ladder,
    man_down,
    nerve,
    outgunned,
    recover,
    results,
    softskins,
    stars,
    status,
    targets,
)
from wargame.rulesets.clash_of_titans.causes import Aftermath, Incoming, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.ladder import CARRY_ON, DUCK_BACK, FIRING, RETURN_FIRE, SNAP_FIRE, Reading
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.nerve import RECEIVED_FIRE, ROWS, Due
from wargame.rulesets.clash_of_titans.state import HUNKERED, STUNNED, ClashStand

TASKS = ("recover", "clear")
"""Work that a figure carries on with under fire (NUT-RFIRE-05)."""


def resolve(chain: Chain, cause: Aftermath) -> Steps:
    """All that a volley or blast calls for, in the order of the rules. Rules: NUT-CHAIN-02, -04, -15."""
    cite("NUT-CHAIN-04")
    toll, event = cause.toll, cause.event
    for name in toll.killed_stars:
        yield from stars.cheat_death(chain.battle, chain.stand(name), event)
    recoveries(chain, toll, cause)
    dues = owed(chain, toll)
    found = yield from nerve.roll_all(chain, dues, event)
    man_down.succeed(chain, toll.losses)
    yield from _vehicles(chain, toll)
    yield from results.put(chain, found, event)


def recoveries(chain: Chain, toll: Toll, cause: Aftermath) -> None:
    """Every figure Knocked Down rolls; an active one that does not carry on is done.

    Rules: NUT-DOWN-04, -05, NUT-CHAIN-11.
    """
    for name in toll.knocked_down:
        stand = chain.stand(name)
        found = recover.take(chain.battle, toll, stand, toll.enemies_of(name), cause.event)
        if found == "carry_on":
            cite("NUT-DOWN-05")
        if found != "carry_on" or stand.charges:
            chain.stop(stand, cause.event)


def owed(chain: Chain, toll: Toll) -> list[Due]:
    """Who owes which tests. Rules: NUT-RFIRE-01, NUT-DOWN-01, -03, NUT-CHAIN-04, -05."""
    dues: dict[str, Due] = {}
    for name, incoming in toll.incoming.items():
        stand = chain.stand(name)
        if takes_test(chain, stand, toll):
            due = dues[name] = Due(stand, [RECEIVED_FIRE], tuple(incoming), toll.enemies_of(name))
            due.readings[RECEIVED_FIRE] = readings(chain, stand, incoming)
    man_down.owe(chain, dues, toll.losses)
    return list(dues.values())


def takes_test(chain: Chain, stand: ClashStand, toll: Toll) -> bool:
    """Does a figure that dice were allotted to take Received Fire? Rules: NUT-RFIRE-01, NUT-STAT-07, -10."""
    cite("NUT-RFIRE-01")
    if not stand.is_man or not status.in_fight(stand) or stand.status in (HUNKERED, STUNNED):
        return False
    if softskins.takes_no_test(chain.state, stand):
        return False
    if stand.charges:
        cite("NUT-CHRG-05")
        return False
    return not (toll.was_hit(stand.id) or toll.melee or stand.melee_with)


def _vehicles(chain: Chain, toll: Toll) -> Steps:
    """Tests that vehicles owe; their fire joins the same next volley. Rule: NUT-CHAIN-15."""
    # The table knows every handler, and every handler knows the chain.
    from wargame.rulesets.clash_of_titans.chain_table import HANDLERS, missed_vehicles

    toll.vehicles += missed_vehicles(chain, toll)
    for cause in toll.vehicles:
        cite("NUT-CHAIN-15")
        yield from HANDLERS[type(cause)](chain, cause)


# ---------------------------------------------------------------- reading the table


def readings(chain: Chain, stand: ClashStand, incoming: Sequence[Incoming]) -> dict[int, Reading]:
    """What each number of passed dice means for this figure, all that may change it counted.

    Rules: NUT-RFIRE-02 to -08.
    """
    facts = facts_of(chain.battle, stand, incoming)
    plain = {n: attributes.reading(stand, ladder.read(RECEIVED_FIRE, n, facts)) for n in ROWS}
    if is_busy(chain.battle, stand):
        return {n: _busy(found, n) for n, found in plain.items()}
    if not targets.has_ready_weapon(stand):
        return {n: _empty_handed(found) for n, found in plain.items()}
    if not any(found.result in FIRING for found in plain.values()):
        return plain
    instead = instead_of_fire(chain, stand, incoming, "covered" in facts)
    return {n: instead.get(found.result, found) for n, found in plain.items()}


def _empty_handed(found: Reading) -> Reading:
    """Whoever has no ready weapon halts and ducks instead of firing or carrying on. Rule: NUT-ACT-06."""
    if ladder.rank(found.result) <= ladder.rank(CARRY_ON):
        return Reading(DUCK_BACK, (*found.rules, cite("NUT-ACT-06")))
    return found


def facts_of(scene: Scene, stand: ClashStand, incoming: Sequence[Incoming]) -> tuple[str, ...]:
    """What counts for Received Fire: cover from all who shot, fire from flank or rear, Outgunned.

    Rules: NUT-RFIRE-03, -07, -08, NUT-GEO-06, NUT-OGUN-02.
    """
    cite("NUT-RFIRE-08")
    found = ["covered" if all(is_covered(scene, stand, one) for one in incoming) else "open"]
    if any(geometry.is_flanked(stand, one.origin) for one in incoming):
        found.append("flanked")
    if outgunned.is_outgunned(scene, stand, incoming):
        found.append("outgunned")
    return tuple(found)


def is_covered(scene: Scene, stand: ClashStand, one: Incoming) -> bool:
    """Is he in cover or concealment from where one weapon's dice came? Rule: NUT-RFIRE-07."""
    cite("NUT-RFIRE-07")
    shooter = state_of(scene).stands.get(one.shooter) if one.shooter else None
    if shooter is not None and not shooter.gone:
        return cover.cover(scene, stand, shooter).any
    return cover.cover(scene, stand, one.origin).any


def is_busy(scene: Scene, stand: ClashStand) -> bool:
    """Is he recovering wounded or clearing mines? Rule: NUT-RFIRE-05."""
    return stand.work in TASKS or stand.carrying in state_of(scene).stands


def _busy(found: Reading, passed: int) -> Reading:
    """Who is busy carries on or ducks and drops the task. Rule: NUT-RFIRE-05."""
    rules = (*found.rules, cite("NUT-RFIRE-05"))
    if passed == max(ROWS):
        return Reading(CARRY_ON, rules)
    return Reading(DUCK_BACK, rules) if passed == 1 else found


def instead_of_fire(chain: Chain, stand: ClashStand, incoming: Sequence[Incoming], covered: bool) -> dict[str, Reading]:
    """What becomes of Return Fire and Snap Fire where there is nobody to answer, or nothing to answer with.

    Rules: NUT-CHAIN-09, -12, NUT-RFIRE-06.
    """
    scene = chain.battle
    shooters = [chain.stand(i.shooter) for i in incoming if i.shooter]
    enemies = [enemy for enemy in shooters if not targets.is_unknown(scene, stand.side, enemy)]
    if not enemies:
        return dict.fromkeys(FIRING, Reading(CARRY_ON if covered else DUCK_BACK, (cite("NUT-CHAIN-12"),)))
    if not any(status.in_fight(enemy) for enemy in enemies):
        return dict.fromkeys(FIRING, Reading(CARRY_ON, (cite("NUT-RFIRE-06"),)))
    if stand.id in chain.halted:
        return dict.fromkeys(FIRING, Reading(CARRY_ON, (cite("NUT-STAT-04"),)))
    if not chain.may_fire_again(stand) or ammunition.why_not(stand, stand.in_hand) is not None:
        return dict.fromkeys(FIRING, Reading(CARRY_ON, (cite("NUT-CHAIN-09"),)))
    if not any(answers.can_answer(scene, stand, enemy) for enemy in enemies):
        rule = cite("NUT-RFIRE-06")
        return {RETURN_FIRE: Reading(CARRY_ON, (rule,)), SNAP_FIRE: Reading(DUCK_BACK, (rule,))}
    return {}
