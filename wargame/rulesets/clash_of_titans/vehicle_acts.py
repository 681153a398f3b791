"""What vehicles, their crews and riders, and guns can do besides driving and firing.

Rules: NUT-VEH-04, -05, NUT-CREW-05, -06, NUT-VGUN-02, NUT-GEO-14, NUT-TRAN-01, -05, NUT-VMOV-11, NUT-CLNK-07,
NUT-GUNS-01, NUT-ACT-03.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.board import bearing
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import (
    acts,
    clank,
    control,
    crew,
    crew_loss,
    geometry,
    guns,
    reloading,
    riders,
    status,
    throws,
    transport,
    vehicle_moves,
    vehicles,
)
from wargame.rulesets.clash_of_titans.activation import Activation, finish
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import numbers, whole

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]
BUTTON, UNBUTTON, TURRET, BAIL_OUT, PULL_FREE = "button", "unbutton", "turret", "bail_out", "pull_free"
TAKE_OVER, SWAP, CREW_GUN, LEAVE_GUN, RALLY_CREW = "take_over", "swap_round", "crew_gun", "leave_gun", "rally_crew"
DRIVE_OFF = "leave"
HATCH = "hatch"
"""Mark among a vehicle's jobs: its hatches were opened or closed in this activation."""


def _state(scene: Scene) -> ClashState:
    return cast(ClashState, scene.state)


def _no(text: str, rule: str, about: ClashStand) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=about.id)


# ---------------------------------------------------------------- offered


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """The acts of this chapter that a stand is offered, refused ones with the reason."""
    if stand.is_vehicle:
        return _vehicle_rows(scene, stand)
    if stand.is_gun:
        return _gun_rows(scene, stand)
    return _man_rows(scene, stand) if stand.is_man else []


def _vehicle_rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    found = []
    state = _state(scene)
    if vehicles.is_enclosed(stand):
        found.append(acts.made(UNBUTTON if stand.buttoned else BUTTON, _may_button(stand)))
    if stand.spec is not None and stand.spec.turreted:
        found.append(acts.made(TURRET))
    found += _swap_rows(scene, stand)
    for station in crew_loss.empty(state, stand):
        name = f"Take the {station.replace('_', ' ')}'s place"
        found.append(acts.made(f"{TAKE_OVER}.{station}", crew_loss.take_over_refusal(scene, stand, station), name=name))
    if crew.riders(state, stand.id):
        found.append(acts.made(transport.UNLOAD, _may_unload(scene, stand)))
    if any(s.towed_by == stand.id for s in state.stands.values()):
        found.append(acts.made(transport.UNHITCH, _may_unhitch(scene, stand)))
    if targets(scene, stand, PULL_FREE):
        found.append(acts.made(PULL_FREE, _untouched(stand)))
    found.append(acts.made(BAIL_OUT))
    if acts.edge_at(scene, stand):
        found.append(acts.made(DRIVE_OFF, vehicle_moves.may_move(scene, stand)))
    return found


def _gun_rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    found = _swap_rows(scene, stand)
    if targets(scene, stand, transport.HITCH):
        found.append(acts.made(transport.HITCH))
    return found


def _swap_rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    found = []
    for word in reloading.choices(stand, vehicles.MAIN_GUN):
        if word != stand.loaded and stand.loaded:
            refusal = reloading.swap_refusal(scene, stand, word)
            found.append(acts.made(f"{SWAP}.{word}", refusal, name=f"Load {word} instead"))
    return found


def _man_rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    found = []
    if stand.carrier:
        if stand.station in (riders.PASSENGER, riders.RIDER):
            refusal = acts.free_hands(stand, transport.DISMOUNT) or transport.dismount_refusal(scene, stand)
            found.append(acts.made(transport.DISMOUNT, refusal))
        return found
    if not stand.in_play:
        return found
    for act in (transport.MOUNT, CREW_GUN, RALLY_CREW):
        if targets(scene, stand, act):
            found.append(acts.made(act, acts.blocked(scene, stand, act)))
    if stand.mans:
        found.append(acts.made(LEAVE_GUN))
    return found


# ---------------------------------------------------------------- why not


def _may_button(stand: ClashStand) -> Refusal | None:
    """Free once, at the start of the activation. Rule: NUT-VEH-05."""
    cite("NUT-VEH-05")
    if stand.moved_in or stand.shot or HATCH in stand.jobs:
        return _no("Hatches are opened or closed once, when the activation begins.", "NUT-VEH-05", stand)
    return None


def _untouched(stand: ClashStand) -> Refusal | None:
    if stand.moved_in or stand.shot:
        return _no(f"{stand.name} has done something in this activation.", "NUT-VMOV-11", stand)
    return None


def _may_unload(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Passengers get out in either group's activation. Rules: NUT-VEH-04, NUT-TRAN-01."""
    able = transport.may_get_out(_state(scene), stand)
    if not able:
        return _no("Those aboard have had their activation.", "NUT-VEH-04", stand)
    return transport.dismount_refusal(scene, able[0])


def _may_unhitch(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Takes men of the gun's crew who are beside the vehicle, or aboard it, at rest. Rule: NUT-TRAN-05."""
    state = _state(scene)
    gun = next(s for s in state.stands.values() if s.towed_by == stand.id)
    if riders.moved_this_turn(state, stand):
        return _no(f"{stand.name} has to be at rest.", "NUT-TRAN-05", stand)
    if len(_unhitchers(scene, stand, gun)) < whole("gun", "full_crew"):
        return _no("Two men of the gun's crew are needed beside it.", "NUT-TRAN-05", stand)
    return None


def _unhitchers(scene: Scene, vehicle: ClashStand, gun: ClashStand) -> list[ClashStand]:
    men = [s for s in _state(scene).stands.values() if s.mans == gun.id and status.ready(s)]
    return [m for m in men if m.in_play and geometry.in_contact(scene, m, vehicle)]


# ---------------------------------------------------------------- to whom


def targets(scene: Scene, stand: ClashStand, act: str) -> list[str]:
    """Ids that an act which needs a stand may name."""
    state = _state(scene)
    friends = [s for s in state.stands.values() if s.side == stand.side and s.id != stand.id and s.in_play]
    tests = {
        transport.MOUNT: lambda s: s.is_vehicle and transport.mount_refusal(scene, stand, s) is None,
        transport.HITCH: lambda s: s.is_vehicle and transport.hitch_refusal(scene, stand, s) is None,
        CREW_GUN: lambda s: s.is_gun and stand.mans != s.id and geometry.in_contact(scene, stand, s),
        RALLY_CREW: lambda s: s.is_vehicle and _may_rally(scene, stand, s),
        PULL_FREE: lambda s: s.is_vehicle and _may_pull(scene, stand, s),
    }
    test = tests.get(act)
    return [s.id for s in friends if test(s)] if test is not None else []


def _may_rally(scene: Scene, leader: ClashStand, vehicle: ClashStand) -> bool:
    fresh = vehicle.rallied_turn < scene.state.turn
    return fresh and clank.may_be_rallied_by(scene, vehicle, leader)


def _may_pull(scene: Scene, stand: ClashStand, other: ClashStand) -> bool:
    """Does it pull that vehicle free: bogged, no heavier, beside it, its crew still to act? Rule: NUT-VMOV-11."""
    if not (other.bogged or other.stuck) or other.spec is None or stand.spec is None:
        return False
    cite("NUT-VMOV-11")
    weight = list(numbers()["ground"]["weights"])
    heavy_enough = weight.index(stand.spec.class_) >= weight.index(other.spec.class_)
    fresh = other.group not in _state(scene).done_groups and vehicle_moves.may_move(scene, stand) is None
    return heavy_enough and fresh and geometry.in_contact(scene, stand, other)


# ---------------------------------------------------------------- carried out


def carry_out(battle: Battle, active: Activation, order: Act) -> Steps:
    """Do one of the acts of this chapter."""
    state = _state(battle)
    stand = state.stands[order.stand]
    other = state.stands.get(order.target) if order.target else None
    word, _, rest = order.act.partition(".")
    if word in (BUTTON, UNBUTTON):
        vehicles.button(battle, stand, word == BUTTON)
        _mark(battle, stand, HATCH)
    elif word == TURRET and order.at is not None:
        vehicles.turn_turret(battle, stand, bearing(stand.x, stand.y, *order.at))
        finish(battle, stand)
    elif word == SWAP:
        reloading.swap(battle, stand, rest)
    elif word == TAKE_OVER:
        crew_loss.take_over(battle, stand, rest)
    elif word == BAIL_OUT:
        _bail_out(battle, stand)
    elif word == transport.UNLOAD:
        _unload(battle, stand)
    elif word == transport.UNHITCH:
        _unhitch(battle, stand)
    elif word == DRIVE_OFF:
        transport.bring_off(battle, stand, f"left {acts.edge_at(battle, stand)}")
    elif other is not None:
        _with_other(battle, stand, other, word)
    elif word == transport.DISMOUNT:
        if transport.dismount(battle, stand):
            acts.note(battle, stand, transport.DISMOUNT)
    elif word == LEAVE_GUN:
        _change(battle, stand, LEAVE_GUN, (("mans", ""), ("station", "")), ("NUT-GUNS-01",))
    yield from ()


def _with_other(battle: Battle, stand: ClashStand, other: ClashStand, word: str) -> None:
    if word == transport.MOUNT:
        event = acts.note(battle, stand, transport.MOUNT, None, ("finished", True))
        transport.mount(battle, stand, other, event)
    elif word == transport.HITCH:
        transport.hitch(battle, stand, other)
        for man in guns.crew_of(_state(battle), stand):
            acts.note(battle, man, transport.HITCH, None, ("finished", True))
    elif word == CREW_GUN:
        event = acts.note(battle, stand, CREW_GUN)
        _change(battle, stand, CREW_GUN, (("mans", other.id), ("station", "crewman")), ("NUT-GUNS-01",), event)
    elif word == RALLY_CREW:
        _rally(battle, stand, other)
    elif word == PULL_FREE:
        _pull_free(battle, stand, other)


def _unload(battle: Battle, vehicle: ClashStand) -> None:
    """All who may get out do; it is their activation of this turn. Rules: NUT-VEH-04, NUT-TRAN-01."""
    state = _state(battle)
    men = transport.may_get_out(state, vehicle)
    for man in men:
        if transport.dismount(battle, man):
            acts.note(battle, man, transport.DISMOUNT, None, ("finished", True))
    left = {m.group for m in transport.may_get_out(state, vehicle)}
    state.done_groups += tuple(g for g in dict.fromkeys(m.group for m in men) if g not in left)


def _unhitch(battle: Battle, vehicle: ClashStand) -> None:
    state = _state(battle)
    gun = next(s for s in state.stands.values() if s.towed_by == vehicle.id)
    men = _unhitchers(battle, vehicle, gun)
    if transport.unhitch(battle, gun):
        for man in men:
            acts.note(battle, man, transport.UNHITCH, None, ("finished", True))
        state.done_groups += tuple(g for g in dict.fromkeys(m.group for m in men) if g not in state.done_groups)


def _bail_out(battle: Battle, vehicle: ClashStand) -> None:
    """Up to two men on each side get out in one activation; the last one leaves it abandoned. Rule: NUT-CREW-06."""
    state = _state(battle)
    most = 2 * crew_loss.out_at_once()
    rules = (cite("NUT-CREW-06"),)
    enemies = [s for s in geometry.seen_by(battle, vehicle) if state.known(vehicle.side, s.id) != "unknown"]
    men = [m for m in reversed(crew.crew(state, vehicle.id)) if status.able(m)]
    for man in men[:most]:
        crew_loss.step_down(battle, vehicle, man, enemies, None, rules, ducked=False)
    if not crew.crew(state, vehicle.id):
        _change(battle, vehicle, "abandoned", (("abandoned", True),), ("NUT-CREW-06",))
    finish(battle, vehicle)


def _pull_free(battle: Battle, stand: ClashStand, other: ClashStand) -> None:
    """Both spend their activation; 1d6 against the puller's driver frees it. Rule: NUT-VMOV-11."""
    rolled = control.driver_test(battle, stand, 1, "pull_free", (cite("NUT-VMOV-11"),))
    if rolled.passed:
        _change(battle, other, "free", (("bogged", False), ("stuck", False)), ("NUT-VMOV-11",), rolled.event)
    state = _state(battle)
    if other.group not in state.done_groups:
        state.done_groups += (other.group,)
    finish(battle, stand, rolled.event)


def _rally(battle: Battle, leader: ClashStand, vehicle: ClashStand) -> None:
    """A platoon leader rallies a crew that is leaving. Rules: NUT-CLNK-07, NUT-DOWN-06, -07."""
    state = _state(battle)
    man = crew.commander(state, vehicle.id)
    event = acts.note(battle, leader, "rally")
    if man is None:
        return
    rules = (cite("NUT-CLNK-07"),)
    passed = throws.group_test(battle, "rally", [man], rules=rules, cause=event)[man.id]
    _change(battle, vehicle, "rally", (("rallied_turn", state.turn),), ("NUT-CLNK-07",), event)
    clank.rally(battle, vehicle, passed, event)


def _mark(battle: Battle, stand: ClashStand, word: str) -> None:
    if word not in stand.jobs:
        _change(battle, stand, word, (("jobs", (*stand.jobs, word)),), ("NUT-VEH-05",))


def _change(
    battle: Battle,
    stand: ClashStand,
    why: str,
    changes: tuple[tuple[str, Any], ...],
    rules: tuple[str, ...],
    cause: Event | None = None,
) -> None:
    cited = tuple(cite(rule) for rule in rules)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=cited, seen_by=seen), cause)
