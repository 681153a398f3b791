"""Which light lies on the table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from wargame.tabletop.layers.daylight import DAWN, DAY, DUSK, NIGHT, light_of


def at(clock: int | None = None, weather: str = "", told: tuple[str, ...] = (), **options: Any) -> str:
    triggers = [SimpleNamespace(id=f"turn-{n}-conditions", text=text) for n, text in enumerate(told)]
    state: Any = SimpleNamespace(options=options, triggered=[t.id for t in triggers], weather=weather, clock_min=clock)
    setup: Any = SimpleNamespace(triggers=triggers)
    return light_of(state, setup)


@pytest.mark.parametrize(
    "hour, light", [(3, NIGHT), (4.5, DAWN), (8, DAY), (12, DAY), (19.5, DUSK), (20.5, NIGHT), (26, NIGHT), (33, DAY)]
)
def test_the_hour_gives_the_light(hour: float, light: str) -> None:
    assert at(round(hour * 60)) == light


def test_the_battle_may_say_when_dusk_falls() -> None:
    assert at(17 * 60, dusk=18) == DAY
    assert at(17 * 60 + 30, dusk=18) == DUSK
    assert at(18 * 60, dusk=18) == NIGHT


def test_words_go_before_the_clock_and_the_last_before_the_first() -> None:
    assert at(12 * 60, told=("Night: visibility 6 inches.",)) == NIGHT
    assert at(12 * 60, told=("Night: visibility 6 inches.", "Morning of the 30th: visibility 16 inches.")) == DAY
    assert at(12 * 60, told=("Dusk: 8 inches without thermal sights, 20 with them.", "Rain.")) == DUSK
    assert at(weather="moonless night, light snow") == NIGHT


def test_without_a_word_it_is_day() -> None:
    assert at() == DAY
    assert at(weather="hot, dusty") == DAY
    assert at(night=True) == NIGHT
