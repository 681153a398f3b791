"""Historical imperative: rules and ratings that a scenario changes on purpose. Rules: CFV-SOFT-01, -02."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.events import Said, StandChanged
from wargame.engine.requests import AnyRequest, Confirm
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import Override
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Ratings, VipersStand, VipersState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def consent(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side reads the list and agrees before play. Rule: CFV-SOFT-02."""
    state = state_of(battle)
    asked = next((s for s in state.sides if battle.setup.overrides and s not in state.consented), None)
    if asked is None:
        return NEXT
    listed = "; ".join(f"{o.text} ({o.reason})" for o in battle.setup.overrides)
    order = yield Confirm(
        side=asked,
        purpose="consent",
        prompt=f"This battle changes the rules to match the record: {listed}. Agreed?",
        yes="Agreed",
        no="Not agreed",
        rules=(cite("CFV-SOFT-01"), cite("CFV-SOFT-02")),
    )
    state.consented += (asked,)
    words = "overrides_accepted" if order.yes else "overrides_protested"
    battle.happen(Said(key=words, side=asked, rules=(cite("CFV-SOFT-02"),)))
    return AGAIN


def of_this_turn(battle: Battle) -> None:
    """Logs and carries out every override whose period begins or ends with this turn. Rules: CFV-SOFT-01, -02."""
    turn = battle.state.turn
    for override in battle.setup.overrides:
        first, last = override.turns or (1, 10_000)
        if turn in (first, last + 1):
            _announce(battle, override, begins=turn == first)


def _announce(battle: Battle, override: Override, *, begins: bool) -> None:
    rules = (cite("CFV-SOFT-01"), cite("CFV-SOFT-02"))
    data = (("text", override.text), ("reason", override.reason))
    said = battle.happen(Said(key="override_begins" if begins else "override_ends", data=data, rules=rules))
    if override.field not in Ratings.__struct_fields__:
        return
    for stand in concerned(state_of(battle), override):
        value = override.value if begins else getattr(written(battle, stand), override.field)
        ratings = changed(stand.ratings, override.field, value)
        why = override.text
        battle.happen(StandChanged(stand=stand.id, changes=(("ratings", ratings),), why=why, rules=rules), said)


def concerned(state: VipersState, override: Override) -> Iterator[VipersStand]:
    """Stands that an override names, by id or by group; all if it names none."""
    for stand in state.stands.values():
        everybody = not override.stands and not override.groups
        if everybody or stand.id in override.stands or stand.group in override.groups:
            yield stand


def written(battle: Battle, stand: VipersStand) -> Ratings:
    """The ratings that the scenario wrote for a stand before any override."""
    from wargame.rulesets.fascist_vipers.setup import ratings_of

    group = battle.setup.group(stand.group)
    row = next(s for s in group.stands if s.id == stand.id)
    return ratings_of(battle.setup, group, row)


def changed(ratings: Ratings, field: str, value: Any) -> Ratings:
    """The ratings with one field replaced, checked by type. Raises msgspec.ValidationError."""
    plain = msgspec.to_builtins(ratings)
    plain[field] = value
    return msgspec.convert(plain, Ratings, strict=False)
