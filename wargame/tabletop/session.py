"""A battle being played: who answers for each side, who looks on, and what has to be kept.

No picture and no clock in here: the screen calls `advance` when it is ready for the next thing to happen, shows what
`fresh_events` hands out, and gives the person's answers with `answer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame.engine import knowledge
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent
from wargame.engine.faults import LeftOver
from wargame.engine.orders import AnyOrder, Concede, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.ruleset import Scene
from wargame.engine.standing import StandingOrder, answer_for
from wargame.engine.view import View
from wargame.engine.waypoints import Answer, UndoOffer
from wargame.tabletop.keeper import Keeping, NothingKept
from wargame.tabletop.secrets import has_secrets, holds
from wargame.tabletop.story import Story
from wargame.tabletop.thinking import Errand, Field, InlineThinker, Thinker

PERSON = "person"
MOST_FAULTS = 3


class Session:
    """A battle with a player for each side. `seats`: side -> "person" or a grade of computer player.

    `viewer` is the side whose view is shown, None where nobody plays (all is shown). `curtain` names the side that has
    to take the seat before anything more is shown. `notice` is a sentence for the player, to be fetched once.
    """

    why_waiting = "The other side acts."

    def __init__(
        self,
        battle: Battle,
        seats: Mapping[str, str],
        *,
        keeping: Keeping | None = None,
        thinker: Thinker | None = None,
        standing: Mapping[str, tuple[StandingOrder, ...]] | None = None,
        practice: bool = False,
    ) -> None:
        self.battle, self.seats = battle, dict(seats)
        self.keeping: Keeping = keeping or NothingKept()
        self.thinker: Thinker = thinker or InlineThinker()
        self.standing = dict(standing or {})
        self.met: dict[str, set[str]] = {}
        """Kinds of interrupt that each side has been offered."""
        self.practice = practice
        self.curtain = ""
        self.stuck = ""
        self.notices: list[str] = []
        self.changed = 0
        """Grows whenever the battle has changed; whoever keeps something computed from it compares this."""
        self._field = Field(battle.ruleset, battle.setup)
        self._thinking = False
        self._refused = 0
        self._holding = ""
        self._kept_at: tuple[int, str, bool] = (battle.state.turn, battle.state.step, False)
        self._secret = False
        self._faults = len(battle.faults)
        self.viewer: str | None = self.persons[0] if self.persons else None
        self._stories: dict[str | None, Story] = {}
        self._count_as_shown()
        self._settle()
        if battle.answers and self.hotseat and self.has_secrets and battle.request is not None:
            self.curtain = battle.request.side

    # -- who and what

    @property
    def persons(self) -> tuple[str, ...]:
        """Sides that a person plays, in file order."""
        return tuple(side for side in self.battle.state.sides if self.seats.get(side) == PERSON)

    @property
    def hotseat(self) -> bool:
        """Whether several persons share the screen."""
        return len(self.persons) > 1

    @property
    def scene(self) -> Scene:
        """What the viewer may know: the view of a side, or the battle itself where nobody plays."""
        found: Any = self.battle if self.viewer is None else self.battle.view(self.viewer)
        return found

    @property
    def view(self) -> View | None:
        """The viewer's view; None for the umpire."""
        return None if self.viewer is None else self.battle.view(self.viewer)

    @property
    def asked(self) -> AnyRequest | None:
        """The question that the viewer has to answer now, or None."""
        request = self.battle.request
        if request is None or self.curtain or self.stuck or request.side != self.viewer:
            return None
        return request if self.seats.get(request.side) == PERSON else None

    @property
    def acting(self) -> str:
        """The side that is asked now, whoever plays it; empty when nobody is."""
        return self.battle.request.side if self.battle.request is not None else ""

    @property
    def thinking(self) -> bool:
        """Whether a computer player is at work."""
        return self._thinking

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.over

    @property
    def has_secrets(self) -> bool:
        """Whether anything in this battle is, or was, hidden from somebody."""
        if not self._secret:
            self._secret = has_secrets(self.battle)
        return self._secret

    @property
    def story(self) -> Story:
        """All that the viewer has seen happen."""
        story = self._stories.setdefault(self.viewer, Story(self.viewer))
        story.follow(self.battle.events)
        return story

    def fresh_events(self) -> list[AnyEvent]:
        """What the viewer has seen happen since the last call, in the viewer's own numbers."""
        return self.story.unread()

    def _count_as_shown(self) -> None:
        """What happened before the battle came to this table is told in the log, and not played again."""
        for viewer in (*self.persons, None):
            story = self._stories.setdefault(viewer, Story(viewer))
            story.follow(self.battle.events)
            story.unread()

    def fetch_notices(self) -> list[str]:
        """Sentences for the player since the last call."""
        found, self.notices = self.notices, []
        return found

    # -- answers of the person

    def answer(self, order: AnyOrder) -> Refusal | None:
        """Give the viewer's answer; the refusal if it is none."""
        request = self.battle.request
        if isinstance(order, Concede) and self.asked is None:
            return Refusal(text="You can concede as soon as you are asked for an order.", kind="malformed")
        if request is None or self.asked is None:
            return Refusal(text="Nothing is asked of you now.", kind="malformed")
        return self._give(order, PERSON)

    def hold_for_this_move(self) -> Refusal | None:
        """Decline this interrupt, and those that follow in the same move."""
        request = self.asked
        if request is None or not request.interrupt:
            return Refusal(text="No interrupt is open.", kind="malformed")
        refusal = self._give(holds(request), PERSON)
        if refusal is None:
            self._holding = request.side
            self._hold_on()
        return refusal

    def set_standing(self, side: str, lines: tuple[StandingOrder, ...]) -> None:
        """Use other standing orders for a side from now on; they are in the next save."""
        self.standing[side] = lines

    def take_seat(self) -> None:
        """The side named by the curtain has the screen now."""
        if self.curtain:
            self.viewer, self.curtain = self.curtain, ""
            self.changed += 1

    def seat_again(self) -> None:
        """Look again who has to answer, after the seats have been changed; what happened counts as shown."""
        self._drop_thought()
        self.curtain = ""
        self._settle()
        self.story.unread()

    def undo_offer(self) -> UndoOffer:
        """Whether the viewer may take the last order back."""
        if self.viewer is None:
            return UndoOffer(False, "Nobody plays here.")
        if self.curtain:
            return UndoOffer(False, "The other player has the screen.")
        return self.battle.undo_offer(self.viewer)

    def undo(self) -> Refusal | None:
        """Take the viewer's last order back, with all that it set off."""
        offer = self.undo_offer()
        if not offer.possible or self.viewer is None:
            return Refusal(text=offer.reason)
        self._drop_thought()
        refusal = self.battle.undo(self.viewer)
        self._after_going_back()
        return refusal

    def fork_back(self) -> bool:
        """Go back to before the viewer's last order whatever fell since: from here on it is a practice battle."""
        offer = self.undo_offer()
        if offer.answer < 0:
            return False
        self._say(self.keeping.keep(self, "before practice"))
        self._drop_thought()
        try:
            self.battle.rewind(offer.answer)
        except (ValueError, LeftOver) as error:
            self._say(f"The battle cannot go back there: {error}.")
            return False
        self.practice = True
        self._after_going_back()
        return True

    def keep(self, name: str = "") -> str:
        """Save the battle; the sentence that says where, or why not."""
        try:
            return self.keeping.keep(self, name)
        except OSError as error:
            return f"The battle could not be saved: {error.strerror or error}."

    def close(self) -> None:
        """Let the computer player go."""
        self.thinker.close()

    # -- what happens without the person

    def advance(self) -> bool:
        """Let the next thing happen that needs no person; whether something happened."""
        request = self.battle.request
        if request is None or self.curtain or self.stuck:
            return False
        seat = self.seats.get(request.side, PERSON)
        if seat == PERSON:
            return self._by_standing_order(request)
        return self._by_computer(request, seat)

    def _by_standing_order(self, request: AnyRequest) -> bool:
        order = self._standing_answer(request)
        if order is None or self._give(order, "standing order") is not None:
            return False
        if self.viewer == request.side and not self.hotseat:
            kind = request.interrupt.replace("_", " ")
            self._say(f"By standing order ({kind}): {'hold' if order == holds(request) else 'as suggested'}.")
        return True

    def _standing_answer(self, request: AnyRequest) -> AnyOrder | None:
        if not request.interrupt:
            return None
        order = answer_for(self.battle.view(request.side), request, self.standing.get(request.side, ()))
        if order is None and self._is_secret_interrupt(request):
            order = holds(request)
        return order

    def _hold_on(self) -> None:
        """Answer the interrupts of the same move with no, until something else is asked."""
        while (request := self.battle.request) is not None and request.interrupt and request.side == self._holding:
            if self._give(holds(request), "standing order") is not None:
                break
        self._holding = ""

    def _is_secret_interrupt(self, request: AnyRequest) -> bool:
        """In hotseat a stand that the enemy has not seen never asks: the question would tell that it is there."""
        if not self.hotseat:
            return False
        state = self.battle.state
        mine = [s for s in getattr(request, "subjects", ()) if s in state.stands]
        return any(knowledge.is_hidden(state, s, enemy) for s in mine for enemy in state.enemies_of(request.side))

    def _by_computer(self, request: AnyRequest, grade: str) -> bool:
        try:
            if not self._thinking:
                self._thinking = True
                self.thinker.begin(self._errand(request, grade), self._field)
            order = self.thinker.result()
        except Exception as error:
            self._thinking = False
            self._give_up_once(f"The computer player failed: {error}.")
            return False
        if order is None:
            return False
        self._thinking = False
        if self._refused and request.suggestion is not None:
            order = request.suggestion
        refusal = self._give(order, "computer")
        if refusal is not None:
            self._give_up_once(f"An order of the computer was refused: {refusal.text}")
        return refusal is None

    def _give_up_once(self, why: str) -> None:
        self._refused += 1
        if self._refused >= MOST_FAULTS:
            self.stuck = f"{why} The battle stops here. {self.keep('')}"

    def _errand(self, request: AnyRequest, grade: str) -> Errand:
        view = self.battle.view(request.side)
        seed = self.battle.seed + 7919 * self._refused
        events: Any = tuple(view.events)
        start = self.battle.at_round_start
        return Errand(request.side, grade, seed, request, view.state, events, start)

    # -- after an answer

    def _give(self, order: AnyOrder, by: str) -> Refusal | None:
        request = self.battle.request
        assert request is not None
        entry = Answer(order=order, by=by, side=request.side, request=request.number, purpose=request.purpose)
        try:
            self.keeping.journal(self, entry)
        except OSError as error:
            self._say(f"The journal could not be written: {error.strerror or error}.")
        outcome = self.battle.answer(order, by)
        if isinstance(outcome, Refusal):
            self._report_faults()
            self.keeping.refused(self)
            return outcome
        self._refused = 0
        self._settle()
        return None

    def _settle(self) -> None:
        """After something happened: who looks on now, and is it time to save?"""
        self.changed += 1
        self._report_faults()
        request = self.battle.request
        if request is not None and request.interrupt:
            self.met.setdefault(request.side, set()).add(request.interrupt)
        if request is not None and self.seats.get(request.side) == PERSON and request.side != self.viewer:
            self._change_seats(request)
        self._keep_at_phase()

    def _change_seats(self, request: AnyRequest) -> None:
        if self._standing_answer(request) is not None:
            return
        if self.hotseat and self.has_secrets:
            self.curtain = request.side
            return
        before = self.story.read
        self.viewer = request.side
        if self.hotseat:
            self.story.read = min(before, len(self.story.events))

    def _keep_at_phase(self) -> None:
        here = (self.battle.state.turn, self.battle.state.step, self.over)
        if here != self._kept_at:
            self._kept_at = here
            self._keep_now()

    def _keep_now(self) -> None:
        """The automatic save; only a failure is worth a word."""
        try:
            self.keeping.keep(self, "")
        except OSError as error:
            self._say(f"The battle could not be saved: {error.strerror or error}.")

    def _after_going_back(self) -> None:
        self._refused = 0
        self.stuck = ""
        self.curtain = ""
        self._settle()
        self._keep_now()

    def _drop_thought(self) -> None:
        self.thinker.drop()
        self._thinking = False

    def _report_faults(self) -> None:
        for report in self.battle.faults[self._faults :]:
            self._say(self.keeping.fault(self, report))
        self._faults = len(self.battle.faults)

    def _say(self, text: str) -> None:
        if text:
            self.notices.append(text)
