"""Seeing and being hidden. Rules: CFV-OBS-01 to -11, CFV-FIRE-24."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from wargame.board import Board, gap, within
from wargame.board.sight import can_see, eye, sight
from wargame.board.sight_record import Crossing, Sight
from wargame.engine import knowledge
from wargame.engine.events import Event
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.ground import rows_that
from wargame.rulesets.fascist_vipers.state import Point, VipersStand, VipersState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

_KEPT_LINES = 20000


def state_of(scene: Scene) -> VipersState:
    """The scene's state as this rulebook's."""
    return cast(VipersState, scene.state)


def record(board: Board, ax: float, ay: float, bx: float, by: float) -> Sight:
    """The full sight record of a line between two places."""
    return sight(board, eye(board, ax, ay), eye(board, bx, by))


def is_clear(board: Board, ax: float, ay: float, bx: float, by: float) -> bool:
    """Is the line free of blocking ground? The same both ways; kept with the board. Rule: CFV-OBS-07."""
    kept: dict[tuple[float, float, float, float], bool] = board.part("clear lines", lambda _: {})
    key = (ax, ay, bx, by) if (ax, ay) <= (bx, by) else (bx, by, ax, ay)
    found = kept.get(key)
    if found is None:
        if len(kept) >= _KEPT_LINES:
            kept.clear()
        found = kept[key] = bool(can_see(board, eye(board, *key[:2]), eye(board, *key[2:])))
    return found


def crossings(board: Board, ax: float, ay: float, bx: float, by: float) -> tuple[Crossing, ...]:
    """What the line from A to B runs through, with inches counted from A; kept with the board."""
    kept: dict[tuple[float, ...], tuple[Crossing, ...]] = board.part("crossed ground", lambda _: {})
    key = (ax, ay, bx, by)
    if key not in kept:
        if len(kept) >= _KEPT_LINES:
            kept.clear()
        kept[key] = record(board, *key).crossings
    return kept[key]


def line_is_clear(scene: Scene, a: Point, b: Point) -> bool:
    """Is there a line of sight: clear, and no longer than the visibility? Rules: CFV-FIRE-24, CFV-OBS-11."""
    limit = scene.state.visibility_in
    if limit is not None and not within(math.dist(a, b), limit):
        cite("CFV-OBS-11")
        return False
    return is_clear(scene.board, a[0], a[1], b[0], b[1])


def place_of(scene: Scene, stand: VipersStand) -> VipersStand:
    """The stand whose base it shares: its carrier if it is carried, else itself."""
    carrier = scene.state.stands.get(stand.carrier) if stand.carrier else None
    return cast(VipersStand, carrier) if carrier is not None else stand


def sees(scene: Scene, observer: VipersStand, target: VipersStand) -> bool:
    """Has the observer a line of sight to the target's base centre? Says nothing about hiding."""
    return line_is_clear(scene, (observer.x, observer.y), (target.x, target.y))


def sees_point(scene: Scene, observer: VipersStand, point: Point) -> bool:
    """Has the observer a line of sight to a place?"""
    return line_is_clear(scene, (observer.x, observer.y), point)


def is_hidden(scene: Scene, stand: VipersStand) -> bool:
    """Is the stand on its owner's map instead of the table? Rule: CFV-OBS-01."""
    return any(knowledge.is_hidden(scene.state, stand.id, side) for side in scene.state.enemies_of(stand.side))


def on_table(scene: Scene, side: str) -> list[VipersStand]:
    """Stands of a side that stand on the table, hidden ones included, in file order."""
    return [s for s in state_of(scene).stands.values() if s.side == side and s.in_play]


def known_enemies(scene: Scene, side: str) -> list[VipersStand]:
    """Enemy stands on the table that are not hidden from a side. Rules: CFV-OBS-05, CFV-REAC-36."""
    kept = kept_by(scene)
    key = ("known enemies", side)
    if key not in kept:
        state = state_of(scene)
        unseen = {name for name, entry in state.knowledge.get(side, {}).items() if entry.level == "unknown"}
        kept[key] = [s for s in state.stands.values() if s.side != side and s.in_play and s.id not in unseen]
    return list(kept[key])


def kept_by(scene: Scene) -> dict[Any, Any]:
    """What a view, which never changes, has been asked before; an empty box for the battle itself."""
    found: dict[Any, Any] = scene.kept if isinstance(scene, View) else {}
    return found


def is_observed(scene: Scene, stand: VipersStand, side: str) -> bool:
    """Does any unit of a side observe this enemy? Rule: CFV-OBS-05."""
    if knowledge.is_hidden(scene.state, stand.id, side):
        return False
    cite("CFV-OBS-05")
    return any(sees(scene, other, stand) for other in on_table(scene, side))


def close_range(board: Board, hidden: VipersStand, observer: VipersStand) -> float:
    """Inches at which an observer finds a hidden unit. Rule: CFV-OBS-06."""
    cite("CFV-OBS-06")
    row = board.terrain_at(hidden.x, hidden.y)[0]
    sheltered = row in rows_that("hiding_rows") or hidden.ratings.strong
    name = "hidden_in_woods_built_up_or_works" if sheltered else "hidden_elsewhere"
    limits = tables()["close_range"][name]
    return float(limits["reconnaissance" if units.is_recce(observer) else "normal"])


def finds(scene: Scene, observer: VipersStand, hidden: VipersStand) -> bool:
    """Does an observer standing here find a hidden unit? Rules: CFV-OBS-04, -06."""
    distance = gap(units.footprint(observer), units.footprint(hidden))
    if not within(distance, close_range(scene.board, hidden, observer)):
        return False
    return within(distance, 1.0) or sees(scene, observer, hidden)


def reveal(
    battle: Battle, stand: VipersStand, rules: tuple[str, ...], *, by: str | None = None, cause: Event | None = None
) -> bool:
    """Put a hidden unit on the table for every enemy; True if it had been hidden. Rules: CFV-OBS-02 to -04, -09."""
    found = False
    aboard = [s.id for s in state_of(battle).stands.values() if s.carrier == stand.id]
    for side in battle.state.enemies_of(stand.side):
        for name in (stand.id, *aboard):
            if knowledge.is_hidden(battle.state, name, side):
                knowledge.reveal(battle, name, side, by=by, rules=rules, cause=cause)
                found = True
    return found


def reveal_those_found(battle: Battle, observers: list[VipersStand], cause: Event | None = None) -> list[str]:
    """Reveal every hidden enemy that one of these observers finds where it stands; their ids. Rule: CFV-OBS-04."""
    found = []
    for hidden in [s for s in state_of(battle).stands.values() if s.in_play and is_hidden(battle, s)]:
        finder = next((o for o in observers if o.side != hidden.side and o.in_play and finds(battle, o, hidden)), None)
        if finder is not None:
            reveal(battle, hidden, (cite("CFV-OBS-04"),), by=finder.id, cause=cause)
            found.append(hidden.id)
    return found


def reveal_if_seen(battle: Battle, stand: VipersStand, cause: Event | None = None) -> bool:
    """Reveal a hidden unit that has moved (or acted) where an enemy sees it or is close. Rules: CFV-OBS-03, -10."""
    if not is_hidden(battle, stand):
        return False
    watchers = [s for s in state_of(battle).stands.values() if s.side != stand.side and s.in_play]
    seen = next((w for w in watchers if sees(battle, w, stand) or finds(battle, w, stand)), None)
    if seen is None:
        cite("CFV-OBS-10")
        return False
    return reveal(battle, stand, (cite("CFV-OBS-03"),), by=seen.id, cause=cause)
