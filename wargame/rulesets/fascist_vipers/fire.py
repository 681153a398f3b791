"""Fire exchanges. Rules: CFV-FIRE-01 to -33, CFV-GEN-02 to -10.

The same functions count dice for the resolution (`exchange`), for the check of an order and for its odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.board import bearing, in_arc, turn_between, within
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Fired, Rolled, StandChanged, StandTurned
from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import cover, losses, units
from wargame.rulesets.fascist_vipers.data import die_row, tables
from wargame.rulesets.fascist_vipers.observation import reveal, sees, state_of
from wargame.rulesets.fascist_vipers.pool import Pool
from wargame.rulesets.fascist_vipers.standing_ground import may_stand
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FLANKS = ("flank", "rear")
FACING_STEP_DEG = 0.1
"""Facings are kept to a tenth of a degree."""


# ---------------------------------------------------------------- dice


def treated_as(stand: VipersStand, side_hit: str, cannon: bool = False) -> str:
    """Armour class that counts: heavy armour in flank is Tank; an aircraft's cannon meets one class less.

    Rules: CFV-FIRE-03, -21, -22, -31, CFV-AIR-03.
    """
    armour = tables()["armour"]
    found = stand.ratings.armour_class
    if units.is_bunker(stand):
        cite("CFV-FIRE-31")
        found = str(armour["bunker_treated_as"])
    if side_hit in FLANKS and armour["flank_treated_as"][found] != found:
        cite("CFV-FIRE-03")
        found = str(armour["flank_treated_as"][found])
    if cannon:
        cite("CFV-AIR-03")
        found = str(armour["cannon_aircraft_treated_as"][found])
    return found


def defence(
    scene: Scene, target: VipersStand, quality: str, origin: Point | None, *, cannon: bool = False, air: bool = False
) -> Pool:
    """Defence dice of a target attacked by a unit of this quality.

    origin: where the attack comes from; None for a burst, which has no direction and hence no flank. air: an aircraft's
    run, whose `origin` is on its approach; walls and crests do not help against it. Rules: CFV-FIRE-06 to -13, -21,
    -33.
    """
    side_hit = "front" if origin is None else cover.struck_side(target, origin)
    armour = treated_as(target, side_hit, cannon)
    base = int(tables()["armour"]["defence_dice"][armour])
    modifiers = tuple(_defence_modifiers(scene, target, quality, side_hit, None if air else origin))
    dice = max(int(tables()["armour"]["minimum_dice"]), base + sum(m.dice for m in modifiers))
    rules = [cite("CFV-FIRE-06")]
    if dice > base + sum(m.dice for m in modifiers):
        rules.append(cite("CFV-FIRE-07"))
    if side_hit in FLANKS and treated_as(target, side_hit) != treated_as(target, "front"):
        rules.append(cite("CFV-FIRE-21"))
    if cannon:
        rules.append(cite("CFV-AIR-03"))
    return Pool(dice, modifiers, armour, tuple(rules))


def _defence_modifiers(
    scene: Scene, target: VipersStand, quality: str, side_hit: str, origin: Point | None
) -> Iterator[Modifier]:
    if (sheltered := _cover_modifier(scene, target, origin)) is not None:
        yield sheltered
    if target.ratings.fearsome:
        yield _reason("fearsome", "fearsome")
    if units.grade(target.ratings.quality) > units.grade(quality):
        cite("CFV-FIRE-29")
        yield _reason("target_of_higher_quality_than_firer", f"{target.ratings.quality} against {quality}")
    if side_hit in FLANKS:
        yield _reason("attacked_in_flank_or_rear", f"attacked in the {side_hit}")
    if target.ratings.obsolete:
        yield _reason("obsolete", "obsolete")


def _cover_modifier(scene: Scene, target: VipersStand, origin: Point | None) -> Modifier | None:
    sheltered = cover.shelter(scene, target, origin)
    if units.is_vehicle(target):
        if sheltered:
            cite("CFV-FIRE-33")
            return _reason("vehicle_in_cover_or_hull_down", "in cover")
        if origin is not None and cover.hull_down(scene, target, origin):
            return _reason("vehicle_in_cover_or_hull_down", "hull down")
        return None
    if sheltered and not units.is_bunker(target):
        cite("CFV-FIRE-33")
        return _reason("gun_or_infantry_in_cover", "in cover")
    return None


def _reason(row: str, words: str) -> Modifier:
    dice, rule = die_row("defence_modifier", row)
    return Modifier(words, dice=dice, rule=cite(rule))


def attack_dice(firer: VipersStand, target: VipersStand) -> Pool:
    """Attack dice of a direct shot: by the target's real class, soft or armour. Rule: CFV-FIRE-27."""
    ratings = firer.ratings
    soft = target.ratings.armour_class == "soft" and not units.is_bunker(target)
    return Pool(ratings.dice_soft if soft else ratings.dice_armour, rules=(cite("CFV-FIRE-27"),))


# ---------------------------------------------------------------- who can affect whom


def reach_of(firer: VipersStand, armour: str) -> float:
    """Range of its direct fire against an armour class, inches. Rules: CFV-FIRE-25, -28."""
    cite("CFV-FIRE-28")
    return firer.ratings.range_soft if armour == "soft" else firer.ratings.range_armour


def has_effect(firer: VipersStand, target: VipersStand) -> Refusal | None:
    """Range, dice and penetration only. Rules: CFV-FIRE-01, -22, -25, -26."""
    side_hit = cover.struck_side(target, (firer.x, firer.y))
    armour = treated_as(target, side_hit)
    distance = units.apart(firer, target)
    limit = reach_of(firer, armour)
    if limit <= 0.0 or attack_dice(firer, target).dice <= 0:
        kind = "soft targets" if armour == "soft" else "armour"
        return Refusal(
            text=f"{firer.name} has no attack against {kind}.", rules=(cite("CFV-FIRE-27"),), about=target.id
        )
    if not within(distance, limit):
        text = f"Out of range: {distance:.1f} in, the weapon reaches {limit:g} in."
        return Refusal(text=text, rules=(cite("CFV-FIRE-01"), cite("CFV-FIRE-25")), about=target.id)
    if armour != target.ratings.armour_class:
        cite("CFV-FIRE-22")
    if armour != "soft" and units.rank(firer.ratings.penetrates) < units.rank(armour):
        text = f"Cannot penetrate {armour} armour in the {side_hit}; it penetrates {firer.ratings.penetrates}."
        return Refusal(text=text, rules=(cite("CFV-FIRE-01"), cite("CFV-FIRE-26")), about=target.id)
    return None


def bears(firer: VipersStand, target: VipersStand, pivot_deg: float = 0.0) -> bool:
    """Is the target in its arc, after turning by up to so much? Rules: CFV-GEN-02, -03."""
    arc = units.arc_of(firer)
    if arc >= 360.0:
        cite("CFV-GEN-02")
        return True
    cite("CFV-GEN-03")
    return in_arc(units.footprint(firer), (target.x, target.y), min(360.0, arc + 2 * pivot_deg))


def pivot_allowed(stand: VipersStand) -> float:
    """Degrees it may turn before firing: a stationary weapon with a limited arc may turn. Rule: CFV-MOVE-10."""
    return 0.0 if stand.moved else stationary_pivot()


def stationary_pivot() -> float:
    """Degrees that a stationary weapon may turn without losing its fire. Rule: CFV-MOVE-10."""
    return float(tables()["movement_limits"]["stationary_pivot_degrees"])


def is_able(firer: VipersStand) -> bool:
    """Has a direct weapon that works where it is: not limbered, not carried."""
    return firer.in_play and not firer.limbered and units.is_armed(firer)


def could_hit(scene: Scene, firer: VipersStand, target: VipersStand, pivot_deg: float) -> bool:
    """Could this unit affect that one in a fire exchange, turning by up to so much first? Rule: CFV-FIRE-01."""
    if not is_able(firer) or has_effect(firer, target) is not None or not bears(firer, target, pivot_deg):
        return False
    return sees(scene, firer, target)


def is_at_risk(scene: Scene, firer: VipersStand, target: VipersStand) -> bool:
    """Does a higher defence score cost the firer? Not if the target could not have shot it. Rule: CFV-FIRE-19."""
    return could_hit(scene, target, firer, 0.0)


def affects(scene: Scene, firer: VipersStand, target: VipersStand) -> Refusal | None:
    """Why this unit cannot affect that enemy from where it stands, or None. Rules: CFV-FIRE-01, -24, -32."""
    reason = has_effect(firer, target)
    if reason is None and not bears(firer, target, pivot_allowed(firer)):
        reason = Refusal(
            text=f"{target.name} is outside the arc of fire.", rules=(cite("CFV-GEN-03"),), about=target.id
        )
    if reason is None and not sees(scene, firer, target):
        text = f"No line of sight to {target.name}."
        reason = Refusal(text=text, rules=(cite("CFV-FIRE-24"), cite("CFV-OBS-07")), about=target.id)
    if reason is None:
        return None
    return Refusal(text=reason.text, rules=(*reason.rules, cite("CFV-FIRE-32")), about=reason.about)


# ---------------------------------------------------------------- resolution


def facing_to_fire(stand: VipersStand, point: Point) -> float:
    """The facing after the least turn that brings a point into its arc. Rule: CFV-MOVE-10."""
    half = units.arc_of(stand) / 2
    wanted = bearing(stand.x, stand.y, point[0], point[1])
    if half >= 180.0 or turn_between(wanted, stand.facing_deg) <= half:
        return stand.facing_deg
    sign = 1.0 if (wanted - stand.facing_deg) % 360.0 < 180.0 else -1.0
    facing = round((wanted - sign * half) % 360.0, 1) % 360.0
    nearer = round((facing + sign * FACING_STEP_DEG) % 360.0, 1) % 360.0
    rounded_out = turn_between(wanted, facing) > half and turn_between(nearer, stand.facing_deg) <= stationary_pivot()
    return nearer if rounded_out else facing


def exchange(battle: Battle, order: Fire) -> None:
    """Carries a fire exchange out: defence dice, attack dice, the lower one is removed.

    Rules: CFV-FIRE-05, -14 to -19.
    """
    state = state_of(battle)
    firer, target = state.stands[order.stand], state.stands[order.targets[0].target]
    reveal(battle, firer, (cite("CFV-OBS-02"),))
    turn_to(battle, firer, order.facing_deg, (target.x, target.y))
    distance = round(units.apart(firer, target), 3)
    fired = battle.happen(
        Fired(stand=firer.id, targets=(target.id,), weapon="gun", range_in=distance, rules=(cite("CFV-FIRE-05"),))
    )
    note_attack(battle, firer)
    at_risk = is_at_risk(battle, firer, target)
    score = roll(battle, "defence", target, defence(battle, target, firer.ratings.quality, (firer.x, firer.y)), fired)
    attack = roll(battle, "attack", firer, attack_dice(firer, target), fired, (score, at_risk))
    judge(battle, firer, target, attack, score, at_risk, fired)


def turn_to(battle: Battle, firer: VipersStand, facing: float | None, point: Point) -> None:
    """Turns a stationary weapon to its target; where other bases leave no room the base stays as it is.

    Rules: CFV-MOVE-09, -10.
    """
    if facing is None or units.arc_of(firer) >= 360.0:
        facing = facing_to_fire(firer, point)
    if facing != firer.facing_deg and may_stand(battle, firer, firer.x, firer.y, facing) is None:
        seen = knowledge.seen_by_for(battle.state, firer.id)
        battle.happen(StandTurned(stand=firer.id, facing_deg=facing, rules=(cite("CFV-MOVE-10"),), seen_by=seen))


def note_attack(battle: Battle, stand: VipersStand) -> None:
    """Marks that a unit has made its attack of this go. Rules: CFV-TURN-04, CFV-AIR-13."""
    changes = (("attacked", True), ("activated", True), ("ground_attack_turn", battle.state.turn))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="attacked", seen_by=seen))


def roll(
    battle: Battle,
    purpose: str,
    stand: VipersStand,
    pool: Pool,
    cause: Event | None = None,
    against: tuple[int, bool] | None = None,
) -> int:
    """Throws a pool of d6 and reports it; the total.

    against: the score to beat, and whether the roller is at risk if it does not. Rules: CFV-FIRE-14, -15.
    """
    rules = {"defence": "CFV-FIRE-14", "attack": "CFV-FIRE-15"}
    cited = (*pool.rules, cite(rules[purpose])) if purpose in rules else pool.rules
    dice = battle.throw(pool.dice)
    total = sum(dice)
    outcome, why = verdict(total, *against) if against else ("", "")
    battle.happen(
        Rolled(
            purpose=purpose,
            who=stand.id,
            side=stand.side,
            dice=dice,
            modifiers=pool.modifiers,
            total=total,
            needed=f"more than {against[0]}" if against else "",
            outcome=outcome,
            rules=(*cited, why) if why else cited,
        ),
        cause,
    )
    return total


def verdict(attack: int, score: int, at_risk: bool) -> tuple[str, str]:
    """What an attack score does, in one word, and the rule that says so. Rules: CFV-FIRE-16 to -19."""
    if attack > score:
        return "hit", cite("CFV-FIRE-16")
    if attack == score:
        return "even", cite("CFV-FIRE-18")
    return ("beaten", cite("CFV-FIRE-17")) if at_risk else ("immune", cite("CFV-FIRE-19"))


def judge(
    battle: Battle, firer: VipersStand, target: VipersStand, attack: int, score: int, at_risk: bool, cause: Event
) -> str:
    """Removes whoever scored less: "target", "firer" or "" when nobody goes. Rules: CFV-FIRE-16 to -20."""
    outcome, rule = verdict(attack, score, at_risk)
    if outcome == "hit":
        losses.remove(battle, target, "destroyed", by=firer.id, cause=cause, rules=(rule,))
        return "target"
    if outcome != "beaten":
        return ""
    losses.remove(battle, firer, "destroyed", by=target.id, cause=cause, rules=(rule,))
    return "firer"
