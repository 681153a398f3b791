"""The dice of a close assault: one, and one for each reason. Rules: CFV-ASLT-03 to -17, -24, -26 to -30.

`dice_of` counts for the resolution, for the odds and for an overrun alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import cover, units
from wargame.rulesets.fascist_vipers.data import die_row, tables
from wargame.rulesets.fascist_vipers.ground import rows_that
from wargame.rulesets.fascist_vipers.observation import on_table, place_of, state_of
from wargame.rulesets.fascist_vipers.pool import Pool
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


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
    return any(units.is_infantry(s) and units.are_within(afv, s, limit) for s in on_table(scene, afv.side))


def is_combined(lead: Fighter, supports: tuple[VipersStand, ...]) -> bool:
    """Do infantry and tanks, or self-propelled assault guns, assault together? Rule: CFV-ASLT-08."""
    if units.is_infantry(lead.soul):
        return any(units.is_tank_or_sp_gun(s) for s in supports)
    return units.is_tank_or_sp_gun(lead.soul) and any(units.is_infantry(s) for s in supports)


def _die(row: str, words: str) -> Modifier:
    dice, rule = die_row("assault_die", row)
    return Modifier(words, dice=dice, rule=cite(rule))


def throw(
    battle: Battle, stand: VipersStand, pool: Pool, cause: Event, score: int | None = None, beaten: str = "lost"
) -> int:
    """Throws the dice of one side of an assault; the total.

    score: what the other side has thrown; beaten: the word for throwing less. Rule: CFV-ASLT-28.
    """
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
            needed="" if score is None else f"more than {score}",
            outcome=_compared(total, score, beaten),
            rules=(*pool.rules, cite("CFV-ASLT-28")),
        ),
        cause,
    )
    return total


def _compared(total: int, score: int | None, beaten: str) -> str:
    if score is None:
        return ""
    return "won" if total > score else "even" if total == score else beaten
