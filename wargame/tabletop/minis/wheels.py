"""Half-tracks, armoured cars, lorries, cars, tractors, rocket lorries, and aircraft."""

import math
from typing import Any

from wargame.tabletop.minis.armour import barrel, running_gear, turret
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, Colour, Pen, hexed, mix, shade
from wargame.tabletop.minis.people import PIECES, STEEL, soldier

TYRE: Colour = (38, 36, 33)
GLASS: Colour = (88, 104, 112)


def _wheel_rows(pen: Pen, xs: tuple[float, ...], y: float, size: float) -> None:
    for x in xs:
        for sign in (-1, 1):
            pen.box(x - size, sign * y - 0.09, x + size, sign * y + 0.09, TYRE, 68, 0.05)


def half_track(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Open-topped: tracks aft, wheels ahead, benches with men, a machine gun (or `piece`)."""
    length, width = p["length"], p["width"]
    pen.place(-length * 0.18, 0)
    running_gear(pen, look, length * 0.58, width + 0.10, 0.20)
    pen.place()
    _wheel_rows(pen, (length * 0.36,), width * 0.46, 0.18)
    for i in range(5):
        s = 0.02 * i
        side = [
            (-length * 0.48 + s, -width * 0.45 + s),
            (length * 0.12, -width * 0.46 + s),
            (length * 0.30, -width * 0.34 + s),
        ]
        nose = [(length * 0.5 - 0.03 * i, -width * 0.22)]
        ring = side + nose
        pen.poly(ring + [(x, -y) for x, y in reversed(ring)], PAINT, 100 + i * 9)
    floor = [(-length * 0.42, -width * 0.34), (length * 0.05, -width * 0.36)]
    pen.poly(floor + [(x, -y) for x, y in reversed(floor)], shade(look.tone("paint"), 0.55), 86)
    pen.box(length * 0.09, -width * 0.30, length * 0.13, width * 0.30, GLASS, 142)
    if p.get("piece"):
        PIECES[p["piece"]](pen, look, -length * 0.18, 0, 0.86)
        pen.place()
        return
    for sign in (-1, 1):
        pen.box(
            -length * 0.40, sign * width * 0.24 - 0.05, length * 0.02, sign * width * 0.24 + 0.05, hexed("#5E4A2C"), 96
        )
        for j in range(3):
            x = -length * 0.32 + j * 0.32
            pen.oval(x, sign * width * 0.23, 0.10, 0.13, look.tone("uniform"), 112, dome=12)
            pen.disc(x, sign * width * 0.21, 0.088, look.tone("helmet"), 130, 28)
    pen.box(length * 0.02, -0.13, length * 0.06, 0.13, PAINT_LIGHT, 150)
    pen.thin = True
    pen.bar(length * 0.02, 0, length * 0.30, 0, 0.05, STEEL, 156)
    pen.thin = False


def armoured_car(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Angled hull on four, six or eight wheels with a small turret."""
    length, width = p["length"], p["width"]
    per_side = p.get("wheels", 4) // 2
    xs = tuple(length * (-0.36 + 0.72 * i / max(1, per_side - 1)) for i in range(per_side))
    _wheel_rows(pen, xs, width * 0.46, 0.17)
    ring = [(length * 0.50, -width * 0.18), (length * 0.22, -width * 0.40), (-length * 0.30, -width * 0.42)]
    ring += [(-length * 0.50, -width * 0.24)]
    pen.steps(ring + [(x, -y) for x, y in reversed(ring)], PAINT, (92, 134), 0.18)
    dark = shade(look.tone("paint"), 0.42)
    for i in range(4):
        pen.bar(-length * 0.40 + i * 0.08, -width * 0.18, -length * 0.40 + i * 0.08, width * 0.18, 0.03, dark, 122)
    pen.box(length * 0.27, -width * 0.18, length * 0.31, width * 0.18, dark, 122)
    turret(pen, look, p, turn_deg)


def lorry(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Bonnet, cab, and a load: canvas tilt, rocket rails, or a piece on the bed."""
    length, width = p["length"], p["width"]
    _wheel_rows(pen, (-length * 0.33, -length * 0.20, length * 0.34), width * 0.46, 0.15)
    pen.box(-length * 0.49, -width * 0.5, length * 0.12, width * 0.5, PAINT, 110, 0.02)
    load = p.get("load", "canvas")
    if load == "canvas":
        _canvas(pen, look, length, width)
    elif load == "rockets":
        _rails(pen, look, length, width)
    else:
        pen.box(-length * 0.46, -width * 0.46, length * 0.10, width * 0.46, hexed("#6B5436"), 104)
        PIECES[load](pen, look, -length * 0.18, 0, 0.86)
        pen.place()
    for i in range(4):
        t = 0.03 * i
        pen.box(length * 0.13, -width * 0.44 + t, length * 0.30 - t, width * 0.44 - t, PAINT, 130 + 9 * i, 0.03)
        s = 0.02 * i
        pen.box(length * 0.29, -width * 0.26 + s, length * 0.5 - s, width * 0.26 - s, PAINT, 108 + 7 * i, 0.04)
    for sign in (-1, 1):
        pen.oval(length * 0.37, sign * width * 0.40, 0.22, 0.10, PAINT, 92, dome=14)
    pen.box(length * 0.285, -width * 0.36, length * 0.315, width * 0.36, GLASS, 140)


def _canvas(pen: Pen, look: Livery, length: float, width: float) -> None:
    cloth = mix(hexed("#877C58"), look.tone("paint"), 0.35)
    for i in range(6):
        t = i / 6
        half = width * 0.48 * (1 - 0.10 * t * t) * (1 - 0.35 * t)
        pen.box(-length * 0.48, -half, length * 0.11, half, cloth, 120 + 52 * math.sqrt(t))
    for i in range(4):
        x = -length * 0.40 + i * length * 0.16
        pen.bar(x, -width * 0.46, x, width * 0.46, 0.035, shade(cloth, 0.22), 166)


def _rails(pen: Pen, look: Livery, length: float, width: float) -> None:
    pen.box(-length * 0.46, -width * 0.42, length * 0.10, width * 0.42, shade(look.tone("paint"), 0.4), 100)
    for i in range(8):
        y = -width * 0.38 + i * width * 0.76 / 7
        pen.bar(-length * 0.48, y, length * 0.14, y, 0.05, PAINT_LIGHT, 150)
        for x in (-0.36, -0.16, 0.02):
            pen.oval(length * x, y, length * 0.08, 0.035, hexed("#6F6A55"), 164, dome=10)
    pen.bar(-length * 0.30, -width * 0.44, -length * 0.30, width * 0.44, 0.05, STEEL, 146)


def car(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """An open field car with driver and officer."""
    length, width = p["length"], p["width"]
    _wheel_rows(pen, (-length * 0.3, length * 0.3), width * 0.44, 0.15)
    for i in range(4):
        x, y = 0.03 * i, 0.02 * i
        pen.box(
            -length * 0.48 + x, -width * 0.42 + y, length * 0.48 - x * 1.3, width * 0.42 - y, PAINT, 92 + 8 * i, 0.08
        )
    pen.box(-length * 0.36, -width * 0.30, length * 0.10, width * 0.30, (60, 52, 40), 96, 0.04)
    pen.box(length * 0.11, -width * 0.32, length * 0.15, width * 0.32, GLASS, 138)
    for x, y in ((-0.02, -0.16), (-0.02, 0.16), (-0.30, 0.16)):
        soldier(pen, look, (x * length, y * width / 0.62, 0.0), weapon=0.0, size=0.62, floor=92)
    pen.disc(-length * 0.46, 0, 0.12, TYRE, 128)


def tractor(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """An artillery tractor: short tracks, bonnet in front, open benches behind."""
    length, width = p["length"], p["width"]
    running_gear(pen, look, length * 0.92, width, 0.2)
    half = width / 2 - 0.12
    pen.box(-length * 0.5, -half, length * 0.14, half, PAINT, 104, 0.03)
    for i in range(3):
        x = -length * 0.42 + i * length * 0.17
        pen.box(x, -half * 0.85, x + length * 0.08, half * 0.85, hexed("#5E4A2C"), 118)
    for i in range(4):
        pen.box(
            length * 0.10,
            -half * 0.62 + 0.02 * i,
            length * 0.5 - 0.03 * i,
            half * 0.62 - 0.02 * i,
            PAINT,
            112 + 8 * i,
            0.05,
        )
    for x, y in ((-0.06, -0.4), (-0.25, 0.4), (-0.25, -0.35)):
        soldier(pen, look, (length * x, half * y, 0.0), weapon=0.0, size=0.72, floor=104)
    pen.box(length * 0.10, -half * 0.8, length * 0.13, half * 0.8, GLASS, 140)
    pen.bar(-length * 0.5, 0, -length * 0.58, 0, 0.07, STEEL, 90)


def aeroplane(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Fuselage, wings (swept by `sweep`), tail, canopy, `engines` on the wings or one in the nose."""
    length, span = p["length"], p["width"]
    chord, sweep = p.get("chord", 0.42), p.get("sweep", 0.12)
    root = length * p.get("wing_at", 0.10)
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
    for i in range(6):
        pen.oval(0, 0, length * (0.5 - 0.012 * i), fat * (1 - 0.14 * i), PAINT, 150 + 8 * i)
    pen.bar(tail - 0.1, 0, tail + 0.26, 0, 0.05, PAINT_LIGHT, 214)
    for side in p.get("engines", ()):
        for sign in (-1, 1):
            x, y = root + chord * 0.45, sign * side * span / 2
            pen.oval(x, y, 0.34, 0.12, PAINT, 158, dome=24)
            _airscrew(pen, x + 0.34, y)
    if not p.get("engines"):
        _airscrew(pen, length * 0.5, 0)
    pen.oval(length * p.get("cockpit", 0.04), 0, 0.26, 0.095, (74, 104, 122), 200, dome=30)
    _markings(pen, look, root - sweep * 0.6, span)


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
    """Boom, tail rotor, stub wings, canopy. The main rotor is the view's affair: it turns."""
    length, width = p["length"], p["width"]
    pen.bar(-length * 0.5, 0, 0, 0, 0.17, PAINT, 122)
    pen.poly(
        [(-length * 0.52, -0.3), (-length * 0.44, -0.26), (-length * 0.44, 0.26), (-length * 0.52, 0.3)], PAINT, 134
    )
    for i in range(5):
        pen.oval(length * 0.18, 0, length * 0.30 - i * 0.06, 0.34 - i * 0.05, PAINT, 126 + i * 9)
    pen.poly(
        [(0.0, -width / 2), (0.24, -width / 2), (0.34, 0), (0.24, width / 2), (0.0, width / 2), (0.06, 0)], PAINT, 130
    )
    for sign in (-1, 1):
        for v in (0.30, 0.43):
            pen.oval(0.10, sign * v * width, 0.28, 0.075, shade(look.tone("paint"), 0.5), 120, dome=16)
    for i in range(3):
        pen.oval(length * 0.34 - 0.02 * i, 0, 0.30 - 0.05 * i, 0.18 - 0.03 * i, (74, 104, 122), 168 + 8 * i)
    pen.oval(length * 0.06, 0, 0.36, 0.18, PAINT, 180, dome=16)
    pen.thin = True
    for turn in (18, 90, 162, 234, 306):
        a = math.radians(turn)
        pen.bar(length * 0.06, 0, length * 0.06 + 1.25 * math.cos(a), 1.25 * math.sin(a), 0.05, (34, 33, 32), 230)
    pen.thin = False
    barrel(pen, look, length * 0.42, 0.24, brake=False, thick=0.05, z=120)
