"""What may be asked: five kinds of request, and nothing else between rules and players.

Requests are plain, frozen data. The ruleset makes one and yields it; the loop gives it its number, and the order
that answers it comes back from the `yield`.
"""

from __future__ import annotations

import msgspec

from wargame.engine.orders import AnyOrder

Point = tuple[float, float]


class Request(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What every request says, whatever its kind."""

    side: str
    """Who is asked."""
    purpose: str
    """The ruleset's word for the moment: "activate", "breakthrough", "surrender", "deploy" …"""
    prompt: str
    """The question as a person reads it."""
    number: int = 0
    rules: tuple[str, ...] = ()
    interrupt: str = ""
    """Kind of interrupt, empty for a side's own request; standing orders answer interrupts."""
    suggestion: AnyOrder | None = None
    """The answer that the rulebook itself, or plain sense, would give."""
    leader: str | None = None
    """Leader whose player answers, where several people play one side."""


class Command(Request, frozen=True, kw_only=True):
    """Asks for an order to one of `subjects` (stands or groups), or done."""

    subjects: tuple[str, ...]
    orders: tuple[str, ...] = ("move", "fire", "assault", "act", "wait")
    """Kinds of order that can answer it."""
    may_be_done: bool = True
    about: tuple[str, ...] = ()
    """Ids the moment is about (the mover that draws fire, the enemy overrun)."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a Choose."""

    id: str
    text: str
    consequence: str = ""


class Choose(Request, frozen=True, kw_only=True):
    """Asks for one of these options."""

    options: tuple[Option, ...]
    about: tuple[str, ...] = ()


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be picked; `most` times at most."""

    id: str
    text: str
    cost: float = 0.0
    most: int = 1
    kind: str = ""
    """Items of one kind may share a limit of their own (`Pick.kind_limits`)."""


class Pick(Request, frozen=True, kw_only=True):
    """Asks for some of these within limits; allotting is a Pick among pairs ("aircraft>mission")."""

    items: tuple[Item, ...]
    at_least: int = 0
    at_most: int | None = None
    cost_at_most: float | None = None
    kind_limits: tuple[tuple[str, int], ...] = ()
    """At most so many of a kind."""
    about: tuple[str, ...] = ()


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be placed: a point, a point and a facing, or a line of two points.

    `choices` are questions that go with it: (name, allowed answers, default).
    """

    id: str
    text: str
    form: str = "facing"
    """point, facing or line."""
    must: bool = True
    """False: it may be left out."""
    regions: tuple[tuple[Point, ...], ...] = ()
    """Polygons that it may stand in; none: anywhere on the table."""
    choices: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    radius_in: float = 0.0
    """Radius to draw round the point (a burst), if any."""


class Place(Request, frozen=True, kw_only=True):
    """Asks for a place for each of these things."""

    things: tuple[Thing, ...]
    at_least: int = 0
    at_most: int | None = None


class Confirm(Request, frozen=True, kw_only=True):
    """Asks yes or no."""

    yes: str = "Yes"
    no: str = "No"
    about: tuple[str, ...] = ()


AnyRequest = Command | Choose | Pick | Place | Confirm
