"""Fast Move: the test of a part of the group that sets out together, and moving through wire.

Rules: NUT-MOVE-02, -03, -07.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Picked, Refusal
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import activation, cover, movement, throws
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TEST = "fast_move"
PURPOSE = "fast_move"


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """The offer to test for a fast move together."""
    from wargame.rulesets.clash_of_titans import acts

    return [acts.made("fast_move", refusal(scene, stand))]


def refusal(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why he may not declare a fast move, or None. Rules: NUT-MOVE-02, -08."""
    cite("NUT-MOVE-02")
    state = state_of(scene)
    wrong = movement.may_move(scene, stand)
    if wrong is not None:
        return wrong
    if stand.fast_passed is not None or stand.moved_in or stand.acted or stand.prone:
        text = f"{stand.name} would have to declare it before moving or acting, and on his feet."
        return Refusal(text=text, rules=("NUT-MOVE-02",), about=stand.id)
    if not movement.may_go_fast(state, stand):
        return Refusal(text=f"{stand.name} carries too much.", rules=(cite("NUT-MOVE-08"),), about=stand.id)
    return None


def candidates(scene: Scene, group: str) -> list[ClashStand]:
    """Members who may set out on a fast move."""
    state = state_of(scene)
    return [
        s
        for s in state.stands.values()
        if s.group == group and s.is_man and takes_orders(state, s) and refusal(scene, s) is None
    ]


def together(battle: Battle, active: Activation, first: ClashStand) -> Generator[AnyRequest, Any, None]:
    """Ask who sets out with him and roll for all of them at once. Rule: NUT-MOVE-02."""
    able = candidates(battle, active.group)
    others = [s for s in able if s.id != first.id]
    chosen = [first]
    if others:
        order = yield _request(first, others)
        names = {name for name, _ in order.items}
        chosen += [s for s in others if s.id in names]
    test(battle, chosen)


def _request(first: ClashStand, others: Sequence[ClashStand]) -> Pick:
    return Pick(
        side=first.side,
        purpose=PURPOSE,
        prompt=f"Who sets out on the fast move with {first.name}?",
        items=tuple(Item(id=s.id, text=s.name) for s in others),
        suggestion=Picked(items=tuple((s.id, 1) for s in others)),
        about=(first.id,),
        rules=(cite("NUT-MOVE-02"),),
    )


def test(battle: Battle, men: Sequence[ClashStand], cause: Event | None = None) -> None:
    """Roll Fast Move once for these and note what each passed. Rule: NUT-MOVE-02."""
    covered = {s.id for s in men if cover.is_in_cover_terrain(battle, s)}
    passed = throws.group_test(battle, TEST, men, rules=(cite("NUT-MOVE-02"),), cause=cause)
    for stand in men:
        _enter(battle, stand, passed[stand.id], stand.id in covered, cause)


def _enter(battle: Battle, stand: ClashStand, passed: int, in_cover: bool, cause: Event | None) -> None:
    """Those in cover who pass nothing stay where they are; clumsy ones fall. Rules: NUT-MOVE-02, NUT-ATTR-01."""
    changes: list[tuple[str, Any]] = [("fast_passed", passed)]
    if passed == 0 and in_cover:
        full = movement.full_move(state_of(battle), stand)
        changes.append(("moved_in", 2 * full))
    if passed == 0 and "Clumsy" in stand.attributes:
        changes.append(("prone", True))
    seen = knowledge.seen_by_for(battle.state, stand.id)
    rules = (cite("NUT-MOVE-02"),)
    event = StandChanged(stand=stand.id, changes=tuple(changes), why=f"fast_{passed}", rules=rules, seen_by=seen)
    battle.happen(event, cause=cause)
    if passed == 0 and "Clumsy" in stand.attributes:
        activation.finish(battle, stand)


def through_wire(battle: Battle, stand: ClashStand) -> float:
    """Roll for a move through wire; inches that he gets: 2, 1 into it, or none. Rule: NUT-MOVE-07."""
    rules = (cite("NUT-MOVE-07"),)
    passed = throws.group_test(battle, TEST, [stand], rules=rules)[stand.id]
    return (0.0, 1.0, 2.0)[passed]
