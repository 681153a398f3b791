"""Odds of driving over men: those of the resolution, run over every combination of dice. Rules: NUT-VINF-02, -03."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import T34, russian
from tests.rulesets.clash_of_titans.firefight import answering
from tests.rulesets.clash_of_titans.test_armour_odds import enumerated, same
from wargame.engine.orders import Confirmed, Move
from wargame.rulesets.clash_of_titans import chain_table, overrun, overrun_odds, vehicles, worth
from wargame.rulesets.clash_of_titans.appraise import appraise
from wargame.rulesets.clash_of_titans.causes import Aftermath
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.overrun import DrivenAt


def in_its_way(status: str = "ready", **fields: object):
    """A T-34 and a man 6 in before it."""
    battle = build.battle_of(russian("tank", T34, 20, 24, facing=0.0), build.red("man", 28, 24, rep=4))
    man = build.stand(battle, "man")
    man.status = status
    for name, value in fields.items():
        setattr(man, name, value)
    return battle


def drive(battle) -> str:
    """One man's Being Overrun; what became of him."""
    chain = Chain(battle, [])
    told, before = len(battle.events), build.stand(battle, "man").status
    answering(
        overrun.resolve(chain, DrivenAt(vehicle="tank", man="man", heading_deg=0.0)),
        {overrun.USE_CHARGE: Confirmed(yes=True)},
    )
    while chain.queue:
        first = chain.queue.popleft()
        if isinstance(first, Aftermath):
            answering(chain_table.HANDLERS[Aftermath](chain, first), {})
    man, tank = build.stand(battle, "man"), build.stand(battle, "tank")
    purposes = [getattr(e, "purpose", "") for e in battle.events[told:]]
    if vehicles.is_wreck(tank) or tank.knocked_out:
        return overrun_odds.LOST_HULL
    if man.gone or man.status == "out_of_the_fight":
        return man.gone or man.status
    if "damage" in purposes:
        return "stunned" if man.status == "stunned" != before else "recovered"
    if man.status == "ducked_back":
        return overrun.JUMPS
    return "missed" if "trench" in purposes else overrun.STAYS


@pytest.mark.parametrize("fields", [{}, {"dug_in": True}, {"status": "stunned"}, {"rep": 2}])
def test_the_odds_of_a_man_in_the_way_are_those_of_the_dice(fields):
    battle = in_its_way(**fields)
    odds = overrun_odds.odds(battle, build.stand(battle, "tank"), build.stand(battle, "man"))
    same(odds, enumerated(battle, drive))


@pytest.mark.rule("NUT-ACT-04")
def test_a_man_with_a_charge_who_stays_may_put_out_what_drives_over_him():
    """Rep 4 passes both dice in 16 of 36; what his charge does is what any charge under the hull does."""
    charge = {"readied": "satchel charge", "rounds": (("satchel charge", 1),)}
    battle, bare = in_its_way(**charge), in_its_way()
    odds, without = (overrun_odds.odds(b, build.stand(b, "tank"), build.stand(b, "man")) for b in (battle, bare))
    chance = overrun_odds._charge(build.stand(battle, "man"), build.stand(battle, "tank"))
    assert 0.0 < chance < 1.0
    assert odds[overrun_odds.LOST_HULL] == pytest.approx(16 / 36 * chance)
    assert odds[overrun_odds.LOST_HULL] + odds[overrun.STAYS] == pytest.approx(without[overrun.STAYS])


@pytest.mark.rule("NUT-VINF-02")
def test_a_drive_over_a_man_shows_what_becomes_of_him():
    battle = in_its_way()
    tank = build.stand(battle, "tank")
    found = appraise(battle.view(tank.side), Move(stand="tank", path=((34.0, 24.0),)))
    assert sum(o.chance for o in found.outcomes) == pytest.approx(1.0)
    assert "man" in found.headline and found.worth > 0.0
    beside = appraise(battle.view(tank.side), Move(stand="tank", path=((34.0, 34.0),)))
    assert "run over" not in beside.headline
    assert worth.prize(battle, build.stand(battle, "man")) >= found.worth
