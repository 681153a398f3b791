"""What a scenario may say of a stand, a group and a side: the pydantic models of a unit entry.

Rules: CFV-GEN-14, -15.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargame.rulesets.force import UnitForm

Quality = Literal["reservist", "green", "veteran", "elite"]
Armour = Literal["soft", "light", "tank", "heavy", "superheavy"]
Penetrates = Literal["none", "soft", "light", "tank", "heavy", "superheavy"]
Category = Literal["teeth_arm", "support", "aa", "reconnaissance", "hq", "transport"]
Inches = Annotated[float, Field(ge=0, le=500)]
Dice = Annotated[int, Field(ge=0, le=12)]
Turn = Annotated[int, Field(ge=0, le=100)]


class ForceLine(UnitForm):
    """Fields of a stand. The first part replaces ratings of its unit line, the second says how it begins."""

    category: Category | None = None
    armour_class: Armour | None = None
    obsolete: bool | None = None
    fearsome: bool | None = None
    quality: Quality | None = None
    move: Inches | None = None
    road: Inches | None = None
    arc: Annotated[int, Field(ge=0, le=360)] | None = None
    range_soft: Inches | None = None
    range_armour: Inches | None = None
    dice_soft: Dice | None = None
    dice_armour: Dice | None = None
    penetrates: Penetrates | None = None
    burst: Inches | None = None
    indirect_range: Inches | None = None
    out_of_ammo: Annotated[int, Field(ge=0, le=100)] | None = None
    aa_points: Dice | None = None
    aa_range: Inches | None = None
    capacity: Dice | None = None
    tentacle: bool | None = None
    strong: bool | None = None

    limbered: bool | None = None
    tow: Literal["", "truck", "half_track", "horse_drawn", "track_slow"] | None = None
    rounds: Annotated[int, Field(ge=0, le=100)] | None = None
    programmed: bool | None = None
    plot_turns: tuple[Turn, Turn] | None = None
    serves: tuple[str, ...] | None = None
    observer: bool | None = None
    arrives_turn: Turn | None = None
    leaves_turn: Turn | None = None
    attacks_left: Dice | None = None


class GroupLine(UnitForm):
    """Fields of a group: `fanaticism` is a number or a name of table fanaticism."""

    quality: Quality | None = None
    fanaticism: int | str = 0
    objective: str = ""
    attacker: bool | None = None
    held: bool = False


class SideLine(UnitForm):
    """Fields of a side: `edge` is where its guns and reserves stand behind."""

    quality: Quality | None = None
    fanaticism: int | str = 0
    edge: Literal["left", "right", "bottom", "top"] | None = None
