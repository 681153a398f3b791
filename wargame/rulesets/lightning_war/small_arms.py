"""One die against men: squads, heavy machine guns, snipers, machine guns of vehicles.

Rules: LW2-INF-02 to -06, LW2-HMG-04 to -06, LW2-SNIP-03, -04, LW2-ASLT-24.
"""

from __future__ import annotations

from typing import NamedTuple

from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import firing
from wargame.rulesets.lightning_war.cover import HULL_DOWN, TRACK_DOWN, Cover, cover
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import FLAME, HMG, MG, SMALL, SNIPER, Weapon

TABLES = {SMALL: "infantry_fire", MG: "infantry_fire", FLAME: "flame_fire", HMG: "hmg_fire", SNIPER: "sniper_fire"}
_SCORE_RULES = {
    (SMALL, "open"): "LW2-INF-02",
    (SMALL, "partial"): "LW2-INF-03",
    (SMALL, "hard"): "LW2-INF-04",
    (HMG, "open"): "LW2-HMG-04",
    (HMG, "partial"): "LW2-HMG-06",
    (HMG, "hard"): "LW2-HMG-05",
}


class Roll(NamedTuple):
    """One die: the score, what is added, the cover, and what a success does (disable or suppress)."""

    needed: int
    modifiers: tuple[Modifier, ...]
    cover: Cover
    effect: str

    @property
    def plus(self) -> int:
        """Sum of the modifiers."""
        return int(sum(m.add for m in self.modifiers))

    def result(self, face: int) -> str:
        """What a face does: disabled, suppressed or missed. Rules: LW2-INF-06, LW2-STAT-02."""
        if face == 6:
            cite("LW2-INF-06")
        if face == 6 or face + self.plus >= self.needed:
            return "suppressed" if self.effect == "suppress" else "disabled"
        short = int(tables()["near_miss"]["pips_short"])
        if self.effect != "suppress" and face + self.plus == self.needed - short:
            cite("LW2-STAT-02")
            return "suppressed"
        return "missed"


def roll(scene: Scene, firer: WarStand, weapon: Weapon, target: WarStand, mode: str = "") -> Roll:
    """The die of a weapon against men, guns or soft transport."""
    table = tables()[TABLES[weapon.kind]]
    shelter = cover(scene, target, firer)
    grade = grade_of(shelter)
    if weapon.kind == HMG:
        cite("LW2-HMG-04")
    if weapon.kind == SNIPER:
        cite("LW2-SNIP-03")
        cite("LW2-SNIP-04")
    elif weapon.kind == FLAME:
        cite("LW2-INF-07")
    else:
        cite(_SCORE_RULES[SMALL if weapon.kind == MG else weapon.kind, grade])
    rows = tuple(firing.modifiers(scene, firer, weapon, mode, (target.x, target.y)))
    return Roll(int(table["score"][grade]), rows, shelter, str(table["effect"]))


def grade_of(shelter: Cover) -> str:
    """Column of the table: open, partial, hard."""
    if shelter.is_hard or shelter.grade == HULL_DOWN:
        return "hard"
    return "open" if shelter.grade in ("none", TRACK_DOWN) else "partial"
