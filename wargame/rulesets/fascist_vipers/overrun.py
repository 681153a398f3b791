"""Driving over Soft enemies: the free attack of whoever is overrun. Rules: CFV-MOVE-04 to -06, CFV-ASLT-28."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargame.board import along
from wargame.engine import paths
from wargame.engine.appraisal import Reaction, duel
from wargame.engine.events import Event, Fired
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import losses, movement, units
from wargame.rulesets.fascist_vipers.assault_dice import dice_of, fighter, throw
from wargame.rulesets.fascist_vipers.observation import known_enemies, reveal
from wargame.rulesets.fascist_vipers.pool import Duel
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def pools(scene: Scene, afv: VipersStand, victim: VipersStand) -> Duel:
    """Dice of an overrun: the vehicle defends, the overrun unit attacks. Rules: CFV-MOVE-06, CFV-ASLT-28."""
    driver, under = fighter(scene, afv), fighter(scene, victim)
    return Duel(
        dice_of(scene, driver, under, assaulting=False),
        dice_of(scene, under, driver, assaulting=True),
    )


def free_attack(battle: Battle, afv: VipersStand, victim: VipersStand, cause: Event | None = None) -> None:
    """The overrun unit attacks the vehicle on top of it and may destroy it. Rules: CFV-MOVE-05, -06."""
    reveal(battle, victim, (cite("CFV-OBS-02"),), by=afv.id, cause=cause)
    duel = pools(battle, afv, victim)
    rules = (cite("CFV-MOVE-05"), cite("CFV-MOVE-06"))
    fired = battle.happen(Fired(stand=victim.id, targets=(afv.id,), manner="overrun", rules=rules), cause)
    defence = throw(battle, fighter(battle, afv).soul, duel.defence, fired)
    attack = throw(battle, fighter(battle, victim).soul, duel.attack, fired, defence, "no effect")
    if attack > defence:
        losses.remove(battle, afv, "destroyed", by=victim.id, cause=fired, rules=(cite("CFV-MOVE-06"),))


def reactions_on(scene: Scene, afv: VipersStand, path: tuple[Point, ...]) -> Iterator[Reaction]:
    """Who would attack the vehicle on this path, where, and with which chance. Rule: CFV-MOVE-05."""
    for enemy in known_enemies(scene, afv.side):
        inches = paths.touches(afv.base, path, units.footprint(enemy)) if movement.passes(afv, enemy) else None
        if inches is not None:
            duel_dice = pools(scene, afv, enemy)
            chance = duel(duel_dice.attack.dice, duel_dice.defence.dice)[0]
            rules = (cite("CFV-MOVE-05"),)
            yield Reaction(stand=enemy.id, text="free attack", at=along(path, inches), chance=chance, rules=rules)
