"""Putting results of reaction tests into force: who ducks, runs, halts, fires, and what that sets off.

Rules: NUT-CHAIN-08 to -11, -16, -17, NUT-STAT-01 to -09, NUT-RFIRE-02, NUT-SIGHT-09, NUT-DOWN-09.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from wargame.engine import knowledge
from wargame.engine.events import Event, Said, StandChanged
from wargame.engine.orders import Confirmed, Picked
from wargame.engine.requests import AnyRequest, Confirm, Item, Pick
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import (
    answers,
    attributes,
    damage,
    geometry,
    groups,
    involuntary,
    ladder,
    nerve,
    status,
    throws,
    wounds,
)
from wargame.rulesets.clash_of_titans.causes import Broke, Cause, Loss, Newcomers, Toll
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.involuntary import Moved
from wargame.rulesets.clash_of_titans.ladder import Reading
from wargame.rulesets.clash_of_titans.nerve import Result
from wargame.rulesets.clash_of_titans.state import ClashStand

ANSWER = "answer_fire"
RUTHLESS = "Ruthless"
RUTHLESS_KILLS_ON = 1
MOVES = (ladder.DUCK_BACK, ladder.HUNKER_DOWN, ladder.RETIRE, ladder.RUN_AWAY)


def put(chain: Chain, found: Sequence[Result], event: Event | None) -> Steps:
    """Put the results of one step into force: fire forms the next volley, moves are made at once, then what they cause.

    Rules: NUT-CHAIN-08, -10, -17, NUT-SIGHT-09.
    """
    broke: list[Loss] = []
    held = yield from _held(chain, without_surrender(chain, found, event), broke)
    yield from _fire(chain, held)
    watch = Watch(chain)
    for result in held:
        if result.result in MOVES:
            moved, loss = _move(chain, result)
            watch.moved += moved
            broke += [loss] if loss is not None else []
        elif result.result == ladder.HALT:
            chain.halt(result.stand, result.event)
    chain.form_volley(event)
    wounds.drop_loads(chain.battle, event)
    causes: list[Cause] = []
    if broke:
        causes.append(Broke(event=event, losses=tuple(broke)))
    causes += watch.causes(event)
    chain.add(*causes)


def without_surrender(chain: Chain, found: Sequence[Result], event: Event | None) -> list[Result]:
    """Results of those who fight on: a trapped group that passed no die at all gives itself up. Rule: NUT-WND-06."""
    given_up: set[str] = set()
    for name in dict.fromkeys(r.stand.group for r in found):
        mine = [r for r in found if r.stand.group == name]
        passed = [n for r in mine for test, n in r.passed if test in (nerve.MAN_DOWN, nerve.LEADER_LOST)]
        if wounds.all_fail(passed) and wounds.is_trapped(chain.battle, name):
            wounds.surrender(chain.battle, name, event)
            given_up.add(name)
    return [r for r in found if r.stand.group not in given_up]


def _held(chain: Chain, found: Sequence[Result], broke: list[Loss]) -> Generator[AnyRequest, Any, list[Result]]:
    """Results that change something, after all that may soften them. Rules: NUT-CHAIN-10, NUT-ATTR-02."""
    kept: list[Result] = []
    for result in found:
        reading = ladder.held(result.stand.status, result.reading)
        if reading is None:
            if result.result == ladder.DUCK_BACK:
                cite("NUT-CHAIN-16")
            _tell(chain, result, "keeps_down", (cite("NUT-CHAIN-10"),))
            continue
        reading = attributes.plucked(chain.battle, result.stand, reading, result.event)
        if reading.result == ladder.RUN_AWAY:
            reading = yield from _ruthless(chain, result, reading, broke)
        if reading is not None and reading.result == ladder.CARRY_ON and nerve.RECEIVED_FIRE in dict(result.passed):
            _tell(chain, result, "carries_on", reading.rules)
        if reading is not None:
            kept.append(Result(result.due, reading, result.event, result.passed))
    return kept


def _tell(chain: Chain, result: Result, key: str, rules: tuple[str, ...]) -> None:
    """Say that a test has no consequence: the reader of a roll wants to know what came of it."""
    seen = knowledge.seen_by_for(chain.state, result.stand.id)
    chain.battle.happen(
        Said(key=key, side=result.stand.side, about=(result.stand.id,), rules=rules, seen_by=seen), result.event
    )


# ---------------------------------------------------------------- fire


def _fire(chain: Chain, found: Sequence[Result]) -> Steps:
    """Return and snap fire of one step; active men who passed choose whether to answer.

    Rules: NUT-RFIRE-02, NUT-STAT-02,
    -03, NUT-CHAIN-11."""
    firing = [r for r in found if r.result in ladder.FIRING]
    silent = yield from _who_holds(
        chain, [r for r in firing if r.result == ladder.RETURN_FIRE and chain.is_active(r.stand)]
    )
    for result in firing:
        stand = result.stand
        if stand.id in silent:
            continue
        shooters = dict.fromkeys(i.shooter for i in result.due.incoming if i.shooter)
        active = chain.is_active(stand)
        if result.result == ladder.SNAP_FIRE and active:
            chain.stop(stand, result.event)
            _snapped(chain, stand, result.event)
        chain.order_fire(answers.answer(chain.battle, stand, result.result, shooters, active, result.event))


def _who_holds(chain: Chain, may: Sequence[Result]) -> Generator[AnyRequest, Any, set[str]]:
    """Active men who passed 2d6 and do not shoot back, as their owner likes. Rule: NUT-RFIRE-02."""
    silent: set[str] = set()
    for side in dict.fromkeys(r.stand.side for r in may):
        mine = [r.stand for r in may if r.stand.side == side]
        cite("NUT-RFIRE-02")
        plain = tuple((s.id, 1) for s in mine)
        if all(chain.state.groups[s.group].np for s in mine):
            silent |= {r.stand.id for r in may if r.stand in mine and not _np_answers(chain, r)}
            continue
        order = yield Pick(
            side=side,
            purpose=ANSWER,
            prompt="Who shoots back at once? The others carry on.",
            items=tuple(Item(id=s.id, text=s.name) for s in mine),
            about=tuple(dict.fromkeys(i.shooter for r in may for i in r.due.incoming if i.shooter)),
            rules=("NUT-RFIRE-02",),
            interrupt=ANSWER,
            suggestion=Picked(items=plain),
        )
        silent |= {s.id for s in mine} - {name for name, _ in order.items}
    return silent


def _np_answers(chain: Chain, result: Result) -> bool:
    """Does a non-player figure shoot back? Rule: NUT-NP-14."""
    from wargame.rulesets.clash_of_titans import np_choices

    shooters = [i.shooter for i in result.due.incoming if i.shooter]
    return np_choices.shoots_back(chain.battle, result.stand, shooters)


def _snapped(chain: Chain, stand: ClashStand, event: Event | None) -> None:
    if not stand.snapped:
        seen = knowledge.seen_by_for(chain.state, stand.id)
        rules = (cite("NUT-STAT-03"),)
        change = StandChanged(stand=stand.id, changes=(("snapped", True),), why="snapped", rules=rules, seen_by=seen)
        chain.battle.happen(change, event)


# ---------------------------------------------------------------- moves


class Watch:
    """Who comes into new eyes by moves that nobody chose. Rule: NUT-SIGHT-09."""

    def __init__(self, chain: Chain) -> None:
        """Begin with nothing moved."""
        self.chain = chain
        self.moved: list[Moved] = []

    def during(self, stand: ClashStand, move: Callable[[], list[Moved]]) -> None:
        """Make a move and remember it."""
        self.moved += move()

    def causes(self, event: Event | None) -> list[Cause]:
        """One event for all who are newly seen where they are now. Rules: NUT-SIGHT-09, NUT-CHAIN-02."""
        battle = self.chain.battle
        pairs = tuple(dict.fromkeys(pair for step in self.moved for pair in involuntary.new_eyes(battle, step)))
        if not pairs:
            return []
        cite("NUT-SIGHT-09")
        return [Newcomers(event=event, pairs=pairs)]

    def queue(self, event: Event | None) -> None:
        """Put what was seen at the end of the queue."""
        self.chain.add(*self.causes(event))


def _move(chain: Chain, result: Result) -> tuple[list[Moved], Loss | None]:
    """One figure ducks, hunkers down, retires or runs; how it moved, and the loss that its friends see if it breaks.

    Rules: NUT-STAT-05 to -09, NUT-CHAIN-11, -16, -17.
    """
    battle, stand, event = chain.battle, result.stand, result.event
    chain.stop(stand, event)
    rules = result.reading.rules
    enemies = enemies_of(chain, stand, result.due.enemies)
    if result.result == ladder.DUCK_BACK:
        return duck(chain, stand, enemies, event, rules), None
    if result.result == ladder.HUNKER_DOWN:
        covered = nerve.is_covered(battle, stand, result.due.enemies)
        moved = involuntary.hunker_down(
            battle, stand, enemies, event, in_cover=covered, may_move=_may_duck(chain, stand), rules=rules
        )
        return moved, None
    if result.result == ladder.RETIRE:
        return involuntary.retire(battle, stand, event, rules), None
    cite("NUT-CHAIN-17")
    loss = damage.loss_of(battle, stand, result.due.enemies)
    return involuntary.run_away(battle, stand, event, rules), loss


def duck(
    chain: Chain, stand: ClashStand, enemies: Sequence[ClashStand], event: Event | None, rules: tuple[str, ...] = ()
) -> list[Moved]:
    """Duck Back: a move at most once in a chain, then only the state. Rule: NUT-CHAIN-16."""
    return involuntary.duck_back(chain.battle, stand, enemies, event, may_move=_may_duck(chain, stand), rules=rules)


def _may_duck(chain: Chain, stand: ClashStand) -> bool:
    """Has it its one Duck Back move of the chain still? Rule: NUT-CHAIN-16."""
    if stand.id in chain.ducked:
        cite("NUT-CHAIN-16")
        return False
    chain.ducked.add(stand.id)
    return True


def enemies_of(chain: Chain, stand: ClashStand, names: Iterable[str]) -> list[ClashStand]:
    """Whom a figure gets away from: those who made it test, else all that see it. Rules: NUT-STAT-05, NUT-DOWN-09."""
    found = [chain.stand(name) for name in dict.fromkeys(names) if status.in_fight(chain.stand(name))]
    if found:
        return found
    cite("NUT-DOWN-09")
    return geometry.seen_by(chain.battle, stand)


# ---------------------------------------------------------------- hard leaders


def _ruthless(
    chain: Chain, result: Result, reading: Reading, broke: list[Loss]
) -> Generator[AnyRequest, Any, Reading | None]:
    """A Ruthless leader may turn one Run Away of a grunt beside him into Halt once a turn; on a 1 the man dies.

    Rule: NUT-ATTR-02.
    """
    stand = result.stand
    leader = groups.leader(chain.state, stand.group)
    word = f"{RUTHLESS} {chain.state.turn}"
    if leader is None or stand.star or leader.id == stand.id or not attributes.has(leader, RUTHLESS):
        return reading
    near = leader in groups.friends(chain.state, stand, 4.0)
    if not near or not status.ready(leader) or word in leader.spent:
        return reading
    rule = cite("NUT-ATTR-02")
    if not chain.state.groups[leader.group].np:
        order = yield Confirm(
            side=leader.side,
            purpose="ruthless",
            prompt=f"{stand.name} is about to run. Does {leader.name} stop him? On a 1 he shoots him.",
            about=(stand.id,),
            rules=(rule,),
            interrupt="ruthless",
            suggestion=Confirmed(yes=True),
        )
        if not order.yes:
            return reading
    attributes.use(chain.battle, leader, word, result.event)
    die = throws.read_die(chain.battle, "ruthless", stand=leader, needed="1", rules=(rule,), cause=result.event)
    if die.passed > RUTHLESS_KILLS_ON:
        return Reading(ladder.HALT, (*reading.rules, rule))
    toll = Toll()
    damage.lose(chain.battle, toll, stand, damage.DEAD, (), die.event)
    broke += toll.losses
    return None
