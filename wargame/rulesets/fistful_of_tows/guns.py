"""Guns and observers: who may fire what, where, and who watches.

Rules: FFT-FO-01 to -06, FFT-SELF-01, -02, FFT-OFFB-01.
"""

from __future__ import annotations

import math

from wargame.board import gap_to_point, within
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import lines, spotting, units
from wargame.rulesets.fistful_of_tows.state import FistStand, Point, state_of


def artillery(scene: Scene, side: str) -> list[FistStand]:
    """Guns of a side that may fire missions marked in the Command Phase: off-board, and no battalion mortars.

    Rules: FFT-FO-06, FFT-SELF-01.
    """
    cite("FFT-FO-06")
    return [
        s
        for s in state_of(scene).stands.values()
        if s.side == side
        and not s.gone
        and s.ratings.battery is not None
        and (s.off_board or (s.in_play and s.ratings.battery.kind != "mortar"))
        and state_of(scene).groups[s.group].arrived
    ]


def batteries(scene: Scene, side: str) -> list[tuple[FistStand, ...]]:
    """Guns of one group and type that fire together. Rule: FFT-ARTY-02."""
    cite("FFT-ARTY-02")
    found: dict[tuple[str, str, bool], list[FistStand]] = {}
    for gun in artillery(scene, side):
        found.setdefault((gun.group, gun.line, gun.off_board), []).append(gun)
    return [tuple(rows) for rows in found.values()]


def is_free(scene: Scene, gun: FistStand) -> bool:
    """May the gun be booked for a mission now? Rules: FFT-MRL-02, FFT-AMMO-01, FFT-CB-01."""
    state = state_of(scene)
    if gun.mission or gun.rounds == 0:
        return False
    if gun.reload_until:
        cite("FFT-MRL-02")
        return state.turn >= gun.reload_until
    return True


def shells_of(scene: Scene, guns: tuple[FistStand, ...]) -> tuple[str, ...]:
    """Ammunition that these guns can fire. Rules: FFT-ARTR-02, FFT-SMK-06, -07, FFT-HT-04, -05."""
    battery = guns[0].ratings.battery
    if battery is None:
        return ()
    cite("FFT-ARTR-02")
    state, side = state_of(scene), guns[0].side
    found = [s for s in battery.shells if s != "guided" and (s != "improved" or all(g.icm for g in guns))]
    if "chemical" in found and not state.options.get("chemical"):
        found.remove("chemical")
    if "smoke" in found:
        cite("FFT-SMK-07")
        found.append("incendiary")
        if state.options.get("spectral_smoke") and state.year > 1998:
            cite("FFT-SMK-06")
            found.append("spectral")
    if "guided" in battery.shells and units.in_force(state, side, "guided_shells") and all(g.guided for g in guns):
        cite("FFT-HT-05")
        found.append("guided")
    if battery.calibre == 155 and units.in_force(state, side, "sadarm"):
        cite("FFT-HT-04")
        found.append("sadarm")
    return tuple(found)


def observers(scene: Scene, side: str) -> list[str]:
    """Ids of those who may observe a mission: FO stands, and units by their integral FO. Rules: FFT-FO-01, -04, -05."""
    cite("FFT-FO-01")
    cite("FFT-FO-05")
    state = state_of(scene)
    found = [s.id for s in units.on_table(scene, side) if s.ratings.kind == "fo" and not s.strategic]
    for group in state.groups.values():
        if group.side == side and group.integral_fo and group.cohesive and eyes_of(scene, group.id):
            found.append(group.id)
    return found


def eyes_of(scene: Scene, observer: str) -> list[FistStand]:
    """Stands that an observer may look from: itself, or any stand of its unit. Rules: FFT-FO-01, -05."""
    state = state_of(scene)
    if observer in state.groups:
        return [
            s
            for s in state.stands.values()
            if s.group == observer and s.in_play and not s.strategic and s.ratings.kind != "fo"
        ]
    stand = state.stands.get(observer)
    return [stand] if stand is not None and stand.in_play and not stand.strategic else []


def sees_point(scene: Scene, viewer: FistStand, point: Point) -> bool:
    """Has a stand an unblocked line to a place, by eye or by its thermal sight? Rules: FFT-ARTY-04, -17."""
    cite("FFT-ARTY-04")
    limit = scene.state.visibility_in
    here = units.footprint(viewer)
    if limit is not None and not within(gap_to_point(here, *point), limit):
        return False
    there = lines.point_base(*point)
    if viewer.high or lines.visible(scene.board, here, there):
        return True
    return units.has_thermal(scene, viewer) and spotting.through_smoke(scene, here, there)


def observes(scene: Scene, observer: str, point: Point) -> bool:
    """Does the observer see a place from any stand it may be with? Rule: FFT-FO-05."""
    near = sorted(eyes_of(scene, observer), key=lambda s: math.dist((s.x, s.y), point))
    return any(sees_point(scene, s, point) for s in near[:4])


def reaches(scene: Scene, gun: FistStand, point: Point) -> bool:
    """Off-board guns reach everything; those on the table mind their ranges. Rules: FFT-OFFB-01, FFT-SELF-02."""
    battery = gun.ratings.battery
    if gun.off_board or battery is None:
        cite("FFT-OFFB-01")
        return True
    cite("FFT-SELF-02")
    away = gap_to_point(units.footprint(gun), *point)
    return battery.least_in - 0.0005 <= away <= battery.reach_in + 0.0005


def has_radar(nation: str, year: int) -> bool:
    """Has the army counterbattery radar in this year? Rule: FFT-CB-02."""
    from wargame.rulesets.fistful_of_tows.data import tables

    cite("FFT-CB-02")
    rows = tables()["counterbattery"]["radar"]
    return any(r["nation"] == nation and year >= r["from"] for r in rows)
