"""Answers of non-player forces where the rules leave an owner a choice (table `np_choices`).

Most choices are answered where they arise: groups that the solo rules run are never asked. What a ruled side is asked
all the same is answered here. Rules: NUT-NP-01, -10, -14.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from wargame.engine.orders import AnyOrder, Chosen, Confirmed, Done, Picked, Placed
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import np_targets, shooting, stars, targets
from wargame.rulesets.clash_of_titans.causes import FireOrder
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState


def is_ours(state: ClashState, request: AnyRequest) -> bool:
    """Is a request one that nobody is asked: to a ruled side, or about non-player figures alone?"""
    if request.side in state.ruled:
        return True
    names = request.subjects if isinstance(request, Command) else ()
    groups = [state.groups[state.stands[name].group] for name in names if name in state.stands]
    return bool(groups) and all(group.np for group in groups)


def answer(state: ClashState, request: AnyRequest) -> AnyOrder:
    """What a ruled side answers: never Free Will nor cheated death; else what plain sense suggests. Rule: NUT-NP-14."""
    cite("NUT-NP-14")
    cite("NUT-NP-01")
    if request.purpose == stars.FREE_WILL:
        return Chosen(option="roll")
    if request.purpose == "cheat_death":
        return Confirmed(yes=False)
    if request.suggestion is not None:
        return request.suggestion
    if isinstance(request, Choose):
        return Chosen(option=request.options[0].id)
    if isinstance(request, Pick):
        return Picked(items=tuple((item.id, 1) for item in request.items[: request.at_least]))
    if isinstance(request, Confirm):
        return Confirmed(yes=False)
    return Done() if isinstance(request, Command) else Placed()


def shoots_back(scene: Scene, stand: ClashStand, shooters: Iterable[str]) -> bool:
    """Does an active man who passed 2d6 on Received Fire answer: can he hit any who shot at him on a 9 or less?

    Rule: NUT-NP-14.
    """
    cite("NUT-NP-14")
    weapon = targets.weapon_of(stand)
    if weapon is None or targets.unfit(scene, stand) is not None:
        return False
    gunner = shooting.gunner_of(scene, FireOrder(stand=stand.id, weapon=stand.in_hand))
    stands = cast(ClashState, scene.state).stands
    enemies = [stands[name] for name in shooters if name in stands]
    able = [e for e in enemies if targets.refusal(scene, stand, weapon, e) is None]
    return any(np_targets.hits_surely(scene, gunner, enemy) for enemy in able)
