"""Unit cards, what a unit can be ordered, range rings, looks and words."""

from __future__ import annotations

from wargame.engine.requests import AnyRequest, Command
from wargame.engine.ruleset import Card, Chip, Choices, Look, Mode, Ring, Scene, WeaponRow
from wargame.rulesets.fascist_vipers import (
    activation,
    acts,
    air,
    assault,
    bursts,
    movement,
    reaction,
    targets,
    units,
    walk,
)
from wargame.rulesets.fascist_vipers.data import looks_file
from wargame.rulesets.fascist_vipers.observation import is_hidden, state_of
from wargame.rulesets.fascist_vipers.state import VipersStand

_CLASS = {"soft": "Soft", "light": "Light", "tank": "Tank", "heavy": "Heavy", "superheavy": "Super Heavy"}
_STATES = {
    "go_to_ground": ("Gone to ground", True),
    "falter": ("Faltering", True),
    "run_away": ("Running away", True),
    "surrendered": ("Surrendered", True),
    "fanatic": ("Fighting to the end", False),
    "reordering": ("Waiting for orders", True),
}


def choices(scene: Scene, request: AnyRequest, subject: str) -> Choices:
    """What the subject of a Command can be ordered."""
    stand = state_of(scene).stands.get(subject)
    if not isinstance(request, Command) or stand is None:
        return Choices(may_wait=False)
    orders = request.orders
    return Choices(
        modes=_modes(scene, request, stand) if "move" in orders and stand.in_play else (),
        weapons=weapons(scene, stand) if "fire" in orders else (),
        assault=tuple(assault.targets(scene, stand))
        if "assault" in orders and _may_assault(scene, request, stand)
        else (),
        acts=acts.rows(scene, stand) if "act" in orders else (),
        may_wait="wait" in orders,
    )


def _modes(scene: Scene, request: Command, stand: VipersStand) -> tuple[Mode, ...]:
    if request.purpose == activation.BREAKTHROUGH:
        return (Mode(id="", name="Break through", allowance=movement.left(stand, movement.BREAKTHROUGH)),)
    if request.purpose == walk.GO_ON:
        return (Mode(id="", name="Go on", allowance=movement.left(stand)),)
    return movement.modes(scene, stand)


def _may_assault(scene: Scene, request: Command, stand: VipersStand) -> bool:
    if request.purpose in (activation.BREAKTHROUGH, activation.BREAKTHROUGH_ASSAULT):
        return True
    return stand.in_play and assault.may_assault(scene, stand) is None


def weapons(scene: Scene, stand: VipersStand) -> tuple[WeaponRow, ...]:
    """The weapons of a unit as its card shows them."""
    if units.is_aircraft(stand):
        return air.weapons(scene, stand)
    ratings = stand.ratings
    refusal = targets.may_fire(scene, stand) or reaction.may_attack(scene, stand)
    found = []
    if ratings.range_soft > 0 or ratings.range_armour > 0:
        cells: tuple[tuple[str, str], ...] = (
            ("SOFT", f"{ratings.dice_soft} to {ratings.range_soft:g} in"),
            ("ARMOUR", f"{ratings.dice_armour} to {ratings.range_armour:g} in"),
            ("PENETRATES", _CLASS.get(ratings.penetrates, "nothing")),
        )
        found.append(WeaponRow(id="gun", name="Fire", manner="fire", cells=cells, refusal=refusal))
    if bursts.has_bursts(stand):
        cells = (
            ("SOFT", str(ratings.dice_soft)),
            ("ARMOUR", str(ratings.dice_armour)),
            ("REACH", f"{ratings.indirect_range:g} in"),
            ("DRY AT", str(ratings.out_of_ammo or "never")),
        )
        row = WeaponRow(
            id="burst", name="Bombard", manner="burst", cells=cells, refusal=refusal, template_in=ratings.burst
        )
        found.append(row)
    return tuple(found)


def card(scene: Scene, stand_id: str) -> Card:
    """The unit card."""
    stand = state_of(scene).stands[stand_id]
    ratings = stand.ratings
    boxes = [("MOVE", f"{ratings.move:g}"), ("ROAD", f"{ratings.road:g}"), ("ARC", f"{ratings.arc}°")]
    if ratings.aa_points:
        boxes.append(("AA", f"{ratings.aa_points} / {ratings.aa_range:g} in"))
    if ratings.dogfight_dice:
        boxes.append(("DOGFIGHT", str(ratings.dogfight_dice)))
    group = state_of(scene).groups.get(stand.group)
    return Card(
        title=stand.name,
        subtitle=f"{ratings.unit}{f', {group.name}' if group else ''}",
        quality=ratings.quality.capitalize(),
        boxes=tuple(boxes),
        sides=_armour(stand),
        weapons=weapons(scene, stand),
        chips=chips(scene, stand),
        lines=_lines(stand),
    )


def _armour(stand: VipersStand) -> tuple[tuple[str, str], ...]:
    front = stand.ratings.armour_class
    flank = "tank" if front in ("heavy", "superheavy") and units.has_flank(stand) else front
    return (("FRONT", _CLASS[front]), ("SIDE", _CLASS[flank]), ("REAR", _CLASS[flank]))


def chips(scene: Scene, stand: VipersStand) -> tuple[Chip, ...]:
    """Statuses of a unit and of its group."""
    state = state_of(scene)
    rows = (
        (is_hidden(scene, stand), "hidden", "Hidden", False),
        (stand.moved, "moved", "Moved", False),
        (stand.attacked, "fired", "Attacked", False),
        (stand.limbered, "limbered", "Limbered", False),
        (bool(stand.busy), "busy", stand.busy.capitalize(), False),
        (0 < state.turn == stand.shelled_turn, "shelled", "Shelled", True),
        (0 < state.turn == stand.air_attacked_turn, "bombed", "Attacked from the air", True),
        (0 < state.turn == stand.aa_turn, "aa", "Watching the sky", False),
    )
    found = [Chip(marker=marker, text=text, bad=bad) for holds, marker, text, bad in rows if holds]
    if stand.group in state.groups and (told := _STATES.get(state.root(stand.group).state)):
        found.append(Chip(marker=state.root(stand.group).state, text=told[0], bad=told[1]))
    return tuple(found)


def _lines(stand: VipersStand) -> tuple[str, ...]:
    ratings = stand.ratings
    rows = (
        (ratings.fearsome, "Fearsome reputation: one die more in defence and assault."),
        (ratings.obsolete, "Obsolete: two defence dice fewer."),
        (ratings.self_propelled, "Self-propelled: may move and fire."),
        (not ratings.self_propelled and not units.is_aircraft(stand), "Moves or fires, not both."),
        (ratings.capacity > 0, f"Carries {ratings.capacity}."),
        (bool(ratings.notes), ratings.notes),
    )
    return tuple(text for holds, text in rows if holds)


def rings(scene: Scene, stand_id: str) -> tuple[Ring, ...]:
    """Range rings of a unit."""
    stand = state_of(scene).stands[stand_id]
    ratings = stand.ratings
    if not stand.in_play:
        return ()
    arc = units.arc_of(stand)
    found = []
    if ratings.range_armour > 0 and ratings.dice_armour > 0:
        found.append(Ring(radius_in=ratings.range_armour, caption="armour", arc_deg=arc))
    if ratings.range_soft > 0 and ratings.range_soft != ratings.range_armour:
        found.append(Ring(radius_in=ratings.range_soft, caption="soft", style="dashed", arc_deg=arc))
    if ratings.aa_range > 0:
        found.append(Ring(radius_in=ratings.aa_range, caption="against aircraft", style="dotted"))
    return tuple(found)


def looks(scene: Scene, stand_id: str) -> Look:
    """How a unit is drawn."""
    stand = state_of(scene).stands[stand_id]
    return look_of(stand)


def look_of(stand: VipersStand) -> Look:
    """How a unit of this line is drawn."""
    data, kind = looks_file(), stand.ratings.troop_type
    size = "vehicle" if units.is_vehicle(stand) or units.is_rider(stand) else "gun" if units.is_gun(stand) else "foot"
    width, length = data["model"]["aircraft" if units.is_aircraft(stand) else size]
    return Look(
        silhouette=data["silhouette"][kind],
        nation=stand.ratings.nation,
        width_in=width,
        length_in=length,
        symbol=data["symbol"][kind],
    )
