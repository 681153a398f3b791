"""Shells that look for their targets. Rules: FFT-HT-04, -05."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import attack, cover, fire, guns, odds, shells, units
from wargame.rulesets.fistful_of_tows.attack import Attack
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import FistStand, Mission, Point, Weapon, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def sadarm_attack(scene: Scene, target: FistStand, factors: int) -> Attack:
    """One shot at an armoured vehicle under the template. Rule: FFT-HT-04."""
    cite("FFT-HT-04")
    row = tables()["high_technology"]["sadarm"]
    weapon = Weapon(id="sadarm", name="SADARM", pen=int(row["pen"]), h=bool(row["h"]), top=True, is_missile=True)
    need = int(row["to_hit_6_factors"] if factors >= 6 else row["to_hit"])
    return _attack(scene, weapon, target, need)


def _attack(scene: Scene, weapon: Weapon, target: FistStand, need: int) -> Attack:
    armour, flags = attack.armour_of(target, front=False)
    dice, minus, rules = attack.penetration(weapon, attack.ANY, armour, flags)
    save, saved = cover.save_number(scene, target, units.footprint(target), missile=True, top=True)
    return Attack(
        weapon=weapon,
        kind=attack.ARMOUR,
        band=attack.ANY,
        need=need,
        modifiers=(),
        save=save,
        pen_dice=dice,
        pen_modifier=minus,
        face="flank",
        rules=(*rules, *saved),
    )


def sadarm(battle: Battle, salvo: Salvo, at: Point, facing_deg: float, cause: Event) -> None:
    """Every armoured vehicle under the template, spotted or not. Rule: FFT-HT-04."""
    for stand, _ in shells.lie_under(battle, salvo, at[0], at[1], facing_deg):
        if units.is_afv(stand):
            _shoot(battle, stand, sadarm_attack(battle, stand, salvo.factors), 1, salvo.side, cause)


def guided(battle: Battle, crews: list[FistStand], mission: Mission, at: Point, cause: Event) -> None:
    """One guided shell for each gun at a stand that the observer designates. Rule: FFT-HT-05."""
    row = tables()["high_technology"]["laser_shell"]
    target = designated(battle, mission, at)
    if target is None:
        cite("FFT-HT-05")
        return
    weapon = Weapon(id="guided", name="Guided shell", pen=int(row["pen"]), h=bool(row["h"]), top=True, is_missile=True)
    _shoot(battle, target, _attack(battle, weapon, target, int(row["to_hit"])), len(crews), mission.side, cause)


def designated(scene: Scene, mission: Mission, at: Point) -> FistStand | None:
    """The spotted enemy nearest to the place, within 6 inches of the marker, that a designator of the observer sees."""
    from wargame.rulesets.fistful_of_tows import spotting

    eyes = [s for s in guns.eyes_of(scene, mission.observer) if units.has(s, "d")]
    limit = float(tables()["artillery"]["correction"])
    rows = [
        (math.dist((e.x, e.y), at), e.id, e)
        for e in units.enemies(scene, mission.side)
        if e.spotted
        and math.dist((e.x, e.y), (mission.x, mission.y)) <= limit
        and any(spotting.has_sight(scene, s, e) for s in eyes)
    ]
    return min(rows)[2] if rows else None


def _shoot(battle: Battle, target: FistStand, made: Attack, shots: int, side: str, cause: Event) -> None:
    faces = battle.throw(shots)
    hit = sum(odds.hits(face, made.need, made.add) for face in faces)
    rolled = battle.happen(
        Rolled(
            purpose="to_hit",
            who=target.id,
            side=side,
            dice=faces,
            needed=f"{made.need}+",
            outcome=f"{hit} hits" if hit != 1 else "1 hit",
            rules=(cite("FFT-GEN-08"),),
        ),
        cause,
    )
    gunner = next(iter(state_of(battle).fired_missions), None)
    firer = state_of(battle).stands[gunner.guns[0]] if gunner is not None else target
    for _ in range(hit):
        fire.one_hit(battle, firer, target, made, rolled)
