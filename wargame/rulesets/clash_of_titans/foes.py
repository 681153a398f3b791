"""What enemies can do to a stand, and it to them, as arrays: the fighting side of the computer's judgement.

Chances come from the charts that the rules use; they are worked out once for each kind of shot and kept.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import crew, data, penetration, status, to_hit, vehicle_data, worth
from wargame.rulesets.clash_of_titans.state import (
    DUCKED,
    HUNKERED,
    READY,
    RUNNING,
    STUNNED,
    ClashStand,
    ClashState,
    VehicleSpec,
)
from wargame.rulesets.clash_of_titans.to_hit import Conditions

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
OPEN, CONCEALED, COVERED = 0, 1, 2
"""How a place shelters from an enemy; columns of the tables of shots."""
FACES = ("front", "side")
NEVER = 0.0
_LATER = {READY: 1.0, DUCKED: 0.8, HUNKERED: 0.15, STUNNED: 0.2, RUNNING: 0.05}
"""Chance, about, that an enemy of this status can shoot in his own next activation."""
_FAR_IN = 72.0


@dataclass(frozen=True, slots=True)
class Shot:
    """One shooting as the odds see it. Small arms have a rating; shells burst (`circle_in` above 0)."""

    range_in: float
    rep: int
    rating: int
    impact: int
    apr: int
    rank: int
    circle_in: float = 0.0
    base: int = 4
    turn_free: bool = True


@dataclass(frozen=True, slots=True)
class Foes:
    """Known enemies of a side, a row each.

    `ready`: chance to fire at a newcomer; `later`: to shoot when active. `harm` (n, 3): share of a man's worth that one
    shooting costs, by shelter; `kills` (n, 2): chance to put out the stand's vehicle, by the face shown.
    """

    stands: tuple[ClashStand, ...]
    x: Floats
    y: Floats
    top: Floats
    reach: Floats
    ready: Floats
    later: Floats
    harm: Floats
    kills: Floats
    facing: Floats
    half_arc: Floats
    armoured: Bools

    def __len__(self) -> int:
        return len(self.stands)


def state_of(view: View) -> ClashState:
    """The state of a view as this rulebook's."""
    return cast(ClashState, view.state)


def enemies(view: View, side: str) -> list[ClashStand]:
    """Enemies on the table that a side knows the place of and that still take part; kept with the view."""
    key = ("enemies", side)
    if key not in view.kept:
        view.kept[key] = [
            s
            for s in state_of(view).stands.values()
            if s.side != side and s.in_play and status.in_fight(s) and not s.abandoned
        ]
    found: list[ClashStand] = view.kept[key]
    return found


def foes_of(view: View, stand: ClashStand) -> Foes:
    """The enemies as they matter to a stand; kept with the view for all stands alike in Rep and armour."""
    key = ("foes", stand.side, _alike(stand))
    if key not in view.kept:
        view.kept[key] = _foes(view, stand)
    found: Foes = view.kept[key]
    return found


def _alike(stand: ClashStand) -> tuple[object, ...]:
    return (stand.kind, stand.rep if stand.is_man else 0, _rank(stand), stand.spec)


def _foes(view: View, stand: ClashStand) -> Foes:
    rows = enemies(view, stand.side)
    shots = [shots_of(view, e) for e in rows]
    ground = view.board.ground_many(np.array([(e.x, e.y) for e in rows]).reshape(-1, 2)) if rows else np.zeros(0)
    harm = [[harm_of(s, stand.rep, _rank(stand), shelter) for shelter in range(3)] for s in shots]
    kills = [[kill_of(s, stand.spec, face) for face in FACES] for s in shots]
    return Foes(
        stands=tuple(rows),
        x=np.array([e.x for e in rows], np.float64),
        y=np.array([e.y for e in rows], np.float64),
        top=np.asarray(ground) + np.array([_eye(e) for e in rows], np.float64),
        reach=np.array([max((s.range_in for s in own), default=0.0) for own in shots], np.float64),
        ready=np.array([_watches(own) * (e.status == READY) for e, own in zip(rows, shots, strict=True)]),
        later=np.array([_later(view, e) * bool(own) for e, own in zip(rows, shots, strict=True)]),
        harm=np.array(harm, np.float64).reshape(-1, 3),
        kills=np.array(kills, np.float64).reshape(-1, 2),
        facing=np.array([e.facing_deg for e in rows], np.float64),
        half_arc=np.array([_half_arc(e) for e in rows], np.float64),
        armoured=np.array([e.is_afv for e in rows], np.bool_),
    )


def _eye(stand: ClashStand) -> float:
    if stand.is_vehicle:
        return data.height("vehicle with turret" if stand.spec and stand.spec.turreted else "vehicle without turret")
    standing = data.height("prone or crouching man" if status.is_low(stand) else "standing man, gun")
    return standing + stand.floor * float(data.meta()["level_height"])


def _half_arc(stand: ClashStand) -> float:
    if stand.is_man or (stand.spec is not None and stand.spec.turreted):
        return 180.0
    return 45.0 if stand.is_gun else 90.0


def _watches(shots: tuple[Shot, ...]) -> float:
    """Chance that it fires at a newcomer: In Sight, two dice."""
    return _passes_any(max(s.rep for s in shots)) if shots else 0.0


def _later(view: View, stand: ClashStand) -> float:
    """Can it shoot in its next activation, and will it have one?"""
    state = state_of(view)
    group = state.groups.get(stand.group)
    leader = state.stands.get(group.leader or "") if group is not None else None
    rep = leader.rep if leader is not None else stand.rep
    return _LATER.get(stand.status, 0.0) * min(1.0, rep / 6.0)


# ---------------------------------------------------------------- what a stand can shoot


def shots_of(view: View, stand: ClashStand) -> tuple[Shot, ...]:
    """All that a stand can fire: its weapon in hand, or main gun and machine guns of a vehicle or gun with a crew."""
    key = ("shots", stand.id)
    if key not in view.kept:
        view.kept[key] = _vehicle_shots(view, stand) if not stand.is_man else _man_shots(stand)
    found: tuple[Shot, ...] = view.kept[key]
    return found


def _man_shots(stand: ClashStand) -> tuple[Shot, ...]:
    found = []
    for name in dict.fromkeys((stand.in_hand, *stand.weapons)):
        weapon = data.weapons().get(data.short_name(name))
        if weapon is None or name in stand.dry or weapon.range_in <= 0.0:
            continue
        if (name != stand.in_hand and weapon.apr == 0) or (dict(stand.rounds).get(name, 1) == 0):
            continue
        if "set up" in weapon.notes and not stand.set_up and weapon.name != "ATR heavy":
            continue
        found.append(Shot(weapon.range_in, stand.rep, weapon.targets, weapon.impact, weapon.apr, weapon.rank))
    return tuple(found)


def _vehicle_shots(view: View, stand: ClashStand) -> tuple[Shot, ...]:
    rep = _crew_rep(view, stand)
    if rep <= 0:
        return ()
    found = []
    gun = vehicle_data.main_gun(stand)
    if gun is not None and not stand.gun_out and not gun.mortar:
        reach = gun.range_in or _FAR_IN
        circle = gun.he_circle_in if not gun.auto else 0.0
        found.append(Shot(reach, rep, gun.rating, gun.impact or gun.he_impact, gun.apr, gun.rank, circle))
    for mount in vehicle_data.machine_guns(stand.spec) if stand.spec is not None else ():
        weapon = data.weapons()[mount.weapon]
        found.append(Shot(weapon.range_in, rep, mount.rating, weapon.impact, weapon.apr, weapon.rank))
    return tuple(found)


def _crew_rep(view: View, stand: ClashStand) -> int:
    """Rep of the man who lays the guns, 0 without a crew; where the crew is not known, 4."""
    state = state_of(view)
    men = crew.crew(state, stand.id) if stand.is_vehicle else [s for s in state.stands.values() if s.mans == stand.id]
    able = [s.rep for s in men if status.able(s)]
    if men and not able:
        return 0
    return max(able, default=4)


# ---------------------------------------------------------------- what a shot does


def harm_of(shots: tuple[Shot, ...], rep: int, rank: int, shelter: int) -> float:
    """Share of a man's worth that the shooting of an enemy costs him, by how his place shelters him."""
    saved = 1.0
    for shot in shots:
        saved *= 1.0 - _harm(shot, rep, shot.rank > rank, shelter)
    return 1.0 - saved


@functools.lru_cache(maxsize=4096)
def harms_of(shot: Shot, rep: int, rank: int) -> tuple[float, float, float]:
    """The same of one shot, for a place that is open, concealed or covered."""
    return (
        harm_of((shot,), rep, rank, OPEN),
        harm_of((shot,), rep, rank, CONCEALED),
        harm_of((shot,), rep, rank, COVERED),
    )


@functools.lru_cache(maxsize=4096)
def _harm(shot: Shot, rep: int, outgunned: bool, shelter: int) -> float:
    if shot.circle_in > 0.0:
        hit = _burst_chance(shot, shelter) * _passes_any(shot.rep)
    elif shot.rating > 0:
        at = Conditions(cover=shelter == COVERED and shot.apr <= 2, concealed=shelter == CONCEALED)
        hit = 1.0 - (1.0 - to_hit.chance(shot.rep, at)) ** min(shot.rating, 3)
    else:
        return 0.0
    return hit * _wound(shot.impact, rep) + (1.0 - hit) * _fright(rep, outgunned, shelter)


def _burst_chance(shot: Shot, shelter: int) -> float:
    at = Conditions(cover=shelter == COVERED, concealed=shelter == CONCEALED, blast=True)
    return to_hit.chance(shot.base, at)


def _passes_any(rep: int) -> float:
    """Chance that at least one of two dice passes."""
    return 1.0 - (1.0 - min(rep, 6) / 6.0) ** 2


@functools.lru_cache(maxsize=256)
def _wound(impact: int, rep: int) -> float:
    """Share of his worth that a hit costs a man: the damage die, then recovery."""
    out = min(impact, 6) / 6.0
    p = min(rep, 6) / 6.0
    recovers = 2 * p * (1 - p) * worth.cost_of(STUNNED) + (1 - p) ** 2
    return out + (1.0 - out) * recovers


@functools.lru_cache(maxsize=256)
def _fright(rep: int, outgunned: bool, shelter: int) -> float:
    """Share of his worth that being shot at and missed costs a man."""
    p = max(0.0, min(rep, 6) / 6.0)
    two, one, none = p * p, 2 * p * (1 - p), (1 - p) ** 2
    covered = shelter != OPEN
    duck = worth.cost_of("duck_back")
    cost = two * (duck if outgunned else 0.0) + one * (duck if outgunned or not covered else 0.02)
    return cost + none * worth.cost_of("hunker_down" if covered else "run_away")


def kill_of(shots: tuple[Shot, ...], spec: VehicleSpec | None, face: str) -> float:
    """Chance that the shooting of an enemy puts a vehicle out for good, by the face that it shows."""
    if spec is None:
        return NEVER
    saved = 1.0
    for shot in shots:
        saved *= 1.0 - _kill(shot, spec, face)
    return 1.0 - saved


@functools.lru_cache(maxsize=4096)
def _kill(shot: Shot, spec: VehicleSpec, face: str) -> float:
    if spec.soft:
        small = 1.0 - (1.0 - to_hit.chance(shot.rep, Conditions())) ** max(1, shot.rating) if shot.rating else 0.7
        return small * (0.35 if shot.rating and shot.apr == 0 else 0.8)
    if shot.apr <= 0:
        return 0.03 if spec.open and shot.rating >= 3 else NEVER
    locations = (("turret", 1 / 3), ("hull", 2 / 3)) if spec.turreted else (("hull", 1.0),)
    through = 0.0
    for location, share in locations:
        ahead = penetration.difference(shot.apr, vehicle_data.armour(spec, face, location))
        p = max(0, penetration.needed(ahead)) / 6.0 if ahead > 0 else 0.0
        through += share * (1.0 - (1.0 - p) ** 2)
    if shot.rating:
        hit = to_hit.chance(shot.rep, Conditions())
        return 1.0 - (1.0 - hit * through) ** shot.rating
    return _passes_any(shot.rep) * through


def _rank(stand: ClashStand) -> int:
    weapon = data.weapons().get(data.short_name(stand.in_hand)) if stand.is_man else None
    return weapon.rank if weapon is not None else (0 if stand.is_man else 7)
