"""What light lies on the table: day, dawn, dusk or night, by what the battle says of its hour and its conditions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from wargame.engine.setup import Setup
from wargame.engine.state import State
from wargame.tabletop.theme import Colour

DAY, DAWN, DUSK, NIGHT = "day", "dawn", "dusk", "night"
TINTS: Mapping[str, tuple[Colour, Colour]] = MappingProxyType({
    DAY: ((255, 255, 255), (255, 255, 255)),
    DAWN: ((214, 204, 222), (238, 232, 242)),
    DUSK: ((214, 170, 156), (240, 216, 206)),
    NIGHT: ((104, 122, 172), (184, 192, 220)),
})  # fmt: skip
"""What the ground, and more mildly the stands, are multiplied by."""
_WORDS = (
    (re.compile(r"\bnight\b(?! is over)", re.I), NIGHT),
    (re.compile(r"\b(dusk|twilight|evening|sunset)\b", re.I), DUSK),
    (re.compile(r"\b(dawn|daybreak|first light|sunrise)\b", re.I), DAWN),
    (re.compile(r"\b(day|daylight|morning|full light|noon)\b", re.I), DAY),
)
_DAWN_MIN, _DUSK_MIN = 5 * 60, 20 * 60
_TWILIGHT_MIN, _DAYBREAK_MIN = 45, 90
_A_DAY = 24 * 60


def light_of(state: State, setup: Setup) -> str:
    """The light now: what changes of conditions have said last, the weather's words, else the hour."""
    if state.options.get("night"):
        return NIGHT
    told = _told(state, setup) or _said(state.weather)
    if told:
        return told
    return _by_the_clock(state) if state.clock_min is not None else DAY


def _told(state: State, setup: Setup) -> str:
    """What the last change of conditions that has come about says of the light."""
    happened = set(state.triggered)
    words = [t.text for t in setup.triggers if t.id in happened and t.id.endswith("conditions")]
    return next((light for light in map(_said, reversed(words)) if light), "")


def _said(text: str) -> str:
    """The light that a sentence speaks of; the first word counts."""
    found = [(match.start(), light) for pattern, light in _WORDS if (match := pattern.search(text))]
    return min(found)[1] if found else ""


def _by_the_clock(state: State) -> str:
    now = (state.clock_min or 0) % _A_DAY
    given = state.options.get("dusk")
    dusk = int(given) * 60 if isinstance(given, int | float) and given else _DUSK_MIN
    if now >= dusk or now < _DAWN_MIN - _DAYBREAK_MIN:
        return NIGHT
    if now < _DAWN_MIN:
        return DAWN
    return DUSK if now >= dusk - _TWILIGHT_MIN else DAY
