"""Fire as it is carried out: declared, resolved, noted. Rules: FFT-SEQ-11, -12, -17, FFT-ELIG-05, FFT-MEAS-02, -03."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.board import bearing, gap
from wargame.engine import knowledge
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, Fired, Rolled
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import attack, checks, losses, odds, spotting, targets, units
from wargame.rulesets.fistful_of_tows.attack import Attack
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, Shooting, Weapon, phase_key, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def numbers(scene: Scene, shooting: Shooting, target: FistStand, fighting: str = "") -> Attack:
    """The attack of a declared shooting at one of its targets."""
    firer = state_of(scene).stands[shooting.stand]
    weapon = weapon_of(firer, shooting.weapon)
    kind = targets.kind_of_fire(weapon, target)
    return attack.attack(scene, firer, weapon, target, kind=kind, mode=shooting.mode, fighting=fighting)


def weapon_of(stand: FistStand, name: str) -> Weapon:
    """The weapon of an order; without a name the first of direct fire."""
    found = stand.ratings.weapon(name) if name else next(iter(targets.weapons_of(stand)), None)
    if found is None:
        raise ValueError(f"{stand.id} has no weapon {name!r}")
    return found


def resolve(battle: Battle, shooting: Shooting, *, at_once: bool = False, fighting: str = "") -> None:
    """Rolls a declared attack. `at_once`: who is destroyed goes now (in movement); else when the phase closes.

    Rules: FFT-SEQ-11, -17, FFT-MEAS-02.
    """
    state = state_of(battle)
    firer = state.stands[shooting.stand]
    weapon = weapon_of(firer, shooting.weapon)
    _note_use(battle, firer, weapon, sum(n for _, n in shooting.targets), fighting)
    for name, shots in shooting.targets:
        target = state.stands[name]
        if not target.in_play:
            cite("FFT-ELIG-05")
            continue
        made = numbers(battle, shooting, target, fighting)
        event = _announce(battle, firer, weapon, target, made, shots, shooting.mode)
        state.engaged += ((name, firer.side, firer.id),)
        if made.band == attack.OUT:
            cite("FFT-MEAS-02")
            continue
        _roll(battle, firer, target, made, shots, event, at_once)
    if firer.popped:
        change(battle, firer, "sinks", (cite("FFT-HELO-06"),), popped=False)


def _note_use(battle: Battle, firer: FistStand, weapon: Weapon, shots: int, fighting: str) -> None:
    """What has been fired: shots of this turn, missiles. Rules: FFT-ELIG-10, FFT-MSL-03, -04, FFT-SPOT-05."""
    state = state_of(battle)
    used = dict(firer.used) if firer.used_in == state.player_turn else {}
    used[weapon.id] = used.get(weapon.id, 0) + shots
    fields: dict[str, Any] = {
        "used": tuple(used.items()),
        "used_in": state.player_turn,
        "fired_in": phase_key(state),
    }
    if firer.side == state.phasing:
        fields["fired_own_turn"] = state.player_turn
    if weapon.limited:
        cite("FFT-MSL-03")
        cite("FFT-MSL-04")
        name = "sams" if weapon.id == "sam" else "missiles"
        fields[name] = max(0, getattr(firer, name) - shots)
    change(battle, firer, "fires", (cite("FFT-SPOT-05"),), **fields)
    spotting.look_round(battle, spotting.place_of(battle, firer))


def _announce(
    battle: Battle, firer: FistStand, weapon: Weapon, target: FistStand, made: Attack, shots: int, mode: str
) -> Event:
    body = spotting.place_of(battle, firer)
    away = gap(units.footprint(body), units.footprint(target))
    facts = (("shots", shots), ("band", made.band), ("face", made.face), ("kind", made.kind), ("mode", mode))
    event: Event = battle.happen(
        Fired(
            stand=firer.id,
            targets=(target.id,),
            weapon=weapon.id,
            manner="fire",
            range_in=round(away, 2),
            origin=(body.x, body.y),
            data=facts,
            rules=made.rules,
            seen_by=knowledge.seen_by_for(battle.state, firer.id),
        )
    )
    return event


def _roll(
    battle: Battle, firer: FistStand, target: FistStand, made: Attack, shots: int, cause: Event, at_once: bool
) -> None:
    faces = battle.throw(shots)
    hit = [odds.hits(face, made.need, made.add) for face in faces]
    needed = f"{made.need}+" if made.need else "out of reach"
    rolled = battle.happen(
        Rolled(
            purpose="to_hit",
            who=firer.id,
            side=firer.side,
            dice=faces,
            modifiers=made.modifiers,
            needed=needed,
            outcome=f"{sum(hit)} hits" if sum(hit) != 1 else "1 hit",
            rules=(*made.rules[:3], cite("FFT-GEN-08")),
            seen_by=knowledge.seen_by_for(battle.state, firer.id),
        ),
        cause,
    )
    count = sum(hit)
    if not count:
        return
    if made.kind == attack.MEN:
        _hit_men(battle, target, count, rolled)
        return
    for _ in range(count):
        one_hit(battle, firer, target, made, rolled)
    if target.doomed and at_once:
        cite("FFT-SEQ-17")
        losses.destroy(battle, target, firer.id, rolled)


def _hit_men(battle: Battle, target: FistStand, count: int, cause: Event) -> None:
    """Rules: FFT-SA-03 to -05, FFT-HELO-11."""
    if units.is_heli(target):
        cite("FFT-HELO-11")
        if target.ratings.front > 0:
            return
    checks.owe_small(battle, target, count, cause)


def one_hit(battle: Battle, firer: FistStand, target: FistStand, made: Attack, cause: Event) -> None:
    """Save, then penetration. Rules: FFT-SAVE-01, FFT-PEN-01 to -04."""
    if made.save:
        face = battle.throw(1)
        ok = odds.saved(face[0], made.save)
        battle.happen(
            Rolled(
                purpose="save",
                who=target.id,
                side=target.side,
                dice=face,
                needed=f"{made.save}+",
                outcome="saved" if ok else "not_saved",
                rules=(cite("FFT-SAVE-01"),),
            ),
            cause,
        )
        if ok:
            return
    faces = battle.throw(made.pen_dice)
    result = odds.reads(faces, made.pen_modifier)
    why = (Modifier("penetration below armour", made.pen_modifier, rule="FFT-PEN-04"),) if made.pen_modifier else ()
    rolled = battle.happen(
        Rolled(
            purpose="penetration",
            who=target.id,
            side=firer.side,
            dice=faces,
            modifiers=why,
            needed="6",
            outcome=result,
            rules=(cite("FFT-PEN-01"), cite("FFT-PEN-03")),
        ),
        cause,
    )
    if result == "destroyed" and not target.doomed:
        cite("FFT-SEQ-11")
        change(battle, target, "hit", (cite("FFT-PEN-03"),), rolled, doomed=True, fell_to=firer.id)
    elif result == "check" and not any(o.source == checks.FIRE for o in target.owes):
        checks.owe(battle, target, Owed(checks.FIRE, 0, "hit"), rolled)


# ---------------------------------------------------------------- declaring


def declare(battle: Battle, shooting: Shooting) -> None:
    """An attack joins those at the same target, or those are resolved first. Rules: FFT-ELIG-05, FFT-MEAS-01."""
    state = state_of(battle)
    cite("FFT-ELIG-05")
    cite("FFT-MEAS-01")
    named = {name for waiting in state.pending for name, _ in waiting.targets}
    if state.pending and not any(name in named for name, _ in shooting.targets):
        resolve_pending(battle)
    state.pending += (shooting,)


def resolve_pending(battle: Battle) -> None:
    """All declared attacks are rolled; their targets are closed for this step. Rule: FFT-ELIG-05."""
    state = state_of(battle)
    waiting, state.pending = state.pending, ()
    for shooting in waiting:
        resolve(battle, shooting)
    names = tuple(name for shooting in waiting for name, _ in shooting.targets)
    state.closed += tuple(n for n in dict.fromkeys(names) if n not in state.closed)


def facing_to(stand: FistStand, enemy: FistStand) -> float:
    """The heading at an enemy."""
    return bearing(stand.x, stand.y, enemy.x, enemy.y)
