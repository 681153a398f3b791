"""Unit cards, what a stand can be ordered, rings, looks."""

from __future__ import annotations

from wargame.engine.requests import AnyRequest, Command
from wargame.engine.ruleset import ActRow, Card, Chip, Choices, Look, Ring, Scene, Target, WeaponRow
from wargame.rulesets.clash_of_titans import (
    act_table,
    data,
    gun_targets,
    legal,
    movement,
    shots,
    targets,
    walk,
)
from wargame.rulesets.clash_of_titans.data import looks_file
from wargame.rulesets.clash_of_titans.standing import state_of
from wargame.rulesets.clash_of_titans.state import (
    CAPTURED,
    DUCKED,
    HUNKERED,
    OUT,
    RUNNING,
    STUNNED,
    ClashStand,
    VehicleSpec,
)

_STATUS = {
    DUCKED: ("gone_to_ground", "Ducked back"),
    HUNKERED: ("pinned", "Hunkered down"),
    STUNNED: ("hit", "Stunned"),
    RUNNING: ("running", "Running away"),
    OUT: ("out", "Out of the fight"),
    CAPTURED: ("out", "Captured"),
}
_QUALITY = {6: "Exceptional", 5: "Veteran", 4: "Reliable", 3: "Green", 2: "Untrained", 1: "Helpless"}


def choices(scene: Scene, request: AnyRequest, subject: str) -> Choices:
    """What the subject of a Command can be ordered."""
    stand = state_of(scene).stands.get(subject)
    if not isinstance(request, Command) or stand is None:
        return Choices(may_wait=False)
    orders = request.orders
    return Choices(
        modes=legal.modes(scene, stand) if "move" in orders and stand.in_play else (),
        weapons=weapons(scene, stand) if "fire" in orders else (),
        assault=charges(scene, stand) if "assault" in orders else (),
        acts=acts(scene, stand) if "act" in orders and request.purpose != walk.COME_ON else (),
        may_wait="wait" in orders,
    )


def acts(scene: Scene, stand: ClashStand) -> tuple[ActRow, ...]:
    """Other actions, as the bar shows them."""
    return act_table.rows(scene, stand)


def charges(scene: Scene, stand: ClashStand) -> tuple[Target, ...]:
    """Enemies whom he may charge."""
    if not stand.is_man or not stand.in_play:
        return ()
    from wargame.rulesets.clash_of_titans import charge

    return tuple(charge.targets(scene, stand))


# ---------------------------------------------------------------- weapons


def weapons(scene: Scene, stand: ClashStand) -> tuple[WeaponRow, ...]:
    """The weapons of a stand as its card shows them."""
    if not isinstance(stand, ClashStand) or stand.kind == "pef":
        return ()
    if not stand.is_man:
        return tuple(_mounted(scene, stand, name) for name in gun_targets.weapons_of(stand))
    names = dict.fromkeys((stand.in_hand, *stand.weapons))
    return tuple(row for name in names if (row := _carried(scene, stand, name)) is not None)


def _carried(scene: Scene, stand: ClashStand, name: str) -> WeaponRow | None:
    found = data.weapons().get(name)
    if found is None or found.range_in <= 0:
        return None
    refusal = shots.may_shoot(scene, stand) or targets.unfit(scene, stand, name)
    cells = [("DICE", str(found.targets)), ("RANGE", f"{found.range_in:g} in"), ("IMPACT", str(found.impact))]
    if found.apr:
        cells.append(("APR", str(found.apr)))
    left = dict(stand.rounds).get(name)
    if left is not None:
        cells.append(("LEFT", str(left)))
    said = name[0].upper() + name[1:]
    return WeaponRow(id=name, name=said, manner="fire", cells=tuple(cells), refusal=refusal)


def _mounted(scene: Scene, body: ClashStand, name: str) -> WeaponRow:
    refusal = shots.may_shoot(scene, body)
    gun = gun_targets.gun_of(body, name)
    if gun is not None:
        cells = [("APR", str(gun.apr))]
        if gun.has_he:
            cells.append(("HE", f"{gun.he_circle_in:g}/{gun.he_impact}"))
        if gun_targets.is_single(body, name):
            cells.append(("LOADED", gun_targets.loaded_with(body, name) or "nothing"))
        return WeaponRow(id=name, name=gun.name, manner="fire", cells=tuple(cells), refusal=refusal)
    from wargame.rulesets.clash_of_titans import machine_guns

    row = machine_guns.weapon_row(body, name)
    cells = [("DICE", str(row.targets)), ("RANGE", f"{row.range_in:g} in"), ("IMPACT", str(row.impact))]
    said = f"{name.replace('_', ' ').capitalize()} MG"
    return WeaponRow(id=name, name=said, manner="fire", cells=tuple(cells), refusal=refusal)


# ---------------------------------------------------------------- the card


def card(scene: Scene, stand_id: str) -> Card:
    """The unit card."""
    state = state_of(scene)
    stand = state.stands[stand_id]
    if not isinstance(stand, ClashStand) or stand.kind == "pef":
        return Card(title=stand.name, subtitle="Possible enemy force")
    group = state.groups.get(stand.group)
    subtitle = _kind(stand) + (f", {group.name}" if group else "")
    return Card(
        title=stand.name,
        subtitle=subtitle,
        quality=_QUALITY.get(stand.rep, "") if stand.is_man else "",
        boxes=_boxes(scene, stand),
        sides=_armour(stand.spec),
        weapons=weapons(scene, stand),
        chips=chips(scene, stand),
        lines=_lines(scene, stand),
    )


def _kind(stand: ClashStand) -> str:
    if stand.spec is not None:
        return stand.spec.kind.capitalize() or "Vehicle"
    if stand.is_gun:
        return stand.gun
    found = data.men().get(stand.line)
    return found.name if found is not None else "Man"


def _boxes(scene: Scene, stand: ClashStand) -> tuple[tuple[str, str], ...]:
    if stand.spec is not None:
        spec = stand.spec
        return (("ROAD", f"{spec.road_in:g}"), ("OFF", f"{spec.off_in:g}"), ("TURNS", str(spec.turns)))
    if stand.is_gun:
        return (("CREW", str(len([s for s in state_of(scene).stands.values() if s.mans == stand.id]))),)
    boxes = [("REP", str(stand.rep)), ("MOVE", f"{movement.full_move(state_of(scene), stand):g}")]
    if stand.star:
        boxes.append(("STAR", str(stand.star_power)))
    return tuple(boxes)


def _armour(spec: VehicleSpec | None) -> tuple[tuple[str, str], ...]:
    if spec is None or spec.soft:
        return ()
    rows = (("FRONT", spec.ar_front), ("SIDE", spec.ar_side), ("REAR", spec.ar_side), ("TOP", spec.ar_top))
    return tuple((name, str(value)) for name, value in rows)


def chips(scene: Scene, stand: ClashStand) -> tuple[Chip, ...]:
    """Statuses of a stand."""
    if not isinstance(stand, ClashStand):
        return ()
    state = state_of(scene)
    group = state.groups.get(stand.group)
    leads = group is not None and group.leader == stand.id
    found = []
    if stand.status in _STATUS:
        marker, text = _STATUS[stand.status]
        found.append(Chip(marker=marker, text=text, bad=True))
    rows = (
        (leads, "hq", "Leader", False),
        (stand.hidden, "hidden", "Hidden", False),
        (stand.prone and stand.status not in _STATUS, "prone", "Prone", False),
        (stand.fast_moving, "moved", "Moving fast", False),
        (stand.set_up and stand.is_man, "set_up", "Set up", False),
        (bool(stand.dry), "dry", "Out of ammunition", True),
        (bool(stand.readied), "readied", f"{stand.readied.capitalize()} ready", False),
        (bool(stand.melee_with), "melee", "Hand to hand", True),
        (stand.dug_in, "dug_in", "Dug in", False),
        (stand.buttoned, "buttoned", "Buttoned up", False),
        (stand.immobilised, "immobilised", "Immobilised", True),
        (stand.gun_out, "gun_out", "Gun out of action", True),
        (stand.bogged or stand.stuck, "stuck", "Stuck", True),
        (stand.knocked_out, "wreck", "Wreck", True),
        (stand.shot and stand.active_turn == state.turn, "fired", "Has shot", False),
        (bool(stand.acted) and stand.active_turn == state.turn, "busy", "Busy", False),
    )
    found += [Chip(marker=marker, text=text, bad=bad) for holds, marker, text, bad in rows if holds]
    return tuple(found)


def _lines(scene: Scene, stand: ClashStand) -> tuple[str, ...]:
    found = list(stand.attributes)
    if stand.star:
        found.append(f"A Star with {stand.star_power} dice of Star Power.")
    if stand.is_vehicle:
        for man in state_of(scene).stands.values():
            if man.carrier == stand.id and not man.gone:
                found.append(
                    f"{man.station.replace('_', ' ').capitalize()}: Rep {man.rep}, {man.status.replace('_', ' ')}"
                )
    return tuple(found)


def rings(scene: Scene, stand_id: str) -> tuple[Ring, ...]:
    """Range rings of a stand."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, ClashStand) or not stand.in_play or not stand.is_man:
        return ()
    found = data.weapons().get(stand.in_hand)
    if found is None or found.range_in <= 0:
        return ()
    return (Ring(radius_in=found.range_in, caption=stand.in_hand, arc_deg=180.0),)


# ---------------------------------------------------------------- looks


def looks(scene: Scene, stand_id: str) -> Look:
    """How a stand is drawn."""
    stand = scene.state.stands[stand_id]
    nation = scene.state.sides[stand.side].nation
    return look_of(stand, nation) if isinstance(stand, ClashStand) else Look(silhouette="figure", nation=nation)


def look_of(stand: ClashStand, nation: str) -> Look:
    """How a stand of this line is drawn."""
    rows = looks_file()
    if stand.spec is not None:
        name = rows["vehicle"].get(stand.line) or rows["kind"].get(stand.spec.kind, "truck")
        symbol = "armour" if stand.is_afv else "transport"
    elif stand.is_gun:
        name = rows["gun"].get(stand.line, "at_gun")
        symbol = "anti_tank"
    else:
        line = data.men().get(stand.line)
        word = "leader" if stand.nco or stand.officer else line.look if line is not None else "rifleman"
        name, symbol = rows["man"][word], rows["symbol"].get(word, "infantry")
    return Look(
        silhouette=name,
        nation=nation,
        width_in=stand.base.width_in,
        length_in=stand.base.depth_in,
        symbol=symbol,
    )
