"""Tables of organisation: which commands an army has, and their limits.

Rules: LW2-FORCE-01, -06, -07, -10, -14, -15, -20, -23, LW2-DATA-05, -06, LW2-GEN-07.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wargame.engine.rules import cite
from wargame.rulesets.lightning_war import data
from wargame.rulesets.lightning_war.state import Ratings


@dataclass(frozen=True)
class Base:
    """One kind of base of a command: the lines it may be, how many at full strength."""

    names: tuple[str, ...]
    most: int


@dataclass(frozen=True)
class Command:
    """A command of an organisation: id, what players call it, its kind, how many there may be, its bases, the level at
    which its fire is asked for; `heavy`: company weapons that a leftover of a die may buy."""

    id: str
    name: str
    kind: str
    nation: str
    most: int
    bases: tuple[Base, ...]
    request: str
    company_most: int
    carriers: tuple[tuple[str, str], ...] = ()
    """Transport that comes with it for nothing: the line, and what each carries: squad or gun (LW2-FORCE-10)."""

    @property
    def strength(self) -> int:
        """Bases at full strength. Rule: LW2-FORCE-14."""
        cite("LW2-FORCE-14")
        return sum(base.most for base in self.bases)

    @property
    def is_heavy(self) -> bool:
        """Heavy weapons of a company or battalion."""
        return self.kind == "heavy_weapons"


def commands(organisation: str, year: int) -> tuple[Command, ...]:
    """The commands of an organisation in a year. Rules: LW2-FORCE-06, -07, LW2-DATA-05, -06, LW2-GEN-07."""
    for rule in ("LW2-FORCE-06", "LW2-FORCE-07", "LW2-DATA-05", "LW2-DATA-06", "LW2-GEN-07"):
        cite(rule)
    row = data.organisations().get(organisation)
    if row is None:
        raise ValueError(f"unknown organisation {organisation!r}")
    nation = data.NATIONS[row["nation"]]
    found = []
    for n, element in enumerate(row["element"]):
        bases = tuple(_bases(element, nation, year))
        if not bases:
            continue
        companies = int(element.get("companies_per_battalion", 1)) * int(element.get("battalions", 1))
        found.append(
            Command(
                id=f"{organisation}/{n}",
                name=f"{element['name']}",
                kind=str(element["kind"]),
                nation=nation,
                most=int(element.get("platoons", 1)) * companies,
                bases=bases,
                request=str(element.get("request", "")),
                company_most=int(element.get("platoons", 1)),
                carriers=tuple(_carriers(element, nation, year)),
            )
        )
    return tuple(_with_small_companies(found))


def _bases(element: dict[str, object], nation: str, year: int) -> list[Base]:
    found = []
    rows = element["bases"]
    assert isinstance(rows, list)
    for names, most, _origin in rows:
        able = [row.unit_id for name in str(names).split("|") if (row := _in_year(name, nation, year)) is not None]
        if able:
            found.append(Base(tuple(able), int(most)))
    return found


def _carriers(element: dict[str, object], nation: str, year: int) -> Iterator[tuple[str, str]]:
    """The carriers of an element and what they carry. Rule: LW2-FORCE-10."""
    rows = element.get("carriers", [])
    assert isinstance(rows, list)
    for name, what in rows:
        row = _in_year(str(name), nation, year)
        if row is not None:
            cite("LW2-FORCE-10")
            yield row.unit_id, str(what)


def _in_year(name: str, nation: str, year: int) -> Ratings | None:
    """The line of a name, if it was there in that year. Rule: LW2-DATA-06."""
    try:
        row = data.line_named(name, nation)
    except KeyError:
        return None
    return row if row.year_from <= year <= row.year_to else None


def _with_small_companies(rows: list[Command]) -> list[Command]:
    """A company whose platoons have fewer than three bases is run as one command. Rules: LW2-FORCE-15, -23."""
    cite("LW2-FORCE-23")
    cite("LW2-FORCE-15")
    fighting = [r for r in rows if r.kind in ("tank", "self_propelled_gun")]
    if not fighting or any(r.strength >= 3 for r in fighting):
        return rows
    bases = tuple(Base(b.names, b.most * r.most) for r in fighting for b in r.bases)
    first = fighting[0]
    whole = Command(first.id, "Company", first.kind, first.nation, 1, bases, "", 1)
    return [whole, *(r for r in rows if r not in fighting)]


def against_higher_headquarters(lines: tuple[str, ...]) -> str | None:
    """Why a headquarters above company may not be made up so, or None: at most staff, a guard squad, an armoured guard.

    Rules: LW2-FORCE-16, -17.
    """
    cite("LW2-FORCE-16")
    cite("LW2-FORCE-17")
    most = int(data.tables()["force"]["higher_hq_max_bases"])
    if len(lines) > most:
        return f"A higher headquarters has at most {most} bases, not {len(lines)}."
    return None
