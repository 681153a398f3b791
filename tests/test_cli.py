"""The commands: what they print, their exit codes, one sentence for bad input, never a traceback."""

from __future__ import annotations

import copy
import functools
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from wargame import cli, places
from wargame.engine.orders import Concede
from wargame.lab.game import Game, RefusedAnswer
from wargame.scenario import load_scenario, read_save, write_save
from wargame.scenario.texts import fail

NAME = "first-shots"
RANDOM = ("--players", "a=random,b=random")
FIELDS = [
    "scenario", "ruleset", "seed", "players", "winner", "victory", "ended_by", "turns", "clock", "answers", "refused",
    "events", "shots", "assaults", "turns_with_fire", "closest", "rules_met", "seconds", "digest",
]  # fmt: skip
COLUMNS = ["name", "title", "ruleset", "date", "table", "turns", "sides", "stands"]


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The only line on standard error."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


def run(*words: str) -> Said:
    """Run a command in this process; a traceback fails the test."""
    result = CliRunner().invoke(cli.app, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


@functools.cache
def battle_text() -> str:
    """One battle as `simulate --json` tells it."""
    return run("simulate", NAME, "--seed", "3", *RANDOM, "--json").out


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A saved battle that went to its end."""
    said = run("simulate", NAME, "--seed", "3", *RANDOM, "--save", str(tmp_path / "saves"), "--json")
    assert said.code == 0
    return next((tmp_path / "saves").iterdir())


def changed(save: Path, **parts: Any) -> Path:
    """The save with other parts."""
    write_save(save, msgspec.structs.replace(read_save(save), **parts))
    return save


# ---------------------------------------------------------------- simulate


def test_simulate_prints_one_object_a_line_with_exactly_the_promised_fields() -> None:
    said = run("simulate", NAME, "--games", "2", "--seed", "3", *RANDOM, "--json")
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0
    assert [list(row) for row in rows] == [FIELDS, FIELDS]
    assert [row["seed"] for row in rows] == [3, 4]


def test_figures_of_a_battle_are_of_the_promised_kinds() -> None:
    row = json.loads(battle_text())
    assert (row["scenario"], row["ruleset"]) == (NAME, load_scenario(NAME).setup.ruleset)
    assert list(row["victory"]) == ["level", "side", "reason", "score"]
    assert row["winner"] in (*row["players"], "draw") and row["victory"]["side"] == row["winner"]
    assert row["ended_by"] in ("victory", "limit", "annihilation", "concession")
    assert set(row["closest"]) <= set(row["players"]) and all(d >= 0 for d in row["closest"].values())
    assert row["turns_with_fire"] <= row["turns"] <= load_scenario(NAME).setup.turn_limit
    assert row["refused"] == 0 and row["rules_met"] > 20 and len(row["digest"]) == 24


def test_a_and_b_stand_for_the_first_and_second_side() -> None:
    sides = [side.id for side in load_scenario(NAME).setup.sides]
    by_name = run("simulate", NAME, "--seed", "3", "--players", f"{sides[0]}=random,{sides[1]}=random", "--json")
    row, other = json.loads(by_name.out), json.loads(battle_text())
    assert row["players"] == dict.fromkeys(sides, "random")
    assert row["digest"] == other["digest"]


def test_python_plays_the_battle_of_the_command() -> None:
    scenario = load_scenario(NAME)
    report = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, 3).play()
    assert report.digest == json.loads(battle_text())["digest"]


def test_summary_without_json_says_who_won() -> None:
    said = run("simulate", NAME, "--seed", "3", *RANDOM)
    assert said.code == 0 and "1 battles" in said.out and "refused 0" in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "first-shot"), "first-shot: there is no such scenario; nearest: 'first-shots'"),
        (("simulate", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("simulate", NAME, "--players", "a=general"), "expected one of random, recruit, veteran"),
        (("simulate", NAME, "--players", "a"), "expected one of random, recruit, veteran"),
        (("simulate", NAME, "--players", "a=person"), "expected one of random, recruit, veteran"),
        (("simulate", NAME, "--players", "c=random"), "no side 'c' in this scenario; sides: "),
        (("simulate", NAME, "--players", "a=random,germany=random"), "germany is named twice"),
        (("simulate", ""), "'': there is no such scenario"),
        (("simulate", "/dev/null"), "this is a device, not a file"),
        (("simulate", NAME, "--save", __file__), "this is a file; expected a folder"),
        (("simulate", "/"), "this is a folder, not a file"),
        (("play", NAME, "--screenshot", "picture.xyz"), "expected the name of a .png file"),
        (("simulate", NAME, "--kernels", "magic"), "expected compiled or plain"),
        (("play", "first-shot"), "nearest: 'first-shots'"),
        (("play", NAME, "--watch", "--side", "a"), "with --watch nobody is left to choose a side for"),
        (("play", NAME, "--players", "a=person", "--side", "a"), "with --players nobody is left"),
        (("play", NAME, "--side", "c"), "no side 'c' in this scenario; sides: "),
        (("replay", "nothing.save", "--check"), "nothing.save: there is no such file"),
        (("rules", "xyzzy"), "no rule holds 'xyzzy'; rulebooks: "),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    said = run(*words)
    assert said.code == cli.BAD_INPUT
    assert sentence in said.sentence


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", NAME, "--games", "0"),
        ("frobnicate",),
        ("simulate",),
        ("simulate", NAME, "--seed", "9" * 30),
        ("simulate", NAME, "--jobs", "1000"),
        ("play", NAME, "--width", "1"),
        ("play", NAME, "--height", "1000000"),
        ("play", NAME, "--frames", "-3"),
        ("play", NAME, "--until-turn", "-1"),
    ],
)
def test_wrong_use_is_exit_code_2(words: tuple[str, ...]) -> None:
    said = run(*words)
    assert said.code == cli.BAD_INPUT and "Usage" in said.err


def test_folder_for_saves_that_cannot_be_made_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run("simulate", NAME, *RANDOM, "--save", str(tmp_path / "file" / "saves"))
    assert said.code == cli.BAD_INPUT and "--save" in said.sentence


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_battles_that_cannot_be_saved_are_reported_all_the_same(jobs: str, tmp_path: Path) -> None:
    for seed in (5, 6):
        (tmp_path / f"{NAME}-{seed}.save").mkdir()
    words = ("--seed", "5", "--games", "2", "--jobs", jobs, "--save", str(tmp_path), "--json")
    said = run("simulate", NAME, *RANDOM, *words)
    assert said.code == cli.BAD_INPUT
    assert [list(json.loads(row)) for row in said.out.splitlines()] == [FIELDS, FIELDS]
    assert [line.count("the battle could not be saved") for line in said.err.splitlines()] == [1, 1]


def test_faults_of_files_go_whole_from_process_to_process() -> None:
    fault = fail("kursk.toml", "turns", "found 0", "expected 1 or more")
    again = copy.copy(fault)
    assert again.faults == fault.faults and str(again) == str(fault)


# ---------------------------------------------------------------- battles that fault


def test_refused_answer_of_a_computer_player_is_a_fault_with_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: Game) -> None:
        raise RefusedAnswer("no such order")

    monkeypatch.setattr(Game, "step", refuse)
    said = run("simulate", NAME, *RANDOM, "--json")
    row = json.loads(said.out)
    assert said.code == cli.FAULT
    assert (row["ended_by"], row["winner"]) == ("fault", "")
    assert "no such order" in row["fault"]


def test_player_that_raises_ends_its_battle_and_not_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(game: Game) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(Game, "step", crash)
    said = run("simulate", NAME, "--games", "2", *RANDOM, "--json")
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == cli.FAULT
    assert [row["ended_by"] for row in rows] == ["fault", "fault"]
    assert all("on purpose" in row["fault"] for row in rows)


def test_computer_is_asked_again_after_a_fault_of_the_program_and_the_third_ends_the_battle() -> None:
    scenario = load_scenario(NAME)
    game = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, 3)
    while (
        game.battle.state.turn < 1
        or game.battle.request is None
        or "move" not in getattr(game.battle.request, "orders", ())
    ):
        game.step()
    game.battle.throw = lambda *_: 1 / 0  # type: ignore[method-assign,assignment,return-value]
    report = game.play()
    assert report.ended_by == "fault" and "ZeroDivisionError" in report.fault
    assert len(game.battle.faults) == 3


# ---------------------------------------------------------------- replay


def test_replay_check_of_a_good_save_says_the_same(save: Path) -> None:
    said = run("replay", str(save), "--check")
    assert said.code == 0 and said.out.startswith("The same: ")


def test_replay_check_that_differs_is_exit_code_1_and_says_where(save: Path) -> None:
    said = run("replay", str(changed(save, seed=4)), "--check")
    assert said.code == cli.FAULT
    assert said.out.startswith("It goes another way at turn ") and "answer" in said.out


def test_replay_check_says_that_the_rules_are_others(save: Path) -> None:
    said = run("replay", str(changed(save, rules_version=0)), "--check")
    assert said.code == 0 and "version 0 of the rules" in said.out


def test_replay_log_tells_the_battle(save: Path) -> None:
    said = run("replay", str(save), "--log")
    assert said.code == 0 and len(said.out.splitlines()) > 50


def test_replay_of_a_save_of_an_unknown_ruleset_is_bad_input(save: Path) -> None:
    said = run("replay", str(changed(save, ruleset="chess")), "--check")
    assert said.code == cli.BAD_INPUT and "unknown ruleset 'chess'" in said.sentence


def test_replay_of_a_save_with_a_broken_scenario_is_bad_input(save: Path) -> None:
    said = run("replay", str(changed(save, scenario_text="= nothing")), "--check")
    assert said.code == cli.BAD_INPUT and "Traceback" not in said.err


def test_replay_of_a_damaged_file_is_bad_input(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:5000])
    said = run("replay", str(save), "--check")
    assert said.code == cli.BAD_INPUT and "cut off" in said.sentence


def test_conceded_battle_replays(tmp_path: Path) -> None:
    from wargame.scenario import write_record

    scenario = load_scenario(NAME)
    game = Game(scenario, {side.id: "random" for side in scenario.setup.sides}, 3)
    for _ in range(9):
        game.step()
    game.battle.answer(Concede())
    write_record(tmp_path / "x.save", game.battle, scenario, {side.id: "random" for side in scenario.setup.sides})
    assert run("replay", str(tmp_path / "x.save"), "--check").code == 0


# ---------------------------------------------------------------- scenarios, validate, rules


def test_scenarios_json_is_a_list_of_objects_with_exactly_the_promised_fields() -> None:
    said = run("scenarios", "--json")
    rows = json.loads(said.out)
    assert said.code == 0 and len(rows) >= 5
    for row in rows:
        assert list(row) == COLUMNS
        assert len(row["table"]) == 2 and len(row["sides"]) >= 2 and list(row["stands"]) == row["sides"]
        assert all(count is None or count > 0 for count in row["stands"].values())


def test_scenarios_as_a_table_names_them() -> None:
    said = run("scenarios")
    assert said.code == 0 and "First Shots" in said.out
    assert "mustered" in said.out and "None" not in said.out


def test_marks_in_a_title_are_shown_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "wargame" / "scenarios"
    own.mkdir(parents=True)
    for suffix in ("toml", "geojson"):
        text = (places.scenarios() / f"{NAME}.{suffix}").read_text()
        (own / f"{NAME}.{suffix}").write_text(text.replace('\ntitle = "', '\ntitle = "[b]B[/c]', 1))
    said = run("scenarios")
    assert said.code == 0 and "[b]B[/c]" in said.out


def test_validate_is_silent_about_good_files(save: Path) -> None:
    folder = places.scenarios()
    said = run("validate", str(folder / f"{NAME}.toml"), str(folder / f"{NAME}.geojson"), str(save))
    assert (said.code, said.out.strip()) == (0, "3 files: no faults")


def test_validate_tells_every_fault_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('format = "scenario/1"\nname = "other"\n')
    said = run("validate", str(broken), str(tmp_path / "nothing.geojson"), str(tmp_path))
    assert said.code == cli.BAD_INPUT
    lines = said.out.splitlines()
    assert len(lines) > 5 and all(": " in line for line in lines)
    assert any("broken.toml: title: missing" in line for line in lines)
    assert "no such file" in said.out


def test_validate_of_a_folder_says_that_it_is_one(tmp_path: Path) -> None:
    assert "this is a folder, not a file" in run("validate", str(tmp_path)).out


def test_validate_of_a_save_of_an_unknown_ruleset_tells_it(save: Path) -> None:
    said = run("validate", str(changed(save, ruleset="chess")))
    assert said.code == cli.BAD_INPUT and "unknown ruleset 'chess'" in said.out


def test_rules_are_found_by_words() -> None:
    said = run("rules", "overrun")
    assert said.code == 0 and "overrun" in said.out.lower()


# ---------------------------------------------------------------- the real command


def test_command_without_a_window_says_so_in_one_sentence() -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"SDL_VIDEODRIVER": "x11"}
    found = subprocess.run(
        [sys.executable, "-m", "wargame", "play", NAME], capture_output=True, text=True, env=environment, timeout=60
    )
    assert found.returncode == cli.BAD_INPUT
    assert "Traceback" not in found.stderr and len(found.stderr.strip().splitlines()) == 1


def command(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wargame", *words],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=60,
    )


def test_screenshot_that_cannot_be_saved_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = ("play", NAME, "--watch", "--frames", "1", "--screenshot", str(tmp_path / "file" / "picture.png"))
    folders = dict.fromkeys(("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    found = command(*words, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", **folders)
    assert found.returncode == cli.BAD_INPUT
    assert len(found.stderr.strip().splitlines()) == 1 and "could not be saved as picture.png" in found.stderr


def test_no_display_at_all_is_told_and_not_played_unseen() -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    words = [sys.executable, "-m", "wargame", "play", NAME]
    found = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60)
    assert found.returncode == cli.BAD_INPUT and "No window can be opened here" in found.stderr


def test_terminal_without_the_letters_gets_others_instead(save: Path) -> None:
    found = command("replay", str(save), "--log", PYTHONIOENCODING="ascii")
    assert found.returncode == 0 and " ? " in found.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_full_disk_behind_standard_output_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-m", "wargame", "scenarios", "--json"]
        found = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert found.returncode == cli.BAD_INPUT
    assert found.stderr == "The command could not go on: no space left on device\n"


def test_closed_pipe_is_no_fault() -> None:
    words = [sys.executable, "-m", "wargame", "scenarios"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None and command.stderr is not None
        command.stdout.close()
        errors = command.stderr.read()
    assert b"Traceback" not in errors
