"""Small facts that the state of a battle holds: melees, fires, smoke, who tested for whom, the mission."""

from __future__ import annotations

import msgspec

from wargame.engine.state import Plain

Point = tuple[float, float]


class NpTask(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a procedure gives a non-player figure, or several of them, to do."""

    do: str
    """move, fast, volley, charge, grenade, duck, retire, leave, rally, act, prone or face."""
    stands: tuple[str, ...]
    path: tuple[Point, ...] = ()
    """Where to: the way without its start; what to face."""
    word: str = ""
    """The act, or whom."""


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """A hand-to-hand fight that is not decided: who fights whom, and how many rounds were fought."""

    id: str
    stands: tuple[str, ...]
    rounds: int = 0
    since_turn: int = 0
    bonus: tuple[tuple[str, int], ...] = ()
    """Extra dice of the next round (a failed attempt to break off)."""


class Pair(msgspec.Struct, frozen=True):
    """In this activation `watcher` has tested In Sight for `mover` (NUT-SIGHT-14)."""

    watcher: str
    mover: str


class Fire(msgspec.Struct, frozen=True, kw_only=True):
    """Something that burns: where, since when. `feature` names the building area or wreck."""

    id: str
    x: float
    y: float
    since_turn: int
    feature: str = ""
    """"building:area" of a burning area; empty: crops or woods."""
    floor: int = 0
    until_turn: int = 0


class Cloud(msgspec.Struct, frozen=True, kw_only=True):
    """Smoke that ages: change id of the ground and the last turn at whose end it is still there."""

    id: str
    until_turn: int


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """Mission values (owner: missions.py, campaign.py)."""

    eal: int = 0
    sl: int = 0
    mission: str = ""
    player: str = ""
    """The side of the player, whose Support Level `sl` is."""
    enemy: str = ""
    """The other, whose Activity Level `eal` is."""
    troops: tuple[tuple[str, str], ...] = ()
    """Kind of troops of each side."""
    quality: tuple[tuple[str, str], ...] = ()
    """Quality of each side's own squads."""
    data: tuple[tuple[str, Plain], ...] = ()
