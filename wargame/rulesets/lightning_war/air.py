"""Strikes from the air, and anti-aircraft fire. Rules: LW2-AIR-01 to -03, LW2-MINE-08, LW2-TURN-07."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import Event, Fired, Rolled
from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import (
    armour,
    bridges,
    crew,
    damage,
    explosive,
    features,
    location,
    mines,
    requests,
    shots,
    units,
)
from wargame.rulesets.lightning_war.damage import Tests
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import spot_of, state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def dice_of(aircraft: WarStand) -> int:
    """HE dice of its strike: bombs, rockets or cannon. Rule: LW2-AIR-02."""
    cite("LW2-AIR-02")
    return int(tables()["air"][f"{aircraft.ratings.weapon}_he_dice"])


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why a strike may not be asked for, or None; aircraft see over hills and woods. Rules: LW2-AIR-01, -02."""
    state = state_of(scene)
    aircraft = state.stands[order.stand]
    if aircraft.requested_turn and aircraft.requested_turn == state.turn:
        return Refusal(text=f"{aircraft.name} has been asked for in this game turn.", rules=(cite("LW2-ART-02"),))
    if order.at is not None:
        found = bridges.bridge_at(scene, order.at)
        if found is None or bridges.is_down(found):
            return Refusal(text="There is no standing bridge.", rules=(cite("LW2-BRG-07"),), at=order.at)
        return None
    target = state.stands.get(order.targets[0].target) if len(order.targets) == 1 else None
    if not isinstance(target, WarStand) or target.side == aircraft.side or not target.in_play:
        return Refusal(text="Name an enemy on the table.", kind="malformed")
    if units.is_staff(target):
        return Refusal(text=f"{target.name} is a headquarters; it is no target.", rules=(cite("LW2-CAS-03"),))
    if location.is_concealed(scene, target) and not location.has_been_seen(scene, target):
        rules = (cite("LW2-LOS-06"), cite("LW2-AIR-02"))
        return Refusal(text=f"{target.name} is concealed from the air as well.", rules=rules, about=target.id)
    return None


def carry_out(battle: Battle, order: Fire) -> None:
    """A request, anti-aircraft fire, then the strike. Rules: LW2-AIR-01 to -03."""
    cite("LW2-TURN-07")
    state = state_of(battle)
    aircraft = state.stands[order.stand]
    target = state.stands[order.targets[0].target] if order.targets else None
    named = (target.id,) if target else ()
    event = battle.happen(
        Fired(stand=aircraft.id, targets=named, weapon=aircraft.ratings.name, manner="strike", at=order.at)
    )
    if not requests.ask(battle, aircraft, "air", aircraft.id, event):
        return
    at = order.at or ((target.x, target.y) if target else (0.0, 0.0))
    if _driven_off(battle, aircraft, at, event):
        return
    if target is None:
        bridges.shell(battle, aircraft, at, dice_of(aircraft), event)
        return
    strike(battle, aircraft, target, event)


def guns_near(scene: Scene, side: str, at: tuple[float, float]) -> list[WarStand]:
    """Anti-aircraft weapons of a side in the place of a strike or in one contiguous to it. Rule: LW2-AIR-03."""
    place = features.ground(scene.board).spot(*at).place
    return [
        s
        for s in location.on_table(scene, side)
        if s.ratings.troop == "aa_gun"
        and not s.suppressed_turn
        and features.steps(scene, spot_of(scene, s).place, place) <= 1
    ]


def _driven_off(battle: Battle, aircraft: WarStand, at: tuple[float, float], cause: Event) -> bool:
    """Each gun rolls a die; a 6 drives the aircraft off. Rule: LW2-AIR-03."""
    needed = int(tables()["air"]["aa_drive_off_score"])
    for gun in guns_near(battle, state_of(battle).other(aircraft.side), at):
        dice = battle.throw(1)
        off = dice[0] >= needed
        location.reveal(battle, gun, "LW2-AIR-03", aircraft.id, cause)
        battle.happen(
            Rolled(
                purpose="anti_aircraft",
                who=gun.id,
                side=gun.side,
                dice=dice,
                needed=f"{needed}+",
                outcome="driven_off" if off else "missed",
                rules=(cite("LW2-AIR-03"),),
            ),
            cause,
        )
        if off:
            return True
    return False


def strike(battle: Battle, aircraft: WarStand, target: WarStand, cause: Event) -> None:
    """Bombs and rockets burst; cannon hit armour as a gun of AP 5 against its side. Rule: LW2-AIR-02."""
    tests = Tests()
    if aircraft.ratings.weapon == "cannon" and units.is_afv(target):
        _cannon(battle, aircraft, target, tests, cause)
    else:
        order = explosive.order_of_spread(battle, aircraft.side, target)
        bursts = [explosive.burst(battle, t, None) for t in order]
        shots.note_shelled(battle, target)
        shots.throw_burst(battle, aircraft.id, aircraft.side, dice_of(aircraft), bursts, tests, cause)
    tests.take(battle, cause)


def _cannon(battle: Battle, aircraft: WarStand, target: WarStand, tests: Tests, cause: Event) -> None:
    needed = int(tables()["at_accuracy"]["within_half"])
    face = battle.throw(1)
    hit = face[0] >= needed
    event = battle.happen(
        Rolled(
            purpose="to_hit",
            who=aircraft.id,
            side=aircraft.side,
            dice=face,
            total=face[0],
            needed=f"{needed}+",
            outcome="hit" if hit else "missed",
            rules=(cite("LW2-AIR-02"),),
        ),
        cause,
    )
    if not hit:
        return
    through = armour.against(int(tables()["air"]["cannon_ap"]), target, side=True)
    if shots.throw_disabling(battle, aircraft, through, event):
        damage.disable(battle, target, tests, aircraft.id, event)
    else:
        crew.after_hit(battle, target, crew_tests=through.crew_tests, tests=tests, cause=event)


def scatter(battle: Battle, order: Fire) -> None:
    """Scatter mines from guns or aircraft, on empty ground. Rules: LW2-MINE-08, -09."""
    stand = state_of(battle).stands[order.stand]
    assert order.at is not None
    event = battle.happen(Fired(stand=stand.id, weapon="scatter mines", manner="scatter", at=order.at))
    if requests.ask(battle, stand, requests.level_of(stand), stand.id, event):
        name = f"scatter-{battle.state.event_count}"
        mines.lay(battle, name, stand.side, order.at, hidden=False, why="scattered", cause=event)
