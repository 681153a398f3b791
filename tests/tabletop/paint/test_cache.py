"""Painted grounds on disk, and painting while the game already runs."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from wargame.tabletop.paint import paint_ground
from wargame.tabletop.paint.cache import GroundCache, key_of
from wargame.tabletop.paint.worker import GroundStudio, commission, fulfil


def house(**more: Any) -> Any:
    row: dict[str, Any] = {"id": "b-1", "kind": "building", "geometry": "polygon", "width_in": 0.0, "height": 1.0}
    row |= {"props": {}, "order": 0, "rings": (((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)),)}
    return SimpleNamespace(**(row | more))


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    cache, picture = GroundCache(tmp_path), paint_ground([house()], 4, 3, "grass", 8, 1)
    assert cache.save("a", picture)
    back = cache.load("a")
    assert back is not None
    assert (back.width_in, back.height_in, back.px_per_in) == (4, 3, 8)
    assert all(np.array_equal(getattr(back, n), getattr(picture, n)) for n in ("ground", "roofs", "crowns"))


def test_a_missing_or_damaged_file_is_no_picture(tmp_path: Path) -> None:
    cache = GroundCache(tmp_path)
    assert cache.load("a") is None
    cache.save("a", paint_ground([house()], 4, 3, "grass", 8, 1))
    path = next(tmp_path.iterdir())
    whole = path.read_bytes()
    for damaged in (b"", whole[:100], whole[:-5], whole[:200] + b"\0\1" + whole[202:], b"GRND1\n"):
        path.write_bytes(damaged)
        assert cache.load("a") is None


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert not GroundCache(tmp_path / "file" / "below").save("a", paint_ground((), 2, 2, "grass", 8, 1))


def test_the_longest_unused_go_when_there_is_no_room(tmp_path: Path) -> None:
    picture = paint_ground((), 4, 3, "grass", 8, 1)
    cache = GroundCache(tmp_path, limit_bytes=10_000)
    for i, name in enumerate("abcd"):
        cache.save(name, picture)
        os.utime(tmp_path / f"{name}.ground", (i, i))
    cache.save("e", picture)
    left = {p.stem for p in tmp_path.iterdir()}
    assert "e" in left
    assert "a" not in left
    assert sum(p.stat().st_size for p in tmp_path.iterdir()) <= 10_000


def test_the_name_hangs_on_everything_that_shows() -> None:
    plain = key_of([house()], 4, 3, "grass", 8, 1)
    assert plain == key_of([house()], 4.0, 3.0, "Grass ", 8, 1)
    others = [
        key_of([house(props={"state": "burnt"})], 4, 3, "grass", 8, 1), key_of([house()], 5, 3, "grass", 8, 1),
        key_of([house()], 4, 3, "snow", 8, 1), key_of([house()], 4, 3, "grass", 16, 1),
        key_of([house()], 4, 3, "grass", 8, 2), key_of([house(height=2.0)], 4, 3, "grass", 8, 1),
        key_of([], 4, 3, "grass", 8, 1),
    ]  # fmt: skip
    assert len({plain, *others}) == len(others) + 1


def test_the_studio_shows_coarse_then_fine_once(tmp_path: Path) -> None:
    studio = GroundStudio(commission([house()], 4, 3, "grass", 1), tmp_path, background=False)
    assert studio.first().px_per_in == 8
    better = studio.better()
    assert better is not None
    assert better.px_per_in == 16
    assert studio.better() is None
    studio.close()


def test_the_second_start_shows_the_fine_picture_at_once(tmp_path: Path) -> None:
    order = commission([house()], 4, 3, "grass", 1)
    fulfil(order, 16, tmp_path)
    studio = GroundStudio(order, tmp_path)
    assert studio.first().px_per_in == 16
    assert studio.better() is None
    studio.close()
