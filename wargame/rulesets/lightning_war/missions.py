"""Fire of batteries behind the table, and the answer of the other side's.

Rules: LW2-TURN-07, LW2-HE-01, -02, -15, -16, LW2-CB-01 to -05, LW2-BRG-01 to -03, -07, LW2-MINE-08, -09.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Fired, Rolled, StandChanged
from wargame.engine.knowledge import seen_by_for
from wargame.engine.orders import Fire, Picked, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import bridges, damage, explosive, points, requests, shots, units
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MISSION = "mission"
COUNTER_BATTERY = "counter_battery"


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why a mission may not be asked for, or None. Rules: LW2-TURN-07, LW2-ART-02, -03, LW2-BRG-07."""
    state = state_of(scene)
    battery = state.stands[order.stand]
    if battery.requested_turn and battery.requested_turn == state.turn:
        text = f"{battery.name} has had its one request of this game turn."
        return Refusal(text=text, rules=(cite("LW2-ART-02"),), about=battery.id)
    if order.weapon not in ("", MISSION) or order.mode:
        return Refusal(text=f"{battery.name} has no weapon {order.weapon!r}.", kind="malformed")
    if order.at is not None:
        return bridges.against_aiming(scene, battery, order.at, state.selected)
    if len(order.targets) != 1 or order.targets[0].shots != 1:
        return Refusal(text="A mission names one target.", kind="malformed")
    target = state.stands.get(order.targets[0].target)
    if not isinstance(target, WarStand) or target.side == battery.side or not target.in_play:
        return Refusal(text="Name an enemy on the table.", kind="malformed")
    return requests.against_target(scene, battery, target, state.selected)


def dice_of(battery: WarStand) -> int:
    """HE dice of a mission. Rule: LW2-HE-01."""
    cite("LW2-HE-01")
    return battery.ratings.he_dice


def carry_out(battle: Battle, order: Fire) -> Generator[AnyRequest, Any, None]:
    """A request, and if it is granted the shells, then the other side's counter-battery. Rules: LW2-TURN-07."""
    cite("LW2-TURN-07")
    state = state_of(battle)
    battery = state.stands[order.stand]
    target = state.stands[order.targets[0].target] if order.targets else None
    named = (target.id,) if target else ()
    event = battle.happen(
        Fired(stand=battery.id, targets=named, weapon=battery.ratings.name, manner="mission", at=order.at)
    )
    if not requests.ask(battle, battery, requests.level_of(battery), battery.id, event):
        return
    if order.at is not None:
        bridges.shell(battle, battery, order.at, dice_of(battery), event)
        return
    assert target is not None
    bombard(battle, battery, target, event)
    points.look_for_the_end(battle)
    if not battle.over:
        yield from answer(battle, battery, event)


def bombard(battle: Battle, battery: WarStand, target: WarStand, cause: Event, own: tuple[Modifier, ...] = ()) -> None:
    """The dice of a mission against a named enemy and whoever is near it. Rules: LW2-HE-02, -07 to -10, -15."""
    tests = Tests()
    order = explosive.order_of_spread(battle, battery.side, target)
    bursts = [explosive.burst(battle, t, None, own) for t in order]
    shots.note_shelled(battle, target)
    shots.throw_burst(battle, battery.id, battery.side, dice_of(battery), bursts, tests, cause)
    tests.take(battle, cause)


# ---------------------------------------------------------------- counter-battery


def able_to_answer(scene: Scene, side: str) -> list[WarStand]:
    """Batteries that may answer: allotted to it, or of regiment or division, unused so far. Rule: LW2-CB-04."""
    cite("LW2-CB-04")
    return [
        b
        for b in requests.batteries(scene, side)
        if not units.is_aircraft(b) and (b.counter_battery or requests.level_of(b) in ("regiment", "division"))
    ]


def answer(battle: Battle, shooter: WarStand, cause: Event) -> Generator[AnyRequest, Any, None]:
    """Right after mortar or gun fire fell, the player without initiative may answer it. Rules: LW2-CB-01, -04."""
    state = state_of(battle)
    side = state.other(shooter.side)
    if units.is_aircraft(shooter) or side == state.initiative or not shooter.off_board:
        return
    able = able_to_answer(battle, side)
    if not able:
        return
    order = yield Pick(
        side=side,
        purpose=COUNTER_BATTERY,
        prompt="Answer the bombardment with counter-battery fire?",
        items=tuple(Item(id=b.id, text=f"{b.name}, {dice_of(b)} dice at -2") for b in able),
        at_most=1,
        interrupt=COUNTER_BATTERY,
        suggestion=Picked(items=((able[0].id, 1),)) if dice_of(able[0]) >= 4 else Picked(),
        rules=(cite("LW2-CB-01"), cite("LW2-ART-08")),
    )
    if not order.items:
        return
    battery = state.stands[order.items[0][0]]
    event = battle.happen(
        Fired(stand=battery.id, weapon=battery.ratings.name, manner="counter_battery", rules=("LW2-CB-01",)), cause
    )
    if requests.ask(battle, battery, COUNTER_BATTERY, battery.id, event):
        _hit_sections(battle, battery, shooter, event)
        points.look_for_the_end(battle)


def _hit_sections(battle: Battle, battery: WarStand, shooter: WarStand, cause: Event) -> None:
    """Each success disables one section of the enemy battery. Rules: LW2-CB-02, -03, -05."""
    minus = int(tables()["counter_battery"]["dice_modifier"])
    cite("LW2-CB-03")
    dice = battle.throw(dice_of(battery))
    left = requests.sections(shooter)
    hits = min(left, sum(face + minus >= int(tables()["he"]["score"]) for face in dice))
    battle.happen(
        Rolled(
            purpose="counter_battery",
            who=battery.id,
            side=battery.side,
            dice=dice,
            modifiers=(Modifier("counter-battery", minus, rule=cite("LW2-CB-02")),),
            needed="4+",
            outcome="disabled" if hits else "missed",
            rules=("LW2-CB-02", cite("LW2-CB-05")),
        ),
        cause,
    )
    for _ in range(hits):
        points.note_kill(battle, shooter, cause)
    if hits and hits == left:
        damage.disable(battle, shooter, None, battery.id, cause, scores=False)
    elif hits:
        seen = seen_by_for(battle.state, shooter.id)
        change = (("sections", left - hits),)
        battle.happen(StandChanged(stand=shooter.id, changes=change, why="sections", seen_by=seen), cause)
