"""Asking for fire: batteries, who may ask, the die of the request.

Rules: LW2-ART-01 to -12, LW2-FORCE-09, LW2-AIR-01, LW2-HMG-01, -02.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import Event, Rolled
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.lightning_war import location, morale, units
from wargame.rulesets.lightning_war.data import tables
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

_RULES = {
    "company": "LW2-ART-04",
    "battalion": "LW2-ART-05",
    "regiment": "LW2-ART-06",
    "division": "LW2-ART-07",
    "corps": "LW2-ART-09",
    "air": "LW2-AIR-01",
    "counter_battery": "LW2-ART-08",
}


def score(level: str) -> int:
    """What the die of a request needs. Rules: LW2-ART-04 to -09, LW2-AIR-01."""
    cite(_RULES[level])
    return int(tables()["requests"][level])


def level_of(battery: WarStand) -> str:
    """The level that a battery belongs to: the scenario's word, else by its kind."""
    if units.is_aircraft(battery):
        return "air"
    return battery.request or ("company" if battery.ratings.troop == "mortar" else "division")


def sections(battery: WarStand) -> int:
    """Guns that an off-table battery has left. Rule: LW2-CB-05."""
    cite("LW2-CB-05")
    return battery.sections or int(tables()["counter_battery"]["default_sections_off_table"])


def batteries(scene: Scene, side: str, group: str = "") -> list[WarStand]:
    """Batteries and aircraft of a side that a platoon may ask, with requests left in this game turn.

    Rules: LW2-ART-02, LW2-FORCE-09.
    """
    cite("LW2-FORCE-09")
    return [
        s
        for s in state_of(scene).stands.values()
        if s.side == side
        and isinstance(s, WarStand)
        and s.off_board
        and not s.gone
        and state_of(scene).groups[s.group].arrived
        and (not group or not s.serves or group in s.serves)
        and not (s.requested_turn and s.requested_turn == state_of(scene).turn)
        and s.rounds != 0
    ]


def observers(scene: Scene, side: str, group: str) -> list[WarStand]:
    """Who directs fire: observers and headquarters of the company, and every squad of the platoon that asks.

    Rules: LW2-ART-01, -10, -12.
    """
    for rule in ("LW2-ART-01", "LW2-ART-10", "LW2-ART-12"):
        cite(rule)
    state = state_of(scene)
    parent = state.groups[group].parent if group in state.groups else None
    company = {g.id for g in state.groups.values() if g.side == side and (g.parent or g.id) == (parent or group)}
    return [s for s in location.on_table(scene, side) if s.group == group or (s.group in company and units.is_staff(s))]


def against_target(scene: Scene, battery: WarStand, target: WarStand, group: str) -> Refusal | None:
    """Why fire may not be asked for on this enemy, or None: it has to be located by an observer.

    Rules: LW2-ART-03, -10, LW2-CAS-03, LW2-HE-16.
    """
    cite("LW2-ART-03")
    cite("LW2-HE-16")
    if units.is_staff(target):
        text = f"{target.name} is a headquarters; it is no target of artillery."
        return Refusal(text=text, rules=(cite("LW2-CAS-03"),), about=target.id)
    watchers = observers(scene, battery.side, group)
    if any(location.is_located(scene, w, target) for w in watchers):
        return None
    text = f"Nobody who may direct {battery.name} has located {target.name}."
    return Refusal(text=text, rules=("LW2-ART-03", "LW2-ART-10"), about=target.id)


def ask(battle: Battle, battery: WarStand, level: str, who: str, cause: Event | None = None) -> bool:
    """Throws the die of a request; the battery's one request of this game turn is used up either way.

    Rules: LW2-ART-02, -11.
    """
    needed = score(level)
    dice = battle.throw(1)
    granted = dice[0] >= needed
    battery.requested_turn = max(1, state_of(battle).turn)
    if battery.rounds is not None and granted:
        battery.rounds -= 1
    battle.happen(
        Rolled(
            purpose="request",
            who=battery.id,
            side=battery.side,
            dice=dice,
            total=dice[0],
            needed=f"{needed}+",
            outcome="granted" if granted else "refused",
            rules=(_RULES[level], cite("LW2-ART-02"), cite("LW2-ART-11")),
        ),
        cause,
    )
    return granted


def leader_of(scene: Scene, group: str) -> str:
    """The first stand of a platoon, for what is told."""
    found = morale.squads(scene, group, staff=True)
    return found[0].id if found else group
