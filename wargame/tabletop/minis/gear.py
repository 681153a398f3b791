"""Guns, mortars, machine guns and other things that people serve, carry or ride, each drawn about a place."""

import math
from collections.abc import Mapping
from typing import Any

from wargame.tabletop.minis import people
from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, Pen, hexed, mix, shade
from wargame.tabletop.minis.people import STEEL, WOOD, Piece, soldier


def _carriage(pen: Pen, k: float, wheel: float) -> None:
    for sign in (-1, 1):
        pen.bar(-0.12, sign * 0.06, -0.88, sign * 0.30, 0.085, PAINT, 92)
        pen.bar(-0.84, sign * 0.22, -0.92, sign * 0.38, 0.06, STEEL, 88)
        pen.box(-wheel, sign * 0.35 - 0.07, wheel, sign * 0.35 + 0.07, (40, 38, 35), 116, 0.05)


def _gun(pen: Pen, look: Livery, barrel: float, bore: float, *, shield: float, brake: bool) -> None:
    pen.box(-0.34, -0.10, 0.12, 0.10, PAINT, 132)
    pen.thin = True
    bore = pen.wide(bore)
    pen.bar(-0.26, 0, barrel + bore * 0.3, 0, bore * 1.9, shade(look.tone("paint"), 0.66), 118)
    pen.bar(-0.26, 0, barrel, 0, bore, PAINT, 150)
    pen.bar(-0.26, 0, barrel * 0.45, 0, bore * 1.5, PAINT, 152)
    if brake:
        pen.box(barrel - 0.12, -bore * 0.95, barrel, bore * 0.95, look.tone("metal"), 156)
    pen.thin = False
    if shield:
        ring = [(0.14, -shield), (0.24, -shield * 0.4), (0.24, shield * 0.4), (0.14, shield)]
        pen.poly([*ring, (0.07, shield), (0.16, shield * 0.4), (0.16, -shield * 0.4), (0.07, -shield)], PAINT, 172)


def _at_gun(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    _carriage(pen, k, 0.19)
    _gun(pen, look, 1.10, 0.085, shield=0.46, brake=True)


def _field_gun(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    _carriage(pen, k, 0.25)
    _gun(pen, look, 0.80, 0.13, shield=0.40, brake=False)


def _infantry_gun(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k * 0.85)
    _carriage(pen, k, 0.22)
    _gun(pen, look, 0.48, 0.15, shield=0.42, brake=False)


def _aa_gun(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for turn in (45, 135, 225, 315):
        a = math.radians(turn)
        pen.bar(0, 0, 0.62 * math.cos(a), 0.62 * math.sin(a), 0.09, PAINT, 84)
        pen.disc(0.62 * math.cos(a), 0.62 * math.sin(a), 0.08, STEEL, 80)
    pen.disc(0, 0, 0.30, PAINT, 110, 14)
    _gun(pen, look, 1.05, 0.09, shield=0.34, brake=False)


def _quad(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    pen.disc(0, 0, 0.34, PAINT, 120, 10)
    pen.box(-0.10, -0.36, 0.16, 0.36, PAINT, 150, 0.05)
    pen.thin = True
    for v in (-0.26, -0.12, 0.12, 0.26):
        pen.bar(-0.12, v, 0.72, v, 0.05, STEEL, 172)
    pen.thin = False
    pen.box(0.14, -0.40, 0.22, 0.40, PAINT, 166)


def _mortar(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    pen.oval(-0.06, 0, 0.13, 0.19, look.tone("metal"), 84)
    pen.bar(-0.04, 0, 0.42, 0, 0.11, PAINT, 150)
    for sign in (-1, 1):
        pen.bar(0.28, 0, 0.40, sign * 0.20, 0.035, STEEL, 118)
    pen.disc(0.42, 0, 0.058, (20, 20, 20), 158)


def _machine_gun(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for u, v in ((-0.20, -0.17), (-0.20, 0.17), (0.26, 0.0)):
        pen.bar(0.02, 0, u, v, 0.04, STEEL, 100)
    pen.bar(-0.18, 0, 0.14, 0, 0.10, (58, 56, 52), 146)
    pen.bar(0.10, 0, 0.58, 0, 0.055, STEEL, 146)
    pen.box(0.02, 0.06, 0.14, 0.20, hexed("#6A6A4A"), 130)


def _tube(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    pen.bar(-0.38, 0, 0.46, 0, 0.095, shade(look.tone("paint"), 0.25), 166)
    pen.disc(0.46, 0, 0.09, shade(look.tone("paint"), 0.1), 170)


def _radio(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    pen.box(-0.10, -0.13, 0.10, 0.13, shade(look.tone("web"), 0.3), 140, 0.02)
    pen.thin = True
    pen.bar(0, -0.1, 0, -0.62, 0.022, (28, 28, 28), 170)
    pen.thin = False


def _map_table(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 8, k)
    pen.box(-0.16, -0.22, 0.16, 0.22, hexed("#6B5436"), 108)
    pen.box(-0.13, -0.18, 0.13, 0.18, hexed("#E2D8B8"), 112)
    pen.bar(-0.1, 0.1, 0.08, -0.14, 0.02, hexed("#A8402E"), 113)


def _charge(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 20, k)
    pen.box(-0.14, -0.10, 0.14, 0.10, hexed("#7A5A34"), 104)
    pen.bar(-0.05, -0.10, -0.05, 0.10, 0.03, hexed("#D8C89A"), 108)
    pen.bar(0.14, 0, 0.30, 0.08, 0.02, (24, 24, 24), 90)


def _horse(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    coat = (hexed("#7A5433"), hexed("#8A6640"), hexed("#5A4332"))[int(abs(x * 7 + y * 13) * 10) % 3]
    pen.place(x, y, 0, k * 1.15)
    for u, v in ((0.26, -0.15), (0.36, 0.13), (-0.28, -0.16), (-0.34, 0.14)):
        pen.oval(u, v, 0.12, 0.055, shade(coat, 0.4), 74)
    pen.oval(-0.24, 0, 0.24, 0.21, coat, 92, dome=34)
    pen.oval(0.16, 0, 0.24, 0.19, coat, 92, dome=34)
    pen.poly([(0.28, -0.11), (0.62, -0.07), (0.62, 0.07), (0.28, 0.11)], coat, 132)
    pen.bar(0.26, 0, 0.60, 0, 0.05, shade(coat, 0.55), 140)
    pen.oval(0.70, 0, 0.15, 0.075, mix(coat, (0, 0, 0), 0.15), 122, dome=14)
    pen.bar(-0.44, 0, -0.66, 0.06, 0.08, shade(coat, 0.5), 96)
    pen.box(-0.16, -0.16, 0.10, 0.16, look.tone("web"), 128, 0.04)
    pen.place()
    soldier(pen, look, (x - 0.04 * k, y, 0.0), weapon=0.30, size=k * 0.92, floor=118)


def _bike(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for u in (-0.40, 0.42):
        pen.box(u - 0.17, -0.05, u + 0.17, 0.05, (34, 32, 30), 84, 0.04)
    pen.box(-0.30, -0.08, 0.30, 0.08, PAINT, 104, 0.04)
    pen.bar(0.28, -0.22, 0.28, 0.22, 0.04, STEEL, 132)
    pen.oval(-0.02, 0.36, 0.42, 0.15, PAINT, 96, dome=22)
    pen.box(-0.22, 0.50, 0.04, 0.57, (34, 32, 30), 80, 0.03)
    pen.place()
    soldier(pen, look, (x - 0.10 * k, y, 0.0), weapon=0.0, size=k * 0.85, floor=104)
    soldier(pen, look, (x - 0.10 * k, y + 0.36 * k, 0.0), weapon=0.24, size=k * 0.72, floor=92)


def _howitzer(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A heavy towed howitzer: split trails with spades, short fat barrel, small shield."""
    pen.place(x, y, 0, k)
    for sign in (-1, 1):
        pen.bar(-0.10, sign * 0.08, -0.96, sign * 0.40, 0.11, PAINT, 92)
        pen.bar(-0.92, sign * 0.28, -1.0, sign * 0.50, 0.08, STEEL, 88)
        pen.box(-0.26, sign * 0.40 - 0.08, 0.26, sign * 0.40 + 0.08, (40, 38, 35), 116, 0.05)
    _gun(pen, look, 0.66, 0.17, shield=0.30, brake=False)
    pen.box(-0.52, -0.12, -0.26, 0.12, look.tone("metal"), 146)


def _flak88(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A large anti-aircraft gun on a cross mount, long barrel, broad shield."""
    pen.place(x, y, 0, k)
    for ahead, aside in ((0.86, 0.0), (-0.86, 0.0), (0.0, 0.62), (0.0, -0.62)):
        pen.bar(0, 0, ahead, aside, 0.13, PAINT, 84)
        pen.disc(ahead, aside, 0.09, STEEL, 82)
    pen.disc(0, 0, 0.30, PAINT, 112, 12)
    _gun(pen, look, 1.22, 0.11, shield=0.50, brake=False)


def _nebelwerfer(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """Six rocket tubes in a bundle on a light carriage."""
    pen.place(x, y, 0, k)
    _carriage(pen, k, 0.19)
    for v in (-0.22, -0.075, 0.075, 0.22):
        pen.bar(-0.40, v, 0.52, v, 0.13, PAINT, 150)
        pen.disc(0.52, v, 0.06, (20, 20, 20), 152)
    pen.bar(0.06, -0.32, 0.06, 0.32, 0.05, STEEL, 158)


def _heavy_mortar(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for sign in (-1, 1):
        pen.box(-0.16, sign * 0.30 - 0.05, 0.16, sign * 0.30 + 0.05, (40, 38, 35), 100, 0.04)
    pen.oval(-0.34, 0, 0.17, 0.24, look.tone("metal"), 84)
    pen.bar(-0.30, 0, 0.46, 0, 0.17, PAINT, 150)
    pen.disc(0.46, 0, 0.085, (20, 20, 20), 158)


def _missile(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A guided missile on a tripod."""
    pen.place(x, y, 0, k)
    for u, v in ((-0.26, -0.22), (-0.26, 0.22), (0.26, 0.0)):
        pen.bar(0.0, 0, u, v, 0.05, STEEL, 98)
    pen.bar(-0.36, 0, 0.44, 0, 0.15, mix(look.tone("paint"), (30, 34, 26), 0.3), 152)
    pen.disc(0.44, 0, 0.07, (24, 24, 22), 156)
    pen.box(-0.06, 0.09, 0.14, 0.24, STEEL, 142)


def _recoilless(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A long thin recoilless gun on a tripod."""
    pen.place(x, y, 0, k)
    for u, v in ((-0.30, -0.26), (-0.30, 0.26), (0.34, 0.0)):
        pen.bar(0.0, 0, u, v, 0.055, STEEL, 96)
    pen.bar(-0.70, 0, 0.84, 0, pen.wide(0.09), PAINT, 150)
    pen.oval(-0.70, 0, 0.12, 0.10, STEEL, 152)


def _sam_tube(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A missile on the shoulder, pointed at the sky: thick tube with a bright band."""
    pen.place(x, y, -28, k)
    pen.bar(-0.30, 0, 0.42, 0, 0.11, hexed("#4E5440"), 176)
    pen.bar(0.24, 0, 0.32, 0, 0.12, hexed("#C8B86A"), 180)
    pen.disc(0.43, 0, 0.07, (24, 24, 22), 180)


def _long_rifle(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """An anti-tank rifle on its bipod: as long as its man."""
    pen.place(x, y, 0, k)
    for v in (-0.13, 0.13):
        pen.bar(0.24, 0, 0.36, v, 0.035, STEEL, 100)
    pen.bar(-0.36, 0, -0.02, 0, 0.085, WOOD, 132)
    pen.bar(-0.04, 0, 0.72, 0, pen.wide(0.05), STEEL, 136)
    pen.box(0.68, -0.045, 0.78, 0.045, STEEL, 138)


def _flame_pack(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """Two fuel bottles on a back and the lance ahead with its pilot flame."""
    pen.place(x, y, 0, k)
    for v in (-0.08, 0.08):
        pen.oval(-0.12, v, 0.16, 0.075, hexed("#6E4A34"), 150, dome=20)
    pen.bar(0.02, 0.16, 0.44, 0.08, pen.wide(0.045), STEEL, 156)
    pen.disc(0.50, 0.07, 0.075, hexed("#FF9A3A"), 166)
    pen.disc(0.51, 0.07, 0.04, hexed("#FFE9A0"), 170)


def _back_radio(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    pen.box(-0.22, -0.13, -0.04, 0.13, shade(look.tone("web"), 0.25), 154, 0.02)
    pen.thin = True
    pen.bar(-0.12, -0.11, -0.42, -0.46, pen.wide(0.03), (24, 24, 24), 182)
    pen.thin = False


def _red_cross(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A white disc with a red cross over the helmet, and a satchel."""
    pen.place(x, y, 0, k)
    pen.disc(0.0, 0, 0.125, (240, 238, 230), 196)
    for a, b in ((0.09, 0.032), (0.032, 0.09)):
        pen.box(-a, -b, a, b, hexed("#C0302A"), 198)
    pen.box(-0.10, 0.22, 0.10, 0.36, (236, 232, 220), 120)


def _peaked_cap(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """An officer's cap with a bright band."""
    pen.place(x, y, 0, k)
    pen.oval(0.0, 0, 0.135, 0.135, mix(look.tone("uniform"), (40, 40, 40), 0.25), 176, dome=20)
    pen.oval(0.0, 0, 0.06, 0.06, hexed("#B0413A"), 200)
    pen.oval(0.125, 0, 0.045, 0.10, (26, 24, 22), 178)


def _leather_cap(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A crewman's padded or black cap."""
    pen.place(x, y, 0, k)
    pen.oval(0.0, 0, 0.12, 0.12, (34, 33, 34), 176, dome=26)
    for v in (-0.05, 0.05):
        pen.bar(-0.09, v, 0.09, v, 0.02, (70, 68, 66), 206)


def _glasses(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """Field glasses before the eyes."""
    pen.place(x, y, 0, k)
    for v in (-0.055, 0.055):
        pen.bar(0.06, v, 0.26, v * 1.5, pen.wide(0.06), (26, 26, 28), 186)
        pen.disc(0.27, v * 1.5, 0.035, hexed("#8FB4C8"), 190)


def _skis(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for v in (-0.12, 0.12):
        pen.bar(-0.52, v, 0.56, v, pen.wide(0.05), hexed("#C9A878"), 70)
    for v in (-0.30, 0.30):
        pen.bar(-0.30, v, 0.20, v * 0.9, pen.wide(0.028), (44, 38, 32), 96)
    pen.place()
    soldier(pen, look, (x, y, 0.0), weapon=0.0, size=k, floor=78)


def _bicycle(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for u in (-0.42, 0.42):
        pen.bar(u - 0.20, 0, u + 0.20, 0, pen.wide(0.045), (30, 28, 28), 80)
    pen.bar(-0.42, 0, 0.42, 0, pen.wide(0.035), STEEL, 96)
    pen.bar(0.34, -0.18, 0.34, 0.18, pen.wide(0.035), STEEL, 116)
    pen.place()
    soldier(pen, look, (x - 0.06 * k, y, 0.0), weapon=0.0, size=k * 0.86, floor=100)


def _solo_bike(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    pen.place(x, y, 0, k)
    for u in (-0.42, 0.44):
        pen.box(u - 0.18, -0.06, u + 0.18, 0.06, (34, 32, 30), 84, 0.04)
    pen.box(-0.30, -0.09, 0.30, 0.09, PAINT, 104, 0.04)
    pen.bar(0.30, -0.22, 0.30, 0.22, pen.wide(0.04), STEEL, 132)
    pen.place()
    soldier(pen, look, (x - 0.08 * k, y, 0.0), weapon=0.0, size=k * 0.9, floor=106)


def _wagon(pen: Pen, look: Livery, x: float, y: float, k: float) -> None:
    """A wagon with a load, drawn by two horses."""
    for sign in (-1, 1):
        _horse_only(pen, x + 0.62 * k, y + sign * 0.20 * k, k * 0.82)
    pen.place(x, y, 0, k)
    pen.bar(-0.1, 0, 0.62, 0, 0.05, WOOD, 84)
    for u in (-0.62, 0.02):
        for sign in (-1, 1):
            pen.box(u - 0.15, sign * 0.32 - 0.04, u + 0.15, sign * 0.32 + 0.04, (48, 40, 32), 84, 0.04)
    pen.box(-0.86, -0.27, 0.14, 0.27, hexed("#7A6242"), 104)
    pen.box(-0.80, -0.21, -0.10, 0.21, hexed("#9A8A62"), 122, 0.08)
    pen.place()
    soldier(pen, look, (x + 0.02 * k, y, 0.0), weapon=0.0, size=k * 0.66, floor=112)


def _horse_only(pen: Pen, x: float, y: float, k: float) -> None:
    coat = (hexed("#7A5433"), hexed("#8A6640"), hexed("#5A4332"))[int(abs(x * 7 + y * 13) * 10) % 3]
    pen.place(x, y, 0, k)
    pen.oval(-0.20, 0, 0.22, 0.17, coat, 92, dome=34)
    pen.oval(0.12, 0, 0.22, 0.16, coat, 92, dome=34)
    pen.poly([(0.22, -0.10), (0.50, -0.06), (0.50, 0.06), (0.22, 0.10)], coat, 130)
    pen.oval(0.56, 0, 0.13, 0.07, mix(coat, (0, 0, 0), 0.15), 122, dome=14)
    pen.bar(-0.38, 0, -0.56, 0.05, 0.07, shade(coat, 0.5), 96)


PIECES: Mapping[str, Piece] = {
    "at_gun": _at_gun, "field_gun": _field_gun, "infantry_gun": _infantry_gun, "aa_gun": _aa_gun, "quad": _quad,
    "mortar": _mortar, "machine_gun": _machine_gun, "tube": _tube, "radio": _radio, "map": _map_table,
    "charge": _charge, "horse": _horse, "bike": _bike, "howitzer": _howitzer, "flak88": _flak88,
    "nebelwerfer": _nebelwerfer, "heavy_mortar": _heavy_mortar, "missile": _missile, "recoilless": _recoilless,
    "sam_tube": _sam_tube, "long_rifle": _long_rifle, "flame_pack": _flame_pack, "back_radio": _back_radio,
    "red_cross": _red_cross, "peaked_cap": _peaked_cap, "leather_cap": _leather_cap, "glasses": _glasses,
    "skis": _skis, "bicycle": _bicycle, "solo_bike": _solo_bike, "wagon": _wagon,
}  # fmt: skip


def stand(pen: Pen, look: Livery, p: dict[str, Any], _turn: float) -> None:
    """People and what they serve on a base."""
    people.stand(pen, look, p, PIECES)
