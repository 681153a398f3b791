"""The room of armies: a sheet for each unit table, every line as it stands on the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import SimpleNamespace

import pygame

from wargame.engine.ruleset import Look, Ruleset, UnitLine
from wargame.engine.setup import GroupSetup, Setup, StandSetup
from wargame.engine.state import Stand
from wargame.rulesets import names, ruleset
from wargame.scenario import browse
from wargame.tabletop.gallery.figures import turf
from wargame.tabletop.gallery.sheets import Tile, Wall, tiled
from wargame.tabletop.minis import Miniatures, drawn_as
from wargame.tabletop.minis.nations import LIVERIES, painted_in

CELL = (118, 84)
A_SHEET = 84
LARGEST_PX = 46.0


def lines_drawn(book: Ruleset) -> Iterator[tuple[UnitLine, Stand, Look]]:
    """Every line of the unit tables with a stand of it and its look; lines that make no stand are left out."""
    setup = next(e.scenario.setup for e in browse() if e.scenario and e.scenario.setup.ruleset == book.name)
    for line in book.unit_lines():
        bare = _with_one(setup, line)
        try:
            state = book.set_up(bare)
        except (ValueError, KeyError):
            continue
        stand = state.stands["it"]
        scene = SimpleNamespace(state=state, setup=bare, ruleset=book, board=None)
        look = book.looks(scene, "it")  # type: ignore[arg-type]
        yield line, stand, look


def _with_one(setup: Setup, line: UnitLine) -> Setup:
    """A battle in which one stand of a line takes part, and nothing else."""
    row = StandSetup(id="it", name=line.name, line=line.id)
    group = GroupSetup(id="group", name="Group", side=setup.sides[0].id, stands=(row,))
    return dataclasses.replace(
        setup,
        groups=(group,),
        arrivals=(),
        triggers=(),
        overrides=(),
        actions=(),
        hidden=(),
        areas=(),
        year=line.years[0],
    )


def hang_armies(wall: Wall) -> None:
    """The tables of every rulebook."""
    for name in names():
        tiles: list[Tile] = []
        box = Miniatures("steppe")
        ground = turf("steppe", CELL)
        for line, stand, look in lines_drawn(ruleset(name)):
            tiles.append(
                (f"{line.nation} {line.name}".strip(), _tile(box, ground, stand, look, (line.nation, line.years[0])))
            )
        for n in range(0, len(tiles), A_SHEET):
            part = tiles[n : n + A_SHEET]
            sheet = tiled(wall.fonts, f"{ruleset(name).title} · {n + 1} to {n + len(part)} of {len(tiles)}", part, 12)
            wall.hang("armies", f"{name.replace('_', '-')}-{n // A_SHEET + 1}", sheet)


def _tile(box: Miniatures, ground: pygame.Surface, stand: Stand, look: Look, of: tuple[str, int]) -> pygame.Surface:
    nation, year = of
    tile = ground.copy()
    drawing = drawn_as(look.silhouette, stand.line)
    size = (look.width_in, look.length_in)
    px = min(LARGEST_PX, 60 / max(size))
    call = (
        drawing,
        painted_in(look.nation if look.nation in LIVERIES else nation or look.nation, year, "steppe"),
        "summer",
        20.0,
        px,
        size,
    )
    is_round = stand.base.shape == "circle"
    shown = (
        box.shadow(*call, round_base=is_round),
        box.rim(0, *call, round_base=is_round),
        box.sprite(*call, round_base=is_round),
    )
    for image in shown:
        tile.blit(image, image.get_rect(center=(CELL[0] // 2, CELL[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return tile
