"""Answers of players, and refusals.

An order is plain data: stands and weapons by id, places by coordinates in inches, facings in degrees.
"""

from __future__ import annotations

import msgspec

Point = tuple[float, float]


class Order(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all answers."""

    @property
    def kind(self) -> str:
        """The word that `Command.orders` uses for it."""
        return type(self).__name__.lower()

    @property
    def is_done(self) -> bool:
        """True for "I am done here"."""
        return False


class Move(Order, frozen=True, kw_only=True):
    """Move one stand along a path. `path` does not repeat the start; an empty path is a turn in place."""

    stand: str
    path: tuple[Point, ...]
    facing_deg: float | None = None
    """Final facing; None: along the last leg."""
    mode: str = ""
    """One of the ruleset's ways of moving; empty: the ordinary one."""
    assault: str | None = None
    """Enemy that the move ends in an assault on, where the rulebook joins the two."""


class Shot(msgspec.Struct, frozen=True):
    """One target of a Fire order, with the number of shots allotted to it."""

    target: str
    shots: int = 1


class Fire(Order, frozen=True, kw_only=True):
    """Fire a weapon at stands, or at a place."""

    stand: str
    weapon: str = ""
    targets: tuple[Shot, ...] = ()
    at: Point | None = None
    facing_deg: float | None = None
    """Facing to turn to first, where the rulebook allows it; None: the least turn that bears."""
    mode: str = ""


class Assault(Order, frozen=True, kw_only=True):
    """Close assault; `stand` leads and rolls, `supports` help."""

    stand: str
    target: str
    supports: tuple[str, ...] = ()


class Act(Order, frozen=True, kw_only=True):
    """Anything else that the ruleset offers a stand or group: load, dig in, clear mines …"""

    stand: str
    act: str
    target: str | None = None
    at: Point | None = None


class Wait(Order, frozen=True, kw_only=True):
    """Do nothing with this stand, and do not be asked again for it."""

    stand: str


class Done(Order, frozen=True, kw_only=True):
    """No (further) order."""

    @property
    def is_done(self) -> bool:
        """Always."""
        return True


class Chosen(Order, frozen=True, kw_only=True):
    """Answers a Choose."""

    option: str


class Picked(Order, frozen=True, kw_only=True):
    """Answers a Pick: item id and how many of it."""

    items: tuple[tuple[str, int], ...] = ()


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """Where one thing goes."""

    thing: str
    x: float
    y: float
    facing_deg: float | None = None
    x2: float | None = None
    y2: float | None = None
    choices: tuple[tuple[str, str], ...] = ()

    def choice(self, name: str, default: str = "") -> str:
        """The answer to one of the thing's questions."""
        return dict(self.choices).get(name, default)


class Placed(Order, frozen=True, kw_only=True):
    """Answers a Place."""

    placements: tuple[Placement, ...] = ()


class Confirmed(Order, frozen=True, kw_only=True):
    """Answers a Confirm."""

    yes: bool


class Concede(Order, frozen=True, kw_only=True):
    """Give the battle up; every request of one's own may be answered so."""


AnyOrder = Move | Fire | Assault | Act | Wait | Done | Chosen | Picked | Placed | Confirmed | Concede


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why an order was not carried out; the state is untouched.

    `kind`: malformed (not an answer to this request), illegal (against a rule now), ambiguous, fault.
    """

    text: str
    """What, why, what next."""
    rules: tuple[str, ...] = ()
    kind: str = "illegal"
    at: Point | None = None
    """The place it is about (the last legal point of a path, the blocking point of a line)."""
    about: str | None = None
    """The stand or feature it is about."""
