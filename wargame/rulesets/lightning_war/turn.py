"""The sequence of play: initiative, arrivals, then Command Phase and cycle again and again until it is lost.

Rules: LW2-TURN-01, LW2-FORCE-24, LW2-GEN-08.
"""

from __future__ import annotations

from wargame.engine.sequence import Step
from wargame.engine.state import State
from wargame.rulesets.lightning_war import command, cycle, initiative, muster, objectives, setup, terrain


def initiating(state: State) -> str:
    """The initiating player."""
    return str(getattr(state, "initiative", ""))


SEQUENCE = (
    Step("ground", terrain.lay_out, phase="Ground", before_play=True),
    Step("muster", muster.muster_one_side, phase="Muster", before_play=True),
    Step("roles", muster.settle_roles, before_play=True),
    Step("deploy", setup.deploy_one_side, phase="Deployment", before_play=True),
    Step("objectives", objectives.place_one, phase="Objectives", before_play=True),
    Step("mines", objectives.place_mines, phase="Minefields", before_play=True),
    Step("before_play", setup.before_play, phase="Before play", before_play=True),
    Step("initiative", initiative.roll_initiative, phase="Initiative"),
    Step("arrivals", setup.bring_on, phase="Arrivals"),
    Step("command", command.command_phase, phase="Command Phase", side=initiating),
    Step("cycle", cycle.act, phase="Orders", side=initiating),
    Step("end_of_turn", initiative.end_of_turn, phase="End of the game turn"),
)
"""`state.phasing` names the initiating player while he commands."""
