"""Armour struck: the difference, the two dice, and what becomes of vehicle and crew.

    strike -> destroyed | knocked_out | held (Clank) | harmless

Rules: NUT-PEN-01 to -06, -08, -09, NUT-VGUN-07, NUT-CLNK-08, NUT-VEH-08, NUT-VEH-10. The functions of numbers are used
by the odds too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from wargame.board import gap, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import crew, damage, status, throws, vehicles
from wargame.rulesets.clash_of_titans.causes import Toll
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, VehicleSpec
from wargame.rulesets.clash_of_titans.vehicle_causes import BailOut, Clanked, Missed
from wargame.rulesets.clash_of_titans.vehicle_data import armour, number, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DESTROYED, KNOCKED_OUT, HELD, HARMLESS = "destroyed", "knocked_out", "held", "harmless"
DICE = 2
_RESULTS = {2: (DESTROYED, "NUT-PEN-03"), 1: (KNOCKED_OUT, "NUT-PEN-04"), 0: (HELD, "NUT-PEN-05")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A weapon has hit a vehicle."""

    target: str
    apr: int
    face: vehicles.Face = "front"
    location: str = "hull"
    shooter: str = ""
    """Who struck; empty: nobody that can be answered (a mine, artillery)."""
    by_foot: bool = False
    """The attack came from infantry or a gun team (NUT-CLNK-06)."""
    on_cover: bool = False
    """The hit struck the cover of a hull down vehicle (NUT-VGUN-07)."""
    difference: int | None = None
    """Fixed by the rule that calls for the roll (a burst on a softskin: its Impact); None: APR minus AR."""


# ---------------------------------------------------------------- numbers


def difference(apr: int, rating: int) -> int:
    """APR of the weapon minus AR (or DV) of what is struck. Rule: NUT-PEN-01."""
    cite("NUT-PEN-01")
    return apr - rating


def needed(ahead: int) -> int:
    """Highest face that passes against a difference: a six never does. Rules: NUT-PEN-02, -08."""
    cite("NUT-PEN-02")
    never = whole("penetration", "never")
    if ahead >= never:
        cite("NUT-PEN-08")
    return min(ahead, never - 1)


def is_harmless(apr: int, rating: int) -> bool:
    """A weapon of less than half the AR struck does nothing at all. Rule: NUT-CLNK-08."""
    cite("NUT-CLNK-08")
    return apr * whole("penetration", "half") < rating


def tears_track(spec: VehicleSpec, face: str, apr: int) -> bool:
    """Does a hit that does not knock the AFV out call for the track damage roll? Rule: NUT-PEN-09."""
    if spec.soft or face not in ("side", "rear", "bottom"):
        return False
    cite("NUT-PEN-09")
    rating = armour(spec, face if face == "bottom" else "side")
    return apr * whole("penetration", "half") >= rating


def rating_struck(spec: VehicleSpec, hit: Strike) -> int:
    """AR of the face and location that a hit struck."""
    return armour(spec, hit.face, hit.location)


# ---------------------------------------------------------------- resolution


def strike(battle: Battle, toll: Toll, hit: Strike, cause: Event | None = None) -> str:
    """Resolve one hit on a vehicle; what crew and friends owe for it is noted in the toll. Gives the result.

    Rules: NUT-PEN-01 to -05, -09, NUT-VGUN-07, NUT-CLNK-08.
    """
    return strikes(battle, toll, (hit,), cause)


def strikes(battle: Battle, toll: Toll, hits: Sequence[Strike], cause: Event | None = None) -> str:
    """Resolve the hits of one shooting on one vehicle in turn until one goes through; one Clank at most.

    Rule: NUT-PEN-06.
    """
    target = _stand(battle, hits[0].target)
    result, last = HARMLESS, hits[0]
    for hit in hits:
        if len(hits) > 1:
            cite("NUT-PEN-06")
        found = _one(battle, target, hit, cause)
        if found != HARMLESS:
            result, last = found, hit
        if found in (DESTROYED, KNOCKED_OUT):
            _is_lost(battle, toll, target, found, hit, cause)
            return found
    if result == HELD:
        _holds(battle, toll, target, last, cause)
    return result


def _one(battle: Battle, target: ClashStand, hit: Strike, cause: Event | None) -> str:
    """Penetration roll of one hit and its track damage roll; the vehicle is marked, its crew not yet."""
    spec = _spec(target)
    rating = rating_struck(spec, hit)
    if hit.on_cover:
        _say(battle, target, "cover_struck", (cite("NUT-VGUN-07"),), cause)
        return HELD
    ahead = hit.difference if hit.difference is not None else difference(hit.apr, rating)
    passed = 0
    if ahead > 0:
        passed = _roll(battle, target, ahead, cause)
    elif is_harmless(hit.apr, rating):
        _say(battle, target, "harmless", (cite("NUT-PEN-01"), cite("NUT-CLNK-08")), cause)
        return HARMLESS
    else:
        _say(battle, target, "bounces", (cite("NUT-PEN-01"),), cause)
    result, rule = _RESULTS[passed]
    if result != HELD:
        vehicles.knock_out(battle, target, result == DESTROYED, cause, (cite(rule), cite("NUT-VEH-10")))
        return result
    if ahead > 0:
        _say(battle, target, "armour_holds", (cite(rule),), cause)
    cite(rule)
    if tears_track(spec, hit.face, hit.apr) and not target.immobilised:
        _track(battle, target, cause)
    return HELD


def _roll(battle: Battle, target: ClashStand, ahead: int, cause: Event | None) -> int:
    never = (cite("NUT-PEN-08"),) if ahead >= whole("penetration", "never") else ()
    rules = (cite("NUT-PEN-02"), cite("NUT-PEN-01"), *never)
    test = throws.passes(battle, DICE, needed(ahead), "penetration", stand=target, rules=rules, cause=cause)
    return test.row


def _track(battle: Battle, target: ClashStand, cause: Event | None) -> None:
    """The supplement's roll: on a 1 a track is lost. Rule: NUT-PEN-09."""
    rules = (cite("NUT-PEN-09"),)
    die = throws.read_die(battle, "track", stand=target, needed="1", rules=rules, cause=cause)
    if die.passed <= whole("penetration", "track_lost_on"):
        immobilise(battle, target, die.event, rules)


def immobilise(battle: Battle, target: ClashStand, cause: Event | None, rules: tuple[str, ...]) -> None:
    """It cannot move for the rest of the game."""
    seen = knowledge.seen_by_for(battle.state, target.id)
    changes = (("immobilised", True),)
    battle.happen(StandChanged(stand=target.id, changes=changes, why="immobilised", rules=rules, seen_by=seen), cause)


def _holds(battle: Battle, toll: Toll, target: ClashStand, hit: Strike, cause: Event | None) -> None:
    """The crew of an AFV takes Clank; the men of a softskin test as men who were missed. Rules: NUT-PEN-01, -05."""
    if not target.is_afv:
        return
    rating = rating_struck(_spec(target), hit)
    toll.vehicles.append(
        Clanked(
            event=cause,
            vehicle=target.id,
            attacker=hit.shooter,
            pierceable=difference(hit.apr, rating) > 0,
            by_foot=hit.by_foot,
        )
    )


# ---------------------------------------------------------------- a vehicle lost


def _is_lost(battle: Battle, toll: Toll, target: ClashStand, result: str, hit: Strike, cause: Event | None) -> None:
    by = (hit.shooter,) if hit.shooter else ()
    if result == DESTROYED:
        burn_crew(battle, toll, target, by, cause)
        toll.vehicles += warned(battle, target, hit.shooter, cause)
    else:
        shake_all(battle, toll, target)
    toll.vehicles.append(BailOut(event=cause, vehicle=target.id, enemies=by))


def burn_crew(battle: Battle, toll: Toll, target: ClashStand, by: Sequence[str], cause: Event | None) -> None:
    """Every crewman is Obviously Dead; passengers take damage at Impact 4, riders fall off. Rule: NUT-PEN-03."""
    state = _state(battle)
    for man in crew.crew(state, target.id):
        if vehicles.is_open(target) or man.star:
            damage.lose(battle, toll, man, damage.DEAD, by, cause)
        else:
            status.lose(battle, man, damage.DEAD, cause, (cite("NUT-PEN-03"),))
    for man in crew.riders(state, target.id):
        if man.station == "passenger":
            damage.hit(battle, toll, man, whole("penetration", "penetration_impact"), cause=cause)
        else:
            cite("NUT-TRAN-04")
            toll.knock_down(man.id)


def shake_all(battle: Battle, toll: Toll, target: ClashStand) -> None:
    """Everybody aboard takes Recover From Knock Down. Rules: NUT-PEN-04, NUT-TRAN-04."""
    cite("NUT-PEN-04")
    for man in crew.aboard(_state(battle), target.id):
        if status.in_fight(man):
            toll.knock_down(man.id)
            if man.station == "rider":
                cite("NUT-TRAN-04")


def warned(battle: Battle, target: ClashStand, shooter: str, cause: Event | None) -> list[Missed]:
    """Friendly AFVs near enough to a destroyed one to be warned of the shooter. Rule: NUT-VEH-08."""
    if not shooter:
        return []
    cite("NUT-VEH-08")
    reach = number("vehicle", "warned_in")
    return [
        Missed(event=cause, vehicle=friend.id, attacker=shooter)
        for friend in _state(battle).stands.values()
        if friend.side == target.side
        and friend.id != target.id
        and friend.in_play
        and friend.is_afv
        and vehicles.fights(friend)
        and within(gap(vehicles.footprint(friend), vehicles.footprint(target)), reach)
    ]


def _say(battle: Battle, target: ClashStand, why: str, rules: tuple[str, ...], cause: Event | None) -> None:
    """Tell of a hit that does nothing."""
    seen = knowledge.seen_by_for(battle.state, target.id)
    battle.happen(StandChanged(stand=target.id, changes=(), why=why, rules=rules, seen_by=seen), cause)


def _stand(battle: Battle, name: str) -> ClashStand:
    return _state(battle).stands[name]


def _state(battle: Battle) -> ClashState:
    return cast(ClashState, battle.state)


def _spec(stand: ClashStand) -> VehicleSpec:
    if stand.spec is None:
        raise ValueError(f"{stand.id!r} is no vehicle")
    return stand.spec
