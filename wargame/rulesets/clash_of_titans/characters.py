"""The player's own squad, man by man: Reps by quality, the Star, and what each man is like.

Rules: NUT-ATTR-01, NUT-CHAR-02, NUT-LIST-02.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from wargame.engine.events import Event, StandChanged
from wargame.engine.orders import Chosen
from wargame.engine.requests import AnyRequest, Choose, Option
from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import attributes, charts, data, throws
from wargame.rulesets.clash_of_titans.lists import Roll, Unit
from wargame.rulesets.clash_of_titans.state import ClashStand, ClashState

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

PURPOSE = "star_advantage"


def star_rep() -> int:
    """The Rep of a Star at the beginning. Rule: NUT-CHAR-02."""
    cite("NUT-CHAR-02")
    return int(charts.number("star_rep"))


def with_own_reps(unit: Unit, quality: str, roll: Roll) -> Unit:
    """A squad with a Rep rolled for each man by the quality of the troops; the first is the Star.

    Rule: NUT-CHAR-02.
    """
    row = data.row("squad_member_rep", quality)
    men = [replace(unit.men[0], rep=star_rep())]
    for man in unit.men[1:]:
        (face,) = roll("squad_member_rep", 1)
        men.append(replace(man, rep=int(row[f"r{face}"])))
    return replace(unit, men=tuple(men), rep=star_rep())


def hand_out(battle: Battle, group: str, cause: Event | None = None) -> Generator[AnyRequest, Any, None]:
    """Attributes of the player's own squad: the Star picks one advantage and rolls one more attribute, every other man
    rolls for one. Rule: NUT-ATTR-01."""
    state = cast(ClashState, battle.state)
    for man in [s for s in state.stands.values() if s.group == group and s.is_man]:
        if man.star:
            yield from _of_star(battle, man, cause)
        else:
            _of_grunt(battle, man, cause)


def _of_star(battle: Battle, star: ClashStand, cause: Event | None) -> Generator[AnyRequest, Any, None]:
    rules = (cite("NUT-ATTR-01"), cite("NUT-ATTR-02"))
    rows = [r for r in data.rows("attributes") if r["list"] == "advantage"]
    order = yield Choose(
        side=star.side,
        purpose=PURPOSE,
        prompt=f"{star.name}: which advantage has he?",
        options=tuple(Option(id=r["name"], text=r["name"], consequence=r["effect"]) for r in rows),
        suggestion=Chosen(option=rows[0]["name"]),
        about=(star.id,),
        rules=rules,
    )
    _give(battle, star, order.option, rules, cause)
    die = throws.read_die(battle, "attribute_list", stand=star, rules=rules, cause=cause)
    kind = _list_of("star_lots", die.passed)
    _give(battle, star, attributes.draw(battle, star, kind, die.event), rules, die.event)


def _of_grunt(battle: Battle, man: ClashStand, cause: Event | None) -> None:
    rules = (cite("NUT-ATTR-01"),)
    die = throws.read_die(battle, "attribute_list", stand=man, rules=rules, cause=cause)
    kind = _list_of("attribute_lots", die.passed)
    if kind:
        _give(battle, man, attributes.draw(battle, man, kind, die.event), rules, die.event)


def _list_of(lots: str, face: int) -> str:
    return str(next(kind for most, kind in charts.file("solo.toml")[lots] if face <= most))


def _give(battle: Battle, man: ClashStand, name: str, rules: tuple[str, ...], cause: Event | None) -> None:
    changes = (("attributes", (*man.attributes, name)),)
    event = StandChanged(stand=man.id, changes=changes, why="attribute", rules=rules, seen_by=(man.side,))
    battle.happen(event, cause=cause)
