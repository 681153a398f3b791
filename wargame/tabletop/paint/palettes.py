"""The colours of the ground: what each palette and each kind of thing on the table is painted with."""

from dataclasses import dataclass

import numpy as np

from wargame.tabletop.paint.noise import Array


def rgb(text: str) -> Array:
    """`#rrggbb` as three numbers from 0 to 1."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / np.float32(255)


@dataclass(frozen=True, slots=True)
class Palette:
    """One look of the ground. Four tones from dark to light, then what breaks them up."""

    tones: tuple[str, str, str, str]
    earth: str
    dark_earth: str
    tuft: str
    tip: str
    grain: float
    wood_floor: str
    roofs: tuple[str, ...]
    trees: tuple[str, ...]
    street: str
    yard: str
    crops: tuple[tuple[str, str], ...] = ()


PALETTES: dict[str, Palette] = {
    "steppe": Palette(
        ("#67693A", "#807D47", "#968F55", "#ACA268"), "#94805C", "#6F5D42", "#565C31", "#C4B67C", 0.060,
        "#454A29", ("thatch", "wood", "thatch", "tin"), ("leaf", "leaf", "dry"), "dirt", "#8C7D58",
    ),
    "grass": Palette(
        ("#4A5A2E", "#5F7038", "#758446", "#8D9658"), "#7A6547", "#5D4B34", "#3D4D26", "#A8AD68", 0.060,
        "#3D4626", ("tile", "slate", "tile", "thatch"), ("leaf", "dark", "leaf"), "asphalt", "#7B7551",
    ),
    "mud": Palette(
        ("#4E4A33", "#635B40", "#776B4B", "#8A7D57"), "#6E5A43", "#4A3B2C", "#474B2C", "#9C9462", 0.065,
        "#3F3F28", ("tile", "slate", "wood", "tile"), ("bare", "leaf", "dark"), "dirt", "#6C6048",
        crops=(("crops", "green"), ("wheat", "stubble"), ("field", "plough")),
    ),
    "snow": Palette(
        ("#B9C4CD", "#D0D9DF", "#E0E6EA", "#EEF1F3"), "#8B8272", "#6B6357", "#9A9A86", "#FFFFFF", 0.030,
        "#A8ADA6", ("snow",), ("snowed", "bare"), "dirt", "#B7B8B2",
        crops=tuple((k, "snowplough") for k in ("field", "crops", "wheat", "sunflower")),
    ),
    "rubble": Palette(
        ("#5F5A54", "#6F6961", "#80796F", "#918A7F"), "#8A8074", "#5A534B", "#4B463F", "#A79F92", 0.075,
        "#4A4A33", ("slate", "tile", "flat", "ruin", "ruin", "slate"), ("leaf", "bare", "dark"), "asphalt", "#78716A",
    ),
    "desert": Palette(
        ("#A88A5B", "#BB9D6A", "#CBB07C", "#D9C193"), "#A98C62", "#87704F", "#8C7A50", "#E6D3A8", 0.050,
        "#7C7048", ("flat",), ("dry", "dark"), "dirt", "#B59A70",
    ),
}  # fmt: skip
ALIASES = {
    "city": "rubble", "temperate": "grass", "plateau": "desert", "meadow": "grass", "normandy": "grass",
    "winter": "snow", "sand": "desert", "urban": "rubble", "autumn": "mud", "bocage": "grass",
}  # fmt: skip


def palette_named(name: str) -> Palette:
    """The palette of that name; scenario words such as `city` or `temperate` are understood, others give grass."""
    plain = name.strip().lower()
    return PALETTES.get(ALIASES.get(plain, plain), PALETTES["grass"])


@dataclass(frozen=True, slots=True)
class Crop:
    """Base, crest and furrow colours, the spacing of the rows in inches, how tall it stands (inches)."""

    base: str
    crest: str
    furrow: str
    spacing_in: float
    stands_in: float


CROPS = {
    "wheat": Crop("#AB9350", "#BFA766", "#917A41", 0.32, 0.06),
    "stubble": Crop("#A39564", "#B3A676", "#8F8155", 0.30, 0.01),
    "plough": Crop("#665440", "#786450", "#544433", 0.40, -0.02),
    "green": Crop("#67713F", "#757F4A", "#596338", 0.36, 0.06),
    "sunflower": Crop("#727439", "#8F833C", "#626632", 0.48, 0.07),
    "snowplough": Crop("#C9D0D5", "#E2E7EA", "#A3A096", 0.40, 0.0),
    "fallow": Crop("#857E50", "#948B5B", "#767146", 0.30, 0.0),
}
ROOFS = {
    "thatch": ("#8D7A52", "#B39D6B"), "tile": ("#74483A", "#8F5F4E"), "slate": ("#50545A", "#696E74"),
    "tin": ("#656C68", "#858D86"), "wood": ("#6E5A41", "#8F7757"), "flat": ("#8A8377", "#A39B8E"),
    "snow": ("#CFD8DE", "#EEF2F4"), "ruin": ("#4D4740", "#6F675D"), "concrete": ("#85837C", "#9B998F"),
}  # fmt: skip
TREES = {
    "leaf": ("#34431F", "#4A5C2B", "#74803F"), "dry": ("#3F4A24", "#5A642F", "#868848"),
    "dark": ("#2E4024", "#435931", "#687C46"), "conifer": ("#2B3D24", "#3D5530", "#566B3D"),
    "snowed": ("#33463A", "#5D7264", "#E8EEF0"), "bare": ("#4F473C", "#6C6353", "#8B8270"),
    "fruit": ("#3C4A22", "#56672F", "#8A9450"), "hedge": ("#31401F", "#465829", "#6B773B"),
}  # fmt: skip
