"""The first state, deployment, first markers. Rules: FFT-SET-01, FFT-UNIT-01, -02, FFT-QUAL-05 to -09, FFT-SEQ-16."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.engine.opening import lay_ground
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import GroupSetup, Setup, SideSetup, StandSetup
from wargame.engine.state import Known, Side
from wargame.rulesets.fistful_of_tows import deployment, entering, firing, force, losses, units
from wargame.rulesets.fistful_of_tows.data import lines, national_quality, tables
from wargame.rulesets.fistful_of_tows.state import FistGroup, FistStand, FistState, Ratings, state_of
from wargame.rulesets.force import read as read_form

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

LOWER = {"elite": "veteran", "veteran": "average", "average": "green", "green": "green"}


def set_up(setup: Setup) -> FistState:
    """The state before the first step. Raises ValueError for a field or a unit line that does not exist."""
    state = FistState(
        ruleset=setup.ruleset,
        year=setup.year,
        sides={s.id: Side(id=s.id, name=s.name, nation=s.nation, role=s.role) for s in setup.sides},
        visibility_in=setup.visibility_in,
        weather=setup.weather,
        scores={s.id: 0.0 for s in setup.sides},
        options=dict(setup.options),
    )
    state.first = first_player(setup)
    state.second = next((s.id for s in setup.sides if s.id != state.first), "")
    for group in setup.groups:
        side = next(s for s in setup.sides if s.id == group.side)
        state.groups[group.id] = _group(setup, side, group)
        for row in group.stands:
            state.stands[row.id] = _stand(setup, side, group, row)
    _carry(state, setup)
    for name, unit in state.groups.items():
        unit.started = len(losses.strength(state, name))
    lay_ground(state, setup)
    _hide(state)
    return state


def first_player(setup: Setup) -> str:
    """The scenario's first player, else the attacker. Rule: FFT-SEQ-16."""
    cite("FFT-SEQ-16")
    if setup.first_player:
        return setup.first_player
    return next((s.id for s in setup.sides if s.role == "attacker"), setup.sides[0].id)


def _hide(state: FistState) -> None:
    """With hidden set-up nobody knows of the enemy's stands until they are spotted. Rule: FFT-SPOT-12."""
    cite("FFT-SPOT-12")
    for stand in state.stands.values():
        stand.spotted = False
        if state.options.get("hidden") and not stand.off_board:
            for enemy in state.enemies_of(stand.side):
                state.knowledge.setdefault(enemy, {})[stand.id] = Known(level="unknown")


def _group(setup: Setup, side: SideSetup, group: GroupSetup) -> FistGroup:
    fields = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    cite("FFT-UNIT-01")
    return FistGroup(
        id=group.id,
        name=group.name,
        side=group.side,
        parent=group.parent,
        leader=None,
        arrived=setup.arrival_of(group.id) is None,
        quality=fields.get("quality") or "",
        kind=fields.get("kind", "*"),
        held=fields.get("held", False),
        cohesive=fields.get("cohesive", True),
        integral_fo=fields.get("integral_fo", True),
    )


def line_of(row: StandSetup) -> Ratings:
    """The line of a stand. Raises ValueError if there is none."""
    found = lines().get(row.line)
    if found is None:
        raise ValueError(f"stand {row.id!r}: unknown unit line {row.line!r}")
    return found


def quality_of(setup: Setup, side: SideSetup, group: GroupSetup, row: StandSetup) -> str:
    """Quality of a stand. Rules: FFT-QUAL-05 to -09."""
    for rule in ("FFT-QUAL-05", "FFT-QUAL-08", "FFT-QUAL-09"):
        cite(rule)
    own = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    unit = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    army = read_form(force.SideLine, side.fields, f"side {side.id!r}")
    given = own.get("quality") or unit.get("quality") or army.get("quality") or ""
    line = line_of(row)
    found = national_quality(side.nation, unit.get("kind", "*"), setup.year, line.default_quality, given)
    if unit.get("first_battle"):
        cite("FFT-QUAL-06")
        cite("FFT-QUAL-07")
        found = LOWER[found]
    return found


def _stand(setup: Setup, side: SideSetup, group: GroupSetup, row: StandSetup) -> FistStand:
    for rule in ("FFT-VEH-01", "FFT-VEH-04", "FFT-VEH-09", "FFT-VEH-10", "FFT-INF-01"):
        cite(rule)
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    changed = {n: v for n, v in fields.items() if n in Ratings.__struct_fields__}
    own = {n: v for n, v in fields.items() if n in FistStand.__struct_fields__ and n != "quality"}
    ratings = msgspec.structs.replace(line_of(row), **changed)
    limited = int(tables()["missiles"]["limited_shots"])
    stand = FistStand(
        id=row.id,
        name=row.name,
        side=group.side,
        group=group.id,
        line=row.line,
        base=units.base_of(ratings.kind),
        ratings=ratings,
        quality=quality_of(setup, side, group, row),
        off_board=row.off_board,
        rockets=int(tables()["helicopter"]["rocket_attacks"]),
        **own,
    )
    if "missiles" not in own and any(w.limited and w.id in ("missile", "maw", "nlos") for w in ratings.weapons):
        cite("FFT-VEH-13" if units.is_vehicle(stand) else "FFT-INF-02")
        stand.missiles = limited
    if ratings.weapon("sam") is not None:
        cite("FFT-AA-02")
    if any(w.limited and w.id == "sam" for w in ratings.weapons):
        stand.sams = limited
    if ratings.battery is not None and setup.options.get("ammunition") and "rounds" not in own:
        stand.rounds = ammunition_limit(ratings)
    if row.place is not None:
        stand.x, stand.y, stand.facing_deg = row.place
        stand.on_table = setup.arrival_of(group.id) is None
    return stand


def ammunition_limit(ratings: Ratings) -> int:
    """Shots of a gun with limited ammunition. Rules: FFT-AMMO-01, -02."""
    battery = ratings.battery
    if battery is None:
        return -1
    cite("FFT-AMMO-01")
    cite("FFT-AMMO-02")
    kind = battery.kind
    rows = [r for r in tables()["ammo_limit"] if r["kind"] == kind and battery.calibre <= r["cal_max"]]
    return int(min(rows, key=lambda r: int(r["cal_max"]))["shots"]) if rows else -1


def _carry(state: FistState, setup: Setup) -> None:
    for group in setup.groups:
        for row in group.stands:
            if row.aboard is not None:
                state.stands[row.id].carrier = row.aboard
                state.stands[row.id].on_table = False


# ---------------------------------------------------------------- deployment


def order_of_deployment(state: FistState) -> list[str]:
    """The second player first. Rule: FFT-SET-01."""
    cite("FFT-SET-01")
    return [side for side in (state.second, state.first) if side]


def deploy_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side puts its starting stands on the table. Rule: FFT-SET-01."""
    state = state_of(battle)
    side = next((s for s in order_of_deployment(state) if s not in state.deployed), None)
    if side is None:
        return NEXT
    state.deployed += (side,)
    waiting = entering.waiting(battle, side)
    suggestion = deployment.suggest(battle, waiting)
    room = {p.thing for p in suggestion.placements}
    if waiting and room:
        order = yield Place(
            side=side,
            purpose="deploy",
            prompt="Deploy your stands in their zones.",
            things=tuple(
                Thing(id=s.id, text=s.name, must=s.id in room, regions=deployment.regions_of(battle.setup, s))
                for s in waiting
            ),
            suggestion=suggestion,
            rules=(cite("FFT-SET-01"),),
        )
        entering.put_down(battle, order, "deployed")
    return AGAIN


def mark_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """Stands of the second player may begin with markers. Rule: FFT-SET-01."""
    state = state_of(battle)
    if state.marked:
        return NEXT
    state.marked = (state.second,)
    items = yield from firing.ask_for_markers(battle, state.second)
    firing.place_markers(battle, items)
    return AGAIN


def classes_of(stand: FistStand) -> tuple[str, ...]:
    """Words that conditions and actions know a stand by."""
    ratings = stand.ratings
    tests = (
        ("tank", ratings.kind == "mbt"),
        ("vehicle", units.is_vehicle(stand)),
        ("afv", units.is_afv(stand)),
        ("foot", units.is_foot(stand)),
        ("recon", units.is_recon(stand)),
        ("helicopter", units.is_heli(stand)),
        ("artillery", ratings.battery is not None),
        ("ground", not units.is_heli(stand) and ratings.kind != "fo"),
    )
    found = [ratings.kind, ratings.role, stand.quality, *(word for word, fits in tests if fits)]
    return tuple(dict.fromkeys(word for word in found if word))
