"""Tracked carriers, turreted howitzers, missile and recovery vehicles: boxes on tracks that are no tanks."""

from typing import Any

from wargame.tabletop.minis.armour import barrel, hull, running_gear, turret
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, Colour, Pen, hexed, shade

MOUTH: Colour = (24, 24, 22)


def carrier(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A tracked box: sloped nose, flat roof with hatches; a turret, a machine gun, `load` of missiles or a mortar."""
    length, width, track = p["length"], p["width"], p.get("track", 0.18)
    running_gear(pen, look, length, width, track)
    half, nose = width / 2 - 0.04, p.get("nose", 0.22)
    for i in range(5):
        t = i / 4
        ring = [(-length * 0.49, -half + 0.05 * t), (length * (0.5 - nose * t), -half + 0.05 * t)]
        ring += [(x, -y) for x, y in reversed(ring)]
        pen.poly(ring, PAINT, 96 + 44 * t)
    dark = shade(look.tone("paint"), 0.42)
    for i in range(4):
        pen.bar(length * (0.30 - 0.05 * i), half * 0.12, length * (0.30 - 0.05 * i), half * 0.78, 0.03, dark, 138)
    pen.disc(length * 0.20, -half * 0.45, 0.11, PAINT_LIGHT, 150)
    pen.box(-length * 0.40, -half * 0.62, -length * 0.06, half * 0.62, PAINT_LIGHT, 146, 0.04)
    pen.bar(-length * 0.40, 0, -length * 0.06, 0, 0.03, dark, 148)
    if p.get("open"):
        pen.box(-length * 0.42, -half * 0.70, length * 0.02, half * 0.70, shade(look.tone("paint"), 0.6), 110, 0.03)
        for x, y in ((-0.30, -0.40), (-0.30, 0.40), (-0.12, -0.40), (-0.12, 0.40)):
            pen.disc(length * x, half * y, 0.10, look.tone("helmet"), 132, 26)
    LOADS[p.get("load", "none")](pen, look, length, half)
    if "turret" in p:
        turret(pen, look, p, turn_deg)


def _no_load(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Nothing on the roof."""


def _machine_gun(pen: Pen, look: Livery, length: float, half: float) -> None:
    pen.disc(length * 0.02, 0, 0.15, PAINT_LIGHT, 168)
    pen.disc(length * 0.02, 0, 0.09, shade(look.tone("paint"), 0.45), 160)
    pen.thin = True
    pen.bar(length * 0.06, 0, length * 0.36, 0, pen.wide(0.05), (44, 44, 46), 178)
    pen.thin = False


def _hammer(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Two missiles in a box across a raised arm."""
    pen.bar(-length * 0.10, 0, length * 0.12, 0, 0.16, shade(look.tone("paint"), 0.3), 170)
    pen.box(length * 0.02, -half * 0.72, length * 0.26, half * 0.72, PAINT_LIGHT, 206, 0.04)
    for v in (-0.46, 0.46):
        pen.disc(length * 0.255, half * v, 0.12, MOUTH, 210)


def _boxes(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Missiles in a row of bins at the tail."""
    for v in (-0.66, -0.22, 0.22, 0.66):
        pen.box(-length * 0.44, half * v - 0.09, -length * 0.04, half * v + 0.09, PAINT_LIGHT, 190, 0.02)
        pen.disc(-length * 0.05, half * v, 0.065, MOUTH, 194)


def _mortar(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Roof hatches open, a mortar and two heads inside."""
    pen.box(-length * 0.42, -half * 0.66, -length * 0.02, half * 0.66, shade(look.tone("paint"), 0.6), 108, 0.05)
    pen.oval(-length * 0.28, 0, 0.12, 0.14, (40, 40, 40), 112)
    pen.bar(-length * 0.28, 0, -length * 0.06, 0, 0.14, PAINT_LIGHT, 160)
    pen.disc(-length * 0.05, 0, 0.075, MOUTH, 164)
    for v in (-0.45, 0.45):
        pen.disc(-length * 0.30, half * v, 0.105, look.tone("helmet"), 136, 28)


def _rocket_pack(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Two packs of six large rockets."""
    for sign in (-1, 1):
        y = sign * half * 0.46
        pen.box(-length * 0.48, y - half * 0.40, length * 0.08, y + half * 0.40, PAINT_LIGHT, 186, 0.03)
        for v in (-0.24, 0.0, 0.24):
            pen.disc(length * 0.075, y + half * v, 0.075, MOUTH, 190)
        pen.bar(
            -length * 0.20, y - half * 0.40, -length * 0.20, y + half * 0.40, 0.03, shade(look.tone("paint"), 0.5), 190
        )


def _missiles(pen: Pen, look: Livery, length: float, half: float) -> None:
    """Anti-aircraft missiles on rails about a mount."""
    pen.disc(-length * 0.12, 0, 0.28, PAINT_LIGHT, 170, 10)
    for v in (-0.62, -0.22, 0.22, 0.62):
        pen.bar(-length * 0.30, half * v, length * 0.16, half * v, 0.09, hexed("#D8D6CA"), 206)
        pen.poly([(length * 0.16, half * v - 0.045), (length * 0.23, half * v), (length * 0.16, half * v + 0.045)],
                 hexed("#7A3A30"), 206)  # fmt: skip


def _crane(pen: Pen, look: Livery, length: float, half: float) -> None:
    """A jib along the roof, a winch, a blade at the nose."""
    pen.box(-length * 0.44, -half * 0.9, -length * 0.16, half * 0.9, PAINT_LIGHT, 150, 0.03)
    pen.disc(-length * 0.20, -half * 0.55, 0.16, shade(look.tone("paint"), 0.35), 176, 8)
    for v in (-0.66, -0.44):
        pen.bar(-length * 0.20, half * v, length * 0.46, half * 0.5 * v, 0.06, hexed("#C8A83C"), 196)
    pen.disc(length * 0.46, -half * 0.28, 0.08, (40, 40, 40), 200)
    pen.box(length * 0.50, -half * 1.05, length * 0.56, half * 1.05, look.tone("metal"), 110)


LOADS = {
    "none": _no_load, "machine_gun": _machine_gun, "hammer": _hammer, "boxes": _boxes, "mortar": _mortar,
    "rocket_pack": _rocket_pack, "missiles": _missiles, "crane": _crane,
}  # fmt: skip


def turreted_howitzer(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A self-propelled howitzer: flat hull, a house of a turret at the tail, a long thick barrel."""
    hull(pen, look, {**p, "slope": 0.3})
    turret(pen, look, p, turn_deg)


def bare_gun(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A huge gun lying open along a tracked chassis, spade at the tail, crew in view."""
    length, width = p["length"], p["width"]
    running_gear(pen, look, length, width, p.get("track", 0.22))
    half = width / 2 - 0.16
    for i in range(3):
        pen.box(-length * 0.48, -half + 0.02 * i, length * (0.47 - 0.04 * i), half - 0.02 * i, PAINT, 92 + 8 * i, 0.05)
    pen.box(-length * 0.56, -half * 1.1, -length * 0.48, half * 1.1, look.tone("metal"), 104)
    pen.box(-length * 0.34, -half * 0.5, length * 0.02, half * 0.5, shade(look.tone("paint"), 0.3), 128, 0.04)
    barrel(pen, look, -length * 0.24, p.get("gun", 2.0), brake=p.get("brake", False), thick=p.get("bore", 0.15), z=176)
    pen.box(-length * 0.36, -0.15, -length * 0.18, 0.15, PAINT_LIGHT, 184)
    for x, y in ((-0.36, -0.7), (-0.30, 0.7), (0.30, -0.5)):
        pen.disc(length * x, half * y, 0.10, look.tone("helmet"), 150, 24)
