"""The sequence of play: initiative, A's go, tests, B's go, tests. Rules: CFV-TURN-01, -03."""

from __future__ import annotations

from wargame.engine.sequence import Step
from wargame.engine.state import State
from wargame.rulesets.fascist_vipers import (
    activation,
    air,
    bursts,
    go,
    initiative,
    objectives,
    overrides,
    reaction,
    setup,
)


def player_a(state: State) -> str:
    """Side that goes first this turn."""
    return str(getattr(state, "player_a", ""))


def player_b(state: State) -> str:
    """Side that goes second this turn."""
    return str(getattr(state, "player_b", ""))


SEQUENCE = (
    Step("consent", overrides.consent, phase="Before play", before_play=True),
    Step("deploy", setup.deploy_one_side, phase="Deployment", before_play=True),
    Step("hide", setup.hide_one_side, phase="Hidden deployment", before_play=True),
    Step("plan", bursts.plan_step, phase="Programmed fire", before_play=True),
    Step("initiative", initiative.roll_initiative, phase="Initiative"),
    Step("roles", air.choose_roles, phase="Fighter roles"),
    Step("dogfights", air.dogfights, phase="Dogfights"),
    Step("begin_a", go.begin, phase="First go", side=player_a),
    Step("air_a", air.air_attacks, phase="First go: aircraft", side=player_a),
    Step("programmed_a", bursts.fire_programmed, phase="First go: programmed fire", side=player_a),
    Step("go_a", activation.activate_one_unit, phase="First go", side=player_a),
    Step("end_a", go.end, phase="First go", side=player_a),
    Step("tests_a", reaction.test_one_group, phase="Reaction tests", side=player_a),
    Step("begin_b", go.begin, phase="Second go", side=player_b),
    Step("air_b", air.air_attacks, phase="Second go: aircraft", side=player_b),
    Step("programmed_b", bursts.fire_programmed, phase="Second go: programmed fire", side=player_b),
    Step("go_b", activation.activate_one_unit, phase="Second go", side=player_b),
    Step("end_b", go.end, phase="Second go", side=player_b),
    Step("tests_b", reaction.test_one_group, phase="Reaction tests", side=player_b),
    Step("end_of_turn", objectives.end_of_turn),
)
"""`state.phasing` names the side whose go it is in every step of a go; each function plays one round and returns AGAIN
or NEXT."""
