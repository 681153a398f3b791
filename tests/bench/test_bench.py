"""The benchmark itself: every topic gives rows that can be read; the full runs are asked for with `-m benchmark`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wargame.bench.__main__ import TOPICS, as_text, asked_for, main, measured, report
from wargame.bench.goals import GOALS, PEERS
from wargame.bench.los import wrong_answers
from wargame.bench.rows import FULL, TINY, Row, beside, percentile

WITHOUT_WORKERS = [topic for topic in TOPICS if topic not in ("batch", "frame")]


def assert_readable(rows: list[Row]) -> None:
    """Rows of known goals with a figure; wherever there is a baseline it is named, and the line tells it."""
    assert rows
    for row in rows:
        assert row.goal in GOALS
        assert row.wanted
        assert row.now >= 0.0
        assert (row.baseline is None) == (row.beside == "")
        assert row.ratio is None or row.ratio > 0.0
        assert row.name in as_text(row)


@pytest.mark.parametrize("topic", WITHOUT_WORKERS)
def test_topic_gives_rows_in_a_tiny_size(topic: str) -> None:
    rows = list(measured(topic, TINY))
    assert_readable(rows)
    assert any(row.ratio is not None for row in rows)
    for row in rows:
        if row.baseline == 0.0:  # a count of wrong answers, or a greatest error
            assert row.met, as_text(row)


@pytest.mark.batch
@pytest.mark.parametrize("topic", ["batch", "frame"])
def test_topic_with_workers_or_pictures_gives_rows(topic: str) -> None:
    rows = list(measured(topic, TINY))
    assert_readable(rows)
    assert not any("DIFFERENT" in row.note for row in rows)


def test_json_is_one_object_with_versions_goals_and_figures_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    main(["templates", "--tiny", "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {"python", "machine", "versions", "goals", "rows", "peers"} <= set(found)
    assert {row["topic"] for row in found["rows"]} == {"templates"}
    assert found["versions"]["numpy"]
    assert all(peer["measured"] for peer in found["peers"])


def test_goals_that_are_not_met_end_in_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["templates", "--tiny"])
    assert code == (1 if "NOT MET" in capsys.readouterr().out else 0)


def test_unknown_topic_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown topic 'lso'"):
        list(measured("lso", TINY))


def test_every_peer_belongs_to_a_goal() -> None:
    assert {peer.goal for peer in PEERS} <= set(GOALS)


def test_baseline_and_fast_path_take_turns() -> None:
    calls: list[str] = []
    found = beside(lambda: calls.append("fast"), lambda: calls.append("slow"), 3)
    assert calls.index("slow") < len(calls) - 1 - calls[::-1].index("fast")
    assert found.ratio > 0.0


def test_percentile_is_the_time_not_exceeded() -> None:
    assert percentile([float(n) for n in range(100)], 0.99) == 99.0
    assert percentile([1.0], 0.5) == 1.0


def test_touching_lines_are_right_under_rotation() -> None:
    assert wrong_answers(200, 7, 0.7) == (0, 0)


@pytest.mark.benchmark
@pytest.mark.parametrize("topic", TOPICS)
def test_figures_of_a_topic(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(measured(topic, FULL))
    with capsys.disabled():
        print(f"\n{topic}", *map(as_text, rows), sep="\n")
    assert_readable(rows)
    assert report(rows)["rows"] == rows
    for row in rows:
        if row.goal in FASTER and row.baseline and row.ratio is not None and row.beside not in NOT_A_RACE:
            assert row.ratio > 1.0, as_text(row)


FASTER = (1, 3, 5, 6, 7)
NOT_A_RACE = ("rational arithmetic",)


def test_no_topic_is_all_of_them_and_an_unknown_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["nonsense"])
    assert stopped.value.code == 2
    assert "unknown topic 'nonsense', expected one of los, " in capsys.readouterr().err
    assert asked_for([]).topic == []
