"""Bridges under fire, and mending them. Rules: LW2-BRG-01 to -07."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wargame.board import AlterFeature, Feature, within
from wargame.engine.events import Event, GroundChanged, Rolled, Said
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import requests, sightlines
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import Point, WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

NEAR_IN = 1.5
REPAIR = "repair"


def bridge_at(scene: Scene, at: Point) -> Feature | None:
    """The bridge at a point of the table, whatever its state."""
    rows = [f for f in scene.board.features if f.kind == "bridge"]
    near = [(math.dist(at, middle(f)), f.id, f) for f in rows if within(scene.board.distance_to(f.id, *at), NEAR_IN)]
    return min(near)[2] if near else None


def middle(feature: Feature) -> Point:
    """The middle of a bridge."""
    ring = feature.rings[0]
    return (ring[0][0] + ring[-1][0]) / 2, (ring[0][1] + ring[-1][1]) / 2


def is_down(feature: Feature) -> bool:
    """Is it destroyed?"""
    return feature.props.get("state") == "blown"


def against_aiming(scene: Scene, battery: WarStand, at: Point, group: str) -> Refusal | None:
    """Why a mission may not be aimed at a point: a bridge stands there that an observer sees. Rule: LW2-BRG-07."""
    found = bridge_at(scene, at)
    if found is None or is_down(found):
        return Refusal(text="There is no standing bridge.", rules=(cite("LW2-BRG-07"), cite("LW2-HE-16")), at=at)
    spots = [(w.x, w.y) for w in requests.observers(scene, battery.side, group)]
    if any(sightlines.line(scene.board, spot, middle(found)).is_open for spot in spots):
        return None
    return Refusal(text="Nobody who may direct the fire sees the bridge.", rules=(cite("LW2-ART-10"),), at=at)


def shell(battle: Battle, battery: WarStand, at: Point, dice: int, cause: Event) -> None:
    """Shells or bombs at a bridge: one damage die if any die shows a natural 4 or more. Rule: LW2-BRG-07."""
    found = bridge_at(battle, at)
    if found is None:
        return
    faces = battle.throw(dice)
    hit = max(faces) >= int(tables()["he"]["score"])
    battle.happen(
        Rolled(
            purpose="bridge_fire",
            who=battery.id,
            side=battery.side,
            dice=faces,
            needed="4+",
            outcome="hit" if hit else "missed",
            rules=(cite("LW2-BRG-07"),),
        ),
        cause,
    )
    if hit:
        harm(battle, found, battery, cause)


def damage_of(scene: Scene, feature: Feature) -> int:
    """Damage points of a bridge; a destroyed one has six."""
    first = int(tables()["bridges"]["collapse_at"]) if is_down(feature) else 0
    return state_of(scene).bridge_damage.get(feature.id, first)


def harm(battle: Battle, bridge: Feature, battery: WarStand, cause: Event) -> None:
    """One damage die: a 6 destroys, any other number adds up to six. Rules: LW2-BRG-01 to -03."""
    state = state_of(battle)
    face = battle.throw(1)
    full = int(tables()["bridges"]["collapse_at"])
    total = full if face[0] == 6 else min(full, damage_of(battle, bridge) + face[0])
    rule = cite("LW2-BRG-01") if face[0] == 6 else cite("LW2-BRG-02")
    down = total >= full
    battle.happen(
        Rolled(
            purpose="bridge_damage",
            who=battery.id,
            side=battery.side,
            dice=face,
            total=total,
            needed=f"{full}+",
            outcome="collapses" if down else "stands",
            rules=(rule,),
        ),
        cause,
    )
    state.bridge_damage[bridge.id] = total
    if down:
        why = f"{bridge.name or 'The bridge'} collapses"
        change = AlterFeature(id=bridge.id, props=(("state", "blown"),))
        battle.happen(GroundChanged(added=(change,), why=why, rules=(cite("LW2-BRG-03"),)), cause)


# ---------------------------------------------------------------- repair


def bridge_to_mend(scene: Scene, stand: WarStand) -> Feature | None:
    """A damaged bridge that an engineer squad is in contact with. Rules: LW2-BRG-04, -05."""
    if stand.ratings.troop != "engineer":
        return None
    near = [f for f in scene.board.features if f.kind == "bridge" and damage_of(scene, f) > 0]
    limit = 0.5 + stand.base.radius
    rows = [f for f in near if scene.board.distance_to(f.id, stand.x, stand.y) <= limit and not f.props.get("large")]
    cite("LW2-BRG-05")
    return rows[0] if rows else None


def mend(battle: Battle, stand: WarStand) -> None:
    """One die of damage less; at nothing the bridge can be used again. Rules: LW2-BRG-04, -06."""
    found = bridge_to_mend(battle, stand)
    if found is None:
        return
    state = state_of(battle)
    face = battle.throw(1)
    left = max(0, damage_of(battle, found) - face[0])
    rules = (cite("LW2-BRG-04"), cite("LW2-BRG-06"))
    battle.happen(
        Rolled(
            purpose="repair", who=stand.id, side=stand.side, dice=face, total=left, outcome=f"{left} left", rules=rules
        )
    )
    state.bridge_damage[found.id] = left
    stand.busy_cycle = max(1, state.cycle)
    if left == 0 and is_down(found):
        change = AlterFeature(id=found.id, props=(("state", "intact"),))
        battle.happen(GroundChanged(added=(change,), why=f"{found.name or 'The bridge'} is mended", rules=rules))
    elif left == 0:
        battle.happen(Said(key="mended", about=(stand.id,), rules=rules))
