"""What sets off reactions of vehicles and their crews: causes for the queue of a chain. Rules: NUT-CHAIN-02, -15."""

from __future__ import annotations

from dataclasses import dataclass

from wargame.rulesets.clash_of_titans.causes import Incoming, VehicleCause

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clanked(VehicleCause):
    """An AFV was struck without being penetrated, or survived a close assault. Rules: NUT-CLNK-01 to -06."""

    vehicle: str
    attacker: str
    """Empty: nobody that can be answered."""
    pierceable: bool = False
    """The weapon could penetrate the facing it struck."""
    by_foot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(VehicleCause):
    """An AFV was missed by a weapon that could penetrate it, or warned by a friend's destruction. Rule: NUT-VEH-08."""

    vehicle: str
    attacker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BailOut(VehicleCause):
    """The men of a lost or abandoned vehicle get out, after they have recovered. Rules: NUT-PEN-04, NUT-CREW-06."""

    vehicle: str
    enemies: tuple[str, ...] = ()
    wreck: bool = True
    """The vehicle itself is lost; False: it was only abandoned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderLost(VehicleCause):
    """The crew has lost its commander. Rule: NUT-CREW-05."""

    vehicle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverTested(VehicleCause):
    """A softskin was shot at: its driver tests for vehicle and riders. Rule: NUT-VEH-09."""

    vehicle: str
    incoming: tuple[Incoming, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assaulted(VehicleCause):
    """Men charge an AFV and have come near: it answers before they touch it. Rule: NUT-VINF-06."""

    vehicle: str
    attackers: tuple[str, ...]
