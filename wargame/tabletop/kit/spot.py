"""What a widget tells about itself (`Spot`) and what it is told (`Touch`)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

BUTTON_KEYS = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE})
LIST_KEYS = frozenset({pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END})
ROW_KEYS = frozenset({pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END})


@dataclass(frozen=True, slots=True)
class Spot:
    """What one widget told about itself this frame; the registry of a frame is a list of these."""

    id: str
    rect: pygame.Rect
    text: str = ""
    enabled: bool = True
    reason: str = ""
    tip: str = ""
    focusable: bool = True
    wants: frozenset[int] = frozenset()
    presses: frozenset[int] = BUTTON_KEYS
    takes_text: bool = False
    wheels: bool = False
    action: str = ""
    layer: int = 0
    region: str = ""
    on: bool = False
    first: bool = False
    through: bool = False


@dataclass(slots=True)
class Touch:
    """What the player did to one widget since the last frame."""

    hot: bool = False
    held: bool = False
    clicked: bool = False
    double: bool = False
    right: bool = False
    focused: bool = False
    shows_focus: bool = False
    wheel: int = 0
    mods: int = 0
    keys: list[pygame.event.Event] = field(default_factory=list)
    texts: list[pygame.event.Event] = field(default_factory=list)
