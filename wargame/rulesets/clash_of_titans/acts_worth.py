"""What other actions are worth to a computer player: rallying, setting up, reloading, going prone, leaving the table …

Estimates on the scale of `worth`; the chances of tests come from the charts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from wargame.engine.appraisal import Appraisal, Outcome
from wargame.engine.orders import Act
from wargame.engine.view import View
from wargame.rulesets.clash_of_titans import (
    acts,
    aims,
    data,
    edges,
    exposure,
    foes,
    moves_worth,
    places_worth,
    rally,
    worth,
)
from wargame.rulesets.clash_of_titans.foes import CONCEALED, OPEN, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand

NOTHING = Appraisal(outcomes=(), worth=0.0)
SET_UP_ANYHOW = 1.5
"""A machine gun that has nothing to shoot at yet, but waits for somebody."""
PACK_TO_GO = 2.0
DRY = 6.0
GRENADE_NEAR_IN = 14.0
GRENADE = 2.0
RUN_CLEAR_IN = 26.0
"""Nobody runs with an enemy so near: he would be a better target, and hit nothing."""
DIG = 0.25
STAYS_DOWN = 0.55
"""A prone man is worth less as a danger, and stands up slowly."""


def appraise(view: View, order: Act) -> Appraisal:
    """The worth of an act; nothing where there is no opinion."""
    stand = state_of(view).stands.get(order.stand)
    if stand is None:
        return NOTHING
    judge = _JUDGES.get(acts.word(order.act))
    value = judge(view, stand, order) if judge is not None else 0.0
    if value == 0.0:
        return NOTHING
    text = acts.word(order.act).replace("_", " ")
    return Appraisal(
        outcomes=(Outcome(id="done", text=text, chance=1.0, worth=value, good=value > 0.0),), worth=value, headline=text
    )


def _leave(view: View, stand: ClashStand, order: Act) -> float:
    """Worth much where the battle is won by leaving there, else as good as a loss."""
    aim = aims.aim_of(view, stand.group)
    if aim is not None and aim.leave:
        at = np.array([(stand.x, stand.y)])
        if bool(places_worth.leaves(view, stand, aim, at)[0]):
            return places_worth.OUT
    if edges.distance(view.board.table, state_of(view).edges.get(stand.side, ""), (stand.x, stand.y)) > 1.0:
        return -worth.loss(view, stand)
    return -0.8 * worth.loss(view, stand)


def _fast_move(view: View, stand: ClashStand, order: Act) -> float:
    """The way that a group gains which runs together while no enemy is near, and the walk that it has anyway."""
    aim = aims.aim_of(view, stand.group)
    if aim is None or stand.mans or not moves_worth.runs_alone(view, stand) or places_worth.strike(view, stand) > 0.0:
        return 0.0
    men = [e for e in foes.enemies(view, stand.side) if e.kind != "pef"]
    if any(_apart(e, stand) <= RUN_CLEAR_IN for e in men):
        return 0.0
    walk, two, one = (float(data.row("movement", "foot")[c]) for c in ("normal", "fast_2", "fast_1"))
    away = float(places_worth.way_costs(view, stand, aim, np.array([(stand.x, stand.y)]))[0])
    if away <= one:
        return 0.0
    p = min(stand.rep, 6) / 6.0
    reach = p * p * two + 2 * p * (1 - p) * one + (1 - p) ** 2 * walk
    late = state_of(view).turn / max(1, view.setup.turn_limit)
    return min(reach, away) / walk * places_worth.PER_TURN * (0.7 + late) * aim.haste - moves_worth.FAST_RISK


def _rally(view: View, stand: ClashStand, order: Act) -> float:
    """Two dice and the leader's own; what it gives back of those who could be rallied, less his own shot."""
    state = state_of(view)
    found = 0.0
    for man in rally.in_reach(state, stand):
        p = min(man.rep, 6) / 6.0
        lead = min(stand.rep, 6) / 6.0
        both = p * p + 2 * p * (1 - p) * lead
        some = 1.0 - (1 - p) ** 2 * (1 - lead)
        cost = worth.cost_of(man.status)
        found += worth.value(man) * (both * cost + (some - both) * max(0.0, cost - worth.cost_of("duck_back")))
    return found


def _set_up(view: View, stand: ClashStand, order: Act) -> float:
    """The shot that it will have from here, if only in its next activation."""
    enemy = foes.foes_of(view, stand)
    aim = aims.aim_of(view, stand.group)
    if not len(enemy):
        return SET_UP_ANYHOW if aim is None or not aim.take else 0.0
    look = exposure.exposure(view, stand, np.array([(stand.x, stand.y)]), enemy, data.height("standing man, gun"))
    seen = look.clear[0] & (look.away[0] <= places_worth.FAR_IN)
    if not seen.any():
        return SET_UP_ANYHOW if aim is None or not aim.take else 0.0
    prizes = [worth.prize(view, e) for e, there in zip(enemy.stands, seen.tolist(), strict=True) if there]
    return SET_UP_ANYHOW + 0.25 * max(prizes)


def _pack(view: View, stand: ClashStand, order: Act) -> float:
    """Only a gun that sees nobody and has somewhere to go is packed."""
    aim = aims.aim_of(view, stand.group)
    if aim is None or not aim.take or places_worth.strike(view, stand) > 0.5:
        return 0.0
    far = places_worth.way_costs(view, stand, aim, np.array([(stand.x, stand.y)]))[0]
    return PACK_TO_GO if far > places_worth.FAR_IN / 2 else 0.0


def _reload(view: View, stand: ClashStand, order: Act) -> float:
    return DRY if stand.in_hand in stand.dry else 1.0


def _ready(view: View, stand: ClashStand, order: Act) -> float:
    """A grenade in the fist before the rush: where an enemy is near."""
    if stand.readied or stand.shot:
        return 0.0
    near = [e for e in foes.enemies(view, stand.side) if _apart(e, stand) <= GRENADE_NEAR_IN]
    return GRENADE if near and places_worth.strike(view, stand) < GRENADE else 0.0


def _apart(a: ClashStand, b: ClashStand) -> float:
    return float(np.hypot(a.x - b.x, a.y - b.y))


def _dig(view: View, stand: ClashStand, order: Act) -> float:
    aim = aims.aim_of(view, stand.group)
    if aim is not None and aim.take:
        return 0.0
    sheltered = exposure.area_shelter(view, np.array([(stand.x, stand.y)]))[0] != OPEN
    return DIG if not sheltered and places_worth.strike(view, stand) <= 0.0 else 0.0


def _prone(view: View, stand: ClashStand, order: Act) -> float:
    """Lying down in the open makes an eight miss; it ends his move and makes the next one slow."""
    if stand.prone or not (stand.shot or stand.moved_in > 0.0):
        return 0.0
    enemy = foes.foes_of(view, stand)
    if not len(enemy):
        return 0.0
    look = exposure.exposure(view, stand, np.array([(stand.x, stand.y)]), enemy, data.height("standing man, gun"))
    bare = look.clear[0] & (look.shelter[0] == OPEN) & (look.away[0] <= enemy.reach)
    spared = ((enemy.harm[:, OPEN] - enemy.harm[:, CONCEALED]) * enemy.later * bare).sum()
    return float(min(spared, 0.4) * worth.loss(view, stand) - STAYS_DOWN)


def _take(view: View, stand: ClashStand, order: Act) -> float:
    """Another weapon, where it strikes harder at what is in sight."""
    weapon = order.act[len(acts.TAKE) :]
    if weapon in stand.dry or weapon == stand.in_hand or stand.shot:
        return 0.0
    enemy = foes.foes_of(view, stand)
    if not len(enemy):
        return 0.0
    look = exposure.exposure(view, stand, np.array([(stand.x, stand.y)]), enemy, data.height("standing man, gun"))
    best = {name: _strike_with(view, stand, name, enemy, look) for name in (weapon, stand.in_hand)}
    gain = best[weapon] - best[stand.in_hand]
    return gain if gain > 1.0 else 0.0


def _strike_with(view: View, stand: ClashStand, weapon: str, enemy: foes.Foes, look: exposure.Exposure) -> float:
    row = data.weapons().get(data.short_name(weapon))
    if row is None or weapon in stand.dry:
        return 0.0
    shot = foes.Shot(row.range_in, stand.rep, row.targets, row.impact, row.apr, row.rank)
    found = 0.0
    for m, target in enumerate(enemy.stands):
        if look.clear[0, m] and look.away[0, m] <= row.range_in:
            prize = worth.prize(view, target)
            found = max(found, prize * places_worth.effects(shot, target)[int(look.theirs[0, m])])
    return found


_JUDGES: Mapping[str, Callable[[View, ClashStand, Act], float]] = {
    "leave": _leave,
    "fast_move": _fast_move,
    "rally": _rally,
    "set_up": _set_up,
    "pack": _pack,
    "reload": _reload,
    "ready": _ready,
    "dig": _dig,
    "prone": _prone,
    "take_weapon": _take,
}
