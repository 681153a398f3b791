"""The form that a ruleset fills in: answers are plain data; questions take a scene, roll nothing, change nothing.

A *scene* is a battle or a view: it has `state`, `board`, `setup` and `ruleset`. The same functions answer about the
truth (while an order is carried out) and about a view (samples, checks, odds), so they never disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec
import numpy as np
import numpy.typing as npt

from wargame.engine.appraisal import Appraisal, Reaction
from wargame.engine.conditions import Judge
from wargame.engine.dice import Chance
from wargame.engine.events import AnyEvent
from wargame.engine.options import RuleOption
from wargame.engine.orders import Order, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import Catalogue
from wargame.engine.sequence import Step
from wargame.engine.setup import Setup
from wargame.engine.state import State

if TYPE_CHECKING:
    from wargame.board import Board, Profile, Reach, Sight
    from wargame.engine.view import View

Point = tuple[float, float]


@runtime_checkable
class Scene(Protocol):
    """A battle or a view."""

    @property
    def state(self) -> State: ...
    @property
    def board(self) -> Board: ...
    @property
    def setup(self) -> Setup: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def judge(self) -> Judge: ...


class UnitLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a ruleset's unit tables, as others see it."""

    id: str
    name: str
    nation: str
    years: tuple[int, int]
    classes: tuple[str, ...]
    points: float = 0.0


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a stand is drawn: silhouette, nation's paint, size of the model in inches (width, length), counter symbol."""

    silhouette: str
    nation: str = ""
    width_in: float = 0.6
    length_in: float = 1.0
    symbol: str = "infantry"


class MovePrice(msgspec.Struct, frozen=True, kw_only=True):
    """What a path costs a stand, and whether it may be walked."""

    cost: float
    allowance: float
    inches: float
    facing_deg: float
    refusal: Refusal | None = None
    legal_to: Point | None = None
    """Last legal point of the path."""
    notes: tuple[str, ...] = ()
    """Words for the pill ("road ½", "2 in of wood")."""
    rules: tuple[str, ...] = ()


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A stand that a weapon might fire at, and why not if it may not."""

    stand: str
    range_in: float
    refusal: Refusal | None = None


class Ring(msgspec.Struct, frozen=True, kw_only=True):
    """A range ring; measured from the edge of the base."""

    radius_in: float
    caption: str
    style: str = "solid"
    """solid, dashed or dotted."""
    arc_deg: float = 360.0


class WeaponRow(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as the unit card shows it; `manner` as in Fired: fire needs a target, burst a place."""

    id: str
    name: str
    manner: str
    cells: tuple[tuple[str, str], ...]
    refusal: Refusal | None = None
    template_in: float = 0.0
    ways: tuple[tuple[str, str], ...] = ()
    """Ways of firing besides the ordinary one: word as in Fire.mode, caption."""


class Mode(msgspec.Struct, frozen=True, kw_only=True):
    """A way of moving: id as in Move.mode, caption, allowance in points."""

    id: str
    name: str
    allowance: float
    refusal: Refusal | None = None


class ActRow(msgspec.Struct, frozen=True, kw_only=True):
    """An Act that a stand or group may be ordered. `needs`: nothing, stand or point."""

    id: str
    name: str
    key: str = ""
    needs: str = "nothing"
    hint: str = ""
    refusal: Refusal | None = None


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What a subject of a Command can be ordered now."""

    modes: tuple[Mode, ...] = ()
    weapons: tuple[WeaponRow, ...] = ()
    assault: tuple[Target, ...] = ()
    acts: tuple[ActRow, ...] = ()
    may_wait: bool = True


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """A status of a stand: marker shape, word, and whether it is bad news for its owner."""

    marker: str
    text: str
    bad: bool = False


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What the unit card shows: everything in the ruleset's words."""

    title: str
    subtitle: str
    quality: str = ""
    boxes: tuple[tuple[str, str], ...] = ()
    """The big figures: caption, value."""
    sides: tuple[tuple[str, str], ...] = ()
    """Armour round the portrait: FRONT, SIDE, REAR, TOP and values."""
    weapons: tuple[WeaponRow, ...] = ()
    chips: tuple[Chip, ...] = ()
    lines: tuple[str, ...] = ()


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """How the log tells an event. `head` begins a new entry, otherwise it is a row of the entry of its cause."""

    text: str
    head: bool = False
    topic: str = "all"
    """combat, morale, move or all: the filter it belongs to."""
    about: tuple[str, ...] = ()
    need: str = ""
    result: str = ""
    good: bool | None = None


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of ground that a rulebook counts as one, as one stand sees it: a feature, an open field.

    rings: its outlines in inches, holes among them; open: ground between the features; why_not_move and why_not_fire:
    the reason, empty where it can.
    """

    id: str
    name: str
    rings: tuple[tuple[Point, ...], ...]
    middle: Point
    """Where its name is written."""
    open: bool = False
    here: bool = False
    """The stand is in it."""
    why_not_move: str = ""
    why_not_fire: str = ""
    note: str = ""
    """How far it is, in the rulebook's measure."""


@runtime_checkable
class Surveyor(Protocol):
    """A rulebook whose ground is counted in pieces and not in inches; the others have none to show."""

    def plots(self, scene: Scene, stand: str) -> tuple[Plot, ...]:
        """All ground with what a stand can do there now: go to it, fire at it, or why not."""
        ...


class Ruleset(Protocol):
    """A rulebook. Found by name; one object serves all battles."""

    name: str
    title: str
    RULES_VERSION: int
    rules: Catalogue
    options: tuple[RuleOption, ...]
    profile: Profile
    state_type: type[State]
    has_solo_rules: bool
    """Can the rulebook run a side itself (`Setup.ruled`)?"""
    secret_before_declaring: tuple[str, ...]
    """What may not be measured before an order is given: distance, arc, odds."""

    def data_hash(self) -> str:
        """Hash of all data files, kept in saves."""
        ...

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        """Lines of the unit tables."""
        ...

    def set_up(self, setup: Setup) -> State:
        """The first state."""
        ...

    def sequence(self, state: State) -> tuple[Step, ...]:
        """The steps."""
        ...

    # -- orders
    def check(self, scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
        """Why an order may not be given, or None."""
        ...

    def sample_kinds(self, view: View, request: AnyRequest) -> tuple[str, ...]:
        """Kinds of order ("move", "fire", … "done") that `samples` has at least one legal answer of."""
        ...

    def samples(self, view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
        """Legal answers of a kind: all where they can be counted, else a spread of them, drawn with `chance`."""
        ...

    def choices(self, scene: Scene, request: AnyRequest, subject: str) -> Choices:
        """What the subject of a Command can be ordered."""
        ...

    # -- questions
    def reach(self, scene: Scene, stand: str, mode: str = "", cell_in: float = 0.25) -> Reach | None:
        """Where the stand may go now with this way of moving."""
        ...

    def price(self, scene: Scene, stand: str, path: Sequence[Point], mode: str = "") -> MovePrice:
        """What a path costs."""
        ...

    def sight(self, scene: Scene, a: str | Point, b: str | Point) -> Sight:
        """The sight record between stands or places."""
        ...

    def targets(self, scene: Scene, stand: str, weapon: str = "") -> list[Target]:
        """Enemy stands as targets, nearest first, refused ones with the reason."""
        ...

    def rings(self, scene: Scene, stand: str) -> tuple[Ring, ...]:
        """Range rings and arcs."""
        ...

    def appraise(self, scene: Scene, order: Order) -> Appraisal:
        """Exact chances of an order."""
        ...

    def reactions(self, scene: Scene, order: Order) -> tuple[Reaction, ...]:
        """Who may react to an order."""
        ...

    def worth_of_places(self, view: View, stand: str, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How good it is for a stand to be at each of these places (n, 2)."""
        ...

    # -- knowledge
    def conceal(self, state: State, side: str) -> None:
        """Take out of a copied state what the ruleset itself keeps secret from a side (plots, hands)."""
        ...

    def guess(self, view: View, chance: Chance) -> State:
        """A full state that agrees with all a side has seen."""
        ...

    # -- conditions
    @property
    def judge(self) -> Judge:
        """Words for conditions."""
        ...

    # -- words and looks
    def card(self, scene: Scene, stand: str) -> Card:
        """The unit card."""
        ...

    def words(self, scene: Scene, event: AnyEvent) -> Telling | None:
        """How an event is told; None: not told."""
        ...

    def looks(self, scene: Scene, stand: str) -> Look:
        """How a stand is drawn."""
        ...

    def tally(self, state: State) -> tuple[tuple[str, str], ...]:
        """Rows of the result screen: losses and what else the rulebook counts."""
        ...
