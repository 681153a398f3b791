"""The kit: a small immediate-mode set of widgets drawn with pygame.

Draw from a view model, act on what a widget returns; nothing is kept but scroll places, carets and the focus.
"""

from wargame.tabletop.kit.buttons import button, check_mark, key_cap, label, tabs, toggle
from wargame.tabletop.kit.canvas import Canvas, TextMark
from wargame.tabletop.kit.dice import Die
from wargame.tabletop.kit.fields import drop_down, slider, text_field
from wargame.tabletop.kit.layout import columns, evenly, inset, rows
from wargame.tabletop.kit.lists import Node, TreeState, scroll_to, tree, virtual_list
from wargame.tabletop.kit.overlay import dialog, draw_tooltip
from wargame.tabletop.kit.rich import Run, plain, rich_line
from wargame.tabletop.kit.still import still
from wargame.tabletop.kit.ui import Spot, Touch, Ui

__all__ = [
    "Canvas",
    "Die",
    "Node",
    "Run",
    "Spot",
    "TextMark",
    "Touch",
    "TreeState",
    "Ui",
    "button",
    "check_mark",
    "columns",
    "dialog",
    "draw_tooltip",
    "drop_down",
    "evenly",
    "inset",
    "key_cap",
    "label",
    "plain",
    "rich_line",
    "rows",
    "scroll_to",
    "slider",
    "still",
    "tabs",
    "text_field",
    "toggle",
    "tree",
    "virtual_list",
]
