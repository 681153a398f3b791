"""What a scenario may say of a stand, a group and a side: the pydantic models of a unit entry."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargame.rulesets.force import UnitForm

Quality = Literal["elite", "battle_hardened", "replacement", "militia"]
Small = Annotated[int, Field(ge=0, le=24)]


class ForceLine(UnitForm):
    """Fields of a stand. The first part replaces figures of its unit line, the second says how it begins."""

    ap: Small | None = None
    ap_far: Small | None = None
    def_front: Small | None = None
    def_side: Small | None = None
    he_dice: Annotated[int, Field(ge=0, le=12)] | None = None
    arc_deg: Annotated[int, Field(ge=0, le=180)] | None = None

    hq: bool | None = None
    quality: Quality | None = None
    carries: tuple[str, ...] | None = None
    flame: bool | None = None
    assault_bonus: Annotated[int, Field(ge=-3, le=3)] | None = None
    mine_clearer: bool | None = None
    clearing_bonus: Annotated[int, Field(ge=0, le=5)] | None = None
    scatters: bool | None = None
    request: Literal["company", "battalion", "regiment", "division", "corps", "air"] | None = None
    serves: tuple[str, ...] | None = None
    sections: Annotated[int, Field(ge=1, le=12)] | None = None
    counter_battery: bool | None = None
    rounds: Annotated[int, Field(ge=0, le=99)] | None = None


class GroupLine(UnitForm):
    """Fields of a group. `nation` where it is not the side's (allies), `supports`: platoon that its machine guns
    support, `falls_back`: features that it falls back in a Command Phase when its morale has failed."""

    quality: Quality | None = None
    nation: str | None = None
    held: bool = False
    higher: bool = False
    exempt: bool = False
    supports: str = ""
    falls_back: Annotated[int, Field(ge=1, le=4)] = 1
    muster: bool = False


class SideLine(UnitForm):
    """Fields of a side: `edge` is its base line, `organisation` what it musters from."""

    quality: Quality | None = None
    edge: Literal["left", "right", "bottom", "top"] | None = None
    organisation: tuple[str, ...] = ()
    blocks: Annotated[int, Field(ge=1, le=4)] = 1
