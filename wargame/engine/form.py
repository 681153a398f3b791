"""The form of orders: is this an answer to that request at all? And the counts that conditions ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from wargame.engine import knowledge
from wargame.engine.events import AnyEvent
from wargame.engine.orders import (
    Act,
    AnyOrder,
    Assault,
    Chosen,
    Concede,
    Confirmed,
    Done,
    Fire,
    Move,
    Picked,
    Placed,
    Refusal,
    Wait,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Pick, Place
from wargame.engine.state import State

MOST_POINTS = 400
"""Corners that a path may have."""


def check(state: State, request: AnyRequest, order: AnyOrder) -> Refusal | None:
    """Why the order is no answer to this request whatever the rulebook says, or None."""
    if isinstance(order, Concede):
        return None
    if isinstance(request, Command):
        return _command(state, request, order)
    if isinstance(request, Choose):
        return _choose(request, order)
    if isinstance(request, Pick):
        return _pick(request, order)
    if isinstance(request, Place):
        return _place(request, order)
    return None if isinstance(order, Confirmed) else _no("Answer yes or no.")


def with_true_names(state: State, side: str, order: AnyOrder) -> AnyOrder:
    """The order with the aliases of contacts replaced by true ids."""
    names = knowledge.aliases(state, side)
    if not names:
        return order
    return msgspec.convert(_renamed(msgspec.to_builtins(order), names), type(order))


def count_event(state: State, event: AnyEvent) -> None:
    """Keep the counts that `event` conditions read: by kind alone, and by kind and stand, group or side."""
    if event.seen_by is not None:
        return
    kind = type(event).__name__
    whos = {""} | {
        str(getattr(event, name)) for name in ("stand", "group", "side", "objective") if hasattr(event, name)
    }
    for who in whos:
        key = f"{kind}:{who}"
        state.counts[key] = state.counts.get(key, 0) + 1


def _no(text: str, about: str | None = None) -> Refusal:
    return Refusal(text=text, kind="malformed", about=about)


def _command(state: State, request: Command, order: AnyOrder) -> Refusal | None:
    if isinstance(order, Done):
        return None if request.may_be_done else _no("An order has to be given here.")
    if not isinstance(order, Move | Fire | Assault | Act | Wait):
        return _no("Give an order to one of your stands, or say that you are done.")
    if order.kind not in request.orders:
        return _no(f"A {order.kind} order cannot be given here; possible: {', '.join(request.orders)}.")
    if order.stand not in request.subjects:
        return _no(f"{_name(state, order.stand)} cannot be given an order now.", order.stand)
    if isinstance(order, Move):
        return _path(order)
    if isinstance(order, Fire):
        return _numbers([*(order.at or ()), order.facing_deg]) or _shots(order)
    if isinstance(order, Act):
        return _numbers(order.at or ())
    if isinstance(order, Assault) and len({order.stand, *order.supports}) <= len(order.supports):
        return _no("A stand is named twice in the assault.")
    return None


def _shots(order: Fire) -> Refusal | None:
    if len({shot.target for shot in order.targets}) < len(order.targets):
        return _no("A target is named twice; allot it all its shots at once.")
    if any(shot.shots < 1 for shot in order.targets):
        return _no("Each target gets one shot or more.")
    return None


def _path(order: Move) -> Refusal | None:
    if len(order.path) > MOST_POINTS:
        return _no(f"A path may have {MOST_POINTS} corners at most, this one has {len(order.path)}.")
    return _numbers([*(v for point in order.path for v in point), order.facing_deg])


def _numbers(values: Sequence[float | None]) -> Refusal | None:
    if all(v is None or abs(v) < 1e5 for v in values):
        return None
    return _no("A place or facing in the order is not a number of inches or degrees.")


def _choose(request: Choose, order: AnyOrder) -> Refusal | None:
    if not isinstance(order, Chosen):
        return _no("Choose one of the answers.")
    if order.option not in {option.id for option in request.options}:
        return _no(f"{order.option!r} is none of the answers: {', '.join(o.id for o in request.options)}.")
    return None


def _pick(request: Pick, order: AnyOrder) -> Refusal | None:
    if not isinstance(order, Picked):
        return _no("Pick some of the things that are offered.")
    items = {item.id: item for item in request.items}
    picked = dict(order.items)
    if len(picked) != len(order.items) or not set(picked) <= set(items):
        return _no("The pick names something twice, or something that is not offered.")
    for name, count in picked.items():
        if not 1 <= count <= items[name].most:
            return _no(f"{items[name].text}: 1 to {items[name].most}, not {count}.")
    return _pick_limits(request, picked, items)


def _pick_limits(request: Pick, picked: dict[str, int], items: dict[str, Any]) -> Refusal | None:
    total = sum(picked.values())
    if total < request.at_least:
        return _no(f"Pick at least {request.at_least}; {total} are picked.")
    if request.at_most is not None and total > request.at_most:
        return _no(f"Pick at most {request.at_most}; {total} are picked.")
    cost = sum(items[name].cost * count for name, count in picked.items())
    if request.cost_at_most is not None and cost > request.cost_at_most + 1e-9:
        return _no(f"The pick costs {cost:g}, {request.cost_at_most:g} may be spent.")
    for kind, most in request.kind_limits:
        count = sum(n for name, n in picked.items() if items[name].kind == kind)
        if count > most:
            return _no(f"{kind}: {most} at most, {count} are picked.")
    return None


def _place(request: Place, order: AnyOrder) -> Refusal | None:
    if not isinstance(order, Placed):
        return _no("Give the things their places.")
    things = {thing.id: thing for thing in request.things}
    names = [p.thing for p in order.placements]
    if len(set(names)) != len(names) or not set(names) <= set(things):
        return _no("A place is given twice, or for something that is not to be placed.")
    missing = [t.text for t in request.things if t.must and t.id not in names]
    if missing:
        return _no(f"Still to be placed: {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}.")
    if len(names) < request.at_least or (request.at_most is not None and len(names) > request.at_most):
        return _no(f"Place {request.at_least} to {request.at_most} of these; {len(names)} are placed.")
    for p in order.placements:
        wrong = _numbers([p.x, p.y, p.facing_deg, p.x2, p.y2])
        allowed = {name: answers for name, answers, _ in things[p.thing].choices}
        if any(name not in allowed or value not in allowed[name] for name, value in p.choices):
            wrong = _no(f"{things[p.thing].text}: an answer that is not offered.", p.thing)
        if wrong is not None:
            return wrong
    return None


def _name(state: State, stand: str) -> str:
    found = state.stands.get(stand) or state.groups.get(stand)
    return found.name if found else repr(stand)


def _renamed(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, list | tuple):
        return [_renamed(item, names) for item in data]
    if isinstance(data, dict):
        return {key: value if key == "type" else _renamed(value, names) for key, value in data.items()}
    return data
