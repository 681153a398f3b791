"""Who an infantry squad, a team or a crew is: men by unit line, their Reps by the unit tables of the nations.

Every chance is thrown by the caller's `Roll`. Rules: NUT-LIST-01 to -07.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data

Roll = Callable[[str, int], tuple[int, ...]]
"""Throws so many d6 for a purpose and gives the faces; whoever makes it tells the log."""
_NUMBERS = {"one": 1, "two": 2, "three": 3}
SQUADS_IN_PLATOON = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One man of a list. `extra`: weapons beyond those of his unit line."""

    line: str
    name: str
    class_: str = "regular"
    rep: int = 0
    nco: bool = False
    junior_nco: bool = False
    radio: bool = False
    extra: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A squad, team or crew. `serves`: unit line of the gun or vehicle that its men man."""

    kind: str
    name: str
    nation: str
    troops: str
    men: tuple[Figure, ...]
    serves: str = ""
    rep: int = 0


@functools.cache
def words() -> dict[str, Any]:
    """The file of words (lists.toml)."""
    return tomllib.loads(data.text_of("lists.toml"))


def nation_name(nation: str) -> str:
    """The name of a nation in the charts. Raises KeyError for a code that has none."""
    return str(words()["nations"][nation])


def in_period(period: str, year: int) -> bool:
    """Is the year in a period of the charts: "1941-43", "1945" or "all"?"""
    if period == "all":
        return True
    first, _, last = period.partition("-")
    end = int(first[:2] + last) if len(last) == 2 else int(last or first)
    return int(first) <= year <= end


# ---------------------------------------------------------------- Reps


def troops_row(troops: str) -> dict[str, str]:
    """Rep line and class of a kind of troops. Rule: NUT-LIST-03. Raises KeyError for an unknown kind."""
    found = next((row for row in words()["troops"] if row["kind"] == troops), None)
    if found is None:
        raise KeyError(
            f"unknown kind of troops {troops!r}; there are {', '.join(r['kind'] for r in words()['troops'])}"
        )
    cite("NUT-LIST-03")
    return dict(found)


def rep_line(table: str, nation: str, year: int, line: str = "") -> tuple[int, ...]:
    """The six Reps of a nation in a year: table `unit_rep` (with a line) or `tanker_rep`.

    A nation without that line uses its best fitting one: its ordinary line, else any. The nearest period counts.
    """
    name = nation_name(nation)
    rows = [r for r in data.rows(table) if r["nation"] == name]
    if line:
        rows = [r for r in rows if r["class"] == line] or [r for r in rows if r["class"] == "line"] or rows
    if not rows:
        raise KeyError(f"table {table!r} has no row for {name}")
    fitting = [r for r in rows if in_period(r["period"], year)]
    chosen = fitting[0] if fitting else min(rows, key=lambda r: _years_off(r["period"], year))
    return tuple(chosen[f"r{face}"] for face in range(1, 7))


def _years_off(period: str, year: int) -> int:
    first, _, last = period.partition("-")
    end = int(first[:2] + last) if len(last) == 2 else int(last or first)
    return max(int(first) - year, year - end, 0)


def with_unit_rep(unit: Unit, year: int, roll: Roll) -> Unit:
    """The unit with one Rep rolled for all its men; its NCO has one more, 5 at most (militia 4). Rule: NUT-LIST-02."""
    cite("NUT-LIST-02")
    line = troops_row(unit.troops)["rep"]
    (face,) = roll("unit_rep", 1)
    rep = rep_line("unit_rep", unit.nation, year, line)[face - 1]
    return with_rep(unit, rep)


def with_rep(unit: Unit, rep: int) -> Unit:
    """The unit with this Rep, its NCO with one more. Rule: NUT-LIST-02."""
    best = 4 if troops_row(unit.troops)["rep"] == "militia" else 5
    men = tuple(replace(man, rep=max(rep, min(best, rep + 1)) if man.nco else rep) for man in unit.men)
    return replace(unit, men=men, rep=rep)


def crew_rep(nation: str, year: int, roll: Roll) -> int:
    """One Rep for a whole vehicle crew, on table `tanker_rep`. Rule: NUT-CREW-03."""
    cite("NUT-CREW-03")
    (face,) = roll("tanker_rep", 1)
    return rep_line("tanker_rep", nation, year)[face - 1]


# ---------------------------------------------------------------- squads


def squad_row(nation: str, year: int, troops: str = "line", kind: str = "") -> dict[str, Any]:
    """The row of table `squads` for a nation's squad of that year, or for a special kind of squad."""
    special = kind or words()["squad_rows"].get(troops, "")
    name = special or nation_name(nation)
    rows = [r for r in data.rows("squads") if r["nation"] == name]
    if not rows:
        raise KeyError(f"table 'squads' has no row {name!r}")
    fitting = [r for r in rows if in_period(r["period"], year)]
    return fitting[0] if fitting else min(rows, key=lambda r: _years_off(r["period"], year))


def squad(nation: str, year: int, roll: Roll, troops: str = "line", kind: str = "", half: bool = False) -> Unit:
    """A squad at full strength, or half of one (rounded down, with an NCO), without Reps.

    Rules: NUT-LIST-01, -03, -04.
    """
    cite("NUT-LIST-01")
    row = squad_row(nation, year, troops, kind)
    class_ = troops_row(troops)["class"]
    count = int(row["men"])
    men = _figures(row, FigureMaker(nation, year, class_), count, roll, _automatics(row, nation, year, troops, roll))
    if half:
        men = _half(men, count // 2)
    name = kind or f"{nation_name(nation)} {'half-squad' if half else 'squad'}"
    return Unit(kind="half-squad" if half else "squad", name=name, nation=nation, troops=troops, men=tuple(men))


@dataclass(frozen=True, slots=True)
class FigureMaker:
    """Makes figures of one nation, year and class out of weapon words."""

    nation: str
    year: int
    class_: str

    def man(self, weapon: str, *, nco: bool = False, second: bool = False, extra: tuple[str, ...] = ()) -> Figure:
        """A man with this weapon; a leader is an NCO with it where there is such a line."""
        roles = words()["leaders"].get(weapon, []) if nco or second else []
        line = self._line([*roles, *words()["men"][weapon]])
        return Figure(
            line=line.id, name=line.name, class_=self.class_, nco=nco, junior_nco=second, extra=extra, radio=False
        )

    def _line(self, roles: Sequence[str]) -> data.ManLine:
        men = data.men()
        there = [men[f"{self.nation}_{role}"] for role in roles if f"{self.nation}_{role}" in men]
        of_year = [line for line in there if line.years[0] <= self.year <= line.years[1]]
        if not there:
            raise KeyError(f"{self.nation} has no man of the kinds {', '.join(roles)}")
        return (of_year or there[-1:])[0]


def _automatics(row: dict[str, Any], nation: str, year: int, troops: str, roll: Roll) -> list[str]:
    """Weapon words of the automatic weapons that a squad has. Penal troops have none."""
    text = str(row["automatic"])
    if text == "-" or troops == "penal":
        return []
    if text in ("LMG of nation", "MG of period"):
        text = str(squad_row(nation, year)["automatic"])
    if text == "LMG per three sections":
        return []
    if " on " in text and "of 1d6" in text:
        (face,) = roll("squad_weapon", 1)
        text, _, faces = text.partition(" on 1-")
        if face > int(faces[0]):
            return []
    name, _, more = text.partition(" (")
    return [name] * (2 if more.startswith("two") else 1)


def _figures(row: dict[str, Any], maker: FigureMaker, count: int, roll: Roll, automatics: list[str]) -> list[Figure]:
    nco, second = _first(str(row["nco"]), maker.year), _first(str(row["second"]), maker.year)
    men = [maker.man(nco, nco=True), maker.man(second, second=True)]
    men += [maker.man(weapon) for weapon in automatics]
    rest = _rest(str(row["rest"]), count - len(men), count, maker.year, roll)
    return men + [maker.man(weapon, extra=extra) for weapon, extra in rest]


def _first(text: str, year: int) -> str:
    """The weapon of "a or b": the second, newer one from 1944 on."""
    older, _, newer = text.partition(" or ")
    return newer if newer and year >= int(words()["anti_tank_rifles"]["sure_rocket_year"]) else older


def _rest(text: str, count: int, squad_size: int, year: int, roll: Roll) -> list[tuple[str, tuple[str, ...]]]:
    """Weapons of the other men: a common weapon (or two by turns), then "two smg", charges and the like."""
    base, *more = [part.strip() for part in text.split(",")]
    common = [base.removeprefix("half "), "br"] if base.startswith("half ") else base.split(" and ")
    men: list[tuple[str, tuple[str, ...]]] = [(common[i % len(common)], ()) for i in range(count)]
    for part in more:
        _apply(part, men, squad_size, year, roll)
    return men


def _apply(part: str, men: list[tuple[str, tuple[str, ...]]], squad_size: int, year: int, roll: Roll) -> None:
    """One entry of the rest of a squad, from its last man on: "one flamethrower", "1/2d6 satchels", "pistols"."""
    number, _, what = part.partition(" ")
    if "satchel" in part:
        for i in range(min(len(men), _charges(part, squad_size, roll))):
            men[i] = (men[i][0], (*men[i][1], "satchel charge"))
    elif number in _NUMBERS:
        free = [i for i in reversed(range(len(men))) if not men[i][1]]
        for i in free[: _NUMBERS[number]]:
            men[i] = (_first(what, year), ())
    elif part == "pistols":
        men[-1:] = [("pistols", ())]
    else:
        men[:] = [(weapon, (*extra, part)) for weapon, extra in men]


def _charges(part: str, squad_size: int, roll: Roll) -> int:
    """Satchel charges of an engineer squad (one per three full figures) or an assault squad. Rule: NUT-LIST-04."""
    cite("NUT-LIST-04")
    if part.startswith("1/2d6"):
        (face,) = roll("satchels", 1)
        return (face + 1) // 2
    return squad_size // 3


def _half(men: list[Figure], count: int) -> list[Figure]:
    """Half a squad: its NCO, its automatic weapon and riflemen. Rule: NUT-LIST-01."""
    return [men[0], *men[2 : count + 1]]
