"""Orders in the game's language for the tests of fire, assault and movement."""

from __future__ import annotations

from typing import Any

from tests.rulesets.fascist_vipers.sketch import (
    RIFLES,
    RUSSIANS,
    Unit,
    battle_in,
    blue,
    order,
    red,
    setup_of,
    stand,
    state_of,
    with_dice,
)
from wargame.board import Feature
from wargame.engine.battle import Battle
from wargame.engine.events import AnyEvent, Rolled
from wargame.engine.orders import Act, Assault, Done, Fire, Move, Refusal, Shot

PANZER_IV = "GE_panzer_iv_f2_h_with_long_7_5_cm_42"
TIGER = "GE_tiger_i_42"
STUG = "GE_stug_iii_f_g_42"
PANTHER_D = "GE_panther_d_43"
PIONEERS = "GE_assault_pioneer_platoon_with_flamethrowers_42"
MMG = "GE_mmg_platoon_mg_34_or_mg_42_on_tripod_39"
PAK_38 = "GE_5_cm_pak_38_41"
PAK_40 = "GE_7_5_cm_pak_40_42"
HALF_TRACK = "GE_sdkfz_251_half_track_40"
TRUCK = "GE_truck_39"
BIKES = "GE_motorcycle_platoon_39"
ARMOURED_CAR = "GE_light_armoured_car_39"
HQ = "GE_company_or_battalion_hq_on_foot_39"
MAXIM = "SU_maxim_mmg_platoon_41"
RUSSIAN_TRUCK = "SU_truck_41"
RUSSIAN_GUN = "SU_45_mm_m1942_anti_tank_gun_42"


def move(
    battle: Battle, name: str, *path: tuple[float, float], facing: float | None = None, mode: str = ""
) -> list[AnyEvent]:
    """Moves a stand along a path; the order must be legal."""
    return order(battle, Move(stand=name, path=path, facing_deg=facing, mode=mode))


def advance(battle: Battle, name: str, x: float, y: float) -> list[AnyEvent]:
    """Moves a stand straight towards a place, as far as it legally leads."""
    outcome = battle.answer(Move(stand=name, path=((x, y),)))
    if isinstance(outcome, Refusal):
        assert outcome.at is not None, outcome.text
        return move(battle, name, outcome.at)
    return outcome


def blues_go(*units: Unit, **more: Any) -> Battle:
    """A battle of these units that waits in blue's go."""
    idle = (red("idle-red", RIFLES, 1, 1, group="red-idle"), blue("idle-blue", RUSSIANS, 71, 1, group="blue-idle"))
    setup = setup_of(*units, *idle, **more)
    return battle_in(state_of(setup, step="go_b", phasing="blue"), setup)


def shot(firer: str, target: str, facing: float | None = None) -> Fire:
    """The order to fire at a unit."""
    return Fire(stand=firer, weapon="gun", targets=(Shot(target),), facing_deg=facing)


def fire(battle: Battle, firer: str, target: str, *dice: int) -> list[AnyEvent]:
    """A fire exchange with these dice, defence first."""
    with_dice(battle, *dice)
    return order(battle, shot(firer, target))


def assault(battle: Battle, lead: str, target: str, *dice: int, supports: tuple[str, ...] = ()) -> list[AnyEvent]:
    """A close assault with these dice, the defender's first."""
    with_dice(battle, *dice)
    return order(battle, Assault(stand=lead, target=target, supports=supports))


def act(battle: Battle, name: str, what: str, target: str | None = None) -> list[AnyEvent]:
    """One of the other acts."""
    return order(battle, Act(stand=name, act=what, target=target))


def end_go(battle: Battle) -> None:
    """The side is done with its go."""
    order(battle, Done())


def dice_thrown(events: list[AnyEvent]) -> list[tuple[int, ...]]:
    """Dice of each roll, in order."""
    return [e.dice for e in events if isinstance(e, Rolled)]


def counts(events: list[AnyEvent]) -> list[int]:
    """How many dice each roll had, in order."""
    return [len(d) for d in dice_thrown(events)]


def reasons(events: list[AnyEvent]) -> set[str]:
    """Rule ids of all modifiers of the rolls."""
    return {m.rule for e in events if isinstance(e, Rolled) for m in e.modifiers}


def strip(id: str, kind: str, *points: tuple[float, float], width: float = 0.3, **props: object) -> Feature:
    """A line of ground: wall, trench, stream, road …"""
    return Feature(
        id=id, kind=kind, name=id, geometry="line", rings=(points,), width_in=width, height=0.0, props=props, order=0
    )


def area(
    id: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0, **props: object
) -> Feature:
    """A rectangle of ground."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return Feature(
        id=id, kind=kind, name=id, geometry="polygon", rings=(ring,), width_in=0.0, height=height, props=props, order=0
    )


def at(battle: Battle, name: str) -> tuple[float, float]:
    """Where a stand is."""
    found = stand(battle, name)
    return found.x, found.y
