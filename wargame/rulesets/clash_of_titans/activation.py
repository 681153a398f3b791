"""A group's activation: who may, in which order, its stages, and one order after another.

Rules: NUT-TURN-03, -04, -08, -09, -11, NUT-ACT-01, -02, NUT-CHAIN-13, NUT-STAT-06, -10.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.engine import knowledge
from wargame.engine.events import Event, Said, StandChanged
from wargame.engine.orders import Chosen, Done
from wargame.engine.requests import AnyRequest, Choose, Command, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.clash_of_titans import group_events, groups, leaders, membership, status
from wargame.rulesets.clash_of_titans.state import DUCKED, READY, STUNNED, ClashGroup, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "activate"
NEXT_GROUP = "next_group"
JOIN, RALLY, ACT = "join", "rally", "act"
"""Stages of an activation: until somebody is rallied, until somebody acts, from then on (NUT-TURN-11)."""
_FRESH: tuple[tuple[str, Any], ...] = (
    ("moved_in", 0.0),
    ("walked", ()),
    ("fast_passed", None),
    ("acted", ""),
    ("shot", False),
    ("snapped", False),
    ("finished", False),
    ("stood_up", False),
    ("fast_moving", False),
    ("charges", ""),
    ("tested_charge", None),
    ("went", ""),
    ("turned", 0),
    ("jobs", ()),
    ("control_lost", False),
)


@dataclass(frozen=True, slots=True)
class Activation:
    """The activation that is going on. `active`: all stands of the group, whatever they do."""

    group: str
    side: str
    active: frozenset[str]


def of_state(state: ClashState) -> Activation:
    """The activation as the state has it."""
    group = state.active_group
    names = frozenset(s.id for s in state.stands.values() if s.group == group)
    return Activation(group, state.groups[group].side, names)


# ---------------------------------------------------------------- who may


def rep_of(state: ClashState, group: str) -> int:
    """Rep on which a group activates: of its leader at this moment, or of its best man if nobody is able.

    Rules: NUT-TURN-03, NUT-LDR-01, -06.
    """
    leader = leaders.acting(state, group) or leaders.best(groups.members(state, group))
    if leader is None:
        return 0
    rep = leader.rep
    if state.groups[group].stray:
        rep += ("Initiative" in leader.attributes) - ("Dim" in leader.attributes)
    return min(rep, 6) if "Initiative" in leader.attributes else rep


def may_activate(state: ClashState, group: ClashGroup) -> bool:
    """Has it men on the table, not acted this turn, and a leader who matches the die? Rules: NUT-TURN-03, -09."""
    if group.id in state.done_groups or group.activated_turn == state.turn:
        return False
    if not any(groups.is_here(state, s) for s in groups.members(state, group.id)):
        return False
    cite("NUT-TURN-03")
    return rep_of(state, group.id) >= state.activation_dice.get(group.side, 7)


def waiting(state: ClashState, side: str) -> list[ClashGroup]:
    """Groups of a side that are still to activate, the highest leader's Rep first. Rule: NUT-TURN-04."""
    cite("NUT-TURN-04")
    found = [g for g in state.groups.values() if g.side == side and not g.held and may_activate(state, g)]
    return sorted(found, key=lambda g: -rep_of(state, g.id))


# ---------------------------------------------------------------- rounds


def activate(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the next group begins, or one order of the group that is active, with all that it sets off.

    Rules: NUT-TURN-04, -11.
    """
    state = cast(ClashState, battle.state)
    if state.no_activation:
        return NEXT
    if not state.active_group:
        left = waiting(state, state.phasing)
        if not left:
            _tell_if_nobody_acted(battle, state)
            return NEXT
        best = rep_of(state, left[0].id)
        equals = [g for g in left if rep_of(state, g.id) == best]
        group = equals[0].id
        if len(equals) > 1 and not equals[0].np:
            group = (yield _which(state, equals)).option
        begin(battle, group)
        return AGAIN
    yield from _act(battle, of_state(state))
    return AGAIN


def _tell_if_nobody_acted(battle: Battle, state: ClashState) -> None:
    """Say it where the die of a side was too high for each of its leaders. Rule: NUT-TURN-03."""
    mine = [g for g in state.groups.values() if g.side == state.phasing]
    here = [g for g in mine if any(groups.is_here(state, s) for s in groups.members(state, g.id))]
    if not here or any(g.activated_turn == state.turn or g.id in state.done_groups for g in mine):
        return
    data = (("face", state.activation_dice.get(state.phasing, 0)),)
    battle.happen(Said(key="nobody_acts", side=state.phasing, data=data, rules=(cite("NUT-TURN-03"),)))


def _which(state: ClashState, equals: list[ClashGroup]) -> Choose:
    return Choose(
        side=state.phasing,
        purpose=NEXT_GROUP,
        prompt="Which group acts next?",
        options=tuple(Option(id=g.id, text=g.name) for g in equals),
        suggestion=Chosen(option=equals[0].id),
        rules=(cite("NUT-TURN-04"),),
    )


def begin(battle: Battle, group: str) -> None:
    """A group becomes active: membership is read, Ducked Back ends, all are fresh who have not acted in another group.

    Rules: NUT-TURN-11, NUT-GRP-06, NUT-ACT-01.
    """
    state = cast(ClashState, battle.state)
    cite("NUT-TURN-11")
    membership.read(battle, group)
    leader = leaders.acting(state, group)
    men = [s for s in groups.members(state, group) if groups.is_here(state, s)]
    changes: tuple[tuple[str, Any], ...] = (
        ("activated_turn", state.turn),
        ("temporary", leader.id if leader is not None and leader.id != state.groups[group].leader else ""),
    )
    rules = (cite("NUT-TURN-08"), cite("NUT-TURN-11"))
    began = group_events.happen(battle, group, changes, "activates", rules)
    state.active_group, state.stage, state.active_began = group, JOIN, began.n
    state.pairs, state.seen_in = (), {}
    for stand in men:
        if stand.active_turn == state.turn > 0:
            cite("NUT-ACT-01")
            finish(battle, stand, began)  # he has come from a group that acted already
        else:
            freshen(battle, stand, began)
    if not state.groups[group].np:
        # Hiding knows sight and cover, which know who is active.
        from wargame.rulesets.clash_of_titans import hidden

        hidden.look_about(battle, men)


def freshen(battle: Battle, stand: ClashStand, cause: Event | None = None) -> None:
    """Begin a stand's activation: Ducked Back ends, a stunned man begins to recover. Rules: NUT-STAT-06, -10."""
    state = cast(ClashState, battle.state)
    changes = [(name, value) for name, value in _FRESH if getattr(stand, name) != value]
    rules: list[str] = []
    changes.append(("active_turn", state.turn))
    if "weapon changed" in stand.spent:
        changes.append(("spent", tuple(word for word in stand.spent if word != "weapon changed")))
    if stand.fast_moving:
        rules.append(cite("NUT-MOVE-03"))
    if stand.status == DUCKED:
        rules.append(cite("NUT-STAT-06"))
        changes.append(("status", READY))
    if stand.status == STUNNED:
        rules.append(cite("NUT-STAT-10"))
        changes += [("stunned_served", True), ("finished", True)]
    seen = knowledge.seen_by_for(state, stand.id)
    event = StandChanged(stand=stand.id, changes=tuple(changes), why="fresh", rules=tuple(rules), seen_by=seen)
    battle.happen(event, cause=cause)


def end(battle: Battle) -> None:
    """The active group is done: stunned men are ready, its leader is in command. Rules: NUT-STAT-10, NUT-LDR-05."""
    from wargame.rulesets.clash_of_titans import hidden

    state = cast(ClashState, battle.state)
    group = state.active_group
    if not state.groups[group].np:
        hidden.go_to_ground(battle, groups.members(state, group, able_only=True))
    for stand in list(state.stands.values()):
        if stand.group == group and stand.status == STUNNED and stand.stunned_served:
            changes: tuple[tuple[str, Any], ...] = (("status", READY), ("stunned_served", False))
            seen = knowledge.seen_by_for(state, stand.id)
            rules = (cite("NUT-STAT-10"),)
            battle.happen(StandChanged(stand=stand.id, changes=changes, why="recovered", seen_by=seen, rules=rules))
    leader = leaders.acting(state, group)
    if leader is not None and state.groups[group].commanded_by != leader.id:
        group_events.happen(battle, group, (("commanded_by", leader.id),), "command", (cite("NUT-LDR-05"),))
    state.done_groups += (group,)
    state.active_group = state.stage = ""
    state.pairs, state.seen_in = (), {}


# ---------------------------------------------------------------- one order


def subjects(scene: Scene, activation: Activation) -> list[ClashStand]:
    """Who of the active group can still be given an order. Rules: NUT-ACT-01, -02."""
    state = cast(ClashState, scene.state)
    cite("NUT-ACT-01")
    found = []
    for name in state.stands:
        stand = state.stands[name]
        if stand.group == activation.group and takes_orders(state, stand):
            found.append(stand)
    return found


def takes_orders(state: ClashState, stand: ClashStand) -> bool:
    """Is it a man or vehicle on the table, able to act, and not done with this activation?"""
    if stand.finished or stand.gone or not status.able(stand):
        return False
    if stand.carrier:
        return stand.station in ("rider", "passenger") and groups.is_here(state, stand)
    if stand.is_vehicle:
        return stand.in_play and any(
            s.carrier == stand.id and status.able(s) and s.station not in ("rider", "passenger")
            for s in state.stands.values()
        )
    if stand.is_gun:
        return stand.in_play and any(s.mans == stand.id and status.able(s) and s.in_play for s in state.stands.values())
    return stand.is_man and stand.in_play


def _act(battle: Battle, activation: Activation) -> Generator[AnyRequest, Any, None]:
    # Orders know everything that can be ordered, and most of that knows the activation.
    from wargame.rulesets.clash_of_titans import driven_out, looting, np_control, orders, rally

    state = cast(ClashState, battle.state)
    if state.stage == JOIN and not leaders.acting(state, activation.group):
        yield from rally.alone(battle, activation.group)
    yield from looting.tempt(battle, activation)
    if state.groups[activation.group].np:
        yield from np_control.act(battle, activation)
        return
    able = subjects(battle, activation)
    order = (yield _request(activation, able)) if able else Done()
    if order.is_done:
        yield from driven_out.drive_out(battle)
        end(battle)
        return
    yield from orders.carry_out(battle, activation, order)


def _request(activation: Activation, able: Iterable[ClashStand]) -> Command:
    return Command(
        side=activation.side,
        purpose=PURPOSE,
        prompt="Give an order to one of the group, or be done with it.",
        subjects=tuple(s.id for s in able),
        rules=(cite("NUT-ACT-01"),),
    )


def finish(battle: Battle, stand: ClashStand, cause: Event | None = None) -> None:
    """It has nothing more to do in this activation."""
    if not stand.finished and not stand.gone:
        seen = knowledge.seen_by_for(battle.state, stand.id)
        battle.happen(
            StandChanged(stand=stand.id, changes=(("finished", True),), why="done", seen_by=seen), cause=cause
        )


def set_stage(battle: Battle, stage: str) -> None:
    """The activation has come to a stage from which it does not go back. Rule: NUT-TURN-11."""
    state = cast(ClashState, battle.state)
    order = (JOIN, RALLY, ACT)
    if order.index(stage) > order.index(state.stage or JOIN):
        state.stage = stage
