"""A flat little map of a table: for lists and briefings, drawn in an instant."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargame.board import Feature
from wargame.engine.setup import Setup
from wargame.tabletop.theme import Colour, ColourPair, Ink, mix, rgb

PAPER = rgb("#D9CFB2")
_AREAS: dict[str, tuple[Colour, int]] = {
    "hill": (rgb("#B99F6E"), 70),
    "field": (rgb("#CDBE86"), 120),
    "crops": (rgb("#C9B777"), 140),
    "wheat": (rgb("#D2B867"), 150),
    "sunflower": (rgb("#C9B45A"), 150),
    "swamp": (rgb("#8FA79A"), 150),
    "town": (rgb("#B8A692"), 130),
    "rubble": (rgb("#9C948A"), 150),
    "orchard": (rgb("#93A35F"), 150),
    "brush": (rgb("#8D9E62"), 150),
    "woods_light": (rgb("#7F9654"), 190),
    "woods_heavy": (rgb("#5E7A40"), 210),
    "forest": (rgb("#5E7A40"), 210),
    "river": (rgb("#7FA6B5"), 255),
    "stream": (rgb("#7FA6B5"), 255),
    "building": (rgb("#7A4A3C"), 255),
    "bunker": (rgb("#4C4A46"), 255),
    "minefield": (rgb("#B3483C"), 110),
}
_LINES: dict[str, tuple[Colour, float]] = {
    "river": (rgb("#7FA6B5"), 1.0),
    "stream": (rgb("#7FA6B5"), 0.5),
    "gully": (rgb("#8C7B58"), 0.5),
    "cliff": (rgb("#6B5A40"), 0.3),
    "railway": (rgb("#3F3A34"), 0.3),
    "road": (rgb("#8A6A48"), 0.6),
    "path": (rgb("#9B8464"), 0.3),
    "bridge": (rgb("#4B4138"), 0.8),
    "trench": (rgb("#5D4A34"), 0.3),
    "wall": (rgb("#6A6258"), 0.25),
    "hedge": (rgb("#6E8248"), 0.3),
    "wire": (rgb("#8C867C"), 0.2),
}
_ORDER = (
    *("hill", "field", "crops", "wheat", "sunflower", "town", "swamp", "rubble", "orchard", "brush"),
    *("woods_light", "woods_heavy", "forest", "river", "stream", "gully", "railway", "path", "road", "bridge"),
)


def sketch(setup: Setup, size: tuple[int, int], pair: ColourPair) -> pygame.Surface:
    """The map of a battle in `size` px (the table's own shape is kept), with zones and objectives."""
    scale = min(size[0] / setup.table.width_in, size[1] / setup.table.height_in) * 2
    width, height = round(setup.table.width_in * scale), round(setup.table.height_in * scale)
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    image.fill(PAPER)

    def to(point: Sequence[float]) -> tuple[float, float]:
        return point[0] * scale, height - point[1] * scale

    ranked = {kind: n for n, kind in enumerate(_ORDER)}
    for feature in sorted(setup.features, key=lambda f: (ranked.get(f.kind, len(_ORDER)), f.order)):
        _draw(image, feature, [to(p) for p in feature.rings[0]], scale)
    sides = [side.id for side in setup.sides]
    for zone in setup.zones:
        if zone.side in sides and zone.kind == "deploy" and len(zone.polygon) >= 3:
            colour = mix(pair.side(sides.index(zone.side)).colour, (20, 30, 40), 0.25)
            _area(image, [to(p) for p in zone.polygon], colour, 46)
            pygame.draw.lines(image, colour, True, [to(p) for p in zone.polygon], 3)
    for objective in setup.objectives:
        _flag(image, to((objective.x, objective.y)), objective.holder, sides, pair, scale)
    pygame.draw.rect(image, Ink.WOOD, image.get_rect(), 5)
    return pygame.transform.smoothscale(image, (max(1, width // 2), max(1, height // 2)))


def _draw(image: pygame.Surface, feature: Feature, points: list[tuple[float, float]], scale: float) -> None:
    if feature.geometry == "polygon" and feature.kind in _AREAS and len(points) >= 3:
        colour, alpha = _AREAS[feature.kind]
        _area(image, points, colour, alpha)
        if feature.kind == "hill":
            pygame.draw.aalines(image, rgb("#7A6038"), True, points)
    elif feature.geometry == "line" and feature.kind in _LINES and len(points) >= 2:
        colour, least = _LINES[feature.kind]
        wide = max(2, round(max(feature.width_in, least) * scale))
        pygame.draw.lines(image, colour, False, points, wide)
        for point in points:
            pygame.draw.circle(image, colour, point, wide / 2)


def _area(image: pygame.Surface, points: list[tuple[float, float]], colour: Colour, alpha: int) -> None:
    veil = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(veil, (*colour, alpha), points)
    image.blit(veil, (0, 0))


def _flag(
    image: pygame.Surface, at: tuple[float, float], holder: str, sides: list[str], pair: ColourPair, scale: float
) -> None:
    x, y = at
    s = max(14.0, scale * 1.1)
    colour = pair.side(sides.index(holder)).colour if holder in sides else (240, 236, 224)
    pygame.draw.line(image, (40, 32, 24), (x, y), (x, y - 1.6 * s), 4)
    pygame.draw.polygon(image, (40, 32, 24), [(x, y - 1.7 * s), (x + 1.3 * s, y - 1.2 * s), (x, y - 0.7 * s)])
    pygame.draw.polygon(image, colour, [(x + 2, y - 1.55 * s), (x + 1.05 * s, y - 1.2 * s), (x + 2, y - 0.85 * s)])
