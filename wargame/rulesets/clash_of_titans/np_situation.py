"""What a non-player group knows and how it stands: the situations A to D, odds, armour it cannot hurt.

A known enemy is remembered by its last place until it is out of action or its place is seen to be empty.
Rules: NUT-NP-03, NUT-NP-04.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import charts, geometry, groups, np_ground, status, targets
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle
    from wargame.engine.ruleset import Scene


@dataclass(frozen=True, slots=True)
class Situation:
    """How a group stands. `letter` is the column of the tactics table."""

    letter: str
    known: tuple[str, ...] = ()
    in_los: tuple[str, ...] = ()
    """Known enemies in its line of sight, nearest first."""
    outnumbers: bool = False
    outnumbered: bool = False
    armour_unhurt: bool = False


def letter_of(known: bool, in_los: bool, half: bool) -> str:
    """A: no enemy known. B: known, none in LOS. C: in LOS. D: half strength or less, before the others.

    Rule: NUT-NP-04.
    """
    cite("NUT-NP-04")
    if half:
        return "D"
    return "C" if in_los else "B" if known else "A"


def odds(own: int, enemies: int) -> tuple[bool, bool]:
    """Does a force outnumber the known enemies two to one, is it outnumbered so? Nobody known: neither.

    Rule: NUT-NP-03.
    """
    cite("NUT-NP-03")
    return enemies > 0 and own >= 2 * enemies, enemies > 0 and enemies >= 2 * own


def read(scene: Scene, group: str) -> Situation:
    """How a group stands now, from what its side knows. Rules: NUT-NP-03, NUT-NP-04."""
    state = cast(ClashState, scene.state)
    side = state.groups[group].side
    men = groups.members(state, group)
    known = [state.stands[name] for name in known_enemies(state, side)]
    seen = [enemy for enemy in known if any(geometry.sees(scene, man, enemy) for man in men if status.able(man))]
    seen.sort(key=lambda enemy: (nearest_distance(state, men, enemy), enemy.id))
    force = [s for s in force_of(state, side) if status.able(s)]
    many, few = odds(len(force), sum(status.in_fight(enemy) for enemy in known))
    return Situation(
        letter=letter_of(bool(known), bool(seen), groups.at_half_strength(state, group)),
        known=tuple(enemy.id for enemy in known),
        in_los=tuple(enemy.id for enemy in seen),
        outnumbers=many,
        outnumbered=few,
        armour_unhurt=any(e.is_afv and not any(can_hurt(scene, man, e) for man in men) for e in seen),
    )


def force_of(state: ClashState, side: str) -> list[ClashStand]:
    """Figures of a side's non-player groups on the table; men aboard an armoured vehicle count as the vehicle."""
    return [s for s in state.stands.values() if s.side == side and state.groups[s.group].np and counts(state, s)]


def counts(state: ClashState, stand: ClashStand) -> bool:
    """Is it one figure for counting strength: on the table, and neither a marker, a gun nor a crewman inside?"""
    return stand.kind in ("man", "vehicle") and stand.in_play


def nearest_distance(state: ClashState, men: Sequence[ClashStand], enemy: ClashStand) -> float:
    """Inches from the nearest of these men to an enemy, centre to centre; infinite without men."""
    there = groups.place(state, enemy)
    return min((math.dist(groups.place(state, man), there) for man in men), default=math.inf)


# ---------------------------------------------------------------- knowing


def known_enemies(state: ClashState, side: str) -> tuple[str, ...]:
    """Ids of the enemies that a side's non-player force knows and that still take part. Rule: NUT-NP-04."""
    return tuple(
        name
        for name in state.contacts.get(side, ())
        if name in state.stands and status.in_fight(state.stands[name]) and not state.stands[name].gone
    )


def last_place(state: ClashState, side: str, enemy: str) -> Point:
    """Where the force last saw an enemy."""
    x, y = state.last_seen.get(f"{side}>{enemy}", groups.place(state, state.stands[enemy]))
    return x, y


def look(battle: Battle, side: str) -> None:
    """Bring up to date whom a side's non-player force knows: enemies in LOS, those heard shooting within 24 in, and
    those no longer where they were last seen. Rule: NUT-NP-04."""
    state = cast(ClashState, battle.state)
    watchers = [s for s in state.stands.values() if _watches(state, s, side)]
    if not watchers:
        return
    cite("NUT-NP-04")
    known = [name for name in known_enemies(state, side) if not _is_lost(battle, watchers, side, name)]
    for enemy in state.stands.values():
        if enemy.side == side or enemy.kind == "pef" or not enemy.in_play or not status.in_fight(enemy):
            continue
        if _notices(battle, watchers, enemy):
            state.last_seen[f"{side}>{enemy.id}"] = groups.place(state, enemy)
            if enemy.id not in known:
                known.append(enemy.id)
    state.contacts[side] = tuple(known)


def note(state: ClashState, side: str, enemies: Iterable[str]) -> None:
    """The force of a side has seen these enemies (in the middle of a chain, say)."""
    known = list(state.contacts.get(side, ()))
    for name in enemies:
        state.last_seen[f"{side}>{name}"] = groups.place(state, state.stands[name])
        if name not in known:
            known.append(name)
    state.contacts[side] = tuple(known)


def _watches(state: ClashState, stand: ClashStand, side: str) -> bool:
    return stand.side == side and state.groups[stand.group].np and stand.in_play and status.able(stand)


def _notices(battle: Battle, watchers: Sequence[ClashStand], enemy: ClashStand) -> bool:
    state = cast(ClashState, battle.state)
    if state.known(watchers[0].side, enemy.id) != "unknown" and any(geometry.sees(battle, w, enemy) for w in watchers):
        return True
    lately = enemy.shot_turn > 0 and enemy.shot_turn >= state.turn - int(charts.number("heard_for_turns"))
    return lately and nearest_distance(state, watchers, enemy) <= charts.number("hears_shooting_in")


def _is_lost(battle: Battle, watchers: Sequence[ClashStand], side: str, name: str) -> bool:
    """The enemy is no longer where it was last seen, and somebody sees that place."""
    state = cast(ClashState, battle.state)
    there = last_place(state, side, name)
    if math.dist(there, groups.place(state, state.stands[name])) < charts.number("seen_deep_enough_in"):
        return False
    return any(np_ground.sees_place(battle.board, groups.place(state, watcher), there) for watcher in watchers)


# ---------------------------------------------------------------- strength


def can_hurt(scene: Scene, man: ClashStand, armour: ClashStand) -> bool:
    """Has the man a weapon that can hurt the vehicle by the facing it shows him? Rule: NUT-NP-03."""
    cite("NUT-NP-03")
    found = (targets.weapon_of(man, name) for name in man.weapons)
    return any(weapon is not None and targets.can_hurt(scene, man, weapon, armour) for weapon in found)


def remembered(state: ClashState, side: str) -> list[np_ground.Enemy]:
    """The known enemies at their last places."""
    return [np_ground.Enemy(state.stands[name], last_place(state, side, name)) for name in known_enemies(state, side)]
