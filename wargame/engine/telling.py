"""How a rulebook tells its events: a reader per kind of event names rows of its words.toml and what fills them in.

The rows hold `text`, `head` and `topic` (see `Telling`). A text has `{fields}` and verbs in two forms, as in
`{stand} [fires|fire]`: the second is for a name of many. What is told is the first row that exists; a row without text
tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from wargame.engine.events import AnyEvent, StandMoved
from wargame.engine.ruleset import Scene, Telling
from wargame.engine.state import Stand

Row = tuple[tuple[str, ...], dict[str, Any]]
"""Keys of words.toml, the first that exists tells, and what fills it in."""
Reader = Callable[[Scene, Any], Row]
WordsFile = Mapping[str, Any]
_SINGULAR = frozenset({"abrams", "corps", "headquarters"})
"""Last words of names that end in s and still name one thing."""
_FIELD_OR_VERB = re.compile(r"\{(\w+)\}|\[([^|\]]*)\|([^\]]*)\]")
_NOT_THE_NAME = re.compile(r" in | on | of | over | with |,| \(")


class _Filled(dict[str, Any]):
    """Fields of a text; what is missing stays empty."""

    def __missing__(self, key: str) -> str:
        return ""


def told(
    scene: Scene,
    event: AnyEvent,
    readers: Mapping[type[Any], Reader],
    rows: WordsFile,
    *,
    result: Callable[[str], str],
    good: Mapping[str, bool | None] | None = None,
) -> Telling | None:
    """How an event is told; None: not told. `result` words an outcome, `good` says which outcomes please the roller."""
    reader = readers.get(type(event))
    if reader is None:
        return None
    keys, fields = reader(scene, event)
    row = next((rows[key] for key in keys if key in rows), None)
    if row is None or not row["text"]:
        return None
    outcome = getattr(event, "outcome", "")
    return Telling(
        text=filled(str(row["text"]), fields),
        head=bool(row.get("head", False)),
        topic=row.get("topic", "all"),
        about=tuple(dict.fromkeys(name for name in _about(event) if name)),
        need=getattr(event, "needed", ""),
        result=result(outcome),
        good=(good or {}).get(outcome),
    )


def row_result(rows: WordsFile, outcome: str) -> str:
    """The words of an outcome: its row `result_…`, else the outcome itself as words."""
    row = rows.get(f"result_{outcome}")
    return str(row["text"]) if row else outcome.replace("_", " ")


def filled(text: str, fields: Mapping[str, Any]) -> str:
    """The text with its fields filled in and each verb in the form that agrees with the field before it."""
    parts: list[str] = []
    done, subject = 0, ""
    for found in _FIELD_OR_VERB.finditer(text):
        field, one, many = found.groups()
        subject = str(fields.get(field, "")) if field else subject
        parts += [text[done : found.start()], found.group() if field else many if is_plural(subject) else one]
        done = found.end()
    return "".join((*parts, text[done:])).format_map(_Filled(fields))


def is_plural(name: str) -> bool:
    """Does a name speak of many, as `82 mm mortars` or `M-31 rockets on rails` do?"""
    bare = _NOT_THE_NAME.split(name)[0].rstrip(" 0123456789")
    last = bare.split()[-1] if bare.split() else ""
    return last.endswith("s") and not last.endswith("ss") and last.lower() not in _SINGULAR


def _about(event: AnyEvent) -> tuple[str, ...]:
    said = [getattr(event, name, None) for name in ("stand", "who", "by", "group")]
    return (*(s for s in said if isinstance(s, str)), *getattr(event, "targets", ()), *getattr(event, "about", ()))


def name_of(scene: Scene, name: str) -> str:
    """The name of a stand (with its group's where others bear it too), group, side or objective; else the id itself."""
    state = scene.state
    stand = state.stands.get(name)
    if stand is not None:
        return _told_apart(scene, stand)
    found = state.groups.get(name) or state.sides.get(name) or state.objectives.get(name)
    if found is not None:
        return found.name
    return next((row.name for g in scene.setup.groups for row in g.stands if row.id == name), name)


def _told_apart(scene: Scene, stand: Stand) -> str:
    state = scene.state
    if not any(s.name == stand.name and s.id != stand.id for s in state.stands.values()):
        return stand.name
    group = state.groups.get(stand.group)
    return stand.name if group is None else f"{stand.name} ({group.name.split(' (')[0].split(' / ')[0]})"


def names_of(scene: Scene, names: Sequence[str]) -> str:
    """Names one after another, with commas."""
    return ", ".join(name_of(scene, name) for name in names)


def one_move(last: AnyEvent | None, event: AnyEvent) -> StandMoved | None:
    """Two pieces of a move, the second where the first ended, as the one move that they are; None: they are not."""
    if not (isinstance(last, StandMoved) and isinstance(event, StandMoved)):
        return None
    if (last.stand, last.mode) != (event.stand, event.mode) or not (last.path and event.path):
        return None
    if last.path[-1] != event.path[0]:
        return None
    rules = tuple(dict.fromkeys((*last.rules, *event.rules)))
    path = (*last.path, *event.path[1:])
    return msgspec.structs.replace(last, path=path, inches=last.inches + event.inches, rules=rules)
