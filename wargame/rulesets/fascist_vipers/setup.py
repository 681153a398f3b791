"""The first state, deployment and hiding. Rules: CFV-GEN-01, -14, -15, -16, CFV-OBS-01, -08, CFV-INIT-09."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Base
from wargame.engine import knowledge
from wargame.engine.events import StandChanged, StandPlaced
from wargame.engine.opening import lay_ground
from wargame.engine.orders import Placed
from wargame.engine.requests import AnyRequest, Item, Pick, Place, Thing
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.setup import GroupSetup, HiddenRule, Setup, StandSetup
from wargame.engine.state import Known, Side
from wargame.rulesets.fascist_vipers import cover, deployment, force, units
from wargame.rulesets.fascist_vipers.data import looks_file, tables
from wargame.rulesets.fascist_vipers.data import units as unit_list
from wargame.rulesets.fascist_vipers.ground import rows_that
from wargame.rulesets.fascist_vipers.observation import is_hidden, on_table, reveal_those_found, sees, state_of
from wargame.rulesets.fascist_vipers.state import Ratings, VipersGroup, VipersStand, VipersState
from wargame.rulesets.force import read as read_form

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


# ---------------------------------------------------------------- the first state


def set_up(setup: Setup) -> VipersState:
    """The state before the first step. Raises ValueError for a field or a unit line that does not exist."""
    roles = {s.role: s.id for s in setup.sides}
    one_sided = {"attacker", "defender"} <= set(roles)
    state = VipersState(
        ruleset=setup.ruleset,
        year=setup.year,
        sides={s.id: Side(id=s.id, name=s.name, nation=s.nation, role=s.role) for s in setup.sides},
        attacker=roles["attacker"] if one_sided else "",
        defender=roles["defender"] if one_sided else "",
        visibility_in=setup.visibility_in,
        weather=setup.weather,
        scores={s.id: 0.0 for s in setup.sides},
        options=dict(setup.options),
    )
    for group in setup.groups:
        state.groups[group.id] = _group(setup, group)
        for row in group.stands:
            state.stands[row.id] = _stand(setup, group, row)
    _carry(state, setup)
    _count_teeth(state)
    lay_ground(state, setup)
    _keep_on_the_map(state, setup)
    return state


def _group(setup: Setup, group: GroupSetup) -> VipersGroup:
    side = next(s for s in setup.sides if s.id == group.side)
    of_side = read_form(force.SideLine, side.fields, f"side {side.id!r}")
    fields = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    attacker = fields.get("attacker", side.role != "defender")
    leader = next((s.id for s in group.stands if _line(s).category == "hq"), None)
    return VipersGroup(
        id=group.id,
        name=group.name,
        side=group.side,
        parent=group.parent,
        leader=leader,
        arrived=setup.arrival_of(group.id) is None,
        quality=fields.get("quality") or of_side.get("quality") or "veteran",
        nation=side.nation,
        attacker=bool(attacker),
        fanaticism=_fanaticism(fields.get("fanaticism", of_side.get("fanaticism", 0))),
        objective=fields.get("objective", ""),
        held=fields.get("held", False),
    )


def _fanaticism(value: int | str) -> int:
    if isinstance(value, int):
        return value
    table = tables()["fanaticism"]
    if value not in table:
        raise ValueError(f"unknown row {value!r} of table fanaticism")
    return int(table[value])


def _line(row: StandSetup) -> Ratings:
    found = unit_list().get(row.line)
    if found is None:
        raise ValueError(f"stand {row.id!r}: unknown unit line {row.line!r}")
    return found


def ratings_of(setup: Setup, group: GroupSetup, row: StandSetup) -> Ratings:
    """The ratings of a stand: its line for that year, the group's quality, the scenario's fields.

    Rules: CFV-GEN-14, -15.
    """
    cite("CFV-GEN-14")
    cite("CFV-GEN-15")
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    of_group = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    changed = {name: value for name, value in fields.items() if name in Ratings.__struct_fields__}
    if "quality" in of_group and "quality" not in changed:
        changed["quality"] = of_group["quality"]
    return msgspec.structs.replace(_line(row), **changed)


def _stand(setup: Setup, group: GroupSetup, row: StandSetup) -> VipersStand:
    ratings = ratings_of(setup, group, row)
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    own = {name: value for name, value in fields.items() if name in VipersStand.__struct_fields__}
    stand = VipersStand(
        id=row.id,
        name=row.name,
        side=group.side,
        group=group.id,
        line=row.line,
        base=Base.rectangle(1.0, 1.0),
        ratings=ratings,
        off_board=row.off_board or ratings.move_type in ("off_table", "air"),
        **own,
    )
    if ratings.air_role == "fighter_bomber" and "attacks_left" not in own:
        stand.attacks_left = int(tables()["air"]["default_fighter_bomber_attacks"])
    elif ratings.air_role in ("bomber", "fighter") and "attacks_left" not in own:
        stand.attacks_left = 1
    stand.base = base_of(stand)
    if row.place is not None:
        stand.x, stand.y, stand.facing_deg = row.place
        stand.on_table = setup.arrival_of(group.id) is None
    return stand


def base_of(stand: VipersStand) -> Base:
    """The size of its base: frontage, depth."""
    kind = "foot"
    if units.is_bunker(stand):
        kind = "bunker"
    elif units.is_gun(stand):
        kind = "gun"
    elif units.is_vehicle(stand) or units.is_rider(stand):
        kind = "vehicle"
    width, depth = looks_file()["base"][kind]
    return Base.rectangle(width, depth)


def _carry(state: VipersState, setup: Setup) -> None:
    for group in setup.groups:
        for row in group.stands:
            if row.aboard is not None:
                state.stands[row.id].carrier = row.aboard
                state.stands[row.id].limbered = units.is_gun(state.stands[row.id])


def _count_teeth(state: VipersState) -> None:
    cite("CFV-GEN-01")
    for group in state.groups.values():
        if group.parent is None:
            group.original_teeth = sum(units.is_teeth(s) for s in state.command(group.id))


# ---------------------------------------------------------------- hiding


def hidden_rules(setup: Setup, side: str) -> tuple[HiddenRule, ...]:
    """What the scenario lets a side hide; without a word of it anybody may hide what stands in cover or unseen.

    Rule: CFV-OBS-08.
    """
    if not setup.hidden:
        return (HiddenRule(side=side),)
    return tuple(rule for rule in setup.hidden if rule.side == side)


def rule_for(setup: Setup, stand: VipersStand) -> HiddenRule | None:
    """The rule that lets this stand begin hidden, or None."""
    if stand.off_board or setup.arrival_of(stand.group) is not None:
        return None
    for rule in hidden_rules(setup, stand.side):
        by_name = stand.id in rule.stands
        by_class = bool(set(rule.classes) & set(classes_of(stand)))
        if by_name or by_class or (not rule.stands and not rule.classes):
            return rule
    return None


def classes_of(stand: VipersStand) -> tuple[str, ...]:
    """Words that conditions, hidden set-up and actions know a stand by."""
    found = [stand.ratings.category, stand.ratings.troop_type, stand.ratings.armour_class, stand.ratings.quality]
    tests = (
        ("teeth", units.is_teeth(stand)),
        ("recon", units.is_recce(stand)),
        ("vehicle", units.is_vehicle(stand)),
        ("afv", units.is_afv(stand)),
        ("gun", units.is_gun(stand)),
        ("foot", units.is_on_foot(stand)),
        ("infantry", units.is_infantry(stand)),
        ("aircraft", units.is_aircraft(stand)),
    )
    return tuple(dict.fromkeys([*found, *(word for word, fits in tests if fits)]))


def _keep_on_the_map(state: VipersState, setup: Setup) -> None:
    """Until hiding is settled the enemy knows nothing of stands that may begin hidden. Rule: CFV-OBS-01."""
    cite("CFV-OBS-01")
    for stand in state.stands.values():
        carrier = state.stands[stand.carrier] if stand.carrier else stand
        if rule_for(setup, carrier) is not None:
            for enemy in state.enemies_of(stand.side):
                state.knowledge.setdefault(enemy, {})[stand.id] = Known(level="unknown")


def may_hide(scene: Scene, stand: VipersStand) -> bool:
    """May it begin hidden where it stands: by the scenario anywhere, else in cover, in works or unseen?

    Rule: CFV-OBS-08.
    """
    rule = rule_for(scene.setup, stand)
    if rule is None or not stand.in_play:
        return False
    cite("CFV-OBS-08")
    if rule.anywhere or rule.all_start_hidden or cover.in_cover(scene, stand):
        return True
    if scene.board.terrain_at(stand.x, stand.y)[0] in rows_that("hiding_rows"):
        return True
    watchers = [s for side in scene.state.enemies_of(stand.side) for s in on_table(scene, side)]
    return bool(watchers) and not any(sees(scene, watcher, stand) for watcher in watchers)


def hide_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side says which of the units that may begin hidden stay on its map. Rules: CFV-OBS-01, -08."""
    state = state_of(battle)
    side = next((s for s in order_of_deployment(state) if s not in state.hid), None)
    if side is None:
        reveal_those_found(battle, [s for s in state.stands.values() if s.in_play])
        return NEXT
    state.hid += (side,)
    able = [s for s in state.stands.values() if s.side == side and is_hidden(battle, s) and may_hide(battle, s)]
    kept = {s.id for s in able if _always_hidden(battle.setup, s)}
    free = [s for s in able if s.id not in kept]
    if free:
        order = yield _hide_request(side, free)
        kept |= {name for name, _ in order.items}
    _settle(battle, side, kept)
    return AGAIN


def _always_hidden(setup: Setup, stand: VipersStand) -> bool:
    rule = rule_for(setup, stand)
    return rule is not None and rule.all_start_hidden


def _hide_request(side: str, able: list[VipersStand]) -> Pick:
    from wargame.engine.orders import Picked

    return Pick(
        side=side,
        purpose="hide",
        prompt="Which of these begin hidden, marked on your map only?",
        items=tuple(Item(id=s.id, text=s.name) for s in able),
        suggestion=Picked(items=tuple((s.id, 1) for s in able)),
        rules=(cite("CFV-OBS-01"), cite("CFV-OBS-08")),
    )


def _settle(battle: Battle, side: str, kept: set[str]) -> None:
    state = state_of(battle)
    for stand in [s for s in state.stands.values() if s.side == side and is_hidden(battle, s)]:
        body = state.stands[stand.carrier] if stand.carrier else stand
        if body.id in kept:
            changes = (("hidden_start", True),)
            battle.happen(StandChanged(stand=stand.id, changes=changes, why="hidden", seen_by=(side,)))
        else:
            knowledge.reveal_to_all(battle, stand.id, rules=(cite("CFV-OBS-08"),))


# ---------------------------------------------------------------- deployment


def order_of_deployment(state: VipersState) -> list[str]:
    """The defender first."""
    return sorted(state.sides, key=lambda side: state.sides[side].role != "defender")


def to_deploy(scene: Scene, side: str) -> list[VipersStand]:
    """Stands of the side's starting groups that still need a place."""
    state = state_of(scene)
    return [
        s
        for s in state.stands.values()
        if s.side == side and state.groups[s.group].arrived and not (s.on_table or s.carrier or s.off_board or s.gone)
    ]


def deploy_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side puts all stands of its starting groups on the table, the defender first."""
    state = state_of(battle)
    side = next((s for s in order_of_deployment(state) if s not in state.deployed), None)
    if side is None:
        return NEXT
    state.deployed += (side,)
    waiting = to_deploy(battle, side)
    if waiting:
        order = yield _deploy_request(battle, side, waiting)
        _put_down(battle, order)
    return AGAIN


def _deploy_request(battle: Battle, side: str, waiting: list[VipersStand]) -> Place:
    suggestion = deployment.suggest(battle, waiting)
    has_room = {p.thing for p in suggestion.placements}
    things = tuple(
        Thing(id=s.id, text=s.name, must=s.id in has_room, regions=deployment.regions_of(battle.setup, s))
        for s in waiting
    )
    return Place(
        side=side,
        purpose="deploy",
        prompt="Deploy your stands in their zones.",
        things=things,
        suggestion=suggestion,
        rules=(cite("CFV-MOVE-09"),),
    )


def _put_down(battle: Battle, order: Placed) -> None:
    state = state_of(battle)
    for p in order.placements:
        stand = state.stands[p.thing]
        facing = deployment.facing_of(battle, stand, p)
        seen = knowledge.seen_by_for(state, stand.id)
        battle.happen(StandPlaced(stand=stand.id, x=p.x, y=p.y, facing_deg=facing, why="deployed", seen_by=seen))
