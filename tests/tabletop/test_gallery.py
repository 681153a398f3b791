"""The gallery: its pictures are hung, named and listed; a mistaken room is refused by name."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from typer.testing import CliRunner

from wargame.board.features import CHANGE_KINDS, MAP_KINDS
from wargame.cli import app
from wargame.tabletop.fonts import Fonts
from wargame.tabletop.gallery import ROOMS, UnknownRoom, make_gallery
from wargame.tabletop.gallery.battles import deployed, frames, shown
from wargame.tabletop.gallery.sheets import Wall, tiled
from wargame.tabletop.gallery.specimen import specimen
from wargame.tabletop.settings import Settings


def test_the_specimen_shows_every_kind_of_ground() -> None:
    assert {piece.kind for piece in specimen()} == (MAP_KINDS | CHANGE_KINDS) - {"objective"}


def test_a_sheet_holds_its_tiles_and_captions() -> None:
    tiles = [(f"tile {n} with a name too long for its place", pygame.Surface((60, 40))) for n in range(5)]
    sheet = tiled(Fonts(), "Five", tiles, 3)
    assert sheet.get_width() < 3 * 60 + 5 * 8
    assert sheet.get_height() > 2 * 40


def test_the_index_lists_what_is_hung(tmp_path: Path) -> None:
    wall = Wall(tmp_path)
    wall.hang("one", "a-picture", pygame.Surface((4, 4)))
    wall.hang("two", "another", pygame.Surface((4, 4)), "words & more")
    page = wall.index().read_text()
    assert 'src="one/a-picture.png"' in page
    assert "<h2>two</h2>" in page
    assert "words &amp; more" in page
    assert (tmp_path / "one" / "a-picture.png").is_file()


def test_an_unknown_room_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownRoom, match=r"attic.*grounds"):
        make_gallery(tmp_path, ["attic"])
    found = CliRunner().invoke(app, ["gallery", "--out", str(tmp_path), "--room", "attic"])
    assert found.exit_code != 0
    assert sorted(ROOMS) == ["armies", "battles", "grounds", "miniatures", "screens"]


def test_a_battle_hangs_deployed_and_still(tmp_path: Path) -> None:
    from wargame.scenario import load_scenario, seated
    from wargame.tabletop.app import App

    scenario = seated(load_scenario("first-shots"), {})
    battle = deployed(scenario)
    assert battle.state.turn == 1
    window = App((1280, 720), settings=Settings(volume=0.0))
    with shown(window, scenario, battle, tmp_path) as screen:
        frames(window)
        answers = len(battle.answers)
        frames(window, 5)
        assert len(battle.answers) == answers
        assert len(screen.motion.poses) > 10
        assert not screen.shelf.hungry
