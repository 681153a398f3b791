"""The form of a rulebook's book.py: what it only hands on to the chapters that answer it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from wargame.board import Profile
from wargame.engine.appraisal import Appraisal
from wargame.engine.dice import Chance
from wargame.engine.events import AnyEvent
from wargame.engine.orders import Order, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import Catalogue
from wargame.engine.ruleset import Card, Chip, Choices, Look, Ring, Scene, Telling
from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.engine.view import View

Floats = npt.NDArray[np.float64]


class DataRoom(Protocol):
    """data.py: the catalogue and the hash of all data files."""

    def catalogue(self) -> Catalogue: ...

    def data_hash(self) -> str: ...


class GroundRoom(Protocol):
    """ground.py: how the ground is read."""

    def profile(self) -> Profile: ...


class SettingRoom(Protocol):
    """setup.py: the first state."""

    def set_up(self, setup: Setup) -> Any: ...


class LegalRoom(Protocol):
    """legal.py: why an order may not be given."""

    def check(self, scene: Scene, request: AnyRequest, order: Order) -> Refusal | None: ...


class SamplesRoom(Protocol):
    """samples.py: legal answers of every kind."""

    def sample_kinds(self, view: View, request: AnyRequest) -> tuple[str, ...]: ...

    def samples(self, view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]: ...


class CardsRoom(Protocol):
    """cards.py: what is shown of a stand."""

    def choices(self, scene: Scene, request: AnyRequest, subject: str) -> Choices: ...

    def rings(self, scene: Scene, stand_id: str) -> tuple[Ring, ...]: ...

    def card(self, scene: Scene, stand_id: str) -> Card: ...

    def chips(self, scene: Scene, stand: Any) -> tuple[Chip, ...]: ...

    def looks(self, scene: Scene, stand_id: str) -> Look: ...


class AppraisingRoom(Protocol):
    """appraise.py: exact chances."""

    def appraise(self, scene: Scene, order: Any) -> Appraisal: ...


class PlacesRoom(Protocol):
    """places_worth.py: how good it is to be somewhere."""

    def worth_of_places(self, view: View, stand_id: str, points: Floats) -> Floats: ...


class AdviceRoom(Protocol):
    """advice.py: what answers are worth that are no orders to stands."""

    def worth_of_answers(self, view: View, request: AnyRequest) -> list[tuple[Order, float, str]]: ...


class GuessRoom(Protocol):
    """guess.py: what a side may not know, and what it may suppose."""

    def conceal(self, state: Any, side: str) -> None: ...

    def guess(self, view: View, chance: Chance) -> Any: ...


class WordsRoom(Protocol):
    """words.py: how events are told."""

    def words(self, scene: Scene, event: AnyEvent) -> Telling | None: ...


@dataclass(frozen=True)
class Chapters:
    """The modules of a rulebook that answer the same questions in the same form."""

    data: DataRoom
    ground: GroundRoom
    setup: SettingRoom
    legal: LegalRoom
    samples: SamplesRoom
    cards: CardsRoom
    appraise: AppraisingRoom
    places: PlacesRoom
    advice: AdviceRoom
    guess: GuessRoom
    words: WordsRoom


class Rulebook:
    """What all rulebooks answer alike; a book.py says the rest. See `wargame.engine.ruleset.Ruleset`."""

    chapters: Chapters
    has_solo_rules: bool = False
    secret_before_declaring: tuple[str, ...] = ()

    @functools.cached_property
    def rules(self) -> Catalogue:
        """The catalogue."""
        return self.chapters.data.catalogue()

    @functools.cached_property
    def profile(self) -> Profile:
        """How the ground is read."""
        return self.chapters.ground.profile()

    def data_hash(self) -> str:
        """Hash of all data files."""
        return self.chapters.data.data_hash()

    def set_up(self, setup: Setup) -> State:
        """The first state."""
        state: State = self.chapters.setup.set_up(setup)
        return state

    # -- orders

    def check(self, scene: Scene, request: AnyRequest, order: Order) -> Refusal | None:
        """Why an order may not be given, or None."""
        return self.chapters.legal.check(scene, request, order)

    def sample_kinds(self, view: View, request: AnyRequest) -> tuple[str, ...]:
        """Kinds of order with a legal answer."""
        return self.chapters.samples.sample_kinds(view, request)

    def samples(self, view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
        """Legal answers of a kind."""
        return self.chapters.samples.samples(view, request, kind, chance)

    def choices(self, scene: Scene, request: AnyRequest, subject: str) -> Choices:
        """What a subject can be ordered."""
        return self.chapters.cards.choices(scene, request, subject)

    # -- questions

    def rings(self, scene: Scene, stand: str) -> tuple[Ring, ...]:
        """Range rings."""
        return self.chapters.cards.rings(scene, stand)

    def appraise(self, scene: Scene, order: Order) -> Appraisal:
        """Exact chances of an order."""
        return self.chapters.appraise.appraise(scene, order)

    def worth_of_places(self, view: View, stand: str, points: Floats) -> Floats:
        """How good it is for a stand to be at these places (n, 2)."""
        return self.chapters.places.worth_of_places(view, stand, points)

    def worth_of_answers(self, view: View, request: AnyRequest) -> list[tuple[Order, float, str]]:
        """What answers are worth that are no orders to stands, with reasons; empty: no opinion."""
        return self.chapters.advice.worth_of_answers(view, request)

    # -- knowledge

    def conceal(self, state: State, side: str) -> None:
        """Takes secrets out of a copied state."""
        self.chapters.guess.conceal(state, side)

    def guess(self, view: View, chance: Chance) -> State:
        """A full state that agrees with a view."""
        state: State = self.chapters.guess.guess(view, chance)
        return state

    # -- words and looks

    def card(self, scene: Scene, stand: str) -> Card:
        """The unit card."""
        return self.chapters.cards.card(scene, stand)

    def chips(self, scene: Scene, stand: str) -> tuple[Chip, ...]:
        """The statuses of a stand, as its card has them."""
        return self.chapters.cards.chips(scene, scene.state.stands[stand])

    def words(self, scene: Scene, event: AnyEvent) -> Telling | None:
        """How an event is told."""
        return self.chapters.words.words(scene, event)

    def looks(self, scene: Scene, stand: str) -> Look:
        """How a stand is drawn."""
        return self.chapters.cards.looks(scene, stand)
