"""Building a force before the battle: six headquarters, dice, allotting them, buying.

Rules: LW2-FORCE-01 to -14, -16, -20, LW2-MOR-02.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import msgspec

from wargame.board import Base as Footing
from wargame.engine.events import GroupChanged, Rolled, Said
from wargame.engine.orders import Chosen, Picked
from wargame.engine.requests import AnyRequest, Choose, Item, Option, Pick
from wargame.engine.rules import cite
from wargame.engine.sequence import AGAIN, NEXT, Directive
from wargame.engine.state import Known
from wargame.rulesets.force import read as read_form
from wargame.rulesets.lightning_war import data, force, organisation, units
from wargame.rulesets.lightning_war.features import state_of
from wargame.rulesets.lightning_war.organisation import Command
from wargame.rulesets.lightning_war.state import WarStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

QUICK, BY_HAND = "quick", "by_hand"
MUSTER, TYPES, ALLOT, BUY = "muster", "types", "allot", "buy"


def of_side(battle: Battle, side: str) -> dict[str, Any]:
    """The fields of a side: organisations, blocks of six."""
    row = next(s for s in battle.setup.sides if s.id == side)
    return read_form(force.SideLine, row.fields, f"side {side!r}")


def muster_one_side(battle: Battle) -> Generator[AnyRequest, Any, Directive]:
    """One round: a side raises its force, by hand or quickly. Rules: LW2-FORCE-01 to -04, LW2-FORCE-24."""
    state = state_of(battle)
    waiting = [s for s in state.sides if s not in state.mustered and of_side(battle, s).get("organisation")]
    if not waiting:
        return NEXT
    side = waiting[0]
    state.mustered += (side,)
    fields = of_side(battle, side)
    able = tuple(c for name in fields["organisation"] for c in organisation.commands(name, state.year))
    how = yield Choose(
        side=side,
        purpose=MUSTER,
        prompt="Raise your force by hand, or have it raised?",
        options=(Option(id=QUICK, text="Quick muster"), Option(id=BY_HAND, text="By hand")),
        suggestion=Chosen(option=QUICK),
        rules=(cite("LW2-FORCE-01"),),
    )
    quick = how.option == QUICK
    count = int(data.tables()["force"]["headquarters_per_block"]) * int(fields.get("blocks", 1))
    cite("LW2-FORCE-04")
    chosen = yield from _ask(_types(side, able, count), quick)
    types = [c for c in able for _ in range(dict(chosen.items).get(c.id, 0))]
    dice = battle.throw(count)
    battle.happen(Rolled(purpose="strength", who=side, side=side, dice=dice, rules=(cite("LW2-FORCE-02"),)))
    allotted = yield from _ask(_allot(side, types, dice), quick)
    pairs = sorted(tuple(map(int, name.split(">"))) for name, _ in allotted.items)
    for die, command in pairs:
        bought = yield from _ask(_buy(side, able, types[command], dice[die], die), quick)
        raise_command(battle, side, types[command], command, dict(bought.items), able)
    return AGAIN


def _ask(request: Pick, quick: bool) -> Generator[AnyRequest, Any, Picked]:
    """The player's answer, or the suggestion in a quick muster."""
    if quick:
        assert isinstance(request.suggestion, Picked)
        return request.suggestion
    order: Picked = yield request
    return order


def _types(side: str, able: tuple[Command, ...], count: int) -> Pick:
    """Which six commands? Rules: LW2-FORCE-01, -06, -07, -08."""
    cite("LW2-FORCE-08")
    fighting = [c for c in able if c.kind != "HQ"]
    pool = [c for c in fighting for _ in range(c.most)]
    infantry = sorted(pool, key=lambda c: (_rank(c), able.index(c)))
    picked: dict[str, int] = {}
    for c in infantry[:count]:
        picked[c.id] = picked.get(c.id, 0) + 1
    short = count - sum(picked.values())
    most = {c.id: c.most + (short if c is fighting[0] else 0) for c in fighting}
    if short > 0:
        picked[fighting[0].id] = picked.get(fighting[0].id, 0) + short
    return Pick(
        side=side,
        purpose=TYPES,
        prompt=f"Choose the types of your {count} commands.",
        items=tuple(Item(id=c.id, text=f"{c.name} (up to {c.strength})", most=most[c.id]) for c in fighting),
        at_least=count,
        at_most=count,
        suggestion=Picked(items=tuple(picked.items())),
        rules=(cite("LW2-FORCE-01"), cite("LW2-FORCE-06"), cite("LW2-FORCE-07")),
    )


def _rank(command: Command) -> int:
    order = ("infantry", "motorised_infantry", "tank", "self_propelled_gun", "anti_tank", "recon", "heavy_weapons")
    return next((n for n, word in enumerate(order) if command.kind.startswith(word)), len(order))


def _allot(side: str, types: list[Command], dice: tuple[int, ...]) -> Pick:
    """Which die for which command? The dice are rolled first and allotted freely. Rules: LW2-FORCE-02, -03."""
    by_size = sorted(range(len(types)), key=lambda n: -types[n].strength)
    by_pips = sorted(range(len(dice)), key=lambda n: -dice[n])
    best = tuple((f"{die}>{command}", 1) for die, command in zip(by_pips, by_size))
    items = tuple(
        Item(id=f"{die}>{command}", text=f"the {dice[die]} to {types[command].name}", kind=f"die {die}")
        for die in range(len(dice))
        for command in range(len(types))
    )
    return Pick(
        side=side,
        purpose=ALLOT,
        prompt="Allot each die to a command.",
        items=items,
        at_least=len(dice),
        at_most=len(dice),
        kind_limits=tuple((f"die {die}", 1) for die in range(len(dice))),
        suggestion=Picked(items=best),
        rules=(cite("LW2-FORCE-03"),),
    )


def _buy(side: str, able: tuple[Command, ...], command: Command, pips: int, die: int) -> Pick:
    """What does the die buy: bases of the command, a second platoon of its kind, weapons of the company?

    Rules: LW2-FORCE-10 to -14.
    """
    for rule in ("LW2-FORCE-10", "LW2-FORCE-11", "LW2-FORCE-12", "LW2-FORCE-13"):
        cite(rule)
    items = [_item(f"{n}", base.names[-1], base.most, "platoon") for n, base in enumerate(command.bases)]
    if command.most > 1 and pips > command.strength:
        items += [_item(f"second {n}", b.names[-1], b.most, "second platoon") for n, b in enumerate(command.bases)]
    heavy = next((c for c in able if c.is_heavy and c is not command), None)
    if heavy is not None and pips > 1:
        items += [_item(f"heavy {n}", b.names[-1], b.most, "heavy weapons") for n, b in enumerate(heavy.bases)]
    return Pick(
        side=side,
        purpose=BUY,
        prompt=f"{command.name}: {pips} to spend.",
        items=tuple(items),
        at_least=1,
        at_most=pips,
        suggestion=_spend(items, pips),
        about=(f"die {die}",),
        rules=("LW2-FORCE-11", "LW2-FORCE-13", cite("LW2-FORCE-14")),
    )


def _item(name: str, line: str, most: int, kind: str) -> Item:
    return Item(id=name, text=f"{data.units()[line].name} ({kind})", cost=1.0, most=most, kind=kind)


def _spend(items: list[Item], pips: int) -> Picked:
    left, rows = pips, []
    for item in items:
        count = min(left, item.most)
        if count:
            rows.append((item.id, count))
            left -= count
    return Picked(items=tuple(rows))


# ---------------------------------------------------------------- raising


def raise_command(
    battle: Battle, side: str, command: Command, number: int, bought: dict[str, int], able: tuple[Command, ...]
) -> None:
    """Forms the platoons of one die, each with its headquarters. Rules: LW2-FORCE-10, -11, -12, -20, LW2-GEN-04."""
    heavy = next((c for c in able if c.is_heavy and c is not command), None)
    first = {k: v for k, v in bought.items() if not k.startswith("second ")}
    second = {k.removeprefix("second "): v for k, v in bought.items() if k.startswith("second ")}
    for word, rows in (("", first), ("b", second)):
        lines = []
        for name, count in rows.items():
            source = heavy if name.startswith("heavy ") else command
            if source is not None:
                lines += [source.bases[int(name.split()[-1])].names[-1]] * count
        if lines:
            _form(battle, side, command, f"{side}-{number + 1}{word}", lines)


def grade_of(battle: Battle, side: str) -> str:
    """Grades in turn: a quarter elite, half battle hardened, a quarter replacement; a platoon is of one grade.

    Rules: LW2-MOR-02, LW2-FORCE-20.
    """
    cite("LW2-MOR-02")
    cite("LW2-FORCE-20")
    row = ("battle_hardened", "replacement", "battle_hardened", "elite")
    count = sum(g.side == side for g in state_of(battle).groups.values())
    return row[count % len(row)]


def _form(battle: Battle, side: str, command: Command, name: str, lines: list[str]) -> None:
    state = state_of(battle)
    quality = grade_of(battle, side)
    made = [_stand(f"{name}-{n}", side, name, line, quality, command) for n, line in enumerate(lines, start=1)]
    if not any(units.is_armed_vehicle(s) for s in made) and not all(s.off_board for s in made):
        made.append(_stand(f"{name}-hq", side, name, "platoon_headquarters", quality, command))
    made += _transport(made, side, name, quality, command)
    leader = next((s for s in made if s.is_hq), made[0])
    leader.is_hq = True
    changes = (
        ("name", f"{command.name} {name.split('-')[-1]}"),
        ("side", side),
        ("quality", quality),
        ("nation", command.nation),
        ("leader", leader.id),
        ("parent", None),
    )
    rows = tuple(msgspec.to_builtins(s) for s in made)
    others = tuple(s for s in state.sides if s == side)
    battle.happen(GroupChanged(group=name, changes=changes, why="raised", formed=rows, seen_by=others))
    for stand in made:
        if not stand.off_board:
            for enemy in state.enemies_of(side):
                battle.state.knowledge.setdefault(enemy, {})[stand.id] = Known(level="unknown")


def _transport(made: list[WarStand], side: str, name: str, quality: str, command: Command) -> list[WarStand]:
    """A carrier for each squad, a tow for each gun on the table, where the organisation has them; they use up no part
    of the die. Rules: LW2-FORCE-10, LW2-MOVE-12."""
    found: list[WarStand] = []
    for line, what in command.carriers:
        wanted = sum(
            not s.off_board and (units.is_gun(s) if what == "gun" else s.ratings.troop in units.SQUADS) for s in made
        )
        for _ in range(wanted):
            found.append(_stand(f"{name}-t{len(found) + 1}", side, name, line, quality, command))
    if found:
        cite("LW2-FORCE-10")
    return found


def _stand(name: str, side: str, group: str, line: str, quality: str, command: Command) -> WarStand:
    ratings = data.line(line)
    stand = WarStand(
        id=name,
        name=ratings.name,
        side=side,
        group=group,
        line=line,
        base=Footing.rectangle(1.0, 1.0),
        ratings=ratings,
        quality=quality,
        off_board=ratings.only_indirect or (ratings.indirect and ratings.troop in ("howitzer", "field_gun")),
        is_hq=ratings.troop == "hq",
        request=command.request if command.request in ("company", "battalion", "regiment", "division") else "",
    )
    stand.base = Footing.rectangle(*data.looks_file()["base"][units.size_of(stand)])
    return stand


def settle_roles(battle: Battle) -> Directive:
    """Twice as many squads make an attacker; otherwise it is a meeting engagement. Rule: LW2-FORCE-05."""
    state = state_of(battle)
    if not state.mustered:
        return NEXT
    rule = cite("LW2-FORCE-05")
    count = {side: sum(s.side == side and units.counts(s) for s in state.stands.values()) for side in state.sides}
    ratio = float(data.tables()["force"]["attacker_ratio"])
    for side in state.sides:
        other = state.other(side)
        role = "meeting"
        if count[side] >= ratio * count[other]:
            role = "attacker"
        elif count[other] >= ratio * count[side]:
            role = "defender"
        state.sides[side].role = role
        battle.happen(Said(key=f"role_{role}", side=side, rules=(rule,)))
    return NEXT


against_higher_headquarters = organisation.against_higher_headquarters
