"""Aircraft over the table: who is there, in which role, and who holds the sky.

Rules: CFV-AIR-01, -15, -26, -27, -30, -36.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import MarkerPlaced, MarkerRemoved, Said, StandChanged
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.state import Marker
from wargame.rulesets.fascist_vipers import losses, units
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.edges import edge_middle
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.state import Plot, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

FIGHTER, FIGHTER_BOMBER, BOMBER = "fighter", "fighter_bomber", "bomber"
DOGFIGHT, ESCORT, COVER, NO_ROLE = "dogfight", "escort", "cover", "none"
COVER_MARKER = "fighter_cover"


def is_present(scene: Scene, stand: VipersStand) -> bool:
    """Is an aircraft over the table this turn? A bomber is in the turn it was plotted for. Rule: CFV-AIR-30."""
    if not units.is_aircraft(stand) or stand.gone or not state_of(scene).groups[stand.group].arrived:
        return False
    cite("CFV-AIR-30")
    if stand.ratings.air_role == BOMBER:
        return plot_of(scene, stand) is not None
    turn = state_of(scene).turn
    if turn < stand.arrives_turn or (0 < stand.leaves_turn < turn):
        return False
    return stand.ratings.air_role == FIGHTER or stand.attacks_left > 0


def present(scene: Scene, side: str, *roles: str) -> list[VipersStand]:
    """Aircraft of a side over the table this turn, of these kinds (none named: of all)."""
    found = [s for s in state_of(scene).stands.values() if s.side == side and is_present(scene, s)]
    return [s for s in found if not roles or s.ratings.air_role in roles]


def plot_of(scene: Scene, stand: VipersStand) -> Plot | None:
    """What was written down for a bomber for this turn, if it has not yet been flown. Rule: CFV-AIR-05."""
    state = state_of(scene)
    cite("CFV-AIR-05")
    return next((p for p in state.plots if p.stand == stand.id and p.turn == state.turn and not p.done), None)


def role_of(scene: Scene, stand: VipersStand) -> str:
    """A fighter's role this turn, "none" without one. Rule: CFV-AIR-01."""
    state = state_of(scene)
    return stand.air_role if stand.air_role_turn == state.turn and stand.air_role else NO_ROLE


def may_attack_ground(scene: Scene, stand: VipersStand) -> bool:
    """May an aircraft still attack the ground this turn on its owner's order? Rules: CFV-AIR-28, -36."""
    if not is_present(scene, stand) or stand.flew_turn == state_of(scene).turn:
        return False
    if stand.ratings.air_role == FIGHTER:
        cite("CFV-AIR-36")
        return role_of(scene, stand) == NO_ROLE and stand.ratings.air_gun != "none"
    return stand.ratings.air_role == FIGHTER_BOMBER


def set_role(battle: Battle, stand: VipersStand, role: str, escorts: str = "") -> None:
    """Declares a fighter's role; cover is marked on the table for everybody. Rules: CFV-AIR-01, -14, -17."""
    changes = (("air_role", role), ("air_role_turn", battle.state.turn), ("escorts", escorts))
    rules = (cite("CFV-AIR-01"), cite("CFV-AIR-26"))
    told = battle.happen(StandChanged(stand=stand.id, changes=changes, why=f"role {role}", rules=rules))
    if role != COVER:
        return
    x, y = edge_middle(battle.setup, stand.side)
    data = (("points", cover_worth(stand)), ("aircraft", stand.id))
    marker = Marker(
        id=f"cover-{stand.id}", kind=COVER_MARKER, side=stand.side, x=x, y=y, text=f"{stand.name}: cover", data=data
    )
    battle.happen(MarkerPlaced(marker=marker, rules=(cite("CFV-AIR-14"),)), told)


def cover_worth(stand: VipersStand) -> float:
    """Points that a fighter on cover adds to the air defence. Rule: CFV-AIR-14."""
    row = tables()["air"]["cover_points"]
    cite("CFV-AIR-14")
    return float(row["obsolete_fighter" if stand.ratings.obsolete else "fighter"])


def end_roles(battle: Battle) -> None:
    """Takes last turn's cover off the table; roles are chosen anew each turn. Rule: CFV-AIR-26."""
    for marker in [m for m in battle.state.markers.values() if m.kind == COVER_MARKER]:
        battle.happen(MarkerRemoved(marker=marker.id, why="turn over"))


def shoot_down(battle: Battle, stand: VipersStand, by: str | None, cause: object, rules: tuple[str, ...]) -> None:
    """Removes an aircraft, and its cover with it."""
    marker = f"cover-{stand.id}"
    if marker in battle.state.markers:
        battle.happen(MarkerRemoved(marker=marker, why="shot down", rules=(cite("CFV-AIR-15"),)))
    losses.remove(battle, stand, "destroyed", by=by, cause=cause, rules=rules)  # type: ignore[arg-type]


def fly_home(battle: Battle, stand: VipersStand) -> None:
    """An aircraft without an attack left leaves; that is no loss. Rule: CFV-AIR-30."""
    losses.remove(battle, stand, "withdrawn", rules=(cite("CFV-AIR-30"),))


# ---------------------------------------------------------------- air superiority


def note_fighters(battle: Battle) -> None:
    """Remembers who has had fighters up; new fighters end the enemy's superiority. Rule: CFV-AIR-27."""
    state = state_of(battle)
    for side in state.sides:
        fighters = present(battle, side, FIGHTER)
        if fighters and side not in state.fighters_seen:
            state.fighters_seen += (side,)
        if fighters and state.air_superiority and state.air_superiority != side:
            state.air_superiority = ""
            battle.happen(Said(key="superiority_ended", side=side, rules=(cite("CFV-AIR-27"),)))


def judge_superiority(battle: Battle) -> None:
    """A side whose fighters have all been shot down has lost the sky to the other. Rule: CFV-AIR-15."""
    state = state_of(battle)
    beaten = [side for side in state.fighters_seen if has_lost_all_fighters(battle, side)]
    winners = [side for side in state.sides if side not in beaten]
    if len(beaten) == 1 and len(winners) == 1 and state.air_superiority != winners[0]:
        state.air_superiority = winners[0]
        battle.happen(Said(key="superiority", side=winners[0], rules=(cite("CFV-AIR-15"), cite("CFV-AIR-27"))))


def has_lost_all_fighters(scene: Scene, side: str) -> bool:
    """Had fighters over the table, and all that were there have been shot down. Rule: CFV-AIR-15."""
    state = state_of(scene)
    fighters = [s for s in state.stands.values() if s.side == side and s.ratings.air_role == FIGHTER]
    come = [s for s in fighters if state.groups[s.group].arrived and s.arrives_turn <= state.turn]
    return any(s.gone == "destroyed" for s in come) and all(s.gone for s in come)


def may_cover_and_escort(scene: Scene, side: str) -> bool:
    """A side that has lost air superiority has no cover or escorts until new fighters come. Rule: CFV-AIR-27."""
    held = state_of(scene).air_superiority
    if held and held != side:
        cite("CFV-AIR-27")
        return False
    return True
