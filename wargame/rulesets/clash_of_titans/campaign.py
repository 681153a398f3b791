"""After a mission: casualties, Reps, vehicles, who leads from now on. Told on the result screen.

Rules: NUT-CAMP-05, -06, -07, -08, -10, -11, NUT-MISN-09, NUT-WND-04.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.dice import Modifier
from wargame.engine.events import Fired, Rolled, Said, StandChanged
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data, groups, leaders, status, throws
from wargame.rulesets.clash_of_titans.state import CAPTURED, OUT, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

BEST_REP, LEAST_REP = 6, 2
BACK_ON = 4
NOTE = "after."


def after_battle(battle: Battle, success: bool) -> None:
    """All rolls after a mission for the player's side, and the rows that tell them. Rules: NUT-CAMP-05 to -11."""
    state = cast(ClashState, battle.state)
    side = state.mission.player
    holds = holds_field(state)
    _take_or_recover(battle, side, holds)
    men = [s for s in state.stands.values() if s.side == side and s.is_man]
    fought = who_fought(battle)
    for man in men:
        if man.status == OUT and not man.gone:
            _casualty(battle, man)
    for man in men:
        if _comes_home(man):
            _rep(battle, man, success, man.id in fought)
    _command(battle, side)
    _replaced(battle, side)
    for vehicle in [s for s in state.stands.values() if s.side == side and s.kind in ("vehicle", "gun")]:
        _vehicle(battle, vehicle, holds)


def holds_field(state: ClashState) -> bool:
    """Has the player the field: is no enemy able to fight left on the table? Rules: NUT-MISN-09, NUT-CAMP-11."""
    enemies = [s for s in state.stands.values() if s.side == state.mission.enemy and s.kind in ("man", "vehicle")]
    return not any(status.able(s) and groups.is_here(state, s) for s in enemies)


def _note(state: ClashState, stand: ClashStand, words: str) -> None:
    state.notes[f"{NOTE}{stand.id}"] = words


def rows(state: ClashState) -> tuple[tuple[str, str], ...]:
    """What came after the battle, for the result screen."""
    found = []
    for key, words in state.notes.items():
        if key.startswith(NOTE):
            stand = state.stands.get(key.removeprefix(NOTE))
            found.append((stand.name if stand is not None else key.removeprefix(NOTE), str(words)))
    return tuple(found)


# ---------------------------------------------------------------- casualties


def _take_or_recover(battle: Battle, side: str, holds: bool) -> None:
    """Men left Out of the Fight are captured if an enemy able to fight is left. Rule: NUT-MISN-09."""
    state = cast(ClashState, battle.state)
    cite("NUT-MISN-09")
    for man in [s for s in state.stands.values() if s.side == side and s.is_man and s.status == OUT and not s.gone]:
        if not holds and not man.evacuated:
            status.lose(battle, man, CAPTURED, rules=(cite("NUT-MISN-09"),))
            _note(state, man, "captured")


def _casualty(battle: Battle, man: ClashStand) -> None:
    """2d6 against Rep, one die more if treated or evacuated: back, away for a while, or lost. Rules: NUT-CAMP-05,
    NUT-WND-04."""
    state = cast(ClashState, battle.state)
    helped = man.treated or man.evacuated
    if helped:
        cite("NUT-WND-04")
    mods = (Modifier("treated or evacuated", 0, 1, cite("NUT-CAMP-05")),) if helped else ()
    rules = (cite("NUT-CAMP-05"),)
    roll = throws.passes(battle, 2, man.rep, "after_battle", stand=man, modifiers=mods, rules=rules)
    if roll.row == 2:
        _note(state, man, "back for the next mission")
    elif roll.row == 1 or man.star:
        away = throws.half_die(battle, "turns_away", stand=man, rules=rules, cause=roll.event)
        _note(state, man, f"misses {away} campaign turn{'' if away == 1 else 's'}")
        if roll.row == 0:
            _change_rep(battle, man, -1, "NUT-CAMP-05")
    else:
        _note(state, man, "lost for good")


# ---------------------------------------------------------------- Reps


def who_fought(battle: Battle) -> set[str]:
    """Figures that hit an enemy or fought hand to hand, from what happened. Rule: NUT-CAMP-07."""
    cite("NUT-CAMP-07")
    found: set[str] = set()
    for event in battle.events:
        if isinstance(event, Rolled) and (_is_hit(event) or event.purpose == "melee"):
            found.add(event.who)
        elif isinstance(event, Fired) and event.manner == "assault":
            found |= {event.stand, *event.targets}
    return found


def _is_hit(event: Rolled) -> bool:
    words = event.outcome.startswith("hits_") and event.outcome != "hits_0"
    return event.purpose in ("to_hit", "second_die") and words


def _comes_home(man: ClashStand) -> bool:
    """Is he with his side after the battle: not dead, captured or lost?"""
    return man.gone in ("", OUT, f"left {man.gone.partition(' ')[2]}", "ran_off") and man.status != CAPTURED


def _rep(battle: Battle, man: ClashStand, success: bool, fought: bool) -> None:
    """A better Rep for those who fought well, a worse one for those who lost heart or the mission.

    Rules: NUT-CAMP-07, -08.
    """
    unhurt = man.status != OUT
    if success and fought and unhurt and not man.lost_heart:
        for _ in range(2 if man.star else 1):
            rules = (cite("NUT-CAMP-07"),)
            die = throws.read_die(battle, "rep_gain", stand=man, needed=f"{min(6, man.rep + 1)}+", rules=rules)
            if (die.passed > man.rep or die.passed == BEST_REP) and man.rep < BEST_REP:
                _change_rep(battle, man, 1, "NUT-CAMP-07")
    if man.lost_heart or not success:
        rules = (cite("NUT-CAMP-08"),)
        die = throws.read_die(battle, "rep_loss", stand=man, needed="1", rules=rules)
        if die.passed == 1 and man.rep > LEAST_REP:
            _change_rep(battle, man, -1, "NUT-CAMP-08")


def _change_rep(battle: Battle, man: ClashStand, by: int, rule: str) -> None:
    state = cast(ClashState, battle.state)
    new = max(LEAST_REP, min(BEST_REP, man.rep + by))
    changes: tuple[tuple[str, Any], ...] = (("rep", new),)
    battle.happen(StandChanged(stand=man.id, changes=changes, why="rep", rules=(cite(rule),), seen_by=(man.side,)))
    before = str(state.notes.get(f"{NOTE}{man.id}", ""))
    _note(state, man, f"{before}, now Rep {new}" if before else f"now Rep {new}")


# ---------------------------------------------------------------- command, vehicles


def _command(battle: Battle, side: str) -> None:
    """The second in command takes over from a lost leader; the best man is the new Star. Rule: NUT-CAMP-10."""
    state = cast(ClashState, battle.state)
    for squad in [g for g in state.groups.values() if g.side == side and g.own_squad]:
        men = [s for s in state.stands.values() if s.group == squad.id and s.is_man]
        old = state.stands.get(squad.start_leader)
        if old is None or not _is_lost_for_good(state, old):
            continue
        left = [s for s in men if _comes_home(s) and not _is_lost_for_good(state, s)]
        heir = _heir(left)
        if heir is None:
            continue
        rules = (cite("NUT-CAMP-10"),)
        key = "new_star" if old.star else "promoted"
        battle.happen(Said(key=key, side=side, about=(heir.id, old.id), rules=rules))
        before = str(state.notes.get(f"{NOTE}{heir.id}", ""))
        words = "the new Star" if old.star else "leads the squad"
        _note(state, heir, f"{before}, {words}" if before else words)


def _replaced(battle: Battle, side: str) -> None:
    """Men come for those whom the own squad has lost for good. Rule: NUT-CAMP-06."""
    state = cast(ClashState, battle.state)
    for squad in [g for g in state.groups.values() if g.side == side and g.own_squad]:
        men = [s for s in state.stands.values() if s.is_man and (s.group == squad.id or s.id == squad.start_leader)]
        lost = sum(_is_lost_for_good(state, s) for s in men)
        leader = _heir([s for s in men if _comes_home(s) and not _is_lost_for_good(state, s)])
        if lost and leader is not None:
            came = min(lost, replacements(battle, leader))
            state.notes[f"{NOTE}{squad.name}"] = f"{came} replacement{'' if came == 1 else 's'} for {lost} lost"


def replacements(battle: Battle, leader: ClashStand, privation: int = 0) -> int:
    """How many men come: 2d6 against the leader's Rep less the level of Privation. Rule: NUT-CAMP-06."""
    rules = (cite("NUT-CAMP-06"),)
    mods = (Modifier("Privation", -privation, 0, rules[0]),) if privation else ()
    roll = throws.passes(battle, 2, leader.rep, "replacements", stand=leader, modifiers=mods, rules=rules)
    return int(data.row("replacements", roll.row)["replacements"])


def _heir(men: Iterable[ClashStand]) -> ClashStand | None:
    return leaders.best(men)


def _is_lost_for_good(state: ClashState, man: ClashStand) -> bool:
    words = str(state.notes.get(f"{NOTE}{man.id}", ""))
    return man.gone == "dead" or man.status == CAPTURED or words.startswith("lost")


def _vehicle(battle: Battle, vehicle: ClashStand, holds: bool) -> None:
    """Knocked out ones may be recovered by who holds the field; stuck ones are then always. Rule: NUT-CAMP-11."""
    state = cast(ClashState, battle.state)
    rules = (cite("NUT-CAMP-11"),)
    if vehicle.knocked_out and not vehicle.burning:
        if not holds:
            _note(state, vehicle, "left on the field")
            return
        die = throws.read_die(battle, "vehicle_recovery", side=vehicle.side, needed=f"{BACK_ON}+", rules=rules)
        _note(state, vehicle, "back next campaign turn" if die.passed >= BACK_ON else "written off")
    elif vehicle.burning or vehicle.gone == "destroyed":
        _note(state, vehicle, "written off")
    elif vehicle.bogged or vehicle.immobilised or vehicle.stuck:
        _note(state, vehicle, "recovered" if holds else "left on the field")
