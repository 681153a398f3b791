"""Smoke on the table. Rules: FFT-SMK-01 to -09."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.board import AddFeature, Template, template_outline
from wargame.engine import knowledge
from wargame.engine.events import Event, GroundChanged, Rolled
from wargame.engine.rules import cite
from wargame.engine.sequence import NEXT, Directive
from wargame.rulesets.fistful_of_tows import checks, cover, gas, shells, units
from wargame.rulesets.fistful_of_tows.data import tables
from wargame.rulesets.fistful_of_tows.state import FistStand, Owed, Point, state_of

if TYPE_CHECKING:
    from wargame.engine.battle import Battle


def disperse(battle: Battle) -> Directive:
    """One die for each smoke template; on a 1 it is removed. Rule: FFT-SMK-03."""
    state = state_of(battle)
    gas.drift_away(battle)
    smoke = [c for c in state.ground if isinstance(c, AddFeature) and c.kind == "smoke"]
    if not smoke:
        return NEXT
    rules = (cite("FFT-SMK-03"),)
    faces = battle.throw(len(smoke))
    blown = [c for c, face in zip(smoke, faces, strict=True) if face <= int(tables()["smoke"]["dispersal_on"])]
    battle.happen(
        Rolled(purpose="smoke", side=state.phasing, dice=faces, outcome=f"{len(blown)} blown away", rules=rules)
    )
    if blown:
        kept = tuple(c for c in state.ground if c not in blown)
        battle.happen(GroundChanged(keep=kept, why="smoke_gone", rules=rules))
    return NEXT


def size(stand: FistStand) -> tuple[float, float]:
    """Width and length of the smoke that a gun lays. Rules: FFT-SMK-04, -07."""
    cite("FFT-SMK-04")
    cite("FFT-SMK-07")
    sheaf = shells.sheaf_of(stand, "converged")
    width = sheaf.width_in if sheaf is not None else 1.0
    return width, width * float(tables()["smoke"]["length_factor"])


def lay(battle: Battle, gun: FistStand, shell: str, at: Point, facing_deg: float, cause: Event) -> None:
    """Smoke lies on the ground; incendiary smoke burns those it touches once. Rules: FFT-SMK-01, -04 to -08."""
    state = state_of(battle)
    state.serial += 1
    width, length = size(gun)
    template = Template.rectangle(width, length, facing_deg)
    outline = tuple((round(float(x), 3), round(float(y), 3)) for x, y in template_outline(template, *at).tolist())
    kind = {"smoke": "normal"}.get(shell, shell)
    feature = AddFeature(
        id=f"smoke-{state.serial}",
        kind="smoke",
        rings=((*outline, outline[0]),),
        height=float(tables()["los"]["smoke_height_levels"]),
        props=(("smoke", kind),),
    )
    laid = battle.happen(GroundChanged(added=(feature,), why="smoke", rules=(cite("FFT-SMK-01"),)), cause)
    if shell == "incendiary":
        _burn(battle, template, at, laid)


def _burn(battle: Battle, template: Template, at: Point, cause: Event) -> None:
    """One die at each infantry stand and soft vehicle under it. Rules: FFT-SMK-05, -08."""
    chart = tables()["smoke"]
    stands = [s for s in state_of(battle).stands.values() if s.in_play and (units.is_foot(s) or units.is_soft(s))]
    for stand, _ in cover.under(template, at[0], at[1], stands):
        faces = battle.throw(int(chart["incendiary_dice"]))
        hit = any(face > 1 and face >= int(chart["incendiary_to_hit"]) for face in faces)
        battle.happen(
            Rolled(
                purpose="shells",
                who=stand.id,
                dice=faces,
                needed=f"{chart['incendiary_to_hit']}+",
                outcome="hit" if hit else "missed",
                rules=(cite("FFT-SMK-05"), cite("FFT-SMK-08")),
                seen_by=knowledge.seen_by_for(battle.state, stand.id),
            ),
            cause,
        )
        if hit:
            checks.owe(battle, stand, Owed(checks.ARTILLERY, 0, "burning smoke"), cause)
