"""Losses: disabled, suppressed, abandoned, and what they set off. Rules: LW2-CAS-01 to -07, LW2-STAT-01, -02."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wargame.engine.events import Event, MarkerPlaced, StandChanged, StandRemoved
from wargame.engine.knowledge import seen_by_for
from wargame.engine.rules import cite
from wargame.engine.state import Marker
from wargame.rulesets.lightning_war import morale, points, units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DISABLED, SUPPRESSED, ABANDONED = "disabled", "suppressed", "abandoned"
DESTROYED = "destroyed"
"""Word for a stand that is out of the battle by fire or assault, as every rulebook has it."""


@dataclass
class Tests:
    """Platoons that owe a test for one shot, salvo or assault, in order. Rule: LW2-MOR-16."""

    groups: list[str] = field(default_factory=list)

    def owe(self, group: str) -> None:
        """One test for each event, however many were hit."""
        cite("LW2-MOR-16")
        if group not in self.groups:
            self.groups.append(group)

    def take(self, battle: Battle, cause: Event | None) -> None:
        """All of them, the other side's first."""
        state = state_of(battle)
        order = sorted(self.groups, key=lambda g: state.groups[g].side == state.initiative)
        self.groups = []
        for name in order:
            if state.groups[name].exempt:
                cite("LW2-MOR-09")
            elif not battle.over:
                morale.test_platoon(battle, state.groups[name], cause)


def disable(
    battle: Battle,
    stand: WarStand,
    tests: Tests | None,
    by: str | None = None,
    cause: Event | None = None,
    why: str = DESTROYED,
    scores: bool = True,
) -> Event:
    """Takes a sub-unit off, with whoever it carries; its platoon feels it. Rules: LW2-STAT-01, LW2-CAS-01, -02."""
    rule = cite("LW2-CAS-01") if units.is_vehicle(stand) else cite("LW2-CAS-02")
    seen = seen_by_for(battle.state, stand.id)
    rules = (cite("LW2-STAT-01"), rule)
    gone = battle.happen(StandRemoved(stand=stand.id, why=why, by=by, rules=rules, seen_by=seen), cause)
    if why == ABANDONED:
        marker = Marker(
            id=f"prize-{stand.id}", kind="prize", side="", x=stand.x, y=stand.y, text=f"{stand.name}, abandoned"
        )
        battle.happen(MarkerPlaced(marker=marker, rules=(cite("LW2-ABAN-03"),)), gone)
    if scores:
        points.note_kill(battle, stand, gone)
    morale.mark_loss(battle, stand)
    for rider in [s for s in state_of(battle).stands.values() if s.carrier == stand.id and not s.gone]:
        disable(battle, rider, tests, by, gone)
    if tests is not None and not units.is_staff(stand):
        tests.owe(stand.group)
    _remove_staff(battle, stand.group, gone)
    return gone


def suppress(battle: Battle, stand: WarStand, tests: Tests | None, cause: Event | None = None) -> None:
    """A near miss: it may not move and fires at -1; its platoon tests. Rules: LW2-STAT-02, -04."""
    state = state_of(battle)
    rules = (cite("LW2-STAT-02"), cite("LW2-STAT-04"))
    changes = (("suppressed_turn", max(1, state.turn)),)
    seen = seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why="suppressed", rules=rules, seen_by=seen), cause)
    morale.mark_loss(battle, stand)
    if tests is not None:
        tests.owe(stand.group)


def _remove_staff(battle: Battle, group: str, cause: Event) -> None:
    """When all squads of a platoon are gone its headquarters goes with them, for no points. Rule: LW2-CAS-05."""
    state = state_of(battle)
    if morale.squads(battle, group) or state.groups[group].higher or not state.groups[group].arrived:
        return
    if any(
        s.group == group and not s.gone and not units.is_staff(s) and not s.off_board for s in state.stands.values()
    ):
        return
    for stand in morale.squads(battle, group, staff=True):
        seen = seen_by_for(battle.state, stand.id)
        battle.happen(StandRemoved(stand=stand.id, why="dispersed", rules=(cite("LW2-CAS-05"),), seen_by=seen), cause)
