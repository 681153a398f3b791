"""Friends who see a man fall or run, and a group that loses its leader.

Rules: NUT-DOWN-01, -02, -03, -09, NUT-CHAIN-17.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import attributes, groups, ladder, leaders, nerve, results, status
from wargame.rulesets.clash_of_titans.causes import Broke, Loss
from wargame.rulesets.clash_of_titans.chain import Chain, Steps
from wargame.rulesets.clash_of_titans.ladder import Reading
from wargame.rulesets.clash_of_titans.lines import state_of
from wargame.rulesets.clash_of_titans.nerve import LEADER_LOST, MAN_DOWN, ROWS, Due
from wargame.rulesets.clash_of_titans.state import HUNKERED, RUNNING, STUNNED, ClashStand


def resolve(chain: Chain, cause: Broke) -> Steps:
    """Men have begun to run: their friends near the place where they broke test in the next step.

    Rule: NUT-CHAIN-17.
    """
    cite("NUT-CHAIN-17")
    dues: dict[str, Due] = {}
    owe(chain, dues, cause.losses)
    found = yield from nerve.roll_all(chain, list(dues.values()), cause.event)
    succeed(chain, cause.losses)
    yield from results.put(chain, found, cause.event)


def owe(chain: Chain, dues: dict[str, Due], losses: Sequence[Loss]) -> None:
    """Enter who takes Man Down and Leader Lost for a batch of losses, each once. Rules: NUT-DOWN-01, -03."""
    for loss in losses:
        cite("NUT-DOWN-01")
        for name in loss.near:
            _enter(chain, dues, chain.stand(name), MAN_DOWN, loss)
    for loss in losses:
        if loss.leader and loss.group in chain.state.groups:
            cite("NUT-DOWN-03")
            for stand in groups.members(chain.state, loss.group):
                if groups.is_here(chain.state, stand):
                    _enter(chain, dues, stand, LEADER_LOST, loss)
    for due in dues.values():
        _read_tables(chain, due)


def _enter(chain: Chain, dues: dict[str, Due], stand: ClashStand, test: str, loss: Loss) -> None:
    if stand.id == loss.stand or not takes_test(chain, stand):
        return
    due = dues.setdefault(stand.id, Due(stand))
    if test not in due.tests:
        due.tests.append(test)
    if not due.incoming:
        due.enemies = tuple(dict.fromkeys((*due.enemies, *loss.by)))


def takes_test(chain: Chain, stand: ClashStand) -> bool:
    """May a figure's nerve be tested by losses: it is not stunned, hunkered down or running, charging, in melee or shut
    up in a vehicle? Rules: NUT-STAT-07, -10, NUT-CHRG-10, NUT-CHAIN-10, NUT-MELE-05."""
    if not stand.is_man or not status.in_fight(stand) or stand.status in (STUNNED, HUNKERED, RUNNING):
        return False
    if stand.charges:
        cite("NUT-CHRG-10")
        return False
    if stand.melee_with:
        cite("NUT-MELE-05")
        return False
    return not stand.carrier or stand.station in ("rider", "passenger")


def _read_tables(chain: Chain, due: Due) -> None:
    for test in due.tests:
        if test in (MAN_DOWN, LEADER_LOST) and test not in due.readings:
            facts = facts_of(chain.battle, due.stand, due.enemies) if test == MAN_DOWN else ()
            due.readings[test] = {n: readings(due.stand, test, n, facts) for n in ROWS}


def readings(stand: ClashStand, test: str, passed: int, facts: Iterable[str]) -> Reading:
    """A line of a table as it is for this man."""
    return attributes.reading(stand, ladder.read(test, passed, facts))


def facts_of(
    scene: Scene, stand: ClashStand, enemies: Sequence[str], fewer: int = 0, covered: bool | None = None
) -> tuple[str, ...]:
    """What counts for a man's Man Down: cover from those who caused it, the strength of his group.

    fewer: men of it who would be lost besides. covered: the answer of `nerve.is_covered`, where it is known already.

    Rules: NUT-DOWN-02, -09, NUT-GRP-05, NUT-RFIRE-07, -08.
    """
    if covered is None:
        covered = nerve.is_covered(scene, stand, enemies)
    found = ["covered" if covered else "open"]
    if groups.at_half_strength(state_of(scene), stand.group, fewer):
        found.append("half_strength")
    return tuple(found)


def succeed(chain: Chain, losses: Sequence[Loss]) -> None:
    """After Leader Lost the best man left takes command. Rule: NUT-LDR-05."""
    for name in dict.fromkeys(loss.group for loss in losses if loss.leader):
        if name in chain.state.groups:
            leaders.succeed(chain.battle, name)
