"""Tracked fighting vehicles: tanks with turrets, casemates, open gun carriers, carriers of charges."""

import math
from typing import Any

from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, PAINT_LIGHT, Pen, Point, hexed, mix, shade
from wargame.tabletop.minis.people import soldier

TURRETS: dict[str, list[Point]] = {
    "hex": [(1.0, -0.42), (1.0, 0.42), (0.55, 0.88), (-0.45, 0.84), (-1.0, 0.55), (-1.0, -0.55), (-0.45, -0.84),
            (0.55, -0.88)],
    "box": [(0.95, -0.55), (0.95, 0.55), (0.70, 0.80), (-0.75, 0.74), (-1.12, 0.66), (-1.12, -0.66), (-0.75, -0.74),
            (0.70, -0.80)],
    "round": [(math.cos(i * 0.2618), math.sin(i * 0.2618) * 0.94) for i in range(24)],
    "panther": [(0.92, -0.58), (0.92, 0.58), (0.35, 0.82), (-0.85, 0.66), (-1.02, 0.45), (-1.02, -0.45),
                (-0.85, -0.66), (0.35, -0.82)],
    "kv": [(1.05, -0.50), (1.05, 0.50), (0.80, 0.78), (-0.95, 0.74), (-1.12, 0.55), (-1.12, -0.55), (-0.95, -0.74),
           (0.80, -0.78)],
    "egg": [(1.1, -0.40), (1.1, 0.40), (0.75, 0.75), (0.1, 0.90), (-0.7, 0.72), (-1.3, 0.42), (-1.3, -0.42),
            (-0.7, -0.72), (0.1, -0.90), (0.75, -0.75)],
    "wedge": [(1.25, -0.25), (1.25, 0.25), (0.8, 0.95), (-0.6, 0.92), (-1.3, 0.85), (-1.3, -0.85), (-0.6, -0.92),
              (0.8, -0.95)],
    "pan": [(math.cos(i * 0.2618) * (1.05 if i in (0, 1, 23) else 0.95), math.sin(i * 0.2618)) for i in range(24)],
    "block": [(0.95, -0.74), (0.95, 0.74), (0.80, 0.88), (-0.90, 0.88), (-1.05, 0.74), (-1.05, -0.74), (-0.90, -0.88),
              (0.80, -0.88)],
    "slab": [(1.0, -0.70), (1.0, 0.70), (0.30, 0.98), (-1.15, 0.86), (-1.25, 0.70), (-1.25, -0.70), (-1.15, -0.86),
             (0.30, -0.98)],
    "arrow": [(1.35, -0.16), (1.35, 0.16), (0.45, 0.90), (-1.10, 0.86), (-1.25, 0.70), (-1.25, -0.70), (-1.10, -0.86),
              (0.45, -0.90)],
    "needle": [(1.25, -0.20), (1.25, 0.20), (0.50, 0.66), (-0.20, 0.80), (-1.0, 0.62), (-1.15, 0.40), (-1.15, -0.40),
               (-1.0, -0.62), (-0.20, -0.80), (0.50, -0.66)],
    "diamond": [(0.90, -0.36), (0.90, 0.36), (0.10, 0.92), (-0.90, 0.50), (-0.90, -0.50), (0.10, -0.92)],
    "horse": [(0.9, -0.45), (0.9, 0.45), (0.5, 0.75), (-0.6, 0.80), (-1.0, 0.5), (-1.0, -0.5), (-0.6, -0.80),
              (0.5, -0.75)],
}  # fmt: skip
BARRELS = {1: (0.0,), 2: (-0.45, 0.45), 4: (-0.55, -0.2, 0.2, 0.55)}
"""Where the guns of a turret lie, in shares of its radius."""


def running_gear(pen: Pen, look: Livery, length: float, width: float, track: float) -> None:
    """Two tracks with their links."""
    rubber = look.tone("track")
    for sign in (-1, 1):
        ya, yb = sorted((sign * width / 2, sign * (width / 2 - track)))
        pen.box(-length / 2, ya, length / 2, yb, rubber, 70, 0.05)
        links = max(6, int(length / 0.085))
        for i in range(links):
            x = -length / 2 + (i + 0.5) * length / links
            pen.bar(x, ya + 0.01, x, yb - 0.01, 0.03, shade(rubber, 0.45), 48)


def hull(pen: Pen, look: Livery, p: dict[str, Any]) -> float:
    """Fenders, sloped hull, engine deck, hatches, skirts. Returns half the width of the upper hull."""
    length, width, track = p["length"], p["width"], p.get("track", 0.24)
    slope = p.get("slope", 0.25)
    running_gear(pen, look, length, width, track)
    half = width / 2 - track * 0.72
    for sign in (-1, 1):
        ya, yb = sorted((sign * (width / 2 - 0.02), sign * (width / 2 - track * 0.92)))
        pen.box(-length / 2 + 0.06, ya, length / 2 - 0.20, yb, PAINT, 96, 0.04)
        pen.box(-length * 0.1, sign * (width / 2 - track * 0.5) - 0.06, length * 0.08, sign * (width / 2 - track * 0.5)
                + 0.06, shade(look.tone("paint"), 0.25), 108)  # fmt: skip
    pen.box(-length / 2 + 0.02, -half, length / 2 - 0.03, half, PAINT, 84, 0.05)
    for i in range(5):
        t = i / 5
        nose, tail = length / 2 - 0.06 - slope * t, -length / 2 + 0.06 + 0.06 * t
        pen.box(tail, -half + 0.01, nose, half - 0.01, PAINT, 92 + 34 * t, 0.04)
    _deck(pen, look, length, half)
    for sign in (-1, 1):
        pen.disc(length / 2 - slope - 0.12, sign * half * 0.45, 0.075, PAINT_LIGHT, 132)
    if p.get("skirts"):
        for sign in (-1, 1):
            for i in range(4):
                x = -length * 0.42 + i * length * 0.198
                y = sign * (width / 2 + 0.03)
                pen.box(x, y - 0.028, x + length * 0.188, y + 0.028, PAINT_LIGHT, 114)
    return half


def _deck(pen: Pen, look: Livery, length: float, half: float) -> None:
    dark = shade(look.tone("paint"), 0.42)
    for i in range(5):
        x = -length / 2 + 0.20 + i * 0.085
        pen.bar(x, -half * 0.6, x, half * 0.6, 0.035, dark, 110)
    for sign in (-1, 1):
        pen.box(-length / 2 + 0.14, sign * half * 0.80 - 0.05, -length / 2 + 0.6, sign * half * 0.80 + 0.05, dark, 118)
        pen.bar(
            -length / 2 - 0.02, sign * half * 0.5, -length / 2 + 0.10, sign * half * 0.5, 0.09, look.tone("metal"), 100
        )


def barrel(pen: Pen, look: Livery, start: float, gun: float, *, brake: bool, thick: float, z: float = 178) -> None:
    """A gun pointing forward: thicker at the root, with or without a muzzle brake. Not part of the outline."""
    pen.thin = True
    thick = pen.wide(thick)
    pen.bar(start - 0.1, 0, start + gun + thick * 0.3, 0, thick * 1.7, shade(look.tone("paint"), 0.66), z - 40)
    pen.bar(start, 0, start + gun, 0, thick, PAINT_LIGHT, z)
    pen.bar(start, 0, start + gun * 0.38, 0, thick * 1.4, PAINT_LIGHT, z + 4)
    end = start + gun
    if brake:
        pen.box(end - 0.15, -thick, end + 0.01, thick, look.tone("metal"), z + 6)
        pen.bar(end - 0.09, -thick, end - 0.09, thick, 0.03, (24, 22, 20), z)
    else:
        pen.box(end - 0.05, -thick * 0.6, end, thick * 0.6, look.tone("metal"), z + 2)
    pen.thin = False


def turret(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """Gun or guns, armour in six steps, mantlet, cupola, hatch, bin. `turret` = [x, radius, outline, y?]."""
    x, radius, shape, *aside = p["turret"]
    gun = p.get("gun", 1.0)
    y = aside[0] if aside else 0.0
    pen.place(x, y, -turn_deg + (180.0 if p.get("backward") else 0.0))
    pen.steps([(a * radius * 1.12, b * radius * 1.12) for a, b in TURRETS[shape]], shade(look.tone("paint"), 0.5),
              (120, 128), 0.05, 2)  # fmt: skip
    thick = p.get("bore", 0.085)
    for v in BARRELS[p.get("barrels", 1)]:
        pen.place(x - v * radius * math.sin(math.radians(-turn_deg)), y + v * radius, -turn_deg
                  + (180.0 if p.get("backward") else 0.0))  # fmt: skip
        barrel(pen, look, radius * 0.6, gun + radius * 0.25, brake=p.get("brake", False), thick=thick)
    pen.place(x, y, -turn_deg + (180.0 if p.get("backward") else 0.0))
    if p.get("bin"):
        pen.box(-radius * 1.45, -radius * 0.6, -radius * 1.05, radius * 0.6, PAINT_LIGHT, 168, 0.04)
    pen.steps([(a * radius, b * radius) for a, b in TURRETS[shape]], PAINT_LIGHT, (140, 192), 0.20, 6)
    pen.oval(radius * 0.88, 0, 0.10, radius * 0.36, PAINT_LIGHT, 178, dome=18)
    if p.get("open_top"):
        _open_top(pen, look, radius, shape)
    else:
        _roof(pen, look, p, radius)
    pen.place()


def _open_top(pen: Pen, look: Livery, radius: float, shape: str) -> None:
    """An open turret: dark inside, the breech, two heads."""
    inside = shade(look.tone("paint"), 0.62)
    pen.poly([(a * radius * 0.74, b * radius * 0.74) for a, b in TURRETS[shape]], inside, 150)
    pen.bar(-radius * 0.5, 0, radius * 0.7, 0, 0.13, shade(look.tone("paint"), 0.2), 176)
    for sign in (-1, 1):
        pen.disc(-radius * 0.30, sign * radius * 0.40, 0.105, look.tone("helmet"), 180, 26)


def _roof(pen: Pen, look: Livery, p: dict[str, Any], radius: float) -> None:
    """Cupola, hatch, reactive bricks, smoke dischargers, radar dish."""
    dark = shade(look.tone("paint"), 0.42)
    pen.disc(-radius * 0.25, -radius * 0.38, min(0.15, radius * 0.30), PAINT_LIGHT, 204)
    pen.disc(-radius * 0.25, -radius * 0.38, min(0.095, radius * 0.19), dark, 196)
    if radius > 0.36:
        pen.disc(-radius * 0.1, radius * 0.38, 0.105, PAINT_LIGHT, 200)
    for j in range(4 if p.get("era") else 0):
        for sign in (-1, 1):
            a = radius * (0.15 + 0.22 * j)
            pen.box(a, sign * radius * 0.72 - 0.07, a + radius * 0.16, sign * radius * 0.72 + 0.07, PAINT_LIGHT, 205)
    if p.get("smoke"):
        for sign in (-1, 1):
            for j in range(3):
                x = radius * (0.1 + 0.18 * j)
                pen.bar(x, sign * radius * 0.86, x + radius * 0.1, sign * radius * 1.06, 0.07, dark, 186)
    if p.get("dish"):
        pen.oval(-radius * 0.75, 0, 0.10, 0.30, hexed("#8C8F86"), 214, dome=14)
        pen.bar(-radius * 0.85, 0, -radius * 0.5, 0, 0.06, dark, 206)
    if p.get("racks"):
        for sign in (-1, 1):
            _rack(pen, look, radius * 0.1, sign * radius * 1.15, p["racks"])


def _rack(pen: Pen, look: Livery, x: float, y: float, length: float) -> None:
    """A box of missiles with dark mouths."""
    pen.box(x - length / 2, y - 0.13, x + length / 2, y + 0.13, PAINT_LIGHT, 202, 0.02)
    for v in (-0.06, 0.06):
        pen.disc(x + length / 2 - 0.02, y + v, 0.055, (24, 24, 22), 206)
    pen.bar(x - length * 0.1, y - 0.13, x - length * 0.1, y + 0.13, 0.03, shade(look.tone("paint"), 0.5), 206)


def tank(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A tank: hull, a gun in the hull if it has one, small turrets, the main turret; flails, rollers, rockets."""
    half = hull(pen, look, p)
    length = p["length"]
    if "hull_gun" in p:
        x, y, gun, bore = p["hull_gun"]
        pen.place(0, y)
        pen.oval(x, 0, 0.24, 0.20, PAINT, 140, dome=20)
        barrel(pen, look, x + 0.1, gun, brake=False, thick=bore, z=160)
        pen.place()
    for x, y, radius, gun in p.get("small", ()):
        turret(pen, look, {"turret": [x, radius, "round", y], "gun": gun, "bore": 0.05}, turn_deg)
    turret(pen, look, p, turn_deg)
    if "roller" in p:
        reach = length / 2 + p["roller"]
        for sign in (-1, 1):
            pen.bar(length / 2 - 0.1, sign * half * 0.8, reach, sign * half * 0.8, 0.06, look.tone("metal"), 100)
        for i in range(7):
            pen.disc(reach, (i / 3 - 1) * p["width"] * 0.5, 0.11, look.tone("metal"), 104, 12)
        pen.bar(reach, -p["width"] * 0.52, reach, p["width"] * 0.52, 0.07, look.tone("metal"), 116)
    if p.get("tubes"):
        for i in range(10):
            y = (i / 4.5 - 1) * half * 1.05
            pen.bar(-0.55, y, 0.75, y, 0.085, shade(look.tone("paint"), 0.12 + 0.25 * (i % 2)), 214)
    if p.get("tail"):
        pen.poly([(-length / 2, -0.16), (-length / 2 - p["tail"], -0.26), (-length / 2 - p["tail"], 0.26),
                  (-length / 2, 0.16)], PAINT, 88)  # fmt: skip


def casemate(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A gun in the hull: a sloped box over the fighting room (`room` = rear, front as shares of the length)."""
    half = hull(pen, look, p)
    length = p["length"]
    rear, front = p.get("room", (-0.18, 0.24))
    for i in range(5):
        t = i / 5
        back, nose = length * rear + 0.06 * t, length * front - 0.07 * t
        beak, side, narrow = length * (front + 0.10) - 0.14 * t, half * 1.04 - 0.06 * t, half * 0.6 - 0.03 * t
        ring = [(back, -side), (nose, -side), (beak, -narrow), (beak, narrow), (nose, side), (back, side)]
        pen.poly(ring, PAINT, 130 + 46 * t)
    start = length * (front + 0.06)
    pen.oval(start, 0, 0.20, 0.18, PAINT_LIGHT, 150, dome=34)
    thick = p.get("bore", 0.095)
    pen.place(0, p.get("gun_at", 0.0), 180.0 if p.get("backward") else 0.0)
    barrel(pen, look, start, p.get("gun", 0.8), brake=p.get("brake", False), thick=thick, z=166)
    pen.place()
    pen.disc(length * (rear + 0.12), -half * 0.48, 0.12, PAINT_LIGHT, 190)
    pen.disc(length * (rear + 0.12), half * 0.48, 0.10, PAINT_LIGHT, 184)
    pen.disc(length * (rear + 0.12), -half * 0.48, 0.07, shade(look.tone("paint"), 0.42), 182)


def open_mount(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A gun behind a shield on an open tracked carriage, its crew in view."""
    half = hull(pen, look, p)
    length = p["length"]
    rear, front = p.get("room", (-0.42, 0.06))
    x0, x1 = length * rear, length * front
    inside = shade(look.tone("paint"), 0.55)
    pen.place(0, 0, 180.0 if p.get("backward") else 0.0)
    pen.box(x0, -half * 1.05, x1, half * 1.05, PAINT, 150)
    pen.box(x0 + 0.05, -half * 0.92, x1 - 0.02, half * 0.92, inside, 92)
    for i in range(4):
        t = i / 4
        ring = [(x1 - 0.16, -half * 1.08), (x1 + 0.10 - 0.05 * t, -half * 0.62), (x1 + 0.10 - 0.05 * t, half * 0.62)]
        ring += [(x1 - 0.16, half * 1.08), (x1 - 0.22, half * 1.02), (x1 - 0.02, half * 0.5), (x1 - 0.02, -half * 0.5)]
        pen.poly([*ring, (x1 - 0.22, -half * 1.02)], PAINT, 160 + 8 * t)
    pen.bar(x0 + 0.24, 0, x1 + 0.1, 0, 0.15, shade(look.tone("paint"), 0.2), 150)
    barrel(pen, look, x1, p.get("gun", 0.9), brake=p.get("brake", False), thick=p.get("bore", 0.085), z=176)
    for x, y in ((x0 + 0.24, -half * 0.5), (x0 + 0.28, half * 0.5)):
        soldier(pen, look, (x, y, 0.0), weapon=0.0, size=0.92, floor=100)
    pen.place()


def charge_carrier(pen: Pen, look: Livery, p: dict[str, Any], turn_deg: float) -> None:
    """A small crewless carrier of explosives: low hull, big wedge of charge at the nose, trailing wire."""
    length, width = p["length"], p["width"]
    running_gear(pen, look, length, width, p.get("track", 0.2))
    half = width / 2 - 0.12
    for i in range(4):
        pen.box(-length * 0.46 + 0.04 * i, -half, length * 0.42 - 0.06 * i, half, PAINT, 92 + 8 * i, 0.05)
    pen.box(length * 0.02, -half * 0.8, length * 0.40, half * 0.8, PAINT_LIGHT, 136, 0.08)
    for y in (-0.4, 0.0, 0.4):
        pen.bar(length * 0.06, half * y, length * 0.36, half * y, 0.03, hexed("#8A2F24"), 142)
    pen.disc(-length * 0.25, 0, half * 0.42, mix(look.tone("paint"), (30, 28, 26), 0.6), 128)
    pen.thin = True
    for i in range(5):
        pen.bar(-length * (0.46 + 0.07 * i), 0.10 * (-1) ** i, -length * (0.53 + 0.07 * i), -0.10 * (-1) ** i, 0.02,
                (30, 28, 26), 40)  # fmt: skip
    pen.thin = False
