"""Sounds, made here from a few sums: a knock, dice on wood, a shot. Never required: without a device all is silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

RATE: Final = 22050
Wave = npt.NDArray[np.float64]


class Sounds:
    """Plays sounds by name at `volume` (0 to 1). The device is opened with the first sound, not before.

    `notice` says why there is no sound, or is empty.
    """

    def __init__(self, volume: float = 0.7) -> None:
        self.volume = volume
        self.notice = ""
        self._ready: bool | None = None
        self._made: dict[str, pygame.mixer.Sound] = {}

    def play(self, name: str) -> None:
        """Play "knock", "dice", "shot", "blast" or "engine". Raises ValueError on another name."""
        if name not in _MAKERS:
            raise ValueError(f"no sound {name!r}; there are {', '.join(_MAKERS)}")
        if self.volume <= 0 or not self._open():
            return
        if name not in self._made:
            wave = np.clip(_MAKERS[name](), -1, 1)
            self._made[name] = pygame.mixer.Sound(buffer=(wave * 32000).astype(np.int16).tobytes())
        self._made[name].set_volume(self.volume)
        self._made[name].play()

    def _open(self) -> bool:
        if self._ready is None:
            try:
                pygame.mixer.init(RATE, -16, 1)
                self._ready = True
            except (pygame.error, NotImplementedError) as error:
                self._ready = False
                self.notice = f"No sound: {error}."
        return self._ready


def _time(seconds: float) -> Wave:
    return np.arange(int(RATE * seconds)) / RATE


def _hiss(t: Wave, seed: int) -> Wave:
    """Noise that is the same every time: the fraction of a steep sine."""
    x = np.sin((np.arange(t.size) + seed) * 12.9898) * 43758.5453
    return (x - np.floor(x)) * 2 - 1


def _dull(wave: Wave, width: int) -> Wave:
    return np.convolve(wave, np.ones(width) / width, "same")


def _knock() -> Wave:
    t = _time(0.07)
    return 0.5 * np.sin(2 * np.pi * 420 * t) * np.exp(-t * 70) + 0.2 * _dull(_hiss(t, 3), 6) * np.exp(-t * 120)


def _dice() -> Wave:
    t = _time(0.5)
    wave = np.zeros_like(t)
    for n, start in enumerate((0.0, 0.07, 0.12, 0.19, 0.24, 0.33, 0.38)):
        after = np.clip(t - start, 0, None)
        tone = np.sin(2 * np.pi * (900 + 170 * (n * 3 % 5)) * after) + _hiss(t, n)
        wave += (t >= start) * 0.28 * tone * np.exp(-after * 130) * (1 - n * 0.08)
    return wave


def _shot() -> Wave:
    t = _time(0.45)
    return 1.6 * _dull(_hiss(t, 5), 5) * np.exp(-t * 16) + 0.6 * np.sin(2 * np.pi * 70 * t) * np.exp(-t * 11)


def _blast() -> Wave:
    t = _time(1.1)
    return 3.0 * _dull(_hiss(t, 8), 22) * np.exp(-t * 5) + 0.6 * np.sin(2 * np.pi * 42 * t) * np.exp(-t * 5)


def _engine() -> Wave:
    t = _time(0.8)
    rumble = np.sign(np.sin(2 * np.pi * 34 * t)) * 0.12 + _dull(_hiss(t, 2), 18) * 0.9
    return _dull(rumble, 9) * np.minimum(1, np.minimum(t * 8, (0.8 - t) * 5))


_MAKERS: Final[dict[str, Callable[[], Wave]]] = {
    "knock": _knock,
    "dice": _dice,
    "shot": _shot,
    "blast": _blast,
    "engine": _engine,
}
