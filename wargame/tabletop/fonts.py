"""The fonts that come with the game: Source Sans Pro for text and numbers, Oswald for titles.

Files are read as bytes from the assets. `Fonts` also reads each font's character map itself, because SDL draws a box
for a missing letter and does not say so.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from typing import Final

import pygame

from wargame import places

FACES: Final = ("regular", "semi", "bold", "italic", "title")
FILES: Final = {
    "regular": "SourceSansPro-Regular.ttf",
    "semi": "SourceSansPro-Semibold.ttf",
    "bold": "SourceSansPro-Bold.ttf",
    "italic": "SourceSansPro-It.ttf",
    "title": "Oswald.ttf",
}
STAND_IN: Final = "semi"
REPLACEMENT: Final = "?"


class Fonts:
    """Fonts by face and pixel size, loaded on first use and kept."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}

    def font(self, face: str, size_px: int) -> pygame.font.Font:
        """The font of that face ("regular", "semi", "bold", "italic", "title") whose em is `size_px` pixels."""
        key = (face, size_px)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(io.BytesIO(_font_file(face)), size_px)
        return self._fonts[key]

    def drawable(self, text: str, face: str) -> tuple[str, str]:
        """The text and face to draw so that no letter becomes a box.

        Where `face` lacks a letter the whole text is set in the semibold; what that lacks too becomes "?".
        """
        known = characters(face)
        if all(ord(c) in known for c in text):
            return text, face
        known = characters(STAND_IN)
        return "".join(c if ord(c) in known else REPLACEMENT for c in text), STAND_IN


@lru_cache(maxsize=8)
def _font_file(face: str) -> bytes:
    if face not in FILES:
        raise ValueError(f"unknown face {face!r}; there are {', '.join(FACES)}")
    return places.font_bytes(FILES[face])


@lru_cache(maxsize=8)
def characters(face: str) -> frozenset[int]:
    """Every code point the face can draw."""
    data = _font_file(face)
    table = _table(data, b"cmap")
    (count,) = struct.unpack_from(">H", table, 2)
    found: set[int] = set()
    for i in range(count):
        (offset,) = struct.unpack_from(">I", table, 4 + 8 * i + 4)
        found |= _subtable(table[offset:])
    return frozenset(found)


def _table(data: bytes, tag: bytes) -> bytes:
    (count,) = struct.unpack_from(">H", data, 4)
    for i in range(count):
        name, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        if name == tag:
            return data[offset : offset + length]
    raise ValueError(f"font without a {tag.decode()} table")


def _subtable(data: bytes) -> set[int]:
    (form,) = struct.unpack_from(">H", data)
    if form == 4:
        return _segments(data)
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, 12)
        spans = (struct.unpack_from(">III", data, 16 + 12 * i) for i in range(groups))
        return {code for start, end, _ in spans for code in range(start, end + 1)}
    return set()


def _segments(data: bytes) -> set[int]:
    """Code points of a format 4 character map: segments with a delta or a table of glyph numbers."""
    (twice,) = struct.unpack_from(">H", data, 6)
    n = twice // 2
    read = struct.Struct(f">{n}H")
    ends, starts = read.unpack_from(data, 14), read.unpack_from(data, 16 + twice)
    deltas, offsets = read.unpack_from(data, 16 + 2 * twice), read.unpack_from(data, 16 + 3 * twice)
    found: set[int] = set()
    for i, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets)):
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                place = 16 + 3 * twice + 2 * i + offset + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, place)
            if glyph and (glyph + delta) & 0xFFFF:
                found.add(code)
    return found
