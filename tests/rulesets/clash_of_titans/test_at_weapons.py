"""Anti-tank weapons of infantry: cover, facings, rockets, one shot and thrown away."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.duels import (
    T34,
    TIGER,
    duel,
    fires,
    resolve_written,
    russian,
)
from wargame.rulesets.clash_of_titans import ammunition, data, hull_down, reloading, rockets, targets

SCHRECK, FAUST = "Panzerschreck", "Panzerfaust 60"
MAN, ROCKET_MAN = "GE_panzerfaust_60", "GE_panzerschreck"


@pytest.mark.rule("NUT-ATW-01")
def test_what_covers_a_vehicle_from_a_rocket():
    wood = build.area("wood", "woods_light", 38, 16, 60, 32, height=2.0)
    wall = build.strip("wall", "wall", (37, 15), (37, 33))
    found = {}
    for name, ground in (("open", []), ("wood", [wood]), ("wall", [wall])):
        battle = duel(build.red("m", 30, 24, line=ROCKET_MAN), russian("t", T34, 40, 24, facing=180.0), features=ground)
        found[name] = hull_down.vehicle_cover(battle, battle.stand("t"), battle.stand("m"))
    assert not found["open"].in_cover and not found["open"].concealed
    assert found["wood"].concealed and not found["wood"].in_cover
    assert found["wall"].in_cover


@pytest.mark.rule("NUT-ATW-01")
@pytest.mark.parametrize(("die", "hits"), [(4, "hits_0"), (5, "hits_1")])
def test_an_eight_misses_a_fast_vehicle(die, hits):
    battle = duel(build.red("m", 30, 24, line=ROCKET_MAN, rep=4), russian("t", T34, 40, 24), dice=[die, 6, 6, 6])
    battle.stand("t").fast_moving = True
    resolve_written(battle, fires("m", "t", weapon=SCHRECK))
    rolled = build.rolls(battle, "to_hit")[0]
    assert rolled.dice == (die,) and rolled.outcome == hits


@pytest.mark.rule("NUT-ATW-02")
@pytest.mark.parametrize(("facing", "rating"), [(180.0, 11), (90.0, 6), (0.0, 6)])
def test_a_hit_strikes_the_facing_shown(facing, rating):
    battle = duel(
        build.red("m", 30, 24, line=ROCKET_MAN, rep=4), russian("t", T34, 40, 24, facing=facing), dice=[6, 6, 6, 6, 6]
    )
    resolve_written(battle, fires("m", "t", weapon=SCHRECK))
    apr = data.weapon(SCHRECK).apr
    spec = battle.stand("t").spec
    shown = spec.ar_front if facing == 180.0 else spec.ar_side
    assert build.rolls(battle, "penetration")[0].needed == str(min(5, apr - shown)) and rating


@pytest.mark.rule("NUT-ATW-03")
@pytest.mark.parametrize("helped", [True, False])
def test_a_launcher_is_loaded_again(helped):
    units = [build.red("m", 30, 24, line=ROCKET_MAN, rep=4), russian("t", TIGER, 40, 24)]
    units += [build.red("h", 30, 25, line="GE_rifleman")] if helped else []
    battle = duel(*units, dice=[1, 6, 6, 6, 6])
    man = battle.stand("m")
    resolve_written(battle, fires("m", "t", weapon=SCHRECK))
    assert man.dry == (SCHRECK,) and ammunition.why_not(man, SCHRECK) is not None
    reloading.end_of_turn(battle)
    assert (man.dry == ()) == helped
    ammunition.reload(battle, man, SCHRECK)
    assert man.dry == () and ammunition.why_not(man, SCHRECK) is None


@pytest.mark.rule("NUT-ATW-03")
@pytest.mark.parametrize(("size", "small"), [(5.0, True), (6.0, False)])
def test_the_blast_behind_it_in_a_small_room(size, small):
    house = build.area("house", "building", 20, 20, 20 + size, 20 + size, height=1.0)
    battle = duel(build.red("m", 22, 22, line=ROCKET_MAN), features=[house])
    assert rockets.in_a_small_room(battle, battle.stand("m")) == small
    from wargame.rulesets.clash_of_titans.causes import Toll

    toll = Toll()
    rockets.fired(battle, toll, battle.stand("m"), SCHRECK)
    assert ("m" in toll.knocked_down) == small


@pytest.mark.rule("NUT-ATW-04")
def test_a_panzerfaust_is_thrown_away():
    ranges = {name: data.weapon(name).range_in for name in data.weapons() if name.startswith("Panzerfaust")}
    assert ranges == {"Panzerfaust 30": 12.0, "Panzerfaust 60": 24.0}
    battle = duel(build.red("m", 30, 24, line=MAN, rep=4), russian("t", T34, 40, 24), dice=[1, 6, 6, 6])
    man = battle.stand("m")
    assert ammunition.rounds_left(man, FAUST) == 1
    resolve_written(battle, fires("m", "t", weapon=FAUST))
    assert ammunition.rounds_left(man, FAUST) == 0
    assert targets.unfit(battle, man, FAUST) is not None
