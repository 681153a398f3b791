"""The ground painter: features of a board turned into one lit picture, kept on disk, painted in the background."""

from wargame.tabletop.paint.cache import GroundCache, default_folder, key_of
from wargame.tabletop.paint.painter import PAINTER_VERSION, GroundPicture, paint_ground
from wargame.tabletop.paint.palettes import PALETTES
from wargame.tabletop.paint.surfaces import enlarged, grain, ground_surface, layer_surface
from wargame.tabletop.paint.worker import COARSE_PX, FINE_PX, GroundStudio, commission

__all__ = [
    "COARSE_PX",
    "FINE_PX",
    "PAINTER_VERSION",
    "PALETTES",
    "GroundCache",
    "GroundPicture",
    "GroundStudio",
    "commission",
    "default_folder",
    "enlarged",
    "grain",
    "ground_surface",
    "key_of",
    "layer_surface",
    "paint_ground",
]
