"""Short names of armies for places where the full name of a formation has no room."""

from __future__ import annotations

SHORTEST_WORD = 5


def army_name(side_id: str) -> str:
    """`germany` -> Germany, `ussr` -> USSR, `red_army` -> Red Army."""
    words = side_id.replace("_", " ").replace("-", " ").split()
    return " ".join(w.upper() if len(w) < SHORTEST_WORD and len(words) == 1 else w.capitalize() for w in words)
