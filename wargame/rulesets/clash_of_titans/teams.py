"""Teams and crews: machine guns, anti-tank weapons, mortars, observers, snipers, guns and vehicles.

Rules: NUT-LIST-05, -07.
"""

from __future__ import annotations

from dataclasses import replace

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data
from wargame.rulesets.clash_of_titans.lists import Figure, FigureMaker, Roll, Unit, nation_name, squad_row, words
from wargame.rulesets.clash_of_titans.state import VehicleSpec


def team(nation: str, year: int, kind: str, roll: Roll, troops: str = "line") -> Unit:
    """A team of table `teams` without Reps. Rule: NUT-LIST-05. Raises KeyError for an unknown kind."""
    cite("NUT-LIST-05")
    row = data.row("teams", kind)
    maker = FigureMaker(nation, year, "militia" if troops == "militia" else "regular")
    weapon = _weapon_word(str(row["weapon"]), kind, nation, year, roll)
    men = [_special(maker.man(weapon), kind)]
    men += [maker.man(word) for word in _others(kind, int(row["men"]) - 1)]
    return Unit(kind="team", name=f"{nation_name(nation)} {kind} team", nation=nation, troops=troops, men=tuple(men))


def _weapon_word(text: str, kind: str, nation: str, year: int, roll: Roll) -> str:
    """The weapon word (lists.toml) of a team's first man."""
    if kind == "LMG":
        return str(squad_row(nation, year)["automatic"]).split(" (")[0].split(" on 1-")[0]
    if kind == "AT weapon":
        return anti_tank_weapon(nation, year, roll)
    if kind == "ATR":
        return anti_tank_rifle(nation)
    if kind in ("FO", "communications"):
        return "radio"
    if kind.startswith("gun crew"):
        return "crew"
    if kind == "medic":
        return "medic"
    return text.partition(";")[0].removesuffix(" 81/82mm").removesuffix(" 50mm")


def _others(kind: str, count: int) -> list[str]:
    if kind in ("LMG", "MMG"):
        return ["assistant"] * count
    if kind.startswith("gun crew"):
        return ["crew"] * count
    if kind == "FO":
        return ["pistol", *["br"] * (count - 1)]
    return ["br"] * count


def _special(man: Figure, kind: str) -> Figure:
    """The first man with what his team is known for: a radio, or the attributes of a sniper."""
    if kind in ("FO", "communications"):
        return replace(man, radio=True)
    if kind == "sniper":
        listed = str(data.row("teams", kind)["weapon"]).partition("; ")[2].partition(" (")[0]
        return replace(man, attributes=tuple(listed.split(", ")))
    return man


def anti_tank_rifle(nation: str) -> str:
    """The word of a nation's anti-tank rifle."""
    listed = words()["anti_tank_rifles"]
    return str(listed.get(nation, listed["other"]))


def anti_tank_weapon(nation: str, year: int, roll: Roll) -> str:
    """What an AT team has: the rifle to 1942, a Panzerschreck from 1944, in 1943 by a die. Rule: NUT-LIST-05."""
    listed = words()["anti_tank_rifles"]
    if nation in listed["always"] or year < listed["first_rocket_year"]:
        return anti_tank_rifle(nation)
    if year >= listed["sure_rocket_year"]:
        return "Panzerschreck"
    (face,) = roll("anti_tank_weapon", 1)
    return "Panzerschreck" if face >= listed["rocket_on"] else anti_tank_rifle(nation)


def with_anti_tank_weapon(unit: Unit, year: int, roll: Roll) -> Unit:
    """A squad and the anti-tank weapon that comes with it: one more soldier with a Panzerfaust, or a team of two.

    Rule: NUT-LIST-05.
    """
    cite("NUT-LIST-05")
    maker = FigureMaker(unit.nation, year, "regular")
    if unit.nation in words()["anti_tank_rifles"]["always"]:
        weapon = "ATR"
    else:
        row = next(r for r in words()["squad_anti_tank"] if r["years"][0] <= year <= r["years"][1])
        if len(row["rows"]) == 1:
            weapon = row["rows"][0][1]
        else:
            (face,) = roll("anti_tank_weapon", 1)
            weapon = next(name for most, name in row["rows"] if face <= most)
    word = anti_tank_rifle(unit.nation) if weapon == "ATR" else weapon
    extra = [maker.man(word)] if weapon == "Panzerfaust" else [maker.man(word), maker.man("br")]
    return replace(unit, name=f"{unit.name} with {weapon}", men=(*unit.men, *extra))


def gun_crew(nation: str, year: int, gun: str) -> Unit:
    """A towed gun (unit line) with its crew, without Reps. Rule: NUT-LIST-05."""
    cite("NUT-LIST-05")
    line = data.towed_guns()[gun]
    maker = FigureMaker(nation, year, "regular")
    men = tuple(maker.man("crew") for _ in range(line.crew))
    return Unit(kind="gun", name=line.name, nation=nation, troops="line", men=men, serves=gun)


def vehicle_crew(nation: str, vehicle: str, rep: int) -> Unit:
    """A vehicle of the list with a crew of this Rep; its men are made with the vehicle. Rule: NUT-LIST-07."""
    cite("NUT-LIST-07")
    spec = data.vehicles()[vehicle]
    return Unit(kind="vehicle", name=spec.name, nation=nation, troops="line", men=(), serves=vehicle, rep=rep)


def vehicles_for(nation: str, year: int, result: str) -> tuple[VehicleSpec, ...]:
    """The vehicles of a nation and year that a result "tank", "vehicle" or both may bring, in order of the list."""
    kinds = {kind for word in result.split(" or ") for kind in words()["vehicle_results"].get(word, ())}
    return tuple(
        spec
        for spec in data.vehicles().values()
        if spec.kind in kinds and nation in data.nations_of(spec.nation) and spec.years[0] <= year <= spec.years[1]
    )
