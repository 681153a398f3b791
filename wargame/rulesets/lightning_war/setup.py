"""The first state, deployment, arrivals, what is settled before turn 1.

Rules: LW2-GEN-04, LW2-FORCE-21, -24, LW2-TIME-01, LW2-MOR-01, LW2-LOS-01, LW2-TERR-07, -16, -21.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Base
from wargame.engine import arrivals, knowledge
from wargame.engine.events import StandPlaced
from wargame.engine.opening import lay_ground
from wargame.engine.orders import Placed
from wargame.engine.requests import AnyRequest, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import GroupSetup, HiddenRule, Setup, StandSetup
from wargame.engine.state import Known, Side
from wargame.rulesets.force import read as read_form
from wargame.rulesets.lightning_war import clock, data, deployment, force, location, points, units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import Ratings, WarGroup, WarStand, WarState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

DEPLOY, ENTER = "deploy", "enter"


def set_up(setup: Setup) -> WarState:
    """The state before the first step. Raises ValueError for a field or a unit line that does not exist."""
    state = WarState(
        ruleset=setup.ruleset,
        year=setup.year,
        sides={s.id: Side(id=s.id, name=s.name, nation=s.nation, role=s.role) for s in setup.sides},
        visibility_in=setup.visibility_in,
        weather=setup.weather,
        clock_min=setup.clock_start_min,
        scores={s.id: 0.0 for s in setup.sides},
        options=dict(setup.options),
    )
    for group in setup.groups:
        state.groups[group.id] = _group(setup, group)
        for row in group.stands:
            state.stands[row.id] = stand_of(setup, group, row)
        _find_leader(state, state.groups[group.id])
    for group in setup.groups:
        for row in group.stands:
            state.stands[row.id].carrier = row.aboard
    lay_ground(state, setup)
    for stand in [s for s in state.stands.values() if not s.off_board]:
        for enemy in state.enemies_of(stand.side):
            state.knowledge.setdefault(enemy, {})[stand.id] = Known(level="unknown")
    return state


def _group(setup: Setup, group: GroupSetup) -> WarGroup:
    side = next(s for s in setup.sides if s.id == group.side)
    of_side = read_form(force.SideLine, side.fields, f"side {side.id!r}")
    fields = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    return WarGroup(
        id=group.id,
        name=group.name,
        side=group.side,
        parent=group.parent,
        arrived=setup.arrival_of(group.id) is None,
        quality=fields.get("quality") or of_side.get("quality") or "battle_hardened",
        nation=fields.get("nation") or side.nation,
        held=fields.get("held", False),
        higher=fields.get("higher", False),
        exempt=fields.get("exempt", False),
        supports=fields.get("supports", ""),
        falls_back=fields.get("falls_back", 1),
    )


def _find_leader(state: WarState, group: WarGroup) -> None:
    """The platoon's headquarters: the stand that says so, else a base of that kind. Rule: LW2-GEN-04."""
    cite("LW2-GEN-04")
    mine = [s for s in state.stands.values() if s.group == group.id]
    cite("LW2-SNIP-01")
    if sum(s.ratings.troop == "sniper" for s in mine) > 1:
        raise ValueError(f"group {group.id!r}: a platoon has one sniper team at the most (LW2-SNIP-01)")
    leader = next((s for s in mine if s.is_hq), None)
    group.leader = leader.id if leader else None


def ratings_of(row: StandSetup) -> Ratings:
    """The figures of a stand: its line with the scenario's fields put in."""
    if row.line not in data.units():
        raise ValueError(f"stand {row.id!r}: unknown unit line {row.line!r}")
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    changed = {name: value for name, value in fields.items() if name in Ratings.__struct_fields__}
    return msgspec.structs.replace(data.line(row.line), **changed)


def stand_of(setup: Setup, group: GroupSetup, row: StandSetup) -> WarStand:
    """A stand of a group as it begins."""
    ratings = ratings_of(row)
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    of_group = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    own = {name: value for name, value in fields.items() if name in WarStand.__struct_fields__}
    for name in own.get("carries", ()):
        if name not in data.units():
            raise ValueError(f"stand {row.id!r}: carries: unknown unit line {name!r}")
    own.setdefault("quality", of_group.get("quality") or "battle_hardened")
    stand = WarStand(
        id=row.id,
        name=row.name,
        side=group.side,
        group=group.id,
        line=row.line,
        base=Base.rectangle(1.0, 1.0),
        ratings=ratings,
        off_board=row.off_board or ratings.troop == "aircraft",
        is_hq=fields.get("hq", ratings.troop == "hq"),
        **own,
    )
    stand.base = Base.rectangle(*data.looks_file()["base"][units.size_of(stand)])
    if row.place is not None:
        stand.x, stand.y, stand.facing_deg = row.place
        stand.on_table = setup.arrival_of(group.id) is None
    return stand


# ---------------------------------------------------------------- deployment


def order_of_deployment(state: WarState) -> list[str]:
    """The defender first. Rule: LW2-FORCE-24."""
    cite("LW2-FORCE-24")
    return sorted(state.sides, key=lambda side: state.sides[side].role != "defender")


def waiting(scene: Scene, side: str, groups: Iterable[str]) -> list[WarStand]:
    """Stands of these groups that still need a place."""
    wanted = set(groups)
    return [
        s
        for s in state_of(scene).stands.values()
        if s.side == side and s.group in wanted and not (s.on_table or s.carrier or s.off_board or s.gone)
    ]


def deploy_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side puts its starting platoons on the table, the defender first. Rule: LW2-FORCE-21."""
    state = state_of(battle)
    side = next((s for s in order_of_deployment(state) if s not in state.deployed), None)
    if side is None:
        return NEXT
    state.deployed += (side,)
    stands = waiting(battle, side, [g.id for g in state.groups.values() if g.arrived])
    if stands:
        order = yield place_request(battle, side, stands, DEPLOY)
        put_down(battle, order, "deployed")
    show_who_is_in_the_open(battle, [s for s in state.stands.values() if s.side == side])
    return AGAIN


def place_request(battle: Battle, side: str, stands: list[WarStand], purpose: str) -> Place:
    """Where do these stands go?"""
    suggestion = deployment.suggest(battle, stands)
    has_room = {p.thing for p in suggestion.placements}
    things = tuple(
        Thing(id=s.id, text=s.name, must=s.id in has_room, regions=deployment.regions_of(battle, s)) for s in stands
    )
    prompt = "Deploy your platoons in their zones." if purpose == DEPLOY else "Bring your platoons on to the table."
    rules = (cite("LW2-FORCE-21"),)
    return Place(side=side, purpose=purpose, prompt=prompt, things=things, suggestion=suggestion, rules=rules)


def put_down(battle: Battle, order: Placed, why: str) -> None:
    """Puts stands on the table where their owner wants them."""
    state = state_of(battle)
    for p in order.placements:
        facing = deployment.facing_of(battle, state.stands[p.thing], p)
        seen = knowledge.seen_by_for(state, p.thing)
        battle.happen(StandPlaced(stand=p.thing, x=p.x, y=p.y, facing_deg=facing, why=why, seen_by=seen))


def rule_for(setup: Setup, stand: WarStand) -> HiddenRule | None:
    """The scenario's word on who may begin hidden anywhere."""
    for rule in setup.hidden:
        fits = stand.id in rule.stands or bool(set(rule.classes) & set(units.classes_of(stand)))
        if rule.side == stand.side and (fits or not (rule.stands or rule.classes)):
            return rule
    return None


def show_who_is_in_the_open(battle: Battle, stands: list[WarStand]) -> None:
    """Whoever is not concealed where it stands is known to the enemy from now on. Rules: LW2-LOS-01, LW2-TERR-16."""
    state = state_of(battle)
    for stand in stands:
        body = state.stands[stand.carrier] if stand.carrier else stand
        if stand.off_board or not body.in_play:
            continue
        rule = rule_for(battle.setup, body)
        anywhere = rule is not None and (rule.anywhere or rule.all_start_hidden)
        if not anywhere and not location.is_concealed(battle, body):
            location.reveal(battle, stand, "LW2-LOS-01")


def before_play(battle: Battle) -> Directive:
    """Strengths, the starting hour, the first look at objectives. Rules: LW2-FORCE-24, LW2-TIME-01, LW2-VP-03."""
    points.note_strength(battle)
    clock.roll_starting_hour(battle)
    points.look_at_objectives(battle)
    return NEXT


# ---------------------------------------------------------------- arrivals


def bring_on(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """At the start of a game turn, each side brings on the platoons that arrive."""
    state = state_of(battle)
    for side in state.sides:
        arrivals.due(battle, side)
    for side in order_of_deployment(state):
        stands = waiting(battle, side, [g.id for g in state.groups.values() if g.arrived])
        if stands:
            order = yield place_request(battle, side, stands, ENTER)
            put_down(battle, order, "enters")
            show_who_is_in_the_open(battle, [s for s in state.stands.values() if s.side == side])
    return NEXT
