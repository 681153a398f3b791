"""Lines of the log: verbs that agree, fields that are missing."""

from __future__ import annotations

import pytest

from wargame.engine.telling import filled, is_plural


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{stand} [fires|fire] at {target}", "mortars fire at tank"),
        ("{target} [has|have] gone and [is|are] out", "tank has gone and is out"),
        ("{side} [sees|see] {stand}", "Germans see mortars"),
        ("{stand} and {target} [is|are] apart", "mortars and tank is apart"),
        ("nothing {missing}here", "nothing here"),
    ],
)
def test_a_verb_agrees_with_the_name_before_it(text: str, line: str) -> None:
    assert filled(text, {"stand": "mortars", "target": "tank", "side": "Germans"}) == line


@pytest.mark.parametrize(
    ("name", "many"), [("SS", False), ("Corps", False), ("rockets on rails", True), ("T-34s 2", True)]
)
def test_names_of_many(name: str, many: bool) -> None:
    assert is_plural(name) is many
