"""Units that keep together. Rules: FFT-COH-01 to -09, FFT-HT-02."""

from __future__ import annotations

from wargame.board import Footprint, gap, within
from wargame.engine.orders import Refusal
from wargame.engine.rules import cite
from wargame.engine.ruleset import Scene
from wargame.rulesets.fistful_of_tows import units
from wargame.rulesets.fistful_of_tows.data import quality, tables
from wargame.rulesets.fistful_of_tows.state import FistStand, state_of


def exempt(scene: Scene, stand: FistStand) -> bool:
    """Stands that keep no distance: recon, FO, helicopters, separate stands. Rules: FFT-COH-04, -09, FFT-HELO-04."""
    if units.is_recon(stand):
        cite("FFT-COH-04")
        return True
    if units.is_heli(stand):
        cite("FFT-HELO-04")
        return True
    if stand.ratings.kind == "fo" or not state_of(scene).groups[stand.group].cohesive:
        cite("FFT-COH-09")
        return True
    return False


def distance(scene: Scene, stand: FistStand) -> float:
    """Cohesion distance of a stand. Rules: FFT-COH-02, FFT-HT-02."""
    cite("FFT-COH-02")
    inches = float(quality(stand.quality)["cohesion"])
    if units.in_force(state_of(scene), stand.side, "ivis") and _all_ivis(scene, stand):
        cite("FFT-HT-02")
        return inches * float(tables()["high_technology"]["ivis_cohesion_factor"])
    return inches


def _all_ivis(scene: Scene, stand: FistStand) -> bool:
    mates = [s for s in state_of(scene).stands_of(stand.group) if isinstance(s, FistStand) and units.is_vehicle(s)]
    return bool(mates) and all(units.has(s, "iv") for s in mates)


def members(scene: Scene, stand: FistStand) -> list[FistStand]:
    """Stands of its unit that keep cohesion and are on the table."""
    return [s for s in state_of(scene).stands.values() if s.group == stand.group and s.in_play and not exempt(scene, s)]


def body(scene: Scene, stand: FistStand) -> list[FistStand]:
    """The largest group of the unit whose stands are linked by cohesion distances. Rules: FFT-COH-01, -03."""
    cite("FFT-COH-01")
    cite("FFT-COH-03")
    left = members(scene, stand)
    best: list[FistStand] = []
    while left:
        group = [left.pop(0)]
        n = 0
        while n < len(group):
            one = group[n]
            reach = distance(scene, one)
            near = [s for s in left if within(gap(units.footprint(one), units.footprint(s)), reach)]
            group += near
            left = [s for s in left if s not in near]
            n += 1
        if len(group) > len(best):
            best = group
    return best


def is_out(scene: Scene, stand: FistStand) -> bool:
    """Is it out of cohesion? Rules: FFT-COH-03, -06."""
    if not stand.in_play or exempt(scene, stand) or len(members(scene, stand)) < 2:
        return False
    return all(s.id != stand.id for s in body(scene, stand))


def check_move(scene: Scene, stand: FistStand, end: tuple[float, float]) -> Refusal | None:
    """A stand out of cohesion has to close up on its unit if it moves. Rules: FFT-COH-05, -07, -08."""
    if not is_out(scene, stand):
        return None
    cite("FFT-COH-07")
    mates = [s for s in body(scene, stand) if s.id != stand.id]
    there = Footprint(stand.base, *end, stand.facing_deg)
    now = min(gap(units.footprint(stand), units.footprint(s)) for s in mates)
    then = min(gap(there, units.footprint(s)) for s in mates)
    if then < now - 0.0005:
        return None
    text = f"{stand.name} is out of cohesion: its move has to end nearer to its unit ({now:.1f} in now)."
    return Refusal(text=text, rules=(cite("FFT-COH-05"), cite("FFT-COH-08")), about=stand.id)
