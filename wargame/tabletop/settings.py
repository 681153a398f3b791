"""What a player sets for this machine: scale, speed, sound, colours, keys. Kept as one small JSON file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from wargame.engine.standing import StandingOrder

SPEEDS: Final = ((1.0, "Normal"), (2.0, "Twice as fast"), (4.0, "Four times as fast"), (0.0, "Instant"))
REACTIONS: Final = (("play", "Played"), ("step", "Step by step"), ("all", "All at once"))
TAIL_BADGES: Final = (("always", "Always"), ("small", "When miniatures are small"), ("never", "Never"))


class Settings(msgspec.Struct, kw_only=True):
    """The player's choices. `scale` 0 means: choose by the window; a speed of 0 means: no animation.

    `keys` holds only the keys that differ from the key table: action id -> chord.
    """

    scale: float = 0.0
    own_speed: float = 1.0
    computer_speed: float = 1.0
    volume: float = 0.7
    pair: str = "blue-amber"
    tail_badges: str = "small"
    reduce_motion: bool = False
    high_contrast: bool = False
    single_click_commits: bool = False
    measure_freely: bool = False
    edge_scrolling: bool = False
    counters: bool = False
    """Cardboard counters instead of miniatures."""
    launched: bool = True
    """False where the program has never been used: it begins with a word of welcome."""
    reactions: str = "play"
    """How chains of reactions are shown: play, step or all (at once)."""
    keys: dict[str, str] = msgspec.field(default_factory=dict)
    standing: dict[str, tuple[StandingOrder, ...]] = msgspec.field(default_factory=dict)
    """Standing orders for every battle under a rulebook (by its id)."""


def load_settings(path: Path) -> Settings:
    """The settings kept at `path`; the defaults when there are none (a first launch) or the file cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(launched=False)
    except (OSError, msgspec.DecodeError):
        return Settings()


def save_settings(settings: Settings, path: Path) -> None:
    """Keep the settings at `path`, whose folder is made if need be. Raises OSError when that is not possible."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2))
    fresh.replace(path)
