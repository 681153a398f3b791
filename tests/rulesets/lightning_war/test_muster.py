"""Building a force, objectives, mines before the battle."""

from __future__ import annotations

import pytest

from tests.rulesets.lightning_war.sketch import SQUAD, battle_in, blue, red, setup_of, state_of, worked_case
from wargame.engine.battle import Battle
from wargame.engine.orders import Chosen, Picked
from wargame.rulesets import ruleset
from wargame.rulesets.lightning_war import muster, objectives, organisation

SIDES = {
    "red": {"organisation": ("de_infantry_regiment", "de_panzer_company_1943")},
    "blue": {"organisation": ("su_rifle_battalion",)},
}


def fresh(seed=1):
    """A battle that begins with the muster."""
    setup = setup_of(sides=SIDES, options={"place_objectives": True, "defender_mines": 2}, roles=("meeting", "meeting"))
    return Battle(ruleset("lightning_war"), setup, seed, kernels="plain", digests=False)


def test_dice_are_rolled_for_six_commands_and_allotted(request):
    dice = worked_case(request, "C06")
    setup = setup_of(sides={"red": SIDES["red"]})
    state = ruleset("lightning_war").set_up(setup)
    state.step = "muster"
    battle = battle_in(state, setup, dice)
    assert battle.request.purpose == "muster"
    battle.answer(Chosen(option="by_hand"))
    types = battle.request.suggestion
    battle.answer(types)
    assert battle.request.purpose == "allot" and len({item.kind for item in battle.request.items}) == 6
    battle.answer(battle.request.suggestion)
    assert battle.request.purpose == "buy"


def test_an_assault_gun_regiment_takes_a_four(request):
    dice = worked_case(request, "C07")
    rows = organisation.commands("su_su85m_regiment", 1944)
    guns = next(c for c in rows if c.kind == "self_propelled_gun")
    assert guns.strength == dice[0] == 4


def test_what_is_left_of_a_die_buys_heavy_weapons(request):
    pips = worked_case(request, "C08")[0]
    able = organisation.commands("de_infantry_regiment", 1943)
    rifles = next(c for c in able if c.kind == "infantry")
    bought = muster._buy("red", able, rifles, pips, 0).suggestion
    kinds = [name.split()[0] for name, _ in bought.items]
    assert kinds[0] == "0" and sum(count for _, count in bought.items) == 5 and len(kinds) > 1


@pytest.mark.rule(
    "LW2-FORCE-01",
    "LW2-FORCE-02",
    "LW2-FORCE-04",
    "LW2-FORCE-05",
    "LW2-FORCE-06",
    "LW2-FORCE-07",
    "LW2-FORCE-08",
    "LW2-FORCE-14",
    "LW2-FORCE-20",
    "LW2-MOR-02",
    "LW2-DATA-05",
    "LW2-DATA-06",
    "LW2-GEN-07",
)
def test_a_quick_muster_raises_both_forces():
    battle = fresh()
    for _ in range(2):
        battle.answer(Chosen(option="quick"))
    state = battle.state
    assert {g.side for g in state.groups.values()} == {"red", "blue"}
    assert all(s.line in _lines(s.side) for s in state.stands.values())
    assert {side.role for side in state.sides.values()} <= {"attacker", "defender", "meeting"}
    assert battle.request.purpose == "deploy"


def _lines(side):
    found = {"platoon_headquarters"}
    for name in SIDES[side]["organisation"]:
        for command in organisation.commands(name, 1943):
            found |= {line for base in command.bases for line in base.names}
    return found


@pytest.mark.rule("LW2-FORCE-21", "LW2-OBJ-01", "LW2-OBJ-02", "LW2-OBJ-03", "LW2-OBJ-06", "LW2-FORCE-24")
def test_objectives_follow_deployment():
    battle = fresh(3)
    asked = []
    while battle.state.turn == 0:
        asked.append(battle.request.purpose)
        given = Chosen(option="quick") if battle.request.purpose == "muster" else battle.request.suggestion
        outcome = battle.answer(given)
        assert isinstance(outcome, list), outcome
    assert asked.index("objective") > max(n for n, word in enumerate(asked) if word == "deploy")
    assert 2 <= len(battle.state.objectives) <= 7


@pytest.mark.rule("LW2-OBJ-03")
def test_no_marker_within_fifteen_inches_of_own_forces():
    setup = setup_of(red("a", SQUAD, 10, 10), blue("b", SQUAD, 60, 40))
    battle = battle_in(state_of(setup), setup)
    assert objectives.against_site(battle, "red", (24.9, 10)) is not None
    assert objectives.against_site(battle, "red", (25.1, 10)) is None
    assert objectives.against_site(battle, "blue", (24.9, 10)) is None


@pytest.mark.rule("LW2-FORCE-16", "LW2-FORCE-17")
def test_a_higher_headquarters_has_three_bases_at_most():
    assert organisation.against_higher_headquarters(("staff", "guard_squad", "guard_squad")) is None
    assert organisation.against_higher_headquarters(("staff",) * 4) is not None


def test_all_organisations_can_be_read():
    from wargame.rulesets.lightning_war import data

    rows = data.organisations()
    assert len(rows) == 25
    for name, row in rows.items():
        assert organisation.commands(name, int(row["year_from"])) or organisation.commands(name, int(row["year_to"])), (
            name
        )
    assert Picked().items == ()
