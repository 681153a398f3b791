"""Fighter roles, chosen unseen and shown together. Rules: CFV-AIR-01, -17, -26, -27, -36."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.dice import Chance
from wargame.engine.orders import Order, Picked
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.fascist_vipers import sorties
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "roles"


def choose_roles(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: both sides choose, then both choices are shown. Rules: CFV-AIR-01, -26."""
    state = state_of(battle)
    sorties.end_roles(battle)
    sorties.note_fighters(battle)
    chosen: list[tuple[str, str, str]] = []
    for side in (state.player_a, state.player_b):
        fighters = sorties.present(battle, side, sorties.FIGHTER)
        if fighters:
            order = yield role_request(battle, side, fighters)
            chosen += [_read(item) for item, _ in order.items]
    for fighter, role, escorted in chosen:
        sorties.set_role(battle, state.stands[fighter], role, escorted)
    return NEXT


def role_request(scene: Scene, side: str, fighters: list[VipersStand]) -> Pick:
    """Asks for one role at most for each fighter; without one it may strafe. Rules: CFV-AIR-01, -17, -36."""
    items = tuple(item for fighter in fighters for item in _items(scene, fighter))
    request = Pick(
        side=side,
        purpose=PURPOSE,
        prompt="Give each fighter one role for this turn; the enemy chooses unseen. A fighter without one may strafe.",
        items=items,
        kind_limits=tuple((fighter.id, 1) for fighter in fighters),
        rules=(cite("CFV-AIR-01"), cite("CFV-AIR-26")),
    )
    return msgspec.structs.replace(request, suggestion=_sensible(request))


def sample_roles(request: Pick, chance: Chance) -> list[Order]:
    """A few ways of giving roles."""
    samples: list[Order] = [_sensible(request)]
    for _ in range(3):
        picked = []
        for fighter, _ in request.kind_limits:
            mine = [item.id for item in request.items if item.kind == fighter]
            number = chance.index(len(mine) + 1)
            if number < len(mine):
                picked.append((mine[number], 1))
        samples.append(Picked(items=tuple(picked)))
    return samples


def _items(scene: Scene, fighter: VipersStand) -> list[Item]:
    found = [Item(id=f"{fighter.id}>{sorties.DOGFIGHT}", text=f"{fighter.name}: dogfight", kind=fighter.id)]
    if not sorties.may_cover_and_escort(scene, fighter.side):
        return found
    found.append(Item(id=f"{fighter.id}>{sorties.COVER}", text=f"{fighter.name}: cover", kind=fighter.id))
    for charge in sorties.present(scene, fighter.side, sorties.FIGHTER_BOMBER, sorties.BOMBER):
        cite("CFV-AIR-17")
        text = f"{fighter.name}: escort {charge.name}"
        found.append(Item(id=f"{fighter.id}>{sorties.ESCORT}:{charge.id}", text=text, kind=fighter.id))
    return found


def _read(item: str) -> tuple[str, str, str]:
    fighter, _, role = item.partition(">")
    name, _, escorted = role.partition(":")
    return fighter, name, escorted


def _sensible(request: Pick) -> Picked:
    """Escort what needs it, one fighter each; then cover and dogfight by turns."""
    taken: set[str] = set()
    picked: list[tuple[str, int]] = []
    for n, (fighter, _) in enumerate(request.kind_limits):
        mine = [item.id for item in request.items if item.kind == fighter]
        charges = [i for i in mine if _read(i)[1] == sorties.ESCORT and _read(i)[2] not in taken]
        if charges:
            taken.add(_read(charges[0])[2])
            picked.append((charges[0], 1))
        else:
            wanted = sorties.COVER if n % 2 == 0 else sorties.DOGFIGHT
            best = next((i for i in mine if _read(i)[1] == wanted), mine[0])
            picked.append((best, 1))
    return Picked(items=tuple(picked))
