"""Lengths on the table in the measures that players think in: inches, centimetres, metres of the ground shown."""

from __future__ import annotations

CM_PER_IN = 2.54


def inches(length: float) -> str:
    """`7.4″`."""
    return f"{length:.1f}″"


def in_all(length: float, metres_per_in: float) -> str:
    """`7.4″ · 18.8 cm · 740 m`: on the table, by a metric ruler, and on the ground that the table stands for."""
    return f"{inches(length)} · {length * CM_PER_IN:.1f} cm · {metres(length * metres_per_in)}"


def metres(length: float) -> str:
    """Metres, rounded as one speaks of them; from a kilometre on in kilometres."""
    if length >= 1000:
        return f"{length / 1000:.2f} km"
    return f"{length:.0f} m" if length >= 20 else f"{length:.1f} m"
