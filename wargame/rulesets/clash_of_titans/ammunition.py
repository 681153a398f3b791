"""Running dry, counted rounds and getting more. Rules: NUT-AMMO-01 to -04, NUT-ATW-04, NUT-MGUN-03, NUT-VGUN-08."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame.engine import knowledge
from wargame.engine.events import Event, Rolled, StandChanged
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.clash_of_titans import data, throws
from wargame.rulesets.clash_of_titans.state import ClashStand

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

ONE = 1
"""The natural face that tells of empty magazines."""
ONES = 2
"""So many of them in one shooting and the weapon is dry (NUT-AMMO-01)."""
ONES_WITH_LOADER = 3
"""The same with a loader in contact, or for a vehicle's machine gun (NUT-MGUN-03, NUT-VGUN-08)."""


def is_counted(name: str) -> bool:
    """Are this weapon's rounds counted, so that it is never dry? Rule: NUT-AMMO-04."""
    cite("NUT-AMMO-04")
    if name in data.blast_weapons():
        return True
    found = data.weapons().get(data.short_name(name))
    return found is not None and any(word in found.notes for word in ("one shot", "counted", "HE 3/3"))


def is_thrown_away(name: str) -> bool:
    """Is it a tube with one shot? Rule: NUT-ATW-04."""
    found = data.weapons().get(data.short_name(name))
    return found is not None and "one shot" in found.notes


def rounds_left(stand: ClashStand, name: str) -> int | None:
    """Rounds of a counted weapon; None where nobody counts. Rule: NUT-AMMO-04."""
    return dict(stand.rounds).get(name)


def is_dry_after(faces: Sequence[int], ones: int = ONES) -> bool:
    """Is a weapon dry after a shooting with these natural faces? Rule: NUT-AMMO-01."""
    cite("NUT-AMMO-01")
    return sum(face == ONE for face in faces) >= ones


def why_not(stand: ClashStand, name: str) -> Refusal | None:
    """Why a weapon has nothing to fire, or None. Rules: NUT-AMMO-03, -04."""
    left = rounds_left(stand, name)
    if left is not None and left <= 0:
        return Refusal(text=f"{stand.name} has no {name} left.", rules=(cite("NUT-AMMO-04"),), about=stand.id)
    if name in stand.dry:
        text = f"The {name} of {stand.name} is dry; reload it."
        return Refusal(text=text, rules=(cite("NUT-AMMO-03"),), about=stand.id)
    return None


def after_shooting(
    battle: Battle, stand: ClashStand, name: str, faces: Sequence[int], ones: int = ONES, cause: Event | None = None
) -> bool:
    """What a shooting costs: a counted round, or the check whether the weapon is dry now; True if it is.

    A weapon of Target Rating 1 that rolls a one rolls a check die. A reload from Provisions cancels running dry.
    Rules: NUT-AMMO-01, -02, -04.
    """
    if rounds_left(stand, name) is not None:
        cite("NUT-AMMO-04")
        rows = tuple((weapon, left - (weapon == name)) for weapon, left in stand.rounds)
        rules = ("NUT-AMMO-04", *(("NUT-ATW-04",) if is_thrown_away(name) else ()))
        _change(battle, stand, (("rounds", rows),), "fired", rules, cause)
        return False
    if is_counted(name):
        return False
    weapon = data.weapons().get(data.short_name(name))
    single = weapon is not None and weapon.targets == 1
    dry = _check_die(battle, stand, faces, cause) if single else is_dry_after(faces, ones)
    if not dry:
        return False
    if stand.reloads > 0:
        cite("NUT-AMMO-04")
        _change(battle, stand, (("reloads", stand.reloads - 1),), "reload", ("NUT-AMMO-04",), cause)
        return False
    rule = "NUT-AMMO-02" if single else "NUT-AMMO-01"
    _change(battle, stand, (("dry", (*stand.dry, name)),), "dry", (rule,), cause)
    return True


def _check_die(battle: Battle, stand: ClashStand, faces: Sequence[int], cause: Event | None) -> bool:
    """The check die of a single shot weapon that rolled a one. Rule: NUT-AMMO-02."""
    if ONE not in faces:
        return False
    rule = cite("NUT-AMMO-02")
    face = battle.throw(1)
    dry = face[0] == ONE
    battle.happen(
        Rolled(
            purpose="ammunition",
            who=stand.id,
            side=stand.side,
            dice=face,
            needed="1",
            outcome="dry" if dry else "loaded",
            rules=(rule,),
            seen_by=knowledge.seen_by_for(battle.state, stand.id),
        ),
        cause,
    )
    return dry


# ---------------------------------------------------------------- getting more


def reload(battle: Battle, stand: ClashStand, name: str, cause: Event | None = None) -> None:
    """A whole activation spent on a dry weapon: it shoots again. Rule: NUT-AMMO-03."""
    left = tuple(weapon for weapon in stand.dry if weapon != name)
    changes: tuple[tuple[str, object], ...] = (("dry", left),)
    if stand.work == GOT_SOME:
        changes += (("work", ""),)
    _change(battle, stand, changes, "reloaded", ("NUT-AMMO-03",), cause)


GOT_SOME = "ammunition"
"""Work of a man who has got ammunition and may reload (NUT-AMMO-03)."""


def is_low(scene: Scene, side: str) -> bool:
    """Does a side fight under Low Ammo? Rule: NUT-AMMO-03."""
    cite("NUT-AMMO-03")
    return bool(scene.state.options.get("low_ammo")) or bool(getattr(scene.state, "notes", {}).get(f"low_ammo.{side}"))


def may_reload(scene: Scene, stand: ClashStand) -> Refusal | None:
    """Why a dry weapon cannot be reloaded now, or None: under Low Ammo he has to get some first. Rule: NUT-AMMO-03."""
    carries_his_own = bool(stand.dry) and all(is_counted(name) for name in stand.dry)
    if is_low(scene, stand.side) and stand.work != GOT_SOME and not carries_his_own:
        text = "Ammunition is low: get some from a friend or a body in contact first."
        return Refusal(text=text, rules=(cite("NUT-AMMO-03"),), about=stand.id)
    return None


def get_some(battle: Battle, stand: ClashStand, giver: ClashStand, cause: Event | None = None) -> bool:
    """Ask a friend, or search a body, for ammunition; True if he has got some. Rule: NUT-AMMO-03."""
    if not scrounge(battle, stand, giver, cause):
        return False
    _change(battle, stand, (("work", GOT_SOME),), "got_ammunition", ("NUT-AMMO-03",), cause)
    return True


def scrounge(battle: Battle, stand: ClashStand, giver: ClashStand, cause: Event | None = None) -> bool:
    """Under Low Ammo: get ammunition from a friend or a body in contact, 1d6 against its Rep; True if he gets some.

    Rule: NUT-AMMO-03.
    """
    rules = (cite("NUT-AMMO-03"),)
    return throws.passes(battle, 1, giver.rep, "scrounge", stand=stand, rules=rules, cause=cause).passed > 0


def _change(
    battle: Battle,
    stand: ClashStand,
    changes: tuple[tuple[str, object], ...],
    why: str,
    rules: tuple[str, ...],
    cause: Event | None,
) -> None:
    cited = tuple(cite(rule) for rule in rules)
    seen = knowledge.seen_by_for(battle.state, stand.id)
    battle.happen(StandChanged(stand=stand.id, changes=changes, why=why, rules=cited, seen_by=seen), cause)
