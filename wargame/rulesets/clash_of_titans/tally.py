"""The rows of the result screen: what each side has lost."""

from __future__ import annotations

from wargame.rulesets.clash_of_titans import campaign
from wargame.rulesets.clash_of_titans.judge import is_lost
from wargame.rulesets.clash_of_titans.state import CAPTURED, OUT, ClashState


def tally(state: ClashState) -> tuple[tuple[str, str], ...]:
    """Men killed, out of the fight, captured or run, and vehicles lost, of how many, side by side."""
    rows: list[tuple[str, str]] = []
    for side in state.sides.values():
        men = [s for s in state.stands.values() if s.side == side.id and s.is_man]
        dead = sum(s.gone == "dead" for s in men)
        out = sum(s.status == OUT and s.gone != "dead" for s in men)
        taken = sum(s.status == CAPTURED for s in men)
        ran = sum(s.gone == "ran_off" for s in men)
        rows.append((f"{side.name}: men lost", f"{sum(is_lost(s) for s in men)} of {len(men)}"))
        rows.append((f"{side.name}: dead, wounded, captured, run", f"{dead}, {out}, {taken}, {ran}"))
        machines = [s for s in state.stands.values() if s.side == side.id and s.kind in ("vehicle", "gun")]
        if machines:
            lost = sum(is_lost(s) for s in machines)
            rows.append((f"{side.name}: vehicles and guns lost", f"{lost} of {len(machines)}"))
    return (*rows, *campaign.rows(state))
