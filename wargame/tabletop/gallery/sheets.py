"""Sheets of captioned tiles, and the folder they are hung in with its index."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from wargame.tabletop.fonts import Fonts
from wargame.tabletop.theme import Ink

GAP, CAPTION_PX, HEAD_PX = 8, 13, 20
Tile = tuple[str, pygame.Surface]


def tiled(fonts: Fonts, head: str, tiles: Sequence[Tile], columns: int) -> pygame.Surface:
    """One picture of tiles in rows, each with its caption below; every column as wide as the widest tile."""
    wide = max((image.get_width() for _, image in tiles), default=1)
    rows = [tiles[i : i + columns] for i in range(0, len(tiles), columns)]
    highs = [max(image.get_height() for _, image in row) for row in rows]
    step = CAPTION_PX + 6 + GAP
    size = (
        GAP + min(columns, max(1, len(tiles))) * (wide + GAP),
        HEAD_PX + 2 * GAP + sum(high + step for high in highs),
    )
    sheet = pygame.Surface(size)
    sheet.fill(Ink.BACK)
    _write(sheet, fonts, head, (GAP, GAP // 2), HEAD_PX, Ink.BRASS, size[0] - 2 * GAP, "title")
    y = HEAD_PX + 2 * GAP
    for row, high in zip(rows, highs):
        for n, (caption, image) in enumerate(row):
            x = GAP + n * (wide + GAP)
            sheet.blit(image, (x, y))
            _write(sheet, fonts, caption, (x, y + high + 2), CAPTION_PX, Ink.TEXT, wide, "regular")
        y += high + step
    return sheet


def _write(
    sheet: pygame.Surface,
    fonts: Fonts,
    words: str,
    place: tuple[int, int],
    px: int,
    ink: tuple[int, int, int],
    room: int,
    face: str,
) -> None:
    """A line of text, cut with an ellipsis where there is no room."""
    text, face = fonts.drawable(words, face)
    font = fonts.font(face, px)
    cut = text
    while cut and font.size(cut if cut == text else cut + "…")[0] > room:
        cut = cut[:-1]
    sheet.blit(font.render(cut if cut == text else cut + "…", True, ink), place)


@dataclass(slots=True)
class Wall:
    """A folder that pictures are hung in; `index` writes the page that shows them all."""

    folder: Path
    fonts: Fonts = field(default_factory=Fonts)
    hung: list[tuple[str, str, str]] = field(default_factory=list)

    def hang(self, room: str, name: str, image: pygame.Surface, words: str = "") -> Path:
        """Save a picture as `room/name.png`. Raises OSError or pygame.error when that is not possible."""
        path = self.folder / room / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(image, str(path))
        self.hung.append((room, f"{room}/{name}.png", words or name.replace("-", " ")))
        return path

    def index(self) -> Path:
        """Write `index.html`: one heading per room, one picture after the other."""
        rows: list[str] = []
        room = ""
        for where, path, words in self.hung:
            if where != room:
                room = where
                rows.append(f"<h2>{html.escape(room)}</h2>")
            rows.append(f'<p>{html.escape(words)}<br><a href="{path}"><img src="{path}" loading="lazy"></a></p>')
        style = "body{background:#1A1D20;color:#EDE6D6;font-family:sans-serif}img{max-width:100%}"
        page = f'<!doctype html><meta charset="utf-8"><title>Gallery</title><style>{style}</style>'
        path_of = self.folder / "index.html"
        path_of.write_text(page + "<h1>Gallery</h1>\n" + "\n".join(rows) + "\n", encoding="utf-8")
        return path_of
