"""What is not an order: menu, saving and loading, taking back, conceding, ending the phase, reading rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame.engine.orders import Concede, Done
from wargame.engine.requests import Command
from wargame.engine.standing import StandingOrder
from wargame.tabletop.panels.action_bar import entries_for
from wargame.tabletop.screens.dialogs import ChooseScreen, ConfirmScreen, Option, Question
from wargame.tabletop.screens.dice_stats import DiceStats
from wargame.tabletop.screens.keysheet import KeySheet
from wargame.tabletop.screens.settings import SettingsScreen
from wargame.tabletop.screens.standing import StandingScreen
from wargame.tabletop.theme import Ink

if TYPE_CHECKING:
    from wargame.tabletop.screens.battle import BattleScreen

MOST_LISTED = 12


class BattleMenu:
    """The menu of the battle screen and what its items do."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.desk, self.session = screen.desk, screen.session
        self._warned = ""

    def act(self, action: str) -> bool:
        """An action of the key table that is no order."""
        calls: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "undo_too": self.undo,
            "redo": lambda: self.say("Nothing to do again: an order taken back is simply given anew."),
            "quick_save": self.save,
            "quick_load": self.load,
            "end_phase": self.end_phase,
            "rule_here": self.rule_here,
            "search_rules": lambda: self.screen.open_rules(""),
            "key_sheet": lambda: self.screen.app.push(KeySheet()),
            "more_orders": self.all_orders,
            "dice_stats": self.dice,
        }
        call = calls.get(action)
        if call is not None:
            call()
        return call is not None

    def say(self, text: str) -> None:
        """A short note at the top of the window."""
        if text:
            self.screen.app.toasts.say(text)

    # -- the menu itself

    def open(self) -> None:
        """Show the menu."""
        offer = self.session.undo_offer()
        person = self.session.viewer is not None
        concede = "" if self.desk.request is not None else "You can concede when you are asked for an order."
        back = Option("undo", "Take back the last order", reason="" if offer.possible else offer.reason)
        if not offer.possible and offer.answer >= 0:
            back = Option("fork", "Practise from before the last order", f"It cannot be taken back: {offer.reason}")
        options = [
            Option("back", "Back to the battle"),
            back,
            Option("save", "Save", figure=self._key("quick_save")),
            Option("load", "Load the last quick save", reason="" if self.screen.on_load else "Nothing is kept here."),
            Option("standing", "Standing orders", reason="" if person else "Nobody plays here."),
            Option("dice", "Dice so far", figure=self._key("dice_stats")),
            Option("keys", "Keys", figure=self._key("key_sheet")),
            Option("rules", "Search the rules", figure=self._key("search_rules")),
            Option("settings", "Settings and speed"),
            Option("concede", "Concede", reason=concede),
            Option("leave", "Save and leave"),
        ]
        asked = Question("Menu", "The battle waits.", tuple(options), may_cancel=True, suggestion=("back",))
        self.screen.app.push(ChooseScreen(asked, self._chosen))

    def _key(self, action: str) -> str:
        return self.screen.app.keymap.caption(action)

    def _chosen(self, item: str | None) -> None:
        calls: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "fork": self.fork,
            "save": self.save,
            "load": self.load,
            "standing": self.standing,
            "dice": self.dice,
            "keys": lambda: self.screen.app.push(KeySheet()),
            "rules": lambda: self.screen.open_rules(""),
            "settings": lambda: self.screen.app.push(SettingsScreen()),
            "concede": self.concede,
            "leave": self.leave,
        }
        if item in calls:
            calls[item]()

    def undo(self) -> None:
        """Take the last order back, or say why not and offer to practise."""
        if self.screen.motion.busy:
            self.screen.skip()
        offer = self.session.undo_offer()
        refusal = self.session.undo()
        if refusal is None:
            self.screen.went_back()
            self.say("Taken back.")
        elif offer.answer >= 0 and not self.session.over:
            self._ask(
                "Taken back?",
                f"{refusal.text} Practise from before that order?",
                self.fork,
                "A practice battle does not count.",
            )
        else:
            self.say(refusal.text)

    def fork(self) -> None:
        """Go on from before the last order as a practice battle."""
        if self.session.fork_back():
            self.screen.went_back()
            self.say("From here on this is practice.")

    def save(self) -> None:
        """Save at once."""
        self.say(self.session.keep("quick"))

    def load(self) -> None:
        """Back to the last save, after asking."""
        if self.screen.on_load is None:
            self.say("Nothing is kept here.")
            return
        self._ask("Load", "Go back to the last quick save?", self.screen.on_load, "What was played since then is lost.")

    def standing(self, first: StandingOrder | None = None) -> None:
        """What one's stands do when they might react."""
        if self.session.viewer is not None:
            self.screen.app.push(StandingScreen(self.desk, first))

    def dice(self) -> None:
        """Expected against rolled."""
        self.screen.app.push(DiceStats(self.desk))

    def concede(self) -> None:
        """Give the battle up, after asking."""

        def give_up() -> None:
            self.desk.give(Concede())

        self._ask("Concede", "Give the battle up?", give_up, "The other side wins.", "Concede", "Fight on")

    def leave(self) -> None:
        """Save and go back to the title."""
        text = self.session.keep("")
        self.screen.leave()
        self.say(text)

    def _ask(
        self, title: str, prompt: str, then: Callable[[], None], detail: str = "", yes: str = "Yes", no: str = "No"
    ) -> None:
        asked = Question(title, prompt, detail=detail, yes=yes, no=no, accent=Ink.WARNING)
        self.screen.app.push(ConfirmScreen(asked, lambda answer: then() if answer else None))

    # -- the orange button

    def end_phase(self) -> None:
        """Done: says once who has not acted yet."""
        request = self.desk.request
        if self.session.over:
            self.screen.show_result()
            return
        if self.screen.motion.busy:
            self.screen.skip()
            return
        if not isinstance(request, Command) or not request.may_be_done:
            self.say("An answer is needed here first." if request is not None else "The other side acts.")
            return
        names = [self.desk.name(a) for a in self.desk.actors]
        mark = f"{self.desk.state.turn}/{self.desk.state.step}/{self.session.viewer}"
        if request.interrupt or not names or self._warned == mark:
            self.screen.stage.give(Done())
            return
        self._warned = mark
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        listed = ", ".join(names[:MOST_LISTED]) + more
        self._ask(
            "Done?",
            f"{len(names)} can still act: {listed}.",
            lambda: self._done(),
            "This is asked once a phase.",
            "Done",
            "Back",
        )

    def _done(self) -> None:
        self.screen.stage.give(Done())

    def all_orders(self) -> None:
        """Everything the selected stand can be ordered, as a list."""
        entries = entries_for(self.desk)
        if not entries:
            self.say("Select a stand that can act first (N).")
            return
        options = tuple(Option(str(n), e.caption, e.tip, reason=e.reason) for n, e in enumerate(entries))
        asked = Question(self.desk.name(self.desk.selected or ""), "Which order?", options, may_cancel=True)

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self.screen.hands.order_entry(entries[int(answer)])

        self.screen.app.push(ChooseScreen(asked, chosen))

    # -- rules

    def rule_here(self) -> None:
        """The rule behind the refusal, the plan or the question."""
        request = self.desk.request
        rules: tuple[str, ...] = ()
        if self.desk.refusal is not None:
            rules = self.desk.refusal.rules
        odds = self.screen.plan_odds()
        if not rules and odds is not None:
            rules = odds.rules
        if not rules and request is not None:
            rules = request.rules
        if rules:
            self.screen.open_rules(rules[0])
        else:
            self.screen.app.push(KeySheet())
