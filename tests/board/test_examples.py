import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["snap", "bases", "deviation", "crossed"])
def test_examples_in_docstrings_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"wargame.board.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
