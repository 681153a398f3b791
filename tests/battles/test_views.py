"""What a side cannot know changes nothing that it is asked, shown or told, nor what its computer player decides."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.battles.games import EACH, MANY, NAMES, SMALLEST, begin, decide, give, levels, players, scenario
from tests.battles.mischief import wild
from tests.battles.order_of_things import footprint, hidden_from, strings
from wargame.ai.players import player
from wargame.board import gap, inside_table, overlaps, snap
from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.orders import AnyOrder, Fire, Move, Placed
from wargame.engine.requests import AnyRequest, Command, Pick
from wargame.engine.setup import HiddenRule
from wargame.engine.state import Stand, State
from wargame.engine.view import View, known_state
from wargame.rulesets import ruleset

HIDING = (
    *(name for name in NAMES if name != "berlin-reichstag-1945"),
    *(row for row in MANY if row.values[0] == "clash-of-armor"),
)
AMBUSH = {"first-patrol": "ussr"}
"""Battles in which nobody hides as they are shipped: here this side does."""
BY_OPTION = ("first-contact",)
"""Battles in which an option of the rulebook hides whoever is not spotted: here it is on."""
MOMENTS = 5
FEW = {"first-patrol": 1}
"""Moments looked at where one takes long."""
SPACING = 5
MOST_ANSWERS = 150


@functools.cache
def moments(name: str) -> tuple[Battle, ...]:
    """Battles waiting at the first request of a round, asked of a side that has enemies hidden from it."""
    found: list[Battle] = []
    living, last, most = begun(name, 8), -SPACING, FEW.get(name, MOMENTS)
    by = players(living, 8)
    while not living.over and len(found) < most and len(living.answers) < MOST_ANSWERS:
        request = living.request
        assert request is not None
        if may_look(living) and len(living.answers) >= last + SPACING:
            found.append(variant(living, living.waypoints[-1].state))
            last = len(living.answers)
        hides = isinstance(request, Pick) and request.suggestion is not None and living.state.turn == 0
        give(living, request.suggestion if hides and request.suggestion else decide(living, by))
    return tuple(found)


def begun(name: str, seed: int) -> Battle:
    """The battle at its first request; in some a side lies in ambush."""
    setup = scenario(name).setup
    if name in BY_OPTION:
        options = {**setup.options, "hidden": True}
        return Battle(ruleset(setup.ruleset), dataclasses.replace(setup, options=options), seed)
    if name not in AMBUSH:
        return begin(name, seed)
    hidden = (HiddenRule(side=AMBUSH[name], anywhere=True),)
    return Battle(ruleset(setup.ruleset), dataclasses.replace(setup, hidden=hidden), seed)


def may_look(living: Battle) -> bool:
    """Is this the first request of a round, of a side that has enemies hidden from it?"""
    request = living.request
    assert request is not None
    return living.at_round_start and living.state.turn > 0 and bool(concealed(living.state, request.side))


def variant(battle: Battle, state: State, seed: int | None = None) -> Battle:
    """The battle gone on with from this state, with other dice if a seed is given."""
    chosen = battle.seed if seed is None else seed
    return Battle(battle.ruleset, battle.setup, chosen, state=state.copy(), ground=battle.ground)


def concealed(state: State, side: str) -> list[Stand]:
    """Enemy stands on the table that a side knows nothing of."""
    hidden = hidden_from(state, side)
    return [s for s in state.stands.values() if s.id in hidden and s.in_play]


def moved(battle: Battle, side: str) -> State:
    """The state with every enemy that the side has not seen somewhere else, out of everybody's way."""
    state, chance = battle.waypoints[-1].state.copy(), Chance(99)
    for stand in concealed(state, side):
        _move_away(battle, state, stand, chance)
    return state


def at_objective(state: State, x: float, y: float) -> bool:
    """Is a place at an objective? Whoever stands there is known by the points that it brings."""
    return any(math.dist((x, y), (o.x, o.y)) <= o.radius_in + 5.0 for o in state.objectives.values())


def _move_away(battle: Battle, state: State, stand: Stand, chance: Chance) -> None:
    table = battle.board.table
    for _ in range(200):
        x, y = snap(chance.die(1000) * table.width_in / 1000), snap(chance.die(1000) * table.height_in / 1000)
        there = footprint(stand)._replace(x=x, y=y)
        others = [s for s in state.in_play() if s.id != stand.id]
        if not inside_table(there, table.width_in, table.height_in) or any(
            overlaps(there, footprint(o)) for o in others
        ):
            continue
        if not at_objective(state, x, y) and all(
            gap(there, footprint(o)) > 7.0 for o in others if o.side != stand.side
        ):
            stand.x, stand.y = x, y
            return


def added(battle: Battle, side: str) -> State:
    """The state with a second stand, as unseen, for one that the side has not seen."""
    state = battle.waypoints[-1].state.copy()
    original = concealed(state, side)[0]
    twin = msgspec.structs.replace(original, id="one-more")
    state.stands[twin.id] = twin
    state.knowledge[side][twin.id] = state.knowledge[side][original.id]
    _move_away(battle, state, twin, Chance(7))
    return state


def removed(battle: Battle, side: str) -> State:
    """The state without the enemies that the side has not seen (and that nobody leads or rides on)."""
    state = battle.waypoints[-1].state.copy()
    keepers = set(getattr(state, "taken_by", {}).values())  # who took an objective is missed when he is gone
    gone = [s for s in concealed(state, side) if s.id not in keepers]
    if len(gone) == sum(s.in_play and s.side != side for s in state.stands.values()):
        gone = gone[:-1]  # a battle against nobody is over
    for stand in gone:
        for name in [s.id for s in state.stands.values() if s.id == stand.id or s.carrier == stand.id]:
            del state.stands[name]
            state.knowledge[side].pop(name, None)
    return state


def resown(battle: Battle, side: str) -> State:
    """The state with the others' secret areas gone and their plots forgotten."""
    state = battle.waypoints[-1].state.copy()
    state.areas = {k: a for k, a in state.areas.items() if a.known_to is None or side in a.known_to}
    if hasattr(state, "plots"):
        state.plots = tuple(p for p in state.plots if p.side == side)
    return state


CHANGES = {"moved": moved, "added": added, "removed": removed, "resown": resown}


def asked_of(battle: Battle) -> AnyRequest:
    """The open request."""
    assert battle.request is not None
    return msgspec.structs.replace(battle.request, number=0)


def shown(battle: Battle) -> dict[str, Any]:
    """Everything that the side asked is shown: samples, refusals of what it may try, prices, odds, sight, cards."""
    request = battle.request
    assert request is not None
    view, rules = battle.view(request.side), battle.ruleset
    kinds = rules.sample_kinds(view, request)
    samples = {kind: rules.samples(view, request, kind, Chance(3))[:40] for kind in kinds}
    tried: list[AnyOrder] = [o for orders in samples.values() for o in orders]  # type: ignore[misc]
    tried += list(wild(battle, Chance(5))) if not isinstance(request, Command) else list(tries(view, request))
    return {
        "state": msgspec.to_builtins(view.state),
        "kinds": kinds,
        "samples": samples,
        "refusals": [rules.check(view, request, order) for order in tried],
        "odds": [rules.appraise(view, o) for o in tried if rules.check(view, request, o) is None][:30],
        "prices": list(prices(view, request)),
        "reactions": [rules.reactions(view, o) for o in tried if isinstance(o, Move)][:10],
        "sights": list(sights(view)),
    }


def tries(view: View, request: Command) -> Iterator[AnyOrder]:
    """Moves all over the table and shots into the blue."""
    table = view.board.table
    for name in request.subjects[:4]:
        for n in range(1, 9):
            spot = (table.width_in * n / 9, table.height_in * (n * 4 % 9) / 9)
            yield Move(stand=name, path=(spot,))
            yield Fire(stand=name, weapon="burst", at=spot)


def prices(view: View, request: AnyRequest) -> Iterator[Any]:
    """Prices of paths round the first stands that are asked about."""
    for name in getattr(request, "subjects", ())[:3]:
        stand = view.state.stands.get(name)
        if stand is None or not stand.in_play:
            continue
        for dx, dy in ((3, 0), (0, 3), (-2, 2), (6, -6)):
            yield view.ruleset.price(view, name, ((stand.x + dx, stand.y + dy),))
        yield [(t.stand, t.range_in, t.refusal) for t in view.ruleset.targets(view, name)]
        yield view.ruleset.card(view, name)


def sights(view: View) -> Iterator[Any]:
    """Sight records from the side's own first stands to places and known enemies."""
    mine = [s.id for s in view.state.in_play(view.side)][:2]
    others = [s.id for s in view.state.in_play() if s.side != view.side][:3]
    for name in mine:
        places: list[str | tuple[float, float]] = [*others, (10.0, 10.0), (30.0, 20.0)]
        for other in places:
            yield view.ruleset.sight(view, name, other)


@pytest.mark.parametrize("name", HIDING)
def test_there_are_moments_to_look_at(name: str) -> None:
    assert moments(name)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", HIDING)
def test_what_a_side_has_not_seen_changes_nothing_it_is_asked_or_shown(name: str, change: str) -> None:
    for battle in moments(name):
        request = asked_of(battle)
        other = variant(battle, CHANGES[change](battle, request.side))
        assert other.state.digest() != battle.state.digest() or change == "resown"
        assert asked_of(other) == request
        ours, theirs = shown(battle), shown(other)
        assert [key for key in ours if ours[key] != theirs[key]] == []


@pytest.mark.parametrize("level", list(levels()))
@pytest.mark.parametrize("name", [SMALLEST, "ponyri-1943"])
def test_player_decides_the_same_whatever_it_cannot_know(name: str, level: str) -> None:
    for battle in moments(name)[:2]:
        side = asked_of(battle).side
        others = [variant(battle, change(battle, side)) for change in CHANGES.values()]
        others.append(variant(battle, battle.waypoints[-1].state, seed=battle.seed + 77))
        wanted = decision(battle, level)
        for other in others:
            assert decision(other, level) == wanted


def decision(battle: Battle, level: str) -> Any:
    """What a fresh player of this grade answers."""
    request = battle.request
    assert request is not None
    return player(level, 21, request.side).decide(request, battle.view(request.side))


@pytest.mark.parametrize("name", EACH)
def test_view_carries_no_seed_no_dice_no_answers_and_no_plots_of_others(name: str) -> None:
    battle = begin(name, 123_456_789)
    by = players(battle, 8)
    for _ in range(30):
        if battle.over:
            break
        give(battle, decide(battle, by))
        for side in battle.state.sides:
            view = battle.view(side)
            assert not any(isinstance(v, Battle) for v in vars(view).values())
            assert not {"seed", "dice", "answers", "digests", "standing"} & set(dir(view))
            written = msgspec.json.encode((view.state, view.events, vars(view)["_source"]))
            assert b"123456789" not in written
            assert (view.state.dice_count, view.state.event_count) == (0, 0)
            assert all(p.side == side for p in getattr(view.state, "plots", ()))
            assert all(m.known_to is None or side in m.known_to for m in view.state.markers.values())


@pytest.mark.parametrize("name", EACH)
def test_copy_in_a_view_changes_nothing_in_the_battle(name: str) -> None:
    battle = begin(name, 3)
    before = battle.state.digest()
    assert battle.request is not None
    view = battle.view(battle.request.side)
    for stand in view.state.stands.values():
        stand.x, stand.gone = 99.0, "destroyed"
    view.state.groups.clear()
    assert battle.state.digest() == before


@pytest.mark.parametrize("name", HIDING)
def test_imagined_battle_agrees_with_all_that_was_seen(name: str) -> None:
    for battle in moments(name)[:3]:
        request = asked_of(battle)
        view = battle.view(request.side)
        before = battle.state.digest()
        imagined = view.imagine(Chance(4))
        again = known_state(imagined.waypoints[-1].state, request.side)
        battle.ruleset.conceal(again, request.side)
        assert msgspec.to_builtins(again) == msgspec.to_builtins(view.state)
        assert asked_of(imagined) == request
        play_a_little(imagined)
        assert battle.state.digest() == before


def play_a_little(imagined: Battle) -> None:
    """Ten answers of random players."""
    by = players(imagined, 2)
    for _ in range(10):
        if not imagined.over:
            give(imagined, decide(imagined, by))


def test_imagined_battle_knows_nothing_of_where_the_unseen_are() -> None:
    for battle in moments(SMALLEST):
        side = asked_of(battle).side
        other = variant(battle, moved(battle, side))
        ours, theirs = battle.view(side).imagine(Chance(4)), other.view(side).imagine(Chance(4))
        assert ours.state.digest() == theirs.state.digest()


def test_deployment_request_names_nothing_of_the_other_side() -> None:
    for name in NAMES:
        battle = begin(name, 3)
        by = players(battle, 3)
        while battle.state.turn == 0:
            request = battle.request
            assert request is not None
            if isinstance(request.suggestion, Placed):
                theirs = {s.id for s in battle.state.stands.values() if s.side != request.side}
                assert not theirs & set(strings(msgspec.to_builtins(request)))
            give(battle, decide(battle, by))
