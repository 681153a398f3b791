"""Templates laid on the table: which bases they touch, hold by the centre, hold wholly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wargame.board.bases import Footprints, axes
from wargame.board.gap_kernel import circle_hits, circle_hits_compiled, rectangle_hits, rectangle_hits_compiled
from wargame.board.kernels import chosen
from wargame.board.snap import HALF

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Template:
    """A blast or smoke shape. width_in lies across the facing, depth_in along it; both the diameter of a circle."""

    shape: Literal["circle", "rectangle"]
    width_in: float
    depth_in: float
    facing_deg: float = 0.0

    @staticmethod
    def circle(diameter_in: float) -> Template:
        """Makes a round template."""
        return Template("circle", diameter_in, diameter_in)

    @staticmethod
    def rectangle(width_in: float, depth_in: float, facing_deg: float = 0.0) -> Template:
        """Makes a rectangular template."""
        return Template("rectangle", width_in, depth_in, facing_deg)


@dataclass(frozen=True, slots=True)
class Hits:
    """For each base: does the template touch it, hold its centre, hold all of it. Limits are inclusive, with half a
    thousandth of an inch of slack."""

    touched: Bools
    centre_in: Bools
    wholly_in: Bools


def template_hits(template: Template, x: float, y: float, bases: Footprints, kernels: str = "compiled") -> Hits:
    """Gives what a template centred at a point holds of many bases."""
    out = np.empty((3, len(bases)), np.bool_)
    half_along, half_across = template.depth_in / 2, template.width_in / 2
    if template.shape == "circle":
        round_one = chosen(kernels, circle_hits, circle_hits_compiled)
        round_one(half_across, HALF, float(x), float(y), bases.columns, out)
    else:
        square_one = chosen(kernels, rectangle_hits, rectangle_hits_compiled)
        facing = float(template.facing_deg)
        square_one(half_along + HALF, half_across + HALF, facing, float(x), float(y), bases.columns, out)
    return Hits(out[0], out[1], out[2])


def template_outline(template: Template, x: float, y: float, points: int = 64) -> Floats:
    """Gives the outline (n, 2) of a template for drawing: four corners, or so many points of a circle."""
    if template.shape == "circle":
        angles = np.arange(points) * (2 * math.pi / points)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1) * (template.width_in / 2) + (x, y)
    c, s = axes(template.facing_deg)
    d, w = template.depth_in / 2, template.width_in / 2
    return np.array([(d, -w), (d, w), (-d, w), (-d, -w)]) @ np.array([(c, s), (-s, c)]) + (x, y)
