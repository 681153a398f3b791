"""Placing barrage markers, real and decoy, and assigning counterbattery in the Command Phase.

Rules: FFT-ARTY-01 to -05, -15, FFT-MARK-02, FFT-FO-04, FFT-SELF-01, FFT-CB-01, FFT-HT-06, FFT-MRL-02.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import snap
from wargame.engine.dice import Chance
from wargame.engine.events import Event, MarkerPlaced, Rolled
from wargame.engine.orders import Order, Picked, Placed, Placement, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.engine.state import Marker
from wargame.rulesets.fistful_of_tows import guns, shelling, units, words
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, FistState, Mission, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE, COUNTER = "barrage", "counterbattery"


def place_markers(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: markers, then counterbattery. Rules: FFT-SEQ-04, FFT-ARTY-03, FFT-CB-01."""
    state = state_of(battle)
    things = things_of(battle, state.phasing)
    if things:
        order = yield Place(
            side=state.phasing,
            purpose=PURPOSE,
            prompt="Barrage markers: one for each observer, and up to three decoys.",
            things=things,
            suggestion=shelling.suggest(battle, state.phasing, things),
            rules=(cite("FFT-ARTY-03"), cite("FFT-ARTY-05"), cite("FFT-MARK-02")),
        )
        put_down(battle, order)
    idle = [g for g in guns.artillery(battle, state.phasing) if g.off_board and guns.is_free(battle, g)]
    if idle and _has_targets(battle):
        order = yield _counter_request(state, idle)
        names = tuple(name for name, _ in order.items)
        state.counterbattery = tuple(n for n in state.counterbattery if state.stands[n].side != state.phasing) + names
    return NEXT


def _has_targets(battle: Battle) -> bool:
    side = next(iter(battle.state.enemies_of(state_of(battle).phasing)), "")
    return any(m.kind == "barrage" and m.side == side for m in battle.state.markers.values())


def _counter_request(state: FistState, idle: list[FistStand]) -> Pick:
    return Pick(
        side=state.phasing,
        purpose=COUNTER,
        prompt="Which idle guns wait for enemy batteries to fire?",
        items=tuple(Item(id=g.id, text=g.name) for g in idle),
        suggestion=Picked(items=tuple((g.id, 1) for g in idle)),
        rules=(cite("FFT-CB-01"),),
    )


# ---------------------------------------------------------------- what is offered


def things_of(scene: Scene, side: str) -> tuple[Thing, ...]:
    """A marker for each observer that may have one now, and three decoys; nothing without guns.

    Rules: FFT-ARTY-04, -05, FFT-HT-06.
    """
    free = [b for b in guns.batteries(scene, side) if all(guns.is_free(scene, g) for g in b)]
    if not free:
        return ()
    per_fo = 1
    if units.in_force(state_of(scene), side, "afatds"):
        cite("FFT-HT-06")
        per_fo = int(tables()["high_technology"]["afatds"]["markers_per_fo"])
    named = tuple(b[0].id for b in free)
    shells = tuple(dict.fromkeys(s for b in free for s in guns.shells_of(scene, b)))
    found = []
    for observer in guns.observers(scene, side)[: len(free) * 3]:
        for n in range(per_fo):
            choices = (
                ("guns", named, named[0]),
                ("sheaf", ("converged", "dispersed"), "converged"),
                ("shell", shells, "he"),
            )
            name = f"{observer}#{n + 1}"
            found.append(
                Thing(id=name, text=f"Barrage of {_name(scene, observer)}", form="point", must=False, choices=choices)
            )
    if found:
        cite("FFT-ARTY-05")
        count = int(tables()["artillery"]["decoys"])
        found += [Thing(id=f"decoy#{n + 1}", text="Decoy", form="point", must=False) for n in range(count)]
    return tuple(found)


def _name(scene: Scene, observer: str) -> str:
    state = state_of(scene)
    found = state.stands.get(observer) or state.groups.get(observer)
    return found.name if found is not None else observer


def battery_of(scene: Scene, side: str, first: str) -> tuple[FistStand, ...]:
    """The guns that fire with this one."""
    return next((b for b in guns.batteries(scene, side) if b[0].id == first), ())


def check(scene: Scene, request: Place, order: Placed) -> Refusal | None:
    """Why these markers may not be placed, or None. Rules: FFT-ARTY-02, -04, FFT-FO-04, FFT-SELF-02."""
    used: list[str] = []
    table = scene.board.table
    for p in order.placements:
        if not (0.0 <= p.x <= table.width_in and 0.0 <= p.y <= table.height_in):
            return Refusal(text="A marker lies on the table.", rules=(cite("FFT-ARTY-04"),), at=(p.x, p.y))
        if p.thing.startswith("decoy#"):
            continue
        refusal = _check_real(scene, request.side, p, used)
        if refusal is not None:
            return refusal
        used.append(_choice(scene, request.side, p, "guns"))
    return None


def _choice(scene: Scene, side: str, p: Placement, name: str) -> str:
    given = p.choice(name)
    if given:
        return given
    things = {t.id: t for t in things_of(scene, side)}
    thing = things.get(p.thing)
    return next((default for n, _, default in thing.choices if n == name), "") if thing else ""


def _check_real(scene: Scene, side: str, p: Placement, used: list[str]) -> Refusal | None:
    first, shell = _choice(scene, side, p, "guns"), _choice(scene, side, p, "shell")
    battery = battery_of(scene, side, first)
    if not battery or not all(guns.is_free(scene, g) for g in battery):
        return Refusal(text="These guns cannot fire.", rules=(cite("FFT-ARTY-02"),), about=first or None)
    if first in used:
        return Refusal(text=f"{battery[0].name} fires one mission.", rules=(cite("FFT-BATT-01"),), about=first)
    if shell not in guns.shells_of(scene, battery):
        return Refusal(
            text=f"{battery[0].name} has no {words.shell(shell)}.", rules=(cite("FFT-ARTR-02"),), about=first
        )
    at = (p.x, p.y)
    if not all(guns.reaches(scene, g, at) for g in battery):
        return Refusal(text=f"{battery[0].name} does not reach there.", rules=(cite("FFT-SELF-02"),), at=at)
    observer = p.thing.split("#")[0]
    own = any(g.in_play and guns.sees_point(scene, g, at) for g in battery)
    if own:
        cite("FFT-SELF-01")
    if not own and not guns.observes(scene, observer, at):
        text = f"{_name(scene, observer)} does not see this place."
        return Refusal(text=text, rules=(cite("FFT-ARTY-04"), cite("FFT-FO-04")), at=at)
    return None


# ---------------------------------------------------------------- carrying out


def put_down(battle: Battle, order: Placed) -> None:
    """Places the markers; the enemy sees that one lies there, not what it holds. Rules: FFT-MARK-02, FFT-ARTY-03."""
    for p in order.placements:
        if p.thing.startswith("decoy#"):
            _put(battle, p, None)
        else:
            _put(
                battle,
                p,
                battery_of(battle, state_of(battle).phasing, _choice(battle, state_of(battle).phasing, p, "guns")),
            )


def _put(battle: Battle, p: Placement, battery: tuple[FistStand, ...] | None) -> None:
    state = state_of(battle)
    side = state.phasing
    state.serial += 1
    name = f"{side}-{state.serial}"
    shell = _choice(battle, side, p, "shell") if battery else ""
    sheaf = _choice(battle, side, p, "sheaf") if battery else ""
    lands = state.player_turn + 1
    if battery and _comes_early(battle, battery):
        lands = state.player_turn
    mission = Mission(
        id=name,
        side=side,
        x=snap(p.x),
        y=snap(p.y),
        observer=p.thing.split("#")[0] if battery else "",
        guns=tuple(g.id for g in battery or ()),
        sheaf=sheaf,
        shell=shell,
        turn=state.turn,
        player_turn=lands,
        decoy=battery is None,
    )
    state.missions += (mission,)
    facts = (("guns", ", ".join(g.name for g in battery or ())[:60]), ("shell", shell), ("sheaf", sheaf))
    text = f"Barrage: {words.shell(shell)}, {sheaf}" if battery else "Decoy"
    rules = (cite("FFT-MARK-02"), cite("FFT-ARTY-01"))
    real = Marker(id=name, kind="barrage", side=side, x=mission.x, y=mission.y, text=text, data=facts)
    seen = MarkerPlaced(marker=plain(real), rules=rules)
    battle.happen(MarkerPlaced(marker=real, rules=rules, seen_by=(side,), instead=seen))
    for gun in battery or ():
        _book(battle, gun, name)
    if battery:
        _note_observer(battle, mission.observer)


def plain(marker: Marker) -> Marker:
    """What the enemy sees of a barrage marker. Rule: FFT-MARK-02."""
    cite("FFT-MARK-02")
    return Marker(id=marker.id, kind="barrage", side=marker.side, x=marker.x, y=marker.y, text="Barrage marker")


def _book(battle: Battle, gun: FistStand, mission: str) -> None:
    from wargame.engine.events import StandChanged

    battle.happen(StandChanged(stand=gun.id, changes=(("mission", mission),), why="booked", seen_by=(gun.side,)))


def _note_observer(battle: Battle, observer: str) -> None:
    """Who observed in the Command Phase does not observe for mortars in the Firing Phase. Rule: FFT-FO-04."""
    state = state_of(battle)
    cite("FFT-FO-04")
    if observer in state.groups:
        state.groups[observer].observed_turn = state.turn
    elif observer in state.stands:
        state.stands[observer].observed_turn = state.turn


def _comes_early(battle: Battle, battery: tuple[FistStand, ...]) -> bool:
    """With digital fire control an off-board mission may land in the same player turn. Rule: FFT-HT-06."""
    state = state_of(battle)
    if not battery[0].off_board or not units.in_force(state, battery[0].side, "afatds"):
        return False
    need = int(tables()["high_technology"]["afatds"]["early_on"])
    dice = battle.throw(1)
    early = dice[0] >= need
    event: Event = Rolled(
        purpose="early",
        who=battery[0].id,
        side=battery[0].side,
        dice=dice,
        needed=f"{need}+",
        outcome="early" if early else "in_time",
        rules=(cite("FFT-HT-06"),),
        seen_by=(battery[0].side,),
    )
    battle.happen(event)
    return early


def unbook(battle: Battle, mission: Mission) -> None:
    """The guns of a mission are free again."""
    for name in mission.guns:
        gun = state_of(battle).stands[name]
        if gun.mission == mission.id:
            change(battle, gun, "free", mission="")


# ---------------------------------------------------------------- samples


def samples(scene: Scene, request: Place, chance: Chance | None) -> list[Order]:
    """Legal answers: as suggested, none, and one drawn."""
    found: list[Order] = [request.suggestion] if request.suggestion is not None else []
    found.append(Placed())
    drawn = _drawn(scene, request, chance) if chance is not None else None
    return [*found, drawn] if drawn is not None else found


def _drawn(scene: Scene, request: Place, chance: Chance) -> Placed | None:
    """Some battery, sheaf and shell at some place that its observer sees."""
    thing = request.things[chance.index(len(request.things))]
    table = scene.board.table
    for _ in range(8):
        x = snap(chance.die(int(table.width_in * 100)) / 100)
        y = snap(chance.die(int(table.height_in * 100)) / 100)
        choices = tuple((name, answers[chance.index(len(answers))]) for name, answers, _ in thing.choices)
        order = Placed(placements=(Placement(thing=thing.id, x=x, y=y, choices=choices),))
        if check(scene, request, order) is None:
            return order
    return None
