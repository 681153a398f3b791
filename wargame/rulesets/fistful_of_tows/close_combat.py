"""Close combat by rounds. Rules: FFT-CC-01 to -16, FFT-SEQ-07 to -10, -18, FFT-QC-14, -15, FFT-CARRY-05."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import gap, within
from wargame.engine.events import Said
from wargame.engine.orders import Fire, Move, Picked, Refusal, Shot, Wait
from wargame.engine.requests import AnyRequest, Command, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fistful_of_tows import (
    acts,
    beside,
    checks,
    fire,
    losses,
    odds,
    overwatch,
    pivots,
    spotting,
    targets,
    units,
)
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.state import FistStand, Weapon, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE, TURN, DISMOUNT = "close_combat", "combat_turn", "combat_dismount"
Asking = Generator[AnyRequest, Any, None]


def in_range(scene: Scene, a: FistStand, b: FistStand) -> bool:
    """Are two opponents in close combat range: ground stands, 2 inches, in sight? Rules: FFT-CC-01, FFT-HELO-08."""
    if a.side == b.side or units.is_heli(a) or units.is_heli(b) or not (a.in_play and b.in_play):
        return False
    if (a.id, b.id) in state_of(scene).fought or (b.id, a.id) in state_of(scene).fought:
        return False
    cite("FFT-CC-01")
    limit = float(tables()["close_combat"]["range"])
    if not within(gap(units.footprint(a), units.footprint(b)), limit + 0.002):
        return False
    return spotting.has_sight(scene, a, b) or spotting.has_sight(scene, b, a)


def groups(scene: Scene) -> list[tuple[str, ...]]:
    """Stands linked by close combat range, each group one combat, in order of their attackers. Rule: FFT-CC-03."""
    state = state_of(scene)
    attackers = units.on_table(scene, state.phasing)
    foes = units.true_enemies(scene, state.phasing)
    links = [(a.id, b.id) for a in attackers for b in foes if in_range(scene, a, b)]
    found: list[list[str]] = []
    for a, b in links:
        cite("FFT-CC-03")
        touching = [g for g in found if a in g or b in g]
        merged = list(dict.fromkeys([n for g in touching for n in g] + [a, b]))
        found = [g for g in found if g not in touching] + [merged]
    return [tuple(g) for g in found]


def begin(battle: Battle) -> Directive:
    """The Close Combat Phase opens. Rule: FFT-SPOT-03."""
    state_of(battle).engaged = ()
    spotting.begin_phase(battle)
    return NEXT


def fight_one(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round of the step: a whole round of one combat. Rules: FFT-CC-03, -12, -13, -15, FFT-SEQ-07 to -09."""
    state = state_of(battle)
    if not state.combat:
        waiting = groups(battle)
        if not waiting:
            state.combat_round = 0
            return NEXT
        _open(battle, waiting[0])
    state.combat_round += 1
    cite("FFT-CC-13")
    cite("FFT-CC-15")
    before = _harm_done(battle)
    able = _any_can_harm(battle)
    defender = next(iter(battle.state.enemies_of(state.phasing)), "")
    for side in (defender, state.phasing):
        yield from _half(battle, side)
        if not _still_on(battle):
            break
    _pay(battle)
    if _still_on(battle):
        yield from _dismount(battle)
    _look_for_the_end(battle, able or _harm_done(battle) != before)
    return AGAIN


def _open(battle: Battle, members: tuple[str, ...]) -> None:
    state = state_of(battle)
    state.combat, state.combat_round = members, 0
    names = ", ".join(state.stands[n].name for n in members)
    battle.happen(Said(key="combat", about=members, data=(("names", names),), rules=(cite("FFT-CC-03"),)))
    for name in members:
        stand = state.stands[name]
        overwatch.lose_marker(battle, stand, "FFT-CC-11")
        spotting.spot(battle, stand, None)


def members(scene: Scene, side: str) -> list[FistStand]:
    """Stands of a side in the combat that is being fought."""
    state = state_of(scene)
    return [s for n in state.combat if (s := state.stands[n]).side == side and s.in_play]


def _still_on(battle: Battle) -> bool:
    state = state_of(battle)
    sides = list(battle.state.sides)
    mine, theirs = members(battle, sides[0]), members(battle, sides[1])
    return bool(state.combat) and any(in_range(battle, a, b) for a in mine for b in theirs)


def _harm_done(battle: Battle) -> int:
    return sum(bool(s.gone) for s in state_of(battle).stands.values())


# ---------------------------------------------------------------- fire


def role(scene: Scene, stand: FistStand) -> str:
    """attacker (phasing) or defender. Rule: FFT-CC-03."""
    return "attacker" if stand.side == state_of(scene).phasing else "defender"


def weapons(scene: Scene, stand: FistStand) -> list[Weapon]:
    """Weapons that it may fire in this round. Rules: FFT-CC-05, -06, -07."""
    state, found = state_of(scene), []
    for weapon in targets.weapons_of(stand):
        if weapon.id in ("sam", "aam", "nlos") or targets.shots_left(scene, stand, weapon, fighting=True) < 1:
            continue
        if weapon.is_missile and not _may_launch(scene, stand, weapon):
            continue
        if stand.strategic:
            cite("FFT-STRAT-07")
        if units.is_infantry(stand):
            cite("FFT-CC-07")
        if stand.ratings.kind == "towed" and stand.moved:
            continue
        if f"{stand.id}:{weapon.id}" in state.asked:
            continue
        if not units.is_infantry(stand) and any(a.startswith(f"{stand.id}:") for a in state.asked):
            continue
        found.append(weapon)
    return found


def _may_launch(scene: Scene, stand: FistStand, weapon: Weapon) -> bool:
    """Missiles in the first round only, and not by whoever moved. Rules: FFT-CC-06, FFT-ELIG-04."""
    cite("FFT-CC-06")
    if state_of(scene).combat_round > 1:
        return False
    return not (stand.moved and (role(scene, stand) == "attacker" or units.is_infantry(stand)))


def legal_orders(scene: Scene, stand: FistStand) -> list[Fire]:
    """Attacks at single enemies of the same combat, with all shots. Rule: FFT-CC-04."""
    if not stand.in_play or stand.ratings.kind == "fo":
        return []
    found = []
    foes = [s for s in members(scene, next(iter(scene.state.enemies_of(stand.side)), "")) if in_range(scene, stand, s)]
    for weapon in weapons(scene, stand):
        shots = targets.shots_left(scene, stand, weapon, fighting=True)
        for foe in foes:
            away = gap(units.footprint(stand), units.footprint(foe))
            if weapon.is_missile and away < weapon.least - 0.0005:
                continue
            if targets.check_target(scene, stand, weapon, foe, fighting=True) is None:
                found.append(Fire(stand=stand.id, weapon=weapon.id, targets=(Shot(foe.id, shots),)))
    return found


def check(scene: Scene, order: Fire) -> Refusal | None:
    """Why this attack is not possible in the combat, or None. Rules: FFT-CC-04, FFT-AV-08."""
    stand = state_of(scene).stands[order.stand]
    rows = [o for o in legal_orders(scene, stand) if o.weapon == order.weapon]
    allowed = {o.targets[0].target for o in rows}
    if not order.targets or any(s.target not in allowed for s in order.targets):
        text = "In close combat only enemies of the same combat within 2 in are fired at."
        return Refusal(text=text, rules=(cite("FFT-CC-04"),), about=stand.id)
    return targets.check_split(scene, stand, fire.weapon_of(stand, order.weapon), order, fighting=True)


def _any_can_harm(battle: Battle) -> bool:
    """Has any stand of the combat an attack that could cause a check or a loss? Rule: FFT-CC-12."""
    for side in battle.state.sides:
        for stand in members(battle, side):
            for order in legal_orders(battle, stand):
                target = state_of(battle).stands[order.targets[0].target]
                made = fire.numbers(battle, overwatch.shooting_of(order), target, role(battle, stand))
                found = odds.harm(made, order.targets[0].shots)
                if found.destroyed + found.check > 0:
                    return True
    return False


def _half(battle: Battle, side: str) -> Asking:
    """A half-round: fire, the other side's checks, the side's turns.

    Rules: FFT-SEQ-07, -08, FFT-CC-09, -10, FFT-QC-15.
    """
    state = state_of(battle)
    state.asked = ()
    while True:
        able = tuple(s.id for s in members(battle, side) if legal_orders(battle, s))
        if not able:
            break
        order = yield Command(
            side=side,
            purpose=PURPOSE,
            prompt=f"Close combat, round {state.combat_round}: fire.",
            subjects=able,
            orders=("fire", "wait"),
            about=state.combat,
            suggestion=legal_orders(battle, state.stands[able[0]])[0],
            rules=(cite("FFT-SEQ-07"), cite("FFT-SEQ-08"), cite("FFT-CC-04")),
        )
        if order.is_done:
            break
        if isinstance(order, Wait):
            state.asked += tuple(f"{order.stand}:{w.id}" for w in targets.weapons_of(state.stands[order.stand]))
            continue
        weapon = fire.weapon_of(state.stands[order.stand], order.weapon)
        fire.resolve(battle, overwatch.shooting_of(order), fighting=role(battle, state.stands[order.stand]))
        state.asked += (f"{order.stand}:{weapon.id}",)
    state.asked = ()
    settle(battle)
    yield from _turns(battle, side)


def settle(battle: Battle) -> None:
    """Who was destroyed goes; checks are rolled at once and count in no limit. Rules: FFT-CC-10, FFT-QC-14, -15."""
    state = state_of(battle)
    for name in state.combat:
        stand = state.stands[name]
        if stand.doomed and not stand.gone:
            cite("FFT-CC-10")
            losses.destroy(battle, stand, stand.fell_to or None)
    for name in state.combat:
        stand = state.stands[name]
        owed = checks.owed_now(stand, checks.FIRE) if stand.in_play else None
        if owed is None:
            continue
        cite("FFT-QC-14")
        cite("FFT-QC-15")
        if checks.roll(battle, stand, checks.COMBAT, owed):
            pinned = stand.small_hits > 0 and units.is_foot(stand)
            rest = tuple(o for o in stand.owes if o.source != checks.FIRE)
            change(battle, stand, "checked", owes=rest, small_hits=0)
            if pinned and not stand.pinned:
                change(battle, stand, "pinned", (cite("FFT-SA-06"),), pinned=True)


def _turns(battle: Battle, side: str) -> Asking:
    """Each stand of the side in the combat may turn to any heading. Rule: FFT-CC-09."""
    state = state_of(battle)
    done: list[str] = []
    while _still_on(battle):
        able = tuple(s.id for s in members(battle, side) if s.id not in done and units.is_afv(s))
        if not able:
            return
        order = yield Command(
            side=side,
            purpose=TURN,
            prompt="Turn stands of the combat to any heading.",
            subjects=able,
            orders=("move", "wait"),
            about=state.combat,
            rules=(cite("FFT-CC-09"),),
        )
        if order.is_done:
            return
        done.append(order.stand)
        if isinstance(order, Move):
            pivots.turn(battle, state.stands[order.stand], order.facing_deg)


# ---------------------------------------------------------------- end of a round


def _pay(battle: Battle) -> None:
    """Each attacker in the combat loses an inch of its movement. Rule: FFT-SEQ-09."""
    state = state_of(battle)
    inch = float(tables()["close_combat"]["cost_per_round"])
    for stand in members(battle, state.phasing):
        spent = min(units.allowance(stand), stand.spent + inch)
        change(battle, stand, "fights_on", (cite("FFT-SEQ-09"),), spent=round(max(spent, stand.spent), 3))


def _dismount(battle: Battle) -> Asking:
    """From the end of the first round mounted infantry may get out. Rule: FFT-CARRY-05."""
    state = state_of(battle)
    for side in (state.phasing, next(iter(battle.state.enemies_of(state.phasing)), "")):
        full = [s for s in members(battle, side) if units.riders(battle, s)]
        if not full:
            continue
        order = yield Pick(
            side=side,
            purpose=DISMOUNT,
            prompt="Which infantry gets out of its carrier?",
            items=tuple(Item(id=s.id, text=s.name) for s in full),
            suggestion=Picked(items=tuple((s.id, 1) for s in full)),
            about=state.combat,
            rules=(cite("FFT-CARRY-05"),),
        )
        for name, _ in order.items:
            _get_out(battle, state.stands[name])


def _get_out(battle: Battle, carrier: FistStand) -> None:
    from wargame.engine.events import StandPlaced

    state = state_of(battle)
    for rider in units.riders(battle, carrier):
        spot = beside.free_place(battle, rider, (carrier.x, carrier.y), first_deg=carrier.facing_deg + 180.0)
        if spot is None:
            continue
        battle.happen(
            StandPlaced(stand=rider.id, x=spot[0], y=spot[1], facing_deg=carrier.facing_deg, why="dismounted")
        )
        rules = (cite("FFT-CARRY-05"),)
        change(battle, rider, "gets_out", rules, moved=True, move_done=True, spotted=True)
        state.combat += (rider.id,)
    if carrier.side == state.phasing:
        loss = min(acts.cost(carrier), units.allowance(carrier) - carrier.spent)
        change(battle, carrier, "unloads", (cite("FFT-CARRY-05"),), spent=round(carrier.spent + max(0.0, loss), 3))


def _look_for_the_end(battle: Battle, harmful: bool) -> None:
    """The combat ends without opponents in range, without any attack that could harm, or after ten rounds.

    Rules: FFT-CC-12, -16.
    """
    state = state_of(battle)
    most = int(tables()["close_combat"]["max_rounds"])
    if _still_on(battle) and harmful and state.combat_round < most:
        return
    if _still_on(battle):
        cite("FFT-CC-12")
        cite("FFT-CC-16")
        mine = members(battle, state.phasing)
        foes = members(battle, next(iter(battle.state.enemies_of(state.phasing)), ""))
        state.fought += tuple((a.id, b.id) for a in mine for b in foes)
    state.ended_combats += tuple(n for n in state.combat if n not in state.ended_combats)
    state.combat, state.combat_round = (), 0
