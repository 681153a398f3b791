"""How the log tells events. Every text can be filled in, and what matters is told."""

from __future__ import annotations

import pytest

from tests.battles.games import play, players
from tests.rulesets.clash_of_titans.build import area, battle_of, blue, order, red, run, stand
from tests.rulesets.clash_of_titans.skirmish import begin
from wargame.board import AddFeature
from wargame.engine.battle import Battle
from wargame.engine.events import (
    AnyEvent,
    Fired,
    GroundChanged,
    GroupChanged,
    PhaseBegan,
    Rolled,
    StandChanged,
    StandMoved,
    StandRemoved,
)
from wargame.engine.orders import Chosen, Move
from wargame.engine.telling import filled
from wargame.lab.replays import log_lines
from wargame.rulesets.clash_of_titans import data, involuntary, ladder, stars, status, throws, words


@pytest.mark.parametrize("key", sorted(data.words_file()))
def test_every_text_can_be_filled_in(key: str) -> None:
    """No brackets left over, no broken fields."""
    row = data.words_file()[key]
    assert row["text"]
    assert row.get("topic", "all") in ("all", "combat", "morale", "move")
    assert not set("[]{}") & set(filled(row["text"], {"side": "Germans"}))


def test_a_battle_is_told_from_both_sides() -> None:
    """Moves, statuses, losses and rolls of a whole battle have words, for each side's view."""
    battle = begin(2)
    play(battle, players(battle, 2))
    for side in battle.state.sides:
        view = battle.view(side)
        for event in view.events:
            told = words.words(view, event)
            if isinstance(event, StandMoved) and event.inches < words.LEAST_IN:
                continue  # where a move was interrupted
            if isinstance(event, StandMoved | StandRemoved | Rolled):
                assert told is not None and told.text, event
                assert "{" not in told.text and "[" not in told.text


def test_verbs_agree_with_the_side() -> None:
    """Reds act, Germany acts."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5, facing=0.0))
    told = words.words(battle, PhaseBegan(step="second_side", phase="Second side", side="red"))
    assert told is not None and told.text == "Reds act"
    battle.state.sides["red"].name = "Germany"
    told = words.words(battle, PhaseBegan(step="second_side", phase="Second side", side="red"))
    assert told is not None and told.text == "Germany acts"


def test_a_move_begins_an_entry_and_what_it_sets_off_is_a_row_of_it() -> None:
    """The head is the order; a status is told under its cause."""
    battle = battle_of(red("a", 5, 5), red("b", 5, 40), blue("x", 60, 5, facing=0.0))
    order(battle, Move(stand="a", path=((8, 5),)))
    event = next(e for e in battle.events if isinstance(e, StandMoved))
    told = words.words(battle, event)
    assert told is not None and told.head and told.text == "a moves 3.0 in"
    changed = status.set_status(battle, stand(battle, "a"), "running", event)
    told = words.words(battle, changed)
    assert isinstance(changed, StandChanged) and changed.cause == event.n
    assert told is not None and not told.head and told.text == "a breaks and runs"


def test_a_test_against_rep_is_told_without_a_sum() -> None:
    """Two dice against Rep: how many passed, not what they come to; dice that are added show their sum."""
    battle = battle_of(red("a", 5, 5, rep=4), blue("x", 60, 5), dice=(1, 5, 2, 3))
    throws.passes(battle, 2, 4, "rally", stand=stand(battle, "a"))
    throws.total(battle, 2, "terrain")
    lines = log_lines(battle)
    assert any("[1 5] (4) → pass 1" in line for line in lines)
    assert any("[2 3] = 5" in line for line in lines)


def test_a_step_of_no_length_is_not_told() -> None:
    """A move that is interrupted where it begins shows no line of its own."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    assert words.words(battle, StandMoved(stand="a", path=((5, 5), (5.01, 5)), facing_deg=0.0, inches=0.01)) is None


def test_the_activation_dice_say_whose_they_are() -> None:
    """The sides in the order of their dice, and the name of the first."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    line = _told(battle, Rolled(purpose="activation", dice=(2, 5), outcome="first_blue"))
    assert line == "Activation dice (Reds, Blues) → Blues first"


def test_damage_names_the_man_and_ground_its_houses() -> None:
    """Whose damage it is; a clear section with a farm is not just clear."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    assert _told(battle, Rolled(purpose="damage", who="x", dice=(2,), outcome="knocked_down")).startswith("x: damage")
    ring = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))
    house = AddFeature(id="h", kind="building", rings=(ring,))
    assert _told(battle, GroundChanged(added=(house,), why="terrain 7 clear")) == "Section 7: clear, 1 building"


def test_nobody_is_said_to_lead_a_group_that_is_no_more() -> None:
    """The last man's fall is told, not that nobody takes over from him."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    assert words.words(battle, GroupChanged(group="red-1", changes=(("leader", None),), why="succession")) is None


def _told(battle: Battle, event: AnyEvent) -> str:
    telling = words.words(battle, event)
    assert telling is not None
    return f"{telling.text} → {telling.result}" if telling.result else telling.text


@pytest.mark.rule("NUT-CHAR-05")
def test_what_a_star_chooses_is_told() -> None:
    """Free Will throws no dice, so it has a line of its own."""
    battle = battle_of(red("a", 5, 5, star=True), blue("x", 60, 5))
    results = {2: "charge", 1: "stay_and_fire", 0: "halt"}
    run(stars.free_will(battle, stand(battle, "a"), ("wanting_to_charge",), results), Chosen(option="pass_1"))
    lines = [words.words(battle, e) for e in battle.events]
    assert "a: Wanting to Charge: passes 1 by Free Will, stay and fire" in [t.text for t in lines if t is not None]


@pytest.mark.rule("NUT-DOWN-02", "NUT-GRP-05")
def test_a_result_that_the_dice_alone_do_not_give_says_why() -> None:
    """Two passed dice and still Duck Back: half of the group is lost."""
    reading = ladder.read("man_down", 2, ("open", "half_strength"))
    event = StandChanged(stand="a", changes=(("status", "ducked_back"),), why="ducked_back", rules=reading.rules)
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    assert _told(battle, event) == "a ducks back: half of the group is lost"


def test_what_a_man_gets_ready_is_named_and_told_once() -> None:
    """The action itself has no line beside the weapon's."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    readied = StandChanged(stand="a", changes=(("readied", "hand grenade"),), why="readied")
    assert _told(battle, readied) == "a gets the hand grenade ready"
    assert words.words(battle, StandChanged(stand="a", changes=(("acted", "ready"),), why="ready")) is None


def test_a_move_that_goes_on_is_a_row_of_the_first() -> None:
    """It was broken off to see whether anybody tests."""
    battle = battle_of(red("a", 5, 5), blue("x", 60, 5))
    first = battle.happen(StandMoved(stand="a", path=((5, 5), (7, 5)), inches=2.0, facing_deg=0.0))
    second = battle.happen(StandMoved(stand="a", path=((7, 5), (8, 5)), inches=1.0, facing_deg=0.0), first)
    told = words.words(battle, second)
    assert told is not None and (told.text, told.head) == ("a goes on 1.0 in", False)


def test_a_man_who_ducks_into_cover_is_told_in_one_line_with_its_reason() -> None:
    """The move comes first, so it says why; in the open there is a second line, for he lies down."""
    for cover, expected in (
        ([area("wall", "rubble", 2, 4, 4, 6)], ["a ducks back, 1.8 in: outgunned"]),
        ([], ["a ducks back: outgunned"]),
    ):
        battle = battle_of(red("a", 5.5, 5), blue("x", 30, 5, facing=180.0), features=cover)
        a, x = stand(battle, "a"), stand(battle, "x")
        involuntary.duck_back(battle, a, [x], rules=("NUT-OGUN-01",))
        told = [words.words(battle, e) for e in battle.events if getattr(e, "stand", "") == "a"]
        assert [t.text for t in told if t is not None and "ducks" in t.text] == expected


def test_who_comes_off_fast_runs_and_a_vehicle_says_with_what_it_answers() -> None:
    """16 in are no walk; three machine guns of a tank are three lines that differ."""
    battle = battle_of(red("a", 5, 5), blue("t", 60, 5, line="stuart"))
    far = StandMoved(stand="a", path=((5, 5), (17, 5)), facing_deg=0.0, inches=12.0)
    assert _told(battle, far) == "a runs 12.0 in"
    fired = Fired(stand="t", targets=("a",), weapon="hull_mg", data=(("why", "in_sight_fire"),))
    assert _told(battle, fired).startswith("t fires at a with the ")
