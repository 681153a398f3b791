"""The men inside: who works which station, at which Rep, and who may be hit. Rules: NUT-CREW-01 to -05, -07.

Crewmen are stands with a `carrier` and a `station`; `also` names other stations that are theirs from the start, `taken`
those of lost men.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data, status
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, VehicleSpec
from wargame.rulesets.clash_of_titans.vehicle_data import SECOND, Mount, crew_stations, machine_guns, whole
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN, SECOND_GUN, is_enclosed, is_open, mount_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

COMMANDER, GUNNER, LOADER, DRIVER, HULL_GUNNER = "commander", "gunner", "loader", "driver", "hull_gunner"
RIDERS = ("rider", "passenger")


@dataclass(frozen=True, slots=True)
class Worker:
    """A man who does a job aboard, and what changes his Rep for it."""

    man: ClashStand
    station: str
    modifiers: tuple[Modifier, ...] = ()

    @property
    def rep(self) -> int:
        """His Rep with these modifiers."""
        return self.man.rep + round(sum(m.add for m in self.modifiers))


# ---------------------------------------------------------------- who is aboard


def aboard(state: ClashState, vehicle: str) -> list[ClashStand]:
    """Everybody that the vehicle carries, the dead left out, in file order."""
    return [s for s in state.stands.values() if s.carrier == vehicle and not s.gone]


def crew(state: ClashState, vehicle: str) -> list[ClashStand]:
    """Its crewmen who still take part, riders and passengers left out."""
    return [s for s in aboard(state, vehicle) if s.station not in RIDERS and status.in_fight(s)]


def riders(state: ClashState, vehicle: str) -> list[ClashStand]:
    """Riders on the deck and passengers in the seats who still take part."""
    return [s for s in aboard(state, vehicle) if s.station in RIDERS and status.in_fight(s)]


def commander(state: ClashState, vehicle: str) -> ClashStand | None:
    """Who commands it: activation, In Sight, Clank and rally are his. Rule: NUT-CREW-02."""
    cite("NUT-CREW-02")
    found = holder(state, vehicle, COMMANDER)
    return found if found is not None else None


def stations_of(man: ClashStand) -> tuple[str, ...]:
    """All stations that a man works."""
    return (man.station, *man.also, *man.taken)


def holder(state: ClashState, vehicle: str, station: str) -> ClashStand | None:
    """The man at a station who can work there now: his own station goes before one taken over. Rule: NUT-CREW-05."""
    men = [man for man in crew(state, vehicle) if station in stations_of(man) and status.ready(man)]
    cite("NUT-CREW-05")
    return min(men, key=lambda man: (station in man.taken, station in man.also), default=None)


def is_manned(state: ClashState, vehicle: str, station: str) -> bool:
    """Is somebody at the station?"""
    return holder(state, vehicle, station) is not None


# ---------------------------------------------------------------- jobs


def worker(
    state: ClashState, vehicle: str, station: str, doing: Iterable[tuple[str, str]] = (), fresh: bool = False
) -> Worker | None:
    """Who does a job, and at which changes of Rep: -1 for the work of a second station, -1 for one taken over.

    doing: (man, station) of the jobs done at the same time. fresh: a reaction, in which the jobs of the activation do
    not count. None also for a man who has done this job already. Rules: NUT-CREW-02, -04, -05.
    """
    man = holder(state, vehicle, station)
    cite("NUT-CREW-04")
    if man is None or (station in man.jobs and not fresh):
        return None
    cite("NUT-CREW-02")
    at_once = [s for who, s in doing if who == man.id]
    return Worker(man, station, changes_of(man, station, [*at_once, *(() if fresh else man.jobs)]))


def changes_of(man: ClashStand, station: str, doing: Iterable[str] = ()) -> tuple[Modifier, ...]:
    """What changes a man's Rep for the work of a station while he does that of these. Rules: NUT-CREW-04, -05."""
    found = []
    if any(other != station for other in doing):
        found.append(Modifier("two stations at once", whole("crew", "second_station_rep"), rule=cite("NUT-CREW-04")))
    if station in man.taken:
        found.append(Modifier("station taken over", whole("crew", "taken_station_rep"), rule=cite("NUT-CREW-05")))
    return tuple(found)


def commander_is_gunner(state: ClashState, vehicle: ClashStand) -> bool:
    """Does the commander lay the gun himself? Rule: NUT-VEH-07."""
    man = commander(state, vehicle.id)
    return man is not None and GUNNER in stations_of(man) and _has_gunners_weapon(vehicle)


def _has_gunners_weapon(vehicle: ClashStand) -> bool:
    spec = vehicle.spec
    if spec is None:
        return False
    return bool(spec.gun) or any(mount.kind in ("coax", "turret MG") for mount in machine_guns(spec))


# ---------------------------------------------------------------- who fires what


def firing_stations(vehicle: ClashStand, weapon: str) -> tuple[str, ...]:
    """Stations that may fire a weapon, the first choice first. Rules: NUT-CREW-02, -07, NUT-VGUN-08."""
    cite("NUT-VGUN-08")
    spec = vehicle.spec
    if spec is None:
        return ()
    if weapon == MAIN_GUN:
        return (GUNNER,)
    if weapon == SECOND_GUN:
        return (SECOND, GUNNER)
    mount = mount_of(vehicle, weapon)
    return _stations_of_mount(spec, mount) if mount is not None else ()


def _stations_of_mount(spec: VehicleSpec, mount: Mount) -> tuple[str, ...]:
    has = {station for man in crew_stations(spec) for station in man}
    if mount.kind == "coax":
        return (SECOND, GUNNER) if SECOND in has else (GUNNER,)
    if mount.kind == "turret MG":
        return _turret_gunners(spec, has)
    if mount.kind == "rear MG":
        return _own_or_spare(LOADER, has)
    if mount.kind == "hull":
        return _own_or_spare(HULL_GUNNER, has)
    return (COMMANDER, "rider", "passenger")


def _turret_gunners(spec: VehicleSpec, has: set[str]) -> tuple[str, ...]:
    """Men at the machine guns of a turret; the exceptions name others than gunner and commander. Rule: NUT-CREW-01."""
    row = next((r for r in data.rows("crew_exceptions") if r["vehicle"] == spec.name), None)
    for station in (HULL_GUNNER, COMMANDER):
        if row is not None and "turret MGs" in str(row[station]):
            cite("NUT-CREW-01")
            return (station,)
    return (SECOND, COMMANDER) if SECOND in has else (GUNNER, COMMANDER)


def _own_or_spare(station: str, has: set[str]) -> tuple[str, ...]:
    """The station of the weapon, or where the crew has none the loader, otherwise the commander. Rule: NUT-CREW-07."""
    if station in has:
        return (station,)
    cite("NUT-CREW-07")
    return (LOADER, COMMANDER) if LOADER in has else (COMMANDER,)


def shooter(
    state: ClashState,
    vehicle: ClashStand,
    weapon: str,
    doing: Iterable[tuple[str, str]] = (),
    fresh: bool = False,
) -> Worker | None:
    """Who fires a weapon now: the first of its stations whose man has not done its work yet. None: nobody can.

    doing: (man, station) of weapons that are fired in the same shooting. Rules: NUT-CREW-04, -07, NUT-VGUN-08.
    """
    doing = list(doing)
    for station in firing_stations(vehicle, weapon):
        if station in RIDERS:
            found = _rider(state, vehicle, {who for who, _ in doing}, fresh)
        else:
            found = worker(state, vehicle.id, station, doing, fresh)
        if found is None or (found.man.id, station) in doing:
            continue
        if station == COMMANDER and needs_open_hatch(vehicle, weapon) and not is_exposed(state, vehicle, found.man):
            continue
        return found
    return None


def _rider(state: ClashState, vehicle: ClashStand, busy: set[str], fresh: bool) -> Worker | None:
    men = [m for m in riders(state, vehicle.id) if status.ready(m) and m.id not in busy and (fresh or not m.shot)]
    return Worker(men[0], men[0].station) if men else None


def needs_open_hatch(vehicle: ClashStand, weapon: str) -> bool:
    """Is it a machine gun on the roof, which nobody serves from under a closed hatch? Rule: NUT-VEH-05."""
    mount = mount_of(vehicle, weapon)
    return mount is not None and mount.exposed


def station_of_weapon(vehicle: ClashStand, weapon: str, man: ClashStand) -> str:
    """The station whose work a man does when he fires this weapon."""
    return next((s for s in firing_stations(vehicle, weapon) if s in stations_of(man)), man.station)


def note_job(battle: Battle, man: ClashStand, station: str, cause: Event | None = None) -> None:
    """Remember that a man has done the work of a station in this activation. Rule: NUT-CREW-04."""
    if station in man.jobs:
        return
    rules = (cite("NUT-CREW-04"),)
    seen = knowledge.seen_by_for(battle.state, man.id)
    changes = (("jobs", (*man.jobs, station)),)
    battle.happen(StandChanged(stand=man.id, changes=changes, why="job", rules=rules, seen_by=seen), cause)


# ---------------------------------------------------------------- who can be hit


def exposed(state: ClashState, vehicle: ClashStand) -> list[ClashStand]:
    """Men aboard whom small arms can hit: riders, everybody in an open vehicle, a commander with his hatch open.

    Rules: NUT-VEH-05, NUT-FIRE-17, NUT-TRAN-04.
    """
    found = []
    for man in aboard(state, vehicle.id):
        if status.in_fight(man) and is_exposed(state, vehicle, man):
            found.append(man)
    return found


def is_exposed(state: ClashState, vehicle: ClashStand, man: ClashStand) -> bool:
    """Can this man aboard be hit by small arms? Rules: NUT-VEH-05, NUT-FIRE-17."""
    if man.station == "rider" or is_open(vehicle):
        return True
    if is_enclosed(vehicle) and not vehicle.buttoned and man.station not in RIDERS:
        cite("NUT-VEH-05")
        return COMMANDER in stations_of(man) and man == commander(state, vehicle.id)
    return False


def is_sheltered(vehicle: ClashStand, man: ClashStand) -> bool:
    """Does the vehicle itself cover an exposed man: crew and those inside an open-topped AFV? Rule: NUT-COVR-07."""
    cite("NUT-COVR-07")
    return vehicle.is_afv and man.station != "rider"
