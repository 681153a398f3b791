# ruff: noqa: RUF012 - pydantic copies the defaults of its fields
"""What a trigger does, as it stands in a file: `then = [ { do = "say", text = "…" } ]`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from wargame.engine.setup import Effect
from wargame.scenario.forms import Fields, Form, Id, Line, Points, PolygonForm, Size, SomeIds, Word


class SayForm(Form):
    """Words for the log."""

    do: Literal["say"]
    text: Line


class VisibilityForm(Form):
    """How far one sees from now on."""

    do: Literal["visibility"]
    inches: Size
    text: Line = ""


class WeatherForm(Form):
    """The weather from now on."""

    do: Literal["weather"]
    weather: Word
    text: Line = ""


class GroupsEffectForm(Form):
    """Groups that are held, released or sent to the table."""

    do: Literal["hold", "release", "arrive"]
    groups: SomeIds
    text: Line = ""


class ScoreEffectForm(Form):
    """Points, given or (below 0) taken."""

    do: Literal["score"]
    side: Id
    points: Points
    text: Line


class AlterForm(Form):
    """Facts of a feature of the map that are different from now on."""

    do: Literal["alter"]
    feature: Id
    fields: Annotated[Fields, Field(min_length=1)]
    text: Line = ""


class RemoveForm(Form):
    """A feature of the map that is gone from now on."""

    do: Literal["remove"]
    feature: Id
    text: Line = ""


class AreaEffectForm(Form):
    """A new area."""

    do: Literal["area"]
    id: Id
    kind: Word
    owner: Id
    polygon: PolygonForm
    name: Line = ""
    hidden: bool = False
    data: Fields = {}
    text: Line = ""


EffectForm = Annotated[
    SayForm
    | VisibilityForm
    | WeatherForm
    | GroupsEffectForm
    | ScoreEffectForm
    | AlterForm
    | RemoveForm
    | AreaEffectForm,
    Field(discriminator="do"),
]


GroundForm = Annotated[AlterForm | RemoveForm, Field(discriminator="do")]
"""Effects that change the ground."""


def change_of(form: AlterForm | RemoveForm) -> dict[str, Any]:
    """A change of the ground as plain data."""
    if isinstance(form, RemoveForm):
        return {"change": "remove_feature", "id": form.feature}
    return {"change": "alter_feature", "id": form.feature, "props": list(form.fields.items())}


def build(form: Any) -> Effect:
    """The engine's effect for a checked form."""
    if isinstance(form, AlterForm | RemoveForm):
        return Effect(kind="ground", data=_with_text(form, {"changes": [change_of(form)]}))
    data = form.model_dump(exclude={"do", "text"})
    if isinstance(form, AreaEffectForm):
        data["known_to"] = [form.owner] if data.pop("hidden") else None
    return Effect(kind=form.do, data=_with_text(form, data))


def _with_text(form: Any, data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "text": form.text} if form.text else data
