"""Templates laid on the table: which bases they touch, hold by the centre, hold wholly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wargame.board.bases import Footprints, axes
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


def template_hits(template: Template, x: float, y: float, bases: Footprints) -> Hits:
    """Gives what a template centred at a point holds of many bases."""
    if template.shape == "circle":
        return _circle_hits(template.width_in / 2, x, y, bases)
    return _rectangle_hits(template, x, y, bases)


def template_outline(template: Template, x: float, y: float, points: int = 64) -> Floats:
    """Gives the outline (n, 2) of a template for drawing: four corners, or so many points of a circle."""
    if template.shape == "circle":
        angles = np.arange(points) * (2 * math.pi / points)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1) * (template.width_in / 2) + (x, y)
    c, s = axes(template.facing_deg)
    d, w = template.depth_in / 2, template.width_in / 2
    return np.array([(d, -w), (d, w), (-d, w), (-d, -w)]) @ np.array([(c, s), (-s, c)]) + (x, y)


def _circle_hits(radius: float, x: float, y: float, bases: Footprints) -> Hits:
    dx, dy = x - bases.x, y - bases.y
    square = dx * dx + dy * dy
    c, s = _axes_many(bases.facing_deg)
    along, across = np.abs(dx * c + dy * s), np.abs(dy * c - dx * s)
    near = np.maximum(along - bases.half_d, 0.0) ** 2 + np.maximum(across - bases.half_w, 0.0) ** 2
    far = (along + bases.half_d) ** 2 + (across + bases.half_w) ** 2
    reach = radius + HALF
    distance = np.sqrt(square)
    touched = np.where(bases.is_circle, distance <= reach + bases.half_w, near <= reach * reach)
    wholly = np.where(bases.is_circle, distance + bases.half_w <= reach, far <= reach * reach)
    return Hits(touched, square <= reach * reach, wholly)


def _rectangle_hits(template: Template, x: float, y: float, bases: Footprints) -> Hits:
    c, s = axes(template.facing_deg)
    dx, dy = bases.x - x, bases.y - y
    along, across = np.abs(dx * c + dy * s), np.abs(dy * c - dx * s)
    d, w = template.depth_in / 2 + HALF, template.width_in / 2 + HALF
    cb, sb = _axes_many(bases.facing_deg)
    dot, cross = np.abs(c * cb + s * sb), np.abs(c * sb - s * cb)
    extent_d = np.where(bases.is_circle, bases.half_d, bases.half_d * dot + bases.half_w * cross)
    extent_w = np.where(bases.is_circle, bases.half_w, bases.half_d * cross + bases.half_w * dot)
    overlap = (along <= d + extent_d) & (across <= w + extent_w)
    own_along, own_across = np.abs(dx * cb + dy * sb), np.abs(dy * cb - dx * sb)
    overlap &= own_along <= bases.half_d + d * dot + w * cross
    overlap &= own_across <= bases.half_w + d * cross + w * dot
    corner = np.maximum(along - d, 0.0) ** 2 + np.maximum(across - w, 0.0) ** 2
    touched = np.where(bases.is_circle, corner <= bases.half_w**2, overlap)
    return Hits(touched, (along <= d) & (across <= w), (along + extent_d <= d) & (across + extent_w <= w))


def _axes_many(facing_deg: Floats) -> tuple[Floats, Floats]:
    angles = np.radians(facing_deg)
    return np.cos(angles), np.sin(angles)
