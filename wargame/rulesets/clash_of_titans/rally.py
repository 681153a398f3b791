"""Rallying men who hunkered down or run. Rules: NUT-DOWN-06, -07, NUT-WND-06, NUT-CHAR-05."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.clash_of_titans import activation, groups, leaders, stars, status, throws, wounds
from wargame.rulesets.clash_of_titans.data import meta
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import DUCKED, HUNKERED, READY, RUNNING, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

TEST = "rally"
RALLY_DICE = 2
RESULTS = {2: "Carry On", 1: "Duck Back", 0: "no change"}


def needs_it(state: ClashState, stand: ClashStand) -> bool:
    """Is he hunkered down or running, and was he not rallied this turn? Rule: NUT-DOWN-06."""
    return (
        stand.status in (HUNKERED, RUNNING)
        and status.in_fight(stand)
        and groups.is_here(state, stand)
        and stand.rallied_turn < state.turn
    )


def in_reach(state: ClashState, leader: ClashStand) -> list[ClashStand]:
    """Men of his side within 4 in of a leader who can be rallied. Rule: NUT-DOWN-06."""
    cite("NUT-DOWN-06")
    return [s for s in groups.friends(state, leader, float(meta()["group_distance"])) if needs_it(state, s)]


def rows(scene: Scene, stand: ClashStand) -> list[ActRow]:
    """Rally, as it is offered to a leader."""
    from wargame.rulesets.clash_of_titans import acts

    state = state_of(scene)
    leader = leaders.acting(state, stand.group)
    if leader is None or leader.id != stand.id or not in_reach(state, stand):
        return []
    return [acts.made(TEST, acts.blocked(scene, stand, TEST) or _too_late(state, stand))]


def _too_late(state: ClashState, stand: ClashStand) -> Refusal | None:
    """Rallying comes before the figures act. Rule: NUT-TURN-11."""
    if state.stage == activation.ACT:
        text = "Men are rallied before the figures of the group act."
        return Refusal(text=text, rules=(cite("NUT-TURN-11"),), about=stand.id)
    return None


def carry_out(battle: Battle, leader: ClashStand) -> Generator[AnyRequest, Any, None]:
    """A leader's action: all within 4 in test, group by group. Rule: NUT-DOWN-06."""
    from wargame.rulesets.clash_of_titans import acts

    state = state_of(battle)
    event = acts.note(battle, leader, TEST)
    activation.set_stage(battle, activation.RALLY)
    men = in_reach(state, leader)
    for group in dict.fromkeys(s.group for s in men):
        yield from test(battle, [s for s in men if s.group == group], leader, event)


def test(
    battle: Battle, men: Sequence[ClashStand], leader: ClashStand | None, cause: Event | None = None
) -> Generator[AnyRequest, Any, None]:
    """Roll Rally once for men of one group and apply it. Rules: NUT-DOWN-06, -07, NUT-CHAR-05."""
    extra: dict[str, tuple[Modifier, ...]] = {}
    if leader is not None and "Born Leader" in leader.attributes:
        rule = cite("NUT-ATTR-01")
        extra = {s.id: (Modifier("Born Leader", 1, rule=rule),) for s in men}
    chosen: dict[str, int] = {}
    for stand in men:
        will = yield from stars.free_will(battle, stand, (TEST,), RESULTS, cause)
        if will is not None:
            chosen[stand.id] = will
    passed = throws.group_test(battle, TEST, men, extra=extra, chosen=chosen, rules=(cite("NUT-DOWN-06"),), cause=cause)
    group = men[0].group
    if wounds.all_fail(tuple(passed.values())) and wounds.is_trapped(battle, group):
        wounds.surrender(battle, group, cause)
        return
    for stand in men:
        _apply(battle, stand, passed[stand.id], cause)


def stray(battle: Battle, stand: ClashStand, leader: ClashStand, cause: Event | None = None) -> bool:
    """One attempt of a player's leader to rally a routed soldier whom he meets: his own Rep counts, and only two passed
    dice make the man join; True if he does. Rule: NUT-DOWN-08."""
    rules = (cite("NUT-DOWN-08"),)
    test_ = throws.passes(battle, 2, leader.rep, TEST, stand=leader, rules=rules, cause=cause)
    if test_.row < throws.TOP_ROW:
        status.lose(battle, stand, "ran_off", test_.event, rules)
        return False
    status.set_status(battle, stand, READY, test_.event, rules)
    return True


def _apply(battle: Battle, stand: ClashStand, passed: int, cause: Event | None) -> None:
    """Pass 2d6: up again; 1d6: ducked back; 0d6: no change. Rule: NUT-DOWN-07."""
    rules = (cite("NUT-DOWN-07"),)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    changes = (("rallied_turn", battle.state.turn),)
    battle.happen(
        StandChanged(stand=stand.id, changes=changes, why=f"rally_{passed}", rules=rules, seen_by=seen), cause
    )
    if passed > 0:
        status.set_status(battle, stand, READY if passed == 2 else DUCKED, cause, rules)
        activation.finish(battle, stand)


def strays(battle: Battle, men: Sequence[ClashStand], leader: ClashStand, cause: Event | None = None) -> list[str]:
    """The one attempt to rally routed soldiers who are nobody's: each rolls against the leader's Rep.

    Those who pass 2d6 join his group, the others leave. Gives the ids of those who join. Rule: NUT-DOWN-08.
    """
    rules = (cite("NUT-DOWN-08"),)
    joined = []
    for stand in men:
        found = throws.passes(battle, RALLY_DICE, leader.rep, TEST, stand=stand, rules=rules, cause=cause)
        if found.row < RALLY_DICE:
            status.lose(battle, stand, "ran_off", found.event, rules)
            continue
        seen = knowledge.seen_by_for(battle.state, stand.id)
        changes = (("group", leader.group), ("side", leader.side), ("status", READY))
        event = StandChanged(stand=stand.id, changes=changes, why="joins", rules=rules, seen_by=seen)
        battle.happen(event, cause=found.event)
        joined.append(stand.id)
    return joined


def alone(battle: Battle, group: str) -> Generator[AnyRequest, Any, None]:
    """The rally of a group whose leader is lost or unable, at the start of its activation. Rule: NUT-DOWN-06."""
    state = state_of(battle)
    if leaders.acting(state, group) is not None:
        return
    men = [s for s in groups.members(state, group) if needs_it(state, s)]
    qualified = [s for s in men if s.rep >= state.activation_dice.get(s.side, 0)]
    if qualified:
        yield from test(battle, qualified, None)
