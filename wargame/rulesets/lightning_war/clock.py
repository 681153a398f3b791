"""The clock: starting hour, hours of night, and when the battle is over. Rules: LW2-TIME-01 to -07, LW2-INIT-09."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import Rolled, Said
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DAY_MIN = 1440
DUSK, MIST = "dusk", "mist_until"


def dawn_min() -> int:
    """Dawn, in minutes since midnight. Rule: LW2-TIME-02."""
    cite("LW2-TIME-02")
    return int(tables()["clock"]["dawn"]) * 60


def dusk_min(scene: Scene) -> int:
    """Dusk, in minutes since midnight; the scenario may say otherwise. Rule: LW2-TIME-03."""
    cite("LW2-TIME-03")
    given = scene.state.options.get(DUSK)
    return int(given) * 60 if given else int(tables()["clock"]["dusk"]) * 60


def night_at(scene: Scene, minutes: int) -> bool:
    """Is it night at this time? Rule: LW2-TIME-05."""
    cite("LW2-TIME-05")
    now = minutes % DAY_MIN
    return now >= dusk_min(scene) or now < dawn_min()


def is_night(scene: Scene) -> bool:
    """Is it night now? A battle without a clock is fought by day."""
    now = scene.state.clock_min
    return now is not None and night_at(scene, now)


def is_dim(scene: Scene) -> bool:
    """Does direct fire reach only the same or a contiguous feature: by night, or in the scenario's mist?

    Rule: LW2-TIME-06.
    """
    until = scene.state.options.get(MIST)
    now = scene.state.clock_min
    misty = bool(until) and now is not None and now < int(str(until).split(":")[0]) * 60
    return misty or is_night(scene)


def roll_starting_hour(battle: Battle) -> None:
    """Where the scenario names no hour, four dice do. Rule: LW2-TIME-01."""
    if battle.setup.clock_start_min is not None:
        return
    dice = battle.throw(4)
    hour = sum(dice) % 24
    rules = (cite("LW2-TIME-01"), cite("LW2-TIME-05"))
    battle.happen(Rolled(purpose="starting_hour", dice=dice, total=sum(dice), outcome=f"{hour:02d}00", rules=rules))
    battle.happen(Said(key="clock", clock_min=hour * 60, data=(("time", f"{hour:02d}:00"),)))


def advance(battle: Battle) -> bool:
    """At a Command Phase: the clock goes on, except at the first ones that are free. True if dawn or dusk came.

    Rules: LW2-TIME-04, -07, LW2-INIT-09.
    """
    state = state_of(battle)
    if state.ticked:
        state.ticked = False
        return False
    state.phases += 1
    free = 1 + (battle.setup.clock.free_phases if battle.setup.clock else 0)
    now = state.clock_min
    if now is None or state.phases <= free:
        cite("LW2-TIME-07")
        return False
    step = battle.setup.clock.minutes_per_phase if battle.setup.clock else _hour()
    state.elapsed_min += step
    later = (now + step) % DAY_MIN
    rule = cite("LW2-TIME-04")
    battle.happen(Said(key="clock", clock_min=later, data=(("time", told(later)),), rules=(rule,)))
    turned = night_at(battle, now) != night_at(battle, later)
    state.ticked = turned
    if turned:
        key = "dusk" if night_at(battle, later) else "dawn"
        battle.happen(Said(key=key, rules=(cite("LW2-INIT-09"),)))
    return turned


def _hour() -> int:
    return int(tables()["clock"]["hours_per_command_phase"]) * 60


def has_run_out(battle: Battle) -> bool:
    """Has the end hour of the scenario, or the limit of the rulebook, been reached? Rule: LW2-VP-05."""
    state = state_of(battle)
    cite("LW2-VP-05")
    ends = battle.setup.clock.minutes if battle.setup.clock else int(tables()["clock"]["max_game_hours"]) * 60
    return state.elapsed_min >= ends


def told(minutes: int) -> str:
    """The time as players read it."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
