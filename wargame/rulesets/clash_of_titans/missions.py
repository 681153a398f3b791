"""Missions of a campaign: levels, ground, scouting, where the enemy is.

    levels -> muster -> ground -> (deployment) -> enemy          all before the first turn

Rules: NUT-MISN-01 to -06, -08, NUT-CAMP-03, -04, -13, NUT-TERR-01, -11, NUT-PEF-01, -06.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from wargame.engine.events import Rolled, Said
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.clash_of_titans import (
    charts,
    data,
    groups,
    lists,
    np_aims,
    np_orders,
    options,
    pef,
    raising,
    reinforcements,
    terrain_gen,
    throws,
)
from wargame.rulesets.clash_of_titans.sections import ALL, FAR, NEAR
from wargame.rulesets.clash_of_titans.state import ClashState, Point

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

RECON, COMBAT, RAID, ATTACK = "reconnaissance patrol", "combat patrol", "raid", "attack"
DEFENCE, ASSAULT = "perimeter defence", "assault"
NAMES = (RECON, COMBAT, RAID, ATTACK, DEFENCE, ASSAULT)
ALIASES = {"patrol": RECON, "defence": DEFENCE}
ROLL = "roll"
"""Value of the option `mission`: it is rolled on the base mission table."""
PLAYER, ENEMY = "player", "enemy"


# ---------------------------------------------------------------- which, and how strong


def levels(battle: Battle) -> Directive:
    """One round: the mission, the Enemy Activity Level and the Support Level, rolled where the scenario gives none.

    Rules: NUT-MISN-08, NUT-CAMP-03, -04.
    """
    state = cast(ClashState, battle.state)
    wanted = state.mission.mission
    if not wanted:
        return NEXT
    name = _rolled(battle) if wanted == ROLL else ALIASES.get(wanted, wanted)
    charts.mission_row(name)
    cite_mission(name)
    situation = str(state.options.get(options.SITUATION, "") or "contested sector")
    row = data.row("levels", situation)
    eal = state.mission.eal or level(battle, str(row["eal"]), "eal", "NUT-CAMP-03")
    sl = state.mission.sl or level(battle, str(row["sl"]), "sl", "NUT-CAMP-04")
    state.mission = msgspec.structs.replace(state.mission, mission=name, eal=eal, sl=sl)
    battle.happen(Said(key="mission", data=(("mission", name), ("eal", eal), ("sl", sl)), rules=cite_mission(name)))
    return NEXT


def cite_mission(name: str) -> tuple[str, ...]:
    """The rule of a mission."""
    rules = {RECON: "NUT-MISN-01", COMBAT: "NUT-MISN-02", RAID: "NUT-MISN-03", ATTACK: "NUT-MISN-03"}
    rules |= {DEFENCE: "NUT-MISN-04", ASSAULT: "NUT-MISN-05"}
    return (cite(rules[name]),)


def _rolled(battle: Battle) -> str:
    """The base mission table; a result "leave" is no mission and rolled again. Rule: NUT-MISN-08."""
    while True:
        roll = throws.total(battle, 2, "mission_base", rules=(cite("NUT-MISN-08"),))
        found = str(charts.die_row("mission_base", roll.passed)["mission"])
        if found in NAMES:
            return found


def level(battle: Battle, words: str, purpose: str, rule: str) -> int:
    """A level by two dice, as table `levels` says: the lower, the higher, or their average rounded up; of half dice
    where it says so. Rules: NUT-CAMP-03, -04, NUT-DICE-04, -07."""
    faces = battle.throw(2)
    counted = [throws.half(face) for face in faces] if words.startswith("1/2") else list(faces)
    how = words.rpartition(", ")[2]
    if how.startswith("average"):
        found = throws.halved(sum(counted))
    else:
        found = min(counted) if how == "lower" else max(counted)
    battle.happen(Rolled(purpose=purpose, dice=faces, needed=words, outcome=str(found), rules=(cite(rule),)))
    return found


# ---------------------------------------------------------------- ground


def controls(state: ClashState) -> str:
    """Who controls the sector: as the scenario says, else the enemy if his level is the higher. Rule: NUT-MISN-06."""
    cite("NUT-MISN-06")
    said = str(state.options.get(options.CONTROL, "") or "")
    if said in (PLAYER, ENEMY):
        return said
    return ENEMY if state.mission.eal > state.mission.sl else PLAYER


def ground(battle: Battle) -> Directive:
    """One round: the terrain that the player has scouted is laid out. Rules: NUT-TERR-01, -11, NUT-MISN-06."""
    state = cast(ClashState, battle.state)
    if not state.mission.mission or battle.setup.features:
        return NEXT
    seen = ALL if controls(state) == PLAYER else _scouted(battle)
    own = sections_of(state.mission.mission)
    wanted = sorted({*seen, *own}, key=lambda s: -s)
    terrain_gen.lay_out(battle, reinforcements.grid_of(battle), region(state), wanted)
    return NEXT


def region(state: ClashState) -> str:
    """The region whose chart is used."""
    return str(state.options.get(options.REGION, "") or "rural")


def _scouted(battle: Battle) -> tuple[int, ...]:
    """Terrain scouting: 2d6 against the Rep of the player's leader. Rule: NUT-TERR-11."""
    state = cast(ClashState, battle.state)
    squad = next((g for g in state.groups.values() if g.side == state.mission.player and g.own_squad), None)
    leader = groups.leader(state, squad.id) if squad is not None else None
    rep = leader.rep if leader is not None else 4
    rules = (cite("NUT-TERR-11"),)
    roll = throws.passes(battle, 2, rep, "terrain_scouting", stand=leader, side=state.mission.player, rules=rules)
    return terrain_gen.revealed_by(roll.row)


def sections_of(mission: str) -> tuple[int, ...]:
    """The sections in which the player sets up."""
    first, _, last = str(charts.mission_row(mission)["player_sections"]).partition("-")
    return tuple(range(int(first), int(last) + 1))


# ---------------------------------------------------------------- the enemy


def enemy(battle: Battle) -> Directive:
    """One round: markers and known enemies are placed, out of the player's sight; ground that his men see from
    where they were set up is rolled before. Rules: NUT-MISN-01 to -05, NUT-PEF-01, NUT-TERR-11.
    """
    from wargame.rulesets.clash_of_titans import scouting

    state = cast(ClashState, battle.state)
    if state.mission.enemy not in state.ruled:
        return NEXT
    if not state.mission.mission:
        _listed(battle)
        return NEXT
    scouting.reveal(battle)
    mission = state.mission.mission
    cite_mission(mission)
    row = charts.mission_row(mission)
    count = _count(str(row["pefs"]), state.mission.eal)
    die = str(row["pef_die"])
    if die.startswith("1d6 halved"):
        pef.set_up(battle, count, FAR, halved=True)
    elif "+" in die:
        plus = int(die.partition("+")[2])
        pef.set_up(battle, count, tuple(range(1 + plus, 7 + plus)), plus=plus)
    else:
        pef.set_up(battle, count, tuple(range(1, 7)))
    if row["known_enemy"] != "none":
        _known_squad(battle)
    _aim_player(battle)
    return NEXT


def _count(words: str, eal: int) -> int:
    """A number of markers: "3", "EAL" or "EAL + 1"."""
    if not words.startswith("EAL"):
        return int(words)
    return eal + int(words.partition("+")[2] or 0)


def _listed(battle: Battle) -> None:
    """In a set scenario with markers the enemy's units wait behind them. Rule: NUT-PEF-06."""
    state = cast(ClashState, battle.state)
    if not state.options.get(options.PEFS, False):
        return
    names = [g.id for g in state.groups.values() if g.side == state.mission.enemy and g.arrived and not g.held]
    on_table = {s.group for s in state.stands.values() if s.on_table}
    pef.set_up_listed(battle, [name for name in names if name not in on_table])


def _known_squad(battle: Battle) -> None:
    """The known enemy squad of a raid or attack, in section 2 or 5. Rule: NUT-MISN-03."""
    state = cast(ClashState, battle.state)
    side = state.mission.enemy
    rules = (cite("NUT-MISN-03"),)
    die = throws.read_die(battle, "known_enemy", side=side, rules=rules)
    section = int(next(s for most, s in charts.file("solo.toml")["known_enemy"] if die.passed <= most))
    roll = raising.roller(battle, side, rules, die.event)
    troops = reinforcements.troops_of(state, side)
    unit = lists.squad(state.sides[side].nation, state.year, roll, troops)
    unit = lists.with_unit_rep(unit, state.year, roll)
    order = np_orders.of_mission(battle, side, "enemy_defends")
    group = raising.raise_group(battle, side, unit, np_group=True, intention=order, rules=rules, cause=die.event)
    at = pef.place_in(battle, section)
    raising.place_near(battle, group, at, pef.player_figures(battle), charts.number("contact_place_in"), "known", rules)


def _aim_player(battle: Battle) -> None:
    """A player's side that the rules run gets its order and the place it is to go to. Rule: NUT-NP-02."""
    state = cast(ClashState, battle.state)
    side = state.mission.player
    if side not in state.ruled:
        return
    mission = state.mission.mission
    order = {RECON: np_orders.ATTACK, COMBAT: np_orders.ATTACK, DEFENCE: np_orders.HOLD}.get(mission, np_orders.ATTACK)
    for group in [g for g in state.groups.values() if g.side == side and g.np and g.strength]:
        np_orders.give(battle, group.id, np_orders.Drawn(order), "mission", (cite("NUT-NP-02"),))
        group.objective = goal(battle) if order == np_orders.ATTACK else np_aims.middle(state, group.id)


def goal(scene: Scene) -> Point:
    """Where a mission leads the player: the far middle section, or the near one in an assault."""
    state = cast(ClashState, scene.state)
    grid = reinforcements.grid_of(scene)
    if state.mission.mission == ASSAULT:
        return grid.centre(NEAR[1])
    return grid.centre(FAR[1])
