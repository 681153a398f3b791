"""Small battles with a non-player group about to act: the battle waits while the tests look at its plan."""

from __future__ import annotations

from typing import Any

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import Unit, squad
from wargame.board import Feature
from wargame.engine.battle import Battle
from wargame.rulesets.clash_of_titans import np_control, np_draft, np_situation
from wargame.rulesets.clash_of_titans.np_draft import Draft


def battle_of(*units: Unit, order: str = "ATTACK", dice: tuple[int, ...] = (), **more: Any) -> Battle:
    """A battle of these units; all reds are run by the rules, with this order, and know whom they see."""
    battle = build.battle_of(*units, **more)
    state = build.state(battle)
    for found in state.groups.values():
        if found.side == "red":
            found.np, found.intention = True, order
    np_situation.look(battle, "red")
    return build.with_dice(battle, *dice)


def draft(battle: Battle, group: str = "red-1") -> Draft:
    """An empty plan of a group as it stands."""
    found = build.group(battle, group)
    return np_draft.draft_of(battle, group, np_situation.read(battle, group), np_control.goal_of(battle, found))


def tasks(battle: Battle, group: str = "red-1") -> list[tuple[str, tuple[str, ...]]]:
    """What a group has to do: kind and stands."""
    return [(task.do, task.stands) for task in build.group(battle, group).tasks]


def moves(found: Draft) -> dict[str, tuple[float, float]]:
    """Who is to move where."""
    return {task.stands[0]: task.path[-1] for task in found.tasks if task.do == "move"}


def in_cover(*at: float, id: str = "cover") -> Feature:
    """A stretch of rubble."""
    return build.area(id, "rubble", *at)


def reds(x: float, y: float, men: int = 4, **fields: Any) -> list[Unit]:
    """The squad that the rules run: red-1-1, its leader, and so on upwards."""
    return squad("red", "red-1", x, y, men, **fields)


def blues(x: float, y: float, men: int = 4, **fields: Any) -> list[Unit]:
    """The enemy: blue-1-1, his leader, and so on upwards."""
    return squad("blue", "blue-1", x, y, men, **fields)
