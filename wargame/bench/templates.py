"""Templates and distances between bases, beside shapely."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wargame.bench import ground
from wargame.bench.goals import GOALS
from wargame.bench.rows import Row, Size, beside
from wargame.board import Footprints, Template, gaps, template_hits, template_outline
from wargame.board.oracle import base_shapes, gaps_by_shapely, hits_by_shapely

TOPIC = "templates"
SHAPES = (Template.circle(4.0), Template.rectangle(5.0, 2.0, 30.0))


def run(size: Size) -> Iterator[Row]:
    """The rows of goal 7 that concern templates, and distances."""
    placed = ground.bases(2 * size.stands)
    shapes = base_shapes(placed)
    centres = np.column_stack([placed.x, placed.y])
    for template in SHAPES:
        yield _template(template, placed, shapes, centres, size)
    found = beside(lambda: gaps(placed, placed), lambda: gaps_by_shapely(shapes), size.slow_repeats)
    now = found.now * 1e3
    yield Row(
        topic=TOPIC,
        goal=7,
        name=f"all distances of {len(placed)} x {len(placed)} bases",
        wanted="<= 0.3 ms and >= 100 x shapely",
        now=now,
        unit="ms",
        baseline=found.baseline * 1e3,
        beside="shapely, pair by pair",
        ratio=found.ratio,
        met=now <= 0.3 and found.ratio >= 100.0,
        note=f"greatest difference {np.abs(gaps(placed, placed) - gaps_by_shapely(shapes)).max():.4f} in"
        " (shapely's circles have 64 corners)",
    )


def _template(
    template: Template,
    placed: Footprints,
    shapes: np.ndarray,
    centres: np.ndarray,
    size: Size,  # type: ignore[type-arg]
) -> Row:
    x, y = 6.0, 6.0
    outline = template_outline(template, x, y)
    found = beside(
        lambda: template_hits(template, x, y, placed),
        lambda: hits_by_shapely(outline, shapes, centres),
        size.repeats,
    )
    ours, theirs = template_hits(template, x, y, placed), hits_by_shapely(outline, shapes, centres)
    other = sum(
        int((mine != its).sum())
        for mine, its in zip((ours.touched, ours.centre_in, ours.wholly_in), theirs, strict=True)
    )
    return Row(
        topic=TOPIC,
        goal=7,
        name=f"{template.shape} on {len(placed)} bases",
        wanted=GOALS[7],
        now=found.now * 1e6,
        unit="us",
        baseline=found.baseline * 1e6,
        beside="shapely, all bases at once",
        ratio=found.ratio,
        met=found.now * 1e6 <= 50.0,
        note=f"{other} of {3 * len(placed)} answers differ (circles of 64 corners there)",
    )
