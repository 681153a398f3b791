"""The Firing Phase: the attacker fires, then the defender's hold-fire stands; markers after that.

Rules: FFT-SEQ-11, -12, FFT-ELIG-01 to -10, FFT-OW-01, -02, -04, FFT-HOLD-01, -02, FFT-STRAT-03.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, Fire, Refusal, Shot, Wait
from wargame.engine.requests import AnyRequest, Command, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import direct_acts, fire, overwatch, spotting, targets, units, watch_acts
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Weapon, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FIRE, HOLD = "fire", "hold_fire"


def begin(battle: Battle) -> Directive:
    """The Firing Phase opens. Rules: FFT-SPOT-03, FFT-TGT-02."""
    state = state_of(battle)
    state.engaged = state.asked = state.offered = state.closed = ()
    state.pending = ()
    spotting.begin_phase(battle)
    return NEXT


def now_of(request: Command) -> str:
    """Which fire a request asks for, as `targets.may_use` names it."""
    return "hold" if request.purpose == HOLD else "fire"


def weapons(scene: Scene, stand: FistStand, now: str) -> list[Weapon]:
    """Weapons that it may fire in this step."""
    return [w for w in targets.weapons_of(stand) if targets.may_use(scene, stand, w, now=now) is None]


def may_fire(scene: Scene, stand: FistStand, now: str) -> bool:
    """May it fire at all in this step? Rules: FFT-ELIG-01, FFT-HOLD-01, FFT-CC-11."""
    state = state_of(scene)
    body = spotting.place_of(scene, stand)
    if stand.gone or not body.in_play or stand.id in state.asked or stand.dead_carrier:
        return False
    if stand.fired_in == f"{state.player_turn}:close":
        cite("FFT-CC-11")
        return False
    if now == "hold":
        cite("FFT-HOLD-01")
        return stand.marker in ("hold", "overwatch")
    cite("FFT-ELIG-01")
    return True


def legal_orders(scene: Scene, stand: FistStand, now: str) -> Iterable[Fire]:
    """Attacks at single targets with all shots."""
    if not may_fire(scene, stand, now):
        return
    seen = targets.candidates(scene, stand)
    declared = {s.stand + ":" + s.weapon for s in state_of(scene).pending}
    for weapon in weapons(scene, stand, now):
        if f"{stand.id}:{weapon.id}" in declared:
            continue
        shots = targets.shots_left(scene, stand, weapon)
        for row in targets.targets(scene, stand, weapon, seen=seen):
            if row.refusal is None and shots > 0 and row.stand not in state_of(scene).closed:
                order = Fire(stand=stand.id, weapon=weapon.id, targets=(Shot(row.stand, shots),))
                if check(scene, order, now, seen=seen) is None:
                    yield order


def able(scene: Scene, side: str, now: str) -> tuple[str, ...]:
    """Stands of a side with something to fire at. Passengers fire from their carriers (FFT-CBT-06)."""
    stands = [s for s in state_of(scene).stands.values() if s.side == side and not s.gone]
    return tuple(
        s.id
        for s in stands
        if next(iter(legal_orders(scene, s, now)), None) is not None
        or (now == "fire" and any(r.refusal is None for r in direct_acts.rows(scene, s)))
    )


def check(scene: Scene, order: Fire, now: str, *, seen: targets.Rows | None = None) -> Refusal | None:
    """Why this attack may not be declared, or None. `seen`: the firer's candidates.

    Rules: FFT-ELIG-02, -05, FFT-TGT-01.
    """
    stand = state_of(scene).stands[order.stand]
    if not may_fire(scene, stand, now):
        return _no(f"{stand.name} may not fire now.", stand, "FFT-ELIG-01")
    weapon = stand.ratings.weapon(order.weapon) if order.weapon else next(iter(weapons(scene, stand, now)), None)
    if weapon is None or weapon.id in ("mortar", "rockets"):
        return Refusal(text=f"{stand.name} has no weapon {order.weapon!r}.", kind="malformed")
    refusal = targets.may_use(scene, stand, weapon, now=now)
    if refusal is not None:
        return refusal
    if order.mode or not order.targets:
        return Refusal(text="Name a target.", kind="malformed")
    if any(
        s.stand == stand.id and (s.weapon == weapon.id or not units.is_infantry(stand)) for s in state_of(scene).pending
    ):
        return _no(f"{stand.name} has declared its fire.", stand, "FFT-ELIG-05")
    for shot in order.targets:
        target = state_of(scene).stands.get(shot.target)
        if target is None:
            return Refusal(text=f"There is no target {shot.target!r}.", kind="malformed")
        if shot.target in state_of(scene).closed:
            return _no(f"The attacks at {target.name} have been resolved.", stand, "FFT-ELIG-05")
        refusal = targets.check_target(scene, stand, weapon, target, rows=seen)
        if refusal is not None:
            return refusal
    kinds = {targets.kind_of_fire(weapon, state_of(scene).stands[s.target]) for s in order.targets}
    if len(kinds) > 1 and units.is_vehicle(stand):
        return _no("Either anti-vehicle or anti-infantry fire.", stand, "FFT-ELIG-02")
    return targets.check_split(scene, stand, weapon, order)


def fire_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the attacker declares an attack; attacks at another target resolve those before. Rule: FFT-ELIG-05."""
    state = state_of(battle)
    return (yield from _one(battle, state.phasing, "fire", FIRE, "Fire with a stand, or end the fire."))


def hold_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: the defender's hold-fire stands fire. Rules: FFT-SEQ-12, FFT-HOLD-01."""
    side = next(iter(battle.state.enemies_of(battle.state.phasing)), "")
    return (yield from _one(battle, side, "hold", HOLD, "Fire with a stand that held its fire."))


def _one(battle: Battle, side: str, now: str, purpose: str, prompt: str) -> Generator[AnyRequest, Any, Directive]:
    state = state_of(battle)
    other = next(iter(battle.state.enemies_of(side)), "")
    yield from overwatch.offer(battle, other if now == "fire" else side, (), at_once=False)
    subjects = able(battle, side, now)
    if not subjects:
        return _close_step(battle)
    order = yield Command(
        side=side,
        purpose=purpose,
        prompt=prompt,
        subjects=subjects,
        orders=("fire", "act", "wait"),
        rules=(cite("FFT-SEQ-11"), cite("FFT-ELIG-05")),
    )
    if order.is_done:
        return _close_step(battle, done=True)
    if isinstance(order, Fire):
        fire.declare(battle, overwatch.shooting_of(_named(battle, order, now)))
    elif isinstance(order, Act):
        yield from direct_acts.carry_out(battle, order)
        if order.act != direct_acts.POP_UP and not units.is_infantry(state.stands[order.stand]):
            state.asked += (order.stand,)
    elif isinstance(order, Wait):
        state.asked += (order.stand,)
    return AGAIN


def _named(battle: Battle, order: Fire, now: str) -> Fire:
    if order.weapon:
        return order
    stand = state_of(battle).stands[order.stand]
    weapon = weapons(battle, stand, now)[0]
    return Fire(stand=order.stand, weapon=weapon.id, targets=order.targets, mode=order.mode)


def _close_step(battle: Battle, *, done: bool = False) -> Directive:
    state = state_of(battle)
    if state.pending:
        fire.resolve_pending(battle)
        if not done:
            return AGAIN
    state.asked = state.closed = ()
    return NEXT


# ---------------------------------------------------------------- markers


def may_overwatch(scene: Scene, stand: FistStand) -> bool:
    """May it be given an overwatch marker? Rules: FFT-OW-01, -02, -04, FFT-STRAT-03, FFT-HELO-13."""
    state = state_of(scene)
    if not _may_be_marked(scene, stand) or not (overwatch_weapons(stand) or watch_acts.has_mortars(stand)):
        return False
    cite("FFT-OW-01")
    if units.is_heli(stand):
        cite("FFT-HELO-13")
    if stand.used_in == state.player_turn and stand.used and not stand.closing_ow:
        return False
    if not stand.moved:
        return True
    if units.has(stand, "ss") and not units.moved_over_half(stand):
        cite("FFT-OW-02")
        return True
    return False


def overwatch_weapons(stand: FistStand) -> tuple[Weapon, ...]:
    """Weapons of direct fire that it could use on overwatch. Rule: FFT-HT-07."""
    return tuple(w for w in targets.weapons_of(stand) if w.id != "nlos")


def may_hold(scene: Scene, stand: FistStand) -> bool:
    """May it be given a hold-fire marker? Rule: FFT-HOLD-01."""
    state = state_of(scene)
    if not _may_be_marked(scene, stand):
        return False
    cite("FFT-HOLD-01")
    if stand.used_in == state.player_turn and stand.used:
        return False
    return any(targets.may_use(scene, stand, w) is None for w in targets.weapons_of(stand))


def _may_be_marked(scene: Scene, stand: FistStand) -> bool:
    armed = bool(targets.weapons_of(stand)) or watch_acts.has_mortars(stand)
    if not stand.in_play or stand.strategic or stand.ratings.kind == "fo" or not armed:
        cite("FFT-STRAT-03")
        return False
    return stand.fired_in != f"{state_of(scene).player_turn}:close"


def mark(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """The defender's hold-fire markers go; the attacker places his own.

    Rules: FFT-SEQ-12, FFT-OW-01, FFT-HOLD-01, -02.
    """
    state = state_of(battle)
    for stand in list(state.stands.values()):
        if stand.marker == "hold" and stand.side != state.phasing and not stand.gone:
            change(battle, stand, "marker_lost", (cite("FFT-HOLD-02"),), marker="")
    order = yield from ask_for_markers(battle, state.phasing)
    place_markers(battle, order)
    return NEXT


def ask_for_markers(battle: Battle, side: str) -> Generator[AnyRequest, Any, Any]:
    """Which stands get which marker; nothing is asked where none may have one. Rule: FFT-HOLD-02."""
    view = battle
    items, advice = [], []
    for stand in units.on_table(view, side):
        if stand.marker:
            continue
        watch, hold = may_overwatch(view, stand), may_hold(view, stand)
        if watch:
            items.append(Item(id=f"overwatch>{stand.id}", text=f"{stand.name}: overwatch", kind=stand.id))
            advice.append((f"overwatch>{stand.id}", 1))
        if hold:
            items.append(Item(id=f"hold>{stand.id}", text=f"{stand.name}: hold fire", kind=stand.id))
            advice += [] if watch else [(f"hold>{stand.id}", 1)]
    if not items:
        return ()
    from wargame.engine.orders import Picked

    order = yield Pick(
        side=side,
        purpose="markers",
        prompt="Overwatch and hold-fire markers.",
        items=tuple(items),
        kind_limits=tuple((name, 1) for name in dict.fromkeys(i.kind for i in items)),
        suggestion=Picked(items=tuple(advice)),
        rules=(cite("FFT-OW-01"), cite("FFT-HOLD-01")),
    )
    return order.items


def place_markers(battle: Battle, items: Iterable[tuple[str, int]]) -> None:
    """Puts the markers that were picked beside their stands."""
    for name, count in items:
        word, _, stand = name.partition(">")
        if count:
            rule = cite("FFT-OW-01" if word == "overwatch" else "FFT-HOLD-01")
            change(battle, state_of(battle).stands[stand], f"marked_{word}", (rule,), marker=word)


def _no(text: str, stand: FistStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id)
