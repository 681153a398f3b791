"""What a scenario may say of a stand, a group and a side: the pydantic models of a unit entry. Rule: NUT-CHAR-01."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargame.rulesets.force import UnitForm

Rep = Annotated[int, Field(ge=1, le=6)]
Inches = Annotated[float, Field(ge=0, le=500)]
Rating = Annotated[int, Field(ge=0, le=20)]
Count = Annotated[int, Field(ge=0, le=100)]
ClassWord = Literal["regular", "assault", "engineer", "airborne", "militia", "penal", "crew"]
Edge = Literal["left", "right", "bottom", "top"]
Round = Literal["", "AP", "HE"]


class ForceLine(UnitForm):
    """Fields of a stand: of a man, then of a vehicle, then of a gun."""

    rep: Rep | None = None
    class_: ClassWord | None = Field(default=None, alias="class")
    star: bool | None = None
    officer: bool | None = None
    nco: bool | None = None
    junior_nco: bool | None = None
    medic: bool | None = None
    radio: bool | None = None
    observer: bool | None = None
    attributes: tuple[str, ...] | None = None
    weapons: tuple[str, ...] | None = None
    """All that he carries, the first in hand."""
    also: tuple[str, ...] | None = None
    """Weapons besides those of his unit line: a satchel charge, a Panzerfaust."""
    rounds: dict[str, Count] | None = None
    """Counted weapons and how many there are of each."""
    reloads: Count | None = None
    bayonet: bool | None = None
    grenade: bool | None = None
    """He has a hand grenade, or has none; without a word it is diced for."""
    prone: bool | None = None
    dug_in: bool | None = None
    hidden: bool | None = None
    """Begins hidden, where the ground allows it."""
    mans: str | None = None
    """The gun he serves."""
    station: str | None = None
    floor: Annotated[int, Field(ge=0, le=10)] | None = None

    crew_rep: Rep | None = None
    crew: Annotated[int, Field(ge=0, le=20)] | None = None
    """Men of a vehicle or gun that are there at the start."""
    buttoned: bool | None = None
    loaded: Round | None = None
    immobilised: bool | None = None
    ar_front: Rating | None = None
    ar_side: Rating | None = None
    ar_top: Rating | None = None
    road_in: Inches | None = None
    off_in: Inches | None = None
    gun: str | None = None
    seats: Annotated[int, Field(ge=0, le=40)] | None = None


class GroupLine(UnitForm):
    """Fields of a group. `rep` is its men's where they have none of their own."""

    rep: Rep | None = None
    kind: str = ""
    class_: ClassWord | None = Field(default=None, alias="class")
    attributes: tuple[str, ...] = ()
    own_squad: bool = False
    held: bool = False
    np: bool = False
    intention: Literal["", "ATTACK", "HOLD", "PATROL", "WITHDRAW"] = ""
    hidden: bool | None = None
    dug_in: bool | None = None
    objective: tuple[float, float] | None = None
    muster: bool = False


class SideLine(UnitForm):
    """Fields of a side: its own edge, and what its men have in common."""

    edge: Edge | None = None
    rep: Rep | None = None
    class_: ClassWord | None = Field(default=None, alias="class")
    sl: Annotated[int, Field(ge=0, le=6)] | None = None
    """Support Level: this is the player's side."""
    eal: Annotated[int, Field(ge=0, le=6)] | None = None
    """Enemy Activity Level: this is the enemy's side."""
    troops: str | None = None
    """Kind of troops of lists.toml (line, guards, militia …) that its mustered and arriving squads are of."""
    quality: Literal["poor", "line", "elite"] | None = None
    """Of the player's own squad, man by man (table `squad_member_rep`)."""
