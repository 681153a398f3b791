"""Hidden figures: who may be, what gives them away, how near they are found.

The mark is the knowledge of the enemy's sides: a hidden stand is unknown to them. `stand.hidden` says that its owner
means it to be. Rules: NUT-SIGHT-11, NUT-GUNS-05.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import Board, shapes, within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.setup import HiddenRule
from wargame.rulesets.clash_of_titans import cover, geometry, rooms, terrain
from wargame.rulesets.clash_of_titans.lines import Point, body_of, state_of
from wargame.rulesets.clash_of_titans.polyline import Way
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.terrain import cover_file

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FOUND_IN = 6.0
FOUND_DARK_IN = 3.0
"""How near an enemy with sight finds hidden men, by day and at night (NUT-SIGHT-11); Stealthy men always the latter."""
HIDE = "hide"
STEALTHY, LOUD = "Stealthy", "Loud"


@dataclass(frozen=True, slots=True)
class Secret:
    """A hidden mover on its way: it is unseen until `open_at` inches, except from nearer than `found_in`."""

    open_at: float
    found_in: float


# ---------------------------------------------------------------- questions


def is_hidden(scene: Scene, stand: ClashStand, side: str = "") -> bool:
    """Is a stand hidden from a side (by default from any enemy)? Rule: NUT-SIGHT-11."""
    sides = (side,) if side else scene.state.enemies_of(stand.side)
    return any(knowledge.is_hidden(scene.state, stand.id, one) for one in sides)


def found_within(scene: Scene, stand: ClashStand) -> float:
    """Inches at which an enemy with sight finds a hidden stand. Rules: NUT-SIGHT-11, NUT-ATTR-06."""
    cite("NUT-SIGHT-11")
    return FOUND_DARK_IN if state_of(scene).night or STEALTHY in stand.attributes else FOUND_IN


def may_hide(scene: Scene, stand: ClashStand) -> bool:
    """May a stand be hidden where it is: in cover or concealment, and not one that is never hidden?

    Rules: NUT-SIGHT-11, NUT-GUNS-05.
    """
    if LOUD in stand.attributes or not stand.in_play or stand.kind == "pef":
        return False
    cite("NUT-SIGHT-11")
    return stand.dug_in or cover.is_in_cover_terrain(scene, stand)


def may_begin_hidden(scene: Scene, stand: ClashStand) -> bool:
    """May a stand begin the battle hidden: the scenario says so, or it was placed in ambush; and the ground allows it?

    Rule: NUT-SIGHT-11.
    """
    rule = next((r for r in scene.setup.hidden if _fits(r, stand)), None)
    if rule is None and not stand.hidden:
        return False
    anywhere = rule is not None and rule.anywhere and LOUD not in stand.attributes
    return (anywhere and stand.in_play) or may_hide(scene, stand)


def _fits(rule: HiddenRule, stand: ClashStand) -> bool:
    if rule.side != stand.side:
        return False
    if not rule.stands and not rule.classes:
        return True
    return stand.id in rule.stands or bool({stand.kind, stand.class_} & set(rule.classes))


def may_go_hidden(scene: Scene, stand: ClashStand) -> bool:
    """May a stand be marked Hidden now: it spent a whole activation out of sight in cover or concealment, and no enemy
    sees it? Rule: NUT-SIGHT-11."""
    if not stand.unseen_activation or is_hidden(scene, stand) or not may_hide(scene, stand):
        return False
    return not geometry.seen_by(scene, stand)


def hide_refusal(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a man may not spend his activation on getting hidden, or None, as far as his own side knows.

    Rule: NUT-SIGHT-11.
    """
    rules = (cite("NUT-SIGHT-11"),)
    if stand.moved_in or stand.shot or stand.acted:
        return Refusal(text="It takes his whole activation.", rules=rules, about=stand.id)
    if not may_hide(scene, stand):
        return Refusal(text="Only in cover or concealment.", rules=rules, about=stand.id)
    known = (s for s in geometry.seen_by(scene, stand) if not knowledge.is_hidden(scene.state, s.id, stand.side))
    watcher = next(known, None)
    if watcher is not None:
        return Refusal(text=f"{watcher.name} sees {stand.name}.", rules=rules, about=watcher.id)
    return None


def distance_at(scene: Scene, mover: ClashStand, at: Point, other: ClashStand) -> float:
    """Inches between a mover, if it stood at a place, and another stand. Rule: NUT-GEO-02."""
    body = body_of(state_of(scene), other)
    return geometry.between(mover, at, body, (body.x, body.y))


def as_seen_on(scene: Scene, mover: ClashStand, way: Way) -> Secret | None:
    """How hiding protects a mover on its way; None if it is not hidden. Rule: NUT-SIGHT-11."""
    if not is_hidden(scene, mover):
        return None
    return Secret(_leaves_shelter(scene.board, mover, way), found_within(scene, mover))


def _leaves_shelter(board: Board, mover: ClashStand, way: Way) -> float:
    """Inches of a way until it first runs in the open; infinite if it never does."""
    if way.length == 0.0:
        return math.inf
    return shapes.first_outside(way.points, board.part("shelter", _shelter))


def _shelter(board: Board) -> shapes.Shape:
    """All ground in which one is in cover or concealed."""
    kinds = frozenset(cover_file()["area"]) | frozenset(cover_file()["concealing"]["kinds"]) | rooms.KINDS
    return shapes.joined(board.area(f.id) for f in board.features if f.kind in kinds & terrain.kinds_on(board))


# ---------------------------------------------------------------- changes


def hide(battle: Battle, stand: ClashStand, cause: Event | None = None) -> None:
    """Mark a stand Hidden: its enemies no longer know of it. Rule: NUT-SIGHT-11."""
    rules = (cite("NUT-SIGHT-11"),)
    if not stand.hidden:
        own = (stand.side,)
        changes = (("hidden", True),)
        battle.happen(
            StandChanged(stand=stand.id, changes=changes, why="hidden", rules=rules, seen_by=own), cause=cause
        )
    for side in battle.state.enemies_of(stand.side):
        if not knowledge.is_hidden(battle.state, stand.id, side):
            knowledge.hide(battle, stand.id, side, rules)


def look_about(battle: Battle, men: Iterable[ClashStand]) -> None:
    """Note who begins an activation in cover or concealment and out of sight. Rule: NUT-SIGHT-11."""
    for man in men:
        still = man.is_man and man.in_play and not is_hidden(battle, man) and may_hide(battle, man)
        man.unseen_activation = still and not geometry.seen_by(battle, man)


def go_to_ground(battle: Battle, men: Iterable[ClashStand]) -> None:
    """Mark as Hidden who spent the whole activation out of sight on it; who was seen after all is not.

    Rule: NUT-SIGHT-11.
    """
    for man in men:
        if man.acted == HIDE and man.moved_in == 0.0 and not man.shot and may_go_hidden(battle, man):
            hide(battle, man)


def reveal(battle: Battle, stand: ClashStand, by: str = "", cause: Event | None = None, rule: str = "") -> bool:
    """End a stand's hiding for all enemies; False if nobody was deceived. Rule: NUT-SIGHT-11."""
    was = is_hidden(battle, stand)
    rules = (cite("NUT-SIGHT-11"), *((rule,) if rule else ()))
    if was:
        for side in battle.state.enemies_of(stand.side):
            knowledge.reveal(battle, stand.id, side, by=by or None, rules=rules, cause=cause)
    if stand.hidden:
        changes = (("hidden", False),)
        battle.happen(StandChanged(stand=stand.id, changes=changes, why="revealed", rules=rules), cause=cause)
    return was


def reveal_shooter(battle: Battle, stand: ClashStand, cause: Event | None = None) -> bool:
    """A hidden stand shoots: it is known. Hidden guns are known to those who find their flash. Rules: NUT-SIGHT-11,
    NUT-GUNS-05."""
    if not is_hidden(battle, stand):
        return False
    if stand.is_gun:
        return _reveal_gun(battle, stand, cause)
    return reveal(battle, stand, cause=cause)


def _reveal_gun(battle: Battle, gun: ClashStand, cause: Event | None) -> bool:
    from wargame.rulesets.clash_of_titans import guns

    observers = geometry.seen_by(battle, gun)
    finder = next((o for o in observers if guns.sees_flash(battle, o, gun, cause)), None)
    if finder is None:
        return False
    for man in [s for s in state_of(battle).stands.values() if s.mans == gun.id]:
        reveal(battle, man, finder.id, cause, cite("NUT-GUNS-05"))
    return reveal(battle, gun, finder.id, cause, cite("NUT-GUNS-05"))


def after_move(battle: Battle, mover: ClashStand, path: tuple[Point, ...], cause: Event | None = None) -> None:
    """What a move makes known: a hidden mover who came into the open or near an enemy, hidden enemies whom he finds.

    Rule: NUT-SIGHT-11.
    """
    reveal_in_open(battle, mover, path, cause)
    reveal_found(battle, mover, cause)


def reveal_found(battle: Battle, mover: ClashStand, cause: Event | None = None) -> list[str]:
    """Reveal the hidden enemies that a mover has come near enough to see, and itself to them; ids of those found.

    Rule: NUT-SIGHT-11.
    """
    found = []
    for enemy in state_of(battle).stands.values():
        if enemy.side == mover.side or not enemy.in_play or not mover.in_play:
            continue
        for one, other in ((enemy, mover), (mover, enemy)):
            near = is_hidden(battle, one, other.side) and within(
                geometry.distance(battle, mover, enemy), found_within(battle, one)
            )
            if near and geometry.sees(battle, other, one) and reveal(battle, one, other.id, cause):
                found.append(one.id)
    return found


def reveal_in_open(battle: Battle, mover: ClashStand, path: tuple[Point, ...], cause: Event | None = None) -> bool:
    """A hidden stand has moved: it is known if its way led through the open. Rule: NUT-SIGHT-11."""
    if not is_hidden(battle, mover) or math.isinf(_leaves_shelter(battle.board, mover, Way.of(path))):
        return False
    return reveal(battle, mover, cause=cause)
