"""A group in crisis: flight, surrender, or a fight to the end. Rules: CFV-REAC-21 to -34, -41."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from wargame.board import within
from wargame.engine.events import Event, GroupChanged, Rolled, Said
from wargame.engine.orders import Confirmed
from wargame.engine.requests import AnyRequest, Choose, Confirm, Option
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fascist_vipers import enemies, lines, losses
from wargame.rulesets.fascist_vipers.data import tables
from wargame.rulesets.fascist_vipers.observation import state_of
from wargame.rulesets.fascist_vipers.reaction_table import read_crisis
from wargame.rulesets.fascist_vipers.state import VipersGroup, VipersStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def roll(battle: Battle, group: VipersGroup, quality: str, cause: Event) -> Generator[AnyRequest, Any, None]:
    """The second die, without modifiers, and what it leads to. Rules: CFV-REAC-21, -22, -31."""
    natural = battle.throw(1, 20)[0]
    read = read_crisis(quality, natural, group.fanaticism, group.side in state_of(battle).no_quarter)
    rolled = battle.happen(
        Rolled(
            purpose="crisis",
            who=group.id,
            side=group.side,
            dice=(natural,),
            sides=20,
            total=natural,
            needed=quality,
            outcome=read.result,
            rules=read.rules,
        ),
        cause,
    )
    if read.result == "fanatic":
        fight_to_the_end(battle, group, rolled)
    elif read.result == "surrender":
        yield from offer_surrender(battle, group, rolled)
    else:
        run_away(battle, group, rolled)


def run_away(battle: Battle, group: VipersGroup, cause: Event, rules: tuple[str, ...] = ()) -> None:
    """The group withdraws fighting to its line, or off the table. Rules: CFV-REAC-23, -24, -26, -27."""
    line, why = lines.line_to_hold(battle, group)
    _set(battle, group, "run_away", (*rules, *why), cause, state="run_away", compulsory=True, line=line, on_line=False)


def fight_to_the_end(battle: Battle, group: VipersGroup, cause: Event) -> None:
    """The group goes to cover, halts and takes no more tests. Rule: CFV-REAC-34."""
    rules = (cite("CFV-REAC-34"),)
    _set(battle, group, "fanatic", rules, cause, state="fanatic", compulsory=True, line="", on_line=False)


def takers(scene: Scene, group: VipersGroup) -> list[VipersStand]:
    """The closest enemy units within the distance at which a surrender is possible; several if equally near.

    Rules: CFV-REAC-29, -33, -41.
    """
    cite("CFV-REAC-33")
    ours = [s for s in state_of(scene).command(group.id) if s.in_play]
    theirs = enemies.known_enemies(scene, group.side)
    pair = enemies.nearest_pair(ours, theirs)
    limit = float(tables()["crisis"]["surrender_max_distance"])
    if pair is None or not within(pair[0], limit):
        return []
    return [e for e in theirs if within(min(enemies.base_gap(o, e) for o in ours), pair[0])]


def offer_surrender(battle: Battle, group: VipersGroup, cause: Event) -> Generator[AnyRequest, Any, None]:
    """Offers the group to the closest enemy unit, whose owner answers at once. Rules: CFV-REAC-29 to -33, -41."""
    found = takers(battle, group)
    if not found:
        run_away(battle, group, cause, (cite("CFV-REAC-33"),))
        return
    taker = found[0]
    if len(found) > 1:
        order = yield Choose(
            side=group.side,
            purpose="surrender_to",
            prompt=f"{group.name} surrenders. To which of the equally near units?",
            options=tuple(Option(id=s.id, text=s.name) for s in found),
            rules=(cite("CFV-REAC-41"),),
        )
        taker = state_of(battle).stands[order.option]
    answer = yield Confirm(
        side=taker.side,
        purpose="surrender",
        prompt=f"{group.name} offers to surrender to {taker.name}. Accept?",
        yes=f"Accept: {taker.name} leads it off the table",
        no="Refuse: the group is shot down; later offers turn into last stands",
        interrupt="surrender",
        about=(taker.id, group.id),
        suggestion=Confirmed(yes=True),
        rules=(cite("CFV-REAC-29"),),
    )
    _settle(battle, group, taker, answer.yes, cause)


def _settle(battle: Battle, group: VipersGroup, taker: VipersStand, accepted: bool, cause: Event) -> None:
    rule = cite("CFV-REAC-30") if accepted else cite("CFV-REAC-31")
    key = "surrender_accepted" if accepted else "surrender_refused"
    said = battle.happen(Said(key=key, side=group.side, about=(group.id, taker.id), rules=(rule,)), cause)
    _set(battle, group, key, (rule,), said, state="surrendered", compulsory=False, owes_test=False)
    for stand in state_of(battle).command(group.id):
        if not stand.gone:
            losses.remove(battle, stand, "surrendered", by=taker.id, cause=said, rules=(rule,))
    if accepted:
        losses.remove(battle, taker, "escort", cause=said, rules=(rule, cite("CFV-REAC-32")))
    else:
        state_of(battle).no_quarter += (group.side,)


def _set(battle: Battle, group: VipersGroup, why: str, rules: tuple[str, ...], cause: Event, **fields: Any) -> None:
    fields["state_turn"] = battle.state.turn
    battle.happen(GroupChanged(group=group.id, changes=tuple(fields.items()), why=why, rules=rules), cause)
