"""The goals in words, and the figures of others beside which they are read."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

GOALS = MappingProxyType(
    {
        1: "40 x 40 lines of sight, 60+ features, heights, depth of woods: <= 1.0 ms and >= 200 x a loop over shapely;"
        " one stand moved <= 0.05 ms",
        2: "no error, no asymmetry in 20,000 degenerate lines against rational arithmetic, turned too;"
        " no mismatch with shapely in 10,000 lines",
        3: "any part to any part, 16 points: one stand against 45 <= 0.3 ms, 40 x 40 <= 15 ms;"
        " all trigger points of a 12 in move against 45 stands <= 5 ms",
        4: "150 x 150 stands, about 190 pieces: centres <= 25 ms; any part (8 points) <= 500 ms",
        5: "visible polygon <= 1 ms and >= 20 x shapely's shadows, none of 40,000 samples wrong;"
        " 0.5 in viewshed <= 6 ms",
        6: "12 in reach at 0.25 in <= 6 ms; routes within 1 % of the exact shortest; drawn paths priced to 1e-6 in",
        7: "sight, route, template and odds of a hover <= 10 ms (99 in 100); template on 80 bases <= 50 us;"
        " odds <= 2 ms cold",
        8: "battles of random players: >= 60 a second on one core",
        9: "copy of 80 stands <= 30 us and >= 40 x deepcopy; a replay is the same; turn 20 <= 1.5 x turn 1",
        10: "look-ahead: >= 20,000 forks and >= 200,000 batched candidates a second",
        11: "1080p frame with pan, sight overlay, 80 stands, 500-line log <= 8 ms (99 in 100),"
        " <= 12 ms while the computer thinks; a log line <= 1 ms",
        12: "two workers >= 1.8 x one, the same results, start <= 0.5 s",
        13: "a battle of about 30 men a side between computer players that think: <= 10 s",
    }
)
"""The goals by number. Times are for one machine (see MEASURED); on a slower one read the ratios."""


class Peer(NamedTuple):
    """What somebody else's program reached, measured once; different games, so an order of magnitude."""

    goal: int
    name: str
    what: str
    figure: str


MEASURED = "2026-11"
"""When the figures of PEERS were taken (2 virtual CPUs, AMD EPYC, Python 3.11, no display)."""
PEERS = (
    Peer(1, "VASL, hex sight engine", "40 x 40 lines on board 1", "45 ms"),
    Peer(5, "pyvispoly 0.3.1 (CGAL)", "visible polygon, 176 edges", "0.23 ms"),
    Peer(5, "VisiLibity 1.0.10", "visible polygon, 176 edges", "0.53 ms"),
    Peer(6, "scikit-image MCP_Geometric 0.26", "12 in, 0.25 in cells, paths up to 8.2 % too long", "9.8 ms"),
    Peer(6, "extremitypathfinder 2.7.2", "one route", "24 ms"),
    Peer(7, "icepool 2.1.3", "10 dice hit then save, cold", "1.4 ms"),
    Peer(8, "Pokemon Showdown 0.11.11", "random battles", "28-30 / s"),
    Peer(8, "Wesnoth 1.16.9", "computer against computer, 10 turns", "2.4 / s"),
    Peer(8, "python-chess 1.11.2", "random games", "66 / s"),
    Peer(8, "OpenSpiel 2.0.2", "random playouts of backgammon", "710 / s"),
    Peer(10, "boardgame.io 0.50.2", "trivial moves on a state of 40 stands", "94-126 us each"),
    Peer(11, "pygame_gui 0.6.14", "one line into a text box of 200", "26-34 ms"),
    Peer(12, "dask.distributed 2026.8.0", "two workers, 1,000 games", "0.7 x one process"),
    Peer(12, "ray 2.60.0", "two workers, 1,000 games", "1.6-1.9 x one process"),
)
