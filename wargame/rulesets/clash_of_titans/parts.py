"""Parts of a group: splitting and joining at the start of its activation, men who shoot together.

Rules: NUT-GRP-02, NUT-CHAIN-13, NUT-TURN-11.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, Chosen, Picked, Refusal
from wargame.engine.requests import AnyRequest, Choose, Item, Option, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import activation, chain, groups, membership, targets
from wargame.rulesets.clash_of_titans.activation import Activation, takes_orders
from wargame.rulesets.clash_of_titans.causes import FireOrder, Volley
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SPLIT, VOLLEY, TARGET = "split", "volley", "volley_target"


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """Splitting, joining, and shooting together, as they are offered to a man."""
    from wargame.rulesets.clash_of_titans import acts

    state = state_of(scene)
    found = []
    if len(groups.members(state, stand.group)) > 1:
        found.append(acts.made("split", may_split(state, stand)))
        found.append(acts.made("volley", _may_volley(scene, stand)))
    if joinable(state, stand.group):
        found.append(acts.made("join", _too_late(state, stand)))
    return found


def _too_late(state: ClashState, stand: ClashStand) -> Refusal | None:
    """Splits and joins come first in an activation. Rules: NUT-GRP-02, NUT-TURN-11."""
    cite("NUT-GRP-02")
    if state.stage not in ("", activation.JOIN):
        text = "Groups split and join at the start of an activation, before anybody moves."
        return Refusal(text=text, rules=("NUT-GRP-02",), about=stand.id)
    return None


def may_split(state: ClashState, stand: ClashStand) -> Refusal | None:
    """Why his group cannot be split now, or None: crews of vehicles and guns stay together. Rule: NUT-GRP-02."""
    if stand.mans or stand.carrier:
        return Refusal(text="A crew stays together.", rules=(cite("NUT-GRP-02"),), about=stand.id)
    return _too_late(state, stand)


def joinable(state: ClashState, group: str) -> list[str]:
    """Groups of the side in chain with this one that have not acted yet and may join it. Rule: NUT-GRP-02."""
    mine = [s for s in groups.members(state, group) if groups.is_here(state, s) and not s.carrier]
    if not mine:
        return []
    found = []
    for other in state.groups.values():
        if other.side != mine[0].side or other.id == group or other.activated_turn == state.turn:
            continue
        theirs = [s for s in groups.members(state, other.id) if groups.is_here(state, s) and s.is_man and not s.carrier]
        if theirs and len(groups.chains(state, [*mine, *theirs])) == 1:
            found.append(other.id)
    return found


def join(battle: Battle, stand: ClashStand, other: ClashStand) -> None:
    """The other man's group joins; its men act now as well. Rule: NUT-GRP-02."""
    cite("NUT-GRP-02")
    men = groups.members(state_of(battle), other.group)
    membership.join(battle, stand.group, other.group)
    for man in men:
        activation.freshen(battle, man)


def carry_out(battle: Battle, active: Activation, order: Act) -> Generator[AnyRequest, Any, None]:
    """Split the group, or let several of it shoot together."""
    stand = state_of(battle).stands[order.stand]
    if order.act == SPLIT:
        yield from _split(battle, stand)
    else:
        yield from fire_together(battle, active, stand)


# ---------------------------------------------------------------- splitting


def _split(battle: Battle, stand: ClashStand) -> Generator[AnyRequest, Any, None]:
    """He and those whom his owner names become a group of their own; it acts this turn only if its leader qualifies."""
    state = state_of(battle)
    others = [s for s in groups.members(state, stand.group) if s.id != stand.id and not s.carrier and not s.mans]
    order = yield Pick(
        side=stand.side,
        purpose=SPLIT,
        prompt=f"Who goes with {stand.name}?",
        items=tuple(Item(id=s.id, text=s.name) for s in others),
        at_most=max(0, len(others) - 1),
        suggestion=Picked(),
        about=(stand.id,),
        rules=(cite("NUT-GRP-02"),),
    )
    names = {stand.id, *(name for name, _ in order.items)}
    men = [s for s in state.stands.values() if s.id in names]
    new = membership.split_off(battle, stand.group, men)
    state.groups[new].activated_turn = 0


# ---------------------------------------------------------------- shooting together


def shooters(scene: Scene, group: str) -> list[ClashStand]:
    """Men of a group who can shoot now, each with somebody to shoot at. Rule: NUT-CHAIN-13."""
    state = state_of(scene)
    return [
        s
        for s in state.stands.values()
        if s.group == group
        and s.is_man
        and not (s.carrier or s.mans)
        and takes_orders(state, s)
        and can_shoot(scene, s)
    ]


def can_shoot(scene: Scene, stand: ClashStand) -> bool:
    """Has he his shooting left, a weapon that works and a target?"""
    from wargame.rulesets.clash_of_titans import shots

    if shots.may_shoot(scene, stand) is not None or targets.unfit(scene, stand) is not None:
        return False
    return bool(targets.able_targets(scene, stand, stand.in_hand))


def _may_volley(scene: Scene, stand: ClashStand) -> Refusal | None:
    from wargame.rulesets.clash_of_titans import shots

    return shots.may_shoot(scene, stand) or targets.unfit(scene, stand)


def fire_together(battle: Battle, active: Activation, stand: ClashStand) -> Generator[AnyRequest, Any, None]:
    """Ask who shoots and at what first; each spreads his dice from there. Rule: NUT-CHAIN-13."""
    able = shooters(battle, active.group)
    if not able:
        return
    order = yield _who(stand, able)
    names = {name for name, _ in order.items}
    firing = [s for s in able if s.id in names]
    if not firing:
        return
    common = _common_targets(battle, firing)
    if not common:
        return
    first = common[0]
    if len(common) > 1:
        first = (yield _whom(stand, battle, common)).option
    found = [
        FireOrder(stand=s.id, weapon=s.in_hand, candidates=_candidates(battle, s), first=_first(battle, s, first))
        for s in firing
    ]
    activation.set_stage(battle, activation.ACT)
    yield from chain.resolve(battle, [Volley(orders=tuple(found))], active.active)


def _candidates(scene: Scene, stand: ClashStand) -> tuple[str, ...]:
    return tuple(t.id for t in targets.able_targets(scene, stand, stand.in_hand))


def _first(scene: Scene, stand: ClashStand, first: str) -> tuple[str, ...]:
    return (first,) if first in _candidates(scene, stand) else ()


def _common_targets(scene: Scene, firing: Sequence[ClashStand]) -> list[str]:
    """Enemies that any of them can shoot at, the one most of them can first."""
    counted: dict[str, int] = {}
    for stand in firing:
        for enemy in targets.able_targets(scene, stand, stand.in_hand):
            counted[enemy.id] = counted.get(enemy.id, 0) + 1
    return sorted(counted, key=lambda name: (-counted[name], name))


def _who(stand: ClashStand, able: Sequence[ClashStand]) -> Pick:
    return Pick(
        side=stand.side,
        purpose=VOLLEY,
        prompt="Who shoots in this volley?",
        items=tuple(Item(id=s.id, text=f"{s.name}: {s.in_hand}") for s in able),
        at_least=1,
        suggestion=Picked(items=tuple((s.id, 1) for s in able)),
        about=(stand.id,),
        rules=(cite("NUT-CHAIN-13"),),
    )


def _whom(stand: ClashStand, scene: Scene, common: Sequence[str]) -> Choose:
    return Choose(
        side=stand.side,
        purpose=TARGET,
        prompt="At whom do they shoot first?",
        options=tuple(Option(id=name, text=scene.state.stands[name].name) for name in common),
        suggestion=Chosen(option=common[0]),
        about=tuple(common),
        rules=(cite("NUT-CHAIN-13"),),
    )
