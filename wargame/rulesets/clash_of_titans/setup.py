"""The first state: men, vehicles with their crews, guns with theirs, groups and edges.

Rules: NUT-CHAR-01, -06, NUT-GRP-05, NUT-LDR-01, -07, NUT-VEH-04, NUT-CREW-01, NUT-GEO-16.
"""

from __future__ import annotations

import difflib
from typing import Any

import msgspec

from wargame.board import Base
from wargame.engine.opening import lay_ground
from wargame.engine.rules import cite
from wargame.engine.setup import GroupSetup, Setup, SideSetup, StandSetup
from wargame.engine.state import Side
from wargame.rulesets.clash_of_titans import data, edges, force, leaders, vehicle_data
from wargame.rulesets.clash_of_titans.state import ClashGroup, ClashStand, ClashState, Mission, VehicleSpec
from wargame.rulesets.force import read as read_form

GRENADE = "hand grenade"
_OF_SPEC = ("ar_front", "ar_side", "ar_top", "road_in", "off_in", "gun", "seats")
_OF_STAND = tuple(name for name in force.ForceLine.model_fields if name in ClashStand.__struct_fields__)
_NOT_COPIED = ("weapons", "rounds", "gun", "crew", "attributes", "class_")


def set_up(setup: Setup) -> ClashState:
    """The state before the first step. Raises ValueError for a field or a unit line that does not exist."""
    state = ClashState(
        ruleset=setup.ruleset,
        year=setup.year,
        sides={s.id: Side(id=s.id, name=s.name, nation=s.nation, role=s.role) for s in setup.sides},
        visibility_in=setup.visibility_in,
        weather=setup.weather,
        night=bool(setup.options.get("night", False)),
        scores={s.id: 0.0 for s in setup.sides},
        options=dict(setup.options),
        ruled=setup.ruled,
    )
    for group in setup.groups:
        _add_group(state, setup, group)
    _count(state)
    state.edges = {s.id: edges.of_side(setup, s, _side_fields(s).get("edge")) for s in setup.sides}
    lay_ground(state, setup)
    state.mission = _mission(setup)
    return state


def _side_fields(side: SideSetup) -> dict[str, Any]:
    return read_form(force.SideLine, side.fields, f"side {side.id!r}")


def _mission(setup: Setup) -> Mission:
    fields = {s.id: _side_fields(s) for s in setup.sides}
    enemy = next((side for side, f in fields.items() if "eal" in f), "")
    player = next((side for side, f in fields.items() if "sl" in f and side != enemy), "")
    player = player or next(side for side in fields if side != enemy)
    enemy = enemy or next(side for side in fields if side != player)
    return Mission(
        eal=fields[enemy].get("eal", 0),
        sl=fields[player].get("sl", 0),
        mission=str(setup.options.get("mission", "")),
        player=player,
        enemy=enemy,
        troops=tuple((side, f.get("troops", "line")) for side, f in fields.items()),
        quality=tuple((side, f.get("quality", "line")) for side, f in fields.items()),
    )


# ---------------------------------------------------------------- groups


def _add_group(state: ClashState, setup: Setup, group: GroupSetup) -> None:
    fields = read_form(force.GroupLine, group.fields, f"group {group.id!r}")
    side = next(s for s in setup.sides if s.id == group.side)
    state.groups[group.id] = ClashGroup(
        id=group.id,
        name=group.name,
        side=group.side,
        parent=group.parent,
        arrived=setup.arrival_of(group.id) is None,
        own_squad=fields.get("own_squad", False),
        held=fields.get("held", False),
        np=fields.get("np", False) or group.side in setup.ruled,
        intention=fields.get("intention", ""),
        kind=fields.get("kind", ""),
        objective=fields.get("objective"),
    )
    shared = _side_fields(side) | fields
    for row in group.stands:
        _add_stand(state, setup, group, row, shared)
    _part_vehicles(state, group.id)


def _part_vehicles(state: ClashState, group: str) -> None:
    """A vehicle with its crew is a group of its own. Rule: NUT-VEH-04."""
    rest = [s for s in state.stands.values() if s.group == group]
    vehicles = [s for s in rest if s.is_vehicle]
    outside = [s for s in rest if not s.is_vehicle and not is_crew(s)]
    if len(vehicles) < 2 and not (vehicles and outside):
        return
    cite("NUT-VEH-04")
    for vehicle in vehicles:
        old = state.groups[group]
        new = msgspec.structs.replace(old, id=vehicle.id, name=vehicle.name, origin=group)
        state.groups[new.id] = new
        for stand in rest:
            if stand.id == vehicle.id or (stand.carrier == vehicle.id and is_crew(stand)):
                stand.group = new.id


def is_crew(stand: ClashStand) -> bool:
    """True for a man who fills a station of a vehicle (a rider or passenger does not)."""
    return bool(stand.carrier) and stand.station not in ("", "rider", "passenger")


def _count(state: ClashState) -> None:
    """Strength and leader of each group at the start. Rules: NUT-GRP-05, NUT-LDR-01, -07."""
    cite("NUT-GRP-05")
    cite("NUT-LDR-07")
    for group in state.groups.values():
        men = [s for s in state.stands.values() if s.group == group.id and s.is_man]
        leader = leaders.best(men)
        group.strength = len(men)
        group.leader = leader.id if leader else None
        group.start_leader = group.leader or ""


# ---------------------------------------------------------------- stands


def _add_stand(state: ClashState, setup: Setup, group: GroupSetup, row: StandSetup, shared: dict[str, Any]) -> None:
    fields = read_form(force.ForceLine, row.fields, f"stand {row.id!r}")
    for name in ("class_", "rep", "hidden", "dug_in"):
        if name in shared and name not in fields:
            fields[name] = shared[name]
    if row.line in data.vehicles():
        made = vehicle(row.id, row.name, group.side, group.id, row.line, fields)
    elif row.line in data.towed_guns():
        made = gun(row.id, row.name, group.side, group.id, row.line, fields)
    elif row.line in data.men():
        made = [man(row.id, row.name, group.side, group.id, row.line, fields, shared.get("attributes", ()))]
    else:
        raise ValueError(_unknown(row))
    body = made[0]
    if row.aboard is not None:
        body.carrier = row.aboard
        body.station = fields.get("station") or "passenger"
    for stand in made:
        if stand.id in state.stands:
            raise ValueError(f"stand {row.id!r}: {stand.id!r} is named twice")
        state.stands[stand.id] = stand
    if row.place is not None:
        here = setup.arrival_of(group.id) is None
        body.x, body.y, body.facing_deg = row.place
        body.on_table = here
        for stand, (x, y) in zip(made[1:], crew_places(body, len(made) - 1), strict=True):
            if body.is_gun:
                stand.x, stand.y, stand.facing_deg, stand.on_table = x, y, body.facing_deg, here


def _unknown(row: StandSetup) -> str:
    known = [*data.men(), *data.vehicles(), *data.towed_guns()]
    near = difflib.get_close_matches(row.line, known, 1, 0.0)
    return f"stand {row.id!r}: unknown unit line {row.line!r}; nearest: {near[0]!r}"


def _own(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in _OF_STAND and name not in _NOT_COPIED}


def man(
    id: str, name: str, side: str, group: str, line: str, fields: dict[str, Any], attributes: tuple[str, ...] = ()
) -> ClashStand:
    """A figure of a unit line; `fields` as in ForceLine. Rules: NUT-CHAR-01, -06, NUT-GEO-01."""
    kind = data.men()[line]
    cite("NUT-CHAR-01")
    weapons = tuple(_checked(w, id) for w in fields.get("weapons", kind.weapons) + fields.get("also", ()))
    stand = ClashStand(
        id=id,
        name=name,
        side=side,
        group=group,
        line=line,
        base=Base.circle(float(data.meta()["figure_base_diameter"])),
        class_=fields.get("class_", kind.class_),
        attributes=tuple(dict.fromkeys((*fields.get("attributes", ()), *attributes))),
        weapons=weapons,
        in_hand=weapons[0] if weapons else "unarmed",
        rounds=tuple(sorted(_rounds(weapons, fields).items())),
        medic=kind.role == "medic",
        radio=kind.role == "radio_operator",
        observer=kind.role == "observer",
        officer=kind.role.startswith("officer") or kind.role == "commissar",
        nco=kind.role.split("_")[0] == "nco",
    )
    for field, value in _own(fields).items():
        setattr(stand, field, value)
    if stand.star:
        cite("NUT-CHAR-02")
        cite("NUT-CHAR-06")
        stand.star_power = stand.rep
    return stand


def _checked(name: str, stand: str) -> str:
    """The short name of a weapon. Raises ValueError with the nearest one."""
    short = name if name in data.blast_weapons() else data.short_name(name)
    known = [*data.weapons(), *data.blast_weapons()]
    if short not in known:
        near = difflib.get_close_matches(short, known, 1, 0.0)
        raise ValueError(f"stand {stand!r}: unknown weapon {name!r}; nearest: {near[0]!r}")
    return short


def _rounds(weapons: tuple[str, ...], fields: dict[str, Any]) -> dict[str, int]:
    """Counted weapons: those that are thrown or placed, and one-shot or counted launchers. Rule: NUT-AMMO-04."""
    cite("NUT-AMMO-04")
    given: dict[str, int] = dict(fields.get("rounds", {}))
    for name in weapons:
        blast = data.blast_weapons().get(name)
        direct = data.weapons().get(name)
        counted = blast is not None and "mortar" not in name
        counted |= direct is not None and ("one shot" in direct.notes or "counted" in direct.notes)
        if counted and name not in given:
            given[name] = weapons.count(name)
    if fields.get("grenade"):
        given[GRENADE] = max(1, given.get(GRENADE, 0))
    return given


def vehicle(id: str, name: str, side: str, group: str, line: str, fields: dict[str, Any]) -> list[ClashStand]:
    """A vehicle and, after it, its crew. Rules: NUT-VEH-01, NUT-CREW-01, -03."""
    spec = vehicle_data.vehicle(line)
    changed = {field: fields[field] for field in _OF_SPEC if field in fields}
    spec = msgspec.structs.replace(spec, **changed)
    length, width = vehicle_data.outline(spec.class_)
    stand = ClashStand(
        id=id,
        name=name,
        side=side,
        group=group,
        line=line,
        base=Base.rectangle(width, length),
        kind="vehicle",
        spec=spec,
        size=spec.class_,
        loaded=fields.get("loaded", "AP"),
        buttoned=fields.get("buttoned", False),
        immobilised=fields.get("immobilised", False),
    )
    return [stand, *_crew(stand, spec, fields)]


def _crew(stand: ClashStand, spec: VehicleSpec, fields: dict[str, Any]) -> list[ClashStand]:
    nation = data.nations_of(spec.nation)
    line = f"{nation[0] if nation else 'GE'}_crewman"
    rep = fields.get("crew_rep", fields.get("rep", 4))
    made = []
    jobs = vehicle_data.crew_stations(spec)
    for n, stations in enumerate(jobs[: fields.get("crew", spec.crew)]):
        word = stations[0]
        same = sum(earlier[0] == word for earlier in jobs[:n])
        own = {"rep": rep, "class_": "crew", "nco": n == 0, "attributes": fields.get("attributes", ())}
        crewman = man(
            f"{stand.id}.{n + 1}",
            f"{stand.name}, {word.replace('_', ' ')}{f' {same + 1}' if same else ''}",
            stand.side,
            stand.group,
            line,
            own,
        )
        crewman.carrier, crewman.station, crewman.also = stand.id, word, stations[1:]
        made.append(crewman)
    return made


def gun(id: str, name: str, side: str, group: str, line: str, fields: dict[str, Any]) -> list[ClashStand]:
    """A gun on wheels and, after it, its crew; gunner and loader are the second and third man. Rule: NUT-GUNS-01."""
    row = vehicle_data.towed_gun(line)
    length, width = vehicle_data.outline(row.size)
    stand = ClashStand(
        id=id,
        name=name,
        side=side,
        group=group,
        line=line,
        base=Base.rectangle(width, length),
        kind="gun",
        gun=row.gun,
        size=row.size,
        loaded=fields.get("loaded", "AP" if "AT" in row.dual else "HE"),
        set_up=True,
        dug_in=fields.get("dug_in", False),
        hidden=fields.get("hidden", False),
    )
    cite("NUT-GUNS-01")
    nations = data.nations_of(row.nation)
    crew_line = f"{nations[0]}_gunner"
    made = []
    crew = fields.get("crew", row.crew)
    for n in range(crew):
        own = {"rep": fields.get("crew_rep", fields.get("rep", 4)), "nco": n == 0}
        own |= {k: fields[k] for k in ("class_", "dug_in", "hidden") if k in fields}
        crewman = man(f"{id}.{n + 1}", f"{name}, {_gun_job(n, crew)}", side, group, crew_line, own)
        crewman.mans, crewman.station = id, _GUN_JOBS[min(n, 3)]
        made.append(crewman)
    return [stand, *made]


_GUN_JOBS = ("commander", "gunner", "loader", "crewman")


def _gun_job(n: int, crew: int) -> str:
    """What the nth man of a gun's crew is called: crewmen of one gun are numbered."""
    first = len(_GUN_JOBS) - 1
    return _GUN_JOBS[n] if n < first or crew == first + 1 else f"{_GUN_JOBS[first]} {n - first + 1}"


CREW_GAP_IN = 0.002
"""So near do men stand to their gun; without it the grid of places would put some of them upon it (NUT-GEO-14)."""


def crew_places(body: ClashStand, count: int) -> list[tuple[float, float]]:
    """Places for a gun's crew in contact with it: at its flanks and behind it, none upon another or the gun."""
    back, side = body.base.depth_in / 2 + CREW_GAP_IN, body.base.width_in / 2 + CREW_GAP_IN
    local = [(-back - 0.5, d) for d in (0.0, 1.05, -1.05)] if body.is_gun else []
    local += [(d, s * (side + 0.5)) for d in (-back + 0.5, -back + 1.55) for s in (1, -1)]
    local += [(-back - 1.55, d) for d in (0.0, 1.05, -1.05, 2.1, -2.1)]
    return [edges.at(body, ahead, left) for ahead, left in local[:count]] if body.is_gun else [(0.0, 0.0)] * count
