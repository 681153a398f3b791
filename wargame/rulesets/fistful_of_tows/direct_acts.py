"""What stands do in the Firing Phase besides direct fire: mortars, rockets, designating, popping up.

Rules: FFT-MORT-01 to -03, FFT-IAT-02, -03, FFT-RKT-01, -02, FFT-LAS-01, FFT-HELO-06, -07.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import gap, within
from wargame.engine.appraisal import Appraisal, Outcome, expect
from wargame.engine.events import Fired
from wargame.engine.orders import Act, Refusal
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import ActRow, Scene
from wargame.rulesets.fistful_of_tows import guns, landing, lines, overwatch, shells, spotting, targets, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.losses import change
from wargame.rulesets.fistful_of_tows.shells import Salvo
from wargame.rulesets.fistful_of_tows.state import FistStand, phase_key, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

MORTAR, ROCKETS, DESIGNATE, POP_UP = "mortar", "rockets", "designate", "pop_up"
NAMES = {MORTAR: "Fire mortars", ROCKETS: "Fire rockets", DESIGNATE: "Designate", POP_UP: "Pop up"}


def rows(scene: Scene, stand: FistStand) -> tuple[ActRow, ...]:
    """Acts that a stand can be ordered in the Firing Phase: those it has a legal order for."""
    found = []
    for act in acts_of(scene, stand):
        if act == POP_UP:
            found.append(ActRow(id=act, name=NAMES[act], refusal=check(scene, Act(stand=stand.id, act=act))))
        else:
            legal = bool(orders(scene, stand, act))
            text = Refusal(text="No target for this.", rules=(cite("FFT-MORT-03"),), about=stand.id)
            found.append(ActRow(id=act, name=NAMES[act], needs="stand", refusal=None if legal else text))
    return tuple(found)


def acts_of(scene: Scene, stand: FistStand) -> list[str]:
    """Acts that its weapons allow at all."""
    if not stand.in_play or stand.strategic or stand.id in state_of(scene).asked:
        return []
    found = []
    if salvo_of(stand) is not None and stand.ratings.kind != "heli":
        found.append(MORTAR)
    if stand.ratings.rockets and stand.rockets > 0:
        found.append(ROCKETS)
    if units.has(stand, "d"):
        found.append(DESIGNATE)
    if units.is_heli(stand) and not stand.high and not stand.popped:
        found.append(POP_UP)
    return found


def salvo_of(stand: FistStand) -> Salvo | None:
    """What its mortars, or rockets, bring down. Rules: FFT-IAT-02, FFT-MORT-01, FFT-RKT-01, -02."""
    chart, heli = tables()["artillery"], tables()["helicopter"]
    if units.is_heli(stand) and stand.ratings.rockets:
        cite("FFT-RKT-02")
        width, length = heli["rocket_template"]
        return Salvo(stand.side, stand.ratings.rockets, bool(heli["rocket_l_class"]), width, length)
    if stand.ratings.weapon("mortar") is not None:
        cite("FFT-IAT-02")
        width, length = chart["light_mortar_template"]
        return Salvo(stand.side, int(chart["light_mortar_af"]), bool(chart["light_mortar_l_class"]), width, length)
    battery = stand.ratings.battery
    if battery is not None and battery.kind == "mortar" and not stand.off_board:
        cite("FFT-MORT-01")
        return shells.salvo_of([stand], "converged", "he")
    return None


def orders(scene: Scene, stand: FistStand, act: str) -> list[Act]:
    """Legal orders of an act that needs a target."""
    found = []
    for enemy in units.enemies(scene, stand.side):
        order = Act(stand=stand.id, act=act, target=enemy.id)
        if check(scene, order) is None:
            found.append(order)
    return found


def check(scene: Scene, order: Act) -> Refusal | None:
    """Why an act is not possible, or None."""
    stand = state_of(scene).stands.get(order.stand)
    if stand is None or order.act not in acts_of(scene, stand):
        return Refusal(text=f"There is no act {order.act!r} for this stand.", kind="malformed")
    state = state_of(scene)
    if state.step.rsplit("_", 1)[0] == "hold" and stand.marker != "hold":
        return _no(f"{stand.name} does not hold its fire.", stand, "FFT-HOLD-01")
    if order.act != POP_UP and stand.used_in == state.player_turn and stand.used and units.is_vehicle(stand):
        return _no(f"{stand.name} has fired.", stand, "FFT-ELIG-02")
    if order.act == POP_UP:
        return _check_pop_up(scene, stand)
    target = state.stands.get(order.target or "")
    if target is None or target.side == stand.side or not target.in_play:
        return Refusal(text="Name an enemy.", kind="malformed")
    if not target.spotted or targets.is_safe_observer(scene, target):
        return _no(f"{target.name} is not spotted.", stand, "FFT-LOS-01")
    if order.act == MORTAR:
        return _check_mortar(scene, stand, target)
    if order.act == ROCKETS:
        return _check_rockets(scene, stand, target)
    return _check_designate(scene, stand, target)


def _check_mortar(scene: Scene, stand: FistStand, target: FistStand) -> Refusal | None:
    """Rules: FFT-MORT-02, -03, FFT-IAT-03, FFT-TGT-06, FFT-SA-08."""
    cite("FFT-TGT-06")
    cite("FFT-SA-08")
    light = stand.ratings.battery is None
    if stand.carrier or (dict(stand.used).get("mortar") and stand.used_in == state_of(scene).player_turn):
        return _no(f"{stand.name} has fired its mortars.", stand, "FFT-MORT-01")
    if (light and stand.moved) or (stand.ratings.kind in ("towed", "infantry") and stand.moved):
        return _no(f"{stand.name} moved.", stand, "FFT-IAT-03" if light else "FFT-MORT-03")
    if units.moved_over_half(stand):
        return _no(f"{stand.name} moved more than half.", stand, "FFT-MORT-03")
    if units.is_heli(target):
        return _no("Shells do not reach helicopters.", stand, "FFT-HELO-12")
    away = gap(units.footprint(stand), units.footprint(target))
    battery = stand.ratings.battery
    least, most = (battery.least_in, battery.reach_in) if battery else (0.0, _light_reach())
    if not within(away, most) or away < least - 0.0005:
        return _no(f"{target.name} is out of reach.", stand, "FFT-IAT-02" if light else "FFT-SELF-02")
    if spotting.has_sight(scene, stand, target) or _is_watched(scene, stand, target):
        return None
    return _no(f"Nobody of its unit sees {target.name} for {stand.name}.", stand, "FFT-MORT-02")


def _light_reach() -> float:
    return float(tables()["artillery"]["light_mortar_range"])


def _is_watched(scene: Scene, stand: FistStand, target: FistStand) -> bool:
    """Does an FO or a unit of its battalion, that placed no barrage, see the target? Rules: FFT-MORT-02, FFT-FO-04."""
    state = state_of(scene)
    cite("FFT-MORT-02")
    family = {stand.group, state.groups[stand.group].parent or stand.group}
    light = stand.ratings.battery is None
    for observer in guns.observers(scene, stand.side):
        group = state.groups.get(observer) or state.groups[state.stands[observer].group]
        seen = group.observed_turn if observer in state.groups else state.stands[observer].observed_turn
        if seen == state.turn:
            continue
        same = group.id in family or (group.parent or group.id) in family or not group.cohesive
        if (same or not light) and any(spotting.has_sight(scene, e, target) for e in guns.eyes_of(scene, observer)[:6]):
            return True
    return False


def _check_rockets(scene: Scene, stand: FistStand, target: FistStand) -> Refusal | None:
    """Rule: FFT-RKT-01."""
    reach = float(tables()["helicopter"]["rocket_range"])
    away = gap(units.footprint(stand), units.footprint(target))
    if units.is_heli(target) or not within(away, reach) or not spotting.has_sight(scene, stand, target):
        return _no(f"Rockets reach spotted ground stands in sight within {reach:g} in.", stand, "FFT-RKT-01")
    return None


def _check_designate(scene: Scene, stand: FistStand, target: FistStand) -> Refusal | None:
    """Rule: FFT-LAS-01."""
    reach = float(tables()["helicopter"]["designate_range"])
    if not within(gap(units.footprint(stand), units.footprint(target)), reach) or not _beam(scene, stand, target):
        return _no(f"A designator reaches {reach:g} in, and through no smoke.", stand, "FFT-LAS-01")
    return None


def _beam(scene: Scene, stand: FistStand, target: FistStand) -> bool:
    """The laser needs a line without smoke. Rule: FFT-LAS-01."""
    if stand.high or target.high:
        return spotting.has_sight(scene, stand, target)
    up = (spotting.raised(stand), spotting.raised(target))
    return lines.visible(scene.board, units.footprint(stand), units.footprint(target), up=up)


def _check_pop_up(scene: Scene, stand: FistStand) -> Refusal | None:
    """Rule: FFT-HELO-06."""
    near = float(tables()["helicopter"]["pop_up_distance"])
    kinds = {"woods_light", "woods_heavy", "forest", "town", "building", "hill", "ridge", "orchard"}
    if scene.board.kinds_within(stand.x, stand.y, kinds, near + stand.base.depth_in / 2) is None:
        return _no("There is nothing to pop up from behind.", stand, "FFT-HELO-06")
    return None


# ---------------------------------------------------------------- carrying out


def carry_out(battle: Battle, order: Act) -> Generator[AnyRequest, Any, None]:
    """Does an act that has been found legal."""
    state = state_of(battle)
    stand = state.stands[order.stand]
    if order.act == POP_UP:
        yield from _pop_up(battle, stand)
        return
    target = state.stands[order.target or ""]
    if order.act == DESIGNATE:
        change(battle, stand, "designates", (cite("FFT-LAS-01"),), designates=target.id)
        return
    salvo = salvo_of(stand)
    if salvo is None:
        return
    used = (*(u for u in stand.used if stand.used_in == state.player_turn), (order.act, 1))
    fields: dict[str, Any] = {"used": used, "used_in": state.player_turn, "fired_in": phase_key(state)}
    if order.act == ROCKETS:
        fields["rockets"] = stand.rockets - 1
    if stand.rounds > 0 and order.act == MORTAR:
        fields["rounds"] = stand.rounds - 1
    change(battle, stand, "fires", (cite("FFT-SPOT-05"),), **fields)
    at = (target.x, target.y)
    rule = cite("FFT-RKT-01" if order.act == ROCKETS else "FFT-MORT-03")
    fired = battle.happen(
        Fired(stand=stand.id, targets=(target.id,), weapon=order.act, manner=order.act, at=at, rules=(rule,))
    )
    landed = landing.template(battle, salvo, at, at, 0.0, fired)
    shells.strike(battle, salvo, target.x, target.y, 0.0, landed)


def _pop_up(battle: Battle, stand: FistStand) -> Generator[AnyRequest, Any, None]:
    """It sees and is seen as if a level higher; who is on overwatch may fire at it. Rules: FFT-HELO-06, -07."""
    cite("FFT-HELO-07")
    change(battle, stand, "pops_up", (cite("FFT-HELO-06"),), popped=True)
    spotting.look_round(battle, stand)
    for side in battle.state.enemies_of(stand.side):
        yield from overwatch.offer(battle, side, (stand.id,), at_once=False)


# ---------------------------------------------------------------- worth


def appraise(scene: Scene, order: Act) -> Appraisal:
    """Chances of an act: each stand under the template, hit or not."""
    stand = state_of(scene).stands.get(order.stand)
    target = state_of(scene).stands.get(order.target or "")
    salvo = salvo_of(stand) if stand is not None and order.act in (MORTAR, ROCKETS) else None
    if stand is None or target is None or salvo is None:
        return Appraisal(outcomes=(), worth=0.0)
    outcomes = []
    for one, _ in shells.lie_under(scene, salvo, target.x, target.y, 0.0):
        if shells.is_immune(scene, one, salvo):
            continue
        need, add, _why = shells.effect(scene, one, salvo)
        worth = 0.04 * units.points(one) * (1.0 if one.side != stand.side else -1.5)
        chance = shells.chance(need, add)
        outcomes.append(Outcome(id=one.id, text=f"{one.name} checks", chance=chance, worth=worth, good=worth > 0))
    best = max((o.chance for o in outcomes), default=0.0)
    return Appraisal(outcomes=tuple(outcomes), worth=expect(outcomes), headline=f"{best:.0%}")


def worth_of(scene: Scene, order: Act) -> float:
    """What designating or popping up is good for: shots that need it."""
    state = state_of(scene)
    stand, target = state.stands.get(order.stand), state.stands.get(order.target or "")
    if stand is None:
        return 0.0
    if order.act == POP_UP:
        unseen = any(e.in_play and not e.spotted for e in units.enemies(scene, stand.side))
        return 0.4 if unseen and not any(targets.candidates(scene, stand)) else 0.0
    if order.act != DESIGNATE or target is None:
        return 0.0
    shooters = [
        s for s in units.on_table(scene, stand.side) if s.id != stand.id and any(w.laser for w in s.ratings.weapons)
    ]
    return 0.02 * units.points(target) if shooters else 0.0


def _no(text: str, stand: FistStand, rule: str) -> Refusal:
    return Refusal(text=text, rules=(cite(rule),), about=stand.id)
