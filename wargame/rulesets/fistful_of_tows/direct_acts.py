"""What stands do in the Firing Phase besides direct fire: mortars, rockets, designating targets."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.appraisal import Appraisal
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.fistful_of_tows.state import FistStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def rows(scene: Scene, stand: FistStand) -> tuple[ActRow, ...]:
    """Acts that a stand can be ordered in the Firing Phase."""
    return ()


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act is not possible, or None."""
    return Refusal(text=f"There is no act {order.act!r}.", kind="malformed")


def carry_out(battle: Battle, order: Act) -> Generator[AnyRequest, Any, None]:
    """Does an act that has been found legal."""
    return
    yield


def orders(scene: Scene, stand: FistStand, act: str) -> list[Act]:
    """Legal orders of an act that needs a target."""
    return []


def appraise(scene: Scene, order: Act) -> Appraisal:
    """Chances of an act."""
    return Appraisal(outcomes=(), worth=0.0)
