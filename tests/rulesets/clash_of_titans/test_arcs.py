"""Where weapons point: arcs of mounts, of towed and set-up guns, and the direction of turrets."""

from __future__ import annotations

import math

import pytest

from tests.rulesets.clash_of_titans import build, duels
from tests.rulesets.clash_of_titans.duels import PANZER_IV_G, STUG, T34, duel, german, russian
from wargame.engine.orders import Act
from wargame.rulesets.clash_of_titans import gun_targets, machine_guns, vehicles
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicles import MAIN_GUN

GUN = "pak_40"


def _off(stand: ClashStand, weapon: str, degrees: float, inches: float = 10.0) -> tuple[float, float]:
    """A point so many degrees to the left of straight ahead, seen from the muzzle."""
    x, y = vehicles.muzzle(stand, weapon)
    angle = math.radians(stand.facing_deg + degrees)
    return x + inches * math.cos(angle), y + inches * math.sin(angle)


@pytest.mark.rule("NUT-GEO-08")
@pytest.mark.parametrize(
    ("line", "weapon", "half"),
    [
        (STUG, MAIN_GUN, 22.5),
        (GUN, MAIN_GUN, 22.5),
        (PANZER_IV_G, "hull", 45.0),
        (PANZER_IV_G, MAIN_GUN, 180.0),
        (PANZER_IV_G, "coax", 180.0),
        (STUG, "pintle", 180.0),
    ],
)
@pytest.mark.parametrize("side", [1, -1])
def test_a_mount_can_be_brought_to_bear_in_its_arc_and_no_further(
    line: str, weapon: str, half: float, side: int
) -> None:
    """Without turning the hull; the border of the arc belongs to it."""
    stand = duel(german("one", line, 30, 20, facing=30)).stand("one")
    assert vehicles.can_bear(stand, weapon, _off(stand, weapon, side * (half - 0.2)))
    assert vehicles.can_bear(stand, weapon, _off(stand, weapon, side * (half + 0.2))) is (half == 180.0)


@pytest.mark.rule("NUT-GEO-08")
def test_what_is_outside_the_arc_is_no_target() -> None:
    """The refusal names the rule."""
    battle = duel(german("stug", STUG, 30, 24), russian("front", T34, 50, 24), russian("beside", T34, 40, 40))
    stug = battle.stand("stug")
    assert gun_targets.refusal(battle, stug, MAIN_GUN, battle.stand("front")) is None
    refusal = gun_targets.refusal(battle, stug, MAIN_GUN, battle.stand("beside"))
    assert refusal is not None
    assert refusal.rules == ("NUT-GEO-08",)


@pytest.mark.rule("NUT-GEO-08")
@pytest.mark.parametrize(("degrees", "bears"), [(44.5, True), (-44.5, True), (46, False), (180, False)])
def test_a_set_up_machine_gun_fires_into_a_quarter(degrees: float, bears: bool) -> None:
    """45 degrees either side, unless it may still be pivoted; not set up it is as free as any infantry weapon."""
    battle = duel(build.red("gun", 30, 20, line="GE_mmg"), build.blue("b", 60, 20), active="b")
    gun = battle.stand("gun")
    gun.set_up = True
    angle = math.radians(degrees)
    at = (30 + 10 * math.cos(angle), 20 + 10 * math.sin(angle))
    assert machine_guns.can_bear(battle, gun, "MMG", at) is bears
    gun.set_up = False
    assert machine_guns.can_bear(battle, gun, "MMG", at)


@pytest.mark.rule("NUT-GEO-14")
def test_a_turret_points_at_its_last_target_and_bears_on_a_quarter_about_it() -> None:
    """At first it points ahead. The hull machine gun stays with the hull."""
    battle = duel(german("pz", PANZER_IV_G, 30, 24), russian("t", T34, 30, 40, facing=270), dice=(1, 1, 1, 1, 1, 1))
    tank = battle.stand("pz")
    assert vehicles.bears(tank, MAIN_GUN, (40, 24))
    assert not vehicles.bears(tank, MAIN_GUN, (30, 40))
    duels.resolve_written(battle, duels.fires("pz", "t"))
    tank = battle.stand("pz")
    assert vehicles.turret_facing(tank) == 90.0
    assert tank.facing_deg == 0.0
    assert [vehicles.bears(tank, "coax", _off(tank, "coax", d)) for d in (44.8, 45.2, 134.8, 135.2)] == [
        False,
        True,
        True,
        False,
    ]
    assert vehicles.bears(tank, "hull", (50, 24))


@pytest.mark.rule("NUT-GEO-14")
def test_the_owner_sets_the_turret_at_the_end_of_an_activation() -> None:
    """An act of the vehicle, after which it does no more."""
    battle = build.battle_of(german("pz", PANZER_IV_G, 30, 24), russian("t", T34, 70, 40), group="pz-group")
    build.order(battle, Act(stand="pz", act="turret", at=(20, 24)))
    tank = build.stand(battle, "pz")
    assert vehicles.turret_facing(tank) == 180.0
    assert tank.facing_deg == 0.0
    assert tank.finished
