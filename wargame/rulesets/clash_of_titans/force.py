"""What a scenario may say of a stand, a group and a side: the pydantic models of a unit entry. Rule: NUT-CHAR-01."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Rep = Annotated[int, Field(ge=1, le=6)]
Inches = Annotated[float, Field(ge=0, le=500)]
Rating = Annotated[int, Field(ge=0, le=20)]
Count = Annotated[int, Field(ge=0, le=100)]
ClassWord = Literal["regular", "assault", "engineer", "airborne", "militia", "penal", "crew"]
Edge = Literal["left", "right", "bottom", "top"]
Round = Literal["", "AP", "HE"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ForceLine(_Form):
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


class GroupLine(_Form):
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


class SideLine(_Form):
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


def read(form: type[_Form], fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields that were given, checked. Raises ValueError with place, finding and nearest name."""
    try:
        found = form.model_validate(dict(fields))
    except ValidationError as error:
        raise ValueError(f"{where}: {_first_fault(form, error)}") from None
    return {name: value for name, value in found.model_dump(exclude_unset=True).items() if value is not None}


def _first_fault(form: type[_Form], error: ValidationError) -> str:
    fault = error.errors()[0]
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, list(form.model_fields), 1, 0.0)
        return f"unknown field {name!r}; nearest: {near[0]!r}"
    return f"{name}: {fault['msg']}, found {fault['input']!r}"
