"""Close assaults. Rules: CFV-ASLT-01 to -30, CFV-MOVE-08.

`dice_of` counts the dice of one side for the resolution, for the odds and for an overrun alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import gap, within
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Fired, Rolled, StandChanged
from wargame.engine.orders import Assault, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.fascist_vipers import cover, losses, standing_ground, units
from wargame.rulesets.fascist_vipers.data import die_row, tables
from wargame.rulesets.fascist_vipers.fire import Pool, note_attack
from wargame.rulesets.fascist_vipers.ground import rows_that
from wargame.rulesets.fascist_vipers.observation import known_enemies, on_table, place_of, reveal, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand
from wargame.rulesets.fascist_vipers.targets import may_attack

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

_ASSAULTING = frozenset({"engineer", "hmg", "at_team"})
_NEVER = frozenset({"mortar", "aaa"})


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of an assault: `body` stands on the table, `soul` rolls (infantry aboard its carrier, else the same)."""

    body: VipersStand
    soul: VipersStand

    @property
    def aboard(self) -> bool:
        """Infantry fighting from its carrier."""
        return self.body.id != self.soul.id


def fighter(scene: Scene, stand: VipersStand) -> Fighter:
    """Who rolls for a stand that fights: infantry aboard an armoured carrier fights for it. Rule: CFV-ASLT-30."""
    if stand.carrier:
        return Fighter(place_of(scene, stand), stand)
    if units.is_apc(stand):
        for other in state_of(scene).stands.values():
            if other.carrier == stand.id and not other.gone and units.is_infantry(other):
                cite("CFV-ASLT-30")
                return Fighter(stand, other)
    return Fighter(stand, stand)


# ---------------------------------------------------------------- dice


def dice_of(
    scene: Scene, own: Fighter, foe: Fighter, *, assaulting: bool, supports: tuple[VipersStand, ...] = ()
) -> Pool:
    """Dice of one side of an assault: one, and one for each reason. Rules: CFV-ASLT-03 to -17, -29."""
    cite("CFV-ASLT-29")
    modifiers = tuple(_reasons(scene, own, foe, assaulting, supports))
    return Pool(1 + sum(m.dice for m in modifiers), modifiers, rules=(cite("CFV-ASLT-03"), cite("CFV-ASLT-04")))


def _reasons(
    scene: Scene, own: Fighter, foe: Fighter, assaulting: bool, supports: tuple[VipersStand, ...]
) -> Iterator[Modifier]:
    turn = state_of(scene).turn
    if turn > 0 and turn in (foe.body.shelled_turn, foe.soul.shelled_turn):
        cite("CFV-ASLT-24")
        yield _die("enemy_shelled_this_turn", "opponent shelled this turn")
    if turn > 0 and turn in (foe.body.air_attacked_turn, foe.soul.air_attacked_turn):
        cite("CFV-ASLT-24")
        yield _die("enemy_attacked_from_air_this_turn", "opponent attacked from the air this turn")
    if units.grade(own.soul.ratings.quality) > units.grade(foe.soul.ratings.quality):
        yield _die("higher_quality", f"{own.soul.ratings.quality} against {foe.soul.ratings.quality}")
    if assaulting and is_combined(own, supports):
        yield _die("infantry_with_tanks_or_sp_assault_guns", "infantry and armour together")
    yield from _arms(own, foe)
    yield from _place(scene, own, foe, assaulting)
    if own.soul.ratings.fearsome:
        yield _die("fearsome", "fearsome")


def _arms(own: Fighter, foe: Fighter) -> Iterator[Modifier]:
    if own.aboard or (units.is_infantry(own.soul) and units.is_deployed_gun(foe.body)):
        words = "fighting from its carrier" if own.aboard else "infantry against a deployed gun"
        yield _die("infantry_in_apc_or_against_deployed_guns", words)
    if units.is_vehicle(own.soul) and units.is_vehicle(foe.soul):
        mine, theirs = (units.rank(f.soul.ratings.armour_class) for f in (own, foe))
        if mine > theirs:
            yield _die("better_armour_vehicle_against_vehicle", "better armour")
    if own.soul.ratings.troop_type == "hmg" and foe.soul.ratings.armour_class == "soft":
        yield _die("machine_gun_unit_against_soft", "machine guns against a soft unit")
    if units.is_soft_transport(foe.body):
        yield _die("against_soft_transport", "against soft transport")


def _place(scene: Scene, own: Fighter, foe: Fighter, assaulting: bool) -> Iterator[Modifier]:
    there = (foe.body.x, foe.body.y)
    sheltered = cover.shelter(scene, own.body, there)
    if sheltered:
        yield _die("self_in_cover_or_defences", "in cover")
    if sheltered == "strong":
        yield _die("self_in_strong_defences", "in strong defences")
    if _catches_lone_afv(scene, own, foe):
        yield _die("infantry_in_woods_or_built_up_against_unescorted_afv", "infantry in close country, no escort")
    uphill = cover.is_uphill(scene, own.body, foe.body)
    if uphill or (not assaulting and cover.behind_obstacle(scene, own.body, there)):
        cite("CFV-ASLT-27")
        yield _die("uphill_or_behind_obstacle", "uphill" if uphill else "behind an obstacle")


def _catches_lone_afv(scene: Scene, own: Fighter, foe: Fighter) -> bool:
    if own.aboard or not units.is_infantry(own.soul) or not units.is_afv(foe.body) or foe.aboard:
        return False
    if scene.board.terrain_at(own.body.x, own.body.y)[0] not in rows_that("close_rows"):
        return False
    return not is_escorted(scene, foe.body)


def is_escorted(scene: Scene, afv: VipersStand) -> bool:
    """Does friendly infantry stand within 1 inch of an AFV? Rule: CFV-ASLT-26."""
    cite("CFV-ASLT-26")
    limit = float(tables()["assault"]["escort_distance"])
    mine = units.footprint(afv)
    friends = [s for s in on_table(scene, afv.side) if units.is_infantry(s)]
    return any(within(gap(mine, units.footprint(s)), limit) for s in friends)


def is_combined(lead: Fighter, supports: tuple[VipersStand, ...]) -> bool:
    """Do infantry and tanks, or self-propelled assault guns, assault together? Rule: CFV-ASLT-08."""
    if units.is_infantry(lead.soul):
        return any(units.is_tank_or_sp_gun(s) for s in supports)
    return units.is_tank_or_sp_gun(lead.soul) and any(units.is_infantry(s) for s in supports)


def _die(row: str, words: str) -> Modifier:
    dice, rule = die_row("assault_die", row)
    return Modifier(words, dice=dice, rule=cite(rule))


# ---------------------------------------------------------------- who may


def may_assault(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit may not start an assault now, or None. Rules: CFV-ASLT-25, CFV-TURN-04."""
    refusal = may_attack(scene, stand)
    if refusal is not None:
        return refusal
    if not is_assault_unit(scene, stand):
        text = f"{stand.name} may only defend in close assault."
        return Refusal(text=text, rules=(cite("CFV-ASLT-25"),), about=stand.id)
    return None


def is_assault_unit(scene: Scene, stand: VipersStand) -> bool:
    """Is it of a kind that may start an assault? Rule: CFV-ASLT-25."""
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
    return within(gap(units.footprint(stand), units.footprint(enemy)), float(tables()["assault"]["distance"]))


def targets(scene: Scene, stand: VipersStand) -> list[Target]:
    """Enemies that a unit might assault from where it stands, nearest first. Rule: CFV-ASLT-01."""
    mine = units.footprint(stand)
    near = [(round(gap(mine, units.footprint(e)), 3), e) for e in known_enemies(scene, stand.side)]
    rows = [Target(stand=e.id, range_in=distance) for distance, e in near if in_reach(stand, e)]
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def possible_supports(scene: Scene, lead: VipersStand, target: VipersStand) -> list[VipersStand]:
    """Friends that may support an assault: near the target, not yet used this go. Rule: CFV-ASLT-23."""
    limit = float(tables()["assault"]["combined_support_distance"])
    theirs = units.footprint(target)
    found = []
    for friend in on_table(scene, lead.side):
        unused = friend.id != lead.id and not friend.activated and may_attack(scene, friend) is None
        if unused and within(gap(theirs, units.footprint(friend)), limit):
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
        distance = gap(units.footprint(stand), units.footprint(target))
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


@dataclass(frozen=True, slots=True)
class Duel:
    """Both pools of an assault: the defender's is thrown first. Rule: CFV-ASLT-28."""

    defence: Pool
    attack: Pool


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
    fired = battle.happen(
        Fired(stand=own.body.id, targets=(foe.body.id,), manner="assault", rules=(cite("CFV-ASLT-01"),))
    )
    reveal(battle, own.body, (cite("CFV-OBS-02"),), cause=fired)
    _use_up(battle, own, order.supports)
    defence = throw(battle, foe.soul, duel.defence, fired)
    attack = throw(battle, own.soul, duel.attack, fired, f"more than {defence}")
    if attack > defence:
        place = (foe.body.x, foe.body.y, foe.body.facing_deg)
        _remove(battle, foe, own.soul, fired)
        standing_ground.move_in(battle, own.body, place[0], place[1], fired)
        return True
    if attack < defence:
        _remove(battle, own, foe.soul, fired)
    else:
        standing_ground.set_back(battle, own.body, foe.body, fired)
    return False


def throw(battle: Battle, stand: VipersStand, pool: Pool, cause: Event, needed: str = "") -> int:
    """Throws the dice of one side of an assault; the total. Rule: CFV-ASLT-28."""
    dice = battle.throw(pool.dice)
    total = sum(dice)
    battle.happen(
        Rolled(
            purpose="assault",
            who=stand.id,
            side=stand.side,
            dice=dice,
            modifiers=pool.modifiers,
            total=total,
            needed=needed,
            rules=(*pool.rules, cite("CFV-ASLT-28")),
        ),
        cause,
    )
    return total


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
