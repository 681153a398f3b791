"""Aircraft: roles, dogfights, attacks through the umbrella. Rules: CFV-AIR-01 to -37.

The steps of the turn, and what checks, samples, cards and computers ask. Each part has a file of its own: `air_roles`,
`dogfight`, `air_defence`, `air_targets`, `air_attack`, `air_odds`, `sorties`.
"""

from __future__ import annotations

from wargame.engine.dice import Chance
from wargame.engine.orders import Fire, Order, Picked, Refusal
from wargame.engine.requests import AnyRequest, Command, Pick
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import air_roles, air_targets
from wargame.rulesets.fascist_vipers.air_attack import PURPOSE, air_attacks
from wargame.rulesets.fascist_vipers.air_odds import appraise_air, legal_attacks, weapons
from wargame.rulesets.fascist_vipers.air_roles import choose_roles, sample_roles
from wargame.rulesets.fascist_vipers.air_targets import check_air
from wargame.rulesets.fascist_vipers.dogfight import dogfights

__all__ = [
    "PURPOSE",
    "air_attacks",
    "appraise_air",
    "check",
    "check_air",
    "choose_roles",
    "dogfights",
    "legal_attacks",
    "sample_roles",
    "samples",
    "weapons",
]


def check(scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
    """Why an answer to one of the questions of this chapter may not be given, or None."""
    if isinstance(request, Command) and request.purpose == PURPOSE and isinstance(order, Fire):
        return air_targets.check_air(scene, order)
    return None


def samples(scene: Scene, request: AnyRequest, chance: Chance | None = None) -> list[Order]:
    """Answers to a Pick of this chapter: roles, and guns that take part."""
    if not isinstance(request, Pick):
        return []
    if request.purpose == air_roles.PURPOSE:
        return air_roles.sample_roles(request, chance or Chance(0))
    found: list[Order] = [request.suggestion] if isinstance(request.suggestion, Picked) else []
    found.append(Picked())
    if chance is not None:
        found.append(Picked(items=tuple((item.id, 1) for item in request.items if chance.die(2) == 1)))
    return found
