"""High explosive: dice, modifiers, and how successes spread. Rules: LW2-HE-01 to -11, -13 to -16, LW2-CAS-07."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from wargame.engine.dice import Modifier
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import units
from wargame.rulesets.lightning_war.cover import TRACK_DOWN, cover
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import spot_of
from wargame.rulesets.lightning_war.location import is_halted, known_enemies
from wargame.rulesets.lightning_war.state import WarStand


class Burst(NamedTuple):
    """How dice count against one target: what is added to each, and whether a natural 6 is enough."""

    target: str
    modifiers: tuple[Modifier, ...]
    six: bool

    @property
    def plus(self) -> int:
        """Sum of the modifiers."""
        return int(sum(m.add for m in self.modifiers))

    def beats(self, face: int) -> bool:
        """Does this face disable the target? Rules: LW2-HE-02, -13."""
        cite("LW2-HE-02")
        if face == 6:
            cite("LW2-HE-13")
        if face == 6 and self.six:
            return True
        return face + self.plus >= int(tables()["he"]["score"])

    def nearly(self, face: int) -> bool:
        """Does it miss by one pip? Rule: LW2-HE-10."""
        return face + self.plus == int(tables()["he"]["score"]) - int(tables()["near_miss"]["pips_short"])


def burst(
    scene: Scene, target: WarStand, firer: WarStand | None, own: Sequence[Modifier] = (), *, he_only: bool = False
) -> Burst:
    """How the dice of a shell count against a target; `firer` None: a mission, from any side.

    Rules: LW2-HE-03 to -06, -11, -14, -15, LW2-PEN-09, -11.
    """
    table = tables()["he"]
    rows = list(own)
    if units.is_afv(target):
        rows.append(Modifier("armoured", int(table["modifier_hard_cover_or_afv"]), rule=cite("LW2-HE-04")))
        cite("LW2-HE-14")
    else:
        shelter = cover(scene, target, firer)
        if shelter.is_hard:
            rows.append(
                Modifier(f"hard cover: {shelter.why}", int(table["modifier_hard_cover_or_afv"]), rule=cite("LW2-HE-04"))
            )
        elif shelter.is_partial or shelter.grade == TRACK_DOWN:
            rows.append(
                Modifier(f"partial cover: {shelter.why}", int(table["modifier_partial_cover"]), rule=cite("LW2-HE-03"))
            )
    if not is_halted(scene, target):
        rows.append(Modifier("the target moved", int(table["modifier_target_moved"]), rule=cite("LW2-HE-05")))
    if firer is not None and units.is_afv(firer):
        if he_only and units.is_vehicle(target):
            cite("LW2-PEN-09")
            cite("LW2-PEN-11")
        else:
            rows.append(Modifier("fired by a vehicle", int(table["modifier_fired_by_afv"]), rule=cite("LW2-HE-06")))
    elif firer is None:
        cite("LW2-HE-15")
    return Burst(target.id, tuple(rows), six=not units.is_afv(target))


def order_of_spread(scene: Scene, side: str, target: WarStand) -> list[WarStand]:
    """The named target, then enemies of the firer in the same feature or field, nearest first; staff is passed over.

    Rules: LW2-HE-07, -08, -16, LW2-CAS-07.
    """
    for rule in ("LW2-HE-07", "LW2-HE-08", "LW2-HE-16", "LW2-CAS-07"):
        cite(rule)
    place = spot_of(scene, target).place
    others = [
        e
        for e in known_enemies(scene, side)
        if e.id != target.id and not units.is_staff(e) and spot_of(scene, e).place == place
    ]
    others.sort(key=lambda e: math.dist((e.x, e.y), (target.x, target.y)))
    return [target, *others]


class Outcome(NamedTuple):
    """What a roll of dice does: who is disabled, and whether the named target is suppressed."""

    disabled: tuple[str, ...]
    suppressed: tuple[str, ...]


def outcome(bursts: Sequence[Burst], faces: Sequence[int]) -> Outcome:
    """The dice, highest first, against the targets in order. Rules: LW2-HE-07 to -10."""
    cite("LW2-HE-09")
    dice = sorted(faces, reverse=True)
    hit: list[str] = []
    for target, face in zip(bursts, dice):
        if not target.beats(face):
            break
        hit.append(target.target)
    if hit or not dice:
        return Outcome(tuple(hit), ())
    if bursts[0].nearly(dice[0]):
        cite("LW2-HE-10")
        return Outcome((), (bursts[0].target,))
    return Outcome((), ())
