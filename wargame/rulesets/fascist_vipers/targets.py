"""Which enemy a unit may, and must, fire at. Rules: CFV-TURN-04, CFV-GEN-04 to -10, CFV-FIRE-05, -32, CFV-MOVE-10."""

from __future__ import annotations

from wargame.board import in_arc, turn_between, within
from wargame.engine.orders import Fire, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene, Target
from wargame.rulesets.fascist_vipers import units
from wargame.rulesets.fascist_vipers.fire import affects, could_hit, pivot_allowed, stationary_pivot
from wargame.rulesets.fascist_vipers.observation import known_enemies, sees, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

HELP_IN = 12.0
"""Support fire helps a group if its target is this near to one of its units (CFV-GEN-08)."""


def threatens(scene: Scene, enemy: VipersStand, mine: list[VipersStand]) -> bool:
    """Could this enemy affect one of the units of the firer's group from where it stands? Rule: CFV-GEN-10.

    It may turn as in its next go, in which it has not yet moved.
    """
    return any(could_hit(scene, enemy, friend, stationary_pivot()) for friend in mine)


def helps_group(scene: Scene, firer: VipersStand, target: VipersStand) -> bool:
    """Does fire at this target help the firer's group? Only support units must ask. Rules: CFV-GEN-07, -08."""
    if not units.is_support(firer):
        return True
    cite("CFV-GEN-07")
    cite("CFV-GEN-08")
    friends = [s for s in state_of(scene).command(firer.group) if s.in_play and s.id != firer.id]
    if not friends:
        return True
    near = any(units.are_within(s, target, HELP_IN) for s in friends)
    return near or any(sees(scene, s, target) for s in friends)


def priority(scene: Scene, firer: VipersStand, affected: list[VipersStand]) -> list[VipersStand]:
    """Of the enemies that it can affect, those that it must fire at: the closest threat. Rules: CFV-GEN-09, -10."""
    cite("CFV-GEN-09")
    cite("CFV-GEN-10")
    mine = [s for s in state_of(scene).command(firer.group) if s.in_play]
    mine.sort(key=lambda s: s.id != firer.id)
    by_range = sorted((units.apart(firer, enemy), i, enemy) for i, enemy in enumerate(affected))
    first: list[VipersStand] = []
    limit = None
    for distance, _, enemy in by_range:
        if limit is not None and not within(distance, limit):
            break
        if threatens(scene, enemy, mine):
            limit = distance if limit is None else limit
            first.append(enemy)
    if first:
        return first
    return [enemy for distance, _, enemy in by_range if within(distance, by_range[0][0])]


def targets(scene: Scene, firer: VipersStand) -> list[Target]:
    """Enemies on the table as targets of direct fire, nearest first, refused ones with the reason."""
    enemies = known_enemies(scene, firer.side)
    refused = {e.id: affects(scene, firer, e) for e in enemies}
    affected = [e for e in enemies if refused[e.id] is None]
    helpful = [e for e in affected if helps_group(scene, firer, e)]
    chosen = {e.id for e in priority(scene, firer, helpful)} if helpful else set()
    for enemy in affected:
        if enemy.id not in {e.id for e in helpful}:
            text = f"Fire at {enemy.name} does not help the group of {firer.name}."
            refused[enemy.id] = Refusal(text=text, rules=(cite("CFV-GEN-07"), cite("CFV-GEN-08")), about=enemy.id)
        elif enemy.id not in chosen:
            refused[enemy.id] = _not_first(scene, enemy, chosen)
    rows = [Target(stand=e.id, range_in=round(units.apart(firer, e), 3), refusal=refused[e.id]) for e in enemies]
    return sorted(rows, key=lambda row: (row.range_in, row.stand))


def _not_first(scene: Scene, enemy: VipersStand, chosen: set[str]) -> Refusal:
    names = ", ".join(scene.state.stands[name].name for name in sorted(chosen))
    text = f"The closest threat comes first: fire at {names}."
    return Refusal(text=text, rules=(cite("CFV-GEN-09"), cite("CFV-GEN-10")), about=enemy.id)


# ---------------------------------------------------------------- orders


def may_attack(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit may make no attack of any kind in this go, or None. Rules: CFV-TURN-04, CFV-MOVE-03, -11, -12."""
    if stand.attacked:
        return Refusal(text=f"{stand.name} has attacked in this go.", rules=(cite("CFV-TURN-04"),), about=stand.id)
    if stand.busy:
        return Refusal(text=f"{stand.name} is busy: {stand.busy}.", rules=(cite("CFV-TURN-04"),), about=stand.id)
    if stand.road_move:
        return Refusal(text=f"{stand.name} has marched by road.", rules=(cite("CFV-MOVE-03"),), about=stand.id)
    if stand.carrier:
        return Refusal(text=f"{stand.name} is being carried.", rules=(cite("CFV-MOVE-11"),), about=stand.id)
    if stand.limbered:
        return Refusal(text=f"{stand.name} is limbered.", rules=(cite("CFV-MOVE-12"),), about=stand.id)
    return None


def may_fire(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why a unit may not fire in this go, or None. Rules: CFV-GEN-04 to -06, CFV-AIR-13."""
    refusal = may_attack(scene, stand)
    if refusal is not None:
        return refusal
    if stand.moved and not stand.ratings.self_propelled:
        rule = cite("CFV-GEN-06") if units.is_on_foot(stand) else cite("CFV-GEN-05")
        text = f"{stand.name} has moved and is not self-propelled: it may move or fire, not both."
        return Refusal(text=text, rules=(rule, cite("CFV-GEN-05")), about=stand.id)
    if stand.aa_turn == state_of(scene).turn and stand.aa_turn > 0:
        text = f"{stand.name} has taken part against aircraft this turn."
        return Refusal(text=text, rules=(cite("CFV-AIR-13"),), about=stand.id)
    if stand.moved:
        cite("CFV-GEN-04")
    return None


def check_exchange(scene: Scene, order: Fire) -> Refusal | None:
    """Why a fire exchange may not be declared, or None. Rules: CFV-FIRE-05, -32, CFV-GEN-07 to -10."""
    stand = state_of(scene).stands[order.stand]
    refusal = may_fire(scene, stand)
    if refusal is not None:
        return refusal
    if len(order.targets) != 1:
        text = "Name one target before the dice are thrown."
        return Refusal(text=text, rules=(cite("CFV-FIRE-05"),), kind="malformed")
    rows = {row.stand: row for row in targets(scene, stand)}
    row = rows.get(order.targets[0].target)
    if row is None:
        text = "That unit cannot be named as a target."
        return Refusal(text=text, rules=(cite("CFV-OBS-09"),), about=order.targets[0].target)
    if within(row.range_in, 1.0):
        cite("CFV-ASLT-02")
    return row.refusal or _check_pivot(stand, order, state_of(scene).stands[row.stand])


def _check_pivot(stand: VipersStand, order: Fire, target: VipersStand) -> Refusal | None:
    if order.facing_deg is None or units.arc_of(stand) >= 360.0:
        return None
    turn = turn_between(order.facing_deg, stand.facing_deg)
    if turn > pivot_allowed(stand) + 0.05:
        text = f"It may turn {pivot_allowed(stand):g} degrees before firing, not {turn:.0f}."
        return Refusal(text=text, rules=(cite("CFV-MOVE-10"),), about=stand.id)
    if not in_arc((stand.x, stand.y, order.facing_deg), (target.x, target.y), units.arc_of(stand)):
        return Refusal(
            text="The target is outside the arc after that turn.", rules=(cite("CFV-GEN-03"),), about=target.id
        )
    return None
