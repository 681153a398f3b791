# ruff: noqa: RUF012 - pydantic copies the defaults of its fields
"""The scenario file, `format = "scenario/1"`: every table and field that may stand in it, with types and bounds."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from wargame.scenario.condition_forms import ConditionForm
from wargame.scenario.effect_forms import EffectForm, GroundForm
from wargame.scenario.forms import (
    Count,
    Fields,
    Form,
    Id,
    Ids,
    Inches,
    Line,
    LineForm,
    Name,
    Plain,
    PointForm,
    Points,
    PolygonForm,
    Size,
    SomeIds,
    Text,
    TurnNumber,
    TurnRange,
    Word,
    Words,
)

FORMAT = "scenario/1"
PALETTES = ("steppe", "grass", "mud", "snow", "rubble", "desert")


def _day(text: str) -> str:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError("a day that there was, as in '1943-07-12'") from None
    return text


class HistoryForm(Form):
    """`[history]`."""

    background: Text
    outcome: Text = ""
    doubt: Text = ""


class TableForm(Form):
    """`[table]`: how the ground looks and is measured; its size stands in the map."""

    palette: Literal["steppe", "grass", "mud", "snow", "rubble", "desert"] = "steppe"
    stand_scale: Line = ""
    note: Text = ""


class ChangeForm(Form):
    """`[[conditions.change]]`: light, weather or visibility from a turn on."""

    turn: TurnNumber
    visibility_in: Size | None = None
    weather: Word | None = None
    light: Word | None = None
    text: Line


class ConditionsForm(Form):
    """`[conditions]`."""

    season: Word = ""
    start_time: Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$")] | None = None
    light: Word = ""
    weather: Word = ""
    visibility_in: Size | None = None
    ground: Line = ""
    air: Line = ""
    note: Text = ""
    change: Annotated[list[ChangeForm], Field(max_length=20)] = []


class TurnsForm(Form):
    """`[turns]`."""

    limit: TurnNumber
    first_player: Id | None = None
    minutes_per_turn: Annotated[int, Field(ge=0, le=1440)] = 0
    note: Line = ""


class ClockForm(Form):
    """`[clock]`: a clock that goes on with each Command Phase; `end` is the hour at which the battle ends."""

    start: Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$")]
    end: Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$")]
    minutes_per_command_phase: Annotated[int, Field(ge=1, le=720)]
    free_command_phases: Annotated[int, Field(ge=0, le=50)] = 0


class StandForm(Form):
    """`stands = [{…}]`: `count` stands of one unit line. With a count above 1 ids and names are numbered."""

    line: Id
    count: Count = 1
    id: Id | None = None
    name: Name | None = None
    names: Annotated[list[Name], Field(max_length=60)] = []
    aboard: Id | None = None
    place: Annotated[list[float], Field(min_length=3, max_length=3)] | None = None
    off_board: bool = False
    fields: Fields = {}
    note: Line = ""


class GroupForm(Form):
    """`[[side.group]]`."""

    id: Id
    name: Name
    leader: Name | None = None
    parent: Id | None = None
    zones: Ids = []
    formation: Id | None = None
    stands: Annotated[list[StandForm], Field(max_length=60)] = []
    muster: bool = False
    """Its stands are chosen by the player before the battle; it may list none."""
    every: Fields = {}
    """Fields of all its stands; a stand's own go before them."""
    fields: Fields = {}
    note: Text = ""


class SupportForm(Form):
    """`[[side.support]]`: `count` stands behind the table or in the air, a group of their own or part of `group`."""

    id: Id
    name: Name
    line: Id
    count: Count = 1
    group: Id | None = None
    fields: Fields = {}
    note: Text = ""


class SideForm(Form):
    """`[[side]]`."""

    id: Id
    name: Name
    nation: Id
    role: Literal["attacker", "defender", "meeting"]
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    aim: Text = ""
    allies: Ids = []
    """Codes of further nations whose unit lines it may have."""
    fields: Fields = {}
    group: Annotated[list[GroupForm], Field(min_length=1, max_length=40)]
    support: Annotated[list[SupportForm], Field(max_length=40)] = []


class ZoneForm(Form):
    """`[[zone]]`."""

    id: Id
    name: Name
    side: Id | None = None
    kind: Literal["deploy", "entry", "place"]
    polygon: PolygonForm


class LineOfGroundForm(Form):
    """`[[line]]`: a line of a side on the ground, counted from the front."""

    id: Id
    side: Id
    kind: Word
    order: Count = 1
    points: LineForm


class ArrivalForm(Form):
    """`[[arrival]]`."""

    id: Id
    side: Id
    groups: SomeIds
    zones: SomeIds
    earliest: TurnNumber
    latest: TurnNumber | None = None
    roll: Annotated[int, Field(ge=1, le=100)] = 1
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    condition: ConditionForm | None = None
    note: Line = ""


class ObjectiveForm(Form):
    """`[[objective]]`."""

    id: Id
    name: Name
    x: Inches
    y: Inches
    radius_in: Size
    points: Points
    primary: bool
    holder: Id | None = None


class AreaForm(Form):
    """`[[area]]`: ground that not everybody knows. `feature` takes the shape of a feature of the map, and that feature
    out of the map; otherwise it has its own polygon."""

    id: Id
    kind: Word = "minefield"
    owner: Id | None = None
    feature: Id | None = None
    polygon: PolygonForm | None = None
    name: Line = ""
    hidden: bool = False
    data: Fields = {}


class ScoreForm(Form):
    """`[[score]]`."""

    side: Id
    points: Points
    when: Literal["once", "turn", "end", "stand"]
    condition: ConditionForm
    text: Line


class LevelForm(Form):
    """`[[victory.level]]`: a condition, or `otherwise = true` in the last row."""

    level: Word
    side: Id
    condition: ConditionForm | None = None
    otherwise: bool = False
    text: Line


class VictoryForm(Form):
    """`[victory]`."""

    text: Text = ""
    ends_when: ConditionForm | None = None
    level: Annotated[list[LevelForm], Field(min_length=1, max_length=30)]


class TriggerForm(Form):
    """`[[trigger]]`."""

    id: Id
    condition: ConditionForm
    then: Annotated[list[EffectForm], Field(min_length=1, max_length=10)]
    text: Line = ""
    repeat: bool = False


class OverrideForm(Form):
    """`[[override]]`: a field or rule changed on purpose."""

    id: Id
    text: Line
    reason: Line
    field: Word = ""
    value: Plain | None = None
    stands: Ids = []
    groups: Ids = []
    turns: TurnRange | None = None
    rule: Word = ""


class ActionForm(Form):
    """`[[action]]`: something that the ruleset offers, at a place."""

    id: Id
    act: Word
    text: Line
    x: Inches
    y: Inches
    radius_in: Size
    classes: Words = []
    data: Fields = {}
    then: Annotated[list[GroundForm], Field(max_length=10)] = []
    """What it changes on the ground once it is done."""


class HintForm(Form):
    """`[[hint]]`."""

    id: Id
    text: Text
    purpose: Word = ""
    side: Id | None = None
    condition: ConditionForm | None = None


class NoteForm(Form):
    """`[[note]]`: a special rule that is only told."""

    title: Name
    text: Text


class LeftOutForm(Form):
    """`[[left_out]]`: a special rule of the source that the battle does not have, and why."""

    title: Name
    reason: Text


class HiddenForm(Form):
    """`[[hidden]]`: who of a side may start hidden."""

    side: Id
    classes: Words = []
    stands: Ids = []
    anywhere: bool = False
    all_start_hidden: bool = False
    text: Text = ""


class BalanceForm(Form):
    """`[balance]`: what the author thinks of the odds, and what helps whom."""

    note: Text = ""
    helps: Annotated[dict[Id, Line], Field(max_length=4)] = {}


class SoloForm(Form):
    """`[solo]`."""

    side: Id
    opponent: Text = ""


class ScenarioForm(Form):
    """The whole file."""

    format: Literal["scenario/1"]
    name: Id
    title: Name
    ruleset: Id
    kind: Literal["tutorial", "historical", "what-if", "invented"]
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$"), AfterValidator(_day)]
    place: Line
    map: Name
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    playing_time_min: Annotated[int, Field(ge=5, le=1000)] = 120
    suggested_side: Id | None = None
    related: Ids = []
    sources: Annotated[list[Line], Field(max_length=40)] = []
    history: HistoryForm
    table: TableForm = TableForm()
    conditions: ConditionsForm = ConditionsForm()
    turns: TurnsForm
    clock: ClockForm | None = None
    options: Fields = {}
    side: Annotated[list[SideForm], Field(min_length=2, max_length=4)]
    zone: Annotated[list[ZoneForm], Field(max_length=80)] = []
    line: Annotated[list[LineOfGroundForm], Field(max_length=40)] = []
    arrival: Annotated[list[ArrivalForm], Field(max_length=40)] = []
    objective: Annotated[list[ObjectiveForm], Field(max_length=40)] = []
    area: Annotated[list[AreaForm], Field(max_length=60)] = []
    score: Annotated[list[ScoreForm], Field(max_length=60)] = []
    victory: VictoryForm
    trigger: Annotated[list[TriggerForm], Field(max_length=60)] = []
    override: Annotated[list[OverrideForm], Field(max_length=60)] = []
    action: Annotated[list[ActionForm], Field(max_length=60)] = []
    hint: Annotated[list[HintForm], Field(max_length=60)] = []
    note: Annotated[list[NoteForm], Field(max_length=60)] = []
    left_out: Annotated[list[LeftOutForm], Field(max_length=60)] = []
    hidden: Annotated[list[HiddenForm], Field(max_length=20)] = []
    balance: BalanceForm = BalanceForm()
    solo: SoloForm | None = None


__all__ = ["FORMAT", "PALETTES", "PointForm", "ScenarioForm"]
