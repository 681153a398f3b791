"""The weapons of a stand. Rules: LW2-ARC-01, -02, -04, LW2-IAT-06, -07, LW2-HE-01, -12, LW2-PEN-09, LW2-ASLT-24."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import units
from wargame.rulesets.lightning_war.data import line, tables
from wargame.rulesets.lightning_war.state import Ratings, WarStand

SMALL, HMG, SNIPER, AP, HE, HEAT, RIFLE, MG = "small", "hmg", "sniper", "ap", "he", "heat", "at_rifle", "mg"
FLAME = "flame"
MEN = frozenset({SMALL, HMG, SNIPER, MG, FLAME})
"""Weapons with one die against men; all others are against armour or burst."""


@dataclass(frozen=True)
class Weapon:
    """One way of firing. reach: features that it reaches, None = as far as one sees; ap_far: beyond half the table;
    dice: of high explosive; arc_deg: to each side."""

    id: str
    name: str
    kind: str
    reach: int | None
    arc_deg: int = 180
    ap: int = 0
    ap_far: int = 0
    dice: int = 0
    he_only: bool = False

    @property
    def is_gun(self) -> bool:
        """A gun: two shots for who has not moved (LW2-GUN-07)."""
        return self.kind in (AP, HE)


def weapons(stand: WarStand) -> tuple[Weapon, ...]:
    """What a stand can fire directly, its main weapon first."""
    ratings = stand.ratings
    if units.is_staff(stand) or stand.off_board:
        return ()
    found = list(_main(ratings))
    if units.is_afv(stand):
        reach = int(tables()["infantry_fire"]["max_features"])
        cite("LW2-ASLT-24")
        found.append(Weapon("mg", "Machine guns", MG, reach))
    found += [_carried(name) for name in stand.carries]
    if stand.flame:
        found.append(Weapon("flame", "Flame-thrower", FLAME, _reach("flame_fire")))
    return tuple(found)


def weapon(stand: WarStand, name: str) -> Weapon | None:
    """The weapon of this id, its main one without an id; None if it has no such weapon."""
    rows = weapons(stand)
    return next((w for w in rows if name in ("", w.id)), None)


def _main(ratings: Ratings) -> tuple[Weapon, ...]:
    if ratings.troop in units.SQUADS:
        return (Weapon("small", "Rifles and light machine guns", SMALL, _reach("infantry_fire")),)
    if ratings.troop == "hmg":
        cite("LW2-ARC-02")
        return (Weapon("hmg", ratings.name, HMG, _reach("hmg_fire"), int(tables()["arcs"]["hmg_each_side"])),)
    if ratings.troop == "sniper":
        return (Weapon("sniper", "Sniper rifle", SNIPER, _reach("sniper_fire")),)
    if ratings.troop in ("at_rifle", "heat"):
        return (_carried(ratings.unit_id),)
    if ratings.only_indirect:
        return ()
    return tuple(_gun(ratings))


def _reach(table: str) -> int:
    return int(tables()[table]["max_features"])


def _gun(ratings: Ratings) -> list[Weapon]:
    cite("LW2-ARC-01" if units.is_turreted(ratings) else "LW2-ARC-04")
    found = []
    if ratings.ap is not None:
        far = ratings.ap_far if ratings.ap_far is not None else ratings.ap - 1
        found.append(Weapon("ap", f"{ratings.weapon}, armour-piercing", AP, None, ratings.arc_deg, ratings.ap, far))
    if ratings.second_ap is not None:
        ap = ratings.second_ap
        found.append(Weapon("ap2", f"{ratings.second_weapon}, armour-piercing", AP, None, 180, ap, ap - 1))
    if ratings.he_dice > 0:
        cite("LW2-HE-01")
        only = ratings.he_only
        found.append(
            Weapon(
                "he", f"{ratings.weapon}, high explosive", HE, None, ratings.arc_deg, dice=ratings.he_dice, he_only=only
            )
        )
    elif ratings.ap is not None:
        cite("LW2-HE-12")
    return found


def _carried(unit_id: str) -> Weapon:
    """A HEAT weapon or anti-tank rifle. Rules: LW2-IAT-01, -06, -07."""
    ratings = line(unit_id)
    cite("LW2-IAT-06")
    reach = _reach("infantry_fire")
    ap = ratings.ap or 0
    if ratings.heat:
        cite("LW2-IAT-01")
        return Weapon(
            unit_id, ratings.name, HEAT, reach, ap=ap, ap_far=ap, dice=int(tables()["he"]["infantry_heat_dice"])
        )
    cite("LW2-IAT-07")
    return Weapon(unit_id, ratings.name, RIFLE, reach, ap=ap, ap_far=ap)
