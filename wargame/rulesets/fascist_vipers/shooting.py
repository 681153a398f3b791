"""One burst from the aim point to the last shell. Rules: CFV-BRST-01 to -11, CFV-AMMO-01."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import deviate
from wargame.engine.events import Event, Fired, Rolled, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import ammunition, burst_attack, spotting
from wargame.rulesets.fascist_vipers.deviation import deviation
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def shoot(battle: Battle, stand: VipersStand, aim: Point, observed: bool) -> None:
    """Fires one burst at a point: observed, or programmed long ago. Rules: CFV-BRST-01, -09, -10, -11."""
    origin = line_of_fire(battle, stand)
    ranged_in = observed and spotting.is_ranged_in(battle, stand, aim)
    fired = battle.happen(
        Fired(
            stand=stand.id,
            weapon="burst",
            manner="burst",
            at=aim,
            origin=origin,
            data=(("observed", observed), ("ranged_in", ranged_in)),
            rules=(cite("CFV-BRST-11"), cite("CFV-BRST-17") if observed else cite("CFV-BRST-18")),
        )
    )
    if ranged_in:
        at, on_target = aim, True
    else:
        at, on_target = _deviate(battle, stand, aim, origin, observed, fired)
    if observed:
        _remember(battle, stand, aim, on_target, fired)
    score = burst_attack.come_down(battle, stand, burst_attack.shell_of(stand), aim, at, fired)
    ammunition.spend(battle, stand, score, fired)


def line_of_fire(scene: Scene, stand: VipersStand) -> Point:
    """Where the axis of a burst begins: the firing unit, or the middle of its owner's edge. Rule: CFV-BRST-11."""
    if stand.off_board or not stand.on_table:
        return edge_middle(scene.setup, stand.side)
    return stand.x, stand.y


def throw_deviation(battle: Battle, who: VipersStand, observed: bool, cause: Event) -> tuple[float, float, bool]:
    """Throws left and right die: inches along, inches to the right, is it on target. Rule: CFV-BRST-01."""
    left, right = battle.throw(2)
    found = deviation(left, right, observed)
    battle.happen(
        Rolled(
            purpose="deviation",
            who=who.id,
            side=who.side,
            dice=(left, right),
            total=left + right,
            outcome=found.word,
            rules=(cite("CFV-BRST-01"), *found.rules),
        ),
        cause,
    )
    return found.along_in, found.right_in, found.on_target


def _deviate(
    battle: Battle, stand: VipersStand, aim: Point, origin: Point, observed: bool, cause: Event
) -> tuple[Point, bool]:
    along, right, on_target = throw_deviation(battle, stand, observed, cause)
    return (aim if on_target else deviate(aim, origin, along, right)), on_target


def _remember(battle: Battle, stand: VipersStand, aim: Point, on_target: bool, cause: Event) -> None:
    """Keeps the range if the shoot is on target. Rules: CFV-BRST-09, -10."""
    turn = battle.state.turn
    changes = (
        ("fired_at", aim),
        ("fired_turn", turn),
        ("ranged_at", aim if on_target else None),
        ("ranged_turn", turn if on_target else 0),
    )
    seen = (stand.side,)
    battle.happen(
        StandChanged(stand=stand.id, changes=changes, why="ranged", rules=(cite("CFV-BRST-09"),), seen_by=seen), cause
    )
