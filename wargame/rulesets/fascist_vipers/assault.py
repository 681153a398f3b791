"""Close assaults: who may, and how they end. Rules: CFV-ASLT-01, -02, -18 to -25, -28, -30, CFV-MOVE-08."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.events import Event, Fired, StandChanged
from wargame.engine.orders import Assault, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.fascist_vipers import losses, standing_ground, units
from wargame.rulesets.fascist_vipers.assault_dice import Fighter, dice_of, fighter, throw
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.fire import note_attack
from wargame.rulesets.fascist_vipers.observation import known_enemies, on_table, reveal, reveal_those_found, state_of
from wargame.rulesets.fascist_vipers.pool import Duel
from wargame.rulesets.fascist_vipers.state import VipersStand
from wargame.rulesets.fascist_vipers.targets import may_attack

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

_ASSAULTING = frozenset({"engineer", "hmg", "at_team"})
_NEVER = frozenset({"mortar", "aaa"})


# ---------------------------------------------------------------- who may


def may_assault(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit may not start an assault now, or None. Rules: CFV-ASLT-25, CFV-TURN-04."""
    refusal = may_attack(scene, stand)
    if refusal is not None:
        return refusal
    rider = fighter(scene, stand).soul
    if rider.id != stand.id and (rider.activated or rider.busy):
        text = f"{rider.name} has been used in this go."
        return Refusal(text=text, rules=(cite("CFV-TURN-04"),), about=rider.id)
    if not is_assault_unit(scene, stand):
        text = f"{stand.name} may only defend in close assault."
        return Refusal(text=text, rules=(cite("CFV-ASLT-25"),), about=stand.id)
    return None


def is_assault_unit(scene: Scene, stand: VipersStand) -> bool:
    """Is it of a kind that may start an assault? Rule: CFV-ASLT-25."""
    cite("CFV-ASLT-25")
    ratings = stand.ratings
    if fighter(scene, stand).aboard:
        return True
    if ratings.category in ("hq", "transport", "aa", "aircraft") or ratings.troop_type in _NEVER or units.is_gun(stand):
        return False
    if ratings.category in ("teeth_arm", "reconnaissance") or ratings.troop_type in _ASSAULTING:
        return ratings.move_type != "fixed"
    return ratings.self_propelled and units.is_armed(stand)


def in_reach(stand: VipersStand, enemy: VipersStand) -> bool:
    """Are the bases within assault distance? Rule: CFV-ASLT-01."""
    cite("CFV-ASLT-01")
    return units.are_within(stand, enemy, float(tables()["assault"]["distance"]))


def targets(scene: Scene, stand: VipersStand) -> list[Target]:
    """Enemies that a unit might assault from where it stands, nearest first. Rule: CFV-ASLT-01."""
    near = [e for e in known_enemies(scene, stand.side) if in_reach(stand, e)]
    rows = [Target(stand=e.id, range_in=round(units.apart(stand, e), 3)) for e in near]
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def possible_supports(scene: Scene, lead: VipersStand, target: VipersStand) -> list[VipersStand]:
    """Friends that may support an assault: near the target, not yet used this go. Rule: CFV-ASLT-23."""
    limit = float(tables()["assault"]["combined_support_distance"])
    found = []
    for friend in on_table(scene, lead.side):
        unused = friend.id != lead.id and not friend.activated and may_attack(scene, friend) is None
        if unused and units.are_within(target, friend, limit):
            found.append(friend)
    return found


def check(scene: Scene, order: Assault, *, breakthrough: bool = False) -> Refusal | None:
    """Why an assault may not be made, or None. Rules: CFV-ASLT-01, -21, -23, -25."""
    state = state_of(scene)
    stand, target = state.stands[order.stand], state.stands.get(order.target)
    refusal = None if breakthrough else may_assault(scene, stand)
    if refusal is not None:
        return refusal
    if target is None or target.side == stand.side or target.id not in {e.id for e in known_enemies(scene, stand.side)}:
        return Refusal(text="That unit cannot be assaulted.", rules=(cite("CFV-ASLT-01"),), about=order.target)
    if not in_reach(stand, target):
        distance = units.apart(stand, target)
        text = f"{target.name} is {distance:.1f} in away; a close assault needs 1 in or less."
        return Refusal(text=text, rules=(cite("CFV-ASLT-01"),), about=target.id)
    return _check_supports(scene, order, stand, target)


def _check_supports(scene: Scene, order: Assault, stand: VipersStand, target: VipersStand) -> Refusal | None:
    able = {s.id for s in possible_supports(scene, stand, target)}
    for name in order.supports:
        if name not in able:
            found = scene.state.stands.get(name)
            text = f"{found.name if found else name} cannot support: it must be within 1 in of the target and unused."
            return Refusal(text=text, rules=(cite("CFV-ASLT-23"),), about=name)
    return None


# ---------------------------------------------------------------- resolution


def pools(scene: Scene, order: Assault) -> Duel:
    """The dice of both sides of an assault order, for the resolution and for its odds."""
    state = state_of(scene)
    own, foe = fighter(scene, state.stands[order.stand]), fighter(scene, state.stands[order.target])
    supports = tuple(state.stands[name] for name in order.supports)
    return Duel(
        dice_of(scene, foe, own, assaulting=False), dice_of(scene, own, foe, assaulting=True, supports=supports)
    )


def fight(battle: Battle, order: Assault) -> bool:
    """Carries an assault out; True if the assaulting unit removed its opponent. Rules: CFV-ASLT-18, -19, -23, -28."""
    state = state_of(battle)
    own, foe = fighter(battle, state.stands[order.stand]), fighter(battle, state.stands[order.target])
    duel = pools(battle, order)
    reveal(battle, own.body, (cite("CFV-OBS-02"),))
    rules = (cite("CFV-ASLT-01"), *((cite("CFV-ASLT-21"),) if own.body.broke_through else ()))
    data = (("supports", order.supports),)
    fired = battle.happen(Fired(stand=own.body.id, targets=(foe.body.id,), manner="assault", data=data, rules=rules))
    _use_up(battle, own, order.supports)
    defence = throw(battle, foe.soul, duel.defence, fired)
    attack = throw(battle, own.soul, duel.attack, fired, defence)
    if attack > defence:
        place = (foe.body.x, foe.body.y, foe.body.facing_deg)
        _remove(battle, foe, own.soul, fired)
        standing_ground.move_in(battle, own.body, place[0], place[1], fired)
        reveal_those_found(battle, [own.body], fired)
        return True
    if attack < defence:
        _remove(battle, own, foe.soul, fired)
    else:
        standing_ground.set_back(battle, own.body, foe.body, fired)
        reveal_those_found(battle, [own.body], fired)
    return False


def _use_up(battle: Battle, own: Fighter, supports: tuple[str, ...]) -> None:
    for stand in {own.body.id: own.body, own.soul.id: own.soul}.values():
        note_attack(battle, stand)
    for name in supports:
        changes = (("activated", True), ("busy", "supporting an assault"))
        seen = knowledge.seen_by_for(battle.state, name)
        rules = (cite("CFV-ASLT-23"),)
        battle.happen(StandChanged(stand=name, changes=changes, why="supporting", rules=rules, seen_by=seen))


def _remove(battle: Battle, loser: Fighter, winner: VipersStand, cause: Event) -> None:
    rules = (cite("CFV-ASLT-18"), *((cite("CFV-ASLT-30"),) if loser.aboard else ()))
    losses.remove(battle, loser.body, "destroyed", by=winner.id, cause=cause, rules=rules)
