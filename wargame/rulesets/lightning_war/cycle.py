"""What the selected platoon does, order by order, and the other side's answers.

Rules: LW2-TURN-03, -10, -13 to -17, LW2-MOVE-02, LW2-INIT-10.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.orders import Act, Assault, Fire, Move
from wargame.engine.requests import AnyRequest, Command
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, Directive
from wargame.rulesets.lightning_war import (
    acts,
    command,
    firing,
    indirect,
    morale,
    movement,
    points,
    reactions,
    shots,
    storm,
    walk,
)
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.state import WarStand
from wargame.rulesets.lightning_war.weapons import weapons

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

ACT = "act"


def act(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One order of the selected platoon. Rules: LW2-TURN-16, LW2-INIT-10."""
    state = state_of(battle)
    subjects = able_to_act(battle.view(state.initiative), state.selected)
    if not subjects:
        return _close(battle)
    order = yield _request(battle, subjects)
    if order.is_done:
        cite("LW2-TURN-16")
        return _close(battle)
    yield from carry_out(battle, order)
    points.look_for_the_end(battle)
    if battle.over or not state.lost:
        return AGAIN
    cite("LW2-INIT-10")
    cite("LW2-TURN-16")
    command.note_night(battle)
    return command.END


def carry_out(battle: Battle, order: Any) -> Generator[AnyRequest, Any, None]:
    """A move with counter fire, or a shot with return fire. Rules: LW2-TURN-03, -13, -15."""
    state = state_of(battle)
    if isinstance(order, Act):
        acts.carry_out(battle, order)
    elif isinstance(order, Fire) and state.stands[order.stand].off_board:
        yield from indirect.carry_out(battle, order)
    elif isinstance(order, Move):
        yield from walk.carry_out(battle, order)
    elif isinstance(order, Assault):
        yield from storm.carry_out(battle, order)
    elif isinstance(order, Fire):
        firer, group = state.stands[order.stand], state.stands[order.targets[0].target].group
        shots.fire(battle, order)
        points.look_for_the_end(battle)
        yield from reactions.return_fire(battle, firer, group)


def _close(battle: Battle) -> Directive:
    """The cycle is over; the next command begins with a Command Phase. Rules: LW2-TURN-09, LW2-MOVE-02."""
    cite("LW2-MOVE-02")
    command.note_night(battle)
    command.note_idle(battle)
    return command.COMMAND


def able_to_act(scene: Scene, group: str) -> list[WarStand]:
    """Stands of a platoon that can still do something in this cycle."""
    found = []
    for stand in morale.squads(scene, group, staff=True):
        if stand.carrier or (stand.in_play and (movement.may_move(scene, stand) is None or _may_fire(scene, stand))):
            found.append(stand)
    for gun in supporting_guns(scene, group):
        if gun.in_play and _may_fire(scene, gun):
            found.append(gun)
    return [*found, *indirect.able(scene, state_of(scene).initiative, group)]


def supporting_guns(scene: Scene, group: str) -> list[WarStand]:
    """Heavy machine guns of a heavy weapons platoon that support this platoon, and no other. Rules: LW2-HMG-01, -02."""
    cite("LW2-HMG-01")
    cite("LW2-HMG-02")
    rows = [g.id for g in state_of(scene).groups.values() if g.supports == group and not g.in_flight]
    return [s for name in rows for s in morale.squads(scene, name) if s.ratings.troop == "hmg"]


def _may_fire(scene: Scene, stand: WarStand) -> bool:
    return any(firing.against_firing(scene, stand, arm, "") is None for arm in weapons(stand))


def _request(battle: Battle, subjects: list[WarStand]) -> Command:
    state = state_of(battle)
    return Command(
        side=state.initiative,
        purpose=ACT,
        prompt=f"{state.groups[state.selected].name}: move, fire, or end its hour.",
        subjects=tuple(s.id for s in subjects),
        orders=("move", "fire", "assault", "act"),
        rules=(cite("LW2-TURN-10"), cite("LW2-TURN-16")),
    )
