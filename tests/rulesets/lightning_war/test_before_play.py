"""Tables of chance, transport of organisations, replacements, flame-throwers."""

from __future__ import annotations

import pytest
import shapely

from tests.rulesets.lightning_war.sketch import (
    HQ,
    SQUAD,
    battle_in,
    battle_of,
    blue,
    box,
    fire,
    group,
    is_gone,
    order,
    red,
    refusal,
    setup_of,
    stand,
)
from wargame.engine.battle import Battle
from wargame.engine.orders import Chosen, Done
from wargame.rulesets import ruleset
from wargame.rulesets.lightning_war import features, morale, muster, organisation, terrain, transport

MUSTER = {
    "sides": {
        "red": {"organisation": ("de_infantry_regiment",)},
        "blue": {"organisation": ("su_rifle_battalion",)},
    },
    "roles": ("meeting", "meeting"),
    "options": {"random_table": True},
}


@pytest.mark.rule("LW2-GEN-08")
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_table_of_chance_has_a_feature_for_every_120_to_200_square_inches_none_far_from_the_next(seed):
    battle = Battle(ruleset("lightning_war"), setup_of(**MUSTER), seed, kernels="plain", digests=False)
    made = [f for f in battle.board.features if f.id.startswith("chance-")]
    area = 72 * 48
    assert area / 200 - 0.5 <= len(made) <= area / 120 + 0.5
    shapes = [shapely.Polygon(f.rings[0]) for f in made]
    for n, shape in enumerate(shapes):
        assert shape.is_valid and shape.bounds[0] > 0 and shape.bounds[2] < 72
        nearest = min(shape.distance(other) for m, other in enumerate(shapes) if m != n)
        assert 0.0 < nearest <= 24.0
    graph = features.ground(battle.board).graph
    assert (graph.all_steps >= 0).all()


def test_the_same_dice_give_the_same_ground_and_the_option_is_off_by_default():
    assert terrain.cells(72, 48, 17, 5) == terrain.cells(72, 48, 17, 5)
    assert len(terrain.cells(72, 48, 23, 9)) == 23
    off = {**MUSTER, "options": {}}
    battle = Battle(ruleset("lightning_war"), setup_of(**off), 1, kernels="plain", digests=False)
    assert not battle.board.features


@pytest.mark.rule("LW2-FORCE-10")
def test_carriers_come_with_their_squads_and_use_up_no_part_of_the_die():
    able = organisation.commands("de_panzergrenadier_company", 1943)
    rifles = next(c for c in able if c.kind.startswith("motorised"))
    setup = setup_of(sides={"red": {"organisation": ("de_panzergrenadier_company",)}})
    state = ruleset("lightning_war").set_up(setup)
    state.step = "muster"
    battle = battle_in(state, setup, [4, 4, 4, 4, 4, 4])
    muster.raise_command(battle, "red", rifles, 0, {"0": 3}, able)
    mine = [s for s in battle.state.stands.values() if s.side == "red"]
    squads = [s for s in mine if s.ratings.troop == "infantry"]
    carriers = [s for s in mine if s.ratings.troop == "armoured_carrier"]
    assert len(squads) == len(carriers) == 3
    assert all(transport.can_carry(c, s) for c, s in zip(carriers, squads, strict=True))


# ---------------------------------------------------------------- replacements


def rested(seen=False, beside=True, options=1):
    """A platoon with a loss beside the battalion's headquarters, out of sight or not."""
    wood = [box("wood", "woods_heavy", 30, 5, 36, 40)]
    foe = (12, 30) if seen else (60, 20)
    battle = battle_of(
        red("a", SQUAD, 10, 20),
        red("chief", HQ, 11.3 if beside else 20, 20, group="red-staff"),
        blue("e", SQUAD, *foe),
        features=wood,
        groups={"red-staff": {"higher": True}},
        options={"replacements": options},
        step="command",
        as_of={"red-1": {"raised_by": ("x",)}},
    )
    while battle.request.purpose == "select" and battle.state.cycle < 5:
        order(battle, Chosen(option="red-idle"))
        while battle.request.purpose == "act":
            order(battle, Done())
    return battle


@pytest.mark.rule("LW2-MOR-18", "LW2-MOR-05")
def test_a_platoon_out_of_sight_beside_a_higher_headquarters_gets_over_a_loss():
    battle = rested()
    assert group(battle, "red-1").reinforced == 1
    assert morale.rating(group(battle, "red-1")) == morale.basic("battle_hardened")


@pytest.mark.parametrize("how", [{"seen": True}, {"beside": False}, {"options": 0}])
def test_no_replacements_in_sight_of_the_enemy_away_from_headquarters_or_without_the_scenario(how):
    assert group(rested(**how), "red-1").reinforced == 0


# ---------------------------------------------------------------- flame


def burning(dice):
    town = [box("town", "town", 20, 18, 26, 26), box("yard", "woods_light", 10, 18, 16, 26)]
    return battle_of(
        red("f", SQUAD, 15.3, 22, flame=True),
        blue("e", SQUAD, 20.7, 22),
        blue("o", SQUAD, 18, 40),
        features=town,
        dice=dice,
        as_of={"e": {"active_cycle": 3}},
    )


@pytest.mark.rule("LW2-INF-07")
def test_flame_reaches_men_in_a_built_up_area_once_whatever_their_cover():
    battle = burning([4, 6, 6, 6])
    assert "LW2-INF-07" in refusal(battle, fire("f", "o", "flame")).rules
    order(battle, fire("f", "e", "flame"))
    assert is_gone(battle, "e")
    assert stand(battle, "f").flame is False


@pytest.mark.rule("LW2-INF-07")
def test_a_three_of_flame_suppresses_and_the_thrower_is_spent():
    battle = burning([3, 6, 6, 6])
    order(battle, fire("f", "e", "flame"))
    assert not is_gone(battle, "e") and stand(battle, "e").suppressed_turn
    assert stand(battle, "f").flame is False
