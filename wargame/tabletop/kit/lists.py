"""Long lists of which only the visible rows are drawn, and trees that fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wargame.tabletop.kit.buttons import label
from wargame.tabletop.kit.ui import LIST_KEYS, Touch, Ui
from wargame.tabletop.theme import Ink, Size

ROWS_PER_NOTCH = 3
TREE_KEYS = LIST_KEYS | {pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_SPACE}


def virtual_list(
    ui: Ui,
    list_id: str,
    rect: pygame.Rect,
    count: int,
    row_height: int,
    draw_row: Callable[[int, pygame.Rect], None],
    *,
    follow: bool = False,
    cursor: int | None = None,
    first: bool = False,
    text: str = "",
    other_keys: Callable[[int], None] | None = None,
) -> int | None:
    """A list of `count` rows of `row_height` px, of which `draw_row(number, rectangle)` draws the visible ones.

    Wheel, scroll bar, arrows, Page Up and Down, Home and End scroll. With a `cursor` (row number, -1 for none) the
    keys move it instead and the list scrolls along; the new cursor is returned, else None. `follow` keeps the end in
    view while rows are added, as long as the end was in view. `other_keys` is told of Left, Right, Enter and Space.
    """
    wants = TREE_KEYS if other_keys else LIST_KEYS
    touch = ui.spot(list_id, rect, text=text, wants=wants, wheels=True, presses=frozenset(), first=first)
    longest = max(0, count * row_height - rect.h)
    y = _scroll_place(ui, list_id, longest, follow) - touch.wheel * row_height * ROWS_PER_NOTCH
    moved: int | None = None
    for event in touch.keys:
        if event.key not in LIST_KEYS:
            (other_keys or _ignore)(event.key)
        elif cursor is None:
            y = _scrolled(event.key, y, row_height, rect.h, longest)
        else:
            moved = _stepped(event.key, cursor if moved is None else moved, count, rect.h // row_height)
            y = min(max(y, (moved + 1) * row_height - rect.h), moved * row_height)
    y = _scroll_bar(ui, list_id, rect, y, longest, count * row_height) if longest else 0
    y = max(0, min(longest, y))
    ui.remember(f"{list_id}/scroll", (y, longest))
    bar = ui.px(12) if longest else 0
    with ui.canvas.clipped(rect):
        for n in range(y // row_height, min(count, (y + rect.h - 1) // row_height + 1)):
            draw_row(n, pygame.Rect(rect.x, rect.y + n * row_height - y, rect.w - bar, row_height))
    if touch.shows_focus:
        ui.canvas.ring(rect, gap=0)
    return moved


def _ignore(key: int) -> None:
    """A list without keys of its own."""


def scroll_to(ui: Ui, list_id: str, row: int, row_height: int, height: int) -> None:
    """Bring a row into a list of `height` px before it is drawn, scrolling as little as needed."""
    y, longest = ui.memory(f"{list_id}/scroll", (0, 0))
    y = min(max(y, (row + 1) * row_height - height), row * row_height)
    ui.remember(f"{list_id}/scroll", (y, longest))


def _scroll_place(ui: Ui, list_id: str, longest: int, follow: bool) -> int:
    y, longest_before = ui.memory(f"{list_id}/scroll", (longest if follow else 0, longest))
    at_end: bool = y >= longest_before
    return longest if follow and at_end else int(y)


def _scrolled(key: int, y: int, row_height: int, height: int, longest: int) -> int:
    jumps = {pygame.K_UP: -row_height, pygame.K_DOWN: row_height, pygame.K_PAGEUP: -height, pygame.K_PAGEDOWN: height}
    if key == pygame.K_HOME:
        return 0
    return longest if key == pygame.K_END else max(0, min(longest, y + jumps[key]))


def _stepped(key: int, cursor: int, count: int, page: int) -> int:
    jumps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
    if key == pygame.K_HOME:
        return 0
    return count - 1 if key == pygame.K_END else max(0, min(count - 1, cursor + jumps[key]))


def _scroll_bar(ui: Ui, list_id: str, rect: pygame.Rect, y: int, longest: int, whole: int) -> int:
    """The bar at the right edge; the scroll place after dragging it or clicking beside its thumb."""
    track = pygame.Rect(rect.right - ui.px(9), rect.y + 1, ui.px(8), rect.h - 2)
    touch = ui.spot(f"{list_id}/bar", track, focusable=False)
    height = max(ui.px(24), track.h * rect.h // whole)
    free = max(1, track.h - height)
    if touch.held:
        y = round((ui.mouse[1] - track.y - height / 2) / free * longest)
    y = max(0, min(longest, y))
    ui.canvas.box(track, Ink.WELL, None, 4)
    thumb = pygame.Rect(track.x + 1, track.y + free * y // longest, track.w - 2, height)
    ui.canvas.box(thumb, Ink.BRASS if touch.hot or touch.held else Ink.THUMB, None, 3)
    return y


@dataclass(frozen=True, slots=True)
class Node:
    """One line of a tree: `depth` 0 for the roots; a branch folds away the deeper lines that follow it."""

    id: str
    text: str
    depth: int = 0
    branch: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeState:
    """What is chosen and what is folded; `opened` is the line double-clicked or entered this frame, or ""."""

    chosen: str = ""
    folded: frozenset[str] = frozenset()
    opened: str = ""


def visible_nodes(nodes: Sequence[Node], folded: frozenset[str]) -> list[Node]:
    """The nodes that no folded branch hides."""
    shown: list[Node] = []
    hidden_below: int | None = None
    for node in nodes:
        if hidden_below is not None and node.depth > hidden_below:
            continue
        hidden_below = node.depth if node.id in folded else None
        shown.append(node)
    return shown


def tree(
    ui: Ui,
    tree_id: str,
    rect: pygame.Rect,
    nodes: Sequence[Node],
    state: TreeState,
    draw_node: Callable[[Node, pygame.Rect, bool], None] | None = None,
) -> TreeState:
    """A tree of rows; the state after what the player did. Left folds, Right unfolds, arrows move, Enter opens.

    `draw_node(node, rectangle right of the fold mark, chosen)` draws a row's own part; text and note by default.
    """
    shown = visible_nodes(nodes, state.folded)
    ids = [node.id for node in shown]
    after = TreeState(state.chosen, state.folded)

    def draw(n: int, row: pygame.Rect) -> None:
        nonlocal after
        after = _row(ui, tree_id, shown[n], row, after, draw_node)

    def fold(key: int) -> None:
        nonlocal after
        after = _by_key(key, after)

    cursor = ids.index(state.chosen) if state.chosen in ids else -1
    moved = virtual_list(ui, tree_id, rect, len(shown), ui.px(Size.ROW), draw, cursor=cursor, other_keys=fold)
    if moved is not None and shown:
        after = TreeState(ids[moved], after.folded)
    return after


def _by_key(key: int, state: TreeState) -> TreeState:
    if key in (pygame.K_RETURN, pygame.K_SPACE):
        return TreeState(state.chosen, state.folded, state.chosen)
    folded = state.folded | {state.chosen} if key == pygame.K_LEFT else state.folded - {state.chosen}
    return TreeState(state.chosen, folded)


def _row(
    ui: Ui,
    tree_id: str,
    node: Node,
    row: pygame.Rect,
    state: TreeState,
    draw_node: Callable[[Node, pygame.Rect, bool], None] | None,
) -> TreeState:
    chosen = node.id == state.chosen
    touch = ui.spot(f"{tree_id}/{node.id}", row, text=node.text, focusable=False, on=chosen)
    _row_ground(ui, row, node, chosen, touch)
    left = row.x + ui.px(6 + 14 * node.depth)
    if node.branch:
        mark = "closed" if node.id in state.folded else "open"
        ui.canvas.icon(mark, (left + ui.px(6), row.centery), 10, Ink.BRASS)
    inner = pygame.Rect(left + ui.px(18), row.y, row.right - left - ui.px(24), row.h)
    (draw_node or _plain_node(ui))(node, inner, chosen)
    if not touch.clicked:
        return state
    on_mark = node.branch and ui.mouse[0] < inner.x
    if on_mark or (node.branch and touch.double):
        return TreeState(state.chosen, state.folded ^ {node.id})
    return TreeState(node.id, state.folded, node.id if touch.double else "")


def _row_ground(ui: Ui, row: pygame.Rect, node: Node, chosen: bool, touch: Touch) -> None:
    if chosen:
        ui.canvas.surface.fill(Ink.CHOSEN, row)
        ui.canvas.surface.fill(Ink.BRASS, (row.x, row.y, ui.px(3), row.h))
    elif touch.hot:
        ui.canvas.surface.fill(Ink.HOVER, row)
    elif node.branch:
        ui.canvas.surface.fill(Ink.RAISED, row)


def _plain_node(ui: Ui) -> Callable[[Node, pygame.Rect, bool], None]:
    def draw(node: Node, rect: pygame.Rect, chosen: bool) -> None:
        note = ui.canvas.width(node.note, Size.CAPTION, "regular") if node.note else 0
        face = "bold" if node.branch else "semi"
        label(ui, pygame.Rect(rect.x, rect.y, rect.w - note - ui.px(6), rect.h), node.text, face=face)
        if node.note:
            label(ui, rect, node.note, Size.CAPTION, Ink.DIM, "regular", "right")

    return draw
