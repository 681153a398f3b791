"""Miniatures seen from above: drawn in colour and height, turned, then lit, so that light never turns with them."""

from wargame.tabletop.minis.markers import MARKERS, badge, contact, flag, marker
from wargame.tabletop.minis.miniatures import Miniatures
from wargame.tabletop.minis.names import drawn_as
from wargame.tabletop.minis.silhouettes import looks_available

__all__ = ["MARKERS", "Miniatures", "badge", "contact", "drawn_as", "flag", "looks_available", "marker"]
