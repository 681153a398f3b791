"""Unit cards, what a stand can be ordered, range rings and looks."""

from __future__ import annotations

from wargame.engine.orders import Refusal
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.ruleset import Card, Chip, Choices, Look, Ring, Scene, WeaponRow
from wargame.rulesets.lightning_war import (
    acts,
    air,
    assault,
    firing,
    location,
    missions,
    morale,
    movement,
    requests,
    units,
)
from wargame.rulesets.lightning_war.data import looks_file
from wargame.rulesets.lightning_war.features import kind_of, name_of_place, spot_of, state_of
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import HE, MEN, Weapon, weapons

_QUALITY = {"elite": "Elite", "battle_hardened": "Battle hardened", "replacement": "Replacement", "militia": "Militia"}


def choices(scene: Scene, request: AnyRequest, subject: str) -> Choices:
    """What the subject of a Command can be ordered."""
    stand = state_of(scene).stands.get(subject)
    if not isinstance(request, Command) or not isinstance(stand, WarStand):
        return Choices(may_wait=False)
    orders = request.orders
    return Choices(
        modes=movement.modes(scene, stand) if "move" in orders and stand.in_play else (),
        weapons=weapon_rows(scene, stand) if "fire" in orders else (),
        assault=tuple(assault.targets(scene, stand)) if "assault" in orders and stand.in_play else (),
        acts=acts.rows(scene, stand) if "act" in orders and not stand.off_board else (),
        may_wait="wait" in orders,
    )


def weapon_rows(scene: Scene, stand: WarStand) -> tuple[WeaponRow, ...]:
    """The weapons of a stand as its card shows them."""
    if stand.off_board:
        return (_mission_row(scene, stand),)
    return tuple(
        WeaponRow(
            id=arm.id,
            name=arm.name,
            manner="fire",
            cells=_cells(arm),
            refusal=firing.against_firing(scene, stand, arm, ""),
        )
        for arm in weapons(stand)
    )


def _mission_row(scene: Scene, stand: WarStand) -> WeaponRow:
    """A battery's mission, or the strike of aircraft."""
    dice = air.dice_of(stand) if units.is_aircraft(stand) else missions.dice_of(stand)
    level = requests.level_of(stand)
    cells = (("HE", f"{dice} dice"), ("REQUEST", f"{level.replace('_', ' ')} {requests.score(level)}+"))
    used = bool(stand.requested_turn) and stand.requested_turn == state_of(scene).turn
    refusal = Refusal(text=f"{stand.name} has had its request of this game turn.") if used else None
    return WeaponRow(id="", name=stand.ratings.name, manner="fire", cells=cells, refusal=refusal)


def _cells(arm: Weapon) -> tuple[tuple[str, str], ...]:
    reach = "as far as seen" if arm.reach is None else f"{arm.reach} feature{'s' * (arm.reach != 1)}"
    rows = [("REACH", reach)]
    if arm.ap:
        rows.append(("AP", f"{arm.ap} / {arm.ap_far}"))
    if arm.dice:
        rows.append(("HE", f"{arm.dice} dice"))
    if arm.kind in MEN:
        rows.append(("DICE", "1"))
    if arm.arc_deg < 180:
        rows.append(("ARC", f"{2 * arm.arc_deg}°"))
    return tuple(rows)


def card(scene: Scene, stand_id: str) -> Card:
    """The unit card."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, WarStand):
        return Card(title=stand.name, subtitle="Contact")
    group = state_of(scene).groups.get(stand.group)
    boxes = [("PLACE", name_of_place(scene, spot_of(scene, stand).place) if stand.in_play else "off the table")]
    if group is not None:
        boxes.append(("MORALE", f"{morale.rating(group)}+"))
    return Card(
        title=stand.name,
        subtitle=f"{stand.ratings.name}{f', {group.name}' if group else ''}",
        quality=_QUALITY[stand.quality],
        boxes=tuple(boxes),
        sides=_armour(stand),
        weapons=weapon_rows(scene, stand),
        chips=chips(scene, stand),
        lines=_lines(scene, stand),
    )


def _armour(stand: WarStand) -> tuple[tuple[str, str], ...]:
    ratings = stand.ratings
    if ratings.def_front is None:
        return ()
    flank = ratings.def_front if ratings.def_side is None else ratings.def_side
    return (("FRONT", str(ratings.def_front)), ("SIDE", str(flank)), ("REAR", str(flank)))


def chips(scene: Scene, stand: WarStand) -> tuple[Chip, ...]:
    """Statuses of a stand and of its platoon."""
    state = state_of(scene)
    group = state.groups.get(stand.group)
    rows = (
        (location.is_hidden(scene, stand), "hidden", "Hidden", False),
        (not location.is_halted(scene, stand), "moved", "Moved", False),
        (firing.shots_fired(scene, stand) > 0, "fired", "Fired", False),
        (bool(stand.suppressed_turn), "suppressed", "Suppressed", True),
        (stand.pinned, "pinned", "Pinned", True),
        (group is not None and group.in_flight, "flight", "In flight", True),
    )
    return tuple(Chip(marker=marker, text=text, bad=bad) for holds, marker, text, bad in rows if holds)


def _lines(scene: Scene, stand: WarStand) -> tuple[str, ...]:
    rows = (
        (units.is_staff(stand), "Headquarters: no target of fire, no fire of its own."),
        (movement.needs_tow(stand), "Moves only with a tow."),
        (stand.in_play and location.is_concealed(scene, stand), "Concealed where it stands."),
        (stand.in_play and kind_of(scene, stand) == "field", "In the open."),
        (bool(stand.ratings.notes), stand.ratings.notes),
    )
    return tuple(text for holds, text in rows if holds)


def rings(scene: Scene, stand_id: str) -> tuple[Ring, ...]:
    """Ranges are counted in features; guns have a ring at half the table, dashed."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, WarStand) or not stand.in_play:
        return ()
    gun = next((arm for arm in weapons(stand) if arm.is_gun and arm.kind != HE), None)
    if gun is None:
        return ()
    table = scene.board.table
    half = min(table.width_in, table.height_in) / 2
    return (
        Ring(radius_in=half, caption="within half the table", style="dashed", arc_deg=min(360.0, 2.0 * gun.arc_deg)),
    )


def looks(scene: Scene, stand_id: str) -> Look:
    """How a stand is drawn."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, WarStand):
        return Look(silhouette="infantry", symbol="contact")
    group = state_of(scene).groups.get(stand.group)
    nation = stand.ratings.nation or (group.nation if group else scene.state.sides[stand.side].nation)
    return look_of(stand, nation)


def look_of(stand: WarStand, nation: str) -> Look:
    """How a stand of this line is drawn."""
    data = looks_file()
    size = "aircraft" if units.is_aircraft(stand) else units.size_of(stand)
    width, length = data["model"][size]
    troop = stand.ratings.troop
    return Look(
        silhouette=data["named"].get(stand.ratings.unit_id) or data["silhouette"][troop],
        nation=_NATIONS.get(nation, nation),
        width_in=width,
        length_in=length,
        symbol=data["symbol"].get(troop, "armour"),
    )


_NATIONS = {"GE": "german", "SU": "soviet", "US": "american", "GB": "british", "IT": "italian", "FR": "french"}
