"""What the parts of the battle screen share: the session, the camera, what is selected, and answers once worked out.

All questions to the ruleset go through here: they are asked about the viewer's own view, kept until the battle
changes, and a fault in one of them becomes a sentence instead of a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from wargame.engine.appraisal import Appraisal, Reaction
from wargame.engine.orders import AnyOrder, Fire, Refusal
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.ruleset import Card, Chip, Choices, Look, MovePrice, Ring, Scene, Target
from wargame.engine.state import Stand, State
from wargame.tabletop.camera import Camera
from wargame.tabletop.session import Session
from wargame.tabletop.theme import ColourPair, SideLook

if TYPE_CHECKING:
    from wargame.tabletop.app import App
    from wargame.tabletop.settings import Settings

Point = tuple[float, float]
T = TypeVar("T")
NO_ONE = 9
"""Index of a side that is nobody's: no rim, square badge."""


class Desk:
    """One battle on one screen. `selected` is the stand whose card is shown, `weapon` the weapon chosen for it."""

    def __init__(self, session: Session, app: App, camera: Camera) -> None:
        self.session, self.app, self.camera = session, app, camera
        self.selected: str | None = None
        self.party: tuple[str, ...] = ()
        """Stands that are ordered together; none or at least two."""
        self.weapon = ""
        self.hover: str | None = None
        self.pointer: Point | None = None
        """Table place under the mouse or the keyboard's cursor; None when it is elsewhere."""
        self.by_keys = False
        """Whether the pointer was last moved by keys."""
        self.on: set[str] = {"objectives", "links"} - {"links"}
        """What is switched on: sight, threat, tape, links, bases, objectives, counters, names_all, names_off."""
        self.refusal: Refusal | None = None
        self.refused_at: Point | None = None
        self._memo: dict[Hashable, Any] = {}
        self._memo_of: tuple[int, str | None] = (-1, None)
        self._scene: Scene | None = None
        self._told: set[str] = set()

    # -- the battle

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.app.settings

    @property
    def pair(self) -> ColourPair:
        """The two side colours."""
        return self.app.pair

    @property
    def scene(self) -> Scene:
        """What the viewer may know."""
        self._renew()
        found = self._scene
        if found is None:
            found = self._scene = self.session.scene
        return found

    @property
    def state(self) -> State:
        """The state as the viewer knows it."""
        return self.scene.state

    def _renew(self) -> None:
        """Forget every answer when the battle has changed or somebody else looks on."""
        session, (changed, viewer) = self.session, self._memo_of
        if session.changed != changed or session.viewer != viewer:
            self._memo, self._memo_of, self._scene = {}, (session.changed, session.viewer), None

    @property
    def request(self) -> AnyRequest | None:
        """The viewer's open question."""
        return self.session.asked

    def stand(self, stand_id: str | None) -> Stand | None:
        """A stand that the viewer knows of, or None."""
        return self.state.stands.get(stand_id) if stand_id else None

    def name(self, thing_id: str) -> str:
        """The name of a stand or group, as far as the viewer knows it."""
        found = self.state.stands.get(thing_id) or self.state.groups.get(thing_id)
        return found.name if found else thing_id

    def side_index(self, side: str) -> int:
        """0 for the first side of the battle, 1 for the second …"""
        numbers = self.kept("sides", lambda: {name: n for n, name in enumerate(self.state.sides)})
        return numbers.get(side, NO_ONE)

    def look_of_side(self, side: str) -> SideLook:
        """Colour, pattern and badge of a side."""
        return self.pair.side(self.side_index(side))

    @property
    def actors(self) -> tuple[str, ...]:
        """Stands on the table that the open Command can be answered with, in its order."""
        return self.kept("actors", self._actors)

    def _actors(self) -> tuple[str, ...]:
        request = self.request
        if not isinstance(request, Command):
            return ()
        found: list[str] = []
        for subject in request.subjects:
            if subject in self.state.stands:
                found.append(subject)
            else:
                found += [s.id for s in self.state.stands_of(subject) if s.in_play]
        return tuple(dict.fromkeys(found))

    def subject_of(self, stand_id: str | None) -> str | None:
        """The subject of the open Command that this stand is, or belongs to."""
        request, stand = self.request, self.stand(stand_id)
        if not isinstance(request, Command) or stand is None:
            return None
        if stand.id in request.subjects:
            return stand.id
        return stand.group if stand.group in request.subjects else None

    # -- questions to the ruleset

    def kept(self, key: Hashable, work: Callable[[], T]) -> T:
        """The answer worked out once for this state of the battle."""
        self._renew()
        if key not in self._memo:
            self._memo[key] = work()
        found: T = self._memo[key]
        return found

    def known(self, key: Hashable) -> Any:
        """The answer kept under a key, or None."""
        self._renew()
        return self._memo.get(key)

    def _asked(self, key: Hashable, otherwise: T, work: Callable[[], T]) -> T:
        def carefully() -> T:
            try:
                return work()
            except Exception as error:
                self._tell_fault(key, error)
                return otherwise

        return self.kept(key, carefully)

    def _tell_fault(self, key: Hashable, error: Exception) -> None:
        what = key[0] if isinstance(key, tuple) else key
        text = f"The rulebook could not work out {what}: {type(error).__name__} {error}"[:160]
        if text not in self._told:
            self._told.add(text)
            self.session.notices.append(text)

    @property
    def _rules(self) -> Any:
        return self.scene.ruleset

    def choices(self, subject: str | None) -> Choices:
        """What a subject of the open Command can be ordered; nothing for anybody else."""
        request = self.request
        if subject is None or not isinstance(request, Command):
            return Choices(may_wait=False)
        nothing = Choices(may_wait=False)
        return self._asked(("choices", subject), nothing, lambda: self._rules.choices(self.scene, request, subject))

    def reach(self, stand: str, mode: str) -> Any:
        """Where a stand may go, or None."""
        return self._asked(("reach", stand, mode), None, lambda: self._rules.reach(self.scene, stand, mode))

    def price(self, stand: str, path: Sequence[Point], mode: str) -> MovePrice | None:
        """What a path costs."""
        key = ("price", stand, tuple(path), mode)
        return self._asked(key, None, lambda: self._rules.price(self.scene, stand, tuple(path), mode))

    def targets(self, stand: str, weapon: str) -> list[Target]:
        """Targets of a weapon, nearest first, the refused ones with their reasons."""
        nobody: list[Target] = []
        return self._asked(("targets", stand, weapon), nobody, lambda: self._rules.targets(self.scene, stand, weapon))

    def rings(self, stand: str) -> tuple[Ring, ...]:
        """Range rings and arcs of a stand."""
        return self._asked(("rings", stand), (), lambda: self._rules.rings(self.scene, stand))

    def appraise(self, order: AnyOrder) -> Appraisal | None:
        """The exact chances of an order; None where they cannot be worked out."""
        return self._asked(("odds", order), None, lambda: self._rules.appraise(self.scene, order))

    def reactions(self, order: AnyOrder) -> tuple[Reaction, ...]:
        """Who may react to an order."""
        return self._asked(("reactions", order), (), lambda: self._rules.reactions(self.scene, order))

    def sight(self, a: str | Point, b: str | Point) -> Any:
        """The sight record between two stands or places, or None."""
        return self._asked(("sight", a, b), None, lambda: self._rules.sight(self.scene, a, b))

    def check(self, order: AnyOrder) -> Refusal | None:
        """Why the order would be refused, or None."""
        request = self.request
        if request is None:
            return Refusal(text="Nothing is asked of you now.")
        return self._asked(("check", order), None, lambda: self._rules.check(self.scene, request, order))

    def card(self, stand: str) -> Card:
        """The card of a stand in the ruleset's words."""
        known: Card | None = self.known(("card", stand))
        if known is not None:
            return known
        plain = Card(title=self.name(stand), subtitle="")
        return self._asked(("card", stand), plain, lambda: self._rules.card(self.scene, stand))

    def chips(self, stand: str) -> tuple[Chip, ...]:
        """The statuses of a stand. A ruleset that tells them apart from the card is asked for no more than that."""
        known: tuple[Chip, ...] | None = self.known(("chips", stand))
        if known is not None:
            return known
        tell = getattr(self._rules, "chips", None)
        if tell is None:
            return self.card(stand).chips
        nothing: tuple[Chip, ...] = ()
        return self._asked(("chips", stand), nothing, lambda: tell(self.scene, stand))

    def look(self, stand: str) -> Look:
        """How a stand is drawn."""
        known: Look | None = self.known(("look", stand))
        return known or self._asked(("look", stand), Look(silhouette=""), lambda: self._rules.looks(self.scene, stand))

    def samples(self, kind: str) -> list[AnyOrder]:
        """Legal answers of a kind to the open question, as the ruleset finds them."""
        view, request = self.session.view, self.request
        none: list[AnyOrder] = []
        if view is None or request is None:
            return none
        return self._asked(("answers", kind), none, lambda: self._rules.samples(view, request, kind))

    def samples_of(self, subject: str, kind: str) -> list[AnyOrder]:
        """Legal answers of a kind for one subject of the open Command."""
        view, request = self.session.view, self.request
        none: list[AnyOrder] = []
        if view is None or not isinstance(request, Command) or kind not in request.orders:
            return none
        narrow = msgspec.structs.replace(request, subjects=(subject,), orders=(kind,))
        return self._asked(("answers of", subject, kind), none, lambda: self._rules.samples(view, narrow, kind))

    def fires_of(self, stand: str, weapon: str) -> list[Fire]:
        """Legal shots of one weapon of a stand, as the ruleset finds them."""
        subject = self.subject_of(stand)
        found = self.samples_of(subject, "fire") if subject is not None else []
        return [o for o in found if isinstance(o, Fire) and o.stand == stand and o.weapon == weapon]

    @property
    def may_measure(self) -> bool:
        """Whether distances and odds to enemies may be shown before an order is given."""
        return self.settings.measure_freely or not self._rules.secret_before_declaring

    # -- giving orders

    def give(self, order: AnyOrder, at: Point | None = None) -> bool:
        """Give an order; True when it was accepted, else the refusal is shown at the cursor."""
        refusal = self.session.answer(order)
        if refusal is not None:
            self.refuse(refusal, at)
        else:
            self.refusal = None
        return refusal is None

    def refuse(self, refusal: Refusal, at: Point | None = None) -> None:
        """Show why not, at a place of the table or at the cursor."""
        self.refusal, self.refused_at = refusal, at or refusal.at or self.pointer
        self.app.sounds.play("knock")

    def select(self, stand: str | None) -> None:
        """Select a stand: its card is shown, its orders are offered."""
        if stand != self.selected:
            self.weapon = ""
        self.selected = stand
        self.refusal = None
        if stand not in self.party:
            self.party = ()

    def select_party(self, stands: Sequence[str]) -> None:
        """Order these stands together; one alone is simply selected."""
        unique = tuple(dict.fromkeys(stands))
        if not unique:
            return
        self.party = unique if len(unique) > 1 else ()
        self.select(self.selected if self.selected in unique else unique[0])

    def toggle_in_party(self, stand: str) -> None:
        """Take a stand into the party, or out of it; the one selected so far is its first."""
        now = self.party or ((self.selected,) if self.selected in self.actors and self.selected is not None else ())
        if stand in now and len(now) > 1:
            self.select_party([name for name in now if name != stand])
        elif stand not in now:
            self.select_party([*now, stand])

    def keep_party(self) -> None:
        """Let go of those in the party that cannot be ordered any more."""
        left = tuple(name for name in self.party if name in self.actors)
        if left != self.party:
            self.party = left if len(left) > 1 else ()
