"""Exact chances of armour: the gunner's test, where a hit lands, penetration, track damage, Clank, ramming.

Counted with the functions of `main_gun`, `penetration`, `clank`, `softskins` and `ramming`; no chart of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import comb

import msgspec

from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import clank, main_gun, penetration, ramming, softskins, vehicle_moves
from wargame.rulesets.clash_of_titans.gun_targets import AP
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.main_gun import Aim
from wargame.rulesets.clash_of_titans.penetration import DESTROYED, HARMLESS, HELD, KNOCKED_OUT, Strike
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.throws import SUCCESS, TOP_ROW
from wargame.rulesets.clash_of_titans.vehicle_causes import Clanked
from wargame.rulesets.clash_of_titans.vehicle_data import of_die, reaction_dice, whole

Chances = Mapping[str, float]
MISSED, TRACK = "missed", "track"
"""Besides the words of penetration: no hit; held, but a track is lost."""
WORSE = (MISSED, HARMLESS, HELD, TRACK, KNOCKED_OUT, DESTROYED)
FACES = range(1, 7)
SIDES = 6


# ---------------------------------------------------------------- dice


def die(number: int) -> float:
    """Chance that a die shows this number or less."""
    return max(0, min(number, SIDES)) / SIDES


def rows(dice: int, number: int) -> dict[int, float]:
    """Chance of each row (dice passed, at most the top one) of so many dice against a number."""
    p = die(number)
    found: dict[int, float] = defaultdict(float)
    for passed in range(dice + 1):
        found[min(passed, TOP_ROW)] += comb(dice, passed) * p**passed * (1 - p) ** (dice - passed)
    return dict(found)


def _mixed(parts: Iterable[tuple[float, Chances]]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for share, row in parts:
        for word, chance in row.items():
            if share * chance > 0.0:
                found[word] += share * chance
    return dict(found)


# ---------------------------------------------------------------- one strike


def struck(target: ClashStand, hit: Strike) -> dict[str, float]:
    """What one hit does to a vehicle: destroyed, knocked_out, track, held or harmless. Rules: NUT-PEN-01 to -09."""
    if target.spec is None:
        return {HARMLESS: 1.0}
    if hit.on_cover:
        return {HELD: 1.0}
    rating = penetration.rating_struck(target.spec, hit)
    ahead = hit.difference if hit.difference is not None else penetration.difference(hit.apr, rating)
    if ahead <= 0:
        return {HARMLESS: 1.0} if penetration.is_harmless(hit.apr, rating) else _held(target, hit)
    found = rows(penetration.DICE, penetration.needed(ahead))
    return _mixed(
        [(found.get(2, 0.0), {DESTROYED: 1.0}), (found.get(1, 0.0), {KNOCKED_OUT: 1.0}), (found[0], _held(target, hit))]
    )


def _held(target: ClashStand, hit: Strike) -> dict[str, float]:
    """It holds, with or without its track. Rule: NUT-PEN-09."""
    if target.spec is None or target.immobilised or not penetration.tears_track(target.spec, hit.face, hit.apr):
        return {HELD: 1.0}
    lost = die(whole("penetration", "track_lost_on"))
    return {TRACK: lost, HELD: 1.0 - lost}


def in_turn(one: Chances, dice: int) -> dict[str, float]:
    """The worst that so many dice of a weapon do, each with these chances, until one goes through. Rule: NUT-PEN-06."""
    found: dict[str, float] = {MISSED: 1.0}
    for _ in range(dice):
        after: dict[str, float] = defaultdict(float)
        for word, chance in found.items():
            if word in (DESTROYED, KNOCKED_OUT):
                after[word] += chance
                continue
            for new, share in one.items():
                after[max(word, new, key=WORSE.index)] += chance * share
        found = dict(after)
    return found


# ---------------------------------------------------------------- main guns


def gunner(laid: Aim) -> dict[str, float]:
    """Chance of each outcome of the gunner's test: hit, random, missed or scatters. Rules: NUT-VGUN-04, -05."""
    solid = laid.target is not None and not laid.target.is_man and (laid.target.is_afv or laid.round == AP)
    found = rows(main_gun.DICE, laid.rep)
    return _mixed((chance, {main_gun.outcome(row, laid.fast, solid): 1.0}) for row, chance in found.items())


def places(target: ClashStand) -> dict[str, float]:
    """Chance of each random location. Rule: NUT-VGUN-06."""
    if target.spec is None or not target.spec.turreted:
        return {main_gun.HULL: 1.0}
    return _mixed((1 / SIDES, {of_die("hit_location", "location", face): 1.0}) for face in FACES)


def solid_shot(laid: Aim, target: ClashStand) -> dict[str, float]:
    """What a round of AP at a vehicle does. Rules: NUT-VGUN-04 to -07, NUT-PEN-01 to -09."""
    found = gunner(laid)
    hit, random = found.get(main_gun.HIT, 0.0), found.get(main_gun.RANDOM, 0.0)
    parts: list[tuple[float, Chances]] = [(1.0 - hit - random, {MISSED: 1.0})]
    parts.append((hit, struck(target, main_gun.strike_of(laid, laid.location))))
    for where, share in places(target).items():
        parts.append((random * share, struck(target, main_gun.strike_of(laid, where))))
    return _mixed(parts)


# ---------------------------------------------------------------- the crew


def nerve(
    scene: Scene, target: ClashStand, attacker: ClashStand, pierceable: bool, by_foot: bool, lamed: bool = False
) -> dict[str, float]:
    """What a crew does that was struck and held: return_fire, carry_on, retire, leave or abandon. Rules: NUT-CLNK-01 to
    -06."""
    from wargame.rulesets.clash_of_titans import crew

    man = crew.commander(state_of(scene), target.id) or next(iter(crew.crew(state_of(scene), target.id)), None)
    if man is None:
        return {clank.CARRY_ON: 1.0}
    hull = msgspec.structs.replace(target, immobilised=True) if lamed else target
    cause = Clanked(vehicle=target.id, attacker=attacker.id, pierceable=pierceable, by_foot=by_foot)
    found = rows(reaction_dice(clank.TEST), man.rep)
    return _mixed((chance, {clank.result_of(scene, hull, cause, row).result: 1.0}) for row, chance in found.items())


def small_arms(chance: float, dice: int) -> dict[str, float]:
    """Chance that a softskin is immobilised, or its driver hit, by so many dice of small arms. Rule: NUT-PEN-07."""
    per_part = _mixed((1 / SIDES, {softskins.part_struck(face): 1.0}) for face in FACES)
    return {part: 1.0 - (1.0 - chance * share) ** dice for part, share in per_part.items()}


# ---------------------------------------------------------------- ramming


def crash(rammer: ClashStand, other: ClashStand, contact: int, square: bool) -> dict[int, float]:
    """Chance of each lead of the rammer's successes over those of the other. Rule: NUT-VMOV-10."""
    ours = ramming.dice_of(vehicle_moves.class_value(rammer, "bash"), contact, square)
    theirs = vehicle_moves.class_value(other, "bash") if other.spec is not None else 0
    p = die(SUCCESS)
    found: dict[int, float] = defaultdict(float)
    for a in range(ours + 1):
        for b in range(theirs + 1):
            chance = comb(ours, a) * p**a * (1 - p) ** (ours - a) * comb(theirs, b) * p**b * (1 - p) ** (theirs - b)
            found[a - b] += chance
    return dict(found)


def ram(rammer: ClashStand, other: ClashStand, rep: int, square: bool) -> dict[str, float]:
    """What ramming does: crushed or lamed ("own_" before it: the rammer itself), nothing, passes_by."""
    parts: list[tuple[float, Chances]] = []
    for row, chance in rows(2, rep).items():
        if row == ramming.PASSES_BY:
            parts.append((chance, {"passes_by": 1.0}))
            continue
        for ahead, share in crash(rammer, other, row, square).items():
            suffered = ramming.result(abs(ahead))
            own = "own_" if ahead <= 0 and suffered != ramming.NOTHING else ""
            parts.append((chance * share, {own + suffered: 1.0}))
    return _mixed(parts)
