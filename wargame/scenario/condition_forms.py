# ruff: noqa: RUF012 - pydantic copies the defaults of its fields
"""Conditions as they stand in a file: a table with one key, the kind of the condition.

`{ holds = { objective = "hill", side = "ussr" } }`, `{ all = [ … ] }`, `{ not = { … } }`; the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator

from wargame.engine import conditions as engine
from wargame.scenario.forms import Form, Id, Ids, Points, SomeIds, Word, Words

Share = Annotated[float, Field(gt=0.0, le=1.0)]
Least = Annotated[int, Field(ge=1, le=999)]
SomeWords = Annotated[list[Word], Field(min_length=1, max_length=20)]


class HoldsForm(Form):
    """`holds`: one objective, or all of several."""

    objective: Id | None = None
    objectives: Annotated[Ids, Field(min_length=1)] | None = None
    side: Id

    @model_validator(mode="after")
    def _one(self) -> HoldsForm:
        if (self.objective is None) == (self.objectives is None):
            raise ValueError("either objective or objectives")
        return self

    def named(self) -> tuple[str, ...]:
        """All objectives named."""
        return tuple(self.objectives or [self.objective or ""])


class ContestedForm(Form):
    """`contested`."""

    objective: Id


class LeadForm(Form):
    """`lead` and `score`."""

    side: Id
    at_least: Points


class StandsForm(Form):
    """`stands`: how many of a side are somewhere."""

    side: Id
    at_least: Least = 1
    zone: Id | None = None
    left_by: Word = ""
    classes: Words = []


class LostForm(Form):
    """`lost`: the share of a side's stands that is gone."""

    side: Id
    share: Share
    classes: Words = []
    groups: Ids = []


class GroupsForm(Form):
    """`groups`: how many groups are in a state that the ruleset names."""

    side: Id
    states: SomeWords
    at_least: Least = 1
    groups: Ids = []


class TurnForm(Form):
    """`turn`."""

    at_least: Annotated[int, Field(ge=0, le=60)] = 0
    at_most: Annotated[int, Field(ge=0, le=60)] | None = None


class ClockForm(Form):
    """`clock`: "13:30"."""

    at_least: Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$")]


class EventForm(Form):
    """`event`."""

    kind: Word
    who: Word = ""
    at_least: Least = 1


class AtLeastForm(Form):
    """`some`: at least so many of these hold."""

    of: Annotated[list[ConditionForm], Field(min_length=1, max_length=20)]
    at_least: Least


Several = Annotated["list[ConditionForm]", Field(min_length=1, max_length=20)]


class ConditionForm(Form):
    """One condition: exactly one of these keys."""

    holds: HoldsForm | None = None
    contested: ContestedForm | None = None
    lead: LeadForm | None = None
    score: LeadForm | None = None
    stands: StandsForm | None = None
    lost: LostForm | None = None
    groups: GroupsForm | None = None
    turn: TurnForm | None = None
    clock: ClockForm | None = None
    event: EventForm | None = None
    all: Several | None = None
    any: Several | None = None
    some: AtLeastForm | None = None
    none: Several | None = None
    not_: ConditionForm | None = Field(default=None, alias="not")

    @model_validator(mode="after")
    def _exactly_one(self) -> ConditionForm:
        given = self.model_fields_set
        if len(given) != 1:
            raise ValueError(f"exactly one kind of condition, not {len(given)}")
        if getattr(self, next(iter(given))) is None:
            raise ValueError("a condition that says something")
        return self

    @property
    def kind(self) -> str:
        """The one key given."""
        return next(iter(self.model_fields_set))


def build(form: ConditionForm) -> engine.AnyCondition:
    """The engine's condition for a checked form."""
    inner = getattr(form, form.kind)
    builder = _BUILDERS[form.kind]
    return builder(inner)


def parts(form: ConditionForm) -> list[tuple[str, ConditionForm]]:
    """Conditions directly inside this one, each with its place in the file relative to this one."""
    if form.kind in ("all", "any", "none"):
        return [(f"{form.kind}[{i}]", inner) for i, inner in enumerate(getattr(form, form.kind))]
    if form.some is not None:
        return [(f"some.of[{i}]", inner) for i, inner in enumerate(form.some.of)]
    if form.not_ is not None:
        return [("not", form.not_)]
    return []


def _several(forms: list[ConditionForm]) -> tuple[engine.AnyCondition, ...]:
    return tuple(build(form) for form in forms)


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def _stands(form: StandsForm) -> engine.AnyCondition:
    return engine.Stands(
        side=form.side,
        at_least=form.at_least,
        zone=form.zone or "",
        left_by=form.left_by,
        classes=tuple(form.classes),
    )


def _lost(form: LostForm) -> engine.AnyCondition:
    return engine.Casualties(side=form.side, share=form.share, classes=tuple(form.classes), groups=tuple(form.groups))


def _groups(form: GroupsForm) -> engine.AnyCondition:
    return engine.Groups(side=form.side, states=tuple(form.states), at_least=form.at_least, groups=tuple(form.groups))


_BUILDERS: Mapping[str, Callable[[Any], engine.AnyCondition]] = {
    "holds": lambda form: engine.Holds(objectives=form.named(), side=form.side),
    "contested": lambda form: engine.Contested(objective=form.objective),
    "lead": lambda form: engine.Lead(side=form.side, at_least=form.at_least),
    "score": lambda form: engine.Score(side=form.side, at_least=form.at_least),
    "stands": _stands,
    "lost": _lost,
    "groups": _groups,
    "turn": lambda form: engine.Turn(at_least=form.at_least, at_most=form.at_most),
    "clock": lambda form: engine.Clock(at_least_min=_minutes(form.at_least)),
    "event": lambda form: engine.Happened(kind=form.kind, who=form.who, at_least=form.at_least),
    "all": lambda forms: engine.All(of=_several(forms)),
    "any": lambda forms: engine.Any(of=_several(forms)),
    "some": lambda form: engine.Any(of=_several(form.of), at_least=form.at_least),
    "none": lambda forms: engine.Not(of=engine.Any(of=_several(forms))),
    "not_": lambda form: engine.Not(of=build(form)),
}
__all__ = ["ConditionForm", "SomeIds", "build", "parts"]
