"""The first state: Reps, Stars, vehicles with crews, guns, edges. Rules: NUT-CHAR-01, -02, -06, -08, NUT-GEO-16."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import battle_of, blue, group, red, setup_of, squad, stand, state
from wargame.engine.setup import SideSetup, Zone
from wargame.rulesets.clash_of_titans import edges, setup, status


@pytest.mark.rule("NUT-CHAR-01")
def test_every_figure_has_a_rep_its_own_its_groups_or_four() -> None:
    """The stand's field goes before the group's."""
    men = [red("a", 5, 5, rep=5), red("b", 7, 5), red("c", 30, 5, group="red-2")]
    found = setup.set_up(setup_of(*men, blue("x", 60, 5), groups={"red-1": {"rep": 3}}))
    assert [found.stands[n].rep for n in "abc"] == [5, 3, 4]


@pytest.mark.rule("NUT-CHAR-02", "NUT-CHAR-06")
def test_a_star_has_as_many_star_power_dice_as_his_rep_and_grunts_none() -> None:
    """Everybody else is a grunt."""
    battle = battle_of(red("star", 5, 5, rep=5, star=True), red("man", 7, 5, rep=5), blue("x", 60, 5))
    assert (stand(battle, "star").star_power, stand(battle, "man").star_power) == (5, 0)


@pytest.mark.rule("NUT-CHAR-08")
def test_permanent_reps_have_limits() -> None:
    """Soldiers 2 to 6, mounts 3 to 5."""
    assert [status.lasting_rep(n) for n in (1, 4, 7)] == [2, 4, 6]
    assert [status.lasting_rep(n, mount=True) for n in (2, 6)] == [3, 5]


@pytest.mark.rule("NUT-GEO-16")
def test_the_own_edge_lies_behind_the_set_up_area() -> None:
    """Said by the scenario, else behind the zone, else the edge farthest from the enemy's ground."""
    low = Zone(id="z", name="z", polygon=((0, 0), (72, 0), (72, 6), (0, 6)), side="green")
    table = setup_of(red("a", 36, 44), blue("x", 60, 5), zones=(low,))
    green = SideSetup(id="green", name="Greens", nation="GE", role="attacker")
    assert edges.of_side(table, green, None) == "bottom"
    assert edges.of_side(table, green, "left") == "left"
    centre = SideSetup(id="white", name="Whites", nation="GE", role="attacker")
    assert edges.of_side(table, centre, None) in edges.OPPOSITE


def test_a_vehicle_comes_with_its_crew_as_a_group_of_its_own() -> None:
    """The commander leads; a squad listed with it is another group."""
    units = [red("tank", 20, 20, "panzer_iv_g", group="mixed", crew_rep=5), *squad("red", "mixed", 5, 5, men=3)]
    battle = battle_of(*units, blue("x", 60, 5))
    crew = [s for s in state(battle).stands.values() if s.carrier == "tank"]
    assert [s.station for s in crew] == ["commander", "gunner", "loader", "driver", "hull_gunner"]
    assert {s.rep for s in crew} == {5}
    assert group(battle, "tank").leader == "tank.1"
    assert group(battle, "mixed").strength == 3


def test_a_gun_comes_with_its_crew_in_contact() -> None:
    """The men of a PaK stand round it, none upon another."""
    battle = battle_of(red("pak", 20, 20, "pak_38", group="gun"), blue("x", 60, 5, facing=0.0))
    men = [s for s in state(battle).stands.values() if s.mans == "pak"]
    assert len(men) == 5 and all(m.in_play for m in men)
    assert [m.station for m in men[:3]] == ["commander", "gunner", "loader"]


def test_unknown_fields_lines_and_weapons_name_the_nearest_word() -> None:
    """Faults of scenarios are told with a hint."""
    with pytest.raises(ValueError, match="unknown unit line 'GE_riffleman'; nearest: 'GE_rifleman'"):
        setup.set_up(setup_of(red("a", 5, 5, "GE_riffleman")))
    with pytest.raises(ValueError, match="unknown field 'repp'; nearest: 'rep'"):
        setup.set_up(setup_of(red("a", 5, 5, repp=4)))
    with pytest.raises(ValueError, match="unknown weapon 'pistole'; nearest: 'pistol'"):
        setup.set_up(setup_of(red("a", 5, 5, also=("pistole",))))


def test_counted_weapons_are_counted_from_what_he_carries() -> None:
    """Two satchels and a Panzerfaust."""
    man = red("a", 5, 5, also=("satchel charge", "satchel charge", "Panzerfaust 30"), grenade=True)
    battle = battle_of(man, blue("x", 60, 5))
    assert dict(stand(battle, "a").rounds) == {"satchel charge": 2, "Panzerfaust 30": 1, "hand grenade": 1}
