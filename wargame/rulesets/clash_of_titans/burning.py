"""Men in a burning place have to get out of it: whether they do, and which way. Rule: NUT-COLL-04."""

from __future__ import annotations

from wargame.board import snap
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import fires, movement, refuge
from wargame.rulesets.clash_of_titans.state import ClashStand, Point


def refusal(scene: Scene, man: ClashStand) -> Refusal | None:
    """Why a man may do nothing but go, or None: he stands in a burning place and there is a way out.

    Rule: NUT-COLL-04.
    """
    if not man.is_man or not fires.must_leave(scene, man) or movement.may_move(scene, man) is not None:
        return None
    if way_out(scene, man, movement.allowance(scene, man)) is None:
        return None
    text = f"It burns where {man.name} is: he has to get out first."
    return Refusal(text=text, rules=(cite("NUT-COLL-04"),), about=man.id)


def way_out(scene: Scene, man: ClashStand, inches: float) -> Point | None:
    """The nearest free place in reach of so many inches of move that does not burn; None if there is none.

    Rule: NUT-COLL-04.
    """
    cite("NUT-COLL-04")
    if inches <= 0.0:
        return None
    points, _ = refuge.places(scene, man, refuge.reach_of(scene, man, inches))
    for x, y in points.tolist():
        if fires.is_burning_at(scene, (x, y), man.floor) is None:
            return snap(x), snap(y)
    return None
