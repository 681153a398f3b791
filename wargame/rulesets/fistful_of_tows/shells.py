"""Shells on the table: factors, chart, who is affected. Rules: FFT-ARTY-09 to -13, FFT-BATT-01, FFT-CHEM-01.

Dice and odds both use `effect`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargame.board import Footprint, Template
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import checks, cover, targets, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, Sheaf, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


@dataclass(frozen=True, slots=True)
class Salvo:
    """What comes down: factors in all, light or not, template, shell, whose."""

    side: str
    factors: int
    light: bool
    width_in: float
    length_in: float
    shell: str = "he"

    def template(self, facing_deg: float) -> Template:
        """The template, its length along the facing."""
        return Template.rectangle(self.width_in, self.length_in, facing_deg)


def sheaf_of(stand: FistStand, name: str) -> Sheaf | None:
    """The sheaf of a gun. Rules: FFT-SHEAF-01, FFT-MRL-01, FFT-ARTR-03 to -05."""
    battery = stand.ratings.battery
    if battery is None:
        return None
    cite("FFT-SHEAF-01")
    cite(_sheaf_rule(battery.kind, battery.calibre))
    if battery.kind == "mrl":
        cite("FFT-MRL-01")
        return battery.dispersed
    return battery.converged if name == "converged" else battery.dispersed


def _sheaf_rule(kind: str, calibre: int) -> str:
    if kind == "mortar" and calibre <= 82:
        return "FFT-ARTR-03"
    return "FFT-ARTR-05" if kind == "gun" and calibre in (105, 122) else "FFT-ARTR-04"


def salvo_of(guns: Sequence[FistStand], sheaf: str, shell: str) -> Salvo | None:
    """The salvo of some guns of one type: each adds its factors to one template. Rules: FFT-BATT-01, FFT-ARTY-10."""
    made = [s for g in guns if (s := sheaf_of(g, sheaf)) is not None]
    if not made:
        return None
    cite("FFT-BATT-01")
    cite("FFT-ARTR-01")
    one = made[0]
    return Salvo(guns[0].side, sum(s.factors for s in made), one.light, one.width_in, one.length_in, shell)


def column(scene: Scene, stand: FistStand) -> str:
    """Column of the chart for a stand. Rule: FFT-ARTY-11."""
    cite("FFT-ARTY-11")
    if stand.ratings.kind == "mbt":
        return "mbt"
    if stand.ratings.kind == "light":
        return "light_afv"
    sheltered = cover.area_row(scene, stand) or cover.in_bunker(scene, stand) or cover.touches_trench(scene, stand)
    return "covered" if sheltered else "open"


def chart_number(factors: int, name: str) -> int:
    """Number to hit of the artillery chart; 0: no effect. Rule: FFT-ARTY-10."""
    cite("FFT-ARTY-10")
    for row in tables()["artillery_chart"]:
        if row["af_min"] <= factors <= row["af_max"]:
            return int(row[name])
    return 0


def effect(scene: Scene, stand: FistStand, salvo: Salvo) -> tuple[int, int, tuple[Modifier, ...]]:
    """Number needed (0: none), what is added to the die, and why. Rules: FFT-ARTY-10, -13, FFT-CHEM-01."""
    chart = tables()["artillery"]
    where = column(scene, stand)
    if salvo.shell == "chemical":
        cite("FFT-CHEM-01")
        where = "open" if where == "covered" else where
        return chart_number(salvo.factors, where), 0, ()
    need = chart_number(salvo.factors, where)
    if salvo.shell != "improved":
        return need, 0, ()
    cite("FFT-ARTY-13")
    if cover.in_bunker(scene, stand):
        return 0, 0, ()
    if cover.area_row(scene, stand) in chart["icm_no_bonus_in"]:
        return need, 0, ()
    need = need or int(chart["icm_number_for_0"])
    add = int(chart["icm_bonus"])
    return need, add, (Modifier("improved munitions", add, rule="FFT-ARTY-13"),)


def is_immune(scene: Scene, stand: FistStand, salvo: Salvo) -> bool:
    """Shells pass it by: helicopters, safe observers, NBC vehicles in gas.

    Rules: FFT-HELO-12, FFT-FO-03, FFT-CHEM-01.
    """
    if units.is_heli(stand):
        cite("FFT-HELO-12")
        return True
    if targets.is_safe_observer(scene, stand) and stand.side != salvo.side:
        cite("FFT-FO-03")
        return True
    if salvo.shell == "chemical" and units.is_vehicle(stand) and units.has(stand, "n"):
        cite("FFT-CHEM-01")
        cite("FFT-VEH-07")
        return True
    return False


def lie_under(scene: Scene, salvo: Salvo, x: float, y: float, facing_deg: float) -> list[tuple[FistStand, bool]]:
    """Stands that the template touches and whether it covers them. Rules: FFT-ARTY-09, FFT-CARRY-10, FFT-MARK-01."""
    cite("FFT-ARTY-09")
    cite("FFT-MARK-01")
    stands = [s for s in state_of(scene).stands.values() if s.in_play]
    return cover.under(salvo.template(facing_deg), x, y, stands)


def strike(battle: Battle, salvo: Salvo, x: float, y: float, facing_deg: float, cause: Event) -> None:
    """Every stand under the template is attacked; hits owe an artillery check.

    Rules: FFT-ARTY-09, -10, -12, FFT-UNSP-01.
    """
    rows = lie_under(battle, salvo, x, y, facing_deg)
    known = any(whole and s.spotted and s.side != salvo.side for s, whole in rows)
    for stand, _ in rows:
        if is_immune(battle, stand, salvo) or not _is_affected(battle, stand, salvo, known, cause):
            continue
        if shell_one(battle, stand, salvo, cause):
            cite("FFT-ARTY-12")
            checks.owe(battle, stand, Owed(checks.ARTILLERY, 0, "shells", salvo.light), cause)


def _is_affected(battle: Battle, stand: FistStand, salvo: Salvo, known: bool, cause: Event) -> bool:
    """Unspotted enemies are affected on 1 to 3. Rules: FFT-UNSP-01, -02, -03."""
    if stand.spotted or stand.side == salvo.side:
        return True
    if battle.state.options.get("hidden"):
        cite("FFT-UNSP-03")
        return True
    if known:
        cite("FFT-UNSP-02")
        return True
    hit_on = tables()["artillery"]["unspotted_affected_on"]
    dice = battle.throw(1)
    hit = dice[0] in hit_on
    battle.happen(
        Rolled(
            purpose="unspotted",
            who=stand.id,
            side=salvo.side,
            dice=dice,
            needed=f"1-{max(hit_on)}",
            outcome="affected" if hit else "not_affected",
            rules=(cite("FFT-UNSP-01"),),
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause,
    )
    return hit


def shell_one(battle: Battle, stand: FistStand, salvo: Salvo, cause: Event) -> bool:
    """One die against one stand; True if it is hit. Rules: FFT-ARTY-10, FFT-GEN-08."""
    need, add, why = effect(battle, stand, salvo)
    dice = battle.throw(1)
    hit = is_hit(dice[0], need, add, improved=salvo.shell == "improved")
    battle.happen(
        Rolled(
            purpose="shells",
            who=stand.id,
            side=salvo.side,
            dice=dice,
            modifiers=why,
            needed=f"{need}+" if need else "no effect",
            outcome="hit" if hit else "missed",
            rules=(cite("FFT-ARTY-10"),),
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause,
    )
    return hit


def is_hit(face: int, need: int, add: int, *, improved: bool = False) -> bool:
    """Does a die hit on the chart? A 1 never does. Rules: FFT-ARTY-10, -13, FFT-GEN-08."""
    cite("FFT-GEN-08")
    return need > 0 and face > 1 and (face + add >= need or (improved and face == 6))


def chance(need: int, add: int) -> float:
    """Chance that a die hits on the chart."""
    return sum(is_hit(face, need, add) for face in range(1, 7)) / 6


def covers(scene: Scene, salvo: Salvo, x: float, y: float, facing_deg: float, other: Footprint) -> bool:
    """Does the template touch a base?"""
    from wargame.board.bases import Footprints
    from wargame.board.templates import template_hits

    hits = template_hits(salvo.template(facing_deg), x, y, Footprints.of([other]))
    return bool(hits.touched[0])
