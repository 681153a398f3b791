"""Reinforcements: who gets them, what comes, and where it enters. Rules: NUT-REIN-01 to -05, NUT-NP-15, NUT-SOLO-02."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from wargame.board import snap
from wargame.engine.dice import Modifier
from wargame.engine.events import Event, GroupChanged, Said
from wargame.engine.requests import AnyRequest
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import (
    charts,
    data,
    edges,
    geometry,
    lists,
    np_orders,
    player_orders,
    raising,
    standing,
    status,
    teams,
    throws,
)
from wargame.rulesets.clash_of_titans.lists import Roll, Unit
from wargame.rulesets.clash_of_titans.sections import FAR, NEAR, Edge, Grid, opposite
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "reinforcements"
CAME_LATER = "came later."
"""Note, with the id of a group: it was not there when the battle began."""
_TEAMS = {
    "MG team": "MMG",
    "MMG team": "MMG",
    "LMG team": "LMG",
    "AT team": "AT weapon",
    "AT weapons team": "AT weapon",
}
_VEHICLES = ("tank or vehicle", "tank", "vehicle")
SQUAD = "infantry squad"


# ---------------------------------------------------------------- who


def check(battle: Battle, face: int, cause: Event) -> Generator[AnyRequest, Any, None]:
    """Doubles: a die for the enemy against his Activity Level, one for the player against his Support Level.

    Rules: NUT-REIN-01, NUT-SOLO-02.
    """
    state = cast(ClashState, battle.state)
    mission = state.mission
    cite("NUT-SOLO-02")
    for side, level in ((mission.enemy, mission.eal), (mission.player, mission.sl)):
        if not side or level <= 0:
            continue
        rules = (cite("NUT-REIN-01"),)
        found = throws.passes(battle, 1, level, PURPOSE, side=side, rules=rules, cause=cause)
        if found.passed:
            call(battle, side, level, found.event)
    yield from ()


def call(battle: Battle, side: str, level: int, cause: Event | None = None, modifier: int = 0) -> list[str]:
    """One roll on the side's reinforcement table; the groups that are on their way. Rules: NUT-REIN-02, -04, -05."""
    units = rolled(battle, side, level, cause, modifier)
    coming = [send(battle, side, unit, cause) for unit in units]
    if coming:
        told = ", ".join(battle.state.groups[name].name for name in coming)
        battle.happen(Said(key="reinforcements", side=side, data=(("units", told),), seen_by=(side,)), cause=cause)
    return coming


def send(battle: Battle, side: str, unit: Unit, cause: Event | None = None) -> str:
    """Raise a unit that enters in its side's next activation. Rule: NUT-REIN-03."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-REIN-03"),)
    np_group = player_orders.of_the_rules(state, side) or _led_by_rules(state, side)
    group = raising.raise_group(battle, side, unit, np_group=np_group, rules=rules, cause=cause)
    state.notes[f"{CAME_LATER}{group}"] = True
    later = GroupChanged(group=group, changes=(("arrived", False),), why="on_the_way", seen_by=(side,))
    battle.happen(later, cause=cause)
    return group


def came_later(state: ClashState, group: str) -> bool:
    """Is a group, or what it was split from, a reinforcement?"""
    return bool(state.notes.get(f"{CAME_LATER}{group.partition('/')[0]}"))


def _led_by_rules(state: ClashState, side: str) -> bool:
    """Do all its groups so far obey the solo rules?"""
    own = [g for g in state.groups.values() if g.side == side]
    return bool(own) and all(g.np for g in own)


# ---------------------------------------------------------------- what


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a reinforcement table that was rolled."""

    result: str
    event: Event | None = None


def rolled(battle: Battle, side: str, level: int, cause: Event | None = None, modifier: int = 0) -> tuple[Unit, ...]:
    """Roll on the reinforcement table of a side's nation: the units, with their Reps. Rules: NUT-REIN-02, -04, -05."""
    row = table_row(battle, side, cause, modifier)
    if row is None:
        return ()
    return units_of(battle, side, level, row)


def table_row(battle: Battle, side: str, cause: Event | None = None, modifier: int = 0) -> Row | None:
    """The row that a die gives, a second die where the table calls for one; None: nothing comes. Rule: NUT-REIN-02."""
    rules = (cite("NUT-REIN-02"),)
    mods = (Modifier("modified", modifier, 0, cite("NUT-REIN-02")),) if modifier else ()
    die = throws.read_die(battle, "reinforcement_table", side=side, modifiers=mods, rules=rules, cause=cause)
    score = min(6, die.passed)
    if score <= 0:
        return None
    nation = battle.state.sides[side].nation
    table = lists.words()["reinforcements"].get(nation)
    if table is None:
        return Row(str(data.row("reinforcement_generic", score)["unit"]), die.event)
    rows = [row for row in table if row[0] == score]
    if len(rows) == 1:
        return Row(str(rows[0][2]), die.event)
    second = throws.read_die(battle, "reinforcement_second", side=side, rules=rules, cause=die.event)
    return Row(str(next(row[2] for row in rows if second.passed <= row[1])), second.event)


def units_of(battle: Battle, side: str, level: int, row: Row) -> tuple[Unit, ...]:
    """The units of a result. A side has at most as many vehicles as its level; more count as squads.

    Rules: NUT-REIN-04, -05.
    """
    state = cast(ClashState, battle.state)
    nation, year = state.sides[side].nation, state.year
    rules = (cite("NUT-REIN-04"),)
    roll = raising.roller(battle, side, rules, row.event)
    if row.result in _VEHICLES:
        found = _vehicle(battle, side, level, row.result, roll)
        if found is not None:
            return (found,)
        return (_squad(state, side, nation, year, SQUAD, roll),)
    if row.result == "rest of platoon":
        return tuple(_squad(state, side, nation, year, SQUAD, roll) for _ in range(missing_squads(state, side)))
    if row.result in _TEAMS:
        made = teams.team(nation, year, _TEAMS[row.result], roll, troops_of(state, side))
        return (lists.with_unit_rep(made, year, roll),)
    return (_squad(state, side, nation, year, row.result, roll),)


def _squad(state: ClashState, side: str, nation: str, year: int, result: str, roll: Roll) -> Unit:
    troops = "engineer" if result.startswith("engineer") else troops_of(state, side)
    made = lists.with_unit_rep(lists.squad(nation, year, roll, troops), year, roll)
    if result.endswith("with AT weapon"):
        made = lists.with_rep(teams.with_anti_tank_weapon(made, year, roll), made.rep)
    return made


def troops_of(state: ClashState, side: str) -> str:
    """The kind of troops that a side's squads are."""
    return dict(state.mission.troops).get(side, "line")


def missing_squads(state: ClashState, side: str) -> int:
    """How many squads the rest of a platoon is: what three lack, or one of another platoon."""
    there = sum(g.side == side and g.kind == "squad" and _takes_part(state, g.id) for g in state.groups.values())
    return lists.SQUADS_IN_PLATOON - there if there < lists.SQUADS_IN_PLATOON else 1


def _takes_part(state: ClashState, group: str) -> bool:
    return any(s.group == group and status.in_fight(s) for s in state.stands.values())


def _vehicle(battle: Battle, side: str, level: int, result: str, roll: Roll) -> Unit | None:
    """One vehicle of the nation and year, all alike; None if the side has its share, or the nation has none."""
    state = cast(ClashState, battle.state)
    cite("NUT-REIN-05")
    had = sum(g.side == side and g.kind == "vehicle" for g in state.groups.values())
    nation, year = state.sides[side].nation, state.year
    choice = teams.vehicles_for(nation, year, result)
    if had >= level or not choice:
        return None
    spec = throws.any_of(battle, choice)
    return teams.vehicle_crew(nation, spec.id, lists.crew_rep(nation, year, roll))


# ---------------------------------------------------------------- where


def waiting(scene: Scene, side: str) -> list[str]:
    """Groups of a side that were raised in the battle and are on their way."""
    of_scenario = {g.id for g in scene.setup.groups}
    state = cast(ClashState, scene.state)
    return [g.id for g in state.groups.values() if g.side == side and not g.arrived and g.id not in of_scenario]


def enter_one_side(battle: Battle) -> Directive:
    """One round: the side's reinforcements come onto the edge, in a random section of it.

    Rules: NUT-REIN-03, NUT-NP-15.
    """
    side = battle.state.phasing
    for group in waiting(battle, side):
        _enter(battle, side, group)
    return NEXT


def _enter(battle: Battle, side: str, group: str) -> None:
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-REIN-03"),)
    die = throws.read_die(battle, "entry_section", side=side, rules=rules)
    column = "player" if side == state.mission.player else "enemy"
    wanted = int(charts.die_row("entry_section", die.passed)[column])
    places = sorted(_sections(column), key=lambda s: s != wanted)
    stands = [s for s in state.stands.values() if s.group == group and not s.carrier and not s.mans]
    chosen = next((s for s in places if _is_free(battle, side, _border(battle, side, s))), wanted)
    spots = _line_up(battle, side, _border(battle, side, chosen), stands)
    came = battle.happen(
        GroupChanged(group=group, changes=(("arrived", True),), why="arrival", rules=rules, seen_by=(side,)),
        cause=die.event,
    )
    facing = (edges.outward_deg(state.edges[side]) + 180.0) % 360.0
    for stand, spot in zip(stands, spots, strict=False):
        raising.put(battle, stand, spot, facing, "enters", rules, came)
    np_orders.after_arrival(battle, side, came)


def _sections(column: str) -> tuple[int, ...]:
    return tuple(int(row[column]) for row in data.rows("entry_section"))


def grid_of(scene: Scene) -> Grid:
    """The grid of the board as the player's side sees it; in an assault he comes from sections 1 to 3.

    Rules: NUT-GEO-11, NUT-MISN-05.
    """
    state = cast(ClashState, scene.state)
    own = cast(Edge, state.edges.get(state.mission.player, "bottom"))
    if state.mission.mission == "assault":
        cite("NUT-MISN-05")
        own = opposite(own)
    return Grid.of(scene.board.table, own)


def _border(battle: Battle, side: str, section: int) -> tuple[Point, Point]:
    """The part of a side's own edge that a section of its row lies at; or the same third of another edge."""
    state = cast(ClashState, battle.state)
    grid = grid_of(battle)
    own = cast(Edge, state.edges[side])
    third = (section - 1) % 3
    if own not in (grid.near, grid.far):
        grid = Grid.of(battle.board.table, own)
    row = NEAR if own == grid.near else FAR
    u0, v0, u1, v1 = grid.own_box(row[third])
    v = v0 if own == grid.near else v1
    return grid.place(u0, v), grid.place(u1, v)


def _is_free(battle: Battle, side: str, border: tuple[Point, Point]) -> bool:
    """Is no enemy within 12 in of the middle of this part of the edge with a clear line to it? Rule: NUT-REIN-03."""
    from wargame.rulesets.clash_of_titans import np_ground

    (ax, ay), (bx, by) = border
    middle = ((ax + bx) / 2, (ay + by) / 2)
    near = charts.number("entry_clear_in")
    enemies = [e for e in geometry.enemies_here(battle, side) if status.in_fight(e) and e.kind != "pef"]
    close = [e for e in enemies if geometry.distance_to(battle, e, middle) <= near]
    return not any(np_ground.sees_place(battle.board, (e.x, e.y), middle) for e in close)


def _line_up(battle: Battle, side: str, border: tuple[Point, Point], stands: Sequence[ClashStand]) -> list[Point]:
    """Places side by side at a part of the edge, from its middle outwards, where there is room."""
    own = cast(ClashState, battle.state).edges[side]
    inward = (edges.outward_deg(own) + 180.0) % 360.0
    dx, dy = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}[inward]
    (ax, ay), (bx, by) = border
    length = abs(bx - ax) + abs(by - ay)
    found: list[Point] = []
    taken: list[tuple[Point, float]] = []
    for stand in stands:
        deep = stand.base.depth_in / 2 + 0.05
        half = stand.base.width_in / 2 + 0.1
        for row in range(4):
            spot = _first_free(
                battle,
                stand,
                [
                    (
                        snap(ax + (bx - ax) * t / length + dx * (deep + 1.2 * row)),
                        snap(ay + (by - ay) * t / length + dy * (deep + 1.2 * row)),
                    )
                    for t in _from_the_middle(length, half)
                ],
                taken,
                inward,
            )
            if spot is not None:
                break
        spot = spot or (snap((ax + bx) / 2 + dx * deep), snap((ay + by) / 2 + dy * deep))
        found.append(spot)
        taken.append((spot, half))
    return found


def _from_the_middle(length: float, half: float) -> list[float]:
    """Distances along a part of the edge, its middle first, then to both sides by turns."""
    step, found, n = 0.6, [length / 2], 1
    while length / 2 - n * step >= half:
        found += [length / 2 - n * step, length / 2 + n * step]
        n += 1
    return found


def _first_free(
    battle: Battle, stand: ClashStand, spots: Sequence[Point], taken: Sequence[tuple[Point, float]], facing: float
) -> Point | None:
    half = stand.base.width_in / 2 + 0.1
    board = battle.board
    for x, y in spots:
        if any(abs(x - tx) + abs(y - ty) < half + other for (tx, ty), other in taken):
            continue
        row = board.terrain_at(x, y)[0]
        if board.profile.cost_of(row, standing.movement_class(stand)) < 0.0:
            continue
        if standing.may_stand(battle, stand, x, y, facing) is None:
            return x, y
    return None
