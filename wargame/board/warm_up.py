"""Making the compiled kernels ready before they are needed, step by step, on a tiny table."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import numpy as np

from wargame.board.bases import Base, Footprint, Footprints, gap, gaps
from wargame.board.board import Board
from wargame.board.features import Feature, Table
from wargame.board.gap_kernel import all_gaps_compiled, circle_hits_compiled, one_gap_compiled, rectangle_hits_compiled
from wargame.board.ground_kernel import cover_flags_compiled, top_many_compiled
from wargame.board.kernel_cache import index_file, mark_of
from wargame.board.kernels import Kernel, chosen
from wargame.board.leg_kernel import legs_compiled, many_costs_compiled
from wargame.board.moments import fast_in_line, sight_changes
from wargame.board.movement import leg_costs, price
from wargame.board.outer_lines import (
    hidden_by,
    hidden_by_compiled,
    lines_between,
    outer_lines_compiled,
    over_corners,
    passes_compiled,
)
from wargame.board.profile import Profile, SightRow
from wargame.board.routes import reach, route
from wargame.board.search_kernel import pull_compiled, search_compiled
from wargame.board.sight import can_see, eye, sight, sight_any
from wargame.board.sight_corridor import fast_any_part
from wargame.board.sight_fan import fast_fans
from wargame.board.sight_hull import fast_hulls, out_of_sight
from wargame.board.sight_kernel import fast_pairs, fast_stretches
from wargame.board.templates import Template, template_hits
from wargame.board.visibility import fast_sweep, visible_polygon

CLASS = "foot"
_START, _GOAL = (1.0, 1.0), (7.0, 5.0)


class Step(NamedTuple):
    """One step: what it makes ready, in a player's words; how; and the kernels that are then on disk."""

    name: str
    use: Callable[[Board], object]
    kernels: tuple[Kernel | None, ...]


def warm_up(only: Collection[str] | None = None) -> Iterator[str]:
    """Compiles every kernel, or loads it if it is on disk; gives the name of each step before it is taken.

    only: the names of the steps to take; several processes may share them out (`step_names`). Without a compiler there
    is nothing to do and every step is taken at once.
    """
    board = _tiny_board()
    for step in _steps():
        if only is None or step.name in only:
            yield step.name
            step.use(board)


def step_names() -> tuple[str, ...]:
    """Gives the names of the steps. Every second (third) of them is about half (a third) of the work."""
    return tuple(step.name for step in _steps())


def kernels_mark() -> str:
    """Gives a mark of all kernels and of this Python: while it stays the same, what is on disk can be used."""
    digest = hashlib.blake2b(sys.version.encode(), digest_size=12)
    for kernel in _kernels():
        digest.update(mark_of(kernel.function).encode())
    return digest.hexdigest()


def kernel_files() -> tuple[str, ...]:
    """Gives the files in which this process keeps the kernels that it has made ready; empty if it cannot keep them."""
    found = [index_file(kernel.fast) for kernel in _kernels() if "fast" in vars(kernel)]
    return tuple(name for name in found if name)


def _kernels() -> list[Kernel]:
    return [kernel for step in _steps() for kernel in step.kernels if kernel is not None]


def _steps() -> tuple[Step, ...]:
    return (
        Step("lines of sight", _look, (fast_pairs,)),
        Step("paths", _walk, (legs_compiled, many_costs_compiled)),
        Step("sight from base to base", _look_from_bases, (fast_any_part,)),
        Step("ways round obstacles", _find, (search_compiled, pull_compiled)),
        Step("distances", _measure, (one_gap_compiled, all_gaps_compiled)),
        Step("ground", _stand, (top_many_compiled, cover_flags_compiled, fast_stretches)),
        Step("lines from edge to edge", _draw, (outer_lines_compiled, passes_compiled, hidden_by_compiled)),
        Step("templates", _place, (circle_hits_compiled, rectangle_hits_compiled)),
        Step("fields of view", _view, (fast_sweep, fast_in_line, fast_fans, fast_hulls)),
    )


def _tiny_board() -> Board:
    ring = ((3.0, 2.0), (5.0, 2.0), (5.0, 4.0), (3.0, 4.0), (3.0, 2.0))
    hill = ((1.0, 4.0), (7.0, 4.0), (7.0, 5.5), (1.0, 5.5), (1.0, 4.0))
    features = (
        Feature("a hill", "hill", (hill,), height=1.0),
        Feature("a house", "building", (ring,), height=1.0, order=1),
    )
    profile = Profile(
        sight={"building": SightRow(0.0, 0.0)}, terrain={"building": "house"}, costs={"house": {CLASS: -1.0}}
    )
    return Board.build(Table(8.0, 6.0), features, profile)


def _bases() -> tuple[Footprint, Footprint]:
    return Footprint(Base.circle(1.0), *_START, 0.0), Footprint(Base.rectangle(1.0, 0.5), *_GOAL, 30.0)


def _look(board: Board) -> None:
    can_see(board, eye(board, *_START), eye(board, *_GOAL))


def _look_from_bases(board: Board) -> None:
    sight_any(board, *_bases(), 0.1, 0.1)


def _walk(board: Board) -> None:
    price(board, [_START, _GOAL], CLASS)
    leg_costs(board, np.array([_START]), np.array([_GOAL]), CLASS)


def _find(board: Board) -> None:
    reach(board, *_START, 2.0, CLASS)
    route(board, _START, _GOAL, CLASS)


def _measure(board: Board) -> None:
    one, other = _bases()
    gap(one, other)
    many = Footprints.of([one, other])
    gaps(many, many)


def _stand(board: Board) -> None:
    board.features_at(*_START)
    board.terrain_at(*_START)
    found: Any = sight(board, eye(board, *_START), eye(board, *_GOAL))
    found.crossings  # noqa: B018 - worked out when it is asked for


def _view(board: Board) -> None:
    here = eye(board, *_START)
    visible_polygon(board, here)
    sight_changes(board, [_START, _GOAL], [here])
    out_of_sight(board, np.zeros((1, 1, 3)), np.ones((1, 3)))


def _draw(board: Board) -> None:
    pieces = np.array([(*_START, 0.0, 0.5, 0.5, 1.0, 0.1), (*_GOAL, 30.0, 0.5, 0.5, 0.0, 0.1)])
    a, b = lines_between(board.kernels, pieces[:1], pieces[1:])
    over_corners(board.kernels, pieces[0], pieces[1], np.ones(4), np.ones(2), np.ones((1, 2)))
    run = chosen(board.kernels, hidden_by, hidden_by_compiled)
    run(a.reshape(-1, 3), b.reshape(-1, 3), np.ones((1, 7)), np.empty((3, 1), np.bool_))


def _place(board: Board) -> None:
    many = Footprints.of(_bases())
    template_hits(Template.circle(2.0), *_START, many)
    template_hits(Template.rectangle(2.0, 1.0, 10.0), *_START, many)
