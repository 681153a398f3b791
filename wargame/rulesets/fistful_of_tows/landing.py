"""Barrages land in the Artillery Phase: corrected, resolved, answered.

Rules: FFT-ARTY-01, -06 to -09, -14 to -16, FFT-SEQ-13.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import bearing, snap, snap_facing
from wargame.engine.dice import Chance
from wargame.engine.events import Event, Fired, MarkerRemoved, Said, TemplateLanded
from wargame.engine.orders import Order, Placed, Placement, Refusal
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import barrage, gas, guns, precision, shells, smoke, units, words
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import FistStand, Mission, Point, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

CORRECT = "correct"
PURPOSES = (CORRECT,)
SMOKE = ("smoke", "incendiary", "spectral")


def due(scene: Scene) -> list[Mission]:
    """Missions that land in this Artillery Phase, the defender's first. Rules: FFT-ARTY-01, FFT-SEQ-13."""
    state = state_of(scene)
    cite("FFT-ARTY-01")
    cite("FFT-SEQ-13")
    rows = [m for m in state.missions if m.player_turn <= state.player_turn]
    return sorted(rows, key=lambda m: m.side == state.phasing)


def land_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: decoys go, then a mission lands in an order of its owner's choice. Rules: FFT-ARTY-15, -16."""
    state = state_of(battle)
    waiting = due(battle)
    if not waiting:
        return NEXT
    side = waiting[0].side
    rows = [m for m in waiting if m.side == side]
    decoys = [m for m in rows if m.decoy]
    if decoys:
        cite("FFT-ARTY-15")
        for mission in decoys:
            _take_away(battle, mission)
        return AGAIN
    lost = next((m for m in rows if not _crews(battle, m)), None)
    if lost is not None:
        battle.happen(Said(key="no_mission", side=side, rules=(cite("FFT-SELF-02"),), seen_by=(side,)))
        _take_away(battle, lost)
        return AGAIN
    order = yield _request(battle, side, rows)
    placement = order.placements[0] if order.placements else None
    mission = next((m for m in rows if placement is not None and m.id == placement.thing), rows[0])
    _land(battle, mission, placement)
    state.missions = tuple(m for m in state.missions if m.id != mission.id)
    return AGAIN


def _crews(scene: Scene, mission: Mission) -> list[FistStand]:
    """Guns that still fire the mission: alive, and not moved since. Rules: FFT-SELF-02, FFT-CARRY-07."""
    stands = [state_of(scene).stands[name] for name in mission.guns]
    return [g for g in stands if not g.gone and (g.off_board or (g.in_play and not g.moved))]


def correction(scene: Scene, mission: Mission) -> float:
    """Inches that the template may be put off its marker. Rules: FFT-ARTY-06, -07, FFT-MRL-01."""
    chart = tables()["artillery"]
    at = (mission.x, mission.y)
    own = any(guns.sees_point(scene, g, at) for g in _crews(scene, mission) if g.in_play)
    if not own and not guns.observes(scene, mission.observer, at):
        cite("FFT-ARTY-07")
        return 0.0
    crews = _crews(scene, mission)
    cite("FFT-ARTY-06")
    if crews and crews[0].ratings.battery is not None and crews[0].ratings.battery.kind == "mrl":
        cite("FFT-MRL-01")
        return float(chart["correction_mrl"])
    return float(chart["correction"])


def _request(battle: Battle, side: str, rows: list[Mission]) -> Place:
    things = tuple(
        Thing(
            id=m.id,
            text=f"Barrage: {words.shell(m.shell)}, {m.sheaf}",
            form="facing",
            must=False,
            choices=(("fire", ("land", "cancel"), "land"),),
            radius_in=1.0,
        )
        for m in rows
    )
    return Place(
        side=side,
        purpose=CORRECT,
        prompt="A barrage lands: correct it, let it fall, or cancel it. Give one its place at a time.",
        things=things,
        at_most=1,
        suggestion=suggest(battle, rows),
        rules=(cite("FFT-ARTY-06"), cite("FFT-ARTY-08"), cite("FFT-ARTY-16")),
    )


def check(scene: Scene, request: Place, order: Placed) -> Refusal | None:
    """Why this correction is not possible, or None. Rules: FFT-ARTY-06, -07."""
    missions = {m.id: m for m in state_of(scene).missions}
    for p in order.placements:
        mission = missions.get(p.thing)
        if mission is None:
            return Refusal(text="No such mission.", kind="malformed")
        if p.choice("fire") == "cancel":
            cite("FFT-ARTY-08")
            continue
        away = math.dist((p.x, p.y), (mission.x, mission.y))
        most = correction(scene, mission) if away > 0.0005 else 0.0
        if away > most + 0.0005:
            text = f"The template may be put {most:g} in from its marker at most."
            return Refusal(text=text, rules=(cite("FFT-ARTY-06"),), at=(mission.x, mission.y))
        own = any(g.in_play and guns.sees_point(scene, g, (p.x, p.y)) for g in _crews(scene, mission))
        if away > 0.0005 and not own and not guns.observes(scene, mission.observer, (p.x, p.y)):
            return Refusal(text="The observer does not see that place.", rules=(cite("FFT-ARTY-06"),), at=(p.x, p.y))
    return None


# ---------------------------------------------------------------- landing


def _land(battle: Battle, mission: Mission, placement: Placement | None) -> None:
    state = state_of(battle)
    crews = _crews(battle, mission)
    if placement is not None and placement.choice("fire") == "cancel":
        cite("FFT-ARTY-08")
        _take_away(battle, mission)
        return
    x, y = (snap(placement.x), snap(placement.y)) if placement is not None else (mission.x, mission.y)
    facing = snap_facing((placement.facing_deg if placement is not None else None) or 0.0)
    cite("FFT-ARTY-14")
    _pay(battle, mission, crews)
    salvo = shells.salvo_of(crews, mission.sheaf, mission.shell)
    _take_away(battle, mission)
    if salvo is None:
        return
    state.fired_missions += (mission,)
    rules = (cite("FFT-ARTY-09"),)
    fired = battle.happen(Fired(stand=crews[0].id, manner="barrage", at=(x, y), weapon=mission.shell, rules=rules))
    if mission.shell in SMOKE:
        smoke.lay(battle, crews[0], mission.shell, (x, y), facing, fired)
        return
    landed = template(battle, salvo, (x, y), (mission.x, mission.y), facing, fired)
    if mission.shell == "sadarm":
        precision.sadarm(battle, salvo, (x, y), facing, landed)
    elif mission.shell == "guided":
        precision.guided(battle, crews, mission, (x, y), landed)
    else:
        shells.strike(battle, salvo, x, y, facing, landed)
    if mission.shell == "chemical":
        gas.lay(battle, salvo, (x, y), facing)


def template(battle: Battle, salvo: Salvo, at: Point, aim: Point, facing: float, cause: Event | None) -> Event:
    """Announces a template with what it touches."""
    rows = shells.lie_under(battle, salvo, at[0], at[1], facing)
    event: Event = battle.happen(
        TemplateLanded(
            shape="rectangle",
            width_in=salvo.width_in,
            depth_in=salvo.length_in,
            x=at[0],
            y=at[1],
            aim_x=aim[0],
            aim_y=aim[1],
            facing_deg=facing,
            hits=tuple(s.id for s, _ in rows if s.spotted or s.side == salvo.side),
            rules=(cite("FFT-MARK-01"),),
        ),
        cause,
    )
    return event


def _pay(battle: Battle, mission: Mission, crews: list[FistStand]) -> None:
    """Ammunition and reloading. Rules: FFT-AMMO-01, -02, FFT-MRL-02, FFT-HT-05."""
    state = state_of(battle)
    for gun in crews:
        fields: dict[str, Any] = {}
        if gun.rounds > 0:
            cite("FFT-AMMO-02")
            fields["rounds"] = gun.rounds - 1
        if mission.shell == "improved" and gun.icm > 0:
            fields["icm"] = gun.icm - 1
        if mission.shell == "guided":
            fields["guided"] = max(0, gun.guided - 1)
        battery = gun.ratings.battery
        if battery is not None and battery.reload_turns:
            cite("FFT-MRL-02")
            fields["reload_until"] = next_turn(mission.turn, battery.reload_turns)
        if fields:
            change(battle, gun, "shells_spent", **fields)
    cite("FFT-AMMO-01") if state.options.get("ammunition") else None


def next_turn(marked: int, reload_turns: int) -> int:
    """First turn in which a launcher that marked a mission may mark another. Rule: FFT-MRL-02."""
    cite("FFT-MRL-02")
    return marked + reload_turns + 1


def _take_away(battle: Battle, mission: Mission) -> None:
    state = state_of(battle)
    if mission.id in state.markers:
        battle.happen(MarkerRemoved(marker=mission.id))
    barrage.unbook(battle, mission)
    state.missions = tuple(m for m in state.missions if m.id != mission.id)


# ---------------------------------------------------------------- suggestions


def suggest(scene: Scene, rows: list[Mission]) -> Placed:
    """The first mission, put where most enemies stand and no friends."""
    mission = rows[0]
    most = correction(scene, mission)
    best, at = _value(scene, mission, (mission.x, mission.y)), (mission.x, mission.y)
    for enemy in () if mission.shell in SMOKE else units.enemies(scene, mission.side):
        there = (snap(enemy.x), snap(enemy.y))
        if enemy.spotted and 0.0 < math.dist(there, (mission.x, mission.y)) <= most:
            worth = _value(scene, mission, there)
            if worth > best and guns.observes(scene, mission.observer, there):
                best, at = worth, there
    facing = _facing(scene, mission, at)
    return Placed(placements=(Placement(thing=mission.id, x=at[0], y=at[1], facing_deg=facing),))


def _facing(scene: Scene, mission: Mission, at: Point) -> float:
    """Smoke lies across the line to the observer."""
    eyes = guns.eyes_of(scene, mission.observer)
    if not eyes or mission.shell == "he":
        return 0.0
    return snap_facing((bearing(eyes[0].x, eyes[0].y, *at) + 90.0) % 360.0)


def _value(scene: Scene, mission: Mission, at: Point) -> float:
    salvo = shells.salvo_of(_crews(scene, mission), mission.sheaf, mission.shell)
    if salvo is None:
        return 0.0
    return worth_at(scene, salvo, at)


def worth_at(scene: Scene, salvo: Salvo, at: Point) -> float:
    """About what a salvo does to enemies there, less what it does to friends."""
    total = 0.0
    for stand, _ in shells.lie_under(scene, salvo, at[0], at[1], 0.0):
        if shells.is_immune(scene, stand, salvo):
            continue
        need, add, _why = shells.effect(scene, stand, salvo)
        harm = shells.chance(need, add) * units.points(stand) * 0.04
        total += harm if stand.side != salvo.side else -1.5 * harm
    return total


def samples(scene: Scene, request: Place, chance: Chance | None) -> list[Order]:
    """As suggested, as marked, cancelled, and one drawn."""
    found: list[Order] = [request.suggestion] if request.suggestion is not None else []
    missions = {m.id: m for m in state_of(scene).missions}
    for thing in request.things[:1] if chance is None else request.things:
        mission = missions.get(thing.id)
        if mission is None:
            continue
        found.append(Placed(placements=(Placement(thing=thing.id, x=mission.x, y=mission.y, facing_deg=0.0),)))
        if chance is not None:
            dx, dy = ((chance.die(801) - 401) / 100 for _ in "xy")
            spot = Placement(
                thing=thing.id,
                x=snap(mission.x + dx),
                y=snap(mission.y + dy),
                facing_deg=float(chance.die(4) * 45),
            )
            order = Placed(placements=(spot,))
            if check(scene, request, order) is None:
                found.append(order)
    return found
