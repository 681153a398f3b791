"""Half-tracks, armoured cars, lorries, cars, tractors, rocket lorries, sledges and boats."""

import math
from typing import Any

from wargame.tabletop.minis.armour import running_gear, turret
from wargame.tabletop.minis.gear import PIECES
from wargame.tabletop.minis.modern import LOADS
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, Colour, Pen, hexed, mix, shade
from wargame.tabletop.minis.people import STEEL, soldier

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
    if p.get("open"):
        pen.box(-length * 0.34, -width * 0.30, length * 0.08, width * 0.30, shade(look.tone("paint"), 0.6), 104, 0.05)
        for x, y in ((-0.24, -0.16), (-0.24, 0.16), (-0.06, 0.16), (-0.06, -0.16)):
            pen.disc(length * x, width * y, 0.10, look.tone("helmet"), 126, 26)
    LOADS[p.get("load", "none")](pen, look, length, width * 0.42)
    if "turret" in p:
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
    elif load == "tubes":
        _tubes(pen, look, length, width)
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


def _tubes(pen: Pen, look: Livery, length: float, width: float) -> None:
    """A block of forty launching tubes behind the cab."""
    pen.box(-length * 0.46, -width * 0.42, length * 0.10, width * 0.42, shade(look.tone("paint"), 0.4), 100)
    for i in range(10):
        y = -width * 0.36 + i * width * 0.08
        pen.bar(-length * 0.44, y, length * 0.06, y, 0.058, PAINT_LIGHT, 162)
        pen.disc(length * 0.06, y, 0.032, (24, 24, 22), 166)
    for x in (-0.34, -0.04):
        pen.bar(length * x, -width * 0.40, length * x, width * 0.40, 0.05, shade(look.tone("paint"), 0.5), 166)


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
    if p.get("load"):
        PIECES[p["load"]](pen, look, -length * 0.16, 0, 0.62)
        pen.place()


def prime_mover(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A half-track that tows: wheels and bonnet ahead, rows of benches with the gun's crew behind."""
    length, width = p["length"], p["width"]
    pen.place(-length * 0.16, 0)
    running_gear(pen, look, length * 0.60, width + 0.06, 0.18)
    pen.place()
    _wheel_rows(pen, (length * 0.36,), width * 0.46, 0.18)
    pen.box(-length * 0.48, -width * 0.44, length * 0.16, width * 0.44, PAINT, 108, 0.03)
    for i in range(4):
        s = 0.02 * i
        pen.box(length * 0.16, -width * 0.28 + s, length * 0.5 - s, width * 0.28 - s, PAINT, 112 + 8 * i, 0.06)
    for j in range(3):
        x = -length * 0.34 + j * length * 0.18
        pen.box(x - 0.11, -width * 0.40, x + 0.02, width * 0.40, hexed("#5E4A2C"), 122)
        for v in (-0.26, 0.0, 0.26):
            pen.oval(x, width * v, 0.10, 0.12, look.tone("uniform"), 130, dome=12)
            pen.disc(x, width * v, 0.085, look.tone("helmet"), 142, 26)
    pen.box(length * 0.13, -width * 0.38, length * 0.165, width * 0.38, GLASS, 144)


def aerosan(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A cabin on skis, pushed by an airscrew at the tail."""
    length, width = p["length"], p["width"]
    for sign in (-1, 1):
        for x in (-0.26, 0.34):
            pen.box(length * x - 0.36, sign * width * 0.46 - 0.07, length * x + 0.30, sign * width * 0.46 + 0.07,
                    hexed("#A08A62"), 62, 0.05)  # fmt: skip
            pen.bar(length * x, 0, length * x, sign * width * 0.46, 0.06, STEEL, 74)
    for i in range(5):
        pen.oval(0, 0, length * (0.44 - 0.02 * i), width * (0.28 - 0.035 * i), PAINT, 96 + 12 * i)
    pen.oval(length * 0.14, 0, 0.24, 0.16, GLASS, 168, dome=14)
    pen.thin = True
    pen.bar(-length * 0.47, -width * 0.42, -length * 0.47, width * 0.42, pen.wide(0.06), (60, 46, 32), 150)
    pen.thin = False


def boat(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """An assault boat with its crew."""
    length, width = p["length"], p["width"]
    side = [(-length * 0.5, -width * 0.40), (length * 0.16, -width * 0.5), (length * 0.36, -width * 0.34)]
    ring = [*side, (length * 0.5, 0.0)]
    outline = ring + [(x, -y) for x, y in reversed(ring[:-1])]
    for i in range(3):
        k = 1 - 0.05 * i
        pen.poly([(x * k, y * k) for x, y in outline], PAINT, 84 + 14 * i)
    pen.poly([(x * 0.84, y * 0.74) for x, y in outline], hexed("#4A4436"), 78)
    for j in range(4):
        x = -length * 0.34 + j * length * 0.18
        pen.bar(x, -width * 0.34, x, width * 0.34, 0.07, hexed("#7A6A4A"), 92)
        for v in (-0.20, 0.20):
            pen.oval(x, width * v, 0.10, 0.11, look.tone("uniform"), 112, dome=12)
            pen.disc(x, width * v, 0.085, look.tone("helmet"), 132, 26)


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
