"""The key table: what is written is what works."""

from __future__ import annotations

import pygame
import pytest

from wargame.tabletop.keys import ANYWHERE, BATTLE, DIALOG, MENU, Chord, KeyMap


def press(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod)


def test_every_chord_is_written_as_it_is_read():
    keys = KeyMap()
    for action, binding in keys.bindings.items():
        chord = keys.chord(action)
        written = chord.caption().lower().replace("pgup", "pageup").replace("pgdn", "pagedown")
        assert Chord.parse("plus" if written == "+" else written) == chord, binding


def test_captions():
    assert [Chord.parse(k).caption() for k in ("m", "ctrl+enter", "f11", "shift+n", "pageup", "plus")] == [
        "M",
        "Ctrl+Enter",
        "F11",
        "Shift+N",
        "PgUp",
        "+",
    ]


def test_modifiers_tell_actions_apart_and_the_key_pad_counts():
    keys = KeyMap()
    assert keys.action(press(pygame.K_n), (BATTLE,)) == "next_unit"
    assert keys.action(press(pygame.K_n, pygame.KMOD_RSHIFT), (BATTLE,)) == "previous_unit"
    assert keys.action(press(pygame.K_KP_ENTER), (BATTLE, ANYWHERE)) == "commit"
    assert keys.action(press(pygame.K_KP3), (ANYWHERE,)) == "option_3"
    assert keys.action(press(pygame.K_PLUS, pygame.KMOD_LSHIFT), (BATTLE,)) == "zoom_in"
    assert keys.action(press(pygame.K_n, pygame.KMOD_LCTRL), (BATTLE,)) == "add_unit"
    assert keys.action(press(pygame.K_n, pygame.KMOD_LALT), (BATTLE,)) is None


def test_battle_keys_do_nothing_elsewhere():
    assert KeyMap().action(press(pygame.K_m), (MENU, DIALOG, ANYWHERE)) is None


def test_remapping_refuses_a_key_that_is_taken_and_keeps_unknown_actions_out():
    keys = KeyMap({"move": "w", "no_such_action": "p"})
    assert keys.caption("move") == "W"
    with pytest.raises(ValueError, match="'f' already means 'Shoot'"):
        keys.remap("move", "f")
    with pytest.raises(ValueError, match="already means 'Do it'"):
        keys.remap("move", "enter")


def test_unknown_key_is_quoted():
    with pytest.raises(ValueError, match="no key named 'hyper\\+m'"):
        Chord.parse("hyper+m")
