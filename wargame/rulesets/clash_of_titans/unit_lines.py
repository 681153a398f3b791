"""Unit lines as other parts of the program see them: men, vehicles and guns."""

from __future__ import annotations

import functools

from wargame.engine.ruleset import UnitLine
from wargame.rulesets.clash_of_titans.data import men, nations_of, towed_guns, vehicles


@functools.cache
def unit_lines() -> tuple[UnitLine, ...]:
    """All unit lines: men, vehicles, guns. A line of several nations is listed under no nation.

    Their classes are those of a stand to which nothing has happened yet.
    """
    found = [
        UnitLine(id=m.id, name=m.name, nation=m.nation, years=m.years, classes=("man", "foot", "able", m.class_))
        for m in men().values()
    ]
    for spec in vehicles().values():
        soft = "soft" if spec.soft else "afv"
        kinds = (
            "vehicle",
            "able",
            soft,
            spec.kind.replace(" ", "_"),
            *(("tank",) if "tank" in spec.kind.split() else ()),
        )
        found.append(UnitLine(id=spec.id, name=spec.name, nation=_one(spec.nation), years=spec.years, classes=kinds))
    for gun in towed_guns().values():
        line = UnitLine(id=gun.id, name=gun.name, nation=_one(gun.nation), years=gun.years, classes=("gun", "able"))
        found.append(line)
    found.append(UnitLine(id="pef", name="Possible enemy force", nation="", years=(1939, 1945), classes=("pef",)))
    return tuple(found)


def _one(words: str) -> str:
    codes = nations_of(words)
    return codes[0] if len(codes) == 1 else ""
