"""Inner loops of route finding: any-angle search over a grid of costs, and the pulling tight of what it finds.

Distances are thousandths of an inch, like the edge arrays. A cell's node is its centre or, in a *tight* cell (a road or
bridge through ground that may not be entered), a point on the road; legs that touch a tight cell are priced exactly on
the polygons, all others on the grid.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import compiled, inline
from wargame.board.leg_kernel import leg_cost

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Ground = tuple[Floats, Ints, Floats, Ints, Bools, Floats, Bools, Ints, Floats]
"""Edges, offsets, bounds, codes, contours, costs of the exact ground, and room to work in (`leg_kernel.room`)."""


@inline
def push(keys: Floats, values: Ints, size: int, key: float, value: int) -> int:
    """Puts an entry into a heap of this size; gives the new size."""
    i = size
    while i > 0:
        above = (i - 1) >> 1
        if keys[above] <= key:
            break
        keys[i] = keys[above]
        values[i] = values[above]
        i = above
    keys[i] = key
    values[i] = value
    return size + 1


@inline
def drop_first(keys: Floats, values: Ints, size: int) -> int:
    """Takes the first entry off a heap; gives the new size."""
    size -= 1
    key, value = keys[size], values[size]
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[i] = keys[child]
        values[i] = values[child]
        i = child
    keys[i] = key
    values[i] = value
    return size


@inline
def free_radius(rates: Floats, tight: Bools) -> Ints:
    """Gives for each cell how many cells around it (in rows and columns) have its rate and are not tight."""
    ny, nx = rates.shape
    radius = np.zeros((ny, nx), np.int64)
    for y in range(ny):
        for x in range(nx):
            same = not tight[y, x]
            for j in range(9):
                yy, xx = min(max(y + j // 3 - 1, 0), ny - 1), min(max(x + j % 3 - 1, 0), nx - 1)
                same = same and rates[yy, xx] == rates[y, x] and not tight[yy, xx]
            radius[y, x] = ny + nx if same else 0
    for y in range(ny):
        for x in range(nx):
            for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, -1)):
                if y + dy >= 0 and 0 <= x + dx < nx:
                    radius[y, x] = min(radius[y, x], radius[y + dy, x + dx] + 1)
    for y in range(ny - 1, -1, -1):
        for x in range(nx - 1, -1, -1):
            for dy, dx in ((1, 1), (1, 0), (1, -1), (0, 1)):
                if y + dy < ny and 0 <= x + dx < nx:
                    radius[y, x] = min(radius[y, x], radius[y + dy, x + dx] + 1)
    return radius


@inline
def grid_cost(
    rates: Floats, tight: Bools, radius: Ints, cell: float, ax: float, ay: float, bx: float, by: float, most: float
) -> float:
    """Gives the cost of a straight leg over the grid; infinite through a blocked cell or as soon as it exceeds `most`,
    -1 if it touches a tight cell. Points are relative to the grid's corner. Runs of equal cells are taken in one step.
    """
    dx, dy = bx - ax, by - ay
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 0.0
    ny, nx = rates.shape
    per_cell, most = 1.0 / cell, most / length
    per_x, per_y = math.inf, math.inf
    if dx != 0.0:
        per_x = 1.0 / dx
    if dy != 0.0:
        per_y = 1.0 / dy
    longer = min(abs(per_x), abs(per_y)) * cell
    step_x, step_y = (1 if dx > 0.0 else -1), (1 if dy > 0.0 else -1)
    t, total, next_x, next_y = 0.0, 0.0, -1.0, -1.0
    ix, iy = 0, 0
    while t < 1.0:
        if next_x < 0.0:
            at_x, at_y = ax + dx * (t + 1e-6 / length), ay + dy * (t + 1e-6 / length)
            ix, iy = int(at_x * per_cell), int(at_y * per_cell)
            next_x = ((ix + (step_x + 1) // 2) * cell - ax) * per_x if dx != 0.0 else 2.0
            next_y = ((iy + (step_y + 1) // 2) * cell - ay) * per_y if dy != 0.0 else 2.0
        ix, iy = min(max(ix, 0), nx - 1), min(max(iy, 0), ny - 1)
        rate = rates[iy, ix]
        if rate == math.inf:
            return math.inf
        if tight[iy, ix]:
            return -1.0
        around = radius[iy, ix]
        if around > 2:
            after = min(t + around * longer, 1.0)
            next_x = -1.0
        elif next_x < next_y:
            after = min(next_x, 1.0)
            next_x += abs(per_x) * cell
            ix += step_x
        else:
            after = min(next_y, 1.0)
            next_y += abs(per_y) * cell
            iy += step_y
        total += (after - t) * rate
        if total > most:
            return math.inf
        t = after
    return total * length


@inline
def corner_cut(rates: Floats, y: int, x: int, yy: int, xx: int) -> bool:
    """Says whether the step to a neighbour would cut the corner of a blocked cell."""
    return x != xx and y != yy and (rates[y, xx] == math.inf or rates[yy, x] == math.inf)


@inline
def spread(
    grid: tuple[Floats, Bools, Floats, Floats],
    radius: Ints,
    frame: tuple[float, float, float, float],
    aim: tuple[float, float, float],
    y: int,
    x: int,
    ground: Ground,
    tree: tuple[Floats, Ints, Bools],
    heap: tuple[Floats, Ints],
    size: int,
) -> int:
    """Offers the ways through a settled cell to its neighbours; gives the new size of the heap."""
    rates, tight, node_x, node_y = grid
    costs, parents, done = tree
    corner_x, corner_y, cell, least_rate = frame
    ny, nx = rates.shape
    py, px = parents[y, x] // nx, parents[y, x] % nx
    for j in range(9):
        yy, xx = y + j // 3 - 1, x + j % 3 - 1
        if j == 4 or yy < 0 or xx < 0 or yy >= ny or xx >= nx or done[yy, xx] or rates[yy, xx] == math.inf:
            continue
        ux, uy, wx, wy = node_x[py, px], node_y[py, px], node_x[yy, xx], node_y[yy, xx]
        least = math.sqrt((wx - ux) * (wx - ux) + (wy - uy) * (wy - uy)) * least_rate
        if costs[py, px] + least >= costs[yy, xx] - 1e-6:
            continue
        vx, vy = node_x[y, x], node_y[y, x]
        if tight[y, x] or tight[yy, xx]:
            step = leg_cost(vx, vy, wx, wy, *ground)
        elif corner_cut(rates, y, x, yy, xx):
            step = math.inf
        else:
            step = math.sqrt((wx - vx) * (wx - vx) + (wy - vy) * (wy - vy)) * 0.5 * (rates[y, x] + rates[yy, xx])
        total, node = costs[y, x] + step, y * nx + x
        most = min(total, costs[yy, xx]) - costs[py, px] + 1e-6
        straight = grid_cost(
            rates, tight, radius, cell, ux - corner_x, uy - corner_y, wx - corner_x, wy - corner_y, most
        )
        if straight < 0.0:
            straight = leg_cost(ux, uy, wx, wy, *ground)
        straight += costs[py, px]
        if straight <= total:
            total, node = straight, parents[y, x]
        if total < costs[yy, xx] - 1e-9:
            costs[yy, xx] = total
            parents[yy, xx] = node
            ahead = 0.0
            if aim[2] > 0.0:
                ahead = math.sqrt((wx - aim[0]) * (wx - aim[0]) + (wy - aim[1]) * (wy - aim[1])) * aim[2]
            size = push(heap[0], heap[1], size, total + ahead, yy * nx + xx)
    return size


def search(
    grid: tuple[Floats, Bools, Floats, Floats],
    frame: tuple[float, float, float, float],
    sources: Ints,
    limit: float,
    aim: tuple[float, float, float],
    ground: Ground,
    tree: tuple[Floats, Ints, Bools],
    heap: tuple[Floats, Ints],
) -> tuple[float, int]:
    """Fills `tree` (costs, parents, settled) with the cheapest any-angle ways from the source cells up to `limit`.

    grid: rates, tight cells, nodes; frame: corner and side of the cells, least rate of any ground; heap: room for it.
    aim: a goal and the weight of the distance to it, 0 = no goal; with a goal it stops when that is settled. Gives cost
    and last cell of the way to the goal (infinite and -1 without).
    """
    rates, tight, node_x, node_y = grid
    costs, parents, done = tree
    nx = rates.shape[1]
    radius = free_radius(rates, tight)
    size, best, last = 0, math.inf, -1
    for k in range(len(sources)):
        costs[sources[k] // nx, sources[k] % nx] = 0.0
        parents[sources[k] // nx, sources[k] % nx] = sources[k]
        size = push(heap[0], heap[1], size, 0.0, sources[k])
    near = 2.3 * frame[2]
    while size > 0:
        key, v = heap[0][0], heap[1][0]
        size = drop_first(heap[0], heap[1], size)
        y, x = v // nx, v % nx
        if done[y, x]:
            continue
        if key > limit or (aim[2] > 0.0 and key >= best):
            break
        done[y, x] = True
        if aim[2] > 0.0 and abs(node_x[y, x] - aim[0]) <= near and abs(node_y[y, x] - aim[1]) <= near:
            for k in range(2):
                node = v if k == 0 else parents[y, x]
                fy, fx = node // nx, node % nx
                total = costs[fy, fx] + leg_cost(node_x[fy, fx], node_y[fy, fx], aim[0], aim[1], *ground)
                if total < best:
                    best, last = total, node
        size = spread(grid, radius, frame, aim, y, x, ground, tree, heap, size)
    return best, last


@inline
def shortest_chain(path: Floats, ground: Ground, out: Floats) -> int:
    """Writes the cheapest chain of straight legs over points of a path into `out`; gives its number of points, 0 if
    none is passable."""
    n = len(path)
    best, before = np.empty(n), np.empty(n, np.int64)
    best[0], before[0] = 0.0, -1
    for i in range(1, n):
        best[i], before[i] = math.inf, -1
        for j in range(i):
            cost = best[j] + leg_cost(path[j, 0], path[j, 1], path[i, 0], path[i, 1], *ground)
            if cost < best[i]:
                best[i] = cost
                before[i] = j
    if best[n - 1] == math.inf:
        return 0
    count, i = 1, n - 1
    while i > 0:
        count, i = count + 1, before[i]
    i = n - 1
    for k in range(count - 1, -1, -1):
        out[k, 0], out[k, 1] = path[i, 0], path[i, 1]
        i = before[i] if i > 0 else 0
    return count


@inline
def nudge(out: Floats, k: int, step: float, size: tuple[float, float], ground: Ground) -> bool:
    """Moves one inner point of a path by a step in the direction that saves most; says whether any saves."""
    ax, ay, bx, by = out[k - 1, 0], out[k - 1, 1], out[k + 1, 0], out[k + 1, 1]
    old_x, old_y = out[k, 0], out[k, 1]
    least = leg_cost(ax, ay, old_x, old_y, *ground) + leg_cost(old_x, old_y, bx, by, *ground)
    moved = False
    for q in range(9):
        x, y = old_x + (q // 3 - 1) * step, old_y + (q % 3 - 1) * step
        if q == 4 or x < 0.0 or y < 0.0 or x > size[0] or y > size[1]:
            continue
        cost = leg_cost(ax, ay, x, y, *ground)
        if cost < least:
            cost += leg_cost(x, y, bx, by, *ground)
        if cost < least - 1e-6:
            least, moved = cost, True
            out[k, 0], out[k, 1] = x, y
    return moved


def pull(path: Floats, size: tuple[float, float], ground: Ground, out: Floats) -> tuple[int, float]:
    """Pulls a path (n, 2) tight with exact costs: drops what points it can, then moves the others by whole thousandths
    while that helps. size: of the table. Writes the points into `out`, gives their number and the cost (0 and infinite
    if no way over points of the path is passable)."""
    count = shortest_chain(path, ground, out)
    if count == 0:
        return 0, math.inf
    step = 250.0
    for _ in range(60):
        moved = False
        for k in range(1, count - 1):
            moved = nudge(out, k, step, size, ground) or moved
        if not moved:
            if step <= 1.0:
                break
            step = math.floor(step / 2.0)
    total = 0.0
    for k in range(count - 1):
        total += leg_cost(out[k, 0], out[k, 1], out[k + 1, 0], out[k + 1, 1], *ground)
    return count, total


search_compiled = compiled(search)
pull_compiled = compiled(pull)
