"""Aircraft and helicopters, seen from above like everything else."""

import math
from typing import Any

from wargame.tabletop.minis.armour import barrel
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, Colour, Pen, hexed, shade

CANOPY: Colour = (74, 104, 122)


def aeroplane(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Fuselage, wings (swept by `sweep`), tail, canopy, `engines` on the wings or one in the nose."""
    length, span = p["length"], p["width"]
    chord, sweep = p.get("chord", 0.42), p.get("sweep", 0.12)
    root = length * p.get("wing_at", 0.10)
    if p.get("biplane"):
        _lower_wing(pen, look, root - 0.16, span, chord)
    for i in range(4):
        t = i / 4
        c, y = chord * (1 - 0.35 * t), span / 2 * (1 - 0.03 * t)
        wing = [
            (root + c * 0.55, 0.0),
            (root + c * 0.35 - sweep, -y),
            (root - c * 0.15 - sweep, -y),
            (root - c * 0.6, 0.0),
        ]
        pen.poly(wing + [(x, -v) for x, v in reversed(wing)], PAINT, 140 + 6 * i)
    tail = -length * 0.44
    pen.poly([(tail + 0.22, 0), (tail + 0.06, -span * 0.19), (tail - 0.10, -span * 0.19), (tail - 0.10, span * 0.19),
              (tail + 0.06, span * 0.19)], PAINT, 150)  # fmt: skip
    fat = p.get("fuselage", 0.15)
    if p.get("booms"):
        for sign in (-1, 1):
            pen.bar(root, sign * span * 0.19, tail, sign * span * 0.19, 0.15, PAINT, 150)
    for i in range(6):
        pen.oval(0, 0, length * (0.5 - 0.012 * i), fat * (1 - 0.14 * i), PAINT, 150 + 8 * i)
    pen.bar(tail - 0.1, 0, tail + 0.26, 0, 0.05, PAINT_LIGHT, 214)
    if p.get("rockets"):
        for v in (-0.30, -0.24, 0.24, 0.30):
            pen.bar(root - sweep, v * span, root + chord * 0.6 - sweep, v * span, 0.045, hexed("#4A4640"), 176)
    for side in p.get("engines", ()):
        for sign in (-1, 1):
            x, y = root + chord * 0.45, sign * side * span / 2
            pen.oval(x, y, 0.34, 0.12, PAINT, 158, dome=24)
            _airscrew(pen, x + 0.34, y)
    if not p.get("engines"):
        _airscrew(pen, length * 0.5, 0)
    pen.oval(length * p.get("cockpit", 0.04), 0, 0.26, 0.095, CANOPY, 200, dome=30)
    _markings(pen, look, root - sweep * 0.6, span)


def _lower_wing(pen: Pen, look: Livery, root: float, span: float, chord: float) -> None:
    """The other wing of a biplane, a little behind, joined by struts."""
    pen.box(
        root - chord * 0.5, -span * 0.46, root + chord * 0.35, span * 0.46, shade(look.tone("paint"), 0.12), 116, 0.1
    )
    for v in (-0.34, 0.34):
        pen.bar(root - 0.1, v * span, root + 0.34, v * span, 0.05, (60, 52, 40), 128)


def _airscrew(pen: Pen, x: float, y: float) -> None:
    pen.disc(x, y, 0.07, (60, 56, 50), 176, 10)
    pen.thin = True
    pen.bar(x + 0.03, y - 0.32, x + 0.03, y + 0.32, 0.045, (40, 38, 36), 178)
    pen.thin = False


def _markings(pen: Pen, look: Livery, x: float, span: float) -> None:
    """A plain cross or a disc on each wing."""
    for sign in (-1, 1):
        y = sign * span * 0.34
        if look.mark == "cross":
            for size, colour in ((0.075, (236, 232, 220)), (0.04, (24, 24, 24))):
                pen.bar(x - 0.13, y, x + 0.13, y, size, colour, 164)
                pen.bar(x, y - 0.13, x, y + 0.13, size, colour, 164)
        else:
            pen.disc(x, y, 0.12, (236, 232, 220), 163)
            pen.disc(x, y, 0.075, hexed("#B8402E"), 164)


def helicopter(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Boom, tail rotor, cabin, canopy; stub `wings` with pods; `fat` cabins carry men; the rotor of `blades`."""
    length, width = p["length"], p["width"]
    fat, blades, reach = p.get("fat", 0.34), p.get("blades", 4), p.get("rotor", 1.35)
    pen.bar(-length * 0.5, 0, 0, 0, 0.17, PAINT, 122)
    fin = [(-length * 0.52, -0.3), (-length * 0.44, -0.26), (-length * 0.44, 0.26), (-length * 0.52, 0.3)]
    pen.poly(fin, PAINT, 134)
    nose = p.get("nose", 0.30)
    for i in range(5):
        pen.oval(length * 0.16, 0, length * nose - i * 0.06, fat - i * 0.05, PAINT, 126 + i * 9)
    if p.get("wings", True):
        _stub_wings(pen, look, width)
    for i in range(3):
        pen.oval(length * 0.34 - 0.02 * i, 0, 0.30 - 0.05 * i, fat * 0.55 - 0.03 * i, CANOPY, 168 + 8 * i)
    if p.get("doors"):
        for sign in (-1, 1):
            pen.box(length * 0.02, sign * fat * 0.92 - 0.05, length * 0.20, sign * fat * 0.92 + 0.05,
                    shade(look.tone("paint"), 0.6), 150)  # fmt: skip
    pen.oval(length * 0.06, 0, 0.36, 0.16, PAINT_LIGHT, 180, dome=16)
    if p.get("mast"):
        pen.disc(length * 0.06, 0, 0.12, (60, 62, 60), 236, 12)
    pen.thin = True
    for n in range(blades):
        a = math.radians(22 + 360 * n / blades)
        pen.bar(
            length * 0.06,
            0,
            length * 0.06 + reach * math.cos(a),
            reach * math.sin(a),
            pen.wide(0.065),
            (66, 65, 62),
            190,
        )
    pen.bar(-length * 0.5, 0.02, -length * 0.5, 0.34, 0.05, (34, 33, 32), 170)
    pen.thin = False
    if p.get("gun"):
        barrel(pen, look, length * 0.42, 0.24, brake=False, thick=0.05, z=120)


def _stub_wings(pen: Pen, look: Livery, width: float) -> None:
    ring = [(0.0, -width / 2), (0.24, -width / 2), (0.34, 0.0), (0.24, width / 2), (0.0, width / 2), (0.06, 0.0)]
    pen.poly(ring, PAINT, 130)
    for sign in (-1, 1):
        for v in (0.30, 0.43):
            pen.oval(0.10, sign * v * width, 0.28, 0.075, shade(look.tone("paint"), 0.5), 120, dome=16)
