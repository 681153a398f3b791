"""A chain of reactions: one queue, first in, first out, until it is empty. Rules: NUT-CHAIN-01, -02, -08 to -11, -14.

    outcome = yield from chain.resolve(battle, [cause], active)

freezes the active figure's move, resolves everything that `cause` sets off and says who may go on. How one bullet
travels: `Newcomers` (in_sight) or a voluntary shot give a `Volley` (volley: allot, To Hit, damage); what it did is its
`Aftermath` (received_fire: recovery, then one roll for Received Fire, Man Down and Leader Lost); fire results there are
the next `Volley`, men who begin to run are `Broke` (man_down), men who move into new eyes are `Newcomers` again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.events import Event, StandChanged
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.causes import Cause, FireOrder, Volley
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Steps = Generator[AnyRequest, Any, None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a chain ended. `stopped`: active figures whose activation is over; `volleys` fired; `steps` taken."""

    stopped: frozenset[str] = frozenset()
    volleys: int = 0
    steps: int = 0
    shots: tuple[tuple[str, int], ...] = ()
    """Reaction shootings by figure."""

    def may_go_on(self, stand: str) -> bool:
        """May this active figure finish its move and shoot? Rule: NUT-CHAIN-11."""
        cite("NUT-CHAIN-11")
        return stand not in self.stopped


class Chain:
    """What one chain counts; it lives only while the chain does."""

    def __init__(self, battle: Battle, active: Iterable[str] = ()) -> None:
        """Begin with an empty queue; `active`: the stands of the group whose activation is interrupted."""
        self.battle, self.active = battle, frozenset(active)
        self.queue: deque[Cause] = deque()
        self.shots: Counter[str] = Counter()
        self.ducked: set[str] = set()
        self.halted: set[str] = set()
        self.stopped: set[str] = set()
        self.charging: set[str] = set()
        self.next_volley: list[FireOrder] = []
        self.volleys = 0
        self.steps = 0

    @property
    def state(self) -> ClashState:
        """The state of the battle."""
        return cast(ClashState, self.battle.state)

    def stand(self, name: str) -> ClashStand:
        """A stand of the battle."""
        return self.state.stands[name]

    # -- the queue

    def add(self, *causes: Cause) -> None:
        """Put causes of one instant at the end of the queue, in the order of the rule. Rule: NUT-CHAIN-02."""
        cite("NUT-CHAIN-02")
        self.queue.extend(sorted(causes, key=lambda cause: cause.instant))

    def order_fire(self, *orders: FireOrder) -> None:
        """Fire that the present step orders: all of it forms the next volley. Rules: NUT-CHAIN-08, -15."""
        cite("NUT-CHAIN-08")
        self.next_volley.extend(orders)

    def form_volley(self, event: Event | None) -> None:
        """Put what was ordered into the queue as one volley, before all else that the step causes."""
        if self.next_volley:
            self.queue.append(Volley(event=event, orders=tuple(self.next_volley)))
            self.next_volley = []

    def is_committed(self, stand: str) -> bool:
        """Does it have a shot waiting in the queue? Rule: NUT-SIGHT-02."""
        waiting = [o for cause in self.queue if isinstance(cause, Volley) for o in cause.orders]
        return any(o.stand == stand for o in (*waiting, *self.next_volley))

    # -- counts

    def may_fire_again(self, stand: ClashStand) -> bool:
        """Has it reaction shootings left in this chain? A vehicle counts as one figure. Rules: NUT-CHAIN-09, -15."""
        cite("NUT-CHAIN-09")
        return self.shots[self._one_figure(stand)] < int(data.meta()["max_reaction_shots_per_chain"])

    def count_shot(self, stand: ClashStand) -> None:
        """Count one reaction shooting. Rule: NUT-CHAIN-09."""
        self.shots[self._one_figure(stand)] += 1

    def _one_figure(self, stand: ClashStand) -> str:
        if stand.carrier and stand.station not in ("rider", "passenger"):
            cite("NUT-CHAIN-15")
            return stand.carrier
        return stand.id

    def is_active(self, stand: ClashStand) -> bool:
        """Does it belong to the group whose activation this is? Rule: NUT-TURN-08."""
        return stand.id in self.active

    def halt(self, stand: ClashStand, cause: Event | None = None) -> None:
        """It neither moves nor shoots for the rest of the chain. Rule: NUT-STAT-04."""
        cite("NUT-STAT-04")
        self.halted.add(stand.id)
        self.stop(stand, cause)

    def stop(self, stand: ClashStand, cause: Event | None = None) -> None:
        """An active figure's activation is over; others do not care. Rule: NUT-CHAIN-11."""
        if not self.is_active(stand) or stand.id in self.stopped:
            return
        self.stopped.add(stand.id)
        if not stand.gone and not stand.finished:
            changes = (("finished", True),)
            rules = (cite("NUT-CHAIN-11"),)
            self.battle.happen(StandChanged(stand=stand.id, changes=changes, why="stopped", rules=rules), cause)


def resolve(battle: Battle, causes: Iterable[Cause], active: Iterable[str] = ()) -> Generator[AnyRequest, Any, Outcome]:
    """Resolve causes and all they set off; nothing else happens meanwhile. Rules: NUT-CHAIN-01, -02, -08, -14."""
    chain = Chain(battle, active)
    chain.add(*causes)
    cite("NUT-CHAIN-01")
    return (yield from run(chain))


def run(chain: Chain) -> Generator[AnyRequest, Any, Outcome]:
    """Take causes from the front of a chain's queue until it is empty. Rules: NUT-CHAIN-02, -08, -14."""
    # The table knows every handler, and every handler knows the chain.
    from wargame.rulesets.clash_of_titans.chain_table import HANDLERS

    while chain.queue and not chain.battle.over:
        cause = chain.queue.popleft()
        chain.steps += 1
        yield from HANDLERS[type(cause)](chain, cause)
        chain.form_volley(cause.event)
    cite("NUT-CHAIN-14")
    return Outcome(frozenset(chain.stopped), chain.volleys, chain.steps, tuple(sorted(chain.shots.items())))
