"""Events about groups, so told that nobody learns of men he does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, GroupChanged
from wargame.rulesets.clash_of_titans.state import ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Changes = tuple[tuple[str, Any], ...]


def happen(
    battle: Battle,
    group: str,
    changes: Changes,
    why: str,
    rules: tuple[str, ...] = (),
    cause: Event | None = None,
    split_from: str = "",
    of: tuple[str, ...] = (),
) -> Event:
    """Change a group. Sides that know none of its men are told nothing, others nothing of men they do not know.

    `of`: the men it is about where the group is new; otherwise all of it.
    """
    state = cast(ClashState, battle.state)
    men = of or tuple(s.id for s in state.stands.values() if s.group == group and not s.gone)
    named = [value for _, value in changes if isinstance(value, str) and value in state.stands]
    hidden_names = {state.stands[n].name for n in (*men, *named) if knowledge.seen_by_for(state, n) is not None}
    side = state.groups[split_from or group].side
    knowing = [s for s in state.sides if s == side or any(state.known(s, man) != "unknown" for man in men)]
    full = [s for s in knowing if s == side or not _is_news(state, s, changes, named, hidden_names)]
    event = GroupChanged(group=group, changes=changes, why=why, rules=rules, split_from=split_from)
    if len(full) == len(state.sides):
        return cast(Event, battle.happen(event, cause=cause))
    instead = None
    if len(knowing) > len(full):
        kept = tuple(row for row in changes if not _tells(row, state, hidden_names))
        instead = GroupChanged(group=group, changes=kept, why=why, rules=rules, split_from=split_from)
    told = GroupChanged(
        group=group, changes=changes, why=why, rules=rules, split_from=split_from, seen_by=tuple(full), instead=instead
    )
    return cast(Event, battle.happen(told, cause=cause))


def _is_news(state: ClashState, side: str, changes: Changes, named: list[str], hidden_names: set[str]) -> bool:
    """Would the changes tell a side of somebody whom it does not know?"""
    if any(state.known(side, name) == "unknown" for name in named):
        return True
    return any(_speaks_of(value, hidden_names) for _, value in changes)


def _speaks_of(value: Any, names: set[str]) -> bool:
    return isinstance(value, str) and any(name in value for name in names)


def _tells(row: tuple[str, Any], state: ClashState, hidden_names: set[str]) -> bool:
    _, value = row
    return isinstance(value, str) and (value in state.stands or _speaks_of(value, hidden_names))
