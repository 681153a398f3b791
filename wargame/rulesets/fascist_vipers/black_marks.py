"""Black marks: a tally of bad manners, for shame only. Rules: CFV-SOFT-03 to -05.

What never becomes an order (a refused one, a request to undo) is reported by whoever hears it with the act
`black_mark`, so that the tally is part of the record: `Act(stand=…, act="black_mark", target=REASON)`; a protest names
its ruling, `target="protest:CFV-FIRE-11"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.engine.events import Said
from wargame.engine.orders import Act, Fire, Order, Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers.observation import is_observed, state_of
from wargame.rulesets.fascist_vipers.state import VipersState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

ACT = "black_mark"
"""The act by which bad manners are put on record."""
ILLEGAL_PER_MARK = 3
"""Every third illegal order of a go earns a mark (CFV-SOFT-04)."""
UNDO, UNSEEN, PROTEST, RE_ROLL, ILLEGAL = "undo_after_dice", "unseen_target", "protest", "re_roll", "illegal_orders"
REASONS = {
    UNDO: "asked to take back an order after dice were thrown",
    UNSEEN: "aimed at a unit that nobody of his could see",
    PROTEST: "protested again against the same ruling",
    RE_ROLL: "asked for a die to be thrown again",
    ILLEGAL: "gave a third illegal order in one go",
}


def check(order: Act) -> Refusal | None:
    """Why this is no black mark, or None: its target has to be one of the reasons, or a protest with its ruling."""
    reason, _, ruling = (order.target or "").partition(":")
    if reason not in REASONS or (reason == PROTEST) != bool(ruling):
        return Refusal(
            text=f"Nobody keeps a tally of {order.target!r}.", rules=(cite("CFV-SOFT-04"),), kind="malformed"
        )
    return None


def confess(battle: Battle, side: str, order: Act) -> None:
    """Carries out a reported act of bad manners; nothing else changes. Rule: CFV-SOFT-04."""
    reason, _, ruling = (order.target or "").partition(":")
    if reason == PROTEST:
        protest(battle, side, ruling)
    else:
        note(battle, side, reason)


def note(battle: Battle, side: str, why: str) -> None:
    """Puts a black mark against a side; nothing else changes. Rules: CFV-SOFT-03, -04."""
    state = state_of(battle)
    state.black_marks = {**state.black_marks, side: state.black_marks.get(side, 0) + 1}
    rules = (cite("CFV-SOFT-03"), cite("CFV-SOFT-04"))
    data = (("why", REASONS.get(why, why)), ("marks", state.black_marks[side]))
    battle.happen(Said(key="black_mark", side=side, data=data, rules=rules))


def refused(battle: Battle, side: str, order: Order, refusal: Refusal) -> None:
    """Hears of a refused order: a third illegal one in a go, or one at a unit nobody sees, earns a mark.

    Rule: CFV-SOFT-04.
    """
    if refusal.kind != "illegal":
        return
    state = state_of(battle)
    if isinstance(order, Fire) and any(_is_unseen(battle, side, shot.target) for shot in order.targets):
        note(battle, side, UNSEEN)
    count = state.illegal_orders.get(side, 0) + 1
    state.illegal_orders = {**state.illegal_orders, side: count}
    if count % ILLEGAL_PER_MARK == 0:
        note(battle, side, ILLEGAL)


def protest(battle: Battle, side: str, ruling: str) -> None:
    """Hears a protest against a ruling (a rule id): from the second against the same one on it earns a mark.

    Rule: CFV-SOFT-04.
    """
    state = state_of(battle)
    before = state.protests.get(side, ())
    if ruling in before:
        note(battle, side, PROTEST)
    else:
        state.protests = {**state.protests, side: (*before, ruling)}


def asked_to_undo(battle: Battle, side: str, dice_thrown: bool) -> None:
    """Hears a request to take an order back; after dice it earns a mark. Rule: CFV-SOFT-04."""
    if dice_thrown:
        note(battle, side, UNDO)


def asked_to_re_roll(battle: Battle, side: str) -> None:
    """Hears a request to throw a die again; it is never granted. Rule: CFV-SOFT-04."""
    note(battle, side, RE_ROLL)


def reprimand(state: VipersState) -> tuple[tuple[str, str], ...]:
    """Rows for the result screen: the tally, and who is put to shame. Rule: CFV-SOFT-05."""
    cite("CFV-SOFT-05")
    marks = {side: state.black_marks.get(side, 0) for side in state.sides}
    rows = [(f"Black marks, {state.sides[side].name}", str(count)) for side, count in marks.items()]
    most = max(marks.values(), default=0)
    worst = [side for side, count in marks.items() if count == most]
    if most > 0 and len(worst) == 1:
        rows.append(("Put to shame", f"{state.sides[worst[0]].name} may hang its head"))
    return tuple(rows)


def _is_unseen(scene: Scene, side: str, target: str) -> bool:
    stand = state_of(scene).stands.get(target)
    return stand is None or (stand.side != side and not is_observed(scene, stand, side))
