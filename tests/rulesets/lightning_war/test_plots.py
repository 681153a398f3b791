"""The ground as a stand sees it: where it can go, where it can fire, and why not."""

from __future__ import annotations

import pytest

from tests.battles.games import begin, decide, play, players
from tests.rulesets.lightning_war.sketch import HQ, MG42, PAK, PANZER4, SQUAD, battle_of, blue, box, red, stand, strip
from wargame.engine.orders import Move, Refusal
from wargame.engine.ruleset import Surveyor
from wargame.rulesets import names, ruleset
from wargame.rulesets.lightning_war import features, legal, plots, ways

GROUND = [
    box("A", "woods_light", 10, 20, 16, 26),
    box("B", "woods_heavy", 30, 20, 36, 26),
    box("C", "town", 50, 20, 56, 26),
]


def seen(battle, name):
    """Features by name, as a stand sees them."""
    return {plot.name: plot for plot in plots.plots(battle, name) if not plot.open}


@pytest.mark.rule("LW2-MOVE-01", "LW2-GEN-12")
def test_ground_is_told_by_features_with_the_reason_why_not():
    battle = battle_of(red("s", SQUAD, 15.3, 23), red("mg", MG42, 15.3, 21), blue("e", SQUAD, 69, 3), features=GROUND)
    squad, gun = seen(battle, "s"), seen(battle, "mg")
    assert squad["A"].here and squad["A"].note == "here"
    assert (squad["B"].why_not_move, squad["B"].why_not_fire) == ("", "")
    assert "does not adjoin: 2 features away" in squad["C"].why_not_move
    assert "Out of range: 2 features away, its weapons reach 1" in squad["C"].why_not_fire
    assert "Not in sight: B lies in between" in gun["C"].why_not_fire


def test_what_stops_a_vehicle_and_what_stops_everybody():
    river = strip("river", "river", (23, -0.5), (23, 48.5), width=2.0)
    battle = battle_of(red("t", PANZER4, 18, 23), red("s", SQUAD, 15, 21), features=[*GROUND, river])
    assert "may not enter dense woods" in seen(battle, "t")["B"].why_not_move
    assert "no crossing" in seen(battle, "s")["B"].why_not_move


@pytest.mark.rule("LW2-ARC-04")
def test_a_gun_is_told_what_lies_outside_its_arc():
    for facing, why in ((0.0, ""), (180.0, "Outside its arc: 45 degrees to each side.")):
        battle = battle_of(red("g", PAK, 15.3, 23, facing=facing), features=[GROUND[0], GROUND[2]])
        assert seen(battle, "g")["C"].why_not_fire == why


@pytest.mark.rule("LW2-MOVE-08")
def test_a_squad_is_told_that_it_would_leave_its_headquarters():
    ground = [*GROUND, box("D", "woods_light", 10, 2, 16, 8)]
    battle = battle_of(red("hq", HQ, 13, 5), red("s", SQUAD, 30.5, 23), features=ground)
    assert "headquarters" in seen(battle, "s")["C"].why_not_move


def test_only_a_rulebook_that_counts_in_features_has_plots():
    assert [name for name in names() if isinstance(ruleset(name), Surveyor)] == ["lightning_war"]


def test_the_ground_of_a_map_says_what_the_rules_then_take():
    battle = begin("hill-252", 2)
    by = players(battle, 2, "veteran")
    play(battle, by, lambda b: b.request is not None and b.request.purpose == "act")
    view = battle.view(battle.request.side)
    made = features.ground(view.board)
    for name in battle.request.subjects[:3]:
        who = view.state.stands[name]
        if not who.in_play:
            continue
        for plot in plots.plots(view, name):
            points = [p for p in ways.ends(view, who) if made.spot(*p).place == int(plot.id)]
            points = points or [made.index.near(int(plot.id), who.x, who.y, 6)[0]]
            found = [ways.way_to(view, who, (round(x, 3), round(y, 3))) for x, y in points]
            if plot.why_not_move:
                assert not any(found), (name, plot.name, plot.why_not_move)
                order = Move(stand=name, path=((round(points[0][0], 3), round(points[0][1], 3)),))
                assert isinstance(legal.check(view, battle.request, order), Refusal)
            else:
                assert any(found), (name, plot.name)
    assert decide(battle, by) is not None
    assert stand(battle, battle.request.subjects[0]) is not None
