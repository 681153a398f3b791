"""One figure's To Hit dice: what it aims with, what counts against each target, the dice.

Rules: NUT-FIRE-02 to -05, -09 to
-13, NUT-AMMO-01, -02.

`aim` works out a shot at one target; the resolution rolls it, the odds count it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    ammunition,
    attributes,
    cover,
    data,
    geometry,
    gun_targets,
    hull_down,
    machine_guns,
    riders,
    status,
    throws,
    to_hit,
)
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.to_hit import Conditions

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shot:
    """One figure's dice at one target: Rep as modified, what counts when a die is read, what a hit does."""

    target: str
    dice: int
    rep: int
    modifiers: tuple[Modifier, ...]
    at: Conditions
    impact: int
    apr: int
    why_cover: str = ""
    rules: tuple[str, ...] = ()

    @property
    def chance(self) -> float:
        """Chance that one die hits."""
        return to_hit.chance(self.rep, self.at)


@dataclass(frozen=True, slots=True)
class Gunner:
    """Who fires what: the man whose Rep counts, the piece on the table that he fires from, and the weapon."""

    man: ClashStand
    body: ClashStand
    name: str
    weapon: data.Weapon
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A To Hit die that struck."""

    target: str
    impact: int
    apr: int
    by: str
    weapon: str = ""
    on_mount: bool = False
    event: Event | None = None


def gunner_of(scene: Scene, order: FireOrder) -> Gunner:
    """Who fires an order's weapon. Raises KeyError for a weapon that is no direct fire weapon."""
    body = state_of(scene).stands[order.stand]
    if body.is_vehicle or body.is_gun:
        man = state_of(scene).stands[order.by]
        return Gunner(man, body, order.weapon, machine_guns.weapon_row(body, order.weapon), order.modifiers)
    name = order.weapon or body.in_hand
    return Gunner(body, body, name, data.weapon(name), order.modifiers)


def rolls_to_hit(body: ClashStand, weapon: str) -> bool:
    """Does this weapon simply roll To Hit dice: a man's of table `weapons`, a machine gun, an automatic gun?"""
    if body.is_man:
        row = data.weapons().get(data.short_name(weapon or body.in_hand))
        return row is not None and row.targets > 0
    return not gun_targets.is_single(body, weapon)


# ---------------------------------------------------------------- what counts


def dice_of(scene: Scene, gunner: Gunner) -> int:
    """To Hit dice of a shooting, which is the width of its swath too. Rules: NUT-FIRE-02, NUT-MGUN-01, -04."""
    cite("NUT-FIRE-02")
    return machine_guns.rating(scene, gunner.body, gunner.name, gunner.weapon)


def aim(scene: Scene, gunner: Gunner, target: ClashStand, dice: int = 1, number: int = 1) -> Shot:
    """Everything that counts for dice at one target, which is the first, second, … of the shooting.

    Rules: NUT-FIRE-02 to -05, -09, -10, NUT-COVR-02, -04.
    """
    modifiers = (*gunner.modifiers, *own_modifiers(scene, gunner, target))
    rep = throws.target_number(gunner.man.rep, modifiers)
    at, why, rules = conditions(scene, gunner, target, number)
    weapon = gunner.weapon
    return Shot(target.id, dice, rep, modifiers, at, weapon.impact, weapon.apr, why, rules)


def own_modifiers(scene: Scene, gunner: Gunner, target: ClashStand | None) -> tuple[Modifier, ...]:
    """What changes a man's Rep as a shot: range, eyes, aim, a weapon that is not his.

    Rules: NUT-FIRE-10, NUT-ATTR-02.
    """
    found = []
    distance = 0.0 if target is None else geometry.distance(scene, gunner.body, target)
    for r in data.rows("shot_mods"):
        if r["id"] == "snap_fire" or (r["beyond"] and distance <= r["beyond"] + 0.0005):
            continue
        if r["id"] in _OF_MEN and not attributes.has(gunner.man, _OF_MEN[r["id"]]):
            continue
        found.append(Modifier(r["words"], r["rep"], 0, cite(r["rule"])))
    return (*found, *machine_guns.rep_modifiers(scene, gunner.body, gunner.name))


_OF_MEN = {"nearsighted": "Nearsighted", "poor_shot": "Poor Shot"}


def snap_fire() -> Modifier:
    """The price of snap fire. Rule: NUT-STAT-03."""
    r = data.row("shot_mods", "snap_fire")
    return Modifier(r["words"], r["rep"], 0, cite(r["rule"]))


def conditions(
    scene: Scene, gunner: Gunner, target: ClashStand, number: int
) -> tuple[Conditions, str, tuple[str, ...]]:
    """What of target and shooter counts when a die is read, why it is in cover, and the rules of the cover.

    Rules: NUT-FIRE-04, -05, -09, NUT-COVR-01, -02, -03.
    """
    found = (hull_down.vehicle_cover if target.is_vehicle else cover.cover)(scene, target, gunner.body)
    holds = found.in_cover and gunner.weapon.apr <= found.dv
    cite("NUT-COVR-02")
    if gunner.weapon.apr == 0:
        cite("NUT-COVR-03")
    if target.charges:
        cite("NUT-CHRG-05")
    at = Conditions(
        cover=holds,
        concealed=found.concealed,
        prone=status.is_low(target),
        fast_moving=riders.counts_as_fast(state_of(scene), target),
        charging=bool(target.charges),
        number=number,
        shooter_fast=gunner.body.fast_moving,
        keen=is_keen(gunner),
        mounted=target.mounted,
    )
    return at, _in_words(scene, found.why) if holds or found.concealed else "", found.rules


def _in_words(scene: Scene, thing: str) -> str:
    """What gives cover, as a player calls it: a stand or a piece of ground by its name or kind."""
    stand = state_of(scene).stands.get(thing)
    if stand is not None:
        return f"behind {stand.name}"
    if not scene.board.has_feature(thing):
        return thing
    feature = scene.board.feature(thing)
    return f"cover: {feature.name or feature.kind.replace('_', ' ')}"


def is_keen(gunner: Gunner) -> bool:
    """Does he ignore concealed and prone at 8: a scoped rifle that did not move, a Marksman? Rule: NUT-FIRE-09."""
    if attributes.has(gunner.man, "Marksman"):
        cite("NUT-ATTR-02")
        return True
    if gunner.weapon.name != "scoped rifle":
        return False
    cite("NUT-FIRE-09")
    return gunner.body.moved_in == 0.0


# ---------------------------------------------------------------- dice


def roll(
    battle: Battle, gunner: Gunner, shots: Sequence[Shot], cause: Event | None = None, *, ammunition_counts: bool = True
) -> list[Hit]:
    """Roll one figure's To Hit dice: target by target in number order, then his check or second dice.

    Rules: NUT-DICE-11, NUT-FIRE-02, -11, -12, NUT-AMMO-01.
    """
    cite("NUT-DICE-11")
    thrown = [battle.throw(shot.dice) for shot in shots]
    thrown = _with_new_roll(battle, gunner, shots, thrown, cause)
    events = [_tell(battle, gunner, s, f, cause) for s, f in zip(shots, thrown, strict=True)]
    hits = []
    for shot, faces, event in zip(shots, thrown, events, strict=True):
        for face in faces:
            hits += _hit_of(battle, gunner, shot, face, event)
    if ammunition_counts:
        faces_all = [face for faces in thrown for face in faces]
        ones = machine_guns.ones_to_run_dry(battle, gunner.body, gunner.name)
        ammunition.after_shooting(battle, gunner.body, gunner.name, faces_all, ones, cause)
    return hits


def _hit_of(battle: Battle, gunner: Gunner, shot: Shot, face: int, event: Event) -> list[Hit]:
    reading = to_hit.read(face + shot.rep, shot.at)
    if reading.result == "miss" and face == to_hit.BEST and to_hit.is_pitiful(shot.rep, shot.at):
        second = battle.throw(1)
        good = to_hit.second_die_hits(second[0], shot.rep)
        _tell_second(battle, gunner, shot, second, good, event)
        return [_made(gunner, shot, event)] if good else []
    if reading.result == "miss":
        return []
    return [_made(gunner, shot, event, on_mount=reading.result == "mount")]


def _made(gunner: Gunner, shot: Shot, event: Event, on_mount: bool = False) -> Hit:
    return Hit(shot.target, shot.impact, shot.apr, gunner.body.id, gunner.name, on_mount, event)


def is_missed(face: int, shot: Shot) -> bool:
    """Is this die a miss for good, which a Crack Shot may roll again?"""
    if to_hit.read(face + shot.rep, shot.at).result != "miss":
        return False
    return face != to_hit.BEST or not to_hit.is_pitiful(shot.rep, shot.at)


def _with_new_roll(
    battle: Battle, gunner: Gunner, shots: Sequence[Shot], thrown: list[tuple[int, ...]], cause: Event | None
) -> list[tuple[int, ...]]:
    """A Crack Shot rolls one missed die again: the one that has the best chance to hit. Rule: NUT-ATTR-02."""
    if not attributes.has(gunner.man, "Crack Shot"):
        return thrown
    cite("NUT-ATTR-02")
    missed = [
        (shot.chance, -number, place)
        for number, (shot, faces) in enumerate(zip(shots, thrown, strict=True))
        for place, face in enumerate(faces)
        if is_missed(face, shot)
    ]
    if not missed or max(missed)[0] <= 0.0:
        return thrown
    _, number, place = max(missed)
    faces = list(thrown[-number])
    faces[place] = battle.throw(1)[0]
    _tell(battle, gunner, shots[-number], thrown[-number], cause, outcome="rolled_again")
    return [tuple(faces) if n == -number else old for n, old in enumerate(thrown)]


def _tell(
    battle: Battle, gunner: Gunner, shot: Shot, faces: tuple[int, ...], cause: Event | None, outcome: str = ""
) -> Event:
    struck = sum(to_hit.read(face + shot.rep, shot.at).result != "miss" for face in faces)
    readings = [to_hit.read(face + shot.rep, shot.at) for face in faces]
    why = next((Modifier(r.why, 0, 0, r.rule) for r in readings if r.why), None)
    cover_words = (Modifier(shot.why_cover),) if shot.why_cover else ()
    event: Event = battle.happen(
        Rolled(
            purpose="to_hit",
            who=gunner.body.id,
            side=gunner.body.side,
            dice=faces,
            modifiers=(*shot.modifiers, *cover_words, *((why,) if why else ())),
            needed=to_hit.needed(shot.rep, shot.at),
            outcome=outcome or f"hits_{struck}",
            rules=(cite("NUT-FIRE-02"), *dict.fromkeys(r.rule for r in readings), *shot.rules),
            seen_by=knowledge.seen_by_for(battle.state, gunner.body.id),
        ),
        cause,
    )
    return event


def _tell_second(battle: Battle, gunner: Gunner, shot: Shot, faces: tuple[int, ...], good: bool, cause: Event) -> None:
    battle.happen(
        Rolled(
            purpose="second_die",
            who=gunner.body.id,
            side=gunner.body.side,
            dice=faces,
            needed=f"{shot.rep}-",
            outcome="hits_1" if good else "hits_0",
            rules=(cite("NUT-FIRE-11"),),
            seen_by=knowledge.seen_by_for(battle.state, gunner.body.id),
        ),
        cause,
    )


def against_spot(shot: Shot) -> Shot:
    """The same shot fired at a spot where the man is not seen: only the highest row hits. Rule: NUT-FIRE-14."""
    cite("NUT-FIRE-14")
    return replace(shot, at=replace(shot.at, only_sure=True))
