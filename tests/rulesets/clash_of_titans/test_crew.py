"""The men inside: stations, jobs, losses, getting out."""

from __future__ import annotations

import msgspec
import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    PANZER_IV_G,
    T34,
    T34_85,
    T60,
    duel,
    fires,
    german,
    purposes,
    resolve_written,
    russian,
)
from wargame.engine.orders import Act, Move
from wargame.rulesets.clash_of_titans import crew, crew_loss, gun_targets, vehicle_moves, vehicles
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.state import DUCKED, OUT, STUNNED
from wargame.rulesets.clash_of_titans.vehicle_causes import CommanderLost

STATIONS = {
    PANZER_IV_G: {"commander": "1", "gunner": "2", "loader": "3", "driver": "4", "hull_gunner": "5"},
    T34: {"commander": "1", "gunner": "1", "loader": "2", "driver": "3", "hull_gunner": "4"},
    T60: {"commander": "1", "gunner": "1", "loader": "1", "driver": "2"},
}


@pytest.mark.rule("NUT-CREW-01", "NUT-CREW-05")
@pytest.mark.parametrize("line", STATIONS)
def test_the_stations_of_a_crew(line):
    battle = duel(russian("t", line, 30, 24))
    for station, number in STATIONS[line].items():
        assert crew.holder(battle.state, "t", station).id == f"t.{number}"


@pytest.mark.rule("NUT-CREW-02")
@pytest.mark.parametrize(("weapon", "station"), [("main gun", "gunner"), ("coax", "gunner"), ("hull", "hull_gunner")])
def test_who_fires_what(weapon, station):
    battle = duel(german("panzer", PANZER_IV_G, 30, 24))
    assert crew.shooter(battle.state, battle.stand("panzer"), weapon).station == station
    assert crew.commander(battle.state, "panzer").station == "commander"


@pytest.mark.rule("NUT-CREW-04")
def test_a_crewman_does_one_job():
    battle = duel(german("panzer", PANZER_IV_G, 30, 24), russian("t60", T60, 50, 24))
    panzer, state = battle.stand("panzer"), battle.state
    laid = crew.shooter(state, panzer, "main gun")
    assert crew.shooter(state, panzer, "coax", [(laid.man.id, "gunner")]) is None
    crew.note_job(battle, laid.man, "gunner")
    assert crew.shooter(state, panzer, "coax") is None and crew.shooter(state, panzer, "hull") is not None
    assert crew.shooter(state, panzer, "coax", fresh=True) is not None
    man = battle.stand("t60.1")
    both = crew.changes_of(man, "gunner", ["gunner", "loader"])
    assert sum(m.add for m in both) == -1
    assert crew.changes_of(man, "gunner", ["gunner"]) == ()


@pytest.mark.rule("NUT-CREW-05")
def test_an_empty_station_stops_its_work_until_it_is_taken():
    battle = build.battle_of(german("panzer", PANZER_IV_G, 10, 24), russian("t34", T34, 60, 44, facing=90.0))
    panzer, driver = build.stand(battle, "panzer"), build.stand(battle, "panzer.4")
    driver.status = STUNNED
    assert crew_loss.empty(build.state(battle), panzer) == ["driver"]
    refused = build.refusal(battle, Move(stand="panzer", path=((15.0, 24.0),)))
    assert refused.rules == ("NUT-CREW-05",)
    build.order(battle, Act(stand="panzer", act="take_over.driver"))
    taker = crew.holder(build.state(battle), "panzer", "driver")
    assert taker.id == "panzer.5" and sum(m.add for m in crew.changes_of(taker, "driver")) == -1
    assert vehicle_moves.may_move(battle, panzer) is None
    gunner = build.stand(battle, "panzer.2")
    gunner.status = OUT
    assert crew.shooter(build.state(battle), panzer, "main gun") is None


@pytest.mark.rule("NUT-CREW-05")
@pytest.mark.parametrize(("dice", "ducks"), [((1, 1), False), ((6, 6), True)])
def test_a_lost_commander(dice, ducks):
    battle = duel(german("panzer", PANZER_IV_G, 30, 24), build.blue("b", 60, 24), dice=dice)
    battle.stand("panzer.1").status = OUT
    chain = Chain(battle, ())
    build.run(crew_loss.replace_commander(chain, CommanderLost(vehicle="panzer")))
    assert purposes(battle) == ["leader_lost"]
    assert crew.commander(battle.state, "panzer").id == "panzer.2"
    assert crew.commander_is_gunner(battle.state, battle.stand("panzer"))
    assert (battle.stand("panzer").status == DUCKED) == ducks


@pytest.mark.rule("NUT-CREW-06")
def test_bailing_out_in_an_own_activation():
    battle = build.battle_of(german("panzer", PANZER_IV_G, 30, 24), build.blue("b", 55, 24, prone=True))
    build.order(battle, Act(stand="panzer", act="bail_out"))
    men = [s for s in battle.state.stands.values() if s.side == "red" and s.is_man]
    out = [m for m in men if m.in_play]
    assert len(out) == 4 and crew_loss.out_at_once() == 2
    panzer = build.stand(battle, "panzer")
    for man in out:
        assert vehicles.footprint(man).base.radius == 0.5 and man.x < 31.0
        assert set(man.weapons) | {man.in_hand} <= {"pistol", "SMG", ""} and man.status != DUCKED
    assert not panzer.abandoned


@pytest.mark.rule("NUT-CREW-06", "NUT-PEN-04")
def test_bailing_out_of_a_wreck():
    battle = duel(
        russian("t34", T34_85, 20, 24, facing=0.0), german("panzer", PANZER_IV_G, 50, 24), dice=[1, 1, 1, 6, *[1] * 10]
    )
    resolve_written(battle, fires("t34", "panzer", location="hull"))
    men = [battle.stand(f"panzer.{n}") for n in range(1, 6)]
    assert all(m.in_play and m.status == DUCKED and m.x > 50.0 for m in men)


@pytest.mark.rule("NUT-CREW-07")
def test_weapons_without_a_station_of_their_own():
    battle = duel(russian("kv", "kv_1", 30, 24), russian("t34", T34, 30, 34))
    tank = battle.stand("t34")
    assert crew.firing_stations(tank, "hull") == ("hull_gunner",)
    tank.spec = msgspec.structs.replace(tank.spec, crew=3)
    assert crew.firing_stations(tank, "hull") == ("loader", "commander")
    kv = battle.stand("kv")
    assert crew.firing_stations(kv, next(w for w in gun_targets.weapons_of(kv) if "rear" in w))[0] == "loader"
