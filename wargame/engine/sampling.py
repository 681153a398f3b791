"""Legal answers to requests, the part that every rulebook shares: which kinds there are, how they are drawn.

A rulebook hands in what is its own: moves, shots, assaults and acts of one stand, placements and picks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from wargame.engine.dice import Chance
from wargame.engine.orders import Chosen, Confirmed, Done, Move, Order, Placed, Placement, Wait
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick, Place
from wargame.engine.state import Stand
from wargame.engine.view import View

S = TypeVar("S", bound=Stand)
Orders = Callable[[View, S], Iterable[Order]]
JOSTLE_IN = 2.0
"""A drawn placement lies so far from the suggested one at the most, each way."""
_KINDS = ("fire", "assault", "move", "act", "wait")
_ANSWERS = {Choose: "chosen", Pick: "picked", Place: "placed", Confirm: "confirmed"}


@dataclass(frozen=True)
class Sampler(Generic[S]):
    """The hands of a rulebook. `moves` gets the chance of the draw, or None for the same answers every time."""

    kind: type[S]
    fires: Orders[S]
    assaults: Callable[[View, Command, S], Iterable[Order]]
    acts: Orders[S]
    moves: Callable[[View, Command, S, Chance | None], list[Order]]
    may_move: Callable[[View, Command, S], bool]
    places: Callable[[View, Place, Chance | None], list[Order]]
    picks: Callable[[View, Pick, Chance | None], list[Order]]
    most_subjects: int
    """Stands that one call looks at for moves, when all cannot be counted."""

    def kinds(self, view: View, request: AnyRequest) -> tuple[str, ...]:
        """Kinds of order that have at least one legal answer."""
        if not isinstance(request, Command):
            return (_ANSWERS[type(request)],)
        found = [kind for kind in _KINDS if kind in request.orders and self._has_any(view, request, kind)]
        return (*found, "done") if request.may_be_done else tuple(found)

    def samples(self, view: View, request: AnyRequest, kind: str, chance: Chance | None = None) -> list[Order]:
        """Legal answers of a kind; with `chance` the spread is drawn, without it it is the same every time."""
        if kind == "done":
            return [Done()]
        if isinstance(request, Command):
            return self._command(view, request, kind, chance)
        if isinstance(request, Choose):
            return [Chosen(option=option.id) for option in request.options]
        if isinstance(request, Confirm):
            return [Confirmed(yes=True), Confirmed(yes=False)]
        if isinstance(request, Place):
            return self.places(view, request, chance)
        return self.picks(view, request, chance)

    def _has_any(self, view: View, request: Command, kind: str) -> bool:
        if kind == "wait":
            return True
        stands = self._subjects(view, request)
        if kind == "move":
            return any(self.may_move(view, request, s) for s in stands)
        return any(next(iter(self._orders(view, request, s, kind)), None) is not None for s in stands)

    def _subjects(self, view: View, request: Command) -> list[S]:
        stands = view.state.stands
        return [s for name in request.subjects if isinstance(s := stands.get(name), self.kind)]

    def _command(self, view: View, request: Command, kind: str, chance: Chance | None) -> list[Order]:
        stands = self._subjects(view, request)
        if kind == "wait":
            return [Wait(stand=s.id) for s in stands]
        if kind == "move":
            return self._moves(view, request, stands, chance)
        return [order for stand in stands for order in self._orders(view, request, stand, kind)]

    def _moves(self, view: View, request: Command, stands: Sequence[S], chance: Chance | None) -> list[Order]:
        drawn = [order for s in self._some(stands, chance) for order in self.moves(view, request, s, chance)]
        found = drawn or [order for s in stands for order in self.moves(view, request, s, chance)]
        return found or [stay(s) for s in stands if self.may_move(view, request, s)]

    def _some(self, stands: Sequence[S], chance: Chance | None) -> Sequence[S]:
        if chance is None or len(stands) <= self.most_subjects:
            return stands
        left = list(stands)
        return [left.pop(chance.index(len(left))) for _ in range(self.most_subjects)]

    def _orders(self, view: View, request: Command, stand: S, kind: str) -> Iterable[Order]:
        if kind == "fire":
            return self.fires(view, stand)
        if kind == "assault":
            return self.assaults(view, request, stand)
        return self.acts(view, stand) if kind == "act" else ()


def stay(stand: Stand) -> Move:
    """A move that goes nowhere."""
    return Move(stand=stand.id, path=(), facing_deg=stand.facing_deg)


def jostled(order: Placed, is_legal: Callable[[Placed], bool], chance: Chance) -> Placed:
    """The placements each moved a little, where that stays legal."""
    kept = list(order.placements)
    for n, p in enumerate(kept):
        dx, dy = (_little(chance) for _ in "xy")
        new = Placement(thing=p.thing, x=round(p.x + dx, 3), y=round(p.y + dy, 3), facing_deg=p.facing_deg)
        if is_legal(Placed(placements=(*kept[:n], new, *kept[n + 1 :]))):
            kept[n] = new
    return Placed(placements=tuple(kept))


def _little(chance: Chance) -> float:
    """Inches, to the hundredth."""
    most = round(JOSTLE_IN * 100)
    return (chance.die(2 * most + 1) - most - 1) / 100
