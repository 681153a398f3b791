"""Playing single shots and throws on a field without a game: the dice go in, the toll comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rulesets.clash_of_titans.field import Field
from wargame.engine.dice import ScriptedDice
from wargame.engine.events import Rolled, Said, TemplateLanded
from wargame.rulesets.clash_of_titans.causes import FireOrder, Toll
from wargame.rulesets.clash_of_titans.chain import Chain
from wargame.rulesets.clash_of_titans.volley import Landed


def with_dice(made: Field, *faces: int) -> Field:
    """The same field with these faces to come."""
    made.dice = ScriptedDice(faces, start=made.state.dice_count)
    return made


def fire(made: Field, roller: Any, dice: Sequence[int]) -> Toll:
    """Play what a roller of the volley does, then what it left for the moment of damage."""
    with_dice(made, *dice)
    toll, landed = Toll(), Landed()
    for _ in roller(toll, landed):
        pass
    for later in landed.later:
        for _ in later(toll):
            pass
    return toll


def rolled(made: Field, roller: Any, order: FireOrder, dice: Sequence[int]) -> Toll:
    """Play one of the rollers of special weapons."""
    shown = made.happen(Said(key="test"))
    return fire(made, lambda toll, landed: roller(Chain(made), order, toll, landed, shown), dice)  # type: ignore[arg-type]


def circles(made: Field) -> list[tuple[float, float]]:
    """Where bursts came down."""
    return [(e.x, e.y) for e in made.events if isinstance(e, TemplateLanded)]


def struck(toll: Toll) -> set[str]:
    """Who was hit by what is noted in a toll."""
    return {name for name, rows in toll.incoming.items() if any(row.hit for row in rows)}


def told(made: Field) -> list[str]:
    """Purposes of all rolls."""
    return [e.purpose for e in made.events if isinstance(e, Rolled)]


def all_dice_used(made: Field) -> bool:
    """Were all the written dice thrown?"""
    assert isinstance(made.dice, ScriptedDice)
    return len(made.dice._faces) == made.state.dice_count - made.dice._start
