"""Carrying out a direct shot: dice, losses, crews, morale.

Rules: LW2-TURN-13, -17, LW2-IAT-03, -05, -08, LW2-STAT-11, LW2-LOS-06.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from wargame.board import bearing, snap_facing
from wargame.engine.events import Event, Fired, Rolled, StandChanged, StandTurned
from wargame.engine.knowledge import seen_by_for
from wargame.engine.orders import Fire
from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import armour, crew, damage, explosive, firing, location, small_arms, units
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.features import spot_of, state_of
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import FLAME, HE, HEAT, MEN, Weapon, weapon

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def fire(battle: Battle, order: Fire) -> Event:
    """One shot, through dice, losses and morale. Rules: LW2-TURN-13, -17."""
    cite("LW2-TURN-13")
    cite("LW2-TURN-17")
    state = state_of(battle)
    firer, target = state.stands[order.stand], state.stands[order.targets[0].target]
    arm = weapon(firer, order.weapon)
    assert arm is not None
    event = _announce(battle, firer, arm, target, order.mode)
    _note_shot_at(battle, firer, target)
    tests = Tests()
    if arm.kind in MEN:
        _one_die(battle, firer, arm, target, order.mode, tests, event)
    elif arm.kind == HE or (arm.kind == HEAT and not units.is_vehicle(target)):
        _burst(battle, firer, arm, target, order.mode, tests, event)
    else:
        _shot_at_armour(battle, firer, arm, target, order.mode, tests, event)
    firing.spend(battle, firer, arm, order.mode, (target.x, target.y))
    _turn(battle, firer, arm, target)
    if arm.kind == FLAME:
        seen = seen_by_for(battle.state, firer.id)
        changes = (("flame", False),)
        battle.happen(StandChanged(stand=firer.id, changes=changes, why="flame_spent", seen_by=seen), event)
    tests.take(battle, event)
    return event


def _announce(battle: Battle, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> Event:
    """The shot is seen by all: who fires in view is located. Rule: LW2-LOS-06."""
    location.note_activity(battle, firer, "LW2-LOS-06")
    away = math.dist((firer.x, firer.y), (target.x, target.y))
    manner = "burst" if arm.kind == HE else "fire"
    return battle.happen(
        Fired(
            stand=firer.id,
            targets=(target.id,),
            weapon=arm.name,
            manner=manner,
            range_in=round(away, 3),
            data=(("mode", mode),),
            rules=(cite("LW2-TURN-13"),),
        )
    )


def _note_shot_at(battle: Battle, firer: WarStand, target: WarStand) -> None:
    """Who was shot at answers that enemy first, and may be pinned with its platoon. Rules: LW2-ARC-05, LW2-STAT-07."""
    state = state_of(battle)
    if firer.id not in target.shot_at_by:
        target.shot_at_by = (*target.shot_at_by, firer.id)
    target.shot_at_cycle = max(1, state.cycle)
    target.attacked = True
    for other in state.stands.values():
        if other.group == target.group and state.groups[target.group].higher:
            other.attacked = True


def _turn(battle: Battle, firer: WarStand, arm: Weapon, target: WarStand) -> None:
    """A heavy machine gun that fires beyond its arc turns to its target. Rules: LW2-ARC-02, -03."""
    if arm.kind == "hmg" and not firing.bears(firer, arm, target.x, target.y):
        facing = snap_facing(bearing(firer.x, firer.y, target.x, target.y))
        seen = seen_by_for(battle.state, firer.id)
        battle.happen(StandTurned(stand=firer.id, facing_deg=facing, rules=(cite("LW2-ARC-03"),), seen_by=seen))


# ---------------------------------------------------------------- one die


def _one_die(
    battle: Battle, firer: WarStand, arm: Weapon, target: WarStand, mode: str, tests: Tests, cause: Event
) -> None:
    roll = small_arms.roll(battle, firer, arm, target, mode)
    dice = battle.throw(1)
    result = roll.result(dice[0])
    event = battle.happen(
        Rolled(
            purpose="small_arms",
            who=firer.id,
            side=firer.side,
            dice=dice,
            modifiers=roll.modifiers,
            total=dice[0] + roll.plus,
            needed=f"{roll.needed}+",
            outcome=result,
            rules=("LW2-INF-06",) if dice[0] == 6 else (),
        ),
        cause,
    )
    apply(battle, target, result, tests, firer.id, event)


def apply(battle: Battle, target: WarStand, result: str, tests: Tests, by: str, cause: Event) -> None:
    """What a result does to a stand."""
    if result == damage.DISABLED:
        damage.disable(battle, target, tests, by, cause)
    elif result == damage.SUPPRESSED:
        damage.suppress(battle, target, tests, cause)


# ---------------------------------------------------------------- high explosive


def bursts_of(battle: Any, firer: WarStand, arm: Weapon, target: WarStand, mode: str) -> list[explosive.Burst]:
    """How the dice count against the target and whoever else is in its feature. Rules: LW2-HE-09, -11."""
    cite("LW2-HE-11")
    own = firing.modifiers(battle, firer, arm, mode, (target.x, target.y))
    order = explosive.order_of_spread(battle, firer.side, target)
    if arm.kind == HEAT:
        order = order[:1]
    return [explosive.burst(battle, t, firer, own, he_only=arm.he_only) for t in order]


def _burst(
    battle: Battle, firer: WarStand, arm: Weapon, target: WarStand, mode: str, tests: Tests, cause: Event
) -> None:
    if arm.kind == HEAT:
        cite("LW2-IAT-03")
        cite("LW2-IAT-08")
    bursts = bursts_of(battle, firer, arm, target, mode)
    note_shelled(battle, target)
    throw_burst(battle, firer.id, firer.side, arm.dice, bursts, tests, cause)


def note_shelled(battle: Battle, target: WarStand) -> None:
    """Squads in the feature of the named target have been fired at. Rules: LW2-HE-08, LW2-STAT-07."""
    state = state_of(battle)
    place = spot_of(battle, target).place
    for other in location.known_enemies(battle, state.other(target.side)):
        if spot_of(battle, other).place == place:
            other.shot_at_cycle = max(1, state.cycle)


def throw_burst(
    battle: Battle, who: str, side: str, count: int, bursts: list[explosive.Burst], tests: Tests, cause: Event
) -> None:
    """Throws the dice of high explosive once and applies them. Rules: LW2-HE-02, -09."""
    dice = battle.throw(count)
    found = explosive.outcome(bursts, dice)
    word = damage.DISABLED if found.disabled else damage.SUPPRESSED if found.suppressed else "missed"
    event = battle.happen(
        Rolled(
            purpose="high_explosive",
            who=who,
            side=side,
            dice=dice,
            modifiers=bursts[0].modifiers,
            needed="4+",
            outcome=word,
            rules=(cite("LW2-HE-02"), cite("LW2-HE-09")),
        ),
        cause,
    )
    state = state_of(battle)
    for name in found.disabled:
        if not state.stands[name].gone:
            damage.disable(battle, state.stands[name], tests, who, event)
    for name in found.suppressed:
        damage.suppress(battle, state.stands[name], tests, event)
    _jolt_riders(battle, bursts[0].target, found.disabled, tests, event)


def _jolt_riders(battle: Battle, target: str, disabled: tuple[str, ...], tests: Tests, cause: Event) -> None:
    stand = state_of(battle).stands[target]
    if target not in disabled and units.is_vehicle(stand):
        crew.after_hit(battle, stand, crew_tests=False, tests=tests, cause=cause)


# ---------------------------------------------------------------- armour


def _shot_at_armour(
    battle: Battle, firer: WarStand, arm: Weapon, target: WarStand, mode: str, tests: Tests, cause: Event
) -> None:
    aim = armour.to_hit(battle, firer, arm, target, mode)
    face = battle.throw(1)
    hit = aim.hits(face[0])
    event = battle.happen(
        Rolled(
            purpose="to_hit",
            who=firer.id,
            side=firer.side,
            dice=face,
            modifiers=aim.modifiers,
            total=face[0] + aim.plus,
            needed=f"{aim.needed}+",
            outcome="hit" if hit else "missed",
            rules=(cite("LW2-GUN-02" if aim.beyond else "LW2-GUN-01"),),
        ),
        cause,
    )
    if not hit:
        return
    through = armour.disabling(battle, firer, arm, target)
    if throw_disabling(battle, firer, through, event):
        damage.disable(battle, target, tests, firer.id, event)
        return
    cite("LW2-STAT-11")
    crew.after_hit(battle, target, crew_tests=through.crew_tests, tests=tests, cause=event)


def throw_disabling(battle: Battle, firer: WarStand, through: armour.Disabling, cause: Event) -> bool:
    """Does a hit disable: never, always, or by a die? Rules: LW2-PEN-02 to -05."""
    rules = ("LW2-PEN-06",) if through.side else ("LW2-PEN-01",)
    if through.score in (armour.NEVER, armour.ALWAYS):
        return through.score == armour.ALWAYS
    dice = battle.throw(1)
    passed = dice[0] >= through.score
    battle.happen(
        Rolled(
            purpose="disabling",
            who=firer.id,
            side=firer.side,
            dice=dice,
            total=dice[0],
            needed=f"{through.score}+",
            outcome="disabled" if passed else "not_through",
            rules=(*rules, "LW2-PEN-03"),
        ),
        cause,
    )
    return passed
