"""The umbrella of anti-aircraft guns and fighter cover. Rules: CFV-AIR-06 to -16, -24, -25, -27, -33."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any

from wargame.board import gap_to_point, within
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled, StandChanged
from wargame.engine.orders import Picked
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import enemies, observation, sorties, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Point, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "umbrella"
THROUGH, ABORT, SHOT_DOWN = "through", "abort", "shot_down"
DIE = 10


def guns_over(scene: Scene, side: str, over: VipersStand | Point) -> list[VipersStand]:
    """Anti-aircraft guns of a side that may take part over a unit or place: in range, not used on the ground this turn.

    Rules: CFV-AIR-08, -13, -33.
    """
    cite("CFV-AIR-08")
    found = []
    for stand in state_of(scene).stands.values():
        if stand.side != side or not stand.in_play or stand.ratings.aa_points <= 0 or stand.limbered:
            continue
        if stand.ground_attack_turn == state_of(scene).turn > 0:
            cite("CFV-AIR-13")
        elif within(_reach_needed(stand, over), stand.ratings.aa_range):
            found.append(stand)
    return found


def _reach_needed(gun: VipersStand, over: VipersStand | Point) -> float:
    if isinstance(over, VipersStand):
        return enemies.base_gap(gun, over)
    return gap_to_point(units.footprint(gun), *over)


def points_of(stand: VipersStand) -> int:
    """Points of one model: 1, or 2 for a triple or quadruple 20 mm. Rule: CFV-AIR-07."""
    cite("CFV-AIR-07")
    return stand.ratings.aa_points


def cover_points(scene: Scene, side: str) -> float:
    """Points of a side's fighters on cover, none where the enemy holds the sky. Rules: CFV-AIR-14, -15, -27."""
    held = state_of(scene).air_superiority
    if held and held != side:
        cite("CFV-AIR-27")
        return 0.0
    markers = [m for m in scene.state.markers.values() if m.kind == sorties.COVER_MARKER and m.side == side]
    if markers:
        cite("CFV-AIR-14")
        cite("CFV-AIR-15")
    return sum(float(dict(m.data)["points"] or 0.0) for m in markers)  # type: ignore[arg-type]


def score(scene: Scene, side: str, guns: Iterable[VipersStand]) -> tuple[int, tuple[Modifier, ...]]:
    """Air defence score of these guns with the side's fighter cover, and what makes it up.

    Half points are rounded down after adding; nine is the most. Rules: CFV-AIR-08, -12, -16, -25.
    """
    parts = [Modifier(gun.name, add=points_of(gun), rule=cite("CFV-AIR-08")) for gun in guns]
    cover = cover_points(scene, side)
    if cover:
        parts.append(Modifier("fighter cover", add=cover, rule=cite("CFV-AIR-16")))
    total = math.floor(sum(part.add for part in parts))
    cite("CFV-AIR-25")
    most = int(tables()["air"]["max_air_defence"])
    if total > most:
        parts.append(Modifier(f"never more than {most}", add=most - sum(p.add for p in parts), rule=cite("CFV-AIR-12")))
    return min(most, total), tuple(parts)


def outcome(roll: int, air_defence: int) -> tuple[str, str]:
    """What a penetration roll means, and the rule. Rules: CFV-AIR-09 to -11."""
    if roll > air_defence:
        return THROUGH, cite("CFV-AIR-09")
    if roll >= air_defence - 1:
        return ABORT, cite("CFV-AIR-10")
    return SHOT_DOWN, cite("CFV-AIR-11")


def chances(air_defence: int) -> dict[str, float]:
    """Chances of getting through, aborting, being shot down. Rule: CFV-AIR-24."""
    cite("CFV-AIR-24")
    found = {THROUGH: 0.0, ABORT: 0.0, SHOT_DOWN: 0.0}
    for roll in range(1, DIE + 1):
        found[outcome(roll, air_defence)[0]] += 1 / DIE
    return found


def penetrate(
    battle: Battle, aircraft: VipersStand, over: VipersStand | Point, cause: Event
) -> Generator[AnyRequest, Any, str]:
    """The defender names his guns, the aircraft rolls: through, abort or shot_down. Rules: CFV-AIR-06, -24, -33.

    Where there is nothing to penetrate no die is thrown.
    """
    side = state_of(battle).other(aircraft.side)
    guns = guns_over(battle, side, over)
    if guns:
        order = yield umbrella_request(aircraft, side, over, guns)
        named = {item for item, _ in order.items}
        guns = [gun for gun in guns if gun.id in named]
    for gun in guns:
        _take_part(battle, gun, cause)
    air_defence, parts = score(battle, side, guns)
    if air_defence <= 0:
        cite("CFV-AIR-06")
        return THROUGH
    return _roll(battle, aircraft, air_defence, parts, cause)


def umbrella_request(aircraft: VipersStand, side: str, over: VipersStand | Point, guns: list[VipersStand]) -> Pick:
    """Asks the defender which of his guns take part. Rule: CFV-AIR-33."""
    name, about = (over.name, (over.id,)) if isinstance(over, VipersStand) else ("its target", ())
    return Pick(
        side=side,
        purpose=PURPOSE,
        prompt=f"{aircraft.name} attacks {name}: which anti-aircraft guns take part? They may then not fire at the "
        "ground this turn.",
        items=tuple(Item(id=gun.id, text=gun.name, cost=gun.ratings.aa_points) for gun in guns),
        about=about,
        interrupt=PURPOSE,
        suggestion=Picked(items=tuple((gun.id, 1) for gun in guns)),
        rules=(cite("CFV-AIR-06"), cite("CFV-AIR-33")),
    )


def _take_part(battle: Battle, gun: VipersStand, cause: Event) -> None:
    observation.reveal(battle, gun, (cite("CFV-OBS-02"),), cause=cause)
    changes = (("aa_turn", battle.state.turn),)
    rules = (cite("CFV-AIR-33"), cite("CFV-AIR-13"))
    battle.happen(StandChanged(stand=gun.id, changes=changes, why="against aircraft", rules=rules), cause)


def _roll(
    battle: Battle,
    aircraft: VipersStand,
    air_defence: int,
    parts: tuple[Modifier, ...],
    cause: Event,
) -> str:
    roll = battle.throw(1, DIE)[0]
    found, rule = outcome(roll, air_defence)
    rolled = battle.happen(
        Rolled(
            purpose="penetration",
            who=aircraft.id,
            side=aircraft.side,
            dice=(roll,),
            sides=DIE,
            modifiers=parts,
            needed=f"more than {air_defence}",
            outcome=found,
            rules=(cite("CFV-AIR-06"), cite("CFV-AIR-24"), rule),
        ),
        cause,
    )
    if found == SHOT_DOWN:
        sorties.shoot_down(battle, aircraft, None, rolled, (rule,))
    return found
