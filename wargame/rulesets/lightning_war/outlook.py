"""What a side can see to be near a stand: objectives and who holds them, enemies and what they could do to it.

Worked out once for a stand of a view; the computer asks it for every place that it thinks about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wargame.engine.view import View
from wargame.rulesets.lightning_war import armour, clock, points, units
from wargame.rulesets.lightning_war.features import ground, spot_of, state_of
from wargame.rulesets.lightning_war.location import known_enemies
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import AP, HE, HEAT, MEN, RIFLE, Weapon, weapons

FAR = 99
"""Reach in features of a weapon that fires as far as one sees."""
THREAT, QUIET = 2, 0.25
"""An enemy so many features away threatens an objective; what is left to keep where none does."""
AGAINST_MEN = 0.4
"""What a shot of one die, or of high explosive, does to men on the average, as a share of what it could do."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective: where, its place, radius and worth (1 for one of the rulebook's), and whose it is.

    guarded: a friend other than the one who thinks occupies it; keep: how much there is to keep, 1 where it is
    threatened or the side defends.
    """

    x: float
    y: float
    place: int
    radius_in: float
    worth: float
    is_mine: bool
    guarded: bool
    keep: float


@dataclass(frozen=True, slots=True)
class Foe:
    """A known enemy: his arms that could hurt the stand, and its arms that could hurt him, as (reach, share, arm)."""

    stand: WarStand
    x: float
    y: float
    place: int
    his: tuple[tuple[int, float, Weapon], ...]
    mine: tuple[tuple[int, float, Weapon], ...]
    reach: int
    """The farthest that either reaches, in features; -1: neither can hurt the other."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Objectives and enemies as one stand sees them."""

    goals: tuple[Goal, ...]
    foes: tuple[Foe, ...]
    circumstances: tuple[object, ...] = ()
    """What the worth of a place follows from: equal circumstances, equal worths."""


def outlook(view: View, stand: WarStand) -> Outlook:
    """What matters to this stand; kept with the view."""
    key = ("outlook", stand.id)
    if key not in view.kept:
        foes = tuple(_foes(view, stand))
        goals = tuple(_goals(view, stand, foes))
        rows = tuple((f.stand.id, f.x, f.y, f.stand.facing_deg, f.his, f.mine) for f in foes)
        view.kept[key] = Outlook(goals, foes, (goals, rows))
    found: Outlook = view.kept[key]
    return found


def _goals(view: View, stand: WarStand, foes: tuple[Foe, ...]) -> Iterator[Goal]:
    made = ground(view.board)
    defends = view.state.sides[stand.side].role == "defender"
    for objective in view.state.objectives.values():
        here = _near(view, objective.id, stand.side)
        place = made.spot(objective.x, objective.y).place
        is_near = any(0 <= made.graph.steps(foe.place, place) <= THREAT for foe in foes)
        yield Goal(
            x=objective.x,
            y=objective.y,
            place=place,
            radius_in=points.radius(objective),
            worth=points.worth(objective) / 5.0,
            is_mine=objective.holder == stand.side,
            guarded=any(name != stand.id for name in here),
            keep=1.0 if defends or is_near else QUIET,
        )


def _near(view: View, objective: str, side: str) -> tuple[str, ...]:
    key = ("near objective", objective, side)
    if key not in view.kept:
        view.kept[key] = tuple(s.id for s in points.near(view, view.state.objectives[objective], side))
    found: tuple[str, ...] = view.kept[key]
    return found


def _foes(view: View, stand: WarStand) -> Iterator[Foe]:
    dim = clock.is_dim(view)
    for enemy in known_enemies(view, stand.side):
        his, mine = tuple(_harm(view, enemy, stand, dim)), tuple(_harm(view, stand, enemy, dim))
        reach = max((row[0] for row in (*his, *mine)), default=-1)
        yield Foe(enemy, enemy.x, enemy.y, spot_of(view, enemy).place, his, mine, reach)


def _harm(view: View, firer: WarStand, target: WarStand, dim: bool) -> Iterator[tuple[int, float, Weapon]]:
    """Weapons that could hurt a target: how far they reach, and how much of a shot can be expected to tell."""
    if units.is_staff(target) or state_of(view).groups[firer.group].in_flight:
        return
    for arm in weapons(firer):
        share = _share(arm, target)
        if share > 0.0:
            yield (1 if dim else FAR) if arm.reach is None else arm.reach, share, arm


def _share(arm: Weapon, target: WarStand) -> float:
    if not units.is_vehicle(target):
        return 0.0 if arm.kind in (AP, RIFLE) else AGAINST_MEN
    if units.is_afv(target) and (arm.kind in MEN or (arm.kind == HE and not arm.he_only)):
        return 0.0
    if arm.kind in (AP, RIFLE, HEAT):
        return through(arm, target, side=False)
    return AGAINST_MEN


def through(arm: Weapon, target: WarStand, *, side: bool) -> float:
    """Share of the hits of an armour-piercing weapon that disable, or make the crew think of leaving."""
    found = armour.against(arm.ap, target, side, heat=arm.kind == HEAT)
    return found.chance if found.chance > 0.0 else 0.12 if found.crew_tests else 0.0


def turns_side(arm: Weapon, target: WarStand, x: float, y: float) -> float:
    """What more of the hits tells from a place from where the target shows its side."""
    if arm.kind not in (AP, RIFLE, HEAT) or not units.is_afv(target) or not armour.shows_side(target, x, y):
        return 0.0
    return max(0.0, through(arm, target, side=True) - through(arm, target, side=False))
