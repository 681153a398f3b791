"""Where the files that travel with the program are: `assets/` and `scenarios/`, in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path


def assets() -> Path:
    """The folder of fonts, sounds and pictures. Raises FileNotFoundError, naming every place it looked in."""
    return _find("assets")


def scenarios() -> Path:
    """The folder of scenarios and maps that come with the game. Raises FileNotFoundError like `assets`."""
    return _find("scenarios")


def font_bytes(name: str) -> bytes:
    """The contents of one shipped font file, `name` as in `Oswald.ttf`.

    Fonts are read as bytes because some systems cannot open a font by a path that holds letters beyond ASCII.
    """
    return (assets() / "fonts" / name).read_bytes()


def _find(name: str) -> Path:
    package = Path(__file__).resolve().parent
    candidates = (package / f"_{name}", package.parent / name)
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder {name!r}; looked in {' and '.join(str(c) for c in candidates)}")
