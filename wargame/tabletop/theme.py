"""Colours, sides and sizes: the one place that says how the screen looks.

Colours are (red, green, blue) from 0 to 255. Lengths are pixels at interface scale 1; the kit multiplies them by the
interface scale `k`, the table never does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]

GAME_NAME: Final = "Six by Four"
GAME_MOTTO: Final = "Miniature battles on a table measured in inches"


def rgb(text: str) -> Colour:
    """The colour written as `#RRGGBB`."""
    value = int(text.removeprefix("#"), 16)
    return (value >> 16, value >> 8 & 255, value & 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour that lies `share` (0 to 1) of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b))
    return (red, green, blue)


def luminance(colour: Colour) -> float:
    """Relative luminance from 0 (black) to 1 (white), as the web's contrast rule defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: Colour, b: Colour) -> float:
    """Contrast between two colours: 1 (none) to 21 (black on white). Text wants 4.5 at least."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class Ink:
    """The colours of panels and text."""

    BACK: Final = rgb("#1A1D20")
    PANEL: Final = rgb("#1F2326")
    RAISED: Final = rgb("#262B2F")
    HOVER: Final = rgb("#343B40")
    SHINE: Final = rgb("#464D52")
    LINE: Final = rgb("#3B4146")
    WELL: Final = rgb("#15171A")
    TEXT: Final = rgb("#EDE6D6")
    DIM: Final = rgb("#A9A394")
    OFF: Final = rgb("#7C776C")
    BRASS: Final = rgb("#D2AC55")
    CHOSEN: Final = rgb("#22506B")
    FOCUS: Final = rgb("#7FD0FF")
    PRIMARY: Final = rgb("#A9521F")
    ON_PRIMARY: Final = rgb("#FFFFFF")
    PRIMARY_HOVER: Final = rgb("#B55A24")
    WARNING: Final = rgb("#FFC857")
    SUCCESS: Final = rgb("#56C7D6")
    REFUSAL: Final = rgb("#FF7A66")
    LINK: Final = rgb("#8CC8F0")
    PAPER: Final = rgb("#F1EAD8")
    PAPER_EDGE: Final = rgb("#6B5B34")
    PAPER_INK: Final = rgb("#2A2418")
    PAPER_DIM: Final = rgb("#655C48")
    BONE: Final = rgb("#F3ECD9")
    BONE_INK: Final = rgb("#1C1A18")
    ASH: Final = rgb("#84807A")
    ASH_INK: Final = rgb("#23211E")
    WOOD: Final = rgb("#3D2F22")
    WOOD_EDGE: Final = rgb("#5C4833")
    TICK: Final = rgb("#B0966F")
    THUMB: Final = rgb("#5A6268")


class Overlay:
    """The colours of lines and areas drawn over the table; every line has a casing in `CASING`."""

    MOVE: Final = rgb("#A8F0E0")
    ARC: Final = rgb("#FFD166")
    TARGET: Final = rgb("#FF3B6B")
    BLAST: Final = rgb("#FF4FA3")
    NEUTRAL: Final = rgb("#FFFAEB")
    CASING: Final = rgb("#080A0C")
    OUT_OF_COMMAND: Final = rgb("#FF6050")
    HIDDEN_GROUND: Final = rgb("#0A0E1A")
    NO_OWNER: Final = rgb("#D6D0C2")


@dataclass(frozen=True, slots=True)
class SideLook:
    """How one side is told from the other: by hue, and by rim pattern and tail badge where hue does not help."""

    colour: Colour
    dark: Colour
    pattern: str  # "solid" or "notched"
    badge: str  # "circle" or "triangle"
    bars: int  # bars on the band of a counter


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two hues for the two sides; pattern and badge stay the same whatever the hues."""

    id: str
    caption: str
    first: Colour
    first_dark: Colour
    second: Colour
    second_dark: Colour

    def side(self, index: int) -> SideLook:
        """The look of the side number `index`: even ones solid with a circle, odd ones notched with a triangle."""
        if index % 2 == 0:
            return SideLook(self.first, self.first_dark, "solid", "circle", 1)
        return SideLook(self.second, self.second_dark, "notched", "triangle", 2)


PAIRS: Final = (
    ColourPair("blue-amber", "Blue and amber", rgb("#58B0F0"), rgb("#0E3A5E"), rgb("#F2A33A"), rgb("#5C3203")),
    ColourPair("blue-red", "Blue and red", rgb("#58B0F0"), rgb("#0E3A5E"), rgb("#F0705A"), rgb("#5E1A10")),
    ColourPair("violet-yellow", "Violet and yellow", rgb("#A98BF0"), rgb("#33235E"), rgb("#E6CF4A"), rgb("#4A3F06")),
)


def colour_pair(pair_id: str) -> ColourPair:
    """The pair of that id; the first one (blue and amber) for an id no longer known."""
    return next((pair for pair in PAIRS if pair.id == pair_id), PAIRS[0])


class Size:
    """Lengths of the battle screen in pixels at k = 1."""

    TOP_BAR: Final = 44
    ACTION_BAR: Final = 44
    ROW: Final = 24
    BUTTON: Final = 34
    TABLE_FRAME: Final = 15
    ACTION_BUTTON_WIDEST: Final = 122
    ACTION_ICON_FROM: Final = 104
    WIDE_FROM: Final = 1360
    DRAWERS_BELOW: Final = 1000
    BODY: Final = 14
    DENSE: Final = 13
    CAPTION: Final = 12
    SMALLEST_TEXT: Final = 12
    FOCUS_RING: Final = 2


def panel_lengths(logical_width: float) -> tuple[int, int, int]:
    """Width of the left panel, width of the right panel and height of the bottom panel, in px at k = 1.

    `logical_width` is the window's width divided by the interface scale.
    """
    return (216, 272, 150) if logical_width < Size.WIDE_FROM else (236, 300, 176)


SCALES: Final = (1.0, 1.25, 1.5, 2.0)
_SMALLEST_LOGICAL: Final = (1000, 560)


def first_scale(width: int) -> float:
    """The interface scale for a first start in a window `width` px wide."""
    for limit, scale in ((1500, 1.0), (2240, 1.25), (3200, 1.5)):
        if width < limit:
            return scale
    return 2.0


def offered_scales(size: tuple[int, int]) -> tuple[float, ...]:
    """The interface scales that leave a window of `size` px at least 1,000 x 560 logical pixels; always 1.0."""
    width, height = _SMALLEST_LOGICAL
    return tuple(k for k in SCALES if k == 1.0 or (size[0] / k >= width and size[1] / k >= height))
