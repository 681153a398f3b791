"""The chances that are shown are the ones that the dice have: every face of every die of a shot is tried."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rulesets.lightning_war.sketch import (
    GUN45,
    MAXIM,
    MG42,
    PAK,
    PANZER3,
    PANZER4,
    SHERMAN,
    SNIPER,
    SQUAD,
    STUG,
    T34,
    TIGER,
    battle_in,
    blue,
    box,
    red,
    setup_of,
    state_of,
    strip,
)
from wargame.engine.dice import Chance
from wargame.engine.events import Rolled, StandChanged, StandRemoved
from wargame.engine.orders import Fire, Refusal

OF_THE_SHOT = {"small_arms", "high_explosive", "to_hit", "disabling", "crew"}
GROUND = [
    box("wood", "woods_light", 20, 20, 27, 27),
    box("dense", "woods_heavy", 34, 6, 42, 13),
    box("farm", "town", 30, 22, 37, 29),
    box("hill", "hill", 12, 32, 22, 42),
    strip("wall", "wall", (28, 14), (28, 20)),
]
RED = (SQUAD, MG42, PANZER3, PANZER4, TIGER, STUG, PAK)
BLUE = (SQUAD, MAXIM, T34, SHERMAN, GUN45)
MOST_DICE = 3
"""A shot of more dice of high explosive has too many faces to try them all."""


def position(seed):
    """A setup and a state: a few stands of both sides anywhere on ground of every kind, moved, hit, seen or not."""
    chance = random.Random(seed)
    units = [red("far-red", SQUAD, 2, 46, group="red-9"), blue("far-blue", SQUAD, 70, 46, group="blue-9")]
    spots = chance.sample([(8 + 4.5 * i, 6 + 4.5 * j) for i in range(9) for j in range(8)], 9)
    for n, (x, y) in enumerate(spots):
        line = SNIPER if n == 0 and seed % 3 == 0 else chance.choice(RED if n < 5 else BLUE)
        make = red if n < 5 else blue
        units.append(make(f"{make.__name__}{n}", line, x, y, float(chance.randrange(0, 360, 15))))
    setup = setup_of(*units, features=GROUND)
    state = state_of(setup)
    for stand in state.stands.values():
        stand.active_cycle = 3
        stand.moved_cycle = chance.choice((0, 0, 3))
        stand.suppressed_turn = chance.choice((0, 0, 0, 1))
    return setup, state


def shots(setup, state):
    """Direct shots that are legal for red now, of few enough dice."""
    battle = battle_in(state.copy(), setup)
    if battle.request is None or battle.request.purpose != "act":
        return []
    view = battle.view("red")
    found = battle.ruleset.samples(view, battle.request, "fire", Chance(1))
    return [o for o in found if isinstance(o, Fire) and _dice(state, o) <= MOST_DICE]


def _dice(state, order):
    return state.stands[order.stand].ratings.he_dice if order.weapon == "he" else 1


def tried(setup, state, order, faces=()):
    """Chances of what happens to the target, from these faces on: dice of the shot are tried one by one."""
    battle = battle_in(state.copy(), setup, (*faces, *[6] * 40))
    count = len(battle.events)
    outcome = battle.answer(order)
    assert not isinstance(outcome, Refusal), outcome.text
    events = battle.events[count:]
    thrown = sum(len(e.dice) for e in events if isinstance(e, Rolled) and e.purpose in OF_THE_SHOT)
    if thrown > len(faces):
        found = Counter()
        for face in range(1, 7):
            for word, chance in tried(setup, state, order, (*faces, face)).items():
                found[word] += chance / 6
        return found
    return Counter({_fate(events, order.targets[0].target): 1.0})


def _fate(events, target):
    for event in events:
        if isinstance(event, StandRemoved) and event.stand == target:
            return "abandoned" if event.why == "abandoned" else "disabled"
        if isinstance(event, StandChanged) and event.stand == target and event.why == "suppressed":
            return "suppressed"
    return "missed"


def compared(seed):
    """How many shots of a position were compared; fails where odds and dice differ."""
    setup, state = position(seed)
    found = shots(setup, state)
    if not found:
        return 0
    order = random.Random(seed + 1).choice(found)
    battle = battle_in(state.copy(), setup)
    told = battle.ruleset.appraise(battle.view("red"), order)
    shown = {row.id: row.chance for row in told.outcomes}
    true = tried(setup, state, order)
    for word in {*shown, *true}:
        assert shown.get(word, 0.0) == pytest.approx(true.get(word, 0.0)), (seed, order, shown, true)
    return 1


def test_odds_are_those_of_the_dice_in_a_few_positions():
    assert sum(compared(seed) for seed in range(4)) >= 2


@pytest.mark.batch
def test_odds_are_those_of_the_dice_in_two_hundred_positions():
    done, seed = 0, 100
    while done < 200:
        done += compared(seed)
        seed += 1
    assert seed < 700
