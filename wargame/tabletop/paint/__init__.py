"""The ground painter: features of a board turned into one lit picture, kept on disk, painted in the background."""

from wargame.tabletop.paint.painter import PAINTER_VERSION, GroundPicture, paint_ground
from wargame.tabletop.paint.palettes import PALETTES

__all__ = ["PAINTER_VERSION", "PALETTES", "GroundPicture", "paint_ground"]
