"""Soldiers, horses and the weapons they serve, on a base with the table's own ground."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wargame.tabletop.minis.nations import Livery
from wargame.tabletop.minis.pen import TURF, Colour, Pen, Point, hexed, shade

Piece = Callable[[Pen, Livery, float, float, float], None]
WOOD = hexed("#6E4A29")
STEEL: Colour = (50, 51, 54)


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
    pen.oval(*q(-0.01, 0), 0.115 * k, 0.20 * k, cloth, floor + 26, turn=turn, dome=30)
    pen.oval(*q(-0.10, 0), 0.055 * k, 0.11 * k, web, floor + 46, turn=turn, dome=14)
    if weapon > 0:
        _armed(pen, look, q, k, weapon, floor)
    pen.oval(*q(0.015, 0), 0.100 * k, 0.095 * k, look.tone("helmet"), floor + 74, turn=turn, dome=44)


def _armed(pen: Pen, look: Livery, q: Callable[[float, float], Point], k: float, weapon: float, floor: float) -> None:
    cloth = look.tone("uniform")

    def limb(a: Point, b: Point, width: float, colour: Colour, high: float) -> None:
        pen.bar(*q(*a), *q(*b), pen.wide(width * k * 0.9) if high >= 60 else width * k, colour, floor + high)

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
    cut = min(depth, width) * 0.045
    x, y = depth / 2, width / 2
    pen.box(-x, -y, x, y, edge, 30, cut)
    pen.box(-x + cut, -y + cut, x - cut, y - cut, TURF, 58, cut)
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def stand(pen: Pen, look: Livery, p: dict[str, Any], pieces: Mapping[str, Piece]) -> None:
    """People and pieces on a base: positions are shares of the half base, `figure` the size of a soldier.

    `pieces` lie under the people, what is `worn` over them.
    """
    depth, width = p["depth"], p["frontage"]
    outline = base(pen, depth, width, p.get("round", False))
    size = p.get("figure", 1.0)
    reach = (depth / 2 * 0.80, width / 2 * 0.80)

    def lay(rows: Iterable[Any]) -> None:
        for piece in rows:
            name, x, y = piece[0], piece[1] * reach[0], piece[2] * reach[1]
            pieces[name](pen, look, x, y, size * (piece[3] if len(piece) > 3 else 1.0))
            pen.place()

    lay(p.get("pieces", ()))
    for x, y, turn, weapon, *pose in p.get("people", ()):
        at = (x * reach[0], y * reach[1], math.radians(turn))
        soldier(pen, look, at, weapon=weapon, size=size, prone=bool(pose and pose[0] == "prone"))
    lay(p.get("worn", ()))
    pen.keep_base_only(outline)
