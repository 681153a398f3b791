"""Painted grounds kept on disk: the second start of a battle shows its table at once."""

import hashlib
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from wargame.tabletop.paint.painter import PAINTER_VERSION, GroundPicture, Pixels
from wargame.tabletop.paint.shapes import Ground

LIMIT_BYTES = 400_000_000
SUFFIX = ".ground"
_MAGIC = b"GRND1\n"
_LAYERS = (("ground", 3), ("roofs", 4), ("crowns", 4))


def default_folder() -> Path:
    """Where this user's painted grounds are kept."""
    return Path(platformdirs.user_cache_dir("wargame", appauthor=False)) / "grounds"


def key_of(
    features: Iterable[Ground], table_w_in: float, table_h_in: float, palette: str, px_per_in: int, seed: int
) -> str:
    """The name of a picture: a hash of everything that decides its pixels, and of the painter's version."""
    digest = hashlib.sha256()
    head = (PAINTER_VERSION, float(table_w_in), float(table_h_in), palette.strip().lower(), px_per_in, seed)
    digest.update(repr(head).encode())
    for f in sorted(features, key=lambda f: f.order):
        digest.update(
            repr((f.id, f.kind, [_numbers(r) for r in f.rings], float(f.width_in or 0), float(f.height))).encode()
        )
        digest.update(repr(sorted((str(k), str(v)) for k, v in f.props.items())).encode())
    return digest.hexdigest()[:32]


def _numbers(ring: Any) -> list[float]:
    return [round(float(v), 4) for v in np.asarray(ring, np.float64).ravel()]


@dataclass(frozen=True, slots=True)
class GroundCache:
    """A folder of painted grounds with a limit on its size; the longest unused go first.

    Nothing here fails a game: a file that cannot be read is painted again, a folder that cannot be written is
    done without.
    """

    folder: Path
    limit_bytes: int = LIMIT_BYTES

    def load(self, key: str) -> GroundPicture | None:
        """The picture of that name, or None when it is not there or is damaged."""
        path = self.folder / (key + SUFFIX)
        try:
            picture = _unpacked(path.read_bytes())
            os.utime(path)
        except (OSError, ValueError, zlib.error):
            return None
        return picture

    def save(self, key: str, picture: GroundPicture) -> bool:
        """Keep a picture (whole or not at all); True when it is on disk."""
        path = self.folder / (key + SUFFIX)
        draft = path.with_suffix(f".{os.getpid()}.draft")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(_packed(picture))
            os.replace(draft, path)
            self._tidy(path)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            return False
        return True

    def _tidy(self, newest: Path) -> None:
        files = sorted(self.folder.glob("*" + SUFFIX), key=lambda p: p.stat().st_mtime, reverse=True)
        total = newest.stat().st_size
        for path in files:
            if path != newest:
                total += path.stat().st_size
                if total > self.limit_bytes:
                    path.unlink(missing_ok=True)


def _packed(picture: GroundPicture) -> bytes:
    rows, cols, _ = picture.ground.shape
    layers = [zlib.compress(layer.tobytes(), 1) for layer in (picture.roofs, picture.crowns)]
    size = f"{float(picture.width_in)!r} {float(picture.height_in)!r} {picture.px_per_in} {rows} {cols}"
    head = f"{size} {len(layers[0])} {len(layers[1])}\n"
    whole = head.encode() + picture.ground.tobytes() + b"".join(layers)
    return _MAGIC + f"{zlib.crc32(whole):08x}\n".encode() + whole


def _unpacked(data: bytes) -> GroundPicture:
    """The inverse of `_packed`. Raises ValueError or zlib.error for anything that is not whole."""
    start = len(_MAGIC)
    whole = data[start + 9 :]
    if data[:start] != _MAGIC or f"{zlib.crc32(whole):08x}\n".encode() != data[start : start + 9]:
        raise ValueError("not a whole painted ground")
    head, _, rest = whole.partition(b"\n")
    width, height, ppi, rows, cols, *sizes = (float(v) for v in head.split())
    shape = (int(rows), int(cols))
    at = shape[0] * shape[1] * 3
    layers: dict[str, Pixels] = {"ground": np.frombuffer(rest[:at], np.uint8).reshape(*shape, 3)}
    for (name, depth), size in zip(_LAYERS[1:], sizes):
        raw = zlib.decompress(rest[at : at + int(size)])
        layers[name] = np.frombuffer(raw, np.uint8).reshape(*shape, depth)
        at += int(size)
    return GroundPicture(width, height, int(ppi), layers["ground"], layers["roofs"], layers["crowns"])
