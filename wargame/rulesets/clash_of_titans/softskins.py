"""Trucks, cars, motorcycles and wagons under fire. Rules: NUT-PEN-07, NUT-VEH-09, NUT-TRAN-06, NUT-FIRE-17."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    answers,
    cover,
    crew,
    damage,
    guns,
    involuntary,
    ladder,
    lines,
    nerve,
    outgunned,
    penetration,
    results,
    status,
    throws,
    vehicles,
)
from wargame.rulesets.clash_of_titans.causes import Cause, Incoming, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.damage import Blow
from wargame.rulesets.clash_of_titans.penetration import Strike
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_causes import DriverTested
from wargame.rulesets.clash_of_titans.vehicle_data import of_die

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


NOTHING = "nothing"


class AHit(Protocol):
    """What a To Hit die that struck tells: `shooting.Hit`."""

    @property
    def impact(self) -> int: ...
    @property
    def apr(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def weapon(self) -> str: ...


def is_softskin(stand: ClashStand) -> bool:
    """A vehicle without any armour."""
    return stand.is_vehicle and not stand.is_afv


def struck(battle: Battle, toll: Toll, target: ClashStand, hits: Sequence[AHit], cause: Event | None = None) -> None:
    """Hits of men's weapons on a softskin, or on a gun: small arms one by one on the table, armour piercing weapons by
    penetration. Rules: NUT-PEN-06, -07, NUT-GUNS-02."""
    if target.is_gun:
        _on_gun(battle, toll, target, hits, cause)
        return
    piercing = [hit for hit in hits if hit.apr > 0]
    light = [hit for hit in hits if hit.apr <= 0]
    rules = (cite("NUT-PEN-07"),)
    dice = [throws.read_die(battle, "softskin", stand=target, rules=rules, cause=cause) for _ in light]
    wounds: dict[str, list[Blow]] = {}
    for hit, die in zip(light, dice, strict=True):
        _small_arms(battle, target, hit, die, wounds)
    state = cast(ClashState, battle.state)
    for name, blows in wounds.items():
        damage.hits(battle, toll, state.stands[name], blows, cause)
    if piercing:
        strikes = [Strike(target=target.id, apr=h.apr, shooter=h.by, by_foot=True) for h in piercing]
        penetration.strikes(battle, toll, strikes, cause)


def _on_gun(battle: Battle, toll: Toll, target: ClashStand, hits: Sequence[AHit], cause: Event | None) -> None:
    """Armour piercing weapons hit the gun itself; small arms do nothing to it. Rule: NUT-GUNS-02."""
    for hit in hits:
        if target.gone or hit.apr <= 0:
            continue
        by = cast(ClashState, battle.state).stands[hit.by]
        origin = lines.pose_of(battle, by).at
        guns.struck(
            battle, toll, target, Incoming(shooter=hit.by, weapon=hit.weapon, origin=origin, apr=hit.apr), cause
        )


# ---------------------------------------------------------------- small arms


def _small_arms(battle: Battle, target: ClashStand, hit: AHit, die: throws.Test, wounds: dict[str, list[Blow]]) -> None:
    """What one small arms hit does by its die; men struck are kept for their damage. Rules: NUT-PEN-07, NUT-TRAN-06."""
    part = part_struck(die.passed)
    if part == "immobilised":
        if not target.immobilised:
            penetration.immobilise(battle, target, die.event, (cite("NUT-PEN-07"),))
        return
    if part == "rider" and is_drawn(target):
        cite("NUT-TRAN-06")
        _team_animal(battle, target, hit, die.event)
        return
    found = victim(battle, target, part) if part != NOTHING else None
    if found is not None:
        wounds.setdefault(found.id, []).append(Blow(hit.impact, hit.by))


def part_struck(face: int) -> str:
    """What a die of the table strikes: driver, crewman, rider, immobilised or nothing. Rule: NUT-PEN-07."""
    cite("NUT-PEN-07")
    text = of_die("softskin_hits", "result", face)
    return next((word for word in ("driver", "crewman", "rider", "immobilised") if word in text), NOTHING)


def victim(battle: Battle, target: ClashStand, part: str) -> ClashStand | None:
    """The man of a softskin whom a hit strikes, None: nobody is there. Rule: NUT-PEN-07."""
    state = cast(ClashState, battle.state)
    men = [m for m in crew.aboard(state, target.id) if status.in_fight(m)]
    driver = crew.holder(state, target.id, crew.DRIVER)
    if part == "driver":
        return driver
    if part == "crewman":
        others = [m for m in men if m.station not in crew.RIDERS and (driver is None or m.id != driver.id)]
        return throws.any_of(battle, others) if others else None
    riders = [m for m in men if m.station in crew.RIDERS]
    return throws.any_of(battle, riders) if riders else None


def is_drawn(stand: ClashStand) -> bool:
    """A wagon with a team of animals. Rule: NUT-TRAN-06."""
    return stand.spec is not None and stand.spec.drive == "drawn"


def _team_animal(battle: Battle, target: ClashStand, hit: AHit, cause: Event) -> None:
    """An animal of the team is hit: down unless it is only knocked down; then the wagon stands. Rule: NUT-TRAN-06."""
    rules = (cite("NUT-TRAN-06"),)
    die = throws.read_die(battle, "team_animal", stand=target, needed=f"{hit.impact}-", rules=rules, cause=cause)
    if damage.result(die.passed, hit.impact) != damage.KNOCKED_DOWN and not target.immobilised:
        penetration.immobilise(battle, target, die.event, rules)


# ---------------------------------------------------------------- nerve


def note(state: ClashState, toll: Toll, target: ClashStand, incoming: Incoming) -> None:
    """A softskin was shot at and stands: that is noted for its driver's test. Rule: NUT-VEH-09."""
    cite("NUT-VEH-09")
    toll.note(target.id, replace(incoming, hit=False))


def takes_no_test(state: ClashState, stand: ClashStand) -> bool:
    """Is he aboard a softskin, whose driver tests for all, or of the crew of an AFV, which ignores such fire?

    Rules: NUT-VEH-08, -09.
    """
    carrier = state.stands.get(stand.carrier) if stand.carrier else None
    if carrier is None:
        return False
    return is_softskin(carrier) or stand.station not in crew.RIDERS


def shot_at(chain: Chain, toll: Toll) -> list[Cause]:
    """Softskins that dice were allotted to, or to men aboard them: their drivers owe a test. Rule: NUT-VEH-09."""
    found: dict[str, list[Incoming]] = {}
    for name, incoming in toll.incoming.items():
        stand = chain.stand(name)
        vehicle = chain.stand(stand.carrier) if stand.carrier else stand
        if is_softskin(vehicle) and vehicles.fights(vehicle):
            found.setdefault(vehicle.id, []).extend(incoming)
    return [DriverTested(vehicle=name, incoming=tuple(rows)) for name, rows in found.items()]


def test_driver(chain: Chain, cause: DriverTested) -> Steps:
    """The driver takes Received Fire for all: fire results are the riders', the others the vehicle's.

    Rules: NUT-VEH-09, NUT-STAT-14, NUT-RFIRE-02 to -04.
    """
    vehicle = chain.stand(cause.vehicle)
    driver = crew.holder(chain.state, cause.vehicle, crew.DRIVER)
    if driver is None or not vehicles.fights(vehicle) or vehicle.leaving:
        return
    cite("NUT-VEH-09")
    passed = throws.group_test(chain.battle, nerve.RECEIVED_FIRE, [driver], rules=("NUT-VEH-09",), cause=cause.event)
    found = ladder.read(nerve.RECEIVED_FIRE, passed[driver.id], facts_of(chain, vehicle, driver, cause))
    shooters = list(dict.fromkeys(i.shooter for i in cause.incoming if i.shooter))
    if found.result in ladder.FIRING:
        _riders_fire(chain, vehicle, found.result, shooters)
        return
    if found.result not in (ladder.DUCK_BACK, ladder.RUN_AWAY, ladder.HUNKER_DOWN):
        return
    chain.stop(vehicle, cause.event)
    watch = results.Watch(chain)
    if found.result == ladder.RUN_AWAY:
        watch.during(vehicle, lambda: involuntary.run_away(chain.battle, vehicle, cause.event, found.rules))
    else:
        enemies = results.enemies_of(chain, vehicle, shooters)
        watch.during(vehicle, lambda: results.duck(chain, vehicle, enemies, cause.event, found.rules))
    watch.queue(cause.event)
    yield from ()


def facts_of(chain: Chain, vehicle: ClashStand, driver: ClashStand, cause: DriverTested) -> list[str]:
    """What counts for the driver's test: no vehicle of this kind covers anybody; the best armed aboard is the measure
    of being Outgunned. Rules: NUT-VEH-09, NUT-COVR-07, NUT-OGUN-02."""
    cite("NUT-COVR-07")
    found = ["covered" if cover.cover(chain.battle, vehicle, cause.incoming[0].origin).any else "open"]
    armed = [m for m in crew.riders(chain.state, vehicle.id) if status.ready(m)] or [driver]
    if all(outgunned.is_outgunned(chain.battle, man, cause.incoming) for man in armed):
        found.append("outgunned")
    return found


def _riders_fire(chain: Chain, vehicle: ClashStand, result: str, shooters: Sequence[str]) -> None:
    for man in crew.riders(chain.state, vehicle.id):
        if status.ready(man) and chain.may_fire_again(man):
            active = chain.is_active(man)
            chain.order_fire(answers.answer(chain.battle, man, result, shooters, active))
