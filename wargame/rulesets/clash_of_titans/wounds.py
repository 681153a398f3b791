"""Men who are down: killing, capturing and guarding them, carrying wounded, medics, surrender.

Rules: NUT-WND-01 to -06,
NUT-FIRE-16, NUT-STAT-11, -16.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from wargame.board import within
from wargame.engine import knowledge
from wargame.engine.events import Event, StandChanged, StandMoved, StandPlaced
from wargame.engine.orders import Chosen, Refusal
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import chain, damage, geometry, groups, movement, refuge, status, throws
from wargame.rulesets.clash_of_titans.causes import Aftermath, Toll
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.state import CAPTURED, HUNKERED, OUT, READY, STUNNED, ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

HELPLESS = (STUNNED, HUNKERED, OUT)
"""Who may be killed or captured without a roll by an enemy in contact (NUT-FIRE-16)."""
FINISH = "finish_off"
KILL, CAPTURE, SPARE = "kill", "capture", "hold"
GUARDS = 4
"""Prisoners that one captor may guard (NUT-WND-05)."""
GUARD_IN = 4.0
NEAR_IN = 8.0
"""Trapped men surrender to enemies so near (NUT-WND-06)."""
NO_QUARTER = ("ss", "nkvd")
TAKES_NONE_ON = 3
"""Such non-player captors kill on 1 to 3 (table np_choices)."""


def is_helpless(stand: ClashStand) -> bool:
    """Can he do nothing against an enemy in contact? Rule: NUT-FIRE-16."""
    cite("NUT-FIRE-16")
    return stand.is_man and not stand.gone and stand.status in HELPLESS


def prisoners_of(state: ClashState, captor: ClashStand) -> list[ClashStand]:
    """Men whom he guards. Rule: NUT-WND-05."""
    cite("NUT-WND-05")
    return [s for s in state.stands.values() if s.captor == captor.id and s.status == CAPTURED and not s.gone]


# ---------------------------------------------------------------- killing and capturing


def finish_off(
    battle: Battle, victor: ClashStand, victim: ClashStand, cause: Event | None = None
) -> Generator[AnyRequest, Any, str]:
    """A helpless man with an enemy in contact is killed or captured, as the enemy's owner likes; gives what happened.

    Rules: NUT-FIRE-16, NUT-MELE-04, NUT-WND-05.
    """
    cite("NUT-FIRE-16")
    how = yield from _how(battle, victor, victim, cause)
    if how == CAPTURE:
        capture(battle, victim, victor, cause)
    elif how == KILL:
        toll = Toll(melee=True)
        damage.lose(battle, toll, victim, damage.DEAD, (victor.id,), cause)
        yield from chain.resolve(battle, [Aftermath(event=cause, toll=toll)])
    return how


def _how(
    battle: Battle, victor: ClashStand, victim: ClashStand, cause: Event | None
) -> Generator[AnyRequest, Any, str]:
    state = state_of(battle)
    may_guard = len(prisoners_of(state, victor)) < GUARDS
    if state.groups[victor.group].np:
        if victor.class_ in NO_QUARTER:
            rules = (cite("NUT-FIRE-16"),)
            die = throws.read_die(battle, "no_quarter", stand=victor, needed="3-", rules=rules, cause=cause)
            return KILL if die.passed <= TAKES_NONE_ON or not may_guard else CAPTURE
        return CAPTURE if may_guard else KILL
    options = [Option(id=KILL, text="Kill him")]
    if may_guard:
        options.insert(0, Option(id=CAPTURE, text="Take him prisoner", consequence="has to be guarded"))
    order = yield Choose(
        side=victor.side,
        purpose=FINISH,
        prompt=f"{victim.name} is helpless before {victor.name}.",
        options=tuple(options),
        about=(victim.id, victor.id),
        rules=(cite("NUT-FIRE-16"), cite("NUT-WND-05")),
        interrupt=FINISH,
        suggestion=Chosen(option=options[0].id),
    )
    return str(order.option)


def capture(battle: Battle, stand: ClashStand, captor: ClashStand, cause: Event | None = None) -> Event:
    """Make a man a prisoner. Rules: NUT-WND-05, NUT-STAT-16."""
    wounded = stand.status == OUT
    event = status.lose(battle, stand, CAPTURED, cause, (cite("NUT-WND-05"), cite("NUT-STAT-16")))
    _change(battle, stand, (("captor", captor.id), ("wounded", wounded)), "captor", event)
    return event


def check_guards(battle: Battle) -> None:
    """Unwounded prisoners without a captor within 4 inches rejoin their side, unarmed. Rule: NUT-WND-05."""
    state = state_of(battle)
    for stand in list(state.stands.values()):
        if stand.status != CAPTURED or stand.gone or not stand.in_play or is_guarded(state, stand):
            continue
        if stand.wounded:
            _change(battle, stand, (("status", OUT), ("captor", "")), "left", None)
            continue
        cite("NUT-WND-05")
        changes = (("status", READY), ("captor", ""), ("in_hand", "unarmed"), ("weapons", ("unarmed",)))
        _change(battle, stand, changes, "freed", None)


def is_guarded(state: ClashState, stand: ClashStand) -> bool:
    """Is an able enemy within 4 inches who guards him? Rule: NUT-WND-05."""
    captor = state.stands.get(stand.captor)
    near = [captor] if captor is not None else []
    near += [s for s in state.stands.values() if s.side != stand.side and s.is_man and s not in near]
    return any(
        status.able(s) and s.in_play and within(math.dist((s.x, s.y), (stand.x, stand.y)), GUARD_IN) for s in near
    )


def follow(battle: Battle, captor: ClashStand, cause: Event | None = None) -> None:
    """Prisoners who can walk go with their captor. Rule: NUT-STAT-16."""
    state = state_of(battle)
    for stand in prisoners_of(state, captor):
        if stand.wounded or within(math.dist((stand.x, stand.y), (captor.x, captor.y)), GUARD_IN / 2):
            continue
        spot = _beside(battle, stand, captor)
        if spot is not None:
            rules = (cite("NUT-STAT-16"),)
            path = ((stand.x, stand.y), spot)
            inches = round(math.dist(*path), 3)
            battle.happen(
                StandMoved(
                    stand=stand.id, path=path, facing_deg=captor.facing_deg, mode="led", inches=inches, rules=rules
                ),
                cause,
            )


def _beside(scene: Scene, stand: ClashStand, at: ClashStand) -> tuple[float, float] | None:
    """A free place in contact with a man, or near to him."""
    from wargame.rulesets.clash_of_titans import closing

    return next(iter(closing.free_spots(scene, stand, (at.x, at.y), at.base.radius)), None)


# ---------------------------------------------------------------- carrying


def lift_refusal(scene: Scene, stand: ClashStand, hurt: ClashStand) -> Refusal | None:
    """Why a man cannot lift a casualty, or help the one who carries him, or None. Rule: NUT-WND-01."""
    rules = (cite("NUT-WND-01"),)
    taken = hurt.carrier and len(bearers(state_of(scene), hurt)) != 1
    if stand.carrying or hurt.side != stand.side or hurt.status != OUT or hurt.gone or taken:
        return Refusal(text=f"{hurt.name} is nobody to be carried.", rules=rules, about=hurt.id)
    if not geometry.in_contact(scene, stand, hurt):
        return Refusal(text=f"{stand.name} is not beside {hurt.name}.", rules=rules, about=hurt.id)
    return None


def bearers(state: ClashState, hurt: ClashStand) -> list[ClashStand]:
    """Who carries a casualty: one man or two. Rule: NUT-WND-01."""
    cite("NUT-WND-01")
    return [s for s in state.stands.values() if s.carrying == hurt.id]


def lift(battle: Battle, stand: ClashStand, hurt: ClashStand, cause: Event | None = None) -> None:
    """Lift a wounded friend, or lend a hand to his bearer; a bearer has no ready weapon. Rule: NUT-WND-01."""
    cite("NUT-WND-01")
    _change(battle, stand, (("carrying", hurt.id), ("work", "recover")), "lifts", cause)
    if not hurt.carrier:
        _change(battle, hurt, (("carrier", stand.id),), "lifted", cause)


def put_down(battle: Battle, stand: ClashStand, cause: Event | None = None) -> None:
    """Lay down whom he carries, beside him; a second bearer only lets go. Rule: NUT-WND-01."""
    state = state_of(battle)
    hurt = state.stands.get(stand.carrying)
    _change(battle, stand, (("carrying", ""), ("work", "")), "puts_down", cause)
    if hurt is None or hurt.carrier != stand.id:
        return
    for other in bearers(state, hurt):
        _change(battle, other, (("carrying", ""), ("work", "")), "puts_down", cause)
    spot = _beside(battle, hurt, stand) or (stand.x, stand.y)
    rules = (cite("NUT-WND-01"),)
    placed = StandPlaced(stand=hurt.id, x=spot[0], y=spot[1], facing_deg=hurt.facing_deg, why="laid down", rules=rules)
    battle.happen(placed, cause)
    if is_at_way_station(battle, hurt):
        evacuate(battle, hurt, cause)


def drop_loads(battle: Battle, cause: Event | None = None) -> None:
    """Whoever ducks, falls or runs lets go of whom he carries. Rule: NUT-RFIRE-05."""
    for stand in list(state_of(battle).stands.values()):
        if stand.carrying in state_of(battle).stands and (stand.status != READY or stand.gone):
            cite("NUT-RFIRE-05")
            put_down(battle, stand, cause)


# ---------------------------------------------------------------- medics


def treat_refusal(scene: Scene, medic: ClashStand, hurt: ClashStand) -> Refusal | None:
    """Why a medic cannot treat this man, or None. Rule: NUT-WND-02."""
    rules = (cite("NUT-WND-02"),)
    if not medic.medic:
        return Refusal(text=f"{medic.name} is no medic.", rules=rules, about=medic.id)
    if hurt.side != medic.side or hurt.gone or hurt.status not in (OUT, STUNNED) or hurt.treated:
        return Refusal(text=f"{hurt.name} needs no treatment.", rules=rules, about=hurt.id)
    if not geometry.in_contact(scene, medic, hurt):
        return Refusal(text=f"{medic.name} is not beside {hurt.name}.", rules=rules, about=hurt.id)
    return None


def treat(battle: Battle, medic: ClashStand, hurt: ClashStand, cause: Event | None = None) -> int:
    """2d6 against the medic's Rep: a die more After the Battle, and a stunned man recovers; gives the passed dice.

    Rule: NUT-WND-02.
    """
    rules = (cite("NUT-WND-02"),)
    test = throws.passes(battle, 2, medic.rep, "treat", stand=medic, rules=rules, cause=cause)
    if test.row == 0:
        return 0
    changes: tuple[tuple[str, object], ...] = (("treated", True),)
    if hurt.status == STUNNED and test.row == throws.TOP_ROW:
        changes += (("status", READY), ("stunned_served", False))
    _change(battle, hurt, changes, "treated", test.event)
    return test.row


def evacuate(battle: Battle, hurt: ClashStand, cause: Event | None = None) -> None:
    """A casualty brought to safety: a die more After the Battle, if no medic gave it. Rule: NUT-WND-04."""
    cite("NUT-WND-04")
    _change(battle, hurt, (("evacuated", True),), "evacuated", cause)


def bring_off(battle: Battle, bearer: ClashStand, edge: str) -> None:
    """Whoever is carried over an edge leaves with his bearer; over his own edge he is brought to safety.

    Rule: NUT-WND-04.
    """
    state = state_of(battle)
    hurt = state.stands.get(bearer.carrying)
    if hurt is None or hurt.carrier != bearer.id:
        return
    cite("NUT-WND-04")
    if state.edges.get(bearer.side) == edge:
        evacuate(battle, hurt)
    status.lose(battle, hurt, f"left {edge}")


def is_at_way_station(scene: Scene, hurt: ClashStand) -> bool:
    """Does he lie in the building that his side has chosen for its wounded? Rule: NUT-WND-04."""
    cite("NUT-WND-04")
    chosen = state_of(scene).notes.get(f"way_station.{hurt.side}")
    return bool(chosen) and any(f.id == chosen for f in scene.board.features_at(hurt.x, hurt.y))


def is_protected(stand: ClashStand) -> bool:
    """A medic is not fired at by non-player men with another target, and never charges. Rule: NUT-WND-03."""
    cite("NUT-WND-03")
    return stand.medic


# ---------------------------------------------------------------- surrender


def is_trapped(scene: Scene, group: str) -> bool:
    """Is a group down to a quarter, all near enemies and without a way out of their sight? Rule: NUT-WND-06."""
    cite("NUT-WND-06")
    state = state_of(scene)
    men = [s for s in groups.members(state, group) if s.is_man and s.in_play]
    if not men or 4 * len(men) > state.groups[group].strength:
        return False
    return all(_is_cornered(scene, stand) for stand in men)


def _is_cornered(scene: Scene, stand: ClashStand) -> bool:
    near = [s for s in geometry.seen_by(scene, stand) if status.able(s)]
    if not any(within(geometry.distance(scene, stand, s), NEAR_IN) for s in near):
        return False
    return not has_way_out(scene, stand, near)


def has_way_out(scene: Scene, stand: ClashStand, enemies: Sequence[ClashStand]) -> bool:
    """Could he get out of the sight of these enemies with a normal move?"""
    inches = movement.full_move(state_of(scene), stand)
    points, _ = refuge.places(scene, stand, refuge.reach_of(scene, stand, inches))
    hidden = refuge.unseen_many(scene, stand, points, enemies)
    likely = np.nonzero(hidden)[0][: refuge.MOST_EXACT].tolist()
    return any(not refuge.is_seen(scene, stand, (float(points[n, 0]), float(points[n, 1])), enemies) for n in likely)


def surrender(battle: Battle, group: str, cause: Event | None = None) -> None:
    """All men of a trapped group give themselves up to the nearest enemies. Rule: NUT-WND-06."""
    state = state_of(battle)
    for stand in [s for s in groups.members(state, group) if s.is_man and s.in_play]:
        captors = [s for s in geometry.seen_by(battle, stand) if s.is_man and status.able(s)]
        captor = geometry.nearest(battle, stand, captors)
        if captor is not None:
            cite("NUT-WND-06")
            capture(battle, stand, captor, cause)


def all_fail(passed: Sequence[int]) -> bool:
    """Did a group pass no die at all? Rule: NUT-WND-06."""
    cite("NUT-WND-06")
    return bool(passed) and max(passed) == 0


def _change(
    battle: Battle, stand: ClashStand, changes: tuple[tuple[str, object], ...], why: str, cause: Event | None
) -> None:
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, seen_by=seen), cause)
