"""What a scenario may say of a stand, a group and a side: the pydantic models of a unit entry."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargame.rulesets.force import UnitForm

Quality = Literal["green", "average", "veteran", "elite"]
Count = Annotated[int, Field(ge=-1, le=100)]


class ForceLine(UnitForm):
    """Fields of a stand. `pv` and `move` replace ratings of its line; the others say how it begins."""

    quality: Quality | None = None
    pv: Annotated[int, Field(ge=0, le=1000)] | None = None
    move: Annotated[int, Field(ge=0, le=80)] | None = None
    missiles: Count | None = None
    sams: Count | None = None
    rockets: Count | None = None
    rounds: Count | None = None
    icm: Count | None = None
    guided: Count | None = None
    high: bool | None = None
    worth: Annotated[float, Field(ge=0, le=20)] | None = None
    """Points that its loss scores where the scenario counts stands."""


class GroupLine(UnitForm):
    """Fields of a unit. kind: special troops (marine, airborne …); cohesive False: separate stands, no unit;
    first_battle: one quality lower (campaigns)."""

    quality: Quality | None = None
    kind: str = "*"
    held: bool = False
    cohesive: bool = True
    integral_fo: bool = True
    first_battle: bool = False
    muster: bool = False
    points: Annotated[int, Field(ge=0, le=20000)] = 0
    """Points that its player may spend on units, where the group is mustered."""


class SideLine(UnitForm):
    """Fields of a side. edge: where its guns stand behind; depth_km: how far behind."""

    quality: Quality | None = None
    edge: Literal["left", "right", "bottom", "top"] | None = None
    depth_km: Annotated[float, Field(ge=0, le=50)] | None = None
