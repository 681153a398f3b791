"""Ratings and tests of morale. Rules: LW2-MOR-01 to -09, -14, -16, -19, -21, -22, LW2-STAT-05 to -08, LW2-INIT-11."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wargame.engine.appraisal import sum_of
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, GroupChanged, MarkerPlaced, MarkerRemoved, Rolled, StandChanged
from wargame.engine.knowledge import seen_by_for
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Marker
from wargame.rulesets.lightning_war import units
from wargame.rulesets.lightning_war.cover import in_works_or_town
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarGroup, WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


class Need(NamedTuple):
    """What a test needs: dice thrown, the total that passes."""

    dice: int
    total: int


def basic(quality: str) -> int:
    """The rating of a grade. Rule: LW2-MOR-01."""
    cite("LW2-MOR-01")
    return int(tables()["morale"]["rating"][quality])


def rating(group: WarGroup) -> int:
    """The score that a platoon needs now. Rules: LW2-MOR-05 to -07, -14."""
    for rule in ("LW2-MOR-05", "LW2-MOR-06", "LW2-MOR-07", "LW2-MOR-14"):
        cite(rule)
    first = basic(group.quality)
    each = int(tables()["morale"]["per_disabled_suppressed_or_pinned"])
    return max(first, first + each * len(group.raised_by) - group.reinforced)


def squads(scene: Scene, group: str, *, staff: bool = False) -> list[WarStand]:
    """Sub-units of a platoon that are left, on the table or carried; with its staff if asked for."""
    return [
        s
        for s in state_of(scene).stands.values()
        if s.group == group
        and not s.gone
        and not s.off_board
        and (s.on_table or s.carrier)
        and (staff or not units.is_staff(s))
    ]


def occupies_works(scene: Scene, group: str) -> bool:
    """Are at least half of its squads in or at works or buildings? Rules: LW2-MOR-08, -22."""
    left = squads(scene, group)
    inside = sum(in_works_or_town(scene, s) for s in left)
    return bool(left) and 2 * inside >= len(left)


def need(scene: Scene, group: WarGroup) -> Need:
    """Dice and total of a test of this platoon. Rules: LW2-MOR-04, -08."""
    cite("LW2-MOR-04")
    dice = int(tables()["morale"]["dice"])
    if occupies_works(scene, group.id):
        cite("LW2-MOR-08")
        dice += int(tables()["morale"]["extra_die_in_works_or_built_up"])
    return Need(dice, rating(group))


def chance(wanted: Need) -> float:
    """Chance of passing."""
    table = sum_of(wanted.dice)
    return sum(table[max(0, wanted.total) :]) if wanted.total < len(table) else 0.0


def throw(battle: Battle, group: WarGroup, purpose: str, who: str, cause: Event | None, *rules: str) -> bool:
    """Throws a test of a platoon and tells it; True if it passes. Rules: LW2-MOR-04, -08."""
    wanted = need(battle, group)
    dice = battle.throw(wanted.dice)
    passed = sum(dice) >= wanted.total
    reasons = [Modifier("rating of the platoon", 0, 0, "LW2-MOR-05")] if group.raised_by else []
    if wanted.dice > int(tables()["morale"]["dice"]):
        reasons.append(Modifier("works or buildings", 0, 1, "LW2-MOR-08"))
    battle.happen(
        Rolled(
            purpose=purpose,
            who=who,
            side=group.side,
            dice=dice,
            modifiers=tuple(reasons),
            total=sum(dice),
            needed=f"{wanted.total}+",
            outcome="passed" if passed else "failed",
            rules=("LW2-MOR-04", *rules),
        ),
        cause,
    )
    return passed


def mark_loss(battle: Battle, stand: WarStand) -> None:
    """A sub-unit that is disabled, suppressed or pinned raises its platoon's rating, once. Rules: LW2-MOR-05, -14."""
    group = state_of(battle).groups[stand.group]
    if stand.id in group.raised_by or stand.off_board or units.is_staff(stand):
        return
    cite("LW2-MOR-05")
    cite("LW2-MOR-14")
    changes = (("raised_by", (*group.raised_by, stand.id)),)
    battle.happen(GroupChanged(group=group.id, changes=changes, seen_by=seen_by_for(battle.state, stand.id)))


def test_platoon(battle: Battle, group: WarGroup, cause: Event | None, *rules: str) -> bool:
    """A platoon tests after losses; if it fails it is in flight, those shot at are pinned, and an initiating side
    loses the initiative. Rules: LW2-TURN-08, LW2-MOR-03, -16, LW2-INIT-06, -07, -11."""
    if not squads(battle, group.id):
        return True
    for rule in ("LW2-TURN-08", "LW2-MOR-03", "LW2-MOR-16", "LW2-INIT-11"):
        cite(rule)
    if throw(battle, group, "morale", group.id, cause, cite("LW2-MOR-03"), *rules):
        return True
    fail(battle, group)
    return False


def fail(battle: Battle, group: WarGroup) -> None:
    """What a failed test brings. Rules: LW2-MOR-10, -12, LW2-STAT-07, LW2-INIT-05 to -07."""
    state = state_of(battle)
    if not group.in_flight:
        rules = (cite("LW2-MOR-10"), cite("LW2-MOR-12"))
        battle.happen(GroupChanged(group=group.id, changes=(("in_flight", True),), why="flight", rules=rules))
        mark_flight(battle, group)
    for stand in squads(battle, group.id):
        unharmed = not stand.suppressed_turn and not stand.pinned
        if unharmed and stand.shot_at_cycle and stand.shot_at_cycle == state.cycle:
            pin(battle, stand, cite("LW2-STAT-07"))
    if group.side == state.initiative:
        cite("LW2-INIT-05")
        cite("LW2-INIT-06")
        state.lost = True
    else:
        cite("LW2-INIT-07")


def mark_flight(battle: Battle, group: WarGroup) -> None:
    """A marker stays beside a platoon in flight until it recovers. Rule: LW2-MOR-12."""
    rows = squads(battle, group.id, staff=True)
    enemies = battle.state.enemies_of(group.side)
    seen = [s for s in rows if all(battle.state.known(side, s.id) != "unknown" for side in enemies)]
    leader = next(iter(seen or rows), None)
    name = f"flight-{group.id}"
    if group.in_flight and leader is not None:
        known = None if seen else (group.side,)
        marker = Marker(
            id=name, kind="flight", side=group.side, x=leader.x, y=leader.y, stand=leader.id, known_to=known
        )
        battle.happen(MarkerPlaced(marker=marker, seen_by=known))
    elif name in battle.state.markers:
        battle.happen(MarkerRemoved(marker=name, why="recovered"))


def pin(battle: Battle, stand: WarStand, rule: str, cause: Event | None = None) -> None:
    """A stand is pinned for the rest of the game turn; that raises the rating. Rules: LW2-STAT-06, LW2-MOR-21."""
    seen = seen_by_for(battle.state, stand.id)
    rules = (rule, cite("LW2-STAT-06"), cite("LW2-MOR-21"))
    battle.happen(
        StandChanged(stand=stand.id, changes=(("pinned", True),), why="pinned", rules=rules, seen_by=seen), cause
    )
    mark_loss(battle, stand)


def pinning_test(battle: Battle, stand: WarStand, purpose: str, cause: Event | None, *rules: str) -> bool:
    """A pinning test of one stand by its platoon's rating; a single attached vehicle has its own grade.

    Rules: LW2-STAT-05, -08, LW2-MOR-19.
    """
    cite("LW2-STAT-05")
    cite("LW2-MOR-19")
    group = state_of(battle).groups[stand.group]
    return throw(battle, group, purpose, stand.id, cause, cite("LW2-STAT-08"), *rules)
