"""Building a force by points and nation before the battle. Rules: FFT-PV-01, FFT-VEH-01, FFT-UNIT-01.

A group with `muster` and `points` is made of the sample units of its nation and year that its player picks.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.events import GroupChanged
from wargame.engine.orders import Picked
from wargame.engine.requests import AnyRequest, Item, Pick
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import GroupSetup
from wargame.rulesets.fistful_of_tows import force, losses, units
from wargame.rulesets.fistful_of_tows.data import lines, national_quality, quality, tables
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of
from wargame.rulesets.force import read as read_form

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "muster"
MOST_OF_A_KIND = 4


def offers(scene: Scene, group: GroupSetup) -> list[tuple[dict[str, Any], str, int]]:
    """Sample units of the nation and year: the row, its quality, its points. Rules: FFT-VEH-01, FFT-PV-01."""
    cite("FFT-VEH-01")
    side = scene.state.sides[group.side]
    year = scene.setup.year
    given = read_form(force.GroupLine, group.fields, f"group {group.id!r}").get("quality") or ""
    found = []
    for row in tables()["toe"]:
        fits = row["from"] <= year <= row["to"] and row["nation"] == side.nation
        known = [lines()[s["id"]] for s in row["stands"]]
        if fits and all(r.year_from <= year <= r.year_to for r in known):
            name = national_quality(side.nation, str(row["quality_kind"]), year, "", given)
            cost = sum(points(s["id"], name) * int(s["n"]) for s in row["stands"])
            found.append((row, name, cost))
    return found


def points(line: str, name: str) -> int:
    """Points of a line at a quality. Rule: FFT-PV-01."""
    cite("FFT-PV-01")
    return int(lines()[line].pv * float(quality(name)["pv_factor"]) + 0.5)


def muster_one_group(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a player picks the units of one group."""
    state = state_of(battle)
    group = next((g for g in battle.setup.groups if g.fields.get("muster") and g.id not in state.mustered), None)
    if group is None:
        return NEXT
    state.mustered += (group.id,)
    rows = offers(battle, group)
    budget = float(read_form(force.GroupLine, group.fields, f"group {group.id!r}").get("points", 0))
    cheapest = min((cost for _, _, cost in rows), default=0)
    if not rows or budget < cheapest:
        return AGAIN
    order = yield Pick(
        side=group.side,
        purpose=PURPOSE,
        prompt=f"{group.name}: pick units for {budget:g} points.",
        items=tuple(
            Item(id=str(row["id"]), text=f"{row['name']}, {name}", cost=float(cost), most=MOST_OF_A_KIND)
            for row, name, cost in rows
        ),
        at_least=1,
        cost_at_most=budget,
        suggestion=Picked(items=_spend(rows, budget)),
        rules=(cite("FFT-PV-01"), cite("FFT-UNIT-01")),
    )
    known = {str(row["id"]): (row, name) for row, name, _ in rows}
    for unit, count in order.items:
        for _ in range(count):
            _raise(battle, group, *known[unit])
    return AGAIN


def _spend(rows: list[tuple[dict[str, Any], str, int]], budget: float) -> tuple[tuple[str, int], ...]:
    """One of each in turn, as long as the points last."""
    picked: dict[str, int] = {}
    left = budget
    for _ in range(MOST_OF_A_KIND):
        for row, _name, cost in rows:
            if cost <= left:
                picked[str(row["id"])] = picked.get(str(row["id"]), 0) + 1
                left -= cost
    return tuple(picked.items())


def _raise(battle: Battle, group: GroupSetup, row: dict[str, Any], name: str) -> None:
    """A unit is raised: a group of its own with its stands, infantry in its carriers."""
    state = state_of(battle)
    number = sum(g.startswith(f"{group.id}-u") for g in state.groups) + 1
    unit = f"{group.id}-u{number}"
    made: list[FistStand] = []
    for part in row["stands"]:
        ratings = lines()[part["id"]]
        for n in range(int(part["n"])):
            text = f"{ratings.name} {n + 1}" if part["n"] > 1 else ratings.name
            stand = FistStand(
                id=f"{unit}-{part['id']}-{n + 1}",
                name=text,
                side=group.side,
                group=unit,
                line=str(part["id"]),
                base=units.base_of(ratings.kind),
                ratings=ratings,
                quality=name,
                off_board=ratings.battery is not None and ratings.battery.board != "on",
                spotted=False,
            )
            _supply(stand)
            made.append(stand)
    _board(made)
    facts = (("name", str(row["name"])), ("side", group.side), ("quality", name), ("kind", str(row["quality_kind"])))
    formed = tuple(msgspec.to_builtins(s) for s in made)
    battle.happen(GroupChanged(group=unit, changes=facts, why="raised", formed=formed, seen_by=(group.side,)))
    state.groups[unit].started = len(losses.strength(state, unit))


def _supply(stand: FistStand) -> None:
    limited = int(tables()["missiles"]["limited_shots"])
    if any(w.limited and w.id in ("missile", "maw") for w in stand.ratings.weapons):
        stand.missiles = limited
    if any(w.limited and w.id == "sam" for w in stand.ratings.weapons):
        stand.sams = limited


def _board(made: list[FistStand]) -> None:
    """Infantry begins in the carriers of its unit."""
    room = {s.id: s.ratings.carry for s in made if s.ratings.carry and not units.is_heli(s)}
    for stand in made:
        if stand.ratings.kind == "infantry":
            carrier = next((name for name, left in room.items() if left), None)
            if carrier is not None:
                room[carrier] -= 1
                stand.carrier = carrier
