"""The sequence of play: two player turns of seven phases. Rules: FFT-SEQ-01 to -19."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive, Step
from wargame.engine.state import State
from wargame.rulesets.fistful_of_tows import (
    barrage,
    bogging,
    checks,
    close_combat,
    counterbattery,
    entering,
    firing,
    gas,
    landing,
    losses,
    moving,
    muster,
    objectives,
    pivots,
    setup,
    smoke,
    spotting,
)
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def begin_player_turn(battle: Battle) -> Directive:
    """Roles change: checks passed before count no more. Rules: FFT-SEQ-01, -03, FFT-QC-05."""
    state = state_of(battle)
    cite("FFT-SEQ-01")
    cite("FFT-SEQ-03")
    state.player_turn += 1
    state.engaged = state.pending = state.closed = state.offered = state.asked = ()
    for group in state.groups.values():
        group.lost_now = 0
    for stand in list(state.stands.values()):
        if stand.passed and not stand.gone:
            change(battle, stand, "new_turn", passed=())
    spotting.begin_phase(battle)
    return NEXT


def tidy(battle: Battle) -> Directive:
    """Pins of the phasing side go; objectives are looked at. Rules: FFT-SEQ-14, FFT-SA-06."""
    state = state_of(battle)
    for stand in list(state.stands.values()):
        if stand.gone:
            continue
        if stand.pinned and stand.side == state.phasing:
            change(battle, stand, "unpinned", (cite("FFT-SEQ-14"),), pinned=False)
        if stand.designates or stand.popped:
            change(battle, stand, "phase_over", designates="", popped=False)
    objectives.capture(battle)
    objectives.look_for_the_end(battle)
    return NEXT


def start_phase(battle: Battle) -> Directive:
    """Every phase opens with the test who can still be seen. Rule: FFT-SPOT-03."""
    state = state_of(battle)
    state.asked = state.offered = ()
    spotting.begin_phase(battle)
    return NEXT


def _player_turn(letter: str, title: str, side: Callable[[State], str]) -> tuple[Step, ...]:
    """The steps of one player turn; `state.phasing` names the attacker in all of them."""

    def step(name: str, run: Callable[..., object], phase: str) -> Step:
        return Step(f"{name}_{letter}", run, phase=f"{title}: {phase}", side=side)  # type: ignore[arg-type]

    return (
        step("begin", begin_player_turn, "command"),
        step("smoke", smoke.disperse, "command"),
        step("barrage", barrage.place_markers, "command"),
        step("enter", entering.bring_on, "command"),
        step("arm", moving.begin, "movement"),
        step("move", moving.move_one, "movement"),
        step("pivot", pivots.pivot_one, "pivots"),
        step("gas_move", gas.touch, "checks"),
        step("check_move", checks.close_phase, "checks"),
        step("bog", bogging.roll_one, "bogging"),
        step("meet", close_combat.begin, "close combat"),
        step("close", close_combat.fight_one, "close combat"),
        step("go_on", moving.begin_complete, "complete movement"),
        step("complete", moving.complete_one, "complete movement"),
        step("check_complete", checks.close_phase, "checks"),
        step("bog_complete", bogging.roll_one, "bogging"),
        step("open_fire", firing.begin, "firing"),
        step("turn_front", pivots.pivot_one, "pivots"),
        step("fire", firing.fire_one, "firing"),
        step("hold", firing.hold_one, "hold fire"),
        step("gas_fire", gas.touch, "results"),
        step("result", checks.close_phase, "results"),
        step("mark", firing.mark, "markers"),
        step("shell", start_phase, "artillery"),
        step("land", landing.land_one, "artillery"),
        step("counter", counterbattery.counter_one, "counterbattery"),
        step("check_shell", checks.close_phase, "checks"),
        step("final", start_phase, "final"),
        step("loss", losses.loss_checks, "losses"),
        step("tidy", tidy, "final"),
    )


def first(state: State) -> str:
    """Side that has the first player turn. Rule: FFT-SEQ-16."""
    return str(getattr(state, "first", ""))


def second(state: State) -> str:
    """Side that has the second player turn."""
    return str(getattr(state, "second", ""))


SEQUENCE = (
    Step("muster", muster.muster_one_group, phase="Muster", before_play=True),
    Step("deploy", setup.deploy_one_side, phase="Deployment", before_play=True),
    Step("ready", setup.mark_one_side, phase="Markers", before_play=True),
    *_player_turn("a", "First player", first),
    *_player_turn("b", "Second player", second),
    Step("end_of_turn", objectives.end_of_turn),
)
