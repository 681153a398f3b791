"""Any legal order: draws a kind of order first, then one of its samples; done at most one time in five."""

from __future__ import annotations

from wargame.engine.dice import Chance
from wargame.engine.orders import Done, Order
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.view import View

DONE_ONE_IN = 5


class RandomPlayer:
    """Plays any legal order."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, request: AnyRequest, view: View) -> Order:
        """A kind at random, then a sample of it at random."""
        kinds = list(view.ruleset.sample_kinds(view, request))
        if "done" in kinds and len(kinds) > 1 and self.chance.die(DONE_ONE_IN) > 1:
            kinds.remove("done")
        while kinds:
            kind = kinds.pop(self.chance.index(len(kinds)))
            found = [Done()] if kind == "done" else view.ruleset.samples(view, request, kind, self.chance)
            if found:
                return found[self.chance.index(len(found))]
        if request.suggestion is not None:
            return request.suggestion
        if isinstance(request, Command) and request.may_be_done:
            return Done()
        raise ValueError(f"the ruleset knows no legal answer to {request.purpose!r} of {request.side!r}")


def make(chance: Chance) -> RandomPlayer:
    """A random player."""
    return RandomPlayer(chance)
