"""What sets reactions off: the causes that wait in the queue of a chain. Rules: NUT-CHAIN-01, -02.

A cause is a frozen value; `chain_table` says who handles its type. Chapters on vehicles, blasts and markers may have
causes of their own: a subclass of `Cause`, and a line in that table.

    Newcomers   an enemy is newly seen            in_sight        -> Volley, then Aftermath
    Volley      men fire together                 volley          -> Aftermath
    Aftermath   what it did                       received_fire   -> moves, next Volley, Broke, Newcomers
    Broke       men began to run                  man_down        -> moves, Broke, Newcomers
    ChargeMade  chargers run in                   charge          -> Newcomers, Volley, Aftermath, melee
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from wargame.engine.dice import Modifier
from wargame.engine.events import Event

Point = tuple[float, float]

VOLUNTARY = "voluntary"
RETURN_FIRE = "return_fire"
SNAP_FIRE = "snap_fire"
IN_SIGHT_FIRE = "in_sight_fire"
CHARGED_FIRE = "charged_fire"
"""Why a figure fires (`FireOrder.why`); all but the first are reaction shootings (NUT-CHAIN-09)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOrder:
    """One figure, gun or vehicle weapon of a volley.

    `targets` in number order with their To Hit dice; empty for a reaction whose dice its owner still has to allot
    among `candidates`. `modifiers` are changes to the Rep of the one who fires that its order brings (Snap Fire -1).
    """

    stand: str
    weapon: str = ""
    """Short name of the weapon; for a vehicle "main gun" or a word of table `mg_mounts`. Empty: the one in hand."""
    why: str = VOLUNTARY
    targets: tuple[tuple[str, int], ...] = ()
    candidates: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    """Of these the first that can be hit has to be number one; empty: the owner's choice among the candidates."""
    modifiers: tuple[Modifier, ...] = ()
    by: str = ""
    """Crewman who fires a gun or a vehicle's weapon."""
    at: Point | None = None
    """A spot instead of a target: area fire, HE at a point."""
    location: str = ""
    """hull or turret, where the gunner chooses."""
    round: str = ""
    """AP or HE."""
    floor: int = 0
    """Storey of the spot."""
    event: Event | None = None
    """The roll that ordered it; None: what the volley hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """The dice of one weapon at one target: what Received Fire asks for. Rules: NUT-RFIRE-01, NUT-OGUN-01."""

    shooter: str
    """Empty: nobody that can be answered (artillery, mines, a collapse; NUT-CHAIN-12)."""
    weapon: str = ""
    rank: int = 0
    """Outgunned rank."""
    origin: Point = (0.0, 0.0)
    apr: int = 0
    hit: bool = False
    from_afv: bool = False
    heavy: bool = False
    """A blast of 5 inches or more but no hand grenade, a flamethrower or an aircraft (NUT-OGUN-04)."""
    passes_less: int = 0
    """Passed dice taken off Received Fire (NUT-FLAM-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A man just lost to his friends: out of the fight, dead, or begun to run. Rules: NUT-DOWN-01, -03."""

    stand: str
    group: str
    side: str
    at: Point
    """Where it happened."""
    by: tuple[str, ...] = ()
    """Enemies whose fire or charge caused it (NUT-DOWN-09)."""
    near: tuple[str, ...] = ()
    """Friends within 4 inches and sight of it at that moment."""
    leader: bool = False
    """He led his group."""


@dataclass(slots=True)
class Toll:
    """What a volley, a blast or a round of melee did, gathered until its tests are taken (NUT-CHAIN-04)."""

    incoming: dict[str, list[Incoming]] = field(default_factory=dict)
    """By target, in the order of the dice."""
    knocked_down: list[str] = field(default_factory=list)
    """Those that owe Recover From Knock Down, in order; a figure once."""
    losses: list[Loss] = field(default_factory=list)
    killed_stars: list[str] = field(default_factory=list)
    """Stars just Obviously Dead, who may cheat death (NUT-CHAR-04)."""
    vehicles: list[Cause] = field(default_factory=list)
    """Tests that vehicles owe (NUT-CHAIN-15)."""
    melee: bool = False
    """It was hand-to-hand: no Received Fire comes of it."""
    event: Event | None = None
    """The first shot, burst or blow: what the log hangs its tests on."""

    def note(self, target: str, incoming: Incoming) -> None:
        """Remember that dice were allotted to a target."""
        self.incoming.setdefault(target, []).append(incoming)

    def knock_down(self, stand: str) -> None:
        """Remember that a figure owes one recovery, however often it was knocked down (NUT-DMG-02)."""
        if stand not in self.knocked_down:
            self.knocked_down.append(stand)

    @property
    def empty(self) -> bool:
        """Nothing that calls for a test."""
        return not (self.incoming or self.knocked_down or self.losses or self.killed_stars or self.vehicles)

    def enemies_of(self, stand: str) -> tuple[str, ...]:
        """Who shot at a figure, in order, each once."""
        return tuple(dict.fromkeys(i.shooter for i in self.incoming.get(stand, ()) if i.shooter))

    def was_hit(self, stand: str) -> bool:
        """Did anything hit it?"""
        return any(i.hit for i in self.incoming.get(stand, ())) or stand in self.knocked_down


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Something that calls for reactions. `event` is what the log hangs them on."""

    instant: ClassVar[int] = 9
    """Causes of the same instant join the queue in this order (NUT-CHAIN-02)."""
    event: Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley(Cause):
    """Figures fire together, as one test ordered them or their owner named them. Rules: NUT-CHAIN-03, -08, -13."""

    instant: ClassVar[int] = 0
    orders: tuple[FireOrder, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath(Cause):
    """A volley or blast has been rolled through to damage. Rules: NUT-CHAIN-04, -05, -15."""

    instant: ClassVar[int] = 1
    toll: Toll


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke(Cause):
    """Men have begun to run and have made their first move: a batch of losses of its own. Rule: NUT-CHAIN-17."""

    instant: ClassVar[int] = 2
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleCause(Cause):
    """A test that a vehicle owes; chapters on armour subclass it. Rule: NUT-CHAIN-15."""

    instant: ClassVar[int] = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomers(Cause):
    """Enemies are newly seen: `pairs` of (who sees, whom). Rules: NUT-SIGHT-01, -09, -10.

    surprise: they fire at once, as if they had passed 2d6 (NUT-SIGHT-13). charging: the newcomers are on a charge
    (NUT-CHRG-09).
    """

    instant: ClassVar[int] = 4
    pairs: tuple[tuple[str, str], ...]
    surprise: bool = False
    charging: bool = False

    @property
    def newcomers(self) -> tuple[str, ...]:
        """Who has come into view, each once."""
        return tuple(dict.fromkeys(mover for _, mover in self.pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMade(Cause):
    """Chargers come near: pairs of (charger, target). `from_behind`: chargers who started outside their target's front.

    Rules: NUT-CHRG-03, -06, -08.
    """

    instant: ClassVar[int] = 5
    pairs: tuple[tuple[str, str], ...]
    from_behind: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    """Chargers whom a target in a building did not see before they passed the opening (NUT-BLDG-08)."""
