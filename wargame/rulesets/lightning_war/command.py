"""The Command Phase: the clock, platoons in flight, arrivals, choosing a platoon.

Rules: LW2-TURN-01, -02, -09, LW2-INIT-05, -08, LW2-MOVE-02, -03, LW2-NIGHT-01, -02.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.events import GroupChanged, Said
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import Directive, GoTo
from wargame.rulesets.lightning_war import clock, flight, morale, points, replacements
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarGroup

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SELECT, PASS = "select", "pass"
CYCLE, END, COMMAND = GoTo("cycle"), GoTo("end_of_turn"), GoTo("command")


def command_phase(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One Command Phase. Rules: LW2-TURN-01, -02, -09."""
    state = state_of(battle)
    for rule in ("LW2-TURN-01", "LW2-TURN-09", "LW2-MOVE-03"):
        cite(rule)
    state.selected = ""
    turned = clock.advance(battle)
    if points.end_of_time(battle):
        return END
    if turned:
        cite("LW2-INIT-09")
        return END
    state.cycle += 1
    flight.recover_or_fall_back(battle)
    replacements.refit(battle)
    points.look_for_the_end(battle)
    if battle.over:
        return END
    able = selectable(battle, state.initiative)
    if not able:
        battle.happen(Said(key="nobody_left", side=state.initiative, rules=(cite("LW2-INIT-08"),)))
        return END
    order = yield _request(battle, state.initiative, able)
    if order.option == PASS:
        battle.happen(Said(key="passes", side=state.initiative, rules=(cite("LW2-INIT-08"),)))
        return END
    state.selected = order.option
    battle.happen(Said(key="selected", side=state.initiative, about=(order.option,), rules=(cite("LW2-TURN-02"),)))
    for stand in morale.squads(battle, order.option):
        if stand.must_leave and stand.in_play:
            flight.leave_for_cover(battle, stand)
    return CYCLE


def selectable(scene: Scene, side: str) -> list[WarGroup]:
    """Platoons that may be selected: on the table, not in flight, not held, and by night not done yet.

    Rules: LW2-MOR-15, LW2-NIGHT-02.
    """
    state = state_of(scene)
    return [
        g
        for g in state.groups.values()
        if g.side == side
        and not g.in_flight
        and not g.held
        and any(s.in_play for s in morale.squads(scene, g.id, staff=True))
    ]


def _request(battle: Battle, side: str, able: list[WarGroup]) -> Choose:
    options = [Option(id=g.id, text=g.name, consequence=f"needs {morale.rating(g)}+ in a test") for g in able]
    options.append(Option(id=PASS, text="Pass: end the game turn", consequence="initiative is rolled again"))
    return Choose(
        side=side,
        purpose=SELECT,
        prompt="Which platoon acts in this hour?",
        options=tuple(options),
        rules=(cite("LW2-TURN-02"), cite("LW2-INIT-08")),
    )


def note_idle(battle: Battle) -> None:
    """Remembers of a platoon that it was selected and did nothing."""
    state = state_of(battle)
    group = state.groups.get(state.selected)
    if group is None:
        return
    stands = morale.squads(battle, group.id, staff=True)
    busy = any(state.cycle in (s.moved_cycle, s.shot_cycle, s.busy_cycle) for s in stands)
    group.idle_turn = 0 if busy else state.turn


def note_night(battle: Battle) -> None:
    """By night the platoon that has moved in this cycle stays put until the game turn is over.

    Rules: LW2-NIGHT-01, -02.
    """
    state = state_of(battle)
    if not clock.is_night(battle) or not state.selected:
        return
    group = state.groups[state.selected]
    moved = any(s.moved_cycle and s.moved_cycle == state.cycle for s in morale.squads(battle, group.id, staff=True))
    if moved and group.night_turn != state.turn:
        rules = (cite("LW2-NIGHT-01"), cite("LW2-NIGHT-02"))
        battle.happen(GroupChanged(group=group.id, changes=(("night_turn", state.turn),), rules=rules))
