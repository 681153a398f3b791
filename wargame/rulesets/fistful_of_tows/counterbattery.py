"""Guns that wait for enemy batteries to fire. Rules: FFT-CB-01 to -04."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import checks, guns, shells
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import FistStand, Mission, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def counter_one(battle: Battle) -> Directive:
    """One round: an assigned battery tries to find the guns of a mission that has landed. Rules: FFT-CB-01, -02."""
    state = state_of(battle)
    for mission in state.fired_missions:
        hunters = _hunters(battle, mission)
        if hunters:
            state.counterbattery = tuple(n for n in state.counterbattery if n not in {h.id for h in hunters})
            _hunt(battle, hunters, mission)
            return AGAIN
    state.fired_missions = ()
    return NEXT


def _hunters(battle: Battle, mission: Mission) -> list[FistStand]:
    """The next battery of the other side that may try, within range."""
    state = state_of(battle)
    waiting = [state.stands[n] for n in state.counterbattery if state.stands[n].side != mission.side]
    waiting = [g for g in waiting if not g.gone and not g.mission]
    if not waiting:
        return []
    first = waiting[0]
    rows = [g for g in waiting if (g.group, g.line) == (first.group, first.line)]
    if not in_range(battle, first, mission):
        state.counterbattery = tuple(n for n in state.counterbattery if n not in {g.id for g in rows})
        return _hunters(battle, mission)
    return rows


def in_range(scene: Scene, hunter: FistStand, mission: Mission) -> bool:
    """Does the range cover both depths and the board? Rule: FFT-CB-04."""
    cite("FFT-CB-04")
    battery = hunter.ratings.battery
    if battery is None:
        return False
    depth = float(tables()["counterbattery"]["default_depth_km"])
    prey = state_of(scene).stands[mission.guns[0]]
    table = scene.board.table
    km = min(table.width_in, table.height_in) * table.scale_m_per_in / 1000.0
    return battery.reach_km >= depth + km + (depth if prey.off_board else 0.0)


def needed(radar: bool) -> int:
    """Number to find a battery. Rule: FFT-CB-02."""
    cite("FFT-CB-02")
    row = tables()["counterbattery"]
    return int(row["detect_on_with_radar"] if radar else row["detect_on"])


def _hunt(battle: Battle, hunters: list[FistStand], mission: Mission) -> None:
    state = state_of(battle)
    prey = [state.stands[n] for n in mission.guns if not state.stands[n].gone]
    if not prey:
        return
    need = needed(guns.has_radar(state.sides[hunters[0].side].nation, state.year))
    battery = prey[0].ratings.battery
    add = int(tables()["counterbattery"]["bonus_vs_mrl"]) if battery is not None and battery.kind == "mrl" else 0
    dice = battle.throw(1)
    found = dice[0] > 1 and dice[0] + add >= need
    why = (Modifier("rocket launchers", add, rule="FFT-CB-02"),) if add else ()
    rolled = battle.happen(
        Rolled(
            purpose="counterbattery",
            who=hunters[0].id,
            side=hunters[0].side,
            dice=dice,
            modifiers=why,
            needed=f"{need}+",
            outcome="found" if found else "not_found",
            rules=(cite("FFT-CB-02"),),
        )
    )
    salvo = shells.salvo_of(hunters, "converged", "he")
    if found and salvo is not None:
        for gun in prey:
            _shell_gun(battle, gun, salvo, rolled)


def column_of(gun: FistStand) -> str:
    """Armoured self-propelled guns as light AFV, others as open. Rule: FFT-CB-03."""
    cite("FFT-CB-03")
    return "light_afv" if gun.ratings.kind == "light" else "open"


def _shell_gun(battle: Battle, gun: FistStand, salvo: Salvo, cause: Event) -> None:
    """Hits cause checks at once. Rule: FFT-CB-03."""
    need = shells.chart_number(salvo.factors, column_of(gun))
    dice = battle.throw(1)
    hit = shells.is_hit(dice[0], need, 0)
    battle.happen(
        Rolled(
            purpose="shells",
            who=gun.id,
            side=salvo.side,
            dice=dice,
            needed=f"{need}+" if need else "no effect",
            outcome="hit" if hit else "missed",
            rules=(cite("FFT-CB-03"),),
        ),
        cause,
    )
    if hit:
        light = salvo.light and gun.ratings.kind == "light"
        add = int(tables()["quality_check_modifiers"]["l_class_artillery_vs_non_soft_afv"]) if light else 0
        checks.roll(battle, gun, checks.ARTILLERY, (add, (), (cite("FFT-CB-03"),)))
    cite("FFT-CB-03")
