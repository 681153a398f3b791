"""A burst that comes down: one attack roll, a defence for each unit inside.

Rules: CFV-BRST-12 to -16, -19, CFV-AMMO-05.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import within
from wargame.engine.events import Event, Rolled, Said, StandChanged, TemplateLanded
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import fire, losses, observation, units
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


@dataclass(frozen=True, slots=True)
class Shell:
    """What comes down: dice against Soft and armour, highest class penetrated, diameter in inches."""

    dice_soft: int
    dice_armour: int
    penetrates: str
    diameter_in: float
    quality: str
    bomb: bool = False

    @property
    def thrown(self) -> int:
        """Dice that are thrown for it."""
        return max(self.dice_soft, self.dice_armour)

    def dice_against(self, stand: VipersStand) -> int:
        """How many of the dice, from the first on, count against a unit; 0 = none. Rule: CFV-BRST-16."""
        armour = units.rank(fire.treated_as(stand, "front"))
        if armour == 0:
            return self.dice_soft
        cite("CFV-BRST-16")
        return self.dice_armour if units.rank(self.penetrates) >= armour else 0


def shell_of(stand: VipersStand) -> Shell:
    """The shells of a battery or mortar. Rule: CFV-BRST-19."""
    ratings = stand.ratings
    return Shell(ratings.dice_soft, ratings.dice_armour, ratings.penetrates, ratings.burst, ratings.quality)


def bomb_of(stand: VipersStand) -> Shell:
    """The bomb load of an aircraft."""
    r = stand.ratings
    return Shell(r.bomb_dice_soft, r.bomb_dice_armour, r.bomb_penetrates, r.bomb_burst, r.quality, bomb=True)


def inside(scene: Scene, at: Point, diameter_in: float) -> list[VipersStand]:
    """Units of either side with their base centre in a burst, from its centre outwards, ties in order of id.

    Rules: CFV-BRST-13, -14, -15.
    """
    found = []
    for stand in observation.state_of(scene).stands.values():
        distance = math.hypot(stand.x - at[0], stand.y - at[1])
        if stand.in_play and within(distance, diameter_in / 2):
            found.append((round(distance, 3), stand.id, stand))
    return [stand for _, _, stand in sorted(found, key=lambda row: row[:2])]


def come_down(battle: Battle, attacker: VipersStand, shell: Shell, aim: Point, at: Point, cause: Event) -> int:
    """Resolves a burst at a point; gives the attack score (the dice against Soft). Rules: CFV-BRST-12, CFV-AMMO-05."""
    targets = inside(battle, at, shell.diameter_in)
    for stand in targets:
        observation.reveal(battle, stand, (cite("CFV-OBS-09"),), cause=cause)
    landed = battle.happen(_landing(shell, aim, at, targets), cause)
    dice = battle.throw(shell.thrown)
    score = sum(dice[: shell.dice_soft])
    rolled = battle.happen(
        Rolled(
            purpose="attack",
            who=attacker.id,
            side=attacker.side,
            dice=dice,
            total=score,
            outcome=_scores(shell, dice),
            rules=(cite("CFV-BRST-12"), cite("CFV-AMMO-05")),
        ),
        landed,
    )
    for stand in targets:
        _mark(battle, stand, shell, rolled)
    for stand in targets:
        if stand.in_play:
            _defend(battle, attacker, shell, stand, dice, rolled)
    return score


def _scores(shell: Shell, dice: tuple[int, ...]) -> str:
    """The score against Soft, and the one against armour of the first so many dice. Rule: CFV-BRST-16."""
    soft = f"{sum(dice[: shell.dice_soft])} against Soft"
    return f"{soft}, {sum(dice[: shell.dice_armour])} against armour" if shell.dice_armour else soft


def _landing(shell: Shell, aim: Point, at: Point, targets: list[VipersStand]) -> TemplateLanded:
    return TemplateLanded(
        shape="circle",
        width_in=shell.diameter_in,
        depth_in=shell.diameter_in,
        x=at[0],
        y=at[1],
        aim_x=aim[0],
        aim_y=aim[1],
        hits=tuple(stand.id for stand in targets),
        rules=(cite("CFV-BRST-14"), cite("CFV-BRST-15"), cite("CFV-BRST-19")),
    )


def _mark(battle: Battle, stand: VipersStand, shell: Shell, cause: Event) -> None:
    """The unit was attacked this turn, even if it survives. Rule: CFV-ASLT-24."""
    field = "air_attacked_turn" if shell.bomb else "shelled_turn"
    changes = ((field, battle.state.turn),)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=field, rules=(cite("CFV-ASLT-24"),)), cause)


def _defend(
    battle: Battle, attacker: VipersStand, shell: Shell, stand: VipersStand, dice: tuple[int, ...], cause: Event
) -> None:
    counted = shell.dice_against(stand)
    if counted == 0:
        battle.happen(Said(key="unhurt", about=(stand.id,), rules=(cite("CFV-BRST-16"),)), cause)
        return
    pool = fire.defence(battle, stand, shell.quality, None)
    thrown, attack = battle.throw(pool.dice), sum(dice[:counted])
    removed = attack > sum(thrown)
    rolled = battle.happen(
        Rolled(
            purpose="defence",
            who=stand.id,
            side=stand.side,
            dice=thrown,
            modifiers=pool.modifiers,
            total=sum(thrown),
            needed=f"{attack} or more",
            outcome="removed" if removed else "holds",
            rules=(cite("CFV-BRST-13"), cite("CFV-FIRE-20"), *pool.rules),
        ),
        cause,
    )
    if removed:
        losses.remove(battle, stand, "destroyed", by=attacker.id, cause=rolled, rules=(cite("CFV-FIRE-16"),))
