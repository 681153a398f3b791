"""Soldiers, horses and the weapons they serve, on a base with the table's own ground."""

import math
from collections.abc import Callable
from typing import Any

from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import PAINT, TURF, Colour, Pen, Point, hexed, mix, shade

WOOD = hexed("#56391F")
STEEL: Colour = (42, 42, 44)


def soldier(
    pen: Pen,
    look: Livery,
    at: tuple[float, float, float],
    *,
    weapon: float = 0.34,
    size: float = 1.0,
    prone: bool = False,
    floor: float = 72,
) -> None:
    """A soldier at x, y facing so many radians: legs, body, pack, arms, weapon of that length (0 none), helmet."""
    x, y, turn = at
    k, c, s = 1.25 * size, math.cos(turn), math.sin(turn)

    def q(u: float, v: float) -> Point:
        return x + (u * c - v * s) * k, y + (u * s + v * c) * k

    cloth, web = look.tone("uniform"), look.tone("web")
    for sign in (-1, 1):
        if prone:
            pen.bar(*q(-0.36, sign * 0.09), *q(-0.10, sign * 0.05), 0.08 * k, shade(cloth, 0.15), floor + 12)
        else:
            pen.oval(*q(0.06 * sign, sign * 0.06), 0.10 * k, 0.055 * k, shade(web, 0.45), floor + 8, turn=turn)
    pen.oval(*q(-0.01, 0), 0.115 * k, 0.185 * k, cloth, floor + 26, turn=turn, dome=30)
    pen.oval(*q(-0.10, 0), 0.055 * k, 0.11 * k, web, floor + 46, turn=turn, dome=14)
    if weapon > 0:
        _armed(pen, look, q, k, weapon, floor)
    pen.oval(*q(0.015, 0), 0.110 * k, 0.105 * k, look.tone("helmet"), floor + 74, turn=turn, dome=44)


def _armed(pen: Pen, look: Livery, q: Callable[[float, float], Point], k: float, weapon: float, floor: float) -> None:
    cloth = look.tone("uniform")

    def limb(a: Point, b: Point, width: float, colour: Colour, high: float) -> None:
        pen.bar(*q(*a), *q(*b), width * k, colour, floor + high)

    limb((0.04, 0.13), (0.18, 0.05), 0.07, cloth, 52)
    limb((0.04, -0.14), (0.25, 0.0), 0.065, cloth, 52)
    x, y = q(0.20, 0.045)
    pen.disc(x, y, 0.035 * k, look.tone("skin"), floor + 56)
    limb((-0.04, 0.10), (0.06 + weapon * 0.45, 0.03), 0.05, WOOD, 60)
    limb((0.06 + weapon * 0.40, 0.035), (0.06 + weapon, 0.0), 0.032, STEEL, 62)


def base(pen: Pen, depth: float, width: float, is_round: bool) -> list[Point]:
    """The base: a dark edge and the ground of the table. Returns its outline."""
    edge = (44, 40, 30)
    if is_round:
        pen.oval(0, 0, depth / 2, width / 2, edge, 30)
        pen.oval(0, 0, depth / 2 * 0.94, width / 2 * 0.94, TURF, 58)
        return [(depth / 2 * math.cos(i * math.tau / 32), width / 2 * math.sin(i * math.tau / 32)) for i in range(32)]
    cut = min(depth, width) * 0.06
    x, y = depth / 2, width / 2
    pen.box(-x, -y, x, y, edge, 30, cut)
    pen.box(-x + cut, -y + cut, x - cut, y - cut, TURF, 58, cut)
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def stand(pen: Pen, look: Livery, p: dict[str, Any], _turn: float) -> None:
    """People and pieces on a base: positions are shares of the half base, `figure` the size of a soldier."""
    depth, width = p["depth"], p["frontage"]
    outline = base(pen, depth, width, p.get("round", False))
    size = p.get("figure", 1.0)
    reach = (depth / 2 * 0.80, width / 2 * 0.80)
    for piece in p.get("pieces", ()):
        name, x, y = piece[0], piece[1] * reach[0], piece[2] * reach[1]
        PIECES[name](pen, look, x, y, size * (piece[3] if len(piece) > 3 else 1.0))
        pen.place()
    for x, y, turn, weapon, *pose in p.get("people", ()):
        at = (x * reach[0], y * reach[1], math.radians(turn))
        soldier(pen, look, at, weapon=weapon, size=size, prone=bool(pose and pose[0] == "prone"))
    pen.keep_base_only(outline)


def _carriage(pen: Pen, k: float, wheel: float) -> None:
    for sign in (-1, 1):
        pen.bar(-0.12, sign * 0.06, -0.88, sign * 0.30, 0.085, PAINT, 92)
        pen.bar(-0.84, sign * 0.22, -0.92, sign * 0.38, 0.06, STEEL, 88)
        pen.box(-wheel, sign * 0.35 - 0.07, wheel, sign * 0.35 + 0.07, (40, 38, 35), 116, 0.05)


def _gun(pen: Pen, look: Livery, barrel: float, bore: float, *, shield: float, brake: bool) -> None:
    pen.box(-0.34, -0.10, 0.12, 0.10, PAINT, 132)
    pen.thin = True
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


PIECES = {
    "at_gun": _at_gun, "field_gun": _field_gun, "infantry_gun": _infantry_gun, "aa_gun": _aa_gun, "quad": _quad,
    "mortar": _mortar, "machine_gun": _machine_gun, "tube": _tube, "radio": _radio, "map": _map_table,
    "charge": _charge, "horse": _horse, "bike": _bike,
}  # fmt: skip
