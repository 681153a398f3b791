"""Chapters: the five places where a core turns to them, and nothing of them where they are switched off or deleted."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import Toy, toy_battle, toy_setup
from wargame.engine.battle import Battle
from wargame.engine.chapters import Action, Chapter, Chapters, Occasion, after, before, chapters_of, merge
from wargame.engine.dice import Modifier
from wargame.engine.events import Said, StandMoved, TurnBegan
from wargame.engine.orders import Done, Move
from wargame.engine.ruleset import ActRow
from wargame.engine.sequence import NEXT, Directive, Step
from wargame.engine.state import State


def idle(battle: Battle) -> Directive:
    return NEXT


def named(option: str, **parts: Any) -> Chapter:
    return Chapter(option=option, title=option.title(), ids=(f"TOY-{option.upper()}",), **parts)


def state_with(*options: str) -> State:
    state = toy_battle().state
    state.options = dict.fromkeys(options, True)
    return state


CORE = (Step("begin", idle), Step("red", idle), Step("blue", idle))


def names(steps: Sequence[Step]) -> list[str]:
    return [step.name for step in steps]


def test_sequence_has_the_steps_of_active_chapters_in_their_places_in_the_order_of_the_list() -> None:
    both = Chapters(
        [
            named("snow", steps=(before("red", Step("freeze", idle)), after("red", Step("thaw", idle)))),
            named("mud", steps=(before("red", Step("sink", idle)), after("red", Step("dry", idle)))),
        ]
    )
    assert names(both.sequence(CORE, state_with("snow", "mud"))) == [
        "begin", "freeze", "sink", "red", "thaw", "dry", "blue",
    ]  # fmt: skip
    assert names(both.sequence(CORE, state_with("mud"))) == ["begin", "sink", "red", "dry", "blue"]
    assert both.sequence(CORE, state_with()) == CORE


def test_step_with_an_unknown_place_is_a_fault_of_the_chapter() -> None:
    lost = Chapters([named("snow", steps=(before("frost", Step("freeze", idle)),))])
    with pytest.raises(ValueError, match="chapter 'snow': there is no step 'frost'"):
        lost.sequence(CORE, state_with("snow"))


def test_modifiers_are_summed_in_the_order_of_the_list_for_the_named_test_only() -> None:
    def slower(by: int) -> Any:
        return lambda scene, occasion: [Modifier(f"{occasion.stand} slower", add=by)]

    chapters = Chapters([named("snow", modifiers={"move": slower(2)}), named("mud", modifiers={"move": slower(3)})])
    battle = toy_battle()
    battle.state.options = {"snow": True, "mud": True}
    found = chapters.modifiers(battle, Occasion("move", "red-1"))
    assert [(m.reason, m.add) for m in found] == [("red-1 slower", 2), ("red-1 slower", 3)]
    assert chapters.modifiers(battle, Occasion("in_sight", "red-1")) == ()
    battle.state.options = {"mud": True}
    assert [m.add for m in chapters.modifiers(battle, Occasion("move", "red-1"))] == [3]


def test_actions_are_offered_by_active_chapters_to_the_stands_they_want() -> None:
    def offer(scene: Any, stand: str) -> ActRow | None:
        return ActRow(id="dig", name="Dig") if stand.startswith("red") else None

    chapters = Chapters([named("spades", actions=(Action("dig", offer, lambda battle, act: iter(())),))])  # type: ignore[arg-type,return-value]
    battle = toy_battle()
    assert chapters.offers(battle, "red-1") == ()
    assert chapters.action(battle.state, "dig") is None
    battle.state.options = {"spades": True}
    assert [row.name for _, row in chapters.offers(battle, "red-1")] == ["Dig"]
    assert chapters.offers(battle, "blue-1") == ()
    action = chapters.action(battle.state, "dig")
    assert action is not None
    assert action.id == "dig"


class ChapterToy(Toy):
    """The toy with a chapter: whoever moves says so after the move."""

    chapters: Chapters

    def sequence(self, state: State) -> tuple[Step, ...]:
        return self.chapters.sequence(super().sequence(state), state)


def speak(battle: Battle, event: StandMoved) -> Any:
    def told() -> Any:
        battle.happen(Said(key="told", text=f"{event.stand} sank"), event)
        return
        yield

    return told() if event.path[-1][0] > 6.0 else None


def test_reactions_are_due_event_by_event_and_only_where_the_chapter_has_something_to_do() -> None:
    chapters = Chapters([named("mud", reactions={StandMoved: speak})])
    battle = toy_battle()
    battle.state.options = {"mud": True}
    battle.answer(Move(stand="red-1", path=((6.0, 5.0),)))
    battle.answer(Move(stand="red-2", path=((7.0, 10.0),)))
    due = chapters.reactions(battle, battle.events)
    assert [(row.chapter.option, row.event.stand) for row in due] == [("mud", "red-2")]  # type: ignore[union-attr]
    list(due[0].run)
    assert [e.text for e in battle.events if isinstance(e, Said)] == ["red-2 sank"]
    battle.state.options = {}
    assert chapters.reactions(battle, battle.events) == ()


def test_chapter_step_is_played_in_a_battle() -> None:
    def snow(battle: Battle) -> Directive:
        battle.happen(Said(key="told", text="it snows"))
        return NEXT

    toy = ChapterToy()
    toy.chapters = Chapters([named("snow", steps=(before("red", Step("snow", snow)),), default=True)])
    battle = Battle(toy, toy_setup(), kernels="plain")  # type: ignore[arg-type]
    battle.answer(Done())
    assert [e.text for e in battle.events if isinstance(e, Said)] == ["it snows"]
    assert any(isinstance(e, TurnBegan) for e in battle.events)


def test_rows_are_added_and_the_same_id_replaces() -> None:
    core = {
        "terrain": {"columns": ["id", "cost"], "rows": [["clear", 1], ["crops", 1]]},
        "rep": {"rows": [["German", 1941], ["German", 1943]]},
        "kinds": [{"id": "a", "n": 1}, {"id": "b", "n": 2}],
        "limit": 3,
    }
    merged = merge(core, {
        "terrain": {"rows": [["crops", 2], ["wheat", 4]]},
        "rep": {"rows": [["German", 1945]]},
        "kinds": [{"id": "b", "n": 9}],
        "limit": 4,
        "new": [1],
    })  # fmt: skip
    assert merged["terrain"] == {"columns": ["id", "cost"], "rows": [["clear", 1], ["crops", 2], ["wheat", 4]]}
    assert merged["rep"]["rows"] == [["German", 1941], ["German", 1943], ["German", 1945]]
    assert merged["kinds"] == [{"id": "a", "n": 1}, {"id": "b", "n": 9}]
    assert (merged["limit"], merged["new"]) == (4, [1])
    assert core["terrain"]["rows"] == [["clear", 1], ["crops", 1]]  # type: ignore[index]


PACKAGE = """
from wargame.engine.chapters import Chapter
CHAPTER = Chapter(option="{name}", title="{name}", ids=("TOY-{name}",), data="tables.toml", rules="rules.toml")
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A rulebook package with two chapters, mud and snow, and a package that is none."""
    home = tmp_path / "toybook"
    for name in ("snow", "mud", "pictures"):
        folder = home / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(PACKAGE.format(name=name) if name != "pictures" else "")
        (folder / "tables.toml").write_text(f'{name} = [{{ id = "x", n = 1 }}]\n')
        (folder / "rules.toml").write_text(f'[[rule]]\nid = "TOY-{name}-01"\ntitle = "t"\ntext = "about {name}"\n')
    (home / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "toybook"
    for name in [n for n in sys.modules if n.split(".")[0] == "toybook"]:
        del sys.modules[name]
    chapters_of.cache_clear()


def test_chapters_are_found_by_name_with_their_rules_tables_and_switches(book: str) -> None:
    found = chapters_of(book)
    assert [c.option for c in found.all] == ["mud", "snow"]
    assert [r.id for r in found.rules] == ["TOY-mud-01", "TOY-snow-01"]
    assert [(o.id, o.default) for o in found.options] == [("mud", False), ("snow", False)]
    assert dict(found.tables({"core": 1}, state_with("snow"))) == {"core": 1, "snow": [{"id": "x", "n": 1}]}
    assert dict(found.tables({"core": 1}, state_with())) == {"core": 1}


def test_book_without_chapters_has_none() -> None:
    assert chapters_of("wargame.board").all == ()
    assert chapters_of("wargame.board").sequence(CORE, state_with()) == CORE
