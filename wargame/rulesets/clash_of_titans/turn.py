"""The sequence of play. Rules: NUT-TURN-01, -04, -11."""

from __future__ import annotations

from wargame.engine.sequence import Step
from wargame.engine.state import State
from wargame.rulesets.clash_of_titans import (
    activation,
    activation_dice,
    deployment,
    digging,
    missions,
    muster,
    pef,
    player_orders,
    reinforcements,
    solo,
    turn_parts,
)


def first_side(state: State) -> str:
    """Side whose groups activate first this turn."""
    return str(getattr(state, "first_side", ""))


def second_side(state: State) -> str:
    """Side whose groups activate after the first's."""
    first = first_side(state)
    return next((side for side in state.sides if side != first), "")


SEQUENCE = (
    Step("levels", missions.levels, phase="Mission", before_play=True),
    Step("muster", muster.muster, phase="Muster", before_play=True),
    Step("ground", missions.ground, phase="Ground", before_play=True),
    Step("deploy", deployment.deploy_one_side, phase="Deployment", before_play=True),
    Step("hide", deployment.hide_one_side, phase="Hidden deployment", before_play=True),
    Step("foxholes", digging.foxholes, phase="Foxholes", before_play=True),
    Step("enemy", missions.enemy, phase="The enemy", before_play=True),
    Step("np_orders", solo.draw_orders, phase="Orders of the solo rules", before_play=True),
    Step("pre_activation", turn_parts.begin_turn, phase="Before the activations"),
    Step("player_orders", player_orders.give_orders, phase="Before the activations"),
    Step("arrivals", turn_parts.arrive_one_side, phase="Reinforcements"),
    Step("activation_dice", activation_dice.roll, phase="Activation dice"),
    Step("melee_rounds", turn_parts.fight_one_melee, phase="Melees"),
    Step("first_entry", reinforcements.enter_one_side, phase="First side", side=first_side),
    Step("first_side", activation.activate, phase="First side", side=first_side),
    Step("first_pefs", pef.act_one, phase="First side", side=first_side),
    Step("first_running", turn_parts.run_one_side, phase="First side", side=first_side),
    Step("second_entry", reinforcements.enter_one_side, phase="Second side", side=second_side),
    Step("second_side", activation.activate, phase="Second side", side=second_side),
    Step("second_pefs", pef.act_one, phase="Second side", side=second_side),
    Step("second_running", turn_parts.run_one_side, phase="Second side", side=second_side),
    Step("end_of_turn", turn_parts.end_turn, phase="End of turn"),
)
"""Each function plays one round and returns AGAIN or NEXT; the steps of chapters go between these."""
