"""The commands. Every failure that is not the program's fault is one sentence and exit code 2."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import msgspec
import typer

if TYPE_CHECKING:
    from wargame.engine.setup import Setup

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    help="Hex-free miniature battles under four published rulebooks.",
    pretty_exceptions_enable=False,
)

FAULT = 1
BAD_INPUT = 2
_QUIET = ("met", "unsaved")
"""Fields of a report that are not printed."""
NameOrFile = Annotated[str, typer.Argument(help="a scenario's name, or a file")]
GREATEST_SEED = 2**53
"""Whole numbers up to here are read alike by every reader of JSON."""


def main() -> None:
    """Entry point of the `wargame` command."""
    from wargame.scenario import ScenarioFault

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        _run()
    except BrokenPipeError:
        sys.exit(0)
    except ScenarioFault as fault:
        _leave(str(fault))
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        _leave(f"The command could not go on: {(error.strerror or str(error)).lower()}{where}")


def _run() -> None:
    try:
        app()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _leave(sentence: str) -> NoReturn:
    """End with a sentence; what standard output did not take is dropped."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(BAD_INPUT)


@app.callback(invoke_without_command=True)
def tabletop(context: typer.Context) -> None:
    """The tabletop: title, scenarios, saved battles, "continue"."""
    if context.invoked_subcommand is None:
        _with_window(lambda start: start.open_title())


@app.command()
def play(
    name: NameOrFile,
    players: Annotated[str, typer.Option(help="SIDE=person|LEVEL,SIDE=…")] = "",
    side: Annotated[str, typer.Option(help="the side you play")] = "",
    opponent: Annotated[str, typer.Option(help="who plays the other side: LEVEL or person")] = "veteran",
    watch: Annotated[bool, typer.Option("--watch", help="computer against computer")] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=-GREATEST_SEED, max=GREATEST_SEED, help="seed of the dice; without it a new one each time"),
    ] = None,
    until_turn: Annotated[int, typer.Option(min=0, help="play on without pictures to the start of this turn")] = 0,
    frames: Annotated[int, typer.Option(min=0, help="then run so many frames of 1/60 s and leave; 0: stay")] = 0,
    screenshot: Annotated[Path | None, typer.Option(help="save the last frame as PNG")] = None,
    width: Annotated[int, typer.Option(min=960, max=7680, help="width of the window in pixels")] = 1440,
    height: Annotated[int, typer.Option(min=540, max=4320, help="height of the window in pixels")] = 900,
) -> None:
    """One battle on the tabletop."""
    scenario = _load(name)
    chosen = _who_plays(scenario.setup, players, side, opponent, watch)
    if screenshot is not None:
        _picture(screenshot)
    _with_window(
        lambda start: start.open_battle(
            scenario,
            chosen,
            seed=_new_seed() if seed is None else seed,
            until_turn=until_turn,
            frames=frames,
            screenshot=screenshot,
            size=(width, height),
        )
    )


@app.command()
def simulate(
    name: NameOrFile,
    games: Annotated[int, typer.Option(min=1, max=100_000)] = 1,
    seed: Annotated[
        int,
        typer.Option(
            min=-GREATEST_SEED, max=GREATEST_SEED, help="seed of the first battle; the next takes the next number"
        ),
    ] = 1,
    players: Annotated[str, typer.Option(help="SIDE=LEVEL,SIDE=LEVEL")] = "",
    jobs: Annotated[int, typer.Option(min=1, max=256, help="processes")] = 1,
    save: Annotated[Path | None, typer.Option(help="folder for the saved battles")] = None,
    json: Annotated[bool, typer.Option("--json", help="one object a line")] = False,
    kernels: Annotated[str, typer.Option(help="compiled, or plain: the fallback without compiled code")] = "compiled",
) -> None:
    """Battles without a window."""
    from wargame.lab.batch import simulate as battles
    from wargame.lab.tables import print_summary, progress

    if kernels not in ("compiled", "plain"):
        raise _bad(f"--kernels: {kernels!r}; expected compiled or plain")
    scenario = _load(name)
    chosen = _who_plays(scenario.setup, players, "", "veteran", watch=True)
    if save is not None:
        _folder(save)
    reports = []
    found = battles(name, chosen, range(seed, seed + games), jobs, save, kernels)
    for report in progress(found, games, quiet=json):
        reports.append(report)
        if json:
            data = {k: v for k, v in msgspec.to_builtins(report).items() if k not in _QUIET and (v or k != "fault")}
            print(msgspec.json.encode(data).decode(), flush=True)
    if not json:
        print_summary(reports)
    for sentence in dict.fromkeys(r.unsaved for r in reports if r.unsaved):
        print(sentence, file=sys.stderr)
    if any(r.fault or r.ended_by in ("fault", "stall", "") for r in reports):
        raise typer.Exit(FAULT)
    if any(r.unsaved for r in reports):
        raise typer.Exit(BAD_INPUT)


@app.command()
def scenarios(json: Annotated[bool, typer.Option("--json", help="a list of objects")] = False) -> None:
    """What can be played."""
    from wargame.lab.tables import print_scenarios, scenario_rows

    rows, faults = scenario_rows()
    if json:
        print(msgspec.json.encode(rows).decode())
    else:
        print_scenarios(rows)
    for fault in faults:
        print(fault, file=sys.stderr)


@app.command()
def validate(files: Annotated[list[Path], typer.Argument(help="scenario, map and save files")]) -> None:
    """Check scenario, map and save files; every fault in one line."""
    from wargame.scenario import faults_in

    found = [fault for path in files for fault in faults_in(path)]
    for fault in found:
        print(fault)
    if found:
        raise typer.Exit(BAD_INPUT)
    print(f"{len(files)} file{'s' if len(files) != 1 else ''}: no faults")


@app.command()
def replay(
    save: Annotated[Path, typer.Argument(help="a saved battle")],
    check: Annotated[bool, typer.Option("--check", help="run it again and compare digests")] = False,
    log: Annotated[bool, typer.Option("--log", help="print the log")] = False,
) -> None:
    """Watch a saved battle, check it, or print its log."""
    from wargame.lab.replays import check_save, print_log

    record = _read_save(save)
    if not (check or log):
        _with_window(lambda start: start.open_replay(record))
        return
    if check and not check_save(record):
        raise typer.Exit(FAULT)
    if log:
        print_log(record)


@app.command()
def gallery(
    out: Annotated[Path, typer.Option(help="the folder; its index.html shows all")] = Path("gallery"),
    room: Annotated[
        list[str] | None, typer.Option(help="only this: grounds, miniatures, armies, battles or screens")
    ] = None,
) -> None:
    """Save pictures of everything the tabletop can draw. Needs no display."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    from wargame.tabletop.gallery import UnknownRoom, make_gallery

    try:
        print(make_gallery(out, room or ()))
    except (UnknownRoom, OSError) as error:
        raise _bad(str(error)) from None


@app.command()
def rules(
    ruleset: Annotated[str, typer.Argument(help="a rulebook, or all")] = "",
    words: Annotated[list[str] | None, typer.Argument(help="words, all of which occur")] = None,
) -> None:
    """Search the rulebooks."""
    from wargame.lab.tables import print_rules
    from wargame.rulesets import names

    chosen = [ruleset] if ruleset in names() else list(names())
    asked = list(words or []) if ruleset in names() else [w for w in [ruleset, *(words or [])] if w]
    if not print_rules(chosen, " ".join(asked)):
        raise _bad(f"no rule holds {' '.join(asked)!r}; rulebooks: {', '.join(names())}")


def _load(name: str) -> Any:
    from wargame.scenario import ScenarioFault, load_scenario

    try:
        return load_scenario(name)
    except ScenarioFault as error:
        raise _bad(str(error)) from None


def _read_save(path: Path) -> Any:
    from wargame.rulesets import names
    from wargame.scenario import ScenarioFault, read_save, scenario_of

    try:
        record = read_save(path)
        scenario_of(record)
    except ScenarioFault as error:
        raise _bad(str(error)) from None
    if record.ruleset not in names():
        raise _bad(f"{path.name}: ruleset: unknown ruleset {record.ruleset!r}; rulebooks: {', '.join(names())}")
    return record


def _with_window(run: Any) -> None:
    """Open the tabletop, or say in one sentence why there is none."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from wargame.tabletop import start
    from wargame.tabletop.app import Crash

    try:
        run(start)
    except start.NoDisplay as error:
        hint = "play without a window: wargame simulate first-shots"
        raise _bad(f"No window can be opened here ({error}); {hint}") from None
    except start.NoPicture as error:
        raise _bad(str(error)) from None
    except Crash as crash:
        print(start.report_of(crash), file=sys.stderr)
        raise typer.Exit(FAULT) from None


def _who_plays(setup: Setup, players: str, side: str, opponent: str, watch: bool) -> dict[str, str]:
    """Side id -> person or grade. `a` and `b` stand for the first and second side."""
    from wargame.ai.players import LEVELS, RULEBOOK
    from wargame.rulesets import ruleset

    sides = [s.id for s in setup.sides]
    levels = (*LEVELS, RULEBOOK) if ruleset(setup.ruleset).has_solo_rules else LEVELS
    if side and (watch or players):
        other = "--watch" if watch else "--players"
        raise _bad(f"--side {side}: with {other} nobody is left to choose a side for; expected one of the two")
    alias = {"a": sides[0], "b": sides[1]} | {s: s for s in sides}
    chosen = dict.fromkeys(sides, "veteran" if watch else opponent)
    if not watch and not players:
        chosen[_side(alias, side) if side else sides[0]] = "person"
    named = [part.partition("=") for part in filter(None, players.split(","))]
    seats = [_side(alias, name.strip()) for name, _, _ in named]
    if twice := next((seat for seat in seats if seats.count(seat) > 1), ""):
        raise _bad(f"--players {players}: {twice} is named twice; expected each side once")
    chosen |= {seat: who.strip() for seat, (_, _, who) in zip(seats, named, strict=True)}
    for name, who in chosen.items():
        if who not in (*levels, "person") or (watch and who == "person"):
            raise _bad(f"--players {name}={who}: expected one of {', '.join(levels)}{'' if watch else ', person'}")
    return chosen


def _side(alias: dict[str, str], name: str) -> str:
    if name not in alias:
        raise _bad(f"no side {name!r} in this scenario; sides: {', '.join(dict.fromkeys(alias.values()))}")
    return alias[name]


def _folder(path: Path) -> None:
    """Make the folder for saves, and try whether it takes files."""
    if path.exists() and not path.is_dir():
        raise _bad(f"--save {path}: this is a file; expected a folder")
    trial = path / f".trial-{os.getpid()}"
    try:
        path.mkdir(parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise _bad(f"--save {path}: {(error.strerror or str(error)).lower()}") from None


def _picture(path: Path) -> None:
    if path.suffix.lower() != ".png" or path.is_dir():
        raise _bad(f"--screenshot {path}: {'this is a folder; ' * path.is_dir()}expected the name of a .png file")


def _new_seed() -> int:
    from wargame.engine.dice import new_seed

    return new_seed()


def _bad(text: str) -> typer.Exit:
    print(text, file=sys.stderr)
    return typer.Exit(BAD_INPUT)
