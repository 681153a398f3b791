"""Answers that no player should give: wrong kinds, unknown ids, places that are none, too many, too few, too far."""

from __future__ import annotations

from collections.abc import Iterator

from wargame.engine.battle import Battle
from wargame.engine.dice import Chance
from wargame.engine.orders import (
    Act,
    AnyOrder,
    Assault,
    Chosen,
    Confirmed,
    Done,
    Fire,
    Move,
    Picked,
    Placed,
    Placement,
    Shot,
    Wait,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick, Place

NAN, INFINITE = float("nan"), float("inf")
FAR = ((NAN, 1.0), (1.0, INFINITE), (-INFINITE, NAN), (1e308, 1.0), (-3.0, 5.0), (9e4, 9e4), (1.0, 1e5))
KINDS: tuple[AnyOrder, ...] = (
    Move(stand="x", path=((1.0, 1.0),)),
    Fire(stand="x"),
    Assault(stand="x", target="y"),
    Act(stand="x", act="mount"),
    Wait(stand="x"),
    Chosen(option="x"),
    Chosen(option=""),
    Picked(items=(("x", 1),)),
    Placed(placements=(Placement(thing="x", x=1.0, y=1.0),)),
)


def impossible(battle: Battle) -> Iterator[AnyOrder]:
    """Answers to the open request that have to be refused whatever the rulebook says."""
    request = battle.request
    assert request is not None
    yield from KINDS
    if not isinstance(request, Confirm):
        yield Confirmed(yes=True)
    if not isinstance(request, Command) or not request.may_be_done:
        yield Done()
    if isinstance(request, Command):
        yield from _impossible_command(battle, request)
    elif isinstance(request, Pick):
        yield from _impossible_pick(request)
    elif isinstance(request, Place):
        yield from _impossible_place(request)
    elif isinstance(request, Choose):
        yield Chosen(option=request.options[0].id.upper() + " ")


def _impossible_command(battle: Battle, request: Command) -> Iterator[AnyOrder]:
    me = request.subjects[0]
    enemy = next(s.id for s in battle.state.stands.values() if s.side != request.side)
    yield Wait(stand=enemy)
    yield Move(stand=enemy, path=())
    yield Fire(stand=enemy, targets=(Shot(me),))
    yield Act(stand=me, act="fly to the moon")
    yield Act(stand=me, act="")
    yield Move(stand=me, path=((1.0, 1.0),) * 500)
    yield Move(stand=me, path=((5.0, 5.0),), mode="by balloon")
    yield Move(stand=me, path=((5.0, 5.0),), facing_deg=NAN)
    for place in FAR:
        yield Move(stand=me, path=(place,))
        yield Fire(stand=me, weapon="burst", at=place)
        yield Act(stand=me, act="clear_mines", at=place)
        yield Act(stand=me, act="dismount", at=place)
    for target in (me, "nobody", "", *hidden(battle, request.side)):
        yield Fire(stand=me, targets=(Shot(target),))
        yield Assault(stand=me, target=target)
    yield Fire(stand=me, weapon="catapult", targets=(Shot(enemy),))
    for shots in (0, -1):
        yield Fire(stand=me, targets=(Shot(enemy, shots),))
    yield Fire(stand=me, targets=(Shot(enemy),) * 3)
    yield Fire(stand=me)
    yield Assault(stand=me, target=enemy, supports=(me, me))
    yield Assault(stand=me, target=enemy, supports=("nobody",))
    yield Assault(stand=me, target=enemy, supports=(enemy,))


def _impossible_pick(request: Pick) -> Iterator[AnyOrder]:
    for item in request.items[:2]:
        yield Picked(items=((item.id, 0),))
        yield Picked(items=((item.id, -1),))
        yield Picked(items=((item.id, item.most + 1),))
        yield Picked(items=((item.id, 1), (item.id, 1)))
        yield Picked(items=((item.id, 1), ("nothing", 1)))
    everything = tuple((item.id, item.most) for item in request.items)
    if request.at_most is not None and request.at_most < sum(n for _, n in everything):
        yield Picked(items=everything)
    if any(sum(i.most for i in request.items if i.kind == kind) > most for kind, most in request.kind_limits):
        yield Picked(items=everything)
    if request.at_least:
        yield Picked()


def _impossible_place(request: Place) -> Iterator[AnyOrder]:
    first = request.things[0]
    if any(thing.must for thing in request.things):
        yield Placed()
    good = request.suggestion.placements if isinstance(request.suggestion, Placed) else ()
    rest = tuple(p for p in good if p.thing != first.id)
    for x, y in FAR:
        yield Placed(placements=(Placement(thing=first.id, x=x, y=y), *rest))
    yield Placed(placements=(Placement(thing="nothing", x=5.0, y=5.0), *good))
    yield Placed(placements=(Placement(thing=first.id, x=5.0, y=5.0), *good, *good))
    yield Placed(placements=(Placement(thing=first.id, x=5.0, y=5.0, choices=(("colour", "red"),)), *rest))
    yield Placed(placements=(Placement(thing=first.id, x=5.0, y=5.0, facing_deg=NAN), *rest))
    if len(good) > 1 and request.purpose in ("deploy", "enter"):
        yield Placed(placements=tuple(Placement(thing=p.thing, x=good[0].x, y=good[0].y) for p in good))


def hidden(battle: Battle, side: str) -> list[str]:
    """Two enemies that the side knows nothing of."""
    known = battle.state.knowledge.get(side, {})
    return [name for name, entry in known.items() if entry.level == "unknown"][:2]


def wild(battle: Battle, chance: Chance) -> Iterator[AnyOrder]:
    """Answers that may or may not be legal: anywhere on the table, at anybody, with anything."""
    request = battle.request
    assert request is not None
    table = battle.board.table
    if isinstance(request, Command):
        yield from _wild_command(battle, request, chance, table.width_in, table.height_in)
    elif isinstance(request, Place):
        yield Placed(
            placements=tuple(
                Placement(thing=t.id, x=chance.die(9000) / 100, y=chance.die(6000) / 100, facing_deg=chance.die(900))
                for t in request.things
            )
        )
    elif isinstance(request, Pick):
        yield Picked(items=tuple((i.id, chance.die(i.most)) for i in request.items if chance.die(2) == 1))


def _wild_command(battle: Battle, request: Command, chance: Chance, width: float, height: float) -> Iterator[AnyOrder]:
    others = list(battle.state.stands)
    me = _one(request.subjects, chance)
    here = battle.state.stands.get(me)
    spot = (chance.die(1000) * width / 1000, chance.die(1000) * height / 1000)
    yield Move(stand=me, path=(spot,))
    if here is not None and here.in_play:
        near = (here.x + chance.die(800) / 100 - 4, here.y + chance.die(800) / 100 - 4)
        corner = (here.x + chance.die(400) / 100 - 2, here.y + chance.die(400) / 100 - 2)
        yield Move(stand=me, path=(near,))
        yield Move(stand=me, path=(corner, near, near), facing_deg=chance.die(7200) / 10 - 360, mode=_mode(chance))
        yield Move(stand=me, path=(), facing_deg=chance.die(3600) / 10)
        yield Act(stand=me, act=_one(("dismount", "unlimber", "clear_mines"), chance), at=near)
    target = _one(others, chance)
    yield Fire(stand=me, weapon="gun", targets=(Shot(target),))
    yield Fire(stand=me, weapon=_one(("burst", "", "bomb", "strafe"), chance), at=spot)
    yield Assault(stand=me, target=target, supports=(_one(others, chance),))
    yield Act(stand=me, act=_one(("mount", "limber", "work", "dismount"), chance), target=target)


def _mode(chance: Chance) -> str:
    return ("", "road", "breakthrough")[chance.index(3)]


def _one(of: tuple[str, ...] | list[str], chance: Chance) -> str:
    return of[chance.index(len(of))]


def kind_of(request: AnyRequest) -> str:
    """The request's kind, for lists of what was asked."""
    return f"{type(request).__name__}:{request.purpose}"
