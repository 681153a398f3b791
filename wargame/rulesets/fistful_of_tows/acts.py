"""What stands do besides moving and firing: load and unload, hook up, change mode, leave the table, push wrecks.

Rules: FFT-CARRY-01 to -11, FFT-HELO-01, -12, FFT-MOVE-09, FFT-TERR-18 to -20, -27, -32, -33.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import gap, within
from wargame.engine.events import MarkerRemoved, StandPlaced
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.fistful_of_tows import beside, lines, losses, movement, overwatch, spotting, units, wrecks
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, None]
LOAD, UNLOAD, MODE, EXIT, PUSH = "load", "unload", "mode", "exit", "push"


def rows(scene: Scene, stand: FistStand) -> tuple[ActRow, ...]:
    """Acts that a stand can be ordered in its Movement Phase, those refused with the reason."""
    found = []
    if stand.ratings.carry or stand.ratings.tow:
        if units.riders(scene, stand):
            found.append(
                ActRow(id=UNLOAD, name="Unload", key="u", refusal=check(scene, Act(stand=stand.id, act=UNLOAD)))
            )
        if _waiting(scene, stand):
            found.append(ActRow(id=LOAD, name="Load", key="l", refusal=check(scene, Act(stand=stand.id, act=LOAD))))
    if units.is_heli(stand):
        name = "Go low" if stand.high else "Go high"
        found.append(ActRow(id=MODE, name=name, key="h", refusal=check(scene, Act(stand=stand.id, act=MODE))))
    if edge_of(scene, stand):
        found.append(ActRow(id=EXIT, name="Leave the table", refusal=check(scene, Act(stand=stand.id, act=EXIT))))
    if wrecks.in_reach(scene, stand) is not None:
        found.append(ActRow(id=PUSH, name="Push the wreck off", refusal=check(scene, Act(stand=stand.id, act=PUSH))))
    return tuple(found)


def cost(stand: FistStand) -> float:
    """Allowance for one act of loading or unloading. Rules: FFT-CARRY-02, -06."""
    if stand.ratings.tow:
        cite("FFT-CARRY-06")
    cite("FFT-CARRY-02")
    return float(math.ceil(units.allowance(stand) * float(tables()["movement"]["load_unload_cost_fraction"]) - 1e-9))


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act is not possible, or None."""
    stand = state_of(scene).stands.get(order.stand)
    if stand is None or not stand.in_play:
        return Refusal(text="That stand is not on the table.", kind="malformed")
    refusal = _free(scene, stand)
    if refusal is not None:
        return refusal
    if order.act == UNLOAD:
        return _check_unload(scene, stand)
    if order.act == LOAD:
        return _check_load(scene, stand)
    if order.act == MODE:
        return _check_mode(scene, stand)
    if order.act == EXIT:
        return None if edge_of(scene, stand) else _no("Only at the edge of the table.", stand, "FFT-MOVE-09")
    if order.act == PUSH:
        return wrecks.check_push(scene, stand)
    return Refusal(text=f"There is no act {order.act!r}.", kind="malformed")


def _free(scene: Scene, stand: FistStand) -> Refusal | None:
    if stand.move_done or stand.stuck or stand.halted:
        return _no(f"{stand.name} has finished its move.", stand, "FFT-MOVE-01")
    if stand.move_mode == movement.STRATEGIC:
        return _no("No loading in a strategic move.", stand, "FFT-STRAT-09")
    if state_of(scene).groups[stand.group].held:
        return _no(f"The orders of {stand.name} keep it where it is.", stand, "FFT-MOVE-01")
    return None


def _check_unload(scene: Scene, stand: FistStand) -> Refusal | None:
    if not units.riders(scene, stand):
        return _no(f"Nobody rides in {stand.name}.", stand, "FFT-CARRY-01")
    if not within(cost(stand), movement.left(stand)):
        return _no(f"Unloading costs {cost(stand):g}.", stand, "FFT-CARRY-02")
    if units.is_heli(stand) and (stand.high or not _is_open(scene, stand)):
        return _no("A helicopter unloads low, in clear terrain.", stand, "FFT-HELO-12")
    return None


def _is_open(scene: Scene, stand: FistStand) -> bool:
    return scene.board.terrain_at(stand.x, stand.y)[0] in ("clear", "road", "path")


def _waiting(scene: Scene, carrier: FistStand) -> list[FistStand]:
    """Friends in contact that it could take aboard. Rules: FFT-CARRY-01, -06, -08, -09."""
    aboard = units.riders(scene, carrier)
    men, guns = (sum(units.is_infantry(r) for r in aboard), sum(r.ratings.kind == "towed" for r in aboard))
    room = carrier.ratings.carry - men
    hook = carrier.ratings.tow and not guns
    cite("FFT-CARRY-01")
    cite("FFT-VEH-08")
    found = []
    for stand in units.on_table(scene, carrier.side):
        if stand.id == carrier.id or stand.pinned or stand.stuck or stand.halted:
            continue
        if gap(units.footprint(stand), units.footprint(carrier)) > lines.touch_in() + 0.5:
            continue
        fits = (units.is_infantry(stand) and room > 0) or (stand.ratings.kind == "towed" and hook)
        if fits and _has_left(carrier, stand):
            found.append(stand)
            room -= units.is_infantry(stand)
            hook = hook and stand.ratings.kind != "towed"
    return found


def _has_left(carrier: FistStand, rider: FistStand) -> bool:
    """Has the rider enough of its allowance left? Rule: FFT-CARRY-08."""
    cite("FFT-CARRY-08")
    if rider.ratings.kind == "towed":
        return rider.spent <= 0.0005
    share = min(1.0, (carrier.spent + cost(carrier)) / max(1.0, units.allowance(carrier)))
    return rider.spent <= units.allowance(rider) * (1.0 - share) + 0.0005


def _check_load(scene: Scene, stand: FistStand) -> Refusal | None:
    if not within(cost(stand), movement.left(stand)):
        return _no(f"Loading costs {cost(stand):g}.", stand, "FFT-CARRY-02")
    if not _waiting(scene, stand):
        return _no(f"Nobody beside {stand.name} can be taken up.", stand, "FFT-CARRY-08")
    return None


def _check_mode(scene: Scene, stand: FistStand) -> Refusal | None:
    """Rule: FFT-HELO-01."""
    if not units.is_heli(stand):
        return _no(f"{stand.name} does not fly.", stand, "FFT-HELO-01")
    price = float(units.quartered(stand.ratings.move))
    if stand.mode_changed or not within(price, movement.left(stand)):
        return _no("The mode changes once a phase, for a quarter of the allowance.", stand, "FFT-HELO-01")
    if stand.high and scene.board.terrain_at(stand.x, stand.y)[0] in ("light_woods", "heavy_woods", "forest", "town"):
        return _no("No low flight over woods and towns.", stand, "FFT-TERR-02")
    return None


def edge_of(scene: Scene, stand: FistStand) -> str:
    """The edge of the table that the stand touches, or ""."""
    table, reach = scene.board.table, stand.base.depth_in / 2 + 0.1
    rows_ = (
        ("left", stand.x),
        ("right", table.width_in - stand.x),
        ("bottom", stand.y),
        ("top", table.height_in - stand.y),
    )
    return next((name for name, away in rows_ if away <= reach), "")


# ---------------------------------------------------------------- carrying out


def carry_out(battle: Battle, order: Act) -> Asking:
    """Does an act that has been found legal; the enemy may fire at whoever stops to load. Rule: FFT-OW-09."""
    stand = state_of(battle).stands[order.stand]
    if order.act == UNLOAD:
        unload(battle, stand)
    elif order.act == LOAD:
        load(battle, stand)
    elif order.act == MODE:
        price = float(units.quartered(stand.ratings.move))
        spent = stand.spent + price
        rules = (cite("FFT-HELO-01"),)
        change(battle, stand, "mode", rules, high=not stand.high, mode_changed=True, spent=spent)
    elif order.act == EXIT:
        losses.leave(battle, stand, edge_of(battle, stand))
    elif order.act == PUSH:
        push(battle, stand)
    if stand.in_play:
        spotting.look_round(battle, stand)
        for side in battle.state.enemies_of(stand.side):
            yield from overwatch.offer(battle, side, (stand.id,), at_once=True)


def rest_of(move: float, carrier_move: float, carrier_spent: float) -> float:
    """What is left to infantry that gets out. Rule: FFT-CARRY-04."""
    cite("FFT-CARRY-04")
    step = float(tables()["movement"]["dismount_rounding"])
    share = max(0.0, 1.0 - carrier_spent / max(1.0, carrier_move))
    return math.floor(move * share / step + 1e-9) * step


def unload(battle: Battle, carrier: FistStand) -> None:
    """Everybody gets out, or is unhooked. Rules: FFT-CARRY-02 to -04, -06, -09, -11."""
    carrier_spent = carrier.spent + cost(carrier)
    change(battle, carrier, "unloads", (cite("FFT-CARRY-02"), cite("FFT-CARRY-03")), spent=carrier_spent)
    for rider in units.riders(battle, carrier):
        spot = beside.free_place(battle, rider, (carrier.x, carrier.y), first_deg=carrier.facing_deg + 180.0)
        if spot is None:
            continue
        left = rest_of(units.allowance(rider), units.allowance(carrier), carrier_spent)
        spent = units.allowance(rider) - left if units.is_infantry(rider) else units.allowance(rider)
        seen = overwatch.seen_by(battle, carrier)
        battle.happen(
            StandPlaced(
                stand=rider.id, x=spot[0], y=spot[1], facing_deg=carrier.facing_deg, why="dismounted", seen_by=seen
            )
        )
        rules = (cite("FFT-CARRY-04"), cite("FFT-CARRY-11"))
        change(battle, rider, "gets_out", rules, moved=True, spent=round(spent, 3), spotted=carrier.spotted)


def load(battle: Battle, carrier: FistStand) -> None:
    """Everybody who waits beside it gets in. Rules: FFT-CARRY-02, -08, -10, -11."""
    waiting = _waiting(battle, carrier)
    change(battle, carrier, "loads", (cite("FFT-CARRY-02"),), spent=carrier.spent + cost(carrier))
    for rider in waiting:
        rules = (cite("FFT-CARRY-08"), cite("FFT-CARRY-10"), cite("FFT-CARRY-11"))
        change(battle, rider, "gets_in", rules, carrier=carrier.id, on_table=False, moved=True, marker="")


def push(battle: Battle, stand: FistStand) -> None:
    """The wreck is set beside the road and blocks no more. Rules: FFT-TERR-19, -33."""
    marker = wrecks.in_reach(battle, stand)
    if marker is None:
        return
    spent = stand.spent + wrecks.push_cost(stand)
    rules = (cite("FFT-TERR-19"), cite("FFT-TERR-33"))
    change(
        battle, stand, "pushes", rules, spent=spent, moved_spent=stand.moved_spent + wrecks.push_cost(stand), moved=True
    )
    battle.happen(MarkerRemoved(marker=marker.id, why="pushed"))


def _no(text: str, stand: FistStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id)
