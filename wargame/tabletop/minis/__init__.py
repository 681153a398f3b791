"""Miniatures seen from above: drawn in colour and height, turned, then lit, so that light never turns with them."""

from wargame.tabletop.minis.markers import MARKERS, badge, contact, flag, marker
from wargame.tabletop.minis.miniatures import Miniatures
from wargame.tabletop.minis.silhouettes import looks_available

__all__ = ["MARKERS", "Miniatures", "badge", "contact", "flag", "looks_available", "marker"]
