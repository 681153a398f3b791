"""The rooms of the gallery and how one walks through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import pygame

from wargame.tabletop.gallery.armies import hang_armies
from wargame.tabletop.gallery.battles import hang_battles
from wargame.tabletop.gallery.figures import hang_figures
from wargame.tabletop.gallery.grounds import hang_grounds
from wargame.tabletop.gallery.screens import hang_screens
from wargame.tabletop.gallery.sheets import Wall

Room = Callable[[Wall], None]
ROOMS: Mapping[str, Room] = MappingProxyType(
    {
        "grounds": hang_grounds,
        "miniatures": hang_figures,
        "armies": hang_armies,
        "battles": hang_battles,
        "screens": hang_screens,
    }
)


class UnknownRoom(ValueError):
    """A room that the gallery has not."""


def make_gallery(folder: Path, rooms: Iterable[str] = (), tell: Callable[[str], None] = print) -> Path:
    """Fill the rooms (all by default) and write the index; the path of its page.

    Raises UnknownRoom, OSError, pygame.error.
    """
    wanted = tuple(rooms) or tuple(ROOMS)
    for name in wanted:
        if name not in ROOMS:
            raise UnknownRoom(f"unknown room {name!r}; there are {', '.join(ROOMS)}")
    pygame.display.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((1280, 720))
    wall = Wall(folder)
    for name in wanted:
        before = len(wall.hung)
        ROOMS[name](wall)
        tell(f"{name}: {len(wall.hung) - before} pictures")
    return wall.index()
