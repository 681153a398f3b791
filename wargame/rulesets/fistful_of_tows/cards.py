"""Unit cards, what a stand can be ordered, range rings, looks."""

from __future__ import annotations

from wargame.engine.orders import Fire
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.ruleset import Card, Chip, Choices, Look, Mode, Ring, Scene, WeaponRow
from wargame.rulesets.fistful_of_tows import (
    acts,
    attack,
    close_combat,
    cohesion,
    direct_acts,
    firing,
    movement,
    moving,
    overwatch,
    pivots,
    targets,
    units,
    watch_acts,
)
from wargame.rulesets.fistful_of_tows.data import looks_file, quality
from wargame.rulesets.fistful_of_tows.state import FistStand, Weapon, state_of

_CODES = {
    "s": "Stabilised gun",
    "ss": "Advanced stabilisation",
    "t": "Thermal sights",
    "v": "CITV",
    "n": "NBC protection",
    "p": "Point defence",
    "rec": "Reconnaissance",
    "d": "Laser designator",
    "arv": "Recovery vehicle",
    "iv": "IVIS",
    "rad": "Radar-laid guns",
    "li": "Light infantry",
    "eng": "Engineers",
}


def choices(scene: Scene, request: AnyRequest, subject: str) -> Choices:
    """What the subject of a Command can be ordered."""
    stand = state_of(scene).stands.get(subject)
    if not isinstance(request, Command) or not isinstance(stand, FistStand):
        return Choices(may_wait=False)
    orders = request.orders
    fires = request.purpose in (firing.FIRE, firing.HOLD)
    watches = request.purpose == overwatch.PURPOSE
    rows = (
        watch_acts.rows(scene, stand)
        if watches
        else direct_acts.rows(scene, stand)
        if fires
        else acts.rows(scene, stand)
        if stand.in_play
        else ()
    )
    return Choices(
        modes=_modes(scene, request, stand) if "move" in orders and stand.in_play else (),
        weapons=weapons(scene, stand, request) if "fire" in orders else (),
        acts=rows if "act" in orders else (),
        may_wait="wait" in orders,
    )


def _modes(scene: Scene, request: Command, stand: FistStand) -> tuple[Mode, ...]:
    if request.purpose in (pivots.PURPOSE, close_combat.TURN):
        return (Mode(id="", name="Turn", allowance=0.0),)
    if request.purpose == overwatch.SCOOT:
        return (Mode(id="", name="Scoot", allowance=movement.left(stand, movement.SCOOT)),)
    rows = movement.modes(scene, stand)
    return tuple(m for m in rows if m.id != movement.STRATEGIC) if request.purpose == moving.COMPLETE else rows


def weapons(scene: Scene, stand: FistStand, request: Command | None = None) -> tuple[WeaponRow, ...]:
    """The weapons of a stand as its card shows them."""
    now = "fire"
    if request is not None:
        now = {firing.HOLD: "hold", overwatch.PURPOSE: "overwatch", moving.MOVE: "own"}.get(request.purpose, "fire")
        now = "combat" if request.purpose == close_combat.PURPOSE else now
    found = []
    for weapon in stand.ratings.weapons:
        if weapon.id in ("mortar", "rockets"):
            continue
        refusal = targets.may_use(scene, stand, weapon, now=now)
        if now == "own" and stand.marker != "overwatch":
            refusal = refusal or overwatch.check(scene, _any_fire(stand, weapon))
        found.append(
            WeaponRow(id=weapon.id, name=weapon.name, manner="fire", cells=cells(stand, weapon), refusal=refusal)
        )
    return tuple(found)


def _any_fire(stand: FistStand, weapon: Weapon) -> Fire:
    return Fire(stand=stand.id, weapon=weapon.id)


def cells(stand: FistStand, weapon: Weapon) -> tuple[tuple[str, str], ...]:
    """Penetration, rate of fire, ranges, number against men, supply."""
    rows = []
    if weapon.pen is not None:
        marks = ("h" if weapon.h else "") + (" top" if weapon.top else "") + (" tandem" if weapon.tandem else "")
        rows.append(("PEN", f"{weapon.pen}{marks}"))
    rows.append(("ROF", str(weapon.rof)))
    if weapon.is_missile:
        rows.append(("RANGE", f"{weapon.least}-{weapon.rng} in"))
    else:
        rows.append(("RANGE", f"{attack.half_range(weapon.rng)}/{weapon.rng}/{attack.long_range(weapon.rng)} in"))
    if weapon.to_hit:
        rows.append(("MEN", f"{weapon.to_hit}+"))
    left = targets.missiles_left(stand, weapon)
    if left >= 0:
        rows.append(("LEFT", str(left)))
    return tuple(rows)


def card(scene: Scene, stand_id: str) -> Card:
    """The unit card."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, FistStand):
        return Card(title="Contact", subtitle="Something is there.")
    ratings = stand.ratings
    group = state_of(scene).groups.get(stand.group)
    boxes = [("MOVE", f"{units.allowance(stand):g}"), ("QUALITY", f"{quality(stand.quality)['number']}+")]
    boxes.append(("POINTS", str(units.points(stand))))
    if ratings.carry:
        boxes.append(("CARRY", f"{len(units.riders(scene, stand))}/{ratings.carry}"))
    return Card(
        title=stand.name,
        subtitle=f"{ratings.name}{f', {group.name}' if group else ''}",
        quality=stand.quality.capitalize(),
        boxes=tuple(boxes),
        sides=_armour(stand),
        weapons=weapons(scene, stand),
        chips=chips(scene, stand),
        lines=_lines(stand),
    )


def _armour(stand: FistStand) -> tuple[tuple[str, str], ...]:
    ratings = stand.ratings
    if not units.is_afv(stand) and not units.is_heli(stand):
        return (("ARMOUR", "soft"),) if units.is_soft(stand) else ()
    return (("FRONT", f"{ratings.front}{ratings.front_flags}"), ("FLANK", f"{ratings.flank}{ratings.flank_flags}"))


def chips(scene: Scene, stand: FistStand) -> tuple[Chip, ...]:
    """Statuses of a stand."""
    rows = (
        (stand.marker == "overwatch", "overwatch", "Overwatch", False),
        (stand.marker == "hold", "hold", "Holds its fire", False),
        (stand.strategic, "strategic", "Strategic move", True),
        (stand.moved and not stand.strategic, "moved", "Moved", False),
        (targets.fired_now(scene, stand), "fired", "Fired", False),
        (stand.pinned, "pinned", "Pinned", True),
        (stand.stuck, "stuck", "Stuck", True),
        (stand.spotted, "spotted", "Spotted", True),
        (bool(stand.owes or stand.small_hits), "check", "Owes a check", True),
        (stand.doomed, "doomed", "Destroyed in this phase", True),
        (stand.high, "high", "High", False),
        (bool(stand.designates), "laser", "Designating", False),
        (cohesion.is_out(scene, stand), "cohesion", "Out of cohesion", True),
    )
    return tuple(Chip(marker=marker, text=text, bad=bad) for holds, marker, text, bad in rows if holds)


def _lines(stand: FistStand) -> tuple[str, ...]:
    ratings = stand.ratings
    rows = [_CODES[code] + "." for code in ratings.equip if code in _CODES]
    if ratings.amphibious:
        rows.append("Amphibious.")
    if ratings.battery is not None and ratings.battery.converged is not None:
        sheaf = ratings.battery.converged
        rows.append(f"{sheaf.factors}{'L' if sheaf.light else ''} factors; {', '.join(ratings.battery.shells)}.")
    return (*rows, ratings.notes) if ratings.notes else tuple(rows)


def rings(scene: Scene, stand_id: str) -> tuple[Ring, ...]:
    """Ranges round a player's own stands. Rule: FFT-MEAS-04."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, FistStand) or not stand.in_play:
        return ()
    found = []
    for weapon in targets.weapons_of(stand):
        if weapon.is_missile:
            found.append(Ring(radius_in=float(weapon.rng), caption=weapon.name, style="dashed"))
        else:
            found.append(Ring(radius_in=float(attack.half_range(weapon.rng)), caption="close", style="dotted"))
            found.append(Ring(radius_in=float(weapon.rng), caption=weapon.name))
    return tuple(found)


def looks(scene: Scene, stand_id: str) -> Look:
    """How a stand is drawn."""
    stand = state_of(scene).stands[stand_id]
    if not isinstance(stand, FistStand):
        return Look(silhouette="infantry")
    return look_of(stand)


def look_of(stand: FistStand) -> Look:
    """How a stand of this line is drawn."""
    data, ratings = looks_file(), stand.ratings
    kind = ratings.battery.kind if ratings.battery is not None else ratings.role
    key = f"{kind}_{ratings.kind}" if f"{kind}_{ratings.kind}" in data["silhouette"] else kind
    size = "helicopter" if units.is_heli(stand) else "vehicle" if units.is_vehicle(stand) else "foot"
    wheels = ratings.move_class == "w" and f"{key}_wheels" in data["silhouette"]
    width, length = data["model"][size]
    return Look(
        silhouette=data["silhouette"].get(f"{key}_wheels" if wheels else key, data["silhouette"]["infantry"]),
        nation=data["nation"].get(ratings.nations[0], "nato"),
        width_in=width,
        length_in=length,
        symbol=data["symbol"].get(kind, "infantry"),
    )
