"""Quality checks: who owes one, what modifies it, what it costs to fail. Rules: FFT-QC-01 to -18, FFT-SA-03 to -07."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Rolled, StandPlaced
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import beside, cohesion, losses, units
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FIRE, ARTILLERY, COMBAT = "fire", "artillery", "combat"


def number(scene: Scene, stand: FistStand) -> tuple[int, tuple[str, ...]]:
    """The number a stand needs, and the rules that make it so. Rules: FFT-QC-01, FFT-COH-06."""
    rules = [cite("FFT-QC-01")]
    need = int(quality(stand.quality)["number"])
    if cohesion.is_out(scene, stand):
        need += int(tables()["quality_check_modifiers"]["out_of_cohesion_quality_number"])
        rules.append(cite("FFT-COH-06"))
    return need, tuple(rules)


def owe(battle: Battle, stand: FistStand, owed: Owed, cause: Event | None = None) -> None:
    """A stand owes a check; it is rolled when the phase closes. Rules: FFT-QC-04, -18, FFT-MARK-03."""
    rules = (cite("FFT-QC-04"), cite("FFT-MARK-03"))
    change(battle, stand, "owes_check", rules, cause, owes=(*stand.owes, owed))


def owe_small(battle: Battle, stand: FistStand, hits: int, cause: Event | None = None) -> None:
    """Small-arms hits of a phase add up to one check. Rules: FFT-SA-03, -04, -05."""
    rules = (cite("FFT-SA-04"), cite("FFT-SA-05"))
    change(battle, stand, "small_arms_hits", rules, cause, small_hits=stand.small_hits + hits)


def owed_now(stand: FistStand, source: str) -> tuple[int, tuple[Modifier, ...], tuple[str, ...]] | None:
    """The check that a stand owes from a source: worst modifier, reasons, rules; None if it owes none.

    Rules: FFT-QC-05, -06, -10, -18, FFT-SA-03, -05.
    """
    rows = [o for o in stand.owes if o.source == source]
    found: list[tuple[int, tuple[Modifier, ...], tuple[str, ...]]] = []
    if source in (FIRE, COMBAT) and stand.small_hits:
        add = small_modifier(stand.small_hits)
        why = Modifier(f"{stand.small_hits} hits", add, rule="FFT-SA-03")
        found.append((add, (why,) if add else (), (cite("FFT-SA-03"),)))
    if source == ARTILLERY and rows:
        found.append(_shelled(stand, rows))
    elif rows:
        worst = min(rows, key=lambda o: o.modifier)
        why = Modifier(worst.why or "fire", worst.modifier)
        found.append((worst.modifier, (why,) if worst.modifier else (), ()))
    if not found:
        return None
    cite("FFT-QC-05")
    cite("FFT-QC-18")
    return min(found, key=lambda row: row[0])


def small_modifier(hits: int) -> int:
    """Modifier of a small-arms check. Rules: FFT-SA-03, -05."""
    return (hits - 1) * int(tables()["quality_check_modifiers"]["small_arms_hit_after_first"])


def _shelled(stand: FistStand, rows: list[Owed]) -> tuple[int, tuple[Modifier, ...], tuple[str, ...]]:
    """Rules: FFT-QC-09, -10, FFT-ARTY-12."""
    cite("FFT-QC-09")
    if units.is_afv(stand) and all(o.light for o in rows):
        add = int(tables()["quality_check_modifiers"]["l_class_artillery_vs_non_soft_afv"])
        rule = cite("FFT-QC-10")
        cite("FFT-ARTY-12")
        return add, (Modifier("light shells on armour", add, rule=rule),), (rule,)
    return 0, (), ()


# ---------------------------------------------------------------- rolling


def close_phase(battle: Battle) -> Directive:
    """One round of the end of a phase: the doomed go, then one check is rolled. Rules: FFT-QC-04, FFT-SEQ-06, -12."""
    if sweep(battle):
        return AGAIN
    stand = next_to_check(battle)
    if stand is None:
        return NEXT
    check_one(battle, stand)
    return AGAIN


def sweep(battle: Battle) -> bool:
    """Takes away stands destroyed in this phase. Rules: FFT-SEQ-11, -12."""
    doomed = [s for s in state_of(battle).stands.values() if s.doomed and not s.gone]
    for stand in doomed:
        cite("FFT-SEQ-12")
        losses.destroy(battle, stand, stand.fell_to or None)
    return bool(doomed)


def next_to_check(battle: Battle) -> FistStand | None:
    """The next stand that owes a check, the phasing side first. Rule: FFT-SEQ-06."""
    state = state_of(battle)
    waiting = [s for s in state.stands.values() if not s.gone and (s.owes or s.small_hits or s.dead_carrier)]
    cite("FFT-SEQ-06")
    return min(waiting, key=lambda s: s.side != state.phasing, default=None)


def check_one(battle: Battle, stand: FistStand) -> None:
    """Rolls what one stand owes, source by source. Rules: FFT-QC-05, -06, -07, -08."""
    if stand.dead_carrier:
        _get_out(battle, stand)
        return
    for source in (FIRE, ARTILLERY):
        owed = owed_now(stand, source)
        if owed is None or stand.gone:
            continue
        if source in stand.passed:
            cite("FFT-QC-06")
            cite("FFT-QC-08")
            continue
        cite("FFT-QC-07")
        if roll(battle, stand, source, owed):
            change(battle, stand, "passed", (cite("FFT-QC-06"),), passed=(*stand.passed, source))
            if source == FIRE:
                _pin(battle, stand)
    if not stand.gone and (stand.owes or stand.small_hits):
        change(battle, stand, "checked", owes=(), small_hits=0)


def roll(
    battle: Battle, stand: FistStand, source: str, owed: tuple[int, tuple[Modifier, ...], tuple[str, ...]]
) -> bool:
    """One check; a stand that fails is removed. True if it passed. Rules: FFT-QC-01, -02, FFT-STRAT-05."""
    add, modifiers, rules = owed
    need, why = number(battle, stand)
    if source == FIRE and stand.strategic:
        more = int(tables()["quality_check_modifiers"]["strategic_move_fire_check"])
        add += more
        modifiers = (*modifiers, Modifier("moved strategically", more, rule=cite("FFT-STRAT-05")))
    dice = battle.throw(1)
    passed = is_passed(dice[0], add, need)
    rolled = battle.happen(
        Rolled(
            purpose="check",
            who=stand.id,
            side=stand.side,
            dice=dice,
            modifiers=modifiers,
            total=dice[0] + add,
            needed=f"{need}+",
            outcome="passed" if passed else "failed",
            rules=(*why, *rules),
        )
    )
    if not passed:
        losses.remove(battle, stand, (cite("FFT-QC-02"),), rolled)
    return passed


def is_passed(face: int, add: int, need: int) -> bool:
    """Does this die pass? A 1 never does. Rule: FFT-QC-01."""
    cite("FFT-QC-01")
    return face > 1 and face + add >= need


def _pin(battle: Battle, stand: FistStand) -> None:
    """Infantry that passes after small-arms hits is pinned. Rules: FFT-SA-06, -07, -12."""
    if not stand.small_hits:
        return
    if units.is_foot(stand):
        cite("FFT-SA-12")
        change(battle, stand, "pinned", (cite("FFT-SA-06"),), pinned=True)
    else:
        cite("FFT-SA-07")


def _get_out(battle: Battle, stand: FistStand) -> None:
    """Infantry of a destroyed carrier checks: out at the wreck, or lost with it. Rules: FFT-CBT-03, -05."""
    carrier = state_of(battle).stands[stand.dead_carrier]
    need, why = number(battle, stand)
    dice = battle.throw(1)
    passed = is_passed(dice[0], 0, need)
    rules = (cite("FFT-CBT-03"), cite("FFT-CBT-05"), *why)
    rolled = battle.happen(
        Rolled(
            purpose="get_out",
            who=stand.id,
            side=stand.side,
            dice=dice,
            total=dice[0],
            needed=f"{need}+",
            outcome="passed" if passed else "failed",
            rules=rules,
        )
    )
    change(battle, stand, "carrier_gone", rules, rolled, dead_carrier="")
    spot = beside.free_place(battle, stand, (carrier.x, carrier.y)) if passed and not units.is_heli(carrier) else None
    if spot is None:
        stand.carrier = None
        losses.destroy(battle, stand, carrier.fell_to or None, rolled)
        return
    battle.happen(
        StandPlaced(stand=stand.id, x=spot[0], y=spot[1], facing_deg=carrier.facing_deg, why="got_out"), rolled
    )
    change(battle, stand, "dismounted", rules, rolled, moved=True, move_done=True, spotted=True)
