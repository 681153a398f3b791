"""Reading a To Hit die. Rules: NUT-FIRE-02 to -05, -09, -11, -12, NUT-COVR-02 to -04.

The resolution reads faces with these functions, the odds count them with the same.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

from wargame.engine.rules import cite
from wargame.rulesets.clash_of_titans import data

FACES = range(1, 7)
BEST = 6
_RULES = {7: "NUT-FIRE-03", 8: "NUT-FIRE-04", 9: "NUT-FIRE-05", 10: "NUT-FIRE-03"}


@dataclass(frozen=True, slots=True)
class Conditions:
    """What counts of target and shooter when a total is read. `number`: the target is the first, second, …"""

    cover: bool = False
    concealed: bool = False
    prone: bool = False
    fast_moving: bool = False
    charging: bool = False
    number: int = 1
    shooter_fast: bool = False
    keen: bool = False
    """The shooter ignores the concealed and prone entries of the 8 row (sniper with scope, Marksman)."""
    mounted: bool = False
    blast: bool = False
    """A blast ignores the entries for later targets, charging and fast moving."""
    only_sure: bool = False
    """Only the highest row hits: fire at a spot (NUT-FIRE-14)."""

    def as_blast(self) -> Conditions:
        """The same man in a blast circle. Rules: NUT-GREN-06, NUT-HE-02."""
        return replace(self, blast=True)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a total does: "hit", "mount" or "miss"; what made a total of 8 or 9 miss."""

    result: str
    why: str = ""
    rule: str = ""

    @property
    def hit(self) -> bool:
        """Is the man himself hit?"""
        return self.result == "hit"


@functools.cache
def _entries() -> dict[int, tuple[str, ...]]:
    """Row of the table (7 to 10) to the entries that make it miss."""
    found = {}
    for r in data.rows("to_hit"):
        found[int(str(r["total"]).split(" ")[0])] = tuple(r["misses_if"])
    return found


def _holds(entry: str, at: Conditions) -> bool:
    """Does an entry of the table hold? Sniper and Marksman do not mind concealed and prone targets in the 8 row."""
    if entry == "target concealed" and at.concealed:
        cite("NUT-COVR-04")
    if entry in ("target concealed", "target prone") and at.keen:
        cite("NUT-FIRE-09")
        return False
    if at.blast and entry in _NOT_FOR_BLASTS:
        cite("NUT-HE-02")
        return False
    facts = {
        "target in cover": at.cover,
        "target concealed": at.concealed,
        "target prone": at.prone,
        "target fast moving": at.fast_moving,
        "target charging": at.charging,
        "target is second or later": at.number >= 2,
        "target is third or later": at.number >= 3,
        "shooter fast moving": at.shooter_fast,
    }
    return facts[entry]


_NOT_FOR_BLASTS = (
    "target fast moving",
    "target charging",
    "target is second or later",
    "target is third or later",
    "shooter fast moving",
)


def read(total: int, at: Conditions) -> Reading:
    """What a total of die and Rep does. Rules: NUT-FIRE-02 to -05, -12."""
    cite("NUT-FIRE-02")
    table = _entries()
    row = min(max(total, min(table)), max(table))
    rule = cite(_RULES[row])
    if row == min(table):
        return Reading("miss", "", rule)
    if row == max(table):
        return Reading("hit", "", rule)
    if at.only_sure:
        return Reading("miss", "fired at a spot", cite("NUT-FIRE-14"))
    if row == min(table) + 1 and at.mounted and not at.blast:
        return Reading("mount", "", cite("NUT-FIRE-12"))
    why = next((entry for entry in table[row] if _holds(entry, at)), "")
    return Reading("miss" if why else "hit", why, rule)


def is_pitiful(rep: int, at: Conditions) -> bool:
    """Could even a six not hit, so that a six is rolled again? Rule: NUT-FIRE-11."""
    return read(BEST + rep, at).result == "miss"


def second_die_hits(face: int, rep: int) -> bool:
    """Does the second die of a pitiful shot hit: it is not above the Rep of that shot? Rule: NUT-FIRE-11."""
    cite("NUT-FIRE-11")
    return face <= rep


@functools.lru_cache(maxsize=4096)
def chance(rep: int, at: Conditions) -> float:
    """Chance that one die hits the man."""
    hits = sum(read(face + rep, at).hit for face in FACES) / BEST
    if not is_pitiful(rep, at):
        return hits
    return hits + sum(second_die_hits(face, rep) for face in FACES) / BEST**2


def needed(rep: int, at: Conditions) -> str:
    """The least face that hits, in words: "4+", or "6, then 2-" for a pitiful shot."""
    least = next((face for face in FACES if read(face + rep, at).hit), None)
    if least is not None:
        return f"{least}+"
    return f"6, then {rep}-" if rep > 0 else "no hit"
