"""Two players at one screen: nothing of one reaches the other. The names carry the ids of USER-ASKS.md, group 6."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tabletop.table import HOTSEAT, SOLO, Table
from wargame.engine.dice import ScriptedDice
from wargame.engine.orders import Done, Move

SECRET = ("gun", "grey-2")


def hidden_table(**wishes: Any) -> Table:
    return Table(HOTSEAT, hidden=SECRET, **wishes)


def everything(table: Table) -> str:
    """All that the screen says and holds for the present viewer, in one text."""
    found = table.d.map
    parts = [*found["texts"], *found["widgets"], *map(str, found["captions"].values()), *found.get("stands", {})]
    return "\n".join([*parts, *found.get("log", []), *found.get("actors", []), str(found.get("selected"))])


def no_secret(table: Table) -> None:
    shown = everything(table)
    for secret in ("Gun", "gun", "Grey 2", "grey-2"):
        assert secret not in shown.split() and f"oob/{secret}" not in shown and secret not in shown.split("\n")


def hand_over(table: Table) -> None:
    """Blue ends the phase; Grey sits down and reads the recap."""
    table.d.key("ctrl+enter").tick(2)
    if table.d.map["state"] == "confirm":
        table.d.key("enter")
    table.d.tick(3).settle().tick(2)


def sit_down(table: Table, read: bool = False) -> None:
    table.d.expect(state="handover").key("enter").tick(2)
    if table.d.map["state"] == "recap" and not read:
        table.d.key("esc").tick(2)
    table.d.settle().tick(2)


def test_h1_while_the_computer_moves_nothing_of_its_side_is_shown() -> None:
    table = Table(SOLO, hidden=SECRET)
    no_secret(table)
    table.session.answer(Done())
    for _ in range(200):
        table.d.tick()
        no_secret(table)
        if table.session.asked is not None and not table.screen.motion.busy:
            break
    assert table.session.viewer == "blue"


def test_h2_the_curtain_hides_everything_and_says_whose_turn_it_is() -> None:
    table = hidden_table()
    table.d.click(stand="rifles-1").tick(2)
    hand_over(table)
    table.d.expect(state="handover", text="GREY", selected=None, stands={}, log=[])
    shown = everything(table)
    for own in ("Rifles 1", "Mortar", "Gun", "Grey 1", "oob/", "log/", "card/"):
        assert own not in shown
    sit_down(table)
    table.d.expect(viewer="grey", selected=None)


def test_h2_the_curtain_falls_in_deployment_too() -> None:
    table = hidden_table(placed=False)
    table.d.expect(mode="place", viewer="blue").click("place/rest").click("place/done").tick(4)
    table.d.settle().tick(3).expect(state="handover", text="GREY")


def test_h3_no_panel_list_or_key_shows_a_hidden_enemy() -> None:
    table = hidden_table()
    no_secret(table)
    for key in ("v", "l", "k", "b", "y", "c", "n", "n", "n", "n", "i", "esc", "f2", "esc"):
        table.d.key(key).tick(2)
        no_secret(table)
        assert table.screen.desk.selected not in SECRET
    assert "3 of 3" in table.d.map["texts"], "the count is of one's own stands only"


def test_h4_a_hidden_move_leaves_no_line_no_gap_and_no_sound() -> None:
    table = hidden_table()
    hand_over(table)
    sit_down(table)
    blue_before = _events_of(table, "blue")
    table.session.answer(Move(stand="grey-2", path=((27, 15),)))
    after = _events_of(table, "blue")
    assert after == blue_before, "the other side's story has not grown"
    numbers = [event.n for event in table.session._stories["blue"].events]
    assert numbers == list(range(1, len(numbers) + 1))


def _events_of(table: Table, side: str) -> int:
    story = table.session._stories[side]
    story.follow(table.session.battle.events)
    return len(story.events)


def test_h5_what_was_open_is_closed_at_the_hand_over() -> None:
    table = hidden_table()
    table.d.click(stand="rifles-1").key("t").hover(stand="mortar").tick(2).expect(mode="tape")
    table.screen.desk.select_party(("rifles-1", "rifles-2"))
    table.session.answer(Done())
    table.d.tick(4).settle().tick(2)
    sit_down(table)
    desk = table.screen.desk
    assert (desk.selected, desk.hover, desk.party, table.screen.moment) == (None, None, (), None)
    table.d.expect(mode="select")
    assert not table.app.ui._memory.get("oob/scroll", (0, 0))[0]


def test_h6_a_view_holds_no_seed_no_answers_and_no_undo_of_the_other_side() -> None:
    table = hidden_table()
    table.session.answer(Move(stand="rifles-1", path=((8, 8),)))
    view: Any = table.session.battle.view("grey")
    assert not any(hasattr(view, name) for name in ("seed", "answers", "waypoints", "dice", "standing"))
    assert not {"seed", "answers"} & set(view.state.__struct_fields__)
    table.session.answer(Done())
    assert not table.session.undo_offer().possible
    table.session.take_seat()
    offer = table.session.undo_offer()
    assert not offer.possible and "Rifles" not in offer.reason


def test_h7_one_person_plays_both_sides_of_an_open_battle() -> None:
    table = Table(HOTSEAT)
    for side in ("blue", "grey", "blue"):
        for _ in range(30):
            if table.session.asked is not None and not table.screen.motion.busy:
                break
            table.d.tick(2)
        table.d.tick(2).expect(viewer=side)
        assert table.session.curtain == ""
        assert table.session.answer(Done()) is None
        table.d.tick(3).settle()
    assert table.session.battle.state.turn == 2


def test_h8_the_recap_tells_what_the_player_could_see_and_no_more() -> None:
    table = hidden_table(dice=ScriptedDice([6, 1]))
    table.put("grey-1", 14, 8)
    table.session.answer(Move(stand="rifles-2", path=((8, 13),)))
    table.d.tick(3).settle()
    hand_over(table)
    sit_down(table)
    table.session.answer(Move(stand="grey-1", path=((15, 9),)))
    table.session.answer(Move(stand="grey-2", path=((27, 15),)))
    table.d.tick(3).settle()
    table.session.answer(Done())
    for _ in range(60):
        if table.d.map["state"] == "handover":
            break
        table.d.tick(4)
    table.d.expect(state="handover").key("enter").tick(2).expect(state="recap", text="MEANWHILE")
    recap = table.d.map["recap"]
    assert any("Grey 1 moves" in line for line in recap) and not any("Grey 2" in line for line in recap)
    table.d.key("enter").settle().tick(3)
    assert any("Grey 1 moves" in line for line in table.d.map["log"])
    assert not any("Grey 2" in line for line in table.d.map["log"])


@pytest.mark.parametrize("way", ["recap/skip", "recap/show"])
def test_h8_either_way_out_of_the_recap_leads_to_the_table(way: str) -> None:
    table = hidden_table()
    table.session.answer(Move(stand="rifles-2", path=((8, 13),)))
    table.d.tick(3).settle()
    hand_over(table)
    table.d.expect(state="handover").key("enter").tick(2).expect(state="recap")
    table.d.click(way).tick(2).settle().tick(2).expect(state="battle", viewer="grey", mode="select")
    assert any("Rifles 2 moves" in line for line in table.d.map["log"])
