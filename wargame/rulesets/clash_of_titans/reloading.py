"""Loading main guns: at the end of each turn, and swapping a round. Rules: NUT-VGUN-01, -02, NUT-GUNS-01,
NUT-TURN-01, NUT-NP-12.
What is in the breech is its owner's secret.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, cast

from wargame.board import within
from wargame.engine.events import StandChanged
from wargame.engine.orders import Chosen, Refusal
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import crew, geometry, gun_targets, guns, rockets, status, throws, vehicles
from wargame.rulesets.clash_of_titans.gun_targets import AP, EMPTY, HE
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState
from wargame.rulesets.clash_of_titans.vehicle_data import number, whole
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN, SECOND_GUN

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LOAD = "load_round"
SWAP = "swap_round"


def loader_of(state: ClashState, body: ClashStand) -> ClashStand | None:
    """The man at the loader's station; at a gun on wheels its second man, or its only one. Rule: NUT-VGUN-02."""
    cite("NUT-VGUN-02")
    if body.is_vehicle:
        return crew.holder(state, body.id, crew.LOADER)
    men = guns.serving(state, body)
    laid_by = guns.gunner(state, body)
    others = [m for m in men if laid_by is None or m.id != laid_by.man.id]
    return next(iter(others or men), None)


def needs_test(state: ClashState, body: ClashStand, weapon: str, loader: ClashStand) -> bool:
    """Is loading uncertain: a loader with another station, one man alone at a gun, a round in two pieces?

    Rules: NUT-VGUN-02, NUT-GUNS-01.
    """
    cite("NUT-VGUN-02")
    gun = gun_targets.gun_of(body, weapon)
    if gun is not None and gun.two_piece:
        return True
    if body.is_gun:
        return guns.loader_is_alone(state, body)
    return len(crew.stations_of(loader)) > 1


def needed(body: ClashStand, weapon: str, loader: ClashStand) -> int:
    """Number that the loader's die must not exceed: his Rep, half of it for a round in two pieces.

    Rule: NUT-VGUN-02.
    """
    gun = gun_targets.gun_of(body, weapon)
    changes = crew.changes_of(loader, crew.LOADER) if body.is_vehicle else ()
    rep = throws.halved(loader.rep) if gun is not None and gun.two_piece else loader.rep
    return throws.target_number(rep, changes)


def empty_guns(state: ClashState) -> list[tuple[ClashStand, str]]:
    """Guns loaded round by round that are empty and still fought, in file order. Rule: NUT-VGUN-02."""
    found = []
    for body in state.stands.values():
        if body.gone or not (body.is_vehicle or body.is_gun) or body.knocked_out or not body.in_play:
            continue
        if body.is_vehicle and not vehicles.fights(body):
            continue
        for weapon in (MAIN_GUN, SECOND_GUN):
            if gun_targets.is_single(body, weapon) and not gun_targets.is_loaded(body, weapon) and not body.gun_out:
                found.append((body, weapon))
    return found


def reload_guns(battle: Battle) -> Generator[AnyRequest, Any, None]:
    """Step 5 of the turn: manned loaders load empty guns, with the round that the owner chooses.

    Rules: NUT-TURN-01, NUT-VGUN-02.
    """
    state = cast(ClashState, battle.state)
    cite("NUT-TURN-01")
    for body, weapon in empty_guns(state):
        loader = loader_of(state, body)
        if loader is None or not status.ready(loader):
            continue
        if needs_test(state, body, weapon, loader) and not _loads(battle, body, weapon, loader):
            continue
        round_ = yield from choose_round(battle, body, weapon)
        load(battle, body, weapon, round_)


def _loads(battle: Battle, body: ClashStand, weapon: str, loader: ClashStand) -> bool:
    rules = (cite("NUT-VGUN-02"), *((cite("NUT-GUNS-01"),) if body.is_gun else ()))
    return throws.passes(battle, 1, needed(body, weapon, loader), "reload", stand=loader, rules=rules).passed > 0


def choices(body: ClashStand, weapon: str) -> tuple[str, ...]:
    """Rounds that a gun can load: AP if it pierces anything, HE if it has it. Rule: NUT-VGUN-01."""
    gun = gun_targets.gun_of(body, weapon)
    if gun is None:
        return ()
    return tuple(word for word, has in ((AP, gun.apr > 0), (HE, gun.has_he)) if has) or (AP,)


def choose_round(battle: Battle, body: ClashStand, weapon: str) -> Generator[AnyRequest, Any, str]:
    """The round that its owner has loaded. Rules: NUT-VGUN-01, -02, NUT-NP-12."""
    able = choices(body, weapon)
    advice = advised(battle, body, able)
    state = cast(ClashState, battle.state)
    if len(able) == 1 or state.groups[body.group].np:
        return advice
    order = yield Choose(
        side=body.side,
        purpose=LOAD,
        prompt=f"{body.name} loads its {weapon}: which round?",
        options=tuple(Option(id=word, text=_WORDS[word]) for word in able),
        about=(body.id,),
        rules=(cite("NUT-VGUN-02"),),
        suggestion=Chosen(option=advice),
    )
    return str(order.option)


_WORDS = {AP: "Armour piercing", HE: "High explosive"}


def advised(scene: Scene, body: ClashStand, able: tuple[str, ...]) -> str:
    """AP if an enemy AFV is known within 24in or in sight, otherwise HE. Rule: NUT-NP-12."""
    cite("NUT-NP-12")
    state = cast(ClashState, scene.state)
    reach = number("gun", "seen_at_once_in")
    armoured = [
        s
        for s in state.stands.values()
        if s.side != body.side and s.is_afv and s.in_play and state.known(body.side, s.id) != "unknown"
    ]
    wanted = AP if any(_is_near(scene, body, s, reach) for s in armoured) else HE
    return wanted if wanted in able else able[0]


def _is_near(scene: Scene, body: ClashStand, enemy: ClashStand, reach: float) -> bool:
    return within(geometry.distance(scene, body, enemy), reach) or geometry.sees(scene, body, enemy)


def load(battle: Battle, body: ClashStand, weapon: str, round_: str) -> None:
    """A round is in the breech; only its own side is told which. Rules: NUT-VGUN-01, -02."""
    field = "second_loaded" if weapon == SECOND_GUN else "loaded"
    rules = (cite("NUT-VGUN-02"),)
    changes = ((field, round_),)
    battle.happen(StandChanged(stand=body.id, changes=changes, why="loaded", rules=rules, seen_by=(body.side,)))


# ---------------------------------------------------------------- another round


def swap_refusal(scene: Scene, body: ClashStand, round_: str) -> Refusal | None:
    """Why the round in the breech cannot be changed now, or None: gunner and loader spend their activation on it.

    Rule: NUT-VGUN-02.
    """
    rules = (cite("NUT-VGUN-02"),)
    state = cast(ClashState, scene.state)
    now = gun_targets.loaded_with(body, MAIN_GUN)
    if not gun_targets.is_single(body, MAIN_GUN) or round_ not in choices(body, MAIN_GUN) or now in (EMPTY, round_):
        return Refusal(text="There is nothing to change.", rules=rules, about=body.id)
    men = swappers(state, body)
    if len(men) < whole("gun", "full_crew") and not (body.is_vehicle and len(men) == 1):
        return Refusal(text="Gunner and loader are needed for it.", rules=rules, about=body.id)
    if any(m.jobs or m.acted or m.shot for m in men) or body.shot:
        return Refusal(text="Gunner and loader have done their work.", rules=rules, about=body.id)
    return None


def swappers(state: ClashState, body: ClashStand) -> list[ClashStand]:
    """Gunner and loader; one man where he is both. Rule: NUT-VGUN-02."""
    loader = loader_of(state, body)
    if body.is_vehicle:
        found = [crew.holder(state, body.id, crew.GUNNER), loader]
    else:
        laid_by = guns.gunner(state, body)
        found = [laid_by.man if laid_by is not None else None, loader]
    return list({m.id: m for m in found if m is not None}.values())


def swap(battle: Battle, body: ClashStand, round_: str) -> None:
    """Another round goes into the breech. Rule: NUT-VGUN-02."""
    state = cast(ClashState, battle.state)
    for man in swappers(state, body):
        if body.is_vehicle:
            for station in crew.stations_of(man):
                crew.note_job(battle, man, station)
        else:
            changes = (("acted", SWAP), ("finished", True))
            battle.happen(StandChanged(stand=man.id, changes=changes, why=SWAP, rules=(cite("NUT-VGUN-02"),)))
    load(battle, body, MAIN_GUN, round_)


# ---------------------------------------------------------------- the end of a turn


def end_of_turn(battle: Battle) -> None:
    """Rockets are loaded; vehicles that had to stand still in this turn because they had stalled may move again.

    Rules: NUT-ATW-03, NUT-VMOV-07.
    """
    rockets.ready_again(battle)
    state = cast(ClashState, battle.state)
    for stand in state.stands.values():
        if stand.stalled_turn and stand.active_turn > stand.stalled_turn and not stand.gone:
            rules = (cite("NUT-VMOV-07"),)
            battle.happen(StandChanged(stand=stand.id, changes=(("stalled_turn", 0),), why="runs", rules=rules))
