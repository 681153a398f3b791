"""What an order is worth: the dice of the resolution, with their distribution in place of their faces."""

from __future__ import annotations

from wargame.engine.appraisal import Appraisal, Outcome, duel, expect
from wargame.engine.orders import Act, Assault, Fire, Move, Order
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import (
    acts_worth,
    air,
    assault,
    bursts,
    fire,
    mines,
    movement,
    overrun,
    units,
    worth,
)
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

NOTHING = Appraisal(outcomes=(), worth=0.0)


def appraise(scene: Scene, order: Order) -> Appraisal:
    """Exact chances of an order, from what the scene knows."""
    if isinstance(order, Fire):
        stand = state_of(scene).stands[order.stand]
        if units.is_aircraft(stand):
            return air.appraise_air(scene, order)
        if order.at is not None:
            return bursts.appraise_burst(scene, order)
        return _exchange(scene, order) if order.targets else NOTHING
    if isinstance(order, Assault):
        return _assault(scene, order)
    if isinstance(order, Move):
        return _move(scene, order)
    if isinstance(order, Act):
        return acts_worth.appraise_act(scene, order)
    return NOTHING


def _exchange(scene: Scene, order: Fire) -> Appraisal:
    state = state_of(scene)
    firer, target = state.stands[order.stand], state.stands[order.targets[0].target]
    defence = fire.defence(scene, target, firer.ratings.quality, (firer.x, firer.y))
    attack = fire.attack_dice(firer, target)
    higher, equal, lower = duel(attack.dice, defence.dice)
    at_risk = fire.is_at_risk(scene, firer, target)
    lines: tuple[str, ...] = (f"{attack.dice} attack dice, {defence.dice} defence dice",)
    if not at_risk:
        lines = (*lines, f"{target.name} cannot hit back")
    outcomes = (
        Outcome(
            id="target", text=f"{target.name} is removed", chance=higher, worth=worth.prize(scene, target), good=True
        ),
        Outcome(id="nothing", text="nobody is removed", chance=equal if at_risk else equal + lower),
        Outcome(
            id="firer",
            text=f"{firer.name} is removed",
            chance=lower if at_risk else 0.0,
            worth=-worth.loss(scene, firer),
            good=False,
        ),
    )
    return Appraisal(
        outcomes=outcomes,
        worth=expect(outcomes),
        headline=f"{higher:.0%} / {outcomes[2].chance:.0%}",
        lines=lines,
        modifiers=defence.modifiers,
        rules=(*defence.rules, *attack.rules),
    )


def _assault(scene: Scene, order: Assault) -> Appraisal:
    state = state_of(scene)
    stand, target = state.stands[order.stand], state.stands[order.target]
    pools = assault.pools(scene, order)
    won, drawn, lost = duel(pools.attack.dice, pools.defence.dice)
    outcomes = (
        Outcome(id="won", text=f"{target.name} is removed", chance=won, worth=_all(scene, target), good=True),
        Outcome(id="drawn", text=f"{stand.name} is set back", chance=drawn),
        Outcome(id="lost", text=f"{stand.name} is removed", chance=lost, worth=-_all(scene, stand), good=False),
    )
    return Appraisal(
        outcomes=outcomes,
        worth=expect(outcomes),
        headline=f"{won:.0%} / {lost:.0%}",
        lines=(f"{pools.attack.dice} dice against {pools.defence.dice}",),
        modifiers=(*pools.attack.modifiers, *pools.defence.modifiers),
        rules=(*pools.attack.rules, *pools.defence.rules),
    )


def _all(scene: Scene, stand: VipersStand) -> float:
    """Worth of a stand and of whoever it carries: both go together."""
    aboard = [s for s in state_of(scene).stands.values() if s.carrier == stand.id and not s.gone]
    return worth.loss(scene, stand) + sum(worth.loss(scene, s) for s in aboard)


def _move(scene: Scene, order: Move) -> Appraisal:
    """What a path itself costs in blood: known mines, and Soft units that are driven over."""
    stand = state_of(scene).stands[order.stand]
    plan = movement.plan(scene, stand, order.path, order.mode, order.facing_deg)
    survives = 1.0 - mines.danger(scene, stand, plan.path)
    lines: list[str] = []
    for reaction in overrun.reactions_on(scene, stand, plan.path):
        survives *= 1.0 - reaction.chance
        lines.append(f"drives over {state_of(scene).stands[reaction.stand].name}: {reaction.chance:.0%}")
    gone = 1.0 - survives
    if gone <= 0.0:
        return NOTHING
    outcomes = (
        Outcome(id="through", text=f"{stand.name} gets through", chance=survives),
        Outcome(id="lost", text=f"{stand.name} is removed", chance=gone, worth=-_all(scene, stand), good=False),
    )
    return Appraisal(
        outcomes=outcomes, worth=expect(outcomes), headline=f"{gone:.0%} lost on the way", lines=tuple(lines)
    )
