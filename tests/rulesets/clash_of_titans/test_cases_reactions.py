"""The worked chains of reactions, with every die of cases.toml in the order of the rules."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.clash_of_titans import build
from tests.rulesets.clash_of_titans.build import area, blue, dice_left, group, red, rolls, stand, worked_case
from tests.rulesets.clash_of_titans.firefight import (
    MG34,
    SMG,
    allot,
    everybody,
    hits,
    passes,
    resolve,
    rifle,
    seen,
    shot,
    statuses,
    told,
    volley,
    wall,
)
from wargame.engine.orders import Fire, Shot
from wargame.rulesets.clash_of_titans import shots


def test_case_21(request):
    dice = worked_case(request, "CASE-21")
    battle = build.battle_of(
        red("enemy-1", 20, 24),
        red("enemy-2", 20, 26),
        blue("gunner", 40, 24, line="SU_lmg_pan", rep=4),
        blue("rifleman", 40, 27, rep=3),
        features=[wall(39, 22, 25.4)],
        dice=[*dice, *[2] * 5, *[6] * 20],
    )
    resolve_only_the_first_roll(battle, seen(*[(w, m) for w in ("gunner", "rifleman") for m in ("enemy-1", "enemy-2")]))
    fired = {e.stand: dict(e.data)["why"] for e in battle.events if type(e).__name__ == "Fired"}
    assert fired == {"gunner": "in_sight_fire", "rifleman": "snap_fire"}


def resolve_only_the_first_roll(battle, cause):
    """Run until the written dice are used up."""
    try:
        resolve(battle, [cause])
    except ValueError as error:
        assert "are written down" in str(error)


def test_case_22(request):
    dice = worked_case(request, "CASE-22")
    battle = build.battle_of(
        red("enemy", 20, 24),
        blue("quick", 40, 24, attributes=["Quick Reflexes"]),
        blue("slow", 40, 27),
        dice=[*dice, 1],
    )
    resolve_only_the_first_roll(battle, seen(("quick", "enemy"), ("slow", "enemy")))
    assert [e.stand for e in battle.events if type(e).__name__ == "Fired"] == ["quick"]


def test_case_23(request):
    dice = worked_case(request, "CASE-23")
    battle = build.battle_of(
        red("enemy", 20.3, 24),
        blue("watcher", 40, 24),
        features=[area("crops", "crops", 10, 10, 20.8, 40)],
        dice=[*dice, 1],
    )
    resolve_only_the_first_roll(battle, seen(("watcher", "enemy")))
    assert rolls(battle, "in_sight")[0].needed == "3"
    assert "pass_1" in rolls(battle, "in_sight")[0].outcome


def test_case_26(request):
    worked_case(request, "CASE-26")
    battle = build.battle_of(
        red("man", 20, 24),
        blue("first", 40, 24, rep=5, group="best", nco=True),
        blue("second", 40, 27, rep=4, group="next"),
        dice=[2, 3, 4, 2],
    )
    resolve(battle, [seen(("first", "man"), ("second", "man"))])
    assert told(battle) == ["in_sight", "to_hit", "damage"] and dice_left(battle) == 0


@pytest.mark.rule("NUT-CHAIN-04")
def test_case_101(request):
    dice = worked_case(request, "CASE-101")
    battle = build.battle_of(
        red("A", 10, 24),
        red("B", 10, 22),
        red("C", 10, 20),
        blue("X", 30, 24, nco=True),
        blue("Y", 30, 21),
        features=[wall(29, 18, 27)],
        dice=dice,
    )
    outcome = resolve(
        battle,
        [seen(*[(w, m) for w in "XY" for m in "ABC"])],
        {"allot": [allot(rifle("X", "A"), rifle("Y", "B")), allot(rifle("B", "X"))]},
    )
    assert dice_left(battle) == 0 and outcome.volleys == 2
    assert statuses(battle, "ABCXY") == ["stunned", "ready", "ready", "out_of_the_fight", "ducked_back"]
    assert (stand(battle, "Y").x, stand(battle, "Y").y) == (30, 21)
    assert outcome.stopped == {"A"} and not stand(battle, "B").shot


def test_case_102(request):
    dice = worked_case(request, "CASE-102")
    battle = build.battle_of(
        red("X", 20, 24, line=SMG, rep=5),
        blue("Y", 35, 24, line="SU_smg", rep=5),
        features=[area("left", "woods_light", 10, 15, 20.8, 35), area("right", "woods_light", 34.2, 15, 45, 35)],
        dice=dice,
    )
    outcome = resolve(battle, [volley(shot("X", ("Y", 3)))])
    assert dice_left(battle) == 0
    assert outcome.volleys == 7 and outcome.may_go_on("X") and stand(battle, "X").shot
    assert dict(outcome.shots) == {"X": 3, "Y": 3}
    assert sum(hits(battle)) == 0


def test_case_103(request):
    dice = worked_case(request, "CASE-103")
    battle = build.battle_of(
        red("gunner", 10, 24, line=MG34),
        red("loader", 9, 24),
        blue("T1", 30, 24),
        blue("T2", 30, 25),
        blue("T3", 30, 22.5),
        blue("T4", 30, 26.4),
        blue("L", 32.5, 24, rep=5, nco=True),
        features=[wall(31.5, 22.6, 25.4)],
        dice=dice,
    )
    order = Fire(stand="gunner", weapon="MG34 on bipod", targets=(Shot("T1", 2), Shot("T4"), Shot("T3"), Shot("T2")))
    assert shots.check(battle, order) is None
    resolve(battle, [volley(shot("gunner", ("T1", 2), "T4", "T3", "T2"))])
    assert dice_left(battle) == 0
    assert hits(battle) == [1, 1, 0, 0]
    assert statuses(battle, ["T1", "T2", "T3", "T4", "L"]) == ["dead", "ready", "ducked_back", "ducked_back", "ready"]


def test_case_109(request):
    dice = worked_case(request, "CASE-109")
    battle = build.battle_of(
        red("N", 20, 24),
        blue("leader-1", 40, 24, rep=5, nco=True, group="first"),
        blue("gunner", 40, 26, line="SU_lmg_pan", group="first"),
        blue("leader-2", 40, 34, nco=True, group="second"),
        blue("rifleman", 40, 36, group="second"),
        features=[wall(39, 22, 28)],
        groups={"second": {}},
        dice=dice,
    )
    outcome = resolve(
        battle,
        [seen(*[(w, "N") for w in ("leader-1", "gunner", "leader-2", "rifleman")])],
        {"allot": allot(rifle("N", "rifleman"))},
    )
    assert dice_left(battle) == 0 and outcome.volleys == 3
    assert statuses(battle, ["N", "rifleman", "leader-2"]) == ["ready", "out_of_the_fight", "running"]
    assert math.dist((stand(battle, "leader-2").x, stand(battle, "leader-2").y), (40, 34)) == pytest.approx(16, abs=0.8)


@pytest.mark.rule("NUT-CHAIN-16")
def test_case_110(request):
    dice = worked_case(request, "CASE-110")
    battle = build.battle_of(
        *[red(f"r{n}", 20, 20 + 3 * n) for n in range(3)],
        blue("L", 40, 20, rep=4, nco=True),
        blue("a", 40, 23, rep=3),
        blue("b", 40, 26, rep=3),
        blue("c", 40, 29, rep=3),
        features=[wall(39, 27.5, 31)],
        dice=dice,
    )
    outcome = resolve(battle, [volley(shot("r0", "L"), shot("r1", "a"), shot("r2", "b"))])
    assert dice_left(battle) == 0 and outcome.volleys == 1
    assert statuses(battle, "Labc") == ["ducked_back", "running", "running", "ducked_back"]
    assert (stand(battle, "c").x, stand(battle, "c").y) == (40, 29)
    assert rolls(battle, "man_down")[0].dice == (2, 6)


def test_case_111(request):
    dice = worked_case(request, "CASE-111")
    battle = build.battle_of(
        red("shooter", 20, 24, group="acting"),
        red("other", 52, 33, facing=220.0, group="resting"),
        blue("R", 40, 24),
        features=[area("hut", "building", 40.5, 25.5, 45, 29, height=1.0), area("long", "building", 41.2, 5, 42, 23.2)],
        dice=dice,
    )
    resolve(battle, [volley(shot("shooter", "R"))])
    assert dice_left(battle) == 0
    assert statuses(battle, ["R"]) == ["ducked_back"]
    assert told(battle) == ["to_hit", "received_fire", "in_sight", "to_hit", "received_fire"]


def test_case_116(request):
    dice = worked_case(request, "CASE-116")
    battle = build.battle_of(
        red("star", 20, 24, rep=5, star=True, nco=True),
        red("one", 20, 22),
        red("two", 20, 26),
        *[blue(f"b{n}", 40, 20 + 3 * n) for n in range(3)],
        dice=[1 + 1, 2, 2, *dice],
        group="red-1",
    )
    build.state(battle).active_group = "red-1"
    outcome = resolve(
        battle,
        [volley(shot("b0", "star"), shot("b1", "one"), shot("b2", "two"))],
        {"free_will": [passes(2), passes(2)], "answer_fire": everybody()},
    )
    assert dice_left(battle) == 0
    assert statuses(battle, ["star", "one", "two"]) == ["ready", "running", "running"]
    assert outcome.may_go_on("star")


# ---------------------------------------------------------------- single steps of a chain


def after_a_miss(dice, *units, target="man", **more):
    """A red rifleman misses a blue man, who then tests."""
    battle = build.battle_of(red("shooter", 20, 24), *units, dice=[2, *dice], **more)
    resolve_only_the_first_roll(battle, volley(shot("shooter", target)))
    return battle


def test_case_44(request):
    dice = worked_case(request, "CASE-44")
    battle = build.battle_of(
        red("r1", 20, 24),
        red("r2", 20, 30),
        blue("walled", 40, 24, rep=3),
        blue("open", 40, 30, rep=3),
        features=[wall(39, 22, 26)],
        dice=[2, 2, *dice, 1, 1],
    )
    resolve(battle, [volley(shot("r1", "walled"), shot("r2", "open"))])
    assert statuses(battle, ["walled", "open"]) == ["hunkered_down", "running"]


def test_case_45(request):
    dice = worked_case(request, "CASE-45")
    battle = after_a_miss(dice, blue("man", 40, 24, rep=5, facing=0.0), features=[wall(39, 22, 26)])
    assert statuses(battle, ["man"]) == ["ducked_back"]


def test_case_46(request):
    dice = worked_case(request, "CASE-46")
    battle = build.battle_of(
        red("r1", 20, 24),
        red("r2", 20, 27),
        blue("leader", 60, 40, nco=True, facing=0.0),
        blue("fourth", 60, 44, facing=0.0),
        blue("man", 40, 24),
        blue("friend", 40, 27),
        features=[wall(39, 20, 30)],
        dice=[2, 6, 2, *dice],
    )
    outcome = resolve(battle, [volley(shot("r1", "man"), shot("r2", "friend"))])
    assert dice_left(battle) == 0 and outcome.volleys == 1
    assert statuses(battle, ["man", "friend"]) == ["ready", "out_of_the_fight"]


def test_case_47(request):
    dice = worked_case(request, "CASE-47")
    far = [blue(f"far-{n}", 60, 5 + 5 * n, facing=0.0) for n in range(6)]
    battle = build.battle_of(red("r1", 20, 24), blue("man", 40, 24), blue("friend", 40, 27), *far, dice=[6, 2, *dice])
    for n in range(3):
        stand(battle, f"far-{n}").gone, stand(battle, f"far-{n}").on_table = "dead", False
    group(battle, "blue-1").leader = None
    assert group(battle, "blue-1").strength == 8
    resolve_only_the_first_roll(battle, volley(shot("r1", "friend")))
    assert statuses(battle, ["man"]) == ["ducked_back"]


def test_case_54(request):
    dice = worked_case(request, "CASE-54")
    battle = build.battle_of(
        red("shooter", 20, 24),
        blue("bearer", 40, 24),
        blue("hurt", 40, 25.1),
        dice=[2, *dice],
    )
    stand(battle, "bearer").carrying, stand(battle, "hurt").status = "hurt", "out_of_the_fight"
    outcome = resolve(battle, [volley(shot("shooter", "bearer"))])
    assert dice_left(battle) == 0 and outcome.volleys == 1
    assert stand(battle, "bearer").carrying == "hurt" and stand(battle, "bearer").status == "ready"
