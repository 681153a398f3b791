"""Who is concealed, who is located, and hidden stands. Rules: LW2-LOS-01, -06, -07, LW2-TERR-07, -16, -21."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.events import Event
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.view import View
from wargame.rulesets.lightning_war import clock, sightlines, units
from wargame.rulesets.lightning_war.contact import touches
from wargame.rulesets.lightning_war.features import range_between, state_of
from wargame.rulesets.lightning_war.ground import DENSE, TOWN
from wargame.rulesets.lightning_war.sightlines import Line
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def line_between(scene: Scene, a: WarStand, b: WarStand) -> Line:
    """The line of sight between the centres of two bases."""
    return sightlines.line(scene.board, (a.x, a.y), (b.x, b.y))


def sees(scene: Scene, a: WarStand, b: WarStand) -> bool:
    """Is there a line of sight, within the visibility of the day? Says nothing of concealment."""
    limit = scene.state.visibility_in
    if limit is not None and not within(math.dist((a.x, a.y), (b.x, b.y)), limit):
        return False
    return line_between(scene, a, b).is_open


def is_halted(scene: Scene, stand: WarStand) -> bool:
    """Has it kept its place in the present cycle? Rule: LW2-GEN-09."""
    cite("LW2-GEN-09")
    return stand.moved_cycle == 0 or stand.moved_cycle != state_of(scene).cycle


def hiding_place(scene: Scene, stand: WarStand) -> str:
    """The rule by which a halted stand is concealed where it stands, or an empty text.

    Rules: LW2-TERR-07, -16, -21, LW2-TERR-25.
    """
    if not is_halted(scene, stand):
        return ""
    troops = not units.is_vehicle(stand)
    for touch in touches(scene, stand):
        if touch.row in TOWN and touch.inside and troops:
            cite("LW2-TERR-25")
            return cite("LW2-TERR-16")
        if touch.row == DENSE:
            return cite("LW2-TERR-07")
        if touch.row in ("wall", "hedge", "field_works") and troops:
            return cite("LW2-TERR-21")
    return ""


def is_concealed(scene: Scene, stand: WarStand) -> bool:
    """Is it hard to make out where it stands: halted in or behind something that hides?"""
    return bool(hiding_place(scene, stand))


def has_been_seen(scene: Scene, stand: WarStand) -> bool:
    """Has it moved or fired in view, or lost a probe, in this or the preceding cycle? Rule: LW2-LOS-06."""
    cite("LW2-LOS-06")
    return stand.active_cycle > 0 and stand.active_cycle >= state_of(scene).cycle - 1


def against_locating(scene: Scene, observer: WarStand, target: WarStand) -> Refusal | None:
    """Why a stand does not locate an enemy, or None. Rules: LW2-LOS-01, -03, -04, -06, LW2-TIME-06."""
    found = line_between(scene, observer, target)
    if not found.is_open:
        text = f"{observer.name} does not see {target.name}: {found.why}."
        return Refusal(text=text, rules=found.rules, at=found.at, about=target.id)
    if not sees(scene, observer, target):
        return Refusal(text=f"{target.name} is too far off to be made out today.", about=target.id)
    if clock.is_night(scene) and _fell_silent(scene, target) and _is_apart(scene, observer, target, found):
        text = f"{target.name} cannot be made out in the dark."
        return Refusal(text=text, rules=(cite("LW2-TIME-06"),), about=target.id)
    if has_been_seen(scene, target):
        return None
    if found.wood and is_halted(scene, target):
        text = f"{target.name} is not located behind the wood; probe it by fire, or wait until it moves or fires."
        return Refusal(text=text, rules=(cite("LW2-LOS-06"), cite("LW2-LOS-02")), about=target.id)
    rule = hiding_place(scene, target)
    if rule:
        text = f"{target.name} is concealed; probe it by fire, or wait until it moves or fires."
        return Refusal(text=text, rules=(cite("LW2-LOS-06"), rule), about=target.id)
    cite("LW2-LOS-01")
    return None


def _fell_silent(scene: Scene, target: WarStand) -> bool:
    return target.fired_cycle == 0 or target.fired_cycle < state_of(scene).cycle - 1


def _is_apart(scene: Scene, observer: WarStand, target: WarStand, found: Line) -> bool:
    """Does a feature separate them: on the line, or as a step in between?"""
    return bool(found.between) or range_between(scene, observer, target) > 1


def is_located(scene: Scene, observer: WarStand, target: WarStand) -> bool:
    """Does the stand locate an enemy that its side knows of?"""
    return against_locating(scene, observer, target) is None


# ---------------------------------------------------------------- hidden stands


def is_hidden(scene: Scene, stand: WarStand) -> bool:
    """Does some enemy know nothing of it?"""
    return any(knowledge.is_hidden(scene.state, stand.id, side) for side in scene.state.enemies_of(stand.side))


def on_table(scene: Scene, side: str) -> list[WarStand]:
    """Stands of a side on the table, hidden ones included, in file order."""
    return [s for s in state_of(scene).stands.values() if s.side == side and s.in_play]


def kept_by(scene: Scene) -> dict[Any, Any]:
    """What a view, which never changes, has been asked before; an empty box for the battle itself."""
    found: dict[Any, Any] = scene.kept if isinstance(scene, View) else {}
    return found


def known_enemies(scene: Scene, side: str) -> list[WarStand]:
    """Enemies on the table that a side knows of, in file order; kept with a view."""
    kept, key = kept_by(scene), ("known enemies", side)
    if key not in kept:
        kept[key] = _known_enemies(scene, side)
    found: list[WarStand] = kept[key]
    return found


def _known_enemies(scene: Scene, side: str) -> list[WarStand]:
    state = state_of(scene)
    unseen = {name for name, entry in state.knowledge.get(side, {}).items() if entry.level == "unknown"}
    return [
        s
        for s in state.stands.values()
        if s.side != side and s.in_play and s.id not in unseen and isinstance(s, WarStand)
    ]


def standing_goals(scene: Scene, side: str) -> list[tuple[float, float]]:
    """Objectives that a side does not hold, then the others."""
    rows = sorted(scene.state.objectives.values(), key=lambda o: o.holder == side)
    return [(o.x, o.y) for o in rows]


def reveal(battle: Battle, stand: WarStand, rule: str, by: str | None = None, cause: Event | None = None) -> None:
    """Makes a hidden stand, and whoever it carries, known to every enemy."""
    aboard = [s.id for s in state_of(battle).stands.values() if s.carrier == stand.id]
    for side in battle.state.enemies_of(stand.side):
        for name in (stand.id, *aboard):
            knowledge.reveal(battle, name, side, by=by, rules=(cite(rule),), cause=cause)


def note_activity(battle: Battle, stand: WarStand, rule: str, cause: Event | None = None) -> None:
    """After it has moved or fired: if an enemy sees it, it is located for this cycle and the next.

    Rules: LW2-LOS-06, LW2-TERR-16, -21.
    """
    watcher = next(
        (w for side in battle.state.enemies_of(stand.side) for w in on_table(battle, side) if sees(battle, w, stand)),
        None,
    )
    if watcher is not None:
        stand.active_cycle = max(1, state_of(battle).cycle)
        reveal(battle, stand, rule, watcher.id, cause)
