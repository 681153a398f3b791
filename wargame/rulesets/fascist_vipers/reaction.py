"""Reaction tests of whole command groups. Rules: CFV-REAC-01 to -41, CFV-TURN-03, -06, CFV-GEN-11.

`test_one_group` is the step after each go; `note_loss` hears of every unit that leaves; `movement_limits` says what a
group's state forbids its units; `after_go` sees whether it has complied.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.engine.events import GroupChanged, Rolled
from wargame.engine.orders import Move, Refusal
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.rulesets.fascist_vipers import compliance, compulsory, crisis, enemies, losses, refuge, units
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.reaction_table import Read, group_quality, modifiers, read_test, teeth_left
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def movement_limits(scene: Scene, stand: VipersStand) -> compulsory.Limits:
    """What the state of its group forbids and demands of a unit now; no limits for most."""
    return compulsory.limits(scene, stand)


def after_go(battle: Battle) -> None:
    """At the end of a go: compulsory moves not yet made are made, and states end that have been complied with."""
    compliance.after_go(battle)


def complying_moves(scene: Scene, stand: VipersStand, most: int = 3) -> list[Move]:
    """Legal moves that do what a unit's group has to do, the best first; empty where it has to do nothing."""
    return compulsory.complying_moves(scene, stand, most)


def may_attack(scene: Scene, stand: VipersStand) -> Refusal | None:
    """Why its group's state keeps a unit from attacking in this go; little does. Rules: CFV-REAC-28, -35."""
    return compliance.may_attack(scene, stand)


# ---------------------------------------------------------------- losses


def note_loss(battle: Battle, stand: VipersStand) -> None:
    """Lets a command group feel that a unit has left. Rules: CFV-REAC-02, -03, -10, -32, -34, CFV-GEN-11."""
    group = state_of(battle).root(stand.group)
    if stand.gone == "destroyed":
        if units.is_teeth(stand):
            _owe(battle, group)
        else:
            cite("CFV-REAC-03")
    if units.is_teeth(stand) and stand.gone in ("destroyed", "escort") and not teeth_left(battle, group.id):
        _without_teeth(battle, group)
    fights_on = group.original_teeth == 0 or group.state in ("surrendered", "destroyed", "run_away")
    if not fights_on and all(s.gone for s in state_of(battle).command(group.id)):
        _change(battle, group, "gone", ("CFV-REAC-02",), state="destroyed", compulsory=False, owes_test=False)


def _owe(battle: Battle, group: VipersGroup) -> None:
    if group.state == "fanatic":
        cite("CFV-REAC-34")
    elif group.compulsory:
        lost = group.postponed_losses + 1
        _change(battle, group, "loss", ("CFV-REAC-10",), postponed_losses=lost)
    else:
        _change(battle, group, "loss", ("CFV-REAC-02",), owes_test=True, losses_this_go=group.losses_this_go + 1)


def _without_teeth(battle: Battle, group: VipersGroup) -> None:
    """Support that is not on its objective goes when the last teeth-arm unit has gone. Rule: CFV-GEN-11."""
    if group.owes_test or group.losses_this_go:
        _change(battle, group, "no teeth", ("CFV-GEN-11",), owes_test=False, losses_this_go=0, postponed_losses=0)
    for stand in state_of(battle).command(group.id):
        if units.is_support(stand) and not stand.gone and not occupies_objective(battle, group, stand):
            losses.remove(battle, stand, "dispersed", rules=(cite("CFV-GEN-11"),))


def occupies_objective(scene: Scene, group: VipersGroup, stand: VipersStand) -> bool:
    """Does a unit stand on its group's objective (the one that the scenario gives it, else any)? Rule: CFV-GEN-11."""
    objectives = state_of(scene).objectives
    mine = [objectives[group.objective]] if group.objective in objectives else list(objectives.values())
    return stand.in_play and any(
        (stand.x - o.x) ** 2 + (stand.y - o.y) ** 2 <= (o.radius_in + 0.0005) ** 2 for o in mine
    )


# ---------------------------------------------------------------- the step


def test_one_group(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One group takes its test: the non-phasing side's groups first, in the order their owner likes.

    Rules: CFV-TURN-03, -06, CFV-REAC-04.
    """
    state = state_of(battle)
    for side in (*state.enemies_of(state.phasing), state.phasing):
        owing = [g for g in state.groups.values() if g.side == side and g.owes_test]
        if owing:
            cite("CFV-TURN-03")
            group = owing[0] if len(owing) == 1 else (yield from _which(battle, side, owing))
            yield from _test(battle, group)
            return AGAIN
    return NEXT


def _which(battle: Battle, side: str, owing: list[VipersGroup]) -> Generator[AnyRequest, Any, VipersGroup]:
    order = yield Choose(
        side=side,
        purpose="test_order",
        prompt="Which group takes its reaction test next?",
        options=tuple(Option(id=g.id, text=g.name) for g in owing),
        rules=(cite("CFV-TURN-06"),),
    )
    return state_of(battle).groups[order.option]


def _test(battle: Battle, group: VipersGroup) -> Generator[AnyRequest, Any, None]:
    """Throws, reads the table, and applies the result. Rules: CFV-REAC-01, -04, -06 to -09."""
    quality, added = group_quality(battle, group), modifiers(battle, group)
    natural = battle.throw(1, 20)[0]
    total = natural + sum(m.add for m in added)
    read = read_test(quality, natural, total, group.last_result)
    read, point = _if_no_cover_is_near(battle, group, read)
    rolled = battle.happen(
        Rolled(
            purpose="reaction",
            who=group.id,
            side=group.side,
            dice=(natural,),
            sides=20,
            modifiers=added,
            total=total,
            needed=quality,
            outcome=read.result,
            rules=(cite("CFV-REAC-01"), cite("CFV-REAC-04"), *read.rules, *point),
        )
    )
    state = state_of(battle)
    fields: dict[str, Any] = {
        "owes_test": False,
        "losses_this_go": 0,
        "last_result": read.result,
        "tested_step": f"{state.turn}:{state.step}",
    }
    if read.result in ("go_to_ground", "falter"):
        fields |= {"state": read.result, "compulsory": True, "state_turn": state.turn}
    elif read.result == "press_on":
        fields |= {"state": group.state if group.state == "reordering" else ""}
        cite("CFV-REAC-13")
    changes = tuple(fields.items())
    battle.happen(GroupChanged(group=group.id, changes=changes, why=read.result, rules=read.rules), rolled)
    if read.result == "crisis":
        yield from crisis.roll(battle, group, quality, rolled)


def _if_no_cover_is_near(battle: Battle, group: VipersGroup, read: Read) -> tuple[Read, tuple[str, ...]]:
    """Go to Ground becomes Press On where the enemy is nearer than the nearest cover. Rules: CFV-REAC-15, -37, -41."""
    if read.result != "go_to_ground" or cover_is_near(battle, group):
        return read, ()
    return Read("press_on", read.rules), (cite("CFV-REAC-15"), cite("CFV-REAC-37"))


def cover_is_near(scene: Scene, group: VipersGroup) -> bool:
    """Is cover no farther than the enemy, from the unit nearest to a known enemy? Rules: CFV-REAC-15, -37."""
    cite("CFV-REAC-15")
    ours = [s for s in state_of(scene).command(group.id) if s.in_play]
    pair = enemies.nearest_pair(ours, enemies.known_enemies(scene, group.side))
    if pair is None:
        return any(refuge.cover_distance(scene, s) < float("inf") for s in ours)
    distance, stand, _ = pair
    return refuge.cover_distance(scene, stand) <= distance + 0.0005


def _change(battle: Battle, group: VipersGroup, why: str, rules: tuple[str, ...], **fields: Any) -> None:
    cited = tuple(cite(rule) for rule in rules)
    battle.happen(GroupChanged(group=group.id, changes=tuple(fields.items()), why=why, rules=cited))
