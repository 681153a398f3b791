"""Overwatch, shoot and scoot, the helicopter hunters' reaction.

Rules: FFT-OW-01 to -11, FFT-SNS-01 to -06, FFT-AA-03.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine import knowledge
from wargame.engine.orders import Act, Fire, Move, Refusal, Shot
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import fire, odds, targets, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Shooting, Weapon, phase_key, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

Asking = Generator[AnyRequest, Any, None]
PURPOSE, SCOOT, SCOOT_MODE = "overwatch", "scoot", "scoot"
FORBIDDEN_IN = ("command", "close_combat", "artillery", "final")
STEPS = ("move", "complete", "fire", "hold")
"""Steps in which there is overwatch activity; checks are rolled in others."""


def is_possible(scene: Scene) -> bool:
    """Is there overwatch activity in the step that is being played?

    Rules: FFT-SEQ-04 to -06, -13, -15, -18, FFT-OW-03.
    """
    cite("FFT-OW-03")
    possible = state_of(scene).step.rsplit("_", 1)[0] in STEPS
    if not possible:
        for rule in ("FFT-SEQ-04", "FFT-SEQ-13", "FFT-SEQ-15", "FFT-SEQ-18"):
            cite(rule)
    return possible


def may_fire(scene: Scene, stand: FistStand) -> bool:
    """Is this stand on overwatch, or ready to react to helicopters? Rules: FFT-OW-03, -06, FFT-AA-03."""
    if not stand.in_play or stand.doomed:
        return False
    if stand.marker == "overwatch":
        cite("FFT-OW-06")
        return True
    return stand.side != state_of(scene).phasing and may_react(scene, stand)


def may_react(scene: Scene, stand: FistStand) -> bool:
    """May this anti-aircraft weapon fire at helicopters without a marker? Rule: FFT-AA-03."""
    state = state_of(scene)
    if not stand.ratings.aa or stand.ratings.kind == "heli":
        return False
    cite("FFT-AA-03")
    last_own = state.player_turn - 1
    if stand.fired_own_turn and stand.fired_own_turn >= last_own:
        return False
    if stand.used_in == state.player_turn and stand.used:
        return False
    if units.is_foot(stand):
        return not stand.moved
    return not units.moved_over_half(stand)


def weapons(scene: Scene, stand: FistStand) -> list[Weapon]:
    """Weapons that it may fire on overwatch now. Rules: FFT-OW-07, FFT-HT-07."""
    now = "own" if stand.side == state_of(scene).phasing else "overwatch"
    found = [
        w for w in targets.weapons_of(stand) if w.id != "nlos" and targets.may_use(scene, stand, w, now=now) is None
    ]
    if stand.marker != "overwatch":
        found = [w for w in found if w.id in ("sam", "aam") or (w.id == "gun" and "gun" in stand.ratings.aa)]
    return found


def check(scene: Scene, order: Fire, *, seen: targets.Rows | None = None) -> Refusal | None:
    """Why this overwatch fire is not possible, or None. `seen`: the firer's candidates.

    Rules: FFT-OW-03, -05, -07, FFT-SNS-01, -05, -06.
    """
    stand = state_of(scene).stands[order.stand]
    if not may_fire(scene, stand):
        return _no(f"{stand.name} is not on overwatch.", stand, "FFT-OW-03")
    weapon = next((w for w in weapons(scene, stand) if w.id == order.weapon or not order.weapon), None)
    if weapon is None:
        return _no(f"{stand.name} has nothing to fire on overwatch.", stand, "FFT-OW-06")
    if order.mode == SCOOT_MODE and (refusal := check_scoot(scene, stand, weapon)) is not None:
        return refusal
    if order.mode not in ("", SCOOT_MODE) or not order.targets:
        return Refusal(text="Name a target.", kind="malformed")
    for shot in order.targets:
        target = state_of(scene).stands.get(shot.target)
        if target is None:
            return Refusal(text=f"There is no target {shot.target!r}.", kind="malformed")
        if stand.marker != "overwatch" and not units.is_heli(target):
            return _no(f"{stand.name} may react to helicopters only.", stand, "FFT-AA-03")
        cite("FFT-OW-05")
        refusal = targets.check_target(scene, stand, weapon, target, rows=seen)
        if refusal is not None:
            return refusal
    return targets.check_split(scene, stand, weapon, order)


def check_scoot(scene: Scene, stand: FistStand, weapon: Weapon) -> Refusal | None:
    """Why a stand may not shoot and scoot, or None. Rules: FFT-SNS-01, -05, -06, FFT-SEQ-15."""
    state = state_of(scene)
    if stand.side == state.phasing or stand.marker != "overwatch":
        return _no("Shoot and scoot is for stands on overwatch in the enemy's turn.", stand, "FFT-SNS-01")
    if stand.used_in == state.player_turn and stand.used:
        return _no(f"{stand.name} has fired normal overwatch shots.", stand, "FFT-SNS-05")
    missile_team = units.is_infantry(stand) and weapon.is_missile
    if stand.ratings.kind == "towed" or stand.pinned or stand.stuck or missile_team or stand.carrier:
        return _no(f"{stand.name} cannot scoot.", stand, "FFT-SNS-06")
    return None


def legal_orders(scene: Scene, stand: FistStand, *, scoots: bool = True) -> list[Fire]:
    """Overwatch fire that a stand may give now, at single targets with all shots; shoot and scoot as well."""
    found: list[Fire] = []
    if not may_fire(scene, stand) or not (usable := weapons(scene, stand)):
        return found
    seen = targets.candidates(scene, stand)
    for weapon in usable:
        shots = targets.shots_left(scene, stand, weapon)
        scoot = targets.shots_left(scene, stand, weapon, mode=SCOOT_MODE)
        for row in targets.targets(scene, stand, weapon, seen=seen):
            if row.refusal is not None or shots < 1:
                continue
            order = Fire(stand=stand.id, weapon=weapon.id, targets=(Shot(row.stand, shots),))
            if check(scene, order, seen=seen) is None:
                found.append(order)
                if not scoots:
                    continue
                again = Fire(stand=stand.id, weapon=weapon.id, targets=(Shot(row.stand, scoot),), mode=SCOOT_MODE)
                if check(scene, again, seen=seen) is None:
                    found.append(again)
    return found


# ---------------------------------------------------------------- offers


def offer(battle: Battle, side: str, about: tuple[str, ...], *, at_once: bool) -> Asking:
    """Asks a side for overwatch fire at this point, until it declines; nothing if nothing is new since it did.

    Rules: FFT-OW-03, -09, -11, FFT-SEQ-05.
    """
    from wargame.rulesets.fistful_of_tows import watch_acts

    while is_possible(battle) and not battle.over:
        able, chances, orders = _chances(battle, side)
        state = state_of(battle)
        if not able or all(c in state.offered for c in chances):
            return
        order = yield Command(
            side=side,
            purpose=PURPOSE,
            prompt="Fire on overwatch?",
            subjects=able,
            orders=("fire", "act"),
            about=about,
            interrupt="overwatch",
            suggestion=_best(battle, orders),
            rules=(cite("FFT-OW-09"), cite("FFT-OW-11"), cite("FFT-SEQ-05")),
        )
        if isinstance(order, Act):
            yield from watch_acts.carry_out(battle, order)
            continue
        if not isinstance(order, Fire):
            state.offered = tuple(dict.fromkeys((*state.offered, *chances)))
            return
        yield from carry_out(battle, order, at_once=at_once)


def _chances(battle: Battle, side: str) -> tuple[tuple[str, ...], tuple[str, ...], list[Fire]]:
    """Stands that could fire, a word for each chance (who, at whom, band and face), and the orders."""
    from wargame.rulesets.fistful_of_tows import watch_acts

    able, chances, found = [], [], []
    view = battle
    for stand in units.on_table(view, side):
        if not may_fire(view, stand):
            continue
        orders = legal_orders(view, stand, scoots=False)
        found += orders
        more = watch_acts.orders(view, stand)
        chances += [f"{stand.id}>{act.act}:{act.target or ''}" for act in more]
        if orders or more:
            able.append(stand.id)
        for order in orders:
            target = state_of(view).stands[order.targets[0].target]
            made = fire.numbers(view, shooting_of(order), target)
            chances.append(f"{stand.id}>{target.id}:{made.weapon.id}:{made.band}:{made.face}:{made.add}")
    return tuple(able), tuple(chances), found


def _best(view: Scene, orders: list[Fire]) -> Fire | None:
    """The most harmful shot, if it is worth one."""
    best: tuple[float, Fire] | None = None
    for order in orders:
        target = state_of(view).stands[order.targets[0].target]
        harm = odds.harm(fire.numbers(view, shooting_of(order), target), order.targets[0].shots)
        worth = (harm.destroyed + harm.check * 0.3) * units.points(target)
        if worth > 3.0 and (best is None or worth > best[0]):
            best = (worth, order)
    return best[1] if best else None


def shooting_of(order: Fire) -> Shooting:
    """The order as it is declared."""
    return Shooting(
        stand=order.stand,
        weapon=order.weapon,
        targets=tuple((s.target, s.shots) for s in order.targets),
        mode=order.mode,
    )


def carry_out(battle: Battle, order: Fire, *, at_once: bool) -> Asking:
    """Overwatch fire, and the scoot that may follow. Rules: FFT-OW-04, -06, -07, FFT-SNS-01, -02, -05, FFT-SEQ-17."""
    from wargame.rulesets.fistful_of_tows import walk

    state = state_of(battle)
    stand = state.stands[order.stand]
    weapon = fire.weapon_of(stand, order.weapon)
    fire.resolve(battle, shooting_of(order), at_once=at_once)
    if not stand.in_play:
        return
    if stand.side == state.phasing:
        change(battle, stand, "own_overwatch", (cite("FFT-OW-04"), cite("FFT-OW-10")), closing_ow=True)
    if order.mode == SCOOT_MODE:
        change(battle, stand, "scoots", (cite("FFT-SNS-05"),), marker="", spent=0.0, moved_spent=0.0)
        answer = yield _scoot_request(battle, stand)
        if isinstance(answer, Move):
            yield from walk.scoot(battle, answer)
        return
    _spend(battle, stand, weapon)


def _spend(battle: Battle, stand: FistStand, weapon: Weapon) -> None:
    """The marker goes with the last shot. Rules: FFT-OW-06, -07."""
    cite("FFT-OW-07")
    if stand.marker != "overwatch":
        return
    if units.is_infantry(stand):
        left = [w for w in targets.weapons_of(stand) if targets.may_use(battle, stand, w, now="overwatch") is None]
        spent = not left
    else:
        loss = 0 if units.has_citv(battle, stand) else int(tables()["rof"]["loss_per_extra_target"])
        spent = targets.shots_left(battle, stand, weapon) - loss < 1
    if spent:
        change(battle, stand, "overwatch_spent", (cite("FFT-OW-06"),), marker="")


def _scoot_request(battle: Battle, stand: FistStand) -> Command:
    return Command(
        side=stand.side,
        purpose=SCOOT,
        prompt=f"{stand.name} may scoot: up to half its move, the first quarter straight back is safe.",
        subjects=(stand.id,),
        orders=("move",),
        about=(stand.id,),
        interrupt="scoot",
        rules=(cite("FFT-SNS-02"), cite("FFT-SNS-03")),
    )


def lose_marker(battle: Battle, stand: FistStand, rule: str = "FFT-OW-08") -> None:
    """Overwatch and hold fire end with a move or close combat. Rules: FFT-OW-08, FFT-HOLD-02."""
    if stand.marker:
        change(battle, stand, "marker_lost", (cite(rule), cite("FFT-HOLD-02")), marker="")


def fired_this_phase(scene: Scene, stand: FistStand) -> bool:
    """Has it fired in the phase that is being played?"""
    return stand.fired_in == phase_key(state_of(scene))


def seen_by(battle: Battle, stand: FistStand) -> tuple[str, ...] | None:
    """Sides that see what this stand does."""
    return knowledge.seen_by_for(battle.state, stand.id)


def _no(text: str, stand: FistStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id)
