"""Gas that stays: who enters it and who ends a phase in it."""

from __future__ import annotations

import pytest

from tests.rulesets.fistful_of_tows.sketch import BMP2, M60, RIFLES, battle_of, blue, order, red, rolls
from wargame.engine.orders import Move
from wargame.rulesets.fistful_of_tows import gas
from wargame.rulesets.fistful_of_tows.shells import Salvo

CLOUD = Salvo("blue", 4, False, 1, 1, "chemical")


def gassed(line: str, to: tuple[float, float]):
    """A stand of this line that has gone past, or through, a cloud an inch wide, in the last move of its phase."""
    battle = battle_of(red("r", line, 20, 20), blue("b", M60, 60, 40), dice=[6] * 4)
    gas.lay(battle, CLOUD, (21.5, 20.0), 0.0)
    order(battle, Move(stand="r", path=(to,)))
    return battle


@pytest.mark.rule("FFT-CHEM-02")
def test_men_who_walk_through_gas_check_though_they_end_outside():
    battle = gassed(RIFLES, (23.0, 20.0))
    assert battle.state.stands["r"].owes or len(rolls(battle, "check")) == 1


@pytest.mark.rule("FFT-VEH-07")
def test_sealed_vehicles_drive_through_gas_and_men_past_it_are_unharmed():
    sealed = gassed(BMP2, (24.0, 20.0))
    assert not sealed.state.stands["r"].owes and not rolls(sealed, "check")
    past = gassed(RIFLES, (20.0, 23.0))
    assert not past.state.stands["r"].owes and not rolls(past, "check")
