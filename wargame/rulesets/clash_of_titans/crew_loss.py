"""Losses aboard: empty stations, taking them over, a commander lost, getting out. Rules: NUT-CREW-05, -06, NUT-PEN-04,
NUT-TRAN-02, -04."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from wargame.board import Footprint, bearing, inside_table, overlaps, snap, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandPlaced
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import (
    crew,
    edges,
    eyes,
    involuntary,
    ladder,
    results,
    standing,
    status,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import Cause, Newcomers, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.crew import COMMANDER, DRIVER, GUNNER, HULL_GUNNER, LOADER
from wargame.rulesets.clash_of_titans.state import DUCKED, OUT, STUNNED, ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_causes import BailOut, CommanderLost
from wargame.rulesets.clash_of_titans.vehicle_data import crew_stations, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Point = tuple[float, float]
HEIRS = (GUNNER, LOADER, HULL_GUNNER, DRIVER)
"""Who commands after the commander (NUT-CREW-05); the rest where the crew has no other gunner."""
SPARE = (HULL_GUNNER, LOADER, COMMANDER, GUNNER, DRIVER)
"""Who leaves his own station first for one that is empty."""
LEADER_LOST = "leader_lost"


# ---------------------------------------------------------------- empty stations


def empty(state: ClashState, vehicle: ClashStand) -> list[str]:
    """Stations of the crew at which nobody is fit to work, in the order of their need. Rule: NUT-CREW-05."""
    cite("NUT-CREW-05")
    if vehicle.spec is None:
        return []
    has = {station for man in crew_stations(vehicle.spec) for station in man}
    return [s for s in (DRIVER, GUNNER, LOADER, HULL_GUNNER) if s in has and not crew.is_manned(state, vehicle.id, s)]


def stand_in(state: ClashState, vehicle: ClashStand) -> ClashStand | None:
    """The man who can best be spared for an empty station, if he has done nothing yet. Rule: NUT-CREW-05."""
    men = [m for m in crew.crew(state, vehicle.id) if status.ready(m) and not m.jobs]
    return min(men, key=lambda m: SPARE.index(m.station) if m.station in SPARE else 9, default=None)


def take_over_refusal(scene: Scene, vehicle: ClashStand, station: str) -> Refusal | None:
    """Why nobody can take over a station in this activation, or None. Rules: NUT-CREW-05, NUT-ACT-03."""
    state = cast(ClashState, scene.state)
    rules = (cite("NUT-CREW-05"),)
    if station not in empty(state, vehicle):
        return Refusal(text=f"The station ({station.replace('_', ' ')}) is not empty.", rules=rules, about=vehicle.id)
    if stand_in(state, vehicle) is None:
        return Refusal(text="Nobody aboard is free to take it.", rules=rules, about=vehicle.id)
    return None


def take_over(battle: Battle, vehicle: ClashStand, station: str, cause: Event | None = None) -> None:
    """A crewman spends his action to take an empty station. Rule: NUT-CREW-05."""
    state = cast(ClashState, battle.state)
    man = stand_in(state, vehicle)
    if man is None:
        return
    rules = (cite("NUT-CREW-05"),)
    busy = tuple(dict.fromkeys((*crew.stations_of(man), station)))
    changes = (("taken", (*man.taken, station)), ("jobs", busy))
    seen = knowledge.seen_by_for(state, man.id)
    battle.happen(StandChanged(stand=man.id, changes=changes, why="takes_station", rules=rules, seen_by=seen), cause)


# ---------------------------------------------------------------- the commander


def commanders_lost(chain: Chain, toll: Toll) -> list[Cause]:
    """Crews whose commander was struck by this volley and commands no more. Rule: NUT-CREW-05."""
    names = dict.fromkeys((*toll.knocked_down, *(loss.stand for loss in toll.losses)))
    found: list[Cause] = []
    for name in names:
        man = chain.stand(name)
        vehicle = chain.state.stands.get(man.carrier) if man.carrier else None
        if vehicle is None or not vehicles.fights(vehicle) or COMMANDER not in crew.stations_of(man):
            continue
        if crew.commander(chain.state, vehicle.id) is None:
            cite("NUT-CREW-05")
            found.append(CommanderLost(vehicle=vehicle.id))
    return found


def replace_commander(chain: Chain, cause: CommanderLost) -> Steps:
    """Leader Lost for the crew, then the gunner commands as both. Rules: NUT-CREW-05, NUT-DOWN-03, NUT-STAT-14."""
    vehicle = chain.stand(cause.vehicle)
    heir = next((h for s in HEIRS if (h := crew.holder(chain.state, vehicle.id, s)) is not None), None)
    if heir is None or not vehicles.fights(vehicle):
        return
    passed = throws.group_test(chain.battle, LEADER_LOST, [heir], rules=(cite("NUT-CREW-05"),), cause=cause.event)
    seen = knowledge.seen_by_for(chain.state, heir.id)
    rules = (cite("NUT-CREW-05"),)
    changes = (("taken", (*heir.taken, COMMANDER)),)
    change = StandChanged(stand=heir.id, changes=changes, why="takes_command", rules=rules, seen_by=seen)
    event = chain.battle.happen(change, cause.event)
    _obey(chain, vehicle, ladder.read(LEADER_LOST, passed[heir.id]), event)
    yield from ()


def _obey(chain: Chain, vehicle: ClashStand, reading: ladder.Reading, event: Event) -> None:
    if reading.result not in (ladder.DUCK_BACK, ladder.RETIRE):
        return
    chain.stop(vehicle, event)
    watch = results.Watch(chain)
    if reading.result == ladder.RETIRE:
        watch.during(vehicle, lambda: involuntary.retire(chain.battle, vehicle, event, reading.rules))
    else:
        enemies = results.enemies_of(chain, vehicle, ())
        watch.during(vehicle, lambda: results.duck(chain, vehicle, enemies, event, reading.rules))
    watch.queue(event)


# ---------------------------------------------------------------- getting out


def bail_out(chain: Chain, cause: BailOut) -> Steps:
    """The able leave a lost vehicle and take the stunned with them; it becomes a wreck.

    Rules: NUT-PEN-04, NUT-CREW-06.
    """
    vehicle = chain.stand(cause.vehicle)
    if vehicle.gone:
        return
    all_out(chain, vehicle, cause.enemies, cause.event)
    if cause.wreck:
        vehicles.clear_away(chain.battle, vehicle, cause.event)
    yield from ()


def all_out(chain: Chain, vehicle: ClashStand, enemies: Sequence[str], event: Event | None) -> None:
    """Everybody who can gets out on the side away from the enemy; without an able man the stunned stay inside.

    Rules: NUT-PEN-04, NUT-CREW-06, NUT-SIGHT-09.
    """
    battle, state = chain.battle, chain.state
    men = [m for m in crew.aboard(state, vehicle.id) if status.in_fight(m)]
    able = [m for m in men if m.status != STUNNED]
    cite("NUT-PEN-04")
    if not able:
        for man in men:
            status.lose(battle, man, OUT, event, (cite("NUT-PEN-04"),))
        return
    them = [chain.stand(name) for name in enemies if name in state.stands]
    placed = [m for m in men if step_down(battle, vehicle, m, them, event, (cite("NUT-CREW-06"),))]
    pairs = [pair for m in placed for pair in eyes.newly_seen(battle, m)]
    fresh = tuple(pair for pair in pairs if not chain.is_active(chain.stand(pair[0])))
    if fresh:
        cite("NUT-SIGHT-09")
        chain.add(Newcomers(event=event, pairs=fresh))


def abandon(chain: Chain, vehicle: ClashStand, enemies: Sequence[str], event: Event | None) -> None:
    """A crew leaves its vehicle for good where it stands. Rules: NUT-CLNK-05, NUT-CREW-06."""
    rules = (cite("NUT-CREW-06"),)
    all_out(chain, vehicle, enemies, event)
    seen = knowledge.seen_by_for(chain.state, vehicle.id)
    changes = (("abandoned", True),)
    chain.battle.happen(
        StandChanged(stand=vehicle.id, changes=changes, why="abandoned", rules=rules, seen_by=seen), event
    )


def step_down(
    battle: Battle,
    vehicle: ClashStand,
    man: ClashStand,
    enemies: Sequence[ClashStand],
    cause: Event | None,
    rules: tuple[str, ...],
    ducked: bool = True,
) -> bool:
    """Put a man down beside the vehicle, in contact with it; False if there is no room.

    Rules: NUT-CREW-06, NUT-TRAN-02.
    """
    at = place_beside(battle, vehicle, man, enemies)
    if at is None:
        return False
    away = bearing(vehicle.x, vehicle.y, *at)
    seen = knowledge.seen_by_for(battle.state, vehicle.id)
    battle.happen(
        StandPlaced(
            stand=man.id, x=at[0], y=at[1], facing_deg=snap_facing(away), why="gets_out", rules=rules, seen_by=seen
        ),
        cause,
    )
    changes: list[tuple[str, object]] = [("station", ""), ("also", ()), ("taken", ()), ("jobs", ())]
    if ducked and man.status != STUNNED:
        changes.append(("status", DUCKED))
    battle.happen(StandChanged(stand=man.id, changes=tuple(changes), why="on_foot", rules=rules, seen_by=seen), cause)
    return True


def place_beside(scene: Scene, vehicle: ClashStand, man: ClashStand, enemies: Sequence[ClashStand]) -> Point | None:
    """A free place in contact with a vehicle, as far as may be on the side away from these enemies.

    Rules: NUT-CREW-06, NUT-TRAN-02.
    """
    cite("NUT-CREW-06")
    x, y = away_from(scene, vehicle, enemies)
    slots = sorted(_slots(vehicle, man.base.radius), key=lambda s: (-round(s[0] * x + s[1] * y, 3), s))
    table = scene.board.table
    others = [standing.footprint(s) for s in standing.on_table(scene, man.id, vehicle.id)]
    for dx, dy in slots:
        at = snap(vehicle.x + dx), snap(vehicle.y + dy)
        base = Footprint(man.base, *at)
        if inside_table(base, table.width_in, table.height_in) and not any(overlaps(base, o) for o in others):
            return at
    return None


def away_from(scene: Scene, vehicle: ClashStand, enemies: Sequence[ClashStand]) -> Point:
    """Direction away from the enemies, towards the own edge without any."""
    if enemies:
        x = sum(vehicle.x - e.x for e in enemies)
        y = sum(vehicle.y - e.y for e in enemies)
        length = math.hypot(x, y) or 1.0
        return x / length, y / length
    state = cast(ClashState, scene.state)
    angle = math.radians(edges.outward_deg(state.edges[vehicle.side]))
    return math.cos(angle), math.sin(angle)


def _slots(vehicle: ClashStand, radius: float) -> list[Point]:
    """Offsets of places in contact with the outline, side by side all round."""
    half_d, half_w = vehicle.base.depth_in / 2, vehicle.base.width_in / 2
    step, out = 2 * radius + 0.02, radius + 0.01
    found = []
    for n in range(-5, 6):
        if abs(n * step) <= half_d + radius:
            found += [(n * step, half_w + out), (n * step, -half_w - out)]
        if abs(n * step) <= half_w + radius:
            found += [(half_d + out, n * step), (-half_d - out, n * step)]
    angle = math.radians(vehicle.facing_deg)
    c, s = math.cos(angle), math.sin(angle)
    return [(d * c - w * s, d * s + w * c) for d, w in found]


def out_at_once() -> int:
    """Men who get out on each side in one activation, where nothing forces them. Rule: NUT-CREW-06."""
    cite("NUT-CREW-06")
    return whole("crew", "out_each_side")
