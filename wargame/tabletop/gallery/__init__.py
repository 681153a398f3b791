"""The gallery: everything the tabletop can draw, saved as pictures in one folder with a plain index."""

from wargame.tabletop.gallery.rooms import ROOMS, UnknownRoom, make_gallery

__all__ = ["ROOMS", "UnknownRoom", "make_gallery"]
