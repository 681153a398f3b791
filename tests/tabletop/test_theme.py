"""Sides stay apart for eyes that see fewer hues; the start of everything needs no display."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from wargame import places
from wargame.tabletop.theme import PAIRS, Colour, Ink, contrast

# Machado, Oliveira and Fernandes 2009, severity 1
SEES = {
    name: np.array(rows).reshape(3, 3)
    for name, rows in {
        "normal": (1, 0, 0, 0, 1, 0, 0, 0, 1),
        "protan": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
        "deuteran": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
        "tritan": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
    }.items()
}
TO_XYZ = np.array(
    (0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041)
).reshape(3, 3)


def lab(colour: Colour, sight: np.ndarray) -> tuple[float, float, float]:
    part = np.array(colour) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    linear = np.clip(sight @ linear, 0, 1)
    x, y, z = (TO_XYZ @ linear) / np.array([0.95047, 1.0, 1.08883])
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: Colour, b: Colour, sight: np.ndarray) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = lab(a, sight), lab(b, sight)
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(y, x)) % 360 for x, y in ((a1, b1), (a2, b2)))
    dh = (h2 - h1 + 180) % 360 - 180
    mean_h = (h1 + dh / 2) % 360
    dl, dc, dbig = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    cos = lambda deg: math.cos(math.radians(deg))  # noqa: E731
    t = 1 - 0.17 * cos(mean_h - 30) + 0.24 * cos(2 * mean_h) + 0.32 * cos(3 * mean_h + 6) - 0.2 * cos(4 * mean_h - 63)
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turn = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rt = -math.sin(math.radians(turn)) * 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dbig / sh) ** 2 + rt * (dc / sc) * (dbig / sh))


@pytest.mark.parametrize("sight", SEES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_sides_stay_apart_for_every_kind_of_sight(pair, sight):
    assert difference(pair.first, pair.second, SEES[sight]) >= 20


@pytest.mark.parametrize("sight", SEES)
def test_success_and_refusal_stay_apart(sight):
    assert difference(Ink.SUCCESS, Ink.REFUSAL, SEES[sight]) >= 20


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_sides_differ_in_shape_too_and_their_names_can_be_read(pair):
    a, b = pair.side(0), pair.side(1)
    assert (a.pattern, a.badge, a.bars) != (b.pattern, b.badge, b.bars)
    for side in (a, b):
        assert contrast(side.colour, Ink.RAISED) >= 4.5
        assert contrast(Ink.TEXT, side.dark) >= 4.5


def test_palette_of_text_on_panels():
    for ink in (Ink.TEXT, Ink.DIM, Ink.BRASS, Ink.LINK, Ink.WARNING, Ink.REFUSAL, Ink.SUCCESS):
        assert contrast(ink, Ink.RAISED) >= 4.5
    assert contrast(Ink.ON_PRIMARY, Ink.PRIMARY_HOVER) >= 4.5
    assert contrast(Ink.PAPER_INK, Ink.PAPER) >= 7


def test_importing_opens_no_window():
    code = "import wargame.tabletop.app, wargame.tabletop.screens.title, pygame; print(pygame.display.get_init())"
    root = Path(places.__file__).resolve().parents[1]
    env = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", code], cwd="/", env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "False", done.stderr


def test_places_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (places.assets() / "fonts" / "Oswald.ttf").is_file()
    assert places.scenarios().is_dir()
    assert places.font_bytes("Oswald.ttf")[:4] in (b"\x00\x01\x00\x00", b"OTTO")


def test_places_are_found_in_an_installed_package(tmp_path):
    home = tmp_path / "Übung mit Leerzeichen" / "wargame"
    (home / "_assets" / "fonts").mkdir(parents=True)
    (home / "_assets" / "fonts" / "Oswald.ttf").write_bytes(b"a font")
    shutil.copy(places.__file__, home / "places.py")
    (home / "__init__.py").write_text("")
    code = "from wargame import places; print(places.font_bytes('Oswald.ttf')); places.scenarios()"
    env = {**os.environ, "PYTHONPATH": str(home.parent)}
    done = subprocess.run([sys.executable, "-c", code], cwd="/", env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "b'a font'"
    assert "no folder 'scenarios'; looked in" in done.stderr
