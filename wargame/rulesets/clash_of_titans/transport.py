"""Getting in and out, riding, towing guns.

Rules: NUT-TRAN-01, -02, -04, -05, NUT-VEH-04.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from wargame.board import snap, snap_facing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandPlaced
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import crew, crew_loss, edges, geometry, guns, standing, status, vehicles
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.riders import PASSENGER, RIDER, moved_this_turn
from wargame.rulesets.clash_of_titans.state import OUT, ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import numbers, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MOUNT, DISMOUNT, UNLOAD, HITCH, UNHITCH = "mount", "dismount", "unload", "hitch", "unhitch"


def _no(text: str, rule: str, about: ClashStand) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=about.id)


# ---------------------------------------------------------------- off the table


def bring_off(battle: Battle, vehicle: ClashStand, how: str, cause: Event | None = None) -> None:
    """A vehicle leaves the table with all that are aboard and what it tows. `how`: "left EDGE" or ran_off.

    Wounded men who are driven over their own edge are brought to safety. Rules: NUT-MOVE-10, NUT-WND-04, NUT-TRAN-05.
    """
    # Wounded men are carried by those who know how to ride.
    from wargame.rulesets.clash_of_titans import wounds

    state = cast(ClashState, battle.state)
    home = how == f"left {state.edges.get(vehicle.side)}"
    cite("NUT-TRAN-05")
    for stand in list(state.stands.values()):
        if stand.gone or vehicle.id not in (stand.carrier, stand.towed_by):
            continue
        if home and stand.status == OUT:
            wounds.evacuate(battle, stand, cause)
        status.lose(battle, stand, how, cause)
    status.lose(battle, vehicle, how, cause)


# ---------------------------------------------------------------- room


def seats_left(state: ClashState, vehicle: ClashStand) -> int:
    """Seats inside that are free. Rule: NUT-TRAN-01."""
    cite("NUT-TRAN-01")
    taken = sum(s.station == PASSENGER for s in crew.aboard(state, vehicle.id))
    return (vehicle.spec.seats if vehicle.spec is not None else 0) - taken


def deck_left(state: ClashState, vehicle: ClashStand) -> int:
    """Places for riders on the deck of an AFV with a roof: 8, on a light one 4. Rule: NUT-TRAN-04."""
    cite("NUT-TRAN-04")
    if not vehicles.is_enclosed(vehicle) or vehicle.spec is None:
        return 0
    most = whole("riders", "deck_light" if vehicle.spec.class_ == "light" else "deck_medium")
    return most - sum(s.station == RIDER for s in crew.aboard(state, vehicle.id))


def station_for(state: ClashState, vehicle: ClashStand) -> str:
    """Where one more man would go: a seat, else the deck, else "" nowhere. Rules: NUT-TRAN-01, -04."""
    if seats_left(state, vehicle) > 0:
        return PASSENGER
    return RIDER if deck_left(state, vehicle) > 0 else ""


# ---------------------------------------------------------------- getting in


def mount_refusal(scene: Scene, man: ClashStand, vehicle: ClashStand) -> Refusal | None:
    """Why a man cannot get in now, or None. Rules: NUT-TRAN-01, -04."""
    state = cast(ClashState, scene.state)
    if vehicle.side != man.side or not vehicle.is_vehicle or not vehicle.in_play or vehicle.knocked_out:
        return _no(f"{vehicle.name} carries nobody.", "NUT-TRAN-01", vehicle)
    if not geometry.in_contact(scene, man, vehicle):
        return _no(f"{man.name} is not in contact with {vehicle.name}.", "NUT-TRAN-01", vehicle)
    if vehicle.fast_moving:
        return _no(f"{vehicle.name} goes too fast.", "NUT-TRAN-01", vehicle)
    if vehicle.unloaded_turn == state.turn:
        return _no("Men have got out of it in this turn.", "NUT-TRAN-01", vehicle)
    if not station_for(state, vehicle):
        return _no(f"{vehicle.name} is full.", "NUT-TRAN-01", vehicle)
    return None


def mount(battle: Battle, man: ClashStand, vehicle: ClashStand, cause: Event | None = None) -> None:
    """A man gets in, or up on the deck; the vehicle does not move any more in this turn. Rules: NUT-TRAN-01, -04."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-TRAN-01"),)
    place = station_for(state, vehicle)
    seen = knowledge.seen_by_for(state, man.id)
    changes = (("carrier", vehicle.id), ("on_table", False), ("station", place), ("prone", False))
    battle.happen(StandChanged(stand=man.id, changes=changes, why="mounts", rules=rules, seen_by=seen), cause)
    changed = (("boarded_turn", state.turn),)
    battle.happen(StandChanged(stand=vehicle.id, changes=changed, why="boarded", rules=rules, seen_by=seen), cause)


# ---------------------------------------------------------------- getting out


def dismount_refusal(scene: Scene, man: ClashStand) -> Refusal | None:
    """Why a man aboard cannot get out now, or None. Rule: NUT-TRAN-01."""
    state = cast(ClashState, scene.state)
    vehicle = state.stands.get(man.carrier) if man.carrier else None
    if vehicle is None or man.station not in (PASSENGER, RIDER):
        return _no(f"{man.name} rides on nothing.", "NUT-TRAN-01", man)
    if moved_this_turn(state, vehicle) or vehicle.boarded_turn == state.turn:
        return _no(f"{vehicle.name} has moved or taken men in in this turn.", "NUT-TRAN-01", vehicle)
    if crew_loss.place_beside(scene, vehicle, man, _enemies(scene, vehicle)) is None:
        return _no("There is no room beside it.", "NUT-TRAN-01", vehicle)
    return None


def dismount(battle: Battle, man: ClashStand, cause: Event | None = None) -> bool:
    """A man gets out beside the vehicle, on the side away from the enemy. Rule: NUT-TRAN-01."""
    state = cast(ClashState, battle.state)
    vehicle = state.stands[man.carrier or ""]
    rules = (cite("NUT-TRAN-01"),)
    if not crew_loss.step_down(battle, vehicle, man, _enemies(battle, vehicle), cause, rules, ducked=False):
        return False
    seen = knowledge.seen_by_for(state, vehicle.id)
    changes = (("unloaded_turn", state.turn),)
    battle.happen(StandChanged(stand=vehicle.id, changes=changes, why="unloaded", rules=rules, seen_by=seen), cause)
    return True


def may_get_out(state: ClashState, vehicle: ClashStand) -> list[ClashStand]:
    """Passengers and riders whose group has not acted in this turn; they may get out in the vehicle's activation.

    Rule: NUT-VEH-04.
    """
    cite("NUT-VEH-04")
    return [m for m in crew.riders(state, vehicle.id) if status.able(m) and m.group not in state.done_groups]


def _enemies(scene: Scene, vehicle: ClashStand) -> list[ClashStand]:
    state = cast(ClashState, scene.state)
    return [s for s in geometry.seen_by(scene, vehicle) if state.known(vehicle.side, s.id) != "unknown"]


def jump_off(
    battle: Battle, man: ClashStand, enemies: Sequence[ClashStand], cause: Event | None, rules: tuple[str, ...] = ()
) -> bool:
    """Who rides on a tank or in an open vehicle leaves it as a reaction and ducks, within 2in on the far side.

    Rules: NUT-TRAN-02, -04.
    """
    state = cast(ClashState, battle.state)
    vehicle = state.stands[man.carrier or ""]
    cited = (*rules, cite("NUT-TRAN-02"), *((cite("NUT-TRAN-04"),) if man.station == RIDER else ()))
    return crew_loss.step_down(battle, vehicle, man, enemies or _enemies(battle, vehicle), cause, cited)


def thrown_off(battle: Battle, vehicle: ClashStand, cause: Event | None = None) -> Aftermath | None:
    """Riders on the deck of an AFV that goes fast fall off, and recover from it. Rule: NUT-TRAN-04."""
    state = cast(ClashState, battle.state)
    men = [m for m in crew.riders(state, vehicle.id) if m.station == RIDER]
    if not men:
        return None
    rules = (cite("NUT-TRAN-04"),)
    toll = Toll()
    for man in men:
        if crew_loss.step_down(battle, vehicle, man, (), cause, rules, ducked=False):
            toll.knock_down(man.id)
    return Aftermath(event=cause, toll=toll)


# ---------------------------------------------------------------- guns in tow


def tows_mm(vehicle: ClashStand) -> int:
    """The largest calibre that it tows, in millimetres; 0: it tows none. Rule: NUT-TRAN-05."""
    cite("NUT-TRAN-05")
    limits = numbers()["towing"]
    if vehicle.spec is None:
        return 0
    return int(limits.get(vehicle.spec.id, limits.get(vehicle.spec.class_, limits.get(vehicle.spec.drive, 0))))


def calibre_mm(gun: ClashStand) -> int:
    """Calibre of a gun by its name in the lists."""
    found = re.match(r"(\d+)mm", gun.gun)
    return int(found[1]) if found else 0


def hitch_refusal(scene: Scene, gun: ClashStand, vehicle: ClashStand) -> Refusal | None:
    """Why a gun cannot be hitched up now, or None. Rule: NUT-TRAN-05."""
    state = cast(ClashState, scene.state)
    if gun.towed_by or gun.shot or gun.moved_in:
        return _no(f"{gun.name} has fired or moved, or is in tow.", "NUT-TRAN-05", gun)
    if len(guns.serving(state, gun)) < whole("gun", "full_crew"):
        return _no("Two men are needed for it.", "NUT-TRAN-05", gun)
    if vehicle.side != gun.side or not vehicle.is_vehicle or not vehicles.fights(vehicle) or not vehicle.in_play:
        return _no(f"{vehicle.name} tows nothing.", "NUT-TRAN-05", vehicle)
    if tows_mm(vehicle) < calibre_mm(gun) or any(s.towed_by == vehicle.id for s in state.stands.values()):
        return _no(f"{vehicle.name} cannot tow it.", "NUT-TRAN-05", vehicle)
    if not geometry.in_contact(scene, gun, vehicle) or moved_this_turn(state, vehicle):
        return _no(f"{vehicle.name} has to stand beside it, at rest.", "NUT-TRAN-05", vehicle)
    return None


def hitch(battle: Battle, gun: ClashStand, vehicle: ClashStand, cause: Event | None = None) -> None:
    """A gun is hitched to a vehicle and goes where that goes. Rule: NUT-TRAN-05."""
    rules = (cite("NUT-TRAN-05"),)
    seen = knowledge.seen_by_for(battle.state, gun.id)
    changes = (("towed_by", vehicle.id), ("carrier", vehicle.id), ("on_table", False), ("set_up", False))
    battle.happen(StandChanged(stand=gun.id, changes=changes, why="hitched", rules=rules, seen_by=seen), cause)


def place_behind(scene: Scene, vehicle: ClashStand, gun: ClashStand) -> tuple[float, float, float] | None:
    """Where an unhitched gun stands: behind the vehicle, looking back; None without room. Rule: NUT-TRAN-05."""
    away = vehicle.base.depth_in / 2 + gun.base.depth_in / 2 + 0.02
    facing = snap_facing(vehicle.facing_deg + 180.0)
    x, y = edges.at(vehicle, -away, 0.0)
    at = snap(x), snap(y)
    if standing.may_stand(scene, gun, *at, facing) is not None:
        return None
    return at[0], at[1], facing


def unhitch(battle: Battle, gun: ClashStand, cause: Event | None = None) -> bool:
    """A gun is unhitched behind its tractor. Rule: NUT-TRAN-05."""
    vehicle = cast(ClashState, battle.state).stands[gun.towed_by]
    place = place_behind(battle, vehicle, gun)
    if place is None:
        return False
    rules = (cite("NUT-TRAN-05"),)
    seen = knowledge.seen_by_for(battle.state, vehicle.id)
    x, y, facing = place
    battle.happen(
        StandPlaced(stand=gun.id, x=x, y=y, facing_deg=facing, why="unhitched", rules=rules, seen_by=seen), cause
    )
    changes = (("towed_by", ""), ("set_up", True))
    battle.happen(StandChanged(stand=gun.id, changes=changes, why="unhitched", rules=rules, seen_by=seen), cause)
    return True
