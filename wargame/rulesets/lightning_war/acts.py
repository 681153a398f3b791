"""What else a stand can be ordered: probing by fire, clearing mines, mending bridges, mounting and dismounting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from wargame.engine.orders import Act, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.lightning_war import bridges, mines, probing, transport
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


class Kind(NamedTuple):
    """One act: its caption, what it needs, why a stand may not, and what it does."""

    name: str
    needs: str
    may: Callable[[Scene, WarStand], Refusal | None]
    do: Callable[[Battle, Act], None]
    hint: str


def _may_mend(scene: Scene, stand: WarStand) -> Refusal | None:
    """Rules: LW2-BRG-04, -06."""
    state = state_of(scene)
    if bridges.bridge_to_mend(scene, stand) is None:
        return Refusal(text=f"{stand.name} touches no damaged bridge.", rules=(cite("LW2-BRG-04"),))
    if state.cycle in (stand.moved_cycle, stand.shot_cycle, stand.busy_cycle) or stand.suppressed_turn:
        text = f"{stand.name} does nothing else in the hour in which it mends a bridge."
        return Refusal(text=text, rules=(cite("LW2-BRG-06"),))
    return None


def _kinds() -> Mapping[str, Kind]:
    return {
        probing.ACT: Kind(
            "Probe by fire", "point", probing.may_probe, probing.carry_out, "Make an unseen enemy answer, or not."
        ),
        mines.CLEAR: Kind(
            "Clear mines",
            "nothing",
            mines.may_clear,
            lambda battle, order: mines.clear(battle, state_of(battle).stands[order.stand]),
            "One die; a passage is open at 6.",
        ),
        bridges.REPAIR: Kind(
            "Mend the bridge",
            "nothing",
            _may_mend,
            lambda battle, order: bridges.mend(battle, state_of(battle).stands[order.stand]),
            "One die of damage less.",
        ),
        transport.MOUNT: Kind("Mount", "nothing", transport.may_mount, transport.mount, "Counts as having moved."),
        transport.DISMOUNT: Kind(
            "Dismount", "nothing", transport.may_dismount, transport.dismount, "Counts as having moved."
        ),
    }


def rows(scene: Scene, stand: WarStand) -> tuple[ActRow, ...]:
    """The acts of a stand that make sense for it, with the reason where it may not."""
    found = []
    for name, kind in _kinds().items():
        refusal = kind.may(scene, stand)
        if refusal is None or (name == probing.ACT and stand.in_play and probing.arm_of(stand) is not None):
            found.append(ActRow(id=name, name=kind.name, needs=kind.needs, hint=kind.hint, refusal=refusal))
    return tuple(found)


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act may not be ordered, or None."""
    kind = _kinds().get(order.act)
    stand = state_of(scene).stands[order.stand]
    if kind is None:
        return Refusal(text=f"There is no act called {order.act!r}.", kind="malformed")
    if order.act == probing.ACT:
        return probing.check(scene, order)
    if order.target is not None and order.target not in state_of(scene).stands:
        return Refusal(text="That target does not exist.", kind="malformed")
    return kind.may(scene, stand)


def carry_out(battle: Battle, order: Act) -> None:
    """Does it."""
    _kinds()[order.act].do(battle, order)
