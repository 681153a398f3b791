"""Building blocks of the file models: bounded texts, numbers, names and plain values."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,47}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Word = Annotated[str, StringConstraints(max_length=60)]
Line = Annotated[str, StringConstraints(max_length=400)]
Text = Annotated[str, StringConstraints(max_length=6000)]
Inches = Annotated[float, Field(ge=-1.0, le=1000.0)]
Size = Annotated[float, Field(gt=0.0, le=1000.0)]
Points = Annotated[float, Field(ge=-1000.0, le=1000.0)]
Count = Annotated[int, Field(ge=1, le=60)]
TurnNumber = Annotated[int, Field(ge=1, le=60)]
Plain = bool | int | float | Line
Deep = Annotated[list[Plain] | Plain, Field(union_mode="left_to_right")]
Value = Annotated[list[Deep] | Plain, Field(union_mode="left_to_right")]
"""What a ruleset's field may hold: a plain value, a list of them, or a list of lists (points)."""
Fields = Annotated[dict[Id, Value], Field(max_length=40)]
PointForm = Annotated[list[Inches], Field(min_length=2, max_length=2)]
PolygonForm = Annotated[list[PointForm], Field(min_length=3, max_length=400)]
LineForm = Annotated[list[PointForm], Field(min_length=2, max_length=200)]
TurnRange = Annotated[list[TurnNumber], Field(min_length=2, max_length=2)]
Ids = Annotated[list[Id], Field(max_length=200)]
SomeIds = Annotated[list[Id], Field(min_length=1, max_length=200)]
Words = Annotated[list[Word], Field(max_length=40)]


class Form(BaseModel):
    """Base of everything in a file: no unknown fields, no guessing of types, only finite numbers."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)
