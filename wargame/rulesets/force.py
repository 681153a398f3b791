"""What a scenario may say of a stand, a group and a side: the form that each rulebook fills with its own fields."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError


class UnitForm(BaseModel):
    """Fields with their types and limits; what is not named is not allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read(form: type[UnitForm], fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields that were given, checked. Raises ValueError with place, finding and nearest name."""
    try:
        found = form.model_validate(dict(fields))
    except ValidationError as error:
        raise ValueError(f"{where}: {_first_fault(form, error)}") from None
    return {name: value for name, value in found.model_dump(exclude_unset=True).items() if value is not None}


def _first_fault(form: type[UnitForm], error: ValidationError) -> str:
    fault = error.errors()[0]
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, list(form.model_fields), 1, 0.0)
        return f"unknown field {name!r}; nearest: {near[0]!r}"
    return f"{name}: {fault['msg']}, found {fault['input']!r}"
