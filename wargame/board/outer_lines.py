"""The three straight lines between two pieces, many pairs at once: centre to centre, and outermost edge to edge.

Pieces are rows `x, y, facing in degrees, half frontage, half depth, is a disc (0 or 1), top`. Both kinds of kernels
do the same arithmetic in the same order, so they give the same answers bit for bit.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wargame.board.kernels import chosen, compiled, inline

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
LINES = 3
_BESIDE = 0.05
"""So much before the start of a line and past its end (shares) a corner still counts as beside it."""
_CHORDS = 3


def lines_between(kernels: str, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Gives the ends (n, 3, 3) of the lines of each pair of pieces (n, 7): pair, line (centre, one side, other side),
    x y z. kernels: as the board asks for."""
    run = chosen(kernels, outer_lines_plain, outer_lines_compiled)
    ends_a, ends_b = np.empty((len(a), LINES, 3)), np.empty((len(a), LINES, 3))
    run(np.ascontiguousarray(a), np.ascontiguousarray(b), _axes(a), _axes(b), ends_a, ends_b)
    return ends_a, ends_b


def over_corners(kernels: str, eye: Floats, mover: Floats, leg: Floats, even: Floats, corners: Floats) -> Floats:
    """Gives the shares of a straight leg (x, y, x, y) at which one of the lines between a piece that stays (7,) and one
    that goes along it passes over a corner (k, 2): changes of side between the shares `even`, found by chords."""
    run = chosen(kernels, passes_plain, passes_compiled)
    found = np.empty(LINES * len(corners) * max(1, len(even)))
    axes = np.vstack([_axes(eye[None, :]), _axes(mover[None, :])])
    count = run(np.ascontiguousarray(eye), np.ascontiguousarray(mover), axes, leg, even, corners, found)
    return found[:count]


def _axes(pieces: Floats) -> Floats:
    """Cosine and sine of each facing; nothing is worked out for discs."""
    out = np.zeros((len(pieces), 2))
    if len(pieces) and not pieces[:, 5].all():
        angle = np.radians(pieces[:, 2])
        out[:, 0], out[:, 1] = np.cos(angle), np.sin(angle)
    return out


@inline
def pseudo_angle(x: float, y: float) -> float:
    """Gives a number that grows with the direction of a vector, -2 to 2, 0 along x."""
    size = abs(x) + abs(y)
    if size == 0.0:
        return 0.0
    share = y / size
    if x >= 0.0:
        return share
    return 2.0 - share if y >= 0.0 else -2.0 - share


@inline
def outermost(piece: Floats, x: float, y: float, c: float, s: float, ox: float, oy: float) -> tuple[float, ...]:
    """Gives the outermost points of an outline at x, y as seen from a place: left of the viewer, then right."""
    dx, dy = x - ox, y - oy
    if piece[5] != 0.0:
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            length = 1.0
        nx, ny = -dy / length * piece[3], dx / length * piece[3]
        return x + nx, y + ny, x - nx, y - ny
    lx, ly, rx, ry, most, least = x, y, x, y, -3.0, 3.0
    for k in range(4):
        d = piece[4] if k < 2 else -piece[4]
        w = piece[3] if k == 1 or k == 2 else -piece[3]
        cx, cy = x + d * c - w * s, y + d * s + w * c
        vx, vy = cx - ox, cy - oy
        turn = pseudo_angle(dx * vx + dy * vy, dx * vy - dy * vx)
        if turn > most:
            lx, ly, most = cx, cy, turn
        if turn < least:
            rx, ry, least = cx, cy, turn
    return lx, ly, rx, ry


def outer_lines(a: Floats, b: Floats, axes_a: Floats, axes_b: Floats, ends_a: Floats, ends_b: Floats) -> None:
    """Writes the ends of the lines; what is left of A as B sees it lies on the same side as what is right of B as A
    sees it."""
    for n in range(a.shape[0]):
        one = outermost(a[n], a[n, 0], a[n, 1], axes_a[n, 0], axes_a[n, 1], b[n, 0], b[n, 1])
        two = outermost(b[n], b[n, 0], b[n, 1], axes_b[n, 0], axes_b[n, 1], a[n, 0], a[n, 1])
        ends_a[n, 0, 0], ends_a[n, 0, 1] = a[n, 0], a[n, 1]
        ends_b[n, 0, 0], ends_b[n, 0, 1] = b[n, 0], b[n, 1]
        ends_a[n, 1, 0], ends_a[n, 1, 1], ends_a[n, 2, 0], ends_a[n, 2, 1] = one
        ends_b[n, 2, 0], ends_b[n, 2, 1], ends_b[n, 1, 0], ends_b[n, 1, 1] = two
        for line in range(3):
            ends_a[n, line, 2], ends_b[n, line, 2] = a[n, 6], b[n, 6]


outer_lines_compiled = compiled(outer_lines)


def outer_lines_plain(a: Floats, b: Floats, axes_a: Floats, axes_b: Floats, ends_a: Floats, ends_b: Floats) -> None:
    """As `outer_lines`, in arrays."""
    one, two = _outermost_many(a, axes_a, b), _outermost_many(b, axes_b, a)
    for ends, piece, first, second in ((ends_a, a, one[:2], one[2:]), (ends_b, b, two[2:], two[:2])):
        ends[:, 0, :2], ends[:, :, 2] = piece[:, :2], piece[:, 6:7]
        ends[:, 1, 0], ends[:, 1, 1] = first
        ends[:, 2, 0], ends[:, 2, 1] = second


def _outermost_many(piece: Floats, axes: Floats, seen_from: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    x, y, half_w, half_d = piece[:, 0], piece[:, 1], piece[:, 3], piece[:, 4]
    dx, dy = x - seen_from[:, 0], y - seen_from[:, 1]
    length = np.sqrt(dx * dx + dy * dy)
    length[length == 0.0] = 1.0
    nx, ny = -dy / length * half_w, dx / length * half_w
    out = [x + nx, y + ny, x - nx, y - ny]
    boxes = np.nonzero(piece[:, 5] == 0.0)[0]
    if len(boxes):
        d = half_d[boxes, None] * np.array([1.0, 1.0, -1.0, -1.0])
        w = half_w[boxes, None] * np.array([-1.0, 1.0, 1.0, -1.0])
        c, s = axes[boxes, :1], axes[boxes, 1:]
        cx, cy = x[boxes, None] + d * c - w * s, y[boxes, None] + d * s + w * c
        vx, vy = cx - seen_from[boxes, :1], cy - seen_from[boxes, 1:2]
        ex, ey = dx[boxes, None], dy[boxes, None]
        turn = _pseudo_angles(ex * vx + ey * vy, ex * vy - ey * vx)
        rows, most, least = np.arange(len(boxes)), turn.argmax(1), turn.argmin(1)
        for value, corner in zip(out, (cx[rows, most], cy[rows, most], cx[rows, least], cy[rows, least]), strict=True):
            value[boxes] = corner
    return out[0], out[1], out[2], out[3]


def _pseudo_angles(x: Floats, y: Floats) -> Floats:
    size = np.abs(x) + np.abs(y)
    share = y / np.where(size == 0.0, 1.0, size)
    return np.asarray(np.where(x >= 0.0, share, np.where(y >= 0.0, 2.0 - share, -2.0 - share)))


# ---------------------------------------------------------------- corners in line


@inline
def line_at(
    eye: Floats, mover: Floats, axes: Floats, leg: Floats, share: float, line: int
) -> tuple[float, float, float, float]:
    """Gives one of the lines (ax, ay, dx, dy) while the mover is at a share of its leg."""
    x, y = leg[0] + share * (leg[2] - leg[0]), leg[1] + share * (leg[3] - leg[1])
    if line == 0:
        return eye[0], eye[1], x - eye[0], y - eye[1]
    one = outermost(eye, eye[0], eye[1], axes[0, 0], axes[0, 1], x, y)
    two = outermost(mover, x, y, axes[1, 0], axes[1, 1], eye[0], eye[1])
    if line == 1:
        return one[0], one[1], two[2] - one[0], two[3] - one[1]
    return one[2], one[3], two[0] - one[2], two[1] - one[3]


@inline
def where_in_line(
    eye: Floats, mover: Floats, axes: Floats, leg: Floats, line: int, corner: Floats, span: tuple[float, ...]
) -> float:
    """Gives the share at which a corner comes in line, from two shares and on which sides of the line it lies there."""
    t0, t1, s0, s1 = span
    for _ in range(_CHORDS):
        t = min(max(t0 + s0 / (s0 - s1) * (t1 - t0), t0), t1)
        ax, ay, dx, dy = line_at(eye, mover, axes, leg, t, line)
        s = dx * (corner[1] - ay) - dy * (corner[0] - ax)
        if (s > 0.0) == (s0 > 0.0):
            t0, s0 = t, s
        else:
            t1, s1 = t, s
    share = 0.0 if s0 == s1 else s0 / (s0 - s1)
    return t0 + share * (t1 - t0)


def passes(eye: Floats, mover: Floats, axes: Floats, leg: Floats, even: Floats, corners: Floats, found: Floats) -> int:
    """Writes the shares at which a line passes over a corner and gives their number."""
    count, n, k = 0, even.shape[0], corners.shape[0]
    before, was_beside = np.empty((3, k)), np.zeros((3, k), np.bool_)
    for i in range(n):
        for line in range(3):
            ax, ay, dx, dy = line_at(eye, mover, axes, leg, even[i], line)
            square = max(dx * dx + dy * dy, 1e-12)
            for j in range(k):
                vx, vy = corners[j, 0] - ax, corners[j, 1] - ay
                side, along = dx * vy - dy * vx, (dx * vx + dy * vy) / square
                beside = along > -_BESIDE and along < 1.0 + _BESIDE
                old = before[line, j]
                if i > 0 and (side > 0.0) != (old > 0.0) and (beside or was_beside[line, j]):
                    span = (even[i - 1], even[i], old, side)
                    found[count] = where_in_line(eye, mover, axes, leg, line, corners[j], span)
                    count += 1
                before[line, j], was_beside[line, j] = side, beside
    return count


passes_compiled = compiled(passes)


def passes_plain(
    eye: Floats, mover: Floats, axes: Floats, leg: Floats, even: Floats, corners: Floats, found: Floats
) -> int:
    """As `passes`, in arrays; the shares in another order."""
    a, d = _drawn(eye, mover, axes, leg, even)
    v = corners[None, None, :, :] - a[:, :, None, :]
    dx, dy = d[:, :, None, 0], d[:, :, None, 1]
    side = dx * v[..., 1] - dy * v[..., 0]
    along = (dx * v[..., 0] + dy * v[..., 1]) / np.maximum(dx * dx + dy * dy, 1e-12)
    beside = (along > -_BESIDE) & (along < 1.0 + _BESIDE)
    step, line, corner = np.nonzero(((side[1:] > 0.0) != (side[:-1] > 0.0)) & (beside[1:] | beside[:-1]))
    if not len(step):
        return 0
    t0, t1 = even[step], even[step + 1]
    s0, s1 = side[step, line, corner], side[step + 1, line, corner]
    rows = np.arange(len(step))
    for _ in range(_CHORDS):
        t = np.clip(t0 + s0 / (s0 - s1) * (t1 - t0), t0, t1)
        a, d = _drawn(eye, mover, axes, leg, t)
        u, e = corners[corner] - a[rows, line], d[rows, line]
        s = e[:, 0] * u[:, 1] - e[:, 1] * u[:, 0]
        same = (s > 0.0) == (s0 > 0.0)
        t0, s0 = np.where(same, t, t0), np.where(same, s, s0)
        t1, s1 = np.where(same, t1, t), np.where(same, s1, s)
    share = np.where(s0 == s1, 0.0, s0 / np.where(s0 == s1, 1.0, s0 - s1))
    found[: len(step)] = t0 + share * (t1 - t0)
    return len(step)


def _drawn(eye: Floats, mover: Floats, axes: Floats, leg: Floats, shares: Floats) -> tuple[Floats, Floats]:
    """Starts and directions (n, 3, 2) of the lines at some shares of a leg."""
    n = len(shares)
    one, two = np.repeat(eye[None, :], n, axis=0), np.repeat(mover[None, :], n, axis=0)
    two[:, 0], two[:, 1] = leg[0] + shares * (leg[2] - leg[0]), leg[1] + shares * (leg[3] - leg[1])
    ends_one, ends_two = np.empty((n, LINES, 3)), np.empty((n, LINES, 3))
    outer_lines_plain(one, two, np.repeat(axes[:1], n, axis=0), np.repeat(axes[1:], n, axis=0), ends_one, ends_two)
    return ends_one[:, :, :2], ends_two[:, :, :2] - ends_one[:, :, :2]


# ---------------------------------------------------------------- boxes in the way


def hidden_by(a: Floats, b: Floats, boxes: Floats, out: Bools) -> None:
    """Writes for each line (from a to b, (n, 3) each) and box (m, 7) whether it runs over the box lower than its top.

    Boxes: x, y, cosine and sine of the facing, half depth, half frontage, top.
    """
    for j in range(boxes.shape[0]):
        x, y, c, s = boxes[j, 0], boxes[j, 1], boxes[j, 2], boxes[j, 3]
        half_d, half_w = boxes[j, 4], boxes[j, 5]
        reach = half_d + half_w
        for i in range(a.shape[0]):
            out[i, j] = False
            ax, ay, bx, by = a[i, 0] - x, a[i, 1] - y, b[i, 0] - x, b[i, 1] - y
            if min(ax, bx) > reach or max(ax, bx) < -reach or min(ay, by) > reach or max(ay, by) < -reach:
                continue
            dx, dy = b[i, 0] - a[i, 0], b[i, 1] - a[i, 1]
            enter, leave = 0.0, 1.0
            for k in range(2):
                half = half_d if k == 0 else half_w
                start = ax * c + ay * s if k == 0 else ax * -s + ay * c
                speed = dx * c + dy * s if k == 0 else dx * -s + dy * c
                if abs(speed) < 1e-12:
                    if abs(start) > half:
                        leave = -1.0
                    continue
                t0, t1 = (-half - start) / speed, (half - start) / speed
                enter, leave = max(enter, min(t0, t1)), min(leave, max(t0, t1))
            if leave > enter:
                dz = b[i, 2] - a[i, 2]
                out[i, j] = min(a[i, 2] + enter * dz, a[i, 2] + leave * dz) < boxes[j, 6]


hidden_by_compiled = compiled(hidden_by)
